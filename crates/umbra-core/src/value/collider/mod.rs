//! Colliders to be added.

mod builder;
mod heights;
mod surfaces;
mod tiles;

pub(crate) use builder::CheckedCollider;
pub use builder::Collider;
