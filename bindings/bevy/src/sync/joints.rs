//! Brings joints into the scene and changes them.
use bevy_ecs::prelude::*;
use umbra::{BodyKey, JointKey};

use super::report::Report;
use crate::PhysicsScene;
use crate::components::joint::{Joint, JointKind};
use crate::components::link::{BodyLink, JointLink};
use crate::convert::point;
use crate::error::Reason;
use crate::scene::JointOwner;

const NAME: &str = "Joint";

/// Brings the joint of an entity into the scene.
pub(crate) fn add(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
) {
    let Some(joint) = world.get::<Joint>(entity).cloned() else { return };
    if world.get::<JointLink>(entity).is_none_or(|link| link.0.is_some()) {
        return;
    }
    let added = try_add(world, physics, &joint);
    if let Some(key) = report.note(entity, NAME, added) {
        set_link(world, entity, Some(key));
        physics.links_mut().joints.insert(key, JointOwner { entity, joint });
    }
}

fn try_add(world: &World, physics: &mut PhysicsScene, joint: &Joint) -> Result<JointKey, Reason> {
    let [a, b] = joint.bodies.map(|entity| body_key(world, entity));
    let builder = joint.builder(&physics.scene, [a?, b?])?;
    let key = physics.scene.add_joint(builder)?;
    aim(physics, key, joint)?;
    Ok(key)
}

fn body_key(world: &World, entity: Entity) -> Result<BodyKey, Reason> {
    world.get::<BodyLink>(entity).and_then(BodyLink::key).ok_or(Reason::NoBody(entity))
}

/// Tells a target joint where to draw to.
fn aim(physics: &mut PhysicsScene, key: JointKey, joint: &Joint) -> Result<(), Reason> {
    if let JointKind::Target { point: to } = joint.kind {
        physics.scene.joint_mut(key)?.set_target_point(point(to))?;
    }
    Ok(())
}

fn set_link(world: &mut World, entity: Entity, key: Option<JointKey>) {
    if let Some(mut link) = world.get_mut::<JointLink>(entity) {
        link.0 = key;
    }
}

/// Changes a joint of the scene to what its component says: options in place, all else by a new
/// joint.
pub(crate) fn change(
    world: &mut World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
) {
    let Some(key) = world.get::<JointLink>(entity).and_then(JointLink::key) else {
        return add(world, physics, report, entity);
    };
    let (Some(joint), Some(owner)) =
        (world.get::<Joint>(entity).cloned(), physics.links.joints.get(key).cloned())
    else {
        return;
    };
    if joint == owner.joint {
        return;
    }
    let changed = if joint.is_same(&owner.joint) {
        change_options(physics, key, &joint, &owner.joint).map(|()| key)
    } else {
        // The new one comes first: if it is refused, the old one stays.
        try_add(world, physics, &joint).inspect(|_| {
            let _ = physics.scene.remove_joint(key);
            physics.links_mut().joints.remove(key);
        })
    };
    if let Some(key) = report.note(entity, NAME, changed) {
        set_link(world, entity, Some(key));
        physics.links_mut().joints.insert(key, JointOwner { entity, joint });
    }
}

fn change_options(
    physics: &mut PhysicsScene,
    key: JointKey,
    joint: &Joint,
    old: &Joint,
) -> Result<(), Reason> {
    let mut joint_mut = physics.scene.joint_mut(key)?;
    joint.options.change(&old.options, &mut joint_mut)?;
    aim(physics, key, joint)
}
