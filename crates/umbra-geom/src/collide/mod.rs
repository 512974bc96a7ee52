//! Contacts: the points at which two shapes touch, and the direction.

mod aabbs;
#[cfg(test)]
#[path = "../../tests/unit/collide_agreement.rs"]
mod agreement;
#[doc(hidden)]
pub mod around;
mod axis;
mod batch;
mod boxes;
mod chain;
mod clip;
#[cfg(test)]
#[path = "../../tests/common/mod.rs"]
pub(crate) mod common;
mod corner;
mod manifold;
mod passing;
mod point;
mod sat;
mod seams;
mod small;
mod small_core;

pub use aabbs::{collide_aabb_circle, collide_aabbs};
pub use axis::{AxisTest, meets_on_difference, separating_axis};
// Many pairs at once, for the engine.
#[doc(hidden)]
pub use batch::BatchPair;
#[doc(hidden)]
pub use batch::boxes::{BoxState, visit_box_contacts};
#[doc(hidden)]
pub use batch::circles::visit_circle_contacts;
#[doc(hidden)]
pub use batch::small::visit_small_contacts;
pub use manifold::{ContactPoint, FeatureId, Manifold};
pub use seams::{SeamEdge, Seams};
#[doc(hidden)]
pub use small_core::SmallCore;

use crate::frame::Frame;
use crate::math::{direction, dot};
use crate::{ConvexCore, Pose, Real, Shape, Vector};
use clip::Pair;
use sat::{Face, axis_bias, good_enough};
use umbra_lanes::{Lanes, Simd, baseline};

/// The contact between shape `a` at `pose_a` and shape `b` at `pose_b`.
///
/// Points are reported up to a gap of `speculative`, so that a solver can stop shapes that would
/// touch within the step; pass zero for real contacts only. Touching counts.
///
/// - The normal is a unit vector from A to B. Exchanging the arguments gives the mirror image,
///   bit for bit. Where no direction is distinguished (circles with a common centre) it is (1, 0).
/// - At most two points, each with a point on both surfaces, its own separation, and an id that
///   names the features that touch.
/// - Among axes that are equally good within a thousandth of the smaller shape's size, the choice
///   is always the same.
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
    // Only these choices are in line; what they lead to is not, so that nothing pays for the others.
    use Shape::{Capsule, Polygon};
    match (a, b) {
        (Polygon(p), Polygon(q)) => match (p.half_extents(), q.half_extents()) {
            (Some(half_p), Some(half_q)) => {
                boxes::collide_boxes(p, half_p, pose_a, q, half_q, pose_b, speculative)
            }
            _ => small::collide_cores(a, pose_a, b, pose_b, speculative),
        },
        (Polygon(_), Shape::Circle(b)) => point::collide_core(a, pose_a, b, pose_b, speculative),
        (Polygon(_) | Capsule(_), Polygon(_) | Capsule(_)) => {
            small::collide_cores(a, pose_a, b, pose_b, speculative)
        }
        _ => others(a, pose_a, b, pose_b, speculative),
    }
}

/// Collides all pairs but polygons, capsules, and a polygon before a circle.
#[inline(never)]
fn others(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, speculative: Real) -> Manifold {
    match (a, b) {
        (Shape::ChainSegment(_) | Shape::Circle(_), Shape::ChainSegment(_) | Shape::Circle(_)) => {
            if second_comes_first(pose_b.translation.vector - pose_a.translation.vector) {
                in_order(b, pose_b, a, pose_a, speculative).flipped()
            } else {
                in_order(a, pose_a, b, pose_b, speculative)
            }
        }
        (Shape::ChainSegment(a), _) => {
            chain::collide_link(a, pose_a, &b.core(), pose_b, speculative)
        }
        (_, Shape::ChainSegment(b)) => {
            chain::collide_link(b, pose_b, &a.core(), pose_a, speculative).flipped()
        }
        (_, Shape::Circle(b)) => point::collide_core(a, pose_a, b, pose_b, speculative),
        (Shape::Circle(a), _) => point::collide_core(b, pose_b, a, pose_a, speculative).flipped(),
        _ => small::collide_cores(a, pose_a, b, pose_b, speculative),
    }
}

/// Collides circles and links, of which neither is the reference by nature.
fn in_order(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, speculative: Real) -> Manifold {
    match (a, b) {
        (Shape::Circle(a), Shape::Circle(b)) => {
            circles(a.radius(), pose_a, b.radius(), pose_b, speculative)
        }
        (Shape::ChainSegment(a), _) => {
            chain::collide_link(a, pose_a, &b.core(), pose_b, speculative)
        }
        (_, Shape::ChainSegment(b)) => {
            chain::collide_link(b, pose_b, &a.core(), pose_a, speculative).flipped()
        }
        _ => Manifold::EMPTY,
    }
}

/// True if the pair is to be computed in reverse, given the vector from the first shape to the
/// second.
///
/// Rounding, and every tie-break, treats the two shapes of a pair differently. For a pair to give
/// the same contact in both orders, the order has to come from the pair itself: the shape that
/// lies first along one fixed direction goes first. That direction is odd on purpose: no row, stack
/// or lattice is at right angles to it, where rounding would decide the order.
#[inline]
fn second_comes_first(way: Vector) -> bool {
    way.x * ALONG[0] + way.y * ALONG[1] < 0.0
}

/// The direction along which pairs are ordered; so long that the product with the smallest vector
/// is not zero.
const ALONG: [Real; 2] = [0.899 * TWO_TO_30, 0.438 * TWO_TO_30];
const TWO_TO_30: Real = 1_073_741_824.0;

/// [`second_comes_first`] for the pair of each lane.
#[inline(always)]
fn second_comes_first_lanes<L: Lanes>(way: [L; 2]) -> L::Mask {
    let along = way[0] * ALONG[0] + way[1] * ALONG[1];
    along.all(0.0).gt(along)
}

/// Two circles of these radii: the line of centres is the axis.
fn circles(
    radius_a: Real,
    pose_a: &Pose,
    radius_b: Real,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    let way = pose_b.translation.vector - pose_a.translation.vector;
    let squared = dot(way, way);
    let radii = radius_a + radius_b;
    let reach = radii + speculative;
    // A distance that is not a number is not in reach, and nothing is in a negative one.
    let in_reach = reach >= 0.0 && squared <= reach * reach;
    if !in_reach {
        return Manifold::EMPTY;
    }
    let (normal, distance) = match direction(way) {
        Some(found) => found,
        None if way == Vector::zeros() => (Vector::new(1.0, 0.0), 0.0),
        None => return Manifold::EMPTY,
    };
    // Squares that overflow say nothing.
    if distance > reach {
        return Manifold::EMPTY;
    }
    let mut manifold = Manifold { normal, ..Manifold::EMPTY };
    manifold.push(ContactPoint {
        anchor_a: normal * radius_a,
        anchor_b: normal * -radius_b,
        separation: distance - radii,
        id: FeatureId::vertices(0, 0),
    });
    manifold
}

/// The contact of any two cores with their discs, unless both are points: the general path.
///
/// The face normals of both cores are the axes. When the cores are apart and their nearest
/// features are two corners, the line between those is the axis instead. Otherwise the best face
/// is the reference face, the other core's edge that faces it is the incident edge, and the part
/// of it that lies over the face, within the radii, is in contact.
fn collide_cores(
    a: &ConvexCore<'_>,
    pose_a: &Pose,
    b: &ConvexCore<'_>,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    let b_in_a = Frame::between(pose_a, pose_b);
    let a_in_b = b_in_a.inverse();
    let limit = a.radius + b.radius + speculative;
    let bias = axis_bias(a, b);
    let from_a = Pair { p: a, q: b, q_in_p: b_in_a, pose_p: pose_a, speculative, bias };
    let from_b = Pair { p: b, q: a, q_in_p: a_in_b, pose_p: pose_b, speculative, bias };

    // A point has no faces; at most one of the two is a point.
    if b.normals.is_empty() {
        return from_a.best(limit).map_or(Manifold::EMPTY, |best| from_a.point_contact(best));
    }
    if a.normals.is_empty() {
        let best = from_b.best(limit);
        return best.map_or(Manifold::EMPTY, |best| from_b.point_contact(best).flipped());
    }
    let Some(best_a) = from_a.best(limit) else { return Manifold::EMPTY };
    let Some(best_b) = from_b.best(limit) else { return Manifold::EMPTY };
    between_faces(&from_a, best_a, &from_b, best_b)
}

/// The contact of two cores with faces, given the best face of each and the pair seen from each.
#[inline]
fn between_faces(from_a: &Pair<'_>, best_a: Face, from_b: &Pair<'_>, best_b: Face) -> Manifold {
    let apart = best_a.separation > 0.0 || best_b.separation > 0.0;
    let b_is_ahead = best_b.separation > best_a.separation;
    if apart {
        let corners = if b_is_ahead {
            from_b.corner_contact(best_b).map(Manifold::flipped)
        } else {
            from_a.corner_contact(best_a)
        };
        if let Some(contact) = corners {
            return contact;
        }
    }
    // The first of all faces, those of A before those of B, that is as good as the best.
    let best = if b_is_ahead { best_b.separation } else { best_a.separation };
    let enough = good_enough(baseline().single(best), baseline().single(from_a.bias))[0];
    let reference = if best_a.separation >= enough {
        from_a.good_face_contact(best_a, enough)
    } else {
        from_b.good_face_contact(best_b, enough).map(Manifold::flipped)
    };
    reference.unwrap_or_else(|| {
        let (from_best, best) = if b_is_ahead { (from_b, best_b) } else { (from_a, best_a) };
        let contact = from_best.face_contact(best).unwrap_or_else(|| from_best.end_contact(best));
        if b_is_ahead { contact.flipped() } else { contact }
    })
}
