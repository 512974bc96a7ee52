//! Bodies in files.

use super::colliders::ColliderRecord;
use super::record::{List, Number, Pair, pair, pose_of, record, rotation, vector};
use crate::{Body, BodyKind, Error, MassProperties};
use umbra_geom::{Pose, Rotation};
use umbra_solver::Locks;
use umbra_world::body::Push;
use umbra_world::store::Bodies;
use umbra_world::tuning::MAX_POSITION;

record! {
    /// A body with its colliders. Whoever writes it by hand mostly tells where it is and what it is made of.
    #[derive(PartialEq)]
    pub(super) struct BodyRecord {
        /// `dynamic`, `kinematic` or `fixed`.
        kind: BodyKind = BodyKind::Dynamic,
        /// Position of its origin.
        position: Pair = pair([0.0, 0.0]),
        /// Angle of its rotation, in radians.
        angle: Number = Number(0.0),
        /// The same by cosine and sine, to the last bit. It goes before the angle.
        rotation: Option<Pair> = None,
        /// Velocity of its centre of mass.
        velocity: Pair = pair([0.0, 0.0]),
        angular_velocity: Number = Number(0.0),
        linear_damping: Number = Number(0.0),
        angular_damping: Number = Number(0.0),
        gravity_scale: Number = Number(1.0),
        constant_force: Pair = pair([0.0, 0.0]),
        constant_torque: Number = Number(0.0),
        /// The directions in which it does not move.
        locks: Locks = Locks::default(),
        lock_rotation: bool = false,
        additional_mass: Number = Number(0.0),
        /// Instead of what its colliders weigh.
        mass_properties: Option<MassProperties> = None,
        user_data: u64 = 0,
        enabled: bool = true,
        bullet: bool = false,
        drops_through: bool = false,
        can_sleep: bool = true,
        sleep_tolerance: Number = Number(1.0),
        asleep: bool = false,
        colliders: List<ColliderRecord> = List::default(),
    }
}

impl BodyRecord {
    /// A body without its colliders.
    pub(super) fn from_body(bodies: &Bodies, index: usize) -> Self {
        let drops_through = bodies.marks[index].drops_through;
        Self { drops_through, ..Self::of_builder(&Body::copy_of(bodies, index)) }
    }

    /// Rotation of the body, to the last bit.
    pub(super) fn turn(&self) -> Result<Rotation, Error> {
        let turned = self.rotation.map(|turned| rotation("rotation", turned)).transpose()?;
        Ok(turned.unwrap_or_else(Rotation::identity))
    }

    /// True if its origin is exactly at this pose's position.
    pub(super) fn is_at(&self, pose: &Pose) -> bool {
        self.position == pair(pose.translation.vector.into())
    }

    /// The same body, but no farther away than callers may put one: for those whose state tells where they are.
    pub(super) fn within_reach(&self) -> Self {
        let near = |Number(place): Number| Number(place.clamp(-MAX_POSITION, MAX_POSITION));
        Self { position: self.position.map(near), colliders: List::default(), ..self.clone() }
    }

    /// Builder of the body, with all values checked. `sleeps` if it may sleep from the start.
    pub(super) fn builder(&self, sleeps: bool) -> Result<Body, Error> {
        let pose = pose_of(self.position, self.angle, self.rotation)?;
        let body = match self.kind {
            BodyKind::Dynamic => Body::dynamic(),
            BodyKind::Kinematic => Body::kinematic(),
            BodyKind::Fixed => Body::fixed(),
        };
        let push = Push { force: vector(self.constant_force), torque: self.constant_torque.0 };
        let mut body = body
            .pose(pose)
            .velocity(vector(self.velocity))
            .angular_velocity(self.angular_velocity.0)
            .linear_damping(self.linear_damping.0)
            .angular_damping(self.angular_damping.0)
            .gravity_scale(self.gravity_scale.0)
            .additional_mass(self.additional_mass.0)
            .user_data(self.user_data)
            .enabled(self.enabled)
            .bullet(self.bullet)
            .can_sleep(self.can_sleep)
            .sleep_tolerance(self.sleep_tolerance.0)
            .sleeping(self.asleep && sleeps);
        (body.def.locks, body.def.lock_rotation) = (self.locks, self.lock_rotation);
        body.def.constant_force = push.check()?;
        body.def.mass_properties = self.mass_properties.map(MassProperties::check).transpose()?;
        let mut body = body.checked()?;
        // To the last bit: whoever adds it puts its rotation right.
        body.def.pose = pose;
        Ok(body)
    }
}
