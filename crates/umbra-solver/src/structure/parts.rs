//! What a structure is made of.

use core::ops::Range;

use crate::Locks;
use crate::row::{LANES, Seat};

/// Where to find a contact among the rows: its lane, counted over all rows, and whether the row
/// has its bodies the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(u32);

impl Place {
    /// Of a contact that is not solved: it joins two immovable bodies, or has no points.
    pub(super) const NOWHERE: Self = Self(u32::MAX);

    pub(super) fn new(lane: usize, flipped: bool) -> Self {
        Self((lane as u32) << 1 | u32::from(flipped))
    }

    /// The row and the lane in it.
    pub(crate) fn row_and_lane(self) -> Option<(usize, usize)> {
        let lane = (self.0 >> 1) as usize;
        (self != Self::NOWHERE).then_some((lane / LANES, lane % LANES))
    }

    pub(crate) fn flipped(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Islands that one thread solves from start to end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    pub(crate) slots: Range<usize>,
    pub(crate) sweeps: Range<usize>,
    pub(crate) hubs: Range<usize>,
    pub(crate) locked: Range<usize>,
    pub(crate) seats: Range<usize>,
    pub(crate) rows: Range<usize>,
}

/// The contacts of one colour: no two share a movable body.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    /// In the seats of the batch.
    pub(crate) seats: Range<usize>,
    /// In the rows of the batch.
    pub(crate) rows: Range<usize>,
    /// Whether the A sides can be moved.
    pub(crate) movable_a: bool,
    /// Whether they carry far heavier bodies: see `burdened.rs`.
    pub(crate) burdened: bool,
}

/// What a slot of a batch holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// No body: the slot of everything fixed, or of unused lanes.
    Empty,
    /// A body of this batch. A hub's copies each have `1 / copies` of its mass.
    Own { body: u32, copies: u32 },
    /// A kinematic body that contacts of this batch touch; several batches may have one.
    Guest { body: u32 },
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

impl Sweep {
    /// The seats of one of the rows.
    pub(crate) fn seats_of_row<'a>(&self, seats: &'a [Seat], row: usize) -> &'a [Seat] {
        let first = self.seats.start + (row - self.rows.start) * LANES;
        &seats[first..self.seats.end.min(first + LANES)]
    }

    /// The seats after those, of this sweep or the next: as many as fill a row, if there are.
    pub(crate) fn seats_after_row<'a>(&self, seats: &'a [Seat], row: usize) -> &'a [Seat] {
        let first = self.seats.start + (row + 1 - self.rows.start) * LANES;
        let first = self.seats.end.min(first);
        &seats[first..seats.len().min(first + LANES)]
    }
}

impl Hub {
    /// The slots of the copies.
    pub(crate) fn range(self) -> Range<usize> {
        self.first as usize..(self.first + self.copies) as usize
    }
}

/// What a [`Structure`](super::Structure) looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StructureStatistics {
    /// How many batches there are.
    pub batches: usize,
    /// How many rows of sixteen contacts.
    pub rows: usize,
    /// How many contacts sit in those rows.
    pub contacts: usize,
    /// How many bodies touch so many others that they are split.
    pub hubs: usize,
}
