//! The form of the tree that queries read: eight boxes to a node, tested in one vector compare.
//!
//! A binary tree is easy to change, but a query goes through fourteen levels for 10,000 leaves, and
//! each costs two guesses about what comes next. Here there are five levels, and one guess at each.
//! It is built from the binary tree, not kept in step with it: the first change drops it, and
//! queries walk the binary tree until it is built again.

use super::{Cast, NONE, Node, ROOT, STACK, Tree};
use arrayvec::ArrayVec;
use core::ops::ControlFlow;
use fearless_simd::{Level, dispatch, f32x8, prelude::*};
use umbra_geom::{Aabb, Point, Real};

/// Boxes in a node. Four are a tenth slower.
const LANES: usize = 8;
/// More leaves than this, and a lane could not be named by 32 bits.
const MOST_LEAVES: u32 = 1 << 28;
/// Room for all lanes that can wait: fewer than eight for each level of the binary tree.
const WAITING: usize = STACK * LANES;

/// Up to eight boxes by edges.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct WideNode {
    left: [Real; LANES],
    right: [Real; LANES],
    bottom: [Real; LANES],
    top: [Real; LANES],
    /// Leaf: what the caller attached. Branch: the node below.
    links: [u32; LANES],
    /// Bits of the lanes in use.
    taken: u32,
    /// Bits of the lanes that are leaves.
    leaves: u32,
}

impl WideNode {
    const EMPTY: Self = Self {
        left: [Real::INFINITY; LANES],
        right: [Real::NEG_INFINITY; LANES],
        bottom: [Real::INFINITY; LANES],
        top: [Real::NEG_INFINITY; LANES],
        links: [NONE; LANES],
        taken: 0,
        leaves: 0,
    };

    fn aabb(&self, lane: usize) -> Aabb {
        let min = Point::new(self.left[lane], self.bottom[lane]);
        Aabb { min, max: Point::new(self.right[lane], self.top[lane]) }
    }

    fn set(&mut self, lane: usize, aabb: &Aabb) {
        (self.left[lane], self.bottom[lane]) = (aabb.min.x, aabb.min.y);
        (self.right[lane], self.top[lane]) = (aabb.max.x, aabb.max.y);
    }
}

/// See the [module](self).
#[derive(Debug, Default)]
pub(super) struct Wide {
    /// The root first, then depth first. Empty unless it agrees with the binary tree.
    nodes: Vec<WideNode>,
    /// Category bits of the lanes, apart because a query that does not filter never reads them.
    categories: Vec<[u64; LANES]>,
    /// Memory of the build: branches, and the lanes that lead to them.
    waiting: Vec<[u32; 2]>,
}

impl Wide {
    pub(super) fn is_ready(&self) -> bool {
        !self.nodes.is_empty()
    }

    pub(super) fn drop_all(&mut self) {
        self.nodes.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<WideNode>()
            + self.categories.capacity() * size_of::<[u64; LANES]>()
            + self.waiting.capacity() * size_of::<[u32; 2]>()
    }

    pub(super) fn clone_from(&mut self, source: &Self) {
        let Self { nodes, categories, waiting: _ } = source;
        self.nodes.clone_from(nodes);
        self.categories.clone_from(categories);
    }

    /// Calls `visit` with data and box of every leaf that overlaps `aabb`.
    #[inline(always)]
    pub(super) fn overlapping<B>(
        &self,
        level: Level,
        aabb: &Aabb,
        mask: u64,
        mut visit: impl FnMut(u32, &Aabb) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        dispatch!(level, simd => self.overlapping_wide(simd, aabb, mask, &mut visit))
    }

    #[inline(always)]
    fn overlapping_wide<S: Simd, B>(
        &self,
        simd: S,
        aabb: &Aabb,
        mask: u64,
        visit: &mut impl FnMut(u32, &Aabb) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (left, bottom) = (f32x8::splat(simd, aabb.min.x), f32x8::splat(simd, aabb.min.y));
        let (right, top) = (f32x8::splat(simd, aabb.max.x), f32x8::splat(simd, aabb.max.y));
        let mut waiting = ArrayVec::<u32, WAITING>::new();
        let mut next = ROOT;
        loop {
            let node = &self.nodes[next as usize];
            let overlaps = f32x8::from_slice(simd, &node.left).simd_le(right)
                & f32x8::from_slice(simd, &node.right).simd_ge(left)
                & f32x8::from_slice(simd, &node.bottom).simd_le(top)
                & f32x8::from_slice(simd, &node.top).simd_ge(bottom);
            let hits = self.let_through(next, overlaps.to_bitmask() as u32 & node.taken, mask);
            for lane in lanes(hits & node.leaves) {
                visit(node.links[lane], &node.aabb(lane))?;
            }
            for lane in lanes(hits & !node.leaves) {
                waiting.push(node.links[lane]);
            }
            match waiting.pop() {
                Some(waited) => next = waited,
                None => return ControlFlow::Continue(()),
            }
        }
    }

    /// Calls `visit` with every leaf that `cast` meets: see [`Tree::cast`].
    #[inline(always)]
    pub(super) fn cast<B>(
        &self,
        level: Level,
        cast: &Cast,
        mask: u64,
        mut visit: impl FnMut(u32, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        dispatch!(level, simd => self.cast_wide(simd, cast, mask, &mut visit))
    }

    #[inline(always)]
    fn cast_wide<S: Simd, B>(
        &self,
        simd: S,
        cast: &Cast,
        mask: u64,
        visit: &mut impl FnMut(u32, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        let mut limit = cast.max_fraction();
        // Lanes, by node and number, and where the cast enters their boxes.
        let mut waiting = ArrayVec::<(u32, Real), WAITING>::new();
        let mut next = ROOT;
        loop {
            let node = &self.nodes[next as usize];
            let edges = [[&node.left, &node.right], [&node.bottom, &node.top]];
            let (enters, hits) = cast.enters_wide(simd, edges, limit);
            let base = waiting.len();
            for lane in lanes(self.let_through(next, hits & node.taken, mask)) {
                // The nearest goes last, to be taken first.
                let entry = (next * LANES as u32 + lane as u32, enters[lane]);
                waiting.push(entry);
                let mut place = waiting.len() - 1;
                while place > base && waiting[place - 1].1 < entry.1 {
                    waiting[place] = waiting[place - 1];
                    place -= 1;
                }
                waiting[place] = entry;
            }
            next = loop {
                let Some((name, enter)) = waiting.pop() else {
                    return ControlFlow::Continue(());
                };
                if enter > limit * super::cast::SLACK {
                    continue;
                }
                let node = &self.nodes[name as usize / LANES];
                let lane = name as usize % LANES;
                if node.leaves >> lane & 1 == 0 {
                    break node.links[lane];
                }
                limit = visit(node.links[lane], enter)?;
            };
        }
    }

    /// Those of `hits` that have a category bit in common with `mask`.
    #[inline(always)]
    fn let_through(&self, node: u32, hits: u32, mask: u64) -> u32 {
        if mask == u64::MAX {
            return hits;
        }
        let categories = &self.categories[node as usize];
        lanes(hits)
            .filter(|lane| categories[*lane] & mask != 0)
            .fold(0, |kept, lane| kept | 1 << lane)
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
fn lanes(bits: u32) -> impl Iterator<Item = usize> {
    let mut bits = bits & ((1 << LANES) - 1);
    core::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

impl Tree {
    /// Builds the form that queries read from the tree as it is. It is gone with the next change.
    pub(crate) fn widen(&mut self) {
        let mut wide = core::mem::take(&mut self.wide);
        wide.nodes.clear();
        wide.categories.clear();
        wide.waiting.clear();
        if !self.node(ROOT).is_leaf() && self.leaf_count <= MOST_LEAVES {
            wide.waiting.push([ROOT, NONE]);
        }
        while let Some([branch, lane]) = wide.waiting.pop() {
            let index = wide.nodes.len() as u32;
            if lane != NONE {
                wide.nodes[lane as usize / LANES].links[lane as usize % LANES] = index;
            }
            let mut node = WideNode::EMPTY;
            let mut categories = [0; LANES];
            let opened = self.open(self.node(branch).link);
            for (lane, &below) in opened.iter().enumerate() {
                let child = self.node(below);
                node.set(lane, &child.aabb);
                node.taken |= 1 << lane;
                categories[lane] = self.categories[below as usize];
                if child.is_leaf() {
                    node.leaves |= 1 << lane;
                    node.links[lane] = child.data;
                } else {
                    wide.waiting.push([below, index * LANES as u32 + lane as u32]);
                }
            }
            wide.nodes.push(node);
            wide.categories.push(categories);
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
