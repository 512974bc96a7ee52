//! The arrays that everything is kept in, and the keys that lead to them.
//!
//! Every stage of a step walks dense arrays by index. Keys are looked up at the edge of the
//! interface and nowhere else, and nothing iterates over a map whose order could vary.

mod bodies;
mod by_piece;
mod colliders;
mod contacts;
mod distant;
mod few;
mod outlines;
mod parked;
mod validate;

pub(crate) use bodies::{Bodies, BodyRecord, Drive, MassSum, Placement, Rest};
pub(crate) use colliders::{AwakePieces, ColliderRecord, Colliders, Piece, Substance};
pub(crate) use contacts::{Built, ContactRecord, Contacts, drop_at, joins};
pub(crate) use distant::DistantPair;
pub(crate) use few::Few;
pub(crate) use outlines::{Change, Form, Outlines, PieceRow};
pub(crate) use parked::{NO_END, ParkedContact};
