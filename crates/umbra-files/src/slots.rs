//! The slots of keys in files: which keys there are, which ones come next, and which never come
//! again.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::value::{Error as DeError, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, Serialize};
use slotmap::{Key, KeyData, SlotMap};

use crate::Error;
use crate::record::{List, corrupt};
use umbra_world::store::Slots;

/// A key by its slot and its version.
pub(crate) type KeyParts = [u32; 2];

pub(crate) fn parts_of(key: impl Key) -> KeyParts {
    let bits = key.data().as_ffi();
    [bits as u32, (bits >> 32) as u32]
}

pub(crate) fn key_of<K: Key>([slot, version]: KeyParts) -> K {
    KeyData::from_ffi(u64::from(version) << 32 | u64::from(slot)).into()
}

/// The slots of a map but for those that are taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SlotsRecord {
    /// Those that are free, in the order in which they are given out, each with the version of its
    /// next key.
    free: List<KeyParts>,
    /// Of slots whose keys are older than others that are not to come again: the last version.
    retired: List<[u32; 2]>,
}

impl SlotsRecord {
    /// Reads the slots of a map, which is filled up by that.
    pub(crate) fn from_map<K: Key, V>(
        slots: &Slots,
        map: &mut SlotMap<K, V>,
        filler: impl Fn() -> V,
    ) -> Self {
        let free = slots.fill(map, filler).into_iter().map(parts_of).collect();
        let retired = slots.retired().map(|(slot, version)| [slot, version]).collect();
        Self { free, retired }
    }

    /// A map that gives out these keys first, in their order, and then goes on as the one did that
    /// was read.
    pub(crate) fn map<K: Key, V: for<'de> Deserialize<'de>>(
        &self,
        taken: &[KeyParts],
        filler: impl Fn() -> V,
    ) -> Result<(SlotMap<K, V>, Slots), Error> {
        let count = taken.len() + self.free.len();
        let broken = || corrupt("a slot of keys is missing, named twice or out of range");
        let mut next = vec![None; count];
        for [slot, version] in taken.iter().chain(self.free.iter()) {
            let slot = (*slot as usize).checked_sub(1).and_then(|slot| next.get_mut(slot));
            let slot = slot.filter(|slot| slot.is_none() && version & 1 == 1 && *version < NEWEST);
            let slot = slot.ok_or_else(broken)?;
            *slot = Some(*version);
        }
        let mut versions = BTreeMap::new();
        versions.extend(taken.iter().map(|[slot, version]| (*slot, *version)));
        let (mut named, mut more) = (BTreeSet::new(), 0_u32);
        for [slot, last] in self.retired.iter() {
            let version = versions.get(slot).filter(|_| named.insert(*slot)).ok_or_else(broken)?;
            let later = last.checked_sub(*version).ok_or_else(broken)?;
            more = more.saturating_add(later);
        }
        if more > MOST_RETIRED {
            return Err(broken());
        }
        // All are taken and freed once, to come in the order that is wanted: that counts a version up by two.
        let vacant = next.into_iter().flatten().map(|version| version.wrapping_sub(3));
        let slots = core::iter::once(0).chain(vacant).map(Vacant);
        let map = SlotMap::deserialize(SeqDeserializer::<_, DeError>::new(slots));
        let mut map: SlotMap<K, V> = map.map_err(|error| Error::Corrupt(error.to_string()))?;
        for _ in 0..count {
            map.insert(filler());
        }
        for [slot, version] in taken.iter().chain(self.free.iter()).rev() {
            map.remove(key_of([*slot, version.wrapping_sub(2)]));
        }
        let slots =
            Slots::new(count as u32, self.retired.iter().map(|[slot, last]| (*slot, *last)));
        Ok((map, slots))
    }
}

/// Beyond, versions count as older than what was there before them.
const NEWEST: u32 = 1 << 31;
/// Limit on the number of key versions to skip when restoring retired keys: it takes a tenth of a
/// second.
const MOST_RETIRED: u32 = 1 << 23;

/// A free slot as a map of slots reads it.
struct Vacant(u32);

/// A field of it.
enum SlotField {
    Nothing,
    Version(u32),
}

impl<'de> IntoDeserializer<'de, DeError> for Vacant {
    type Deserializer =
        MapDeserializer<'de, std::array::IntoIter<(&'static str, SlotField), 2>, DeError>;

    fn into_deserializer(self) -> Self::Deserializer {
        let fields = [("value", SlotField::Nothing), ("version", SlotField::Version(self.0))];
        MapDeserializer::new(fields.into_iter())
    }
}

impl<'de> IntoDeserializer<'de, DeError> for SlotField {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for SlotField {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self {
            Self::Nothing => visitor.visit_none(),
            Self::Version(version) => visitor.visit_u32(version),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
