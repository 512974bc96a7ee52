//! Contacts of many pairs at once, eight side by side.
//!
//! - `mod.rs`: takes pairs in groups of eight, and hands out their manifolds;
//! - `boxes.rs`, `circles.rs`, `small.rs`: the kernels for pairs of equal forms;
//! - `small_columns.rs`: small polygons, transposed; `contact_lanes.rs`: manifolds of eight pairs;
//! - `relative.rs`, `meeting.rs`: relative frames and contacts, for one pair or for eight.

pub(super) mod boxes;
pub(super) mod circles;
pub(super) mod contact_lanes;
pub(super) mod meeting;
pub(super) mod relative;
pub(super) mod small;
mod small_columns;

use self::contact_lanes::{ManifoldLanes, PointLanes, id_of_numbers};
use super::manifold::Manifold;
use crate::{Error, Real, Vector};
use umbra_lanes::{LANES, Level, Simd, f32x8, prelude::*};

/// Two shapes of a batch, and the greatest gap at which they get contact points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BatchPair {
    /// The indices of the two shapes.
    pub shapes: [u32; 2],
    /// Points are reported up to this gap.
    pub speculative: Real,
}

/// One number for each pair of a block.
type Row = [Real; LANES];

/// The contact points of a block.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct PointBlock {
    anchor_a: [Row; 2],
    anchor_b: [Row; 2],
    separation: Row,
    feature_a: Row,
    feature_b: Row,
}

/// The manifolds of eight pairs, in the layout of a kernel.
// Public in name only: the methods of a sealed trait take it.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct ManifoldBlock {
    normal: [Row; 2],
    points: [PointBlock; 2],
}

impl ManifoldBlock {
    /// Eight pairs that do not touch.
    pub(in crate::collide) const EMPTY: Self = {
        let points = PointBlock {
            anchor_a: [[0.0; LANES]; 2],
            anchor_b: [[0.0; LANES]; 2],
            separation: [Real::INFINITY; LANES],
            feature_a: [0.0; LANES],
            feature_b: [0.0; LANES],
        };
        Self { normal: [[0.0; LANES]; 2], points: [points; 2] }
    };

    #[inline]
    fn lane(&self, lane: usize) -> Manifold {
        let point = |rows: &PointBlock| PointLanes {
            anchor_a: rows.anchor_a.map(|row| row[lane]),
            anchor_b: rows.anchor_b.map(|row| row[lane]),
            separation: rows.separation[lane],
            feature_a: rows.feature_a[lane],
            feature_b: rows.feature_b[lane],
        };
        let points = [point(&self.points[0]), point(&self.points[1])];
        Manifold::of_lane(self.normal.map(|row| row[lane]), &points, |v| v, id_of_numbers)
    }

    fn set_lane(&mut self, lane: usize, manifold: &Manifold) {
        let set = |rows: &mut [Row; 2], v: Vector| {
            rows[0][lane] = v.x;
            rows[1][lane] = v.y;
        };
        set(&mut self.normal, manifold.normal);
        for (index, rows) in self.points.iter_mut().enumerate() {
            rows.separation[lane] = Real::INFINITY;
            if let Some(point) = manifold.points().get(index) {
                set(&mut rows.anchor_a, point.anchor_a);
                set(&mut rows.anchor_b, point.anchor_b);
                rows.separation[lane] = point.separation;
                rows.feature_a[lane] = (point.id.to_bits() >> 16) as Real;
                rows.feature_b[lane] = (point.id.to_bits() & 0xffff) as Real;
            }
        }
    }

    #[inline(always)]
    pub(in crate::collide) fn store<S: Simd>(&mut self, from: &ManifoldLanes<f32x8<S>>) {
        let one = |row: &mut Row, value: f32x8<S>| value.store_slice(row);
        let pair = |rows: &mut [Row; 2], values: [f32x8<S>; 2]| {
            one(&mut rows[0], values[0]);
            one(&mut rows[1], values[1]);
        };
        pair(&mut self.normal, from.normal);
        for (rows, point) in self.points.iter_mut().zip(&from.points) {
            pair(&mut rows.anchor_a, point.anchor_a);
            pair(&mut rows.anchor_b, point.anchor_b);
            one(&mut rows.separation, point.separation);
            one(&mut rows.feature_a, point.feature_a);
            one(&mut rows.feature_b, point.feature_b);
        }
    }
}

/// Number of blocks computed before their manifolds are handed out: 2 kB, which stay in the cache.
const BLOCKS: usize = 4;

/// Shapes, any two of which can be collided: eight pairs at once or one pair, with the same bits.
pub(in crate::collide) trait Kernel {
    /// The contacts of eight pairs, and a bit for each pair that has to go [alone](Self::one).
    fn eight<S: Simd>(&self, simd: S, pairs: &[BatchPair; LANES], out: &mut ManifoldBlock) -> u32;

    /// The contact of one pair.
    fn one(&self, pair: &BatchPair) -> Manifold;
}

/// The shapes of one side of eight pairs.
#[inline(always)]
pub(in crate::collide) fn side<'a, R>(
    rows: &'a [R],
    pairs: &[BatchPair; LANES],
    side: usize,
) -> [&'a R; LANES] {
    let mut of_lanes = [&rows[pairs[0].shapes[side] as usize]; LANES];
    for lane in 1..LANES {
        of_lanes[lane] = &rows[pairs[lane].shapes[side] as usize];
    }
    of_lanes
}

/// Computes the contacts of all pairs into as many blocks as they fill.
///
/// Each kernel calls this once, in a function of its own that is compiled with this crate: so the
/// kernels are not compiled again for each closure of a caller.
#[inline(always)]
pub(in crate::collide) fn fill(
    level: Level,
    kernel: &impl Kernel,
    pairs: &[BatchPair],
    out: &mut [ManifoldBlock],
) {
    umbra_lanes::with_simd!(
        level,
        [as_avx512, as_avx2],
        simd => fill_with(simd, kernel, pairs, out),
        else for (pairs, out) in pairs.chunks(LANES).zip(out) {
            collide_alone(kernel, u32::MAX, pairs, out);
        }
    );
}

#[inline(always)]
#[allow(dead_code, reason = "a target without vector registers has no use for it")]
fn fill_with<S: Simd>(
    simd: S,
    kernel: &impl Kernel,
    pairs: &[BatchPair],
    out: &mut [ManifoldBlock],
) {
    for (pairs, out) in pairs.chunks(LANES).zip(out) {
        // The last block repeats its last pair.
        let mut padded;
        let eight = match pairs.first_chunk() {
            Some(full) => full,
            None => {
                padded = [pairs[pairs.len() - 1]; LANES];
                padded[..pairs.len()].copy_from_slice(pairs);
                &padded
            }
        };
        let alone = kernel.eight(simd, eight, out);
        if alone != 0 {
            collide_alone(kernel, alone, pairs, out);
        }
    }
}

/// Collides the pairs of a block that have a bit in `alone`.
#[inline(never)]
fn collide_alone(kernel: &impl Kernel, alone: u32, pairs: &[BatchPair], out: &mut ManifoldBlock) {
    for (lane, pair) in pairs.iter().enumerate() {
        if (alone >> lane) & 1 != 0 {
            out.set_lane(lane, &kernel.one(pair));
        }
    }
}

/// Calls `visit` with the contacts of all pairs of `count` shapes, in order, computed by a kernel.
#[inline]
pub(in crate::collide) fn visit_all(
    count: usize,
    pairs: &[BatchPair],
    mut visit: impl FnMut(usize, &Manifold),
    fill: impl Fn(&[BatchPair], &mut [ManifoldBlock]),
) -> Result<(), Error> {
    // No way out before the last pair, so that the compiler has many of them looked at at once.
    let largest = pairs.iter().map(|pair| pair.shapes[0].max(pair.shapes[1])).reduce(u32::max);
    if let Some(index) = largest.filter(|index| *index as usize >= count) {
        return Err(Error::NoSuchIndex { parameter: "pairs", index: index as usize, count });
    }
    let mut blocks = [ManifoldBlock::EMPTY; BLOCKS];
    let mut index = 0;
    for pairs in pairs.chunks(BLOCKS * LANES) {
        fill(pairs, &mut blocks[..pairs.len().div_ceil(LANES)]);
        for lane in 0..pairs.len() {
            visit(index, &blocks[lane / LANES].lane(lane % LANES));
            index += 1;
        }
    }
    Ok(())
}
