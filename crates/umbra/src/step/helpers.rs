//! The other threads of the current rayon pool, kept awake for the length of a step.
//!
//! A step is a dozen short loops with work on one thread in between. A thread that finds nothing to
//! do goes to sleep, and is woken some 20 us after there is something again: often too late. So a
//! step asks the other threads to look for work until it ends. They do whatever the pool has to do,
//! and the step never waits for one that has not come.

use core::cell::Cell;
use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// With fewer contacts than this a step is faster on one thread.
const WORTH_SHARING: usize = 1024;
/// Another thread is called for each so many.
const CONTACTS_PER_THREAD: usize = 512;
/// For how long a helper looks for work in vain before it goes to sleep after all.
const PATIENCE: Duration = Duration::from_millis(1);

thread_local! {
    /// Whether this thread is at a step: then it is nobody's helper, not even while it waits for
    /// what another thread has taken over.
    static STEPPING: Cell<bool> = const { Cell::new(false) };
}

/// Whether a walk over so many contacts is worth being shared, and whether there is anybody to share it
/// with.
pub(super) fn worth_sharing(contacts: usize) -> bool {
    contacts >= WORTH_SHARING && rayon::current_num_threads() > 1
}

/// Whether a step with so many contacts is better handed to the pool as a whole.
///
/// A thread that is none of the pool's hands every shared loop to the pool and sleeps until it is
/// done, a dozen times per step.
pub(super) fn calls_from_outside(contacts: usize) -> bool {
    worth_sharing(contacts) && rayon::current_thread_index().is_none()
}

/// As long as this lives, other threads look for work.
pub(super) struct Helpers {
    done: Option<Arc<AtomicBool>>,
    was_stepping: bool,
}

impl Helpers {
    /// Calls the other threads of the pool, if there are as many contacts as to need them.
    pub(super) fn call(contacts: usize) -> Self {
        // A thread from outside is here only with hooks, which may not be sent to another thread.
        if !worth_sharing(contacts) || rayon::current_thread_index().is_none() {
            return Self { done: None, was_stepping: STEPPING.get() };
        }
        let done = Arc::new(AtomicBool::new(false));
        for _ in 1..rayon::current_num_threads().min(contacts / CONTACTS_PER_THREAD) {
            let done = done.clone();
            rayon::spawn(move || help(&done));
        }
        Self { done: Some(done), was_stepping: STEPPING.replace(true) }
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        STEPPING.set(self.was_stepping);
        if let Some(done) = &self.done {
            done.store(true, Ordering::Relaxed);
        }
    }
}

/// Does what the pool has to do until the step is done.
fn help(done: &AtomicBool) {
    if STEPPING.get() {
        return;
    }
    let (mut since, mut idle) = (Instant::now(), 0_u32);
    while !done.load(Ordering::Relaxed) {
        if rayon::yield_now() == Some(rayon::Yield::Executed) {
            idle = 0;
            continue;
        }
        if idle == 0 {
            since = Instant::now();
        }
        idle += 1;
        if idle.is_multiple_of(64) {
            if since.elapsed() > PATIENCE {
                return;
            }
            // There may be more threads than cores.
            std::thread::yield_now();
        }
        core::hint::spin_loop();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    #[test]
    fn only_large_steps_from_outside_of_a_pool_are_handed_to_it() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        assert!(!pool.install(|| calls_from_outside(WORTH_SHARING)));
        let shared = rayon::current_num_threads() > 1;
        assert_eq!(calls_from_outside(WORTH_SHARING), shared);
        assert!(!calls_from_outside(WORTH_SHARING - 1));
    }
}
