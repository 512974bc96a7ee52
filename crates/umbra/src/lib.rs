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
//! # Overview
//!
//! 1. [`SceneConfig`], and the builders [`Body`], [`Collider`] and [`Joint`]: input.
//! 2. [`Scene`]: adding and removing, steps, queries, snapshots, recordings, files.
//! 3. [`BodyRef`], [`BodyMut`], [`ColliderRef`], [`ColliderMut`], [`JointRef`], [`JointMut`], [`ContactRef`] and the events:
//!    output.
//! 4. [`Field`], [`character`], [`build`] and [`vehicle`]: building blocks of games; [`Screen`]: pixels.
//! 5. [`DebugDraw`] and [`SvgDraw`]: pictures of a scene.
//!
//! This crate is the front of several: `umbra-core` has the scene, `umbra-world` its arrays and the stages of a step,
//! `umbra-play` building blocks of games, `umbra-draw` pictures.
#![forbid(unsafe_code)]

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
        Added, Blown, Body, BodyEdit, BodyEvent, BodyKey, BodyKind, BodyMove, BodyMut, BodyRef,
        Carved, Carving, CastHit, Cell, Collider, ColliderEdit, ColliderKey, ColliderMut,
        ColliderPart, ColliderRef, CombineRule, ContactEvent, ContactMut, ContactPair,
        ContactPoint, ContactPointRef, ContactRef, Continuous, Correction, Divergence, Edit,
        Explosion, Field, FieldArea, FieldKey, FieldKind, FieldMut, Filter, FractureConfig,
        FractureEvent, Half, Hooks, ImpactEvent, Joint, JointBuilder, JointEdit, JointEvent,
        JointKey, JointKind, JointMut, JointRef, JointSolving, MassProperties, Material, MoverHit,
        MoverRules, Part, Platforms, PointHit, Profile, QueryFilter, Ramp, Ray, RayHit, Recorder,
        Recording, Replay, Scene, SceneConfig, SensorEvent, Side, SimdLevel, SleepConfig, Snapshot,
        Softness, SolvedAs, SolverConfig, Stage, StageProfile, Stats, Surface, Tile,
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
