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
    ///
    /// ```
    /// use umbra_geom::{Polygon, Vector};
    /// let brick = Polygon::cuboid(1.0, 0.5)?;
    /// let core = brick.core();
    /// let corner = core.vertices[core.support(Vector::new(1.0, -1.0))];
    /// assert_eq!(corner, [1.0, -0.5].into());
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
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
    ///
    /// ```
    /// use umbra_geom::Polygon;
    /// let plate = Polygon::cuboid(3.0, 4.0)?.grown(0.5)?;
    /// assert_eq!(plate.core().reach_from_origin(), 5.5);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn reach_from_origin(&self) -> Real {
        let farthest = |most: Real, v: &Point| most.max(dot(v.coords, v.coords));
        self.vertices.iter().fold(0.0, farthest).sqrt() + self.radius
    }

    /// The smallest axis-aligned box around core and disc at `pose`.
    #[inline]
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let mut extremes = Extremes::new([pose.rotation.re, pose.rotation.im]);
        let (pairs, rest) = self.vertices.as_chunks::<2>();
        for [a, b] in pairs {
            extremes.add(a.coords.into(), b.coords.into());
        }
        if let [last] = rest {
            extremes.add(last.coords.into(), last.coords.into());
        }
        extremes.around(pose.translation.vector.into()).grown(self.radius)
    }
}

/// The least and the greatest coordinates of vertices that are rotated about the origin. Two
/// vertices are added at a time: their coordinates, and the extremes, fill a register each.
#[derive(Clone, Copy)]
pub(crate) struct Extremes {
    cosines: [Real; 4],
    sines: [Real; 4],
    min: [Real; 4],
    max: [Real; 4],
}

impl Extremes {
    /// The extremes of no vertices, for a rotation with this cosine and sine.
    #[inline(always)]
    pub(crate) fn new([cos, sin]: [Real; 2]) -> Self {
        let (cosines, sines) = ([cos; 4], [-sin, sin, -sin, sin]);
        Self { cosines, sines, min: [Real::INFINITY; 4], max: [-Real::INFINITY; 4] }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, [ax, ay]: [Real; 2], [bx, by]: [Real; 2]) {
        let (along, across) = ([ax, ay, bx, by], [ay, ax, by, bx]);
        for lane in 0..4 {
            let turned = self.cosines[lane] * along[lane] + self.sines[lane] * across[lane];
            self.min[lane] = if turned < self.min[lane] { turned } else { self.min[lane] };
            self.max[lane] = if turned > self.max[lane] { turned } else { self.max[lane] };
        }
    }

    /// The box around the vertices, moved by `at`.
    #[inline(always)]
    pub(crate) fn around(&self, at: [Real; 2]) -> Aabb {
        let Self { min, max, .. } = self;
        let lesser =
            |axis: usize| if min[axis + 2] < min[axis] { min[axis + 2] } else { min[axis] };
        let greater =
            |axis: usize| if max[axis + 2] > max[axis] { max[axis + 2] } else { max[axis] };
        let min = Point::new(lesser(0) + at[0], lesser(1) + at[1]);
        let max = Point::new(greater(0) + at[0], greater(1) + at[1]);
        Aabb { min, max }
    }
}
