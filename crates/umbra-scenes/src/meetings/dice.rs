//! Pseudorandom numbers, with a stream for each purpose: another value of one dimension does not
//! change the numbers of others.

use umbra::prelude::*;

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The stream of a world for a purpose.
    pub fn new(seed: u64, purpose: &str) -> Self {
        let mix = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let state = purpose.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
        Self(state ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number between two others, with at most four decimal places: it prints short, and reads
    /// back the same.
    pub fn between(&mut self, least: Real, most: Real) -> Real {
        let part = (self.next() >> 40) as Real / (1_u64 << 24) as Real;
        ((least + (most - least) * part) * 1e4).round() / 1e4
    }

    /// A whole number below another.
    pub fn below(&mut self, count: u32) -> u32 {
        (((self.next() >> 32) * u64::from(count.max(1))) >> 32) as u32
    }

    /// One of several values.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }
}
