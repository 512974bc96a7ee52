//! The separating axis test: the face normal along which two cores overlap least.

use crate::frame::Frame;
use crate::math::dot;
use crate::{ConvexCore, Point, Real, Vector};
use umbra_lanes::Lanes;

/// The margin by which an axis must be better to be preferred to an earlier one, as a fraction of
/// the smaller shape's size.
///
/// When two axes are equally good, rounding would choose between them anew each frame, and with
/// the axis the contact points and the impulses that they carry. A solver needs contacts that stay
/// the same more than contacts that are exact, so the earlier axis wins unless it is worse by more
/// than this.
pub(super) const AXIS_BIAS: Real = 1e-3;

/// Two corners nearer than this fraction of the shape's size have no usable direction between
/// them.
pub(super) const COINCIDENT: Real = 1e-6;

/// The margin by which an edge has to face the reference face more squarely than the next edge to
/// be the incident edge: a tie goes to the next edge.
pub(super) const FACING_BIAS: Real = 1e-3;

/// The bias in units of length for a pair of cores.
#[inline]
pub(super) fn axis_bias(a: &ConvexCore<'_>, b: &ConvexCore<'_>) -> Real {
    let (size_a, size_b) = (a.outer_radius + a.radius, b.outer_radius + b.radius);
    AXIS_BIAS * if size_b < size_a { size_b } else { size_a }
}

/// The separation from which on a face counts as being as good as the best.
///
/// Cores that overlap, or nearly touch, have the whole bias. For separated cores, such as those of
/// rounded shapes in contact, a face whose separation falls short of the distance *D* by *b* has a
/// normal that is off by up to an angle of sqrt(2 b / D), and the choice between two faces makes
/// the normal jump by that angle: there a thousandth of the distance is enough of a bias, which is
/// 2.6 degrees. It stays well above rounding.
#[inline(always)]
pub(super) fn good_enough<L: Lanes>(best: L, bias: L) -> L {
    let apart = best * APART_BIAS;
    let least = bias * 0.01;
    let apart = bias.lesser(apart.greater(least));
    best - L::select(best.gt(best.all(0.0)), apart, bias)
}

/// The bias between cores that are apart, as a fraction of their distance.
const APART_BIAS: Real = 1e-3;

/// A face of one core, and the distance of the other core in front of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// The edge whose normal is the axis.
    pub(super) edge: usize,
    /// The distance from the edge's line to the nearest vertex of the other core.
    pub(super) separation: Real,
    /// The index of that vertex.
    pub(super) support: usize,
}

/// The distance of `q` in front of edge `edge` of `p`.
#[inline]
pub(super) fn face_separation(
    p: &ConvexCore<'_>,
    edge: usize,
    q: &ConvexCore<'_>,
    q_in_p: &Frame,
) -> Face {
    let normal = p.normals[edge];
    // The normal turns into q's frame once, instead of every vertex into p's.
    let axis = q_in_p.turn_back(normal);
    let mut support = 0;
    let mut least = dot(axis, q.vertices[0].coords);
    for (index, vertex) in q.vertices.iter().enumerate().skip(1) {
        let along = dot(axis, vertex.coords);
        if along < least {
            (support, least) = (index, along);
        }
    }
    let separation = least + dot(normal, q_in_p.at - p.vertices[edge].coords);
    Face { edge, separation, support }
}

/// The distance of the centre of `q` in front of an edge of `p`.
#[inline]
pub(super) fn center_distance(p: &ConvexCore<'_>, edge: usize, center: Point) -> Real {
    dot(p.normals[edge], center - p.vertices[edge])
}

/// The face of `p` with the greatest distance to `q` in front of it, or `None` when a face shows
/// the two to be more than `limit` apart.
///
/// `q` contains a disc of its inner radius around its centre, so no separation can exceed the
/// centre's distance less that radius: most faces are skipped at the price of one product.
#[inline]
pub(super) fn best_face(
    p: &ConvexCore<'_>,
    q: &ConvexCore<'_>,
    q_in_p: &Frame,
    limit: Real,
) -> Option<Face> {
    let center = q_in_p.outward_point(q.center.coords);
    let mut start = 0;
    let mut farthest = center_distance(p, 0, center);
    for edge in 1..p.normals.len() {
        let distance = center_distance(p, edge, center);
        if distance > farthest {
            (start, farthest) = (edge, distance);
        }
    }
    if farthest - q.outer_radius > limit {
        return None;
    }
    let mut best = face_separation(p, start, q, q_in_p);
    for edge in 0..p.normals.len() {
        let bound = center_distance(p, edge, center) - q.inner_radius;
        // Equal faces: the first, whichever the search began with.
        let may_win = bound > best.separation || (bound == best.separation && edge < best.edge);
        if edge == start || !may_win {
            continue;
        }
        let face = face_separation(p, edge, q, q_in_p);
        if face.separation > best.separation {
            best = face;
        }
    }
    // Written so that a separation that is not a number is no contact.
    (best.separation <= limit).then_some(best)
}

/// The incident edge of `q` for a reference normal given in `q`'s frame: of the two edges at the
/// support vertex, the one that faces the normal more squarely.
#[inline]
pub(super) fn incident_edge(q: &ConvexCore<'_>, support: usize, normal: Vector) -> usize {
    let before = q.previous(support);
    let facing = dot(q.normals[support], normal);
    let facing_before = dot(q.normals[before], normal);
    if facing_before < facing - FACING_BIAS { before } else { support }
}
