//! Interleaves casts that do not lie side by side.
//!
//! A step of a cast takes the next waiting box, tests the eight boxes in it, and stores those that
//! it enters. None of that needs a branch that is hard to predict: the hits are written in one go,
//! whatever their number. So the processor works on the steps of several casts at once, where a
//! cast alone waits in each step for the end of the one before. With two casts at a time that takes
//! half as long again; with sixteen it is not faster.

use super::Cast;
use super::batch::{CastBatch, CastSet};
use super::cast::SLACK;
use super::wide::{LANES, Wide};
use crate::lanes::{BoxLanes, Boxes, CastLanes, Slab};
use core::ops::ControlFlow;
use umbra_geom::Real;

/// Number of casts at a time.
const SLOTS: usize = 8;
/// Number of boxes that can wait in a slot. In a tree of 10,000 leaves seldom more than 20 do.
const ROOM: usize = if cfg!(test) { 12 } else { 64 };

/// A cast to be continued from a node.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub(super) cast: u32,
    pub(super) node: u32,
    /// The fraction at which it enters the node.
    pub(super) enter: Real,
}

/// A cast in progress.
#[derive(Clone, Copy)]
struct Slot {
    slab: Slab,
    cast: u32,
    /// The number of waiting boxes; the next one is the last.
    waiting: usize,
    /// Nodes, or the data of leaves.
    links: [u32; ROOM],
    /// The fractions at which they are entered; negated for leaves.
    signed: [Real; ROOM],
}

impl Slot {
    const EMPTY: Self = Self {
        slab: Slab { near: [0.0; 2], far: [0.0; 2], inverse: [0.0; 2], limit: 0.0, slack: 1.0 },
        cast: 0,
        waiting: 0,
        links: [0; ROOM],
        signed: [0.0; ROOM],
    };

    #[inline(always)]
    fn start(&mut self, task: &Task, batch: &CastBatch) {
        self.slab = batch.slabs.slab(task.cast as usize);
        self.cast = task.cast;
        self.waiting = 1;
        (self.links[0], self.signed[0]) = (task.node, task.enter);
    }

    /// Drops the boxes beyond a new limit. Testing each box in its turn would be one more branch to
    /// predict.
    #[inline(always)]
    fn set_limit(&mut self, limit: Real) {
        self.slab.limit = limit;
        let mut kept = 0;
        for index in 0..self.waiting.min(ROOM) {
            let (link, signed) = (self.links[index], self.signed[index]);
            (self.links[kept], self.signed[kept]) = (link, signed);
            kept += usize::from(signed.abs() <= limit * SLACK);
        }
        self.waiting = kept;
    }
}

impl Wide {
    /// Completes all tasks, several at a time.
    #[inline(always)]
    pub(super) fn interleave(
        &self,
        eight: impl BoxLanes + CastLanes,
        batch: &mut CastBatch,
        tasks: &[Task],
        mask: u64,
        visit: &mut impl FnMut(u32, &mut CastBatch, CastSet),
    ) {
        let mut slots = [Slot::EMPTY; SLOTS];
        let mut tasks = tasks.iter();
        let mut active = 0;
        for (slot, task) in slots.iter_mut().zip(tasks.by_ref()) {
            slot.start(task, batch);
            active += 1;
        }
        while active > 0 {
            let mut at = 0;
            while at < active {
                let slot = &mut slots[at];
                if slot.waiting == 0 {
                    if let Some(task) = tasks.next() {
                        slot.start(task, batch);
                    } else {
                        active -= 1;
                        slots[at] = slots[active];
                        continue;
                    }
                }
                at += 1;
                self.step(eight, slot, batch, mask, visit);
            }
        }
    }

    /// Takes the last waiting box of a slot, and enters it.
    #[inline(always)]
    fn step(
        &self,
        eight: impl BoxLanes + CastLanes,
        slot: &mut Slot,
        batch: &mut CastBatch,
        mask: u64,
        visit: &mut impl FnMut(u32, &mut CastBatch, CastSet),
    ) {
        slot.waiting -= 1;
        let (link, signed) = (slot.links[slot.waiting], slot.signed[slot.waiting]);
        let cast = slot.cast as usize;
        if signed.is_sign_negative() {
            batch.enters[cast] = -signed;
            visit(link, batch, CastSet::of_one(slot.cast));
            let limit = batch.limit(cast);
            if limit < slot.slab.limit {
                slot.set_limit(limit);
            }
            return;
        }
        let links = slot.links[slot.waiting..].first_chunk_mut::<LANES>();
        let room = links.zip(slot.signed[slot.waiting..].first_chunk_mut::<LANES>());
        let Some(room) = room else {
            return self.cast_below(eight, link, slot, batch, mask, visit);
        };
        let node = &self.nodes[link as usize];
        let boxes = Boxes {
            edges: node.edges(),
            taken: self.let_through(link, node.taken, mask),
            leaves: node.leaves,
            links: &node.links,
        };
        slot.waiting += eight.push_entered(boxes, &slot.slab, room);
    }

    /// Finishes a cast alone below a node, where its slot has no room for more boxes.
    #[cold]
    #[inline(never)]
    fn cast_below(
        &self,
        eight: impl BoxLanes + CastLanes,
        node: u32,
        slot: &mut Slot,
        batch: &mut CastBatch,
        mask: u64,
        visit: &mut impl FnMut(u32, &mut CastBatch, CastSet),
    ) {
        let cast = slot.cast as usize;
        let alone = Cast::of_slab(&slot.slab);
        let _ = self.cast(eight, node, &alone, mask, &mut |data, enter| {
            batch.enters[cast] = enter;
            visit(data, batch, CastSet::of_one(cast as u32));
            ControlFlow::<(), Real>::Continue(batch.limit(cast))
        });
        slot.set_limit(batch.limit(cast));
    }
}
