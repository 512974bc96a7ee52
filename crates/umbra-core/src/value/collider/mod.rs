//! Colliders to be added.

mod builder;
mod heights;
mod surfaces;
mod tiles;

pub use builder::Collider;
