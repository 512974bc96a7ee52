//! How far the pieces of a pair come to one another in the step.

use umbra_geom::math::dot;
use umbra_geom::{Real, Vector};

use crate::store::PieceRow;

/// What a pair does in the step if nothing is in its way.
#[derive(Clone, Copy)]
pub(super) struct Approach {
    /// How far B comes, seen from A.
    pub(super) motion: Vector,
    /// The smaller one's.
    pub(super) size: Real,
    /// How much nearer they may come by moving and turning.
    pub(super) way: Real,
    distance: Real,
}

impl Approach {
    #[inline]
    pub(super) fn of([a, b]: [&PieceRow; 2]) -> Self {
        let motion = b.way - a.way;
        let distance = dot(motion, motion).sqrt();
        let size = smaller_size(a.size, b.size);
        let turn = a.turn + b.turn;
        let turn = if turn < 0.5 * size { turn } else { 0.5 * size };
        Self { motion, size, way: distance + turn, distance }
    }

    /// Whether they move so far for their size that they might pass one another.
    #[inline]
    pub(super) fn is_fast(&self) -> bool {
        self.distance > 0.5 * self.size
    }
}

/// The smaller of two sizes; of a shape without an inside, the other's.
fn smaller_size(a: Real, b: Real) -> Real {
    if (a == 0.0) | ((b < a) & (b > 0.0)) { b } else { a }
}
