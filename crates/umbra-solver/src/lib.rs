//! The constraint solver of the Umbra physics engine.
//!
//! Dense arrays in, dense arrays out: this crate knows no handles and no shapes.
#![deny(unsafe_code)]
