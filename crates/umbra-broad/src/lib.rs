//! The broad phase of the Umbra physics engine: which boxes overlap.
//!
//! Keys in, pairs out: this crate knows axis-aligned boxes and nothing of bodies or shapes.
#![forbid(unsafe_code)]
