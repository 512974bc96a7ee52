//! Plain values: builders, parts, explosions, carvings, and edits that hold them.

mod body;
mod body_edit;
mod carving;
mod collider;
mod collider_edit;
mod edit;
mod explosion;
mod joint;
mod new_shapes;
mod part;

pub use body::Body;
pub use body_edit::BodyEdit;
pub use carving::{Carved, Carving};
pub(crate) use collider::CheckedCollider;
pub use collider::Collider;
pub use collider_edit::ColliderEdit;
pub use edit::{Added, Edit};
pub use explosion::{Blown, Explosion};
pub use joint::{Joint, JointBuilder};
pub use new_shapes::NewShapes;
pub use part::Part;
pub(crate) use part::{PartBody, PartContact, PartJoint, PiecePlace};
