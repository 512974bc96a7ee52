//! The constraint solver of the Umbra physics engine.
//!
//! Dense arrays in, dense arrays out: this crate knows no handles and no shapes. Fill a slice of
//! [`Body`] and one of [`Contact`], build a [`Structure`] from them, and let a [`Solver`] make
//! steps; rebuild the structure when the set of contacts or bodies has changed.
//!
//! Results have the same bits on every machine, at every [`SimdLevel`] and for any number of
//! threads.
//!
//! # A map of this crate
//!
//! 1. `config`, `body`, `contact`: the types at the boundary. `hit`: what a contact tells about the
//!    meeting of its bodies.
//! 2. `island`, `structure`: the contacts that are solved together, and their order.
//! 3. `block`: the form in which the kernels walk contacts and joints, and its filling.
//! 4. `kernel`: the formulas, written over the registers of [`umbra_lanes`].
//! 5. `run`: a step of all batches. In it, `stage`: the stages, as data; `passes`: passes over a
//!    colour; `executor`: all stages of a batch, over the slices of `shared`; `team`: by several
//!    threads. These last three contain all of the unsafe code.
//! 6. `solver`: the step as callers see it. `tuning`: numbers that were chosen by hand.
//!
//! `docs/design/solver.md` derives the formulas.
#![deny(unsafe_code)]

// The derives `Serialize` and `Deserialize`, in every module.
#[cfg(feature = "serde")]
#[macro_use]
extern crate serde;

mod block;
mod body;
mod config;
mod contact;
mod error;
mod hit;
mod island;
mod joint;
mod kernel;
mod known;
mod run;
mod shared;
mod solver;
mod structure;
mod tuning;

pub(crate) use body::BodyState;
pub use body::{Body, Locks};
pub use config::{Correction, JointSolving, Softness, SolverConfig};
pub use contact::{Contact, ContactPoint, FIXED, GraphPlace};
pub use error::Error;
pub use hit::{BodyPath, Hit};
pub use island::Islands;
pub use joint::{ConstraintForm, Hold, JointConstraint, Motor, Stiffness, UNBOUNDED};
pub use kernel::bounce::BounceCounts;
pub use known::Known;
pub use shared::fetch;
pub use solver::{EventThresholds, Solver, StepArrays};
#[doc(hidden)]
pub use structure::StructureScratch;
pub use structure::{ContactChanges, Structure, StructureStatistics};
pub use tuning::{LIVELY, MOST_RESTITUTION};
pub use umbra_lanes::SimdLevel;

/// A number that no other call returns. No result depends on it.
pub(crate) fn unique() -> u64 {
    use core::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The number of cases of property tests: `UMBRA_CASES`, or `default`.
#[cfg(test)]
fn cases(default: u32) -> u32 {
    std::env::var("UMBRA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}
