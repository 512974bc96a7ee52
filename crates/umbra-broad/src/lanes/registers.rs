//! [`BoxLanes`] in vector registers.

use super::ops::{BoxLanes, Edges, Extent, LESS, MOST_CELLS, Slabs};
use super::rough::{
    ROUGH_LANES, RoughBox, RoughColumns, RoughEight, displacement, is_far, near, rough,
    rounded_down, steps,
};
use crate::sweep::FatBox;
use umbra_geom::{Aabb, Point, Real};
use umbra_lanes::{
    LANES, f32x4, f32x8, greater, i16x16, i32x4, i32x8, lesser, mask32x8, prelude::*,
};

impl<S: Simd> BoxLanes for S {
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
        let moved = displacement(a)
            | displacement(b)
            | displacement(c)
            | displacement(d)
            | displacement(e)
            | displacement(f)
            | displacement(g)
            | displacement(h);
        if is_far(moved) {
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
            enter = greater(near, enter);
            leave = lesser(far, leave);
        }
        (enter.into(), enter.simd_le(leave * slabs.slack).to_bitmask() as u32)
    }

    #[inline(always)]
    fn distances(self, edges: Edges<'_>, point: Point, limit: Real) -> ([Real; LANES], u32) {
        let zero = f32x8::splat(self, 0.0);
        let mut square = zero;
        for axis in 0..2 {
            let [lower, upper] = [edges[2 * axis], edges[2 * axis + 1]];
            let at = f32x8::splat(self, point[axis]);
            let below = f32x8::from_slice(self, &lower[..LANES]) - at;
            let above = at - f32x8::from_slice(self, &upper[..LANES]);
            let beyond = greater(zero, greater(above, below));
            square += beyond * beyond;
        }
        let square = square * LESS;
        (square.into(), square.simd_le(f32x8::splat(self, limit)).to_bitmask() as u32)
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

/// Both corners of a box, the lower one first.
#[inline(always)]
fn corners<S: Simd>(simd: S, Aabb { min, max }: &Aabb) -> f32x4<S> {
    f32x4::simd_from(simd, [min.x, min.y, max.x, max.y])
}

/// The extents of a box to the left, down, right and up.
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
