//! The one view of a shape that the algorithms work on.

use crate::math::dot;
use crate::{Aabb, Point, Pose, Real, Vector};

/// The convex core of a shape, and the radius of the disc that grows it into the shape.
///
/// Vertices run counter-clockwise. A point has one vertex and no edge. A segment has two vertices
/// and two edges, there and back, so that it is a polygon like any other. Edge `i` runs from
/// vertex `i` to the next, and `normals[i]` is its outward unit normal.
#[derive(Clone, Copy, Debug)]
pub struct ConvexCore<'a> {
    /// The corners, counter-clockwise: one for a point, two for a segment.
    pub vertices: &'a [Point],
    /// The outward unit normal of each edge; empty for a point.
    pub normals: &'a [Vector],
    /// A point inside the core, its centre of area.
    pub center: Point,
    /// The distance from `center` to the nearest edge; zero for a point and a segment.
    pub inner_radius: Real,
    /// The distance from `center` to the farthest vertex.
    pub outer_radius: Real,
    /// The radius of the disc.
    pub radius: Real,
}

impl ConvexCore<'_> {
    /// The vertex after `index`, counter-clockwise.
    #[inline]
    pub fn next(&self, index: usize) -> usize {
        if index + 1 < self.vertices.len() { index + 1 } else { 0 }
    }

    /// The vertex before `index`.
    #[inline]
    pub fn previous(&self, index: usize) -> usize {
        if index > 0 { index - 1 } else { self.vertices.len() - 1 }
    }

    /// The vertex farthest along `direction`; the first of them when several are.
    #[inline]
    pub fn support(&self, direction: Vector) -> usize {
        let mut best = 0;
        let mut most = dot(self.vertices[0].coords, direction);
        for (index, vertex) in self.vertices.iter().enumerate().skip(1) {
            let along = dot(vertex.coords, direction);
            if along > most {
                (best, most) = (index, along);
            }
        }
        best
    }

    /// The distance from the origin to the farthest point of the shape, disc included.
    pub fn reach_from_origin(&self) -> Real {
        let farthest = |most: Real, v: &Point| most.max(dot(v.coords, v.coords));
        self.vertices.iter().fold(0.0, farthest).sqrt() + self.radius
    }

    /// The smallest axis-aligned box around core and disc at `pose`.
    #[inline]
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let (cos, sin) = (pose.rotation.re, pose.rotation.im);
        let (mut min, mut max) = (Vector::repeat(Real::INFINITY), Vector::repeat(-Real::INFINITY));
        for v in self.vertices {
            let turned = Vector::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y);
            for axis in 0..2 {
                min[axis] = if turned[axis] < min[axis] { turned[axis] } else { min[axis] };
                max[axis] = if turned[axis] > max[axis] { turned[axis] } else { max[axis] };
            }
        }
        let at = pose.translation.vector;
        Aabb { min: Point::from(min + at), max: Point::from(max + at) }.grown(self.radius)
    }
}
