//! Springs that are given by their stiffness, and the mass that a joint's number has.
//!
//! The solver's springs are given by how often they swing. How often one of a given stiffness does depends on the mass that it
//! moves, which changes as arms turn: so each step works it out anew.

use umbra_geom::math::{cross, dot, left_of};
use umbra_geom::{Point, Real, Vector};
use umbra_solver::{Softness, Stiffness};

use super::measure::direction;
use super::settings::FASTEST;
use super::{JointKind, Measured, Part, Settings};
use crate::store::free;

impl JointKind {
    /// What spring, limits and motor of a joint of this kind are about.
    pub(crate) fn number(self) -> Option<Part> {
        match self {
            Self::Revolute | Self::Gear | Self::Ratchet => Some(Part::Angle),
            Self::Prismatic | Self::Wheel | Self::Groove => Some(Part::Along),
            Self::Distance | Self::Rope | Self::Spring => Some(Part::Length),
            Self::Pulley => Some(Part::Lines),
            Self::Weld | Self::Motor | Self::Target | Self::Friction => Some(Part::Point),
            Self::Filter => None,
        }
    }
}

/// A spring as a joint was told it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub(crate) enum Spring {
    /// By how often it swings.
    Swings(Softness),
    /// By its stiffness and its damping.
    Stiff([Real; 2]),
}

impl Spring {
    /// What it is to the solver, as far as that does not depend on what it moves. One that never swings lets go.
    pub(super) fn stiffness(self) -> Stiffness {
        match self {
            Self::Swings(Softness { hertz: 0.0, .. }) | Self::Stiff([0.0, _]) => Stiffness::Free,
            Self::Swings(softness) => Stiffness::Spring(softness),
            // Each step says how often.
            Self::Stiff(_) => Stiffness::Spring(Softness { hertz: 1.0, damping_ratio: 0.0 }),
        }
    }

    /// Stiffness and damping, if it was told them.
    pub(super) fn told_stiffness(self) -> Option<[Real; 2]> {
        match self {
            Self::Swings(_) => None,
            Self::Stiff(told) => Some(told),
        }
    }
}

impl Settings {
    /// The spring of a part.
    pub(crate) fn spring_of(&self, part: Part) -> Option<Spring> {
        if self.kind.number() == Some(part) {
            self.spring
        } else {
            self.angular_spring.filter(|_| part == Part::Angle)
        }
    }
}

impl Measured<'_> {
    /// How often the spring of a part swings with the bodies where they are.
    pub(crate) fn softness(&self, part: Part) -> Option<Softness> {
        let [stiffness, damping] = match self.info.settings.spring_of(part)? {
            Spring::Swings(softness) => return Some(softness),
            Spring::Stiff(told) => told,
        };
        let yielding = self.yielding(part);
        if stiffness <= 0.0 || yielding <= 0.0 {
            return Some(Softness { hertz: 0.0, damping_ratio: 0.0 });
        }
        let hertz = (stiffness * yielding).sqrt() / core::f32::consts::TAU;
        let damping_ratio = 0.5 * damping * (yielding / stiffness).sqrt();
        let bounded = |value: Real| if value < FASTEST { value } else { FASTEST };
        Some(Softness { hertz: bounded(hertz), damping_ratio: bounded(damping_ratio) })
    }

    /// What an impulse of one changes of the speed of a part; of a point, in the mean over all directions.
    pub(crate) fn yielding(&self, part: Part) -> Real {
        let both = |way: Vector, points: [Point; 2]| {
            self.yields(0, points[0], way) + self.yields(1, points[1], way)
        };
        let anchors = [self.anchor(0), self.anchor(1)];
        // A's axis turns with it, so that its arm reaches to B's anchor.
        let at_b = [anchors[1]; 2];
        match part {
            Part::Point => 0.5 * (both(Vector::x(), anchors) + both(Vector::y(), anchors)),
            Part::Across => both(left_of(self.axis()), at_b),
            Part::Along => both(self.axis(), at_b),
            Part::Length => both(direction(self.way()).1, anchors),
            Part::Lines => {
                let [(_, a), (_, b)] = self.lines();
                let ratio = self.info.settings.ratio;
                self.yields(0, anchors[0], a) + ratio * ratio * self.yields(1, anchors[1], b)
            }
            Part::Angle => {
                let ratio = self.info.settings.ratio;
                let of_a = if self.is_of_world(0) { 0.0 } else { self.state(0).inv_inertia };
                of_a + ratio * ratio * self.state(1).inv_inertia
            }
        }
    }

    /// What an impulse of one at a point of a body changes of the speed of the point, along its direction.
    fn yields(&self, side: usize, point: Point, way: Vector) -> Real {
        if self.is_of_world(side) {
            return 0.0;
        }
        let state = self.state(side);
        let arm = cross(point - state.center, way);
        state.inv_mass * dot(free(state, way), way) + state.inv_inertia * arm * arm
    }
}
