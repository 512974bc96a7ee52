//! Colliders to be added.

mod builder;
mod heights;
mod made;
mod surfaces;
mod tiles;

pub use builder::Collider;
