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
//! 7. [`Field`], [`character`], [`build`] and [`vehicle`]: what games build first; [`Screen`]: pixels.
//! 8. [`BodyRef`], [`BodyMut`], [`ColliderRef`], [`ColliderMut`], [`JointRef`], [`JointMut`], [`ContactRef`] and the events:
//!    what comes out.
#![forbid(unsafe_code)]

mod body;
pub mod build;
pub mod character;
mod collider;
mod draw;
mod edit;
mod explosion;
mod field;
#[cfg(feature = "serde")]
mod file;
mod fracture;
#[cfg(doctest)]
mod guide;
mod joint;
mod query;
mod record;
mod scene;
mod screen;
mod snapshot;
mod timestep;
pub mod vehicle;

use umbra_world::check;

pub use body::{Body, BodyMut, BodyRef};
pub use collider::{Collider, ColliderMut, ColliderRef};
pub use draw::{DebugColor, DebugDraw, DebugOptions, DebugPalette, SvgDraw};
pub use edit::{Added, BodyEdit, ColliderEdit, Edit};
pub use explosion::{Blown, Explosion};
pub use field::FieldMut;
#[cfg(feature = "serde")]
pub use file::SceneFile;
pub use fracture::{Carved, Carving};
pub use joint::{Joint, JointBuilder, JointMut, JointRef};
pub use record::{Divergence, RecordedEntry, Recorder, Recording, Replay};
pub use scene::{BodyMove, Inserted, Part, Scene, Stats};
pub use screen::Screen;
pub use snapshot::Snapshot;
pub use timestep::FixedTimestep;

pub use umbra_broad::Filter;
pub use umbra_geom as geom;
pub use umbra_solver::{BounceCounts, Correction, JointSolving, SimdLevel, Softness, SolverConfig};
pub use umbra_world::{
    BodyEvent, BodyKey, BodyKind, BodyKinds, CastHit, Cell, ColliderKey, ColliderPart, CombineRule,
    ContactEvent, ContactMut, ContactPair, ContactPoint, ContactPointRef, ContactRef, Continuous,
    Error, Everything, Field, FieldKey, FieldKind, FractureConfig, FractureEvent, Half, Hooks,
    ImpactEvent, JointEdit, JointEvent, JointKey, JointKind, MassProperties, Material, Platforms,
    PointHit, Predicate, Profile, QueryFilter, Ramp, Ray, RayHit, SceneConfig, SensorEvent, Side,
    SleepConfig, SolvedAs, Stage, StageProfile, Tile,
};

/// The version of the engine. Another one may come to other bits, so who compares state hashes compares versions first.
///
/// ```
/// assert_eq!(umbra::VERSION.split('.').count(), 3);
/// ```
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

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
        Joint, JointBuilder, JointEdit, JointEvent, JointKey, JointKind, JointMut, JointRef,
        JointSolving, MassProperties, Material, Part, Platforms, PointHit, Profile, QueryFilter,
        Ramp, Ray, RayHit, Recorder, Recording, Replay, Scene, SceneConfig, SensorEvent, Side,
        SimdLevel, SleepConfig, Snapshot, Softness, SolvedAs, SolverConfig, Stage, StageProfile,
        Stats, SvgDraw, Tile,
    };
    pub use umbra_geom::math::pose;
    pub use umbra_geom::{Aabb, Capsule, Circle, Point, Polygon, Pose, Real, Rotation, Segment};
    pub use umbra_geom::{Shape, Vector};
}
