//! Small worlds that several test files use.
#![allow(dead_code, unused_imports, reason = "each test program uses its own part of this")]

pub mod ledger;
pub mod setters;
pub mod sleepers;
pub mod sliders;
#[path = "../../../umbra-core/tests/common/mod.rs"]
mod worlds;

pub use worlds::*;
