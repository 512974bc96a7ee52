//! The guard of what a world is made of.
//!
//! Snapshots share one copy of all that steps do not change (the [`Base`](crate::world::Base)), and that copy is good until
//! something of it changes. So data of this kind is [`Fixed`]: anyone may read it, and writing to it takes a [`Permit`], which
//! only [`Generation::change`] gives; that drops the copy. It cannot be forgotten, because it does not compile.

use core::ops::Deref;

/// Counts the changes of what a world is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Generation(u64);

impl Generation {
    /// Begins a change: the copy that snapshots share is good no more.
    #[inline]
    pub fn change(&mut self) -> Permit {
        self.0 += 1;
        Permit(())
    }
}

/// The right to write to [`Fixed`] data.
#[derive(Clone, Copy, Debug)]
pub struct Permit(());

/// Data that a world is made of. Reading is free.
#[derive(Debug, Default)]
pub struct Fixed<T>(T);

impl<T> Fixed<T> {
    pub fn new(value: T) -> Self {
        Self(value)
    }

    /// The data, to be changed.
    #[inline]
    pub fn write(&mut self, _: Permit) -> &mut T {
        &mut self.0
    }
}

impl<T> Fixed<Vec<T>> {
    /// Swaps two entries: the order of bodies is motion, and saved as such.
    pub fn swap(&mut self, a: usize, b: usize) {
        self.0.swap(a, b);
    }
}

impl<T> Deref for Fixed<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> Clone for Fixed<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}
