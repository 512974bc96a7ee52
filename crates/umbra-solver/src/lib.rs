//! The constraint solver of the Umbra physics engine.
//!
//! Dense arrays in, dense arrays out: this crate knows no handles and no shapes.
#![deny(unsafe_code)]

mod arrays;
mod batch;
mod body;
mod config;
mod contact;
mod error;
mod island;
mod kernel;
mod lanes;
mod row;
mod run;
#[cfg(feature = "parallel")]
mod shared;
mod solver;
mod stage;
mod structure;
#[cfg(feature = "parallel")]
mod team;

pub(crate) use body::BodyState;
pub use body::{Body, Locks};
pub use config::{Correction, RestitutionModel, Softness, SolverConfig};
pub use contact::{Contact, ContactPoint, FIXED};
pub use error::Error;
pub use lanes::SimdLevel;
pub use solver::Solver;
pub use structure::{Structure, StructureStatistics};

/// How many cases property tests try: `UMBRA_CASES`, or `default`.
#[cfg(test)]
fn cases(default: u32) -> u32 {
    std::env::var("UMBRA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}
