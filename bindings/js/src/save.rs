//! Worlds, snapshots and recordings as bytes, and levels as text.
use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Refused};
use crate::recording::RawRecording;
use crate::snapshot::RawSnapshot;
use crate::world::RawWorld;

/// What bytes begin with, before the version.
const MAGIC: &[u8; 4] = b"umbr";

/// Bytes of this version, which only this version reads.
fn header(kind: u8) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(kind);
    bytes.extend(umbra::VERSION.as_bytes());
    bytes.push(0);
    bytes
}

/// The bytes behind the header.
fn body(kind: u8, bytes: &[u8]) -> Answer<&[u8]> {
    bytes.strip_prefix(&header(kind)[..]).ok_or_else(|| {
        Refused::other(&format!("`bytes` are not of Umbra {}, or not of this kind", umbra::VERSION))
    })
}

fn refused(_: postcard::Error) -> Refused {
    Refused::other("`bytes` are damaged")
}

#[wasm_bindgen]
impl RawWorld {
    /// The world as bytes.
    pub fn serialize(&self) -> Answer<Vec<u8>> {
        postcard::to_extend(&self.scene, header(0)).map_err(refused)
    }

    /// The world of bytes.
    pub fn deserialize(bytes: &[u8]) -> Answer<RawWorld> {
        let scene: Scene = postcard::from_bytes(body(0, bytes)?).map_err(refused)?;
        Ok(Self::of_scene(scene))
    }
}

#[wasm_bindgen]
impl RawSnapshot {
    /// The snapshot as bytes.
    pub fn serialize(&self) -> Answer<Vec<u8>> {
        postcard::to_extend(&self.0, header(1)).map_err(refused)
    }

    /// The snapshot of bytes.
    pub fn deserialize(bytes: &[u8]) -> Answer<RawSnapshot> {
        Ok(Self(postcard::from_bytes(body(1, bytes)?).map_err(refused)?))
    }
}

#[wasm_bindgen]
impl RawRecording {
    /// The recording as bytes.
    pub fn serialize(&self) -> Answer<Vec<u8>> {
        postcard::to_extend(&self.0, header(2)).map_err(refused)
    }

    /// The recording of bytes.
    pub fn deserialize(bytes: &[u8]) -> Answer<RawRecording> {
        Ok(Self(postcard::from_bytes(body(2, bytes)?).map_err(refused)?))
    }
}

#[cfg(feature = "levels")]
#[wasm_bindgen]
impl RawWorld {
    /// The world as it was built, as JSON.
    #[wasm_bindgen(js_name = toLevel)]
    pub fn to_level(&self) -> Answer<String> {
        serde_json::to_string(&self.scene.to_level())
            .map_err(|error| Refused::other(&error.to_string()))
    }

    /// The world of a level, or of another scene file as JSON.
    #[wasm_bindgen(js_name = fromLevel)]
    pub fn from_level(text: &str) -> Answer<RawWorld> {
        let file: umbra::SceneFile = serde_json::from_str(text)
            .map_err(|error| Refused::other(&format!("`level` cannot be read: {error}")))?;
        Ok(Self::of_scene(Scene::from_file(&file)?))
    }
}
