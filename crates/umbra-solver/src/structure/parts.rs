//! The parts of a structure.

use core::ops::Range;

use umbra_geom::Real;

use crate::Locks;
use crate::block::{BlockEntry, LANES};

/// The position of a contact among the blocks: its lane, counted over all blocks, and a flag for
/// exchanged bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LaneIndex(u32);

impl LaneIndex {
    /// The index of a contact that is not solved: it joins two immovable bodies, or has no points.
    pub(crate) const UNSOLVED: Self = Self(u32::MAX);

    pub(super) fn new(lane: usize, flipped: bool) -> Self {
        Self((lane as u32) << 1 | u32::from(flipped))
    }

    /// The block and the lane in it.
    pub(crate) fn block_and_lane(self) -> Option<(usize, usize)> {
        let lane = (self.0 >> 1) as usize;
        (self != Self::UNSOLVED).then_some((lane / LANES, lane % LANES))
    }

    pub(crate) fn flipped(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The load of a contact: which colours it is sorted into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Load {
    /// Bodies of about the same mass as those that carry them.
    #[default]
    Usual,
    /// A tree of joints that bears no far heavier bodies.
    Pulled,
    /// Far heavier bodies.
    Heavy,
}

/// Islands that one thread solves from start to end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    pub(crate) slots: Range<usize>,
    pub(crate) colours: Range<usize>,
    pub(crate) hubs: Range<usize>,
    pub(crate) locked: Range<usize>,
    pub(crate) blocks: Range<usize>,
    /// The number of its contacts.
    pub(crate) contacts: usize,
    pub(crate) joint_colours: Range<usize>,
    pub(crate) joint_entries: Range<usize>,
    /// The ranges among the blocks of points and of scalars.
    pub(crate) points: Range<usize>,
    pub(crate) scalars: Range<usize>,
    pub(crate) trees: Range<usize>,
}

impl Batch {
    /// The lanes of its blocks, in use or not.
    pub(crate) fn lanes(&self) -> Range<usize> {
        self.blocks.start * LANES..self.blocks.end * LANES
    }
}

/// The contacts of one colour: no two share a movable body.
#[derive(Clone, Debug)]
pub(crate) struct Colour {
    /// Its number: see `colouring.rs`.
    pub(crate) number: u16,
    /// The range among the entries of the batch: the lanes in use.
    pub(crate) entries: Range<usize>,
    /// The range among the blocks of the batch.
    pub(crate) blocks: Range<usize>,
    /// The number of blocks that it has room for.
    pub(crate) room: usize,
    /// True if the A sides are movable.
    pub(crate) movable_a: bool,
    /// Their load: see `heavy_loads.rs`.
    pub(crate) load: Load,
}

/// The content of a slot of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Slot {
    /// No body: the slot of all fixed bodies, or of unused lanes.
    Empty,
    /// A body of this batch. A hub's copies each have `1 / copies` of its mass. A body under far
    /// heavier ones counts as heavier than it is: its effective inverse mass is `lightness` times
    /// its own.
    Own { body: u32, copies: u32, lightness: Real },
    /// A kinematic body that contacts of this batch touch; several batches may have one.
    Kinematic { body: u32 },
}

/// A body that is split: its copies lie side by side, from `first`, in the slots of the batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hub {
    pub(crate) first: u32,
    pub(crate) copies: u32,
}

/// A slot whose body does not move in some directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Locked {
    pub(crate) slot: u32,
    pub(crate) locks: Locks,
}

impl Colour {
    /// True if more than usual passes are made over them.
    pub(crate) fn is_loaded(&self) -> bool {
        self.load > Load::Usual
    }

    /// Sets the number of contacts, for which it has to have room.
    pub(crate) fn resize(&mut self, contacts: usize) {
        self.entries.end = self.entries.start + contacts;
        self.blocks.end = self.blocks.start + contacts.div_ceil(LANES);
    }

    /// True if it has no room for another contact.
    pub(crate) fn is_full(&self) -> bool {
        self.entries.len() == self.room * LANES
    }

    /// The entries of one of the blocks.
    pub(crate) fn entries_of_block<'a>(
        &self,
        entries: &'a [BlockEntry],
        block: usize,
    ) -> &'a [BlockEntry] {
        let first = block * LANES;
        &entries[first..self.entries.end.min(first + LANES)]
    }

    /// The entries of the next block, of this colour or the next one: some of them may be of lanes
    /// that are not in use.
    pub(crate) fn entries_after_block<'a>(
        &self,
        entries: &'a [BlockEntry],
        block: usize,
    ) -> &'a [BlockEntry] {
        let is_last = block + 1 >= self.blocks.end;
        let next = if is_last { self.blocks.start + self.room } else { block + 1 };
        let first = entries.len().min(next * LANES);
        &entries[first..entries.len().min(first + LANES)]
    }
}

impl Hub {
    /// The slots of the copies.
    pub(crate) fn range(self) -> Range<usize> {
        self.first as usize..(self.first + self.copies) as usize
    }
}

/// Statistics of a [`Structure`](super::Structure).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StructureStatistics {
    /// The number of batches.
    pub batches: usize,
    /// The number of blocks of sixteen contacts.
    pub blocks: usize,
    /// The number of contacts in those blocks.
    pub contacts: usize,
    /// The number of bodies that are split because they touch many others.
    pub hubs: usize,
}
