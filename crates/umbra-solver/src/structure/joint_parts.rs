//! Joint constraints as a structure sees them.

use core::ops::Range;

use crate::block::LANES;
use crate::joint::{ConstraintForm, JointConstraint};
use crate::kernel::joint::Moves;
use crate::kernel::joint::scalar::ScalarForm;

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
    pub(super) fn for_constraint(constraint: &JointConstraint) -> Self {
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
pub(super) const KINDS: usize = 11 << 3;

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
    pub(super) batch: u32,
    pub(super) colour: u32,
}

impl JointLink {
    /// The number of the properties that constraints of one colour share, in the order of solving.
    pub(super) fn kind_number(&self) -> usize {
        let flags = [self.at_once, self.moves.a, self.moves.b];
        flags.into_iter().fold(self.kind.rank(), |number, flag| 2 * number + usize::from(flag))
    }

    /// Takes the lowest colour that no other constraint of its bodies has.
    pub(super) fn take_colour(&mut self, used: &mut [(u64, u32)]) {
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

    /// A movable body.
    pub(super) fn moved(&self) -> u32 {
        let [a, b] = self.bodies;
        if self.moves.a { a } else { b }
    }

    fn movable(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let a = self.moves.a.then_some(self.bodies[0] as usize);
        a.into_iter().chain(self.moves.b.then_some(self.bodies[1] as usize))
    }
}
