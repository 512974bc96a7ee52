//! How the wide form of the tree is built, and how it follows when a few leaves move.

use super::wide::{LANES, Wide, WideNode, lanes};
use super::{NONE, Node, ROOT, STACK, Tree};
use arrayvec::ArrayVec;
use umbra_geom::{Aabb, Real};

/// More leaves than this, and a lane could not be named by 32 bits.
const MOST_LEAVES: u32 = 1 << 28;
/// The wide form is built once a quarter as many questions were asked as there are leaves. A
/// question then costs half, and building as much as half a question for each leaf.
const WIDEN_ONE_IN: usize = 4;
/// Leaves are not put deeper than this, for all that waits must fit.
const DEEPEST: usize = STACK - 2;

impl Tree {
    /// Says that so many questions are about to be asked: decides whether the wide form pays.
    pub(crate) fn expect_questions(&mut self, count: usize) {
        if count == 0 || self.wide.is_ready() {
            return;
        }
        self.wide.asked = self.wide.asked.saturating_add(count);
        if self.wide.asked >= self.len() / WIDEN_ONE_IN {
            self.widen();
        }
    }

    /// Builds the form that queries read from the tree as it is.
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

    /// Up to eight nodes that together make up a branch: the largest are opened first.
    fn open(&self, link: u32) -> ArrayVec<u32, LANES> {
        let size = |index: u32| {
            let node: &Node = self.node(index);
            if node.is_leaf() { -1.0 } else { node.aabb.perimeter() }
        };
        let mut opened = ArrayVec::<u32, LANES>::new();
        let mut sizes = [-1.0; LANES];
        for index in [link, link + 1] {
            sizes[opened.len()] = size(index);
            opened.push(index);
        }
        while opened.len() < LANES {
            let mut largest = 0;
            for lane in 1..opened.len() {
                if sizes[lane] > sizes[largest] {
                    largest = lane;
                }
            }
            if sizes[largest] < 0.0 {
                break;
            }
            let below = self.node(opened[largest]).link;
            (opened[largest], sizes[largest]) = (below, size(below));
            sizes[opened.len()] = size(below + 1);
            opened.push(below + 1);
        }
        opened
    }
}

/// The name of a lane.
#[inline(always)]
fn name_of(node: u32, lane: usize) -> u32 {
    node * LANES as u32 + lane as u32
}

/// The node and the lane that have this name.
#[inline(always)]
fn place_of(name: u32) -> (usize, usize) {
    (name as usize / LANES, name as usize % LANES)
}

impl Wide {
    /// A new node below that lane.
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

    /// A leaf has another box, not far away: the boxes above it grow as needed.
    pub(super) fn follow(&mut self, slot: u32, aabb: &Aabb) {
        if !self.is_ready() {
            return;
        }
        let (mut node, lane) = place_of(self.homes[slot as usize]);
        self.nodes[node].set(lane, aabb);
        while self.above[node] != NONE {
            let lane;
            (node, lane) = place_of(self.above[node]);
            let around = self.nodes[node].aabb(lane);
            if around.contains(aabb) {
                break;
            }
            self.nodes[node].set(lane, &around.union(aabb));
        }
    }

    /// A leaf has another box, far away: it leaves its lane and looks for one there.
    pub(super) fn transplant(&mut self, slot: u32, aabb: &Aabb) {
        if !self.is_ready() {
            return;
        }
        let (node, lane) = place_of(self.homes[slot as usize]);
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
                    return self.put_leaf(index, free, aabb, slot, data, categories);
                }
                (Some(free), Some(_)) if is_leaf => {
                    return self.put_leaf(index, free, aabb, slot, data, categories);
                }
                (_, Some(best)) => {
                    index = self.open_lane(index, best, aabb, categories);
                }
                (None, None) => break,
            }
        }
        self.drop_all();
    }

    /// The lane in use that grows least when it takes in that box.
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

    /// Makes a lane hold that box, and the leaf in it, if it is one, the first of a node of its
    /// own. The node below.
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

    /// Shrinks the boxes of all branches to what is in them, children first: a node always lies
    /// behind the one above it.
    pub(super) fn tighten(&mut self) {
        for index in (1..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            let around =
                lanes(node.taken).fold(Aabb::EMPTY, |around, lane| around.union(&node.aabb(lane)));
            let (above, lane) = place_of(self.above[index]);
            self.nodes[above].set(lane, &around);
        }
    }

    /// Whether that leaf is where it is looked for, in boxes that hold it, under its categories.
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
