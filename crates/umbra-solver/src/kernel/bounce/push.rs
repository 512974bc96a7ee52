//! The impulses of a bounce, along the normal and by friction.

use super::meeting::Meeting;
use crate::block::{ContactBlock, part};
use crate::lanes::Lanes;

/// The impulses of bounces, and the motions after them.
pub(super) struct Push<L> {
    /// The normal impulse of both points of a contact together.
    pub(super) normal: L,
    pub(super) motion_a: [L; 4],
    pub(super) motion_b: [L; 4],
}

impl<L> Push<L> {
    /// The impulses that change the normal velocities by `change`, with their friction.
    #[inline(always)]
    pub(super) fn of<const W: usize>(
        token: L::Token,
        meeting: &Meeting<L>,
        block: &ContactBlock,
        at: usize,
        change: [L; 2],
    ) -> Self
    where
        L: Lanes<W>,
    {
        let zero = L::splat(token, 0.0);
        let Meeting { pair, .. } = meeting;
        let inertia = (pair.offset_a[3], pair.offset_b[3]);
        let inv_mass = pair.motion_a[3] + pair.motion_b[3];
        let impulse = normal_impulses::<W, L>(token, meeting, change);
        let (mut spin_a, mut spin_b) = (pair.motion_a[2], pair.motion_b[2]);
        for (k, impulse) in impulse.into_iter().enumerate() {
            spin_a = spin_a - inertia.0 * meeting.normal_a[k] * impulse;
            spin_b = spin_b + inertia.1 * meeting.normal_b[k] * impulse;
        }

        let friction = L::load(token, part::<W, _>(&block.friction, at));
        let (_, mut along_tangent) = pair.relative_velocity();
        let mut tangent = zero;
        for (k, impulse) in impulse.into_iter().enumerate() {
            let (arm_a, arm_b) = (meeting.tangent_a[k], meeting.tangent_b[k]);
            let velocity = along_tangent + spin_b * arm_b - spin_a * arm_a;
            let yielding = inv_mass + inertia.0 * arm_a * arm_a + inertia.1 * arm_b * arm_b;
            let stop = impulse.if_positive(velocity / yielding, zero);
            let slip = (-stop).within(friction * impulse);
            along_tangent = along_tangent + inv_mass * slip;
            tangent = tangent + slip;
            spin_a = spin_a - inertia.0 * arm_a * slip;
            spin_b = spin_b + inertia.1 * arm_b * slip;
        }

        let normal = impulse[0] + impulse[1];
        let x = normal * pair.normal_x + tangent * pair.normal_y;
        let y = normal * pair.normal_y - tangent * pair.normal_x;
        let ([ax, ay, _, mass_a], [bx, by, _, mass_b]) = (pair.motion_a, pair.motion_b);
        Self {
            normal,
            motion_a: [ax - mass_a * x, ay - mass_a * y, spin_a, mass_a],
            motion_b: [bx + mass_b * x, by + mass_b * y, spin_b, mass_b],
        }
    }
}

/// The impulses, none negative, that change the normal velocities of both points by `change`.
#[inline(always)]
fn normal_impulses<const W: usize, L: Lanes<W>>(
    token: L::Token,
    meeting: &Meeting<L>,
    change: [L; 2],
) -> [L; 2] {
    let (zero, one) = (L::splat(token, 0.0), L::splat(token, 1.0));
    let Meeting { pair, normal_a, normal_b, .. } = meeting;
    let inv_mass = pair.motion_a[3] + pair.motion_b[3];
    let (inertia_a, inertia_b) = (pair.offset_a[3], pair.offset_b[3]);
    let across = |i: usize, k: usize| {
        inv_mass + inertia_a * normal_a[i] * normal_a[k] + inertia_b * normal_b[i] * normal_b[k]
    };
    let mass = [
        change[0].if_positive(one / across(0, 0), zero),
        change[1].if_positive(one / across(1, 1), zero),
    ];
    // The effect of a unit impulse at one point on the velocity of the other.
    let coupling = across(0, 1);
    let alone = [mass[0] * change[0], mass[1] * change[1]];
    let determinant = one - coupling * mass[0] * (coupling * mass[1]);
    let inverse = one / determinant;
    let together = [
        (alone[0] - coupling * mass[0] * alone[1]) * inverse,
        (alone[1] - coupling * mass[1] * alone[0]) * inverse,
    ];
    // Two points in nearly one place: the faster one stands for both.
    let far_apart = determinant - L::splat(token, 1e-3);
    let (first, second) = (change[0], change[1]);
    let only_first = (second - first).if_positive(zero, alone[0]);
    let only_second = (second - first).if_positive(alone[1], zero);
    let first_of_both = together[1].if_positive(together[0].greater(zero), alone[0]);
    let second_of_both = together[0].if_positive(together[1].greater(zero), alone[1]);
    let both = [
        far_apart.if_positive(first_of_both, only_first),
        far_apart.if_positive(second_of_both, only_second),
    ];
    [
        first.if_positive(second.if_positive(both[0], alone[0]), zero),
        second.if_positive(first.if_positive(both[1], alone[1]), zero),
    ]
}
