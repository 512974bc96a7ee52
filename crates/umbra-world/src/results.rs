//! Results of contacts. A step leaves them in the lanes in which contacts were solved, where the
//! next one goes on with those that stay as they are; whoever asks reads them from there.

use umbra_geom::Real;
use umbra_solver::{Contact, Solver, Structure};

use crate::World;
use crate::store::StoredContact;

/// The results of the last step that are in the lanes of contacts.
#[derive(Clone, Copy)]
pub(crate) struct LaneResults<'a> {
    pub(crate) solver: &'a Solver,
    pub(crate) structure: &'a Structure,
}

impl LaneResults<'_> {
    /// The smallest separation of an awake contact; infinite without points.
    pub(crate) fn separation(&self, index: usize, contact: &Contact) -> Real {
        least(contact, self.solver.separations(self.structure, index, contact))
    }
}

/// The smallest of the separations of a contact; infinite without points.
fn least(contact: &Contact, separations: [Real; 2]) -> Real {
    let of_points = &separations[..contact.points().len()];
    of_points.iter().fold(Real::INFINITY, |least, separation| least.min(*separation))
}

impl World {
    /// The awake contact of this index, with its results.
    pub fn contact(&self, index: usize) -> Contact {
        let mut contact = self.contacts.solver_contacts[index];
        self.solver.read(&self.structure, index, &mut contact);
        contact
    }

    /// The normal impulse of an awake contact in the last step.
    pub(crate) fn impulse(&self, index: usize) -> Real {
        let contact = &self.contacts.solver_contacts[index];
        self.solver.impact(&self.structure, index, contact)[0]
    }

    /// The smallest separation of an awake contact in the last step; infinite without points.
    pub(crate) fn separation(&self, index: usize) -> Real {
        let results = LaneResults { solver: &self.solver, structure: &self.structure };
        results.separation(index, &self.contacts.solver_contacts[index])
    }

    /// The smallest separation of a contact in the last step; infinite without points.
    pub(crate) fn separation_of(&self, stored: &StoredContact<'_>) -> Real {
        let asleep = || least(stored.contact, stored.contact.separations());
        stored.index.map_or_else(asleep, |index| self.separation(index))
    }

    /// A contact with its results.
    pub fn with_results(&self, stored: &StoredContact<'_>) -> Contact {
        stored.index.map_or(*stored.contact, |index| self.contact(index))
    }

    /// Writes the results of all contacts into them.
    pub fn write_contacts(&mut self) {
        let contacts = &mut self.contacts.solver_contacts;
        self.solver.write_contacts(&self.structure, contacts, &[], &[]);
    }

    /// Changes what is known of an awake contact: whether it touches, or was hit.
    pub(crate) fn note_contact(&mut self, index: usize, change: impl FnOnce(&mut Contact)) {
        let contact = &mut self.contacts.solver_contacts[index];
        change(contact);
        self.solver.note(&self.structure, index, contact);
    }
}
