//! The wide form of the tree, which queries read: eight boxes to a node, tested in one vector
//! comparison.
//!
//! A binary tree is easy to change, but a query goes through fourteen levels for 10,000 leaves,
//! with two unpredictable branches at each. Here there are five levels, and one such branch at
//! each. The wide form is built from the binary tree and follows its leaves when a few of them
//! move; every other change drops it, and queries walk the binary tree until it is built again: see
//! [`widen`](super::widen).

use super::{Cast, NONE, ROOT, STACK};
use crate::lanes::{BoxLanes, Edges, with_lanes};
use arrayvec::ArrayVec;
use core::ops::ControlFlow;
use umbra_geom::{Aabb, Point, Real};
use umbra_lanes::Level;

/// Boxes in a node: as many as the widest comparison of most machines.
pub(super) use crate::lanes::LANES;
/// Room for all lanes that can wait: fewer than eight for each level of the binary tree.
pub(super) const WAITING: usize = STACK * LANES;

/// Up to eight boxes, by edges.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct WideNode {
    pub(super) left: [Real; LANES],
    pub(super) right: [Real; LANES],
    pub(super) bottom: [Real; LANES],
    pub(super) top: [Real; LANES],
    /// Leaf: the caller's data. Branch: the node below.
    pub(super) links: [u32; LANES],
    /// Bits of the lanes in use.
    pub(super) taken: u32,
    /// Bits of the lanes that are leaves.
    pub(super) leaves: u32,
}

impl WideNode {
    pub(super) const EMPTY: Self = Self {
        left: [Real::INFINITY; LANES],
        right: [Real::NEG_INFINITY; LANES],
        bottom: [Real::INFINITY; LANES],
        top: [Real::NEG_INFINITY; LANES],
        links: [NONE; LANES],
        taken: 0,
        leaves: 0,
    };

    pub(super) fn aabb(&self, lane: usize) -> Aabb {
        let min = Point::new(self.left[lane], self.bottom[lane]);
        Aabb { min, max: Point::new(self.right[lane], self.top[lane]) }
    }

    #[inline(always)]
    pub(super) fn edges(&self) -> Edges<'_> {
        [&self.left, &self.right, &self.bottom, &self.top]
    }

    pub(super) fn set(&mut self, lane: usize, aabb: &Aabb) {
        (self.left[lane], self.bottom[lane]) = (aabb.min.x, aabb.min.y);
        (self.right[lane], self.top[lane]) = (aabb.max.x, aabb.max.y);
    }
}

/// The wide form of a tree: see the [module](self).
#[derive(Debug, Default)]
pub(super) struct Wide {
    /// The nodes, the root first, then depth first. Empty unless they agree with the binary tree.
    pub(super) nodes: Vec<WideNode>,
    /// Category bits of the lanes, apart because a query that does not filter never reads them.
    pub(super) categories: Vec<[u64; LANES]>,
    /// The slots of the leaves in the lanes.
    pub(super) owners: Vec<[u32; LANES]>,
    /// The lane that leads to each node; [`NONE`] for the root. A lane's id is eight times its node
    /// plus its number.
    pub(super) above: Vec<u32>,
    /// The lane of each leaf, by its slot.
    pub(super) homes: Vec<u32>,
    /// Scratch memory of the build: branches, and the lanes that lead to them.
    pub(super) waiting: Vec<[u32; 2]>,
    /// The number of queries that the binary tree had to answer since the last change.
    pub(super) asked: usize,
}

impl Wide {
    pub(super) fn is_ready(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// The box around all leaves.
    pub(super) fn bounds(&self) -> Aabb {
        let root = self.nodes.first().unwrap_or(&WideNode::EMPTY);
        lanes(root.taken).fold(Aabb::EMPTY, |all, lane| all.union(&root.aabb(lane)))
    }

    pub(super) fn drop_all(&mut self) {
        self.nodes.clear();
        self.asked = 0;
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<WideNode>()
            + self.categories.capacity() * size_of::<[u64; LANES]>()
            + self.owners.capacity() * size_of::<[u32; LANES]>()
            + (self.above.capacity() + self.homes.capacity()) * size_of::<u32>()
            + self.waiting.capacity() * size_of::<[u32; 2]>()
    }

    pub(super) fn clone_from(&mut self, source: &Self) {
        clone_fields!(
            self, source,
            state: [nodes, categories, owners, above, homes, asked],
            memory: [waiting]
        );
    }

    /// Calls `visit` with the data of every leaf that overlaps `aabb`, and not `except` if there is
    /// such a box.
    #[inline(always)]
    pub(super) fn overlapping<B>(
        &self,
        level: Level,
        aabb: &Aabb,
        except: Option<&Aabb>,
        mask: u64,
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        with_lanes!(level, lanes => self.overlapping_wide(lanes, aabb, except, mask, &mut visit))
    }

    #[inline(always)]
    fn overlapping_wide<B>(
        &self,
        eight: impl BoxLanes,
        aabb: &Aabb,
        except: Option<&Aabb>,
        mask: u64,
        visit: &mut impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let asked = eight.spread(&[aabb.min.x, aabb.max.x, aabb.min.y, aabb.max.y]);
        let spared = except.unwrap_or(aabb);
        let spared = eight.spread(&[spared.min.x, spared.max.x, spared.min.y, spared.max.y]);
        let mut waiting = ArrayVec::<u32, WAITING>::new();
        let mut next = ROOT;
        loop {
            let node = &self.nodes[next as usize];
            let overlaps = eight.overlaps(node.edges(), &asked);
            let hits = self.let_through(next, overlaps & node.taken, mask);
            let mut leaves = hits & node.leaves;
            if except.is_some() {
                leaves &= !eight.overlaps(node.edges(), &spared);
            }
            for lane in lanes(leaves) {
                visit(node.links[lane])?;
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

    /// Calls `visit` with every leaf below a node that `cast` enters: see
    /// [`Tree::cast`](super::Tree::cast).
    #[inline(always)]
    pub(super) fn cast<B>(
        &self,
        eight: impl BoxLanes,
        node: u32,
        cast: &Cast,
        mask: u64,
        visit: &mut impl FnMut(u32, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        let slabs = cast.slabs();
        let test = |edges: Edges<'_>, limit: Real| eight.enters(edges, &slabs, limit);
        self.nearest_first(node, mask, cast.max_fraction(), test, visit)
    }

    /// The lanes of `hits` that have a category bit in common with `mask`.
    #[inline(always)]
    pub(super) fn let_through(&self, node: u32, hits: u32, mask: u64) -> u32 {
        if mask == u64::MAX {
            return hits;
        }
        let categories = &self.categories[node as usize];
        lanes(hits)
            .filter(|lane| categories[*lane] & mask != 0)
            .fold(0, |kept, lane| kept | 1 << lane)
    }
}

/// The indices of the bits that are set.
#[inline(always)]
pub(super) fn lanes(bits: u32) -> impl Iterator<Item = usize> {
    let mut bits = bits & ((1 << LANES) - 1);
    core::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}
