//! Trees and pairs against a search of all.
//!
//! One test program: each is linked with all that it tests.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod alternatives;
mod broad_phase;
mod few_movers;
mod histories;
mod many_moves;
mod trees;
