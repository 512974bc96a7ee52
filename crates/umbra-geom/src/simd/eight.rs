//! Registers of one number for each of eight pairs, and their filling from rows.

use fearless_simd::{Simd, f32x8, i32x8, prelude::*};

/// The number of pairs computed side by side, on all machines.
///
/// Eight are one register of AVX2 and two of SSE or NEON. Sixteen in a register of AVX-512 took a
/// tenth less time for boxes and more for polygons.
pub(crate) const LANES: usize = 8;

/// Eight numbers in the registers of `S`.
pub(crate) type Eight<S> = f32x8<S>;

/// Rows of eight numbers as eight columns.
#[inline(always)]
pub(crate) fn columns<S: Simd>(rows: &[Eight<S>; LANES]) -> [Eight<S>; 8] {
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

/// The numbers, truncated to integers.
#[inline(always)]
pub(crate) fn integers<S: Simd>(numbers: Eight<S>) -> [i32; LANES] {
    let mut integers = [0; LANES];
    i32x8::truncate_from(numbers).store_slice(&mut integers);
    integers
}

/// The same number of each lane's item, side by side.
///
/// A loop, as everywhere in the kernels: library functions for arrays are not always inlined, and
/// are then compiled without the instructions of the level (capsule and box 28 ns per pair, not
/// 18).
#[inline(always)]
pub(crate) fn gathered<S: Simd, T: Copy>(
    simd: S,
    items: &[T; LANES],
    number: impl Fn(T) -> f32,
) -> Eight<S> {
    let mut numbers = [0.0; LANES];
    for lane in 0..LANES {
        numbers[lane] = number(items[lane]);
    }
    Eight::from_slice(simd, &numbers)
}

/// Eight numbers of each of eight items as eight columns: the first step of a kernel over pairs.
#[inline(always)]
pub fn transposed<S: Simd, T: Copy>(
    simd: S,
    items: &[T; LANES],
    row: impl Fn(T) -> [f32; 8],
) -> [f32x8<S>; 8] {
    let mut rows = [<Eight<S> as SimdBase<S>>::splat(simd, 0.0); LANES];
    for lane in 0..LANES {
        rows[lane] = Eight::<S>::from_slice(simd, &row(items[lane]));
    }
    columns(&rows)
}
