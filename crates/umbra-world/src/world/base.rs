//! The copy of a world that snapshots share.

use std::sync::Arc;

use crate::World;
use crate::store::Generation;

/// A copy of a world for what it is made of. It is good for worlds of its generation. Clones of a
/// world share it.
#[derive(Clone, Default)]
pub(crate) struct Base(Option<(Generation, Arc<World>)>);

impl core::fmt::Debug for Base {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Base")
    }
}

impl Base {
    /// The copy.
    pub(crate) fn world(&self) -> Option<&World> {
        self.0.as_ref().map(|(_, world)| &**world)
    }

    /// True if both are one copy.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some((_, own)), Some((_, other))) => Arc::ptr_eq(own, other),
            _ => false,
        }
    }
}

impl World {
    /// True if the copy that snapshots share is good.
    pub(crate) fn has_base(&self) -> bool {
        self.base.0.as_ref().is_some_and(|(generation, _)| *generation == self.generation)
    }

    /// Makes the copy that snapshots share, unless it is good.
    pub(crate) fn make_base(&mut self) {
        if !self.has_base() {
            self.broad.refresh();
            let copy = Self { base: Base(None), ..self.clone() };
            self.base = Base(Some((self.generation.clone(), Arc::new(copy))));
        }
    }
}
