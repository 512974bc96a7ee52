//! Pairs among many boxes at once: sort them into rows of cells, then compare each box with those
//! in the cells it reaches, a SIMD register of candidates at a time.
//!
//! A tree answers one box at a time and misses the cache on the way; when many boxes have moved,
//! this is several times faster. What makes it fit for any scene:
//!
//! - *Mixed sizes.* Boxes are sorted into size classes, each with cells as large as its largest
//!   box. A box looks into its own class and into those of larger boxes. A class of a few boxes
//!   is one cell, so a level's ground costs its neighbours one comparison.
//! - *Unbounded worlds.* The cells wrap around: boxes far apart may share a cell, which costs a
//!   comparison and no correctness, and one stray box cannot make the cells of the others coarse.
//! - *New pairs without a hash.* Each box has the box that it was before. A pair is new when the
//!   boxes overlap now and did not before, and that is decided in the same registers.
//!
//! The sort is here, the comparison in [`scan`].

mod scan;

use fearless_simd::Level;
use umbra_geom::{Aabb, Real};

/// A class with fewer boxes is one cell: looking for the right cell would cost more.
const LEAST_FOR_CELLS: usize = 24;
/// Cells per box, at most. More cells hold fewer strangers, but the table leaves the cache.
const CELLS_PER_BOX: usize = 4;
/// A class spans this many more octaves of size, unless there are too few boxes to be worth one.
const OCTAVES: usize = 1;

/// Cells are numbered up to here; beyond it they are one. The numbers of the farthest cells on both
/// sides can still be subtracted.
const MOST_CELLS: Real = (1 << 29) as Real;

/// What is known of the boxes of one octave of size.
#[derive(Clone, Copy, Debug)]
struct Octave {
    count: u32,
    class: u8,
    /// The largest width and height.
    reach: [Real; 2],
    /// Around the lower corners.
    corners: Aabb,
}

impl Octave {
    const EMPTY: Self = Self { count: 0, class: 0, reach: [0.0; 2], corners: Aabb::EMPTY };
}

/// One size class: a grid of cells that repeats itself over the plane.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The largest width and height of a box in it.
    reach: [Real; 2],
    /// Around the lower corners of its boxes.
    corners: Aabb,
    /// Cells per length, along x and y.
    density: [Real; 2],
    /// The cell that starts the first row.
    base: [i32; 2],
    /// Columns and rows less one; both counts are powers of two.
    mask: [i32; 2],
    /// Where its cells start in [`Sweep::starts`].
    first_cell: u32,
    /// Its first box in the sorted columns and the one after its last.
    boxes: [u32; 2],
}

/// The memory of a sweep, used again for the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweep {
    /// The boxes that take part, by their keys; then in cell order.
    keys: Vec<u32>,
    sorted_keys: Vec<u32>,
    /// The size octave of each box, then its cell.
    cells: Vec<u32>,
    classes: Vec<Class>,
    /// Where each cell starts in the columns; one more at the end.
    starts: Vec<u32>,
    /// Lower and upper edges along x and y of the new boxes, then of the old ones, in cell order.
    edges: [Vec<Real>; 8],
    #[cfg(feature = "parallel")]
    found: Vec<Vec<u64>>,
}

/// Both keys of a pair in one number, the lesser one first: sorts as the pair does.
#[inline(always)]
pub(crate) fn pair_key(a: u32, b: u32) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    u64::from(low) << 32 | u64::from(high)
}

/// The greater number, by comparison: the same bits on every machine.
#[inline(always)]
fn greater(a: Real, b: Real) -> Real {
    if b > a { b } else { a }
}

impl Sweep {
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
    }

    /// Lets box `key` take part.
    #[inline]
    pub(crate) fn push(&mut self, key: u32) {
        self.keys.push(key);
    }

    /// Appends to `pairs` every pair of those pushed that overlaps in the `new` boxes and does not
    /// in the `old` ones, in no useful order and, in odd cases, twice.
    pub(crate) fn find(&mut self, level: Level, new: &[Aabb], old: &[Aabb], pairs: &mut Vec<u64>) {
        self.classify(new);
        self.sort(new, old);
        self.compare_all(level, pairs);
    }

    /// Those that took part in the last search, neighbours in the plane mostly side by side.
    pub(crate) fn sorted(&self) -> &[u32] {
        &self.sorted_keys[..self.keys.len()]
    }

    /// Chooses the size classes.
    fn classify(&mut self, new: &[Aabb]) {
        let mut octaves = [Octave::EMPTY; 256];
        self.cells.clear();
        self.cells.extend(self.keys.iter().map(|&key| {
            let aabb = &new[key as usize];
            let size = aabb.max - aabb.min;
            // The exponent: sizes are neither negative nor NaN.
            let octave = greater(size.x, size.y).to_bits() >> 23 & 255;
            let known = &mut octaves[octave as usize];
            known.count += 1;
            known.reach = [greater(known.reach[0], size.x), greater(known.reach[1], size.y)];
            known.corners = known.corners.with_point(aabb.min);
            octave
        }));
        let worth_a_class = self.keys.len() as u32 / 32;
        self.classes.clear();
        let (mut first, mut start) = (0, 0);
        for (number, octave) in octaves.iter_mut().enumerate().filter(|(_, o)| o.count > 0) {
            let full = |class: &Class| {
                class.boxes[1] - class.boxes[0] > worth_a_class && number > first + OCTAVES
            };
            if self.classes.last().is_none_or(full) {
                first = number;
                self.classes.push(Class::empty(start));
            }
            start += octave.count;
            octave.class = (self.classes.len() - 1) as u8;
            if let Some(class) = self.classes.last_mut() {
                class.boxes[1] = start;
                class.reach = [0, 1].map(|axis| greater(class.reach[axis], octave.reach[axis]));
                class.corners = class.corners.union(&octave.corners);
            }
        }
        let mut first_cell = 0;
        for class in &mut self.classes {
            class.first_cell = first_cell;
            class.lay_out();
            first_cell += (class.mask[0] as u32 + 1) * (class.mask[1] as u32 + 1);
        }
        self.starts.clear();
        self.starts.resize(first_cell as usize + 2, 0);
        for (cell, &key) in self.cells.iter_mut().zip(&self.keys) {
            let class = &self.classes[octaves[*cell as usize].class as usize];
            let corner = new[key as usize].min;
            let column = class.column(corner.x) & class.mask[0];
            *cell = class.row_start(class.row(corner.y)) + column as u32;
            self.starts[*cell as usize + 2] += 1;
        }
    }

    /// Counting sort by cell, then the columns in that order. (Writing the columns at once touches
    /// nine cache lines per box instead of two.)
    fn sort(&mut self, new: &[Aabb], old: &[Aabb]) {
        let Self { keys, sorted_keys, cells, starts, edges, .. } = self;
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        let padded = keys.len() + scan::LANES;
        sorted_keys.resize(padded, 0);
        for (&key, &cell) in keys.iter().zip(cells.iter()) {
            let cursor = &mut starts[cell as usize + 1];
            sorted_keys[*cursor as usize] = key;
            *cursor += 1;
        }
        edges.iter_mut().for_each(|column| column.resize(padded, 0.0));
        let [x0, x1, y0, y1, old_x0, old_x1, old_y0, old_y1] = edges;
        for (place, &key) in sorted_keys[..keys.len()].iter().enumerate() {
            let (new, old) = (&new[key as usize], &old[key as usize]);
            (x0[place], x1[place]) = (new.min.x, new.max.x);
            (y0[place], y1[place]) = (new.min.y, new.max.y);
            (old_x0[place], old_x1[place]) = (old.min.x, old.max.x);
            (old_y0[place], old_y1[place]) = (old.min.y, old.max.y);
        }
    }
}

impl Class {
    fn empty(start: u32) -> Self {
        Self {
            reach: [0.0; 2],
            corners: Aabb::EMPTY,
            density: [1.0; 2],
            base: [0; 2],
            mask: [0; 2],
            first_cell: 0,
            boxes: [start; 2],
        }
    }

    /// Chooses the cells.
    fn lay_out(&mut self) {
        let count = (self.boxes[1] - self.boxes[0]) as usize;
        if count < LEAST_FOR_CELLS {
            return;
        }
        // A box then reaches into two rows at most and into four columns or so. Cells of sticks
        // are kept from becoming slivers, of which a box of another class would cross too many.
        let [wide, high] = self.reach;
        let largest = greater(wide, high);
        let cell = [greater(0.5 * wide, 0.0625 * largest), greater(high, 0.125 * largest)];
        self.density = cell.map(|size| 1.0 / greater(size, 1e-18));
        let corner = self.corners.min;
        self.base = [floor(corner.x * self.density[0]), floor(corner.y * self.density[1])];
        let mut cells = [0, 1].map(|axis| {
            let wanted = (self.corners.max - corner)[axis] * self.density[axis] + 1.0;
            // Fewer than 16, and a box could meet another a second time on its way around.
            (wanted as usize).clamp(16, 1 << 28).next_power_of_two()
        });
        while cells[0] * cells[1] > CELLS_PER_BOX * count && cells != [16, 16] {
            let more = usize::from(cells[1] >= cells[0]);
            cells[more] = (cells[more] / 2).max(16);
        }
        self.mask = cells.map(|cells| cells as i32 - 1);
    }

    #[inline(always)]
    fn column(&self, x: Real) -> i32 {
        floor(x * self.density[0]).wrapping_sub(self.base[0])
    }

    #[inline(always)]
    fn row(&self, y: Real) -> i32 {
        floor(y * self.density[1]).wrapping_sub(self.base[1])
    }

    /// The first cell of a row.
    #[inline(always)]
    fn row_start(&self, row: i32) -> u32 {
        self.first_cell + (row & self.mask[1]) as u32 * (self.mask[0] + 1) as u32
    }
}

/// Rounds down. Far out, all cells are one.
#[inline(always)]
fn floor(value: Real) -> i32 {
    let value = if value < MOST_CELLS { value } else { MOST_CELLS };
    let value = if value > -MOST_CELLS { value } else { -MOST_CELLS };
    let whole = value as i32;
    whole - i32::from((whole as Real) > value)
}
