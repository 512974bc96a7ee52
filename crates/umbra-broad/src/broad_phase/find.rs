//! The search for new pairs.
//!
//! A pair is new if its fat boxes overlap and those of the last search did not. Each proxy keeps
//! its old box for that, so no set of known pairs has to be asked or kept.
//!
//! What moved is paired among itself by the [`sweep`](crate::sweep). For what did not move there
//! are two ways: it is thrown into the same sweep, where unmoved pairs drop out by the rule above,
//! or each moved proxy asks the tree. A query costs five to eight times what a place in the sweep
//! does, so the first wins once about an eighth has moved.

use super::{BroadPhase, MOVING, NONE, Pair, ProxyId, ProxyKind, STATIC, Slot, order, tree_of};
use crate::Tree;
use crate::sweep::pair_key;
use core::ops::ControlFlow;

/// All of a tree joins the sweep when one in so many of it has moved.
const SWEEP_ONE_IN: usize = 8;
/// Moved proxies that ask the tree in one task.
#[cfg(feature = "parallel")]
const QUERIES_PER_TASK: usize = 64;
/// Fewer are asked by one thread: to wake another takes 20 us.
#[cfg(feature = "parallel")]
const LEAST_FOR_THREADS: usize = 512;

/// Memory of the last search, used again for the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    keys: Vec<u64>,
    order: order::Scratch,
    pairs: Vec<Pair>,
    /// The moves of those that left their fat boxes.
    pub(super) left: Vec<u32>,
    /// Pairs found by each task.
    #[cfg(feature = "parallel")]
    tasks: Vec<Vec<u64>>,
}

impl BroadPhase {
    /// The pairs whose fat boxes overlap now and did not at the last search, or that a changed
    /// filter or kind lets through since: each once, in the order of their slots, whatever the
    /// number of threads and the history of the trees.
    pub fn find_new_pairs(&mut self) -> &[Pair] {
        self.refresh();
        if self.moved.is_empty() && self.refiltered.is_empty() {
            // At rest nothing is new in most steps.
            return &[];
        }
        let mut keys = core::mem::take(&mut self.scratch.keys);
        keys.clear();
        let [static_joins, moving_joins] = self.fill_sweep();
        let mut sweep = core::mem::take(&mut self.sweep);
        sweep.find(self.level, &self.boxes, &self.old_boxes, &mut keys);
        self.sweep = sweep;
        if !moving_joins || !self.refiltered.is_empty() {
            self.catch_up();
        }
        if !(static_joins && moving_joins) {
            for (tree, joins) in self.trees.iter_mut().zip([static_joins, moving_joins]) {
                tree.expect_questions(if joins { 0 } else { self.moved.len() });
            }
            self.ask_trees([!static_joins, !moving_joins], &mut keys);
        }
        self.find_let_through(&mut keys);
        // The order of slots depends on what was called and on nothing else.
        order::sort(&mut keys, self.slots.len(), &mut self.scratch.order);
        let mut pairs = core::mem::take(&mut self.scratch.pairs);
        self.let_through(&keys, &mut pairs);
        self.scratch.keys = keys;
        self.scratch.pairs = pairs;
        self.forget_moves();
        &self.scratch.pairs
    }

    /// Fills the sweep with what moved, and with all of the trees where that is cheaper than
    /// asking them. Which of them joined.
    fn fill_sweep(&mut self) -> [bool; 2] {
        let Self { trees, slots, moved, sweep, .. } = self;
        sweep.clear();
        let mut counts = [0; 2];
        for index in moved.iter() {
            counts[tree_of(slots[*index as usize].kind)] += 1;
        }
        let moving_joins = counts[MOVING] * SWEEP_ONE_IN >= trees[MOVING].len();
        let static_joins = moving_joins && trees[STATIC].len() <= counts[MOVING];
        let joins = [static_joins, moving_joins];
        let missing = [0, 1].map(|tree| joins[tree] && counts[tree] < trees[tree].len());
        if missing == [false; 2] {
            sweep.extend(moved.iter().copied());
        } else if !static_joins && trees[STATIC].len() > trees[MOVING].len() {
            // Most slots are a level's: walking over them would cost more than the search.
            let is_static = |index: &u32| tree_of(slots[*index as usize].kind) == STATIC;
            let changed_level = moved.iter().copied().filter(is_static);
            sweep.extend(trees[MOVING].all_data().chain(changed_level));
        } else {
            sweep.extend_where(slots.iter().map(|slot| {
                let taken = slot.generation & 1 == 1;
                taken & ((slot.moved != NONE) | missing[tree_of(slot.kind)])
            }));
        }
        joins
    }

    /// Each moved proxy asks the trees in `wanted` for what has not moved. They ask in the order
    /// of the sweep's cells, so that one finds in the cache what the one before has read.
    #[cfg(feature = "parallel")]
    fn ask_trees(&mut self, wanted: [bool; 2], keys: &mut Vec<u64>) {
        use rayon::prelude::*;
        let asking = self.sweep.sorted();
        if asking.len() < LEAST_FOR_THREADS || rayon::current_num_threads() == 1 {
            return asking.iter().for_each(|index| self.ask(wanted, *index, keys));
        }
        let mut tasks = core::mem::take(&mut self.scratch.tasks);
        tasks.resize_with(asking.len().div_ceil(QUERIES_PER_TASK), Vec::new);
        let chunks = asking.par_chunks(QUERIES_PER_TASK);
        chunks.zip(tasks.par_iter_mut()).for_each(|(chunk, found)| {
            found.clear();
            chunk.iter().for_each(|index| self.ask(wanted, *index, found));
        });
        tasks.iter().for_each(|found| keys.extend_from_slice(found));
        self.scratch.tasks = tasks;
    }

    #[cfg(not(feature = "parallel"))]
    fn ask_trees(&mut self, wanted: [bool; 2], keys: &mut Vec<u64>) {
        self.sweep.sorted().iter().for_each(|index| self.ask(wanted, *index, keys));
    }

    fn ask(&self, wanted: [bool; 2], moved: u32, keys: &mut Vec<u64>) {
        let Slot { kind, moved: place, .. } = self.slots[moved as usize];
        if place == NONE {
            return;
        }
        // Only a dynamic proxy meets static ones.
        let meets = [kind == ProxyKind::Dynamic, true];
        for tree in [STATIC, MOVING] {
            if wanted[tree] && meets[tree] {
                self.ask_tree(&self.trees[tree], moved, keys);
            }
        }
    }

    /// What has not moved and overlaps the new box, but did not overlap the old one.
    fn ask_tree(&self, tree: &Tree, moved: u32, keys: &mut Vec<u64>) {
        let new = self.boxes[moved as usize];
        let old = self.old_boxes[moved as usize];
        // A branch in which the old box covers all that the new one touches holds nothing new, but
        // with a test for that a search takes a fifth longer.
        let _: ControlFlow<()> = tree.query_rim(&new, &old, |index| {
            if self.slots[index as usize].moved == NONE {
                keys.push(pair_key(moved, index));
            }
            ControlFlow::Continue(())
        });
    }

    /// Pairs that overlapped all along and are let through only now.
    fn find_let_through(&self, keys: &mut Vec<u64>) {
        for refiltered in &self.refiltered {
            let index = refiltered.index;
            let own = self.boxes[index as usize];
            let mut visit = |other: u32| {
                if other != index && self.accepts(index, other) && !self.was_pair(index, other) {
                    keys.push(pair_key(index, other));
                }
                ControlFlow::<()>::Continue(())
            };
            for tree in &self.trees {
                let _: ControlFlow<()> = tree.query_aabb(&own, u64::MAX, &mut visit);
            }
        }
    }

    /// Whether two proxies were a pair at the last search.
    fn was_pair(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|index| {
            let Slot { kind, refiltered, .. } = self.slots[index as usize];
            let aabb = self.old_boxes[index as usize];
            let filter = self.filters[index as usize];
            let mut changed = self.refiltered.iter();
            match changed.find(|changed| refiltered && changed.index == index) {
                Some(changed) => (aabb, changed.old_kind, changed.old_filter),
                None => (aabb, kind, filter),
            }
        });
        a.0.overlaps(&b.0) && a.1.meets(b.1) && a.2.accepts(&b.2)
    }

    /// The pairs of these sorted keys, each once, if they are of two and let through. In the order
    /// of slots what is known of the first of each pair is read but once.
    fn let_through(&self, keys: &[u64], pairs: &mut Vec<Pair>) {
        let nobody = ProxyId { index: 0, generation: 0 };
        // Which of them are let through is not to be guessed.
        pairs.resize(keys.len(), Pair { proxies: [nobody; 2], data: [0; 2] });
        let (mut count, mut last) = (0, u64::MAX);
        for &key in keys {
            let [a, b] = [(key >> 32) as u32, key as u32];
            let [slot_a, slot_b] = [a, b].map(|index| &self.slots[index as usize]);
            let meets = slot_a.kind.meets(slot_b.kind)
                & (self.plain_filters
                    || self.filters[a as usize].accepts(&self.filters[b as usize]));
            pairs[count] = Pair {
                proxies: [
                    ProxyId { index: a, generation: slot_a.generation },
                    ProxyId { index: b, generation: slot_b.generation },
                ],
                data: [self.data[a as usize], self.data[b as usize]],
            };
            count += usize::from(meets & (a != b) & (key != last));
            last = key;
        }
        pairs.truncate(count);
    }

    fn forget_moves(&mut self) {
        for index in self.moved.drain(..) {
            self.slots[index as usize].moved = NONE;
            self.old_boxes[index as usize] = self.boxes[index as usize];
        }
        for changed in self.refiltered.drain(..) {
            self.slots[changed.index as usize].refiltered = false;
        }
    }
}
