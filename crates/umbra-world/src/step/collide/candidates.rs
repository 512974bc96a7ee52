//! Update of candidate pairs: they become contacts, fall asleep or end.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::sort::drop_at;
use umbra_solver::{Contact, FIXED};

use super::approach::{Approach, Approaches};
use super::{CHUNK, Surroundings};
use crate::store::{CandidatePair, ContactInfo, Contacts, Piece};
#[cfg(feature = "parallel")]
use crate::threads;

/// A pair that leaves the candidate pairs.
#[derive(Debug)]
pub(in crate::step) struct Leaving {
    index: usize,
    to: Destination,
}

#[derive(Debug)]
enum Destination {
    /// The pieces have come near: the pair becomes a contact.
    Contacts,
    /// No body of the pair is awake.
    Sleeping,
    /// The fat boxes no longer overlap, or a piece was removed.
    Removed,
}

impl Surroundings<'_> {
    /// Lists the pairs that leave, in order. `first` is the index of the first pair.
    pub(super) fn find_leaving(
        &self,
        candidates: &[CandidatePair],
        first: usize,
        leaving: &mut Vec<Leaving>,
    ) {
        #[cfg(feature = "parallel")]
        if threads::worth_sharing(candidates.len()) {
            let chunks = candidates.par_chunks(CHUNK).enumerate();
            let each = chunks.with_min_len(2).with_max_len(8);
            let each =
                each.flat_map_iter(|(chunk, pairs)| self.leaving(pairs, first + chunk * CHUNK));
            return leaving.par_extend(each);
        }
        for (chunk, pairs) in candidates.chunks(CHUNK).enumerate() {
            leaving.extend(self.leaving(pairs, first + chunk * CHUNK));
        }
    }

    /// Lists the leaving pairs of a chunk of up to [`CHUNK`]. `first` is the index of its first
    /// pair.
    fn leaving(&self, pairs: &[CandidatePair], first: usize) -> impl Iterator<Item = Leaving> {
        let mut approaches = Approaches::default();
        self.predict_approaches(pairs, &mut approaches);
        pairs.iter().enumerate().filter_map(move |(index, pair)| {
            let to = self.destination(pair, &approaches.get(index))?;
            Some(Leaving { index: first + index, to })
        })
    }

    /// The destination of a pair that leaves.
    #[inline]
    fn destination(&self, pair: &CandidatePair, approach: &Approach) -> Option<Destination> {
        let [a, b] = self.poses_of(pair.pieces);
        if self.has_ended(a.change.max(b.change), pair.pieces, pair.proxies) {
            return Some(Destination::Removed);
        }
        if !self.keep_apart(pair.pieces, approach) || self.may_be_knocked_together(pair.pieces) {
            return Some(Destination::Contacts);
        }
        let idle = [a.body, b.body].map(|body| self.solver_index(body) == FIXED);
        (idle[0] & idle[1]).then_some(Destination::Sleeping)
    }
}

/// Removes the leaving pairs and keeps the order of the others. Returns the contacts that are to
/// sleep.
pub(super) fn apply_leaving(
    contacts: &mut Contacts,
    pieces: &[Piece],
    leaving: &[Leaving],
) -> Vec<(ContactInfo, Contact)> {
    let mut idle = Vec::new();
    for Leaving { index, to } in leaving {
        let pair = contacts.candidates[*index];
        match to {
            Destination::Removed => {}
            Destination::Contacts => {
                let (info, contact) = pair.contact(pieces, contacts.rules);
                contacts.push(info, contact);
            }
            Destination::Sleeping => idle.push(pair.contact(pieces, contacts.rules)),
        }
    }
    drop_at(&mut contacts.candidates, leaving.iter().map(|leaving| leaving.index));
    idle
}
