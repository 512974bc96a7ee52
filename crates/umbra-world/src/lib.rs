//! The arrays of a world of bodies, and the stages of a step over them.
//!
//! This crate is the engine room of `umbra`, whose `Scene` owns a [`World`]: the `Scene` checks the
//! input of users, and edits the world. Nothing here can add a body, change a property on a user's
//! behalf, or record: a stage cannot call an edit, because there is none. What it exports may
//! change with every version; use `umbra`.
//!
//! # A map of this crate
//!
//! 1. `config`, `event`, `error`, `hooks`, `keys`, and the plain values of `body`, `collider`,
//!    `joint` and `field`: types that users see.
//! 2. `store`: the arrays that everything is kept in, and the keys that lead to them.
//! 3. `world`: the [`World`] that owns them, and the changes of their entries from one state to
//!    another.
//! 4. `step`: the stages of a step in the order in which they run; each has a module or a function
//!    of its own.
//! 5. `query`: rays, casts, overlaps, points.
//! 6. `snapshot`: saving and restoring the state that steps change.
#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    reason = "fields and small functions whose names say all: no user sees them"
)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "whoever reads these pages reads the code beside them"
)]

// The derives `Serialize` and `Deserialize`, in every module.
#[cfg(feature = "serde")]
#[macro_use]
extern crate serde;

/// True if every link between the engine's arrays is checked after each stage.
pub(crate) const CHECKS_ITSELF: bool = cfg!(all(debug_assertions, feature = "checks"));

pub mod body;
pub mod check;
pub mod clone;
pub mod collider;
mod config;
pub mod contact;
mod derived;
mod error;
mod event;
pub mod features;
pub mod field;
#[cfg(feature = "serde")]
pub mod file;
pub mod hooks;
pub mod joint;
mod keys;
pub mod measure;
pub mod portal;
pub mod profile;
pub mod query;
mod results;
pub mod snapshot;
pub mod step;
pub mod store;
pub mod threads;
pub mod tuning;
mod validate;
pub mod world;

pub use body::{BodyKind, MassProperties};
pub use collider::{Cell, ColliderPart, CombineRule, Half, Material, Ramp, Side, Tile};
pub use config::{Continuous, FractureConfig, SceneConfig, SleepConfig};
pub use contact::{ContactPointRef, ContactRef};
pub use error::Error;
pub use event::{BodyEvent, ContactEvent, FractureEvent, ImpactEvent, JointEvent, SensorEvent};
pub use field::{Field, FieldArea, FieldKind};
pub use hooks::{ContactMut, ContactPair, ContactPoint, Hooks};
pub use joint::{JointEdit, JointKind, SolvedAs};
pub use keys::{BodyKey, ColliderKey, FieldKey, JointKey, PortalKey};
pub use portal::Portal;
pub use profile::{Profile, Stage, StageProfile};
pub use query::{
    BodyKinds, CastHit, DynFilter, Everything, MoverHit, MoverRules, Platforms, PointHit,
    Predicate, QueryFilter, Ray, RayHit, Surface,
};
pub use world::World;
