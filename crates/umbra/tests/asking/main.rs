//! Questions that a scene answers: rays, casts, overlaps, nearest points, sensors, events, hooks.
//!
//! Few test programs instead of many: each one is linked with the whole engine.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod casts;
mod events;
mod filters;
mod hooks;
mod nearest;
mod overlaps;
mod rays;
mod sensors;
mod worlds;
