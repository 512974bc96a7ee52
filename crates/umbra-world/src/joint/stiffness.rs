//! Springs of joints, by frequency or by stiffness.

use umbra_geom::Real;
use umbra_solver::{Softness, Stiffness};

use super::{JointKind, JointPart, Parts, Settings};

impl JointKind {
    /// Part to which the spring, the limits and the motor of this kind of joint belong.
    #[doc(hidden)]
    pub fn number(self) -> Option<JointPart> {
        match self {
            Self::Revolute | Self::Gear | Self::Ratchet => Some(JointPart::Angle),
            Self::Prismatic | Self::Wheel | Self::Groove => Some(JointPart::Along),
            Self::Distance | Self::Rope | Self::Spring => Some(JointPart::Length),
            Self::Pulley => Some(JointPart::Lines),
            Self::Weld | Self::Motor | Self::Target | Self::Friction => Some(JointPart::Point),
            Self::Filter | Self::Image => None,
        }
    }
}

/// Spring of a joint, as it was set.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Spring {
    /// Frequency and damping ratio.
    Swings(Softness),
    /// Stiffness and damping.
    Stiff([Real; 2]),
}

impl Spring {
    /// Stiffness for the solver, as far as it does not depend on the bodies. A spring with
    /// frequency 0 is switched off.
    pub(super) fn stiffness(self) -> Stiffness {
        match self {
            Self::Swings(Softness { hertz: 0.0, .. }) | Self::Stiff([0.0, _]) => Stiffness::Free,
            Self::Swings(softness) => Stiffness::Spring(softness),
            // Each step says how often.
            Self::Stiff(_) => Stiffness::Spring(Softness { hertz: 1.0, damping_ratio: 0.0 }),
        }
    }

    /// Stiffness and damping, if they were set.
    pub fn told_stiffness(self) -> Option<[Real; 2]> {
        match self {
            Self::Swings(_) => None,
            Self::Stiff(told) => Some(told),
        }
    }
}

impl Settings {
    /// The parts that are held as well as the solver can.
    pub(crate) fn held_parts(&self) -> Parts {
        let is_held = |part: &JointPart| {
            matches!(self.hold(*part, Softness::default()).stiffness, Stiffness::Rigid(_))
        };
        self.parts().map(|part| part.filter(is_held))
    }

    /// The spring of a part.
    pub(crate) fn spring_of(&self, part: JointPart) -> Option<Spring> {
        if self.kind.number() == Some(part) {
            self.spring
        } else {
            self.angular_spring.filter(|_| part == JointPart::Angle)
        }
    }
}
