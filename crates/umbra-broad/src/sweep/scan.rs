//! Compares boxes with their neighbours, sixteen at a time: with later ones, or, if few changed,
//! with all.

use super::classes::SPAN;
use super::{BLOCK, Class, FatBox, PairKeys, Sweep, blocks};
#[cfg(feature = "parallel")]
use super::{BOXES_PER_TASK, LEAST_FOR_THREADS};
use crate::lanes::{BoxLanes, ROUGH_LANES, RoughBox, RoughColumns, with_lanes};
use core::ops::Range;
#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::Aabb;
use umbra_lanes::Level;

impl Sweep {
    /// Appends the pairs of all boxes.
    pub(super) fn compare_all(&mut self, level: Level, boxes: &[FatBox], pairs: &mut Vec<u64>) {
        let count = self.keys.len();
        #[cfg(feature = "parallel")]
        if count >= LEAST_FOR_THREADS && umbra_lanes::threads::count() > 1 {
            let mut found = core::mem::take(&mut self.found);
            found.resize_with(count.div_ceil(BOXES_PER_TASK), Vec::new);
            found.par_iter_mut().with_max_len(1).enumerate().for_each(|(task, found)| {
                found.clear();
                let start = task * BOXES_PER_TASK;
                self.compare(level, boxes, start..count.min(start + BOXES_PER_TASK), found);
            });
            found.iter().for_each(|found| pairs.extend_from_slice(found));
            self.found = found;
            return;
        }
        self.compare(level, boxes, 0..count, pairs);
    }

    fn compare(&self, level: Level, boxes: &[FatBox], range: Range<usize>, pairs: &mut Vec<u64>) {
        let count = pairs.len();
        let mut found = Found { form: self.form, keys: core::mem::take(pairs), count };
        with_lanes!(level, lanes => self.compare_wide(lanes, boxes, range, &mut found));
        found.keep_new(boxes, count);
        found.keys.truncate(found.count);
        *pairs = found.keys;
    }

    /// Compares the boxes of a `range` with all that come after them.
    #[inline(always)]
    fn compare_wide(
        &self,
        lanes: impl BoxLanes,
        boxes: &[FatBox],
        range: Range<usize>,
        pairs: &mut Found,
    ) {
        // Cut to one length where the compiler sees it: then it checks one index, not ten.
        let length = self.sorted_keys.len();
        let [a, b, c, d, e, f, g, h] = &self.edges;
        let sorted = Sorted {
            lanes,
            boxes,
            starts: &self.starts,
            keys: &self.sorted_keys[..length],
            cells: &self.sorted_cells[..length],
            rough: &self.rough[..length],
            edges: [
                &a[..length],
                &b[..length],
                &c[..length],
                &d[..length],
                &e[..length],
                &f[..length],
                &g[..length],
                &h[..length],
            ],
        };
        for (own, class) in self.classes.iter().enumerate() {
            let start = range.start.max(class.boxes[0] as usize);
            let end = range.end.min(class.boxes[1] as usize);
            let larger = &self.classes[own + 1..];
            for block in blocks(start..end) {
                let places = start.max(block * BLOCK)..end.min((block + 1) * BLOCK);
                let changed = Bits { first: block * BLOCK, bits: self.changed_in(block, &places) };
                match (class.is_one_cell(), class.few_changed) {
                    (true, true) => sorted.look_at_all(class, changed, pairs),
                    (true, false) => sorted.look_at_later(class, places, pairs),
                    (false, true) => sorted.look_around(class, changed, pairs),
                    (false, false) => sorted.look_ahead(class, places, pairs),
                }
            }
            if larger.is_empty() {
                continue;
            }
            for place in start..end {
                larger.iter().for_each(|larger| sorted.look_into(larger, place, pairs));
            }
        }
    }
}

/// The indices of the bits that are set.
struct Bits {
    first: usize,
    bits: u64,
}

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = self.bits.trailing_zeros() as usize;
        let is_one = self.bits != 0;
        self.bits &= self.bits.wrapping_sub(1);
        is_one.then_some(self.first + bit)
    }
}

/// The pairs found, and spare memory behind them.
struct Found {
    form: PairKeys,
    keys: Vec<u64>,
    count: usize,
}

impl Found {
    /// Appends the pairs of hits.
    #[inline(always)]
    fn put_all<const N: usize>(&mut self, keys: &[u32], hits: &Hits<N>) {
        if self.count + 64 > self.keys.len() {
            self.grow();
        }
        let own = keys[hits.place as usize];
        let mut bits = hits.bits;
        while bits != 0 {
            let lane = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let [from, _] = hits.ranges[lane / ROUGH_LANES % N];
            let other = keys[from as usize + lane % ROUGH_LANES];
            self.keys[self.count] = self.form.key(own, other);
            self.count += 1;
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.keys.resize(self.count + self.count / 2 + 256, 0);
    }

    /// Removes the pairs from number `first` on that do not overlap now, or did before.
    fn keep_new(&mut self, boxes: &[FatBox], first: usize) {
        let mut kept = first;
        for number in first..self.count {
            let key = self.keys[number];
            let [a, b] = self.form.pair(key).map(|slot| &boxes[slot as usize]);
            // How many of them are not new is not to be guessed.
            self.keys[kept] = key;
            kept += usize::from(a.newly_overlaps(b));
        }
        self.count = kept;
    }
}

/// The hits of a box in some ranges: sixteen bits for the first boxes of each.
#[derive(Clone, Copy)]
struct Hits<const N: usize> {
    bits: u64,
    place: u32,
    ranges: [[u32; 2]; N],
}

impl<const N: usize> Hits<N> {
    /// True if a range is longer than its bits.
    #[inline(always)]
    fn is_cut_short(&self) -> bool {
        let mut longest = 0;
        for [from, to] in self.ranges {
            longest = longest.max(to - from);
        }
        longest > ROUGH_LANES as u32
    }
}

/// The sorted boxes: the start of each cell, then keys, cells and edges by index.
#[derive(Clone, Copy)]
struct Sorted<'a, L> {
    lanes: L,
    /// The boxes by their keys.
    boxes: &'a [FatBox],
    starts: &'a [u32],
    keys: &'a [u32],
    cells: &'a [u32],
    rough: &'a [RoughBox],
    /// The rough boxes, edge by edge.
    edges: RoughColumns<'a>,
}

impl<L: BoxLanes> Sorted<'_, L> {
    /// Compares boxes of a class of one cell with all of the class.
    #[inline(always)]
    fn look_at_all(self, class: &Class, places: Bits, pairs: &mut Found) {
        let [first, end] = class.boxes.map(|place| place as usize);
        for place in places {
            Scan::new(self, place, pairs).scan(first, end);
        }
    }

    /// Compares boxes of a class of one cell with those that come after them.
    #[inline(always)]
    fn look_at_later(self, class: &Class, places: Range<usize>, pairs: &mut Found) {
        for place in places {
            Scan::new(self, place, pairs).scan(place + 1, class.boxes[1] as usize);
        }
    }

    /// Compares boxes with all of their class that they may overlap, before and after them: then
    /// the unchanged boxes need no comparison of their own.
    #[inline(always)]
    fn look_around(self, class: &Class, places: Bits, pairs: &mut Found) {
        let columns = class.grid.columns();
        let around = |_: usize, cell: u32| {
            [self.near(cell - columns), self.near(cell), self.near(cell + columns)]
        };
        self.look(class, places, around, |mut scan| scan.around(class), pairs);
    }

    /// Compares boxes with those of their class that come after them.
    ///
    /// Of two boxes that overlap, the one in the lower row finds the other, or in the same row the
    /// first one: the other's lower edge lies between the edges of the finder, and numbering cells
    /// keeps the order of edges even where rounding moves them.
    #[inline(always)]
    fn look_ahead(self, class: &Class, places: Range<usize>, pairs: &mut Found) {
        let columns = class.grid.columns();
        let ahead = |place: usize, cell: u32| {
            [[place as u32 + 1, self.end_near(cell)], self.near(cell + columns)]
        };
        self.look(class, places, ahead, |mut scan| scan.ahead(class), pairs);
    }

    /// Compares the boxes of a block with those in the ranges that `ranges` returns for their
    /// indices and cells; boxes in cells at the borders of the table go to `else_look`.
    #[inline(always)]
    fn look<const N: usize>(
        self,
        class: &Class,
        places: impl Iterator<Item = usize>,
        ranges: impl Fn(usize, u32) -> [[u32; 2]; N],
        else_look: impl Fn(Scan<'_, L>),
        pairs: &mut Found,
    ) {
        let mut found = [Hits { place: 0, ranges: [[0; 2]; N], bits: 0 }; BLOCK];
        let mut count = 0;
        for place in places {
            let cell = self.cells[place];
            if class.wraps && !class.grid.has_neighbours(cell, SPAN) {
                else_look(Scan::new(self, place, pairs));
                continue;
            }
            let hits = self.hits(place, ranges(place, cell));
            // Whether there are any is not to be guessed: they are listed, and the next ones in
            // their place unless they count.
            found[count % BLOCK] = hits;
            count += usize::from((hits.bits != 0) | hits.is_cut_short());
        }
        for hits in &found[..count.min(BLOCK)] {
            pairs.put_all(self.keys, hits);
            if hits.is_cut_short() {
                let mut scan = Scan::new(self, hits.place as usize, pairs);
                for [from, to] in hits.ranges.map(|range| range.map(|place| place as usize)) {
                    scan.scan(to.min(from + ROUGH_LANES), to);
                }
            }
        }
    }

    /// Compares a box with the first sixteen boxes of some ranges, including those behind the end
    /// of a shorter range: hits are hits.
    #[inline(always)]
    fn hits<const N: usize>(self, place: usize, ranges: [[u32; 2]; N]) -> Hits<N> {
        let spread = self.lanes.spread_rough(&self.rough[place]);
        let mut bits = 0;
        for (number, [from, _]) in ranges.iter().enumerate() {
            bits |= self.compare(&spread, *from as usize) << (number * ROUGH_LANES);
        }
        Hits { place: place as u32, ranges, bits }
    }

    /// The start and end of the boxes in a cell and in those cells of the same row that are so near
    /// that boxes of their class may overlap.
    #[inline(always)]
    fn near(self, cell: u32) -> [u32; 2] {
        [self.starts[(cell - SPAN[0] as u32) as usize], self.end_near(cell)]
    }

    #[inline(always)]
    fn end_near(self, cell: u32) -> u32 {
        self.starts[(cell + SPAN[0] as u32 + 1) as usize]
    }

    /// The boxes from `at` on that may overlap a box now and not before, as bits.
    #[inline(always)]
    fn compare(self, spread: &L::RoughSpread, at: usize) -> u64 {
        let [a, b, c, d, e, f, g, h] = self.edges;
        let end = at + ROUGH_LANES;
        let columns = [
            &a[at..end],
            &b[at..end],
            &c[at..end],
            &d[at..end],
            &e[at..end],
            &f[at..end],
            &g[at..end],
            &h[at..end],
        ];
        u64::from(self.lanes.may_meet(columns, spread))
    }

    /// Compares a box with the boxes of a larger class that it may overlap.
    #[inline(always)]
    fn look_into(self, class: &Class, place: usize, pairs: &mut Found) {
        let own = &self.boxes[self.keys[place] as usize];
        let mut scan = Scan::with_rough(self, place, &self.lanes.rough(own, &class.scale), pairs);
        if class.is_one_cell() {
            return scan.scan(class.boxes[0] as usize, class.boxes[1] as usize);
        }
        let Aabb { min, max } = own.now;
        let edges = [min.x - class.reach[0], max.x, min.y - class.reach[1], max.y];
        let [left, right, row, last_row] =
            self.lanes.reach(edges, class.grid.density, class.grid.base);
        for up in 0..=last_row.wrapping_sub(row).min(class.grid.mask[1]) {
            scan.row(class, row.wrapping_add(up), left, right);
        }
    }
}

/// One box and the boxes it is compared with.
///
/// Everything here has to be inlined into one function, or the compiler passes vectors through
/// memory: hence no array `map`, whose body stays a function of its own.
struct Scan<'a, L: BoxLanes> {
    sorted: Sorted<'a, L>,
    place: usize,
    /// The box in the form in which candidates are compared with it.
    spread: L::RoughSpread,
    pairs: &'a mut Found,
}

impl<'a, L: BoxLanes> Scan<'a, L> {
    #[inline(always)]
    fn new(sorted: Sorted<'a, L>, place: usize, pairs: &'a mut Found) -> Self {
        Self::with_rough(sorted, place, &sorted.rough[place], pairs)
    }

    #[inline(always)]
    fn with_rough(
        sorted: Sorted<'a, L>,
        place: usize,
        rough: &RoughBox,
        pairs: &'a mut Found,
    ) -> Self {
        Self { sorted, place, spread: sorted.lanes.spread_rough(rough), pairs }
    }

    /// Compares with later boxes of the own cell and of cells to its right, and with the row above,
    /// where rows wrap around.
    #[inline(always)]
    fn ahead(&mut self, class: &Class) {
        let [column, row] = class.grid.place_of(self.sorted.cells[self.place]);
        let (left, right) = (column - SPAN[0], column + SPAN[0]);
        let row_start = class.grid.row_start(row);
        let mask = class.grid.mask[0];
        let after = self.start_of(row_start + (right & mask) as u32 + 1);
        if self.place < after {
            self.scan(self.place + 1, after);
        } else {
            // Somewhere between the columns reached the row starts over.
            self.scan(self.place + 1, self.start_of(row_start + mask as u32 + 1));
            self.scan(self.start_of(row_start), after);
        }
        self.row(class, row + 1, left, right);
    }

    /// Compares with all boxes of the own class that the box may overlap, where rows wrap around.
    #[inline(always)]
    fn around(&mut self, class: &Class) {
        let [column, row] = class.grid.place_of(self.sorted.cells[self.place]);
        for row in row - SPAN[1]..=row + SPAN[1] {
            self.row(class, row, column - SPAN[0], column + SPAN[0]);
        }
    }

    /// Compares with the columns from `left` to `right` of one row.
    #[inline(always)]
    fn row(&mut self, class: &Class, row: i32, left: i32, right: i32) {
        let row_start = class.grid.row_start(row);
        let mask = class.grid.mask[0];
        let (from, to) = (row_start + (left & mask) as u32, row_start + (right & mask) as u32);
        if from <= to && right.wrapping_sub(left) <= mask {
            return self.scan(self.start_of(from), self.start_of(to + 1));
        }
        let row_end = row_start + mask as u32 + 1;
        if right.wrapping_sub(left) >= mask {
            return self.scan(self.start_of(row_start), self.start_of(row_end));
        }
        self.scan(self.start_of(from), self.start_of(row_end));
        self.scan(self.start_of(row_start), self.start_of(to + 1));
    }

    #[inline(always)]
    fn start_of(&self, cell: u32) -> usize {
        self.sorted.starts[cell as usize] as usize
    }

    /// Compares the box with those at `from..to`.
    #[inline(always)]
    fn scan(&mut self, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            let mut bits = self.sorted.compare(&self.spread, at);
            if to - at < ROUGH_LANES {
                bits &= (1 << (to - at)) - 1;
            }
            let ranges = [[at as u32, to as u32]];
            self.pairs.put_all(self.sorted.keys, &Hits { place: self.place as u32, ranges, bits });
            at += ROUGH_LANES;
        }
    }
}
