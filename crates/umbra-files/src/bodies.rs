//! Bodies in files.

use crate::colliders::ColliderRecord;
use crate::record::{List, Number, Pair, pair, pose_of, record, rotation, turned, vector};
use crate::{BodyKind, Error, MassProperties};
use umbra_geom::{Pose, Rotation};
use umbra_solver::Locks;
use umbra_world::body::{BodyDef, Push};
use umbra_world::store::Bodies;
use umbra_world::tuning::MAX_POSITION;

record! {
    /// A body with its colliders. Whoever writes it by hand mostly tells where it is and what it is
    /// made of.
    #[derive(PartialEq)]
    pub(crate) struct BodyRecord {
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
    pub(crate) fn from_body(bodies: &Bodies, index: usize) -> Self {
        let drops_through = bodies.marks[index].drops_through;
        Self { drops_through, ..Self::from_def(&bodies.def(index)) }
    }

    /// Rotation of the body, to the last bit.
    pub(crate) fn turn(&self) -> Result<Rotation, Error> {
        let turned = self.rotation.map(|turned| rotation("rotation", turned)).transpose()?;
        Ok(turned.unwrap_or_else(Rotation::identity))
    }

    /// True if its origin is exactly at this pose's position.
    pub(crate) fn is_at(&self, pose: &Pose) -> bool {
        self.position == pair(pose.translation.vector.into())
    }

    /// The same body, but no farther away than callers may put one: for those whose state tells
    /// where they are.
    pub(crate) fn within_reach(&self) -> Self {
        let near = |Number(place): Number| Number(place.clamp(-MAX_POSITION, MAX_POSITION));
        Self { position: self.position.map(near), colliders: List::default(), ..self.clone() }
    }

    /// Record of a body that is yet to be added.
    pub(crate) fn from_def(def: &BodyDef) -> Self {
        Self {
            kind: def.kind,
            position: pair(def.pose.translation.vector.into()),
            rotation: turned(&def.pose),
            velocity: pair(def.velocity.into()),
            angular_velocity: Number(def.angular_velocity),
            linear_damping: Number(def.linear_damping),
            angular_damping: Number(def.angular_damping),
            gravity_scale: Number(def.gravity_scale),
            constant_force: pair(def.constant_force.force.into()),
            constant_torque: Number(def.constant_force.torque),
            locks: def.locks,
            lock_rotation: def.lock_rotation,
            additional_mass: Number(def.additional_mass),
            mass_properties: def.mass_properties,
            user_data: def.user_data,
            enabled: def.enabled,
            bullet: def.bullet,
            can_sleep: def.can_sleep,
            sleep_tolerance: Number(def.sleep_tolerance),
            asleep: def.sleeping,
            ..Self::default()
        }
    }

    /// Body to be added, with its pose checked. `sleeps` if it may sleep from the start.
    /// Whoever adds it checks the other numbers, and puts its rotation right.
    pub(crate) fn def(&self, sleeps: bool) -> Result<BodyDef, Error> {
        Ok(BodyDef {
            pose: pose_of(self.position, self.angle, self.rotation)?,
            velocity: vector(self.velocity),
            angular_velocity: self.angular_velocity.0,
            linear_damping: self.linear_damping.0,
            angular_damping: self.angular_damping.0,
            gravity_scale: self.gravity_scale.0,
            constant_force: Push {
                force: vector(self.constant_force),
                torque: self.constant_torque.0,
            },
            locks: self.locks,
            lock_rotation: self.lock_rotation,
            additional_mass: self.additional_mass.0,
            mass_properties: self.mass_properties,
            user_data: self.user_data,
            enabled: self.enabled,
            bullet: self.bullet,
            can_sleep: self.can_sleep,
            sleep_tolerance: self.sleep_tolerance.0,
            sleeping: self.asleep && sleeps,
            ..BodyDef::new(self.kind)
        })
    }
}
