//! Manifolds of pairs that have barely moved relative to one another are kept.
//!
//! Points and normal stay as they are and the separations follow the motion, to first order. What
//! counts is how far the two have come since the manifold was built, so that nothing drifts: the
//! error is bounded by [`SceneConfig`](crate::SceneConfig)'s tolerance however long the pair rests.

use umbra_geom::Real;
use umbra_geom::math::{dot, left_of};
use umbra_solver::Contact;

use super::motion::Motion;
use crate::store::{Built, PieceRow};

/// How two bodies moved since the manifold of their pieces was built.
struct Since {
    /// How far B's centre of mass has come, seen from A's.
    way: umbra_geom::Vector,
    /// How far each has turned. The sine: it is a few thousandths at most.
    turn_a: Real,
    turn_b: Real,
}

/// Notes where bodies are for which the row's points were just found.
#[inline]
pub(super) fn note(built: &mut Built, row: &Contact, bodies: [&Motion; 2], speculative: Real) {
    let [a, b] = bodies;
    *built = Built {
        way: b.center - a.center,
        rotation_a: a.rotation,
        rotation_b: b.rotation,
        separations: row.points.map(|point| point.separation),
        speculative,
    };
}

/// Brings the separations up to date if the pair has moved by no more than `tolerance` since its
/// manifold was built; whether it has.
#[inline]
pub(super) fn recycle(
    built: &Built,
    row: &mut Contact,
    bodies: [&Motion; 2],
    pieces: [&PieceRow; 2],
    speculative: Real,
    tolerance: Real,
) -> bool {
    let ([a, b], [piece_a, piece_b]) = (bodies, pieces);
    let turned = |from: [Real; 2], to: [Real; 2]| from[0] * to[1] - from[1] * to[0];
    let since = Since {
        way: (b.center - a.center) - built.way,
        turn_a: turned(built.rotation_a, a.rotation),
        turn_b: turned(built.rotation_b, b.rotation),
    };
    let moved = since.way.x.abs()
        + since.way.y.abs()
        + (since.turn_a.abs() * piece_a.extent + since.turn_b.abs() * piece_b.extent);
    // A pair without its two points may get another when it has to look farther than before.
    let sees_all = row.point_count == 2 || speculative <= built.speculative + tolerance;
    // Written so that what is no number is built anew.
    if !(moved <= tolerance && sees_all && built.speculative >= 0.0) {
        return false;
    }
    for (point, built) in row.points.iter_mut().zip(built.separations) {
        let shift = left_of(point.anchor_b) * since.turn_b - left_of(point.anchor_a) * since.turn_a;
        point.separation = built + dot(row.normal, since.way + shift);
    }
    true
}
