//! Four numbers side by side, in the registers that every machine of the target has.
//!
//! One pair of shapes needs them for two reasons. Four faces or vertices are looked at for the
//! price of one. And a choice between two numbers is a mask here: the plain `if` on an `f32`
//! becomes a jump on x86 (there is no conditional move for floats), and which axis or which end
//! is nearer is as random as a coin.

use super::machine::{Baseline, baseline};
use crate::Vector;
use fearless_simd::{f32x4, mask32x4, prelude::*};

/// Four numbers.
pub(crate) type Four = f32x4<Baseline>;

/// The same number four times.
#[inline(always)]
pub(crate) fn splat(value: f32) -> Four {
    SimdBase::splat(baseline(), value)
}

/// These four numbers.
#[inline(always)]
pub(crate) fn four(values: [f32; 4]) -> Four {
    values.simd_into(baseline())
}

/// This number in the first lane, which is the one to read, and zeros.
#[inline(always)]
pub(crate) fn single(value: f32) -> Four {
    four([value, 0.0, 0.0, 0.0])
}

/// The same answer in every lane.
#[inline(always)]
pub(crate) fn mask(value: bool) -> mask32x4<Baseline> {
    SimdMask::splat(baseline(), value)
}

/// The x and the y of four vectors.
#[inline(always)]
pub(crate) fn columns(v: [Vector; 4]) -> [Four; 2] {
    let low = four([v[0].x, v[0].y, v[1].x, v[1].y]);
    let high = four([v[2].x, v[2].y, v[3].x, v[3].y]);
    [low.unzip_low(high), low.unzip_high(high)]
}

/// The greatest of four numbers, in every lane.
#[inline(always)]
pub(crate) fn greatest(v: Four) -> Four {
    let pairs = v.unzip_low(v).max(v.unzip_high(v));
    pairs.unzip_low(pairs).max(pairs.unzip_high(pairs))
}

/// The least of four numbers, in every lane.
#[inline(always)]
pub(crate) fn least(v: Four) -> Four {
    let pairs = v.unzip_low(v).min(v.unzip_high(v));
    pairs.unzip_low(pairs).min(pairs.unzip_high(pairs))
}

/// Whether the first lane says yes.
#[inline(always)]
pub(crate) fn yes(mask: mask32x4<Baseline>) -> bool {
    mask.to_bitmask() & 1 != 0
}
