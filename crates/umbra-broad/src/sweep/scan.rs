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
        let columns = Columns {
            keys: &self.sorted_keys[..length],
            new: [&x0[..length], &x1[..length], &y0[..length], &y1[..length]],
            old: [&old_x0[..length], &old_x1[..length], &old_y0[..length], &old_y1[..length]],
        };
        for (own, class) in self.classes.iter().enumerate() {
            let start = range.start.max(class.boxes[0] as usize);
            let end = range.end.min(class.boxes[1] as usize);
            let larger = &self.classes[own + 1..];
            let asking = self.changed_within(start..end);
            let few = class.few_changed;
            if few {
                for &place in asking {
                    let place = place as usize;
                    Scan::new(&self.starts, columns, lanes, place, pairs).around(class);
                }
            }
            if few && larger.is_empty() {
                continue;
            }
            for place in start..end {
                let mut scan = Scan::new(&self.starts, columns, lanes, place, pairs);
                if !few {
                    scan.own_class(class);
                }
                for larger in larger {
                    scan.larger_class(larger);
                }
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

/// One box and those it is compared with.
///
/// Everything here has to be inlined into one function, or the compiler passes vectors through
/// memory: hence no array `map`, whose body stays a function of its own.
struct Scan<'a, L: Lanes> {
    starts: &'a [u32],
    columns: Columns<'a>,
    lanes: L,
    place: usize,
    /// Lower and upper edges along x and y.
    edges: [Real; 4],
    /// What candidates are compared with: the box now and before.
    spread: [L::Spread; 2],
    pairs: &'a mut Found,
}

/// The sorted boxes: keys, then lower and upper edges, now and before.
#[derive(Clone, Copy)]
struct Columns<'a> {
    keys: &'a [u32],
    new: Edges<'a>,
    old: Edges<'a>,
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
    fn new(
        starts: &'a [u32],
        columns: Columns<'a>,
        lanes: L,
        place: usize,
        pairs: &'a mut Found,
    ) -> Self {
        let Columns { new: [x0, x1, y0, y1], old, .. } = columns;
        let edges = [x0[place], x1[place], y0[place], y1[place]];
        let [x0, x1, y0, y1] = old;
        let before = [x0[place], x1[place], y0[place], y1[place]];
        let spread = [lanes.spread(&edges), lanes.spread(&before)];
        Self { starts, columns, lanes, place, edges, spread, pairs }
    }

    /// The cells in which boxes of a class may lie that overlap this one, if their lower edges are
    /// at most `before` less than its own.
    #[inline(always)]
    fn reach(&self, class: &Class, before: [Real; 2]) -> Reach {
        let [x0, x1, y0, y1] = self.edges;
        let edges = [x0 - before[0], x1, y0 - before[1], y1];
        let [left, right, row, last_row] = self.lanes.reach(edges, class.density, class.base);
        Reach { left, right, row, last_row }
    }

    /// Later boxes of the own cell and of cells to the right of it, and the rows above.
    ///
    /// Of two boxes that overlap, the one in the lower row finds the other, or in the same row the
    /// one that comes first: the other's lower edge lies between the edges of the finder, and
    /// numbering cells keeps the order of edges even where rounding moves them.
    #[inline(always)]
    fn own_class(&mut self, class: &Class) {
        let Reach { left, right, row, last_row } = self.reach(class, [class.reach[0], 0.0]);
        let row_start = class.row_start(row);
        let mask = class.mask[0];
        let after = self.start_of(row_start + (right & mask) as u32 + 1);
        let rows = last_row.wrapping_sub(row).min(class.mask[1]);
        if left & mask <= right & mask {
            // By far the most common case has no branch that depends on the boxes but one.
            let above = class.row_start(row.wrapping_add(rows.min(1)));
            let from = self.start_of(above + (left & mask) as u32);
            let to = self.start_of(above + (right & mask) as u32 + 1);
            let to = if rows == 0 { from } else { to };
            self.scan_ranges([[self.place + 1, after], [from, to]]);
            for above in 2..=rows {
                self.row(class, row.wrapping_add(above), left, right);
            }
            return;
        } else {
            // Somewhere between the columns reached the row starts over.
            let end = self.start_of(row_start + mask as u32 + 1);
            if self.place < after {
                self.scan(self.place + 1, after);
            } else {
                self.scan(self.place + 1, end);
                self.scan(self.start_of(row_start), after);
            }
        }
        for above in 1..=rows {
            self.row(class, row.wrapping_add(above), left, right);
        }
    }

    /// All boxes of the own class that it may reach, before and after it: then nobody has to look
    /// for it who did not change.
    #[inline(always)]
    fn around(&mut self, class: &Class) {
        let mask = class.mask[0];
        let Reach { left, right, row, last_row } = self.reach(class, class.reach);
        let rows = last_row.wrapping_sub(row).min(class.mask[1]);
        if left & mask > right & mask || rows > 2 {
            for up in 0..=rows {
                self.row(class, row.wrapping_add(up), left, right);
            }
            return;
        }
        let mut ranges = [[0; 2]; 3];
        for (range, up) in ranges.iter_mut().zip(0..) {
            let row_start = class.row_start(row.wrapping_add(up));
            let from = self.start_of(row_start + (left & mask) as u32);
            let to = self.start_of(row_start + (right & mask) as u32 + 1);
            *range = [from, if up > rows { from } else { to }];
        }
        self.scan_ranges(ranges);
    }

    /// All rows of a class of larger boxes that the box may reach.
    #[inline(always)]
    fn larger_class(&mut self, class: &Class) {
        if class.mask[1] == 0 {
            return self.scan(class.boxes[0] as usize, class.boxes[1] as usize);
        }
        let Reach { left, right, row, last_row } = self.reach(class, class.reach);
        for up in 0..=last_row.wrapping_sub(row).min(class.mask[1]) {
            self.row(class, row.wrapping_add(up), left, right);
        }
    }

    /// The columns from `left` to `right` of one row.
    #[inline(always)]
    fn row(&mut self, class: &Class, row: i32, left: i32, right: i32) {
        let row_start = class.row_start(row);
        let mask = class.mask[0];
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
        self.starts[cell as usize] as usize
    }

    /// Compares the box with those in some ranges at once, at most twice eight of each; the rest of
    /// longer ones afterwards.
    #[inline(always)]
    fn scan_ranges<const N: usize>(&mut self, ranges: [[usize; 2]; N]) {
        let mut hits = 0;
        for (range, number) in ranges.iter().zip(0..) {
            let length = range[1] - range[0];
            let found = self.compare(range[0]) & ((1 << length.min(LANES)) - 1);
            hits |= found << (number * LANES);
        }
        let mut longest = 0;
        for (range, number) in ranges.iter().zip(N..) {
            let length = range[1] - range[0];
            if length > LANES {
                let found = self.compare(range[0] + LANES);
                let found = found & ((1 << (length - LANES).min(LANES)) - 1);
                hits |= found << (number * LANES);
            }
            longest = length.max(longest);
        }
        let mut starts = [0; 8];
        for (number, range) in ranges.iter().enumerate() {
            starts[number] = range[0];
            starts[number + N] = range[0] + LANES;
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
        let own = self.columns.keys[self.place];
        // Whether there is a hit is not to be guessed: one is written in any case, and counts if
        // it is one.
        let lane = (hits.trailing_zeros() & 63) as usize;
        let other = starts[lane / LANES].wrapping_add(lane % LANES);
        let other = self.columns.keys.get(other).map_or(0, |key| *key);
        self.pairs.put([own, other], hits != 0);
        hits &= hits.wrapping_sub(1);
        while hits != 0 {
            let lane = hits.trailing_zeros() as usize;
            hits &= hits - 1;
            let other = self.columns.keys[starts[lane / LANES] + lane % LANES];
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
        let end = at + LANES;
        let [x0, x1, y0, y1] = self.columns.new;
        let new = [&x0[at..end], &x1[at..end], &y0[at..end], &y1[at..end]];
        let [x0, x1, y0, y1] = self.columns.old;
        let old = [&x0[at..end], &x1[at..end], &y0[at..end], &y1[at..end]];
        u64::from(self.lanes.meets(new, old, &self.spread[0], &self.spread[1]))
    }
}
