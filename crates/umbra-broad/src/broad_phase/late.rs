//! Deferred updates of the trees, and the boxes that queries see in the meantime.
//!
//! When few proxies moved, their tree is updated one by one. When many did, every box in it is
//! recomputed, and that may wait: the search pairs moved proxies without the tree, so that the tree
//! has to be up to date only for the next query. Queries change the work and never the result. The
//! boxes of a tree follow from those of its leaves and its shape. The shape is that of a tree built
//! from the boxes of an earlier refresh, which are kept in its leaves until the tree is needed; the
//! displacement of boxes since the build before decides which refresh that is.

use super::{BroadPhase, MOVING, Slot, tree_of};
use crate::Tree;
use crate::sweep::FatBox;
use std::sync::OnceLock;
use umbra_geom::{Aabb, Real};

/// Trees are refitted as a whole when at least one in this many of their boxes has moved. Not
/// before they join the sweep: with 7 to 10 % of them moving, 16 makes a frame take 1.7 times as
/// long.
const REFIT_ONE_IN: usize = 8;
/// The tree is rebuilt once its boxes moved by this much on average, as a fraction of their sizes,
/// or were inserted.
const WORN: Real = 1.5;
/// The tree is rebuilt at most once in this many refreshes, however fast its boxes are.
const LEAST_REFRESHES: u32 = 4;
/// For this many refreshes after a query, the tree is updated at once.
const ASKED_FOR: u32 = 64;

/// Updates of the trees that wait for the next refresh.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    /// Proxies whose trees do not have their boxes yet, and maybe some that were removed since.
    pub(super) proxies: Vec<u32>,
    /// Proxies whose box before, which queries still see, was not that of the last search. Of two
    /// entries for one slot the later counts.
    pub(super) before: Vec<(u32, Aabb)>,
    /// The number of pending proxies of each tree.
    pub(super) counts: [usize; 2],
    /// The sum of their displacements, as fractions of their sizes, for each tree.
    pub(super) displacement: [Real; 2],
}

/// The state of the tree of moving proxies relative to the last refresh.
#[derive(Debug, Default)]
pub(super) struct Late {
    /// True if it has the boxes of an earlier refresh.
    is_late: bool,
    /// True if its leaves have the boxes from which it has to be rebuilt before anything else.
    is_owed: bool,
    /// Refreshes with many moves since it was built or had to be.
    refreshes: u32,
    /// The sum of the displacements of its boxes since then, as fractions of their sizes.
    worn: Real,
    /// The number of refreshes in which it is still to be updated at once.
    at_once: u32,
    /// The updated tree, made for the first query after a refresh.
    caught_up: OnceLock<Box<Tree>>,
}

impl Late {
    /// Resets the wear after the tree was rebuilt.
    pub(super) fn is_as_built(&mut self) {
        (self.refreshes, self.worn) = (0, 0.0);
    }
}

impl Clone for Late {
    /// The tree made for a query is not copied; the next query makes it again.
    fn clone(&self) -> Self {
        Self { caught_up: OnceLock::new(), ..*self }
    }
}

impl BroadPhase {
    /// Updates the trees with all moves so far, so that queries see them. Costs nothing when there
    /// are none, `O(log n)` for a few; when many moved, the first query afterwards may pay for it.
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
            // A proxy removed since, whose slot may have been reused.
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

    /// Applies deferred updates of the last [`refresh`](Self::refresh) in place. Without this call
    /// the first query afterwards may do so on a copy, as queries run on any thread; call it before
    /// many queries.
    pub fn prepare_queries(&mut self) {
        self.catch_up();
    }

    /// Refreshes after many moving proxies got other boxes.
    fn refresh_many(&mut self) {
        let Self { trees, boxes, late, .. } = self;
        let tree = &mut trees[MOVING];
        if let Some(caught_up) = late.caught_up.take() {
            *tree = *caught_up;
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

    /// Defers the update of the tree of moving proxies, all of whose boxes changed, to its next
    /// use.
    pub(super) fn take_boxes_later(&mut self) {
        if let Some(caught_up) = self.late.caught_up.take() {
            self.trees[MOVING] = *caught_up;
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
            Some(tree) => self.trees[MOVING] = *tree,
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
            Box::new(tree)
        })
    }
}

/// The data of moving proxies besides their tree.
struct Truth<'a> {
    boxes: &'a [FatBox],
    slots: &'a [Slot],
    leaves: &'a [u32],
    pending: &'a Pending,
}

impl Truth<'_> {
    /// Updates the tree of moving proxies with the boxes of the last refresh.
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
