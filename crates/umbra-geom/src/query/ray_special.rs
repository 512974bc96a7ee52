//! Rays at circles, capsules, boxes and small polygons, from outside: the most frequent cases, in
//! closed form.
//!
//! Two to three times as fast as the general path, which handles the rest: rays that are not
//! *everyday*, because they start inside, have no length or a length that cannot be squared, or
//! are not finite. Property tests compare both with the same oracle.

use super::answers::RayHit;
use crate::frame::Frame;
use crate::math::{cross, dot, left_of, right_of};
use crate::shape::SmallOutline;
use crate::{Capsule, Circle, Point, Polygon, Pose, Real, Shape, Vector};
use umbra_lanes::{
    Baseline, baseline, coordinates, f32x4, greatest, is_first_set, least, prelude::*,
};

/// The hit or miss of a special case; the outer `None` for a ray that is not everyday.
type Found = Option<Option<RayHit>>;

/// Squared lengths whose square is neither zero nor infinite.
pub(super) const EVERYDAY: core::ops::Range<Real> = 1e-16..1e16;

/// Casts a ray at a shape of a special kind.
#[inline]
pub(super) fn cast(shape: &Shape, pose: &Pose, origin: Point, way: Vector) -> Found {
    match shape {
        Shape::Circle(circle) => at_circle(circle, pose, origin, way),
        Shape::Capsule(capsule) => at_capsule(capsule, pose, origin, way),
        Shape::Polygon(polygon) if polygon.radius() == 0.0 => match polygon.half_extents() {
            Some(half) => at_box(half, pose, origin, way),
            None => at_polygon(polygon, pose, origin, way),
        },
        _ => None,
    }
}

/// The hit, unless it is a miss. All of it is computed, and a miss overwrites it: hits cannot be
/// predicted, and a jump to the end on a miss is slower than the rest of the work.
#[inline(always)]
fn unless(miss: bool, hit: RayHit) -> Found {
    let mut found = Some(hit);
    if miss {
        found = None;
    }
    Some(found)
}

/// The entry of a ray into a disc around the origin.
struct DiscEntry {
    misses: bool,
    fraction: Real,
    /// The vector from the centre to the entry.
    arm: Vector,
}

impl DiscEntry {
    #[inline(always)]
    fn new(offset: Vector, way: Vector, squared_length: Real, radius: Real) -> Self {
        // Twice the area between the ray and the centre: no difference of large squares, which
        // would lose all digits of a far ray.
        let area = cross(way, offset);
        // The root of a negative number is NaN, which compares as a miss.
        let half_chord = (radius * radius * squared_length - area * area).sqrt();
        let reach = -dot(offset, way) - half_chord;
        let hits = (reach >= 0.0) & (reach <= squared_length);
        // From the centre across the ray, then back along it by half of the chord. Not the end of
        // the way from the origin: of a far ray that has no digits left for a small disc.
        let per_square = 1.0 / squared_length;
        let arm = (left_of(way) * area - way * half_chord) * per_square;
        Self { misses: !hits, fraction: reach * per_square, arm }
    }
}

/// Casts at a disc, which needs no change of frame.
#[inline(always)]
fn at_circle(circle: &Circle, pose: &Pose, origin: Point, way: Vector) -> Found {
    let (center, radius) = (pose.translation.vector, circle.radius());
    let offset = origin.coords - center;
    let squared_length = dot(way, way);
    let distance = dot(offset, offset);
    let is_everyday = is_everyday(squared_length) & (distance < EVERYDAY.end);
    if !(is_everyday & (distance > radius * radius)) {
        return None;
    }
    let entry = DiscEntry::new(offset, way, squared_length, radius);
    let point = Point::from(center + entry.arm);
    let normal = entry.arm * (1.0 / radius);
    unless(entry.misses, RayHit { fraction: entry.fraction, point, normal })
}

#[inline(always)]
fn is_everyday(squared_length: Real) -> bool {
    EVERYDAY.contains(&squared_length)
}

/// Casts at a strip between two parallel lines, and at the disc at the end where the ray overshoots
/// it.
#[inline(always)]
fn at_capsule(capsule: &Capsule, pose: &Pose, origin: Point, way: Vector) -> Found {
    let (frame, radius, segment) = (Frame::from_pose(pose), capsule.radius(), capsule.segment());
    let way = frame.turn_back(way);
    let squared_length = dot(way, way);
    // Along the segment, and to the right of it.
    let along = segment.direction();
    let right = right_of(along);
    let offset = frame.inward(origin) - segment.a().coords;
    let (x, y) = (dot(offset, along), dot(offset, right));
    let (dx, dy) = (dot(way, along), dot(way, right));
    let length = segment.length();
    let is_everyday = is_everyday(squared_length) & (dot(offset, offset) < EVERYDAY.end);
    // In the strip, and not beyond its ends: inside, or all but.
    let is_inside = (y.abs() <= radius) & (x >= -radius) & (x <= length + radius);
    if !is_everyday | is_inside {
        return None;
    }
    let zero = single(0.0);
    // Where the ray comes into the strip; at its start when it is in it from there.
    let is_beside = single(y.abs()).simd_gt(single(radius));
    let side = radius.copysign(y);
    let fraction = (side - y) / dy;
    let entry = is_beside.select(single(x + dx * fraction), single(x));
    let before = zero.simd_gt(entry);
    let is_at_end = before | entry.simd_gt(single(length));
    // A ray along the strip divides by zero, and is a miss like one that ends before it.
    let enters = single(fraction).simd_ge(zero) & single(1.0).simd_ge(single(fraction));

    let pick = |first: Vector, second: Vector| {
        let pick = |a: Real, b: Real| before.select(single(a), single(b))[0];
        Vector::new(pick(first.x, second.x), pick(first.y, second.y))
    };
    let end = pick(segment.a().coords, segment.b().coords);
    let from_end = frame.inward(origin) - end;
    let disc = DiscEntry::new(from_end, way, squared_length, radius);
    let on_side = segment.a().coords + along * entry[0] + right * side;
    let pick = |disc: Real, side: Real| is_at_end.select(single(disc), single(side))[0];
    let at_end = end + disc.arm;
    let point = Vector::new(pick(at_end.x, on_side.x), pick(at_end.y, on_side.y));
    let (arm, outward) = (disc.arm * (1.0 / radius), right * 1.0_f32.copysign(y));
    let normal = Vector::new(pick(arm.x, outward.x), pick(arm.y, outward.y));
    let hit = RayHit {
        fraction: pick(disc.fraction, fraction),
        point: frame.outward_point(point),
        normal: frame.turn(normal),
    };
    let misses_strip = is_first_set(is_beside & !enters);
    unless(misses_strip | (is_first_set(is_at_end) & disc.misses), hit)
}

/// Casts at two crossing strips: the ray is inside from where it has entered both.
#[inline(always)]
fn at_box(half: Vector, pose: &Pose, origin: Point, way: Vector) -> Found {
    let frame = Frame::from_pose(pose);
    let (start, way) = (frame.inward(origin), frame.turn_back(way));
    // Two quotients instead of four: they are what takes the time.
    let per_way = Vector::new(1.0 / way.x, 1.0 / way.y);
    // Finite, and not along an axis.
    if !(start.x + start.y + way.x + way.y + per_way.x + per_way.y).is_finite() {
        return None;
    }
    let near_side = Vector::new(-half.x.copysign(way.x), -half.y.copysign(way.y));
    let enter_x = single((near_side.x - start.x) * per_way.x);
    let enter_y = single((near_side.y - start.y) * per_way.y);
    let leave_x = single((-near_side.x - start.x) * per_way.x);
    let leave_y = single((-near_side.y - start.y) * per_way.y);
    let enters_by_x = enter_x.simd_gt(enter_y);
    let fraction = enters_by_x.select(enter_x, enter_y)[0];
    let leave = leave_y.simd_gt(leave_x).select(leave_x, leave_y)[0];
    let misses = (fraction > leave) | (fraction > 1.0) | (leave < 0.0);
    if !misses & (fraction < 0.0) {
        return None;
    }
    let pick = |by_x: Real, by_y: Real| enters_by_x.select(single(by_x), single(by_y))[0];
    let side = Vector::new(
        pick(near_side.x, start.x + way.x * fraction),
        pick(start.y + way.y * fraction, near_side.y),
    );
    let normal = Vector::new(
        pick(1.0_f32.copysign(near_side.x), 0.0),
        pick(0.0, 1.0_f32.copysign(near_side.y)),
    );
    let (point, normal) = (frame.outward_point(side), frame.turn(normal));
    unless(misses, RayHit { fraction, point, normal })
}

/// Casts at the half-planes behind each edge, up to eight at once: the ray is inside from where it
/// has entered all that it approaches, until it leaves one of the others.
#[inline(always)]
fn at_polygon(polygon: &Polygon, pose: &Pose, origin: Point, way: Vector) -> Found {
    let SmallOutline { vertices, normals, .. } = polygon.small()?;
    let frame = Frame::from_pose(pose);
    let (start, way) = (frame.inward(origin), frame.turn_back(way));
    if !(is_everyday(dot(way, way)) & (dot(start, start) < EVERYDAY.end)) {
        return None;
    }
    let low = at_edges(*vertices.first_chunk()?, *normals.first_chunk()?, start, way);
    let high = at_edges(*vertices.last_chunk()?, *normals.last_chunk()?, start, way);
    let enter = greatest(low.0.max(high.0));
    let leave = least(low.1.min(high.1))[0];
    let edge = low.0.simd_eq(enter).to_bitmask() | (high.0.simd_eq(enter).to_bitmask() << 4);
    let edge = edge.trailing_zeros() as usize & 7;
    let fraction = enter[0];
    let misses = (fraction > leave) | (fraction > 1.0) | (leave < 0.0);
    // From inside, and where rounding decides whether a corner is touched.
    let grazes = (fraction - leave).abs() < GRAZING;
    if !misses & (fraction < 0.0) | grazes {
        return None;
    }
    let point = frame.outward_point(start + way * fraction);
    unless(misses, RayHit { fraction, point, normal: frame.turn(normals[edge]) })
}

/// The same number in four lanes.
#[inline(always)]
fn splat(value: Real) -> f32x4<Baseline> {
    baseline().all(value)
}

/// This number in the first lane, which is the one to read.
#[inline(always)]
fn single(value: Real) -> f32x4<Baseline> {
    baseline().single(value)
}

/// The fractions at which a ray passes behind each of four edges that it approaches, and leaves
/// the others.
#[inline(always)]
fn at_edges(
    vertices: [Point; 4],
    normals: [Vector; 4],
    start: Vector,
    way: Vector,
) -> (f32x4<Baseline>, f32x4<Baseline>) {
    let (zero, infinite) = (splat(0.0), splat(Real::INFINITY));
    let [x, y] = coordinates(baseline(), bytemuck::cast_ref(&vertices));
    let [nx, ny] = coordinates(baseline(), bytemuck::cast_ref(&normals));
    let speed = nx * splat(way.x) + ny * splat(way.y);
    let behind = nx * (x - splat(start.x)) + ny * (y - splat(start.y));
    let fraction = behind / speed;
    // Along an edge and in front of it, nothing is ever inside.
    let never = speed.simd_eq(zero) & zero.simd_gt(behind);
    let enter = zero.simd_gt(speed).select(fraction, never.select(infinite, -infinite));
    (enter, speed.simd_gt(zero).select(fraction, infinite))
}

/// A ray that is inside for less than this fraction of its length passes by a corner.
pub(super) const GRAZING: Real = 1e-5;
