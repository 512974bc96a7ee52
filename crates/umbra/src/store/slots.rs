//! How many slots a map of keys has: a scene that was emptied gives them out again in the order of a new one.

use core::cmp::Reverse;

use slotmap::{Key, SlotMap};

/// The last slot that a map has given out; slots count from one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slots(u32);

impl Slots {
    /// Takes note of a key that the map gave out.
    pub(crate) fn note(&mut self, key: impl Key) {
        let slot = slot_of(key);
        self.0 = if slot > self.0 { slot } else { self.0 };
    }

    /// Has an empty map give out its slots from the first to the last. Keys are still never given out twice.
    ///
    /// A map gives out last what was freed first. So all slots are filled, and freed from the last to the first.
    pub(crate) fn put_in_order<K: Key, V>(self, map: &mut SlotMap<K, V>, filler: impl Fn() -> V) {
        let mut keys: Vec<K> = (0..self.0).map(|_| map.insert(filler())).collect();
        keys.sort_unstable_by_key(|key| Reverse(slot_of(*key)));
        for key in keys {
            map.remove(key);
        }
    }
}

/// The number of a key's slot.
pub(crate) fn slot_of(key: impl Key) -> u32 {
    key.data().as_ffi() as u32
}
