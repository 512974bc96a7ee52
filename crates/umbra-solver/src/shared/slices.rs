//! Slices that several threads work on at once.
//!
//! The colouring makes this sound: within one phase of a step (see [`crate::run::executor`]),
//! blocks refer to disjoint blocks, and contacts of one colour to disjoint movable bodies. The
//! compiler cannot check that, so the promise is made at the caller of a phase.

use core::marker::PhantomData;
use core::ops::Range;

use super::States;
use crate::BodyState;

/// A slice that is shared by several threads.
pub(crate) struct Shared<'a, T> {
    first: *mut T,
    length: usize,
    lent: PhantomData<&'a mut [T]>,
}

// SAFETY: a `Shared` is a `&mut [T]` that several threads may use; all access goes through unsafe
// functions whose callers promise that no element is written by one thread while another has it.
// Elements move between threads, hence `T: Send`.
unsafe impl<T: Send> Sync for Shared<'_, T> {}
// SAFETY: as a `&mut [T]`.
unsafe impl<T: Send> Send for Shared<'_, T> {}

impl<'a, T> Shared<'a, T> {
    pub(crate) fn new(slice: &'a mut [T]) -> Self {
        Self { first: slice.as_mut_ptr(), length: slice.len(), lent: PhantomData }
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// A part of the slice, to read and write.
    ///
    /// # Safety
    /// While the result lives, nothing else may touch these elements.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub(crate) unsafe fn part_mut(&self, range: Range<usize>) -> &mut [T] {
        assert!(range.start <= range.end && range.end <= self.length);
        // SAFETY: the range lies inside the slice this was made from, which is lent for `'a`; the
        // caller promises that nothing else touches it.
        unsafe { core::slice::from_raw_parts_mut(self.first.add(range.start), range.len()) }
    }

    /// All of the slice, to read and write.
    ///
    /// # Safety
    /// While the result lives, nothing else may touch it.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub(crate) unsafe fn all_mut(&self) -> &mut [T] {
        // SAFETY: as promised by the caller.
        unsafe { self.part_mut(0..self.length) }
    }

    /// All of the slice, to read.
    ///
    /// # Safety
    /// While the result lives, nothing may write to it.
    #[inline(always)]
    pub(crate) unsafe fn all(&self) -> &[T] {
        // SAFETY: this is the slice it was made from; the caller promises that nobody writes.
        unsafe { core::slice::from_raw_parts(self.first, self.length) }
    }
}

impl Shared<'_, BodyState> {
    /// The states, to gather from and scatter to one by one.
    ///
    /// # Safety
    /// While the result lives, no other thread may write a state that is read through it, or
    /// touch a state that is written through it.
    #[inline(always)]
    pub(crate) unsafe fn states(&self, in_team: bool) -> States<'_> {
        // SAFETY: the slice is lent for longer than the result lives; the rest is promised by the caller.
        unsafe { States::from_raw(self.first, self.length, in_team) }
    }
}
