//! The distance of two boxes, in closed form.
//!
//! Two convex polygons that are apart are nearest at a corner of one of them. The point of a box
//! that is nearest to a corner of the other needs no search: each coordinate is clamped to the half
//! extent. There are eight corners, four to a register, and the least of the eight distances is
//! the answer. Nothing here branches on how the two lie, which is as random as a coin; and so calls
//! overlap in the processor, where a walk waits for each of its steps.
//!
//! Boxes that overlap part along the axis on which they do so least, which is the shortest way out.

use super::distance::Distance;
use super::gjk::DistanceCache;
use crate::collide::four::{Four, four, greatest, least, splat};
use crate::frame::Frame;
use crate::math::dot;
use crate::{Pose, Real, Shape, Vector};
use fearless_simd::prelude::*;

/// Coordinates above this are left to the general path, with what is not finite: the squares of
/// what is below do not overflow.
const FARTHEST: Real = 1e15;
/// Squared distances below this have lost digits.
const LEAST_SQUARED: Real = 1e-30;
/// Squared distances above this are about to overflow.
const MOST_SQUARED: Real = 1e30;
/// Where the four corners are, counter-clockwise.
const RIGHT: [Real; 4] = [-1.0, 1.0, 1.0, -1.0];
const UP: [Real; 4] = [-1.0, -1.0, 1.0, 1.0];

/// A box around the origin of its frame.
#[derive(Clone, Copy)]
pub(super) struct Cuboid {
    /// The half extents of the core.
    half: Vector,
    radius: Real,
    frame: Frame,
}

impl Cuboid {
    /// `shape` at `pose`, if it is a box.
    #[inline(always)]
    pub(super) fn new(shape: &Shape, pose: &Pose) -> Option<Self> {
        let Shape::Polygon(polygon) = shape else { return None };
        let half = polygon.half_extents()?;
        Some(Self { half, radius: polygon.radius(), frame: Frame::of(pose) })
    }
}

/// Where one box is nearest to another, or deepest in it. All seen from the other, the *holder*.
struct Meeting {
    /// 0 when A is the holder, 1 for B.
    holder: usize,
    /// The point of the holder, and the corner of the other box.
    foot: Vector,
    corner: Vector,
    /// From the holder to the other box.
    normal: Vector,
    /// Less than zero in an overlap.
    distance: Real,
}

impl Meeting {
    /// At a corner that is `beyond` the faces of the holder.
    #[inline(always)]
    fn new(holder: usize, corner: Vector, beyond: Vector, squared: Real) -> Self {
        // Beyond one face only, this is the root of a square, and the normal that of the face.
        let distance = squared.sqrt();
        let signed = |x: Real, sign: Real| x.copysign(sign);
        let foot = Vector::new(
            signed(corner.x.abs() - beyond.x, corner.x),
            signed(corner.y.abs() - beyond.y, corner.y),
        );
        let normal = Vector::new(
            signed(beyond.x / distance, corner.x),
            signed(beyond.y / distance, corner.y),
        );
        Self { holder, foot, corner, normal, distance }
    }
}

/// The distance of two boxes; `None` when a number is too large or too small for squares.
#[inline(always)]
pub(super) fn distance(a: Cuboid, b: Cuboid, cache: &mut DistanceCache) -> Option<Distance> {
    let boxes = [a, b];
    let found = Pair::new(&boxes).meeting(cache)?;
    let (holder, other) = (&boxes[found.holder], &boxes[1 - found.holder]);
    let foot = holder.frame.outward_point(found.foot + found.normal * holder.radius);
    let corner = holder.frame.outward_point(found.corner - found.normal * other.radius);
    let points = [foot, corner];
    let radii = holder.radius + other.radius;
    Some(Distance {
        distance: if found.distance <= radii { 0.0 } else { found.distance - radii },
        normal: holder.frame.turn(found.normal) * [1.0, -1.0][found.holder],
        point_a: points[found.holder],
        point_b: points[1 - found.holder],
        iterations: 1,
    })
}

/// Two boxes, each as the other sees it.
struct Pair<'a> {
    boxes: &'a [Cuboid; 2],
    /// B's rotation, seen from A.
    cos: Real,
    sin: Real,
    /// The centre of B seen from A, and of A seen from B.
    centers: [Vector; 2],
}

impl<'a> Pair<'a> {
    #[inline(always)]
    fn new(boxes: &'a [Cuboid; 2]) -> Self {
        let [a, b] = [&boxes[0].frame, &boxes[1].frame];
        let way = b.at - a.at;
        let cos = a.cos * b.cos + a.sin * b.sin;
        let sin = a.cos * b.sin - a.sin * b.cos;
        Self { boxes, cos, sin, centers: [a.turn_back(way), -b.turn_back(way)] }
    }

    #[inline(always)]
    fn meeting(&self, cache: &mut DistanceCache) -> Option<Meeting> {
        if let Some((holder, corner)) = cache.corner_of_box()
            && let Some(found) = self.confirm(holder, corner)
        {
            return Some(found);
        }
        let [b_from_a, _] = self.centers;
        let size = b_from_a.x.abs() + b_from_a.y.abs() + self.cos.abs() + self.sin.abs();
        let is_everyday = size < FARTHEST;
        if !is_everyday {
            return None;
        }
        let separations = self.separations();
        let most = greatest(separations);
        if most[0] > 0.0 { self.apart(cache) } else { Some(self.overlap(separations, most)) }
    }

    /// The meeting of a holder and the corner that was nearest last time, if it still is. It is
    /// for certain when it is the lowest of its box along the normal.
    #[inline(always)]
    fn confirm(&self, holder: usize, index: usize) -> Option<Meeting> {
        let [own, other] = [self.boxes[holder].half, self.boxes[1 - holder].half];
        let turn = self.other_in(holder);
        let corner = Vector::new(other.x * RIGHT[index], other.y * UP[index]);
        let at = turn.outward(corner);
        let beyond = |along: Real| if along > 0.0 { along } else { 0.0 };
        let beyond = Vector::new(beyond(at.x.abs() - own.x), beyond(at.y.abs() - own.y));
        let squared = dot(beyond, beyond);
        let found = Meeting::new(holder, at, beyond, squared);
        let back = turn.turn_back(found.normal);
        let is_lowest = (back.x * RIGHT[index] <= 0.0) & (back.y * UP[index] <= 0.0);
        (is_lowest & (squared > LEAST_SQUARED) & (squared < MOST_SQUARED)).then_some(found)
    }

    /// The box that is not the holder, as the holder sees it.
    #[inline(always)]
    fn other_in(&self, holder: usize) -> Frame {
        Frame { cos: self.cos, sin: self.sin * [1.0, -1.0][holder], at: self.centers[holder] }
    }

    /// The separating axis test: along A's x and y, then B's.
    #[inline(always)]
    fn separations(&self) -> Four {
        let [[a, b], [from_a, from_b]] = [self.boxes.map(|one| one.half), self.centers];
        let middle = four([from_a.x, from_a.y, from_b.x, from_b.y]).abs();
        let own = four([a.x, a.y, b.x, b.y]);
        let along = four([b.x, b.y, a.x, a.y]);
        let across = four([b.y, b.x, a.y, a.x]);
        middle - own - (along * splat(self.cos.abs()) + across * splat(self.sin.abs()))
    }

    #[inline(always)]
    fn apart(&self, cache: &mut DistanceCache) -> Option<Meeting> {
        let [half_a, half_b] = self.boxes.map(|one| one.half);
        let low = Corners::new(half_b, self.cos, self.sin, self.centers[0], half_a);
        let high = Corners::new(half_a, self.cos, -self.sin, self.centers[1], half_b);
        let nearest = least(low.squared.min(high.squared));
        let mask = low.squared.simd_eq(nearest).to_bitmask()
            | (high.squared.simd_eq(nearest).to_bitmask() << 4);
        let index = mask.trailing_zeros() as usize & 7;
        let of = |low: Four, high: Four| -> Real {
            let lanes: [[Real; 4]; 2] = [low.into(), high.into()];
            lanes.as_flattened()[index]
        };
        let corner = Vector::new(of(low.at[0], high.at[0]), of(low.at[1], high.at[1]));
        let beyond =
            Vector::new(of(low.beyond[0], high.beyond[0]), of(low.beyond[1], high.beyond[1]));
        cache.remember_corner_of_box(index >> 2, index & 3);
        let squared = nearest[0];
        (squared > LEAST_SQUARED).then(|| Meeting::new(index >> 2, corner, beyond, squared))
    }

    /// The least overlap, and the corner that is deepest along it.
    #[inline(always)]
    fn overlap(&self, separations: Four, most: Four) -> Meeting {
        let axis = separations.simd_eq(most).to_bitmask().trailing_zeros() as usize & 3;
        let holder = axis >> 1;
        let [own, other] = [self.boxes[holder].half, self.boxes[1 - holder].half];
        let turn = self.other_in(holder);
        let away = |place: Real| if place < 0.0 { -1.0 } else { 1.0 };
        let normal = if axis & 1 == 0 {
            Vector::new(away(turn.at.x), 0.0)
        } else {
            Vector::new(0.0, away(turn.at.y))
        };
        let back = turn.turn_back(normal);
        let corner = -Vector::new(other.x.copysign(back.x), other.y.copysign(back.y));
        let corner = turn.outward(corner);
        let distance = dot(normal, corner) - dot(own, normal.abs());
        Meeting { holder, foot: corner - normal * distance, corner, normal, distance }
    }
}

/// The corners of one box as another sees them, and how far they lie beyond its faces.
struct Corners {
    at: [Four; 2],
    /// Zero where a corner is between the faces.
    beyond: [Four; 2],
    squared: Four,
}

impl Corners {
    /// Of the box with half extents `half`, turned and placed so, beyond the faces of a box at the
    /// origin.
    #[inline(always)]
    fn new(half: Vector, cos: Real, sin: Real, place: Vector, faces: Vector) -> Self {
        let (right, up) = (four(RIGHT), four(UP));
        let x = splat(place.x) + (right * splat(half.x * cos) - up * splat(half.y * sin));
        let y = splat(place.y) + (right * splat(half.x * sin) + up * splat(half.y * cos));
        let beyond = |along: Four, face: Real| {
            let beyond = along.abs() - splat(face);
            // Not the register's maximum, which may choose either zero.
            beyond.simd_gt(splat(0.0)).select(beyond, splat(0.0))
        };
        let beyond = [beyond(x, faces.x), beyond(y, faces.y)];
        let squared = beyond[0] * beyond[0] + beyond[1] * beyond[1];
        Self { at: [x, y], beyond, squared }
    }
}
