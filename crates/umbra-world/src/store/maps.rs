//! The tile maps of a scene, to be found by place.
//!
//! Maps have no proxies: their cells have pieces only where dynamic bodies are near, and whoever
//! asks for something near a place asks for the maps there, and these for their cells. Maps of
//! fixed bodies are in a tree. Maps of other bodies are few, and are asked one by one, wherever
//! they are.

use slotmap::SecondaryMap;
use umbra_broad::{Cast, LeafId, Tree};
use umbra_geom::sort::Arrange;
use umbra_geom::{Aabb, Point, Pose, Real};

use core::ops::ControlFlow;

use crate::ColliderKey;
use crate::clone_by_field;
use crate::features::TILES;

use super::Few;
use crate::keys::slot_of;

#[derive(Debug, Default)]
pub struct Maps {
    tree: Tree,
    leaves: SecondaryMap<ColliderKey, LeafId>,
    /// Keys by their slots, which leaves name.
    keys: Vec<ColliderKey>,
    /// Those that are not in the tree, in the order of their keys.
    loose: Vec<ColliderKey>,
    /// Poses of maps when their blocks were last looked for; none for a map that did not take part.
    pub placed: SecondaryMap<ColliderKey, Pose>,
    /// Those that came or were changed since stage 1 last looked at maps. Some may be listed twice.
    pub changed: Vec<ColliderKey>,
    /// The same since sensors were last updated; kept while there are sensors.
    pub remade: Vec<ColliderKey>,
}

impl Maps {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        !TILES || self.loose.is_empty() && self.tree.is_empty()
    }

    /// All of them, in no order that means anything.
    pub fn all(&self) -> impl Iterator<Item = ColliderKey> {
        self.leaves.keys().chain(self.loose.iter().copied())
    }

    /// True if a collider is one.
    pub fn has(&self, key: ColliderKey) -> bool {
        self.leaves.contains_key(key) || self.loose.binary_search(&key).is_ok()
    }

    /// Those that are not where a place says.
    pub(crate) fn loose(&self) -> &[ColliderKey] {
        &self.loose
    }

    /// Notes that a map is in a box for good, or may be anywhere.
    pub(crate) fn put(&mut self, key: ColliderKey, place: Option<Aabb>) {
        let Self { tree, leaves, keys, .. } = self;
        let slot = slot_of(key) as usize;
        if keys.len() <= slot {
            keys.resize(slot + 1, ColliderKey::default());
        }
        keys[slot] = key;
        let old = leaves.get(key).copied();
        let leaf = place.and_then(|place| match old {
            Some(leaf) => tree.move_to(leaf, place).ok().map(|()| leaf),
            None => tree.insert(place, slot as u32, u64::MAX).ok(),
        });
        match leaf {
            Some(leaf) => {
                leaves.insert(key, leaf);
                self.loose.retain(|other| *other != key);
            }
            // Or its box is beyond what a tree can have.
            None => {
                self.take_out(key);
                let place = self.loose.partition_point(|other| *other < key);
                self.loose.insert(place, key);
            }
        }
    }

    pub(crate) fn remove(&mut self, key: ColliderKey) {
        self.placed.remove(key);
        self.take_out(key);
    }

    /// Takes a map out of the tree and of the list.
    fn take_out(&mut self, key: ColliderKey) {
        if let Some(leaf) = self.leaves.remove(key) {
            // It is the map's own, so the tree has it.
            let _ = self.tree.remove(leaf);
        }
        self.loose.retain(|other| *other != key);
    }

    /// Notes the pose of a map when its blocks are looked for. Returns the one before.
    pub fn place(&mut self, key: ColliderKey, pose: Option<Pose>) -> Option<Pose> {
        match pose {
            Some(pose) => self.placed.insert(key, pose),
            None => self.placed.remove(key),
        }
    }

    /// Those that may be in a box, in the order of their keys.
    pub(crate) fn near(&self, aabb: &Aabb) -> Few<ColliderKey> {
        let mut found = Few::from_slice(&self.loose);
        let _ = self.tree.query_aabb(aabb, u64::MAX, |slot| {
            found.push(self.keys[slot as usize]);
            ControlFlow::<()>::Continue(())
        });
        found.arrange();
        found
    }

    /// Calls `visit` with the maps that a ray or a moving box may hit, and the earliest fraction of
    /// each hit. `visit` returns the fraction up to which to continue.
    pub(crate) fn on_way<B>(
        &self,
        cast: &Cast,
        mut visit: impl FnMut(ColliderKey, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        let mut limit = cast.max_fraction();
        for key in &self.loose {
            limit = visit(*key, 0.0)?;
        }
        let cast = cast.with_max_fraction(limit);
        self.tree.cast(&cast, u64::MAX, |slot, enter| visit(self.keys[slot as usize], enter))
    }

    /// Calls `visit` with the maps that may be within `limit` of a point, and their least distance.
    /// `visit` returns the distance up to which to continue.
    pub(crate) fn nearest(
        &self,
        point: Point,
        mut limit: Real,
        mut visit: impl FnMut(ColliderKey, Real) -> Real,
    ) {
        for key in &self.loose {
            limit = visit(*key, 0.0);
        }
        let _ = self.tree.nearest(point, limit, u64::MAX, |slot, distance| {
            ControlFlow::<(), Real>::Continue(visit(self.keys[slot as usize], distance))
        });
    }

    /// Builds the tree anew.
    pub(crate) fn rebuild(&mut self) {
        self.tree.rebuild();
    }
}

clone_by_field!(Maps { tree, leaves, keys, loose, changed, placed, remade });
