//! Unsafe code, except that of `team`: the bodies of the kernels, slices shared by threads, and
//! prefetching of cache lines.
#![allow(unsafe_code)]

mod slices;
mod states;

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

pub(crate) use slices::Shared;
pub(crate) use states::States;

/// The size of a cache line in bytes.
const LINE: usize = 64;

/// Prefetches all of a value that is about to be read.
#[inline(always)]
pub fn fetch<T>(what: &T) {
    let first = core::ptr::from_ref(what).cast::<u8>();
    for at in (0..size_of::<T>()).step_by(LINE) {
        fetch_line(first.wrapping_add(at));
    }
    // It may begin in the middle of a line.
    fetch_line(first.wrapping_add(size_of::<T>().saturating_sub(1)));
}

/// Prefetches the cache line of `place`. Nothing is read, and any address is allowed.
#[inline(always)]
#[cfg_attr(not(all(target_arch = "x86_64", not(miri))), allow(unused_variables))]
fn fetch_line<T>(place: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: this is a hint, for which any address will do.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(place.cast());
    }
}
