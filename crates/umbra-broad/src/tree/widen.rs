//! Builds the wide form of the tree, and updates it when a few leaves move.

use super::wide::{LANES, Wide, WideNode, lanes};
use super::{NONE, Node, ROOT, STACK, Tree};
use arrayvec::ArrayVec;
use umbra_geom::{Aabb, Real};

/// The most leaves: with more, a lane's id would not fit 32 bits.
const MOST_LEAVES: u32 = 1 << 28;
/// The wide form is built once the queries number a quarter of the leaves. A query then costs half,
/// and the build as much as half a query for each leaf.
const WIDEN_ONE_IN: usize = 4;
/// A copy with the wide form is made for at least one cast per this many leaves, if there are more
/// than a few leaves.
const COPY_ONE_IN: usize = 4;
const FEW: usize = 64;
/// A leaf stays in its lane while the box this many nodes above contains it.
const HOME: usize = 2;
/// The greatest depth of leaves, so that all waiting lanes fit.
const DEEPEST: usize = STACK - 2;

impl Tree {
    /// Announces `count` queries: builds the wide form if that pays.
    pub(crate) fn expect_questions(&mut self, count: usize) {
        if count == 0 || self.wide.is_ready() {
            return;
        }
        self.wide.asked = self.wide.asked.saturating_add(count);
        if self.wide.asked >= self.len() / WIDEN_ONE_IN {
            self.widen();
        }
    }

    /// A copy with the wide form, if the tree has none and `casts` casts are worth it.
    pub(crate) fn widened_for(&self, casts: usize) -> Option<Self> {
        let pays = self.len() >= FEW && casts >= self.len() / COPY_ONE_IN && !self.wide.is_ready();
        pays.then(|| {
            let mut tree = self.clone();
            tree.widen();
            tree
        })
    }

    /// Drops the wide form, because the binary tree is about to change in ways that it does not
    /// follow.
    #[inline(always)]
    pub(super) fn narrow(&mut self) {
        if self.wide.is_ready() {
            if !self.late.is_empty() {
                self.catch_up();
                self.sweep_up();
            }
            self.wide.drop_all();
        }
        self.wide.asked = 0;
    }

    /// Updates the leaves of the binary tree with boxes that only the wide form has, but not the
    /// branches: [`sweep_up`](Self::sweep_up) has to follow, or a rebuild.
    pub(super) fn catch_up(&mut self) {
        let mut late = core::mem::take(&mut self.late);
        for slot in late.drain(..) {
            let index = self.leaves[slot as usize].node;
            let aabb = self.wide.leaf_box(slot);
            let node = self.node_mut(index);
            node.aabb = aabb;
            // Up to the first that is marked already.
            let mut marked = index;
            while marked != NONE && !self.node(marked).changed {
                self.node_mut(marked).changed = true;
                marked = self.node(marked).parent;
            }
        }
        self.late = late;
    }

    /// Builds the form that queries read from the binary tree.
    pub(super) fn widen(&mut self) {
        let mut wide = core::mem::take(&mut self.wide);
        wide.drop_all();
        wide.categories.clear();
        wide.owners.clear();
        wide.above.clear();
        wide.homes.clear();
        wide.waiting.clear();
        if !self.node(ROOT).is_leaf() && self.leaf_count <= MOST_LEAVES {
            wide.homes.resize(self.leaves.len(), NONE);
            // Six lanes of a node are in use on average.
            let nodes = self.len() / 4;
            wide.nodes.reserve(nodes);
            wide.categories.reserve(nodes);
            wide.owners.reserve(nodes);
            wide.above.reserve(nodes);
            wide.waiting.push([ROOT, NONE]);
        }
        while let Some([branch, lane]) = wide.waiting.pop() {
            let index = wide.push_node(lane);
            let opened = self.open(self.node(branch).link);
            for (lane, &below) in opened.iter().enumerate() {
                let child = self.node(below);
                let categories = self.categories[below as usize];
                if child.is_leaf() {
                    wide.put_leaf(index, lane, &child.aabb, child.link, child.data, categories);
                } else {
                    let node = &mut wide.nodes[index as usize];
                    node.set(lane, &child.aabb);
                    node.taken |= 1 << lane;
                    wide.categories[index as usize][lane] = categories;
                    wide.waiting.push([below, name_of(index, lane)]);
                }
            }
        }
        self.wide = wide;
    }

    /// The up to eight nodes that together make up a branch: the largest are opened first.
    fn open(&self, link: u32) -> ArrayVec<u32, LANES> {
        // Sizes as whole numbers that sort as the sizes do, leaves last, and of equal ones the first
        // lane first: the greatest is found without a guess.
        let rank = |index: u32, lane: usize| {
            let node = self.node(index);
            let size = u64::from(node.aabb.perimeter().to_bits()) + 1;
            if node.is_leaf() { 0 } else { size << 3 | (LANES - 1 - lane) as u64 }
        };
        let mut opened = ArrayVec::<u32, LANES>::new();
        let mut ranks = [0; LANES];
        for index in [link, link + 1] {
            ranks[opened.len()] = rank(index, opened.len());
            opened.push(index);
        }
        while opened.len() < LANES {
            let greatest = ranks.iter().fold(0, |greatest, rank| greatest.max(*rank));
            if greatest == 0 {
                break;
            }
            let lane = LANES - 1 - (greatest & 7) as usize;
            let below = self.node(opened[lane]).link;
            (opened[lane], ranks[lane]) = (below, rank(below, lane));
            ranks[opened.len()] = rank(below + 1, opened.len());
            opened.push(below + 1);
        }
        opened
    }
}

/// The id of a lane.
#[inline(always)]
fn name_of(node: u32, lane: usize) -> u32 {
    node * LANES as u32 + lane as u32
}

/// The node and the lane of an id.
#[inline(always)]
fn place_of(name: u32) -> (usize, usize) {
    (name as usize / LANES, name as usize % LANES)
}

impl Wide {
    /// Adds a node below a lane.
    fn push_node(&mut self, above: u32) -> u32 {
        let index = self.nodes.len() as u32;
        if above != NONE {
            let (node, lane) = place_of(above);
            self.nodes[node].links[lane] = index;
        }
        self.nodes.push(WideNode::EMPTY);
        self.categories.push([0; LANES]);
        self.owners.push([NONE; LANES]);
        self.above.push(above);
        index
    }

    fn put_leaf(
        &mut self,
        index: u32,
        lane: usize,
        aabb: &Aabb,
        slot: u32,
        data: u32,
        categories: u64,
    ) {
        let node = &mut self.nodes[index as usize];
        node.set(lane, aabb);
        node.taken |= 1 << lane;
        node.leaves |= 1 << lane;
        node.links[lane] = data;
        self.categories[index as usize][lane] = categories;
        self.owners[index as usize][lane] = slot;
        self.homes[slot as usize] = name_of(index, lane);
    }

    pub(super) fn leaf_box(&self, slot: u32) -> Aabb {
        let (node, lane) = place_of(self.homes[slot as usize]);
        self.nodes[node].aabb(lane)
    }

    /// Gives a leaf another box. If the second node above contains it, the boxes between grow as
    /// needed; otherwise the leaf gets another lane. False if there is no room for it.
    pub(super) fn go(&mut self, slot: u32, aabb: &Aabb) -> bool {
        let (home, lane) = place_of(self.homes[slot as usize]);
        let mut node = home;
        let mut near = false;
        for _ in 0..HOME {
            near = self.above[node] == NONE;
            if near {
                break;
            }
            let lane;
            (node, lane) = place_of(self.above[node]);
            near = self.nodes[node].aabb(lane).contains(aabb);
            if near {
                break;
            }
        }
        if !near {
            return self.transplant(slot, aabb);
        }
        self.nodes[home].set(lane, aabb);
        node = home;
        while self.above[node] != NONE {
            let lane;
            (node, lane) = place_of(self.above[node]);
            let around = self.nodes[node].aabb(lane);
            if around.contains(aabb) {
                break;
            }
            self.nodes[node].set(lane, &around.union(aabb));
        }
        true
    }

    /// Moves a leaf with a distant box to another lane.
    fn transplant(&mut self, slot: u32, aabb: &Aabb) -> bool {
        let (home, home_lane) = place_of(self.homes[slot as usize]);
        let (node, lane) = (home, home_lane);
        let (data, categories) = (self.nodes[node].links[lane], self.categories[node][lane]);
        self.nodes[node].taken &= !(1 << lane);
        self.nodes[node].leaves &= !(1 << lane);
        let mut index = ROOT;
        for _ in 0..DEEPEST {
            let node = &self.nodes[index as usize];
            let free = lanes(!node.taken).next();
            let best = self.least_growth(index, aabb);
            let is_leaf = best.is_some_and(|best| node.leaves >> best & 1 == 1);
            match (free, best) {
                (Some(free), None) => {
                    self.put_leaf(index, free, aabb, slot, data, categories);
                    return true;
                }
                (Some(free), Some(_)) if is_leaf => {
                    self.put_leaf(index, free, aabb, slot, data, categories);
                    return true;
                }
                (_, Some(best)) => {
                    index = self.open_lane(index, best, aabb, categories);
                }
                (None, None) => break,
            }
        }
        // The old home still has the box of before, for those who ask once more.
        self.nodes[home].taken |= 1 << home_lane;
        self.nodes[home].leaves |= 1 << home_lane;
        false
    }

    /// The lane in use that grows least when it takes in `aabb`.
    fn least_growth(&self, index: u32, aabb: &Aabb) -> Option<usize> {
        let node = &self.nodes[index as usize];
        let mut best = (None, Real::INFINITY);
        for lane in lanes(node.taken) {
            let own = node.aabb(lane);
            let grown = own.union(aabb).perimeter() - own.perimeter();
            if grown < best.1 {
                best = (Some(lane), grown);
            }
        }
        best.0
    }

    /// Grows the box of a lane to contain `aabb`; a leaf in the lane becomes the first of a new
    /// node. Returns the node below the lane.
    fn open_lane(&mut self, index: u32, lane: usize, aabb: &Aabb, categories: u64) -> u32 {
        let place = index as usize;
        let own = self.nodes[place].aabb(lane);
        let own_categories = self.categories[place][lane];
        self.nodes[place].set(lane, &own.union(aabb));
        self.categories[place][lane] |= categories;
        let link = self.nodes[place].links[lane];
        if self.nodes[place].leaves >> lane & 1 == 0 {
            return link;
        }
        let slot = core::mem::replace(&mut self.owners[place][lane], NONE);
        self.nodes[place].leaves &= !(1 << lane);
        let below = self.push_node(name_of(index, lane));
        self.put_leaf(below, 0, &own, slot, link, own_categories);
        below
    }

    /// Shrinks the boxes of all branches to their contents, children first: a node always comes
    /// after its parent.
    pub(super) fn tighten(&mut self) {
        for index in (1..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            let around =
                lanes(node.taken).fold(Aabb::EMPTY, |around, lane| around.union(&node.aabb(lane)));
            let (above, lane) = place_of(self.above[index]);
            self.nodes[above].set(lane, &around);
        }
    }

    /// True if a leaf is in its lane, in boxes that contain it, under its categories.
    pub(super) fn holds(&self, slot: u32, leaf: &Node, categories: u64) -> bool {
        let (mut node, lane) = place_of(self.homes[slot as usize]);
        let mut good = self.nodes[node].aabb(lane) == leaf.aabb
            && self.nodes[node].links[lane] == leaf.data
            && self.nodes[node].taken & self.nodes[node].leaves & 1 << lane != 0
            && self.owners[node][lane] == slot
            && self.categories[node][lane] == categories;
        while self.above[node] != NONE {
            let (below, lane) = (node as u32, place_of(self.above[node]).1);
            node = place_of(self.above[node]).0;
            good &= self.nodes[node].aabb(lane).contains(&leaf.aabb)
                && self.nodes[node].links[lane] == below
                && self.nodes[node].taken & !self.nodes[node].leaves & 1 << lane != 0
                && self.categories[node][lane] & categories == categories;
        }
        good
    }
}
