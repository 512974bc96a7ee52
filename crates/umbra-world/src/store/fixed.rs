//! The guard of what a world is made of.
//!
//! Snapshots share one copy of all that steps do not change (the [`Base`](crate::world::Base)), and
//! that copy is good until something of it changes. So data of this kind is [`Fixed`]: anyone may
//! read it, and writing to it takes a [`Permit`], which only [`Generation::change`] gives; that
//! drops the copy. It cannot be forgotten, because it does not compile.

use core::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Counts the changes of what a world is made of, and names what it is made of now.
#[derive(Clone, Default)]
pub struct Generation {
    count: u64,
    /// Made when it is first asked for.
    name: OnceLock<Name>,
}

/// A name that nothing else has.
#[derive(Clone, Debug)]
pub struct Name(Arc<()>);

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Name {}

impl core::fmt::Debug for Generation {
    /// Without the count: a refused edit may have begun a change, and has changed nothing.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Generation")
    }
}

impl PartialEq for Generation {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count
    }
}

impl Generation {
    /// Begins a change: the copy that snapshots share is good no more, and so is the name.
    #[inline]
    pub fn change(&mut self) -> Permit {
        self.count += 1;
        if self.name.get().is_some() {
            self.name = OnceLock::new();
        }
        Permit(())
    }

    /// The name of what the world, and copies of it, are made of now.
    pub fn name(&self) -> Name {
        self.name.get_or_init(|| Name(Arc::new(()))).clone()
    }
}

/// The right to write to [`Fixed`] data.
#[derive(Clone, Copy, Debug)]
pub struct Permit(());

/// Data that a world is made of. Reading is free.
#[derive(Debug, Default, PartialEq)]
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
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
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
