//! Doing: steps, edits as values, replays.
//!
//! These stand above all else in this crate, because they may call all of it.

mod edit;
mod replay;
mod rewind;
mod step;

pub use replay::{Divergence, Replay};
