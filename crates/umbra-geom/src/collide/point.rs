//! A circle against a core of up to eight vertices: the most common question after two boxes.
//!
//! Seen from the core, the circle is a point. Its distances from all faces are one product of two
//! registers of eight. The rest is without a jump up to the end: which region the point is in, and
//! whether it is in reach, is as random as a coin, and an early way out lost (45 to 37 ns per pair).

use super::collide_cores;
use super::four::{Fill, yes};
use super::lanes::{Vec2, dot, minus, select2, turn, turn_back};
use super::machine::OnePair;
use super::manifold::{ContactPoint, EDGE, FeatureId, Manifold};
use super::sat::COINCIDENT;
use super::small::Small;
use crate::{Circle, ConvexCore, Pose, Real, Shape, Vector};
use fearless_simd::{f32x4, prelude::*};

/// The contact of any core but a point with a circle, with the normal away from the core.
#[inline(never)]
pub(super) fn collide_core(
    shape: &Shape,
    pose: &Pose,
    circle: &Circle,
    pose_circle: &Pose,
    speculative: Real,
) -> Manifold {
    CoreAndCircle { shape, pose, circle, pose_circle, speculative }.with_the_newest()
}

/// A shape that is no circle, and a circle.
pub(super) struct CoreAndCircle<'a> {
    pub(super) shape: &'a Shape,
    pub(super) pose: &'a Pose,
    pub(super) circle: &'a Circle,
    pub(super) pose_circle: &'a Pose,
    pub(super) speculative: Real,
}

impl OnePair for CoreAndCircle<'_> {
    type Out = Manifold;

    #[inline(always)]
    fn compute<S: Simd>(self, simd: S) -> Manifold {
        let Self { shape, pose, circle, pose_circle, speculative } = self;
        let in_general = || in_general(&shape.core(), pose, circle, pose_circle, speculative);
        let Some(core) = Small::new(shape) else { return in_general() };
        let radius = circle.radius();
        collide_point(simd, &core, pose, radius, pose_circle, speculative, &in_general)
    }
}

/// The contact of a small core with a circle, or what `in_general` says where that is for the general
/// path.
#[inline(always)]
pub(super) fn collide_point<S: Simd>(
    simd: S,
    core: &Small<'_, 8>,
    pose_p: &Pose,
    radius_circle: Real,
    pose_circle: &Pose,
    speculative: Real,
    in_general: &impl Fn() -> Manifold,
) -> Manifold {
    let way = pose_circle.translation.vector - pose_p.translation.vector;
    let single = |value: Real| simd.single(value);
    let vector = |v: Vector| [single(v.x), single(v.y)];
    let rotation = [single(pose_p.rotation.re), single(pose_p.rotation.im)];
    let way = vector(way);
    let shift = turn_back(rotation, way);
    // How many corners a polygon has is as random as the rest: always look at eight.
    let separations = core.point_in_front(simd, [shift[0][0], shift[1][0]]);
    let (zero, one) = (single(0.0), simd.all(1.0));
    // Written so that what is no number goes that way too.
    if !yes(separations.best.simd_gt(zero)) {
        return in_general();
    }
    let edge = separations.first_at_least(separations.best);
    let end = core.next(edge) & 7;
    let (start, normal) = (vector(core.vertices[edge].coords), vector(core.normals[edge]));
    let tangent = [-normal[1], normal[0]];
    let offset = minus(shift, start);
    let along = dot(tangent, offset);
    let stop = vector(core.vertices[end].coords);
    let before = zero.simd_gt(along);
    let is_corner = before | along.simd_gt(dot(tangent, minus(stop, start)));

    // Both corners at once, and root and reciprocal side by side: every step in turn counts here.
    let back = minus(shift, stop);
    let squared = before.select(dot(offset, offset), dot(back, back));
    let to_circle = select2::<f32x4<S>>(before, offset, back);
    let distance = squared.sqrt();
    let reciprocal = distance * (one / squared);
    let has_direction = distance.simd_gt(single(COINCIDENT * core.outer_radius));
    let distance = is_corner.select(distance, dot(normal, offset));
    let turned = is_corner & has_direction;
    let factor = turned.select(reciprocal, one);
    let [x, y] = select2::<f32x4<S>>(turned, to_circle, normal);
    let (radius_p, radius_q) = (single(core.radius), single(radius_circle));
    let separation = distance - radius_p - radius_q;
    // From the circle's centre it is as far to either surface as the numbers say.
    let [x, y] = turn(rotation, [x * factor, y * factor]);
    let to_surface = distance - radius_p;
    let anchor_a = minus(way, [x * to_surface, y * to_surface]);
    let anchor_b = [-(x * radius_q), -(y * radius_q)];
    // What is too far to be squared is in no reach, not even an endless one.
    let is_finite = single(Real::INFINITY).simd_gt(separation);
    let in_reach = single(speculative).simd_ge(separation) & is_finite;
    let keep = |v: f32x4<S>| in_reach.select(v, zero)[0];
    let vector = |v: Vec2<f32x4<S>>| Vector::new(keep(v[0]), keep(v[1]));
    let name = |feature: usize| single(f32::from_bits((feature as u32) << 16));
    let corner = before.select(name(edge), name(end));
    let id = keep(is_corner.select(corner, name(edge | EDGE as usize))).to_bits();
    let mut manifold = Manifold { normal: vector([x, y]), ..Manifold::EMPTY };
    manifold.points[0] = ContactPoint {
        anchor_a: vector(anchor_a),
        anchor_b: vector(anchor_b),
        separation: keep(separation),
        id: FeatureId::from_bits(id),
    };
    manifold.count = usize::from(yes(in_reach));
    manifold
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
