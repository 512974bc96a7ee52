//! Rigid bodies and what sets how they move.
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use umbra::{Body, BodyKind, BodyMut, Error};

use super::forces::ForceQueue;
use super::link::{BodyLink, Motion, ShapeScale};
use super::setting::{BodySetting, marker_settings, number_settings};
use super::velocity::{AngularVelocity, LinearVelocity};
use crate::sync::pending;

/// A rigid body. A `Collider` beside it, or on entities below it, gives it shape and mass.
///
/// Its `Transform` is where it starts. Write the `Transform` to teleport it; the physics writes it
/// after each step in which the body moved.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_umbra::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(0.0, 4.0, 0.0)));
/// }
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
#[component(summary_tick, on_add = on_add, on_insert = on_insert, on_remove = pending::body_removed)]
#[require(Transform, BodyLink, ShapeScale)]
pub enum RigidBody {
    /// Moved by forces, contacts and joints.
    #[default]
    Dynamic,
    /// Never moves by itself, and takes part in no contact of two static bodies.
    Static,
    /// Moved by its velocity alone; nothing pushes it.
    Kinematic,
}

impl RigidBody {
    /// The kind of body in the engine.
    pub fn kind(self) -> BodyKind {
        match self {
            Self::Dynamic => BodyKind::Dynamic,
            Self::Static => BodyKind::Fixed,
            Self::Kinematic => BodyKind::Kinematic,
        }
    }

    pub(crate) fn body(self) -> Body {
        match self {
            Self::Dynamic => Body::dynamic(),
            Self::Static => Body::fixed(),
            Self::Kinematic => Body::kinematic(),
        }
    }
}

fn on_add(mut world: DeferredWorld<'_>, context: HookContext) {
    pending::push_body(&mut world, context.entity);
}

fn on_insert(mut world: DeferredWorld<'_>, context: HookContext) {
    let entity = context.entity;
    if world.get::<RigidBody>(entity) != Some(&RigidBody::Static) {
        add_moving_parts(world.commands().entity(entity));
    }
}

/// Adds what only bodies that move have: static ones cost less without it.
pub(crate) fn add_moving_parts(mut entity: EntityCommands<'_>) {
    type Parts = (Motion, LinearVelocity, AngularVelocity, ForceQueue);
    entity.insert_if_new(Parts::default());
}

number_settings! { BodySetting, BodyMut, Body;
    /// Factor of the gravity of one body. 1 by default.
    GravityScale = 1.0, gravity_scale, set_gravity_scale;
    /// Slows linear motion: speed falls by this part per second. 0 by default.
    LinearDamping = 0.0, linear_damping, set_linear_damping;
    /// Slows rotation: angular speed falls by this part per second. 0 by default.
    AngularDamping = 0.0, angular_damping, set_angular_damping;
    /// Factor of the speed below which one body counts as still. 1 by default.
    SleepTolerance = 1.0, sleep_tolerance, set_sleep_tolerance;
    /// Mass added to that of the colliders. 0 by default.
    AdditionalMass = 0.0, additional_mass, set_additional_mass;
}

marker_settings! { BodySetting, BodyMut, Body;
    /// A fast body that is swept past all others, bodies that move included. Static bodies stop
    /// fast bodies without it.
    Bullet {
        build(body) body.bullet(true);
        set(body, on) { body.set_bullet(on); Ok(()) };
    }
    /// A body that never falls asleep by itself.
    SleepingDisabled {
        build(body) body.can_sleep(false);
        set(body, on) { body.set_can_sleep(!on); Ok(()) };
    }
    /// A body that takes no part in the simulation.
    RigidBodyDisabled {
        build(body) body.enabled(false);
        set(body, on) body.set_enabled(!on);
    }
    /// A body that drops through one-way platforms while it has this.
    DropThrough {
        build(body) body;
        set(body, on) { body.drop_through(on); Ok(()) };
    }
}

/// Axes along which a body does not move.
///
/// ```
/// use bevy_umbra::prelude::*;
///
/// let upright = LockedAxes::ROTATION_LOCKED;
/// let rail = LockedAxes::new().lock_translation_y().lock_rotation();
/// assert!(rail.is_rotation_locked() && !upright.is_translation_y_locked());
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
#[component(summary_tick)]
pub struct LockedAxes {
    translation: [bool; 2],
    rotation: bool,
}

impl LockedAxes {
    /// Locks translation along x and y.
    pub const TRANSLATION_LOCKED: Self = Self { translation: [true; 2], rotation: false };
    /// Locks rotation.
    pub const ROTATION_LOCKED: Self = Self { translation: [false; 2], rotation: true };
    /// Locks all motion.
    pub const ALL_LOCKED: Self = Self { translation: [true; 2], rotation: true };

    /// Locks nothing.
    pub const fn new() -> Self {
        Self { translation: [false; 2], rotation: false }
    }

    /// Locks translation along x.
    #[must_use]
    pub const fn lock_translation_x(mut self) -> Self {
        self.translation[0] = true;
        self
    }

    /// Locks translation along y.
    #[must_use]
    pub const fn lock_translation_y(mut self) -> Self {
        self.translation[1] = true;
        self
    }

    /// Locks rotation.
    #[must_use]
    pub const fn lock_rotation(mut self) -> Self {
        self.rotation = true;
        self
    }

    /// True if translation along x is locked.
    pub const fn is_translation_x_locked(self) -> bool {
        self.translation[0]
    }

    /// True if translation along y is locked.
    pub const fn is_translation_y_locked(self) -> bool {
        self.translation[1]
    }

    /// True if rotation is locked.
    pub const fn is_rotation_locked(self) -> bool {
        self.rotation
    }
}

impl BodySetting for LockedAxes {
    const NAME: &'static str = "LockedAxes";

    fn build(&self, mut body: Body) -> Body {
        let locks: [(bool, fn(Body) -> Body); 3] = [
            (self.translation[0], Body::lock_translation_x),
            (self.translation[1], Body::lock_translation_y),
            (self.rotation, Body::lock_rotation),
        ];
        for (locked, lock) in locks {
            if locked {
                body = lock(body);
            }
        }
        body
    }

    fn set(setting: Option<&Self>, body: &mut BodyMut<'_>) -> Result<(), Error> {
        let Self { translation: [x, y], rotation } = setting.copied().unwrap_or_default();
        body.set_lock_translation(x, y);
        body.set_lock_rotation(rotation);
        Ok(())
    }
}

/// Where a kinematic body is to be after the next step. The step gives it the velocity that takes
/// it there, so it pushes and carries what it touches. Write it in each step, or leave it to hold.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default)]
pub struct KinematicTarget {
    /// Position in the world.
    pub position: Vec2,
    /// Angle in the world, in radians.
    pub rotation: f32,
}
