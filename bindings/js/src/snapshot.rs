//! Moments of a world, to go back to.
use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::world::RawWorld;

/// A saved moment.
#[wasm_bindgen]
pub struct RawSnapshot(pub(crate) Snapshot);

#[wasm_bindgen]
impl RawSnapshot {
    /// An empty one.
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawSnapshot {
        Self(Snapshot::default())
    }
    /// Size in bytes.
    pub fn size(&self) -> usize {
        self.0.size()
    }
    /// The hash of the saved state.
    pub fn hash(&self) -> u64 {
        self.0.hash()
    }
}

impl Default for RawSnapshot {
    fn default() -> Self {
        Self::new()
    }
}

#[wasm_bindgen]
impl RawWorld {
    /// Saves this moment.
    #[wasm_bindgen(js_name = saveInto)]
    pub fn save_into(&mut self, snapshot: &mut RawSnapshot) -> Answer {
        Ok(self.scene.save_into(&mut snapshot.0)?)
    }

    /// Goes back to a saved moment.
    pub fn restore(&mut self, snapshot: &RawSnapshot, as_branch: bool) -> Answer {
        if as_branch {
            self.scene.restore_as_branch(&snapshot.0)?;
        } else {
            self.scene.restore(&snapshot.0)?;
        }
        self.poses.moved.clear();
        self.changed(Ok(()))
    }
}
