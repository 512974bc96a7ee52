//! All that users changed since the last step.
use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use umbra::BodyKey;

use super::forces::ForceSync;
use super::pending::Pending;
use super::report::Report;
use super::settings::{self, Scan, SettingSync};
use super::transforms::TransformSync;
use super::{bodies, colliders, joints};
use crate::PhysicsScene;
use crate::components::body::RigidBody;
use crate::components::collider::Collider;
use crate::components::joint::Joint;
use crate::components::link::{BodyLink, ColliderLink};
use crate::components::mass::{AngularInertia, CenterOfMass, Mass};
use crate::components::tiles::TileMap;

/// The scans for changes, kept from step to step.
pub(crate) struct Changes {
    bodies: Scan<RigidBody>,
    shapes: Scan<Collider>,
    maps: Scan<TileMap>,
    joints: Scan<Joint>,
    masses: (Scan<Mass>, Scan<AngularInertia>, Scan<CenterOfMass>),
    settings: Vec<Box<dyn SettingSync>>,
    pub transforms: TransformSync,
    forces: ForceSync,
    found: Vec<Entity>,
}

impl FromWorld for Changes {
    fn from_world(world: &mut World) -> Self {
        Self {
            bodies: Scan::new(world),
            shapes: Scan::new(world),
            maps: Scan::new(world),
            joints: Scan::new(world),
            masses: (Scan::new(world), Scan::new(world), Scan::new(world)),
            settings: settings::all(world),
            transforms: TransformSync::new(world),
            forces: ForceSync::new(world),
            found: Vec::new(),
        }
    }
}

impl Changes {
    /// Brings everything into the scene: what is new first, then what changed, in an order that is
    /// the same in each run.
    pub fn run(
        &mut self,
        world: &mut World,
        physics: &mut PhysicsScene,
        report: &mut Report,
        dt: f32,
    ) {
        self.shapes(world, physics, report);
        self.transforms.run(world, physics, report);
        let new_joints = add_new(world, physics, report);
        self.kinds(world, physics, report);
        for setting in &mut self.settings {
            setting.run(world, physics, report);
        }
        self.masses(world, physics, report);
        self.joints.changed(world, &mut self.found);
        for entity in self.found.drain(..).filter(|entity| !new_joints.contains(entity)) {
            joints::change(world, physics, report, entity);
        }
        if dt > 0.0 {
            self.forces.run(world, physics, report, dt);
        }
    }

    fn shapes(&mut self, world: &mut World, physics: &mut PhysicsScene, report: &mut Report) {
        self.shapes.changed(world, &mut self.found);
        for entity in self.found.drain(..) {
            if !is_new(world, entity) {
                colliders::reshape(world, physics, report, entity);
            }
        }
        self.maps.changed(world, &mut self.found);
        for entity in self.found.drain(..) {
            change_map(world, physics, report, entity);
        }
    }

    fn kinds(&mut self, world: &mut World, physics: &mut PhysicsScene, report: &mut Report) {
        self.bodies.changed(world, &mut self.found);
        for entity in self.found.drain(..) {
            let Some(kind) = world.get::<RigidBody>(entity).map(|body| body.kind()) else {
                continue;
            };
            match world.get::<BodyLink>(entity).and_then(BodyLink::key) {
                Some(key) => set_kind(world, physics, report, entity, key, kind),
                None => continue,
            }
        }
    }

    fn masses(&mut self, world: &mut World, physics: &mut PhysicsScene, report: &mut Report) {
        let (masses, inertias, centers) = &mut self.masses;
        let mut all = Vec::new();
        masses.changed(world, &mut self.found);
        all.append(&mut self.found);
        inertias.changed(world, &mut self.found);
        all.append(&mut self.found);
        centers.changed(world, &mut self.found);
        all.append(&mut self.found);
        let mut pending = world.resource_mut::<Pending>();
        pending.masses.append(&mut all);
        // Each once: an entity may have all three.
        let mut seen = BTreeSet::new();
        pending.masses.retain(|entity| seen.insert(*entity));
        bodies::set_masses(world, physics, report);
    }
}

/// True if an entity waits to come into the scene: it takes its shape along then.
fn is_new(world: &World, entity: Entity) -> bool {
    let pending = world.resource::<Pending>();
    let is_linked = world.get::<ColliderLink>(entity).is_some_and(|link| link.key().is_some());
    !is_linked && (pending.bodies.contains(entity) || pending.colliders.contains(entity))
}

fn set_kind(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
    key: BodyKey,
    kind: umbra::BodyKind,
) {
    let Ok(mut body) = physics.scene.body_mut(key) else { return };
    if body.view().kind() == kind {
        return;
    }
    report.note(entity, "RigidBody", body.set_kind(kind));
    if kind != umbra::BodyKind::Fixed {
        crate::components::body::add_moving_parts(world.commands().entity(entity));
        world.flush();
        bodies::rest(world, entity);
    }
}

fn change_map(world: &mut World, physics: &mut PhysicsScene, report: &mut Report, entity: Entity) {
    if is_new(world, entity) {
        return;
    }
    let Some(key) = world.get::<ColliderLink>(entity).and_then(ColliderLink::key) else {
        return bodies::retry(world, entity);
    };
    let Some(mut map) = world.get_mut::<TileMap>(entity) else { return };
    let cells = map.bypass_change_detection().take_edits();
    colliders::set_cells(physics, report, entity, key, cells);
}

/// What was spawned since the last step, in the order in which it was spawned. Returns the joints
/// among it.
fn add_new(world: &mut World, physics: &mut PhysicsScene, report: &mut Report) -> BTreeSet<Entity> {
    let mut pending = world.resource_mut::<Pending>();
    let Pending { bodies, colliders, joints, resets, .. } = &mut *pending;
    let (bodies, colliders, joints) = (bodies.take(), colliders.take(), std::mem::take(joints));
    let resets = std::mem::take(resets);
    for entity in bodies {
        bodies::add(world, physics, report, entity);
    }
    for entity in colliders {
        colliders::add(world, physics, report, entity);
    }
    for entity in &joints {
        joints::add(world, physics, report, *entity);
    }
    for (entity, reset) in resets {
        reset(world, physics, report, entity);
    }
    joints.into_iter().collect()
}
