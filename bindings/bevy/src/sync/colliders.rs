//! Brings colliders into the scene and changes their shapes.
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use umbra::{Body, BodyKey, ColliderKey};

use super::pending::Pending;
use super::report::Report;
use super::settings::build_collider;
use crate::PhysicsScene;
use crate::components::body::RigidBody;
use crate::components::collider::Collider;
use crate::components::link::{BodyLink, ColliderLink, ShapeScale};
use crate::components::tiles::TileMap;
use crate::convert::Placed;
use crate::error::Reason;
use crate::scene::Owner;

/// The name of the component that gives an entity its shape.
pub(crate) fn shape_name(world: &World, entity: Entity) -> &'static str {
    if world.get::<Collider>(entity).is_some() { "Collider" } else { "TileMap" }
}

/// The collider of an entity with its settings, if it has one: at the origin of its body.
pub(crate) fn build(
    world: &World,
    entity: Entity,
    body: Option<Entity>,
    scale: Vec2,
) -> Option<Result<umbra::Collider, Reason>> {
    let own = world.get_entity(entity).ok()?;
    let shape = match (own.get::<Collider>(), own.get::<TileMap>()) {
        (Some(collider), _) => collider.0.collider(scale),
        (None, Some(map)) => map_scale(scale).map(|scale| map.collider(scale)),
        (None, None) => return None,
    };
    let body = body.and_then(|body| world.get_entity(body).ok());
    Some(shape.map(|shape| build_collider(own, body, shape)))
}

/// Cells of maps are squares: they scale by one positive number.
fn map_scale(scale: Vec2) -> Result<f32, Reason> {
    let is_even = scale.x == scale.y && scale.x > 0.0 && scale.x.is_finite();
    if is_even { Ok(scale.x) } else { Err(Reason::BadScale(scale)) }
}

/// The nearest entity with a `RigidBody`, from this one up.
pub(crate) fn body_above(world: &World, entity: Entity) -> Option<Entity> {
    if world.get::<RigidBody>(entity).is_some() {
        return Some(entity);
    }
    let parent = world.get::<ChildOf>(entity)?.parent();
    body_above(world, parent)
}

/// Brings the collider of an entity into the scene, on its body or on a fixed one of its own.
pub(crate) fn add(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
) {
    let Some(link) = world.get::<ColliderLink>(entity) else { return };
    if link.0.is_some() {
        return;
    }
    let (placed, body) = (Placed::of(world, entity), body_above(world, entity));
    let key = body.and_then(|body| world.get::<BodyLink>(body)).and_then(BodyLink::key);
    if body.is_some() && key.is_none() {
        // A body that is not in the scene yet takes its colliders along when it comes.
        return;
    }
    let Some(collider) = build(world, entity, body, placed.scale) else { return };
    let name = shape_name(world, entity);
    let Some(collider) = report.note(entity, name, collider) else { return };
    let added = match body.zip(key) {
        Some((body, key)) => {
            let offset = Placed::of(world, body).pose.inverse() * placed.pose;
            physics.scene.add_collider(key, collider.offset(offset))
        }
        None => add_fixed(world, physics, entity, &placed, collider),
    };
    if let Some(key) = report.note(entity, name, added) {
        let owner = Owner { collider: entity, body: body.unwrap_or(entity) };
        link_collider(world, physics, owner, key, placed.scale);
        set_beyond(world, physics, report, entity, key);
        world.resource_mut::<Pending>().masses.push(owner.body);
    }
}

fn add_fixed(
    world: &mut World,
    physics: &mut PhysicsScene,
    entity: Entity,
    placed: &Placed,
    collider: umbra::Collider,
) -> Result<ColliderKey, umbra::Error> {
    let body = physics.scene.add(Body::fixed().pose(placed.pose), [collider])?;
    let key = first_collider(physics, body)?;
    physics.links_mut().bodies.insert(body, entity);
    if let Some(mut link) = world.get_mut::<BodyLink>(entity) {
        link.0 = Some(body);
    }
    Ok(key)
}

/// The first collider of a body that has just been added with one.
pub(crate) fn first_collider(
    physics: &PhysicsScene,
    body: BodyKey,
) -> Result<ColliderKey, umbra::Error> {
    physics.scene.body(body)?.colliders().next().ok_or(umbra::Error::NoSuchBody(body))
}

/// Notes which entity a collider of the scene belongs to.
pub(crate) fn link_collider(
    world: &mut World,
    physics: &mut PhysicsScene,
    owner: Owner,
    key: ColliderKey,
    scale: Vec2,
) {
    physics.links_mut().colliders.insert(key, owner);
    if let Some(mut link) = world.get_mut::<ColliderLink>(owner.collider) {
        link.0 = Some(key);
    }
    if let Some(mut stored) = world.get_mut::<ShapeScale>(owner.collider) {
        stored.0 = scale;
    }
}

/// Cells of a map that were set outside of its rows.
pub(crate) fn set_beyond(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
    key: ColliderKey,
) {
    if world.get::<Collider>(entity).is_some() {
        return;
    }
    let Some(mut map) = world.get_mut::<TileMap>(entity) else { return };
    map.bypass_change_detection().take_edits();
    let cells: Vec<_> = map.beyond().collect();
    set_cells(physics, report, entity, key, cells);
}

pub(crate) fn set_cells(
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
    key: ColliderKey,
    cells: Vec<([i32; 2], umbra::Tile)>,
) {
    let Ok(mut map) = physics.scene.collider_mut(key) else { return };
    for (at, tile) in cells {
        report.note(entity, "TileMap", map.set_cell(at, tile));
    }
}

/// Puts the shape of an entity into the scene again: its `Collider` or a scale changed.
pub(crate) fn reshape(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
) {
    let Some(key) = world.get::<ColliderLink>(entity).and_then(ColliderLink::key) else {
        return super::bodies::retry(world, entity);
    };
    let Some(owner) = physics.links.colliders.get(key).copied() else { return };
    let scale = Placed::of(world, entity).scale;
    let name = shape_name(world, entity);
    let single = world.get::<Collider>(entity).map(|collider| collider.0.shape(scale));
    let changed = match single {
        Some(Ok(shape)) => set_shape(physics, key, shape).map(|()| key),
        Some(Err(Reason::NotOneShape)) | None => replace(world, physics, owner, key, scale),
        Some(Err(reason)) => Err(reason),
    };
    if let Some(key) = report.note(entity, name, changed) {
        link_collider(world, physics, owner, key, scale);
        set_beyond(world, physics, report, entity, key);
        world.resource_mut::<Pending>().masses.push(owner.body);
    }
}

fn set_shape(
    physics: &mut PhysicsScene,
    key: ColliderKey,
    shape: umbra::prelude::Shape,
) -> Result<(), Reason> {
    Ok(physics.scene.collider_mut(key)?.set_shape(shape)?)
}

/// Adds the new collider first: if it is refused, the old one stays.
fn replace(
    world: &World,
    physics: &mut PhysicsScene,
    owner: Owner,
    key: ColliderKey,
    scale: Vec2,
) -> Result<ColliderKey, Reason> {
    let Some(collider) = build(world, owner.collider, Some(owner.body), scale) else {
        return Ok(key);
    };
    let old = physics.scene.collider(key)?;
    let (body, offset) = (old.body(), old.offset());
    let new = physics.scene.add_collider(body, collider?.offset(offset))?;
    physics.scene.remove_collider(key)?;
    let links = physics.links_mut();
    links.colliders.remove(key);
    links.gone.push((key, owner));
    Ok(new)
}

/// Puts a collider to where its entity is on its body.
pub(crate) fn replace_offset(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
) {
    let Some(key) = world.get::<ColliderLink>(entity).and_then(ColliderLink::key) else { return };
    let Some(owner) = physics.links.colliders.get(key).copied() else { return };
    let placed = Placed::of(world, entity);
    if owner.body != entity {
        let offset = Placed::of(world, owner.body).pose.inverse() * placed.pose;
        let Ok(mut collider) = physics.scene.collider_mut(key) else { return };
        report.note(entity, "Transform", collider.set_offset(offset));
    }
    if world.get::<ShapeScale>(entity) != Some(&ShapeScale(placed.scale)) {
        reshape(world, physics, report, entity);
    }
}
