//! Copies of a broad phase.

use super::BroadPhase;

impl Clone for BroadPhase {
    fn clone(&self) -> Self {
        let mut clone = Self::empty(self.config, self.level);
        clone.clone_from(self);
        clone
    }

    /// Copies into the memory that `self` already has, for games that save every frame to be able
    /// to roll back.
    fn clone_from(&mut self, source: &Self) {
        clone_fields!(
            self, source,
            state: [config, level, trees, slots, boxes, filters, plain_filters, leaves, free_slot,
                moved, refiltered, pending, late, batch],
            memory: [memory]
        );
    }
}
