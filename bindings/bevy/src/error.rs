//! Errors: what the scene refused.
use std::fmt;

use bevy_ecs::prelude::*;
use bevy_math::Vec2;

/// The scene refused what a component says. The scene stays as it was: what was changed keeps its
/// old value, and what was added is not in the scene until the component is changed.
///
/// It is written to the log, sent as a message, and triggered on the entity.
#[derive(Message, EntityEvent, Clone, Debug, PartialEq)]
pub struct PhysicsError {
    /// The entity.
    pub entity: Entity,
    /// The component.
    pub component: &'static str,
    /// The reason.
    pub reason: Reason,
}

impl fmt::Display for PhysicsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of entity {}: {}", self.component, self.entity, self.reason)
    }
}

/// Reason why the scene refused something.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The engine refused a value; the error names it.
    Engine(umbra::Error),
    /// The entity that a joint names has no body in the scene.
    NoBody(Entity),
    /// A scale is zero or not finite, or a tile map is scaled unevenly or mirrored.
    BadScale(Vec2),
    /// A part of a compound is not one shape: a chain, a heightfield or another compound.
    NotOneShape,
    /// The segments of a polyline do not follow one another, or name points that it has not.
    BrokenChain,
}

impl From<umbra::Error> for Reason {
    fn from(error: umbra::Error) -> Self {
        Self::Engine(error)
    }
}

impl From<umbra::geom::Error> for Reason {
    fn from(error: umbra::geom::Error) -> Self {
        Self::Engine(error.into())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::NoBody(entity) => write!(f, "entity {entity} has no body in the scene"),
            Self::BadScale(scale) => write!(f, "cannot be scaled by {scale}"),
            Self::NotOneShape => f.write_str("a part of a compound has to be one solid shape"),
            Self::BrokenChain => f.write_str("segments of a polyline have to follow one another"),
        }
    }
}

impl std::error::Error for PhysicsError {}
