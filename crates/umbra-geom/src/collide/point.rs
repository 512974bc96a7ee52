//! A circle against a core of up to eight vertices: the most frequent pair after two boxes.
//!
//! In the frame of the core, the circle is a point. Vectors stay as they lie in memory, x beside
//! y, two to a register, so that nothing is transposed, and both coordinates are computed at once.
//! The distances from all faces are four such products. The rest is without a jump up to the end:
//! neither the region of the point nor its being in reach can be predicted, and an early exit was
//! slower (45 ns per pair, not 37).

use super::collide_cores;
use super::manifold::{ContactPoint, EDGE, FeatureId, Manifold};
use super::sat::COINCIDENT;
use super::small::Small;
use crate::one_pair::one_pair;
use crate::{Circle, Pose, Real, Shape, Vector};
use umbra_lanes::{f32x4, is_first_set, mask32x4, prelude::*, u32x4};

/// The contact of any core but a point with a circle; the normal points away from the core.
#[inline(never)]
pub(super) fn collide_core(
    shape: &Shape,
    pose: &Pose,
    circle: &Circle,
    pose_circle: &Pose,
    speculative: Real,
) -> Manifold {
    one_pair!(simd => {
        let in_general = || in_general(shape, pose, circle, pose_circle, speculative);
        // Polygons first: asking which of the others it is takes as long as a face.
        let core = match shape {
            Shape::Polygon(polygon) => Small::of_polygon(polygon),
            _ => Small::new(shape),
        };
        match core {
            Some(core) => {
                let radius = circle.radius();
                collide_point(simd, &core, pose, radius, pose_circle, speculative, &in_general)
            }
            None => in_general(),
        }
    })
}

/// The contact of a small core with a circle, or the result of `in_general` where the general path
/// has to decide.
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
    let way = twice(simd, pose_circle.translation.vector) - twice(simd, pose_p.translation.vector);
    let cos = simd.all(pose_p.rotation.re);
    let sin = negative_where(simd.all(pose_p.rotation.im), [false, true]);
    let shift = cos * way + sin * crossed(way);
    let (best, edge) = best_face(simd, core, shift);
    // Written so that what is no number goes that way too.
    if !is_first_set(best.simd_gt(simd.all(0.0))) {
        return in_general();
    }
    let Nearest { normal, distance, feature } = Nearest::new(simd, core, shift, best, edge);
    let normal = cos * normal - sin * crossed(normal);
    // From the circle's centre it is as far to either surface as the numbers say.
    let to_surface = distance - simd.all(core.radius);
    let separation = to_surface - simd.all(radius_circle);
    // What is too far to be squared is in no reach, not even an endless one.
    let is_finite = simd.all(Real::INFINITY).simd_gt(separation);
    let in_reach = simd.all(speculative).simd_ge(separation) & is_finite;
    // The anchor of the core and then that of the circle, to which it is no way from its centre.
    let centers: f32x4<S> = [way[0], way[1], -0.0, -0.0].simd_into(simd);
    let reaches: f32x4<S> =
        [to_surface[0], to_surface[1], radius_circle, radius_circle].simd_into(simd);
    let anchors = centers - normal * reaches;
    manifold(simd, in_reach, normal, anchors, separation, feature)
}

/// The manifold of one point, or an empty one when it is out of reach.
#[inline(always)]
fn manifold<S: Simd>(
    simd: S,
    in_reach: mask32x4<S>,
    normal: f32x4<S>,
    anchors: f32x4<S>,
    separation: f32x4<S>,
    feature: f32x4<S>,
) -> Manifold {
    let keep = |v: f32x4<S>| in_reach.select(v, simd.all(0.0)).to_array();
    let [normal_x, normal_y, ..] = keep(normal);
    let [a_x, a_y, b_x, b_y] = keep(anchors);
    let [separation, ..] = keep(separation);
    let [id, ..] = keep(feature);
    let mut manifold = Manifold { normal: Vector::new(normal_x, normal_y), ..Manifold::EMPTY };
    manifold.points[0] = ContactPoint {
        anchor_a: Vector::new(a_x, a_y),
        anchor_b: Vector::new(b_x, b_y),
        separation,
        id: FeatureId::from_bits(id.to_bits()),
    };
    manifold.count = usize::from(is_first_set(in_reach));
    manifold
}

/// The greatest distance of a point in front of a face, in every lane; and the first face with that
/// distance.
#[inline(always)]
fn best_face<S: Simd>(simd: S, core: &Small<'_, 8>, point: f32x4<S>) -> (f32x4<S>, usize) {
    let [vertices, normals]: [&[[Real; 4]; 4]; 2] =
        [bytemuck::cast_ref(core.vertices), bytemuck::cast_ref(core.normals)];
    // How many corners a polygon has is as random as the rest: always look at eight.
    let two = |index: usize| {
        let vertices = f32x4::from_slice(simd, &vertices[index]);
        f32x4::from_slice(simd, &normals[index]) * (point - vertices)
    };
    let four = |[a, b]: [f32x4<S>; 2]| a.unzip_low(b) + a.unzip_high(b);
    let (low, high) = (four([two(0), two(1)]), four([two(2), two(3)]));
    let best = low.max(high);
    let best = best.max([best[2], best[3], best[0], best[1]]);
    let best: f32x4<S> = best.max(crossed(best));
    let bits = |faces: f32x4<S>| faces.simd_ge(best).to_bitmask() as u32;
    (best, (bits(low) | bits(high) << 4).trailing_zeros() as usize & 7)
}

/// The point of a core that is nearest to a point outside of it.
struct Nearest<S: Simd> {
    /// The unit vector from there to the point, twice.
    normal: f32x4<S>,
    /// The distance between the two, in every lane.
    distance: f32x4<S>,
    /// The bits of the id of a contact there, in every lane.
    feature: f32x4<S>,
}

impl<S: Simd> Nearest<S> {
    /// The nearest point: on the best face, or one of the face's corners.
    #[inline(always)]
    fn new(simd: S, core: &Small<'_, 8>, point: f32x4<S>, best: f32x4<S>, edge: usize) -> Self {
        let end = core.next(edge) & 7;
        let [start, stop] = [edge, end].map(|index| twice(simd, core.vertices[index].coords));
        let normal = twice(simd, core.normals[edge]);
        let tangent = negative_where(crossed(normal), [true, false]);
        let (offset, back) = (point - start, point - stop);
        let along = dot(tangent, offset);
        let before = simd.all(0.0).simd_gt(along);
        let is_corner = before | along.simd_gt(dot(tangent, stop - start));

        // Both corners at once, and root and reciprocal side by side: every step in turn counts here.
        let squared = before.select(dot(offset, offset), dot(back, back));
        let to_point = before.select(offset, back);
        let distance = squared.sqrt();
        let reciprocal = distance * (simd.all(1.0) / squared);
        let has_direction = distance.simd_gt(simd.all(COINCIDENT * core.outer_radius));
        let name = |feature: usize| simd.all(f32::from_bits((feature as u32) << 16));
        let corner = before.select(name(edge), name(end));
        Self {
            normal: (is_corner & has_direction).select(to_point * reciprocal, normal),
            distance: is_corner.select(distance, best),
            feature: is_corner.select(corner, name(edge | EDGE as usize)),
        }
    }
}

/// The contact by the general path, which handles a centre inside of the core.
#[cold]
#[inline(never)]
fn in_general(
    shape: &Shape,
    pose_p: &Pose,
    circle: &Circle,
    pose_circle: &Pose,
    speculative: Real,
) -> Manifold {
    collide_cores(&shape.core(), pose_p, &circle.core(), pose_circle, speculative)
}

/// A vector, twice in one register.
#[inline(always)]
fn twice<S: Simd>(simd: S, v: Vector) -> f32x4<S> {
    [v.x, v.y, v.x, v.y].simd_into(simd)
}

/// Two vectors with x and y exchanged.
#[inline(always)]
fn crossed<S: Simd>(v: f32x4<S>) -> f32x4<S> {
    [v[1], v[0], v[3], v[2]].simd_into(v.token())
}

/// Two vectors, with the sign of their first or second coordinates flipped where `turned`.
#[inline(always)]
fn negative_where<S: Simd>(v: f32x4<S>, turned: [bool; 2]) -> f32x4<S> {
    let [first, second] = turned.map(|turned| u32::from(turned) << 31);
    let signs: u32x4<S> = [first, second, first, second].simd_into(v.token());
    (v.bitcast::<u32x4<S>>() ^ signs).bitcast()
}

/// The products of two vectors with two others, each in both of its lanes.
#[inline(always)]
fn dot<S: Simd>(a: f32x4<S>, b: f32x4<S>) -> f32x4<S> {
    let products = a * b;
    products + crossed(products)
}
