//! Contacts of which no body is awake.
//!
//! They keep a place of their own until a body of theirs wakes, and each piece knows its first
//! one, so that an island is woken in time proportional to its own size, whatever else sleeps.
//! Awake contacts are not linked like this: they are walked, and would pay for it in every step.

use umbra_solver::Contact as SolverContact;

use super::{ContactRecord, Piece};

/// Names no end of a contact.
pub(crate) const NO_END: u32 = u32::MAX;

/// A contact with its neighbours in the lists of its two pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParkedContact {
    pub(crate) record: ContactRecord,
    pub(crate) row: SolverContact,
    links: [Link; 2],
}

/// Neighbours in the list of a piece. An *end* is twice the place of a contact, plus one for its
/// second piece.
#[derive(Clone, Copy, Debug)]
struct Link {
    next: u32,
    previous: u32,
}

/// Contacts without an awake body, and the places that are free, the last one freed first.
#[derive(Debug, Default)]
pub(crate) struct Parked {
    places: Vec<Option<ParkedContact>>,
    free: Vec<u32>,
}

impl Parked {
    pub(crate) fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    /// All of them, in the order of their places.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &ParkedContact> {
        self.places.iter().flatten()
    }

    pub(crate) fn insert(
        &mut self,
        pieces: &mut [Piece],
        record: ContactRecord,
        row: SolverContact,
    ) {
        let place = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            (self.places.len() - 1) as u32
        });
        let mut links = [Link { next: NO_END, previous: NO_END }; 2];
        for (side, link) in (0..).zip(&mut links) {
            let first = &mut pieces[record.pieces[side as usize] as usize].parked;
            let end = place * 2 + side;
            link.next = *first;
            if let Some(next) = self.link_mut(*first) {
                next.previous = end;
            }
            *first = end;
        }
        self.places[place as usize] = Some(ParkedContact { record, row, links });
    }

    /// Takes out the contact that `end` belongs to.
    pub(crate) fn remove(&mut self, pieces: &mut [Piece], end: u32) -> Option<ParkedContact> {
        let place = end >> 1;
        let contact = self.places.get_mut(place as usize)?.take()?;
        self.free.push(place);
        for (piece, Link { next, previous }) in contact.record.pieces.iter().zip(contact.links) {
            if let Some(next) = self.link_mut(next) {
                next.previous = previous;
            }
            match self.link_mut(previous) {
                Some(previous) => previous.next = next,
                None => pieces[*piece as usize].parked = next,
            }
        }
        Some(contact)
    }

    /// The contacts of a piece, each with the side that the piece is on. The last one parked
    /// comes first.
    pub(crate) fn of(&self, piece: &Piece) -> impl Iterator<Item = (&ParkedContact, usize)> {
        let first = self.at(piece.parked);
        core::iter::successors(first, |(contact, side)| self.at(contact.links[*side].next))
    }

    fn at(&self, end: u32) -> Option<(&ParkedContact, usize)> {
        let contact = self.places.get((end >> 1) as usize)?.as_ref()?;
        Some((contact, (end & 1) as usize))
    }

    fn link_mut(&mut self, end: u32) -> Option<&mut Link> {
        let contact = self.places.get_mut((end >> 1) as usize)?.as_mut()?;
        Some(&mut contact.links[(end & 1) as usize])
    }
}

impl Clone for Parked {
    fn clone(&self) -> Self {
        Self { places: self.places.clone(), free: self.free.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.places.clone_from(&source.places);
        self.free.clone_from(&source.free);
    }
}
