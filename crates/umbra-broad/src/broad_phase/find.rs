//! The search for new pairs.
//!
//! A pair is new if its fat boxes overlap and those of the last search did not. Each proxy keeps
//! its old box for that, so no set of known pairs has to be searched or kept.
//!
//! Moved proxies are paired among themselves by the [`sweep`](crate::sweep). Unmoved proxies join
//! in one of two ways: they are added to the same sweep, where unmoved pairs drop out by the rule
//! above, or each moved proxy queries the tree. A query costs five to eight times as much as a box
//! in the sweep, so the first is faster once about an eighth has moved.

use super::{BroadPhase, MOVING, NONE, Pair, ProxyId, ProxyKind, STATIC, Slot, order, tree_of};
use crate::Tree;
use crate::sweep::{FatBox, PairKeys, Sweep};
use core::ops::ControlFlow;

/// All of a tree joins the sweep when at least one in this many of its proxies has moved.
const SWEEP_ONE_IN: usize = 8;
/// Moved proxies that query the tree in one task.
#[cfg(feature = "parallel")]
const QUERIES_PER_TASK: usize = 64;
/// Fewer proxies query on one thread: to wake another takes 20 us.
#[cfg(feature = "parallel")]
const LEAST_FOR_THREADS: usize = 512;

/// With fewer moved proxies than this, a search is done before another thread has started.
#[cfg(feature = "parallel")]
const WORTH_SHARING: usize = 256;

/// The memory that searches fill anew: none until the first one.
#[derive(Debug, Default)]
pub struct SearchMemory(pub(super) Option<Box<Scratch>>);

#[derive(Debug, Default)]
pub(super) struct Scratch {
    sweep: Sweep,
    found: Found,
    /// The moves of proxies that left their fat boxes.
    pub(super) left: Vec<u32>,
}

/// The pairs of a search.
#[derive(Debug, Default)]
struct Found {
    keys: Vec<u64>,
    spare: Vec<u64>,
    pairs: Vec<Pair>,
    /// Pairs found by each task.
    #[cfg(feature = "parallel")]
    tasks: Vec<Vec<u64>>,
}

impl BroadPhase {
    /// Swaps the memory that searches fill anew. No result changes because of that.
    #[doc(hidden)]
    pub fn swap_memory(&mut self, other: &mut SearchMemory) {
        core::mem::swap(&mut self.memory, other);
    }

    /// The pairs whose fat boxes overlap now and did not at the last search, or that a changed
    /// filter or kind allows since: each once, in the order of their slots, whatever the number of
    /// threads and the history of the trees.
    pub fn find_new_pairs(&mut self) -> &[Pair] {
        self.find_new_pairs_beside(|_| ()).0
    }

    /// [`find_new_pairs`](Self::find_new_pairs), with other work at the same time if there is a
    /// thread for it: most of a search runs on one thread. The work may query this broad phase; the
    /// results are those from before the search.
    ///
    /// ```
    /// use umbra_broad::{BroadPhase, BroadPhaseConfig, Filter, ProxyKind};
    /// use umbra_geom::Aabb;
    ///
    /// let mut broad = BroadPhase::new(BroadPhaseConfig::default())?;
    /// let mut add = |x: f32| {
    ///     let aabb = Aabb::new([x, 0.0], [x + 1.0, 1.0])?;
    ///     broad.add(aabb, ProxyKind::Dynamic, Filter::default(), 0)
    /// };
    /// let [a, b] = [add(0.0)?, add(0.5)?];
    /// let (pairs, touch) = broad.find_new_pairs_beside(|broad| broad.touches(a, b));
    /// assert_eq!((pairs.len(), touch), (1, Ok(true)));
    /// # Ok::<(), umbra_broad::Error>(())
    /// ```
    pub fn find_new_pairs_beside<R: Send>(
        &mut self,
        work: impl FnOnce(&Self) -> R + Send,
    ) -> (&[Pair], R) {
        self.refresh();
        if self.moved.is_empty() && self.refiltered.is_empty() {
            // At rest nothing is new in most steps.
            return (&[], work(self));
        }
        let joins = self.fill_sweep();
        let [static_joins, moving_joins] = joins;
        if !moving_joins || !self.refiltered.is_empty() {
            self.catch_up();
        }
        for (tree, joins) in self.trees.iter_mut().zip(joins) {
            if !(static_joins && moving_joins) {
                tree.expect_questions(if joins { 0 } else { self.moved.len() });
            }
        }
        let mut memory = self.memory.0.take().unwrap_or_default();
        let Scratch { sweep, found, .. } = &mut *memory;
        let search = || self.search(joins, sweep, found);
        let ((), result) = both(self.moved.len(), search, || work(self));
        self.forget_moves();
        (&self.memory.0.insert(memory).found.pairs, result)
    }

    /// The search itself, which changes nothing but its scratch memory.
    fn search(&self, [static_joins, moving_joins]: [bool; 2], sweep: &mut Sweep, to: &mut Found) {
        to.keys.clear();
        sweep.find(self.level, &self.boxes, self.pair_keys(), &mut to.keys);
        if !(static_joins && moving_joins) {
            self.ask_trees([!static_joins, !moving_joins], sweep.sorted(), to);
        }
        self.find_let_through(&mut to.keys);
        // The order of slots depends on what was called and on nothing else.
        order::sort(&mut to.keys, self.pair_keys(), &mut to.spare);
        self.let_through(&to.keys, &mut to.pairs);
    }

    fn pair_keys(&self) -> PairKeys {
        PairKeys::of_slots(self.slots.len())
    }

    /// Fills the sweep with the moved proxies, and with all of a tree where that is cheaper than
    /// queries. Returns for each tree if it joined.
    fn fill_sweep(&mut self) -> [bool; 2] {
        let Self { trees, slots, moved, memory, .. } = self;
        let sweep = &mut memory.0.get_or_insert_default().sweep;
        sweep.clear();
        let mut counts = [0, moved.len()];
        if !trees[STATIC].is_empty() {
            let is_static = |index: &&u32| tree_of(slots[**index as usize].kind) == STATIC;
            counts[STATIC] = moved.iter().filter(is_static).count();
            counts[MOVING] -= counts[STATIC];
        }
        let moving_joins = counts[MOVING] * SWEEP_ONE_IN >= trees[MOVING].len();
        let static_joins = moving_joins && trees[STATIC].len() <= counts[MOVING];
        let joins = [static_joins, moving_joins];
        let missing = [0, 1].map(|tree| joins[tree] && counts[tree] < trees[tree].len());
        let joining = [0, 1].map(|tree| if joins[tree] { trees[tree].len() } else { 0 });
        if missing == [false; 2] {
            sweep.extend(moved.iter().copied());
        } else if !static_joins && trees[STATIC].len() > trees[MOVING].len() {
            // Most slots are a level's: walking over them would cost more than the search.
            let is_static = |index: &u32| tree_of(slots[*index as usize].kind) == STATIC;
            let changed_level = moved.iter().copied().filter(is_static);
            sweep.extend(trees[MOVING].all_data().chain(changed_level));
        } else if joining[STATIC] + joining[MOVING] == slots.len() {
            sweep.extend(0..slots.len() as u32);
        } else {
            sweep.extend_where(slots.iter().map(|slot| {
                let taken = slot.generation & 1 == 1;
                taken & ((slot.moved != NONE) | missing[tree_of(slot.kind)])
            }));
        }
        joins
    }

    /// Each moved proxy of `asking` queries the trees in `wanted` for unmoved proxies. They go in
    /// the order of the sweep's cells, so that one finds in the cache the nodes that the one before
    /// read.
    #[cfg(feature = "parallel")]
    fn ask_trees(&self, wanted: [bool; 2], asking: &[u32], to: &mut Found) {
        use rayon::prelude::*;
        let Found { keys, tasks, .. } = to;
        if asking.len() < LEAST_FOR_THREADS || umbra_lanes::threads::count() == 1 {
            return asking.iter().for_each(|index| self.ask(wanted, *index, keys));
        }
        tasks.resize_with(asking.len().div_ceil(QUERIES_PER_TASK), Vec::new);
        let chunks = asking.par_chunks(QUERIES_PER_TASK);
        chunks.zip(tasks.par_iter_mut()).for_each(|(chunk, found)| {
            found.clear();
            chunk.iter().for_each(|index| self.ask(wanted, *index, found));
        });
        tasks.iter().for_each(|found| keys.extend_from_slice(found));
    }

    #[cfg(not(feature = "parallel"))]
    fn ask_trees(&self, wanted: [bool; 2], asking: &[u32], to: &mut Found) {
        asking.iter().for_each(|index| self.ask(wanted, *index, &mut to.keys));
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

    /// Finds unmoved proxies that overlap the new box, but did not overlap the old one.
    fn ask_tree(&self, tree: &Tree, moved: u32, keys: &mut Vec<u64>) {
        let FatBox { now, before } = self.boxes[moved as usize];
        // A branch in which the old box covers all that the new one touches holds nothing new, but
        // with a test for that a search takes a fifth longer.
        let _: ControlFlow<()> = tree.query_rim(&now, &before, |index| {
            if self.slots[index as usize].moved == NONE {
                keys.push(self.pair_keys().key(moved, index));
            }
            ControlFlow::Continue(())
        });
    }

    /// Finds pairs that overlapped all along and are allowed only now.
    fn find_let_through(&self, keys: &mut Vec<u64>) {
        for refiltered in &self.refiltered {
            let index = refiltered.index;
            let own = self.boxes[index as usize].now;
            let mut visit = |other: u32| {
                if other != index && self.accepts(index, other) && !self.was_pair(index, other) {
                    keys.push(self.pair_keys().key(index, other));
                }
                ControlFlow::<()>::Continue(())
            };
            for tree in &self.trees {
                let _: ControlFlow<()> = tree.query_aabb(&own, u64::MAX, &mut visit);
            }
        }
    }

    /// True if two proxies were a pair at the last search.
    pub(super) fn was_pair(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|index| {
            let Slot { kind, refiltered, .. } = self.slots[index as usize];
            let aabb = self.boxes[index as usize].before;
            let filter = self.filters[index as usize];
            let mut changed = self.refiltered.iter();
            match changed.find(|changed| refiltered && changed.index == index) {
                Some(changed) => (aabb, changed.old_kind, changed.old_filter),
                None => (aabb, kind, filter),
            }
        });
        a.0.overlaps(&b.0) && a.1.meets(b.1) && a.2.accepts(&b.2)
    }

    /// The pairs of these sorted keys, each once, without pairs of a proxy with itself and those
    /// not allowed. In the order of slots, the data of each first proxy is read only once.
    fn let_through(&self, keys: &[u64], pairs: &mut Vec<Pair>) {
        let nobody = ProxyId { index: 0, generation: 0 };
        // Which of them are let through is not to be guessed.
        pairs.resize(keys.len(), Pair { proxies: [nobody; 2], data: [0; 2] });
        let (mut count, mut last) = (0, u64::MAX);
        let (form, slots, listed) = (self.pair_keys(), &self.slots[..], &mut pairs[..]);
        let plain_filters = self.plain_filters;
        for &key in keys {
            let [a, b] = form.pair(key);
            let (slot_a, slot_b) = (&slots[a as usize], &slots[b as usize]);
            let meets = slot_a.kind.meets(slot_b.kind)
                & (plain_filters || self.filters[a as usize].accepts(&self.filters[b as usize]));
            listed[count] = Pair {
                proxies: [
                    ProxyId { index: a, generation: slot_a.generation },
                    ProxyId { index: b, generation: slot_b.generation },
                ],
                data: [slot_a.data, slot_b.data],
            };
            count += usize::from(meets & (a != b) & (key != last));
            last = key;
        }
        pairs.truncate(count);
    }

    pub(super) fn forget_moves(&mut self) {
        // Both cut to one length where the compiler sees it: then it checks one index, not two.
        let slots = &mut self.slots[..];
        let boxes = &mut self.boxes[..slots.len()];
        for index in self.moved.drain(..) {
            slots[index as usize].moved = NONE;
            let fat = &mut boxes[index as usize];
            fat.before = fat.now;
        }
        for changed in self.refiltered.drain(..) {
            self.slots[changed.index as usize].refiltered = false;
        }
    }
}

/// Runs two independent closures, in parallel if enough proxies moved: the search, and something
/// else.
#[cfg_attr(not(feature = "parallel"), allow(unused_variables))]
fn both<A: Send, B: Send>(
    moved: usize,
    search: impl FnOnce() -> A + Send,
    work: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "parallel")]
    if moved >= WORTH_SHARING && umbra_lanes::threads::count() > 1 {
        return rayon::join(search, work);
    }
    (search(), work())
}
