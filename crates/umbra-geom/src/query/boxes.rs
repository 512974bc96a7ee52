//! The distance of two boxes, in closed form.
//!
//! Two separated convex polygons are nearest at a corner of one of them. The point of a box
//! that is nearest to a corner of the other needs no search: each coordinate is clamped to the half
//! extent. There are eight corners, four to a register, and the least of the eight distances is
//! the result. Nothing here branches on the arrangement of the boxes, which cannot be predicted;
//! so calls overlap in the processor, where a walk waits for each of its steps.
//!
//! Overlapping boxes are separated along the axis of least overlap, the shortest way out.

use super::answers::Place;
use crate::frame::Frame;
use crate::{Real, Vector};
use umbra_lanes::{f32x4, greatest, least, prelude::*};

/// Signs of the x coordinates of the four corners, counter-clockwise.
const RIGHT: [f32; 4] = [-1.0, 1.0, 1.0, -1.0];
const UP: [f32; 4] = [-1.0, -1.0, 1.0, 1.0];
/// The corners by side: right is 1, up is 2.
const CORNERS: [u8; 4] = [0, 1, 3, 2];
/// The edges by the axes on which a corner is outside of the box, and then by side: outside on both
/// axes, the edge that starts from the corner; on y only, the bottom or top edge; on x only, the
/// left or right edge.
const EDGES: [[u8; 4]; 4] = [CORNERS, [0, 0, 2, 2], [3, 1, 3, 1], CORNERS];

/// Two boxes around the origins of their frames.
pub(super) struct Boxes {
    /// The half extents of A and B.
    pub(super) halves: [Vector; 2],
    /// The frames of B in A and of A in B.
    pub(super) others: [Frame; 2],
}

/// The nearest features of two separated boxes, in the frame of the place's holder.
pub(super) struct Apart {
    pub(super) place: Place,
    /// The corner of the other box.
    pub(super) corner: Vector,
    /// The vector from the nearest point of the holder to the corner.
    pub(super) way: Vector,
    /// The squared length of `way`.
    pub(super) squared: Real,
}

impl Boxes {
    /// The nearest features. For overlapping boxes, `Err` with the edge of least overlap and the
    /// corner that is deepest behind it.
    #[inline(always)]
    pub(super) fn nearest<S: Simd>(&self, simd: S) -> Result<Apart, Place> {
        let separations = self.separations(simd);
        let most = greatest(separations);
        if most[0] <= 0.0 {
            let axis = separations.simd_eq(most).to_bitmask().trailing_zeros() as usize & 3;
            return Err(self.deepest(axis >> 1, axis & 1));
        }
        let [half_a, half_b] = self.halves;
        let low = Corners::new(simd, half_b, &self.others[0], half_a);
        let high = Corners::new(simd, half_a, &self.others[1], half_b);
        let nearest = least(low.squared.min(high.squared));
        let mask = low.squared.simd_eq(nearest).to_bitmask()
            | (high.squared.simd_eq(nearest).to_bitmask() << 4);
        let index = mask.trailing_zeros() as usize & 7;
        let of = |low: f32x4<S>, high: f32x4<S>| -> f32 {
            let lanes: [[f32; 4]; 2] = [low.into(), high.into()];
            lanes.as_flattened()[index]
        };
        let corner = Vector::new(of(low.at[0], high.at[0]), of(low.at[1], high.at[1]));
        let beyond =
            Vector::new(of(low.beyond[0], high.beyond[0]), of(low.beyond[1], high.beyond[1]));
        // A table, as a jump to the right kind of place would be as random as a coin.
        let side = usize::from(corner.x > 0.0) + 2 * usize::from(corner.y > 0.0);
        let edge = EDGES[usize::from(beyond.x == 0.0) + 2 * usize::from(beyond.y == 0.0)][side];
        let (holder, vertex) = ((index >> 2) as u8, (index & 3) as u8);
        let way = Vector::new(beyond.x.copysign(corner.x), beyond.y.copysign(corner.y));
        let place = Place { holder, edge, vertex, is_overlap: false };
        Ok(Apart { place, corner, way, squared: nearest[0] })
    }

    /// The separations along A's x and y axes, then B's.
    #[inline(always)]
    fn separations<S: Simd>(&self, simd: S) -> f32x4<S> {
        let [a, b] = self.halves;
        let [b_in_a, a_in_b] = &self.others;
        let middle: f32x4<S> = [b_in_a.at.x, b_in_a.at.y, a_in_b.at.x, a_in_b.at.y].simd_into(simd);
        let own: f32x4<S> = [a.x, a.y, b.x, b.y].simd_into(simd);
        let along: f32x4<S> = [b.x, b.y, a.x, a.y].simd_into(simd);
        let across: f32x4<S> = [b.y, b.x, a.y, a.x].simd_into(simd);
        let (cos, sin) = (simd.all(b_in_a.cos.abs()), simd.all(b_in_a.sin.abs()));
        middle.abs() - own - (along * cos + across * sin)
    }

    /// The edge of the holder across its x (0) or y axis (1) on the side of the other box, and the
    /// deepest corner of the other box behind it.
    #[inline(always)]
    fn deepest(&self, holder: usize, axis: usize) -> Place {
        let other = &self.others[holder];
        let (x, y) = (other.at.x >= 0.0, other.at.y >= 0.0);
        let away = |is_positive: bool| if is_positive { 1.0 } else { -1.0 };
        let normal = if axis == 0 { Vector::new(away(x), 0.0) } else { Vector::new(0.0, away(y)) };
        let edge = EDGES[2 - axis][usize::from(x) + 2 * usize::from(y)];
        let back = other.turn_back(normal);
        let vertex = CORNERS[usize::from(back.x <= 0.0) + 2 * usize::from(back.y <= 0.0)];
        Place { holder: holder as u8, edge, vertex, is_overlap: true }
    }
}

/// The corners of one box in the frame of another, and their distances beyond its faces.
struct Corners<S: Simd> {
    at: [f32x4<S>; 2],
    /// The distances beyond the faces; zero where a corner is between the faces.
    beyond: [f32x4<S>; 2],
    squared: f32x4<S>,
}

impl<S: Simd> Corners<S> {
    /// The corners of the box with half extents `half` and the frame `place`, relative to the faces
    /// of a box at the origin.
    #[inline(always)]
    fn new(simd: S, half: Vector, place: &Frame, faces: Vector) -> Self {
        let right: f32x4<S> = RIGHT.simd_into(simd);
        let up: f32x4<S> = UP.simd_into(simd);
        let (cos, sin) = (place.cos, place.sin);
        let x = right * simd.all(half.x * cos) - up * simd.all(half.y * sin);
        let y = right * simd.all(half.x * sin) + up * simd.all(half.y * cos);
        let at = [x + simd.all(place.at.x), y + simd.all(place.at.y)];
        let zero = simd.all(0.0);
        // Of zeros either will do: the sign is that of the corner's place.
        let beyond = |along: f32x4<S>, face: f32| (along.abs() - simd.all(face)).max(zero);
        let beyond = [beyond(at[0], faces.x), beyond(at[1], faces.y)];
        let squared = beyond[0] * beyond[0] + beyond[1] * beyond[1];
        Self { at, beyond, squared }
    }
}
