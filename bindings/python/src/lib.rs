//! The native half of the Python package `umbra2d`.
//!
//! From the bottom up:
//!
//! 1. `errors`, `scene_lock`: exceptions, and the scene that handles share.
//! 2. `value`, `vec2`, `pose`, `record`: how values cross the border.
//! 3. `property`, `found`: macros that write classes from tables.
//! 4. `body`, `shape`, `collider`, `exchange`, `tiles`, `joint`, `field`, `portal`: what is added,
//!    and its handles.
//! 5. `scene`, `config`, `snapshot`, `part`, `recording`, `replay`, `fracture`, `hooks`: the scene.
//! 6. `events`, `contacts`, `query`, `mover`, `measure`, `arrays`: what is read from it.
//! 7. `play/`: characters, cars, ragdolls, soft bodies, predictions.
//! 8. `draw`: pictures. `batch`, `batch_joints`, `batch_queries`: many scenes. `gym`: environments for learning.
//!
//! No object of this crate holds a reference to a Python object, so there is nothing for the
//! garbage collector to find.
use pyo3::prelude::*;

#[macro_use]
mod property;
#[macro_use]
mod found;

mod arrays;
mod batch;
mod batch_joints;
mod batch_queries;
mod body;
mod collider;
mod config;
mod contacts;
mod draw;
mod errors;
mod events;
mod exchange;
mod field;
mod fracture;
mod gym;
mod hooks;
mod joint;
mod measure;
mod mover;
mod part;
mod play;
mod portal;
mod pose;
mod query;
mod record;
mod recording;
mod replay;
mod scene;
mod scene_lock;
mod shape;
mod snapshot;
mod tiles;
mod value;
mod vec2;

/// The module `umbra2d._native`.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! classes {
        ($($class:ty),* $(,)?) => { $(module.add_class::<$class>()?;)* };
    }
    classes!(
        vec2::Vec2,
        pose::Pose,
        record::filter::Record,
        record::mass_properties::Record,
        record::material::Record,
        scene::Scene,
        config::Config,
        snapshot::Snapshot,
        body::BodyDef,
        body::Body,
        shape::Shape,
        shape::ColliderDef,
        collider::Collider,
        tiles::Tile,
        joint::JointDef,
        joint::Joint,
        contacts::Contact,
        contacts::ContactPoint,
        contacts::Contacts,
        events::ContactEvent,
        events::ImpactEvent,
        events::SensorEvent,
        events::BodyEvent,
        events::JointEvent,
        events::FractureEvent,
        query::RayHit,
        query::CastHit,
        query::PointHit,
        field::FieldDef,
        field::Field,
        fracture::Blown,
        fracture::Carved,
        hooks::ContactPair,
        hooks::ContactEdit,
        batch::Batch,
        exchange::NewShapes,
        portal::PortalDef,
        portal::Portal,
        part::Part,
        part::Inserted,
        recording::Recording,
        recording::Edit,
        replay::Replay,
        replay::Divergence,
        mover::MoverHit,
        mover::Surface,
        measure::StageProfile,
        measure::Revision,
        gym::worlds::Worlds,
    );
    play::register(module)?;
    module.add_function(wrap_pyfunction!(portal::portal, module)?)?;
    shape::register(module)?;
    joint::register(module)?;
    module.add_function(wrap_pyfunction!(tiles::tiles, module)?)?;
    module.add_function(wrap_pyfunction!(body::dynamic, module)?)?;
    module.add_function(wrap_pyfunction!(body::kinematic, module)?)?;
    module.add_function(wrap_pyfunction!(body::fixed, module)?)?;
    module.add("__version__", umbra::VERSION)
}
