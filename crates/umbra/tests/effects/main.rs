//! Effects on bodies: fields, explosions, fracture, impacts.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod explosions;
mod fields;
mod fields_meet;
mod fracture;
mod impacts;
