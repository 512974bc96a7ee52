//! Point queries: inside or outside, and the nearest point of the surface.

use crate::frame::Frame;
use crate::math::{cross, direction, dot};
use crate::{ConvexCore, Point, Pose, Real, Shape, Vector};

/// The nearest surface point of a shape to a given point: the result of [`project_point`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointProjection {
    /// True if the point belongs to the shape. The surface does.
    pub inside: bool,
    /// The nearest point of the surface.
    pub point: Point,
    /// The outward unit normal of the surface there.
    pub normal: Vector,
    /// The distance to the surface; negative inside.
    pub signed_distance: Real,
}

/// The point of a shape's surface that is nearest to `point`, from outside or from inside.
///
/// The numbers are NaN when `point` or `pose` are not finite; `inside` is false then.
///
/// ```
/// use umbra_geom::{Polygon, Shape, math::pose};
/// use umbra_geom::query::project_point;
///
/// let rounded = Shape::from(Polygon::rounded_cuboid(2.0, 1.0, 0.25)?);
/// let deep = project_point(&rounded, &pose([5.0, 0.0], 0.0), [5.0, 0.5]);
/// assert!(deep.inside);
/// assert_eq!((deep.point, deep.signed_distance), ([5.0, 1.0].into(), -0.5));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn project_point(shape: &Shape, pose: &Pose, point: impl Into<Point>) -> PointProjection {
    let frame = Frame::from_pose(pose);
    let core = shape.core();
    let near = nearest(&core, frame.inward(point.into()));
    let signed_distance = near.distance - core.radius;
    PointProjection {
        inside: is_within(signed_distance, 0.0),
        point: frame.outward_point(near.point + near.normal * core.radius),
        normal: frame.turn(near.normal),
        signed_distance,
    }
}

/// True if `point` belongs to the shape. The surface does.
///
/// False when `point` or `pose` are not finite.
///
/// ```
/// use umbra_geom::{Capsule, Shape, math::pose};
/// use umbra_geom::query::contains_point;
///
/// let pill = Shape::from(Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.5)?);
/// assert!(contains_point(&pill, &pose([0.0, 0.0], 0.0), [1.4, 0.0]));
/// assert!(!contains_point(&pill, &pose([0.0, 0.0], 0.0), [1.4, 0.4]));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn contains_point(shape: &Shape, pose: &Pose, point: impl Into<Point>) -> bool {
    let core = shape.core();
    is_within(nearest(&core, Frame::from_pose(pose).inward(point.into())).distance, core.radius)
}

/// True if a distance is not greater than another one. The distance of a point that is not finite
/// may be infinite with either sign.
fn is_within(distance: Real, most: Real) -> bool {
    distance <= most && distance > Real::NEG_INFINITY
}

/// The point of a core's boundary that is nearest to a given point.
struct Nearest {
    point: Vector,
    /// The outward unit normal.
    normal: Vector,
    /// The distance; negative inside.
    distance: Real,
}

/// The nearest edge, with a separate test for points inside the inner polygon: a deep point is
/// farther from every edge than the radius, and would count as outside without the test.
fn nearest(core: &ConvexCore<'_>, p: Vector) -> Nearest {
    let vertices = core.vertices;
    if core.normals.is_empty() {
        let v = vertices[0].coords;
        // At the very centre every direction is as good as another.
        let fallback = || (Vector::new(1.0, 0.0), dot(p - v, p - v));
        let (normal, distance) = direction(p - v).unwrap_or_else(fallback);
        return Nearest { point: v, normal, distance };
    }
    // The face that the point is farthest beyond. It starts as a height, so that NaN stays NaN.
    let (mut face, mut beyond) = (0, dot(p - vertices[0].coords, core.normals[0]));
    for (index, (v, normal)) in vertices.iter().zip(core.normals).enumerate() {
        let height = dot(p - v.coords, *normal);
        (face, beyond) = if height > beyond { (index, height) } else { (face, beyond) };
    }
    let normal = core.normals[face];
    if beyond <= 0.0 && vertices.len() > 2 {
        // Inside the inner polygon: the highest face is the nearest.
        let point = p - normal * beyond;
        return Nearest { point, normal, distance: beyond };
    }
    let mut best = on_edge(core, face, p);
    for index in (0..vertices.len()).filter(|&index| index != face) {
        let candidate = on_edge(core, index, p);
        best = if candidate.squared < best.squared { candidate } else { best };
    }
    let EdgePoint { mut point, mut edge, is_corner, .. } = best;
    if let Some((normal, distance)) = direction(p - point).filter(|_| is_corner) {
        match edge_beside(core, edge, point, normal) {
            None => return Nearest { point, normal, distance },
            Some(beside) => EdgePoint { point, edge, .. } = on_edge(core, beside, p),
        }
    }
    let height = dot(p - vertices[edge].coords, core.normals[edge]);
    // The normal of the edge is exact, the difference of two near points is not. The two edges of a
    // segment are the same line, seen from both sides.
    let normal = core.normals[edge];
    if height < 0.0 && vertices.len() == 2 {
        Nearest { point, normal: -normal, distance: -height }
    } else {
        Nearest { point, normal, distance: height }
    }
}

/// The edge at `corner` (an end of `edge`) that a point lies beside, if the vector from the corner
/// to the point is not between the normals of the two edges. For a point very near the corner that
/// vector is rounding and may have any direction, even into the core; and far from an edge, its end
/// may seem as near as the point beside it.
fn edge_beside(core: &ConvexCore<'_>, edge: usize, corner: Vector, way: Vector) -> Option<usize> {
    let after = if core.vertices[edge].coords == corner { edge } else { core.next(edge) };
    let before = if after > 0 { after - 1 } else { core.vertices.len() - 1 };
    if cross(core.normals[before], way) < 0.0 {
        Some(before)
    } else if cross(core.normals[after], way) > 0.0 {
        Some(after)
    } else {
        None
    }
}

/// The point of an edge nearest to a point.
#[derive(Clone, Copy)]
struct EdgePoint {
    point: Vector,
    edge: usize,
    squared: Real,
    is_corner: bool,
}

#[inline]
fn on_edge(core: &ConvexCore<'_>, edge: usize, p: Vector) -> EdgePoint {
    let start = core.vertices[edge].coords;
    let end = core.vertices[core.next(edge)].coords;
    let along = end - start;
    let fraction = dot(p - start, along) / dot(along, along);
    // An end is taken as it is, not as what rounding makes of start + 1 * along.
    let (point, is_corner) = if fraction <= 0.0 {
        (start, true)
    } else if fraction >= 1.0 {
        (end, true)
    } else {
        (start + along * fraction, false)
    };
    EdgePoint { point, edge, squared: dot(p - point, p - point), is_corner }
}
