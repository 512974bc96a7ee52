//! Queries for leaves that overlap a box, contain a point, or pass a test of the caller.

use super::{NONE, Node, ROOT, STACK, Tree};
use arrayvec::ArrayVec;
use core::ops::ControlFlow;
use umbra_geom::{Aabb, Point};

impl Tree {
    /// Calls `visit` with the data of every leaf that overlaps `aabb` and has a category bit in
    /// common with `mask`, until it breaks. A box that is NaN overlaps nothing.
    pub fn query_aabb<B>(
        &self,
        aabb: &Aabb,
        mask: u64,
        visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let aabb = *aabb;
        if self.wide.is_ready() {
            return self.wide.overlapping(self.level, &aabb, None, mask, visit);
        }
        self.query(mask, move |node| node.overlaps(&aabb), visit)
    }

    /// Calls `visit` with the data of every leaf whose box holds `point` and that has a category
    /// bit in common with `mask`, until it breaks.
    pub fn query_point<B>(
        &self,
        point: impl Into<Point>,
        mask: u64,
        visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let point = point.into();
        self.query_aabb(&Aabb { min: point, max: point }, mask, visit)
    }

    /// Calls `visit` with the data of every leaf whose box passes `test`, until it breaks.
    ///
    /// If `test` is true of a box, it must be true of every box around it: the inside of a refused
    /// box is not visited.
    pub fn query<B>(
        &self,
        mask: u64,
        test: impl Fn(&Aabb) -> bool,
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // The categories are in an array of their own; do not touch it without need.
        if mask == u64::MAX && self.categories[ROOT as usize] != 0 {
            self.walk(|node, _| test(&node.aabb), |leaf| visit(leaf.data))
        } else {
            let shares = |index: u32| self.categories[index as usize] & mask != 0;
            self.walk(|node, index| test(&node.aabb) && shares(index), |leaf| visit(leaf.data))
        }
    }

    /// Calls `visit` with the data of every leaf that overlaps `aabb` and not `except`.
    #[inline]
    pub(crate) fn query_rim<B>(
        &self,
        aabb: &Aabb,
        except: &Aabb,
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.wide.is_ready() {
            return self.wide.overlapping(self.level, aabb, Some(except), u64::MAX, visit);
        }
        let visit = |leaf: &Node| {
            if leaf.aabb.overlaps(except) {
                return ControlFlow::Continue(());
            }
            visit(leaf.data)
        };
        self.walk(|node, _| node.aabb.overlaps(aabb), visit)
    }

    /// Calls `visit` with every leaf that passes `test` and whose branches all pass it.
    #[inline(always)]
    pub(super) fn walk<B>(
        &self,
        test: impl Fn(&Node, u32) -> bool,
        mut visit: impl FnMut(&Node) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let root = self.node(ROOT);
        if root.link == NONE || !test(root, ROOT) {
            return ControlFlow::Continue(());
        }
        if root.is_leaf() {
            return visit(root);
        }
        let mut waiting = ArrayVec::<u32, STACK>::new();
        let mut link = root.link;
        loop {
            let [a, b] = self.children(link);
            let (in_a, in_b) = (test(a, link), test(b, link + 1));
            let mut next = NONE;
            if in_b {
                if b.is_leaf() {
                    visit(b)?;
                } else {
                    next = b.link;
                }
            }
            if in_a {
                if a.is_leaf() {
                    visit(a)?;
                } else {
                    if next != NONE {
                        // At most one branch waits per level, and the height is limited.
                        waiting.push(next);
                    }
                    next = a.link;
                }
            }
            if next == NONE {
                match waiting.pop() {
                    Some(waited) => next = waited,
                    None => return ControlFlow::Continue(()),
                }
            }
            link = next;
        }
    }
}
