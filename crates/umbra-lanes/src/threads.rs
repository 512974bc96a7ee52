//! The threads among which loops share their work.
//!
//! A loop that is large enough asks for their [`count`] before it cuts itself into parts. What is
//! faster on one thread runs [`alone`]: cores may be so far apart that handing over what one has
//! written takes longer than doing it all.

use core::cell::Cell;

thread_local! {
    /// True while this thread shares its work with no other.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// The number of threads that may share the work of this one, itself included.
pub fn count() -> usize {
    if ALONE.get() { 1 } else { rayon::current_num_threads() }
}

/// Runs a closure that shares its work with no other thread.
pub fn alone<T>(run: impl FnOnce() -> T) -> T {
    let _before = Before(ALONE.replace(true));
    run()
}

/// Restores what there was before, also when the closure panics.
struct Before(bool);

impl Drop for Before {
    fn drop(&mut self) {
        ALONE.set(self.0);
    }
}
