//! Contacts with pieces that stand side by side.

use umbra_geom::{Manifold, Pose, Real, collide};

use super::Surroundings;
use crate::store::Traits;

impl Surroundings<'_> {
    /// True if one of two pieces adjoins others.
    #[inline(always)]
    pub(super) fn has_seams(&self, pieces: [u32; 2]) -> bool {
        let [a, b] = self.poses_of(pieces);
        a.traits.either(b.traits, Traits::HAS_SEAMS)
    }

    /// Puts a manifold right that was found as if both pieces stood alone in these poses.
    #[cold]
    pub(super) fn correct(
        &self,
        pieces: [u32; 2],
        [pose_a, pose_b]: [&Pose; 2],
        speculative: Real,
        manifold: &Manifold,
    ) -> Manifold {
        let [a, b] = pieces.map(|piece| self.pieces[piece as usize].shape());
        let (mut found, a, b) = (*manifold, (a, pose_a), (b, pose_b));
        if let Some(seams) = self.seams.get(pieces[0]) {
            found = seams.correct(&found, a, b, speculative);
        }
        if let Some(seams) = self.seams.get(pieces[1]) {
            found = seams.correct(&found.flipped(), b, a, speculative).flipped();
        }
        found
    }

    /// The manifold of two pieces in these poses.
    pub(super) fn manifold(
        &self,
        pieces: [u32; 2],
        [pose_a, pose_b]: [&Pose; 2],
        speculative: Real,
    ) -> Manifold {
        let [a, b] = pieces.map(|piece| self.pieces[piece as usize].shape());
        let manifold = collide(a, pose_a, b, pose_b, speculative);
        if self.has_seams(pieces) {
            self.correct(pieces, [pose_a, pose_b], speculative, &manifold)
        } else {
            manifold
        }
    }
}
