//! The README and the user guide as documentation tests: every Rust program in them is compiled and
//! run.

#[doc = include_str!("../../../README.md")]
struct Readme;

#[doc = include_str!("../../../docs/guide/README.md")]
struct Contents;

#[doc = include_str!("../../../docs/guide/first-scene.md")]
struct FirstScene;

#[doc = include_str!("../../../docs/guide/bodies.md")]
struct Bodies;

#[doc = include_str!("../../../docs/guide/shapes.md")]
struct Shapes;

#[doc = include_str!("../../../docs/guide/materials.md")]
struct Materials;

#[doc = include_str!("../../../docs/guide/joints.md")]
struct Joints;

#[doc = include_str!("../../../docs/guide/events.md")]
struct Events;

#[doc = include_str!("../../../docs/guide/queries.md")]
struct Queries;

#[doc = include_str!("../../../docs/guide/predictions.md")]
struct Predictions;

#[doc = include_str!("../../../docs/guide/fast-objects.md")]
struct FastObjects;

#[doc = include_str!("../../../docs/guide/characters.md")]
struct Characters;

#[doc = include_str!("../../../docs/guide/characters-in-scenes.md")]
struct CharactersInScenes;

#[doc = include_str!("../../../docs/guide/fields.md")]
struct Fields;

#[doc = include_str!("../../../docs/guide/portals.md")]
struct Portals;

#[doc = include_str!("../../../docs/guide/breaking.md")]
struct Breaking;
#[doc = include_str!("../../../docs/guide/terrain.md")]
struct Terrain;

#[doc = include_str!("../../../docs/guide/pictures.md")]
struct Pictures;

#[doc = include_str!("../../../docs/guide/vehicles.md")]
struct Vehicles;

#[doc = include_str!("../../../docs/guide/ropes-and-soft-bodies.md")]
struct RopesAndSoftBodies;

#[doc = include_str!("../../../docs/guide/sleeping.md")]
struct Sleeping;

#[doc = include_str!("../../../docs/guide/save-and-restore.md")]
struct SaveAndRestore;

#[cfg(feature = "serde")]
#[doc = include_str!("../../../docs/guide/files.md")]
struct Files;

#[doc = include_str!("../../../docs/guide/determinism.md")]
struct Determinism;

#[doc = include_str!("../../../docs/guide/tuning.md")]
struct Tuning;

#[doc = include_str!("../../../docs/guide/units.md")]
struct Units;

#[doc = include_str!("../../../docs/guide/large-worlds.md")]
struct LargeWorlds;

#[doc = include_str!("../../../docs/guide/performance.md")]
struct Performance;

#[doc = include_str!("../../../docs/guide/testbed.md")]
struct Testbed;

#[doc = include_str!("../../../docs/guide/known-limits.md")]
struct KnownLimits;

#[doc = include_str!("../../../docs/guide/from-box2d.md")]
struct FromBox2d;

#[doc = include_str!("../../../docs/guide/from-rapier.md")]
struct FromRapier;

#[doc = include_str!("../../../docs/guide/from-pymunk.md")]
struct FromPymunk;

#[doc = include_str!("../../../docs/guide/from-planck.md")]
struct FromPlanck;
