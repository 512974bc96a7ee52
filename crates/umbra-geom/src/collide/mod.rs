//! Contacts: whether, where and in which direction two shapes touch.

mod chain;
mod clip;
mod manifold;
mod relative;
mod sat;

pub use manifold::{ContactPoint, FeatureId, Manifold};

use crate::math::dot;
use crate::{Circle, ConvexCore, Pose, Real, Shape, Vector};
use clip::Pair;
use relative::Relative;
use sat::{axis_bias, best_face};

/// The contact between shape `a` at `pose_a` and shape `b` at `pose_b`.
///
/// Points are reported up to a gap of `speculative`, so that a solver can keep shapes from
/// touching that would within the step; pass zero for real contacts only. Touching counts.
///
/// - The normal is a unit vector from A to B. Exchanging the arguments gives the mirror image,
///   bit for bit. Where nothing distinguishes a direction (circles with a common centre) it is
///   (1, 0).
/// - At most two points, each with a point on both surfaces, its own separation, and an id that
///   names the features that touch.
/// - Of axes that are equally good within a thousandth of the smaller shape's size, always the
///   same one is chosen.
///
/// A pose that is not finite touches nothing.
///
/// ```
/// use umbra_geom::{Polygon, Shape, collide, math::pose};
/// let ground: Shape = Polygon::cuboid(10.0, 0.5)?.into();
/// let brick: Shape = Polygon::cuboid(1.0, 0.5)?.into();
/// let contact = collide(&ground, &pose([0.0, 0.0], 0.0), &brick, &pose([2.0, 0.99], 0.0), 0.0);
/// assert_eq!((contact.normal.x, contact.normal.y), (0.0, 1.0));
/// assert_eq!(contact.points().len(), 2); // it rests on both of its lower corners
/// assert!((contact.separation().unwrap() + 0.01).abs() < 1e-6);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[inline]
pub fn collide(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, speculative: Real) -> Manifold {
    if second_comes_first(pose_b.translation.vector - pose_a.translation.vector) {
        collide_in_order(b, pose_b, a, pose_a, speculative).flipped()
    } else {
        collide_in_order(a, pose_a, b, pose_b, speculative)
    }
}

/// Whether to work on a pair in reverse, given the way from the first shape to the second.
///
/// Rounding, and every tie that is broken, treats the two shapes of a pair differently. For a
/// pair to give the same contact in both orders, the order has to come from the pair itself: the
/// shape that lies first along one fixed direction goes first. That direction is an odd one on
/// purpose: no row, stack or lattice is at right angles to it, where the order would be up to
/// chance.
#[inline]
fn second_comes_first(way: Vector) -> bool {
    dot(way, Vector::new(0.899, 0.438)) < 0.0
}

#[inline]
fn collide_in_order(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    match (a, b) {
        (Shape::Circle(a), Shape::Circle(b)) => circles(a, pose_a, b, pose_b, speculative),
        (Shape::ChainSegment(a), _) => {
            chain::collide_link(a, pose_a, &b.core(), pose_b, speculative)
        }
        (_, Shape::ChainSegment(b)) => {
            chain::collide_link(b, pose_b, &a.core(), pose_a, speculative).flipped()
        }
        _ => collide_cores(&a.core(), pose_a, &b.core(), pose_b, speculative),
    }
}

/// Two circles: the line of centres is the axis.
fn circles(a: &Circle, pose_a: &Pose, b: &Circle, pose_b: &Pose, speculative: Real) -> Manifold {
    let way = pose_b.translation.vector - pose_a.translation.vector;
    let squared = dot(way, way);
    let radii = a.radius() + b.radius();
    let reach = radii + speculative;
    // A distance that is not a number is not in reach.
    let in_reach = squared <= reach * reach;
    if !in_reach {
        return Manifold::EMPTY;
    }
    let distance = squared.sqrt();
    let normal = if distance > 0.0 { way / distance } else { Vector::new(1.0, 0.0) };
    let mut manifold = Manifold { normal, ..Manifold::EMPTY };
    manifold.push(ContactPoint {
        anchor_a: normal * a.radius(),
        anchor_b: normal * -b.radius(),
        separation: distance - radii,
        id: FeatureId::vertices(0, 0),
    });
    manifold
}

/// The contact of any two cores with their discs, unless both are points: the one general path.
///
/// The face normals of both cores are the axes. The best of them is the reference face, the other
/// core's edge that faces it is the incident edge, and what lies in front of the face, within the
/// radii, is in contact. When the nearest features are two corners, the line between them takes
/// the place of the face normal.
#[inline]
fn collide_cores(
    a: &ConvexCore<'_>,
    pose_a: &Pose,
    b: &ConvexCore<'_>,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    let limit = a.radius + b.radius + speculative;
    let bias = axis_bias(a, b);
    let b_in_a = Relative::new(pose_a, pose_b);
    let a_in_b = b_in_a.inverse();
    let faces_a = !a.normals.is_empty();
    let faces_b = !b.normals.is_empty();

    let face_a = if faces_a { best_face(a, b, &b_in_a, limit, bias) } else { None };
    if faces_a && face_a.is_none() {
        return Manifold::EMPTY;
    }
    // Against a point there are no faces on the other side to look at.
    let face_b = if faces_b { best_face(b, a, &a_in_b, limit, bias) } else { None };
    if faces_b && face_b.is_none() {
        return Manifold::EMPTY;
    }
    let from_a = |face| {
        Pair { p: *a, q: *b, q_in_p: b_in_a, pose_p: pose_a, speculative }.contacts(face, bias)
    };
    let from_b = |face| {
        Pair { p: *b, q: *a, q_in_p: a_in_b, pose_p: pose_b, speculative }
            .contacts(face, bias)
            .flipped()
    };
    match (face_a, face_b) {
        (Some(face_a), Some(face_b)) if face_b.separation > face_a.separation + bias => {
            from_b(face_b)
        }
        (Some(face_a), _) => from_a(face_a),
        (None, Some(face_b)) => from_b(face_b),
        (None, None) => Manifold::EMPTY,
    }
}
