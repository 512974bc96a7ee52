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
//! The [guide] explains each task with programs to copy. The last column leads to its pages.
//!
//! | task | items | page of the guide |
//! |---|---|---|
//! | Set up a scene | [`Scene`], [`SceneConfig`] | [first scene] |
//! | Add bodies and move them | [`Body`], [`BodyRef`], [`BodyMut`] | [bodies] |
//! | Give bodies shapes and materials | [`Collider`], [`ColliderRef`], [`ColliderMut`] | [shapes] |
//! | Connect bodies | [`Joint`], [`JointRef`], [`JointMut`] | [joints] |
//! | Step at a fixed rate | [`Scene::step`], [`FixedTimestep`] | [first scene] |
//! | React to contacts and sensors | [`ContactEvent`], [`SensorEvent`] | [events] |
//! | Cast rays, find overlaps | [`Scene::cast_ray`], [`QueryFilter`] | [queries] |
//! | Predict paths | [`Predictor`] (feature `play`) | [predictions] |
//! | Stop fast bodies | [`Continuous`], [`Body::bullet`] | [fast objects] |
//! | Apply wind, water, gravity | [`Field`] | [fields] |
//! | Break and blow up | [`Explosion`], [`FractureConfig`] | [breaking] |
//! | Step thousands of scenes | [`Batch`] | [performance] |
//! | Save and roll back | [`Snapshot`], [`Scene::restore`], [`Recording`] | [save and restore] |
//! | Write level files | `SceneFile` (feature `serde`) | [files] |
//! | Move characters | [`character`] (feature `play`) | [characters] |
//! | Drive vehicles | [`vehicle`] (feature `play`) | [vehicles] |
//! | Build ropes and soft bodies | [`build`] (feature `play`) | [ropes and soft bodies] |
//! | Draw a scene | [`DebugDraw`], [`SvgDraw`] (feature `draw`) | [first scene] |
//! | Make colliders from pictures | [`build::Mask`] (feature `play`) | [pictures] |
//! | Tune speed | [`SolverConfig`], [`Stats`] | [performance] |
//!
//! For those who come from another engine: [from Box2D], [from Rapier], [from planck.js],
//! [from pymunk]. The search of this page also knows words of other engines: "raycast",
//! "trigger", "mouse joint".
//!
//! This crate is the front of several: `umbra-core` has the scene, `umbra-world` its arrays and
//! the stages of a step, `umbra-play` building blocks of games, `umbra-draw` pictures.
//!
//! [bodies]: guide::bodies
//! [breaking]: guide::breaking
//! [characters]: guide::characters
//! [events]: guide::events
//! [fast objects]: guide::fast_objects
//! [fields]: guide::fields
//! [files]: guide::files
//! [first scene]: guide::first_scene
//! [from Box2D]: guide::from_box2d
//! [from Rapier]: guide::from_rapier
//! [from planck.js]: guide::from_planck
//! [from pymunk]: guide::from_pymunk
//! [joints]: guide::joints
//! [performance]: guide::performance
//! [pictures]: guide::pictures
//! [predictions]: guide::predictions
//! [queries]: guide::queries
//! [ropes and soft bodies]: guide::ropes_and_soft_bodies
//! [save and restore]: guide::save_and_restore
//! [shapes]: guide::shapes
//! [vehicles]: guide::vehicles
#![forbid(unsafe_code)]
// The table above names items of both.
#![cfg_attr(not(all(feature = "play", feature = "draw")), allow(rustdoc::broken_intra_doc_links))]

#[cfg(any(doc, doctest))]
pub mod guide;

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
