//! Counts of the touching pieces of two colliders.

use crate::{ColliderKey, World};

pub(crate) fn in_order([a, b]: [ColliderKey; 2]) -> [ColliderKey; 2] {
    if a <= b { [a, b] } else { [b, a] }
}

impl World {
    /// True if two colliders may have several contacts with each other.
    pub(crate) fn is_counted(&self, colliders: [ColliderKey; 2]) -> bool {
        // Colliders of several pieces are counted. So are removed ones, which may have had several,
        // and those that had several before their shape was replaced.
        let has_parts = |key: &ColliderKey| {
            let info = self.colliders.infos.get(*key);
            info.is_none_or(|info| info.pieces.len() > 1 || self.colliders.maps.has(*key))
                || !self.portals.is_idle() && self.portals.copies_of(*key).next().is_some()
        };
        colliders.iter().any(has_parts) || self.contacts.is_counted(colliders)
    }

    /// Counts the touching pairs of a collider of one piece, before it gets another one.
    pub(crate) fn count_touches(&mut self, key: ColliderKey) {
        let Some(info) = self.colliders.infos.get(key) else { return };
        // Those of several are counted already.
        let [piece] = info.pieces[..] else { return };
        let pieces = &self.colliders.pieces;
        let contacts = self.contacts.of_piece(pieces, piece);
        let touching = contacts.filter(|stored| stored.contact.touching);
        let touched = touching.map(|stored| self.contacts.colliders_of(pieces, stored.info));
        for colliders in touched.collect::<Vec<_>>() {
            if !self.is_counted(colliders) {
                self.contacts.shared.insert(in_order(colliders), 1);
            }
        }
    }
}
