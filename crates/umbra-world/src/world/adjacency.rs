//! The adjacency of bodies: which contacts a body has, and which bodies they and joints join to one
//! island.
//!
//! Sleep, waking, statistics and pictures ask here, so whatever else is to hold bodies together has
//! to be added in one place. The search for still islands alone loops over all awake contacts and
//! joints, in `step/sleep.rs`.

use umbra_geom::Real;
use umbra_geom::query::{DistanceCache, distance};
use umbra_solver::Islands;

use crate::store::{Colliders, StoredContact, joins, piece_indices};
use crate::{BodyKey, World};

impl World {
    /// The indices of the pieces of a body.
    pub(super) fn pieces_of_body(&self, index: usize) -> impl Iterator<Item = u32> + use<'_> {
        piece_indices(&self.colliders.infos, &self.bodies.infos[index])
    }

    /// The contacts of a body. They may name removed pieces until the next step.
    pub fn contacts_of(&self, index: usize) -> impl Iterator<Item = StoredContact<'_>> {
        let pieces = &self.colliders.pieces;
        self.pieces_of_body(index).flat_map(|piece| self.contacts.of_piece(pieces, piece))
    }

    /// The awake bodies of the island of an awake body, in ascending order: itself alone unless it
    /// is dynamic.
    pub(super) fn awake_island(&self, index: usize) -> Vec<u32> {
        let mut island = vec![index as u32];
        let mut found = vec![false; self.bodies.awake];
        found[index] = true;
        let mut next = 0;
        while let Some(&body) = island.get(next) {
            let contacts = self.contacts_of(body as usize);
            let joined = contacts.filter_map(|stored| self.joined(stored));
            let jointed = self.joined_bodies(body as usize).map(|body| body as u32);
            let jointed = jointed.filter(|_| self.bodies.is_dynamic(body as usize));
            for other in joined.flatten().chain(jointed) {
                if found.get(other as usize) == Some(&false) {
                    found[other as usize] = true;
                    island.push(other);
                }
            }
            next += 1;
        }
        island.sort_unstable();
        island
    }

    /// The dynamic bodies that sleeping contacts join to a piece. Waking moves bodies, so these are
    /// keys.
    pub(super) fn sleepers_at(&self, piece: u32) -> Vec<BodyKey> {
        let Self { bodies, colliders, contacts, .. } = self;
        let apart = self.config.touch_distance();
        let sleeping = contacts.sleeping.contacts(&colliders.pieces[piece as usize]);
        let joining = sleeping.filter(|(sleeping, _)| {
            let separation = || self.separation_of(&StoredContact::asleep(sleeping));
            joins(&sleeping.contact, separation, apart)
        });
        let partners = joining.map(|(sleeping, side)| sleeping.info.pieces[1 - side]);
        let others = partners.map(|partner| colliders.pieces[partner as usize].body as usize);
        others.filter(|body| bodies.is_dynamic(*body)).map(|body| bodies.infos[body].key).collect()
    }

    /// The islands of the first `count` bodies.
    pub fn islands(&self, count: usize) -> Islands {
        let mut islands = Islands::default();
        islands.reset(count as u32);
        for stored in self.contacts.iter() {
            if let Some([a, b]) = self.joined(stored)
                && (a.max(b) as usize) < count
            {
                islands.join(a, b);
            }
        }
        for joint in self.joints.infos.values().filter(|joint| joint.joins()) {
            let [a, b] = joint.bodies.map(|key| self.bodies.index(key).unwrap_or(count));
            let takes_part = |body: usize| {
                body < count && self.bodies.infos[body].enabled && self.bodies.is_dynamic(body)
            };
            if takes_part(a) && takes_part(b) {
                islands.join(a as u32, b as u32);
            }
        }
        islands
    }

    /// The two bodies of a contact, if it joins them to one island.
    fn joined(&self, stored: StoredContact<'_>) -> Option<[u32; 2]> {
        let StoredContact { info, contact, .. } = stored;
        let (pieces, apart) = (&self.colliders.pieces, self.config.touch_distance());
        let separation = || self.separation_of(&stored);
        if !joins(contact, separation, apart) || !info.is_alive(pieces) {
            return None;
        }
        let bodies = info.pieces.map(|piece| pieces[piece as usize].body);
        let are_dynamic = bodies.iter().all(|body| self.bodies.is_dynamic(*body as usize));
        (are_dynamic && self.still_touch(info.pieces, apart)).then_some(bodies)
    }

    /// True if two pieces that touched in the last step still do, after changes by the caller
    /// since.
    fn still_touch(&self, pieces: [u32; 2], apart: Real) -> bool {
        let Colliders { infos, pieces: all, outlines, .. } = &self.colliders;
        if !pieces.iter().any(|piece| outlines.is_placed(*piece)) {
            return true;
        }
        let [a, b] = pieces.map(|piece| &all[piece as usize]);
        let [of_a, of_b] = [a, b].map(|piece| infos.get(piece.collider).map(|info| info.filter));
        let meet = of_a.zip(of_b).is_some_and(|(a, b)| a.accepts(&b));
        let mut cache = DistanceCache::default();
        meet && distance(a.shape(), &a.pose, b.shape(), &b.pose, &mut cache).distance <= apart
    }
}
