//! Bodies: the builder that one is made with, and the views it is read and changed through.

mod edit;
mod view;

pub use edit::BodyMut;
pub use view::BodyRef;

use umbra_geom::{Point, Pose, Real, Vector, math};
use umbra_solver::Locks;

use crate::{Error, check};

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// Never.
    Fixed,
    /// As its velocity says; nothing pushes it.
    Kinematic,
    /// As forces, contacts and gravity make it.
    Dynamic,
}

/// A body to be added to a scene.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let lift = Body::kinematic().position([3.0, 0.0]).velocity([0.0, 1.0]);
/// let lift = scene.add_body(lift)?;
/// assert_eq!(scene.body(lift).unwrap().kind(), BodyKind::Kinematic);
/// assert!(scene.add_body(Body::dynamic().angle(f32::NAN)).is_err());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Body {
    pub(crate) kind: BodyKind,
    pub(crate) pose: Pose,
    pub(crate) velocity: Vector,
    pub(crate) angular_velocity: Real,
    pub(crate) linear_damping: Real,
    pub(crate) angular_damping: Real,
    pub(crate) gravity_scale: Real,
    pub(crate) locks: Locks,
    pub(crate) lock_rotation: bool,
    pub(crate) additional_mass: Real,
    pub(crate) user_data: u64,
    pub(crate) enabled: bool,
    pub(crate) can_sleep: bool,
    pub(crate) sleeping: bool,
}

impl Body {
    fn of(kind: BodyKind) -> Self {
        Self {
            kind,
            pose: Pose::identity(),
            velocity: Vector::zeros(),
            angular_velocity: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            locks: Locks::default(),
            lock_rotation: false,
            additional_mass: 0.0,
            user_data: 0,
            enabled: true,
            can_sleep: true,
            sleeping: false,
        }
    }

    /// A body that never moves: ground, walls.
    pub fn fixed() -> Self {
        Self::of(BodyKind::Fixed)
    }

    /// A body that moves as it is told to and pushes others: lifts, doors.
    pub fn kinematic() -> Self {
        Self::of(BodyKind::Kinematic)
    }

    /// A body that is moved by forces, contacts and gravity.
    pub fn dynamic() -> Self {
        Self::of(BodyKind::Dynamic)
    }

    /// Where its origin is. (0, 0) by default.
    pub fn position(mut self, position: impl Into<Point>) -> Self {
        self.pose.translation = position.into().into();
        self
    }

    /// How far it is turned, counter-clockwise, in radians. 0 by default.
    pub fn angle(mut self, angle: Real) -> Self {
        self.pose.rotation = math::rotation(angle);
        self
    }

    /// Position and rotation.
    pub fn pose(mut self, pose: Pose) -> Self {
        self.pose = pose;
        self
    }

    /// How fast its centre of mass moves. Zero by default; a fixed body has none.
    pub fn velocity(mut self, velocity: impl Into<Vector>) -> Self {
        self.velocity = velocity.into();
        self
    }

    /// How fast it turns, counter-clockwise, in radians per second. 0 by default.
    pub fn angular_velocity(mut self, angular_velocity: Real) -> Self {
        self.angular_velocity = angular_velocity;
        self
    }

    /// How much of its velocity a dynamic body loses per second, roughly. 0 by default.
    pub fn linear_damping(mut self, linear_damping: Real) -> Self {
        self.linear_damping = linear_damping;
        self
    }

    /// How much of its angular velocity a dynamic body loses per second, roughly. 0 by default.
    pub fn angular_damping(mut self, angular_damping: Real) -> Self {
        self.angular_damping = angular_damping;
        self
    }

    /// How strongly gravity pulls it. 1 by default; 0 floats, negative numbers rise.
    pub fn gravity_scale(mut self, gravity_scale: Real) -> Self {
        self.gravity_scale = gravity_scale;
        self
    }

    /// Keeps a dynamic body from turning.
    pub fn lock_rotation(mut self) -> Self {
        self.lock_rotation = true;
        self
    }

    /// Keeps a dynamic body from moving along x.
    pub fn lock_translation_x(mut self) -> Self {
        self.locks.x = true;
        self
    }

    /// Keeps a dynamic body from moving along y.
    pub fn lock_translation_y(mut self) -> Self {
        self.locks.y = true;
        self
    }

    /// Mass at the body's origin, besides that of the colliders. 0 by default.
    pub fn additional_mass(mut self, additional_mass: Real) -> Self {
        self.additional_mass = additional_mass;
        self
    }

    /// A number for the caller.
    pub fn user_data(mut self, user_data: u64) -> Self {
        self.user_data = user_data;
        self
    }

    /// Whether it takes part. A disabled body does not move and touches nothing. True by default.
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Whether it may fall asleep by itself when it comes to rest. True by default.
    pub fn can_sleep(mut self, can_sleep: bool) -> Self {
        self.can_sleep = can_sleep;
        self
    }

    /// Whether it sleeps from the beginning: its velocity is zero then, and neither the colliders
    /// that it is given before the next step nor what they touch wake it, unless that is awake. So
    /// a level full of piles can be loaded without setting them in motion. False by default.
    pub fn sleeping(mut self, sleeping: bool) -> Self {
        self.sleeping = sleeping;
        self
    }

    /// The body with its rotation brought to unit length, or what is wrong with it.
    pub(crate) fn checked(mut self) -> Result<Self, Error> {
        self.pose = check::pose("pose", self.pose)?;
        check::vector("velocity", self.velocity)?;
        check::number("angular_velocity", self.angular_velocity)?;
        check::amount("linear_damping", self.linear_damping)?;
        check::amount("angular_damping", self.angular_damping)?;
        check::number("gravity_scale", self.gravity_scale)?;
        check::amount("additional_mass", self.additional_mass)?;
        Ok(self)
    }
}
