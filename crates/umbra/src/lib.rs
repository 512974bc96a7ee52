//! A complete 2D rigid-body physics engine.
//!
//! A [`Scene`] holds bodies and their colliders; [`Scene::step`] moves it on.
//!
//! ```
//! use umbra::prelude::*;
//!
//! let mut scene = Scene::new(SceneConfig::default())?;
//! let ground = scene.add_body(Body::fixed())?;
//! scene.add_collider(ground, Collider::cuboid(50.0, 0.5).friction(0.6))?; // half extents
//! let ball = scene.add_body(Body::dynamic().position([0.0, 10.0]).velocity([1.0, 0.0]))?;
//! scene.add_collider(ball, Collider::circle(0.5).restitution(0.8))?;
//!
//! for _ in 0..60 {
//!     scene.step(1.0 / 60.0)?;
//! }
//! assert!(scene.body(ball)?.position().y < 6.0);
//! # Ok::<(), umbra::Error>(())
//! ```
//!
//! # A map of this crate
//!
//! 1. [`SceneConfig`], and the builders [`Body`], [`Collider`] and [`Joint`]: what goes in.
//! 2. `store`: the arrays that everything is kept in, and the keys that lead to them.
//! 3. `scene`: [`Scene`], adding and removing.
//! 4. `step`: the stages of a step in the order in which they run; each has a module or a function of
//!    its own.
//! 5. `query`: rays, casts, overlaps, points.
//! 6. `draw`: pictures of a scene, [`DebugDraw`] and [`SvgDraw`].
//! 7. [`Field`], [`character`], [`build`] and [`vehicle`]: what games build first; [`Predictor`]:
//!    aiming lines; [`Screen`]: pixels.
//! 8. [`BodyRef`], [`BodyMut`], [`ColliderRef`], [`ColliderMut`], [`JointRef`], [`JointMut`], [`ContactRef`] and the events:
//!    what comes out.
#![forbid(unsafe_code)]

/// Whether every link between the engine's arrays is checked after each stage.
pub(crate) const CHECKS_ITSELF: bool = cfg!(all(debug_assertions, feature = "checks"));

mod body;
pub mod build;
pub mod character;
mod check;
mod clone;
mod collider;
mod config;
mod contact;
mod draw;
mod edit;
mod error;
mod event;
mod explosion;
mod field;
#[cfg(feature = "serde")]
mod file;
mod fracture;
#[cfg(doctest)]
mod guide;
mod hooks;
mod joint;
mod predict;
mod profile;
mod query;
mod record;
mod scene;
mod screen;
mod snapshot;
mod step;
mod store;
mod threads;
mod timestep;
mod tuning;
pub mod vehicle;

pub use body::{Body, BodyKind, BodyMut, BodyRef, MassProperties};
pub use collider::{
    Cell, Collider, ColliderMut, ColliderPart, ColliderRef, CombineRule, Half, Material, Ramp,
    Side, Tile,
};
pub use config::{Continuous, FractureConfig, SceneConfig, SleepConfig};
pub use contact::{ContactPointRef, ContactRef};
pub use draw::{DebugColor, DebugDraw, DebugOptions, DebugPalette, SvgDraw};
pub use edit::{Added, BodyEdit, ColliderEdit, Edit, JointEdit};
pub use error::Error;
pub use event::{BodyEvent, ContactEvent, FractureEvent, ImpactEvent, JointEvent, SensorEvent};
pub use explosion::{Blown, Explosion};
pub use field::{Field, FieldKind, FieldMut};
#[cfg(feature = "serde")]
pub use file::SceneFile;
pub use fracture::{Carved, Carving};
pub use hooks::{ContactMut, ContactPair, ContactPoint, Hooks};
pub use joint::{Joint, JointBuilder, JointKind, JointMut, JointRef, SolvedAs};
pub use predict::{Inexact, Predict, Predicted, Prediction, Predictor, Touch};
pub use profile::{Profile, Stage, StageProfile};
pub use query::{
    BodyKinds, CastHit, Everything, Platforms, PointHit, Predicate, QueryFilter, Ray, RayHit,
};
pub use record::{Divergence, RecordedEntry, Recorder, Recording, Replay};
pub use scene::{BodyMove, Inserted, Part, Revision, Scene, Stats};
pub use screen::Screen;
pub use snapshot::Snapshot;
pub use timestep::FixedTimestep;

pub use umbra_broad::Filter;
pub use umbra_geom as geom;
pub use umbra_solver::{BounceCounts, Correction, JointSolving, SimdLevel, Softness, SolverConfig};

/// The version of the engine. Another one may come to other bits, so who compares state hashes compares versions first.
///
/// ```
/// assert_eq!(umbra::VERSION.split('.').count(), 3);
/// ```
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

slotmap::new_key_type! {
    /// Names a body of a scene. Never used again for another one of that scene; in another scene,
    /// it may name another body.
    pub struct BodyKey;
    /// Names a collider of a scene. Never used again for another one of that scene; in another
    /// scene, it may name another collider.
    pub struct ColliderKey;
    /// Names a joint of a scene. Never used again for another one of that scene; in another scene,
    /// it may name another joint.
    pub struct JointKey;
    /// Names a field of a scene. Never used again for another one of that scene; in another scene, it may name another field.
    pub struct FieldKey;
}

impl FieldKey {
    /// The key of the field that was added as this one, counted from one.
    pub(crate) fn numbered(number: u32) -> Self {
        slotmap::KeyData::from_ffi(1 << 32 | u64::from(number)).into()
    }

    /// As which it was added, counted from one.
    #[cfg(feature = "serde")]
    pub(crate) fn number(self) -> u32 {
        self.to_bits() as u32
    }
}

macro_rules! keys_have_bits {
    ($($key:ident),*) => {$(
        impl $key {
            /// The key as a number, for languages and files that know no keys. Never 0.
            pub fn to_bits(self) -> u64 {
                slotmap::Key::data(&self).as_ffi()
            }

            /// The key of which [`to_bits`](Self::to_bits) gave this number. A number that is that of no key makes one that
            /// names nothing.
            pub fn from_bits(bits: u64) -> Self {
                let key = Self::from(slotmap::KeyData::from_ffi(bits));
                if key.to_bits() == bits { key } else { Self::default() }
            }
        }
    )*};
}

macro_rules! keys_have_places {
    ($($key:ident),*) => {$(
        impl $key {
            /// A place for it in an array beside the scene: no two that are there at once have the same one, and none is
            /// greater than the most that ever were there at once. The place of what was removed is given to something new.
            pub fn index(self) -> usize {
                (store::slot_of(self) as usize).saturating_sub(1)
            }
        }
    )*};
}

keys_have_bits!(BodyKey, ColliderKey, JointKey, FieldKey);
keys_have_places!(BodyKey, ColliderKey, JointKey);

/// Everything that a program needs: `use umbra::prelude::*`.
pub mod prelude {
    #[cfg(feature = "serde")]
    pub use crate::SceneFile;
    pub use crate::{
        Added, Blown, Body, BodyEdit, BodyEvent, BodyKey, BodyKind, BodyMove, BodyMut, BodyRef,
        Carved, Carving, CastHit, Cell, Collider, ColliderEdit, ColliderKey, ColliderMut,
        ColliderPart, ColliderRef, CombineRule, ContactEvent, ContactMut, ContactPair,
        ContactPoint, ContactPointRef, ContactRef, Continuous, Correction, DebugColor, DebugDraw,
        DebugOptions, DebugPalette, Divergence, Edit, Explosion, Field, FieldKey, FieldKind,
        FieldMut, Filter, FixedTimestep, FractureConfig, FractureEvent, Half, Hooks, ImpactEvent,
        Inexact, Joint, JointBuilder, JointEdit, JointEvent, JointKey, JointKind, JointMut,
        JointRef, JointSolving, MassProperties, Material, Part, Platforms, PointHit, Predict,
        Predicted, Prediction, Predictor, Profile, QueryFilter, Ramp, Ray, RayHit, Recorder,
        Recording, Replay, Scene, SceneConfig, SensorEvent, Side, SimdLevel, SleepConfig, Snapshot,
        Softness, SolvedAs, SolverConfig, Stage, StageProfile, Stats, SvgDraw, Tile,
    };
    pub use umbra_geom::math::pose;
    pub use umbra_geom::{Aabb, Capsule, Circle, Point, Polygon, Pose, Real, Rotation, Segment};
    pub use umbra_geom::{Shape, Vector};
}
