//! Many pairs at once: a register of pairs at a time, or one by one where there are no registers.

use fearless_simd::{Level, Simd, prelude::*};

use super::contact_lanes::{ManifoldLanes, PointLanes, id_of_numbers};
use super::lanes::{LANES, Wide};
use super::machine::{self, Work};
use super::manifold::Manifold;
use crate::{Error, Real, Vector};

/// Two rows of a batch, and how far apart they may be and still get contact points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BatchPair {
    /// The indices of the two.
    pub shapes: [u32; 2],
    /// Points are reported up to this gap.
    pub speculative: Real,
}

/// One number for each pair of a block.
type Row = [Real; LANES];

/// The contact points of a block.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
struct PointRows {
    anchor_a: [Row; 2],
    anchor_b: [Row; 2],
    separation: Row,
    feature_a: Row,
    feature_b: Row,
}

/// The manifolds of a block.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct ManifoldRows {
    normal: [Row; 2],
    points: [PointRows; 2],
}

/// The manifolds of a batch, in the order of its pairs.
///
/// They are kept as the kernel leaves them, in rows of one number for several pairs; what is
/// asked for is put together when it is asked for. Reusing the value reuses its memory.
#[derive(Clone, Debug, Default)]
pub struct Manifolds {
    blocks: Vec<ManifoldRows>,
    count: usize,
}

impl Manifolds {
    /// How many manifolds there are: one for each pair, empty ones included.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The manifold of pair `index`, if there is such a pair.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Manifold> {
        (index < self.count).then(|| self.blocks[index / LANES].lane(index % LANES))
    }

    /// Makes room for the manifolds of this many pairs.
    pub(super) fn blocks_for(&mut self, count: usize) -> &mut [ManifoldRows] {
        self.count = count;
        self.blocks.resize(count.div_ceil(LANES), ManifoldRows::default());
        &mut self.blocks
    }

    /// All manifolds in order.
    pub fn iter(&self) -> impl Iterator<Item = Manifold> + '_ {
        (0..self.count).map(|index| self.blocks[index / LANES].lane(index % LANES))
    }
}

impl ManifoldRows {
    #[inline]
    pub(super) fn lane(&self, lane: usize) -> Manifold {
        let point = |rows: &PointRows| PointLanes {
            anchor_a: rows.anchor_a.map(|row| row[lane]),
            anchor_b: rows.anchor_b.map(|row| row[lane]),
            separation: rows.separation[lane],
            feature_a: rows.feature_a[lane],
            feature_b: rows.feature_b[lane],
        };
        let points = [point(&self.points[0]), point(&self.points[1])];
        Manifold::of_lane(self.normal.map(|row| row[lane]), &points, |v| v, id_of_numbers)
    }

    /// Puts a manifold into one lane.
    pub(super) fn set_lane(&mut self, lane: usize, manifold: &Manifold) {
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
    pub(super) fn store<S: Simd>(&mut self, from: &ManifoldLanes<Wide<S>>) {
        let pair = |rows: &mut [Row; 2], values: [Wide<S>; 2]| {
            values[0].store_slice(&mut rows[0]);
            values[1].store_slice(&mut rows[1]);
        };
        pair(&mut self.normal, from.normal);
        for (rows, point) in self.points.iter_mut().zip(&from.points) {
            pair(&mut rows.anchor_a, point.anchor_a);
            pair(&mut rows.anchor_b, point.anchor_b);
            point.separation.store_slice(&mut rows.separation);
            point.feature_a.store_slice(&mut rows.feature_a);
            point.feature_b.store_slice(&mut rows.feature_b);
        }
    }
}

/// Whether all pairs name rows that are there.
fn check_pairs<'a>(pairs: impl Iterator<Item = &'a [u32; 2]>, count: usize) -> Result<(), Error> {
    // One more than the largest, so that none at all is no special case.
    let needed = pairs.fold(0, |most, &[a, b]| most.max(u64::from(a) + 1).max(u64::from(b) + 1));
    if needed > count as u64 {
        return Err(Error::NoSuchIndex { parameter: "pairs", index: (needed - 1) as usize, count });
    }
    Ok(())
}

/// A block in which nothing touches.
pub(super) const NOTHING: ManifoldRows = {
    let points = PointRows {
        anchor_a: [[0.0; LANES]; 2],
        anchor_b: [[0.0; LANES]; 2],
        separation: [Real::INFINITY; LANES],
        feature_a: [0.0; LANES],
        feature_b: [0.0; LANES],
    };
    ManifoldRows { normal: [[0.0; LANES]; 2], points: [points; 2] }
};

/// Rows of shapes, any two of which can be collided: eight pairs at once or one pair, with the same
/// bits.
pub(super) trait Rows {
    /// How many rows there are.
    fn count(&self) -> usize;

    /// The contacts of a block of pairs.
    fn block<S: Simd>(&self, simd: S, pairs: &[BatchPair; LANES], out: &mut ManifoldRows);

    /// The contact of one pair.
    fn one(&self, pair: &BatchPair) -> Manifold;
}

/// The contacts of all pairs, into `out`.
#[inline(always)]
pub(super) fn collide_all(
    level: Level,
    rows: &(impl Rows + ?Sized),
    pairs: &[[u32; 2]],
    speculative: Real,
    out: &mut Manifolds,
) -> Result<(), Error> {
    check_pairs(pairs.iter(), rows.count())?;
    let blocks = out.blocks_for(pairs.len());
    machine::run(level, Fill { rows, pairs, speculative, blocks });
    Ok(())
}

/// The contacts of all pairs, to `visit` in order.
#[inline(always)]
pub(super) fn visit_all(
    level: Level,
    rows: &(impl Rows + ?Sized),
    pairs: &[BatchPair],
    visit: impl FnMut(usize, &Manifold),
) -> Result<(), Error> {
    check_pairs(pairs.iter().map(|pair| &pair.shapes), rows.count())?;
    machine::run(level, Visit { rows, pairs, visit });
    Ok(())
}

/// Pairs to collide into blocks that are kept.
struct Fill<'a, R: Rows + ?Sized> {
    rows: &'a R,
    pairs: &'a [[u32; 2]],
    speculative: Real,
    blocks: &'a mut [ManifoldRows],
}

impl<R: Rows + ?Sized> Work for Fill<'_, R> {
    #[inline(always)]
    fn wide<S: Simd>(self, simd: S) {
        let speculative = self.speculative;
        for (block, out) in self.pairs.chunks(LANES).zip(self.blocks) {
            // The last block repeats its last pair.
            let pair = |lane: usize| block[lane.min(block.len() - 1)];
            let padded = std::array::from_fn(|lane| BatchPair { shapes: pair(lane), speculative });
            self.rows.block(simd, &padded, out);
        }
    }

    fn one_by_one(self) {
        for (block, out) in self.pairs.chunks(LANES).zip(self.blocks) {
            for (lane, &shapes) in block.iter().enumerate() {
                let pair = BatchPair { shapes, speculative: self.speculative };
                out.set_lane(lane, &self.rows.one(&pair));
            }
        }
    }
}

/// Pairs to collide and hand out.
struct Visit<'a, R: Rows + ?Sized, F> {
    rows: &'a R,
    pairs: &'a [BatchPair],
    visit: F,
}

impl<R: Rows + ?Sized, F: FnMut(usize, &Manifold)> Work for Visit<'_, R, F> {
    /// Block after block, and out with its manifolds while they are in the cache.
    #[inline(always)]
    fn wide<S: Simd>(mut self, simd: S) {
        let mut rows = NOTHING;
        let mut index = 0;
        for block in self.pairs.chunks(LANES) {
            // The last block repeats its last pair.
            let padded = std::array::from_fn(|lane| block[lane.min(block.len() - 1)]);
            self.rows.block(simd, &padded, &mut rows);
            for lane in 0..block.len() {
                (self.visit)(index, &rows.lane(lane));
                index += 1;
            }
        }
    }

    fn one_by_one(mut self) {
        for (index, pair) in self.pairs.iter().enumerate() {
            (self.visit)(index, &self.rows.one(pair));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::super::{BoxState, SmallCore};
    use super::*;
    use crate::math::pose;
    use crate::{Capsule, Polygon, Shape};

    /// Runs what targets without vector registers run, and the wide kernels: the same bits.
    fn compare<R: Rows + ?Sized>(rows: &R) {
        let n = rows.count() as u32;
        let pairs: Vec<[u32; 2]> = (0..n).flat_map(|a| (0..n).map(move |b| [a, b])).collect();
        let (mut wide, mut alone) = (Manifolds::default(), Manifolds::default());
        collide_all(Level::new(), rows, &pairs, 0.1, &mut wide).unwrap();
        let blocks = alone.blocks_for(pairs.len());
        Fill { rows, pairs: &pairs, speculative: 0.1, blocks }.one_by_one();
        assert!(wide.iter().any(|m| m.points().len() == 2));
        assert!(wide.iter().eq(alone.iter()));

        let pairs: Vec<BatchPair> =
            pairs.iter().map(|&shapes| BatchPair { shapes, speculative: 0.1 }).collect();
        let mut visited = Vec::new();
        let visit = |index: usize, manifold: &Manifold| visited.push((index, *manifold));
        Visit { rows, pairs: &pairs, visit }.one_by_one();
        assert!(visited.iter().copied().eq(wide.iter().enumerate()));
    }

    #[test]
    fn boxes_one_by_one_give_the_bits_of_the_wide_kernel() {
        let row = |i: usize| {
            let i = i as Real;
            let polygon = Polygon::cuboid(0.5 + 0.1 * (i % 3.0), 0.7).unwrap();
            let polygon = polygon.grown(0.1 * (i % 2.0)).unwrap();
            BoxState::new(&polygon, &pose([0.9 * (i % 4.0), 0.8 * (i % 5.0)], i)).unwrap()
        };
        compare((0..20).map(row).collect::<Vec<_>>().as_slice());
    }

    #[test]
    fn cores_one_by_one_give_the_bits_of_the_wide_kernel() {
        let shapes: [Shape; 4] = [
            Capsule::new([-0.5, 0.0], [0.5, 0.1], 0.3).unwrap().into(),
            Polygon::regular(3, 0.8).unwrap().into(),
            Polygon::cuboid(0.6, 0.4).unwrap().grown(0.1).unwrap().into(),
            Polygon::cuboid(0.5, 0.5).unwrap().into(),
        ];
        let row = |i: usize| {
            let at = i as Real;
            let at = pose([0.7 * (at % 4.0), 0.6 * (at % 5.0)], at);
            SmallCore::new(&shapes[i % 4], &at).unwrap()
        };
        compare((0..20).map(row).collect::<Vec<_>>().as_slice());
    }
}
