//! Size classes and their cells.
//!
//! Boxes of very different size must not share cells: a large one would visit too many cells, or a
//! small one be compared with too many distant boxes. So each octave or two of size has a grid of
//! its own.

use super::{FatBox, Sweep};
use crate::lanes::{BoxLanes, Extent, Grid, MOST_STEPS, floor, greater, with_lanes};
#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::{Aabb, Real};
use umbra_lanes::Level;

/// A class with fewer boxes is one cell: finding the right cell would cost more.
const LEAST_FOR_CELLS: usize = 24;
/// The most cells per box. More cells contain fewer distant boxes, but the table leaves the cache.
const CELLS_PER_BOX: usize = 4;
/// The number of octaves of size that a class spans beyond its first, unless too few boxes remain
/// for another class.
const OCTAVES: usize = 1;

/// The most columns, or rows.
const MOST_OF_A_KIND: usize = 1 << 28;
/// Two boxes of a class that overlap start at most this many columns and rows apart.
pub(super) const SPAN: [i32; 2] = [2, 1];
/// Width and height of the largest box of a class, in columns and rows. With the rounding of two
/// edges, a 64th each at the most, that is still less than [`SPAN`].
const MOST_SPAN: [Real; 2] = [1.875, 0.9375];
/// Smaller boxes are treated as boxes of this size.
const LEAST_SIZE: Real = 1e-18;

/// Fewer boxes are measured with one list of octaves: clearing another would cost more.
const LEAST_FOR_TWO_LISTS: usize = 512;

/// Boxes measured and numbered in one task.
#[cfg(feature = "parallel")]
const BOXES_PER_TASK: usize = 2048;
/// Fewer boxes are measured and numbered on one thread: to wake another takes 20 us.
#[cfg(feature = "parallel")]
const LEAST_FOR_THREADS: usize = 24_000;

/// The statistics of the boxes of one octave of size.
#[derive(Clone, Copy, Debug)]
struct Octave {
    count: u32,
    class: u8,
    extremes: Extremes,
}

/// The octaves, by the exponent of their sizes.
type Octaves = [Octave; 256];

impl Octave {
    const EMPTY: Self = Self { count: 0, class: 0, extremes: Extremes::NONE };
}

/// The least lower corner, the greatest one negated, and the largest width and height, both twice
/// and negated: the lesser of two is one or two instructions.
#[derive(Clone, Copy, Debug)]
struct Extremes([Real; 8]);

impl Extremes {
    const NONE: Self = Self([Real::INFINITY; 8]);

    #[inline(always)]
    fn from_box(aabb: &Aabb) -> Self {
        let (x, y) = (aabb.min.x, aabb.min.y);
        let (wide, high) = (x - aabb.max.x, y - aabb.max.y);
        Self([x, y, -x, -y, wide, high, wide, high])
    }

    #[inline(always)]
    fn take_in(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = if *other < *own { *other } else { *own };
        }
    }

    fn corners(&self) -> Aabb {
        let [x0, y0, x1, y1, ..] = self.0;
        Aabb { min: [x0, y0].into(), max: [-x1, -y1].into() }
    }

    fn reach(&self) -> [Real; 2] {
        [self.0[4], self.0[5]].map(|size| a_little_more(-size))
    }
}

/// A little more than a rounded difference of edges: an edge minus the reach must not lie beyond
/// the lower edge of any box that ends there.
fn a_little_more(size: Real) -> Real {
    size * (1.0 + 2.0 * Real::EPSILON)
}

/// The exponent of a box's size: sizes are neither negative nor NaN.
#[inline(always)]
fn octave_of([wide, high]: [Real; 2]) -> usize {
    (greater(wide, high).to_bits() >> 23 & 255) as usize
}

/// One size class: a grid of cells that repeats over the plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    /// The largest width and height of a box in it.
    pub(super) reach: [Real; 2],
    /// The bounds of the lower corners of its boxes.
    corners: Aabb,
    pub(super) grid: Grid,
    /// The scale of its rough boxes: see [`BoxLanes::rough`].
    pub(super) scale: [Real; 8],
    /// The index of its first box in the sorted columns and one past its last.
    pub(super) boxes: [u32; 2],
    /// True if its cells repeat within the bounds of its boxes.
    pub(super) wraps: bool,
    /// True if so few of its boxes changed that only they are compared.
    pub(super) few_changed: bool,
}

impl Sweep {
    /// Chooses the size classes and a cell for each box.
    pub(super) fn classify(&mut self, level: Level, boxes: &[FatBox]) {
        if self.keys.len() < LEAST_FOR_CELLS {
            return self.take_as_one(level, boxes);
        }
        self.cells.resize(self.keys.len(), 0);
        // If all boxes were about as large as one another last time, they mostly still are.
        if self.classes.len() == 1 {
            let extent = extent_of_all(level, &self.keys, boxes);
            if octave_of(extent.largest) <= octave_of([extent.least; 2]) + OCTAVES {
                return self.take_as_one_class(level, boxes, &extent);
            }
        }
        let mut octaves = [Octave::EMPTY; 256];
        measure_all(&mut octaves, &self.keys, boxes, &mut self.cells);
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
                let reach = octave.extremes.reach();
                class.reach = [0, 1].map(|axis| greater(class.reach[axis], reach[axis]));
                class.corners = class.corners.union(&octave.extremes.corners());
            }
        }
        self.lay_out();
        let (keys, cells, classes) = (&self.keys, &mut self.cells, &self.classes[..]);
        let of = |octave: u32| classes[octaves[octave as usize].class as usize];
        number_all(level, keys, boxes, cells, of);
        self.count();
    }

    /// Makes all boxes one class.
    fn take_as_one_class(&mut self, level: Level, boxes: &[FatBox], extent: &Extent) {
        self.classes[0] = Class::from_extent(extent, self.keys.len() as u32);
        self.lay_out();
        let class = self.classes[0];
        number_all(level, &self.keys, boxes, &mut self.cells, |_| class);
        self.count();
    }

    /// Chooses the cells of all classes.
    fn lay_out(&mut self) {
        let mut first_cell = 0;
        for class in &mut self.classes {
            class.grid.first_cell = first_cell;
            class.lay_out();
            let [columns, rows] = class.grid.mask.map(|mask| mask as u32 + 1);
            first_cell += columns * rows;
        }
        self.starts.clear();
        self.starts.resize(first_cell as usize + 2, 0);
    }

    /// Counts the boxes in each cell.
    fn count(&mut self) {
        for &cell in &self.cells {
            self.starts[cell as usize + 2] += 1;
        }
    }

    /// Makes all boxes one class of one cell.
    fn take_as_one(&mut self, level: Level, boxes: &[FatBox]) {
        let count = self.keys.len() as u32;
        let mut class = Class::from_extent(&extent_of_all(level, &self.keys, boxes), count);
        class.lay_out();
        self.classes.clear();
        self.classes.push(class);
        self.cells.clear();
        self.cells.resize(self.keys.len(), 0);
        self.starts.clear();
        self.starts.extend([0, 0, count]);
    }
}

impl Class {
    /// True if it has too few boxes for cells.
    pub(super) fn is_one_cell(&self) -> bool {
        self.grid.mask[1] == 0
    }

    /// The class of the first `count` boxes.
    fn from_extent(extent: &Extent, count: u32) -> Self {
        let [min, max] = extent.corners.map(Into::into);
        Self {
            boxes: [0, count],
            reach: extent.largest.map(a_little_more),
            corners: Aabb { min, max },
            ..Self::empty(0)
        }
    }

    fn empty(start: u32) -> Self {
        Self {
            reach: [0.0; 2],
            corners: Aabb::EMPTY,
            grid: Grid { density: [1.0; 2], base: [0; 2], mask: [0; 2], first_cell: 0 },
            scale: [0.0; 8],
            boxes: [start; 2],
            wraps: false,
            few_changed: false,
        }
    }

    /// Chooses the cells, and the scale of its rough boxes.
    fn lay_out(&mut self) {
        let [wide, high] = self.reach;
        let largest = greater(wide, high);
        // The same along both axes: a box of a class of smaller ones may yet be wider, or higher.
        let steps = MOST_STEPS / greater(largest, LEAST_SIZE);
        self.scale = [steps, steps, -steps, -steps, steps, steps, -steps, -steps];
        let count = (self.boxes[1] - self.boxes[0]) as usize;
        if count < LEAST_FOR_CELLS {
            return;
        }
        // Cells of sticks are kept from becoming slivers, of which a box of another class would cross
        // too many.
        let sizes = [greater(wide, 0.125 * largest), greater(high, 0.125 * largest)];
        self.grid.density = [0, 1].map(|axis| MOST_SPAN[axis] / greater(sizes[axis], LEAST_SIZE));
        let corner = self.corners.min;
        // Cells are left free where a box would look beyond the ends of a row, or the last one.
        let cell = |axis: usize| floor(corner[axis] * self.grid.density[axis]);
        self.grid.base = [cell(0) - SPAN[0], cell(1) - SPAN[1]];
        let mut cells = [0, 1].map(|axis| {
            let wanted = (self.corners.max - corner)[axis] * self.grid.density[axis];
            let wanted = (wanted as usize).min(MOST_OF_A_KIND) + 2 + 2 * SPAN[axis] as usize;
            // Fewer than 16, and a box could meet another a second time on its way around.
            wanted.clamp(16, MOST_OF_A_KIND).next_power_of_two()
        });
        let all = cells;
        while cells[0] * cells[1] > CELLS_PER_BOX * count && cells != [16, 16] {
            let more = usize::from(cells[1] >= cells[0]);
            cells[more] = (cells[more] / 2).max(16);
        }
        self.grid.mask = cells.map(|cells| cells as i32 - 1);
        self.wraps = cells != all || all.contains(&MOST_OF_A_KIND);
    }

    /// The cell of a box.
    #[inline(always)]
    fn cell(&self, aabb: &Aabb) -> u32 {
        let column = self.column(aabb.min.x) & self.grid.mask[0];
        self.grid.row_start(self.row(aabb.min.y)) + column as u32
    }

    #[inline(always)]
    fn column(&self, x: Real) -> i32 {
        floor(x * self.grid.density[0]).wrapping_sub(self.grid.base[0])
    }

    #[inline(always)]
    fn row(&self, y: Real) -> i32 {
        floor(y * self.grid.density[1]).wrapping_sub(self.grid.base[1])
    }
}

/// The bounds of all boxes.
fn extent_of_all(level: Level, keys: &[u32], boxes: &[FatBox]) -> Extent {
    let of = |keys: &[u32]| {
        let boxes = keys.iter().map(|key| &boxes[*key as usize].now);
        with_lanes!(level, lanes => lanes.extent(boxes))
    };
    #[cfg(feature = "parallel")]
    if keys.len() >= LEAST_FOR_THREADS && umbra_lanes::threads::count() > 1 {
        let extents = keys.par_chunks(BOXES_PER_TASK).with_max_len(1).map(of);
        return extents.reduce(|| Extent::NONE, |a, b| a.with(&b));
    }
    of(keys)
}

/// Measures all octaves, which are empty yet, and stores the octave of each box in place of its
/// cell. (The statistics of 256 octaves take a microsecond to copy: they stay in place.)
fn measure_all(octaves: &mut Octaves, keys: &[u32], boxes: &[FatBox], cells: &mut [u32]) {
    #[cfg(feature = "parallel")]
    if keys.len() >= LEAST_FOR_THREADS && umbra_lanes::threads::count() > 1 {
        let shares = keys.par_chunks(BOXES_PER_TASK).zip(cells.par_chunks_mut(BOXES_PER_TASK));
        let measured = shares.with_max_len(1).map(|(keys, cells)| {
            let mut octaves = [Octave::EMPTY; 256];
            measure(&mut octaves, keys, boxes, cells);
            octaves
        });
        *octaves = measured.reduce(|| [Octave::EMPTY; 256], together);
        return;
    }
    measure(octaves, keys, boxes, cells);
}

/// Measures the octaves of these boxes. Most boxes are of the same octave, whose statistics have to
/// be written before they can be read again: so two lists are kept, and every box waits half as
/// long.
fn measure(octaves: &mut Octaves, keys: &[u32], boxes: &[FatBox], cells: &mut [u32]) {
    if keys.len() < LEAST_FOR_TWO_LISTS {
        return cells
            .iter_mut()
            .zip(keys)
            .for_each(|(cell, key)| *cell = take_in(octaves, &boxes[*key as usize].now));
    }
    let mut others = [Octave::EMPTY; 256];
    let (twos, last) = keys.as_chunks::<2>();
    let (cells, last_cell) = cells.as_chunks_mut::<2>();
    for (cells, keys) in cells.iter_mut().zip(twos) {
        cells[0] = take_in(octaves, &boxes[keys[0] as usize].now);
        cells[1] = take_in(&mut others, &boxes[keys[1] as usize].now);
    }
    for (cell, key) in last_cell.iter_mut().zip(last) {
        *cell = take_in(octaves, &boxes[*key as usize].now);
    }
    add(octaves, &others);
}

/// Adds one box to the statistics of its octave, and returns the octave.
#[inline(always)]
fn take_in(octaves: &mut Octaves, aabb: &Aabb) -> u32 {
    let extremes = Extremes::from_box(aabb);
    let [.., wide, high] = extremes.0;
    let octave = octave_of([-wide, -high]);
    let known = &mut octaves[octave];
    known.count += 1;
    known.extremes.take_in(&extremes);
    octave as u32
}

fn add(octaves: &mut Octaves, others: &Octaves) {
    for (own, other) in octaves.iter_mut().zip(others).filter(|(_, other)| other.count > 0) {
        own.count += other.count;
        own.extremes.take_in(&other.extremes);
    }
}

#[cfg(feature = "parallel")]
fn together(mut octaves: Octaves, others: Octaves) -> Octaves {
    add(&mut octaves, &others);
    octaves
}

/// The cells of all boxes, from the octaves of their sizes.
fn number_all(
    level: Level,
    keys: &[u32],
    boxes: &[FatBox],
    cells: &mut [u32],
    class_of: impl Fn(u32) -> Class + Sync,
) {
    #[cfg(feature = "parallel")]
    if keys.len() >= LEAST_FOR_THREADS && umbra_lanes::threads::count() > 1 {
        let shares = keys.par_chunks(BOXES_PER_TASK).zip(cells.par_chunks_mut(BOXES_PER_TASK));
        return shares.with_max_len(1).for_each(|(keys, cells)| {
            with_lanes!(level, lanes => number(lanes, keys, boxes, cells, &class_of));
        });
    }
    with_lanes!(level, lanes => number(lanes, keys, boxes, cells, &class_of));
}

/// The cells of some boxes, four at a time, from the octaves of their sizes.
#[inline(always)]
fn number(
    lanes: impl BoxLanes,
    keys: &[u32],
    boxes: &[FatBox],
    cells: &mut [u32],
    class_of: impl Fn(u32) -> Class,
) {
    let mut fours = keys.chunks_exact(4);
    let mut numbered = cells.chunks_exact_mut(4);
    for (keys, cells) in fours.by_ref().zip(numbered.by_ref()) {
        let [a, b] = [class_of(cells[0]), class_of(cells[1])];
        let [c, d] = [class_of(cells[2]), class_of(cells[3])];
        let density = [a.grid.density, b.grid.density, c.grid.density, d.grid.density];
        let base = [a.grid.base, b.grid.base, c.grid.base, d.grid.base];
        let corner = |box_: usize| <[Real; 2]>::from(boxes[keys[box_] as usize].now.min.coords);
        let corners = [corner(0), corner(1), corner(2), corner(3)];
        let places = lanes.cells(flat(corners), flat(density), flat(base));
        for (lane, class) in [a, b, c, d].into_iter().enumerate() {
            let (column, row) = (places[2 * lane] & class.grid.mask[0], places[2 * lane + 1]);
            cells[lane] = class.grid.row_start(row) + column as u32;
        }
    }
    for (cell, &key) in numbered.into_remainder().iter_mut().zip(fours.remainder()) {
        *cell = class_of(*cell).cell(&boxes[key as usize].now);
    }
}

#[inline(always)]
fn flat<T: Copy>([a, b, c, d]: [[T; 2]; 4]) -> [T; 8] {
    [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]]
}
