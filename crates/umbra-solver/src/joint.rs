//! Joints as they cross the boundary of this crate: what the caller fills in and what the solver writes back.
//!
//! Every kind of joint that users know is made of a few *constraints*: a point that two bodies share, a length
//! along an axis or between two points, an angle. A revolute joint is a point and, with limits, a motor or a
//! spring, an angle; a prismatic joint is a length across its axis, an angle, and a length along it.

use umbra_geom::{Real, Vector};

use crate::Softness;

/// Stands for a limit that there is not, and for a force without bound.
pub const UNBOUNDED: Real = 1e30;

/// One constraint between two bodies.
///
/// Angles are in radians, and what they mean by "force" is a torque there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointConstraint {
    /// The position of the first body in the slice of bodies, or [`FIXED`](crate::FIXED).
    pub body_a: u32,
    /// The position of the second body, or [`FIXED`](crate::FIXED).
    pub body_b: u32,
    /// As [`Contact::priority`](crate::Contact::priority).
    pub priority: u16,
    /// What is measured.
    pub form: ConstraintForm,
    /// From A's centre of mass to A's anchor as the step begins; from the origin if A is `FIXED`.
    pub anchor_a: Vector,
    /// From B's centre of mass to B's anchor; from the origin if B is `FIXED`.
    pub anchor_b: Vector,
    /// From A's centre of mass to B's, with the origin for what is `FIXED`.
    pub between: Vector,
    /// The value, or with [`Point`](ConstraintForm::Point) the velocity of B's anchor past A's, is drawn to this.
    pub hold: Hold,
    /// The least and the greatest value.
    pub limits: [Real; 2],
    /// Drives the value. Not for points.
    pub motor: Motor,
    /// Of angles: another constraint holds the anchors of the same bodies together, as a hinge does. Motor and limits then turn
    /// them about their anchors. Of axes: another constraint holds their angle, as a slider does. What pushes along the axis then
    /// turns neither against the other.
    pub is_pinned: bool,
    /// Of springs: the speed that an impulse of one gives the value while other constraints of the joint hold its bodies, as a part of
    /// what it would give alone. A spring swings as often as told with the bodies so held: a rod that turns about a pin at its end
    /// has four times the inertia that its own is.
    pub held_share: Real,
    /// True if it belongs to a joint that may give way in an impact: one that breaks, has limits, or is a pulley. Impacts do not act
    /// through it at once, but by what it bears in passes.
    pub gives_way: bool,
    /// Written: the impulses of the last substep; kept by the caller to start the next step from. A point has
    /// two along `x` and `y`; the others have one of holding, one of the motor and two of the limits.
    pub impulse: [Real; 4],
    /// Written: the impulse at the anchors with which motor and limits turned the bodies about them. It is part of what
    /// holds the anchors together. Of axes, along `x`, the angular impulse with which they pushed, which is part of what holds the
    /// angle.
    pub impulse_at_pin: Vector,
}

/// What a constraint measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintForm {
    /// The way from A's anchor to B's, in two directions.
    Point,
    /// That way along an axis which turns with A. The axis is given as it lies when the step begins, and of
    /// length one.
    Axis(Vector),
    /// The length of that way.
    Length,
    /// The length of two lines: `|anchor_a - ground_a| + ratio |anchor_b - ground_b|`. The `grounds` are points of the
    /// world, seen from the centres of mass of A and B.
    Pulley {
        /// From the centre of mass to the point of the world that the line runs to.
        grounds: [Vector; 2],
        /// How much B's line counts.
        ratio: Real,
    },
    /// `start + (ratio_b * turn_b + line_b . way_b) - (ratio_a * turn_a + line_a . way_a)`, where turns and ways are
    /// those since the step began.
    Angle {
        /// The value as the step begins.
        start: Real,
        /// How much the turns of A and of B count.
        ratios: [Real; 2],
        /// How much their ways count: zero, except where a wheel drives a rack.
        lines: [Vector; 2],
    },
}

/// Draws a value to a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// What holds.
    pub stiffness: Stiffness,
    /// The goal.
    pub goal: Real,
    /// How fast B's anchor is to move past A's; how fast a length or an angle is to grow, as x.
    pub velocity: Vector,
    /// The largest force.
    pub max_force: Real,
}

/// How a value is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stiffness {
    /// Not at all.
    Free,
    /// As well as the solver can.
    Rigid(Softness),
    /// By a spring.
    Spring(Softness),
    /// Only its speed is: friction.
    Speed,
}

/// Drives a value with a speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motor {
    /// The speed.
    pub speed: Real,
    /// The largest force; 0 for no motor.
    pub max_force: Real,
}

impl Stiffness {
    /// Whether it gives no force at all: a spring that never swings is none.
    pub(crate) fn lets_go(&self) -> bool {
        match self {
            Self::Free => true,
            Self::Spring(softness) => softness.hertz == 0.0,
            Self::Rigid(_) | Self::Speed => false,
        }
    }
}

impl Hold {
    /// Holds nothing.
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
            impulse: [0.0; 4],
            impulse_at_pin: Vector::new(0.0, 0.0),
        }
    }
}

impl JointConstraint {
    /// Whether a structure that was built for the other serves for this one too, if bodies and place are the same.
    #[must_use]
    pub fn is_built_like(&self, other: &Self) -> bool {
        let built = |it: &Self| {
            let form = core::mem::discriminant(&it.form);
            (form, it.is_pinned, it.is_driven(), it.pins(), it.fits_trees())
        };
        built(self) == built(other)
    }

    /// Whether it holds a point as well as it can, whatever the force.
    pub(crate) fn pins(&self) -> bool {
        let Hold { stiffness, max_force, .. } = self.hold;
        self.form == ConstraintForm::Point
            && matches!(stiffness, Stiffness::Rigid(_))
            && max_force >= UNBOUNDED
    }

    /// Whether it can be part of a tree: an equation, or a spring, of any force, and limits and motors of numbers.
    pub(crate) fn fits_trees(&self) -> bool {
        let is_equation = match self.hold.stiffness {
            Stiffness::Rigid(_) => true,
            Stiffness::Speed => false,
            stiffness if stiffness.lets_go() => self.is_driven(),
            Stiffness::Spring(_) | Stiffness::Free => true,
        };
        is_equation && self.hold.max_force >= UNBOUNDED
    }

    /// Whether it has limits or a motor.
    #[must_use]
    pub fn is_driven(&self) -> bool {
        let [lower, upper] = self.limits;
        lower > -UNBOUNDED || upper < UNBOUNDED || self.motor.max_force > 0.0
    }
}
