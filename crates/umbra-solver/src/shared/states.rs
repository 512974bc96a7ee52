//! The bodies of the kernels, one by one.

use core::marker::PhantomData;

use super::fetch_line;
use crate::BodyState;
use crate::body::Half;

/// Body states to gather from and scatter to: a slice, or one that several threads share. Kernels
/// are compiled once for both.
pub(crate) struct States<'a> {
    first: *mut BodyState,
    length: usize,
    /// True if other threads may have some of them in the caches of their cores.
    shared: bool,
    lent: PhantomData<&'a mut [BodyState]>,
}

impl<'a> States<'a> {
    #[cfg(test)]
    pub(crate) fn new(states: &'a mut [BodyState]) -> Self {
        let (first, length) = (states.as_mut_ptr(), states.len());
        Self { first, length, shared: false, lent: PhantomData }
    }

    /// The states of a slice, as a pointer. `in_team` is true if other threads work on some of
    /// them.
    ///
    /// # Safety
    /// `first` is the first of `length` states that live for `'a`. Meanwhile no other thread may
    /// write a state that is read through the result, or touch a state that is written through it.
    #[inline(always)]
    pub(super) unsafe fn from_raw(first: *mut BodyState, length: usize, in_team: bool) -> Self {
        Self { first, length, shared: in_team, lent: PhantomData }
    }

    /// Reborrows the states.
    #[inline(always)]
    pub(crate) fn lend(&mut self) -> States<'_> {
        States { first: self.first, length: self.length, shared: self.shared, lent: PhantomData }
    }

    /// Prefetches bodies that are about to be read, if they may be in the cache of another core.
    #[inline(always)]
    pub(crate) fn fetch(&self, slots: [&[u32]; 2]) {
        if self.shared {
            for slot in slots.into_iter().flatten() {
                fetch_line(self.first.wrapping_add(*slot as usize));
            }
        }
    }

    /// Motion and offset of a body, one after the other.
    #[inline(always)]
    pub(crate) fn both(&self, slot: u32) -> [f32; 8] {
        // SAFETY: the place is valid, and whoever made `self` lent it, or promised that nobody writes here.
        unsafe { (*self.at(slot)).both() }
    }

    #[inline(always)]
    pub(crate) fn set_motion(&mut self, slot: u32, motion: Half) {
        // SAFETY: the place is valid, and whoever made `self` lent it, or promised that nobody else touches
        // what is written.
        unsafe { (*self.at(slot)).motion = motion }
    }

    #[inline(always)]
    pub(crate) fn set_offset(&mut self, slot: u32, offset: Half) {
        // SAFETY: as above.
        unsafe { (*self.at(slot)).offset = offset }
    }

    #[inline(always)]
    pub(crate) fn set_inv_inertia(&mut self, slot: u32, inv_inertia: f32) {
        // SAFETY: as above.
        unsafe { (*self.at(slot)).offset[3] = inv_inertia }
    }

    #[inline(always)]
    fn at(&self, slot: u32) -> *mut BodyState {
        assert!((slot as usize) < self.length);
        // SAFETY: the index lies inside the slice the pointer was made from.
        unsafe { self.first.add(slot as usize) }
    }
}
