//! The scene of the Umbra physics engine.
//!
//! Users import `umbra`, which exports all of this. A [`Scene`] owns a world (see `umbra-world`),
//! steps it, and is the only type that changes it.
//!
//! # A map of this crate
//!
//! From the bottom up:
//!
//! 1. `value`: the builders [`Body`], [`Collider`] and [`Joint`], and changes as values, [`Edit`].
//! 2. `snapshot`, `record`: saved moments, and recordings of all changes.
//! 3. `edit`: functions that check a change and apply it.
//! 4. `body`, `collider`, `joint`: the views [`BodyRef`], [`BodyMut`] and so on.
//! 5. `scene`: [`Scene`], adding and removing, saving and restoring. `query`, `field`, `portal`:
//!    queries of a scene, fields, portals.
//! 6. `part`: bodies taken out and inserted. `fracture`, `explosion`: bodies that break, and
//!    blasts.
//! 7. `run`: steps, edits as values, replays. `batch`: many scenes. `file`: scenes in files.
#![forbid(unsafe_code)]

// The derives `Serialize` and `Deserialize`, in every module.
#[cfg(feature = "serde")]
#[macro_use]
extern crate serde;

#[macro_use]
mod properties;

mod batch;
mod body;
mod collider;
mod edit;
mod explosion;
mod field;
#[cfg(feature = "serde")]
mod file;
mod fracture;
mod joint;
mod part;
mod portal;
mod query;
mod record;
mod run;
mod scene;
mod snapshot;
mod tuning;
mod value;

use umbra_world::check;

pub use batch::Batch;
pub use body::{BodyMut, BodyRef};
pub use collider::{ColliderMut, ColliderRef};
pub use field::FieldMut;
pub use joint::{JointMut, JointRef};
pub use part::Inserted;
pub use portal::PortalMut;
pub use record::{RecordedEntry, Recorder, Recording};
pub use run::{Divergence, Replay};
pub use scene::{BodyMove, Revision, Scene, Stats};
pub use snapshot::Snapshot;
#[cfg(feature = "serde")]
pub use umbra_files::SceneFile;
pub use value::{
    Added, Blown, Body, BodyEdit, Carved, Carving, Collider, ColliderEdit, Edit, Explosion, Joint,
    JointBuilder, NewShapes, Part,
};

pub use umbra_broad::Filter;
pub use umbra_geom as geom;
pub use umbra_solver::{BounceCounts, Correction, JointSolving, SimdLevel, Softness, SolverConfig};
pub use umbra_world::{
    BodyEvent, BodyKey, BodyKind, BodyKinds, CastHit, Cell, ColliderKey, ColliderPart, CombineRule,
    ContactEvent, ContactMut, ContactPair, ContactPoint, ContactPointRef, ContactRef, Continuous,
    DynFilter, Error, Everything, Field, FieldArea, FieldKey, FieldKind, FractureConfig,
    FractureEvent, Half, Hooks, ImpactEvent, JointEdit, JointEvent, JointKey, JointKind,
    MassProperties, Material, MoverHit, MoverRules, Platforms, PointHit, Portal, PortalKey,
    Predicate, Profile, QueryFilter, Ramp, Ray, RayHit, SceneConfig, SensorEvent, Side,
    SleepConfig, SolvedAs, Stage, StageProfile, Surface, Tile,
};
