//! The list of what a collider touches.
use std::collections::BTreeSet;

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;

use super::link::ColliderLink;
use crate::PhysicsScene;

/// The colliders that the collider of this entity touches or, if one of the two is a sensor,
/// overlaps: kept up to date by the plugin. Add it to the entities for which you need it.
///
/// The order is the same on every machine.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[component(on_add = on_add)]
pub struct CollidingEntities(pub(crate) BTreeSet<Entity>);

impl CollidingEntities {
    /// The entities of the other colliders.
    pub fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        self.0.iter().copied()
    }

    /// True if this collider touches that one.
    pub fn contains(&self, entity: Entity) -> bool {
        self.0.contains(&entity)
    }

    /// The number of colliders.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What touches already when the list is added.
fn on_add(mut world: DeferredWorld<'_>, context: HookContext) {
    let touching = touching(&world, context.entity);
    if let Some(mut list) = world.get_mut::<CollidingEntities>(context.entity) {
        list.0 = touching;
    }
}

/// The entities whose colliders touch or overlap that of an entity now.
pub(crate) fn touching(world: &World, entity: Entity) -> BTreeSet<Entity> {
    let key = world.get::<ColliderLink>(entity).and_then(ColliderLink::key);
    let (Some(key), Some(physics)) = (key, world.get_resource::<PhysicsScene>()) else {
        return BTreeSet::new();
    };
    let Ok(collider) = physics.scene.collider(key) else { return BTreeSet::new() };
    let body = physics.scene.body(collider.body());
    let contacts = body.iter().flat_map(umbra::BodyRef::contacts);
    let pairs = contacts.filter(umbra::ContactRef::is_touching).map(|contact| contact.colliders());
    let others = pairs.filter_map(|[one, two]| match key {
        key if key == one => Some(two),
        key if key == two => Some(one),
        _ => None,
    });
    let all = others.chain(collider.overlaps()).chain(collider.seen_by());
    all.filter_map(|key| physics.entity_of_collider(key)).collect()
}
