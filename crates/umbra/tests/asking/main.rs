//! Questions that a scene answers: queries, sensors, events.
//!
//! Few test programs instead of many: each one is linked with the whole engine.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod events;
mod hooks;
mod queries;
mod query_batches;
mod query_surfaces;
mod query_tiles;
mod sensor_crossings;
mod sensor_rules;
mod sensor_tiles;
mod sensors;
