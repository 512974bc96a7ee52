//! Search with the nearest boxes first: the walk of casts, and the search around a point.

use super::cast::SLACK;
use super::wide::{LANES, WAITING, Wide, lanes};
use super::{NONE, Node, ROOT, STACK, Tree};
use crate::lanes::{BoxLanes, Edges, square_of_distance, with_lanes};
use arrayvec::ArrayVec;
use core::ops::ControlFlow;
use umbra_geom::{Aabb, Point, Real};

impl Tree {
    /// Calls `visit` with the data of every leaf that is not farther from `point` than
    /// `max_distance` and that has a category bit in common with `mask`, nearer subtrees first.
    /// Finds nothing if a number is NaN or the distance negative.
    ///
    /// `visit` also receives the distance of the leaf's box, or a little less, and returns the
    /// distance at which the search is to end, as for a [cast](Self::cast).
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use umbra_broad::Tree;
    /// use umbra_geom::Aabb;
    ///
    /// let mut tree = Tree::new();
    /// for x in 0..100_u16 {
    ///     let at = f32::from(x);
    ///     tree.insert(Aabb::new([at, 0.0], [at + 0.5, 1.0])?, u32::from(x), u64::MAX)?;
    /// }
    /// let mut nearest = None;
    /// let _ = tree.nearest([41.8, 3.0], f32::INFINITY, u64::MAX, |data, distance| {
    ///     nearest = Some(data);
    ///     ControlFlow::<(), f32>::Continue(distance)
    /// });
    /// assert_eq!(nearest, Some(42));
    /// # Ok::<(), umbra_broad::Error>(())
    /// ```
    pub fn nearest<B>(
        &self,
        point: impl Into<Point>,
        max_distance: Real,
        mask: u64,
        mut visit: impl FnMut(u32, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        let point = point.into();
        if max_distance.is_nan() || max_distance < 0.0 {
            return ControlFlow::Continue(());
        }
        // The walk compares squares.
        let limit = max_distance * max_distance;
        let mut visit = |data: u32, squared: Real| {
            let limit = visit(data, squared.sqrt())?;
            ControlFlow::Continue(if limit > 0.0 { limit * limit } else { 0.0 })
        };
        if self.wide.is_ready() {
            with_lanes!(self.level, lanes => {
                let test = |edges: Edges<'_>, limit: Real| lanes.distances(edges, point, limit);
                self.wide.nearest_first(ROOT, mask, limit, test, &mut visit)
            })
        } else {
            let test = |aabb: &Aabb, limit: Real| {
                let squared = squared_distance(aabb, point);
                (squared <= limit).then_some(squared)
            };
            self.nearest_first(mask, limit, test, visit)
        }
    }

    /// Walks the binary tree. `test` returns the distance of a box, unless it is beyond the limit;
    /// a box inside another is never nearer. `visit` receives that of a leaf, and returns the new
    /// limit.
    #[inline(always)]
    pub(super) fn nearest_first<B>(
        &self,
        mask: u64,
        mut limit: Real,
        test: impl Fn(&Aabb, Real) -> Option<Real>,
        mut visit: impl FnMut(u32, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        let filtered = mask != u64::MAX;
        let test = |node: &Node, index: u32, limit: Real| -> Real {
            match test(&node.aabb, limit) {
                Some(near) if !filtered || self.categories[index as usize] & mask != 0 => near,
                _ => Real::INFINITY,
            }
        };
        let root = self.node(ROOT);
        let mut waiting = ArrayVec::<(u32, Real), STACK>::new();
        let mut node = root;
        let mut near = if root.link == NONE { Real::INFINITY } else { test(root, ROOT, limit) };
        loop {
            if near <= limit * SLACK && near < Real::INFINITY {
                if !node.is_leaf() {
                    let [a, b] = self.children(node.link);
                    let near_a = test(a, node.link, limit);
                    let near_b = test(b, node.link + 1, limit);
                    let far;
                    (node, near, far) = if near_b < near_a {
                        (b, near_b, (node.link, near_a))
                    } else {
                        (a, near_a, (node.link + 1, near_b))
                    };
                    if far.1 < Real::INFINITY {
                        waiting.push(far);
                    }
                    continue;
                }
                limit = visit(node.data, near)?;
            }
            match waiting.pop() {
                Some((index, waited)) => (node, near) = (self.node(index), waited),
                None => return ControlFlow::Continue(()),
            }
        }
    }
}

impl Wide {
    /// Walks the wide form from a node on: see [`Tree::nearest_first`].
    #[inline(always)]
    pub(super) fn nearest_first<B>(
        &self,
        node: u32,
        mask: u64,
        mut limit: Real,
        test: impl Fn(Edges<'_>, Real) -> ([Real; LANES], u32),
        visit: &mut impl FnMut(u32, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        // Lanes, by node and number, and how near their boxes are.
        let mut waiting = ArrayVec::<(u32, Real), WAITING>::new();
        let mut next = node;
        loop {
            let node = &self.nodes[next as usize];
            let (nears, hits) = test(node.edges(), limit);
            let base = waiting.len();
            for lane in lanes(self.let_through(next, hits & node.taken, mask)) {
                // The nearest goes last, to be taken first.
                let entry = (next * LANES as u32 + lane as u32, nears[lane]);
                waiting.push(entry);
                let mut place = waiting.len() - 1;
                while place > base && waiting[place - 1].1 < entry.1 {
                    waiting[place] = waiting[place - 1];
                    place -= 1;
                }
                waiting[place] = entry;
            }
            next = loop {
                let Some((name, near)) = waiting.pop() else {
                    return ControlFlow::Continue(());
                };
                if near > limit * SLACK {
                    continue;
                }
                let node = &self.nodes[name as usize / LANES];
                let lane = name as usize % LANES;
                if node.leaves >> lane & 1 == 0 {
                    break node.links[lane];
                }
                limit = visit(node.links[lane], near)?;
            };
        }
    }
}

/// The squared distance of a point from a box, or a little less: the same bits as in lanes.
fn squared_distance(aabb: &Aabb, point: Point) -> Real {
    let edges: [&[Real]; 4] = [&[aabb.min.x], &[aabb.max.x], &[aabb.min.y], &[aabb.max.y]];
    square_of_distance(edges, 0, point)
}
