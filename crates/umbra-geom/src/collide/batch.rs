//! Many pairs at once: a register of pairs at a time, or one by one where there are no registers.

use fearless_simd::{Level, Simd, f32x16, prelude::*};

use super::contact_lanes::{ManifoldLanes, PointLanes, id_of_numbers};
use super::machine::{self, Work};
use super::manifold::Manifold;
use super::wide::{Eight, LANES, MANY, Wide, each_lane};
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
// Public in name only: the methods of a sealed trait take it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub struct ManifoldRows {
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

    /// Keeps those of the block of this index.
    #[inline(always)]
    fn store<S: Simd, L: Wide<S, K>, const K: usize>(
        &mut self,
        from: &ManifoldLanes<L>,
        index: usize,
    ) {
        let one = |row: &mut Row, value: L| value.block(index).store_slice(row);
        let pair = |rows: &mut [Row; 2], values: [L; 2]| {
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

/// Keeps the manifolds of as many blocks as there are.
#[inline(always)]
pub(super) fn store<S: Simd, L: Wide<S, K>, const K: usize>(
    out: &mut [ManifoldRows],
    from: &ManifoldLanes<L>,
) {
    for index in 0..K / LANES {
        if let Some(block) = out.get_mut(index) {
            block.store(from, index);
        }
    }
}

/// Whether all pairs name rows that are there.
fn check_pairs<'a>(pairs: impl Iterator<Item = &'a [u32; 2]>, count: usize) -> Result<(), Error> {
    // No way out before the last pair, so that the compiler has many of them looked at at once.
    match pairs.map(|&[a, b]| a.max(b)).reduce(u32::max) {
        Some(largest) if largest as usize >= count => {
            Err(Error::NoSuchIndex { parameter: "pairs", index: largest as usize, count })
        }
        _ => Ok(()),
    }
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

/// Blocks that are worked on before their manifolds are handed out: 2 kB, which stay in the cache.
const BLOCKS: usize = 4;

/// Rows of shapes, any two of which can be collided: many pairs at once or one pair, with the same
/// bits.
pub(super) trait Rows {
    /// The contacts of `K` pairs, and a bit for each that is to be asked alone.
    fn many<S: Simd, L: Wide<S, K>, const K: usize>(
        &self,
        simd: S,
        pairs: &[BatchPair; K],
        out: &mut [ManifoldRows],
    ) -> u32;

    /// The contact of one pair.
    fn one(&self, pair: &BatchPair) -> Manifold;
}

/// The rows of one side of many pairs.
#[inline(always)]
pub(super) fn rows_of<'a, R, const K: usize>(
    rows: &'a [R],
    pairs: &[BatchPair; K],
    side: usize,
) -> [&'a R; K] {
    let mut of_lanes = [&rows[pairs[0].shapes[side] as usize]; K];
    each_lane::<K>(
        #[inline(always)]
        |lane| of_lanes[lane] = &rows[pairs[lane].shapes[side] as usize],
    );
    of_lanes
}

/// The contacts of all pairs, into as many blocks as they fill.
///
/// Each kernel calls this once, in a function of its own that is compiled with this crate: where
/// callers of the crate hand in code of theirs, they do not compile the kernels again.
#[inline(always)]
pub(super) fn fill(level: Level, rows: &impl Rows, pairs: &[BatchPair], out: &mut [ManifoldRows]) {
    machine::run(level, Fill { rows, pairs, out });
}

/// The contacts of all pairs of `count` rows, by way of a kernel, into `out`.
pub(super) fn collide_all(
    count: usize,
    pairs: &[[u32; 2]],
    speculative: Real,
    out: &mut Manifolds,
    fill: impl Fn(&[BatchPair], &mut [ManifoldRows]),
) -> Result<(), Error> {
    check_pairs(pairs.iter(), count)?;
    let blocks = out.blocks_for(pairs.len()).chunks_mut(BLOCKS);
    let mut row = [BatchPair { shapes: [0; 2], speculative }; BLOCKS * LANES];
    for (shapes, blocks) in pairs.chunks(BLOCKS * LANES).zip(blocks) {
        for (pair, &shapes) in row.iter_mut().zip(shapes) {
            pair.shapes = shapes;
        }
        fill(&row[..shapes.len()], blocks);
    }
    Ok(())
}

/// The contacts of all pairs of `count` rows, by way of a kernel, to `visit` in order.
#[inline]
pub(super) fn visit_all(
    count: usize,
    pairs: &[BatchPair],
    mut visit: impl FnMut(usize, &Manifold),
    fill: impl Fn(&[BatchPair], &mut [ManifoldRows]),
) -> Result<(), Error> {
    check_pairs(pairs.iter().map(|pair| &pair.shapes), count)?;
    let mut blocks = [NOTHING; BLOCKS];
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

/// Pairs to collide into blocks, which are as many as they fill.
struct Fill<'a, R> {
    rows: &'a R,
    pairs: &'a [BatchPair],
    out: &'a mut [ManifoldRows],
}

/// The contacts of those pairs of a block that have a bit in `alone`.
#[inline(never)]
fn ask_alone(rows: &impl Rows, alone: u32, pairs: &[BatchPair], out: &mut [ManifoldRows]) {
    for (lane, pair) in pairs.iter().enumerate() {
        if (alone >> lane) & 1 != 0 {
            out[lane / LANES].set_lane(lane % LANES, &rows.one(pair));
        }
    }
}

impl<R: Rows> Fill<'_, R> {
    /// `K` pairs at a time.
    #[inline(always)]
    fn by<S: Simd, L: Wide<S, K>, const K: usize>(self, simd: S) {
        for (pairs, out) in self.pairs.chunks(K).zip(self.out.chunks_mut(K / LANES)) {
            // The last ones repeat their last pair.
            let mut padded;
            let many = match pairs.first_chunk() {
                Some(full) => full,
                None => {
                    padded = [pairs[pairs.len() - 1]; K];
                    padded[..pairs.len()].copy_from_slice(pairs);
                    &padded
                }
            };
            let alone = self.rows.many::<S, L, K>(simd, many, out);
            if alone != 0 {
                ask_alone(self.rows, alone, pairs, out);
            }
        }
    }
}

impl<R: Rows> Work for Fill<'_, R> {
    #[inline(always)]
    fn wide<S: Simd>(mut self, simd: S) {
        if const { <S::f32s as SimdBase<S>>::LEN >= MANY } {
            // What is left over, if it fits into a block, is no more work than half as many pairs.
            let over = self.pairs.len() % MANY;
            let few = if over > LANES { 0 } else { over };
            let (many, few) = self.pairs.split_at(self.pairs.len() - few);
            let (out, rest) = self.out.split_at_mut(many.len().div_ceil(LANES));
            Fill { rows: self.rows, pairs: many, out }.by::<S, f32x16<S>, MANY>(simd);
            (self.pairs, self.out) = (few, rest);
        }
        self.by::<S, Eight<S>, LANES>(simd);
    }

    fn one_by_one(self) {
        for (block, out) in self.pairs.chunks(LANES).zip(self.out) {
            for (lane, pair) in block.iter().enumerate() {
                out.set_lane(lane, &self.rows.one(pair));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::super::box_batch::Boxes;
    use super::super::circle_batch::Circles;
    use super::super::small_batch::Cores;
    use super::super::{BoxState, SmallCore};
    use super::*;
    use crate::math::pose;
    use crate::{Capsule, Circle, Polygon, Shape};

    /// Runs what targets without vector registers run, and the wide kernels, those for sixteen pairs
    /// on machines without AVX-512 too: the same bits.
    fn compare(rows: &impl Rows, count: usize) {
        let indices = 0..count as u32;
        let all = indices.clone().flat_map(|a| indices.clone().map(move |b| [a, b]));
        let pairs: Vec<BatchPair> =
            all.map(|shapes| BatchPair { shapes, speculative: 0.1 }).collect();
        let mut wide = vec![ManifoldRows::default(); pairs.len().div_ceil(LANES)];
        let mut alone = wide.clone();
        fill(Level::new(), rows, &pairs, &mut wide);
        Fill { rows, pairs: &pairs, out: &mut alone }.one_by_one();
        let manifolds = |blocks: &[ManifoldRows]| -> Vec<Manifold> {
            (0..pairs.len()).map(|index| blocks[index / LANES].lane(index % LANES)).collect()
        };
        let alone = manifolds(&alone);
        assert!(alone.iter().any(|m| m.points().len() == 2));
        assert_eq!(manifolds(&wide), alone);
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Some(avx2) = Level::new().as_avx2() {
            wide.fill(ManifoldRows::default());
            let fill = Fill { rows, pairs: &pairs, out: &mut wide };
            avx2.vectorize(
                #[inline(always)]
                || fill.by::<_, f32x16<_>, MANY>(avx2),
            );
            assert_eq!(manifolds(&wide), alone);
        }
    }

    #[test]
    fn boxes_one_by_one_give_the_bits_of_the_wide_kernel() {
        let row = |i: usize| {
            let i = i as Real;
            let polygon = Polygon::cuboid(0.5 + 0.1 * (i % 3.0), 0.7).unwrap();
            let polygon = polygon.grown(0.1 * (i % 2.0)).unwrap();
            BoxState::new(&polygon, &pose([0.9 * (i % 4.0), 0.8 * (i % 5.0)], i)).unwrap()
        };
        compare(&Boxes(&(0..20).map(row).collect::<Vec<_>>()), 20);
    }

    /// Cores of up to `N` vertices, circles among them.
    fn cores<const N: usize>() -> Vec<SmallCore<N>> {
        let shapes: [Shape; 6] = [
            Capsule::new([-0.5, 0.0], [0.5, 0.1], 0.3).unwrap().into(),
            Polygon::regular(3, 0.8).unwrap().into(),
            Polygon::cuboid(0.6, 0.4).unwrap().grown(0.1).unwrap().into(),
            Polygon::cuboid(0.5, 0.5).unwrap().into(),
            Circle::new(0.4).unwrap().into(),
            Polygon::regular(N, 0.6).unwrap().into(),
        ];
        let row = |i: usize| {
            let at = i as Real;
            let at = pose([0.7 * (at % 4.0), 0.6 * (at % 5.0)], at);
            SmallCore::new(&shapes[i % 6], &at).unwrap()
        };
        (0..24).map(row).chain([SmallCore::default()]).collect()
    }

    #[test]
    fn cores_one_by_one_give_the_bits_of_the_wide_kernels() {
        let (fours, eights) = (cores::<4>(), cores::<8>());
        compare(&Cores(&fours), fours.len());
        compare(&Circles(&fours), fours.len());
        compare(&Cores(&eights), eights.len());
        compare(&Circles(&eights), eights.len());
    }
}
