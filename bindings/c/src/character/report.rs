//! State and reports of a character.

use umbra::character::{Character, Hit, HitKind, Moved};
use umbra::prelude::*;

use crate::{UmbraBodyKey, UmbraColliderKey, UmbraPart, UmbraPose, UmbraVec2};

/// Side on which a character touched something.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraHitKind {
    /// Ground that it can stand on.
    Ground = 0,
    /// A wall, or ground that is too steep.
    Wall = 1,
    /// A ceiling.
    Ceiling = 2,
}

/// Something that a character touched.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraCharacterHit {
    /// One of `UmbraHitKind`.
    pub kind: u32,
    /// The body.
    pub body: UmbraBodyKey,
    /// The collider.
    pub collider: UmbraColliderKey,
    /// Shape or cell of the collider.
    pub part: UmbraPart,
    /// The point.
    pub point: UmbraVec2,
    /// Normal of the surface.
    pub normal: UmbraVec2,
}

/// Result of a step of a character.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraMoved {
    /// Displacement in the step.
    pub translation: UmbraVec2,
    /// Part of it by which the ground carried it.
    pub carried: UmbraVec2,
    /// Height of the steps that it went up or down.
    pub stepped: f32,
    /// True if it jumped.
    pub jumped: bool,
    /// True if it landed.
    pub landed: bool,
    /// Speed with which it landed.
    pub landing_speed: f32,
    /// Body that crushes it; 0 for none.
    pub crushed_by: UmbraBodyKey,
    /// Depth to which that body is in it.
    pub crush_depth: f32,
}

/// A character as it is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraCharacterState {
    /// Pose of the character.
    pub pose: UmbraPose,
    /// Its own velocity.
    pub velocity: UmbraVec2,
    /// Its velocity with that of the ground.
    pub world_velocity: UmbraVec2,
    /// True if it stands on something.
    pub is_on_ground: bool,
    /// Body that it stands on; 0 for none.
    pub ground_body: UmbraBodyKey,
    /// Collider that it stands on; 0 for none.
    pub ground_collider: UmbraColliderKey,
    /// Normal of the ground.
    pub ground_normal: UmbraVec2,
    /// True while it crouches.
    pub is_crouched: bool,
    /// True while it is on a ladder.
    pub is_climbing: bool,
    /// True while it falls through a platform.
    pub is_dropping: bool,
    /// True while it rises from a jump that is held.
    pub is_rising: bool,
    /// Seconds since it left the ground.
    pub air_time: f32,
}

impl From<&Hit> for UmbraCharacterHit {
    fn from(hit: &Hit) -> Self {
        let kind = match hit.kind {
            HitKind::Ground => UmbraHitKind::Ground,
            HitKind::Wall => UmbraHitKind::Wall,
            HitKind::Ceiling => UmbraHitKind::Ceiling,
        };
        Self {
            kind: kind as u32,
            body: hit.body.to_bits(),
            collider: hit.collider.to_bits(),
            part: hit.part.into(),
            point: hit.point.into(),
            normal: hit.normal.into(),
        }
    }
}

impl From<&Moved<'_>> for UmbraMoved {
    fn from(moved: &Moved<'_>) -> Self {
        Self {
            translation: moved.translation.into(),
            carried: moved.carried.into(),
            stepped: moved.stepped,
            jumped: moved.jumped,
            landed: moved.landed.is_some(),
            landing_speed: moved.landed.unwrap_or_default(),
            crushed_by: moved.crushed.map_or(0, |crush| crush.body.to_bits()),
            crush_depth: moved.crushed.map_or(0.0, |crush| crush.depth),
        }
    }
}

impl From<&Character> for UmbraCharacterState {
    fn from(character: &Character) -> Self {
        let ground = character.ground.as_ref();
        Self {
            pose: character.pose.into(),
            velocity: character.velocity.into(),
            world_velocity: character.world_velocity().into(),
            is_on_ground: character.is_on_ground(),
            ground_body: ground.map_or(0, |ground| ground.body.to_bits()),
            ground_collider: ground.map_or(0, |ground| ground.collider.to_bits()),
            ground_normal: ground.map_or_else(Vector::zeros, |ground| ground.normal).into(),
            is_crouched: character.is_crouched,
            is_climbing: character.is_climbing,
            is_dropping: character.is_dropping,
            is_rising: character.is_rising,
            air_time: character.air_time,
        }
    }
}
