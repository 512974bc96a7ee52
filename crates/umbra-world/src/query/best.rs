//! Ranking of hits: the first of several.
//!
//! A tree is asked for what lies before the best hit so far, so which pieces are looked at depends
//! on the order in which they come: on the form of the tree, and on whether rays are cast alone or
//! in a batch. The answer must not. It does not as long as a hit is never nearer than the box that
//! it lies in; but both are rounded, and a ray that grazes a long edge may hit it a good way before
//! it enters its box. So a hit ranks no nearer than almost there, and what is passed over lies
//! beyond the best rank for certain.

use umbra_geom::Real;

use super::hits::Met;

/// A hit ranks no nearer than this part of the way to its box ...
const AT_BOX: Real = 1.0 - 1.0 / 1024.0;
/// ... and boxes that are entered by this much later than the best hit are passed over. Times the
/// other, it is more than 1.
const PASSED: Real = 1.0 + 1.0 / 512.0;

/// The first hit so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    rank: Real,
    depth: Real,
    /// The piece; any number if there is none.
    pub(super) index: u32,
    /// Details of the hit, if they were computed.
    pub(super) met: Option<Met>,
}

impl Best {
    pub(super) const NONE: Self =
        Self { rank: Real::INFINITY, depth: 0.0, index: u32::MAX, met: None };

    /// Takes note of a hit on the piece at `index`, of which the box is entered at `enter`. Whether
    /// it is the first so far: of equal ones, the one that begins deepest in the piece; of those,
    /// the one on the piece of the least index.
    #[inline]
    pub(super) fn update(&mut self, index: u32, enter: Real, met: &Met) -> bool {
        let is_first = self.would_be(index, enter, met.fraction, met.depth);
        if is_first {
            self.met = Some(*met);
        }
        is_first
    }

    /// The same for a hit of which nothing else is known, outside of the piece.
    #[inline]
    pub(super) fn update_fraction(&mut self, index: u32, enter: Real, fraction: Real) -> bool {
        let is_first = self.would_be(index, enter, fraction, 0.0);
        if is_first {
            self.met = None;
        }
        is_first
    }

    #[inline]
    fn would_be(&mut self, index: u32, enter: Real, fraction: Real, depth: Real) -> bool {
        let rank = later(fraction, enter * AT_BOX);
        let is_first = rank < self.rank
            || rank == self.rank
                && (depth > self.depth || depth == self.depth && index < self.index);
        if is_first {
            (self.rank, self.depth, self.index) = (rank, depth, index);
        }
        is_first
    }

    /// True if anything was hit.
    #[inline]
    pub(super) fn is_hit(&self) -> bool {
        self.rank < Real::INFINITY
    }

    /// The fraction up to which boxes have to be looked at.
    #[inline]
    pub(super) fn limit(&self) -> Real {
        boxes_up_to(self.rank)
    }
}

/// The fraction up to which boxes have to be looked at for all hits up to another one.
#[inline]
pub(super) fn boxes_up_to(fraction: Real) -> Real {
    let limit = fraction * PASSED;
    if limit < 1.0 { limit } else { 1.0 }
}

/// Nearest of several distances, ranked like [`Best`] by the distances of boxes and of the pieces
/// in them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    rank: Real,
    index: u32,
}

impl Nearest {
    pub(super) const NONE: Self = Self { rank: Real::INFINITY, index: u32::MAX };

    /// Updates the nearest piece, given its distance and that of its box. True if it is the nearest
    /// so far.
    pub(super) fn update(&mut self, index: u32, of_box: Real, distance: Real) -> bool {
        let rank = later(distance, if of_box > 0.0 { of_box * AT_BOX } else { distance });
        let is_nearest = rank < self.rank || rank == self.rank && index < self.index;
        if is_nearest {
            *self = Self { rank, index };
        }
        is_nearest
    }

    /// The distance up to which boxes have to be looked at: all that hold the point, if it lies in
    /// the nearest.
    pub(super) fn limit(&self) -> Real {
        later(self.rank * PASSED, 0.0)
    }
}

#[inline]
fn later(a: Real, b: Real) -> Real {
    if b > a { b } else { a }
}
