//! Colliders: the builder that one is made with, and the views it is read and changed through.

mod edit;
mod view;

pub use edit::ColliderMut;
pub use view::ColliderRef;
