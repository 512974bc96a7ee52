//! When the trees learn of moves, and what queries see meanwhile.
//!
//! When few proxies moved, their tree is told one by one. When many did, every box in it is computed
//! anew, and that may wait: the search pairs what moved without the tree, so that the tree has to be
//! right only once somebody asks it. Whether anybody does changes the work and never the answer. The
//! boxes of a tree follow from those of its leaves and its shape, and the shape changes at fixed
//! times.

use super::{BroadPhase, MOVING, Pending, Slot, tree_of};
use crate::Tree;
use std::sync::OnceLock;

/// Trees are swept over as a whole when one in so many of their boxes has moved. Not before they
/// join the sweep: with 7 to 10 % of them moving, 16 makes a frame take 1.7 times as long.
const REFIT_ONE_IN: usize = 8;
/// After so many refreshes in which many moved, the tree learns of it in any case, to see whether
/// it has to be rebuilt.
const LOOK_EVERY: u32 = 4;
/// So many refreshes after somebody asked, the tree learns of them at once.
const ASKED_FOR: u32 = 64;

/// How far the tree of moving proxies is behind the last refresh.
#[derive(Debug, Default)]
pub(super) struct Late {
    /// It has the boxes of an earlier refresh.
    is_late: bool,
    /// Refreshes since it was seen to.
    refreshes: u32,
    /// It is to learn of so many refreshes at once.
    at_once: u32,
    /// The tree as it would be, made for the first query after a refresh.
    caught_up: OnceLock<Tree>,
}

impl Clone for Late {
    /// What was made for a query is made again for the next.
    fn clone(&self) -> Self {
        Self { caught_up: OnceLock::new(), ..*self }
    }
}

impl BroadPhase {
    /// Lets the trees know of all moves so far, so that queries do. Costs nothing when there are
    /// none, `O(log n)` for a few; when many moved, the first query after it may pay for it.
    pub fn refresh(&mut self) {
        let mut counts = [0; 2];
        for pending in &self.pending {
            let slot = &self.slots[pending.index as usize];
            counts[tree_of(slot.kind)] += usize::from(slot.pending);
        }
        let bulk = [0, 1].map(|tree| counts[tree] * REFIT_ONE_IN > self.trees[tree].len());
        if !bulk[MOVING] && (counts[MOVING] > 0 || self.trees[MOVING].is_untidy()) {
            self.catch_up();
        }
        let Self { trees, slots, boxes, pending, .. } = self;
        for Pending { index, .. } in pending.drain(..) {
            let slot = &mut slots[index as usize];
            // A proxy removed since, whose slot may have been taken by another.
            if !slot.pending {
                continue;
            }
            slot.pending = false;
            let tree = tree_of(slot.kind);
            let aabb = boxes[index as usize];
            if !bulk[tree] {
                trees[tree].follow(slot.leaf, aabb);
            } else if tree != MOVING {
                trees[tree].set_leaf(slot.leaf, aabb);
            }
        }
        for (number, tree) in trees.iter_mut().enumerate() {
            if !bulk[number] {
                tree.tidy();
            } else if number != MOVING {
                tree.refit_all();
            }
        }
        if bulk[MOVING] {
            self.refresh_many();
        }
    }

    /// Many moving proxies have other boxes, and none is pending any more.
    fn refresh_many(&mut self) {
        let Self { trees, boxes, late, .. } = self;
        let tree = &mut trees[MOVING];
        tree.forget_boxes();
        if late.caught_up.take().is_some() {
            late.at_once = ASKED_FOR;
        }
        late.refreshes += 1;
        let look = late.refreshes >= LOOK_EVERY;
        late.is_late = !look && late.at_once == 0;
        if late.is_late {
            return;
        }
        late.at_once = late.at_once.saturating_sub(1);
        tree.take_boxes(boxes);
        let cost = tree.sweep_up();
        if look {
            late.refreshes = 0;
            tree.rebuild_if_worn(cost);
        }
    }

    /// Brings the tree of moving proxies to the state of the last refresh.
    pub(super) fn catch_up(&mut self) {
        if !self.late.is_late {
            return;
        }
        match self.late.caught_up.take() {
            Some(tree) => self.trees[MOVING] = tree,
            None => {
                let mut tree = core::mem::take(&mut self.trees[MOVING]);
                self.bring_up(&mut tree);
                self.trees[MOVING] = tree;
            }
        }
        self.late.is_late = false;
    }

    /// A tree as of the last refresh.
    #[inline]
    pub(super) fn tree(&self, which: usize) -> &Tree {
        if which == MOVING && self.late.is_late { self.caught_up() } else { &self.trees[which] }
    }

    #[cold]
    fn caught_up(&self) -> &Tree {
        self.late.caught_up.get_or_init(|| {
            let mut tree = self.trees[MOVING].clone();
            self.bring_up(&mut tree);
            tree
        })
    }

    /// Gives the tree of moving proxies the boxes of the last refresh.
    fn bring_up(&self, tree: &mut Tree) {
        tree.take_boxes(&self.boxes);
        for Pending { index, before } in &self.pending {
            let Slot { leaf, kind, pending, .. } = self.slots[*index as usize];
            // Of a proxy that was removed and the one in its place, the later counts.
            if pending && tree_of(kind) == MOVING {
                tree.put_box(leaf, *before);
            }
        }
        tree.sweep_up();
    }
}
