//! When the trees learn of moves, and what queries see meanwhile.
//!
//! When few proxies moved, their tree is told one by one. When many did, every box in it is computed
//! anew, and that may wait: the search pairs what moved without the tree, so that the tree has to be
//! right only once somebody asks it. Whether anybody does changes the work and never the answer. The
//! boxes of a tree follow from those of its leaves and its shape. The shape is that of a tree built
//! from the boxes of an earlier refresh, which are kept in its leaves until somebody has it built;
//! which refresh that is follows from how far boxes came since the one before.

use super::{BroadPhase, MOVING, Slot, tree_of};
use crate::Tree;
use crate::sweep::FatBox;
use std::sync::OnceLock;
use umbra_geom::{Aabb, Real};

/// Trees are swept over as a whole when one in so many of their boxes has moved. Not before they
/// join the sweep: with 7 to 10 % of them moving, 16 makes a frame take 1.7 times as long.
const REFIT_ONE_IN: usize = 8;
/// The tree is to be built anew once its boxes came so far on average, in parts of their sizes, or
/// were inserted ...
const WORN: Real = 1.5;
/// ... but not in each of so many refreshes, however fast they are.
const LEAST_REFRESHES: u32 = 4;
/// So many refreshes after somebody asked, the tree learns of them at once.
const ASKED_FOR: u32 = 64;

/// What the trees are to learn at the next refresh.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    /// Proxies whose trees do not know their boxes yet, and maybe some that were removed since.
    pub(super) proxies: Vec<u32>,
    /// Those that had other boxes before, which queries still see, than at the last search. Of two
    /// entries for one slot the later counts.
    pub(super) before: Vec<(u32, Aabb)>,
    /// How many there are for each tree.
    pub(super) counts: [usize; 2],
    /// How far they came in parts of their sizes, all together, for each tree.
    pub(super) displacement: [Real; 2],
}

/// How far the tree of moving proxies is behind the last refresh.
#[derive(Debug, Default)]
pub(super) struct Late {
    /// It has the boxes of an earlier refresh.
    is_late: bool,
    /// Its leaves have the boxes from which it is to be built before anything else is done with it.
    is_owed: bool,
    /// Refreshes in which many moved since it was built or owed.
    refreshes: u32,
    /// How far its boxes came since then, in parts of their sizes, all together.
    worn: Real,
    /// It is to learn of so many refreshes at once.
    at_once: u32,
    /// The tree as it would be, made for the first query after a refresh.
    caught_up: OnceLock<Tree>,
}

impl Late {
    /// The tree was built anew.
    pub(super) fn is_as_built(&mut self) {
        (self.refreshes, self.worn) = (0, 0.0);
    }
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
        let counts = core::mem::take(&mut self.pending.counts);
        let displacement = core::mem::take(&mut self.pending.displacement);
        self.pending.before.clear();
        let bulk = [0, 1].map(|tree| counts[tree] * REFIT_ONE_IN > self.trees[tree].len());
        if !bulk[MOVING] && (counts[MOVING] > 0 || self.trees[MOVING].is_untidy()) {
            self.catch_up();
        }
        let Self { trees, slots, leaves, boxes, pending, .. } = self;
        let slots = &mut slots[..];
        for index in pending.proxies.drain(..) {
            let slot = &mut slots[index as usize];
            // A proxy removed since, whose slot may have been taken by another.
            if !slot.pending {
                continue;
            }
            slot.pending = false;
            let tree = tree_of(slot.kind);
            if !bulk[tree] {
                trees[tree].follow(leaves[index as usize], boxes[index as usize].now);
            } else if tree != MOVING {
                trees[tree].set_leaf(leaves[index as usize], boxes[index as usize].now);
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
            self.late.worn += displacement[MOVING];
            self.refresh_many();
        }
    }

    /// Lets the trees take in place what they were told by the last [`refresh`](Self::refresh). Otherwise the first
    /// query after it may do so on a copy, as queries run on any thread; whoever is about to ask many saves that.
    pub fn prepare_queries(&mut self) {
        self.catch_up();
    }

    /// Many moving proxies have other boxes, and none is pending any more.
    fn refresh_many(&mut self) {
        let Self { trees, boxes, late, .. } = self;
        let tree = &mut trees[MOVING];
        if let Some(caught_up) = late.caught_up.take() {
            *tree = caught_up;
            late.is_owed = false;
            late.at_once = ASKED_FOR;
        }
        tree.forget_boxes();
        late.refreshes += 1;
        let worn = late.worn + tree.changes() as Real;
        if late.refreshes >= LEAST_REFRESHES && worn > WORN * tree.len() as Real {
            tree.take_boxes(boxes);
            tree.forget_changes();
            late.is_owed = true;
            late.is_as_built();
        }
        late.is_late = true;
        if late.at_once > 0 {
            late.at_once -= 1;
            self.catch_up();
        }
    }

    /// The boxes of moving proxies are others, all at once: their tree learns of them when it is asked.
    pub(super) fn take_boxes_later(&mut self) {
        if let Some(caught_up) = self.late.caught_up.take() {
            self.trees[MOVING] = caught_up;
            self.late.is_owed = false;
        }
        self.trees[MOVING].forget_boxes();
        self.late.is_late = true;
    }

    /// Brings the tree of moving proxies to the state of the last refresh.
    pub(super) fn catch_up(&mut self) {
        if !self.late.is_late {
            return;
        }
        match self.late.caught_up.take() {
            Some(tree) => self.trees[MOVING] = tree,
            None => {
                let Self { trees, boxes, slots, leaves, pending, late, .. } = self;
                let truth = Truth { boxes, slots, leaves, pending };
                truth.bring_up(&mut trees[MOVING], late.is_owed);
            }
        }
        (self.late.is_late, self.late.is_owed) = (false, false);
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
            let Self { boxes, slots, leaves, pending, late, .. } = self;
            let truth = Truth { boxes, slots, leaves, pending };
            truth.bring_up(&mut tree, late.is_owed);
            tree
        })
    }
}

/// What is known of moving proxies besides their tree.
struct Truth<'a> {
    boxes: &'a [FatBox],
    slots: &'a [Slot],
    leaves: &'a [u32],
    pending: &'a Pending,
}

impl Truth<'_> {
    /// Gives the tree of moving proxies the boxes of the last refresh.
    fn bring_up(&self, tree: &mut Tree, is_owed: bool) {
        if is_owed {
            tree.rebuild_binary();
        }
        tree.take_boxes(self.boxes);
        let before =
            self.pending.proxies.iter().map(|index| (*index, self.boxes[*index as usize].before));
        for (index, before) in before.chain(self.pending.before.iter().copied()) {
            let Slot { kind, pending, .. } = self.slots[index as usize];
            if pending && tree_of(kind) == MOVING {
                tree.put_box(self.leaves[index as usize], before);
            }
        }
        tree.sweep_up();
    }
}
