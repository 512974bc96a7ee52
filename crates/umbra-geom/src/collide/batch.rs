//! Many pairs of boxes at once, a register of pairs at a time.

use fearless_simd::{Level, Simd, dispatch, prelude::*};

use super::boxes::{Axes, Cuboid, CuboidPair};
use super::contact_lanes::{ManifoldLanes, PointLanes, id_of_numbers};
use super::lanes::{LANES, Lanes, Wide, select2, transposed};
use super::manifold::Manifold;
use super::second_comes_first_lanes;
use crate::{Error, Polygon, Pose, Real, Vector};

/// A box in the world, as the batch reads it: one row of 32 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub struct BoxState {
    position: [Real; 2],
    rotation: [Real; 2],
    half: [Real; 2],
    radius: Real,
    /// From the centre to the farthest point.
    size: Real,
}

impl BoxState {
    /// The box `polygon` at `pose`, or `None` if the polygon was not made as a box around the
    /// origin.
    #[inline]
    pub fn new(polygon: &Polygon, pose: &Pose) -> Option<Self> {
        Some(Self {
            position: pose.translation.vector.into(),
            rotation: [pose.rotation.re, pose.rotation.im],
            half: polygon.half_extents()?.into(),
            radius: polygon.radius(),
            size: polygon.outer_radius() + polygon.radius(),
        })
    }

    /// Moves the box.
    #[inline]
    pub fn set_pose(&mut self, pose: &Pose) {
        self.position = pose.translation.vector.into();
        self.rotation = [pose.rotation.re, pose.rotation.im];
    }
}

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

/// The contacts of many pairs of boxes: for each, what [`collide`](super::collide) gives, bit for
/// bit, at a fraction of the price.
///
/// `level` says which instructions to use; [`Level::new`] finds the best that the machine has,
/// and is best kept. The result is the same at every level.
///
/// # Errors
/// When a pair names a box that is not there; `out` is then left as it was.
///
/// ```
/// use umbra_geom::collide::{BoxState, Manifolds, SimdLevel, collide_boxes};
/// use umbra_geom::{Polygon, math::pose};
/// let brick = Polygon::cuboid(1.0, 0.5)?;
/// let wall: Vec<BoxState> = (0..3)
///     .filter_map(|row| BoxState::new(&brick, &pose([0.0, 0.99 * row as f32], 0.0)))
///     .collect();
/// let mut contacts = Manifolds::default();
/// collide_boxes(SimdLevel::new(), &wall, &[[0, 1], [1, 2], [0, 2]], 0.02, &mut contacts)?;
/// assert_eq!(contacts.iter().map(|m| m.points().len()).collect::<Vec<_>>(), [2, 2, 0]);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn collide_boxes(
    level: Level,
    boxes: &[BoxState],
    pairs: &[[u32; 2]],
    speculative: Real,
    out: &mut Manifolds,
) -> Result<(), Error> {
    check_pairs(pairs.iter(), boxes.len())?;
    let blocks = out.blocks_for(pairs.len());
    dispatch!(level, simd => {
        for (block, rows) in pairs.chunks(LANES).zip(blocks) {
            collide_block(simd, boxes, &padded(block, speculative), rows);
        }
    });
    Ok(())
}

/// [`collide_boxes`] for pairs that each have their own speculative distance, without memory of
/// its own: `visit` gets every pair's index and its manifold, in order.
///
/// # Errors
/// When a pair names a box that is not there; nothing is visited then.
pub fn visit_box_contacts(
    level: Level,
    boxes: &[BoxState],
    pairs: &[BatchPair],
    visit: impl FnMut(usize, &Manifold),
) -> Result<(), Error> {
    check_pairs(pairs.iter().map(|pair| &pair.shapes), boxes.len())?;
    dispatch!(level, simd => visit_blocks(
        pairs,
        visit,
        #[inline(always)]
        |pair, rows| collide_block(simd, boxes, pair, rows),
    ));
    Ok(())
}

/// Collides block after block and hands out its manifolds while they are in the cache.
#[inline(always)]
pub(super) fn visit_blocks(
    pairs: &[BatchPair],
    mut visit: impl FnMut(usize, &Manifold),
    mut collide_block: impl FnMut(&[BatchPair; LANES], &mut ManifoldRows),
) {
    let mut rows = NOTHING;
    let mut index = 0;
    for block in pairs.chunks(LANES) {
        // The last block repeats its last pair.
        let padded = std::array::from_fn(|lane| block[lane.min(block.len() - 1)]);
        collide_block(&padded, &mut rows);
        for lane in 0..block.len() {
            visit(index, &rows.lane(lane));
            index += 1;
        }
    }
}

/// Whether all pairs name rows that are there.
pub(super) fn check_pairs<'a>(
    pairs: impl Iterator<Item = &'a [u32; 2]>,
    count: usize,
) -> Result<(), Error> {
    // One more than the largest, so that none at all is no special case.
    let needed = pairs.fold(0, |most, &[a, b]| most.max(u64::from(a) + 1).max(u64::from(b) + 1));
    if needed > count as u64 {
        return Err(Error::NoSuchIndex { parameter: "pairs", index: (needed - 1) as usize, count });
    }
    Ok(())
}

/// A block of pairs that share a speculative distance; the last one repeats its last pair.
#[inline(always)]
pub(super) fn padded(block: &[[u32; 2]], speculative: Real) -> [BatchPair; LANES] {
    std::array::from_fn(|lane| BatchPair { shapes: block[lane.min(block.len() - 1)], speculative })
}

#[inline(always)]
fn collide_block<S: Simd>(
    simd: S,
    boxes: &[BoxState],
    pairs: &[BatchPair; LANES],
    rows: &mut ManifoldRows,
) {
    let speculative = Wide::<S>::from_slice(simd, &pairs.map(|pair| pair.speculative));
    let a = Gathered::of(simd, |lane| &boxes[pairs[lane].shapes[0] as usize]);
    let b = Gathered::of(simd, |lane| &boxes[pairs[lane].shapes[1] as usize]);
    let way = [b.position[0] - a.position[0], b.position[1] - a.position[1]];
    let back = [a.position[0] - b.position[0], a.position[1] - b.position[1]];
    let flip = second_comes_first_lanes(way);
    let pair = CuboidPair {
        a: a.cuboid.or(flip, &b.cuboid),
        b: b.cuboid.or(flip, &a.cuboid),
        way: select2::<Wide<S>>(flip, back, way),
    };
    let axes: Axes<Wide<S>> = pair.axes();
    let in_reach = (pair.a.radius + pair.b.radius + speculative).ge(axes.best);
    if Wide::<S>::any(in_reach) {
        let (manifold, is_b) = pair.manifold(&axes, speculative);
        rows.store(&manifold.flipped_where(is_b ^ flip).only_where(in_reach));
    } else {
        *rows = NOTHING;
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

/// Eight boxes, turned from one row each into one register for each number.
struct Gathered<S: Simd> {
    position: [Wide<S>; 2],
    cuboid: Cuboid<Wide<S>>,
}

impl<S: Simd> Gathered<S> {
    #[inline(always)]
    fn of<'a>(simd: S, row: impl Fn(usize) -> &'a BoxState) -> Self {
        let rows: [&BoxState; LANES] = std::array::from_fn(row);
        let rows = rows.map(|b| {
            let ([x, y], [cos, sin], [half_x, half_y]) = (b.position, b.rotation, b.half);
            [x, y, cos, sin, half_x, half_y, b.radius, b.size]
        });
        let [x, y, cos, sin, half_x, half_y, radius, size] = transposed(simd, &rows);
        Self {
            position: [x, y],
            cuboid: Cuboid { rotation: [cos, sin], half: [half_x, half_y], radius, size },
        }
    }
}
