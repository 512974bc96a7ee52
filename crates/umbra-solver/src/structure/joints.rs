//! Joint constraints in their order: by batch, by kind, by colour.
//!
//! Constraints of one colour share no movable body and are of one kind, so that one kernel solves
//! them side by side. Motors and limits are solved first, held numbers after them and shared points
//! last: later ones are held more exactly. Their colours are their own: the constraints of a batch
//! are all solved before its contacts.

use core::ops::Range;

use crate::block::{FIXED_SLOT, LANES};
use crate::contact::FIXED;
use crate::joint::{ConstraintForm, JointConstraint};
use crate::kernel::joint::Moves;
use crate::kernel::joint::scalar::ScalarForm;
use crate::{Body, Error, JointSolving};

use super::batches::Ends;
use super::links::BUCKETS;
use super::order::Order;
use super::parts::Slot;
use super::trees::{Forest, Tree};
use super::{Batch, refill};

/// The kernel that solves a constraint, in the order of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JointKind {
    /// A length or an angle with limits or a motor.
    Driven(ScalarForm),
    /// A length or an angle without them.
    Held(ScalarForm),
    /// A point that two bodies share.
    Point,
}

impl JointKind {
    fn for_constraint(constraint: &JointConstraint) -> Self {
        let form = match constraint.form {
            ConstraintForm::Point => return Self::Point,
            ConstraintForm::Axis(_) => ScalarForm::Axis,
            ConstraintForm::Length => ScalarForm::Length,
            ConstraintForm::Pulley { .. } => ScalarForm::Pulley,
            ConstraintForm::Angle { .. } if constraint.is_pinned => ScalarForm::Hinge,
            ConstraintForm::Angle { .. } => ScalarForm::Angle,
        };
        if constraint.is_driven() { Self::Driven(form) } else { Self::Held(form) }
    }

    /// The form of the number.
    pub(super) fn form(self) -> Option<ScalarForm> {
        match self {
            Self::Driven(form) | Self::Held(form) => Some(form),
            Self::Point => None,
        }
    }

    /// Its position in the order of solving.
    fn rank(self) -> usize {
        match self {
            Self::Driven(form) => form as usize,
            Self::Held(form) => 5 + form as usize,
            Self::Point => 10,
        }
    }
}

/// A bound for [`JointLink::kind_number`].
const KINDS: usize = 11 << 3;

/// The joint constraints of one colour.
#[derive(Clone, Debug)]
pub(crate) struct JointColour {
    pub(crate) kind: JointKind,
    pub(crate) moves: Moves,
    /// True if they are part of trees, which solve them.
    pub(crate) at_once: bool,
    /// The range among the entries of the batch.
    pub(crate) entries: Range<usize>,
    /// The range among the batch's blocks of points, or of scalars.
    pub(crate) blocks: Range<usize>,
}

/// A constraint in its lane, with the slots of its bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointEntry {
    pub(crate) constraint: u32,
    pub(crate) slots: [u32; 2],
    /// The number of copies that each body is split into; 1 for most.
    pub(crate) copies: [u32; 2],
}

impl JointColour {
    /// The entries of one of its blocks.
    pub(crate) fn entries_of_block<'a>(
        &self,
        entries: &'a [JointEntry],
        block: usize,
    ) -> &'a [JointEntry] {
        let first = self.entries.start + (block - self.blocks.start) * LANES;
        &entries[first..self.entries.end.min(first + LANES)]
    }
}

/// A constraint that has a movable body.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointLink {
    pub(super) constraint: u32,
    pub(super) bodies: [u32; 2],
    pub(super) moves: Moves,
    pub(super) kind: JointKind,
    /// True if it holds a point rigidly, with unlimited force.
    pub(super) pins: bool,
    /// True if it is part of a tree.
    pub(super) at_once: bool,
    pub(super) priority: u16,
    batch: u32,
    colour: u32,
}

/// The joint constraints of a structure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joints {
    /// The links, in the order of the constraints.
    links: Vec<JointLink>,
    order: Order,
    forest: Forest,
    /// Per body: the colours in use below 64, and the number beyond.
    used: Vec<(u64, u32)>,
    /// True if `colour_of` belongs to these constraints.
    coloured: bool,
    /// The colour of each constraint.
    colour_of: Vec<u32>,
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
        let kept = self.forest.update(bodies, constraints, &mut links, solving);
        self.coloured = kept && self.colour_of.len() == constraints.len();
        (self.links, self.count) = (links, constraints.len());
        Ok(())
    }

    /// The pairs of bodies that joints put in one island.
    pub(super) fn joined(&self) -> impl Iterator<Item = [u32; 2]> {
        self.links.iter().filter(|link| link.moves.a & link.moves.b).map(|link| link.bodies)
    }

    /// The bodies that are pinned to something immovable.
    pub(super) fn pinned(&self) -> impl Iterator<Item = u32> {
        self.links.iter().filter(|link| link.pins && link.moves.a != link.moves.b).map(|link| {
            let [a, b] = link.bodies;
            if link.moves.a { a } else { b }
        })
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
        ends: &Ends,
        batches: &mut [Batch],
        slots: &[Slot],
        home: &[u32],
        slot_of: impl Fn(u32, u32) -> u32,
    ) {
        let Self {
            links,
            order,
            forest,
            used,
            coloured,
            colour_of,
            count,
            colours,
            entries,
            points,
            scalars,
        } = self;
        for link in &mut *links {
            let moved = if link.moves.a { link.bodies[0] } else { link.bodies[1] };
            link.batch = ends.batch[moved as usize];
        }
        if core::mem::take(coloured) {
            for link in &mut *links {
                link.colour = colour_of[link.constraint as usize];
            }
        } else {
            give_colours(links, order, used, home.len());
            refill(colour_of, *count, 0);
            for link in &*links {
                colour_of[link.constraint as usize] = link.colour;
            }
        }
        let colour_bound = links.iter().map(|link| link.colour + 1).max().unwrap_or(0);
        order.reset(links.len());
        order.sort_by(colour_bound as usize, |index| links[index].colour as usize);
        order.sort_by(KINDS, |index| links[index].kind_number());
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
        forest.lay_out(batches, colours, entries);
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
        &self.forest.trees
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

impl JointLink {
    /// The number of the properties that constraints of one colour share, in the order of solving.
    fn kind_number(&self) -> usize {
        let flags = [self.at_once, self.moves.a, self.moves.b];
        flags.into_iter().fold(self.kind.rank(), |number, flag| 2 * number + usize::from(flag))
    }

    /// Takes the lowest colour that no other constraint of its bodies has.
    fn take_colour(&mut self, used: &mut [(u64, u32)]) {
        let movable = self.movable();
        let taken = movable.clone().fold(0, |taken, body| taken | used[body].0);
        self.colour = taken.trailing_ones();
        if self.colour == u64::BITS {
            let beyond = movable.clone().map(|body| used[body].1).max();
            self.colour = beyond.unwrap_or(u64::BITS);
        }
        for body in movable {
            let (taken, beyond) = &mut used[body];
            if self.colour < u64::BITS {
                *taken |= 1 << self.colour;
            } else {
                *beyond = self.colour + 1;
            }
        }
    }

    fn movable(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let a = self.moves.a.then_some(self.bodies[0] as usize);
        a.into_iter().chain(self.moves.b.then_some(self.bodies[1] as usize))
    }
}
