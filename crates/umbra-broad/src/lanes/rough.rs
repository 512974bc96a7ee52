//! Rough boxes, whose few bits allow to compare sixteen of them at once.

use crate::sweep::FatBox;
use umbra_geom::Real;
use umbra_lanes::{f32x8, i16x8, i32x4, i32x8, prelude::*};

/// The number of rough boxes compared together.
pub(crate) const ROUGH_LANES: usize = 16;

/// The edges of a box in whole steps, of which a number of sixteen bits keeps the last ones: lower
/// edges along x and y, upper ones negated, then the same of the box before.
///
/// The box of now is a little larger than the true one, that of before a little smaller. So the
/// rough boxes of now overlap if the boxes do, and those of before do not unless the boxes did. Two
/// boxes overlap along an axis if the lower edge of each lies before the upper one of the other: if
/// both sums of such numbers are negative. Steps wrap around, so boxes that seem to overlap may lie
/// far from one another, and the found pairs have to be tested exactly. But boxes that do overlap
/// are never farther apart than the sums can represent, nor were they before: a box that moved more
/// than [`FARTHEST`] counts as one that was nowhere.
pub(crate) type RoughBox = [i16; 8];

/// At least sixteen rough boxes, in columns of edges.
pub(crate) type RoughColumns<'a> = [&'a [i16]; 8];

/// Eight rough boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoughEight {
    pub(crate) boxes: [RoughBox; 8],
    /// The same boxes in columns of edges.
    pub(crate) edges: [[i16; 8]; 8],
    /// The boxes that have changed, as bits.
    pub(crate) different: u8,
}

/// The most steps of a box along an axis.
pub(crate) const MOST_STEPS: Real = 960.0;
/// Steps are counted up to here; beyond it they are one. Up to here, rounding adds no more than 34
/// of them to a box.
pub(super) const LAST_STEP: Real = (1 << 29) as Real;
/// The most steps that an edge may move: farther, it might be taken for one that lies elsewhere.
pub(super) const FARTHEST: i32 = 1 << 13;
/// An offset for all edges that makes a box overlap nothing near it, not even another such box.
pub(super) const NOWHERE: i32 = 3 << 12;

/// The edges of a box in steps, now and before.
pub(super) type Steps<S> = (i32x4<S>, i32x4<S>);

/// [`floor_within`](super::ops::floor_within) of eight numbers.
#[inline(always)]
pub(super) fn rounded_down<S: Simd>(simd: S, values: f32x8<S>, most: Real) -> i32x8<S> {
    let values = values.min(f32x8::splat(simd, most));
    simd.cvt_i32_f32x8(values.max(f32x8::splat(simd, -most)).floor())
}

/// The edges of a box in steps, upper ones negated.
#[inline(always)]
pub(super) fn steps<S: Simd>(
    simd: S,
    FatBox { now, before }: &FatBox,
    scale: &[Real; 8],
) -> Steps<S> {
    let edges = [
        [now.min.x, now.min.y, now.max.x, now.max.y],
        [before.min.x, before.min.y, before.max.x, before.max.y],
    ];
    let steps = f32x8::from_slice(simd, edges.as_flattened()) * f32x8::from_slice(simd, scale);
    rounded_down(simd, steps, LAST_STEP).split()
}

/// The displacements of edges in steps, in a form in which many can be combined: see [`is_far`].
#[inline(always)]
pub(super) fn displacement<S: Simd>((now, before): Steps<S>) -> i32x4<S> {
    before - now + FARTHEST
}

/// True if any of these edges moved too far.
#[inline(always)]
pub(super) fn is_far<S: Simd>(displacements: i32x4<S>) -> bool {
    (displacements & !(2 * FARTHEST - 1)).simd_eq(0).any_false()
}

/// The same edges, but the edges before are those of no box if they are too far away.
#[inline(always)]
pub(super) fn near<S: Simd>((now, before): Steps<S>) -> Steps<S> {
    (now, if is_far(displacement((now, before))) { now + NOWHERE } else { before })
}

/// The last bits of edges. One step more makes the box of now larger and that of before smaller.
#[inline(always)]
pub(super) fn rough<S: Simd>(simd: S, (now, before): Steps<S>) -> i16x8<S> {
    now.narrow(before) + i16x8::simd_from(simd, [-1, -1, -1, -1, 1, 1, 1, 1])
}

#[cfg(test)]
#[path = "../../tests/unit/lanes_rough.rs"]
mod tests;
