//! A complete 2D rigid-body physics engine.
//!
//! The crate that games import: it gathers the geometry, the broad phase and the solver of Umbra
//! behind one type, `Scene`. Today it re-exports the parts that are ready.
#![forbid(unsafe_code)]

pub use umbra_geom as geom;

/// The programs in the repository's README, so that they are known to run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
