//! The copy of a world that snapshots share.

use std::sync::Arc;

use crate::World;

/// A copy of a scene for what it is made of. Clones of a scene share it.
#[derive(Clone, Default)]
pub struct Base(pub(crate) Option<Arc<World>>);

impl Base {
    #[inline]
    pub fn forget(&mut self) {
        self.0 = None;
    }
}

impl core::fmt::Debug for Base {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Base")
    }
}

impl World {
    /// Something that a scene is made of changes.
    #[inline]
    pub fn forget_base(&mut self) {
        self.base.forget();
    }
}
