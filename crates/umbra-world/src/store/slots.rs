//! The slots of a map of keys: a scene that was emptied gives them out again in the order of a new
//! one, and one that went back to an earlier moment does not give out keys again, if that is asked
//! for.

use core::cmp::Reverse;
use std::collections::BTreeMap;
use umbra_geom::sort::Arrange;

use crate::keys::slot_of;
use slotmap::{Key, SlotMap};

use crate::clone_by_field;

/// Versions of the slots of a map.
#[derive(Debug, Default)]
pub struct Slots {
    /// The last one that was given out; slots count from one.
    last: u32,
    /// Of slots whose key is older than others that they were given out with since: the last
    /// version.
    retired: BTreeMap<u32, u32>,
}

clone_by_field!(Slots { last, retired });

impl Slots {
    /// Takes note of a key that the map gave out.
    pub fn note(&mut self, key: impl Key) {
        let slot = slot_of(key);
        self.last = if slot > self.last { slot } else { self.last };
    }

    /// Has an empty map give out its slots from the first to the last. Keys are still never given
    /// out twice.
    ///
    /// A map gives out last what was freed first. So all slots are filled, and freed from the last
    /// to the first.
    pub(crate) fn put_in_order<K: Key, V>(&self, map: &mut SlotMap<K, V>, filler: impl Fn() -> V) {
        let mut keys = self.fill(map, filler);
        keys.arrange_by_key(|key| Reverse(slot_of(*key)));
        for key in keys {
            map.remove(key);
        }
    }

    /// Takes note of a key that was just taken out of the map, which gives out its slot next.
    pub(crate) fn note_removal<K: Key, V>(
        &mut self,
        map: &mut SlotMap<K, V>,
        key: K,
        filler: impl Fn() -> V,
    ) {
        let Some(last) = self.retired.remove(&slot_of(key)) else { return };
        let again = map.insert(filler());
        let again = use_up(map, again, last, filler);
        map.remove(again);
    }

    /// The last version that each slot was given out with, by slot; 0 for those that never were.
    /// Versions of free slots count up.
    pub(crate) fn versions<K: Key, V>(
        &self,
        map: &mut SlotMap<K, V>,
        filler: impl Fn() -> V,
    ) -> Vec<u32> {
        let mut versions = vec![0; self.last as usize + 1];
        for key in map.keys() {
            versions[slot_of(key) as usize] = version_of(key);
        }
        for (slot, last) in &self.retired {
            let version = &mut versions[*slot as usize];
            *version = (*version).max(*last);
        }
        // What is given out next has a version of two more than what was given out last.
        for key in self.fill(map, filler) {
            versions[slot_of(key) as usize] = version_of(key).saturating_sub(2);
            map.remove(key);
        }
        versions
    }

    /// Has a map never give out keys of these versions again, or older ones, but those that it has.
    /// The order in which it gives out free slots stays.
    pub(crate) fn retire<K: Key, V>(
        &mut self,
        versions: &[u32],
        map: &mut SlotMap<K, V>,
        filler: impl Fn() -> V,
    ) {
        self.last = self.last.max(versions.len().saturating_sub(1) as u32);
        let last = |key: K| versions.get(slot_of(key) as usize).copied().unwrap_or_default();
        for key in map.keys().filter(|key| version_of(*key) < last(*key)) {
            let retired = self.retired.entry(slot_of(key)).or_default();
            *retired = (*retired).max(last(key));
        }
        let mut keys = self.fill(map, &filler);
        for key in &mut keys {
            *key = use_up(map, *key, last(*key), &filler);
        }
        for key in keys.into_iter().rev() {
            map.remove(key);
        }
    }

    /// `last` slots, some of which have retired keys.
    pub fn new(last: u32, retired: impl Iterator<Item = (u32, u32)>) -> Self {
        Self { last, retired: retired.filter(|(slot, _)| *slot <= last).collect() }
    }

    /// Slots whose keys are older than others that were given out, and the last version of these.
    pub fn retired(&self) -> impl Iterator<Item = (u32, u32)> {
        self.retired.iter().map(|(slot, last)| (*slot, *last))
    }

    /// Fills all free slots, in the order in which they are given out.
    pub fn fill<K: Key, V>(&self, map: &mut SlotMap<K, V>, filler: impl Fn() -> V) -> Vec<K> {
        let free = (self.last as usize).saturating_sub(map.len());
        (0..free).map(|_| map.insert(filler())).collect()
    }
}

/// Gives out a slot again until its version is this one, or a later one: what is freed last is
/// given out first.
fn use_up<K: Key, V>(
    map: &mut SlotMap<K, V>,
    mut key: K,
    version: u32,
    filler: impl Fn() -> V,
) -> K {
    while version_of(key) < version {
        map.remove(key);
        key = map.insert(filler());
    }
    key
}

/// Version of a key. It grows by two whenever the slot is given out.
fn version_of(key: impl Key) -> u32 {
    (key.data().as_ffi() >> 32) as u32
}
