//! parry's tree, used as Rapier's broad phase does: one tree; few moves are inserted anew, many
//! change in place and the tree is optimised a little; one walk of the tree against itself.

use super::{Engine, Pairs, key};
use parry2d::bounding_volume::Aabb as ParryAabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use umbra_geom::Aabb;

/// One tree, and the data that Rapier keeps beside it.
pub struct Parry {
    fat: Vec<Aabb>,
    tree: Bvh,
    workspace: BvhWorkspace,
    statics: usize,
    before: Vec<u32>,
    now: Vec<u32>,
    candidates: Vec<(u32, u32)>,
}

/// A box in the form of parry.
pub fn bounds(aabb: &Aabb) -> ParryAabb {
    ParryAabb::new(Vector::new(aabb.min.x, aabb.min.y), Vector::new(aabb.max.x, aabb.max.y))
}

/// A margin is needed for changes to be noticed; the boxes are fat already.
const MARGIN: f32 = 1e-9;

impl Parry {
    /// A tree of all boxes, fully built.
    pub fn new(boxes: &[Aabb], statics: usize) -> Self {
        let leaves: Vec<_> = boxes.iter().map(bounds).collect();
        Self {
            fat: boxes.to_vec(),
            tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves),
            workspace: BvhWorkspace::default(),
            statics,
            before: Vec::new(),
            now: Vec::new(),
            candidates: Vec::new(),
        }
    }
}

impl Engine for Parry {
    fn fat(&mut self) -> &mut Vec<Aabb> {
        &mut self.fat
    }

    fn update(&mut self, moved: &[(usize, Aabb)], known: Option<&Pairs>, found: &mut Vec<u64>) {
        let leaves = self.tree.leaf_count() as usize;
        let few = moved.len() * 16 < leaves;
        self.now.clear();
        for (index, aabb) in moved {
            let (aabb, leaf) = (bounds(aabb), *index as u32);
            if few {
                self.tree.reinsert_or_update_if_present(aabb, leaf, MARGIN);
            } else {
                self.tree.update_partially_if_present(aabb, leaf, MARGIN);
            }
            self.now.push(leaf);
        }
        if (self.now.len() + self.before.len()) * 16 >= leaves {
            self.tree.refit(&mut self.workspace);
        } else {
            self.tree.refit_partial(&self.before, &self.now);
        }
        core::mem::swap(&mut self.before, &mut self.now);
        let candidates = &mut self.candidates;
        candidates.clear();
        let mut push = |a, b| candidates.push((a, b));
        self.tree.traverse_bvtt_single_tree::<true>(&mut self.workspace, &mut push);
        for &(a, b) in candidates.iter() {
            let (a, b) = (a as usize, b as usize);
            if a < self.statics && b < self.statics {
                continue;
            }
            let key = key(a, b);
            if known.is_none_or(|known| !known.contains(&key)) {
                found.push(key);
            }
        }
        if !few {
            self.tree.optimize_incremental(&mut self.workspace);
            self.tree.refit_without_resolve(&mut self.workspace);
        }
    }
}
