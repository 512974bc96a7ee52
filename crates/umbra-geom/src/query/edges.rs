//! The arithmetic of [`nearest`](super::nearest): eight edges at a time, and two vectors at a time.

use crate::frame::Frame;
use crate::{Real, Vector};
use umbra_lanes::{f32x4, f32x8, prelude::*};

/// From this number on, the last bits of a float hold a vertex's index.
const FIRST_INDEX: Real = 8_388_608.0;

/// Up to eight edges, each with the vertex that it starts from and its outward normal.
pub(super) struct Edges<S: Simd> {
    pub(super) start: [f32x8<S>; 2],
    pub(super) outward: [f32x8<S>; 2],
    pub(super) count: usize,
}

/// For each edge, the nearest vertex of the other core:
pub(super) struct Nearest<S: Simd> {
    /// the squared distance of the nearest vertex,
    pub(super) squared: f32x8<S>,
    /// its index, in the last bits,
    pub(super) index: f32x8<S>,
    /// its distance before the start of the edge, as a negative number,
    pub(super) beyond: f32x8<S>,
    /// its distance in front of the edge,
    pub(super) height: f32x8<S>,
    /// and the distance of the lowest vertex in front of the edge.
    pub(super) lowest: f32x8<S>,
}

impl<S: Simd> Edges<S> {
    #[inline(always)]
    pub(super) fn nearest(
        &self,
        simd: S,
        xs: &[Real; 8],
        ys: &[Real; 8],
        count: usize,
    ) -> Nearest<S> {
        let (zero, most) = (splat(simd, 0.0), splat(simd, Real::INFINITY));
        let ([x, y], [out_x, out_y]) = (self.start, self.outward);
        let mut found =
            Nearest { squared: most, index: zero, beyond: zero, height: zero, lowest: most };
        // A point has no edges.
        if self.count < 2 {
            return Nearest { lowest: -most, ..found };
        }
        let number: f32x8<S> = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0].simd_into(simd);
        let is_last = number.simd_eq(splat(simd, f32::from(self.count as u8)));
        let side_x = is_last.select(splat(simd, x[0]), x.slide::<1>(x)) - x;
        let side_y = is_last.select(splat(simd, y[0]), y.slide::<1>(y)) - y;
        let length = out_x * side_y - out_y * side_x;
        let mut index = splat(simd, FIRST_INDEX);
        let mut vertex = 0;
        // Two at a time: the last may come twice, which changes nothing.
        while vertex < count {
            for next in 0..2 {
                let to_x = splat(simd, xs[(vertex + next) & 7]) - x;
                let to_y = splat(simd, ys[(vertex + next) & 7]) - y;
                let along = out_x * to_y - out_y * to_x;
                let height = out_x * to_x + out_y * to_y;
                // What is past the end is past the next edge's start, and is left to that: so close to a
                // vertex, the way from it has all its digits. Of zeros either will do, and there is
                // nothing here that is no number.
                let beyond = along.min(zero);
                let squared = beyond * beyond + height * height;
                let squared = along.simd_le(length).select(squared, most);
                let is_nearer = squared.simd_lt(found.squared);
                found.index = is_nearer.select(index, found.index);
                found.beyond = is_nearer.select(beyond, found.beyond);
                found.height = is_nearer.select(height, found.height);
                found.squared = found.squared.min(squared);
                found.lowest = found.lowest.min(height);
                index += splat(simd, 1.0);
            }
            vertex += 2;
        }
        if self.count == 2 {
            // There and back, a segment is as far from everything; the edge that counts is the one
            // that has the other core in front of it.
            let (there, back) = (found.lowest[0], found.lowest[1]);
            let most_in_front = splat(simd, if there > back { there } else { back });
            let is_one = found.lowest.simd_ge(most_in_front) | !found.beyond.simd_eq(zero);
            found.squared = is_one.select(found.squared, most);
        }
        found
    }
}

/// Two vectors: `[x0, x1, y0, y1]`.
pub(super) type Two<S> = f32x4<S>;

#[inline(always)]
pub(super) fn two<S: Simd>(simd: S, a: Vector, b: Vector) -> Two<S> {
    [a.x, b.x, a.y, b.y].simd_into(simd)
}

/// Both vectors, rotated.
#[inline(always)]
pub(super) fn turned<S: Simd>(simd: S, v: Two<S>, cos: Real, sin: Real) -> Two<S> {
    let sin: Two<S> = [-sin, -sin, sin, sin].simd_into(simd);
    v * f32x4::splat(simd, cos) + v.slide::<2>(v) * sin
}

/// The product of the first two vectors, and that of the second two, in the first two lanes.
#[inline(always)]
pub(super) fn dots<S: Simd>(a: Two<S>, b: Two<S>) -> Two<S> {
    let products = a * b;
    products + products.slide::<2>(products)
}

#[inline(always)]
pub(super) fn splat<S: Simd>(simd: S, value: Real) -> f32x8<S> {
    f32x8::splat(simd, value)
}

#[inline(always)]
pub(super) fn lane_of<S: Simd>(v: f32x8<S>, lane: usize) -> Real {
    let lanes: [Real; 8] = v.into();
    lanes[lane & 7]
}

/// Eight points of an inner frame, in the coordinates of the outer one.
#[inline(always)]
pub(super) fn placed<S: Simd>(simd: S, [x, y]: [f32x8<S>; 2], frame: &Frame) -> [f32x8<S>; 2] {
    let (cos, sin) = (splat(simd, frame.cos), splat(simd, frame.sin));
    [(cos * x - sin * y) + splat(simd, frame.at.x), (sin * x + cos * y) + splat(simd, frame.at.y)]
}
