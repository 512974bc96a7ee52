//! Joints as they cross the boundary of this crate: the caller's numbers, and the results of the
//! solver.
//!
//! Every kind of joint is made of a few *constraints*: a point that two bodies share, a length
//! along an axis or between two points, an angle. A revolute joint is a point and, with limits, a
//! motor or a spring, an angle; a prismatic joint is a length across its axis, an angle, and a
//! length along it.

use umbra_geom::{Real, Vector};

use crate::Softness;

/// The value of a limit that does not exist, and of a force without bound.
pub const UNBOUNDED: Real = 1e30;

/// One constraint between two bodies.
///
/// Angles are in radians; for angles, a "force" is a torque.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointConstraint {
    /// The index of the first body in the slice of bodies, or [`FIXED`](crate::FIXED).
    pub body_a: u32,
    /// The index of the second body, or [`FIXED`](crate::FIXED).
    pub body_b: u32,
    /// The priority: see [`Contact::priority`](crate::Contact::priority).
    pub priority: u16,
    /// The value that is constrained.
    pub form: ConstraintForm,
    /// The vector from A's centre of mass to A's anchor as the step begins; from the origin if A is
    /// `FIXED`.
    pub anchor_a: Vector,
    /// The vector from B's centre of mass to B's anchor; from the origin if B is `FIXED`.
    pub anchor_b: Vector,
    /// The vector from A's centre of mass to B's, with the origin for a `FIXED` body.
    pub between: Vector,
    /// The goal of the value; with [`Point`](ConstraintForm::Point), of the velocity of B's anchor
    /// relative to A's.
    pub hold: Hold,
    /// The least and the greatest value.
    pub limits: [Real; 2],
    /// The motor that drives the value. Not for points.
    pub motor: Motor,
    /// For angles: true if another constraint holds the anchors of the same bodies together, as a
    /// hinge does. Motor and limits then turn them about their anchors. For axes: true if another
    /// constraint holds their angle, as a slider does. A push along the axis then does not rotate
    /// the bodies relative to one another.
    pub is_pinned: bool,
    /// For springs: the speed that a unit impulse gives the value while other constraints of the
    /// joint hold its bodies, as a fraction of the speed without them. A spring has its frequency
    /// with the bodies so held: a rod that turns about a pin at its end has four times its own
    /// inertia.
    pub held_share: Real,
    /// True if it belongs to a joint that may give way in an impact: one that breaks, has limits,
    /// or is a pulley. Impacts do not propagate through it at once, but by its impulses in passes.
    pub gives_way: bool,
    /// True if more was written than the anchors and `between` since the last step, which sets it
    /// to false. With the same structure, the solver reads nothing else of an unchanged point.
    pub changed: bool,
    /// Written: the impulses of the last substep; kept by the caller to start the next step from. A
    /// point has two along `x` and `y`; the others have one of holding, one of the motor and two of
    /// the limits.
    pub impulse: [Real; 4],
    /// Written: the impulse at the anchors with which motor and limits turned the bodies about
    /// them. It is part of the force that holds the anchors together. For axes, `x` is the angular
    /// impulse with which they pushed, which is part of the torque that holds the angle.
    pub impulse_at_pin: Vector,
}

/// The value that a constraint measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintForm {
    /// The vector from A's anchor to B's, in two directions.
    Point,
    /// The distance from A's anchor to B's along an axis that turns with A. The axis is a unit
    /// vector, as it lies when the step begins.
    Axis(Vector),
    /// The distance between the anchors.
    Length,
    /// The length of two lines: `|anchor_a - ground_a| + ratio |anchor_b - ground_b|`. The
    /// `grounds` are points of the world, relative to the centres of mass of A and B.
    Pulley {
        /// The vectors from the centres of mass to the points of the world at which the lines end.
        grounds: [Vector; 2],
        /// The weight of B's line.
        ratio: Real,
    },
    /// The value `start + (ratio_b * turn_b + line_b . way_b) - (ratio_a * turn_a + line_a .
    /// way_a)`, where `turn` and `way` are the rotation and displacement since the step began.
    Angle {
        /// The value as the step begins.
        start: Real,
        /// The weights of the rotations of A and of B.
        ratios: [Real; 2],
        /// The weights of their displacements: zero, except for a wheel that drives a rack.
        lines: [Vector; 2],
    },
}

/// The goal of a value, and the force towards it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// The stiffness.
    pub stiffness: Stiffness,
    /// The goal.
    pub goal: Real,
    /// The target velocity of B's anchor relative to A's; for a length or an angle, x is its speed.
    pub velocity: Vector,
    /// The largest force.
    pub max_force: Real,
}

/// The stiffness with which a value is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stiffness {
    /// The value is not held.
    Free,
    /// The value is held as well as the solver can.
    Rigid(Softness),
    /// A spring holds the value.
    Spring(Softness),
    /// Only the speed is held: friction.
    Speed,
}

/// A motor that drives a value with a speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motor {
    /// The speed.
    pub speed: Real,
    /// The largest force; 0 for no motor.
    pub max_force: Real,
}

impl Stiffness {
    /// True if it gives no force at all: a spring of frequency 0 is none.
    pub(crate) fn lets_go(&self) -> bool {
        match self {
            Self::Free => true,
            Self::Spring(softness) => softness.hertz == 0.0,
            Self::Rigid(_) | Self::Speed => false,
        }
    }
}

impl Hold {
    /// A hold without force.
    pub const FREE: Self = Self {
        stiffness: Stiffness::Free,
        goal: 0.0,
        velocity: Vector::new(0.0, 0.0),
        max_force: UNBOUNDED,
    };
}

impl Default for JointConstraint {
    fn default() -> Self {
        Self {
            body_a: crate::FIXED,
            body_b: crate::FIXED,
            priority: 0,
            form: ConstraintForm::Point,
            anchor_a: Vector::new(0.0, 0.0),
            anchor_b: Vector::new(0.0, 0.0),
            between: Vector::new(0.0, 0.0),
            hold: Hold::FREE,
            limits: [-UNBOUNDED, UNBOUNDED],
            motor: Motor::default(),
            is_pinned: false,
            held_share: 1.0,
            gives_way: false,
            changed: true,
            impulse: [0.0; 4],
            impulse_at_pin: Vector::new(0.0, 0.0),
        }
    }
}

impl JointConstraint {
    /// True if a structure that was built for the other constraint fits this one too, given the
    /// same bodies and index.
    #[must_use]
    pub fn is_built_like(&self, other: &Self) -> bool {
        let built = |it: &Self| {
            let form = core::mem::discriminant(&it.form);
            (form, it.is_pinned, it.is_driven(), it.pins(), it.fits_trees())
        };
        built(self) == built(other)
    }

    /// True if it holds a point rigidly, with unlimited force.
    pub(crate) fn pins(&self) -> bool {
        let Hold { stiffness, max_force, .. } = self.hold;
        self.form == ConstraintForm::Point
            && matches!(stiffness, Stiffness::Rigid(_))
            && max_force >= UNBOUNDED
    }

    /// True if it can be part of a tree: an equation, or a spring, of unlimited force; limits and
    /// motors act on single numbers only.
    pub(crate) fn fits_trees(&self) -> bool {
        let is_equation = match self.hold.stiffness {
            Stiffness::Rigid(_) => true,
            Stiffness::Speed => false,
            stiffness if stiffness.lets_go() => self.is_driven(),
            Stiffness::Spring(_) | Stiffness::Free => true,
        };
        is_equation && self.hold.max_force >= UNBOUNDED
    }

    /// True if it has limits or a motor.
    #[must_use]
    pub fn is_driven(&self) -> bool {
        let [lower, upper] = self.limits;
        lower > -UNBOUNDED || upper < UNBOUNDED || self.motor.max_force > 0.0
    }
}
