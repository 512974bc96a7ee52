//! Joint constraints written into their blocks, and read back.

use umbra_geom::Real;

use crate::Softness;
use crate::block::LANES;
use crate::joint::{ConstraintForm, JointConstraint, Stiffness};
use crate::joint_block::{Ends, PointBlock, ScalarBlock, Softnesses};
use crate::kernel::velocity::Bias;
use crate::stage::{correction, followed, rigid_joints};
use crate::structure::JointEntry;

/// What filling takes beside the constraints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointFilling {
    /// As [`Filling::impulse_scale`](crate::filling::Filling::impulse_scale).
    pub(crate) impulse_scale: Real,
    /// The length of a substep.
    pub(crate) h: Real,
    /// Whether they are part of trees, which solve springs of any stiffness. In rows, those that a substep cannot follow
    /// would throw about what they hold, as each row gives what the next takes back.
    pub(crate) at_once: bool,
}

impl JointFilling {
    fn ends(&self, ends: &mut Ends, lane: usize, entry: &JointEntry, constraint: &JointConstraint) {
        [ends.slot_a[lane], ends.slot_b[lane]] = entry.slots;
        [ends.part_a[lane], ends.part_b[lane]] = entry.copies.map(|copies| 1.0 / copies as Real);
        let JointConstraint { anchor_a, anchor_b, between, .. } = constraint;
        for (to, from) in
            [(&mut ends.arm_a, anchor_a), (&mut ends.arm_b, anchor_b), (&mut ends.between, between)]
        {
            (to[0][lane], to[1][lane]) = (from.x, from.y);
        }
    }

    fn softness(&self, soft: &mut Softnesses, lane: usize, constraint: &JointConstraint) {
        let none = Bias { rate: 0.0, mass_scale: 0.0, impulse_scale: 0.0, push_speed: 0.0 };
        let moves_bodies = !self.at_once && constraint.hold.max_force >= crate::UNBOUNDED;
        soft.correction[lane] = 0.0;
        let (bias, relaxes) = match constraint.hold.stiffness {
            Stiffness::Free => (none, 0.0),
            Stiffness::Rigid(softness) if moves_bodies => {
                soft.correction[lane] = correction(softness, self.h);
                (Bias { mass_scale: 1.0, ..none }, 1.0)
            }
            Stiffness::Rigid(softness) => (rigid_joints(softness, self.h), 1.0),
            Stiffness::Spring(Softness { hertz: 0.0, .. }) => (none, 0.0),
            Stiffness::Spring(Softness { hertz, damping_ratio }) => {
                let hertz = if self.at_once { hertz } else { followed(hertz, self.h) };
                (Bias::spring(hertz, damping_ratio, self.h), 0.0)
            }
            Stiffness::Speed => (Bias { mass_scale: 1.0, ..none }, 0.0),
        };
        soft.rate[lane] = bias.rate;
        soft.mass_scale[lane] = bias.mass_scale;
        soft.impulse_scale[lane] = bias.impulse_scale;
        soft.relaxes[lane] = relaxes;
        soft.max_impulse[lane] = self.most(constraint.hold.max_force);
    }

    /// The largest impulse that a force gives in a substep.
    fn most(&self, force: Real) -> Real {
        if force < crate::UNBOUNDED { force * self.h } else { crate::UNBOUNDED }
    }

    /// Fills a block of points.
    pub(crate) fn points(
        &self,
        block: &mut PointBlock,
        entries: &[JointEntry],
        constraints: &[JointConstraint],
    ) {
        *block = PointBlock::EMPTY;
        for (lane, entry) in entries.iter().enumerate().take(LANES) {
            let constraint = &constraints[entry.constraint as usize];
            self.ends(&mut block.ends, lane, entry, constraint);
            self.softness(&mut block.soft, lane, constraint);
            let velocity = constraint.hold.velocity;
            (block.velocity[0][lane], block.velocity[1][lane]) = (velocity.x, velocity.y);
            for (to, impulse) in block.impulse.iter_mut().zip(constraint.impulse) {
                to[lane] = impulse * self.impulse_scale;
            }
        }
    }

    /// Fills a block of scalars.
    pub(crate) fn scalars(
        &self,
        block: &mut ScalarBlock,
        entries: &[JointEntry],
        constraints: &[JointConstraint],
    ) {
        *block = ScalarBlock::EMPTY;
        for (lane, entry) in entries.iter().enumerate().take(LANES) {
            let constraint = &constraints[entry.constraint as usize];
            self.ends(&mut block.ends, lane, entry, constraint);
            self.softness(&mut block.soft, lane, constraint);
            match constraint.form {
                ConstraintForm::Point | ConstraintForm::Length => {}
                ConstraintForm::Axis(axis) => {
                    (block.axis[0][lane], block.axis[1][lane]) = (axis.x, axis.y);
                }
                ConstraintForm::Pulley { grounds: [a, b], ratio } => {
                    (block.axis[0][lane], block.axis[1][lane]) = (a.x, a.y);
                    (block.ground_b[0][lane], block.ground_b[1][lane]) = (b.x, b.y);
                    block.ratio_b[lane] = ratio;
                }
                ConstraintForm::Angle { start, ratios, lines: [a, b] } => {
                    block.start[lane] = start;
                    (block.axis[0][lane], block.axis[1][lane]) = (a.x, a.y);
                    (block.ground_b[0][lane], block.ground_b[1][lane]) = (b.x, b.y);
                    [block.ratio_a[lane], block.ratio_b[lane]] = ratios;
                }
            }
            block.goal[lane] = constraint.hold.goal;
            block.speed[lane] = constraint.hold.velocity.x;
            for (to, limit) in block.limits.iter_mut().zip(constraint.limits) {
                to[lane] = limit;
            }
            block.motor_speed[lane] = constraint.motor.speed;
            block.motor_impulse[lane] = self.most(constraint.motor.max_force);
            for (to, impulse) in block.impulse.iter_mut().zip(constraint.impulse) {
                to[lane] = impulse * self.impulse_scale;
            }
        }
    }
}
