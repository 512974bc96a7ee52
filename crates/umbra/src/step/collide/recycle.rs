//! Manifolds of pairs that have barely moved relative to one another are kept.
//!
//! Points and normal stay as they are and the separations follow the motion. What counts is how far
//! the two have come since the manifold was built, so that nothing drifts: the error is bounded by
//! [`SceneConfig`](crate::SceneConfig)'s tolerance however long the pair rests.
//!
//! Bodies that lean together have not moved relative to one another. A tower whose contacts give way
//! leans by several times the tolerance and by a few degrees; if its normals and lever arms leaned
//! along, its weight would buckle it, and what stands when it is rigid would fall (`docs/solver.md`).

use umbra_geom::math::{dot, left_of};
use umbra_geom::{Real, Vector};
use umbra_solver::{Contact, ContactPoint};

use super::motion::Motion;
use crate::store::{Built, PieceRow};

/// How far a body may turn, as a sine, when the other turns along. That is how far forces may be off
/// their direction.
const COMMON_TURN: Real = 0.1;
/// The same of what is driven: a ramp that is tilted is no tower that gives way, and what lies on it
/// has to slide in time.
const DRIVEN_TURN: Real = 0.01;
/// Pairs may move relative to one another by this part of the smaller one's extent.
const KEPT_PART: Real = 0.05;
/// By this part of that with a single point, or none: corners that slide along one another find another
/// face soon, and in a drum full of boxes that showed in the deepest overlap.
const FEW_PART: Real = 2.0 / 3.0;

/// How far a body has turned: the sine, the cosine and, for small turns, the cosine less one.
#[derive(Clone, Copy)]
struct Turn {
    sin: Real,
    cos: Real,
    versine: Real,
}

impl Turn {
    #[inline]
    fn between(from: [Real; 2], to: [Real; 2]) -> Self {
        let cos = from[0] * to[0] + from[1] * to[1];
        let sin = from[0] * to[1] - from[1] * to[0];
        // What has not turned moves by nothing at all, as long as its arm may be.
        let square = sin * sin;
        Self { sin, cos, versine: -0.5 * square }
    }

    /// How far the tip of `arm` has come.
    #[inline]
    fn moves(self, arm: Vector) -> Vector {
        arm * self.versine + left_of(arm) * self.sin
    }

    /// Whether it is so small that forces may keep their direction.
    #[inline]
    fn is_small(self, body: &Motion) -> bool {
        let most = if body.dynamic { COMMON_TURN } else { DRIVEN_TURN };
        self.sin.abs() <= most && self.cos > 0.0
    }
}

/// By how much a pair may have moved for its manifold to be kept: `most`, or less for small ones.
#[inline]
pub(super) fn tolerance([a, b]: [&PieceRow; 2], most: Real) -> Real {
    smaller(KEPT_PART * smaller(a.extent, b.extent), most)
}

#[inline]
fn smaller(a: Real, b: Real) -> Real {
    if a < b { a } else { b }
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
    way_to_come: Real,
    tolerance: Real,
) -> bool {
    let ([a, b], [piece_a, piece_b]) = (bodies, pieces);
    let way = (b.center - a.center) - built.way;
    let turn_a = Turn::between(built.rotation_a, a.rotation);
    let turn_b = Turn::between(built.rotation_b, b.rotation);
    // How far what touches has come apart.
    // Written out: the library's `map` over arrays is not put in line here.
    let shift_of =
        |point: &ContactPoint| way + (turn_b.moves(point.anchor_b) - turn_a.moves(point.anchor_a));
    let shifts = [shift_of(&row.points[0]), shift_of(&row.points[1])];
    let first = shifts[0].x.abs() + shifts[0].y.abs();
    let second = shifts[1].x.abs() + shifts[1].y.abs();
    let (moved, turned) = if row.point_count == 0 {
        // Nothing touches: anything may come to.
        let turned = turn_a.sin.abs() * piece_a.extent + turn_b.sin.abs() * piece_b.extent;
        (way.x.abs() + way.y.abs(), turned)
    } else {
        let extent = smaller(piece_a.extent, piece_b.extent);
        let moved = if row.point_count == 1 || first >= second { first } else { second };
        (moved, (turn_b.sin - turn_a.sin).abs() * extent)
    };
    let moved = moved + turned;
    let tolerance = if row.point_count == 2 { tolerance } else { FEW_PART * tolerance };
    // A pair without its two points may get another: one that was too far away when they were found.
    let sees_all = row.point_count == 2 || moved + way_to_come <= built.speculative;
    let upright = turn_a.is_small(a) && turn_b.is_small(b);
    // Written so that what is no number is built anew.
    if !(moved <= tolerance && sees_all && upright && built.speculative >= 0.0) {
        return false;
    }
    for ((point, shift), separation) in row.points.iter_mut().zip(shifts).zip(built.separations) {
        point.separation = separation + dot(row.normal, shift);
    }
    true
}
