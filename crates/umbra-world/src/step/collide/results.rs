//! Impulses of contacts that are in their lanes: they stay there, whatever points a contact gets,
//! if it is told which of the old points each goes on from.

use umbra_geom::FeatureId;
use umbra_geom::sort::drop_at;
use umbra_solver::{Contact, Known, Solver, Structure};

use super::{Buffers, Surroundings};

impl Buffers {
    /// Writes the results of contacts that are in lanes into them, without those that were dropped
    /// in this step.
    pub(in crate::step) fn write_contacts(
        &mut self,
        solver: &mut Solver,
        structure: &Structure,
        contacts: &mut [Contact],
        dropped: &[u32],
    ) {
        if solver.holds_results() {
            let mut known = self.known.clone();
            drop_at(&mut known, dropped.iter().map(|index| *index as usize));
            solver.write_contacts(structure, contacts, dropped, &known);
        }
    }
}

impl Surroundings<'_> {
    /// Reads the results of a contact that is about to be changed, if they are in its lane.
    #[inline(never)]
    pub(super) fn read_results(&self, index: usize, contact: &mut Contact) {
        if contact.point_count > 0 {
            self.results.solver.read(self.results.structure, index, contact);
        }
    }
}

/// Knowledge of a contact that had so many points with these features before, and has others now.
#[inline]
pub(super) fn known_of(before: (u8, [FeatureId; 2]), now: (u8, [FeatureId; 2])) -> Known {
    if before == now {
        return Known::OTHER_PLACES;
    }
    let ((count, old), (_, features)) = (before, now);
    let old = &old[..usize::from(count)];
    Known::impulses_of(features.map(|id| old.iter().position(|old| *old == id)))
}
