//! Guests of a scene: characters, vehicles, builders, outlines from pictures, predictions, screens.
//!
//! One test program instead of many: each is linked with the whole engine.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../../../umbra-core/tests/common/mod.rs"]
mod common;

mod build;
mod character;
mod hostile;
mod masks;
mod predict;
#[cfg(feature = "serde")]
mod saved;
mod screen;
mod vehicle;

/// Names of the scene and of this crate.
mod prelude {
    pub use crate::common::prelude::*;
    pub use umbra_play::*;
}

use prelude::Error;

/// Checks that a call was refused with a message that has this text, such as the name of a
/// parameter.
fn assert_refused<T>(text: &str, result: Result<T, Error>) {
    let error = result.err().unwrap_or_else(|| panic!("{text} is accepted"));
    assert!(error.to_string().contains(text), "{text}: {error}");
}
