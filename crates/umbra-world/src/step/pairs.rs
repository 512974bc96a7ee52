//! Stage 2: finds pairs of pieces whose fat boxes begin to overlap.

use std::collections::BTreeSet;

use umbra_broad::ProxyId;

use crate::World;
use crate::results::LaneResults;
use crate::store::{CandidatePair, Contacts};

use super::collide::{self, Buffers, DoneEarly, Task};
use super::knocks::ImpactReach;
use super::pair_rules::PairRules;

/// Adds new pairs in the order of their proxies. The next stage makes contacts of those that are
/// near.
///
/// Most of the search runs on one thread. Other threads meanwhile refresh the known pairs, if there
/// is a `task`.
pub(super) fn find(
    world: &mut World,
    knocks: &ImpactReach,
    buffers: &mut Buffers,
    task: Option<&Task>,
) -> DoneEarly {
    let all_known =
        core::mem::take(&mut world.pending.all_pairs).then(|| all_known(&world.contacts));
    let World { broad, colliders, bodies, contacts, joints, portals, solver, structure, .. } =
        world;
    let (joints, portals) = (&*joints, &*portals);
    let results = LaneResults { solver, structure };
    let (new, done) = broad.find_new_pairs_beside(|broad| {
        let Some(task) = task else { return DoneEarly::default() };
        let rules = PairRules { poses: &colliders.outlines.poses, bodies, joints, portals };
        collide::refresh_known(broad, colliders, rules, contacts, (knocks, buffers, results), task)
    });
    let rules = PairRules { poses: &colliders.outlines.poses, bodies, joints, portals };
    let new = new.iter().filter(|pair| rules.bodies_may_collide(pair.data));
    let is_known = |proxies| all_known.as_ref().is_some_and(|all| all.contains(proxies));
    let new = new.filter(|pair| !is_known(&pair.proxies));
    contacts.candidates.extend(new.map(CandidatePair::from));
    done
}

/// The pairs that there are.
#[cold]
fn all_known(contacts: &Contacts) -> BTreeSet<[ProxyId; 2]> {
    let candidates = contacts.candidates.iter().map(|pair| pair.proxies);
    let mut known = BTreeSet::new();
    known.extend(contacts.iter().map(|stored| stored.info.proxies).chain(candidates));
    known
}
