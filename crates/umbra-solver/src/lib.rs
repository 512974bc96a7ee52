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
//! 1. `config`, `body`, `contact`: what crosses the boundary.
//! 2. `block`: the form in which the kernels walk contacts.
//! 3. `lanes`: registers of several numbers; `kernel`: the formulas, written over them.
//! 4. `stage`: the stages of a step, as data.
//! 5. `island`, `structure`: which contacts are solved together, in which order.
//! 6. `passes`: what is done to the contacts of a colour; `executor`: all stages of a
//!    batch, over the slices of `shared`; `team`: by several threads. The last three have all of the unsafe code.
//! 7. `arrays`, `run`, `solver`: a step.
//!
//! `docs/design/solver.md` derives the formulas.
#![deny(unsafe_code)]

mod arrays;
mod block;
mod body;
mod config;
mod contact;
mod error;
mod executor;
mod filling;
mod island;
mod joint;
mod joint_block;
mod joint_filling;
mod joint_passes;
mod kernel;
mod lanes;
mod motion;
mod passes;
mod run;
mod shared;
mod solver;
mod stage;
mod structure;
#[cfg(feature = "parallel")]
mod team;

pub(crate) use body::BodyState;
pub use body::{Body, Locks};
pub use config::{Correction, JointSolving, Softness, SolverConfig};
pub use contact::{Contact, ContactPoint, FIXED, LIVELY, MOST_RESTITUTION};
pub use error::Error;
pub use island::Islands;
pub use joint::{ConstraintForm, Hold, JointConstraint, Motor, Stiffness, UNBOUNDED};
pub use lanes::SimdLevel;
pub use solver::{Solver, StepArrays};
pub use structure::{Structure, StructureStatistics};

/// How many cases property tests try: `UMBRA_CASES`, or `default`.
#[cfg(test)]
fn cases(default: u32) -> u32 {
    std::env::var("UMBRA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}
