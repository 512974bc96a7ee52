//! The straight line between two points.

use crate::math::{dot, left_of, right_of};
use crate::{AreaProperties, ConvexCore, Error, Point, Real, Vector, check};

/// A straight line between two points, solid from both sides and without thickness.
///
/// It has no area and so no mass: segments make walls and floors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Its two ends, and the second again: to look at eight vertices takes no longer than two.
    ends: [Point; 8],
    /// The outward normals of the edge there and the edge back, and that again.
    normals: [Vector; 8],
    center: Point,
    half_length: Real,
}

impl Segment {
    /// The segment from `a` to `b`.
    ///
    /// # Errors
    /// When a coordinate is not finite or absurd, or the points are the same.
    pub fn new(a: impl Into<Point>, b: impl Into<Point>) -> Result<Self, Error> {
        let ends = [check::point("a", a.into())?, check::point("b", b.into())?];
        // In f64, and so exact to the last bit of f32 for any length.
        let along = (ends[1].coords.cast::<f64>()) - (ends[0].coords.cast::<f64>());
        let length = along.norm();
        if length < f64::from(check::MIN_SIZE) {
            return Err(Error::DuplicatePoints { parameter: "ends", first: 0, second: 1 });
        }
        let direction = (along / length).cast::<Real>();
        let [a, b] = ends;
        let (there, back) = (right_of(direction), left_of(direction));
        Ok(Self {
            ends: [a, b, b, b, b, b, b, b],
            normals: [there, back, back, back, back, back, back, back],
            center: nalgebra::center(&a, &b),
            half_length: (0.5 * length) as Real,
        })
    }

    /// Where it starts.
    #[inline]
    pub fn a(&self) -> Point {
        self.ends[0]
    }

    /// Where it ends.
    #[inline]
    pub fn b(&self) -> Point {
        self.ends[1]
    }

    /// The distance from end to end.
    #[inline]
    pub fn length(&self) -> Real {
        2.0 * self.half_length
    }

    /// Half of that.
    #[inline]
    pub(crate) fn half_length(&self) -> Real {
        self.half_length
    }

    /// The unit direction from `a` to `b`.
    #[inline]
    pub fn direction(&self) -> Vector {
        left_of(self.normals[0])
    }

    /// The vertices and normals of the core, the last of them seven times.
    #[inline]
    pub(crate) fn arrays(&self) -> (&[Point; 8], &[Vector; 8]) {
        (&self.ends, &self.normals)
    }

    /// Two vertices, and the edge between them there and back.
    #[inline]
    pub fn core(&self) -> ConvexCore<'_> {
        ConvexCore {
            vertices: &self.ends[..2],
            normals: &self.normals[..2],
            center: self.center,
            inner_radius: 0.0,
            outer_radius: self.half_length,
            radius: 0.0,
        }
    }

    /// Area (none), centre and second moment (none).
    pub fn area_properties(&self) -> AreaProperties {
        AreaProperties::of_core(&self.core())
    }

    /// The point of the segment nearest to `point`, as its fraction of the way from `a` to `b`.
    pub fn nearest_fraction(&self, point: Point) -> Real {
        let along = self.ends[1] - self.ends[0];
        let t = dot(point - self.ends[0], along) / dot(along, along);
        t.clamp(0.0, 1.0)
    }
}
