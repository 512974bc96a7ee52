//! Scenes in files of the Umbra physics engine.
//!
//! A file *describes* a scene: its configuration, bodies with their colliders, joints. That much
//! can be written by hand, and fields that are left out are what they usually are. A scene that was
//! saved also has a *state*: what steps have made of it, and the order of things, with which it
//! goes on to the same bits. What follows from the rest (masses, trees, outlines, seams, islands)
//! is in no file.
//!
//! Programs use `umbra`, which exports [`SceneFile`]. This crate sees worlds (`umbra-world`), and
//! of a scene the calls of [`BuildScene`] alone.
//!
//! # A map of this crate
//!
//! - `scene`: saving and loading; `build`: the calls by which a scene is built;
//! - `parts`: the parts of a file, and its versions; `level`: a scene that is built of the
//!   description;
//! - `record`: building blocks of records;
//! - `bodies`, `colliders`, `tiles`, `joints`, `fields`, `portals`: the description;
//! - `state`, `state3`, `state5`, `contacts`: the state; `restore`: how a world takes it over;
//! - `values`, `recording`: bodies and so on that are yet to be added, and the changes of a scene;
//! - `slots`: keys that are taken, free, or not to come again.
#![forbid(unsafe_code)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "whoever reads these pages reads the code beside them"
)]

mod bodies;
mod build;
mod colliders;
mod contacts;
mod fields;
mod joints;
mod level;
mod parts;
mod portals;
mod record;
mod recording;
mod restore;
mod scene;
#[cfg(test)]
#[path = "../tests/unit/schema.rs"]
mod schema;
mod slots;
mod state;
mod state3;
mod state5;
mod tiles;
mod values;

pub use build::BuildScene;
pub use parts::{SceneFile, VERSION};
pub use record::at;
pub use recording::RecordingFile;
pub use scene::{describe, load, save};
pub use state3::old_config;
pub use umbra_world::file::record::List;
pub use values::{BodyValue, ColliderValue, JointValue};

use umbra_broad::Filter;
use umbra_solver::Softness;
use umbra_world::{
    BodyEvent, BodyKey, BodyKind, Cell, ColliderKey, CombineRule, ContactEvent, Continuous, Error,
    Field, FieldKey, FractureConfig, FractureEvent, ImpactEvent, JointEdit, JointEvent, JointKey,
    JointKind, MassProperties, Material, SceneConfig, SensorEvent, SleepConfig, SolvedAs, check,
};
