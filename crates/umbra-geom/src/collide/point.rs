//! A circle against a core of up to eight vertices: the most common question after two boxes.
//!
//! Seen from the core, the circle is a point. Its distances from all faces are one product for
//! every four of them; then one of three regions remains, told apart without a jump.

use super::clip::Pair;
use super::four::{four, mask};
use super::manifold::{ContactPoint, EDGE, FeatureId, Manifold};
use super::relative::Relative;
use super::sat::{COINCIDENT, axis_bias};
use super::small::Small;
use crate::math::{dot, left_of};
use crate::{Circle, ConvexCore, Pose, Real, Vector};
use fearless_simd::prelude::*;

/// The contact of a core with a circle, with the normal away from the core.
#[inline]
pub(super) fn collide_point(
    p: &Small<'_>,
    pose_p: &Pose,
    circle: &Circle,
    pose_circle: &Pose,
    speculative: Real,
) -> Manifold {
    let circle_in_p = Relative::new(pose_p, pose_circle);
    let core = &p.core;
    let shift = circle_in_p.shift;
    let separations = p.point_in_front(shift);
    let limit = core.radius + circle.radius() + speculative;
    let in_reach = (separations.best <= limit) & circle_in_p.is_finite();
    if !in_reach {
        return Manifold::EMPTY;
    }
    if separations.best <= 0.0 {
        return inside(core, pose_p, circle, circle_in_p, speculative);
    }
    let edge = separations.first_at_least(separations.best);
    let end = core.next(edge);
    let (start, normal) = (core.vertices[edge], core.normals[edge]);
    let tangent = left_of(normal);
    let offset = shift - start.coords;
    let along = dot(tangent, offset);
    let before = along < 0.0;
    let is_corner = before | (along > dot(tangent, core.vertices[end] - start));
    let corner = if before { edge } else { end };

    let from = core.vertices[corner].coords;
    let way = shift - from;
    let distance = dot(way, way).sqrt();
    let at_corner = mask(is_corner);
    // Two selections of four numbers, instead of a jump that is as random as a coin.
    let foot = start.coords + tangent * along;
    let picked = at_corner.select(
        four([from.x, from.y, distance, 0.0]),
        four([foot.x, foot.y, dot(normal, offset), 0.0]),
    );
    let (foot, distance) = (Vector::new(picked[0], picked[1]), picked[2]);
    let has_direction = mask(distance > COINCIDENT * core.outer_radius);
    let picked = (at_corner & has_direction)
        .select(four([way.x, way.y, distance, 0.0]), four([normal.x, normal.y, 1.0, 0.0]));
    let normal = Vector::new(picked[0], picked[1]) / picked[2];
    let separation = distance - core.radius - circle.radius();
    if separation > speculative {
        return Manifold::EMPTY;
    }
    let feature = if is_corner { corner } else { edge | EDGE as usize };
    let (cos, sin) = (pose_p.rotation.re, pose_p.rotation.im);
    let world = |v: Vector| Vector::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y);
    let mut manifold = Manifold { normal: world(normal), ..Manifold::EMPTY };
    manifold.push(ContactPoint {
        anchor_a: world(foot + normal * core.radius),
        anchor_b: world(foot + normal * (distance - circle.radius()) - shift),
        separation,
        id: FeatureId::from_bits((feature as u32) << 16),
    });
    manifold
}

/// A circle whose centre is in the core: the general path knows which way is out.
#[cold]
#[inline(never)]
fn inside(
    core: &ConvexCore<'_>,
    pose_p: &Pose,
    circle: &Circle,
    circle_in_p: Relative,
    speculative: Real,
) -> Manifold {
    let (point, bias) = (circle.core(), axis_bias(core, &circle.core()));
    let pair = Pair { p: core, q: &point, q_in_p: circle_in_p, pose_p, speculative, bias };
    let limit = core.radius + circle.radius() + speculative;
    pair.best(limit).map_or(Manifold::EMPTY, |best| pair.point_contact(best))
}
