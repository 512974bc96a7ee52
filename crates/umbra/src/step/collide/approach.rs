//! How far the pieces of a pair come to one another in the step, and whether that is near.

use umbra_broad::ProxyId;
use umbra_geom::math::dot;
use umbra_geom::{Real, Vector};

use super::Surroundings;
use crate::store::{Change, PieceRow};

/// What is to be known of a pair before its points are looked for.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    pub(super) approach: Approach,
    /// The greater one of the two.
    pub(super) change: Change,
    /// The two are no pair any more.
    pub(super) parted: bool,
    /// See [`Surroundings::keeps_apart`].
    pub(super) apart: bool,
}

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

impl Surroundings<'_> {
    /// Looks at a pair, all but without jumps: neither the pieces of a pair nor what becomes of it
    /// can be guessed, and so the rows of the next pairs are read meanwhile.
    #[inline]
    pub(super) fn outlook(&self, pieces: [u32; 2], proxies: [ProxyId; 2]) -> Outlook {
        let [a, b] = self.rows_of(pieces);
        let change = a.change.max(b.change);
        let mut parted = !self.broad.boxes_overlap(proxies[0], proxies[1]);
        let is_pair = || self.broad.touches(proxies[0], proxies[1]).unwrap_or(false);
        if change == Change::All {
            parted = !is_pair();
        }
        debug_assert_eq!(parted, !is_pair(), "a change of a proxy was not noted");
        let approach = Approach::of([a, b]);
        Outlook { approach, change, parted, apart: self.keeps_apart([a, b], &approach) }
    }

    /// Whether the boxes of two pieces stay so far apart that no points are looked for, or, for fast
    /// ones, discs around them do. Many pairs overlap only because their boxes are fat, or foresaw more motion.
    #[inline]
    fn keeps_apart(&self, [a, b]: [&PieceRow; 2], approach: &Approach) -> bool {
        let (margin, is_fast) = (self.task.speculative, approach.is_fast());
        let (motion, way) = (approach.motion, approach.way);
        let (motion, way) = if is_fast { (motion, 0.0) } else { (Vector::new(0.0, 0.0), way) };
        let apart = PieceRow::are_apart(a, b, motion, margin + way);
        apart || (is_fast && self.passes_by([a, b], motion))
    }

    /// Whether discs around the two do not come near one another on the way. Boxes swept along fast
    /// motion overlap many others; to cast the shapes takes twenty times as long as this.
    fn passes_by(&self, [a, b]: [&PieceRow; 2], motion: Vector) -> bool {
        let between = b.origin - a.origin;
        // Where on the way the two middles are nearest.
        let along = -dot(between, motion) / dot(motion, motion);
        let along = if along > 0.0 { along } else { 0.0 };
        let along = if along < 1.0 { along } else { 1.0 };
        let nearest = between + motion * along;
        let near = a.reach + b.reach + self.task.speculative;
        dot(nearest, nearest) > near * near
    }
}

/// The smaller of two sizes; of a shape without an inside, the other's.
fn smaller_size(a: Real, b: Real) -> Real {
    if (a == 0.0) | ((b < a) & (b > 0.0)) { b } else { a }
}
