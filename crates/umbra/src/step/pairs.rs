//! Stage 2: pairs of pieces whose fat boxes have come to overlap.

use umbra_broad::Pair;

use crate::Scene;
use crate::store::DistantPair;

/// Adds the pairs that are new, in the order of their proxies, and says how many. The next stage
/// makes contacts of those that are near one another.
pub(super) fn find(scene: &mut Scene) -> usize {
    let Scene { broad, colliders, contacts, .. } = scene;
    let before = contacts.distant.len();
    let rows = &colliders.outlines.rows;
    // Filters and kinds were asked by the broad phase; it does not know bodies.
    let of_two_bodies = |pair: &&Pair| {
        let [a, b] = pair.data.map(|piece| rows[piece as usize].body);
        a != b
    };
    let new = broad.find_new_pairs().iter().filter(of_two_bodies);
    contacts.distant.extend(new.map(DistantPair::from));
    contacts.distant.len() - before
}
