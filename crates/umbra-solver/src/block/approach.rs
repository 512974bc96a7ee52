//! Approach: the speeds at which the bodies of contacts meet when a step begins.

use umbra_lanes::Register;

use super::{Approach, Wide, part_mut};

/// Relative motion of the bodies of a register of contacts when the step begins.
pub(super) struct Closing<L> {
    /// The motions of A and B.
    pub(super) motions: [[L; 4]; 2],
    pub(super) normal: [L; 2],
    /// Of both points: A's lever arms along the normal and the tangent.
    pub(super) arms: [[L; 2]; 2],
    /// The arm offsets of B.
    pub(super) shift: [L; 2],
    /// Zero for points that do not exist.
    pub(super) separations: [L; 2],
    /// One for points that exist, zero for others.
    pub(super) used: [L; 2],
}

impl<L> Closing<L> {
    /// Writes the speeds at which the contacts will meet in the step.
    #[inline(always)]
    pub(super) fn measure<const W: usize>(
        self,
        token: L::Token,
        reach: f32,
        approach: &mut Approach,
        speeds: &mut Speeds,
        at: usize,
    ) where
        L: Register<W>,
    {
        let Self { motions: [motion_a, motion_b], normal: [normal_x, normal_y], .. } = self;
        let [zero, one] = [0.0, 1.0].map(|value| L::splat(token, value));
        let (velocity_x, velocity_y) = (motion_b[0] - motion_a[0], motion_b[1] - motion_a[1]);
        let velocity = velocity_x * normal_x + velocity_y * normal_y;
        let past = velocity_x * normal_y - velocity_y * normal_x;
        let (mut fastest, mut speed) = (zero, past.greater(-past));
        let (mut met, reach) = ([zero; 2], L::splat(token, reach));
        let (mut slips_of, mut deepest) = ([past; 2], [zero; 2]);
        for k in 0..2 {
            let ([arm_normal, arm_tangent], used) = (self.arms[k], self.used[k]);
            let arm_b_normal = arm_normal + self.shift[0];
            let closing = used * (motion_a[2] * arm_normal - motion_b[2] * arm_b_normal - velocity);
            fastest = fastest.greater(closing);
            speed = speed.greater(closing).greater(-closing);
            deepest[k] = closing * reach - self.separations[k];
            // One of two points may be in the air still while the other one gives impulses. A single one gives them
            // when it is met.
            let alone = one - self.used[1];
            met[k] = deepest[k].greater(alone).if_positive(closing, zero).greater(zero);
            slips_of[k] =
                past + motion_b[2] * (arm_tangent + self.shift[1]) - motion_a[2] * arm_tangent;
        }
        // The second point is the one that strikes if it is twice as fast, or would come deeper and is half as fast.
        let deeper = (deepest[1] - deepest[0]).if_positive(one, zero);
        let second = (met[1] + met[1] - met[0]).if_positive(deeper, zero);
        let second = (met[1] - met[0] - met[0]).if_positive(one, second);
        let slip = second.if_positive(slips_of[1], slips_of[0]);
        let Approach { normal, tangent, by_second } = approach;
        for (to, value) in [
            (normal, met[0].greater(met[1])),
            (tangent, slip.greater(-slip)),
            (by_second, second),
            (&mut speeds.normal, fastest),
            (&mut speeds.any, speed),
        ] {
            value.store(part_mut(to, at));
        }
    }
}

/// The approach speeds of contacts when the step begins, for contacts that meet in it and others.
#[derive(Default)]
pub(super) struct Speeds {
    /// The greatest speed along the normal.
    pub(super) normal: Wide,
    /// The speed in any direction.
    pub(super) any: Wide,
}
