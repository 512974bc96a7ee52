//! The separating axis test on its own, with the axis and the gap or depth along it.

use crate::math::{cross, dot};
use crate::{ConvexCore, Point, Pose, Real, Shape, Vector};

/// The result of the separating axis test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AxisTest {
    /// A line fits between the shapes: along this axis, from A to B, there is a gap.
    Gap {
        /// The unit direction from A to B.
        axis: Vector,
        /// The width of the gap along the axis: a lower bound of the distance.
        gap: Real,
    },
    /// No line fits between the shapes. Touching counts as overlapping.
    Overlap {
        /// The unit direction, from A to B, along which the overlap is least.
        axis: Vector,
        /// The overlap along the axis: moving B by this much along it separates the shapes.
        depth: Real,
    },
}

impl AxisTest {
    /// True if the shapes overlap.
    pub fn overlaps(&self) -> bool {
        matches!(self, Self::Overlap { .. })
    }
}

/// The separating axis test: an axis along which two shapes have a gap, or the least overlap.
///
/// Both shapes are projected onto one axis after another. The first axis along which the
/// projections leave a gap ends the test; if there is none the shapes overlap, and moving one of
/// them by the least overlap found separates them. The axes are the face normals of both shapes,
/// parallel ones only once, and the line between the two nearest corners, which decides for
/// rounded shapes.
///
/// This is the textbook form of the test. [`collide`](super::collide) does the same with less
/// work, and continues to the contact points.
///
/// ```
/// use umbra_geom::collide::{AxisTest, separating_axis};
/// use umbra_geom::{Polygon, Shape, math::pose};
/// let square: Shape = Polygon::cuboid(1.0, 1.0)?.into();
/// let at = |x| pose([x, 0.0], 0.0);
/// assert!(separating_axis(&square, &at(0.0), &square, &at(1.9)).overlaps());
/// match separating_axis(&square, &at(0.0), &square, &at(2.5)) {
///     AxisTest::Gap { axis, gap } => assert_eq!((axis.x, gap), (1.0, 0.5)),
///     AxisTest::Overlap { .. } => unreachable!("there is a gap of half a unit"),
/// }
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn separating_axis(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> AxisTest {
    let (core_a, core_b) = (a.core(), b.core());
    let way = pose_b.translation.vector - pose_a.translation.vector;
    let corners_a = placed(&core_a, pose_a, Vector::zeros());
    let corners_b = placed(&core_b, pose_b, way);
    let radii = core_a.radius + core_b.radius;

    let faces_a = axes(&core_a).map(|axis| pose_a.rotation * axis);
    let faces_b = axes(&core_b).map(|axis| pose_b.rotation * axis);
    let corner = nearest_corners(&corners_a, &corners_b);
    let mut least = (Vector::new(1.0, 0.0), Real::INFINITY);
    for axis in faces_a.chain(faces_b).chain(corner) {
        let (min_a, max_a) = shadow(&corners_a, axis);
        let (min_b, max_b) = shadow(&corners_b, axis);
        // B may lie on either side.
        let (ahead, behind) = (min_b - max_a - radii, min_a - max_b - radii);
        let (axis, gap) = if ahead >= behind { (axis, ahead) } else { (-axis, behind) };
        if gap > 0.0 {
            return AxisTest::Gap { axis, gap };
        }
        if -gap < least.1 {
            least = (axis, -gap);
        }
    }
    // Two points in one place have no axis: any will do, and the radii are the overlap.
    let depth = if least.1 == Real::INFINITY { radii } else { least.1 };
    AxisTest::Overlap { axis: least.0, depth }
}

/// The directions of a core's face normals, without opposite ones: two for a box, not four.
fn axes<'a>(core: &ConvexCore<'a>) -> impl Iterator<Item = Vector> + use<'a> {
    let normals = core.normals;
    let is_new = move |&i: &usize| {
        // In a convex outline, at most one other normal is the opposite of this one.
        !normals[..i].iter().any(|n| cross(*n, normals[i]).abs() < 1e-6)
    };
    (0..normals.len()).filter(is_new).map(move |i| normals[i])
}

/// The corners of a core in the directions of the world, moved by `offset`.
fn placed(core: &ConvexCore<'_>, pose: &Pose, offset: Vector) -> Vec<Point> {
    core.vertices.iter().map(|v| pose.rotation * v + offset).collect()
}

/// The extent of a core along an axis.
fn shadow(corners: &[Point], axis: Vector) -> (Real, Real) {
    let along = corners.iter().map(|c| dot(c.coords, axis));
    (along.clone().fold(Real::INFINITY, Real::min), along.fold(Real::NEG_INFINITY, Real::max))
}

/// The direction between the nearest pair of corners, from A to B.
fn nearest_corners(a: &[Point], b: &[Point]) -> Option<Vector> {
    let ways = a.iter().flat_map(|p| b.iter().map(move |q| q - p));
    let nearest = ways.reduce(|best, way| if dot(way, way) < dot(best, best) { way } else { best });
    nearest.and_then(crate::math::direction).map(|(unit, _)| unit)
}

/// True if an edge of one convex shape and a vertex of another make an edge of the boundary of
/// their Minkowski difference. Only such a pair can be the closest one, or the axis of least
/// overlap.
///
/// `normal` is the outward normal of A's edge; `before` and `after` are the outward normals of
/// B's edges that end and start in the vertex. On the circle of directions (the Gauss map), a
/// vertex covers the arc between the normals of its two edges, and an edge is a point. In the
/// difference A - B the arcs of B are rotated by half a turn, and features that overlap there
/// can meet: the pair counts when the opposite of `normal` lies on the vertex's arc. All other
/// pairs lie inside of the difference and need no test. In three dimensions, where Dirk
/// Gregorius described the pruning, two edges meet where their arcs cross; this is its form in
/// the plane.
///
/// ```
/// use umbra_geom::{Vector, collide::meets_on_difference};
/// let (right, up, left) = (Vector::x(), Vector::y(), -Vector::x());
/// // The top of A's box against the lower right corner of B's box, but not the upper right one.
/// assert!(meets_on_difference(up, -up, right));
/// assert!(!meets_on_difference(up, right, up));
/// # let _ = left;
/// ```
pub fn meets_on_difference(normal: Vector, before: Vector, after: Vector) -> bool {
    let facing = -normal;
    cross(before, facing) >= 0.0 && cross(facing, after) >= 0.0
}

#[cfg(test)]
#[path = "../../tests/unit/collide_axis.rs"]
mod tests;
