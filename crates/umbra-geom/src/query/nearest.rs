//! The distance of two cores of up to eight vertices, which nearly all shapes have.
//!
//! Two separated cores are nearest at a vertex of one and an edge of the other, ends included.
//! There are few enough of those to test all of them, eight edges to a register, in the frame of
//! the core that they belong to, the *holder*. A walk tests fewer, but waits for each of its
//! steps, and its direction cannot be predicted; here every pair takes the same path, and the
//! only sums that wait for one another are at the end. Normal and distance are computed for all
//! edges before the nearest is known, to wait less. Two boxes have a [shorter way](super::boxes).
//!
//! When no edge has the whole of the other core in front of it, the two overlap, and the edge
//! with the least overlap is the shortest way out.
//!
//! **The next time**, the vertex and the edge are the same. That is certain when the normal
//! separates the two: the vertex is the lowest of its core along it, and the edge, or its nearest
//! end, the highest. The same sums give the same result as before, to the last bit.
//!
//! The arithmetic is the same, in the same order, whatever the width of the registers.
//!
//! The [general path](super::gjk) handles the rest: larger cores, cores one of which is so much
//! longer than the other that their frames differ in precision, two points, crossing segments, and
//! numbers that cannot be squared.

use super::answers::{Distance, DistanceCache, End, Feature, Place};
use super::boxes::{Apart, Boxes};
use super::edges::{Edges, Two, dots, lane_of, placed, splat, turned, two};
use super::gjk::LONGER;
use crate::frame::Frame;
use crate::math::{cross, dot};
use crate::one_pair::one_pair;
use crate::shape::SmallOutline;
use crate::{Point, Pose, Real, Shape, Vector};
use umbra_lanes::{coordinates_8, f32x4, greatest, least, prelude::*};

/// Coordinates above this, and those that are not finite, are left to the general path.
const FARTHEST: Real = 1e15;
/// Cores nearer than this fraction of their size touch: the vector between them is rounding, and
/// has no usable direction. The nearest face has one.
const TOUCHING: Real = 1e-6;
/// The same for rounded shapes, which overlap at that distance, so that the direction matters,
const TOUCHING_ROUNDED: Real = 1e-5;
/// up to this fraction of the radii: the way out along the face is longer than the shortest by
/// half the square of this.
const TOUCHING_RADII: Real = 1e-2;

/// A core of up to eight vertices.
struct Small<'a> {
    outline: &'a SmallOutline,
    radius: Real,
}

impl<'a> Small<'a> {
    #[inline(always)]
    fn new(shape: &'a Shape) -> Option<Self> {
        Some(Self { outline: shape.small()?, radius: shape.radius() })
    }

    #[inline(always)]
    fn vertex(&self, index: usize) -> Vector {
        self.outline.vertices[index & 7].coords
    }

    #[inline(always)]
    fn next(&self, index: usize) -> usize {
        if index + 1 < self.outline.count { index + 1 } else { 0 }
    }

    #[inline(always)]
    fn previous(&self, index: usize) -> usize {
        if index > 0 { index - 1 } else { self.outline.count - 1 }
    }

    /// See [`is_longer`](super::gjk::is_longer).
    #[inline(always)]
    fn is_longer(&self, other: &Self) -> bool {
        self.outline.outer_radius > LONGER * (other.outline.outer_radius + other.radius)
    }
}

/// The nearest features of two separated small cores, in the terms of the walk along their
/// difference; `None` where only the walk can decide.
pub(super) fn nearest_feature(shapes: [&Shape; 2], poses: [&Pose; 2]) -> Option<End> {
    let cores = [Small::new(shapes[0])?, Small::new(shapes[1])?];
    let pair = Pair { cores: &cores, poses: &poses, shapes: &shapes };
    let (place, found) = one_pair!(simd => pair.search(simd))?;
    if place.is_overlap {
        return None;
    }
    let is_face =
        found.normal == cores[found.holder & 1].outline.normals[usize::from(place.edge) & 7];
    let (edge, vertex) = (usize::from(place.edge), usize::from(place.vertex));
    let ends = if place.holder == 0 { [edge, vertex] } else { [vertex, edge] };
    let feature = match (is_face, place.holder) {
        (false, _) => Feature::Vertices,
        (true, 0) => Feature::EdgeOfA,
        (true, _) => Feature::EdgeOfB,
    };
    Some((feature, ends[0], ends[1]))
}

/// The distance of two small cores; `None` where the general path has to decide.
#[inline(always)]
pub(super) fn small<S: Simd>(
    simd: S,
    shapes: [&Shape; 2],
    poses: [&Pose; 2],
    cache: &mut DistanceCache,
) -> Option<Distance> {
    let a = Small::new(shapes[0])?;
    let b = Small::new(shapes[1])?;
    if a.is_longer(&b) | b.is_longer(&a) {
        return None;
    }
    // Arrays, as which of the two is the holder is as random as a coin, and an index is no jump.
    let cores = [a, b];
    let pair = Pair { cores: &cores, poses: &poses, shapes: &shapes };
    if let Some(place) = cache.place
        && let Some(found) = pair.confirm(simd, place)
    {
        return Some(found.answer(simd, &pair, 1));
    }
    let (place, found) = pair.search(simd)?;
    cache.place = Some(place);
    Some(found.answer(simd, &pair, (cores[0].outline.count + cores[1].outline.count) as u32))
}

/// The nearest features of the two cores, in the frame of the holder.
struct Meeting {
    holder: usize,
    /// The vertex of the other core.
    corner: Vector,
    /// The unit vector from the holder to the other core.
    normal: Vector,
    /// The distance; negative in an overlap.
    distance: Real,
}

struct Pair<'a> {
    cores: &'a [Small<'a>; 2],
    poses: &'a [&'a Pose; 2],
    shapes: &'a [&'a Shape; 2],
}

impl<'a> Pair<'a> {
    /// The other core's frame in that of the holder.
    #[inline(always)]
    fn other_in(&self, holder: usize) -> Frame {
        Frame::between(self.poses[holder & 1], self.poses[(holder & 1) ^ 1])
    }

    #[inline(always)]
    fn are_boxes(&self) -> bool {
        self.shapes[0].is_box() & self.shapes[1].is_box()
    }

    /// The holder and the other core.
    #[inline(always)]
    fn in_order(&self, holder: usize) -> [&Small<'a>; 2] {
        [&self.cores[holder & 1], &self.cores[(holder & 1) ^ 1]]
    }

    /// The distance below which the two touch.
    #[inline(always)]
    fn touching(&self) -> Real {
        let [a, b] = self.cores;
        let size = a.outline.outer_radius + b.outline.outer_radius;
        let (rounded, radii) = (TOUCHING_ROUNDED * size, TOUCHING_RADII * (a.radius + b.radius));
        TOUCHING * size + if radii < rounded { radii } else { rounded }
    }

    /// The meeting at a place, if that is certain to be the nearest one.
    #[inline(always)]
    fn confirm<S: Simd>(&self, simd: S, place: Place) -> Option<Meeting> {
        let (holder, edge, vertex) =
            (usize::from(place.holder), usize::from(place.edge), usize::from(place.vertex));
        let [own, other] = self.in_order(holder);
        if (edge >= own.outline.count) | (vertex >= other.outline.count) {
            return None;
        }
        if place.is_overlap {
            return self.still_overlap(place);
        }
        let turn = self.other_in(holder);
        let (start, outward) = (own.vertex(edge), own.outline.normals[edge & 7]);
        let end = own.vertex(own.next(edge));
        let here = other.vertex(vertex);
        let corner = turn.outward(here);
        // The same sums as in `Edges::nearest` and in `search`.
        let (offset, side) = (corner - start, end - start);
        let along = outward.x * offset.y - outward.y * offset.x;
        let height = outward.x * offset.x + outward.y * offset.y;
        let length = outward.x * side.y - outward.y * side.x;
        let beyond = if along < 0.0 { along } else { 0.0 };
        let squared = beyond * beyond + height * height;
        let distance = squared.sqrt();
        let factor = distance * (1.0 / squared);
        let way = Vector::new(
            (outward.x * height - outward.y * beyond) * factor,
            (outward.y * height + outward.x * beyond) * factor,
        );
        let zero = f32x4::splat(simd, 0.0);
        let is_face = f32x4::splat(simd, beyond).simd_eq(zero);
        let normal = is_face.select(two(simd, outward, outward), two(simd, way, way));

        // The neighbours of the vertex, and that of the edge's start where that is what is nearest.
        let (ahead, behind) =
            (other.vertex(other.next(vertex)), other.vertex(other.previous(vertex)));
        let beside = two(simd, ahead, behind) - two(simd, here, here);
        let falls = dots(beside, turned(simd, normal, turn.cos, -turn.sin)).simd_lt(zero);
        let is_lowest = falls.to_bitmask() & 3 == 0;
        let normal = Vector::new(normal[0], normal[2]);
        let before = own.vertex(own.previous(edge)) - start;
        let is_highest = (beyond == 0.0) | (dot(before, normal) <= 0.0);
        let is_in_front = (height > 0.0) | (beyond != 0.0);
        let is_certain = is_lowest
            & is_highest
            & is_in_front
            & (along <= length)
            & (distance > self.touching())
            & (distance < FARTHEST);
        is_certain.then_some(Meeting { holder, corner, normal, distance })
    }

    /// The meeting at a place of overlap, if the cores are certain to overlap still: the origin of
    /// their difference is in the triangle between the centre of the difference and the edge.
    /// `None` for boxes, which take the axis of least overlap.
    #[inline(never)]
    fn still_overlap(&self, place: Place) -> Option<Meeting> {
        if self.are_boxes() {
            return None;
        }
        let (holder, edge, vertex) =
            (usize::from(place.holder), usize::from(place.edge), usize::from(place.vertex));
        let [own, other] = self.in_order(holder);
        let turn = self.other_in(holder);
        let found = self.behind(holder, edge, vertex, &turn);
        let center = |of: usize| self.shapes[of & 1].core().center.coords;
        let middle = turn.outward(center(holder ^ 1)) - center(holder);
        let start = found.corner - own.vertex(edge);
        let end = found.corner - own.vertex(own.next(edge));
        let is_there =
            (found.distance < 0.0) & (cross(middle, start) >= 0.0) & (cross(middle, end) <= 0.0);
        // Pushed out beside the edge, the vertex would have left the holder behind.
        let is_beside = (cross(found.normal, start) < 0.0) | (cross(found.normal, end) > 0.0);
        let (back, here) = (turn.turn_back(found.normal), other.vertex(vertex));
        let falls = |index: usize| dot(other.vertex(index) - here, back) < 0.0;
        let is_deepest = !(falls(other.next(vertex)) | falls(other.previous(vertex)));
        (is_there & is_deepest & !is_beside).then_some(found)
    }

    /// The meeting of an edge and a vertex behind it.
    #[inline(always)]
    fn behind(&self, holder: usize, edge: usize, vertex: usize, turn: &Frame) -> Meeting {
        let [own, other] = self.in_order(holder);
        let normal = own.outline.normals[edge & 7];
        let corner = turn.outward(other.vertex(vertex));
        Meeting { holder, corner, normal, distance: dot(normal, corner - own.vertex(edge)) }
    }

    /// The nearest of all edges and vertices; `None` where the general path has to decide.
    #[inline(always)]
    fn search<S: Simd>(&self, simd: S) -> Option<(Place, Meeting)> {
        let [a, b] = [self.cores[0].outline, self.cores[1].outline];
        let (b_in_a, a_in_b) = (self.other_in(0), self.other_in(1));
        let at = b_in_a.at;
        let size = at.x.abs() + at.y.abs() + b_in_a.cos.abs() + b_in_a.sin.abs();
        // Written so that what is no number is not either.
        let is_everyday = size < FARTHEST;
        if !is_everyday | (a.count + b.count == 2) {
            return None;
        }
        if self.are_boxes() {
            let halves = [self.cores[0].vertex(2), self.cores[1].vertex(2)];
            let found = self.search_boxes(simd, &Boxes { halves, others: [b_in_a, a_in_b] });
            if found.is_some() {
                return found;
            }
        }
        let at_a = coordinates_8(simd, bytemuck::cast_ref(&a.vertices));
        let at_b = coordinates_8(simd, bytemuck::cast_ref(&b.vertices));
        let out_a = coordinates_8(simd, bytemuck::cast_ref(&a.normals));
        let out_b = coordinates_8(simd, bytemuck::cast_ref(&b.normals));
        let (b_from_a, a_from_b) = (placed(simd, at_b, &b_in_a), placed(simd, at_a, &a_in_b));
        let xs: [[Real; 8]; 2] = [b_from_a[0].into(), a_from_b[0].into()];
        let ys: [[Real; 8]; 2] = [b_from_a[1].into(), a_from_b[1].into()];
        let edges = Edges { start: at_a, outward: out_a, count: a.count };
        let from_a = edges.nearest(simd, &xs[0], &ys[0], b.count);
        let edges = Edges { start: at_b, outward: out_b, count: b.count };
        let from_b = edges.nearest(simd, &xs[1], &ys[1], a.count);

        // For each lane the nearer of two, and its normal.
        let of_b = from_b.squared.simd_lt(from_a.squared);
        let squared = of_b.select(from_b.squared, from_a.squared);
        let index = of_b.select(from_b.index, from_a.index);
        let beyond = of_b.select(from_b.beyond, from_a.beyond);
        let height = of_b.select(from_b.height, from_a.height);
        let out = [of_b.select(out_b[0], out_a[0]), of_b.select(out_b[1], out_a[1])];
        let distance = squared.sqrt();
        let factor = distance * (splat(simd, 1.0) / squared);
        let way = [
            (out[0] * height - out[1] * beyond) * factor,
            (out[1] * height + out[0] * beyond) * factor,
        ];
        let is_face = beyond.simd_eq(splat(simd, 0.0));
        let normal = [is_face.select(out[0], way[0]), is_face.select(out[1], way[1])];

        let (least, touching) = (least(squared), self.touching());
        let most_in_front = greatest(from_a.lowest.max(from_b.lowest))[0];
        if (most_in_front <= 0.0) | (least[0] <= touching * touching) {
            return self.overlap(&from_a.lowest.into(), &from_b.lowest.into());
        }
        let nearest = squared.simd_eq(least).to_bitmask();
        let lane = nearest.trailing_zeros() as usize & 7;
        let holder = (of_b.to_bitmask() >> lane) as usize & 1;
        let vertex = lane_of(index, lane).to_bits() as usize & 7;
        let corner = Vector::new(xs[holder][vertex], ys[holder][vertex]);
        let normal = Vector::new(lane_of(normal[0], lane), lane_of(normal[1], lane));
        let place = Place {
            holder: holder as u8,
            edge: lane as u8,
            vertex: vertex as u8,
            is_overlap: false,
        };
        Some((place, Meeting { holder, corner, normal, distance: lane_of(distance, lane) }))
    }

    /// The nearest of all corners of two boxes; `None` when they touch.
    #[inline(always)]
    fn search_boxes<S: Simd>(&self, simd: S, boxes: &Boxes) -> Option<(Place, Meeting)> {
        let Apart { place, corner, way, squared } = match boxes.nearest(simd) {
            Ok(apart) => apart,
            Err(place) => {
                let (edge, vertex) = (place.edge.into(), place.vertex.into());
                let turn = &boxes.others[usize::from(place.holder)];
                return Some((place, self.behind(place.holder.into(), edge, vertex, turn)));
            }
        };
        // The same sums as in `confirm`.
        let holder = usize::from(place.holder);
        let outward = self.cores[holder & 1].outline.normals[usize::from(place.edge) & 7];
        let distance = squared.sqrt();
        let is_face = (way.x == 0.0) | (way.y == 0.0);
        let way = way * (distance * (1.0 / squared));
        let is_face = <f32x4<S> as SimdBase<S>>::Mask::splat(simd, is_face);
        let normal = is_face.select(two(simd, outward, outward), two(simd, way, way));
        let normal = Vector::new(normal[0], normal[2]);
        (distance > self.touching())
            .then_some((place, Meeting { holder, corner, normal, distance }))
    }

    /// The least overlap, or the face between two touching cores, given the distance of the lowest
    /// vertex in front of each edge.
    #[cold]
    #[inline(never)]
    fn overlap(&self, from_a: &[Real; 8], from_b: &[Real; 8]) -> Option<(Place, Meeting)> {
        let [a, b] = self.cores;
        // The difference of two segments in line has no inside.
        if (a.outline.count <= 2) & (b.outline.count <= 2) {
            return None;
        }
        let (mut edge, mut most) = (0, Real::NEG_INFINITY);
        for (index, &lowest) in from_a.iter().chain(from_b).enumerate() {
            (edge, most) = if lowest > most { (index, lowest) } else { (edge, most) };
        }
        let (holder, edge) = (edge / 8, edge % 8);
        let [own, other] = self.in_order(holder);
        let turn = self.other_in(holder);
        let axis = turn.turn_back(own.outline.normals[edge]);
        let (mut vertex, mut least) = (0, Real::INFINITY);
        for index in 0..other.outline.count {
            let along = dot(other.vertex(index), axis);
            (vertex, least) = if along < least { (index, along) } else { (vertex, least) };
        }
        let found = self.behind(holder, edge, vertex, &turn);
        let (holder, edge, vertex) = (holder as u8, edge as u8, vertex as u8);
        Some((Place { holder, edge, vertex, is_overlap: true }, found))
    }
}

impl Meeting {
    /// The distance with the discs around the cores, in the world.
    #[inline(always)]
    fn answer<S: Simd>(&self, simd: S, pair: &Pair<'_>, iterations: u32) -> Distance {
        let [own, other] = pair.in_order(self.holder);
        let frame = Frame::from_pose(pair.poses[self.holder & 1]);
        let radii = own.radius + other.radius;
        // From the corner it is as far to either surface as the numbers say.
        let (to_own, to_other) = (self.distance - own.radius, other.radius);
        let far: Two<S> = [to_own, to_other, to_own, to_other].simd_into(simd);
        let normal = two(simd, self.normal, self.normal);
        let points = two(simd, self.corner, self.corner) - normal * far;
        let points = turned(simd, points, frame.cos, frame.sin) + two(simd, frame.at, frame.at);
        let normal = turned(simd, normal, frame.cos, frame.sin);
        let b_holds = <f32x4<S> as SimdBase<S>>::Mask::splat(simd, self.holder & 1 != 0);
        let crossed: Two<S> = [points[1], points[0], points[3], points[2]].simd_into(simd);
        let points = b_holds.select(crossed, points);
        let normal = b_holds.select(-normal, normal);
        Distance {
            distance: if self.distance <= radii { 0.0 } else { self.distance - radii },
            normal: Vector::new(normal[0], normal[2]),
            point_a: Point::new(points[0], points[2]),
            point_b: Point::new(points[1], points[3]),
            iterations,
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/query_nearest.rs"]
mod tests;
