//! Compares each box with those that lie after it, eight at a time.

use super::{Class, PairKeys, Sweep};
use crate::lanes::{Edges, LANES, Lanes, with_lanes};
use core::ops::Range;
use fearless_simd::Level;
#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::Real;

// Eight candidates are compared at once. The cells that a box reaches hold three to eight boxes in a
// dense pile, so sixteen lanes load twice as much and find no more: a search takes 15 % longer.

/// Boxes whose cells are found together.
const BLOCK: usize = 64;

/// Boxes compared in one task.
#[cfg(feature = "parallel")]
const BOXES_PER_TASK: usize = 1024;
/// Fewer boxes are compared by one thread: to wake another takes 20 us.
#[cfg(feature = "parallel")]
const LEAST_FOR_THREADS: usize = 6_000;

impl Sweep {
    /// Appends the pairs of all boxes.
    pub(super) fn compare_all(&mut self, level: Level, pairs: &mut Vec<u64>) {
        let count = self.keys.len();
        #[cfg(feature = "parallel")]
        if count >= LEAST_FOR_THREADS && rayon::current_num_threads() > 1 {
            let mut found = core::mem::take(&mut self.found);
            found.resize_with(count.div_ceil(BOXES_PER_TASK), Vec::new);
            found.par_iter_mut().with_max_len(1).enumerate().for_each(|(task, found)| {
                found.clear();
                let start = task * BOXES_PER_TASK;
                self.compare(level, start..count.min(start + BOXES_PER_TASK), found);
            });
            found.iter().for_each(|found| pairs.extend_from_slice(found));
            self.found = found;
            return;
        }
        self.compare(level, 0..count, pairs);
    }

    fn compare(&self, level: Level, range: Range<usize>, pairs: &mut Vec<u64>) {
        let count = pairs.len();
        let mut found = Found { form: self.form, keys: core::mem::take(pairs), count };
        with_lanes!(level, lanes => self.compare_wide(lanes, range, &mut found));
        found.keys.truncate(found.count);
        *pairs = found.keys;
    }

    /// Compares the boxes of that `range` with all that lie after them.
    #[inline(always)]
    fn compare_wide(&self, lanes: impl Lanes, range: Range<usize>, pairs: &mut Found) {
        // Cut to one length where the compiler sees it: then it checks one index, not nine.
        let length = self.sorted_keys.len();
        let [x0, x1, y0, y1, old_x0, old_x1, old_y0, old_y1] = &self.edges;
        let sorted = Sorted {
            lanes,
            starts: &self.starts,
            keys: &self.sorted_keys[..length],
            new: [&x0[..length], &x1[..length], &y0[..length], &y1[..length]],
            old: [&old_x0[..length], &old_x1[..length], &old_y0[..length], &old_y1[..length]],
        };
        for (own, class) in self.classes.iter().enumerate() {
            let start = range.start.max(class.boxes[0] as usize);
            let end = range.end.min(class.boxes[1] as usize);
            let larger = &self.classes[own + 1..];
            let asking = self.changed_within(start..end);
            match (class.is_one_cell(), class.few_changed) {
                (true, true) => sorted.look_at_all(class, asking, pairs),
                (true, false) => sorted.look_at_later(class, start..end, pairs),
                (false, true) => sorted.look_around(class, asking, pairs),
                (false, false) => sorted.look_ahead(class, start..end, pairs),
            }
            if larger.is_empty() {
                continue;
            }
            for place in start..end {
                let mut scan = Scan::new(sorted, place, pairs);
                larger.iter().for_each(|larger| scan.larger_class(larger));
            }
        }
    }
}

impl Sweep {
    /// Those of the changed boxes whose places are in that range.
    pub(super) fn changed_within(&self, range: Range<usize>) -> &[u32] {
        let before = |end: usize| self.changed.partition_point(|place| (*place as usize) < end);
        &self.changed[before(range.start)..before(range.end.max(range.start))]
    }
}

/// The pairs found, and room for more behind them.
struct Found {
    form: PairKeys,
    keys: Vec<u64>,
    count: usize,
}

impl Found {
    /// There will be room for all hits of one comparison.
    #[inline(always)]
    fn make_room(&mut self) {
        if self.count + 64 > self.keys.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.keys.resize(self.count + self.count / 2 + 256, 0);
    }

    /// Appends a pair if it counts, without a branch.
    #[inline(always)]
    fn put(&mut self, [a, b]: [u32; 2], counts: bool) {
        self.keys[self.count] = self.form.key(a, b);
        self.count += usize::from(counts);
    }
}

/// The sorted boxes: where each cell starts, the keys, then lower and upper edges, now and before.
#[derive(Clone, Copy)]
struct Sorted<'a, L> {
    lanes: L,
    starts: &'a [u32],
    keys: &'a [u32],
    new: Edges<'a>,
    old: Edges<'a>,
}

/// For each box of a block, of some rows the first cell that it reaches and the one after the last.
type BlockCells<const ROWS: usize> = [[[i32; BLOCK]; 2]; ROWS];

impl<L: Lanes> Sorted<'_, L> {
    /// Compares boxes of a class of one cell with all of it.
    #[inline(always)]
    fn look_at_all(self, class: &Class, places: &[u32], pairs: &mut Found) {
        let [first, end] = class.boxes.map(|place| place as usize);
        for place in places {
            Scan::new(self, *place as usize, pairs).scan(first, end);
        }
    }

    /// Compares boxes of a class of one cell with those that lie after them.
    #[inline(always)]
    fn look_at_later(self, class: &Class, places: Range<usize>, pairs: &mut Found) {
        for place in places {
            Scan::new(self, place, pairs).scan(place + 1, class.boxes[1] as usize);
        }
    }

    /// Compares boxes with all of their class that they may reach, before and after them: then
    /// nobody has to look for them who did not change.
    #[inline(always)]
    fn look_around(self, class: &Class, places: &[u32], pairs: &mut Found) {
        for places in places.chunks(BLOCK) {
            let [x0, x1, y0, y1] = self.new;
            let mut edges = [[0.0; BLOCK]; 4];
            for (number, place) in places.iter().enumerate() {
                let (number, place) = (number % BLOCK, *place as usize);
                (edges[0][number], edges[1][number]) = (x0[place], x1[place]);
                (edges[2][number], edges[3][number]) = (y0[place], y1[place]);
            }
            let [x0, x1, y0, y1] = &edges;
            let cells =
                self.cells_of_rows::<3>([x0, x1, y0, y1], 0..places.len(), class.reach, class);
            for (number, place) in places.iter().enumerate() {
                let mut scan = Scan::new(self, *place as usize, pairs);
                if !scan.rows(None, &cells, number) {
                    scan.around(class);
                }
            }
        }
    }

    /// Compares boxes with those of their class that lie after them.
    ///
    /// Of two boxes that overlap, the one in the lower row finds the other, or in the same row the
    /// one that comes first: the other's lower edge lies between the edges of the finder, and
    /// numbering cells keeps the order of edges even where rounding moves them.
    #[inline(always)]
    fn look_ahead(self, class: &Class, places: Range<usize>, pairs: &mut Found) {
        for first in places.clone().step_by(BLOCK) {
            let places = first..places.end.min(first + BLOCK);
            let back = [class.reach[0], 0.0];
            let cells = self.cells_of_rows::<2>(self.new, places.clone(), back, class);
            for (number, place) in places.enumerate() {
                let mut scan = Scan::new(self, place, pairs);
                if !scan.rows(Some(place + 1), &cells, number) {
                    scan.ahead(class);
                }
            }
        }
    }

    /// What [`Lanes::cells_of_rows`] says of a block of boxes at those places of columns.
    #[inline(always)]
    fn cells_of_rows<const ROWS: usize>(
        self,
        edges: Edges<'_>,
        places: Range<usize>,
        back: [Real; 2],
        class: &Class,
    ) -> BlockCells<ROWS> {
        let mut cells = [[[0; BLOCK]; 2]; ROWS];
        for (at, from) in places.step_by(LANES).zip((0..BLOCK).step_by(LANES)) {
            let edges = edges_at(edges, at);
            let eight = self.lanes.cells_of_rows::<ROWS>(edges, back, &class.grid);
            for (cells, eight) in cells.iter_mut().flatten().zip(eight.as_flattened()) {
                cells[from..from + LANES].copy_from_slice(eight);
            }
        }
        cells
    }
}

/// The edges of the eight boxes from `at` on.
#[inline(always)]
fn edges_at([x0, x1, y0, y1]: Edges<'_>, at: usize) -> Edges<'_> {
    let end = at + LANES;
    [&x0[at..end], &x1[at..end], &y0[at..end], &y1[at..end]]
}

/// One box and those it is compared with.
///
/// Everything here has to be inlined into one function, or the compiler passes vectors through
/// memory: hence no array `map`, whose body stays a function of its own.
struct Scan<'a, L: Lanes> {
    sorted: Sorted<'a, L>,
    place: usize,
    /// Lower and upper edges along x and y.
    edges: [Real; 4],
    /// What candidates are compared with: the box now and before.
    spread: [L::Spread; 2],
    pairs: &'a mut Found,
}

/// The cells that a box reaches: columns and rows, first and last.
struct Reach {
    left: i32,
    right: i32,
    row: i32,
    last_row: i32,
}

impl<'a, L: Lanes> Scan<'a, L> {
    #[inline(always)]
    fn new(sorted: Sorted<'a, L>, place: usize, pairs: &'a mut Found) -> Self {
        let Sorted { lanes, new: [x0, x1, y0, y1], old, .. } = sorted;
        let edges = [x0[place], x1[place], y0[place], y1[place]];
        let [x0, x1, y0, y1] = old;
        let before = [x0[place], x1[place], y0[place], y1[place]];
        let spread = [lanes.spread(&edges), lanes.spread(&before)];
        Self { sorted, place, edges, spread, pairs }
    }

    /// The cells in which boxes of a class may lie that overlap this one, if their lower edges are
    /// at most `before` less than its own.
    #[inline(always)]
    fn reach(&self, class: &Class, before: [Real; 2]) -> Reach {
        let [x0, x1, y0, y1] = self.edges;
        let edges = [x0 - before[0], x1, y0 - before[1], y1];
        let [left, right, row, last_row] =
            self.sorted.lanes.reach(edges, class.grid.density, class.grid.base);
        Reach { left, right, row, last_row }
    }

    /// Some rows of the own class, from and to the cells of that number; of the first row only what lies
    /// at `from` or after it. Nothing and `false` if there are no such cells.
    #[inline(always)]
    fn rows<const ROWS: usize>(
        &mut self,
        from: Option<usize>,
        cells: &BlockCells<ROWS>,
        number: usize,
    ) -> bool {
        let mut ranges = [[0; 2]; ROWS];
        for (range, [first, end]) in ranges.iter_mut().zip(cells) {
            // One of -1 lies beyond all others.
            let first = self.sorted.starts.get(first[number] as u32 as usize);
            let Some((first, end)) = first.zip(self.sorted.starts.get(end[number] as u32 as usize))
            else {
                return false;
            };
            *range = [*first as usize, *end as usize];
        }
        if let Some(from) = from {
            ranges[0][0] = from;
        }
        self.scan_ranges(ranges);
        true
    }

    /// Later boxes of the own cell and of cells to the right of it, and the rows above.
    #[inline(always)]
    fn ahead(&mut self, class: &Class) {
        let Reach { left, right, row, last_row } = self.reach(class, [class.reach[0], 0.0]);
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
        for above in 1..=last_row.wrapping_sub(row).min(class.grid.mask[1]) {
            self.row(class, row.wrapping_add(above), left, right);
        }
    }

    /// All boxes of the own class that it may reach, before and after it.
    #[inline(always)]
    fn around(&mut self, class: &Class) {
        let Reach { left, right, row, last_row } = self.reach(class, class.reach);
        for up in 0..=last_row.wrapping_sub(row).min(class.grid.mask[1]) {
            self.row(class, row.wrapping_add(up), left, right);
        }
    }

    /// All rows of a class of larger boxes that the box may reach.
    #[inline(always)]
    fn larger_class(&mut self, class: &Class) {
        if class.grid.mask[1] == 0 {
            return self.scan(class.boxes[0] as usize, class.boxes[1] as usize);
        }
        let Reach { left, right, row, last_row } = self.reach(class, class.reach);
        for up in 0..=last_row.wrapping_sub(row).min(class.grid.mask[1]) {
            self.row(class, row.wrapping_add(up), left, right);
        }
    }

    /// The columns from `left` to `right` of one row.
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

    /// Compares the box with those in some ranges at once, at most twice eight of each; the rest of
    /// longer ones afterwards. What lies behind a range is compared as well, as hits are hits.
    #[inline(always)]
    fn scan_ranges<const N: usize>(&mut self, ranges: [[usize; 2]; N]) {
        let mut hits = 0;
        let mut longest = 0;
        let mut starts = [0; 8];
        for number in 0..N {
            let [from, to] = ranges[number];
            hits |= self.compare(from) << (number * LANES);
            starts[number] = from;
            longest = longest.max(to - from);
        }
        for number in 0..N {
            let [from, to] = ranges[number];
            if to - from > LANES {
                hits |= self.compare(from + LANES) << ((N + number) * LANES);
                starts[N + number] = from + LANES;
            }
        }
        self.push_hits(hits, starts);
        if longest > 2 * LANES {
            for [from, to] in ranges {
                self.scan(to.min(from + 2 * LANES), to);
            }
        }
    }

    #[inline(always)]
    fn push_hits(&mut self, mut hits: u64, starts: [usize; 8]) {
        self.pairs.make_room();
        let own = self.sorted.keys[self.place];
        // Whether there is a hit is not to be guessed: one is written in any case, and counts if
        // it is one.
        let lane = (hits.trailing_zeros() & 63) as usize;
        let other = starts[lane / LANES].wrapping_add(lane % LANES);
        let other = self.sorted.keys.get(other).map_or(0, |key| *key);
        self.pairs.put([own, other], hits != 0);
        hits &= hits.wrapping_sub(1);
        while hits != 0 {
            let lane = hits.trailing_zeros() as usize;
            hits &= hits - 1;
            let other = self.sorted.keys[starts[lane / LANES] + lane % LANES];
            self.pairs.put([own, other], true);
        }
    }

    /// Compares the box with those at `from..to`.
    #[inline(always)]
    fn scan(&mut self, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            let mut hits = self.compare(at);
            if to - at < LANES {
                hits &= (1 << (to - at)) - 1;
            }
            self.push_hits(hits, [at; 8]);
            at += LANES;
        }
    }

    /// Which of the boxes from `at` on overlap this one now and did not before, as bits.
    #[inline(always)]
    fn compare(&self, at: usize) -> u64 {
        let (new, old) = (edges_at(self.sorted.new, at), edges_at(self.sorted.old, at));
        u64::from(self.sorted.lanes.meets(new, old, &self.spread[0], &self.spread[1]))
    }
}
