//! Shared by the tests of this crate.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;
use umbra_broad::{Filter, Level, ProxyKind};
use umbra_geom::{Aabb, Point};

/// The number of cases of a property test: a few by default, else a tenth of `UMBRA_CASES`, as each
/// case here is a history of hundreds of calls.
pub fn cases(few: u32, seed: u64) -> ProptestConfig {
    let wanted = std::env::var("UMBRA_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: wanted.map_or(few, |wanted: u32| few.max(wanted / 10)),
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// The vector instruction sets that this machine can run, narrowest first.
pub fn levels() -> Vec<Level> {
    let best = Level::new();
    let mut levels = vec![Level::baseline()];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        levels.extend(best.as_sse4_2().map(Level::Sse4_2));
        levels.extend(best.as_avx2().map(Level::Avx2));
    }
    levels.push(best);
    levels
}

/// A small generator whose sequence never changes (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    pub fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 40) as f32 / (1 << 24) as f32)
    }

    /// Mostly of size 1, some tiny, some large, some long and thin, some without area.
    pub fn aabb(&mut self, spread: f32) -> Aabb {
        let at = Point::new(self.within(-spread, spread), self.within(-spread, spread));
        let (long, short) = (self.within(5.0, 40.0), self.within(0.0, 0.1));
        let size = match self.below(20) {
            0 => [long, short],
            1 => [short, long],
            2 => [long, 0.3 * long],
            3 => [short, short],
            4 => [0.0, 0.0],
            // On a lattice, so that edges touch exactly.
            5..8 => {
                let at = Point::new(at.x.floor(), at.y.floor());
                return Aabb { min: at, max: at + umbra_geom::Vector::new(1.0, 1.0) };
            }
            _ => [self.within(0.5, 1.5), self.within(0.5, 1.5)],
        };
        Aabb { min: at, max: at + umbra_geom::Vector::from(size) }
    }

    pub fn kind(&mut self) -> ProxyKind {
        match self.below(6) {
            0 => ProxyKind::Static,
            1 => ProxyKind::Kinematic,
            _ => ProxyKind::Dynamic,
        }
    }

    pub fn filter(&mut self) -> Filter {
        match self.below(4) {
            0 => Filter { category: 1 << self.below(4), mask: self.next(), group: 0 },
            1 => Filter { group: self.below(5) as i32 - 2, ..Filter::default() },
            _ => Filter::default(),
        }
    }
}
