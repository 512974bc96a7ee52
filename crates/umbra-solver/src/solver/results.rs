//! Results of contacts: in their lanes, until somebody reads them.

use umbra_geom::Real;
use umbra_geom::sort::drop_at;

use crate::run::for_each;
use crate::structure::{LaneIndex, Structure};
use crate::{Contact, Known};

use super::Solver;

/// The bounds beyond which a contact may have an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventThresholds {
    /// Two that meet at this speed hit one another.
    pub hit_speed: Real,
    /// Two that touched do so until they are farther apart, unless they push one another.
    pub apart: Real,
}

impl EventThresholds {
    /// Nothing is a hit.
    pub(super) const NO_HITS: Self = Self { hit_speed: Real::INFINITY, apart: 0.0 };
}

impl Solver {
    /// True if the results of the last step are in the lanes of contacts, and not in the contacts:
    /// see [`step_in_lanes`](Self::step_in_lanes).
    pub fn holds_results(&self) -> bool {
        self.holds_results
    }

    /// Writes the results of the last step that are in lanes into the contacts, which are those of
    /// `structure` without `dropped` ones, and others behind them. The solver goes on with contacts
    /// that are known all the same.
    ///
    /// If contacts may have changed since, `known` tells what is known of them: those of which
    /// nothing is have been [read](Self::read).
    pub fn write_contacts(
        &mut self,
        structure: &Structure,
        contacts: &mut [Contact],
        dropped: &[u32],
        known: &[Known],
    ) {
        if !core::mem::take(&mut self.holds_results) {
            return;
        }
        let Self { lanes, arrays, .. } = self;
        if dropped.is_empty() && known.is_empty() {
            let in_lanes = &structure.lane_index[..structure.lane_index.len().min(contacts.len())];
            for_each(&mut contacts[..in_lanes.len()], in_lanes, |(contact, lane)| {
                arrays.read(*lane, contact);
            });
            return;
        }
        // New contacts have no lanes.
        let unchanged = Known::NOTHING;
        lanes.clear();
        lanes.extend(structure.lane_index.iter().map(|lane| (*lane, unchanged)));
        lanes.resize(contacts.len() + dropped.len(), (LaneIndex::UNSOLVED, unchanged));
        drop_at(lanes, dropped.iter().map(|index| *index as usize));
        for ((_, of_lane), known) in lanes.iter_mut().zip(known) {
            *of_lane = *known;
        }
        let are_unchanged = known.is_empty();
        for_each(contacts, lanes, |(contact, (lane, known))| {
            if are_unchanged {
                arrays.read(*lane, contact);
            } else {
                arrays.read_known(*lane, *known, contact);
            }
        });
    }

    /// Writes the results of the contact of this index into it, if they are in its lane.
    pub fn read(&self, structure: &Structure, index: usize, contact: &mut Contact) {
        if let Some(lane) = self.lane_of(structure, index) {
            self.arrays.read(lane, contact);
        }
    }

    /// The lane that has the results of the contact of this index.
    fn lane_of(&self, structure: &Structure, index: usize) -> Option<LaneIndex> {
        structure.lane_index.get(index).copied().filter(|_| self.holds_results)
    }

    /// The same for the contacts that an [update](Structure::update) has moved to other lanes, or
    /// out of whose blocks it took another one. Afterwards nothing is known of them.
    pub fn read_touched(
        &self,
        structure: &Structure,
        contacts: &mut [Contact],
        known: &mut [Known],
    ) {
        for (index, lane) in &structure.touched {
            let index = *index as usize;
            let Some(known) = known.get_mut(index) else { continue };
            let known = core::mem::replace(known, Known::NOTHING);
            if self.holds_results {
                self.arrays.read_known(*lane, known, &mut contacts[index]);
            }
        }
    }

    /// The normal impulse of the contact of this index in the last step, and its approach speed, if
    /// there was an impulse.
    pub fn impact(&self, structure: &Structure, index: usize, contact: &Contact) -> [Real; 2] {
        let lane = self.lane_of(structure, index);
        let in_lane = lane.and_then(|lane| self.arrays.impact(lane));
        in_lane.unwrap_or([contact.impulse, contact.approach_speed])
    }

    /// The separations of the contact of this index in the last step.
    pub fn separations(&self, structure: &Structure, index: usize, contact: &Contact) -> [Real; 2] {
        let lane = self.lane_of(structure, index);
        let in_lane = lane.and_then(|lane| self.arrays.separations(lane, contact));
        in_lane.unwrap_or(contact.separations())
    }

    /// Tells what has become known of the contact of this index: whether it touches, and whether
    /// its hit was reported.
    pub fn note(&mut self, structure: &Structure, index: usize, contact: &Contact) {
        if let Some(lane) = structure.lane_index.get(index) {
            self.arrays.note(*lane, contact);
        }
    }
}

/// Makes results that are in lanes useless in the contacts, so that nobody reads them there.
#[cfg(debug_assertions)]
pub(super) fn spoil(structure: &Structure, contacts: &mut [Contact]) {
    for (contact, lane) in contacts.iter_mut().zip(&structure.lane_index) {
        if *lane != LaneIndex::UNSOLVED {
            (contact.impulse, contact.approach_speed) = (Real::NAN, Real::NAN);
            for point in &mut contact.points {
                (point.normal_impulse, point.tangent_impulse) = (Real::NAN, Real::NAN);
            }
            if !contact.round {
                contact.set_separations([Real::NAN; 2]);
            }
        }
    }
}
