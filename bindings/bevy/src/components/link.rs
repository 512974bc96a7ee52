//! The keys of an entity in the scene, and how its body moved.
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use umbra::{BodyKey, ColliderKey, JointKey};

use crate::convert::Placement;

macro_rules! links {
    ($($(#[$doc:meta])* $name:ident($key:ident);)*) => {
        $(
            $(#[$doc])*
            #[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
            pub struct $name(pub(crate) Option<$key>);

            impl $name {
                /// The key in the scene, or `None` while the entity is not in the scene yet.
                pub fn key(&self) -> Option<$key> {
                    self.0
                }
            }
        )*
    };
}

/// The scale of the world at which the shapes of an entity went into the scene.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ShapeScale(pub Vec2);

links! {
    /// The body of an entity in the scene: for calls of [`PhysicsScene`](crate::PhysicsScene).
    /// Required by `RigidBody` and `Collider`; the plugin fills it in.
    BodyLink(BodyKey);
    /// The collider of an entity in the scene. Required by `Collider` and `TileMap`.
    ColliderLink(ColliderKey);
    /// The joint of an entity in the scene. Required by `Joint`.
    JointLink(JointKey);
}

/// The last two placements of a body that moves: what interpolation blends. The plugin adds it to
/// bodies that are not static.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Motion {
    /// Where the step before the last one left the body.
    pub(crate) from: Placement,
    /// Where the last step left it.
    pub(crate) to: Placement,
    /// What interpolation wrote into the `Transform`, if it did since the last step.
    pub(crate) shown: Option<Placement>,
}

impl Motion {
    /// Puts the body somewhere without blending.
    pub(crate) fn teleport(&mut self, to: Placement) {
        *self = Self { from: to, to, shown: None };
    }

    /// Notes where a step moved the body.
    pub(crate) fn advance(&mut self, to: Placement) {
        *self = Self { from: self.to, to, shown: None };
    }
}
