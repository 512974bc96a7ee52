//! What was spawned, moved in the hierarchy or taken out since the last step. Hooks and observers
//! note it; removals reach the scene at once, so that queries find nothing that is gone.
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use umbra::{BodyKey, ColliderKey};

use super::settings::Reset;
use crate::PhysicsScene;
use crate::components::link::{BodyLink, ColliderLink, JointLink};

/// Entities in the order in which they came, each once.
#[derive(Default)]
pub(crate) struct Queue {
    list: Vec<Entity>,
    known: EntityHashSet,
}

impl Queue {
    pub(crate) fn push(&mut self, entity: Entity) {
        if self.known.insert(entity) {
            self.list.push(entity);
        }
    }

    pub(crate) fn contains(&self, entity: Entity) -> bool {
        self.known.contains(&entity)
    }

    /// Empties the queue.
    pub(crate) fn take(&mut self) -> Vec<Entity> {
        self.known.clear();
        std::mem::take(&mut self.list)
    }
}

impl From<Vec<Entity>> for Queue {
    fn from(list: Vec<Entity>) -> Self {
        let mut queue = Self::default();
        list.into_iter().for_each(|entity| queue.push(entity));
        queue
    }
}

/// Work for the next step, in the order in which it came.
#[derive(Resource, Default)]
pub(crate) struct Pending {
    pub bodies: Queue,
    pub colliders: Queue,
    pub joints: Vec<Entity>,
    /// Entities whose parent changed.
    pub moved: Vec<Entity>,
    /// Settings that were taken out.
    pub resets: Vec<(Entity, Reset)>,
    /// Entities whose `Mass` or the like was taken out.
    pub masses: Vec<Entity>,
}

macro_rules! pushes {
    ($($name:ident $list:ident;)*) => {
        $(pub(crate) fn $name(world: &mut DeferredWorld<'_>, entity: Entity) {
            if let Some(mut pending) = world.get_resource_mut::<Pending>() {
                pending.$list.push(entity);
            }
        })*
    };
}

pushes! {
    note_body bodies;
    push_collider colliders;
    push_joint joints;
    push_moved moved;
    push_mass masses;
}

/// A `RigidBody` was added. The fixed body that a collider had of its own gives way to it.
pub(crate) fn push_body(world: &mut DeferredWorld<'_>, entity: Entity) {
    if let Some(key) = take_body_link(world, entity) {
        remove_body(world, key);
    }
    note_body(world, entity);
}

/// A `RigidBody` was taken out: its body leaves the scene, and its colliders look for another one.
pub(crate) fn body_removed(mut world: DeferredWorld<'_>, context: HookContext) {
    if let Some(key) = take_body_link(&mut world, context.entity) {
        remove_body(&mut world, key);
    }
}

fn take_body_link(world: &mut DeferredWorld<'_>, entity: Entity) -> Option<BodyKey> {
    world.get_mut::<BodyLink>(entity)?.0.take()
}

fn remove_body(world: &mut DeferredWorld<'_>, key: BodyKey) {
    let Some(mut physics) = world.get_resource_mut::<PhysicsScene>() else { return };
    let keys: Vec<_> =
        physics.scene.body(key).map_or(Vec::new(), |body| body.colliders().collect());
    // The key may name nothing any more, if the caller removed the body from the scene itself.
    let _ = physics.scene.remove_body(key);
    physics.links_mut().bodies.remove(key);
    let owners: Vec<_> = keys.iter().filter_map(|key| forget(&mut physics, *key)).collect();
    for entity in owners {
        unlink_collider(world, entity);
        push_collider(world, entity);
    }
}

/// Takes a collider out of the links; the end events of the next step still find it.
fn forget(physics: &mut PhysicsScene, key: ColliderKey) -> Option<Entity> {
    let links = physics.links_mut();
    let owner = links.colliders.remove(key)?;
    links.gone.push((key, owner));
    Some(owner.collider)
}

fn unlink_collider(world: &mut DeferredWorld<'_>, entity: Entity) -> Option<ColliderKey> {
    world.get_mut::<ColliderLink>(entity)?.0.take()
}

/// A `Collider` or `TileMap` was taken out.
pub(crate) fn collider_removed(mut world: DeferredWorld<'_>, context: HookContext) {
    detach_collider(&mut world, context.entity);
}

/// Takes the collider of an entity out of the scene, and the fixed body that it had of its own.
pub(crate) fn detach_collider(world: &mut DeferredWorld<'_>, entity: Entity) {
    let Some(key) = unlink_collider(world, entity) else { return };
    let has_body = world.get::<crate::RigidBody>(entity).is_some();
    if let Some(mut physics) = world.get_resource_mut::<PhysicsScene>() {
        let _ = physics.scene.remove_collider(key);
        forget(&mut physics, key);
    }
    if has_body {
        push_mass(world, entity);
    } else if let Some(key) = take_body_link(world, entity) {
        remove_body(world, key);
    }
}

/// A `Joint` was taken out.
pub(crate) fn joint_removed(mut world: DeferredWorld<'_>, context: HookContext) {
    let link = world.get_mut::<JointLink>(context.entity);
    let Some(key) = link.and_then(|mut link| link.0.take()) else { return };
    if let Some(mut physics) = world.get_resource_mut::<PhysicsScene>() {
        let _ = physics.scene.remove_joint(key);
        physics.links_mut().joints.remove(key);
    }
}

/// An entity got another parent or lost it.
pub(crate) fn parent_inserted(event: On<Insert<ChildOf>>, mut world: DeferredWorld<'_>) {
    push_moved(&mut world, event.event().entity);
}

/// An entity lost its parent; it may be on its way out.
pub(crate) fn parent_removed(event: On<Remove<ChildOf>>, mut world: DeferredWorld<'_>) {
    push_moved(&mut world, event.event().entity);
}

/// Colliders below entities that got another parent look for their body again.
pub(crate) fn reattach_moved(world: &mut World) {
    let moved = std::mem::take(&mut world.resource_mut::<Pending>().moved);
    for entity in moved {
        if world.get::<crate::RigidBody>(entity).is_some() {
            continue;
        }
        let mut below = Vec::new();
        colliders_below(world, entity, &mut below);
        let mut world = DeferredWorld::from(&mut *world);
        for collider in below {
            if world.get::<ColliderLink>(collider).is_some_and(|link| link.0.is_some()) {
                detach_collider(&mut world, collider);
                push_collider(&mut world, collider);
            }
        }
    }
}

/// Lists the colliders of an entity and below it that belong to no body of their own, in the order
/// of the hierarchy.
pub(crate) fn colliders_below(world: &World, entity: Entity, found: &mut Vec<Entity>) {
    if world.get::<ColliderLink>(entity).is_some() {
        found.push(entity);
    }
    for child in world.get::<Children>(entity).into_iter().flatten() {
        if world.get::<crate::RigidBody>(*child).is_none() {
            colliders_below(world, *child, found);
        }
    }
}
