//! Many pairs of boxes at once, a register of pairs at a time.

use fearless_simd::{Level, Simd};

use super::batch::{
    BatchPair, ManifoldRows, Manifolds, NOTHING, Rows, collide_all, fill, rows_of, store, visit_all,
};
use super::boxes::{Axes, Cuboid, CuboidPair, collide_cuboids};
use super::lanes::{Lanes, select2};
use super::machine::baseline;
use super::manifold::Manifold;
use super::second_comes_first_lanes;
use super::wide::{Wide, columns_of, gathered};
use crate::{Aabb, Error, Point, Polygon, Pose, Real, Rotation, Vector};

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

    /// The bounding box: what [`Polygon::aabb`] gives.
    #[inline]
    pub fn aabb(&self) -> Aabb {
        let ([cos, sin], [half_x, half_y]) = (self.rotation, self.half);
        let (cos, sin) = (cos.abs(), sin.abs());
        let reach = Vector::new(cos * half_x + sin * half_y, sin * half_x + cos * half_y);
        let at = Point::from(self.position);
        Aabb { min: at - reach, max: at + reach }.grown(self.radius)
    }

    fn pose(&self) -> Pose {
        pose_of(self.position, self.rotation)
    }
}

/// The pose of a row.
pub(super) fn pose_of(position: [Real; 2], [re, im]: [Real; 2]) -> Pose {
    let rotation = Rotation::new_unchecked(nalgebra::Complex::new(re, im));
    Pose::from_parts(position.into(), rotation)
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
    collide_all(boxes.len(), pairs, speculative, out, |pairs, out| {
        fill_boxes(level, boxes, pairs, out);
    })
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
    visit_all(boxes.len(), pairs, visit, |pairs, out| fill_boxes(level, boxes, pairs, out))
}

#[inline(never)]
fn fill_boxes(level: Level, boxes: &[BoxState], pairs: &[BatchPair], out: &mut [ManifoldRows]) {
    fill(level, &Boxes(boxes), pairs, out);
}

/// The kernel for pairs of boxes.
pub(super) struct Boxes<'a>(pub(super) &'a [BoxState]);

impl Rows for Boxes<'_> {
    #[inline(always)]
    fn many<S: Simd, L: Wide<S, K>, const K: usize>(
        &self,
        simd: S,
        pairs: &[BatchPair; K],
        out: &mut [ManifoldRows],
    ) -> u32 {
        let speculative: L = gathered(simd, pairs, |pair| pair.speculative);
        let a = Gathered::of(simd, &rows_of(self.0, pairs, 0));
        let b = Gathered::of(simd, &rows_of(self.0, pairs, 1));
        let way = [b.position[0] - a.position[0], b.position[1] - a.position[1]];
        let back = [a.position[0] - b.position[0], a.position[1] - b.position[1]];
        let flip = second_comes_first_lanes(way);
        let pair = CuboidPair {
            a: a.cuboid.or(flip, &b.cuboid),
            b: b.cuboid.or(flip, &a.cuboid),
            way: select2::<L>(flip, back, way),
        };
        let axes: Axes<L> = pair.axes();
        let in_reach = (pair.a.radius + pair.b.radius + speculative).ge(axes.best);
        if L::any(in_reach) {
            let (manifold, is_b) = pair.manifold(&axes, speculative);
            store(out, &manifold.flipped_where(is_b ^ flip).only_where(in_reach));
        } else {
            out.fill(NOTHING);
        }
        0
    }

    fn one(&self, pair: &BatchPair) -> Manifold {
        let numbers = |row: &BoxState| (row.half, row.radius, row.size);
        let [a, b] = pair.shapes.map(|index| &self.0[index as usize]);
        let (pose_a, pose_b) = (a.pose(), b.pose());
        collide_cuboids(baseline(), numbers(a), &pose_a, numbers(b), &pose_b, pair.speculative)
    }
}

/// Boxes, turned from one row each into one register for each number.
struct Gathered<L> {
    position: [L; 2],
    cuboid: Cuboid<L>,
}

impl<L: Lanes> Gathered<L> {
    #[inline(always)]
    fn of<S: Simd, const K: usize>(simd: S, rows: &[&BoxState; K]) -> Self
    where
        L: Wide<S, K>,
    {
        let [x, y, cos, sin, half_x, half_y, radius, size] = columns_of(simd, rows, |row| {
            let ([x, y], [cos, sin], [half_x, half_y]) = (row.position, row.rotation, row.half);
            [x, y, cos, sin, half_x, half_y, row.radius, row.size]
        });
        Self {
            position: [x, y],
            cuboid: Cuboid { rotation: [cos, sin], half: [half_x, half_y], radius, size },
        }
    }
}
