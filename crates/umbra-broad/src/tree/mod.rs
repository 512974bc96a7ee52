//! The dynamic tree of boxes.
//!
//! Read in this order: the nodes and their storage (this file), then insertion and removal of
//! leaves ([`insert`]), the update of boxes above a changed leaf ([`refit`]), the build of a whole
//! tree ([`rebuild`]), and queries ([`query`], [`nearest`], [`cast`], many casts in a [`batch`],
//! [`overlap`]), which read the [`wide`] form if there is one.
//!
//! # Invariants
//!
//! - A branch has exactly two children. They are stored side by side at an even index, so that one
//!   branch visited is one cache line read; only leaves carry data.
//! - The box of a branch holds those of its children, its categories are the union of theirs, its
//!   height is one more than the greater of theirs.
//! - The height is at most `2 log2(leaves) + 4`, whatever the history: see [`Tree::height_limit`].
//!
//! [`validate`](Tree::validate) checks all of them.

mod batch;
mod cast;
mod insert;
mod interleave;
mod nearest;
mod overlap;
mod packet;
mod query;
mod rebuild;
mod refit;
mod split;
mod validate;
mod wide;
mod widen;

pub use batch::{CastBatch, CastSet};
pub use cast::Cast;

use crate::Error;
use umbra_geom::{Aabb, Real};
use umbra_lanes::Level;

/// No node, no leaf.
const NONE: u32 = u32::MAX;
/// The index of the root. Its neighbour, node 1, is never used.
const ROOT: u32 = 0;
/// The most leaves: more would need indices beyond 32 bits.
const MAX_LEAVES: u32 = 1 << 30;
/// Room for every branch that can wait on a path: the height is at most `2 * 30 + 4`.
const STACK: usize = 72;

/// One box of the tree: 32 bytes, so that two siblings fill a cache line.
#[derive(Clone, Copy, Debug)]
struct Node {
    aabb: Aabb,
    /// Branch: its first child. Leaf: its slot in [`Tree::leaves`]. Free: the next free pair.
    link: u32,
    /// The branch above; [`NONE`] for the root.
    parent: u32,
    /// Leaf: the caller's data.
    data: u32,
    /// Zero for a leaf.
    height: u8,
    /// True if a leaf at or below this node has moved since it was last built.
    changed: bool,
}

impl Node {
    const EMPTY: Self =
        Self { aabb: Aabb::EMPTY, link: NONE, parent: NONE, data: 0, height: 0, changed: false };

    #[inline]
    fn is_leaf(&self) -> bool {
        self.height == 0
    }
}

/// Two siblings, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Pair([Node; 2]);

/// The target of a caller's [`LeafId`].
#[derive(Clone, Copy, Debug)]
struct Leaf {
    /// The node of the leaf; for a free slot, the next free slot.
    node: u32,
    /// Odd while the slot is taken; counts up with every insertion and removal.
    generation: u32,
}

/// Identifies a leaf of a [`Tree`] until it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeafId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// Statistics of a [`Tree`]: see [`Tree::stats`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeStats {
    /// The number of leaves.
    pub leaves: usize,
    /// The number of branches on the longest path from the root to a leaf.
    pub height: u32,
    /// The perimeters of all branches together, divided by that of the root: the number of branches
    /// that a random small box visits, or nearly so. Lower is better.
    pub area_ratio: Real,
    /// Bytes of memory held, spare room included.
    pub bytes: usize,
}

/// A binary tree of boxes that may be added, removed and moved.
///
/// Each leaf carries a `u32` for the caller and 64 category bits for the masks of queries.
///
/// ```
/// use core::ops::ControlFlow;
/// use umbra_broad::Tree;
/// use umbra_geom::Aabb;
///
/// let mut tree = Tree::new();
/// let left = tree.insert(Aabb::new([0.0, 0.0], [1.0, 1.0])?, 10, u64::MAX)?;
/// let right = tree.insert(Aabb::new([4.0, 0.0], [5.0, 1.0])?, 20, u64::MAX)?;
/// tree.move_to(left, Aabb::new([3.5, 0.0], [4.5, 1.0])?)?;
///
/// let mut found = Vec::new();
/// let everything = tree.query_aabb(&Aabb::new([4.2, 0.2], [9.0, 9.0])?, u64::MAX, |data| {
///     found.push(data);
///     ControlFlow::<()>::Continue(())
/// });
/// found.sort();
/// assert_eq!(found, [10, 20]);
/// tree.remove(right)?;
/// assert!(tree.move_to(right, Aabb::new([0.0, 0.0], [1.0, 1.0])?).is_err());
/// # Ok::<(), umbra_broad::Error>(())
/// ```
#[derive(Debug)]
pub struct Tree {
    /// Nodes `2 i` and `2 i + 1` are `pairs[i]`.
    pairs: Vec<Pair>,
    /// Category bits of the nodes, apart because a query that does not filter never reads them.
    categories: Vec<u64>,
    free_pair: u32,
    leaves: Vec<Leaf>,
    free_leaf: u32,
    leaf_count: u32,
    /// Every branch and its first child, parents first, as long as the structure stays as it is.
    order: Vec<[u32; 2]>,
    /// Perimeters of all branches after the last rebuild.
    built_cost: Real,
    /// The number of leaves added, removed or moved since then.
    changes: usize,
    /// True if most leaves have moved since then, whatever the nodes say.
    all_changed: bool,
    scratch: rebuild::Scratch,
    /// The form that queries read, as long as it is up to date.
    wide: wide::Wide,
    /// Leaves whose boxes only the wide form has yet, some of them more than once.
    late: Vec<u32>,
    level: Level,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// A tree with no leaves.
    pub fn new() -> Self {
        Self {
            pairs: vec![Pair([Node::EMPTY; 2])],
            categories: vec![0; 2],
            free_pair: NONE,
            leaves: Vec::new(),
            free_leaf: NONE,
            leaf_count: 0,
            order: Vec::new(),
            built_cost: 0.0,
            changes: 0,
            all_changed: false,
            scratch: rebuild::Scratch::default(),
            wide: wide::Wide::default(),
            late: Vec::new(),
            level: Level::new(),
        }
    }

    /// See [`BroadPhase::with_simd_level`](crate::BroadPhase::with_simd_level).
    pub(crate) fn set_simd_level(&mut self, level: Level) {
        self.level = level;
    }

    /// The number of leaves.
    pub fn len(&self) -> usize {
        self.leaf_count as usize
    }

    /// True if there is no leaf.
    pub fn is_empty(&self) -> bool {
        self.leaf_count == 0
    }

    /// True if `leaf` is still in the tree.
    pub fn contains(&self, leaf: LeafId) -> bool {
        self.slot(leaf).is_ok()
    }

    /// The box of a leaf; `None` once it was removed.
    pub fn aabb(&self, leaf: LeafId) -> Option<Aabb> {
        let slot = self.slot(leaf).ok()?;
        let known = self.wide.is_ready().then(|| self.wide.leaf_box(leaf.index));
        Some(known.unwrap_or(self.node(slot.node).aabb))
    }

    /// The caller's data of a leaf; `None` once it was removed.
    pub fn data(&self, leaf: LeafId) -> Option<u32> {
        self.slot(leaf).ok().map(|slot| self.node(slot.node).data)
    }

    /// The category bits of a leaf; `None` once it was removed.
    pub fn categories(&self, leaf: LeafId) -> Option<u64> {
        self.slot(leaf).ok().map(|slot| self.categories[slot.node as usize])
    }

    /// The data of a leaf, by its slot; `None` for a free slot.
    pub(crate) fn leaf_data(&self, leaf: u32) -> Option<u32> {
        let slot = self.leaves.get(leaf as usize).filter(|slot| slot.generation & 1 == 1);
        slot.map(|slot| self.node(slot.node).data)
    }

    /// The data of all leaves, in the order of their slots.
    pub(crate) fn all_data(&self) -> impl Iterator<Item = u32> {
        let taken = self.leaves.iter().filter(|slot| slot.generation & 1 == 1);
        taken.map(|slot| self.node(slot.node).data)
    }

    /// The box around all leaves; [`Aabb::EMPTY`] without leaves.
    pub fn bounds(&self) -> Aabb {
        // The root does not know of leaves that are late.
        if self.late.is_empty() { self.node(ROOT).aabb } else { self.wide.bounds() }
    }

    /// Height, quality and size, for tuning. Walks the whole tree.
    pub fn stats(&self) -> TreeStats {
        let root = self.node(ROOT);
        let perimeter = root.aabb.perimeter();
        let ratio = if root.height > 0 && perimeter > 0.0 {
            self.cost(&mut vec![]) / perimeter
        } else {
            0.0
        };
        TreeStats {
            leaves: self.len(),
            height: u32::from(root.height),
            area_ratio: ratio,
            bytes: self.pairs.capacity() * size_of::<Pair>()
                + self.categories.capacity() * size_of::<u64>()
                + self.leaves.capacity() * size_of::<Leaf>()
                + self.order.capacity() * size_of::<[u32; 2]>()
                + self.scratch.bytes()
                + self.wide.bytes(),
        }
    }

    /// The height that no tree of `leaves` leaves exceeds: one less than guaranteed, because a
    /// removal must not break the guarantee before it is noticed.
    fn height_limit(leaves: u32) -> u32 {
        // 2 log2(n) rounded down, from the square's leading bit.
        let square = u64::from(leaves) * u64::from(leaves);
        square.max(1).ilog2() + 3
    }

    fn slot(&self, leaf: LeafId) -> Result<&Leaf, Error> {
        match self.leaves.get(leaf.index as usize) {
            Some(slot) if slot.generation == leaf.generation => Ok(slot),
            _ => Err(Error::StaleLeaf { index: leaf.index, generation: leaf.generation }),
        }
    }

    #[inline(always)]
    fn node(&self, index: u32) -> &Node {
        &self.pairs[(index >> 1) as usize].0[(index & 1) as usize]
    }

    #[inline(always)]
    fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.pairs[(index >> 1) as usize].0[(index & 1) as usize]
    }

    /// The two children that start at `link`.
    #[inline(always)]
    fn children(&self, link: u32) -> &[Node; 2] {
        &self.pairs[(link >> 1) as usize].0
    }

    /// Stores a leaf or the root of a subtree at `index`, and updates the links to it.
    fn place(&mut self, index: u32, node: &Node, categories: u64) {
        let parent = self.node(index).parent;
        *self.node_mut(index) = Node { parent, ..*node };
        self.categories[index as usize] = categories;
        if node.is_leaf() {
            self.leaves[node.link as usize].node = index;
        } else {
            self.node_mut(node.link).parent = index;
            self.node_mut(node.link + 1).parent = index;
        }
    }

    /// Allocates two nodes below `parent`, side by side.
    fn take_pair(&mut self, parent: u32) -> u32 {
        let fresh = Node { parent, ..Node::EMPTY };
        if self.free_pair == NONE {
            self.pairs.push(Pair([fresh; 2]));
            self.categories.extend([0, 0]);
            return 2 * (self.pairs.len() as u32 - 1);
        }
        let pair = self.free_pair;
        self.free_pair = self.node(pair).link;
        self.pairs[(pair >> 1) as usize] = Pair([fresh; 2]);
        pair
    }

    fn give_back_pair(&mut self, pair: u32) {
        let link = self.free_pair;
        self.pairs[(pair >> 1) as usize] = Pair([Node { link, ..Node::EMPTY }; 2]);
        self.free_pair = pair;
    }
}

impl Clone for Tree {
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        clone.clone_from(self);
        clone
    }

    /// Copies into the memory that `self` already has. A game that saves every frame to be able to
    /// roll back allocates nothing once its buffers have grown.
    fn clone_from(&mut self, source: &Self) {
        clone_fields!(
            self, source,
            state: [pairs, categories, free_pair, leaves, free_leaf, leaf_count, order, built_cost,
                changes, all_changed, wide, late, level],
            memory: [scratch]
        );
    }
}
