//! Pairs among many boxes at once: sort them into strips of cells, then sweep each box over the
//! cells it reaches, a SIMD register of candidates at a time.
//!
//! A tree answers one box at a time and misses the cache on the way; when many boxes have moved,
//! this is an order of magnitude faster. What makes it fit for any scene:
//!
//! - *Mixed sizes.* Boxes are sorted into size classes, each with cells as large as its largest
//!   box. A box looks into its own class and into those of larger boxes. A class of a few boxes
//!   is one cell, so a level's ground costs its neighbours one comparison.
//! - *Unbounded worlds.* The cells wrap around: boxes far apart may share a cell, which costs a
//!   comparison and no correctness, and one stray box cannot make the cells of the others coarse.
//! - *New pairs without a hash.* Each box brings the box it had before. A pair is new when the
//!   boxes overlap now and did not before, and that is decided in the same registers.

use fearless_simd::{Level, dispatch, prelude::*};
use umbra_geom::{Aabb, Real};

/// No register has more lanes: so much padding lets every load be a whole one.
const MOST_LANES: usize = 16;
/// A class with fewer boxes is one cell: looking for the right cell would cost more.
const LEAST_FOR_CELLS: usize = 48;
/// Cells per box, at most. More cells hold fewer strangers, but the table leaves the cache.
const CELLS_PER_BOX: usize = 4;
/// Boxes whose sweep is one task.
#[cfg(feature = "parallel")]
const BOXES_PER_TASK: usize = 1024;
/// Octaves of size that one class spans, unless there are too few boxes to be worth a class.
const OCTAVES: i32 = 1;

/// One box to be paired.
#[derive(Clone, Copy, Debug)]
struct Entry {
    new: Aabb,
    old: Aabb,
    key: u32,
    cell: u32,
}

/// One size class: a grid of cells that repeats itself over the plane.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The largest width of a box in it.
    reach: [Real; 2],
    /// Cells per length, along x and y.
    density: [Real; 2],
    /// The cell that starts the first row.
    base: [i32; 2],
    /// Columns and rows less one; both counts are powers of two.
    mask: [i32; 2],
    /// Where its cells start in [`Sweep::starts`].
    first_cell: u32,
    /// Its boxes in the sorted columns.
    boxes: [u32; 2],
}

impl Class {
    #[inline(always)]
    fn column(&self, x: Real) -> i32 {
        floor(x * self.density[0]).wrapping_sub(self.base[0])
    }

    #[inline(always)]
    fn row(&self, y: Real) -> i32 {
        floor(y * self.density[1]).wrapping_sub(self.base[1])
    }

    #[inline(always)]
    fn row_start(&self, row: i32) -> u32 {
        self.first_cell + (row & self.mask[1]) as u32 * (self.mask[0] + 1) as u32
    }
}

/// Rounds down, and far beyond any sensible cell number to the nearest one there is.
#[inline(always)]
fn floor(value: Real) -> i32 {
    let whole = value as i32;
    whole.saturating_sub(i32::from((whole as Real) > value))
}

/// The greater number, by comparison: the same bits on every machine.
#[inline(always)]
fn greater(a: Real, b: Real) -> Real {
    if b > a { b } else { a }
}

/// The memory of a sweep, used again for the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweep {
    entries: Vec<Entry>,
    classes: Vec<Class>,
    /// Where each cell starts in the columns; one more at the end.
    starts: Vec<u32>,
    /// Lower and upper edges along x and y of the new boxes, then of the old ones, in cell order.
    edges: [Vec<Real>; 8],
    keys: Vec<u32>,
    #[cfg(feature = "parallel")]
    found: Vec<Vec<u64>>,
}

/// Both keys of a pair in one number, the lesser one first: sorts as the pair does.
#[inline(always)]
pub(crate) fn pair_key(a: u32, b: u32) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    u64::from(low) << 32 | u64::from(high)
}

impl Sweep {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Adds a box that was `old` before; [`Aabb::EMPTY`] if it was not there.
    #[inline]
    pub(crate) fn push(&mut self, key: u32, new: Aabb, old: Aabb) {
        self.entries.push(Entry { new, old, key, cell: 0 });
    }

    /// Appends every pair that overlaps now and did not before to `pairs`, in no useful order and,
    /// in odd cases, twice.
    pub(crate) fn find(&mut self, level: Level, pairs: &mut Vec<u64>) {
        if self.entries.len() < 2 {
            return;
        }
        self.classify();
        self.sort();
        self.sweep_all(level, pairs);
    }

    /// Chooses the size classes and assigns each entry to one (in `cell`, for now).
    fn classify(&mut self) {
        let mut octaves = [0_u32; 256];
        for entry in &mut self.entries {
            let size = entry.new.max - entry.new.min;
            // The exponent: sizes are neither negative nor NaN.
            entry.cell = greater(size.x, size.y).to_bits() >> 23;
            octaves[(entry.cell & 255) as usize] += 1;
        }
        let worth_a_class = self.entries.len() as u32 / 32;
        let mut class_of = [0_u32; 256];
        self.classes.clear();
        let (mut count, mut first, mut start) = (0, 0, 0);
        for octave in 0..octaves.len() {
            if octaves[octave] == 0 {
                continue;
            }
            let full = count > worth_a_class && octave as i32 - first > OCTAVES;
            if full || self.classes.is_empty() {
                (count, first) = (0, octave as i32);
                self.classes.push(Class {
                    reach: [0.0; 2],
                    density: [1.0; 2],
                    base: [0; 2],
                    mask: [0; 2],
                    first_cell: 0,
                    boxes: [start; 2],
                });
            }
            count += octaves[octave];
            start += octaves[octave];
            class_of[octave] = self.classes.len() as u32 - 1;
            if let Some(class) = self.classes.last_mut() {
                class.boxes[1] = start;
            }
        }
        let mut bounds = vec![Aabb::EMPTY; self.classes.len()];
        for entry in &mut self.entries {
            entry.cell = class_of[(entry.cell & 255) as usize];
            let class = &mut self.classes[entry.cell as usize];
            let size = entry.new.max - entry.new.min;
            class.reach = [greater(class.reach[0], size.x), greater(class.reach[1], size.y)];
            let bounds = &mut bounds[entry.cell as usize];
            *bounds = bounds.with_point(entry.new.min);
        }
        let mut first_cell = 0;
        for (class, bounds) in self.classes.iter_mut().zip(&bounds) {
            class.first_cell = first_cell;
            class.lay_out(bounds);
            first_cell += (class.mask[0] as u32 + 1) * (class.mask[1] as u32 + 1);
        }
        self.starts.clear();
        self.starts.resize(first_cell as usize + 2, 0);
    }

    /// Counting sort by cell into the columns.
    fn sort(&mut self) {
        let Self { entries, classes, starts, edges, keys, .. } = self;
        for entry in entries.iter_mut() {
            let class = &classes[entry.cell as usize];
            let column = class.column(entry.new.min.x) & class.mask[0];
            entry.cell = class.row_start(class.row(entry.new.min.y)) + column as u32;
            starts[entry.cell as usize + 2] += 1;
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        let padded = entries.len() + MOST_LANES;
        for column in edges.iter_mut() {
            column.resize(padded, 0.0);
        }
        keys.resize(padded, 0);
        let [x0, x1, y0, y1, old_x0, old_x1, old_y0, old_y1] = edges;
        for entry in entries.iter() {
            let cursor = &mut starts[entry.cell as usize + 1];
            let place = *cursor as usize;
            *cursor += 1;
            (x0[place], x1[place]) = (entry.new.min.x, entry.new.max.x);
            (y0[place], y1[place]) = (entry.new.min.y, entry.new.max.y);
            (old_x0[place], old_x1[place]) = (entry.old.min.x, entry.old.max.x);
            (old_y0[place], old_y1[place]) = (entry.old.min.y, entry.old.max.y);
            keys[place] = entry.key;
        }
    }

    #[cfg(feature = "parallel")]
    fn sweep_all(&mut self, level: Level, pairs: &mut Vec<u64>) {
        use rayon::prelude::*;
        let count = self.entries.len();
        if count < 2 * BOXES_PER_TASK || rayon::current_num_threads() == 1 {
            return self.sweep_some(level, 0..count, pairs);
        }
        let mut found = core::mem::take(&mut self.found);
        found.resize_with(count.div_ceil(BOXES_PER_TASK), Vec::new);
        found.par_iter_mut().enumerate().for_each(|(task, found)| {
            found.clear();
            let start = task * BOXES_PER_TASK;
            self.sweep_some(level, start..count.min(start + BOXES_PER_TASK), found);
        });
        found.iter().for_each(|found| pairs.extend_from_slice(found));
        self.found = found;
    }

    #[cfg(not(feature = "parallel"))]
    fn sweep_all(&mut self, level: Level, pairs: &mut Vec<u64>) {
        self.sweep_some(level, 0..self.entries.len(), pairs);
    }

    fn sweep_some(&self, level: Level, range: core::ops::Range<usize>, pairs: &mut Vec<u64>) {
        dispatch!(level, simd => self.sweep_wide(simd, range, pairs));
    }

    /// Sweeps the boxes of that `range` over all that lie after them.
    #[inline(always)]
    fn sweep_wide<S: Simd>(&self, simd: S, range: core::ops::Range<usize>, pairs: &mut Vec<u64>) {
        for (own, class) in self.classes.iter().enumerate() {
            let start = range.start.max(class.boxes[0] as usize);
            let end = range.end.min(class.boxes[1] as usize);
            for place in start..end {
                let mut scan = Scan { sweep: self, simd, place, pairs };
                scan.own_class(class);
                for larger in &self.classes[own + 1..] {
                    scan.larger_class(larger);
                }
            }
        }
    }
}

impl Class {
    /// Chooses the cells for boxes whose lower corners are within `bounds`.
    fn lay_out(&mut self, bounds: &Aabb) {
        let count = (self.boxes[1] - self.boxes[0]) as usize;
        if count < LEAST_FOR_CELLS {
            return;
        }
        // A box then reaches into two rows at most and into four columns or so. Cells of sticks
        // are kept from becoming slivers, of which a box of another class would cross too many.
        let [wide, high] = self.reach;
        let largest = greater(wide, high);
        let cell = [greater(0.5 * wide, 0.0625 * largest), greater(high, 0.125 * largest)];
        let cell = cell.map(|size| greater(size, 1e-18));
        self.density = [1.0 / cell[0], 1.0 / cell[1]];
        self.base = [floor(bounds.min.x * self.density[0]), floor(bounds.min.y * self.density[1])];
        let mut cells = [0, 1].map(|axis| {
            let wanted = (bounds.max - bounds.min)[axis] * self.density[axis] + 1.0;
            (wanted as usize).clamp(16, 1 << 28).next_power_of_two()
        });
        while cells[0] * cells[1] > CELLS_PER_BOX * count && cells != [16, 16] {
            let wider = usize::from(cells[1] >= cells[0]);
            cells[wider] = (cells[wider] / 2).max(16);
        }
        self.mask = cells.map(|cells| cells as i32 - 1);
    }
}

/// One box on its sweep.
struct Scan<'a, S: Simd> {
    sweep: &'a Sweep,
    simd: S,
    place: usize,
    pairs: &'a mut Vec<u64>,
}

impl<S: Simd> Scan<'_, S> {
    /// Later boxes of the own cell and cells to the right of it, then the rows above it.
    ///
    /// Two boxes that overlap are found by the one in the lower row, or, in the same row, by the
    /// one that comes first: the other's lower edge lies between the edges of the finder, and
    /// numbering cells keeps the order of edges even where rounding moves them.
    #[inline(always)]
    fn own_class(&mut self, class: &Class) {
        let [x0, x1, y0, y1] = [0, 1, 2, 3].map(|edge| self.sweep.edges[edge][self.place]);
        let (left, right) = (class.column(x0), class.column(x1));
        let (row, last_row) = (class.row(y0), class.row(y1));
        let starts = &self.sweep.starts;
        let row_start = class.row_start(row);
        let (from, to) = (left & class.mask[0], right & class.mask[0]);
        let after = starts[(row_start + to as u32) as usize + 1] as usize;
        if from <= to {
            self.scan(self.place + 1, after);
        } else {
            let row_end = starts[(row_start + class.mask[0] as u32) as usize + 1] as usize;
            self.scan(self.place + 1, row_end);
            self.scan(starts[row_start as usize] as usize, after);
        }
        let others = last_row.wrapping_sub(row).min(class.mask[1]);
        let left = class.column(x0 - class.reach[0]);
        for above in 1..=others {
            self.row(class, row.wrapping_add(above), left, right);
        }
    }

    /// All rows of a class of larger boxes that the box may reach.
    #[inline(always)]
    fn larger_class(&mut self, class: &Class) {
        if class.mask[1] == 0 {
            return self.scan(class.boxes[0] as usize, class.boxes[1] as usize);
        }
        let [x0, x1, y0, y1] = [0, 1, 2, 3].map(|edge| self.sweep.edges[edge][self.place]);
        let (left, right) = (class.column(x0 - class.reach[0]), class.column(x1));
        let (row, last_row) = (class.row(y0 - class.reach[1]), class.row(y1));
        for up in 0..=last_row.wrapping_sub(row).min(class.mask[1]) {
            self.row(class, row.wrapping_add(up), left, right);
        }
    }

    /// The columns from `left` to `right` of one row.
    #[inline(always)]
    fn row(&mut self, class: &Class, row: i32, left: i32, right: i32) {
        let starts = &self.sweep.starts;
        let row_start = class.row_start(row);
        let begin = |column: i32| starts[(row_start + column as u32) as usize] as usize;
        let mask = class.mask[0];
        if right.wrapping_sub(left) >= mask {
            return self.scan(begin(0), begin(mask + 1));
        }
        let (from, to) = (left & mask, right & mask);
        if from <= to {
            self.scan(begin(from), begin(to + 1));
        } else {
            self.scan(begin(from), begin(mask + 1));
            self.scan(begin(0), begin(to + 1));
        }
    }

    /// Compares the box with those at `from..to`.
    #[inline(always)]
    fn scan(&mut self, from: usize, to: usize) {
        let edges = &self.sweep.edges;
        let own = |edge: usize| edges[edge][self.place];
        let lanes = S::f32s::LEN;
        let mut at = from;
        while at < to {
            let theirs = |edge: usize| S::f32s::from_slice(self.simd, &edges[edge][at..at + lanes]);
            let new = theirs(0).simd_le(own(1))
                & theirs(1).simd_ge(own(0))
                & theirs(2).simd_le(own(3))
                & theirs(3).simd_ge(own(2));
            let old = theirs(4).simd_le(own(5))
                & theirs(5).simd_ge(own(4))
                & theirs(6).simd_le(own(7))
                & theirs(7).simd_ge(own(6));
            let mut hits = (new & !old).to_bitmask();
            if to - at < lanes {
                hits &= (1 << (to - at)) - 1;
            }
            while hits != 0 {
                let lane = hits.trailing_zeros() as usize;
                hits &= hits - 1;
                let keys = &self.sweep.keys;
                self.pairs.push(pair_key(keys[self.place], keys[at + lane]));
            }
            at += lanes;
        }
    }
}
