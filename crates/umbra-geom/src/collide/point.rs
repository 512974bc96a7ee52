//! A circle against a core of up to eight vertices: the most common question after two boxes.
//!
//! Seen from the core, the circle is a point. Its distances from all faces are one product for
//! every four of them. The rest is without a jump up to the end: which region the point is in, and
//! whether it is in reach, is as random as a coin, and an early way out lost (45 to 37 ns per pair).

use super::collide_cores;
use super::four::{Four, single, splat, yes};
use super::lanes::{Vec2, select2, turn, turn_back};
use super::manifold::{ContactPoint, EDGE, FeatureId, Manifold};
use super::sat::COINCIDENT;
use super::small::Small;
use crate::{Circle, ConvexCore, Polygon, Pose, Real, Shape, Vector};
use fearless_simd::prelude::*;

/// The contact of a polygon with a circle, with the normal away from the polygon.
#[inline(never)]
pub(super) fn collide_polygon(
    polygon: &Polygon,
    pose: &Pose,
    circle: &Circle,
    pose_circle: &Pose,
    speculative: Real,
) -> Manifold {
    // How many corners a polygon has is as random as the rest: always look at eight.
    Small::of_eight(polygon)
        .and_then(|core| collide_point(&core, pose, circle.radius(), pose_circle, speculative))
        .unwrap_or_else(|| in_general(&polygon.core(), pose, circle, pose_circle, speculative))
}

/// The contact of any core but a point with a circle, with the normal away from the core.
#[inline(never)]
pub(super) fn collide_core(
    shape: &Shape,
    pose: &Pose,
    circle: &Circle,
    pose_circle: &Pose,
    speculative: Real,
) -> Manifold {
    if let Shape::Polygon(polygon) = shape {
        return collide_polygon(polygon, pose, circle, pose_circle, speculative);
    }
    Small::new(shape)
        .and_then(|core| collide_point(&core, pose, circle.radius(), pose_circle, speculative))
        .unwrap_or_else(|| in_general(&shape.core(), pose, circle, pose_circle, speculative))
}

/// The contact of a small core with a circle; `None` where that is for the general path to say.
#[inline(always)]
pub(super) fn collide_point<const N: usize>(
    core: &Small<'_, N>,
    pose_p: &Pose,
    radius_circle: Real,
    pose_circle: &Pose,
    speculative: Real,
) -> Option<Manifold> {
    let way = pose_circle.translation.vector - pose_p.translation.vector;
    let rotation = [splat(pose_p.rotation.re), splat(pose_p.rotation.im)];
    let way = [splat(way.x), splat(way.y)];
    let shift = turn_back(rotation, way);
    let separations = core.point_in_front(shift);
    // Written so that what is no number goes that way too.
    if !yes(separations.best.simd_gt(splat(0.0))) {
        return None;
    }
    let edge = separations.first_at_least(separations.best) % N;
    let end = core.next(edge) % N;
    let vector = |v: Vector| [single(v.x), single(v.y)];
    let minus = |a: Vec2<Four>, b: Vec2<Four>| [a[0] - b[0], a[1] - b[1]];
    let dot = |a: Vec2<Four>, b: Vec2<Four>| a[0] * b[0] + a[1] * b[1];
    let (start, normal) = (vector(core.vertices[edge].coords), vector(core.normals[edge]));
    let tangent = [-normal[1], normal[0]];
    let offset = minus(shift, start);
    let along = dot(tangent, offset);
    let stop = vector(core.vertices[end].coords);
    let before = splat(0.0).simd_gt(along);
    let is_corner = before | along.simd_gt(dot(tangent, minus(stop, start)));

    // Both corners at once, and root and reciprocal side by side: every step in turn counts here.
    let back = minus(shift, stop);
    let squared = before.select(dot(offset, offset), dot(back, back));
    let to_circle = select2(before, offset, back);
    let distance = squared.sqrt();
    let reciprocal = distance * (splat(1.0) / squared);
    let has_direction = distance.simd_gt(single(COINCIDENT * core.outer_radius));
    let distance = is_corner.select(distance, dot(normal, offset));
    let turned = is_corner & has_direction;
    let factor = turned.select(reciprocal, splat(1.0));
    let normal = select2(turned, to_circle, normal).map(|n| n * factor);
    let (radius_p, radius_q) = (single(core.radius), single(radius_circle));
    let separation = distance - radius_p - radius_q;
    // From the circle's centre it is as far to either surface as the numbers say.
    let normal = turn(rotation, normal);
    let anchor_b = normal.map(|n| -(n * radius_q));
    let to_surface = distance - radius_p;
    let anchor_a = [way[0] - normal[0] * to_surface, way[1] - normal[1] * to_surface];
    // What is too far to be squared is in no reach, not even an endless one.
    let is_finite = splat(Real::INFINITY).simd_gt(separation);
    let in_reach = single(speculative).simd_ge(separation) & is_finite;
    let keep = |v: Four| in_reach.select(v, splat(0.0))[0];
    let vector = |v: Vec2<Four>| Vector::new(keep(v[0]), keep(v[1]));
    let name = |feature: usize| single(f32::from_bits((feature as u32) << 16));
    let corner = before.select(name(edge), name(end));
    let id = keep(is_corner.select(corner, name(edge | EDGE as usize))).to_bits();
    let mut manifold = Manifold { normal: vector(normal), ..Manifold::EMPTY };
    manifold.points[0] = ContactPoint {
        anchor_a: vector(anchor_a),
        anchor_b: vector(anchor_b),
        separation: keep(separation),
        id: FeatureId::from_bits(id),
    };
    manifold.count = usize::from(yes(in_reach));
    Some(manifold)
}

/// What the general path says: it knows the way out for a centre inside of the core.
#[cold]
#[inline(never)]
fn in_general(
    core: &ConvexCore<'_>,
    pose_p: &Pose,
    circle: &Circle,
    pose_circle: &Pose,
    speculative: Real,
) -> Manifold {
    collide_cores(core, pose_p, &circle.core(), pose_circle, speculative)
}
