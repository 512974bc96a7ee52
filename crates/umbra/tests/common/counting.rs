//! The system's allocator, counting how often it is asked for memory, how much of that is in use,
//! and the most that was.
//!
//! Included by the tests that count, because a program has one allocator.

#![allow(unsafe_code, reason = "an allocator cannot be written without")]
#![allow(dead_code, reason = "no test needs all of it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counting;

pub static IN_USE: AtomicUsize = AtomicUsize::new(0);
/// The most that was in use since somebody last set it.
pub static MOST: AtomicUsize = AtomicUsize::new(0);
/// Tests take turns from their first line on: what is in use is counted for the whole program.
pub static TURN: Mutex<()> = Mutex::new(());

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// Calls of this thread for memory, so far.
pub fn calls() -> usize {
    CALLS.get()
}

fn note(size: usize) {
    CALLS.set(CALLS.get() + 1);
    let now = IN_USE.fetch_add(size, Relaxed) + size;
    MOST.fetch_max(now, Relaxed);
}

// SAFETY: everything is passed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size);
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;
