//! The two points of a contact, solved together.
//!
//! Solved one after the other, the first point gets more than its part in every pass: a box that
//! settles is rotated a little, always in the same direction, and a tower of boxes leans. Solved
//! together, mirrored scenes stay mirrored, to the last bit.

use super::{Pair, SideA};
use crate::block::{ContactBlock, part};
use umbra_lanes::Register;

/// The factor on the coupling of two points with nearly equal effects. Less than one, so that
/// points in one place, or of a body that does not rotate (a coupling of one), can be told apart;
/// the solution at which nothing changes any more is the same. The common effect of both points is
/// solved exactly: with the factor it would be 5 % too much, and a body that does not rotate would
/// rebound from a wall with 5 % of its speed.
pub(crate) const COUNTED: f32 = 0.9;

/// The two points of each contact of a register, at the bodies' current positions.
pub(super) struct Points<L> {
    /// The lever arms of A and of B along the normal.
    pub(super) arms_a: [L; 2],
    pub(super) arms_b: [L; 2],
    pub(super) mass: [L; 2],
    pub(super) separation: [L; 2],
    /// The reduction of each point's impulse by a unit impulse of the other.
    on: [L; 2],
    /// One over the determinant of the two equations.
    inverse: L,
}

impl<L> Points<L> {
    #[inline(always)]
    pub(super) fn load<const W: usize>(
        token: L::Token,
        pair: &Pair<L>,
        block: &ContactBlock,
        at: usize,
    ) -> Self
    where
        L: Register<W>,
    {
        let load = |wide| L::load(token, part::<W, _>(wide, at));
        let [first, second] = &block.points;
        let arms_a = [load(&first.arm_normal), load(&second.arm_normal)];
        let arms_b = [arms_a[0] + pair.arm_offset_normal, arms_a[1] + pair.arm_offset_normal];
        let mass = [load(&first.normal_mass), load(&second.normal_mass)];
        let (turn_a, turn_b) = (pair.offset_a[2], pair.offset_b[2]);
        let parted = pair.parted();
        let now = |start: L, k: usize| start + parted + turn_b * arms_b[k] - turn_a * arms_a[k];
        let separation = [now(load(&first.separation), 0), now(load(&second.separation), 1)];
        let across = load(&block.across);
        let on = [mass[0] * across, mass[1] * across];
        Self { arms_a, arms_b, mass, separation, on, inverse: load(&block.inverse) }
    }

    /// The impulses of both points, none negative, that start from `old`. `change` is the impulse
    /// that each point would add if it were alone.
    ///
    /// With both impulses free, two equations give the changes. If that makes one of the impulses
    /// negative, it is raised to zero, and the other is adapted by the equations. Two negative ones
    /// cannot both become positive, because neither acts more on the other than on itself.
    #[inline(always)]
    pub(super) fn solve<const W: usize>(
        &self,
        token: L::Token,
        old: [L; 2],
        change: [L; 2],
    ) -> [L; 2]
    where
        L: Register<W>,
    {
        let zero = L::splat(token, 0.0);
        let first = old[0] + (change[0] - self.on[0] * change[1]) * self.inverse;
        let second = old[1] + (change[1] - self.on[1] * change[0]) * self.inverse;
        [
            (first + self.on[0] * second.lesser(zero)).greater(zero),
            (second + self.on[1] * first.lesser(zero)).greater(zero),
        ]
    }

    /// The spins, or rotations, of A and B after an impulse in each point.
    #[inline(always)]
    pub(super) fn turned<const W: usize, A: SideA>(
        &self,
        pair: &Pair<L>,
        [mut turn_a, mut turn_b]: [L; 2],
        impulses: [L; 2],
    ) -> [L; 2]
    where
        L: Register<W>,
    {
        let (inertia_a, inertia_b) = (pair.offset_a[3], pair.offset_b[3]);
        for (k, impulse) in impulses.into_iter().enumerate() {
            if A::MOVABLE {
                turn_a = turn_a - inertia_a * self.arms_a[k] * impulse;
            }
            turn_b = turn_b + inertia_b * self.arms_b[k] * impulse;
        }
        [turn_a, turn_b]
    }
}
