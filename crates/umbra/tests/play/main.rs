//! Building blocks of games on top of bodies: fields, fracture, impacts, predictions, pictures, ropes, soft bodies,
//! vehicles.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod building;
mod driving;
mod explosions;
mod fields;
mod fields_meet;
mod fracture;
mod hostile;
mod impacts;
mod masks;
mod predict;
