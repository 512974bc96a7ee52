//! Outcomes of pairs.

/// Outcome of a contact's update in this step.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Outcome {
    pub(in crate::step) kind: OutcomeKind,
    /// It got its first point or lost its last one.
    pub(in crate::step) changed: bool,
}

/// The kind of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::step) enum OutcomeKind {
    Kept,
    /// It stays; one of its bodies sleeps, or none is awake. Stage 5 examines it.
    NeedsWaking,
    /// The two are no longer near each other: it becomes a candidate pair again.
    Demoted,
    /// The fat boxes no longer overlap, the pair may not collide any more, or a piece was removed.
    Removed,
}

impl Outcome {
    pub(super) const KEPT: Self = Self { kind: OutcomeKind::Kept, changed: false };

    /// True if it is no longer a contact.
    pub(in crate::step) fn leaves(self) -> bool {
        matches!(self.kind, OutcomeKind::Demoted | OutcomeKind::Removed)
    }
}
