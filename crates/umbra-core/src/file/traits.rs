//! Scenes and snapshots as values: games put them into what they save.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::SceneFile;
use crate::{Scene, Snapshot};

/// Serializes like [`Scene::to_file`].
impl Serialize for Scene {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.to_file().serialize(to)
    }
}

/// Deserializes like [`Scene::from_file`], with errors as text.
impl<'de> Deserialize<'de> for Scene {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::from_file(&SceneFile::deserialize(from)?).map_err(de::Error::custom)
    }
}

/// With all that the scene is made of, for those who join late.
impl Serialize for Snapshot {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.scene().as_ref().map(Scene::to_file).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Snapshot {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut snapshot = Self::default();
        if let Some(file) = Option::<SceneFile>::deserialize(from)? {
            let mut scene = Scene::from_file(&file).map_err(de::Error::custom)?;
            scene.save_into(&mut snapshot).map_err(de::Error::custom)?;
        }
        Ok(snapshot)
    }
}
