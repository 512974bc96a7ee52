//! The broad phase of the Umbra physics engine: which boxes overlap.
#![forbid(unsafe_code)]

mod broad_phase;
mod error;
mod filter;
mod margin;
mod sweep;
mod tree;

pub use broad_phase::{BroadPhase, BroadPhaseConfig, Pair, ProxyId};
pub use error::{Error, MAX_COORDINATE};
pub use filter::{Filter, ProxyKind};
pub use margin::FatMargin;
pub use tree::{Cast, LeafId, Tree, TreeStats};

pub use fearless_simd::Level;
