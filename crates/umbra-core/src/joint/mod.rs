//! Joints: the views. `view.rs` reads; `edit.rs` and `bind.rs` change. The builder is in `value`.

mod bind;
mod edit;
mod view;

pub use edit::JointMut;
pub use view::JointRef;
