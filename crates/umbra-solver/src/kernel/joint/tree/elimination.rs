//! Factors the matrix of a tree, constraint by constraint, and solves with it.

use super::TreeState;
use crate::structure::{Tree, TreeNode};

impl TreeState {
    /// Computes `L D L^T` of the equations that act, with the inverse of `D` on the diagonal.
    pub(super) fn factor(&mut self, tree: &Tree) {
        let Self { nodes, diagonals, blocks, pivots, eliminated, factors, .. } = self;
        pivots.clone_from(diagonals);
        eliminated.clone_from(blocks);
        let mut targets = &tree.targets[..];
        for (at, node) in tree.nodes.iter().enumerate() {
            let range = node.later.start as usize..node.later.end as usize;
            let own_targets;
            (own_targets, targets) =
                targets.split_at(range.len() * range.len().saturating_sub(1) / 2);
            if nodes[at].acts == [false; 2] {
                pivots[at] = [0.0; 3];
                continue;
            }
            let mut own_targets = own_targets.iter();
            let own = nodes[at].inverse(pivots[at], diagonals[at]);
            pivots[at] = own;
            for block in range.clone() {
                let [a, b, c, d] = eliminated[block];
                factors[block] = [
                    a * own[0] + b * own[1],
                    a * own[1] + b * own[2],
                    c * own[0] + d * own[1],
                    c * own[1] + d * own[2],
                ];
            }
            for column in range.clone() {
                let ([a, b, c, d], [e, f, g, h]) = (eliminated[column], factors[column]);
                let diagonal = &mut pivots[tree.later[column] as usize];
                diagonal[0] -= e * a + f * b;
                diagonal[1] -= e * c + f * d;
                diagonal[2] -= g * c + h * d;
                for ([e, f, g, h], target) in
                    factors[column + 1..range.end].iter().zip(&mut own_targets)
                {
                    let target = &mut eliminated[*target as usize];
                    target[0] -= e * a + f * b;
                    target[1] -= e * c + f * d;
                    target[2] -= g * a + h * b;
                    target[3] -= g * c + h * d;
                }
            }
        }
    }

    /// Solves for the right sides in `x`.
    pub(super) fn substitute(&mut self, tree: &Tree) {
        let Self { nodes, factors, pivots, x, .. } = self;
        let later = |node: &TreeNode| {
            let range = node.later.start as usize..node.later.end as usize;
            tree.later[range.clone()].iter().zip(&factors[range])
        };
        for (at, node) in tree.nodes.iter().enumerate() {
            if nodes[at].acts == [false; 2] {
                continue;
            }
            let [u, v] = x[at];
            for (later, [a, b, c, d]) in later(node) {
                let later = &mut x[*later as usize];
                later[0] -= a * u + b * v;
                later[1] -= c * u + d * v;
            }
        }
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            let ([xx, xy, yy], [u, v]) = (pivots[at], x[at]);
            if nodes[at].acts == [false; 2] {
                x[at] = [0.0; 2];
                continue;
            }
            let [mut first, mut second] = [xx * u + xy * v, xy * u + yy * v];
            for (later, [a, b, c, d]) in later(node) {
                let [u, v] = x[*later as usize];
                first -= a * u + c * v;
                second -= b * u + d * v;
            }
            x[at] = [first, second];
        }
    }
}
