//! Registers of one number for each of many pairs, and how they are filled from rows.

use fearless_simd::{Simd, f32x8, f32x16, i32x8, i32x16, prelude::*};

use super::lanes::Lanes;

/// Pairs whose manifolds are kept side by side, whatever the machine.
///
/// Eight are one register of AVX2, half of one of AVX-512 and two of SSE or NEON. A fixed number
/// keeps what is in which block the same everywhere.
pub(super) const LANES: usize = 8;

/// Eight numbers in the registers of `S`.
pub(super) type Eight<S> = f32x8<S>;

/// Pairs that are worked on at once where registers have so many lanes. Twice as many pairs take little
/// longer there: what a kernel waits for is mostly the step before.
pub(super) const MANY: usize = 16;

/// `K` numbers, one for each of as many pairs: eight, or sixteen.
pub(super) trait Wide<S: Simd, const K: usize>: Lanes {
    /// These numbers.
    fn of(simd: S, numbers: &[f32; K]) -> Self;

    /// Rows of eight numbers as eight columns.
    fn columns(rows: &[Eight<S>; K]) -> [Self; 8];

    /// The numbers one by one.
    fn store(self, numbers: &mut [f32; K]);

    /// The whole numbers below these.
    fn integers(self) -> [i32; K];

    /// The numbers of a block.
    fn block(self, index: usize) -> Eight<S>;

    /// A bit for each lane, the lowest for the first.
    fn bits(mask: Self::Mask) -> u32;
}

impl<S: Simd> Wide<S, 8> for f32x8<S> {
    #[inline(always)]
    fn of(simd: S, numbers: &[f32; 8]) -> Self {
        Self::from_slice(simd, numbers)
    }

    #[inline(always)]
    fn columns(rows: &[Eight<S>; 8]) -> [Self; 8] {
        let mut v = *rows;
        // Each of three rounds of interleaving halves the distance of what belongs together.
        for _ in 0..3 {
            v = [
                v[0].zip_low(v[4]),
                v[0].zip_high(v[4]),
                v[1].zip_low(v[5]),
                v[1].zip_high(v[5]),
                v[2].zip_low(v[6]),
                v[2].zip_high(v[6]),
                v[3].zip_low(v[7]),
                v[3].zip_high(v[7]),
            ];
        }
        v
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f32; 8]) {
        self.store_slice(numbers);
    }

    #[inline(always)]
    fn integers(self) -> [i32; 8] {
        let mut integers = [0; 8];
        i32x8::truncate_from(self).store_slice(&mut integers);
        integers
    }

    #[inline(always)]
    fn block(self, _: usize) -> Eight<S> {
        self
    }

    #[inline(always)]
    fn bits(mask: Self::Mask) -> u32 {
        mask.to_bitmask() as u32
    }
}

impl<S: Simd> Wide<S, 16> for f32x16<S> {
    #[inline(always)]
    fn of(simd: S, numbers: &[f32; 16]) -> Self {
        Self::from_slice(simd, numbers)
    }

    #[inline(always)]
    fn columns(rows: &[Eight<S>; 16]) -> [Self; 8] {
        let mut v = [rows[0].combine(rows[1]); 8];
        for (index, two) in v.iter_mut().enumerate().skip(1) {
            *two = rows[2 * index].combine(rows[2 * index + 1]);
        }
        columns_of_twos(v)
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f32; 16]) {
        self.store_slice(numbers);
    }

    #[inline(always)]
    fn integers(self) -> [i32; 16] {
        let mut integers = [0; 16];
        i32x16::truncate_from(self).store_slice(&mut integers);
        integers
    }

    #[inline(always)]
    fn block(self, index: usize) -> Eight<S> {
        let (first, second) = self.split();
        if index == 0 { first } else { second }
    }

    #[inline(always)]
    fn bits(mask: Self::Mask) -> u32 {
        mask.to_bitmask() as u32
    }
}

/// Two rows of eight numbers in each register as columns.
#[inline(always)]
fn columns_of_twos<S: Simd>(mut v: [f32x16<S>; 8]) -> [f32x16<S>; 8] {
    // The places of a number, in bits, are those of its register and its lane. Each round turns them
    // by one: the lowest of the lane becomes the highest of the register.
    for _ in 0..3 {
        v = [
            v[0].unzip_low(v[1]),
            v[2].unzip_low(v[3]),
            v[4].unzip_low(v[5]),
            v[6].unzip_low(v[7]),
            v[0].unzip_high(v[1]),
            v[2].unzip_high(v[3]),
            v[4].unzip_high(v[5]),
            v[6].unzip_high(v[7]),
        ];
    }
    v
}

/// Does something for each of `K` lanes, eight by eight: loops of eight are written out, and of more
/// the compiler makes gathers, which take longer (hexagons 121 ns per pair, not 47).
#[inline(always)]
pub(super) fn each_lane<const K: usize>(mut each: impl FnMut(usize)) {
    for first in (0..K).step_by(LANES) {
        for lane in first..first + LANES {
            each(lane);
        }
    }
}

/// The same number of each lane's item, side by side.
///
/// A loop, as everywhere in the kernels: what the library has for arrays is not always compiled
/// into where it is called, and then without the instructions of the level (capsule and box 28 ns
/// per pair, not 18).
#[inline(always)]
pub(super) fn gathered<S: Simd, L: Wide<S, K>, T: Copy, const K: usize>(
    simd: S,
    items: &[T; K],
    number: impl Fn(T) -> f32,
) -> L {
    let mut numbers = [0.0; K];
    each_lane::<K>(
        #[inline(always)]
        |lane| numbers[lane] = number(items[lane]),
    );
    L::of(simd, &numbers)
}

/// Eight numbers of each item as eight columns.
#[inline(always)]
pub(super) fn columns_of<S: Simd, L: Wide<S, K>, T: Copy, const K: usize>(
    simd: S,
    items: &[T; K],
    row: impl Fn(T) -> [f32; 8],
) -> [L; 8] {
    let mut rows = [<Eight<S> as SimdBase<S>>::splat(simd, 0.0); K];
    each_lane::<K>(
        #[inline(always)]
        |lane| rows[lane] = Eight::<S>::from_slice(simd, &row(items[lane])),
    );
    L::columns(&rows)
}

/// Eight numbers of each of eight items as eight columns: what a kernel of one's own over pairs
/// begins with, as those of batches do.
#[inline(always)]
pub fn transposed<S: Simd, T: Copy>(
    simd: S,
    items: &[T; 8],
    row: impl Fn(T) -> [f32; 8],
) -> [f32x8<S>; 8] {
    columns_of(simd, items, row)
}
