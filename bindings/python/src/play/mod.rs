//! What games build first, over `umbra-play`.
//!
//! - `settings`, `kept`: macros for settings, and for objects that keep keys of a scene;
//! - `character`, `character_found`: characters, and what their steps find;
//! - `vehicle`, `top_down`: cars;
//! - `build`, `assembly`, `soft`: ropes, ragdolls, cloth, soft bodies; `ragdoll`: poses and bones;
//! - `mask`: outlines of pictures;
//! - `predict`, `paths`: predictions;
//! - `timestep`, `screen`: steps of equal length, pixels.

#[macro_use]
mod settings;
#[macro_use]
mod kept;

pub mod assembly;
pub mod build;
pub mod character;
pub mod character_found;
pub mod mask;
pub mod paths;
pub mod predict;
pub mod ragdoll;
pub mod screen;
pub mod soft;
pub mod timestep;
pub mod top_down;
pub mod vehicle;

use pyo3::prelude::*;

/// Adds the classes and functions of this folder to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! classes {
        ($($class:ty),* $(,)?) => { $(module.add_class::<$class>()?;)* };
    }
    classes!(
        character::character_settings::Settings,
        character::Character,
        character_found::Ground,
        character_found::CharacterHit,
        character_found::Push,
        character_found::CharacterCrush,
        character_found::Moved,
        character_found::Slide,
        vehicle::drive::Settings,
        vehicle::axle::Settings,
        vehicle::car_settings::Settings,
        vehicle::WheelState,
        vehicle::Car,
        top_down::grip::Settings,
        top_down::tyre::Settings,
        top_down::top_down_settings::Settings,
        top_down::TyreState,
        top_down::TopDownCar,
        assembly::Assembly,
        soft::SoftBody,
        ragdoll::balance::Settings,
        ragdoll::root_target::Settings,
        ragdoll::RagdollPose,
        mask::Outline,
        mask::Outlines,
        predict::Predictor,
        paths::Prediction,
        paths::Predicted,
        paths::PredictedTouch,
        timestep::FixedTimestep,
        screen::Screen,
    );
    build::register(module)
}
