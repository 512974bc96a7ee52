//! Eight boxes at once: in vector registers, or one after the other on a target without.
//!
//! On such a target the vectors of `fearless_simd` are arrays, and everything that works on them is
//! to be inlined: an unoptimised build took a minute. Here the loops are functions of their own.

mod one_by_one;

use fearless_simd::{Simd, f32x4, f32x8, i32x4, i32x8, mask32x8, prelude::*};
use umbra_geom::{Aabb, Real};

#[allow(
    unused_imports,
    reason = "only for a target without vector registers, and as a test's oracle"
)]
pub(crate) use one_by_one::OneByOne;

/// How many boxes are looked at together.
pub(crate) const LANES: usize = 8;
/// Cells are numbered up to here; beyond it they are one. The numbers of the farthest cells on both
/// sides can still be subtracted.
pub(crate) const MOST_CELLS: Real = (1 << 29) as Real;

/// Lower and upper edges along x, then along y, of at least eight boxes.
pub(crate) type Edges<'a> = [&'a [Real]; 4];

/// What a cast tests boxes with, along each axis.
#[derive(Clone, Copy)]
pub(crate) struct Slabs {
    /// Subtracted from lower edges, and from upper ones.
    pub(crate) starts: [[Real; 2]; 2],
    pub(crate) inverse: [Real; 2],
    pub(crate) forward: [bool; 2],
    /// What the far end is multiplied with before it is compared.
    pub(crate) slack: Real,
}

/// Cells that repeat themselves over the plane, row by row in a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    /// Cells per length, along x and y.
    pub(crate) density: [Real; 2],
    /// The cell that starts the first row.
    pub(crate) base: [i32; 2],
    /// Columns and rows less one; both counts are powers of two.
    pub(crate) mask: [i32; 2],
    /// Where its cells start in the table.
    pub(crate) first_cell: u32,
}

impl Grid {
    /// The first cell of a row.
    #[inline(always)]
    pub(crate) fn row_start(&self, row: i32) -> u32 {
        self.first_cell + (row & self.mask[1]) as u32 * (self.mask[0] + 1) as u32
    }
}

/// Of some rows of cells, for eight boxes: the first cell that each reaches, and the one after the last.
pub(crate) type Cells<const ROWS: usize> = [[[i32; LANES]; 2]; ROWS];

/// What the sizes and places of some boxes lie between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// The lowest lower corner, and the highest upper one.
    pub(crate) corners: [[Real; 2]; 2],
    /// The largest width and height.
    pub(crate) largest: [Real; 2],
    /// The least of what is the larger one of width and height.
    pub(crate) least: Real,
}

impl Extent {
    pub(crate) const NONE: Self = Self {
        corners: [[Real::INFINITY; 2], [-Real::INFINITY; 2]],
        largest: [0.0; 2],
        least: Real::INFINITY,
    };

    /// That of all boxes of both.
    pub(crate) fn with(&self, other: &Self) -> Self {
        let ([lower, upper], [lowest, highest]) = (self.corners, other.corners);
        let each = |a: [Real; 2], b: [Real; 2], pick: fn(Real, Real) -> Real| {
            [pick(a[0], b[0]), pick(a[1], b[1])]
        };
        Self {
            corners: [each(lower, lowest, lesser), each(upper, highest, greater)],
            largest: each(self.largest, other.largest, greater),
            least: lesser(self.least, other.least),
        }
    }
}

/// The greater number, by comparison: the same bits on every machine.
#[inline(always)]
pub(crate) fn greater(a: Real, b: Real) -> Real {
    if b > a { b } else { a }
}

/// The lesser number, by comparison.
#[inline(always)]
pub(crate) fn lesser(a: Real, b: Real) -> Real {
    if b < a { b } else { a }
}

/// What the broad phase does with several boxes at once. The same bits in every way.
pub(crate) trait Lanes: Copy {
    /// A box as many others are compared with it.
    type Spread: Copy;

    /// Brings a box, given by its edges, into that form.
    fn spread(self, aabb: &[Real; 4]) -> Self::Spread;

    /// Which of the first eight boxes overlap a box, as bits.
    fn overlaps(self, edges: Edges<'_>, aabb: &Self::Spread) -> u32;

    /// Which of the first eight overlap a box now and did not before, as bits.
    fn meets(
        self,
        now: Edges<'_>,
        before: Edges<'_>,
        aabb: &Self::Spread,
        aabb_before: &Self::Spread,
    ) -> u32;

    /// Where a cast enters each of the first eight boxes, and which of them it does by `limit`.
    fn enters(self, edges: Edges<'_>, slabs: &Slabs, limit: Real) -> ([Real; LANES], u32);

    /// The cells in which edges lie: columns and rows, first and last.
    fn reach(self, edges: [Real; 4], density: [Real; 2], base: [i32; 2]) -> [i32; 4];

    /// The cells that eight boxes reach in so many rows, from that of the lower edge on, if the lower
    /// edges lay by `back` lower. -1 for boxes that reach more rows or over the end of one.
    fn cells_of_rows<const ROWS: usize>(
        self,
        edges: Edges<'_>,
        back: [Real; 2],
        grid: &Grid,
    ) -> Cells<ROWS>;

    /// The columns and rows of four lower corners.
    fn cells(self, corners: [Real; 8], density: [Real; 8], base: [i32; 8]) -> [i32; 8];

    /// Four boxes edge by edge.
    fn edges_of_four(self, boxes: [&Aabb; 4]) -> [[Real; 4]; 4];

    /// Which of four boxes are not the same as four others, as bits.
    fn different(self, edges: &[[Real; 4]; 4], others: &[[Real; 4]; 4]) -> u32;

    /// What the sizes and places of boxes lie between.
    fn extent<'a>(self, boxes: impl Iterator<Item = &'a Aabb>) -> Extent;

    /// Whether trees can work with a box, and whether another one contains it.
    fn is_good_and_inside(self, aabb: &Aabb, fat: &Aabb) -> (bool, bool);
}

impl<S: Simd> Lanes for S {
    type Spread = [f32x8<S>; 4];

    #[inline(always)]
    fn spread(self, [x0, x1, y0, y1]: &[Real; 4]) -> Self::Spread {
        // No array `map`: its body stays a function of its own, and vectors go through memory.
        [
            f32x8::splat(self, *x0),
            f32x8::splat(self, *x1),
            f32x8::splat(self, *y0),
            f32x8::splat(self, *y1),
        ]
    }

    #[inline(always)]
    fn overlaps(self, edges: Edges<'_>, aabb: &Self::Spread) -> u32 {
        overlapping(self, edges, aabb).to_bitmask() as u32
    }

    #[inline(always)]
    fn meets(
        self,
        now: Edges<'_>,
        before: Edges<'_>,
        aabb: &Self::Spread,
        aabb_before: &Self::Spread,
    ) -> u32 {
        let met = overlapping(self, before, aabb_before);
        (overlapping(self, now, aabb) & !met).to_bitmask() as u32
    }

    #[inline(always)]
    fn enters(self, edges: Edges<'_>, slabs: &Slabs, limit: Real) -> ([Real; LANES], u32) {
        let (mut enter, mut leave) = (f32x8::splat(self, 0.0), f32x8::splat(self, limit));
        for axis in 0..2 {
            let [lower, upper] = [edges[2 * axis], edges[2 * axis + 1]];
            let [near_start, far_start] = slabs.starts[axis];
            let inverse = f32x8::splat(self, slabs.inverse[axis]);
            let low = (f32x8::from_slice(self, &lower[..LANES]) - near_start) * inverse;
            let high = (f32x8::from_slice(self, &upper[..LANES]) - far_start) * inverse;
            let (near, far) = if slabs.forward[axis] { (low, high) } else { (high, low) };
            enter = near.simd_gt(enter).select(near, enter);
            leave = far.simd_lt(leave).select(far, leave);
        }
        (enter.into(), enter.simd_le(leave * slabs.slack).to_bitmask() as u32)
    }

    #[inline(always)]
    fn reach(self, edges: [Real; 4], [across, up]: [Real; 2], base: [i32; 2]) -> [i32; 4] {
        let density = f32x4::simd_from(self, [across, across, up, up]);
        let cells = (f32x4::simd_from(self, edges) * density).min(f32x4::splat(self, MOST_CELLS));
        let cells = cells.max(f32x4::splat(self, -MOST_CELLS)).floor();
        let [column, row] = base;
        let base = i32x4::simd_from(self, [column, column, row, row]);
        (self.cvt_i32_f32x4(cells) - base).into()
    }

    #[inline(always)]
    fn cells_of_rows<const ROWS: usize>(
        self,
        [left, right, bottom, top]: Edges<'_>,
        back: [Real; 2],
        grid: &Grid,
    ) -> Cells<ROWS> {
        let left = f32x8::from_slice(self, &left[..LANES]) - back[0];
        let bottom = f32x8::from_slice(self, &bottom[..LANES]) - back[1];
        let right = f32x8::from_slice(self, &right[..LANES]);
        let top = f32x8::from_slice(self, &top[..LANES]);
        let mask = i32x8::splat(self, grid.mask[0]);
        let first = cell_numbers(self, left, grid, 0) & mask;
        let last = cell_numbers(self, right, grid, 0) & mask;
        let row = cell_numbers(self, bottom, grid, 1);
        let rows = cell_numbers(self, top, grid, 1) - row;
        let plain = first.simd_le(last) & rows.simd_lt(i32x8::splat(self, ROWS as i32));
        let nowhere = i32x8::splat(self, -1);
        let mut cells = [[[0; LANES]; 2]; ROWS];
        for (cells, up) in cells.iter_mut().zip(0..) {
            let start = ((row + up) & grid.mask[1]) * (grid.mask[0] + 1) + grid.first_cell as i32;
            cells[0] = plain.select(start + first, nowhere).into();
            cells[1] = plain.select(start + last + 1, nowhere).into();
        }
        cells
    }

    #[inline(always)]
    fn cells(self, corners: [Real; 8], density: [Real; 8], base: [i32; 8]) -> [i32; 8] {
        let cells = f32x8::simd_from(self, corners) * f32x8::simd_from(self, density);
        (rounded_down(self, cells) - i32x8::simd_from(self, base)).into()
    }

    #[inline(always)]
    fn edges_of_four(self, [a, b, c, d]: [&Aabb; 4]) -> [[Real; 4]; 4] {
        let (a, b) = (corners(self, a), corners(self, b));
        let (c, d) = (corners(self, c), corners(self, d));
        let (lower_ac, lower_bd) = (a.zip_low(c), b.zip_low(d));
        let (upper_ac, upper_bd) = (a.zip_high(c), b.zip_high(d));
        [
            lower_ac.zip_low(lower_bd).into(),
            upper_ac.zip_low(upper_bd).into(),
            lower_ac.zip_high(lower_bd).into(),
            upper_ac.zip_high(upper_bd).into(),
        ]
    }

    #[inline(always)]
    fn different(self, [x0, x1, y0, y1]: &[[Real; 4]; 4], others: &[[Real; 4]; 4]) -> u32 {
        let same = f32x4::simd_from(self, *x0).simd_eq(f32x4::simd_from(self, others[0]))
            & f32x4::simd_from(self, *x1).simd_eq(f32x4::simd_from(self, others[1]))
            & f32x4::simd_from(self, *y0).simd_eq(f32x4::simd_from(self, others[2]))
            & f32x4::simd_from(self, *y1).simd_eq(f32x4::simd_from(self, others[3]));
        (!same).to_bitmask() as u32
    }

    #[inline(always)]
    fn extent<'a>(self, boxes: impl Iterator<Item = &'a Aabb>) -> Extent {
        let mut lowest = f32x4::splat(self, Real::INFINITY);
        let (mut highest, mut least) = (-lowest, lowest);
        let mut largest = f32x4::splat(self, 0.0);
        for aabb in boxes {
            let corners = corners(self, aabb);
            (lowest, highest) = (lowest.min(corners), highest.max(corners));
            // Widths, then heights.
            let sizes = corners.zip_high(corners) - corners.zip_low(corners);
            largest = largest.max(sizes);
            least = least.min(sizes.max(sizes.slide::<2>(sizes)));
        }
        let ([x0, y0, ..], [.., x1, y1]): ([Real; 4], [Real; 4]) = (lowest.into(), highest.into());
        let [width, _, height, _]: [Real; 4] = largest.into();
        let [least, ..]: [Real; 4] = least.into();
        Extent { corners: [[x0, y0], [x1, y1]], largest: [width, height], least }
    }

    #[inline(always)]
    fn is_good_and_inside(self, aabb: &Aabb, fat: &Aabb) -> (bool, bool) {
        let (own, fat) = (outward(self, aabb), outward(self, fat));
        let opposite = [-aabb.max.x, -aabb.max.y, aabb.min.x, aabb.min.y];
        let opposite = f32x4::simd_from(self, opposite);
        let bounds = f32x4::splat(self, crate::MAX_COORDINATE);
        let good = own.simd_le(bounds) & opposite.simd_le(own);
        (good.all_true(), own.simd_le(fat).all_true())
    }
}

/// The columns or rows in which edges along an axis lie.
#[inline(always)]
fn cell_numbers<S: Simd>(simd: S, edges: f32x8<S>, grid: &Grid, axis: usize) -> i32x8<S> {
    rounded_down(simd, edges * grid.density[axis]) - grid.base[axis]
}

/// [`floor`] of eight numbers.
#[inline(always)]
fn rounded_down<S: Simd>(simd: S, values: f32x8<S>) -> i32x8<S> {
    let values = values.min(f32x8::splat(simd, MOST_CELLS));
    simd.cvt_i32_f32x8(values.max(f32x8::splat(simd, -MOST_CELLS)).floor())
}

/// Both corners of a box, the lower one first.
#[inline(always)]
fn corners<S: Simd>(simd: S, Aabb { min, max }: &Aabb) -> f32x4<S> {
    f32x4::simd_from(simd, [min.x, min.y, max.x, max.y])
}

/// How far a box reaches to the left, down, right and up.
#[inline(always)]
fn outward<S: Simd>(simd: S, Aabb { min, max }: &Aabb) -> f32x4<S> {
    f32x4::simd_from(simd, [-min.x, -min.y, max.x, max.y])
}

#[inline(always)]
fn overlapping<S: Simd>(
    simd: S,
    [left, right, bottom, top]: Edges<'_>,
    [x0, x1, y0, y1]: &[f32x8<S>; 4],
) -> mask32x8<S> {
    f32x8::from_slice(simd, &left[..LANES]).simd_le(*x1)
        & f32x8::from_slice(simd, &right[..LANES]).simd_ge(*x0)
        & f32x8::from_slice(simd, &bottom[..LANES]).simd_le(*y1)
        & f32x8::from_slice(simd, &top[..LANES]).simd_ge(*y0)
}

/// Rounds down. Far out, all cells are one.
#[inline(always)]
pub(crate) fn floor(value: Real) -> i32 {
    let value = if value < MOST_CELLS { value } else { MOST_CELLS };
    let value = if value > -MOST_CELLS { value } else { -MOST_CELLS };
    let whole = value as i32;
    whole - i32::from((whole as Real) > value)
}

/// Does some work with the lanes of a level, under the name given. All of it has to be inlined: only
/// then is it compiled for the instructions of that level.
#[allow(unused_macros, reason = "replaced by the next one where there are vector registers")]
macro_rules! with_lanes {
    ($level:expr, $lanes:ident => $work:expr) => {{
        let (_, $lanes) = ($level, $crate::lanes::OneByOne);
        $work
    }};
}

// The conditions are those under which `fearless_simd` does without its fallback.
#[cfg(any(
    all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2",
        target_feature = "fxsr"
    ),
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
macro_rules! with_lanes {
    ($level:expr, $lanes:ident => $work:expr) => {
        fearless_simd::dispatch!($level, $lanes => $work)
    };
}

pub(crate) use with_lanes;

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};

    /// Numbers that make every comparison go both ways, ties among them.
    fn numbers<const N: usize>(seed: &mut u64) -> [Real; N] {
        core::array::from_fn(|_| {
            *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let small = ((*seed >> 60) as Real - 8.0) * 0.5;
            if *seed >> 40 & 15 == 0 { small * 1e12 } else { small }
        })
    }

    #[test]
    fn registers_and_one_by_one_give_the_same_bits() {
        let mut seed = 7;
        let mut seen = 0;
        for round in 0..2000 {
            let columns: [[Real; 8]; 8] = core::array::from_fn(|_| numbers(&mut seed));
            let edges = |from: usize| [0, 1, 2, 3].map(|edge| &columns[from + edge][..]);
            let (new, old) = (edges(0), edges(4));
            let (aabb, before): ([Real; 4], [Real; 4]) = (numbers(&mut seed), numbers(&mut seed));
            let [a, b, c, d, e, f, g, limit] = numbers(&mut seed);
            let slabs = Slabs {
                starts: [[a, b], [c, d]],
                inverse: [1.0 / (e + 0.0), 1.0 / (f + 0.0)],
                forward: [e >= 0.0, f >= 0.0],
                slack: 1.0 + 4.0 * Real::EPSILON,
            };
            let (density, base) = ([g.abs() + 0.1, 2.0], [round - 1000, 3]);
            let all =
                |lanes: [u32; 2], enters: ([Real; 8], u32), reach: [i32; 4], cells: [i32; 8]| {
                    (lanes, enters.0.map(Real::to_bits), enters.1, reach, cells)
                };
            let bases = [round; 8];
            let plain = all(
                [OneByOne.overlaps(new, &aabb), OneByOne.meets(new, old, &aabb, &before)],
                OneByOne.enters(new, &slabs, limit.abs()),
                OneByOne.reach(aabb, density, base),
                OneByOne.cells(columns[0], columns[1], bases),
            );
            let wide = dispatch!(Level::new(), simd => all(
                [
                    simd.overlaps(new, &simd.spread(&aabb)),
                    simd.meets(new, old, &simd.spread(&aabb), &simd.spread(&before)),
                ],
                simd.enters(new, &slabs, limit.abs()),
                simd.reach(aabb, density, base),
                simd.cells(columns[0], columns[1], bases),
            ));
            assert_eq!(plain, wide);
            seen |= plain.0[1] | plain.2;
        }
        assert_eq!(seen, 0xff, "something is met in every lane");
    }

    #[test]
    fn registers_and_one_by_one_agree_about_boxes() {
        type Answers = (Cells<3>, [[Real; 4]; 4], u32, Extent, [(bool, bool); 4]);
        #[inline(always)]
        fn answers(lanes: impl Lanes, boxes: &[Aabb; 8], grid: &Grid) -> Answers {
            let edges = |of: fn(&Aabb) -> Real| boxes.each_ref().map(of);
            let (x0, x1) = (edges(|aabb| aabb.min.x), edges(|aabb| aabb.max.x));
            let (y0, y1) = (edges(|aabb| aabb.min.y), edges(|aabb| aabb.max.y));
            let [a, b, c, d, others @ ..] = boxes.each_ref();
            let four = lanes.edges_of_four([a, b, c, d]);
            let fat = others.map(|other| lanes.is_good_and_inside(a, other));
            (
                lanes.cells_of_rows::<3>([&x0, &x1, &y0, &y1], [0.5, 1.0], grid),
                four,
                lanes.different(&four, &lanes.edges_of_four([a, c, b, d])),
                lanes.extent(boxes.iter()),
                fat,
            )
        }
        let (mut seed, mut seen) = (11, [0; 4]);
        for round in 0..2000 {
            let boxes = core::array::from_fn(|_| {
                let [a, b, c, d] = numbers(&mut seed);
                // Some of them inverted, which only the test of a box may see.
                let upper = if round % 2 == 0 { [b, d] } else { [a + b.abs(), c + d.abs()] };
                Aabb { min: [a, c].into(), max: upper.into() }
            });
            let base = [round - 1000, 3];
            let grid = Grid { density: [1.5, 0.7], base, mask: [31, 15], first_cell: 7 };
            let plain = answers(OneByOne, &boxes, &grid);
            let wide = dispatch!(Level::new(), simd => answers(simd, &boxes, &grid));
            assert_eq!((plain.1, plain.2, plain.4), (wide.1, wide.2, wide.4));
            if round % 2 == 1 {
                assert_eq!((plain.0, plain.3), (wide.0, wide.3));
                seen[0] += usize::from(plain.0[0][0].contains(&-1));
                seen[1] += usize::from(plain.0[0][0].iter().any(|cell| *cell >= 0));
            }
            seen[2] += usize::from(plain.4.contains(&(true, true)));
            seen[3] += usize::from(plain.4.contains(&(false, false)));
        }
        assert!(seen.iter().all(|count| *count > 20), "every answer was given: {seen:?}");
    }
}
