//! Sleeping contacts: those without an awake body.
//!
//! They stay in place until one of their bodies wakes, and each piece knows its first one. So
//! waking an island takes time proportional to its own size. Awake contacts are not linked like
//! this: loops over them would pay for it in every step.

use umbra_solver::{Contact as SolverContact, GraphPlace};

use crate::Error;
use crate::clone_by_field;

use super::{ContactInfo, Piece};

/// No contact.
pub(crate) const NO_END: u32 = u32::MAX;

/// A contact, linked into the lists of its two pieces.
#[derive(Clone, Copy, Debug)]
pub struct SleepingContact {
    pub info: ContactInfo,
    pub(crate) contact: SolverContact,
    links: [Link; 2],
}

/// The neighbours in the list of a piece. An *end* is twice the index of a contact, plus one for
/// its second piece.
#[derive(Clone, Copy, Debug)]
struct Link {
    next: u32,
    previous: u32,
}

/// The next and the previous end in the list of each of the two pieces.
pub type Neighbours = [[u32; 2]; 2];

/// Sleeping contacts, and free indices, of which the last one freed is reused first.
#[derive(Debug, Default)]
pub struct SleepingContacts {
    places: Vec<Option<SleepingContact>>,
    free: Vec<u32>,
}

impl SleepingContacts {
    #[allow(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    /// All sleeping contacts, in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = &SleepingContact> {
        self.places.iter().flatten()
    }

    pub(crate) fn insert(
        &mut self,
        pieces: &mut [Piece],
        info: ContactInfo,
        mut contact: SolverContact,
    ) {
        // It gets another one when it wakes.
        contact.in_graph = GraphPlace::NONE;
        let place = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            (self.places.len() - 1) as u32
        });
        let mut links = [Link { next: NO_END, previous: NO_END }; 2];
        for (side, link) in (0..).zip(&mut links) {
            let first = &mut pieces[info.pieces[side as usize] as usize].first_sleeping;
            let end = place * 2 + side;
            link.next = *first;
            if let Some(next) = self.link_mut(*first) {
                next.previous = end;
            }
            *first = end;
        }
        self.places[place as usize] = Some(SleepingContact { info, contact, links });
    }

    /// Removes the contact with this end.
    #[inline]
    pub(crate) fn remove(&mut self, pieces: &mut [Piece], end: u32) -> Option<SleepingContact> {
        let place = end >> 1;
        let contact = self.places.get_mut(place as usize)?.take()?;
        self.free.push(place);
        for (piece, Link { next, previous }) in contact.info.pieces.iter().zip(contact.links) {
            if let Some(next) = self.link_mut(next) {
                next.previous = previous;
            }
            match self.link_mut(previous) {
                Some(previous) => previous.next = next,
                None => pieces[*piece as usize].first_sleeping = next,
            }
        }
        Some(contact)
    }

    /// Has the pieces of all sleeping contacts forget them, so that others can be put in their
    /// place.
    pub(crate) fn unlink(&self, pieces: &mut [Piece]) {
        for piece in self.iter().flat_map(|contact| contact.info.pieces) {
            pieces[piece as usize].first_sleeping = NO_END;
        }
    }

    /// Has the pieces of all sleeping contacts know the first of theirs, after
    /// [`unlink`](Self::unlink) of those before.
    pub fn link(&self, pieces: &mut [Piece]) {
        for (place, contact) in (0..).zip(&self.places) {
            let Some(contact) = contact else { continue };
            for (side, link) in (0..).zip(&contact.links) {
                if link.previous == NO_END {
                    let piece = contact.info.pieces[side as usize];
                    pieces[piece as usize].first_sleeping = place * 2 + side;
                }
            }
        }
    }

    /// All places, with the neighbours of both ends, and those that are free.
    pub fn parts(
        &self,
    ) -> (impl Iterator<Item = Option<(&ContactInfo, &SolverContact, Neighbours)>>, &[u32]) {
        let parts =
            |contact: &'_ SleepingContact| contact.links.map(|link| [link.next, link.previous]);
        let places = self.places.iter().map(move |place| {
            place.as_ref().map(|contact| (&contact.info, &contact.contact, parts(contact)))
        });
        (places, &self.free)
    }

    /// Of the parts that another had.
    pub fn from_parts(
        places: Vec<Option<(ContactInfo, SolverContact, Neighbours)>>,
        free: Vec<u32>,
    ) -> Result<Self, Error> {
        let link = |[next, previous]: [u32; 2]| Link { next, previous };
        let contact = |(info, contact, links): (_, _, Neighbours)| SleepingContact {
            info,
            contact,
            links: links.map(link),
        };
        let places = places.into_iter().map(|place| place.map(contact)).collect();
        let contacts = Self { places, free };
        contacts.check()?;
        Ok(contacts)
    }

    /// Checks that free slots are free, and that neighbours exist.
    fn check(&self) -> Result<(), Error> {
        let broken = |fault: &str| Err(Error::Corrupt(fault.into()));
        let mut is_free = vec![false; self.places.len()];
        for place in &self.free {
            match is_free.get_mut(*place as usize) {
                Some(is_free) if !*is_free => *is_free = true,
                _ => {
                    return broken(
                        "a free place of a sleeping contact is out of range or listed twice",
                    );
                }
            }
        }
        let are_free = self.places.iter().map(Option::is_none);
        if !are_free.eq(is_free) {
            return broken("the free places of sleeping contacts are not those without one");
        }
        let is_there = |end: u32| end == NO_END || self.at(end).is_some();
        let mut links = self.iter().flat_map(|contact| contact.links);
        if links.all(|link| is_there(link.next) && is_there(link.previous)) {
            Ok(())
        } else {
            broken("a sleeping contact is linked to one that does not exist")
        }
    }

    pub(crate) fn size(&self) -> usize {
        size_of_val(&self.places[..]) + size_of_val(&self.free[..])
    }

    /// The contacts of a piece, each with the side of the piece; the one that fell asleep last
    /// comes first.
    pub fn contacts(&self, piece: &Piece) -> impl Iterator<Item = (&SleepingContact, usize)> {
        let first = self.at(piece.first_sleeping);
        core::iter::successors(first, |(contact, side)| self.at(contact.links[*side].next))
    }

    fn at(&self, end: u32) -> Option<(&SleepingContact, usize)> {
        let contact = self.places.get((end >> 1) as usize)?.as_ref()?;
        Some((contact, (end & 1) as usize))
    }

    fn link_mut(&mut self, end: u32) -> Option<&mut Link> {
        let contact = self.places.get_mut((end >> 1) as usize)?.as_mut()?;
        Some(&mut contact.links[(end & 1) as usize])
    }
}

clone_by_field!(SleepingContacts { places, free });
