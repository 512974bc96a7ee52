//! Eight boxes at once: in vector registers, or one after the other on a target without.
//!
//! On such a target the vectors of `fearless_simd` are arrays, and everything that works on them is
//! to be inlined: an unoptimised build took a minute. Here the loops are functions of their own.

mod levels;
mod one_by_one;
mod rough;

use crate::sweep::FatBox;
use fearless_simd::{Simd, f32x4, f32x8, i16x16, i32x4, i32x8, mask32x8, prelude::*};
use rough::{is_far, near, rough, steps, way};
use umbra_geom::{Aabb, Real};

pub(crate) use levels::with_lanes;
#[allow(
    unused_imports,
    reason = "only for a target without vector registers, and as a test's oracle"
)]
pub(crate) use one_by_one::OneByOne;
pub(crate) use rough::{MOST_STEPS, ROUGH_LANES, RoughBox, RoughColumns, RoughEight};

/// How many boxes are looked at together.
pub(crate) const LANES: usize = 8;
/// Cells are numbered up to here; beyond it they are one. Up to here, rounding moves no edge by more
/// than a 64th of a cell.
pub(crate) const MOST_CELLS: Real = (1 << 19) as Real;

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
        self.first_cell + (row & self.mask[1]) as u32 * self.columns()
    }

    /// How many columns there are.
    #[inline(always)]
    pub(crate) fn columns(&self) -> u32 {
        self.mask[0] as u32 + 1
    }

    /// The column and the row of a cell of the table.
    pub(crate) fn place_of(&self, cell: u32) -> [i32; 2] {
        let number = cell - self.first_cell;
        [number % self.columns(), number / self.columns()].map(|number| number as i32)
    }

    /// Whether there are so many more columns and rows on all sides of a cell before the table ends.
    #[inline(always)]
    pub(crate) fn has_neighbours(&self, cell: u32, [across, up]: [i32; 2]) -> bool {
        let number = cell - self.first_cell;
        let column = number as i32 & self.mask[0];
        let below = up as u32 * self.columns();
        let rows =
            number.wrapping_sub(below) < (self.mask[1] + 1) as u32 * self.columns() - 2 * below;
        (column.wrapping_sub(across) as u32 <= (self.mask[0] - 2 * across) as u32) & rows
    }
}

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

    /// A rough box as many others are compared with it.
    type RoughSpread: Copy;

    /// Brings a box, given by its edges, into that form.
    fn spread(self, aabb: &[Real; 4]) -> Self::Spread;

    /// Which of the first eight boxes overlap a box, as bits.
    fn overlaps(self, edges: Edges<'_>, aabb: &Self::Spread) -> u32;

    /// A rough box. The scale has steps per length in the order of its edges, those for upper ones
    /// with their signs changed.
    fn rough(self, fat: &FatBox, scale: &[Real; 8]) -> RoughBox;

    /// Eight rough boxes, in the scale of each.
    fn rough_eight<'a>(
        self,
        boxes: [&FatBox; 8],
        scale: impl Fn(usize) -> &'a [Real; 8],
    ) -> RoughEight;

    /// Brings a rough box into that form.
    fn spread_rough(self, rough: &RoughBox) -> Self::RoughSpread;

    /// Which of the first sixteen may overlap a box now and not before, as bits.
    fn may_meet(self, columns: RoughColumns<'_>, rough: &Self::RoughSpread) -> u32;

    /// Where a cast enters each of the first eight boxes, and which of them it does by `limit`.
    fn enters(self, edges: Edges<'_>, slabs: &Slabs, limit: Real) -> ([Real; LANES], u32);

    /// The cells in which edges lie: columns and rows, first and last.
    fn reach(self, edges: [Real; 4], density: [Real; 2], base: [i32; 2]) -> [i32; 4];

    /// The columns and rows of four lower corners.
    fn cells(self, corners: [Real; 8], density: [Real; 8], base: [i32; 8]) -> [i32; 8];

    /// What the sizes and places of boxes lie between.
    fn extent<'a>(self, boxes: impl Iterator<Item = &'a Aabb>) -> Extent;

    /// Whether trees can work with a box, and whether another one contains it.
    fn is_good_and_inside(self, aabb: &Aabb, fat: &Aabb) -> (bool, bool);
}

impl<S: Simd> Lanes for S {
    type Spread = [f32x8<S>; 4];
    type RoughSpread = [i16x16<S>; 8];

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
    fn rough(self, fat: &FatBox, scale: &[Real; 8]) -> RoughBox {
        rough(self, near(steps(self, fat, scale))).into()
    }

    #[inline(always)]
    fn rough_eight<'a>(
        self,
        boxes: [&FatBox; 8],
        scale: impl Fn(usize) -> &'a [Real; 8],
    ) -> RoughEight {
        let mut different = 0;
        for (lane, fat) in boxes.iter().enumerate() {
            let same = corners(self, &fat.now).simd_eq(corners(self, &fat.before));
            different |= u8::from(!same.all_true()) << lane;
        }
        // No array `map`: its body stays a function of its own, and vectors go through memory.
        let of = |lane: usize| steps(self, boxes[lane], scale(lane));
        let (mut a, mut b, mut c, mut d) = (of(0), of(1), of(2), of(3));
        let (mut e, mut f, mut g, mut h) = (of(4), of(5), of(6), of(7));
        // That one of them came far is rare.
        let ways = way(a) | way(b) | way(c) | way(d) | way(e) | way(f) | way(g) | way(h);
        if is_far(ways) {
            for of in [&mut a, &mut b, &mut c, &mut d, &mut e, &mut f, &mut g, &mut h] {
                *of = near(*of);
            }
        }
        let (a, b, c, d) = (rough(self, a), rough(self, b), rough(self, c), rough(self, d));
        let (e, f, g, h) = (rough(self, e), rough(self, f), rough(self, g), rough(self, h));
        let (ae, bf, cg, dh) = (a.zip_low(e), b.zip_low(f), c.zip_low(g), d.zip_low(h));
        let (aceg, bdfh) = (ae.zip_low(cg), bf.zip_low(dh));
        let (aceg2, bdfh2) = (ae.zip_high(cg), bf.zip_high(dh));
        let (ae, bf, cg, dh) = (a.zip_high(e), b.zip_high(f), c.zip_high(g), d.zip_high(h));
        let (aceg3, bdfh3) = (ae.zip_low(cg), bf.zip_low(dh));
        let (aceg4, bdfh4) = (ae.zip_high(cg), bf.zip_high(dh));
        let boxes =
            [a.into(), b.into(), c.into(), d.into(), e.into(), f.into(), g.into(), h.into()];
        let edges = [
            aceg.zip_low(bdfh).into(),
            aceg.zip_high(bdfh).into(),
            aceg2.zip_low(bdfh2).into(),
            aceg2.zip_high(bdfh2).into(),
            aceg3.zip_low(bdfh3).into(),
            aceg3.zip_high(bdfh3).into(),
            aceg4.zip_low(bdfh4).into(),
            aceg4.zip_high(bdfh4).into(),
        ];
        RoughEight { boxes, edges, different }
    }

    #[inline(always)]
    fn spread_rough(
        self,
        [x0, y0, x1, y1, old_x0, old_y0, old_x1, old_y1]: &RoughBox,
    ) -> Self::RoughSpread {
        let spread = |edge: &i16| i16x16::splat(self, *edge);
        // Each beside the edge of others that it is added to.
        let now = [spread(x1), spread(y1), spread(x0), spread(y0)];
        let before = [spread(old_x1), spread(old_y1), spread(old_x0), spread(old_y0)];
        [now[0], now[1], now[2], now[3], before[0], before[1], before[2], before[3]]
    }

    #[inline(always)]
    fn may_meet(self, columns: RoughColumns<'_>, rough: &Self::RoughSpread) -> u32 {
        let sum =
            |edge: usize| i16x16::from_slice(self, &columns[edge][..ROUGH_LANES]) + rough[edge];
        let now = sum(0) & sum(1) & sum(2) & sum(3);
        let before = sum(4) & sum(5) & sum(6) & sum(7);
        (now & !before).simd_lt(i16x16::splat(self, 0)).to_bitmask() as u32
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
    fn cells(self, corners: [Real; 8], density: [Real; 8], base: [i32; 8]) -> [i32; 8] {
        let cells = f32x8::simd_from(self, corners) * f32x8::simd_from(self, density);
        (rounded_down(self, cells, MOST_CELLS) - i32x8::simd_from(self, base)).into()
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
        // The other edge along the same axis, on the same side.
        let opposite = -own.slide::<2>(own);
        let bounds = f32x4::splat(self, crate::MAX_COORDINATE);
        let good = own.simd_le(bounds) & opposite.simd_le(own);
        (good.all_true(), own.simd_le(fat).all_true())
    }
}

/// [`floor_within`] of eight numbers.
#[inline(always)]
fn rounded_down<S: Simd>(simd: S, values: f32x8<S>, most: Real) -> i32x8<S> {
    let values = values.min(f32x8::splat(simd, most));
    simd.cvt_i32_f32x8(values.max(f32x8::splat(simd, -most)).floor())
}

/// Both corners of a box, the lower one first.
#[inline(always)]
fn corners<S: Simd>(simd: S, Aabb { min, max }: &Aabb) -> f32x4<S> {
    f32x4::simd_from(simd, [min.x, min.y, max.x, max.y])
}

/// How far a box reaches to the left, down, right and up.
#[inline(always)]
fn outward<S: Simd>(simd: S, aabb: &Aabb) -> f32x4<S> {
    corners(simd, aabb) * f32x4::simd_from(simd, [-1.0, -1.0, 1.0, 1.0])
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

/// Rounds down to the number of a cell. Far out, all cells are one.
#[inline(always)]
pub(crate) fn floor(value: Real) -> i32 {
    floor_within(value, MOST_CELLS)
}

/// Rounds down; `most` or less, on both sides.
#[inline(always)]
fn floor_within(value: Real, most: Real) -> i32 {
    let value = if value < most { value } else { most };
    let value = if value > -most { value } else { -most };
    let whole = value as i32;
    whole - i32::from((whole as Real) > value)
}

#[cfg(test)]
#[path = "../tests/unit/lanes.rs"]
mod tests;
