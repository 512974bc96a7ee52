//! Cores of a few vertices in the world, as the batches read them.

use super::batch::boxes::pose_of;
use super::batch::{BatchPair, ManifoldBlock};
use super::manifold::Manifold;
use super::small::{self, Small};
use super::{circles, collide_cores, point, second_comes_first};
use crate::shape::Extremes;
use crate::{Aabb, ConvexCore, Point, Pose, Real, Shape, Vector};
use umbra_lanes::{Level, baseline};

/// A core of up to `N` vertices in the world, as the batches read it: 128 bytes if `N` is four, and
/// 192 if it is eight. No other `N` is possible.
///
/// Cores of any size can be collided with one another as long as their `N` is the same. Four is
/// enough for all shapes but polygons of more corners, and takes less time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct SmallCore<const N: usize = 4> {
    pub(super) position: [Real; 2],
    pub(super) rotation: [Real; 2],
    pub(super) radius: Real,
    pub(super) outer_radius: Real,
    /// The number of vertices; the last vertex repeats up to the end of the array.
    pub(super) count: Real,
    /// One for a box around the origin, else zero.
    pub(super) is_box: Real,
    pub(super) vertices: [[Real; 2]; N],
    pub(super) normals: [[Real; 2]; N],
    /// The centre, for pairs that go one by one.
    center: [Real; 2],
    inner_radius: Real,
}

/// A point at the origin.
impl<const N: usize> Default for SmallCore<N> {
    fn default() -> Self {
        const { assert!(N == 4 || N == 8, "there are batches of four and of eight vertices only") };
        Self {
            position: [0.0; 2],
            rotation: [1.0, 0.0],
            radius: 0.0,
            outer_radius: 0.0,
            count: 1.0,
            is_box: 0.0,
            vertices: [[0.0; 2]; N],
            normals: [[0.0; 2]; N],
            center: [0.0; 2],
            inner_radius: 0.0,
        }
    }
}

impl<const N: usize> SmallCore<N> {
    /// The core of `shape` at `pose`, or `None` for links of chains and polygons of more than `N`
    /// vertices.
    #[inline]
    pub fn new(shape: &Shape, pose: &Pose) -> Option<Self> {
        if matches!(shape, Shape::ChainSegment(_)) {
            return None;
        }
        let (core, is_box) = (shape.core(), shape.is_box());
        let count = core.vertices.len();
        if count > N {
            return None;
        }
        let last = |index: usize| index.min(count - 1);
        let normal = |index: usize| core.normals.get(last(index)).copied().unwrap_or_default();
        let mut row = Self {
            radius: core.radius,
            outer_radius: core.outer_radius,
            count: count as Real,
            is_box: Real::from(u8::from(is_box)),
            vertices: std::array::from_fn(|index| core.vertices[last(index)].coords.into()),
            normals: std::array::from_fn(|index| normal(index).into()),
            center: core.center.coords.into(),
            inner_radius: core.inner_radius,
            ..Self::default()
        };
        row.set_pose(pose);
        Some(row)
    }

    /// Moves the core.
    #[inline]
    pub fn set_pose(&mut self, pose: &Pose) {
        self.position = pose.translation.vector.into();
        self.rotation = [pose.rotation.re, pose.rotation.im];
    }

    /// The bounding box: the same as [`ConvexCore::aabb`].
    #[inline]
    pub fn aabb(&self) -> Aabb {
        let mut extremes = Extremes::new(self.rotation);
        for [a, b] in self.vertices.as_chunks::<2>().0 {
            extremes.add(*a, *b);
        }
        extremes.around(self.position).grown(self.radius)
    }

    fn pose(&self) -> Pose {
        pose_of(self.position, self.rotation)
    }

    /// True if the core is a point with a disc around it.
    #[inline(always)]
    pub(super) fn is_circle(&self) -> bool {
        self.count < 2.0
    }
}

/// The values of `N` for which there are kernels. The trait cannot be named outside of the crate.
pub trait Kernels: Sized {
    /// The contacts of any cores.
    fn fill_small(level: Level, rows: &[Self], pairs: &[BatchPair], out: &mut [ManifoldBlock]);

    /// The contacts of circles with any cores.
    fn fill_circles(level: Level, rows: &[Self], pairs: &[BatchPair], out: &mut [ManifoldBlock]);
}

/// The vertices and normals of a core, as the functions for one pair take them.
type Arrays = ([Point; 8], [Vector; 8]);

/// The contact of a pair as [`collide`](super::collide) computes it: for pairs that a kernel leaves
/// undecided or has no formula for.
#[cold]
#[inline(never)]
pub(super) fn one_by_one<const N: usize>(
    a: &SmallCore<N>,
    b: &SmallCore<N>,
    speculative: Real,
) -> Manifold {
    let (pose_a, pose_b) = (a.pose(), b.pose());
    match (a.is_circle(), b.is_circle()) {
        (true, true) => {
            if second_comes_first(pose_b.translation.vector - pose_a.translation.vector) {
                return circles(b.radius, &pose_b, a.radius, &pose_a, speculative).flipped();
            }
            return circles(a.radius, &pose_a, b.radius, &pose_b, speculative);
        }
        (true, false) => return one_by_one(b, a, speculative).flipped(),
        _ => {}
    }
    if a.is_box > 0.0 && b.is_box > 0.0 {
        let cuboid =
            |row: &SmallCore<N>| (row.vertices[2], row.radius, row.outer_radius + row.radius);
        return super::boxes::collide_cuboids(
            baseline(),
            cuboid(a),
            &pose_a,
            cuboid(b),
            &pose_b,
            speculative,
        );
    }
    let (arrays_a, arrays_b) = (arrays(a), arrays(b));
    let (core_a, core_b) = (in_place(a, &arrays_a), in_place(b, &arrays_b));
    let simd = baseline();
    if b.is_circle() {
        return point::collide_point(
            simd,
            &core_a,
            &pose_a,
            b.radius,
            &pose_b,
            speculative,
            &|| {
                let (core_a, core_b) = (core(a, &arrays_a), core(b, &arrays_b));
                collide_cores(&core_a, &pose_a, &core_b, &pose_b, speculative)
            },
        );
    }
    small::collide_small(simd, &core_a, &pose_a, &core_b, &pose_b, speculative, &|| {
        let (core_a, core_b) = (core(a, &arrays_a), core(b, &arrays_b));
        small::in_general(&core_a, &pose_a, &core_b, &pose_b, speculative)
    })
}

/// The vertices and normals of the core; the last repeats until there are eight.
fn arrays<const N: usize>(row: &SmallCore<N>) -> Arrays {
    let of = |index: usize| index.min(N - 1);
    (
        std::array::from_fn(|index| row.vertices[of(index)].into()),
        std::array::from_fn(|index| row.normals[of(index)].into()),
    )
}

/// The core with its filled up arrays.
fn in_place<'a, const N: usize>(row: &SmallCore<N>, arrays: &'a Arrays) -> Small<'a, 8> {
    let (vertices, normals) = (&arrays.0, &arrays.1);
    let (radius, outer_radius) = (row.radius, row.outer_radius);
    Small { vertices, normals, count: row.count as usize, radius, outer_radius }
}

/// The core in its general form.
fn core<'a, const N: usize>(row: &SmallCore<N>, arrays: &'a Arrays) -> ConvexCore<'a> {
    let count = row.count as usize;
    ConvexCore {
        vertices: &arrays.0[..count],
        normals: if row.is_circle() { &[] } else { &arrays.1[..count] },
        center: row.center.into(),
        inner_radius: row.inner_radius,
        outer_radius: row.outer_radius,
        radius: row.radius,
    }
}
