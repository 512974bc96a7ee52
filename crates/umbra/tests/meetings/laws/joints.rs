//! Joints hold, and so do their limits.

use umbra::prelude::*;

use super::Law;
use crate::watch::Run;

/// How far anchors may be from where a joint holds them, in length units.
const GAP: f32 = 0.1;
/// How far angles may be from there.
const TURN: f32 = 0.15;
/// Both after a second in which nothing was done.
const RESTING: f32 = 0.5;

/// Until when what was done may hold joints open.
#[derive(Default)]
struct Calm(Option<u32>);

impl Calm {
    fn edited(&mut self, run: &Run<'_>) {
        use umbra_scenes::meetings::plan::Edit::{Kind, LockRotation, Teleport};
        // What is put elsewhere, or does not turn any more, may not be able to come back.
        let tears = |edit: &umbra_scenes::meetings::plan::Edit| {
            matches!(edit, Teleport(..) | Kind(..) | LockRotation(..))
        };
        let mut now = run.plan.edits.iter().filter(|(step, _)| *step == run.step);
        let never = now.any(|(_, edit)| tears(edit));
        let until = if never { u32::MAX } else { run.step + (1.0 / run.plan.dt) as u32 };
        self.0 = Some(self.0.unwrap_or(0).max(until));
    }

    fn is(&self, run: &Run<'_>) -> bool {
        self.0.is_none_or(|step| step <= run.step)
    }

    /// Checks every joint, if it is so.
    fn check_joints(
        &self,
        run: &Run<'_>,
        check: impl Fn(JointRef<'_>) -> Result<(), String>,
    ) -> Result<(), String> {
        if !self.is(run) {
            return Ok(());
        }
        run.scene().joints().try_for_each(|key| check(run.scene().joint(key).unwrap()))
    }
}

/// Anchors stay where joints hold them.
#[derive(Default)]
pub struct Joints(Calm);

impl Law for Joints {
    fn name(&self) -> &'static str {
        "joints"
    }

    fn edited(&mut self, run: &Run<'_>) {
        self.0.edited(run);
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        self.0.check_joints(run, |joint| {
            let is_rigid = joint.spring().is_none() && joint.max_force().is_none();
            let gap = joint.separation() / run.plan.length;
            let usual = joint.limits().is_none() || joint.kind() == JointKind::Revolute;
            if is_rigid && usual && gap > GAP * run.rush() {
                return Err(format!("{:?} is {gap} open", joint.kind()));
            }
            Ok(())
        })
    }

    fn after(&mut self, run: &Run<'_>) -> Result<(), String> {
        // What moves no longer has no reason to be open.
        let is_slow = |body: BodyRef<'_>| body.velocity().norm() < 0.1 * run.plan.speed;
        if !run.movers().all(|(_, body)| is_slow(body)) {
            return Ok(());
        }
        self.0.check_joints(run, |joint| {
            let gap = joint.separation() / run.plan.length;
            let is_rigid = joint.spring().is_none() && joint.max_force().is_none();
            if is_rigid && gap > RESTING * GAP {
                return Err(format!("{:?} rests {gap} open", joint.kind()));
            }
            Ok(())
        })
    }
}

/// Angles and ways stay within limits.
#[derive(Default)]
pub struct Limits(Calm);

impl Law for Limits {
    fn name(&self) -> &'static str {
        "limits"
    }

    fn edited(&mut self, run: &Run<'_>) {
        self.0.edited(run);
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        self.0.check_joints(run, |joint| {
            let turn = joint.angular_separation();
            if joint.angular_spring().is_none()
                && joint.max_torque().is_none()
                && turn > TURN * run.rush()
            {
                return Err(format!("{:?} is {turn} past its angle", joint.kind()));
            }
            let along = joint.limits().is_some()
                && matches!(
                    joint.kind(),
                    JointKind::Prismatic
                        | JointKind::Wheel
                        | JointKind::Distance
                        | JointKind::Groove
                );
            let gap = joint.separation() / run.plan.length;
            if along && gap > GAP * run.rush() {
                return Err(format!("{:?} is {gap} past its limit", joint.kind()));
            }
            Ok(())
        })
    }
}
