//! Writes joint constraints into their blocks, and reads them back.

use umbra_geom::Real;

use crate::Softness;
use crate::block::LANES;
use crate::block::joint::{Ends, PointBlock, ScalarBlock, Softnesses};
use crate::joint::{ConstraintForm, Hold, JointConstraint, Stiffness};
use crate::kernel::velocity::Bias;
use crate::run::stage::{correction, followed, rigid_joints};
use crate::structure::JointEntry;

/// The parameters of filling besides the constraints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointFilling {
    /// The same as [`Filling::impulse_scale`](crate::block::filling::Filling::impulse_scale).
    pub(crate) impulse_scale: Real,
    /// The length of a substep.
    pub(crate) h: Real,
    /// True for constraints of trees, which solve springs of any stiffness. In rows, springs that a
    /// substep cannot follow would throw their bodies about, as each row undoes the work of the
    /// others.
    pub(crate) at_once: bool,
}

/// Writes the positions of the anchors.
fn place(ends: &mut Ends, lane: usize, constraint: &JointConstraint) {
    let JointConstraint { anchor_a, anchor_b, between, .. } = constraint;
    for (to, from) in
        [(&mut ends.arm_a, anchor_a), (&mut ends.arm_b, anchor_b), (&mut ends.between, between)]
    {
        (to[0][lane], to[1][lane]) = (from.x, from.y);
    }
}

impl JointFilling {
    fn ends(&self, ends: &mut Ends, lane: usize, entry: &JointEntry, constraint: &JointConstraint) {
        [ends.slot_a[lane], ends.slot_b[lane]] = entry.slots;
        [ends.part_a[lane], ends.part_b[lane]] = entry.copies.map(|copies| 1.0 / copies as Real);
        place(ends, lane, constraint);
    }

    /// The softness of a lane. `before` is the constraint of the lane before: mostly both have the
    /// same softness, and computing that of a spring takes an exponential function.
    fn softness(
        &self,
        soft: &mut Softnesses,
        lane: usize,
        constraint: &JointConstraint,
        before: Option<&JointConstraint>,
    ) {
        let hold = &constraint.hold;
        soft.max_impulse[lane] = self.most(hold.max_force);
        let alike = |before: &&JointConstraint| {
            before.hold.stiffness == hold.stiffness
                && before.hold.max_force == hold.max_force
                && before.held_share == constraint.held_share
                && before.is_pinned == constraint.is_pinned
        };
        let columns = [
            &mut soft.rate,
            &mut soft.mass_scale,
            &mut soft.impulse_scale,
            &mut soft.relaxes,
            &mut soft.correction,
        ];
        if before.filter(alike).is_some() {
            columns.into_iter().for_each(|column| column[lane] = column[lane - 1]);
        } else {
            let numbers = self.softness_of(constraint);
            columns.into_iter().zip(numbers).for_each(|(column, number)| column[lane] = number);
        }
    }

    /// The factor from the frequency of a spring to that with the mass of its own row. Rows of
    /// sliders include the constraint that holds the angle.
    fn stiffened(&self, constraint: &JointConstraint) -> Real {
        let sees_held = constraint.is_pinned
            && !self.at_once
            && matches!(constraint.form, ConstraintForm::Axis(_));
        if sees_held { 1.0 } else { 1.0 / constraint.held_share.sqrt() }
    }

    /// The numbers of [`Softnesses`], without the largest impulse.
    fn softness_of(&self, constraint: &JointConstraint) -> [Real; 5] {
        let hold = &constraint.hold;
        // What a spring gave before it was told to let go is taken back.
        let none = Bias { mass_scale: 0.0, impulse_scale: 1.0, ..Bias::RIGID };
        let speed = Bias::RIGID;
        let (bias, relaxes, part) = match hold.stiffness {
            Stiffness::Free | Stiffness::Spring(Softness { hertz: 0.0, .. }) => (none, 0.0, 0.0),
            Stiffness::Rigid(softness) if self.moves_bodies(hold) => {
                // Rows remove less than they mean to. Trees do not, and would throw a heavy rope about.
                let hertz = softness.hertz;
                let hertz = if self.at_once { followed(hertz, self.h) } else { hertz };
                (speed, 1.0, correction(Softness { hertz, ..softness }, self.h))
            }
            Stiffness::Rigid(softness) => (rigid_joints(softness, self.h), 1.0, 0.0),
            Stiffness::Spring(Softness { hertz, damping_ratio }) => {
                let stiffened = self.stiffened(constraint);
                let hertz = stiffened * hertz;
                let hertz = if self.at_once { hertz } else { followed(hertz, self.h) };
                (Bias::spring(hertz, stiffened * damping_ratio, self.h), 0.0, 0.0)
            }
            Stiffness::Speed => (speed, 0.0, 0.0),
        };
        [bias.rate, bias.mass_scale, bias.impulse_scale, relaxes, part]
    }

    /// True if errors are corrected by moving the bodies, so that passes hold only the speed.
    fn moves_bodies(&self, hold: &Hold) -> bool {
        let is_rigid = matches!(hold.stiffness, Stiffness::Rigid(_));
        is_rigid && hold.max_force >= crate::UNBOUNDED
    }

    /// The largest impulse of a force in a substep.
    fn most(&self, force: Real) -> Real {
        if force < crate::UNBOUNDED { force * self.h } else { crate::UNBOUNDED }
    }

    /// Takes up a block of points that the step before has filled with the same structure and
    /// configuration. Returns false if it has to be filled, because a constraint has changed.
    pub(crate) fn keep_points(
        &self,
        block: &mut PointBlock,
        entries: &[JointEntry],
        constraints: &[JointConstraint],
    ) -> bool {
        // What trees gave is not in the blocks.
        if self.at_once
            || entries.iter().any(|entry| constraints[entry.constraint as usize].changed)
        {
            return false;
        }
        for (lane, entry) in entries.iter().enumerate().take(LANES) {
            place(&mut block.ends, lane, &constraints[entry.constraint as usize]);
        }
        for wide in &mut block.impulse {
            for impulse in wide {
                *impulse *= self.impulse_scale;
            }
        }
        #[cfg(debug_assertions)]
        {
            let mut filled = PointBlock::EMPTY;
            self.points(&mut filled, entries, constraints);
            assert!(block.is_told_like(&filled), "filled, it is another one");
        }
        true
    }

    /// Fills a block of points.
    pub(crate) fn points(
        &self,
        block: &mut PointBlock,
        entries: &[JointEntry],
        constraints: &[JointConstraint],
    ) {
        *block = PointBlock::EMPTY;
        let mut before = None;
        for (lane, entry) in entries.iter().enumerate().take(LANES) {
            let constraint = &constraints[entry.constraint as usize];
            self.ends(&mut block.ends, lane, entry, constraint);
            self.softness(&mut block.soft, lane, constraint, before);
            before = Some(constraint);
            block.rigid &= self.moves_bodies(&constraint.hold);
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
        let mut before = None;
        for (lane, entry) in entries.iter().enumerate().take(LANES) {
            let constraint = &constraints[entry.constraint as usize];
            self.ends(&mut block.ends, lane, entry, constraint);
            self.softness(&mut block.soft, lane, constraint, before);
            before = Some(constraint);
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
            block.pinned[lane] = if constraint.is_pinned { 1.0 } else { 0.0 };
            for (to, impulse) in block.impulse.iter_mut().zip(constraint.impulse) {
                to[lane] = impulse * self.impulse_scale;
            }
        }
    }
}
