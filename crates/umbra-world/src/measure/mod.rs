//! Measuring joints: places, angles and lengths of their two bodies beside one another, forces,
//! masses.

mod gears;
mod opening;
mod reaction;
mod stiffness;

pub use gears::gear_value;

use umbra_geom::math::{cross, dot, left_of};
use umbra_geom::{Point, Pose, Real, Rotation, Vector};
use umbra_solver::Body;

use crate::JointKind;
use crate::store::{Bodies, JointInfo, Joints, ListedJoint, Turns, past};
use crate::tuning::STALLED_PART;

/// A joint with its two bodies, by their indices.
#[derive(Clone, Copy, Debug)]
pub struct Measured<'a> {
    pub info: &'a JointInfo,
    pub bodies: &'a Bodies,
    pub(crate) indices: [usize; 2],
    turns: [Turns; 2],
}

impl<'a> Measured<'a> {
    /// The bodies of a joint are in its scene.
    pub fn new(info: &'a JointInfo, joints: &Joints, bodies: &'a Bodies) -> Self {
        let indices = info.bodies.map(|key| bodies.index(key).unwrap_or_default());
        Self { info, bodies, indices, turns: joints.turns(info) }
    }

    /// The same of a joint that is listed: it knows the indices of its bodies.
    pub(crate) fn of_listed(info: &'a JointInfo, listed: &ListedJoint, bodies: &'a Bodies) -> Self {
        let indices = listed.bodies.map(|index| index as usize);
        Self { info, bodies, indices, turns: listed.turns }
    }

    pub(super) fn state(&self, side: usize) -> &'a Body {
        &self.bodies.states[self.indices[side]]
    }

    /// A target has one body: its first anchor is a point of the world.
    pub(super) fn is_of_world(&self, side: usize) -> bool {
        side == 0 && self.info.settings.kind == JointKind::Target
    }

    pub fn anchor(&self, side: usize) -> Point {
        let anchor = self.info.settings.anchors[side];
        if self.is_of_world(side) { anchor } else { self.bodies.pose(self.indices[side]) * anchor }
    }

    /// The pose of a body, by its origin.
    pub fn pose(&self, side: usize) -> Pose {
        self.bodies.pose(self.indices[side])
    }

    fn velocity(&self, side: usize) -> Vector {
        if self.is_of_world(side) {
            return Vector::zeros();
        }
        self.bodies.velocity_at(self.indices[side], self.anchor(side))
    }

    /// Displacement from A's anchor to B's.
    pub fn displacement(&self) -> Vector {
        self.anchor(1) - self.anchor(0)
    }

    pub fn axis(&self) -> Vector {
        self.state(0).rotation * self.info.settings.axis
    }

    /// B's rotation past A's, from where the angle is zero.
    pub fn turned(&self) -> Rotation {
        let relative = past(self.state(0).rotation, self.state(1).rotation);
        self.info.reference[0].inverse() * relative
    }

    /// Angle by which B has turned relative to A, with all full turns.
    pub fn angle(&self) -> f64 {
        self.turns[0].angle(self.turned())
    }

    /// Angle by which a body has turned since its gear was added, with all full turns.
    pub(crate) fn angle_alone(&self, side: usize) -> f64 {
        self.turns[side].angle(past(self.info.reference[side], self.state(side).rotation))
    }

    pub fn translation(&self) -> Real {
        dot(self.displacement(), self.axis())
    }

    /// Distance of B's anchor from the axis, sideways.
    pub fn sideways(&self) -> Real {
        cross(self.axis(), self.displacement())
    }

    /// The angle or the displacement, whichever a gear counts.
    pub(crate) fn geared_value(&self) -> f64 {
        if self.info.settings.kind.is_turned() {
            self.angle()
        } else {
            f64::from(self.translation())
        }
    }

    /// The lines of a pulley, each with its direction.
    pub(crate) fn lines(&self) -> [(Real, Vector); 2] {
        [0, 1].map(|side| direction(self.anchor(side) - self.info.settings.grounds[side]))
    }

    pub fn length(&self) -> Real {
        if self.info.settings.kind == JointKind::Pulley {
            let [(a, _), (b, _)] = self.lines();
            return a + self.info.settings.ratio * b;
        }
        direction(self.displacement()).0
    }

    /// See `JointRef::speed`.
    pub fn speed(&self) -> Real {
        match self.info.settings.kind {
            JointKind::Prismatic | JointKind::Groove => self.sliding_speed(),
            JointKind::Distance
            | JointKind::Rope
            | JointKind::Spring
            | JointKind::Target
            | JointKind::Pulley => self.length_speed(),
            _ => self.angular_speed(),
        }
    }

    /// True if its motor moves anything. A motor that presses into a limit or an obstacle, or is
    /// too weak, does not.
    pub(crate) fn is_driving(&self) -> bool {
        let settings = &self.info.settings;
        let goes = |speed: Real, wanted: Real| speed.abs() > STALLED_PART * wanted.abs();
        let motor = settings.motor.is_some_and(|[speed, _]| goes(self.speed(), speed));
        let moves = settings.velocity.is_some_and(|wanted| {
            let past = self.velocity(1) - self.velocity(0);
            goes(dot(past, past).sqrt(), dot(wanted, wanted).sqrt())
        });
        let turns = settings.angular_velocity;
        motor || moves || turns.is_some_and(|wanted| goes(self.angular_speed(), wanted))
    }

    fn angular_speed(&self) -> Real {
        let spins = [0, 1].map(|side| self.state(side).angular_velocity);
        let of_a = if self.is_of_world(0) { 0.0 } else { spins[0] };
        spins[1] - of_a
    }

    /// Speed of B's anchor along the axis, which turns with A.
    fn sliding_speed(&self) -> Real {
        let (axis, past) = (self.axis(), self.velocity(1) - self.velocity(0));
        dot(past, axis) + self.state(0).angular_velocity * dot(self.displacement(), left_of(axis))
    }

    /// Rate at which the length grows.
    fn length_speed(&self) -> Real {
        if self.info.settings.kind == JointKind::Pulley {
            let [(_, a), (_, b)] = self.lines();
            return dot(a, self.velocity(0)) + self.info.settings.ratio * dot(b, self.velocity(1));
        }
        dot(direction(self.displacement()).1, self.velocity(1) - self.velocity(0))
    }
}

/// Length and direction of a displacement; the direction is x if the length is 0.
pub(crate) fn direction(way: Vector) -> (Real, Vector) {
    let length = dot(way, way).sqrt();
    (length, if length > 0.0 { way / length } else { Vector::x() })
}
