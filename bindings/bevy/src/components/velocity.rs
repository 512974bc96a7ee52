//! Velocities: written by users and by the physics.
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use umbra::{Body, BodyMut, Error};

use super::setting::BodySetting;
use crate::convert::vector;

/// Velocity of the centre of mass of a body, in units per second. Writing it sets the velocity.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default)]
#[component(summary_tick)]
pub struct LinearVelocity(pub Vec2);

impl LinearVelocity {
    /// No velocity.
    pub const ZERO: Self = Self(Vec2::ZERO);

    /// A velocity of two components.
    pub const fn new(x: f32, y: f32) -> Self {
        Self(Vec2::new(x, y))
    }
}

impl BodySetting for LinearVelocity {
    const NAME: &'static str = "LinearVelocity";

    fn build(&self, body: Body) -> Body {
        body.linear_velocity(vector(self.0))
    }

    /// A velocity that the body has already changes nothing.
    fn set(setting: Option<&Self>, body: &mut BodyMut<'_>) -> Result<(), Error> {
        let velocity = vector(setting.copied().unwrap_or_default().0);
        if body.view().linear_velocity() == velocity {
            return Ok(());
        }
        body.set_linear_velocity(velocity)
    }
}

/// Angular velocity of a body, in radians per second, counter-clockwise. Writing it sets the
/// velocity.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default)]
#[component(summary_tick)]
pub struct AngularVelocity(pub f32);

impl AngularVelocity {
    /// No rotation.
    pub const ZERO: Self = Self(0.0);
}

impl BodySetting for AngularVelocity {
    const NAME: &'static str = "AngularVelocity";

    fn build(&self, body: Body) -> Body {
        body.angular_velocity(self.0)
    }

    fn set(setting: Option<&Self>, body: &mut BodyMut<'_>) -> Result<(), Error> {
        let velocity = setting.copied().unwrap_or_default().0;
        if body.view().angular_velocity() == velocity {
            return Ok(());
        }
        body.set_angular_velocity(velocity)
    }
}
