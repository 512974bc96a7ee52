//! Distant pairs: which of them have come near and become contacts.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_solver::{Contact, FIXED};

use super::outlook::{Outlook, Outlooks};
use super::{SHARE, Surroundings};
#[cfg(feature = "parallel")]
use crate::step::helpers;
use crate::store::{ContactRecord, Contacts, DistantPair, Piece, drop_at};

/// A pair that is none of the distant ones any more.
#[derive(Debug)]
pub(in crate::step) struct Leaving {
    index: usize,
    to: Destination,
}

#[derive(Debug)]
enum Destination {
    /// The pair has come near: a contact.
    Contacts,
    /// No body of it is awake.
    Parked,
    /// The boxes have parted, or one of the pieces is gone.
    Nowhere,
}

impl Surroundings<'_> {
    /// Lists the pairs that leave, in their order. `first` is the index of the first one.
    pub(super) fn look_out(
        &self,
        distant: &[DistantPair],
        first: usize,
        leaving: &mut Vec<Leaving>,
    ) {
        #[cfg(feature = "parallel")]
        if helpers::worth_sharing(distant.len()) {
            let shares = distant.par_chunks(SHARE).enumerate();
            let each = shares.with_min_len(2).with_max_len(8);
            let each =
                each.flat_map_iter(|(share, pairs)| self.leaving(pairs, first + share * SHARE));
            return leaving.par_extend(each);
        }
        for (share, pairs) in distant.chunks(SHARE).enumerate() {
            leaving.extend(self.leaving(pairs, first + share * SHARE));
        }
    }

    /// Those that leave of up to [`SHARE`] pairs, of which `first` is the index of the first one.
    fn leaving(&self, pairs: &[DistantPair], first: usize) -> impl Iterator<Item = Leaving> {
        let mut outlooks = Outlooks::default();
        self.look_at_pairs(pairs, &mut outlooks);
        pairs.iter().enumerate().filter_map(move |(index, pair)| {
            let to = self.destination(pair, &outlooks.of(index))?;
            Some(Leaving { index: first + index, to })
        })
    }

    /// Where a pair goes, if it does not stay as it is.
    #[inline]
    fn destination(&self, pair: &DistantPair, outlook: &Outlook) -> Option<Destination> {
        let [a, b] = self.rows_of(pair.pieces);
        if self.have_parted(a.change.max(b.change), pair.proxies) {
            return Some(Destination::Nowhere);
        }
        if !self.keep_apart(pair.pieces, outlook) {
            return Some(Destination::Contacts);
        }
        let idle = [a.body, b.body].map(|body| self.solver_index(body) == FIXED);
        (idle[0] & idle[1]).then_some(Destination::Parked)
    }
}

/// Takes out those that leave and keeps the order of the others. Returns what is to be parked.
pub(super) fn let_leave(
    contacts: &mut Contacts,
    pieces: &[Piece],
    leaving: &[Leaving],
) -> Vec<(ContactRecord, Contact)> {
    let mut idle = Vec::new();
    for Leaving { index, to } in leaving {
        let pair = contacts.distant[*index];
        match to {
            Destination::Nowhere => {}
            Destination::Contacts => {
                let (record, row) = pair.contact(pieces);
                contacts.push(record, row);
            }
            Destination::Parked => idle.push(pair.contact(pieces)),
        }
    }
    drop_at(&mut contacts.distant, leaving.iter().map(|leaving| leaving.index));
    idle
}
