//! Parts of a joint for the solver: one to three constraints.

use umbra_geom::{Real, Vector, math};
use umbra_solver::{ConstraintForm, Hold, JointConstraint, Motor, Softness, Stiffness, UNBOUNDED};

use super::settings::BY_MASS;
use super::{JointKind, Settings, Spring};

/// One constraint of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointPart {
    /// A common point.
    Point,
    /// The displacement across the axis.
    Across,
    /// The length between two points.
    Length,
    /// The lengths of two lines.
    Lines,
    /// The angle, or the value that a gear counts.
    Angle,
    /// The displacement along the axis.
    Along,
    /// Of an image: its displacement along the image of the first axis of the world.
    ImageX,
    /// Of an image: the same with the second axis.
    ImageY,
}

/// The constraints of a joint. The first holds points together, the second is of the angle, the
/// third along the axis.
pub type Parts = [Option<JointPart>; 3];

impl Settings {
    /// Parts of the joint with its current settings.
    pub fn parts(&self) -> Parts {
        use JointKind as Kind;
        let is_moved = self.limits.is_some() || self.motor.is_some() || self.spring.is_some();
        let (first, angle, along) = match self.kind {
            Kind::Revolute => (Some(JointPart::Point), is_moved, false),
            Kind::Prismatic => (Some(JointPart::Across), true, is_moved),
            Kind::Wheel => {
                let along = self.limits.is_some() || self.spring.is_some();
                (Some(JointPart::Across), self.motor.is_some(), along)
            }
            Kind::Groove => (Some(JointPart::Across), false, true),
            Kind::Weld => (Some(JointPart::Point), true, false),
            Kind::Distance | Kind::Rope | Kind::Spring => (Some(JointPart::Length), false, false),
            Kind::Motor => {
                let follows = |velocity: bool| velocity || self.target.is_some();
                let point = follows(self.velocity.is_some()).then_some(JointPart::Point);
                (point, follows(self.angular_velocity.is_some()), false)
            }
            Kind::Target => (Some(JointPart::Point), false, false),
            Kind::Friction => {
                ((self.max_force > 0.0).then_some(JointPart::Point), self.max_torque > 0.0, false)
            }
            Kind::Gear | Kind::Ratchet => (None, true, false),
            Kind::Pulley => (Some(JointPart::Lines), false, false),
            Kind::Filter => (None, false, false),
            Kind::Image => {
                return [Some(JointPart::ImageX), Some(JointPart::Angle), Some(JointPart::ImageY)];
            }
        };
        if !self.enabled {
            return [None; 3];
        }
        [first, angle.then_some(JointPart::Angle), along.then_some(JointPart::Along)]
    }

    /// True if the solver gets constraints of the same kinds for both, so that it can keep their
    /// order.
    pub fn is_made_like(&self, other: &Self, softness: Softness) -> bool {
        let parts = self.parts();
        let alike = |part: &JointPart| {
            let [one, other] = [self, other].map(|it| it.constraint(*part, softness));
            let stiffness = |of: &JointConstraint| core::mem::discriminant(&of.hold.stiffness);
            one.is_built_like(&other) && stiffness(&one) == stiffness(&other)
        };
        parts == other.parts()
            && self.drives() == other.drives()
            && self.anchors[1] == other.anchors[1]
            && (self.anchors[0] == other.anchors[0] || self.kind == JointKind::Target)
            && parts.iter().flatten().all(alike)
    }

    /// True if the joint only holds a point of its bodies together: nothing else about it changes
    /// from step to step.
    pub(crate) fn is_plain(&self) -> bool {
        self.parts() == [Some(JointPart::Point), None, None]
            && self.velocity.is_none()
            && self.max_force < BY_MASS
            && !matches!(self.spring, Some(Spring::Stiff(_)))
    }

    /// True if a force or a torque breaks it.
    pub fn is_breakable(&self) -> bool {
        self.break_force < UNBOUNDED || self.break_torque < UNBOUNDED
    }

    /// True if it keeps its bodies moving, and so awake.
    pub(crate) fn drives(&self) -> bool {
        let motor = self.motor.is_some_and(|[speed, most]| speed != 0.0 && most > 0.0);
        let moves = self.velocity.is_some_and(|velocity| velocity != Vector::zeros());
        let turns = self.angular_velocity.is_some_and(|velocity| velocity != 0.0);
        self.enabled
            && (motor || (moves && self.max_force > 0.0) || (turns && self.max_torque > 0.0))
    }

    /// The constraint of a part, without the bodies and where they are. `softness` is that of
    /// joints that have none of their own.
    pub(crate) fn constraint(&self, part: JointPart, softness: Softness) -> JointConstraint {
        let motor = self.motor.filter(|_| self.is_driven(part));
        let [speed, max_force] = motor.unwrap_or_default();
        JointConstraint {
            form: match part {
                JointPart::Point => ConstraintForm::Point,
                JointPart::Across | JointPart::Along => ConstraintForm::Axis(self.axis),
                JointPart::Length => ConstraintForm::Length,
                JointPart::Lines => {
                    ConstraintForm::Pulley { grounds: [Vector::zeros(); 2], ratio: self.ratio }
                }
                JointPart::Angle => ConstraintForm::Angle {
                    start: 0.0,
                    ratios: [1.0; 2],
                    lines: [Vector::zeros(); 2],
                },
                // The axis of an image is that of the world's first one.
                JointPart::ImageX => image_line(Vector::x(), self.axis),
                JointPart::ImageY => image_line(Vector::y(), math::left_of(self.axis)),
            },
            hold: self.hold(part, self.softness.unwrap_or(softness)),
            limits: self.limits_of(part),
            motor: Motor { speed, max_force },
            is_pinned: match self.kind {
                JointKind::Revolute => part == JointPart::Angle,
                JointKind::Prismatic => part != JointPart::Angle,
                _ => false,
            },
            gives_way: self.is_breakable() || self.limits.is_some() || part == JointPart::Lines,
            ..JointConstraint::default()
        }
    }

    /// True if limits and motor belong to this part.
    fn is_driven(&self, part: JointPart) -> bool {
        match self.kind {
            JointKind::Revolute => part == JointPart::Angle,
            JointKind::Wheel => part == JointPart::Angle,
            JointKind::Prismatic | JointKind::Groove => part == JointPart::Along,
            _ => part == JointPart::Length || part == JointPart::Lines,
        }
    }

    fn limits_of(&self, part: JointPart) -> [Real; 2] {
        const NONE: [Real; 2] = [-UNBOUNDED, UNBOUNDED];
        let is_limited = match self.kind {
            JointKind::Wheel => part == JointPart::Along,
            // Set in every step.
            JointKind::Ratchet => return [0.0, UNBOUNDED],
            JointKind::Rope => return [-UNBOUNDED, self.rest.unwrap_or(UNBOUNDED)],
            _ => self.is_driven(part),
        };
        self.limits.filter(|_| is_limited).unwrap_or(NONE)
    }

    pub(super) fn hold(&self, part: JointPart, softness: Softness) -> Hold {
        let rigid = Hold { stiffness: Stiffness::Rigid(softness), ..Hold::FREE };
        let spring = |spring: Option<Spring>, or| spring.map_or(or, Spring::stiffness);
        let goal = self.rest.unwrap_or_default();
        match (self.kind, part) {
            (_, JointPart::Across) | (JointKind::Image, _) => rigid,
            (JointKind::Weld, JointPart::Point) => {
                Hold { stiffness: spring(self.spring, rigid.stiffness), ..rigid }
            }
            (JointKind::Weld, JointPart::Angle) => {
                Hold { stiffness: spring(self.angular_spring, rigid.stiffness), ..rigid }
            }
            (JointKind::Motor, _) => self.follow(part, softness),
            (JointKind::Target, _) => Hold {
                stiffness: self.spring.unwrap_or(Spring::Swings(softness)).stiffness(),
                // By the mass of its body it is told in each step. However much that is, it is bounded.
                max_force: if self.max_force < BY_MASS { self.max_force } else { 0.0 },
                ..rigid
            },
            (JointKind::Friction, _) => {
                let max_force =
                    if part == JointPart::Point { self.max_force } else { self.max_torque };
                Hold { stiffness: Stiffness::Speed, max_force, ..rigid }
            }
            (JointKind::Distance, _) if self.is_moved() => {
                Hold { stiffness: spring(self.spring, Stiffness::Free), goal, ..rigid }
            }
            (JointKind::Pulley, _) if self.limits.is_some() => Hold::FREE,
            (JointKind::Distance | JointKind::Pulley, _) => Hold { goal, ..rigid },
            (JointKind::Ratchet | JointKind::Rope, _) | (JointKind::Wheel, JointPart::Angle) => {
                Hold::FREE
            }
            (JointKind::Revolute, JointPart::Point)
            | (JointKind::Prismatic, JointPart::Angle)
            | (JointKind::Gear, _) => rigid,
            _ => Hold { stiffness: spring(self.spring, Stiffness::Free), goal, ..rigid },
        }
    }

    fn is_moved(&self) -> bool {
        self.limits.is_some() || self.motor.is_some() || self.spring.is_some()
    }

    /// The lengths that a joint of a length lets it have, springs aside.
    pub fn held_range(&self) -> [Real; 2] {
        let rest = self.rest.unwrap_or_default();
        match (self.kind, self.limits) {
            (JointKind::Rope, _) => [-UNBOUNDED, rest],
            (_, Some(limits)) => limits,
            (JointKind::Distance, None) if !self.is_moved() => [rest; 2],
            (JointKind::Pulley, None) => [rest; 2],
            _ => [-UNBOUNDED, UNBOUNDED],
        }
    }

    /// Hold of a motor joint on its point or its angle. The velocity of the point is as A sees it.
    ///
    /// It is never rigid: a body that follows a target has a velocity, and carries bodies that lie
    /// on it.
    ///
    /// It has no rigid way: what follows a target has a velocity, and carries what lies on it.
    fn follow(&self, part: JointPart, softness: Softness) -> Hold {
        let is_point = part == JointPart::Point;
        let spring = if is_point { self.spring } else { self.angular_spring };
        let stiffness = match self.target {
            None => Stiffness::Speed,
            Some(_) => spring.unwrap_or(Spring::Swings(softness)).stiffness(),
        };
        let (velocity, max_force) = if is_point {
            (self.velocity.unwrap_or_default(), self.max_force)
        } else {
            (Vector::new(self.angular_velocity.unwrap_or_default(), 0.0), self.max_torque)
        };
        let goal =
            self.target.map_or(0.0, |target| libm::atan2f(target.rotation.im, target.rotation.re));
        Hold { stiffness, goal, velocity, max_force }
    }

    /// The axis that a part is measured along, as A sees it.
    pub(crate) fn axis_of(&self, part: JointPart) -> Vector {
        if part == JointPart::Across { math::left_of(self.axis) } else { self.axis }
    }
}

/// Constraint of what A and its image move along a line of the world and its image.
fn image_line(line: Vector, image: Vector) -> ConstraintForm {
    ConstraintForm::Angle { start: 0.0, ratios: [0.0; 2], lines: [line, image] }
}
