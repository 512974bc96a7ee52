//! One-way platforms: who may pass.

use umbra_geom::{Manifold, Vector, collide};

use super::Surroundings;
use crate::store::{ContactInfo, Passage, Piece, Traits};
use crate::tuning::NOT_ON_PLATFORM;
use crate::world::{Sides, any_drops_through, is_before};

impl Surroundings<'_> {
    /// True if one of two pieces is a one-way platform.
    #[inline(always)]
    pub(super) fn any_one_way(&self, pieces: [u32; 2]) -> bool {
        let [a, b] = self.poses_of(pieces);
        a.traits.either(b.traits, Traits::IS_ONE_WAY)
    }

    /// True if two pieces overlap, whatever is beside them.
    fn overlap(&self, pieces: [u32; 2]) -> bool {
        let [a, b] = pieces.map(|piece| &self.pieces[piece as usize]);
        let manifold = collide(a.shape(), &a.pose, b.shape(), &b.pose, 0.0);
        manifold.separation().is_some_and(|separation| separation <= 0.0)
    }

    /// True if a platform lets a body pass. Once it does, it does so until they are apart.
    #[cold]
    pub(super) fn lets_pass(&self, info: &mut ContactInfo, manifold: &Manifold) -> bool {
        let separation = manifold.separation();
        let is_apart = separation.is_none_or(|separation| separation > 0.0);
        // Beside a joint the contact may be the neighbour's, or be found at the far end.
        let is_inside = || info.passage == Passage::Open && self.overlap(info.pieces);
        if is_apart && !is_inside() {
            info.passage = Passage::Undecided;
        }
        let [a, b] = info.pieces.map(|piece| &self.pieces[piece as usize]);
        let dropped = any_drops_through(self.rules.bodies, [a, b]);
        let Some(separation) = separation else {
            if dropped {
                info.passage = Passage::Open;
            }
            return false;
        };
        if info.passage == Passage::Undecided {
            let deepest = NOT_ON_PLATFORM * self.task.speculative;
            let held = |by: &Piece, other: &Piece, normal: Vector| {
                let sides = Sides::in_world(by);
                if sides.one_sided {
                    is_before(by, &by.pose, other.pose * other.shape().core().center)
                } else {
                    sides.hold(normal, -separation, deepest)
                }
            };
            let is_held = held(a, b, manifold.normal) && held(b, a, -manifold.normal);
            info.passage = if is_held { Passage::Closed } else { Passage::Open };
        }
        if dropped {
            info.passage = Passage::Open;
        }
        info.passage == Passage::Open
    }
}
