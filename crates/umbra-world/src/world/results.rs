//! Results of contacts. A step leaves them in the lanes in which contacts were solved, where the
//! next one goes on with those that stay as they are; whoever asks reads them from there.

use umbra_geom::Real;
use umbra_solver::Contact;

use crate::World;
use crate::store::{ContactEnd, ContactInfo};

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

    /// All contacts without candidate pairs, with their results: first the awake, then the sleeping
    /// ones.
    pub fn all_contacts(&self) -> impl Iterator<Item = (&ContactInfo, Contact)> {
        self.contacts.iter().enumerate().map(|(index, (info, contact))| {
            let mut contact = *contact;
            if index < self.contacts.infos.len() {
                self.solver.read(&self.structure, index, &mut contact);
            }
            (info, contact)
        })
    }

    /// The contact of an end, with its results.
    pub fn contact_at(&self, end: &ContactEnd<'_>) -> Contact {
        end.index.map_or(*end.contact, |index| self.contact(index))
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
