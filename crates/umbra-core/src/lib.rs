//! The scene of the Umbra physics engine.
//!
//! Users import `umbra`, which exports all of this. A [`Scene`] owns a world (see `umbra-world`), steps it, and is the only door
//! through which it is changed.
//!
//! # A map of this crate
//!
//! 1. `body`, `collider`, `joint`: the builders [`Body`], [`Collider`] and [`Joint`], and the views [`BodyRef`], [`BodyMut`]
//!    and so on.
//! 2. `edit`: changes as values, checked before anything is changed.
//! 3. `scene`: [`Scene`], adding and removing, steps, saving and restoring.
//! 4. `query`, `field`: asking about a scene, and fields.
//! 5. `record`, `snapshot`, `file`: replays, moments, files.
//! 6. `fracture`, `explosion`: bodies that break, and blasts.
#![forbid(unsafe_code)]

mod body;
mod collider;
mod edit;
mod explosion;
mod field;
#[cfg(feature = "serde")]
mod file;
mod fracture;
mod joint;
mod query;
mod record;
mod scene;
mod snapshot;

use umbra_world::check;

pub use body::{Body, BodyMut, BodyRef};
pub use collider::{Collider, ColliderMut, ColliderRef};
pub use edit::{Added, BodyEdit, ColliderEdit, Edit};
pub use explosion::{Blown, Explosion};
pub use field::FieldMut;
#[cfg(feature = "serde")]
pub use file::SceneFile;
pub use fracture::{Carved, Carving};
pub use joint::{Joint, JointBuilder, JointMut, JointRef};
pub use record::{Divergence, RecordedEntry, Recorder, Recording, Replay};
pub use scene::{BodyMove, Inserted, Part, Scene, Stats};
pub use snapshot::Snapshot;

pub use umbra_broad::Filter;
pub use umbra_geom as geom;
pub use umbra_solver::{BounceCounts, Correction, JointSolving, SimdLevel, Softness, SolverConfig};
pub use umbra_world::{
    BodyEvent, BodyKey, BodyKind, BodyKinds, CastHit, Cell, ColliderKey, ColliderPart, CombineRule,
    ContactEvent, ContactMut, ContactPair, ContactPoint, ContactPointRef, ContactRef, Continuous,
    Error, Everything, Field, FieldArea, FieldKey, FieldKind, FractureConfig, FractureEvent, Half,
    Hooks, ImpactEvent, JointEdit, JointEvent, JointKey, JointKind, MassProperties, Material,
    MoverHit, MoverRules, Platforms, PointHit, Predicate, Profile, QueryFilter, Ramp, Ray, RayHit,
    SceneConfig, SensorEvent, Side, SleepConfig, SolvedAs, Stage, StageProfile, Surface, Tile,
};
