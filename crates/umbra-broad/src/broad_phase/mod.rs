//! The broad phase: proxies in, new pairs out.

mod casts;
mod copy;
mod find;
mod late;
mod moves;
mod order;
mod proxies;
mod queries;
mod saved;
mod shift;

pub use casts::Casts;
pub use moves::Move;
pub use proxies::Proxy;
pub use saved::SavedBoxes;

use crate::error::checked;
use crate::sweep::FatBox;
use crate::{Error, FatMargin, Filter, ProxyKind, Tree, TreeStats};
pub use find::SearchMemory;
use late::{Late, Pending};
use umbra_geom::{Aabb, Vector};
use umbra_lanes::Level;

/// Not in a list.
const NONE: u32 = u32::MAX;
/// More proxies than this would need indices beyond 32 bits.
const MAX_PROXIES: usize = 1 << 30;

/// Identifies a proxy of a [`BroadPhase`] until it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ProxyId {
    index: u32,
    generation: u32,
}

/// Two proxies whose fat boxes have begun to overlap, in the order of their slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The proxies.
    pub proxies: [ProxyId; 2],
    /// The caller's data of each.
    pub data: [u32; 2],
}

/// Configuration of a [`BroadPhase`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BroadPhaseConfig {
    /// The margin around the boxes of kinematic and dynamic proxies. Static ones have none.
    pub margin: FatMargin,
}

/// The data of a proxy that a move or a search touches: 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Odd while the slot is taken; counts up with every addition and removal.
    generation: u32,
    /// The caller's data; for a free slot, the next free slot.
    data: u32,
    /// Its index in [`BroadPhase::moved`], or [`NONE`].
    moved: u32,
    kind: ProxyKind,
    /// True if its tree does not have its box yet.
    pending: bool,
    /// True if it is in [`BroadPhase::refiltered`].
    refiltered: bool,
    /// The last call of [`BroadPhase::move_many`] that named it, as a counter that wraps around.
    batch: u8,
}

/// A proxy whose filter or kind is not the one of the last search.
#[derive(Clone, Copy, Debug)]
struct Refiltered {
    index: u32,
    old_filter: Filter,
    old_kind: ProxyKind,
}

/// Finds new pairs among many moving boxes, and answers spatial queries about them.
///
/// A proxy stands for an object: it has a *fat* box a little larger than the object, a kind, a
/// filter, and a `u32` for the caller. [`move_proxy`](Self::move_proxy) does nothing while the
/// object stays inside its fat box. [`find_new_pairs`](Self::find_new_pairs) reports the pairs
/// whose fat boxes did not overlap at the search before; the end of a pair is for the caller to
/// notice, with [`touches`](Self::touches).
///
/// Trees are updated with moved boxes when pairs are searched, or earlier by
/// [`refresh`](Self::refresh): queries made between a move and either still see the box from
/// before.
///
/// ```
/// use umbra_broad::{BroadPhase, BroadPhaseConfig, Filter, ProxyKind};
/// use umbra_geom::{Aabb, Vector};
///
/// let mut broad = BroadPhase::new(BroadPhaseConfig::default())?;
/// let ground = Aabb::new([-10.0, -1.0], [10.0, 0.0])?;
/// let ground = broad.add(ground, ProxyKind::Static, Filter::default(), 1)?;
/// let ball = Aabb::new([0.0, 2.0], [1.0, 3.0])?;
/// let ball = broad.add(ball, ProxyKind::Dynamic, Filter::default(), 2)?;
/// assert!(broad.find_new_pairs().is_empty());
///
/// let fallen = Aabb::new([0.0, 0.0], [1.0, 1.0])?;
/// broad.move_proxy(ball, fallen, Vector::new(0.0, -2.0))?;
/// let pairs = broad.find_new_pairs();
/// assert_eq!(pairs.len(), 1);
/// assert_eq!(pairs[0].proxies, [ground, ball]);
/// assert_eq!(pairs[0].data, [1, 2]);
/// assert!(broad.find_new_pairs().is_empty(), "each pair is reported once");
/// assert!(broad.touches(ground, ball)?, "as long as this holds");
/// # Ok::<(), umbra_broad::Error>(())
/// ```
#[derive(Debug)]
pub struct BroadPhase {
    config: BroadPhaseConfig,
    level: Level,
    /// Static proxies, then all others: see [`tree_of`].
    trees: [Tree; 2],
    slots: Vec<Slot>,
    /// The fat boxes, now and at the last search.
    boxes: Vec<FatBox>,
    filters: Vec<Filter>,
    /// True if no proxy ever had another filter than the default, so that filters need not be read.
    plain_filters: bool,
    /// The leaf of each proxy in the tree of its kind.
    leaves: Vec<u32>,
    free_slot: u32,
    /// Proxies whose fat box is not the one of the last search.
    moved: Vec<u32>,
    refiltered: Vec<Refiltered>,
    /// Proxies whose trees do not have their boxes yet.
    pending: Pending,
    /// Earlier refreshes with which the tree of moving proxies has to be updated.
    late: Late,
    /// The number of calls of [`move_many`](Self::move_many), modulo 256.
    batch: u8,
    memory: SearchMemory,
}

const STATIC: usize = 0;
const MOVING: usize = 1;

/// The index of the tree that contains proxies of a kind.
#[inline]
fn tree_of(kind: ProxyKind) -> usize {
    if kind == ProxyKind::Static { STATIC } else { MOVING }
}

impl BroadPhase {
    /// A broad phase without proxies.
    ///
    /// # Errors
    /// When a number of the configuration is negative, NaN or absurdly large.
    pub fn new(config: BroadPhaseConfig) -> Result<Self, Error> {
        config.margin.checked()?;
        Ok(Self::empty(config, Level::new()))
    }

    fn empty(config: BroadPhaseConfig, level: Level) -> Self {
        Self {
            config,
            level,
            trees: [Tree::new(), Tree::new()],
            slots: Vec::new(),
            boxes: Vec::new(),
            filters: Vec::new(),
            plain_filters: true,
            leaves: Vec::new(),
            free_slot: NONE,
            moved: Vec::new(),
            refiltered: Vec::new(),
            pending: Pending::default(),
            late: Late::default(),
            batch: 0,
            memory: SearchMemory::default(),
        }
    }

    /// Uses these vector instructions instead of the best that the machine has. The results are the
    /// same with all; tests check that.
    #[must_use]
    pub fn with_simd_level(mut self, level: Level) -> Self {
        self.level = level;
        self.trees.iter_mut().for_each(|tree| tree.set_simd_level(level));
        self
    }

    /// The configuration.
    pub fn config(&self) -> BroadPhaseConfig {
        self.config
    }

    /// Changes the configuration. Fat boxes follow as their proxies move.
    ///
    /// # Errors
    /// When a number of the configuration is negative, NaN or absurdly large.
    pub fn set_config(&mut self, config: BroadPhaseConfig) -> Result<(), Error> {
        config.margin.checked()?;
        self.config = config;
        Ok(())
    }

    /// The number of proxies.
    pub fn len(&self) -> usize {
        self.trees[STATIC].len() + self.trees[MOVING].len()
    }

    /// True if there is no proxy.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a proxy for an object that fills the tight box `aabb`, in `O(log n)`.
    ///
    /// # Errors
    /// When the box is not finite, inverted or beyond [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    pub fn add(
        &mut self,
        aabb: Aabb,
        kind: ProxyKind,
        filter: Filter,
        data: u32,
    ) -> Result<ProxyId, Error> {
        checked("aabb", &aabb)?;
        if self.slots.len() >= MAX_PROXIES && self.free_slot == NONE {
            return Err(Error::Full { most: MAX_PROXIES as u32 });
        }
        let fat = fat_box(&self.config.margin, kind, &aabb, Vector::zeros());
        self.catch_up();
        let index = if self.free_slot == NONE { self.slots.len() as u32 } else { self.free_slot };
        let leaf = self.trees[tree_of(kind)].insert_good(fat, index, filter.category);
        let generation = match self.slots.get(index as usize) {
            Some(slot) => {
                self.free_slot = slot.data;
                slot.generation.wrapping_add(1)
            }
            None => 1,
        };
        let moved = self.moved.len() as u32;
        let slot =
            Slot { generation, data, moved, kind, pending: false, refiltered: false, batch: 0 };
        put(&mut self.slots, index, slot);
        put(&mut self.boxes, index, FatBox { now: fat, before: Aabb::EMPTY });
        put(&mut self.filters, index, filter);
        put(&mut self.leaves, index, leaf);
        self.plain_filters &= filter == Filter::default();
        self.moved.push(index);
        Ok(ProxyId { index, generation })
    }

    /// Removes a proxy, in `O(log n)`.
    ///
    /// # Errors
    /// When there is no such proxy.
    pub fn remove(&mut self, proxy: ProxyId) -> Result<(), Error> {
        let slot = *self.slot(proxy)?;
        self.catch_up();
        self.trees[tree_of(slot.kind)].remove_leaf(self.leaves[proxy.index as usize]);
        if slot.moved != NONE {
            self.moved.swap_remove(slot.moved as usize);
            if let Some(other) = self.moved.get(slot.moved as usize) {
                self.slots[*other as usize].moved = slot.moved;
            }
        }
        if slot.refiltered {
            self.refiltered.retain(|refiltered| refiltered.index != proxy.index);
        }
        self.slots[proxy.index as usize] = Slot {
            generation: slot.generation.wrapping_add(1),
            data: self.free_slot,
            moved: NONE,
            kind: ProxyKind::Static,
            pending: false,
            refiltered: false,
            batch: 0,
        };
        self.free_slot = proxy.index;
        Ok(())
    }

    /// Gives a proxy another filter. Pairs that it allows and the former one did not are reported
    /// by the next search; pairs that it no longer allows fail [`touches`](Self::touches).
    ///
    /// # Errors
    /// When there is no such proxy.
    pub fn set_filter(&mut self, proxy: ProxyId, filter: Filter) -> Result<(), Error> {
        let slot = *self.slot(proxy)?;
        self.catch_up();
        self.note_rule(proxy.index);
        self.filters[proxy.index as usize] = filter;
        self.plain_filters &= filter == Filter::default();
        self.trees[tree_of(slot.kind)]
            .set_leaf_categories(self.leaves[proxy.index as usize], filter.category);
        Ok(())
    }

    /// Has the next search report all pairs of a proxy, those that it reported before among them:
    /// when rules that the broad phase does not know let two collide again whose boxes never
    /// parted.
    ///
    /// ```
    /// # use umbra_broad::{BroadPhase, BroadPhaseConfig, Filter, ProxyKind};
    /// # use umbra_geom::Aabb;
    /// # let mut broad = BroadPhase::new(BroadPhaseConfig::default())?;
    /// # let aabb = Aabb::new([0.0, 0.0], [1.0, 1.0])?;
    /// # let (kind, filter) = (ProxyKind::Dynamic, Filter::default());
    /// # let [a, _] = [0, 1].map(|data| broad.add(aabb, kind, filter, data).unwrap());
    /// assert_eq!(broad.find_new_pairs().len(), 1);
    /// assert_eq!(broad.find_new_pairs().len(), 0);
    /// broad.search_again(a)?;
    /// assert_eq!(broad.find_new_pairs().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such proxy.
    pub fn search_again(&mut self, proxy: ProxyId) -> Result<(), Error> {
        self.slot(proxy)?;
        self.catch_up();
        self.note_rule(proxy.index);
        // As if it had collided with nothing.
        let nothing = Filter { category: 0, mask: 0, group: 0 };
        let noted = self.refiltered.iter_mut().filter(|noted| noted.index == proxy.index);
        noted.for_each(|noted| noted.old_filter = nothing);
        Ok(())
    }

    /// Makes a proxy static, kinematic or dynamic. Its fat box stays until it moves.
    ///
    /// # Errors
    /// When there is no such proxy.
    pub fn set_kind(&mut self, proxy: ProxyId, kind: ProxyKind) -> Result<(), Error> {
        let slot = *self.slot(proxy)?;
        if slot.kind == kind {
            return Ok(());
        }
        self.catch_up();
        self.note_rule(proxy.index);
        if tree_of(slot.kind) != tree_of(kind) {
            let aabb = self.boxes[proxy.index as usize].now;
            let category = self.filters[proxy.index as usize].category;
            self.trees[tree_of(slot.kind)].remove_leaf(self.leaves[proxy.index as usize]);
            let leaf = self.trees[tree_of(kind)].insert_good(aabb, proxy.index, category);
            self.leaves[proxy.index as usize] = leaf;
        }
        self.slots[proxy.index as usize].kind = kind;
        Ok(())
    }

    /// True if a pair still is one: the fat boxes overlap, and filters and kinds agree.
    ///
    /// # Errors
    /// When one of them was removed.
    #[inline]
    pub fn touches(&self, a: ProxyId, b: ProxyId) -> Result<bool, Error> {
        self.slot(a)?;
        self.slot(b)?;
        let overlap = self.boxes[a.index as usize].now.overlaps(&self.boxes[b.index as usize].now);
        Ok(overlap && self.accepts(a.index, b.index))
    }

    /// True if two proxies would be a pair if their boxes overlapped. False if one was removed.
    pub fn may_touch(&self, a: ProxyId, b: ProxyId) -> bool {
        self.contains(a) && self.contains(b) && self.accepts(a.index, b.index)
    }

    /// True if the fat boxes of two proxies overlap: the part of [`touches`](Self::touches) that a
    /// move can change, at a third of the cost. Does not notice that a proxy was removed.
    #[inline]
    pub fn boxes_overlap(&self, a: ProxyId, b: ProxyId) -> bool {
        let [a, b] = [a, b].map(|proxy| self.boxes.get(proxy.index as usize));
        a.zip(b).is_some_and(|(a, b)| a.now.overlaps(&b.now))
    }

    /// True if the proxy exists.
    pub fn contains(&self, proxy: ProxyId) -> bool {
        self.slot(proxy).is_ok()
    }

    /// The fat box of a proxy; `None` once it was removed.
    #[inline]
    pub fn fat_aabb(&self, proxy: ProxyId) -> Option<Aabb> {
        self.slot(proxy).ok().map(|_| self.boxes[proxy.index as usize].now)
    }

    /// The union of a proxy's fat boxes now and at the last search, which covers it since the
    /// search before; `None` once it was removed. A proxy that was added since has the box of now.
    #[inline]
    pub fn recent_aabb(&self, proxy: ProxyId) -> Option<Aabb> {
        let FatBox { now, before } =
            *self.slot(proxy).ok().map(|_| &self.boxes[proxy.index as usize])?;
        Some(now.union(&before))
    }

    /// The caller's data of a proxy; `None` once it was removed.
    pub fn data(&self, proxy: ProxyId) -> Option<u32> {
        self.slot(proxy).ok().map(|slot| slot.data)
    }

    /// The filter of a proxy; `None` once it was removed.
    pub fn filter(&self, proxy: ProxyId) -> Option<Filter> {
        self.slot(proxy).ok().map(|_| self.filters[proxy.index as usize])
    }

    /// The kind of a proxy; `None` once it was removed.
    pub fn kind(&self, proxy: ProxyId) -> Option<ProxyKind> {
        self.slot(proxy).ok().map(|slot| slot.kind)
    }

    /// Statistics of the tree of static proxies and the tree of all others.
    pub fn stats(&self) -> [TreeStats; 2] {
        [STATIC, MOVING].map(|tree| self.tree(tree).stats())
    }

    /// Rebuilds both trees. Worth a call after a level has been loaded, before the first query;
    /// searches do it by themselves when it pays.
    pub fn rebuild(&mut self) {
        self.refresh();
        self.catch_up();
        self.late.is_as_built();
        self.trees.iter_mut().for_each(Tree::rebuild);
    }

    /// Checks the trees and the links from proxies to them, in `O(n)`. For tests.
    ///
    /// # Errors
    /// [`Error::Corrupt`] with the first rule found broken.
    pub fn validate(&self) -> Result<(), Error> {
        [STATIC, MOVING].iter().try_for_each(|tree| self.tree(*tree).validate())?;
        let mut taken = 0;
        for ((index, slot), leaf) in (0_u32..).zip(&self.slots).zip(&self.leaves) {
            if slot.generation & 1 == 0 {
                continue;
            }
            taken += 1;
            let tree = &self.trees[tree_of(slot.kind)];
            let known = tree.leaf_data(*leaf) == Some(index);
            let listed = slot.moved == NONE || self.moved.get(slot.moved as usize) == Some(&index);
            if !(known && listed) {
                return Err(Error::Corrupt { node: index, rule: "a proxy is where it says" });
            }
        }
        let rule = "every leaf has its proxy";
        if taken == self.len() { Ok(()) } else { Err(Error::Corrupt { node: NONE, rule }) }
    }

    #[inline]
    fn slot(&self, proxy: ProxyId) -> Result<&Slot, Error> {
        match self.slots.get(proxy.index as usize) {
            Some(slot) if slot.generation == proxy.generation => Ok(slot),
            _ => Err(Error::StaleProxy { index: proxy.index, generation: proxy.generation }),
        }
    }

    /// True if kinds and filters allow two proxies to be a pair.
    #[inline]
    fn accepts(&self, a: u32, b: u32) -> bool {
        let (a, b) = (a as usize, b as usize);
        self.slots[a].kind.meets(self.slots[b].kind)
            && (self.plain_filters || self.filters[a].accepts(&self.filters[b]))
    }

    /// Records the filter and kind that a proxy had at the last search.
    fn note_rule(&mut self, index: u32) {
        let slot = &mut self.slots[index as usize];
        if !slot.refiltered {
            slot.refiltered = true;
            let old_filter = self.filters[index as usize];
            self.refiltered.push(Refiltered { index, old_filter, old_kind: slot.kind });
        }
    }
}

/// The box of a proxy with its margin; static proxies have none.
#[inline(always)]
fn fat_box(margin: &FatMargin, kind: ProxyKind, aabb: &Aabb, displacement: Vector) -> Aabb {
    if kind == ProxyKind::Static { *aabb } else { margin.fatten(aabb, displacement) }
}

/// Overwrites element `index`, or appends it when that is the next one.
fn put<T>(list: &mut Vec<T>, index: u32, value: T) {
    match list.get_mut(index as usize) {
        Some(place) => *place = value,
        None => list.push(value),
    }
}
