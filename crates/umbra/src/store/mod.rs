//! The arrays that everything is kept in, and the keys that lead to them.
//!
//! Every stage of a step walks dense arrays by index. Keys are looked up at the edge of the
//! interface and nowhere else, and nothing iterates over a map whose order could vary.

mod bodies;
mod colliders;
mod contacts;
mod outlines;

pub(crate) use bodies::{Bodies, BodyRecord, MassSum, Placement};
pub(crate) use colliders::{ColliderRecord, Colliders, Piece};
pub(crate) use contacts::{Built, ContactRecord, Contacts, mix_materials};
pub(crate) use outlines::{Form, Outlines, PieceRow};
