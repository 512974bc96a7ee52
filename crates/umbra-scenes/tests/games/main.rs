//! Guarantees for players of the scenes.
//!
//! One test program, which links once instead of once for each file.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod bullets;
mod links;
mod nets;
mod pinball;
mod platformer;
mod ragdolls;
