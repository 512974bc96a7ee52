//! Operations of the broad phase on several boxes at once, and their types.

use super::rough::{RoughBox, RoughColumns, RoughEight};
use crate::sweep::FatBox;
use umbra_geom::{Aabb, Point, Real};
use umbra_lanes::LANES;

/// Cells are numbered up to here; beyond it they are one. Up to here, rounding moves no edge by
/// more than a 64th of a cell.
pub(crate) const MOST_CELLS: Real = (1 << 19) as Real;

/// A factor for squared distances, so that rounding makes none of them greater than the true one.
pub(super) const LESS: Real = 1.0 - 8.0 * Real::EPSILON;

/// Lower and upper edges along x, then along y, of at least eight boxes.
pub(crate) type Edges<'a> = [&'a [Real]; 4];

/// The precomputed numbers of a cast against boxes, along each axis.
#[derive(Clone, Copy)]
pub(crate) struct Slabs {
    /// Subtracted from lower edges, and from upper ones.
    pub(crate) starts: [[Real; 2]; 2],
    pub(crate) inverse: [Real; 2],
    pub(crate) forward: [bool; 2],
    /// A factor for the far end before it is compared.
    pub(crate) slack: Real,
}

/// A grid of cells that repeats over the plane, stored row by row in a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    /// Cells per length, along x and y.
    pub(crate) density: [Real; 2],
    /// The cell that starts the first row.
    pub(crate) base: [i32; 2],
    /// Columns and rows less one; both counts are powers of two.
    pub(crate) mask: [i32; 2],
    /// The index of its first cell in the table.
    pub(crate) first_cell: u32,
}

impl Grid {
    /// The first cell of a row.
    #[inline(always)]
    pub(crate) fn row_start(&self, row: i32) -> u32 {
        self.first_cell + (row & self.mask[1]) as u32 * self.columns()
    }

    /// The number of columns.
    #[inline(always)]
    pub(crate) fn columns(&self) -> u32 {
        self.mask[0] as u32 + 1
    }

    /// The column and the row of a cell of the table.
    pub(crate) fn place_of(&self, cell: u32) -> [i32; 2] {
        let number = cell - self.first_cell;
        [number % self.columns(), number / self.columns()].map(|number| number as i32)
    }

    /// True if there are `across` more columns and `up` more rows on all sides of a cell before the
    /// table ends.
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

/// The bounds of the sizes and positions of some boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// The lowest lower corner, and the highest upper one.
    pub(crate) corners: [[Real; 2]; 2],
    /// The largest width and height.
    pub(crate) largest: [Real; 2],
    /// The least size, which is the larger one of width and height.
    pub(crate) least: Real,
}

impl Extent {
    pub(crate) const NONE: Self = Self {
        corners: [[Real::INFINITY; 2], [-Real::INFINITY; 2]],
        largest: [0.0; 2],
        least: Real::INFINITY,
    };

    /// The bounds of all boxes of both.
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

/// The squared distance of a box from a point, or a little less.
pub(crate) fn square_of_distance(edges: Edges<'_>, lane: usize, point: Point) -> Real {
    let beyond = |axis: usize| {
        let below = edges[2 * axis][lane] - point[axis];
        let above = point[axis] - edges[2 * axis + 1][lane];
        greater(greater(below, above), 0.0)
    };
    let (x, y) = (beyond(0), beyond(1));
    (x * x + y * y) * LESS
}

/// The lesser number, by comparison.
#[inline(always)]
pub(crate) fn lesser(a: Real, b: Real) -> Real {
    if b < a { b } else { a }
}

/// Operations of the broad phase on several boxes at once. All implementations give the same bits.
pub(crate) trait BoxLanes: Copy {
    /// A box in the form in which it is compared with many others.
    type Spread: Copy;

    /// A rough box in the form in which it is compared with many others.
    type RoughSpread: Copy;

    /// Converts a box, given by its edges, to that form.
    fn spread(self, aabb: &[Real; 4]) -> Self::Spread;

    /// The boxes among the first eight that overlap a box, as bits.
    fn overlaps(self, edges: Edges<'_>, aabb: &Self::Spread) -> u32;

    /// A rough box. `scale` has the steps per length in the order of the edges, those for upper
    /// ones negated.
    fn rough(self, fat: &FatBox, scale: &[Real; 8]) -> RoughBox;

    /// Eight rough boxes, in the scale of each.
    fn rough_eight<'a>(
        self,
        boxes: [&FatBox; 8],
        scale: impl Fn(usize) -> &'a [Real; 8],
    ) -> RoughEight;

    /// Converts a rough box to that form.
    fn spread_rough(self, rough: &RoughBox) -> Self::RoughSpread;

    /// The boxes among the first sixteen that may overlap a box now and not before, as bits.
    fn may_meet(self, columns: RoughColumns<'_>, rough: &Self::RoughSpread) -> u32;

    /// The fractions at which a cast enters the first eight boxes, and the boxes that it enters by
    /// `limit`, as bits.
    fn enters(self, edges: Edges<'_>, slabs: &Slabs, limit: Real) -> ([Real; LANES], u32);

    /// The squared distances of the first eight boxes from a point, or a little less, and the boxes
    /// that are not beyond `limit`, as bits.
    fn distances(self, edges: Edges<'_>, point: Point, limit: Real) -> ([Real; LANES], u32);

    /// The cells that contain the edges: columns and rows, first and last.
    fn reach(self, edges: [Real; 4], density: [Real; 2], base: [i32; 2]) -> [i32; 4];

    /// The columns and rows of four lower corners.
    fn cells(self, corners: [Real; 8], density: [Real; 8], base: [i32; 8]) -> [i32; 8];

    /// The bounds of the sizes and positions of boxes.
    fn extent<'a>(self, boxes: impl Iterator<Item = &'a Aabb>) -> Extent;

    /// Two bools: trees can work with the box `aabb`; the box `fat` contains it.
    fn is_good_and_inside(self, aabb: &Aabb, fat: &Aabb) -> (bool, bool);
}

/// Rounds down to the number of a cell. Far out, all cells are one.
#[inline(always)]
pub(crate) fn floor(value: Real) -> i32 {
    floor_within(value, MOST_CELLS)
}

/// Rounds down, limited to `most` on both sides.
#[inline(always)]
pub(super) fn floor_within(value: Real, most: Real) -> i32 {
    let value = if value < most { value } else { most };
    let value = if value > -most { value } else { -most };
    let whole = value as i32;
    whole - i32::from((whole as Real) > value)
}
