//! Stage 2: pairs of pieces whose fat boxes have come to overlap become contacts.

use umbra_geom::FeatureId;
use umbra_solver::Contact;

use crate::Scene;
use crate::store::{Built, ContactRecord, mix_materials};

/// Adds the contacts that are new, in the order of their proxies, and says how many.
pub(super) fn find(scene: &mut Scene) -> usize {
    let Scene { broad, colliders, contacts, structure_changed, .. } = scene;
    let before = contacts.records.len();
    for pair in broad.find_new_pairs() {
        let [a, b] = pair.data.map(|index| &colliders.pieces[index as usize]);
        // Filters and kinds were asked by the broad phase; it does not know bodies.
        if a.body == b.body {
            continue;
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
        contacts.push(record, row);
        *structure_changed = true;
    }
    contacts.records.len() - before
}
