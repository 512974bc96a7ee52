//! Forces and torques that joints gave in the last substep.

use umbra_geom::math::left_of;
use umbra_geom::{Real, Vector};

use super::{Measured, direction};
use crate::JointKind;
use crate::joint::JointPart;
use crate::store::Joints;

impl Measured<'_> {
    /// The force on the second body.
    pub fn reaction_force(&self, joints: &Joints) -> Vector {
        let settings = &self.info.settings;
        let mut sum = Vector::zeros();
        for (slot, part) in settings.parts().into_iter().enumerate() {
            let impulse = joints.impulse(self.info, slot);
            let line = match part {
                None => continue,
                Some(JointPart::Angle) if settings.kind == JointKind::Revolute => {
                    sum += joints.impulse_at_pin(self.info);
                    continue;
                }
                Some(JointPart::Angle) => continue,
                Some(JointPart::Point) => {
                    sum += Vector::new(impulse[0], impulse[1]);
                    continue;
                }
                Some(JointPart::Across) => left_of(self.axis()),
                Some(JointPart::Along) => self.axis(),
                Some(JointPart::ImageX) => settings.axis,
                Some(JointPart::ImageY) => left_of(settings.axis),
                Some(JointPart::Length) => direction(self.displacement()).1,
                Some(JointPart::Lines) => self.lines()[1].1 * settings.ratio,
            };
            sum += line * total(impulse);
        }
        sum * joints.inv_h
    }

    /// The torque on the second body, besides that of the force at its anchor.
    pub fn reaction_torque(&self, joints: &Joints) -> Real {
        let settings = &self.info.settings;
        if settings.parts()[1].is_none() {
            return 0.0;
        }
        let torque = total(joints.impulse(self.info, 1)) * joints.inv_h;
        match settings.kind {
            JointKind::Gear => torque * settings.ratio,
            JointKind::Prismatic => torque + joints.impulse_at_pin(self.info).x * joints.inv_h,
            _ => torque,
        }
    }
}

/// Sum of the impulses of a scalar: holding, motor and limits.
fn total([hold, motor, lower, upper]: [Real; 4]) -> Real {
    (hold + motor) + (lower - upper)
}
