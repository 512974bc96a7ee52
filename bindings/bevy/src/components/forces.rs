//! Forces and impulses.
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use umbra::{Body, BodyMut, Error};

use super::setting::BodySetting;
use super::velocity::{AngularVelocity, LinearVelocity};
use crate::convert::{point, vector};

/// A force and a torque that act in each step while the component is there.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default)]
#[component(summary_tick)]
pub struct ExternalForce {
    /// Force at the centre of mass.
    pub force: Vec2,
    /// Torque.
    pub torque: f32,
}

impl ExternalForce {
    /// A force without a torque.
    pub const fn new(force: Vec2) -> Self {
        Self { force, torque: 0.0 }
    }
}

impl BodySetting for ExternalForce {
    const NAME: &'static str = "ExternalForce";

    fn build(&self, body: Body) -> Body {
        body.constant_force(vector(self.force), self.torque)
    }

    fn set(setting: Option<&Self>, body: &mut BodyMut<'_>) -> Result<(), Error> {
        let Self { force, torque } = setting.copied().unwrap_or_default();
        body.set_constant_force(vector(force), torque)
    }
}

/// An impulse that acts once: the next step applies it and sets it to zero.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default)]
#[component(summary_tick)]
pub struct ExternalImpulse {
    /// Impulse at the centre of mass.
    pub impulse: Vec2,
    /// Angular impulse.
    pub torque_impulse: f32,
}

impl ExternalImpulse {
    /// An impulse at the centre of mass.
    pub const fn new(impulse: Vec2) -> Self {
        Self { impulse, torque_impulse: 0.0 }
    }
}

/// A push that waits for the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Push {
    Force(Vec2),
    ForceAt(Vec2, Vec2),
    Torque(f32),
    Impulse(Vec2),
    ImpulseAt(Vec2, Vec2),
    AngularImpulse(f32),
}

impl Push {
    pub fn apply(self, mut body: BodyMut<'_>) -> Result<(), Error> {
        match self {
            Self::Force(force) => body.apply_force(vector(force)),
            Self::ForceAt(force, at) => body.apply_force_at(vector(force), point(at)),
            Self::Torque(torque) => body.apply_torque(torque),
            Self::Impulse(impulse) => body.apply_impulse(vector(impulse)),
            Self::ImpulseAt(impulse, at) => body.apply_impulse_at(vector(impulse), point(at)),
            Self::AngularImpulse(impulse) => body.apply_angular_impulse(impulse),
        }
    }
}

/// Pushes that wait for the next step. Write it through [`Forces`].
#[derive(Component, Clone, Debug, Default)]
#[component(summary_tick)]
pub struct ForceQueue(pub(crate) Vec<Push>);

/// Query data that pushes bodies: `Query<Forces>`. Forces act for one step, so call it in each
/// `FixedUpdate`; impulses act at once, in the next step.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// use bevy_umbra::prelude::*;
///
/// fn wind(mut bodies: Query<Forces>) {
///     for mut body in &mut bodies {
///         body.apply_force(Vec2::new(3.0, 0.0));
///     }
/// }
/// ```
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Forces {
    queue: &'static mut ForceQueue,
    linear: &'static LinearVelocity,
    angular: &'static AngularVelocity,
}

impl ForcesItem<'_, '_> {
    /// Velocity after the last step.
    pub fn linear_velocity(&self) -> Vec2 {
        self.linear.0
    }

    /// Angular velocity after the last step.
    pub fn angular_velocity(&self) -> f32 {
        self.angular.0
    }

    /// Applies a force at the centre of mass, for one step.
    pub fn apply_force(&mut self, force: Vec2) {
        self.queue.0.push(Push::Force(force));
    }

    /// Applies a force at a point of the world, for one step.
    pub fn apply_force_at_point(&mut self, force: Vec2, world_point: Vec2) {
        self.queue.0.push(Push::ForceAt(force, world_point));
    }

    /// Applies a torque, for one step.
    pub fn apply_torque(&mut self, torque: f32) {
        self.queue.0.push(Push::Torque(torque));
    }

    /// Applies an impulse at the centre of mass.
    pub fn apply_linear_impulse(&mut self, impulse: Vec2) {
        self.queue.0.push(Push::Impulse(impulse));
    }

    /// Applies an impulse at a point of the world.
    pub fn apply_linear_impulse_at_point(&mut self, impulse: Vec2, world_point: Vec2) {
        self.queue.0.push(Push::ImpulseAt(impulse, world_point));
    }

    /// Applies an angular impulse.
    pub fn apply_angular_impulse(&mut self, impulse: f32) {
        self.queue.0.push(Push::AngularImpulse(impulse));
    }
}
