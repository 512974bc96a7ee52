//! A complete 2D rigid-body physics engine.
//!
//! A [`Scene`] holds bodies and their colliders; [`Scene::step`] advances it.
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
//! # Tasks
//!
//! The guide explains each task with programs to copy. It is the folder `docs/guide` of the
//! sources; the last column names its pages, and `README.md` there lists all of them.
//!
//! | task | items | page of the guide |
//! |---|---|---|
//! | Set up a scene | [`Scene`], [`SceneConfig`] | `first-scene.md` |
//! | Add bodies and move them | [`Body`], [`BodyRef`], [`BodyMut`] | `bodies.md` |
//! | Give bodies shapes and materials | [`Collider`], [`ColliderRef`], [`ColliderMut`] | `shapes.md` |
//! | Connect bodies | [`Joint`], [`JointRef`], [`JointMut`] | `joints.md` |
//! | Step at a fixed rate | [`Scene::step`], [`FixedTimestep`] | `first-scene.md` |
//! | React to contacts and sensors | [`ContactEvent`], [`SensorEvent`] | `events.md` |
//! | Cast rays, find overlaps | [`Scene::cast_ray`], [`QueryFilter`] | `queries.md` |
//! | Predict paths | [`Predictor`] (feature `play`) | `predictions.md` |
//! | Stop fast bodies | [`Continuous`], [`Body::bullet`] | `fast-objects.md` |
//! | Apply wind, water, gravity | [`Field`] | `fields.md` |
//! | Break and blow up | [`Explosion`], [`FractureConfig`] | `breaking.md` |
//! | Step thousands of scenes | [`Batch`] | `performance.md` |
//! | Save and roll back | [`Snapshot`], [`Scene::restore`], [`Recording`] | `save-and-restore.md` |
//! | Write level files | `SceneFile` (feature `serde`) | `files.md` |
//! | Move characters | [`character`] (feature `play`) | `characters.md` |
//! | Drive vehicles | [`vehicle`] (feature `play`) | `vehicles.md` |
//! | Build ropes and soft bodies | [`build`] (feature `play`) | `ropes-and-soft-bodies.md` |
//! | Draw a scene | [`DebugDraw`], [`SvgDraw`] (feature `draw`) | `first-scene.md` |
//! | Make colliders from pictures | [`build::Mask`] (feature `play`) | `pictures.md` |
//! | Tune speed | [`SolverConfig`], [`Stats`] | `performance.md` |
//!
//! For those who come from another engine: `from-box2d.md`, `from-rapier.md`, `from-planck.md`,
//! `from-pymunk.md`. The search of this page also knows words of other engines: "raycast",
//! "trigger", "mouse joint".
//!
//! This crate is the front of several: `umbra-core` has the scene, `umbra-world` its arrays and
//! the stages of a step, `umbra-play` building blocks of games, `umbra-draw` pictures.
#![forbid(unsafe_code)]
// The table above names items of both.
#![cfg_attr(not(all(feature = "play", feature = "draw")), allow(rustdoc::broken_intra_doc_links))]

#[cfg(doctest)]
mod guide;

#[doc(inline)]
pub use umbra_core::*;
#[cfg(feature = "draw")]
#[doc(inline)]
pub use umbra_draw::*;
#[cfg(feature = "play")]
#[doc(inline)]
pub use umbra_play::*;

/// Version of the engine. Results can differ between versions; compare versions before comparing
/// state hashes.
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
        Added, Batch, Blown, Body, BodyEdit, BodyEvent, BodyKey, BodyKind, BodyMove, BodyMut,
        BodyRef, Carved, Carving, CastHit, Cell, Collider, ColliderEdit, ColliderKey, ColliderMut,
        ColliderPart, ColliderRef, CombineRule, ContactEvent, ContactMut, ContactPair,
        ContactPoint, ContactPointRef, ContactRef, Continuous, Correction, Divergence, Edit,
        Explosion, Field, FieldArea, FieldKey, FieldKind, FieldMut, Filter, FractureConfig,
        FractureEvent, Half, Hooks, ImpactEvent, Joint, JointBuilder, JointEdit, JointEvent,
        JointKey, JointKind, JointMut, JointRef, JointSolving, MassProperties, Material, MoverHit,
        MoverRules, NewShapes, Part, Platforms, PointHit, Portal, PortalKey, PortalMut, Profile,
        QueryFilter, Ramp, Ray, RayHit, Recorder, Recording, Replay, Scene, SceneConfig,
        SensorEvent, Side, SimdLevel, SleepConfig, Snapshot, Softness, SolvedAs, SolverConfig,
        Stage, StageProfile, Stats, Surface, Tile,
    };
    #[cfg(feature = "draw")]
    pub use crate::{DebugColor, DebugDraw, DebugOptions, DebugPalette, DrawScene, SvgDraw};
    #[cfg(feature = "play")]
    pub use crate::{
        FixedTimestep, Inexact, Predict, PredictScene, Predicted, Prediction, Predictor,
    };
    pub use umbra_geom::math::pose;
    pub use umbra_geom::{Aabb, Capsule, Circle, Point, Polygon, Pose, Real, Rotation, Segment};
    pub use umbra_geom::{Shape, Vector};
}
