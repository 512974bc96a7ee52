//! The arrays of a scene, and the keys that lead to them.
//!
//! Stages loop over dense arrays by index. Keys are looked up at the interface only, and nothing
//! iterates over a map with a varying order.

mod bodies;
mod by_piece;
mod candidates;
mod colliders;
mod contacts;
#[cfg(feature = "serde")]
mod exact;
mod few;
mod fields;
mod fixed;
mod joints;
mod maps;
mod motion;
mod outlines;
mod parts;
mod pending;
mod portals;
mod seams;
mod sensors;
mod sleeping;
mod slots;
mod streams;
mod tiles;

pub use bodies::Pace;
pub use bodies::{Bodies, BodyInfo, BodyMarks, Forces, SleepTimer, free};
pub(crate) use bodies::{MassSum, SavedBodies};
pub use candidates::CandidatePair;
pub use colliders::{AwakePieces, ColliderInfo, Colliders, Piece, PieceMaterial, piece_indices};
pub use contacts::mix_materials;
pub(crate) use contacts::restitution_of;
pub use contacts::{Built, ContactInfo, Contacts, MixRules, Passage, StoredContact, joins};
pub use few::Few;
pub use fields::{FieldInfo, Fields};
pub use fixed::{Fixed, Generation, Name, Permit};
pub use joints::{Infos, JointInfo, JointMotion, Joints, ListedJoint, Turns, past};
pub use maps::Maps;
pub use motion::{BodyMotion, Placement};
pub(crate) use motion::{PredictedMotion, moves};
pub use outlines::{Change, Form, PieceCache, PoseCache, Traits};
pub(crate) use outlines::{IS_FAR, IS_SEEN};
pub use pending::Pending;
pub(crate) use portals::Entrance;
pub use portals::{Crossing, PortalInfo, Portals};
pub use seams::SeamList;
pub use sensors::{Sensor, Sensors};
pub use sleeping::SleepingContact;
pub use sleeping::{Neighbours, SleepingContacts};
pub use slots::Slots;
pub use streams::{OpenImpact, Streams};
pub use tiles::CHUNK;
pub use tiles::{CellShape, Run, TileMap};
pub(crate) use tiles::{Swath, blocks_of};

/// Nothing in a map of slots is read from a file but the slots.
macro_rules! never_read {
    ($($type:ty),*) => {$(
        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
                Err(serde::de::Error::custom("only free slots are read"))
            }
        }
    )*};
}
never_read!(ColliderInfo, JointInfo);
