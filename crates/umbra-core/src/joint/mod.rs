//! Joints: the builder that one is made with, and the views it is read and changed through.
//!
//! - `builder.rs`: what is added to a scene, and its options;
//! - `view.rs`, `edit.rs`, `closing.rs`: reading and changing a joint of a scene.

mod bind;
mod edit;
mod view;

pub use edit::JointMut;
pub use view::JointRef;
