//! Save and restore of the physics, for rollback netcode.
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use umbra::{BodyKey, ColliderKey, JointKey, Snapshot};

use std::sync::Arc;

use crate::components::collisions::{self, CollidingEntities};
use crate::components::link::{BodyLink, ColliderLink, JointLink, Motion};
use crate::components::velocity::{AngularVelocity, LinearVelocity};
use crate::convert::{Placed, Placement, vec2};
use crate::scene::{Links, PhysicsScene};
use crate::sync::pending::Pending;
use crate::{Collider, Joint, RigidBody, TileMap};

/// A moment of the physics: the scene, and which entity each object belongs to.
#[derive(Clone, Default)]
pub struct PhysicsSnapshot {
    scene: Snapshot,
    links: Arc<Links>,
}

impl PhysicsSnapshot {
    /// The hash of the scene: equal on all machines that came to the same bits.
    pub fn hash(&self) -> u64 {
        self.scene.hash()
    }

    /// Its size in bytes.
    pub fn size(&self) -> usize {
        self.scene.size()
    }
}

/// Saves the physics, in the memory of an older snapshot. Call it between steps: what was spawned
/// since the last step is not in the scene yet.
///
/// # Errors
///
/// The engine refuses to save.
pub fn save_physics(world: &mut World, snapshot: &mut PhysicsSnapshot) -> Result<(), umbra::Error> {
    let mut physics = world.resource_mut::<PhysicsScene>();
    physics.scene.save_into(&mut snapshot.scene)?;
    snapshot.links = physics.links.clone();
    Ok(())
}

/// Goes back to a snapshot. The scene is that of the snapshot to the last bit, with contacts, sleep
/// and joints. Transforms, velocities and `CollidingEntities` become those of that moment, and
/// joints that broke or were taken out get their component back.
///
/// Not restored: entities that were despawned (their bodies leave the scene), all other components
/// (what the scene has is that of the snapshot until they are changed again), clocks, and messages.
/// Entities that were spawned since then and are still there come in with the next step, as new
/// bodies.
///
/// # Errors
///
/// The snapshot is empty. Nothing is changed then.
pub fn restore_physics(world: &mut World, snapshot: &PhysicsSnapshot) -> Result<(), umbra::Error> {
    let mut physics = world.resource_mut::<PhysicsScene>();
    physics.scene.restore(&snapshot.scene)?;
    physics.links = snapshot.links.clone();
    world.resource_scope(|world, mut physics: Mut<PhysicsScene>| {
        unlink_all(world);
        link_all(world, &mut physics);
        show_all(world, &physics);
    });
    queue_unlinked(world);
    fill_lists(world);
    Ok(())
}

fn unlink_all(world: &mut World) {
    let mut bodies = world.query::<&mut BodyLink>();
    bodies.iter_mut(world).for_each(|mut link| link.0 = None);
    let mut colliders = world.query::<&mut ColliderLink>();
    colliders.iter_mut(world).for_each(|mut link| link.0 = None);
    let mut joints = world.query::<&mut JointLink>();
    joints.iter_mut(world).for_each(|mut link| link.0 = None);
}

/// True if an entity is there and has a body: one of its own, or the fixed one of its collider.
fn has_body(world: &World, entity: Entity) -> bool {
    world.get::<RigidBody>(entity).is_some() || has_collider(world, entity)
}

fn has_collider(world: &World, entity: Entity) -> bool {
    world.get::<Collider>(entity).is_some() || world.get::<TileMap>(entity).is_some()
}

/// Writes the keys into the entities. Objects whose entity or component is gone leave the scene,
/// but for joints: their component comes back, as it is taken out when a joint breaks.
fn link_all(world: &mut World, physics: &mut PhysicsScene) {
    let links = physics.links.clone();
    for (bits, owner) in links.joints.iter() {
        let key = JointKey::from_bits(bits);
        match world.get_mut::<JointLink>(owner.entity) {
            Some(mut link) => {
                link.0 = Some(key);
                let mut entity = world.entity_mut(owner.entity);
                if !entity.contains::<Joint>() {
                    entity.insert(owner.joint.clone());
                }
            }
            None => {
                let _ = physics.scene.remove_joint(key);
                physics.links_mut().joints.remove(key);
            }
        }
    }
    for (bits, entity) in links.bodies.iter() {
        let key = BodyKey::from_bits(bits);
        let is_there = has_body(world, *entity);
        match world.get_mut::<BodyLink>(*entity) {
            Some(mut link) if is_there => link.0 = Some(key),
            _ => {
                let _ = physics.scene.remove_body(key);
                physics.links_mut().bodies.remove(key);
            }
        }
    }
    for (bits, owner) in links.colliders.iter() {
        let key = ColliderKey::from_bits(bits);
        let is_there = physics.scene.collider(key).is_ok() && has_collider(world, owner.collider);
        match world.get_mut::<ColliderLink>(owner.collider) {
            Some(mut link) if is_there => link.0 = Some(key),
            _ => {
                let _ = physics.scene.remove_collider(key);
                physics.links_mut().colliders.remove(key);
            }
        }
    }
}

/// Writes poses and velocities into the components.
fn show_all(world: &mut World, physics: &PhysicsScene) {
    for (bits, entity) in physics.links.bodies.iter() {
        let Ok(body) = physics.scene.body(BodyKey::from_bits(bits)) else { continue };
        let parent = Placed::of_parent(world, *entity);
        let placement =
            parent.map_or(Placement::of_pose(&body.pose()), |parent| parent.local(&body.pose()));
        let Ok(mut entity) = world.get_entity_mut(*entity) else { continue };
        let is_known = entity.get::<Motion>().is_none_or(|motion| {
            motion.to == placement
                && entity.get::<Transform>().is_some_and(|at| Placement::of(at) == placement)
        });
        if is_known && body.kind() == umbra::BodyKind::Fixed {
            continue;
        }
        if let Some(mut motion) = entity.get_mut::<Motion>() {
            motion.teleport(placement);
        }
        if let Some(mut transform) = entity.get_mut::<Transform>().filter(|_| !is_known) {
            placement.write(&mut transform);
        }
        if let Some(mut velocity) = entity.get_mut::<LinearVelocity>() {
            velocity.set_if_neq(LinearVelocity(vec2(body.velocity())));
        }
        if let Some(mut velocity) = entity.get_mut::<AngularVelocity>() {
            velocity.set_if_neq(AngularVelocity(body.angular_velocity()));
        }
    }
}

/// Entities that are not in the scene come in with the next step, in the order of their ids.
fn queue_unlinked(world: &mut World) {
    let mut bodies: Vec<_> = world
        .query_filtered::<(Entity, &BodyLink), With<RigidBody>>()
        .iter(world)
        .filter(|(_, link)| link.0.is_none())
        .map(|(entity, _)| entity)
        .collect();
    let mut colliders: Vec<_> = world
        .query_filtered::<(Entity, &ColliderLink), Or<(With<Collider>, With<TileMap>)>>()
        .iter(world)
        .filter(|(_, link)| link.0.is_none())
        .map(|(entity, _)| entity)
        .collect();
    let mut joints: Vec<_> = world
        .query_filtered::<(Entity, &JointLink), With<Joint>>()
        .iter(world)
        .filter(|(_, link)| link.0.is_none())
        .map(|(entity, _)| entity)
        .collect();
    for list in [&mut bodies, &mut colliders, &mut joints] {
        list.sort_unstable();
    }
    let mut pending = world.resource_mut::<Pending>();
    (pending.bodies, pending.colliders) = (bodies.into(), colliders.into());
    pending.joints = joints;
}

fn fill_lists(world: &mut World) {
    let mut lists = world.query_filtered::<Entity, With<CollidingEntities>>();
    let entities: Vec<_> = lists.iter(world).collect();
    for entity in entities {
        let touching = collisions::touching(world, entity);
        if let Some(mut list) = world.get_mut::<CollidingEntities>(entity) {
            list.set_if_neq(CollidingEntities(touching));
        }
    }
}

/// The last snapshots, each with its frame, in memory that is used again.
#[derive(Resource, Default)]
pub struct PhysicsSnapshots {
    ring: Vec<(i32, PhysicsSnapshot)>,
}

impl PhysicsSnapshots {
    /// A ring of this many frames: at least one more than the frames that may be rolled back.
    pub fn new(frames: usize) -> Self {
        Self { ring: vec![(-1, PhysicsSnapshot::default()); frames.max(1)] }
    }

    fn place(&self, frame: i32) -> usize {
        usize::try_from(frame).unwrap_or(0) % self.ring.len().max(1)
    }

    /// The snapshot of a frame, if it is still there.
    pub fn get(&self, frame: i32) -> Option<&PhysicsSnapshot> {
        self.ring.get(self.place(frame)).filter(|(of, _)| *of == frame).map(|(_, saved)| saved)
    }

    /// Saves the physics as a frame. Returns the hash.
    ///
    /// # Errors
    ///
    /// The engine refuses to save, or the ring is empty.
    pub fn save(world: &mut World, frame: i32) -> Result<u64, umbra::Error> {
        world.resource_scope(|world, mut ring: Mut<Self>| {
            let place = ring.place(frame);
            let (of, saved) = ring.ring.get_mut(place).ok_or(umbra::Error::EmptySnapshot)?;
            save_physics(world, saved)?;
            *of = frame;
            Ok(saved.hash())
        })
    }

    /// Goes back to a frame.
    ///
    /// # Errors
    ///
    /// The frame is not in the ring any more.
    pub fn load(world: &mut World, frame: i32) -> Result<(), umbra::Error> {
        world.resource_scope(|world, ring: Mut<Self>| {
            restore_physics(world, ring.get(frame).ok_or(umbra::Error::EmptySnapshot)?)
        })
    }
}
