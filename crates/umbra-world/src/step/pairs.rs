//! Stage 2: finds pairs of pieces whose fat boxes begin to overlap.

use std::collections::BTreeSet;

use umbra_broad::{BroadPhase, ProxyId};

use crate::World;
use crate::store::{Bodies, CandidatePair, Contacts, Joints, PoseCache};

use super::collide::{self, Known, Task};
use super::scratch::Scratch;

/// Adds new pairs in the order of their proxies. The next stage makes contacts of those that are near.
///
/// Most of the search runs on one thread. Other threads meanwhile refresh the known pairs, if there is a `task`.
pub(super) fn find(world: &mut World, scratch: &mut Scratch, task: Option<&Task>) -> Known {
    let all_known =
        core::mem::take(&mut world.pending.all_pairs).then(|| all_known(&world.contacts));
    let World { broad, colliders, bodies, contacts, joints, .. } = world;
    let joints = &*joints;
    let (new, known) = broad.find_new_pairs_beside(|broad| {
        let Some(task) = task else { return Known::default() };
        let rules = PairRules { poses: &colliders.outlines.poses, bodies, joints };
        collide::refresh_known(broad, colliders, rules, contacts, scratch, task)
    });
    let rules = PairRules { poses: &colliders.outlines.poses, bodies, joints };
    let new = new.iter().filter(|pair| rules.bodies_may_collide(pair.data));
    let is_known = |proxies| all_known.as_ref().is_some_and(|all| all.contains(proxies));
    let new = new.filter(|pair| !is_known(&pair.proxies));
    contacts.candidates.extend(new.map(CandidatePair::from));
    known
}

/// The pairs that there are.
#[cold]
fn all_known(contacts: &Contacts) -> BTreeSet<[ProxyId; 2]> {
    let candidates = contacts.candidates.iter().map(|pair| pair.proxies);
    contacts.iter().map(|(info, _)| info.proxies).chain(candidates).collect()
}

/// What says which pieces may collide, besides the broad phase, which knows filters, kinds, and which pieces are
/// enabled.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairRules<'a> {
    pub(super) poses: &'a [PoseCache],
    pub(super) bodies: &'a Bodies,
    pub(super) joints: &'a Joints,
}

impl<'a> PairRules<'a> {
    pub(super) fn of(world: &'a World) -> Self {
        let World { bodies, colliders, joints, .. } = world;
        Self { poses: &colliders.outlines.poses, bodies, joints }
    }

    /// Whether two pieces are a pair: their fat boxes overlap and they may collide.
    pub(super) fn are_pair(
        self,
        broad: &BroadPhase,
        pieces: [u32; 2],
        proxies: [ProxyId; 2],
    ) -> bool {
        let broad_says = || broad.touches(proxies[0], proxies[1]).unwrap_or(false);
        self.bodies_may_collide(pieces) && broad_says()
    }

    /// Whether the bodies of two pieces may collide. Everything that forbids it for two bodies belongs here.
    pub(super) fn bodies_may_collide(self, pieces: [u32; 2]) -> bool {
        let [a, b] = pieces.map(|piece| self.poses[piece as usize].body as usize);
        a != b && (self.joints.infos.is_empty() || !self.are_kept_apart(a, b))
    }

    fn are_kept_apart(self, a: usize, b: usize) -> bool {
        // A removed piece may name a body that is gone; the broad phase knows.
        let [a, b] = [a, b].map(|body| self.bodies.infos.get(body));
        a.zip(b).is_some_and(|(a, b)| self.joints.keep_apart(a, b))
    }
}
