//! The broad phase of the Umbra physics engine: finds overlapping boxes.
//!
//! Axis-aligned boxes go in; pairs that have begun to overlap, and answers to spatial queries, come
//! out. Nothing here knows bodies or shapes. There are two types to use:
//!
//! - [`BroadPhase`]: for an engine. Proxies with fat boxes, kinds and filters; finds *new* pairs.
//! - [`Tree`]: the dynamic bounding volume tree alone, for spatial queries.
//!
//! ```
//! use core::ops::ControlFlow;
//! use umbra_broad::{BroadPhase, BroadPhaseConfig, Cast, Filter, ProxyKind};
//! use umbra_geom::{Aabb, Vector};
//!
//! let mut broad = BroadPhase::new(BroadPhaseConfig::default())?;
//! let crates = [0.0, 0.9, 5.0].map(|x| Aabb { min: [x, 0.0].into(), max: [x + 1.0, 1.0].into() });
//! for (aabb, name) in crates.into_iter().zip(0..) {
//!     broad.add(aabb, ProxyKind::Dynamic, Filter::default(), name)?;
//! }
//! assert_eq!(broad.find_new_pairs()[0].data, [0, 1]);
//!
//! // The first crate that a ray from the right meets.
//! let ray = Cast::ray([10.0, 0.5], [-20.0, 0.0], 1.0)?;
//! let first = broad.cast(&ray, u64::MAX, |_, name, _| ControlFlow::<u32, f32>::Break(name));
//! assert_eq!(first, ControlFlow::Break(2));
//! # Ok::<(), umbra_broad::Error>(())
//! ```
//!
//! # A map of this crate
//!
//! Read in this order; each module is one idea.
//!
//! 1. `tree`: the tree. Insertion, refit and rotation, rebuild, queries, casts, overlaps.
//! 2. `margin` and `filter`: the margin of fat boxes, and the rules for pairs.
//! 3. `sweep`: pairs among many boxes at once.
//! 4. `broad_phase`: proxies, and the search for new pairs, which combines tree and sweep.
//!
//! # Guarantees
//!
//! - The same calls give the same pairs in the same order on every machine, with any number of
//!   threads and any vector instructions.
//! - No call panics. A bad argument returns an [`Error`] that names it, and a refused call has
//!   changed nothing.
//! - The tree's height is at most `2 log2(n) + 4` after any history.
#![forbid(unsafe_code)]

// The derives `Serialize` and `Deserialize`, in every module.
#[cfg(feature = "serde")]
#[macro_use]
extern crate serde;

// Code shared by the tests in `tests/` is used by unit tests too, and names the crate.
#[cfg(test)]
extern crate self as umbra_broad;

/// Copies every field into the memory that it already has. All of them are named, so that a new one
/// cannot be forgotten: those that are state, and those that are memory for the next call.
macro_rules! clone_fields {
    ($to:ident, $from:ident, state: [$($state:ident),*], memory: [$($memory:ident),*]) => {
        let Self { $($state,)* $($memory: _),* } = $from;
        $($to.$state.clone_from($state);)*
    };
}

mod broad_phase;
mod error;
mod filter;
mod lanes;
mod margin;
mod sweep;
mod tree;

#[doc(hidden)]
pub use broad_phase::SearchMemory;
pub use broad_phase::{
    BroadPhase, BroadPhaseConfig, Casts, Move, Pair, Proxy, ProxyId, SavedBoxes,
};
pub use error::{Error, MAX_COORDINATE};
pub use filter::{Filter, ProxyKind};
pub use margin::FatMargin;
pub use tree::{Cast, CastBatch, CastSet, LeafId, Tree, TreeStats};

pub use umbra_lanes::Level;
