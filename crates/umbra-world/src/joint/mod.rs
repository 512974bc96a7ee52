//! Joints as plain values: kinds, settings, and the parts that the solver is given.

mod def;
mod edit;
mod kind;
mod opening;
mod parts;
mod properties;
mod settings;
mod stiffness;

pub use def::JointDef;
pub use edit::JointEdit;
pub use kind::{JointKind, SolvedAs};
pub(crate) use opening::Opening;
pub use parts::{JointPart, Parts};
pub(crate) use settings::{BY_MASS, target_acceleration};
pub use settings::{FASTEST, Settings};
pub use stiffness::Spring;
