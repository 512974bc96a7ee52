//! The straight line between two points.

use super::outline::SmallOutline;
use crate::math::{dot, left_of, right_of};
use crate::{AreaProperties, ConvexCore, Error, Point, Real, Vector, check};

/// A straight line between two points, solid from both sides and without thickness.
///
/// It has no area and so no mass: segments make walls and floors.
///
/// ```
/// use umbra_geom::Segment;
/// let wall = Segment::new([1.0, 1.0], [4.0, 5.0])?;
/// assert_eq!(wall.length(), 5.0);
/// assert!(Segment::new([1.0, 1.0], [1.0, 1.0]).is_err());
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Its two ends, there and back.
    outline: SmallOutline,
    center: Point,
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
            outline: SmallOutline {
                vertices: [a, b, b, b, b, b, b, b],
                normals: [there, back, back, back, back, back, back, back],
                count: 2,
                outer_radius: (0.5 * length) as Real,
            },
            center: nalgebra::center(&a, &b),
        })
    }

    /// The start of the segment.
    #[inline]
    pub fn a(&self) -> Point {
        self.outline.vertices[0]
    }

    /// The end of the segment.
    #[inline]
    pub fn b(&self) -> Point {
        self.outline.vertices[1]
    }

    /// The distance from end to end.
    #[inline]
    pub fn length(&self) -> Real {
        2.0 * self.outline.outer_radius
    }

    /// The unit direction from `a` to `b`.
    #[inline]
    pub fn direction(&self) -> Vector {
        left_of(self.outline.normals[0])
    }

    /// The core.
    #[inline(always)]
    pub(crate) fn outline(&self) -> &SmallOutline {
        &self.outline
    }

    /// Two vertices, and the edge between them there and back.
    #[inline]
    pub fn core(&self) -> ConvexCore<'_> {
        ConvexCore {
            vertices: &self.outline.vertices[..2],
            normals: &self.outline.normals[..2],
            center: self.center,
            inner_radius: 0.0,
            outer_radius: self.outline.outer_radius,
            radius: 0.0,
        }
    }

    /// Area (none), centre and second moment (none).
    pub fn area_properties(&self) -> AreaProperties {
        AreaProperties::of_core(&self.core())
    }

    /// The point of the segment nearest to `point`, as a fraction of the length from `a` to `b`.
    ///
    /// ```
    /// use umbra_geom::{Point, Segment};
    /// let road = Segment::new([0.0, 0.0], [10.0, 0.0])?;
    /// assert_eq!(road.nearest_fraction(Point::new(2.5, 3.0)), 0.25);
    /// assert_eq!(road.nearest_fraction(Point::new(-7.0, 3.0)), 0.0); // before its beginning
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn nearest_fraction(&self, point: Point) -> Real {
        let along = self.outline.vertices[1] - self.outline.vertices[0];
        let t = dot(point - self.outline.vertices[0], along) / dot(along, along);
        t.clamp(0.0, 1.0)
    }
}
