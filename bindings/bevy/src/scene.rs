//! The scene of the engine as a resource, and which entity each of its objects belongs to.
use std::ops::Deref;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use umbra::{BodyKey, ColliderKey, JointKey, Scene, SceneConfig};

use crate::components::joint::Joint;

/// The scene of the engine. All of its queries can be called on it: see also
/// [`SpatialQuery`](crate::SpatialQuery), which answers with entities.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_umbra::prelude::*;
///
/// fn show(physics: Res<PhysicsScene>) {
///     let stats = physics.stats();
///     println!("{} bodies, {} of them awake", stats.bodies, stats.awake_bodies);
/// }
/// ```
#[derive(Resource)]
pub struct PhysicsScene {
    pub(crate) scene: Scene,
    pub(crate) links: Arc<Links>,
}

impl Deref for PhysicsScene {
    type Target = Scene;

    fn deref(&self) -> &Scene {
        &self.scene
    }
}

impl PhysicsScene {
    pub(crate) fn new(config: SceneConfig) -> Result<Self, umbra::Error> {
        Ok(Self { scene: Scene::new(config)?, links: Arc::default() })
    }

    /// The scene, to change: fields, explosions, recordings, its configuration. Bodies, colliders and
    /// joints that belong to entities are changed through components; what you add here belongs to
    /// no entity.
    pub fn scene_mut(&mut self) -> &mut Scene {
        &mut self.scene
    }

    /// The entity of a body.
    pub fn entity_of_body(&self, key: BodyKey) -> Option<Entity> {
        self.links.bodies.get(key).copied()
    }

    /// The entity of a collider.
    pub fn entity_of_collider(&self, key: ColliderKey) -> Option<Entity> {
        self.links.colliders.get(key).map(|owner| owner.collider)
    }

    /// The entity of a joint.
    pub fn entity_of_joint(&self, key: JointKey) -> Option<Entity> {
        self.links.joints.get(key).map(|joint| joint.entity)
    }

    pub(crate) fn links_mut(&mut self) -> &mut Links {
        Arc::make_mut(&mut self.links)
    }
}

/// The entities of a collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub collider: Entity,
    pub body: Entity,
}

/// The entity of a joint, and the component as it went into the scene.
#[derive(Clone, Debug)]
pub(crate) struct JointOwner {
    pub entity: Entity,
    pub joint: Joint,
}

/// The entities of all objects of the scene. Snapshots share it until it changes.
#[derive(Clone, Default)]
pub(crate) struct Links {
    pub bodies: KeyMap<Entity>,
    pub colliders: KeyMap<Owner>,
    pub joints: KeyMap<JointOwner>,
    /// Colliders removed since the last step: its end events name them.
    pub gone: Vec<(ColliderKey, Owner)>,
}

impl Links {
    /// The entities of a collider, also if it was removed since the last step.
    pub fn owner(&self, key: ColliderKey) -> Option<Owner> {
        let gone = || self.gone.iter().find(|(gone, _)| *gone == key).map(|(_, owner)| *owner);
        self.colliders.get(key).copied().or_else(gone)
    }
}

/// Keys of the engine: each has an index that is free again after a removal.
pub(crate) trait Key: Copy {
    fn place(self) -> usize;
    fn bits(self) -> u64;
}

macro_rules! keys {
    ($($key:ty)*) => {
        $(impl Key for $key {
            fn place(self) -> usize {
                self.index()
            }

            fn bits(self) -> u64 {
                self.to_bits()
            }
        })*
    };
}

keys! { BodyKey ColliderKey JointKey }

/// A value for each key, at its index.
#[derive(Clone)]
pub(crate) struct KeyMap<V>(Vec<Option<(u64, V)>>);

impl<V> Default for KeyMap<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> KeyMap<V> {
    pub fn get(&self, key: impl Key) -> Option<&V> {
        match self.0.get(key.place()) {
            Some(Some((bits, value))) if *bits == key.bits() => Some(value),
            _ => None,
        }
    }

    pub fn insert(&mut self, key: impl Key, value: V) {
        if self.0.len() <= key.place() {
            self.0.resize_with(key.place() + 1, || None);
        }
        self.0[key.place()] = Some((key.bits(), value));
    }

    pub fn remove(&mut self, key: impl Key) -> Option<V> {
        self.get(key)?;
        self.0[key.place()].take().map(|(_, value)| value)
    }

    #[cfg(feature = "rollback")]
    pub fn iter(&self) -> impl Iterator<Item = (u64, &V)> {
        self.0.iter().flatten().map(|(bits, value)| (*bits, value))
    }
}
