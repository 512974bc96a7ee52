//! The arrays of a scene, and the keys that lead to them.
//!
//! Stages loop over dense arrays by index. Keys are looked up at the interface only, and nothing iterates
//! over a map with a varying order.

mod bodies;
mod by_piece;
mod candidates;
mod colliders;
mod contacts;
mod fields;
mod joints;
mod maps;
mod outlines;
mod pending;
mod seams;
mod sensors;
mod sleeping;
mod slots;
mod streams;
mod tiles;
mod validate;

#[cfg(feature = "serde")]
pub(crate) use bodies::Pace;
pub(crate) use bodies::{Bodies, BodyInfo, Forces, MassSum, Placement, SleepTimer, free};
pub(crate) use candidates::CandidatePair;
pub(crate) use colliders::{AwakePieces, ColliderInfo, Colliders, Piece, Substance, piece_indices};
#[cfg(feature = "serde")]
pub(crate) use contacts::mix_materials;
pub(crate) use contacts::{
    Built, ContactInfo, Contacts, MixRules, Passage, drop_at, joins, restitution_of,
};
pub(crate) use fields::{FieldInfo, Fields};
pub(crate) use joints::{
    Infos, JointInfo, JointMotion, Joints, ListedJoint, Turns, gear_value, past,
};
pub(crate) use maps::Maps;
pub(crate) use outlines::{Change, Form, IS_FAR, IS_SEEN, Outlines, PoseCache, Traits};
pub(crate) use pending::Pending;
pub(crate) use seams::SeamList;
pub(crate) use sensors::{Sensor, Sensors};
pub(crate) use sleeping::SleepingContact;
#[cfg(feature = "serde")]
pub(crate) use sleeping::{Neighbours, SleepingContacts};
pub(crate) use slots::{Slots, slot_of};
pub(crate) use streams::{OpenImpact, Streams};
#[cfg(feature = "serde")]
pub(crate) use tiles::CHUNK;
pub(crate) use tiles::{CellShape, Run, Swath, TileMap, blocks_of};

/// A list that mostly has one entry, kept in place: most bodies have one collider, most colliders one shape.
pub(crate) type Few<T> = smallvec::SmallVec<[T; 1]>;
