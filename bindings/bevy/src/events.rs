//! Messages and observer events of a step.
use bevy_ecs::prelude::*;
use bevy_math::Vec2;

macro_rules! collisions {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            ///
            /// As a message it comes once. As an observer event it is triggered on both colliders:
            /// `collider1` is the one that is observed then.
            #[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name {
                /// The entity of one collider, and target of the observer event.
                #[event_target]
                pub collider1: Entity,
                /// The entity of the other collider.
                pub collider2: Entity,
                /// The entity of the body of `collider1`.
                pub body1: Entity,
                /// The entity of the body of `collider2`.
                pub body2: Entity,
                /// True if one of the two is a sensor.
                pub is_sensor: bool,
            }

            impl $name {
                /// The same as seen from the other collider.
                #[must_use]
                pub fn flipped(self) -> Self {
                    Self {
                        collider1: self.collider2,
                        collider2: self.collider1,
                        body1: self.body2,
                        body2: self.body1,
                        ..self
                    }
                }
            }
        )*
    };
}

collisions! {
    /// Two colliders touch that did not, or something entered a sensor.
    CollisionStart;
    /// Two colliders no longer touch, or something left a sensor. Entities may be despawned by now.
    CollisionEnd;
}

/// An impact of a collider with `HitEvents`.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct CollisionHit {
    /// The entities of the two colliders; the normal points from the first to the second.
    pub colliders: [Entity; 2],
    /// The entities of their bodies.
    pub bodies: [Entity; 2],
    /// Point of the hit.
    pub point: Vec2,
    /// Direction from the first to the second.
    pub normal: Vec2,
    /// Speed of approach along the normal when the step began.
    pub speed: f32,
    /// Speed of sliding along the surface when the step began.
    pub tangent_speed: f32,
    /// Impulse along the normal in the whole step.
    pub impulse: f32,
}

/// A joint broke. Its `Joint` component is gone.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct JointBroken {
    /// The entity of the joint.
    pub entity: Entity,
    /// The entities of the two bodies.
    pub bodies: [Entity; 2],
    /// Force that broke it.
    pub force: Vec2,
    /// Torque that broke it.
    pub torque: f32,
}

/// A body fell asleep or woke.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodySleep {
    /// The entity of the body.
    pub entity: Entity,
    /// True if it fell asleep, false if it woke.
    pub is_asleep: bool,
}
