//! Distant pairs: which of them have come near and become contacts.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_solver::{Contact, FIXED};

use super::Surroundings;
#[cfg(feature = "parallel")]
use crate::step::helpers;
use crate::store::{ContactRecord, Contacts, DistantPair, Piece, drop_at};

/// How many pairs a thread looks at at least.
#[cfg(feature = "parallel")]
const SHARE: usize = 512;

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
        let look = |(index, pair)| {
            let to = self.destination(pair)?;
            Some(Leaving { index: first + index, to })
        };
        #[cfg(feature = "parallel")]
        if helpers::worth_sharing(distant.len()) {
            let each = distant.par_iter().enumerate();
            let each = each.with_min_len(SHARE).with_max_len(4 * SHARE);
            return leaving.par_extend(each.filter_map(look));
        }
        leaving.extend(distant.iter().enumerate().filter_map(look));
    }

    /// Where a pair goes, if it does not stay as it is.
    #[inline]
    fn destination(&self, pair: &DistantPair) -> Option<Destination> {
        let outlook = self.outlook(pair.pieces, pair.proxies);
        if outlook.parted {
            return Some(Destination::Nowhere);
        }
        if !outlook.apart {
            return Some(Destination::Contacts);
        }
        let rows = self.rows_of(pair.pieces);
        let idle = rows.iter().all(|piece| self.solver_index(piece.body) == FIXED);
        idle.then_some(Destination::Parked)
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
