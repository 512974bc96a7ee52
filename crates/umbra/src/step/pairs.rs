//! Stage 2: finds pairs of pieces whose fat boxes begin to overlap.

use umbra_broad::{BroadPhase, ProxyId};

use crate::Scene;
use crate::store::{CandidatePair, PoseCache};

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
    let new = new.iter().filter(|pair| bodies_may_collide(poses, pair.data));
    contacts.candidates.extend(new.map(CandidatePair::from));
    (contacts.candidates.len() - before, known)
}

/// Whether two pieces are a pair: their fat boxes overlap and they may collide.
pub(super) fn are_pair(
    broad: &BroadPhase,
    poses: &[PoseCache],
    pieces: [u32; 2],
    proxies: [ProxyId; 2],
) -> bool {
    let broad_says = || broad.touches(proxies[0], proxies[1]).unwrap_or(false);
    bodies_may_collide(poses, pieces) && broad_says()
}

/// Whether the bodies of two pieces may collide. Everything that forbids it for two bodies belongs here; the
/// broad phase knows filters, kinds, and which pieces are enabled.
pub(super) fn bodies_may_collide(poses: &[PoseCache], pieces: [u32; 2]) -> bool {
    let [a, b] = pieces.map(|piece| poses[piece as usize].body);
    a != b
}
