//! Pairs among many boxes at once: boxes are sorted into rows of cells, then each box is compared
//! with those in the cells it overlaps, a SIMD register of candidates at a time.
//!
//! A tree answers one box at a time and misses the cache on the way; when many boxes have moved,
//! this is several times faster. It fits any scene, because of:
//!
//! - *Mixed sizes.* Boxes are sorted into size classes, each with cells as large as its largest
//!   box. A box is compared with its own class and with those of larger boxes. A class of a few
//!   boxes is one cell, so a level's ground costs its neighbours one comparison.
//! - *Unbounded worlds.* The cells wrap around: boxes far apart may share a cell, which costs a
//!   comparison and no correctness, and one stray box cannot make the cells of the others coarse.
//! - *New pairs without a hash.* Each box has its box at the last search. A pair is new when the
//!   boxes overlap now and did not before, and that is decided in the same registers.
//!
//! The sort is here, the choice of cells in [`classes`], the order in
//! which they are compared in [`columns`], the comparison in [`scan`].

mod classes;
mod columns;
mod scan;

use crate::lanes::{LANES, ROUGH_LANES, RoughBox};
use classes::Class;
use core::ops::Range;
use umbra_geom::Aabb;
use umbra_lanes::Level;

/// Boxes written or compared in one task.
#[cfg(feature = "parallel")]
const BOXES_PER_TASK: usize = 1024;
/// Fewer boxes are written or compared on one thread: to wake another takes 20 us.
#[cfg(feature = "parallel")]
const LEAST_FOR_THREADS: usize = 6_000;

/// Fewer boxes are compared each with each, unsorted: measuring and sorting would take longer.
const LEAST_FOR_SORTING: usize = 8;

/// Number of boxes whose changes are the bits of one number, and that are compared before the pairs
/// of all of them are listed.
const BLOCK: usize = 64;

/// The blocks that contain these indices.
fn blocks(places: Range<usize>) -> Range<usize> {
    places.start / BLOCK..places.end.div_ceil(BLOCK)
}

/// The memory of a sweep, reused by the next.
#[derive(Debug, Default)]
pub(crate) struct Sweep {
    /// The boxes that take part, by their keys; then in cell order.
    keys: Vec<u32>,
    sorted_keys: Vec<u32>,
    form: PairKeys,
    /// The size octave of each box, then its cell; then in cell order.
    cells: Vec<u32>,
    sorted_cells: Vec<u32>,
    classes: Vec<Class>,
    /// The start of each cell in the columns; one more at the end.
    starts: Vec<u32>,
    /// The rough boxes in cell order, and the same edge by edge.
    rough: Vec<RoughBox>,
    edges: [Vec<i16>; 8],
    /// The boxes that have changed, as bits in cell order, in whole blocks.
    changed: Vec<u8>,
    #[cfg(feature = "parallel")]
    found: Vec<Vec<u64>>,
}

/// The box of a proxy now, and at the last search; empty if there was none. Side by side, as the
/// search reads both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FatBox {
    pub(crate) now: Aabb,
    pub(crate) before: Aabb,
}

/// Packs both keys of a pair into one number that sorts as the pair does, the lesser key first:
/// into as few bits as possible, as sorting takes time for each of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PairKeys {
    bits_of_one: u32,
}

impl FatBox {
    /// True if two boxes overlap now and did not before.
    #[inline(always)]
    fn newly_overlaps(&self, other: &Self) -> bool {
        self.now.overlaps(&other.now) & !self.before.overlaps(&other.before)
    }
}

impl PairKeys {
    /// The packing of keys less than `slots`.
    pub(crate) fn of_slots(slots: usize) -> Self {
        Self { bits_of_one: (usize::BITS - slots.leading_zeros()).min(u32::BITS) }
    }

    /// The number of bits of a packed pair.
    pub(crate) fn bits(self) -> u32 {
        2 * self.bits_of_one
    }

    #[inline(always)]
    pub(crate) fn key(self, a: u32, b: u32) -> u64 {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        u64::from(low) << self.bits_of_one | u64::from(high)
    }

    /// The pair in a packed number.
    #[inline(always)]
    pub(crate) fn pair(self, key: u64) -> [u32; 2] {
        let low = key >> self.bits_of_one;
        [low as u32, (key ^ low << self.bits_of_one) as u32]
    }
}

impl Sweep {
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
    }

    /// Adds boxes to the sweep.
    pub(crate) fn extend(&mut self, keys: impl Iterator<Item = u32>) {
        self.keys.extend(keys);
    }

    /// Adds those boxes, counted from 0, for which the iterator returns true. Without a branch, as
    /// that cannot be predicted.
    #[inline]
    pub(crate) fn extend_where(&mut self, joins: impl ExactSizeIterator<Item = bool>) {
        let start = self.keys.len();
        self.keys.resize(start + joins.len() + 1, 0);
        let mut end = start;
        for (join, key) in joins.zip(0..) {
            self.keys[end] = key;
            end += usize::from(join);
        }
        self.keys.truncate(end);
    }

    /// Appends every pair whose boxes overlap and did not before to `pairs`: in no useful order, in
    /// rare cases twice, and maybe with itself for a box that had none before.
    pub(crate) fn find(
        &mut self,
        level: Level,
        boxes: &[FatBox],
        form: PairKeys,
        pairs: &mut Vec<u64>,
    ) {
        self.form = form;
        if self.keys.len() < LEAST_FOR_SORTING {
            return self.compare_few(boxes, pairs);
        }
        self.classify(level, boxes);
        self.sort(level, boxes);
        self.compare_all(level, boxes, pairs);
    }

    /// The boxes of the last search; neighbours in the plane are mostly side by side.
    pub(crate) fn sorted(&self) -> &[u32] {
        &self.sorted_keys[..self.keys.len()]
    }

    /// Compares each box with all after it.
    fn compare_few(&mut self, boxes: &[FatBox], pairs: &mut Vec<u64>) {
        let Self { keys, sorted_keys, form, .. } = self;
        sorted_keys.clone_from(keys);
        for (place, &a) in keys.iter().enumerate() {
            for &b in &keys[place + 1..] {
                if boxes[a as usize].newly_overlaps(&boxes[b as usize]) {
                    pairs.push(form.key(a, b));
                }
            }
        }
    }

    /// The boxes of a block that changed, as bits, within a range of indices.
    fn changed_in(&self, block: usize, range: &Range<usize>) -> u64 {
        let bytes = self.changed.as_chunks::<{ BLOCK / 8 }>().0.get(block);
        let bits = bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let first = range.start.saturating_sub(block * BLOCK).min(BLOCK - 1);
        let behind = ((block + 1) * BLOCK).saturating_sub(range.end).min(BLOCK - 1);
        bits & u64::MAX << first & u64::MAX >> behind
    }

    /// Counting sort by cell, then the columns in that order. (Writing the columns directly touches
    /// nine cache lines per box instead of two.)
    fn sort(&mut self, level: Level, boxes: &[FatBox]) {
        let Self { keys, sorted_keys, cells, sorted_cells, starts, .. } = self;
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        sorted_keys.resize(keys.len().next_multiple_of(LANES) + ROUGH_LANES, 0);
        sorted_cells.resize(sorted_keys.len(), 0);
        // Both cut to one length where the compiler sees it: then it checks one index, not two.
        let (sorted_keys, sorted_cells) = (&mut sorted_keys[..], &mut sorted_cells[..]);
        let sorted_cells = &mut sorted_cells[..sorted_keys.len()];
        for (&key, &cell) in keys.iter().zip(cells.iter()) {
            let cursor = &mut starts[cell as usize + 1];
            let place = *cursor as usize;
            (sorted_keys[place], sorted_cells[place]) = (key, cell);
            *cursor += 1;
        }
        self.write_columns(level, boxes);
        for number in 0..self.classes.len() {
            let [start, end] = self.classes[number].boxes.map(|place| place as usize);
            let changed: usize = blocks(start..end)
                .map(|block| self.changed_in(block, &(start..end)).count_ones() as usize)
                .sum();
            // If less than half of a class changed, only the changed boxes are compared.
            self.classes[number].few_changed = 2 * changed < end - start;
        }
    }
}
