//! The components that users write and read.
pub mod body;
pub mod collider;
pub mod collisions;
pub mod forces;
pub mod joint;
mod joint_options;
pub mod layers;
pub mod link;
pub mod mass;
pub mod material;
pub mod setting;
mod shape;
pub mod tiles;
pub mod velocity;
