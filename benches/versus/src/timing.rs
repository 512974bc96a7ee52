//! The length of a step, and measurement of times.

use std::time::Instant;

use umbra::prelude::*;

/// The length of a step.
pub const DT: Real = 1.0 / 60.0;
/// The middle one of `numbers`; 0 if there are none.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// Milliseconds of `work`: the median of `rounds`.
pub fn timed(rounds: usize, mut work: impl FnMut()) -> f64 {
    let mut once = || {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e3
    };
    median((0..rounds).map(|_| once()).collect())
}
