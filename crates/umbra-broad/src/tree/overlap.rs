//! Overlapping pairs of leaves: of some leaves with all, of a tree with itself, of two trees.

use super::{LeafId, NONE, Node, ROOT, Tree};
use crate::Error;
use core::ops::ControlFlow;

impl Tree {
    /// Calls `visit` with the data of both leaves of every overlapping pair that has at least one
    /// of `leaves` in it, once per pair, until it breaks. For moved leaves.
    ///
    /// # Errors
    /// When one of `leaves` is not in this tree; `visit` has then not been called.
    pub fn overlaps_of<B>(
        &self,
        leaves: &[LeafId],
        mut visit: impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error> {
        let mut asks = vec![false; self.leaves.len()];
        for &leaf in leaves {
            self.slot(leaf)?;
            asks[leaf.index as usize] = true;
        }
        for (index, _) in asks.iter().enumerate().filter(|(_, asks)| **asks) {
            let own = self.node(self.leaves[index].node);
            let flow = self.walk(
                |node, _| node.aabb.overlaps(&own.aabb),
                |leaf| {
                    // Of two that ask, the earlier slot reports.
                    let slot = leaf.link as usize;
                    if slot == index || (asks[slot] && slot < index) {
                        return ControlFlow::Continue(());
                    }
                    visit(own.data, leaf.data)
                },
            );
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Calls `visit` with the data of both leaves of every overlapping pair of this tree, once per
    /// pair, until it breaks.
    pub fn overlaps<B>(&self, mut visit: impl FnMut(u32, u32) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut waiting = Vec::new();
        self.each_branch_link(|link| waiting.push(link));
        let mut between = Vec::new();
        for link in waiting {
            let [a, b] = self.children(link);
            descend(self, a, self, b, &mut between, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with the data of every leaf of this tree and every leaf of the `other` that
    /// overlap, until it breaks. Walks both trees together.
    pub fn overlaps_with<B>(
        &self,
        other: &Self,
        mut visit: impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (a, b) = (self.node(ROOT), other.node(ROOT));
        if a.link == NONE || b.link == NONE {
            return ControlFlow::Continue(());
        }
        descend(self, a, other, b, &mut Vec::new(), &mut visit)
    }

    fn each_branch_link(&self, mut visit: impl FnMut(u32)) {
        let root = self.node(ROOT);
        if root.is_leaf() {
            return;
        }
        let mut waiting = vec![root.link];
        while let Some(link) = waiting.pop() {
            visit(link);
            let branches = self.children(link).iter().rev().filter(|node| !node.is_leaf());
            waiting.extend(branches.map(|node| node.link));
        }
    }
}

/// Walks two subtrees together: of two branches that overlap, the larger is opened.
fn descend<B>(
    tree_a: &Tree,
    a: &Node,
    tree_b: &Tree,
    b: &Node,
    waiting: &mut Vec<(Node, Node)>,
    visit: &mut impl FnMut(u32, u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    waiting.clear();
    waiting.push((*a, *b));
    while let Some((a, b)) = waiting.pop() {
        if !a.aabb.overlaps(&b.aabb) {
            continue;
        }
        match (a.is_leaf(), b.is_leaf()) {
            (true, true) => visit(a.data, b.data)?,
            (false, leaf) if leaf || a.aabb.perimeter() >= b.aabb.perimeter() => {
                waiting.extend(tree_a.children(a.link).iter().map(|child| (*child, b)));
            }
            _ => waiting.extend(tree_b.children(b.link).iter().map(|child| (a, *child))),
        }
    }
    ControlFlow::Continue(())
}
