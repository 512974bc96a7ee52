//! Four numbers side by side, in the registers that every machine of the target has.
//!
//! One pair of shapes needs them for two reasons. Four faces or vertices are tested for the price
//! of one. And a choice between two numbers is a mask here: the plain `if` on an `f32` becomes a
//! jump on x86 (there is no conditional move for floats), and which axis or which end is nearer
//! cannot be predicted.

use super::{Baseline, baseline};
use crate::Vector;
use fearless_simd::{f32x4, f32x8, mask32x4, prelude::*};

/// Four numbers.
pub(crate) type Four = f32x4<Baseline>;

/// Registers of any level, filled.
pub(crate) trait Fill: Simd {
    /// The same number four times.
    #[inline(always)]
    fn all(self, value: f32) -> f32x4<Self> {
        SimdBase::splat(self, value)
    }

    /// This number in the first lane, which is the one to read, and zeros.
    #[inline(always)]
    fn single(self, value: f32) -> f32x4<Self> {
        [value, 0.0, 0.0, 0.0].simd_into(self)
    }

    /// The x and the y coordinates of four vectors that follow one another.
    #[inline(always)]
    fn columns(self, xy: &[f32; 8]) -> [f32x4<Self>; 2] {
        let (low, high) = xy.split_at(4);
        let (low, high) = (f32x4::from_slice(self, low), f32x4::from_slice(self, high));
        [low.unzip_low(high), low.unzip_high(high)]
    }

    /// The x and the y coordinates of eight vectors.
    #[inline(always)]
    fn eight_columns(self, [low, high]: &[[f32; 8]; 2]) -> [f32x8<Self>; 2] {
        let ([low_x, low_y], [high_x, high_y]) = (self.columns(low), self.columns(high));
        [low_x.combine(high_x), low_y.combine(high_y)]
    }
}

impl<S: Simd> Fill for S {}

/// The same number four times.
#[inline(always)]
pub(crate) fn splat(value: f32) -> Four {
    baseline().all(value)
}

/// This number in the first lane, which is the one to read, and zeros.
#[inline(always)]
pub(crate) fn single(value: f32) -> Four {
    baseline().single(value)
}

/// The x and the y coordinates of four vectors.
#[inline(always)]
pub(crate) fn columns(v: [Vector; 4]) -> [Four; 2] {
    baseline().columns(bytemuck::cast_ref(&v))
}

/// The greatest of four numbers, in every lane.
#[inline(always)]
pub(crate) fn greatest<S: Simd>(v: f32x4<S>) -> f32x4<S> {
    let pairs = v.unzip_low(v).max(v.unzip_high(v));
    pairs.unzip_low(pairs).max(pairs.unzip_high(pairs))
}

/// The least of four numbers, in every lane.
#[inline(always)]
pub(crate) fn least<S: Simd>(v: f32x4<S>) -> f32x4<S> {
    let pairs = v.unzip_low(v).min(v.unzip_high(v));
    pairs.unzip_low(pairs).min(pairs.unzip_high(pairs))
}

/// True if the mask is set in the first lane.
#[inline(always)]
pub(crate) fn yes<S: Simd>(mask: mask32x4<S>) -> bool {
    mask.to_bitmask() & 1 != 0
}
