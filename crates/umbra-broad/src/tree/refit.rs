//! Updates of the boxes above leaves: along one path with rotations, or everywhere in one pass.

use super::{NONE, Node, ROOT, Tree};
use crate::sweep::FatBox;
use umbra_geom::{Aabb, Real};

/// A bulk refit that leaves the tree worse by this factor than it was built rebuilds it.
const WORN: Real = 1.3;

/// If one side of a branch is higher by this much, a rotation makes it lower instead of smaller:
/// leaves that are added in spatial order would let a path grow until it has to be rebuilt.
const LOPSIDED: u8 = 3;

impl Tree {
    /// Recomputes the branches above `index` until one does not change.
    pub(super) fn refit_above(&mut self, index: u32) {
        let mut index = self.node(index).parent;
        while index != NONE {
            let before = (*self.node(index), self.categories[index as usize]);
            self.pull_up(index);
            self.rotate(index);
            let node = self.node(index);
            let same = (node.aabb == before.0.aabb)
                & (node.height == before.0.height)
                & (node.changed == before.0.changed)
                & (self.categories[index as usize] == before.1);
            if same {
                break;
            }
            index = node.parent;
        }
    }

    /// Recomputes one branch from its children.
    pub(super) fn pull_up(&mut self, index: u32) {
        let link = self.node(index).link;
        let [a, b] = self.children(link);
        let (aabb, height) = (a.aabb.union(&b.aabb), 1 + a.height.max(b.height));
        let changed = a.changed | b.changed;
        let node = self.node_mut(index);
        (node.aabb, node.height, node.changed) = (aabb, height, changed);
        self.categories[index as usize] =
            self.categories[link as usize] | self.categories[link as usize + 1];
    }

    /// Exchanges a child with a grandchild on the other side if that makes the branch between
    /// them smaller and the tree no higher (Kensler 2008).
    fn rotate(&mut self, index: u32) {
        let top = *self.node(index);
        if top.height < 2 {
            return;
        }
        let [a, b] = self.children(top.link);
        let is_lopsided = a.height.abs_diff(b.height) > LOPSIDED;
        let (least, highest) =
            if is_lopsided { (-Real::INFINITY, top.height - 1) } else { (0.0, top.height) };
        let mut best = (least, NONE, NONE);
        for side in 0..2 {
            let (upper, lower) = (top.link + side, top.link + 1 - side);
            let (child, other) = (*self.node(upper), *self.node(lower));
            if other.is_leaf() {
                continue;
            }
            for pick in 0..2 {
                let [sinks, rises] = [other.link + 1 - pick, other.link + pick];
                let (stays, rising) = (self.node(sinks), self.node(rises));
                let gain = other.aabb.perimeter() - child.aabb.union(&stays.aabb).perimeter();
                let below = 1 + child.height.max(stays.height);
                let height = 1 + below.max(rising.height);
                if gain > best.0 && height <= highest {
                    best = (gain, upper, rises);
                }
            }
        }
        let (_, upper, rises) = best;
        if upper != NONE {
            self.order.clear();
            let (down, down_categories) = (*self.node(upper), self.categories[upper as usize]);
            let (up, up_categories) = (*self.node(rises), self.categories[rises as usize]);
            self.place(upper, &up, up_categories);
            self.place(rises, &down, down_categories);
            self.pull_up(upper ^ 1);
            self.pull_up(index);
        }
    }

    /// Gives a leaf a box without updating the branches above; [`refit_all`](Self::refit_all) does.
    pub(crate) fn set_leaf(&mut self, leaf: u32, aabb: Aabb) {
        self.narrow();
        let index = self.leaves[leaf as usize].node;
        let node = self.node_mut(index);
        node.aabb = aabb;
        node.changed = true;
    }

    /// Recomputes all boxes, children first, in one pass over the array. Rebuilds instead when the
    /// boxes have become much larger than they were when the tree was built.
    pub(crate) fn refit_all(&mut self) {
        let cost = self.sweep_up();
        self.rebuild_if_worn(cost);
    }

    /// Rebuilds when `cost`, the sum of the branches' perimeters, is too high.
    pub(crate) fn rebuild_if_worn(&mut self, cost: Real) {
        if cost > WORN * self.built_cost {
            self.rebuild_binary();
        }
    }

    /// The pass of [`refit_all`](Self::refit_all): returns the sum of the branches' perimeters.
    pub(crate) fn sweep_up(&mut self) -> Real {
        if self.order.is_empty() {
            self.find_order();
        }
        let mut cost = 0.0;
        for &[index, link] in self.order.iter().rev() {
            let [a, b] = &self.pairs[(link >> 1) as usize].0;
            let (aabb, changed) = (a.aabb.union(&b.aabb), a.changed | b.changed);
            cost += aabb.perimeter();
            let node = &mut self.pairs[(index >> 1) as usize].0[(index & 1) as usize];
            node.aabb = aabb;
            node.changed = changed;
        }
        cost
    }

    /// Discards the boxes outside of the leaves, before most leaves get other boxes.
    pub(crate) fn forget_boxes(&mut self) {
        self.wide.drop_all();
        self.late.clear();
        self.all_changed = true;
    }

    /// Gives every leaf the box with its data as index. [`sweep_up`](Self::sweep_up) has to follow.
    pub(crate) fn take_boxes(&mut self, boxes: &[FatBox]) {
        for slot in self.leaves.iter().filter(|slot| slot.generation & 1 == 1) {
            let node = &mut self.pairs[(slot.node >> 1) as usize].0[(slot.node & 1) as usize];
            node.aabb = boxes[node.data as usize].now;
        }
    }

    /// Gives one leaf a box, like [`take_boxes`](Self::take_boxes).
    pub(crate) fn put_box(&mut self, leaf: u32, aabb: Aabb) {
        let index = self.leaves[leaf as usize].node;
        self.node_mut(index).aabb = aabb;
    }

    /// Lists every branch after its parent.
    fn find_order(&mut self) {
        self.order.clear();
        let root = self.node(ROOT);
        if root.height > 0 {
            self.order.push([ROOT, root.link]);
        }
        let mut next = 0;
        while let Some(&[_, link]) = self.order.get(next) {
            let [a, b] = *self.children(link);
            let branch = |node: &Node, index| (!node.is_leaf()).then_some([index, node.link]);
            self.order.extend(branch(&a, link));
            self.order.extend(branch(&b, link + 1));
            next += 1;
        }
    }

    /// The sum of the branches' perimeters. `waiting` is scratch memory.
    pub(super) fn cost(&self, waiting: &mut Vec<u32>) -> Real {
        let mut cost = 0.0;
        waiting.clear();
        waiting.push(ROOT);
        while let Some(index) = waiting.pop() {
            let node = self.node(index);
            if !node.is_leaf() {
                cost += node.aabb.perimeter();
                waiting.extend([node.link, node.link + 1]);
            }
        }
        cost
    }

    /// The number of leaves added, removed or moved one by one since the tree was built.
    pub(crate) fn changes(&self) -> usize {
        self.changes
    }

    /// Resets the count of changes, before the tree is built from its leaves.
    pub(crate) fn forget_changes(&mut self) {
        self.changes = 0;
    }

    /// True if so much has changed that [`tidy`](Self::tidy) has work to do.
    pub(crate) fn is_untidy(&self) -> bool {
        self.changes >= self.leaf_count as usize / 2 + 64
    }

    /// After many changes since the last time: tightens all boxes, and rebuilds the changed parts
    /// if the tree has become worse.
    pub(crate) fn tidy(&mut self) {
        if !self.is_untidy() {
            return;
        }
        self.changes = 0;
        self.catch_up();
        if self.sweep_up() > WORN * self.built_cost {
            self.rebuild_changed();
            if self.wide.is_ready() {
                self.widen();
            }
        } else {
            self.wide.tighten();
        }
    }
}
