//! Working memory of the stages, kept so that a steady step asks for none.

use super::collide::Motion;
use super::events::News;
use super::finish::Burst;
use super::sleep::IslandFinder;

/// What stages fill anew in every step. No part of the scene's state: a copy begins with none.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// How awake bodies move, for the narrow phase.
    pub(super) motions: Vec<Motion>,
    /// Pieces that have left their fat boxes.
    pub(super) bursts: Vec<Burst>,
    /// Contacts of which the boxes have parted.
    pub(super) gone: Vec<usize>,
    /// Contacts with something to report.
    pub(super) news: Vec<News>,
    pub(super) island_finder: IslandFinder,
}
