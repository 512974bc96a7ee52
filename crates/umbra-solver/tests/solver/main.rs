//! Laws of contacts and joints, and the same bits everywhere.
//!
//! One test program, which links once instead of once for each file.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod determinism;
mod independent_islands;
mod joints;
mod kept;
mod laws;
mod pairs;
mod piles;
mod selected;
mod shared_batches;
