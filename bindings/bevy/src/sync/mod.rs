//! Moves what users write into the scene, and what steps move out of it.
//!
//! [`step::step_physics`] is one exclusive system, so that its own writes do not look like those of
//! users the next time: it compares change ticks with those of its last run.
pub(crate) mod bodies;
pub(crate) mod changes;
pub(crate) mod colliders;
pub(crate) mod forces;
pub(crate) mod joints;
pub(crate) mod pending;
pub(crate) mod report;
pub(crate) mod settings;
pub(crate) mod step;
pub(crate) mod transforms;
pub(crate) mod write_back;
