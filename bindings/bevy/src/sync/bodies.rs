//! Brings bodies into the scene.
use bevy_ecs::prelude::*;
use umbra::{Body, BodyKey, Scene, SceneConfig};

use super::colliders;
use super::pending::{Pending, colliders_below};
use super::report::Report;
use super::settings::build_body;
use crate::PhysicsScene;
use crate::components::body::RigidBody;
use crate::components::link::{BodyLink, ColliderLink, Motion, ShapeScale};
use crate::components::mass::MassOverride;
use crate::convert::{Placed, Placement};
use crate::scene::Owner;
use bevy_transform::components::Transform;

/// Brings the body of an entity into the scene, with its collider and those below it.
pub(crate) fn add(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
) {
    let Ok(entity_ref) = world.get_entity(entity) else { return };
    let Some(kind) = entity_ref.get::<RigidBody>() else { return };
    if entity_ref.get::<BodyLink>().is_none_or(|link| link.0.is_some()) {
        return;
    }
    let placed = Placed::of(world, entity);
    let body = build_body(entity_ref, kind.body().pose(placed.pose));
    let collider = match colliders::build(world, entity, Some(entity), placed.scale) {
        None => None,
        Some(collider) => {
            let name = colliders::shape_name(world, entity);
            let Some(collider) = report.note(entity, name, collider) else { return };
            Some(collider)
        }
    };
    let added = physics.scene.add(body.clone(), collider);
    let name = if added.is_err() { culprit(world, entity, body) } else { "" };
    let Some(key) = report.note(entity, name, added) else { return };
    link(world, physics, entity, key, &placed);
    if let Ok(collider) = colliders::first_collider(physics, key) {
        let owner = Owner { collider: entity, body: entity };
        colliders::link_collider(world, physics, owner, collider, placed.scale);
        colliders::set_beyond(world, physics, report, entity, collider);
    }
    gather_colliders(world, physics, report, entity);
    world.resource_mut::<Pending>().masses.push(entity);
}

/// The component that was refused: the shape, unless the body is refused without it.
fn culprit(world: &World, entity: Entity, body: Body) -> &'static str {
    let alone = Scene::new(SceneConfig::default()).and_then(|mut scene| scene.add_body(body));
    if alone.is_err() { "RigidBody" } else { colliders::shape_name(world, entity) }
}

fn link(
    world: &mut World,
    physics: &mut PhysicsScene,
    entity: Entity,
    key: BodyKey,
    placed: &Placed,
) {
    physics.links_mut().bodies.insert(key, entity);
    let mut entity_mut = world.entity_mut(entity);
    let placement = entity_mut.get::<Transform>().map(Placement::of).unwrap_or_default();
    if let Some(mut link) = entity_mut.get_mut::<BodyLink>() {
        link.0 = Some(key);
    }
    if let Some(mut scale) = entity_mut.get_mut::<ShapeScale>() {
        scale.0 = placed.scale;
    }
    if let Some(mut motion) = entity_mut.get_mut::<Motion>() {
        motion.teleport(placement);
    }
}

/// Takes the colliders below an entity onto its body: new ones, and those that had another body.
fn gather_colliders(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
) {
    if world.get::<Children>(entity).is_none() {
        return;
    }
    let mut below = Vec::new();
    colliders_below(world, entity, &mut below);
    for collider in below {
        if collider != entity {
            leave_other_body(world, physics, entity, collider);
            colliders::add(world, physics, report, collider);
        }
    }
}

fn leave_other_body(world: &mut World, physics: &mut PhysicsScene, body: Entity, collider: Entity) {
    let Some(key) = world.get::<ColliderLink>(collider).and_then(ColliderLink::key) else { return };
    let Some(owner) = physics.links.colliders.get(key).copied() else { return };
    if owner.body == body {
        return;
    }
    let links = physics.links_mut();
    links.colliders.remove(key);
    links.gone.push((key, owner));
    let _ = physics.scene.remove_collider(key);
    if let Some(mut link) = world.get_mut::<ColliderLink>(collider) {
        link.0 = None;
    }
    // The fixed body that the collider had of its own.
    if let Some(key) = world.get_mut::<BodyLink>(collider).and_then(|mut link| link.0.take()) {
        let _ = physics.scene.remove_body(key);
        physics.links_mut().bodies.remove(key);
    }
}

/// Tries an entity again in the next step that was refused, because something of it changed.
pub(crate) fn retry(world: &mut World, entity: Entity) {
    let is_body = world.get::<RigidBody>(entity).is_some();
    let has_body = world.get::<BodyLink>(entity).is_some_and(|link| link.0.is_some());
    let mut pending = world.resource_mut::<Pending>();
    let list = if is_body && !has_body { &mut pending.bodies } else { &mut pending.colliders };
    list.push(entity);
}

/// Works out mass that entities override.
pub(crate) fn set_masses(world: &mut World, physics: &mut PhysicsScene, report: &mut Report) {
    for entity in std::mem::take(&mut world.resource_mut::<Pending>().masses) {
        let Some(key) = world.get::<BodyLink>(entity).and_then(BodyLink::key) else { continue };
        let mass = MassOverride::of(world, entity);
        let has_own = physics.scene.body(key).is_ok_and(|body| body.mass_properties().is_some());
        if has_own || !mass.is_none() {
            report.note(entity, "Mass", mass.set(&mut physics.scene, key));
        }
    }
}

/// Takes a body that begins to move from where its `Transform` is: nothing is blended.
pub(crate) fn rest(world: &mut World, entity: Entity) {
    let Some(placement) = world.get::<Transform>(entity).map(Placement::of) else { return };
    if let Some(mut motion) = world.get_mut::<Motion>(entity) {
        motion.teleport(placement);
    }
}
