//! The separating axis test: along which face normal do two cores overlap least, or not at all?

use super::relative::Relative;
use crate::math::dot;
use crate::{ConvexCore, Real, Vector};

/// How much better an axis must be to be preferred to one that comes before it, as a fraction of
/// the smaller shape's size.
///
/// When two axes are equally good, rounding would choose between them anew each frame, and with
/// the axis the contact points and the impulses that they carry. A contact that stays the same
/// matters more to a solver than one that is exact, so the earlier axis wins unless it is worse by
/// more than this.
const AXIS_BIAS: Real = 1e-3;

/// The bias in units of length for a pair of cores.
#[inline]
pub(crate) fn axis_bias(a: &ConvexCore<'_>, b: &ConvexCore<'_>) -> Real {
    let (size_a, size_b) = (a.outer_radius + a.radius, b.outer_radius + b.radius);
    AXIS_BIAS * if size_b < size_a { size_b } else { size_a }
}

/// A face of one core, and how far the other core lies in front of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    /// The edge whose normal is the axis.
    pub(crate) edge: usize,
    /// The distance from the edge's line to the nearest vertex of the other core.
    pub(crate) separation: Real,
    /// That vertex.
    pub(crate) support: usize,
}

/// How far `q` lies in front of edge `edge` of `p`.
#[inline]
pub(crate) fn face_separation(
    p: &ConvexCore<'_>,
    edge: usize,
    q: &ConvexCore<'_>,
    q_in_p: &Relative,
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
    let separation = least + dot(normal, q_in_p.shift - p.vertices[edge].coords);
    Face { edge, separation, support }
}

/// The face of `p` in front of which `q` lies farthest, or `None` as soon as some face shows the
/// two to be more than `limit` apart. Ties within `bias` go to the face that comes first.
///
/// `q` holds a disc of its inner radius around its centre, so that no separation can exceed the
/// centre's distance less that radius: most faces are passed over at the price of one product.
#[inline]
pub(crate) fn best_face(
    p: &ConvexCore<'_>,
    q: &ConvexCore<'_>,
    q_in_p: &Relative,
    limit: Real,
    bias: Real,
) -> Option<Face> {
    let center = q_in_p.point(q.center);
    let center_distance = |edge: usize| dot(p.normals[edge], center - p.vertices[edge]);

    let mut start = 0;
    let mut farthest = center_distance(0);
    for edge in 1..p.normals.len() {
        let distance = center_distance(edge);
        if distance > farthest {
            (start, farthest) = (edge, distance);
        }
    }
    if farthest - q.outer_radius > limit {
        return None;
    }
    let mut best = face_separation(p, start, q, q_in_p);
    if best.separation > limit {
        return None;
    }
    // A little below what could be chosen, so that the bound's own rounding cannot decide.
    let margin = q.inner_radius - 1.25 * bias;
    for edge in 0..p.normals.len() {
        if edge == start || center_distance(edge) - margin < best.separation {
            continue;
        }
        let face = face_separation(p, edge, q, q_in_p);
        if face.separation > best.separation {
            best = face;
        }
    }
    // Written so that a separation that is not a number is no contact.
    let touches = best.separation <= limit;
    if !touches {
        return None;
    }
    // The first face that is as good as the best within the bias.
    for edge in 0..best.edge {
        if center_distance(edge) - margin < best.separation {
            continue;
        }
        let face = face_separation(p, edge, q, q_in_p);
        if face.separation >= best.separation - bias {
            return Some(face);
        }
    }
    Some(best)
}

/// The incident edge of `q` for a reference normal given in `q`'s frame: of the two edges at the
/// support vertex, the one that faces the normal more squarely.
#[inline]
pub(crate) fn incident_edge(q: &ConvexCore<'_>, support: usize, normal: Vector) -> usize {
    /// By how much the edge before has to face the normal better: a tie goes to the edge after.
    const BIAS: Real = 1e-3;
    let before = q.previous(support);
    let facing = dot(q.normals[support], normal);
    let facing_before = dot(q.normals[before], normal);
    if facing_before < facing - BIAS { before } else { support }
}
