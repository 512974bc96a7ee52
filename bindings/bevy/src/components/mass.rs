//! Mass of a body, instead of that of its colliders.
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use umbra::{BodyKey, Error, MassProperties, Scene};

use crate::convert::point;

/// Mass of a body. Without it, a body has the mass of its colliders: their density times their
/// area. The moment of inertia grows in proportion, unless there is an `AngularInertia`.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component)]
#[component(summary_tick)]
pub struct Mass(pub f32);

/// Moment of inertia of a body about its centre of mass, instead of that of its colliders.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component)]
#[component(summary_tick)]
pub struct AngularInertia(pub f32);

/// Centre of mass of a body, relative to its origin, instead of that of its colliders.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component)]
#[component(summary_tick)]
pub struct CenterOfMass(pub Vec2);

/// What an entity says about the mass of its body.
#[derive(Clone, Copy)]
pub(crate) struct MassOverride {
    mass: Option<f32>,
    inertia: Option<f32>,
    center: Option<Vec2>,
}

impl MassOverride {
    pub fn of(world: &World, entity: Entity) -> Self {
        Self {
            mass: world.get::<Mass>(entity).map(|mass| mass.0),
            inertia: world.get::<AngularInertia>(entity).map(|inertia| inertia.0),
            center: world.get::<CenterOfMass>(entity).map(|center| center.0),
        }
    }

    pub fn is_none(&self) -> bool {
        self.mass.is_none() && self.inertia.is_none() && self.center.is_none()
    }

    /// Sets the mass of a body: that of its colliders, where nothing else is said.
    pub fn set(&self, scene: &mut Scene, key: BodyKey) -> Result<(), Error> {
        let mut body = scene.body_mut(key)?;
        let before = body.view().mass_properties();
        body.set_mass_properties(None)?;
        if self.is_none() || !body.view().is_dynamic() {
            return Ok(());
        }
        let view = body.view();
        let [own_mass, own_inertia] = [view.mass(), view.inertia()];
        let own_center = view.local_point(view.center_of_mass());
        let mass = self.mass.unwrap_or(own_mass);
        let scale = if own_mass > 0.0 { mass / own_mass } else { 1.0 };
        let properties = MassProperties {
            mass,
            inertia: self.inertia.unwrap_or(own_inertia * scale),
            center: self.center.map_or(own_center, point),
        };
        body.set_mass_properties(Some(properties)).or_else(|error| {
            body.set_mass_properties(before)?;
            Err(error)
        })
    }
}
