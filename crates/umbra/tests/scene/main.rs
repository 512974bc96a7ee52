//! The scene as a whole: calls and what they refuse, sleep, copies, the same bits, scale.
//!
//! Few test programs instead of many: each one is linked with the whole engine.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod api;
mod bad_input;
mod colliders;
mod copies;
mod determinism;
mod edits;
mod exchange;
mod far_away;
mod far_cells;
mod non_finite;
mod origin;
mod parts;
mod pushes;
mod read_back;
mod recordings;
mod refusals;
mod scale;
mod settings;
mod sleep;
mod sleep_search;
mod sleep_slow;
mod snapshots;
mod tile_edits;
mod tiles;
mod turns;
mod waking;
