//! Contacts of corners that pass one another.

use umbra_geom::math::dot;
use umbra_geom::{Manifold, Point, Real};

use super::Surroundings;
use crate::store::PoseCache;
use crate::tuning::MOST_GAP_LEFT;

impl Surroundings<'_> {
    /// True if two pieces are apart, and will nearly touch in this step.
    #[inline(always)]
    pub(super) fn nearly_meet(&self, [a, b]: [&PoseCache; 2], manifold: &Manifold) -> bool {
        let Some(separation) = manifold.separation() else { return false };
        separation > 0.0 && {
            let turns = a.turn.abs() + b.turn.abs();
            let approach = dot(a.displacement - b.displacement, manifold.normal) + turns;
            approach > (1.0 - MOST_GAP_LEFT) * separation
        }
    }

    /// The manifold with the normal that keeps the two apart longest. Where discs meet the solver
    /// finds by itself.
    ///
    /// Neighbours of a corner may hide the way past it: a tip that slides along a floor comes to
    /// the foot of a wall a hair below the wall's corner, and is not to pass under the wall.
    #[cold]
    pub(super) fn turned_aside(
        &self,
        pieces: [u32; 2],
        manifold: &Manifold,
        are_discs: bool,
        speculative: Real,
    ) -> Manifold {
        let [a, b] = pieces.map(|piece| &self.pieces[piece as usize]);
        let caches = self.poses_of(pieces);
        let turns = caches[0].turn.abs() + caches[1].turn.abs();
        let motion = |[on_a, on_b]: [Point; 2]| {
            caches[1].displacement_at(on_b) - caches[0].displacement_at(on_a)
        };
        let poses = [&a.pose, &b.pose];
        let (a, b) = ((a.shape(), poses[0]), (b.shape(), poses[1]));
        let turned = if are_discs {
            manifold.passing(a, b, turns, motion).unwrap_or(*manifold)
        } else {
            manifold.turned_aside(a, b, turns, motion)
        };
        if turned.normal != manifold.normal && self.has_seams(pieces) {
            return self.correct(pieces, poses, speculative, &turned);
        }
        turned
    }
}
