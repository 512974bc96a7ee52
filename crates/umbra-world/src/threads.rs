//! Threads that share the work of a step.
//!
//! A step is a dozen short loops with serial work in between. A thread that finds no work goes to
//! sleep, and waking it takes some 20 us: often too late. So a step asks other threads of the rayon
//! pool to look for work until it ends. They do whatever work the pool has, and the step never
//! waits for one that has not come.

#[cfg(feature = "parallel")]
pub(crate) use self::pool::{Helpers, calls_from_outside, worth_sharing};

/// Runs two independent closures, in parallel when there are enough contacts and threads.
#[cfg_attr(not(feature = "parallel"), allow(unused_variables))]
pub(crate) fn both<A: Send, B: Send>(
    contacts: usize,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "parallel")]
    if worth_sharing(contacts) {
        return rayon::join(one, other);
    }
    (one(), other())
}

#[cfg(feature = "parallel")]
mod pool {
    use core::cell::Cell;
    use core::time::Duration;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Instant;

    /// With fewer contacts than this a step is faster on one thread.
    pub(super) const WORTH_SHARING: usize = 1024;
    /// One more thread is called for each so many contacts.
    const CONTACTS_PER_THREAD: usize = 512;
    /// Time for which a helper looks for work in vain before it goes to sleep.
    const PATIENCE: Duration = Duration::from_millis(1);

    thread_local! {
        /// True if this thread runs a step. Then it helps no other step, not even while it waits
        /// for stolen work.
        static STEPPING: Cell<bool> = const { Cell::new(false) };
    }

    /// True if a loop over so many contacts is worth sharing, and there are threads to share it.
    pub(crate) fn worth_sharing(contacts: usize) -> bool {
        contacts >= WORTH_SHARING && umbra_lanes::threads::count() > 1
    }

    /// True if a step with so many contacts is better handed to the pool as a whole.
    ///
    /// A thread outside of the pool hands every parallel loop to the pool and sleeps until it is
    /// done, a dozen times per step.
    pub(crate) fn calls_from_outside(contacts: usize) -> bool {
        worth_sharing(contacts) && rayon::current_thread_index().is_none()
    }

    /// Guard that keeps other threads looking for work while it lives.
    pub(crate) struct Helpers {
        done: Option<Arc<AtomicBool>>,
        was_stepping: bool,
    }

    impl Helpers {
        /// Calls other threads of the pool, if there are enough contacts.
        pub(crate) fn call(contacts: usize) -> Self {
            // A thread from outside is here only with hooks, which may not be sent to another thread.
            if !worth_sharing(contacts) || rayon::current_thread_index().is_none() {
                return Self { done: None, was_stepping: STEPPING.get() };
            }
            let done = Arc::new(AtomicBool::new(false));
            for _ in 1..umbra_lanes::threads::count().min(contacts / CONTACTS_PER_THREAD) {
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

    /// Does the work of the pool until the step ends.
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
}

#[cfg(all(test, feature = "parallel"))]
#[path = "../tests/unit/threads.rs"]
mod tests;
