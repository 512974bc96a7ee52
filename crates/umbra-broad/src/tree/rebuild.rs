//! Builds a tree from nothing, or from its unchanged parts.
//!
//! Built top down; [`split`] divides the boxes.

use super::split::{Item, ceil_log2, split};
use super::{LeafId, NONE, Node, Pair, ROOT, Tree};
use crate::Error;
use crate::error::checked;
use umbra_geom::Aabb;

/// Memory of the last rebuild, reused by the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    items: Vec<Item>,
    /// The items when the whole tree is built.
    leaves: Vec<Known>,
    /// The items when a part of it is built.
    nodes: Vec<(Node, u64)>,
    waiting: Vec<u32>,
}

/// The data of a leaf besides its box.
#[derive(Clone, Copy, Debug)]
struct Known {
    slot: u32,
    data: u32,
    categories: u64,
}

impl Scratch {
    pub(super) fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<Item>()
            + self.leaves.capacity() * size_of::<Known>()
            + self.nodes.capacity() * size_of::<(Node, u64)>()
            + self.waiting.capacity() * size_of::<u32>()
    }

    fn clear(&mut self) {
        self.items.clear();
        self.leaves.clear();
        self.nodes.clear();
        self.waiting.clear();
    }

    /// Reserves memory for `leaves` leaves: memory that grows step by step would be twice as much,
    /// and allocation takes a third of the time of a build.
    fn reserve(&mut self, leaves: usize) {
        self.items.reserve_exact(leaves);
        self.leaves.reserve_exact(leaves);
    }

    fn push_leaf(&mut self, aabb: &Aabb, leaf: Known) {
        self.items.push(Item::new(aabb, self.leaves.len() as u32));
        self.leaves.push(leaf);
    }

    fn push(&mut self, node: &Node, categories: u64) {
        let source = self.nodes.len() as u32;
        self.items.push(Item::new(&node.aabb, source));
        self.nodes.push((Node { changed: false, ..*node }, categories));
    }
}

impl Tree {
    /// A tree of all `boxes`, which is faster to build and to query than one grown leaf by leaf.
    /// Leaf `i` carries the data and the category bits of `boxes[i]`.
    ///
    /// # Errors
    /// When a box is not finite, inverted or too far out, or there are too many.
    pub fn from_boxes(boxes: &[(Aabb, u32, u64)]) -> Result<(Self, Vec<LeafId>), Error> {
        let mut tree = Self::new();
        let most = super::MAX_LEAVES;
        let count = u32::try_from(boxes.len()).ok().filter(|&count| count <= most);
        tree.leaf_count = count.ok_or(Error::Full { most })?;
        for (aabb, ..) in boxes {
            checked("boxes", aabb)?;
        }
        let mut scratch = core::mem::take(&mut tree.scratch);
        scratch.reserve(boxes.len());
        tree.leaves.resize(boxes.len(), super::Leaf { node: NONE, generation: 1 });
        for (slot, (aabb, data, categories)) in (0..).zip(boxes) {
            scratch.push_leaf(aabb, Known { slot, data: *data, categories: *categories });
        }
        tree.build_all(&mut scratch);
        tree.scratch = scratch;
        tree.widen();
        let ids = (0..tree.leaf_count).map(|index| LeafId { index, generation: 1 }).collect();
        Ok((tree, ids))
    }

    /// Rebuilds the tree from its leaves, stored in the order in which it is walked.
    pub fn rebuild(&mut self) {
        self.rebuild_binary();
        self.widen();
    }

    /// Same as [`rebuild`](Self::rebuild), without updating the form that queries read. The result
    /// depends on the leaves alone, whatever the tree was like before.
    pub(crate) fn rebuild_binary(&mut self) {
        self.catch_up();
        let mut scratch = core::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.reserve(self.len());
        let slots = (0..).zip(&self.leaves);
        for (slot, leaf) in slots.filter(|(_, leaf)| leaf.generation & 1 == 1) {
            let node = self.node(leaf.node);
            let categories = self.categories[leaf.node as usize];
            scratch.push_leaf(&node.aabb, Known { slot, data: node.data, categories });
        }
        self.build_all(&mut scratch);
        self.scratch = scratch;
    }

    /// Rebuilds the tree from its leaves and those subtrees in which nothing has changed since they
    /// were built. With few changes this costs a fraction of [`rebuild`](Self::rebuild).
    pub fn rebuild_changed(&mut self) {
        self.catch_up();
        if self.all_changed {
            return self.rebuild_binary();
        }
        if !self.node(ROOT).changed {
            self.changes = 0;
            return;
        }
        let kept = |node: &Node| node.is_leaf() || !node.changed;
        if self.count(ROOT, kept) > self.leaf_count / 2 {
            // Hardly anything would be kept, and only a full rebuild restores the memory order.
            return self.rebuild_binary();
        }
        let mut scratch = core::mem::take(&mut self.scratch);
        self.tear_down(ROOT, &mut scratch, kept);
        self.order.clear();
        self.build(ROOT, &mut scratch.items, &scratch.nodes, u32::MAX);
        self.scratch = scratch;
        self.limit_height();
        let mut waiting = core::mem::take(&mut self.scratch.waiting);
        self.built_cost = self.cost(&mut waiting);
        self.scratch.waiting = waiting;
        self.changes = 0;
    }

    /// Keeps the guarantee about the height: while the tree is too high, rebuilds the lowest
    /// subtree on the longest path that is too high for its number of leaves. Like in a scapegoat
    /// tree (Galperin and Rivest 1993) that is rare enough to cost `O(log n)` per change.
    pub(super) fn limit_height(&mut self) {
        while u32::from(self.node(ROOT).height) > Self::height_limit(self.leaf_count) {
            let mut index = ROOT;
            while !self.node(index).is_leaf() {
                let link = self.node(index).link;
                let [a, b] = self.children(link);
                index = link + u32::from(b.height > a.height);
            }
            let mut leaves = 1;
            while index != ROOT && u32::from(self.node(index).height) <= Self::height_limit(leaves)
            {
                leaves += self.count(index ^ 1, Node::is_leaf);
                index = self.node(index).parent;
            }
            let mut scratch = core::mem::take(&mut self.scratch);
            self.tear_down(index, &mut scratch, Node::is_leaf);
            self.order.clear();
            let budget = height_budget(scratch.items.len());
            // The shape is new, so a later `rebuild_changed` is to look at it again.
            scratch.nodes.iter_mut().for_each(|(node, _)| node.changed = true);
            self.build(index, &mut scratch.items, &scratch.nodes, budget);
            self.scratch = scratch;
            self.refit_above(index);
        }
    }

    /// The number of nodes at or below `index` that are the first on their path to pass `test`.
    fn count(&self, index: u32, test: impl Fn(&Node) -> bool) -> u32 {
        let (mut count, mut waiting) = (0, vec![index]);
        while let Some(index) = waiting.pop() {
            let node = self.node(index);
            if test(node) {
                count += 1;
            } else {
                waiting.extend([node.link, node.link + 1]);
            }
        }
        count
    }

    /// Moves the nodes below `root` that `keep` accepts into `scratch` and frees the rest.
    fn tear_down(&mut self, root: u32, scratch: &mut Scratch, keep: impl Fn(&Node) -> bool) {
        scratch.clear();
        if self.node(root).link == NONE {
            return;
        }
        scratch.waiting.push(root);
        while let Some(index) = scratch.waiting.pop() {
            let node = *self.node(index);
            if keep(&node) {
                scratch.push(&node, self.categories[index as usize]);
            } else {
                scratch.waiting.extend([node.link + 1, node.link]);
            }
            // Both siblings have been copied once the second comes up.
            if index != root && index & 1 == 1 {
                self.give_back_pair(index & !1);
            }
        }
    }

    /// Builds the whole tree from the leaves in `scratch`, in fresh memory order.
    fn build_all(&mut self, scratch: &mut Scratch) {
        let Self { pairs, categories, leaves, .. } = self;
        let Scratch { items, leaves: known, .. } = scratch;
        let count = items.len().max(1);
        // Every one of them is written.
        pairs.reserve_exact(count.saturating_sub(pairs.len()));
        pairs.resize(count, Pair([Node::EMPTY; 2]));
        categories.reserve_exact((2 * count).saturating_sub(categories.len()));
        categories.resize(2 * count, 0);
        self.free_pair = NONE;
        self.order.clear();
        (pairs[0], categories[0], categories[1]) = (Pair([Node::EMPTY; 2]), 0, 0);
        if !items.is_empty() {
            let budget = height_budget(items.len());
            let part = SubtreeMemory {
                pairs: &mut pairs[1..],
                categories: &mut categories[2..],
                first: 1,
            };
            let root = part.build(ROOT, items, known, budget);
            (pairs[0].0[0], categories[0]) = root;
        }
        let mut cost = 0.0;
        for (pair, index) in pairs.iter().zip((0..).step_by(2)) {
            let [a, b] = &pair.0;
            for (node, index) in [(a, index), (b, index + 1)] {
                if node.link == NONE {
                    // The place beside the root.
                } else if node.is_leaf() {
                    leaves[node.link as usize].node = index;
                } else {
                    cost += node.aabb.perimeter();
                }
            }
        }
        self.built_cost = cost;
        self.changes = 0;
        self.all_changed = false;
    }

    /// Builds the subtree of `items` at `index`. Recurses at most `budget` deep.
    fn build(&mut self, index: u32, items: &mut [Item], nodes: &[(Node, u64)], budget: u32) {
        if let [item] = items {
            let (node, categories) = &nodes[item.source as usize];
            self.place(index, node, *categories);
            return;
        }
        let middle = split(items, budget);
        let (left, right) = items.split_at_mut(middle);
        let link = self.take_pair(index);
        self.node_mut(index).link = link;
        self.build(link, left, nodes, budget.saturating_sub(1));
        self.build(link + 1, right, nodes, budget.saturating_sub(1));
        self.pull_up(index);
    }
}

/// The memory for a part of a new tree: as many pairs as it has branches, each before those below
/// it, those of a branch's first child before those of the second.
struct SubtreeMemory<'a> {
    pairs: &'a mut [Pair],
    /// The categories, two for each pair.
    categories: &'a mut [u64],
    /// The index of the first pair.
    first: u32,
}

impl SubtreeMemory<'_> {
    /// Builds the subtree of `items` whose root will be at `index`, and returns the root, without
    /// its parent. Recurses at most `budget` deep.
    fn build(self, index: u32, items: &mut [Item], known: &[Known], budget: u32) -> (Node, u64) {
        let Self { pairs, categories, first } = self;
        let ([pair, pairs @ ..], [a_categories, b_categories, categories @ ..]) =
            (pairs, categories)
        else {
            let Known { slot, data, categories } = known[items[0].source as usize];
            let aabb = items[0].aabb();
            return (Node { aabb, link: slot, data, ..Node::EMPTY }, categories);
        };
        let middle = split(items, budget);
        let (left, right) = items.split_at_mut(middle);
        let (left_pairs, right_pairs) = pairs.split_at_mut(middle - 1);
        let (left_categories, right_categories) = categories.split_at_mut(2 * (middle - 1));
        let a = SubtreeMemory { pairs: left_pairs, categories: left_categories, first: first + 1 };
        let b = SubtreeMemory {
            pairs: right_pairs,
            categories: right_categories,
            first: first + middle as u32,
        };
        let (link, below) = (2 * first, budget.saturating_sub(1));
        let a = a.build(link, left, known, below);
        let b = b.build(link + 1, right, known, below);
        let top = Node {
            aabb: a.0.aabb.union(&b.0.aabb),
            link,
            height: 1 + a.0.height.max(b.0.height),
            ..Node::EMPTY
        };
        *pair = Pair([Node { parent: index, ..a.0 }, Node { parent: index, ..b.0 }]);
        (*a_categories, *b_categories) = (a.1, b.1);
        (top, a.1 | b.1)
    }
}

/// The height that a rebuilt tree of `leaves` leaves may have: between the `log2(n)` of a balanced
/// tree and the guaranteed `2 log2(n) + 4`, so that many changes fit in between.
fn height_budget(leaves: usize) -> u32 {
    (3 * ceil_log2(leaves)).div_ceil(2) + 1
}

#[cfg(test)]
#[path = "../../tests/unit/tree_rebuild.rs"]
mod tests;
