//! Transforms that users wrote: teleports of bodies, offsets and scales of colliders.
use std::collections::BTreeMap;

use bevy_ecs::change_detection::ContiguousRef;
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use umbra::BodyKey;
use umbra::prelude::Pose;

use super::colliders;
use super::pending::colliders_below;
use super::report::Report;
use crate::PhysicsScene;
use crate::components::link::{BodyLink, ColliderLink, Motion, ShapeScale};
use crate::convert::{Placed, Placement};

/// Scans for transforms that differ from what physics wrote.
pub(crate) struct TransformSync {
    linked:
        QueryState<(Entity, &'static ShapeScale, Ref<'static, Transform>, Option<&'static Motion>)>,
    between: QueryState<Entity, (Changed<Transform>, With<Children>, Without<BodyLink>)>,
    /// Parents of bodies, with where they were.
    parents: BTreeMap<Entity, Placed>,
    nested: QueryState<(Entity, &'static ChildOf), With<crate::RigidBody>>,
    found: Vec<Entity>,
}

impl TransformSync {
    pub fn new(world: &mut World) -> Self {
        Self {
            linked: world.query(),
            between: world.query_filtered(),
            parents: BTreeMap::new(),
            nested: world.query_filtered(),
            found: Vec::new(),
        }
    }

    pub fn run(&mut self, world: &mut World, physics: &mut PhysicsScene, report: &mut Report) {
        self.scan(world);
        let found = std::mem::take(&mut self.found);
        for entity in &found {
            follow(world, physics, report, *entity);
        }
        self.found = found;
        self.found.clear();
        self.found.extend(self.between.iter(world));
        for entity in std::mem::take(&mut self.found) {
            follow_below(world, physics, report, entity);
        }
        self.carry_nested(world, physics, report);
    }

    /// Lists entities whose `Transform` was written and is not what physics wrote last.
    fn scan(&mut self, world: &World) {
        self.found.clear();
        let Ok(tables) = self.linked.contiguous_iter(world) else { return };
        for (entities, scales, transforms, motions) in tables {
            let (transforms, ticks) = ContiguousRef::split(transforms);
            // Without a branch per row, this runs over several rows at once: most tables of fixed
            // bodies end here.
            if !ticks.is_changed_iter().fold(false, |any, changed| any | changed) {
                continue;
            }
            for (row, _) in ticks.is_changed_iter().enumerate().filter(|(_, changed)| *changed) {
                let transform = &transforms[row];
                let is_known = motions
                    .is_some_and(|motions| motions[row].to == Placement::of(transform))
                    && scales[row].0 == transform.scale.truncate();
                if !is_known {
                    self.found.push(entities[row]);
                }
            }
        }
    }

    /// Moves bodies along with parents that users moved.
    fn carry_nested(&mut self, world: &mut World, physics: &mut PhysicsScene, report: &mut Report) {
        if self.nested.query(world).is_empty() {
            self.parents.clear();
            return;
        }
        let nested: Vec<_> =
            self.nested.iter(world).map(|(entity, child_of)| (entity, child_of.parent())).collect();
        let mut now = BTreeMap::new();
        for (_, parent) in &nested {
            now.entry(*parent).or_insert_with(|| Placed::of(world, *parent));
        }
        let before = std::mem::replace(&mut self.parents, now);
        for (entity, parent) in nested {
            let was = before.get(&parent);
            if was.is_some_and(|was| *was != self.parents[&parent]) {
                follow(world, physics, report, entity);
            }
        }
    }

    /// After a step: bodies below bodies keep their place in the world, and parents that physics
    /// moved do not count as moved by users.
    pub fn settle(&mut self, world: &mut World, physics: &PhysicsScene) {
        if self.parents.is_empty() {
            return;
        }
        let shared = &*world;
        let mut nested: Vec<_> = self
            .nested
            .iter(shared)
            .map(|(entity, child_of)| (depth(shared, entity), entity, child_of.parent()))
            .collect();
        nested.sort_by_key(|(depth, ..)| *depth);
        for (_, entity, parent) in nested {
            let placed = Placed::of(world, parent);
            let before = self.parents.insert(parent, placed);
            if before != Some(placed) {
                rewrite_local(world, physics, entity, &placed);
            }
        }
    }
}

fn depth(world: &World, entity: Entity) -> usize {
    world.get::<ChildOf>(entity).map_or(0, |child_of| 1 + depth(world, child_of.parent()))
}

/// Writes where a body is, as its parent sees it.
pub(crate) fn rewrite_local(
    world: &mut World,
    physics: &PhysicsScene,
    entity: Entity,
    parent: &Placed,
) {
    let Some(key) = world.get::<BodyLink>(entity).and_then(BodyLink::key) else { return };
    let Ok(body) = physics.scene.body(key) else { return };
    let placement = parent.local(&body.pose());
    let mut entity = world.entity_mut(entity);
    if let Some(mut transform) = entity.get_mut::<Transform>() {
        placement.write(&mut transform);
    }
    if let Some(mut motion) = entity.get_mut::<Motion>() {
        motion.to = placement;
    }
}

/// Brings the transform of an entity into the scene.
fn follow(world: &mut World, physics: &mut PhysicsScene, report: &mut Report, entity: Entity) {
    match world.get::<BodyLink>(entity).and_then(BodyLink::key) {
        Some(key) => follow_body(world, physics, report, entity, key),
        None if world.get::<ColliderLink>(entity).is_some_and(|link| link.0.is_some()) => {
            follow_below(world, physics, report, entity);
        }
        None => super::bodies::retry(world, entity),
    }
}

fn follow_body(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
    key: BodyKey,
) {
    let placed = Placed::of(world, entity);
    let Some(local) = world.get::<Transform>(entity).map(Placement::of) else { return };
    let written = world.get::<Motion>(entity).map(|motion| motion.to);
    let is_nested = world.get::<ChildOf>(entity).is_some();
    // A rotation that was not written stays as it is to the last bit.
    let is_turned = is_nested || written.is_none_or(|was| [was.z, was.w] != [local.z, local.w]);
    if is_nested || written != Some(local) {
        let moved = teleport(physics, report, entity, key, &placed.pose, is_turned);
        if let Some(mut motion) = world.get_mut::<Motion>(entity).filter(|_| moved) {
            motion.teleport(local);
        }
    }
    if world.get::<ShapeScale>(entity) != Some(&ShapeScale(placed.scale)) {
        if let Some(mut scale) = world.get_mut::<ShapeScale>(entity) {
            scale.0 = placed.scale;
        }
        rescale(world, physics, report, entity);
    }
}

/// Puts a body somewhere. Returns true if that moved it.
fn teleport(
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
    key: BodyKey,
    pose: &Pose,
    is_turned: bool,
) -> bool {
    let Ok(mut body) = physics.scene.body_mut(key) else { return false };
    let now = body.view().pose();
    let rotation = if is_turned { pose.rotation } else { now.rotation };
    let to = Pose::from_parts(pose.translation, rotation);
    to != now && report.note(entity, "Transform", body.set_pose(to)).is_some()
}

/// Shapes and offsets of all colliders of a body, after its scale changed.
fn rescale(world: &mut World, physics: &mut PhysicsScene, report: &mut Report, entity: Entity) {
    if world.get::<ColliderLink>(entity).is_some() {
        colliders::reshape(world, physics, report, entity);
    }
    let children: Vec<_> = world.get::<Children>(entity).into_iter().flatten().copied().collect();
    for child in children {
        if world.get::<crate::RigidBody>(child).is_none() {
            follow_below(world, physics, report, child);
        }
    }
}

/// Offsets and scales of the colliders of an entity and below it.
fn follow_below(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
) {
    let mut below = Vec::new();
    colliders_below(world, entity, &mut below);
    for collider in below {
        // A collider with a fixed body of its own moves that.
        match world.get::<BodyLink>(collider).and_then(BodyLink::key) {
            Some(key) => follow_body(world, physics, report, collider, key),
            None => colliders::replace_offset(world, physics, report, collider),
        }
    }
}
