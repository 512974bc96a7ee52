//! Checks of all invariants of the tree.

use super::{NONE, Node, ROOT, Tree};
use crate::Error;
use umbra_geom::Aabb;

impl Tree {
    /// Checks every link, box, height and count, in `O(n)`. For tests: no public call breaks these
    /// rules.
    ///
    /// # Errors
    /// [`Error::Corrupt`] with the first rule found broken.
    pub fn validate(&self) -> Result<(), Error> {
        if !self.late.is_empty() {
            let mut copy = self.clone();
            copy.catch_up();
            copy.sweep_up();
            return copy.validate();
        }
        let (mut leaves, mut branches) = (0, 0);
        let mut waiting = Vec::new();
        if self.node(ROOT).link != NONE {
            waiting.push(ROOT);
            expect(ROOT, self.node(ROOT).parent == NONE, "the root has no parent")?;
        }
        while let Some(index) = waiting.pop() {
            let node = self.node(index);
            if node.is_leaf() {
                leaves += 1;
                let slot = self.leaves.get(node.link as usize);
                let known = slot.is_some_and(|slot| slot.node == index && slot.generation & 1 == 1);
                expect(index, known, "a leaf and its slot point to one another")?;
                let categories = self.categories[index as usize];
                let held = !self.wide.is_ready() || self.wide.holds(node.link, node, categories);
                expect(index, held, "the wide form holds what the tree does")?;
            } else {
                branches += 1;
                self.validate_branch(index, node)?;
                waiting.extend([node.link, node.link + 1]);
            }
        }
        expect(ROOT, leaves == self.leaf_count, "every leaf is below the root")?;
        let taken = self.leaves.iter().filter(|slot| slot.generation & 1 == 1).count();
        expect(ROOT, taken == self.len(), "every slot taken is a leaf")?;
        let (mut free, mut pair) = (0, self.free_pair);
        while pair != NONE && free <= self.pairs.len() {
            free += 1;
            pair = self.node(pair).link;
        }
        expect(ROOT, 1 + branches + free == self.pairs.len(), "every pair is used or free")?;
        let height = u32::from(self.node(ROOT).height);
        expect(ROOT, height <= Self::height_limit(self.leaf_count), "the height is limited")?;
        let listed = self.order.is_empty() || self.order.len() == branches;
        expect(ROOT, listed, "the order lists every branch")
    }

    fn validate_branch(&self, index: u32, node: &Node) -> Result<(), Error> {
        let (link, [a, b]) = (node.link, self.children(node.link));
        expect(index, link & 1 == 0, "children come in pairs")?;
        expect(index, a.parent == index && b.parent == index, "children know their parent")?;
        expect(index, node.height == 1 + a.height.max(b.height), "the height is right")?;
        let union: Aabb = a.aabb.union(&b.aabb);
        expect(index, node.aabb.contains(&union), "a branch holds its children")?;
        expect(index, node.changed || !(a.changed || b.changed), "changes show above")?;
        let both = self.categories[link as usize] | self.categories[link as usize + 1];
        expect(index, self.categories[index as usize] == both, "categories show above")
    }
}

fn expect(node: u32, holds: bool, rule: &'static str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::Corrupt { node, rule }) }
}
