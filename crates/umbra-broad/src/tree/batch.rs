//! Batches of casts through a tree.
//!
//! A cast alone waits: at every node for its boxes to come from memory, for their test to end, and
//! for the processor to learn its next branch. A batch waits less. Casts that lie side by side,
//! such as lines of sight from one point, visit nearly the same nodes and go through the tree as a
//! [`packet`](super::packet), one visit for all. Others are [interleaved](super::interleave): while
//! one waits, the next is tested. The hits of a cast are the same in every case.

use super::Cast;
use super::cast::SLACK;
use crate::lanes::{BATCH, CastLanes, Column, LANES, PACKET, SlabColumns};
use core::ops::ControlFlow;
use umbra_geom::Real;
use umbra_lanes::Level;

/// Casts form a packet when, from one to the next, their ends move by no more than this fraction of
/// their lengths, on average. With it, fans of 32 rays all around are packets; with half of it,
/// fans of 64 were a quarter slower.
const SIDE_BY_SIDE: Real = 0.25;

/// Up to [`CAPACITY`](Self::CAPACITY) casts for [`Tree::cast_batch`](crate::Tree::cast_batch).
///
/// ```
/// use umbra_broad::{Cast, CastBatch, Tree};
/// use umbra_geom::Aabb;
///
/// let mut tree = Tree::new();
/// tree.insert(Aabb::new([4.0, -9.0], [5.0, 9.0])?, 10, u64::MAX)?;
/// tree.insert(Aabb::new([7.0, -1.0], [8.0, 1.0])?, 20, u64::MAX)?;
/// let mut batch = CastBatch::new();
/// for y in [0.0, 0.5, 3.0] {
///     batch.push(&Cast::ray([0.0, y], [10.0, 0.0], 1.0)?);
/// }
/// let mut found = [Vec::new(), Vec::new(), Vec::new()];
/// tree.cast_batch(&mut batch, u64::MAX, |data, _, casts| {
///     casts.for_each(|cast| found[cast].push(data));
/// });
/// found.iter_mut().for_each(|found| found.sort());
/// assert_eq!(found, [vec![10, 20], vec![10, 20], vec![10]]);
/// # Ok::<(), umbra_broad::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CastBatch {
    pub(super) slabs: SlabColumns,
    /// The fraction at which each cast entered the box visited last.
    pub(super) enters: Column,
    count: usize,
}

impl Default for CastBatch {
    fn default() -> Self {
        Self::new()
    }
}

impl CastBatch {
    /// The maximum number of casts in a batch.
    pub const CAPACITY: usize = BATCH;

    /// A batch without casts.
    pub fn new() -> Self {
        let columns = [[0.0; BATCH]; 2];
        let slabs = SlabColumns {
            near: columns,
            far: columns,
            inverse: columns,
            limits: [0.0; BATCH],
            slack: SLACK,
        };
        Self { slabs, enters: [0.0; BATCH], count: 0 }
    }

    /// Removes all casts.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// The number of casts.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True if there is no cast.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a cast. Its index is the number of casts before it. Returns false when the batch is
    /// full.
    #[inline]
    pub fn push(&mut self, cast: &Cast) -> bool {
        let has_room = self.count < BATCH;
        if has_room {
            self.slabs.set(self.count, &cast.slab());
            self.count += 1;
        }
        has_room
    }

    /// True if the casts of a packet lie side by side, and are enough for a packet.
    #[inline(always)]
    pub(super) fn is_side_by_side(&self, eight: impl CastLanes, packet: usize) -> bool {
        let count = self.casts_of(packet).count_ones() as usize;
        if count < LANES {
            return false;
        }
        let [steps, lengths] = eight.steps_and_lengths(&self.slabs, packet * PACKET, count);
        steps <= SIDE_BY_SIDE * lengths
    }

    pub(super) fn packets(&self) -> usize {
        self.count.div_ceil(PACKET)
    }

    /// Bits of the casts of a packet.
    pub(super) fn casts_of(&self, packet: usize) -> u32 {
        let count = self.count.saturating_sub(packet * PACKET);
        if count >= PACKET { u32::MAX } else { (1 << count) - 1 }
    }

    /// The fraction at which a cast ends.
    #[inline]
    pub fn limit(&self, cast: usize) -> Real {
        self.slabs.limits[cast]
    }

    /// Sets the fraction at which a cast ends: that of a hit, to find nothing farther.
    #[inline]
    pub fn set_limit(&mut self, cast: usize, limit: Real) {
        self.slabs.limits[cast] = limit;
    }

    /// The fraction at which a cast enters the visited box; undefined for casts that miss it.
    #[inline]
    pub fn enter(&self, cast: usize) -> Real {
        self.enters[cast]
    }
}

/// The casts of a batch that enter a box: their indices, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastSet {
    pub(super) first: u32,
    pub(super) bits: u32,
}

impl CastSet {
    #[inline(always)]
    pub(super) fn of_one(cast: u32) -> Self {
        Self { first: cast, bits: 1 }
    }
}

impl Iterator for CastSet {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let cast = (self.bits != 0).then(|| (self.first + self.bits.trailing_zeros()) as usize);
        self.bits &= self.bits.wrapping_sub(1);
        cast
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.bits.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for CastSet {}

impl super::Tree {
    /// Calls `visit` with the data of every leaf that casts of the batch enter and that has a
    /// category bit in common with `mask`, with the batch, and with the casts that enter it. A leaf
    /// may be visited several times, but only once for each cast.
    ///
    /// Each cast has the hits that it has [alone](Self::cast), in another order. `visit` may [lower
    /// its limit](CastBatch::set_limit).
    pub fn cast_batch(
        &self,
        batch: &mut CastBatch,
        mask: u64,
        mut visit: impl FnMut(u32, &mut CastBatch, CastSet),
    ) {
        if self.is_empty() {
            return;
        }
        if self.wide.is_ready() {
            return self.wide.cast_batch(self.level, batch, mask, visit);
        }
        for cast in 0..batch.count {
            let alone = Cast::of_slab(&batch.slabs.slab(cast));
            let _ = self.cast(&alone, mask, |data, enter| {
                batch.enters[cast] = enter;
                visit(data, batch, CastSet::of_one(cast as u32));
                ControlFlow::<(), Real>::Continue(batch.limit(cast))
            });
        }
    }
}

impl super::wide::Wide {
    #[inline(always)]
    fn cast_batch(
        &self,
        level: Level,
        batch: &mut CastBatch,
        mask: u64,
        mut visit: impl FnMut(u32, &mut CastBatch, CastSet),
    ) {
        crate::lanes::with_lanes!(level, lanes => {
            self.cast_packets(lanes, batch, mask, &mut visit);
        });
    }
}

#[cfg(test)]
#[path = "../../tests/unit/tree_batch.rs"]
mod tests;
