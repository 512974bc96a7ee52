//! [Umbra](umbra), a deterministic 2D rigid-body physics engine, as a Bevy plugin.
//!
//! Add [`UmbraPlugin`] and spawn entities with a [`RigidBody`] and a [`Collider`]. The names are
//! those that users of Avian and bevy_rapier know.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_time::{TimePlugin, TimeUpdateStrategy};
//! use bevy_transform::prelude::*;
//! use bevy_umbra::prelude::*;
//!
//! fn spawn(mut commands: Commands) {
//!     commands.spawn((Collider::rectangle(20.0, 1.0), Friction::new(0.6)));
//!     commands.spawn((RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(0.0, 5.0, 0.0)));
//! }
//!
//! let mut app = App::new();
//! app.add_plugins((TimePlugin, TransformPlugin, UmbraPlugin::default()));
//! app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1)).add_systems(Startup, spawn);
//! for _ in 0..200 {
//!     app.update();
//! }
//! let world = app.world_mut();
//! let mut bodies = world.query_filtered::<&Transform, With<RigidBody>>();
//! let ball = bodies.single(world)?;
//! assert!((ball.translation.y - 1.0).abs() < 0.01);
//! # Ok::<(), bevy_ecs::error::BevyError>(())
//! ```
//!
//! # Where things are
//!
//! | task | items |
//! |---|---|
//! | bodies | [`RigidBody`], [`LinearVelocity`], [`AngularVelocity`], [`LockedAxes`], [`GravityScale`] |
//! | shapes | [`Collider`], [`TileMap`]; [`Friction`], [`Restitution`], [`Sensor`], [`CollisionLayers`] |
//! | pushes | [`Forces`], [`ExternalForce`], [`ExternalImpulse`], [`KinematicTarget`] |
//! | joints | [`Joint`] |
//! | events | [`CollisionStart`], [`CollisionEnd`], [`CollidingEntities`], [`PhysicsError`] |
//! | queries | [`SpatialQuery`], [`RayCaster`], [`ShapeCaster`] |
//! | clock | [`Physics`], [`PhysicsTime`] |
//! | all else | [`PhysicsScene`]: the scene of the engine |
//!
//! # Order
//!
//! The same program comes to the same bits in each run and on each machine, if it spawns and
//! changes entities in the same order: see [`PhysicsScene`] and `Scene::state_hash`.
extern crate self as bevy_umbra;

mod casters;
mod components;
mod convert;
#[cfg(feature = "debug")]
mod debug;
mod error;
mod events;
mod interpolation;
#[cfg(feature = "picking")]
mod picking;
mod plugin;
mod query;
#[cfg(feature = "rollback")]
mod rollback;
mod scene;
mod sync;
mod tell;
mod time;

pub use umbra;

pub use bevy_umbra_derive::PhysicsLayer;
pub use casters::{RayCaster, RayHits, ShapeCaster, ShapeHits};
pub use components::body::{
    AdditionalMass, AngularDamping, Bullet, DropThrough, GravityScale, KinematicTarget,
    LinearDamping, LockedAxes, RigidBody, RigidBodyDisabled, SleepTolerance, SleepingDisabled,
};
pub use components::collider::Collider;
pub use components::collisions::CollidingEntities;
pub use components::forces::{
    ExternalForce, ExternalImpulse, ForceQueue, Forces, ForcesItem, ForcesReadOnly,
    ForcesReadOnlyItem,
};
pub use components::joint::{DistanceJoint, FixedJoint, Joint, PrismaticJoint, RevoluteJoint};
pub use components::layers::{CollisionLayers, LayerMask, PhysicsLayer};
pub use components::link::{BodyLink, ColliderLink, JointLink, Motion};
pub use components::mass::{AngularInertia, CenterOfMass, Mass};
pub use components::material::{
    ColliderDensity, ColliderDisabled, Friction, HitEvents, OneSided, OneWayPlatform, Restitution,
    RollingResistance, Sensor, SurfaceSpeed,
};
pub use components::tiles::TileMap;
pub use components::velocity::{AngularVelocity, LinearVelocity};
#[cfg(feature = "debug")]
pub use debug::{PhysicsDebug, PhysicsDebugPlugin, PhysicsGizmos};
pub use error::{PhysicsError, Reason};
pub use events::{BodySleep, CollisionEnd, CollisionHit, CollisionStart, JointBroken};
pub use interpolation::NoInterpolation;
#[cfg(feature = "picking")]
pub use picking::PhysicsPickingPlugin;
pub use plugin::{PhysicsSystems, UmbraPlugin};
pub use query::{HitData, PointProjection, SpatialQuery, SpatialQueryFilter};
#[cfg(feature = "rollback")]
pub use rollback::{PhysicsSnapshot, PhysicsSnapshots, restore_physics, save_physics};
pub use scene::PhysicsScene;
pub use time::{Physics, PhysicsTime};

pub(crate) use plugin::StepLength;

/// All that games need: `use bevy_umbra::prelude::*`.
pub mod prelude {
    #[cfg(feature = "picking")]
    pub use crate::PhysicsPickingPlugin;
    pub use crate::{
        AdditionalMass, AngularDamping, AngularInertia, AngularVelocity, BodyLink, BodySleep,
        Bullet, CenterOfMass, Collider, ColliderDensity, ColliderDisabled, CollidingEntities,
        CollisionEnd, CollisionHit, CollisionLayers, CollisionStart, DistanceJoint, DropThrough,
        ExternalForce, ExternalImpulse, FixedJoint, Forces, Friction, GravityScale, HitData,
        HitEvents, Joint, JointBroken, KinematicTarget, LayerMask, LinearDamping, LinearVelocity,
        LockedAxes, Mass, NoInterpolation, OneSided, OneWayPlatform, Physics, PhysicsError,
        PhysicsLayer, PhysicsScene, PhysicsSystems, PhysicsTime, PrismaticJoint, RayCaster,
        RayHits, Restitution, RevoluteJoint, RigidBody, RigidBodyDisabled, RollingResistance,
        Sensor, ShapeCaster, ShapeHits, SleepTolerance, SleepingDisabled, SpatialQuery,
        SpatialQueryFilter, SurfaceSpeed, TileMap, UmbraPlugin,
    };
    #[cfg(feature = "debug")]
    pub use crate::{PhysicsDebug, PhysicsDebugPlugin};
    #[cfg(feature = "rollback")]
    pub use crate::{PhysicsSnapshot, PhysicsSnapshots};
    pub use umbra::{Cell, CombineRule, SceneConfig, SolverConfig, Tile};
}
