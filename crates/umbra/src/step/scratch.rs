//! Working memory of the stages, kept so that a steady step asks for none.

use umbra_solver::Contact;

use crate::ColliderKey;

use super::collide::{Fate, Leaving, Motion};
use super::finish::Followed;
use super::sleep::IslandFinder;

/// What stages fill anew in every step. No part of the scene's state: a copy begins with none.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// How awake bodies move, for the narrow phase.
    pub(super) motions: Vec<Motion>,
    /// What was noticed of pieces that moved.
    pub(super) followed: Followed,
    /// The same by shares, where several threads notice it.
    pub(super) followed_shares: Vec<Followed>,
    /// Those that a hook lets pass through one another in this step.
    pub(super) let_pass: Vec<[ColliderKey; 2]>,
    /// Contacts that hooks edited in this step, as they were before.
    pub(super) edits: Vec<(usize, Contact)>,
    /// Distant pairs that are none any more.
    pub(super) leaving: Vec<Leaving>,
    /// What becomes of each contact.
    pub(super) fates: Vec<Fate>,
    /// Contacts that part or end.
    pub(super) leaving_contacts: Vec<usize>,
    /// Contacts with something to report.
    pub(super) news: Vec<usize>,
    pub(super) island_finder: IslandFinder,
}
