//! Rules that say which pieces may collide.

use umbra_broad::{BroadPhase, ProxyId};

use crate::World;
use crate::store::{Bodies, BodyInfo, Joints, Portals, PoseCache};

/// Rules about which pieces may collide, besides those of the broad phase, which knows filters,
/// kinds, and the enabled pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairRules<'a> {
    pub(super) poses: &'a [PoseCache],
    pub(super) bodies: &'a Bodies,
    pub(super) joints: &'a Joints,
    pub(super) portals: &'a Portals,
}

impl<'a> PairRules<'a> {
    pub(super) fn new(world: &'a World) -> Self {
        let World { bodies, colliders, joints, portals, .. } = world;
        Self { poses: &colliders.outlines.poses, bodies, joints, portals }
    }

    /// True if two pieces are a pair: their fat boxes overlap and they may collide.
    pub(super) fn are_pair(
        self,
        broad: &BroadPhase,
        pieces: [u32; 2],
        proxies: [ProxyId; 2],
    ) -> bool {
        let broad_says = || broad.touches(proxies[0], proxies[1]).unwrap_or(false);
        self.bodies_may_collide(pieces) && broad_says()
    }

    /// True if the bodies of two pieces may collide. Every rule that forbids it for two bodies
    /// belongs here.
    pub(super) fn bodies_may_collide(self, pieces: [u32; 2]) -> bool {
        let [a, b] = pieces.map(|piece| self.poses[piece as usize].body as usize);
        a != b && (self.joints.infos.is_empty() || !self.are_kept_apart(a, b))
    }

    fn are_kept_apart(self, a: usize, b: usize) -> bool {
        // A removed piece may name a body that is gone; the broad phase knows.
        let [a, b] = [a, b].map(|body| self.bodies.infos.get(body));
        let Some((a, b)) = a.zip(b) else { return false };
        self.joints.keep_apart(a, b)
            || !self.portals.is_idle() && self.are_images_kept_apart([a, b])
    }

    /// What is true of two bodies is true of their images.
    #[cold]
    fn are_images_kept_apart(self, [a, b]: [&BodyInfo; 2]) -> bool {
        let original = |info: &BodyInfo| info.image_of.unwrap_or(info.key);
        let pair = [original(a), original(b)];
        if pair[0] == pair[1] {
            return true;
        }
        let family = |of| {
            let all = self.portals.crossings.iter().flat_map(|it| [it.body, it.image]);
            let all = all.filter_map(|key| self.bodies.index(key).ok());
            all.map(|index| &self.bodies.infos[index]).filter(move |info| original(info) == of)
        };
        let own = |info| core::iter::once(info).chain(family(original(info)));
        own(a).any(|a| own(b).any(|b| self.joints.keep_apart(a, b)))
    }
}
