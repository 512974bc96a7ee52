//! Stage 2: pairs of pieces whose fat boxes have come to overlap become contacts.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::Pair;
use umbra_geom::FeatureId;
use umbra_solver::Contact;

use crate::Scene;
use crate::store::{Built, ContactRecord, Contacts, Piece, mix_materials};

/// How many pairs a thread takes at least.
#[cfg(feature = "parallel")]
const SHARE: usize = 128;

/// Adds the contacts that are new, in the order of their proxies, and says how many.
pub(super) fn find(scene: &mut Scene) -> usize {
    let Scene { broad, colliders, contacts, structure_changed, .. } = scene;
    let before = contacts.records.len();
    add_all(contacts, &colliders.pieces, broad.find_new_pairs());
    let new = contacts.records.len() - before;
    *structure_changed |= new > 0;
    new
}

/// Adds the contacts of pairs, in their order.
fn add_all(contacts: &mut Contacts, pieces: &[Piece], pairs: &[Pair]) {
    let make = |pair| make(pieces, pair);
    #[cfg(feature = "parallel")]
    if pairs.len() >= 2 * SHARE && rayon::current_num_threads() > 1 {
        let shares = pairs.par_chunks(SHARE).with_max_len(1);
        let made: Vec<Vec<_>> =
            shares.map(|pairs| pairs.iter().filter_map(make).collect()).collect();
        return made.into_iter().flatten().for_each(|(record, row)| contacts.push(record, row));
    }
    pairs.iter().filter_map(make).for_each(|(record, row)| contacts.push(record, row));
}

/// The contact of a pair; none between pieces of the same body.
fn make(pieces: &[Piece], pair: &Pair) -> Option<(ContactRecord, Contact)> {
    let [a, b] = pair.data.map(|index| &pieces[index as usize]);
    // Filters and kinds were asked by the broad phase; it does not know bodies.
    if a.body == b.body {
        return None;
    }
    let record = ContactRecord {
        pieces: pair.data,
        proxies: pair.proxies,
        colliders: [a.collider, b.collider],
        features: [FeatureId::default(); 2],
        built: Built::NEVER,
        gone: false,
        seated: false,
        touching: false,
    };
    let mut row = Contact::default();
    mix_materials(&mut row, [a, b]);
    Some((record, row))
}
