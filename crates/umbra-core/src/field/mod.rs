//! Fields come, change and go, and say what they would do.

mod ask;
mod edit;

pub use edit::FieldMut;
