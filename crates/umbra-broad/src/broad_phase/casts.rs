//! Batches of casts against all proxies.

use super::{BroadPhase, MOVING, ProxyId, STATIC};
use crate::{CastBatch, CastSet, Tree};

/// A [`BroadPhase`] prepared to answer many casts, on any thread: see [`BroadPhase::casts`].
#[derive(Debug)]
pub struct Casts<'a> {
    broad: &'a BroadPhase,
    /// A copy of the tree of moving proxies in its wide form, if that was worth it.
    moving: Option<Tree>,
}

impl BroadPhase {
    /// Prepares for `count` casts. If that is worth it for so many, the tree of moving proxies is
    /// copied into a form that is read twice as fast.
    pub fn casts(&self, count: usize) -> Casts<'_> {
        Casts { broad: self, moving: self.tree(MOVING).widened_for(count) }
    }
}

impl Casts<'_> {
    /// Calls `visit` with every proxy, and its data, whose fat box is hit by casts of the batch and
    /// whose category has a bit in common with `mask`: static ones first. See
    /// [`Tree::cast_batch`](crate::Tree::cast_batch).
    pub fn cast_batch(
        &self,
        batch: &mut CastBatch,
        mask: u64,
        mut visit: impl FnMut(ProxyId, u32, &mut CastBatch, CastSet),
    ) {
        let moving = self.moving.as_ref().unwrap_or_else(|| self.broad.tree(MOVING));
        for tree in [self.broad.tree(STATIC), moving] {
            tree.cast_batch(batch, mask, |index, batch, casts| {
                visit(self.broad.id(index), self.broad.data_of(index), batch, casts);
            });
        }
    }

    /// The broad phase that is queried.
    pub fn broad(&self) -> &BroadPhase {
        self.broad
    }
}
