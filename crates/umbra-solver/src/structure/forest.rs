//! The trees of all joints, which are kept while their constraints stay as they are.

use umbra_geom::Real;

use super::joint_parts::{JointColour, JointEntry, JointKind, JointLink};
use super::lists::refill;
use super::order::Order;
use super::parts::{Batch, Load};
use super::trees::{Tree, tree_of};
use crate::block::LANES;
use crate::config::TREES;
use crate::joint::JointConstraint;
use crate::kernel::joint::Moves;
use crate::{Body, Islands, JointSolving};

/// The component of a constraint that fits no tree.
const NONE: u32 = u32::MAX;

/// The properties of one constraint on which the trees depend.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    constraint: u32,
    bodies: [u32; 2],
    moves: Moves,
    kind: JointKind,
    priority: u16,
    fits: bool,
    pins: bool,
    inv_masses: [Real; 2],
}

/// All trees.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forest {
    /// One for each link.
    keys: Vec<Key>,
    /// The component of each link: the constraints that movable bodies connect.
    components: Vec<u32>,
    /// Number of links per component.
    sizes: Vec<u32>,
    solving: JointSolving,
    pub(crate) trees: Vec<Tree>,
    /// Per link: true if it is part of a tree.
    at_once: Vec<bool>,
}

/// Working memory of the joints of a rebuild.
#[derive(Debug, Default)]
pub(super) struct JointScratch {
    pub(super) order: Order,
    /// Per body: the colours in use below 64, and the number beyond.
    pub(super) used: Vec<(u64, u32)>,
    /// Per constraint, if it is part of a tree.
    places: Vec<Place>,
}

/// Place of a constraint in the lists of a structure.
#[derive(Clone, Copy, Debug)]
struct Place {
    entry: u32,
    batch: u32,
    block: u32,
    lane: u32,
}

impl Place {
    const NOWHERE: Self = Self { entry: u32::MAX, batch: 0, block: 0, lane: 0 };
}

impl Forest {
    /// Updates the trees if constraints changed, and marks their links. Returns true if they are
    /// unchanged.
    pub(super) fn update(
        &mut self,
        bodies: &[Body],
        constraints: &[JointConstraint],
        links: &mut [JointLink],
        solving: JointSolving,
        scratch: &mut JointScratch,
    ) -> bool {
        let key = |link: &JointLink| Key {
            constraint: link.constraint,
            bodies: link.bodies,
            moves: link.moves,
            kind: link.kind,
            priority: link.priority,
            pins: link.pins,
            fits: constraints[link.constraint as usize].fits_trees(),
            inv_masses: link
                .bodies
                .map(|body| bodies.get(body as usize).map_or(0.0, |b| b.inv_mass)),
        };
        let same = self.solving == solving
            && self.keys.len() == links.len()
            && self.keys.iter().zip(&*links).all(|(old, link)| *old == key(link));
        if !same {
            let keys: Vec<_> = links.iter().map(key).collect();
            let known = if self.solving == solving { self.known(&keys) } else { vec![] };
            (self.keys, self.solving) = (keys, solving);
            self.find(bodies, links, &known, scratch);
            refill(&mut self.at_once, links.len(), false);
            for node in self.trees.iter().flat_map(|tree| &tree.nodes) {
                let link = links.binary_search_by_key(&node.constraint, |link| link.constraint);
                link.into_iter().for_each(|link| self.at_once[link] = true);
            }
        }
        for (link, at_once) in links.iter_mut().zip(&self.at_once) {
            link.at_once = *at_once;
        }
        same
    }

    /// The component of each constraint that is as it was.
    fn known(&self, keys: &[Key]) -> Vec<Option<u32>> {
        let mut at = 0;
        let known = keys.iter().map(|key| {
            while self.keys.get(at).is_some_and(|old| old.constraint < key.constraint) {
                at += 1;
            }
            (self.keys.get(at) == Some(key)).then(|| self.components[at])
        });
        known.collect()
    }

    /// Finds the components of constraints, and their trees. Components of which all constraints
    /// are `known` keep theirs.
    fn find(
        &mut self,
        bodies: &[Body],
        links: &[JointLink],
        known: &[Option<u32>],
        JointScratch { order, .. }: &mut JointScratch,
    ) {
        let sizes = core::mem::take(&mut self.sizes);
        let mut old: Vec<_> = sizes.iter().map(|_| None).collect();
        for tree in self.trees.drain(..) {
            let component = tree.component as usize;
            old[component] = Some(tree);
        }
        refill(&mut self.components, links.len(), NONE);
        if !TREES || self.solving == JointSolving::Rows {
            return;
        }
        let fits: Vec<_> = (0..links.len()).filter(|link| self.keys[*link].fits).collect();
        let mut islands = Islands::default();
        islands.reset(bodies.len() as u32);
        for link in fits.iter().map(|link| &links[*link]) {
            if link.moves.a && link.moves.b {
                islands.join(link.bodies[0], link.bodies[1]);
            }
        }
        let roots = islands.roots();
        let root = |link: &JointLink| roots[link.bodies[usize::from(!link.moves.a)] as usize];
        let root = |index: usize| root(&links[fits[index]]) as usize;
        order.reset(fits.len());
        order.sort_by(bodies.len(), root);
        let mut found = vec![];
        for same in order.indices().chunk_by(|a, b| root(*a as usize) == root(*b as usize)) {
            let component = self.sizes.len() as u32;
            self.sizes.push(same.len() as u32);
            found.clear();
            found.extend(same.iter().map(|index| fits[*index as usize]));
            let told = known.get(found[0]).copied().flatten();
            let is_known = told.is_some_and(|told| sizes[told as usize] == same.len() as u32)
                && found.iter().all(|link| known[*link] == told);
            let tree = match told.filter(|_| is_known) {
                Some(told) => old[told as usize].take(),
                None => {
                    let links: Vec<_> = found.iter().map(|link| &links[*link]).collect();
                    tree_of(&links, bodies, self.solving)
                }
            };
            self.trees.extend(tree.map(|tree| Tree { component, ..tree }));
            for link in &found {
                self.components[*link] = component;
            }
        }
    }

    /// Writes the positions of constraints, of which there are this many, and bodies into trees,
    /// and the ranges of trees into batches.
    pub(super) fn lay_out(
        &mut self,
        batches: &mut [Batch],
        colours: &[JointColour],
        entries: &[JointEntry],
        constraints: usize,
        JointScratch { order, places, .. }: &mut JointScratch,
    ) {
        if !TREES || self.trees.is_empty() {
            return;
        }
        let Self { trees, .. } = self;
        refill(places, constraints, Place::NOWHERE);
        for (batch, number) in batches.iter().zip(0..) {
            let first = batch.joint_entries.start;
            for colour in colours[batch.joint_colours.clone()].iter().filter(|it| it.at_once) {
                for (entry, at) in colour.entries.clone().map(|entry| first + entry).zip(0..) {
                    places[entries[entry].constraint as usize] = Place {
                        entry: entry as u32,
                        batch: number,
                        block: (colour.blocks.start + at / LANES) as u32,
                        lane: (at % LANES) as u32,
                    };
                }
            }
        }
        for tree in &mut *trees {
            for node in &mut tree.nodes {
                let place = places[node.constraint as usize];
                let Some(entry) = entries.get(place.entry as usize) else { continue };
                (tree.batch, node.block, node.lane) = (place.batch, place.block, place.lane);
                for (side, body) in node.bodies.into_iter().enumerate() {
                    let body = &mut tree.bodies[body as usize];
                    (body.slot, body.copies) = (entry.slots[side], entry.copies[side]);
                }
            }
        }
        let number = |tree: &Tree| 2 * tree.batch as usize + usize::from(tree.load > Load::Usual);
        if !trees.is_sorted_by_key(number) {
            order.reset(trees.len());
            order.sort_by(2 * batches.len(), |index| number(&trees[index]));
            let mut old = core::mem::take(trees);
            let each = order.indices().iter().map(|at| core::mem::take(&mut old[*at as usize]));
            trees.extend(each);
        }
        let mut first = 0;
        for same in trees.chunk_by(|a, b| a.batch == b.batch) {
            batches[same[0].batch as usize].trees = first..first + same.len();
            first += same.len();
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/structure_forest.rs"]
mod tests;
