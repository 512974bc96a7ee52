//! What players of the scenes rely on.
//!
//! One test program: each is linked with all that it tests.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod bullets;
mod links;
mod nets;
mod pinball;
mod platformer;
mod ragdolls;
