//! Settings: scans for changed ones, and the table of all of them.
use bevy_app::App;
use bevy_ecs::change_detection::ContiguousRef;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use umbra::{Body, ColliderKey};

use super::pending::Pending;
use super::report::Report;
use crate::PhysicsScene;
use crate::components::body::*;
use crate::components::forces::ExternalForce;
use crate::components::layers::CollisionLayers;
use crate::components::link::{BodyLink, ColliderLink};
use crate::components::material::*;
use crate::components::setting::{BodySetting, ColliderSetting};
use crate::components::velocity::{AngularVelocity, LinearVelocity};

/// What a setting does when it is taken out of an entity.
pub(crate) type Reset = fn(&World, &mut PhysicsScene, &mut Report, Entity);

/// Finds entities with a component that users changed since the last step. Tables without any
/// change are skipped as a whole.
pub(crate) struct Scan<T: Component>(QueryState<(Entity, Ref<'static, T>)>);

impl<T: Component<Mutability = Mutable>> Scan<T> {
    pub fn new(world: &mut World) -> Self {
        Self(world.query())
    }

    pub fn changed(&mut self, world: &World, found: &mut Vec<Entity>) {
        found.clear();
        // Tables are dense: the components of this crate are all stored in tables.
        let Ok(tables) = self.0.contiguous_iter(world) else { return };
        for (entities, values) in tables {
            let (_, ticks) = ContiguousRef::split(values);
            if ticks.summary_tick_is_changed() != Some(false) {
                let rows = ticks.is_changed_iter().zip(entities);
                found.extend(rows.filter(|(changed, _)| *changed).map(|(_, entity)| *entity));
            }
        }
    }
}

/// A kind of setting that is brought into the scene.
pub(crate) trait SettingSync: Send + Sync {
    fn run(&mut self, world: &World, physics: &mut PhysicsScene, report: &mut Report);
}

struct BodySync<T: Component>(Scan<T>, Vec<Entity>);
struct ColliderSync<T: Component>(Scan<T>, Vec<Entity>);

impl<T: BodySetting> SettingSync for BodySync<T> {
    fn run(&mut self, world: &World, physics: &mut PhysicsScene, report: &mut Report) {
        self.0.changed(world, &mut self.1);
        for entity in self.1.drain(..) {
            set_body::<T>(world, physics, report, entity);
        }
    }
}

impl<T: ColliderSetting> SettingSync for ColliderSync<T> {
    fn run(&mut self, world: &World, physics: &mut PhysicsScene, report: &mut Report) {
        self.0.changed(world, &mut self.1);
        for entity in self.1.drain(..) {
            set_collider::<T>(world, physics, report, entity);
        }
    }
}

fn set_body<T: BodySetting>(
    world: &World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
) {
    let Some(key) = world.get::<BodyLink>(entity).and_then(BodyLink::key) else { return };
    if let Ok(mut body) = physics.scene.body_mut(key) {
        report.note(entity, T::NAME, T::set(world.get::<T>(entity), &mut body));
    }
}

/// Sets it for the collider of the entity and, if colliders inherit it, for those of its body.
fn set_collider<T: ColliderSetting>(
    world: &World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
) {
    let own = world.get::<ColliderLink>(entity).and_then(ColliderLink::key);
    let mut keys: Vec<ColliderKey> = own.into_iter().collect();
    let body = world.get::<BodyLink>(entity).and_then(BodyLink::key).filter(|_| T::INHERITED);
    if let Some(body) = body.and_then(|key| physics.scene.body(key).ok()) {
        let inherits = |key: &ColliderKey| {
            let owner = physics.entity_of_collider(*key);
            owner.is_some_and(|owner| owner != entity && world.get::<T>(owner).is_none())
        };
        keys.extend(body.colliders().filter(inherits));
    }
    for key in keys {
        let value = setting_of::<T>(world, physics, key);
        if let Ok(mut collider) = physics.scene.collider_mut(key) {
            report.note(entity, T::NAME, T::set(value, &mut collider));
        }
    }
}

/// The setting of a collider: its own, or that of its body.
fn setting_of<'w, T: ColliderSetting>(
    world: &'w World,
    physics: &PhysicsScene,
    key: ColliderKey,
) -> Option<&'w T> {
    let owner = physics.links.colliders.get(key)?;
    let inherited = || world.get::<T>(owner.body).filter(|_| T::INHERITED);
    world.get::<T>(owner.collider).or_else(inherited)
}

/// Makes the table of all settings: how each is found, set, built and taken out.
macro_rules! all_settings {
    (bodies: $($body:ident)*; colliders: $($collider:ident)*;) => {
        /// One scan for each setting.
        pub(crate) fn all(world: &mut World) -> Vec<Box<dyn SettingSync>> {
            vec![
                $(Box::new(BodySync::<$body>(Scan::new(world), Vec::new())),)*
                $(Box::new(ColliderSync::<$collider>(Scan::new(world), Vec::new())),)*
            ]
        }

        /// Observes which settings are taken out.
        pub(crate) fn observe(app: &mut App) {
            $(app.add_observer(|event: On<Remove<$body>>, mut pending: ResMut<Pending>| {
                pending.resets.push((event.event().entity, set_body::<$body>));
            });)*
            $(app.add_observer(|event: On<Remove<$collider>>, mut pending: ResMut<Pending>| {
                pending.resets.push((event.event().entity, set_collider::<$collider>));
            });)*
        }

        /// Registers the types for reflection.
        pub(crate) fn register(app: &mut App) {
            $(app.register_type::<$body>();)*
            $(app.register_type::<$collider>();)*
        }

        /// Sets all that an entity says about a body that is about to be added.
        pub(crate) fn build_body(entity: EntityRef<'_>, mut body: Body) -> Body {
            $(if let Some(setting) = entity.get::<$body>() {
                body = setting.build(body);
            })*
            body
        }

        /// Sets all that an entity, and the entity of its body, say about a collider that is about
        /// to be added.
        pub(crate) fn build_collider(
            entity: EntityRef<'_>,
            body: Option<EntityRef<'_>>,
            mut collider: umbra::Collider,
        ) -> umbra::Collider {
            $({
                let inherited = || body.filter(|_| $collider::INHERITED)?.get::<$collider>();
                if let Some(setting) = entity.get::<$collider>().or_else(inherited) {
                    collider = setting.build(collider);
                }
            })*
            collider
        }
    };
}

all_settings! {
    bodies: LinearVelocity AngularVelocity GravityScale LinearDamping AngularDamping SleepTolerance
        AdditionalMass Bullet SleepingDisabled RigidBodyDisabled DropThrough LockedAxes ExternalForce;
    colliders: Friction Restitution ColliderDensity RollingResistance SurfaceSpeed Sensor
        ColliderDisabled HitEvents OneSided OneWayPlatform CollisionLayers;
}
