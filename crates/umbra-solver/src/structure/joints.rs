//! Joint constraints in their order: by batch, by kind, by colour.
//!
//! Constraints of one colour share no movable body and are of one kind, so that one kernel solves
//! them side by side. Motors and limits are solved first, held numbers after them and shared points
//! last: later ones are held more exactly. Their colours are their own: the constraints of a batch
//! are all solved before its contacts.

use crate::block::{FIXED_SLOT, LANES};
use crate::config::TREES;
use crate::contact::FIXED;
use crate::joint::JointConstraint;
use crate::kernel::joint::Moves;
use crate::{Body, Error, JointSolving};

use super::forest::{Forest, JointScratch};
use super::joint_parts::{JointColour, JointEntry, JointKind, JointLink, KINDS};
use super::links::BUCKETS;
use super::lists::refill;
use super::order::Order;
use super::parts::Batch;
use super::parts::Slot;
use super::trees::Tree;

/// The joint constraints of a structure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joints {
    /// The links, in the order of the constraints.
    links: Vec<JointLink>,
    forest: Forest,
    /// True if `colour_of` and `by_kind` belong to these constraints.
    coloured: bool,
    /// The colour of each constraint.
    colour_of: Vec<u32>,
    /// The links by kind and colour.
    by_kind: Vec<u32>,
    pub(super) count: usize,
    pub(crate) colours: Vec<JointColour>,
    pub(crate) entries: Vec<JointEntry>,
    pub(crate) points: usize,
    pub(crate) scalars: usize,
}

impl Joints {
    /// Lists the constraints that have a movable body.
    pub(super) fn collect(
        &mut self,
        bodies: &[Body],
        constraints: &[JointConstraint],
        solving: JointSolving,
        scratch: &mut JointScratch,
    ) -> Result<(), Error> {
        let mut links = core::mem::take(&mut self.links);
        links.clear();
        for (index, constraint) in constraints.iter().enumerate() {
            let movable = |body: u32| match bodies.get(body as usize) {
                Some(body) => Ok(body.is_dynamic()),
                None if body == FIXED => Ok(false),
                None => Err(Error::NoSuchJointBody { joint: index, body, bodies: bodies.len() }),
            };
            let [a, b] = [movable(constraint.body_a)?, movable(constraint.body_b)?];
            if a | b {
                links.push(JointLink {
                    constraint: index as u32,
                    bodies: [constraint.body_a, constraint.body_b],
                    moves: Moves { a, b },
                    kind: JointKind::for_constraint(constraint),
                    pins: constraint.pins(),
                    at_once: false,
                    priority: constraint.priority,
                    batch: 0,
                    colour: 0,
                });
            }
        }
        self.coloured &= self.forest.update(bodies, constraints, &mut links, solving, scratch);
        (self.links, self.count) = (links, constraints.len());
        Ok(())
    }

    /// The pairs of bodies that joints put in one island.
    pub(super) fn joined(&self) -> impl Iterator<Item = [u32; 2]> {
        self.links.iter().filter(|link| link.moves.a & link.moves.b).map(|link| link.bodies)
    }

    /// The movable body to which each constraint counts.
    pub(super) fn moved(&self) -> impl Iterator<Item = u32> {
        self.links.iter().map(JointLink::moved)
    }

    /// The bodies that are pinned to something immovable.
    pub(super) fn pinned(&self) -> impl Iterator<Item = u32> {
        let pinned = self.links.iter().filter(|link| link.pins && link.moves.a != link.moves.b);
        pinned.map(JointLink::moved)
    }

    /// Per constraint with a kinematic body: the batch and that body.
    pub(super) fn kinematic(&self, batch_of: &[u32]) -> impl Iterator<Item = [u32; 2]> {
        self.links.iter().filter_map(|link| {
            let [a, b] = link.bodies;
            let (moved, other) = if link.moves.a { (a, b) } else { (b, a) };
            let is_kinematic = link.moves.a != link.moves.b && other != FIXED;
            is_kinematic.then(|| [batch_of[moved as usize], other])
        })
    }

    /// Gives every constraint its colour, and lists them in the order of solving. `slot_of` returns
    /// the slot of a kinematic body in a batch.
    pub(super) fn lay_out(
        &mut self,
        batch_of: &[u32],
        batches: &mut [Batch],
        slots: &[Slot],
        home: &[u32],
        slot_of: impl Fn(u32, u32) -> u32,
        scratch: &mut JointScratch,
    ) {
        let Self {
            links,
            forest,
            coloured,
            colour_of,
            by_kind,
            count,
            colours,
            entries,
            points,
            scalars,
        } = self;
        for link in &mut *links {
            link.batch = batch_of[link.moved() as usize];
        }
        let JointScratch { order, used, .. } = &mut *scratch;
        if *coloured {
            for link in &mut *links {
                link.colour = colour_of[link.constraint as usize];
            }
        } else {
            give_colours(links, order, used, home.len());
            refill(colour_of, *count, 0);
            for link in &*links {
                colour_of[link.constraint as usize] = link.colour;
            }
            let colour_bound = links.iter().map(|link| link.colour + 1).max().unwrap_or(0);
            order.reset(links.len());
            order.sort_by(colour_bound as usize, |index| links[index].colour as usize);
            order.sort_by(KINDS, |index| links[index].kind_number());
            by_kind.clear();
            by_kind.extend_from_slice(order.indices());
            *coloured = true;
        }
        order.start_with(by_kind);
        order.sort_by(batches.len(), |index| links[index].batch as usize);

        colours.clear();
        entries.clear();
        (*points, *scalars) = (0, 0);
        for batch in &mut *batches {
            batch.joint_colours = 0..0;
            batch.joint_entries = 0..0;
            batch.trees = 0..0;
            (batch.points, batch.scalars) = (0..0, 0..0);
        }
        let link = |index: &u32| &links[*index as usize];
        for of_batch in order.indices().chunk_by(|a, b| link(a).batch == link(b).batch) {
            let batch = &mut batches[link(&of_batch[0]).batch as usize];
            let (first_colour, first_entry) = (colours.len(), entries.len());
            let (mut of_points, mut of_scalars) = (0, 0);
            let key = |index: &u32| (link(index).kind_number(), link(index).colour);
            for same in of_batch.chunk_by(|a, b| key(a) == key(b)) {
                let JointLink { kind, moves, at_once, .. } = *link(&same[0]);
                let next = if kind == JointKind::Point { &mut of_points } else { &mut of_scalars };
                let blocks = *next..*next + same.len().div_ceil(LANES);
                *next = blocks.end;
                let start = entries.len() - first_entry;
                entries.extend(same.iter().map(link).map(|link| {
                    let of = |body: u32, moves: bool| match body {
                        FIXED => (FIXED_SLOT, 1),
                        body if moves => {
                            let slot = home[body as usize] as usize;
                            let copies = match slots[slot] {
                                Slot::Own { copies, .. } => copies,
                                _ => 1,
                            };
                            ((slot - batch.slots.start) as u32, copies)
                        }
                        body => (slot_of(link.batch, body), 1),
                    };
                    let (a, b) = (of(link.bodies[0], moves.a), of(link.bodies[1], moves.b));
                    JointEntry {
                        constraint: link.constraint,
                        slots: [a.0, b.0],
                        copies: [a.1, b.1],
                    }
                }));
                let range = start..entries.len() - first_entry;
                colours.push(JointColour { kind, moves, at_once, entries: range, blocks });
            }
            batch.joint_colours = first_colour..colours.len();
            batch.joint_entries = first_entry..entries.len();
            (batch.points, batch.scalars) =
                (*points..*points + of_points, *scalars..*scalars + of_scalars);
            (*points, *scalars) = (batch.points.end, batch.scalars.end);
        }
        forest.lay_out(batches, colours, entries, *count, scratch);
    }

    /// True if a constraint is part of a tree.
    pub(super) fn is_at_once(&self, constraint: usize) -> bool {
        // Joints that come and go have all others ask, in most scenes in vain.
        if self.trees().is_empty() {
            return false;
        }
        let found = self.links.binary_search_by_key(&constraint, |link| link.constraint as usize);
        found.is_ok_and(|at| self.links[at].at_once)
    }

    /// The trees, those of a batch side by side.
    pub(crate) fn trees(&self) -> &[Tree] {
        if TREES { &self.forest.trees } else { &[] }
    }
}

/// Gives every link its colour.
fn give_colours(
    links: &mut [JointLink],
    order: &mut Order,
    used: &mut Vec<(u64, u32)>,
    bodies: usize,
) {
    order.reset(links.len());
    order.sort_by(BUCKETS, |index| links[index].priority as usize % BUCKETS);
    order.sort_by(KINDS, |index| links[index].kind_number());
    let mut kind = None;
    for index in order.indices() {
        let link = &mut links[*index as usize];
        if kind.replace(link.kind_number()) != Some(link.kind_number()) {
            refill(used, bodies, (0, 64));
        }
        link.take_colour(used);
    }
}
