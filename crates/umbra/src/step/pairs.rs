//! Stage 2: finds pairs of pieces whose fat boxes begin to overlap.

use umbra_broad::Pair;

use crate::Scene;
use crate::store::CandidatePair;

use super::collide::{self, Known, Task};

/// Adds new pairs in the order of their proxies. Returns how many. The next stage makes contacts of those
/// that are near.
///
/// Most of the search runs on one thread. Other threads meanwhile refresh the known pairs.
pub(super) fn find(scene: &mut Scene, task: &Task) -> (usize, Known) {
    let Scene { broad, colliders, bodies, contacts, scratch, .. } = scene;
    let (new, known) = broad.find_new_pairs_beside(|broad| {
        collide::refresh_known(broad, colliders, bodies, contacts, scratch, task)
    });
    let before = contacts.candidates.len();
    let poses = &colliders.outlines.poses;
    // Filters and kinds were asked by the broad phase; it does not know bodies.
    let of_two_bodies = |pair: &&Pair| {
        let [a, b] = pair.data.map(|piece| poses[piece as usize].body);
        a != b
    };
    contacts.candidates.extend(new.iter().filter(of_two_bodies).map(CandidatePair::from));
    (contacts.candidates.len() - before, known)
}
