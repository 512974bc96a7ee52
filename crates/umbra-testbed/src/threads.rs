//! On how many threads the engine steps: on the desktop as many as are asked for, in a browser one.

/// The threads of steps. Results do not depend on how many there are.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    #[cfg(not(target_arch = "wasm32"))]
    pool: Option<std::sync::Arc<rayon::ThreadPool>>,
}

#[cfg(not(target_arch = "wasm32"))]
impl Threads {
    /// The most that make sense on this machine.
    pub fn most() -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    /// Number of threads.
    pub fn count(&self) -> usize {
        self.pool
            .as_ref()
            .map_or_else(rayon::current_num_threads, |pool| pool.current_num_threads())
    }

    /// Has steps done on so many threads.
    ///
    /// # Errors
    /// A sentence, when the operating system gives no threads.
    pub fn set(&mut self, count: usize) -> Result<(), String> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count.max(1)).build();
        self.pool = Some(std::sync::Arc::new(pool.map_err(|error| error.to_string())?));
        Ok(())
    }

    /// Does something on these threads.
    pub(crate) fn run<T: Send>(&self, act: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(act),
            None => act(),
        }
    }
}

#[cfg(target_arch = "wasm32")]
impl Threads {
    /// The most that make sense on this machine.
    pub fn most() -> usize {
        1
    }

    /// Number of threads.
    pub fn count(&self) -> usize {
        1
    }

    /// A page has one thread.
    ///
    /// # Errors
    /// Never.
    pub fn set(&mut self, _: usize) -> Result<(), String> {
        Ok(())
    }

    /// Does something on these threads.
    pub(crate) fn run<T>(&self, act: impl FnOnce() -> T) -> T {
        act()
    }
}
