//! The bodies that kernels work on, slices that several threads work on at once, and lines of the cache that are
//! asked for before they are read: all unsafe code but what `team` does with those slices.
#![allow(unsafe_code)]

mod slices;
mod states;

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

pub(crate) use slices::Shared;
pub(crate) use states::States;

/// How many bytes the cache takes at once.
const LINE: usize = 64;

/// Asks for all of something that is about to be read, wherever it is, so that it has come by then.
#[inline(always)]
pub(crate) fn fetch<T>(what: &T) {
    let first = core::ptr::from_ref(what).cast::<u8>();
    for at in (0..size_of::<T>()).step_by(LINE) {
        fetch_line(first.wrapping_add(at));
    }
    // It may begin in the middle of a line.
    fetch_line(first.wrapping_add(size_of::<T>().saturating_sub(1)));
}

/// Asks for the line that `place` is in. Nothing is read, and nothing happens if there is no such place.
#[inline(always)]
#[cfg_attr(not(all(target_arch = "x86_64", not(miri))), allow(unused_variables))]
fn fetch_line<T>(place: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: this is a hint, for which any address will do.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(place.cast());
    }
}
