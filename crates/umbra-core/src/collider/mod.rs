//! Colliders: the views. The builder is in `value`.

mod edit;
mod view;

pub use edit::ColliderMut;
pub use view::ColliderRef;
pub(crate) use view::PartRef;
