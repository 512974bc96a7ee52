//! Ropes, bridges, ragdolls, cloth and soft bodies in one call.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod chains;
mod refusals;
mod soft;
