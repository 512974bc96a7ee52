//! Bodies: the views. The builder is in `value`.

mod edit;
mod push;
mod view;

pub use edit::BodyMut;
pub use view::BodyRef;
