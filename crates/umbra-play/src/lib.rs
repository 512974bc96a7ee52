//! Building blocks of games over the Umbra physics engine, written with the public calls of its
//! scene only.
//!
//! Users import `umbra`, which exports all of this.
//!
//! - `build`: ragdolls, ropes, bridges, cloth, soft bodies;
//! - `character`: characters that walk, jump, crouch and push;
//! - `vehicle`: cars seen from the side and from above;
//! - `predict`: where bodies will be, and what they will touch;
//! - `screen`, `timestep`: pixels, and steps of one length in frames of any.
#![forbid(unsafe_code)]

// The derives `Serialize` and `Deserialize`, in every module.
#[cfg(feature = "serde")]
#[macro_use]
extern crate serde;

pub mod build;
pub mod character;
mod predict;
mod screen;
mod timestep;
mod tuning;
pub mod vehicle;

use umbra_geom::limits as check;

pub use predict::{Inexact, Predict, PredictScene, Predicted, Prediction, Predictor, Touch};
pub use screen::Screen;
pub use timestep::FixedTimestep;
