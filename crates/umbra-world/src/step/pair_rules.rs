//! Rules that say which pieces may collide.

use umbra_broad::{BroadPhase, ProxyId};

use crate::store::{Bodies, BodyInfo, Few, Joints, Portals, PoseCache};
use crate::{BodyKey, JointKind, World};

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

    /// True if two are images of one body, or a joint keeps apart bodies of which they are images.
    #[cold]
    fn are_images_kept_apart(self, [a, b]: [&BodyInfo; 2]) -> bool {
        let pair = [a.original(), b.original()];
        if pair[0] == pair[1] {
            return true;
        }
        // Each crossing has one link. Mostly there are no other joints.
        let links = self.portals.crossings.len();
        if self.joints.infos.len() == links {
            return false;
        }
        // A body, its images and theirs are a tree of links: nobody is come to twice.
        let mut family: Few<(BodyKey, BodyKey)> = core::iter::once((a.key, a.key)).collect();
        let mut next = 0;
        while next <= links
            && let Some((key, from)) = family.get(next).copied()
        {
            for key in self.info(key).iter().flat_map(|info| &info.joints) {
                let Some(joint) = self.joints.infos.get(*key) else { continue };
                let other = joint.other(family[next].0);
                if joint.settings.kind != JointKind::Image {
                    if joint.keeps_apart() && self.bodies.original(other) == pair[1] {
                        return true;
                    }
                } else if other != from {
                    family.push((other, family[next].0));
                }
            }
            next += 1;
        }
        false
    }

    fn info(self, key: BodyKey) -> Option<&'a BodyInfo> {
        self.bodies.index(key).ok().map(|index| &self.bodies.infos[index])
    }
}
