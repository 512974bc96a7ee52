#![doc = include_str!("../README.md")]
//!
//! # A map of this crate
//!
//! 1. [`level`]: the levels of instructions; [`with_simd!`] compiles an expression for each level
//!    that it names.
//! 2. [`lanes`]: [`Lanes`], arithmetic on a register. A kernel that is written over it exists once,
//!    for any number of lanes; `f32` is the form with one lane.
//! 3. [`register`]: [`Register`], loads and stores, and the transposition of rows into columns.
//! 4. [`mod@dispatch`]: [`SimdLevel`], a width of registers; [`dispatch()`] runs a [`Job`] with it.
//! 5. [`vector`]: a vector per lane.
//! 6. `threads`, with the feature `parallel`: how many threads share a loop.
//!
//! `Level` (instructions) and `SimdLevel` (lanes, chosen by users) are two views of one choice; a
//! token of `Simd` proves it.
//!
//! Every level gives the same bits: the same operations in the same order, no fused multiply-add,
//! and the greater of two numbers is found by comparison.
//!
//! Everything that a kernel calls has to be `#[inline(always)]`, or it is compiled for the lowest
//! level: no closures without that attribute, no `map` of arrays.

#![forbid(unsafe_code)]

pub mod dispatch;
pub mod lanes;
pub mod level;
pub mod register;
#[cfg(feature = "parallel")]
pub mod threads;
pub mod vector;

pub use dispatch::{SimdLevel, dispatch};
pub use fearless_simd::Level;
pub use fearless_simd::{f32x4, f32x8, f32x16, i16x8, i16x16, i32x4, i32x8, u32x4, u32x8};
pub use fearless_simd::{mask32x4, mask32x8, mask32x16};
pub use lanes::{Lanes, greater, greatest, is_first_set, least, lesser};
pub use level::{Baseline, OneByOne, Simd, baseline, newest};
pub use register::{
    Job, LANES, Register, columns, coordinates, coordinates_8, gathered, transposed,
};
pub use vector::{Vec2, dot, minus, select2, turn, turn_back};

/// The traits of registers, and [`Simd`].
pub mod prelude {
    pub use crate::Simd;
    pub use fearless_simd::prelude::*;
}

/// Re-exported for [`with_simd!`].
#[doc(hidden)]
pub use fearless_simd::Simd as Instructions;
