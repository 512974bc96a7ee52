//! The dynamic tree, walked against itself.

use super::{PairFinder, ordered};
use crate::error::checked;
use crate::{Error, LeafId, Tree};
use core::ops::ControlFlow;
use std::collections::BTreeSet;
use umbra_geom::Aabb;

/// Keeps boxes in a [`Tree`] and walks it against itself.
#[derive(Clone, Debug, Default)]
pub struct TreePairs {
    tree: Tree,
    leaves: Vec<Option<LeafId>>,
    free: BTreeSet<u32>,
    pairs: Vec<[u32; 2]>,
}

impl TreePairs {
    /// The tree, for those who want to ask it more.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    fn leaf(&self, key: u32) -> Result<LeafId, Error> {
        let stale = Error::StaleProxy { index: key, generation: 0 };
        self.leaves.get(key as usize).copied().flatten().ok_or(stale)
    }
}

impl PairFinder for TreePairs {
    fn insert(&mut self, aabb: Aabb) -> Result<u32, Error> {
        checked("aabb", &aabb)?;
        let key = self.free.first().copied().unwrap_or(self.leaves.len() as u32);
        let leaf = Some(self.tree.insert(aabb, key, 1)?);
        self.free.remove(&key);
        match self.leaves.get_mut(key as usize) {
            Some(place) => *place = leaf,
            None => self.leaves.push(leaf),
        }
        Ok(key)
    }

    fn update(&mut self, key: u32, aabb: Aabb) -> Result<(), Error> {
        let leaf = self.leaf(key)?;
        self.tree.move_to(leaf, aabb)
    }

    fn remove(&mut self, key: u32) -> Result<(), Error> {
        self.tree.remove(self.leaf(key)?)?;
        self.leaves[key as usize] = None;
        self.free.insert(key);
        Ok(())
    }

    fn pairs(&mut self) -> &[[u32; 2]] {
        let pairs = &mut self.pairs;
        pairs.clear();
        let _: ControlFlow<()> = self.tree.overlaps(|a, b| {
            pairs.push(ordered(a, b));
            ControlFlow::Continue(())
        });
        pairs.sort_unstable();
        pairs
    }
}
