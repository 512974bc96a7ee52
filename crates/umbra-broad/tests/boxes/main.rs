//! Trees and pairs against brute force.
//!
//! One test program, which links once instead of once for each file.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod alternatives;
mod broad_phase;
mod few_movers;
mod histories;
mod many_moves;
mod trees;
