//! Outcomes of pairs.

/// Outcome of a contact's update in this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::step) enum Outcome {
    Kept,
    /// It stays; one of its bodies sleeps, or none is awake. Stage 5 examines it.
    NeedsWaking,
    /// The two are no longer near each other: it becomes a candidate pair again.
    Demoted,
    /// The fat boxes no longer overlap, the pair may not collide any more, or a piece was removed.
    Removed,
}

impl Outcome {
    /// True if it is no longer a contact.
    pub(in crate::step) fn leaves(self) -> bool {
        matches!(self, Self::Demoted | Self::Removed)
    }
}
