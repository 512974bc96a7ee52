//! Contacts of many pairs of boxes at once.

use super::super::boxes::{Cuboid, CuboidPair, collide_cuboids};
use super::super::manifold::Manifold;
use super::super::second_comes_first_lanes;
use super::{BatchPair, Kernel, ManifoldBlock, fill, side, visit_all};
use crate::{Aabb, Error, Point, Polygon, Pose, Real, Rotation, Vector};
use umbra_lanes::{LANES, Lanes, Level, Simd, baseline, f32x8, gathered, select2, transposed};

/// A box in the world, as the batch reads it: 32 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub struct BoxState {
    position: [Real; 2],
    rotation: [Real; 2],
    half: [Real; 2],
    radius: Real,
    /// The distance from the centre to the farthest point.
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

    /// The bounding box: the same as [`Polygon::aabb`].
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

/// The pose of a box or core.
pub(in crate::collide) fn pose_of(position: [Real; 2], [re, im]: [Real; 2]) -> Pose {
    let rotation = Rotation::new_unchecked(nalgebra::Complex::new(re, im));
    Pose::from_parts(position.into(), rotation)
}

/// The contacts of many pairs of boxes, bit for bit those of [`collide`](super::super::collide),
/// in a fraction of the time. `visit` receives every pair's index and its manifold, in order.
///
/// `level` selects the instructions; [`Level::new`] finds the best that the machine has, and is
/// best called once. The result is the same at every level.
///
/// # Errors
/// When a pair names a box that does not exist; nothing is visited then.
///
/// ```
/// use umbra_geom::collide::{BatchPair, BoxState, visit_box_contacts};
/// use umbra_geom::{Polygon, math::pose, Level};
/// let brick = Polygon::cuboid(1.0, 0.5)?;
/// let wall: Vec<BoxState> = (0..3)
///     .filter_map(|row| BoxState::new(&brick, &pose([0.0, 0.99 * row as f32], 0.0)))
///     .collect();
/// let pairs = [[0, 1], [1, 2], [0, 2]].map(|shapes| BatchPair { shapes, speculative: 0.02 });
/// let mut points = vec![];
/// visit_box_contacts(Level::new(), &wall, &pairs, |_, contact| {
///     points.push(contact.points().len());
/// })?;
/// assert_eq!(points, [2, 2, 0]);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn visit_box_contacts(
    level: Level,
    boxes: &[BoxState],
    pairs: &[BatchPair],
    visit: impl FnMut(usize, &Manifold),
) -> Result<(), Error> {
    visit_all(boxes.len(), pairs, visit, |pairs, out| fill_boxes(level, boxes, pairs, out))
}

#[inline(never)]
fn fill_boxes(level: Level, boxes: &[BoxState], pairs: &[BatchPair], out: &mut [ManifoldBlock]) {
    fill(level, &Boxes(boxes), pairs, out);
}

/// The kernel for pairs of boxes.
pub(in crate::collide) struct Boxes<'a>(pub(super) &'a [BoxState]);

impl Kernel for Boxes<'_> {
    #[inline(always)]
    fn eight<S: Simd>(&self, simd: S, pairs: &[BatchPair; LANES], out: &mut ManifoldBlock) -> u32 {
        let speculative = gathered(simd, pairs, |pair| pair.speculative);
        let a = Gathered::transposed(simd, &side(self.0, pairs, 0));
        let b = Gathered::transposed(simd, &side(self.0, pairs, 1));
        let way = [b.position[0] - a.position[0], b.position[1] - a.position[1]];
        let back = [a.position[0] - b.position[0], a.position[1] - b.position[1]];
        let flip = second_comes_first_lanes(way);
        let pair = CuboidPair {
            a: a.cuboid.or(flip, &b.cuboid),
            b: b.cuboid.or(flip, &a.cuboid),
            way: select2::<f32x8<S>>(flip, back, way),
        };
        let axes = pair.axes();
        let in_reach = (pair.a.radius + pair.b.radius + speculative).ge(axes.best);
        if f32x8::<S>::any(in_reach) {
            let (manifold, is_b) = pair.manifold(&axes, speculative);
            out.store(&manifold.flipped_where(is_b ^ flip).only_where(in_reach));
        } else {
            *out = ManifoldBlock::EMPTY;
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

/// Eight boxes in columns: one register for each number.
struct Gathered<L> {
    position: [L; 2],
    cuboid: Cuboid<L>,
}

impl<S: Simd> Gathered<f32x8<S>> {
    #[inline(always)]
    fn transposed(simd: S, rows: &[&BoxState; LANES]) -> Self {
        let [x, y, cos, sin, half_x, half_y, radius, size] = transposed(simd, rows, |row| {
            let ([x, y], [cos, sin], [half_x, half_y]) = (row.position, row.rotation, row.half);
            [x, y, cos, sin, half_x, half_y, row.radius, row.size]
        });
        Self {
            position: [x, y],
            cuboid: Cuboid { rotation: [cos, sin], half: [half_x, half_y], radius, size },
        }
    }
}
