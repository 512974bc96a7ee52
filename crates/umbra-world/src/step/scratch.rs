//! Buffers of the stages, kept so that a steady step allocates nothing.

use super::collide::{Leaving, Motion, Outcome};
use super::continuous::MovingWalls;
use super::decisions::Decisions;
use super::finish::Followed;
use super::hooks::Edit;
use super::impacts::Part;
use super::knocks::Knocks;
use super::sensors::SensorScratch;
use super::sleep::IslandFinder;

/// Filled anew in every step. Not part of the state of a world.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The motion of awake bodies, for the narrow phase.
    pub(super) motions: Vec<Motion>,
    /// Discs that impacts may send off their course.
    pub(super) knocks: Knocks,
    /// What moving the pieces found,
    pub(super) followed: Followed,
    /// and the same by chunks, where several threads move pieces.
    pub(super) followed_chunks: Vec<Followed>,
    /// Contacts that hooks edited in this step, as they were before.
    pub(super) edits: Vec<Edit>,
    /// Candidate pairs that leave.
    pub(super) leaving: Vec<Leaving>,
    /// What becomes of each contact.
    pub(super) outcomes: Vec<Outcome>,
    /// Contacts that are demoted or removed.
    pub(super) leaving_contacts: Vec<usize>,
    /// Contacts that may have an event.
    pub(super) event_candidates: Vec<usize>,
    /// Contacts that hit in this step or in the last one, but not in both.
    pub(super) hit_changes: Vec<usize>,
    /// Contacts that hit in this step, or did in the last one.
    pub(super) impact_parts: Vec<Part>,
    /// Whether each awake body is one that cannot be pushed.
    pub(super) is_driven: Vec<bool>,
    /// Kinematic pieces.
    pub(super) moving_walls: MovingWalls,
    pub(super) sensors: SensorScratch,
    pub(super) island_finder: IslandFinder,
    /// What hooks decide in this step, if it is recorded.
    pub decisions: Option<Decisions>,
}
