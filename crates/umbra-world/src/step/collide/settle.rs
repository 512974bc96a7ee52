//! Results of a pair, written into its contact.

use umbra_geom::{ContactPoint, Manifold, Real, Vector};
use umbra_solver::{Contact, FIXED};

use crate::store::{Built, ContactInfo, Piece, Traits};

use super::Surroundings;
use super::recycle::note;
use super::solver_contact::{PlacedManifold, write};

impl Surroundings<'_> {
    /// Writes a manifold found where the pieces are now. Returns as [`write`] does.
    #[inline]
    pub(super) fn write_manifold(
        &self,
        info: &mut ContactInfo,
        contact: &mut Contact,
        manifold: &Manifold,
        speculative: Real,
    ) -> bool {
        let [a, b] = self.poses_of(info.pieces);
        let aside;
        let is_aside = self.nearly_meet([a, b], manifold);
        let manifold = if is_aside {
            aside = self.turned_aside(info.pieces, manifold, contact.round, speculative);
            &aside
        } else {
            manifold
        };
        let seen = PlacedManifold::near(manifold, a.arm, b.arm);
        let changed = self.settle(info, contact, &seen, false);
        // A seam may hide a contact now and show it in the next step: do not recycle.
        let is_left = manifold.is_empty() && !Self::are_alone([a, b]);
        let passes = contact.point_count == 0 && !manifold.is_empty();
        if self.is_slow(speculative) && !passes && !is_left && !is_aside {
            let bodies = [a, b].map(|piece| self.motion(piece.body));
            note(&mut info.built, contact, bodies, speculative);
        }
        changed
    }

    /// Writes a manifold, [swept](Contact::swept) or not, unless a platform lets the two pass. It
    /// is not recycled, unless that is [noted](note). Returns as [`write`] does.
    #[inline]
    pub(super) fn settle(
        &self,
        info: &mut ContactInfo,
        contact: &mut Contact,
        seen: &PlacedManifold<'_>,
        swept: bool,
    ) -> bool {
        if self.any_one_way(info.pieces) && self.lets_pass(info, seen.manifold) {
            return self.write_none(info, contact);
        }
        if self.any_crosses(info.pieces) {
            return self.settle_crossing(info, contact, seen, swept);
        }
        (info.built.speculative, contact.swept) = (Built::NEVER.speculative, swept);
        write(info, contact, seen, self.task.is_final)
    }

    /// True if the body of one of two pieces is on its way through a portal.
    #[inline(always)]
    fn any_crosses(&self, pieces: [u32; 2]) -> bool {
        let [a, b] = self.poses_of(pieces);
        a.traits.either(b.traits, Traits::IS_CROSSING)
    }

    /// Writes the points of a manifold at which both bodies are: where they have gone through a
    /// portal, they are not.
    #[cold]
    fn settle_crossing(
        &self,
        info: &mut ContactInfo,
        contact: &mut Contact,
        seen: &PlacedManifold<'_>,
        swept: bool,
    ) -> bool {
        let [a, b] = info.pieces.map(|piece| &self.pieces[piece as usize]);
        let stands = |piece: &Piece| self.solver_index(piece.body) == FIXED;
        let is_there = |point: &ContactPoint| {
            // Of the two, what stands is where the manifold says, also if that is of a later place.
            let point = if stands(a) { point.on_a(&a.pose) } else { point.on_b(&b.pose) };
            [a, b].iter().all(|piece| {
                let key = self.rules.bodies.infos[piece.body as usize].key;
                !self.rules.portals.hides(key, point, self.task.portal_slack)
            })
        };
        let seen_part = seen.manifold.retained(is_there);
        (info.built.speculative, contact.swept) = (Built::NEVER.speculative, swept);
        let seen = PlacedManifold { manifold: &seen_part, ..*seen };
        write(info, contact, &seen, self.task.is_final)
    }

    /// Writes a contact without points.
    pub(super) fn write_none(&self, info: &mut ContactInfo, contact: &mut Contact) -> bool {
        (info.built.speculative, contact.swept) = (Built::NEVER.speculative, false);
        let none = PlacedManifold::near(&Manifold::EMPTY, Vector::zeros(), Vector::zeros());
        write(info, contact, &none, self.task.is_final)
    }
}
