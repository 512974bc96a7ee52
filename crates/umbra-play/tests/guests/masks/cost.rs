//! Time to trace a picture of 1,000 by 1,000 pixels. Run with `--release` and `--nocapture` to see
//! it.

use std::time::{Duration, Instant};

use umbra_play::build::outlines_from_mask;

use super::disc;
use crate::prelude::*;

/// The fastest of three runs.
fn fastest(alpha: impl Fn(usize, usize) -> Real) -> Duration {
    let run = |_| {
        let start = Instant::now();
        let found = outlines_from_mask([1000, 1000], &alpha, 0.5).unwrap();
        assert!(!found.outlines.is_empty());
        start.elapsed()
    };
    (0..3).map(run).min().unwrap_or_default()
}

#[test]
fn a_million_pixels_are_traced_at_once() {
    let plain = fastest(|x, y| disc(x, y, 500.0, 450.0));
    let waves = fastest(|x, y| {
        let (x, y) = (x as Real * 0.011, y as Real * 0.013);
        let part = x * y * 0.3 + 0.7 * x - y;
        part - part.floor()
    });
    let mut random = crate::common::Random(7);
    let noise: Vec<Real> = (0..1_000_000).map(|_| random.next()).collect();
    let noise = fastest(|x, y| noise[y * 1000 + x]);
    println!("disc {plain:.1?}; 51 islands {waves:.1?}; 22,000 islands of noise {noise:.1?}");
    // A hundred times what it takes, so that a busy machine passes.
    assert!(plain.max(waves) < Duration::from_secs(2));
    assert!(noise < Duration::from_secs(60));
}
