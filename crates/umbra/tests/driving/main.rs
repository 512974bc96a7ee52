//! Cars seen from the side and from above, and windows on a world.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod car;
mod refusals;
#[cfg(feature = "serde")]
mod saved;
mod screen;
mod top_down;
