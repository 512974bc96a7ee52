//! The two points of a contact, solved together.
//!
//! Solved one after the other, the first point gets more than its share in every pass: a box that
//! settles is turned a little, always the same way, and a tower of boxes leans. Together, what is
//! mirrored stays mirrored, to the last bit.

use crate::lanes::Lanes;
use crate::row::{Row, part};

/// How much of the coupling of the two points counts. Less than all, so that points in one place
/// (a coupling of one) can be told apart; the impulses at which nothing changes any more are the
/// same.
pub(crate) const COUNTED: f32 = 0.9;

/// What the two points of a contact have to do with one another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coupling<L> {
    /// By how much less each point has to add when the other adds an impulse of one.
    on: [L; 2],
    /// One over the determinant of the two equations.
    inverse: L,
}

impl<L> Coupling<L> {
    /// As the row has it, for points of these masses.
    #[inline(always)]
    pub(crate) fn load<const W: usize>(token: L::Token, row: &Row, at: usize, mass: [L; 2]) -> Self
    where
        L: Lanes<W>,
    {
        let across = L::load(token, part(&row.across, at));
        let inverse = L::load(token, part(&row.inverse, at));
        Self { on: [mass[0] * across, mass[1] * across], inverse }
    }

    /// The impulses of both points, none negative, that start from `old`. `change` is what each
    /// point would add if it were alone.
    ///
    /// With both impulses free, two equations say what to add. If that makes one of them negative,
    /// it is raised to zero, and the other gives way to that as the equations say. Two that are
    /// negative cannot both become positive so, because neither acts more on the other than on
    /// itself.
    #[inline(always)]
    pub(crate) fn solve<const W: usize>(
        self,
        token: L::Token,
        old: [L; 2],
        change: [L; 2],
    ) -> [L; 2]
    where
        L: Lanes<W>,
    {
        let zero = L::splat(token, 0.0);
        let first = old[0] + (change[0] - self.on[0] * change[1]) * self.inverse;
        let second = old[1] + (change[1] - self.on[1] * change[0]) * self.inverse;
        [
            (first + self.on[0] * second.lesser(zero)).greater(zero),
            (second + self.on[1] * first.lesser(zero)).greater(zero),
        ]
    }
}
