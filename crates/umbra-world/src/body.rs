//! Bodies as plain values: the kind, the mass, and all that a body is added with.

use umbra_geom::{Point, Pose, Real, Vector};
use umbra_solver::Locks;

use crate::check;
use crate::store::Bodies;

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum BodyKind {
    /// Never.
    Fixed,
    /// As its velocity says, turning about its origin; nothing pushes it.
    Kinematic,
    /// As forces, contacts and gravity make it.
    Dynamic,
}

/// How heavy a body is, and how its mass is spread.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MassProperties {
    /// The mass. With 0, the body weighs one and does not turn, as one without colliders does.
    pub mass: Real,
    /// Where the centre of mass is on the body.
    pub center: Point,
    /// The moment of inertia about the centre of mass. With 0, the body does not turn.
    pub inertia: Real,
}

impl MassProperties {
    #[doc(hidden)]
    pub fn check(self) -> Result<Self, umbra_geom::Error> {
        check::amount("mass_properties.mass", self.mass)?;
        check::position("mass_properties.center", self.center)?;
        check::amount("mass_properties.inertia", self.inertia)?;
        Ok(self)
    }
}

/// A force and a torque.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    pub force: Vector,
    pub torque: Real,
}

impl Push {
    pub const NONE: Self = Self { force: Vector::new(0.0, 0.0), torque: 0.0 };

    pub fn check(self) -> Result<Self, umbra_geom::Error> {
        check::vector("force", self.force)?;
        check::number("torque", self.torque)?;
        Ok(self)
    }
}

/// All that a body is added with. The numbers have been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDef {
    pub kind: BodyKind,
    pub pose: Pose,
    pub velocity: Vector,
    pub angular_velocity: Real,
    pub linear_damping: Real,
    pub angular_damping: Real,
    pub gravity_scale: Real,
    pub constant_force: Push,
    pub locks: Locks,
    pub lock_rotation: bool,
    pub additional_mass: Real,
    pub mass_properties: Option<MassProperties>,
    pub user_data: u64,
    pub enabled: bool,
    pub is_bullet: bool,
    pub can_sleep: bool,
    pub sleep_tolerance: Real,
    pub sleeping: bool,
    /// The impulse that breaks it.
    pub toughness: Option<Real>,
}

impl BodyDef {
    /// The defaults of a kind.
    pub fn new(kind: BodyKind) -> Self {
        Self {
            kind,
            pose: Pose::identity(),
            velocity: Vector::zeros(),
            angular_velocity: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            constant_force: Push::NONE,
            locks: Locks::default(),
            lock_rotation: false,
            additional_mass: 0.0,
            mass_properties: None,
            user_data: 0,
            enabled: true,
            is_bullet: false,
            can_sleep: true,
            sleep_tolerance: 1.0,
            sleeping: false,
            toughness: None,
        }
    }

    /// Copies a body. Its velocity is that of the centre of mass.
    pub fn from_body(bodies: &Bodies, index: usize) -> Self {
        let (info, state) = (&bodies.infos[index], &bodies.states[index]);
        let timer = &bodies.sleep_timers[index];
        Self {
            kind: info.kind,
            pose: bodies.pose(index),
            velocity: state.velocity,
            angular_velocity: state.angular_velocity,
            linear_damping: state.linear_damping,
            angular_damping: state.angular_damping,
            gravity_scale: bodies.forces[index].gravity_scale,
            constant_force: info.constant_force,
            locks: state.locks,
            lock_rotation: info.lock_rotation,
            additional_mass: info.additional_mass,
            mass_properties: info.mass_properties,
            user_data: info.user_data,
            enabled: info.enabled,
            is_bullet: info.is_bullet,
            can_sleep: timer.can_sleep,
            sleep_tolerance: timer.tolerance,
            sleeping: bodies.is_asleep(index),
            toughness: info.toughness,
        }
    }
}
