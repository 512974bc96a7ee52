//! Stage 2: pairs of pieces whose fat boxes have come to overlap.

use umbra_broad::Pair;

use crate::Scene;
use crate::store::DistantPair;

use super::collide::{self, Known, Task};

/// Adds the pairs that are new, in the order of their proxies, and says how many. The next stage
/// makes contacts of those that are near one another.
///
/// Most of the search is done by one thread. If there are others, they do meanwhile what the next
/// stage would do with the pairs that are known.
pub(super) fn find(scene: &mut Scene, task: &Task) -> (usize, Known) {
    let Scene { broad, colliders, bodies, contacts, scratch, .. } = scene;
    let (new, known) = broad.find_new_pairs_beside(|broad| {
        collide::refresh_known(broad, colliders, bodies, contacts, scratch, task)
    });
    let before = contacts.distant.len();
    let rows = &colliders.outlines.rows;
    // Filters and kinds were asked by the broad phase; it does not know bodies.
    let of_two_bodies = |pair: &&Pair| {
        let [a, b] = pair.data.map(|piece| rows[piece as usize].body);
        a != b
    };
    contacts.distant.extend(new.iter().filter(of_two_bodies).map(DistantPair::from));
    (contacts.distant.len() - before, known)
}
