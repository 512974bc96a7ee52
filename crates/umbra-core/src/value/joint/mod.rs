//! Joints to be added.

mod builder;
mod kinds;

pub use builder::JointBuilder;
pub use kinds::Joint;
