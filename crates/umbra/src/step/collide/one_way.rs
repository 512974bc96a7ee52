//! One-way platforms: who may pass.

use umbra_geom::math::dot;
use umbra_geom::{Manifold, Vector};

use super::Surroundings;
use crate::store::{Built, ContactInfo, Passage, Traits};

/// A body is held by a platform whose normal at their contact differs by less than 45 degrees from the platform's way (the
/// cosine of that).
pub(crate) const HELD: f32 = 0.7;
/// What is deeper in a platform when they meet was not on it; in parts of the speculative distance, which is 2 cm.
const NOT_ON_IT: f32 = 0.5;

impl Surroundings<'_> {
    /// Whether one of two pieces is a one-way platform.
    #[inline(always)]
    pub(super) fn any_one_way(&self, pieces: [u32; 2]) -> bool {
        let [a, b] = self.poses_of(pieces);
        a.traits.either(b.traits, Traits::IS_ONE_WAY)
    }

    /// Whether a platform lets a body pass. Once it does, it does so until they are apart.
    #[cold]
    pub(super) fn lets_pass(&self, info: &mut ContactInfo, manifold: &Manifold) -> bool {
        let Some(separation) = manifold.separation() else {
            info.passage = Passage::Undecided;
            return false;
        };
        if separation > 0.0 {
            info.passage = Passage::Undecided;
        }
        let dropped = info.pieces.into_iter().any(|piece| {
            let body = self.pieces[piece as usize].body as usize;
            self.rules.bodies.infos.get(body).is_some_and(|info| info.drops_through)
        });
        if info.passage == Passage::Undecided {
            let [a, b] = info.pieces.map(|piece| self.pieces[piece as usize].one_way());
            let held = |way: Option<Vector>, normal: Vector| {
                way.is_none_or(|way| dot(way, normal) >= HELD)
            };
            let on_it = separation >= -NOT_ON_IT * self.task.speculative;
            let is_held = on_it && held(a, manifold.normal) && held(b, -manifold.normal);
            info.passage = if is_held { Passage::Closed } else { Passage::Open };
        }
        if dropped {
            info.passage = Passage::Open;
        }
        let passes = info.passage == Passage::Open;
        if passes {
            info.built = Built::NEVER;
        }
        passes
    }
}
