//! Short lists.

/// A list that mostly has one entry, kept in place: most bodies have one collider, most colliders
/// one shape.
pub type Few<T> = smallvec::SmallVec<[T; 1]>;
