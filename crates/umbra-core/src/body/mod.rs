//! Bodies: the builder that one is made with, and the views it is read and changed through.

mod edit;
mod push;
mod view;

pub use edit::BodyMut;
pub use view::BodyRef;
