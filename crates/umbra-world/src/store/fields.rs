//! The fields of a scene, in the order in which they were added.

use umbra_geom::Pose;

use crate::clone_by_field;
use crate::{BodyKey, Error, Field, FieldKey};

/// A field with its key.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldInfo {
    pub key: FieldKey,
    pub field: Field,
    /// Pose at which a field on a body last woke sleeping bodies.
    pub placed: Option<Pose>,
}

/// All fields. There are few, so keys are looked for in the list.
#[derive(Debug, Default)]
pub struct Fields {
    pub list: Vec<FieldInfo>,
    /// Number of fields ever added. Keys count up, and none is given out again.
    pub added: u32,
}

clone_by_field!(Fields { list, added });

impl Fields {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn add(&mut self, field: Field) -> FieldKey {
        self.added += 1;
        let key = FieldKey::numbered(self.added);
        self.list.push(FieldInfo { key, field, placed: None });
        key
    }

    pub fn index(&self, key: FieldKey) -> Result<usize, Error> {
        let found = self.list.binary_search_by_key(&key, |info| info.key);
        found.map_err(|_| Error::NoSuchField(key))
    }

    pub(crate) fn size(&self) -> usize {
        size_of_val(&self.list[..])
    }

    /// Those on a body.
    pub(crate) fn on(&self, body: BodyKey) -> impl Iterator<Item = &FieldInfo> {
        self.list.iter().filter(move |info| info.field.body == Some(body))
    }
}
