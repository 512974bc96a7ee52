//! The capsule: a segment grown by a disc.

use crate::{AreaProperties, ConvexCore, Error, Point, Real, Segment, check};

/// All points within `radius` of a segment: a stadium.
///
/// ```
/// use umbra_geom::{Capsule, Shape, math::pose};
/// let pill = Shape::from(Capsule::new([0.0, -0.5], [0.0, 0.5], 0.3)?);
/// let around = pill.aabb(&pose([0.0, 0.0], 0.0));
/// assert!((around.max - umbra_geom::Point::new(0.3, 0.8)).norm() < 1e-6);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    segment: Segment,
    radius: Real,
}

impl Capsule {
    /// The capsule whose half-discs are centred on `a` and `b`.
    ///
    /// # Errors
    /// When a number is not finite or absurd, the points are the same (use a
    /// [`Circle`](crate::Circle)), or `radius` is not greater than zero (use a [`Segment`]).
    pub fn new(a: impl Into<Point>, b: impl Into<Point>, radius: Real) -> Result<Self, Error> {
        Ok(Self { segment: Segment::new(a, b)?, radius: check::size("radius", radius)? })
    }

    /// The segment in the middle.
    #[inline]
    pub fn segment(&self) -> &Segment {
        &self.segment
    }

    /// The centre of the first half-disc.
    #[inline]
    pub fn a(&self) -> Point {
        self.segment.a()
    }

    /// The centre of the second half-disc.
    #[inline]
    pub fn b(&self) -> Point {
        self.segment.b()
    }

    /// The distance from the segment to the surface.
    #[inline]
    pub fn radius(&self) -> Real {
        self.radius
    }

    /// A segment, and the disc around it.
    #[inline]
    pub fn core(&self) -> ConvexCore<'_> {
        ConvexCore { radius: self.radius, ..self.segment.core() }
    }

    /// Area, centre and second moment, exact: the half-discs at their own centre of mass.
    ///
    /// ```
    /// use umbra_geom::Capsule;
    /// let pill = Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.5)?;
    /// let expected = 2.0 * 1.0 + core::f32::consts::PI * 0.25; // a box, and a disc
    /// assert!((pill.area_properties().area - expected).abs() < 1e-5);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn area_properties(&self) -> AreaProperties {
        AreaProperties::of_core(&self.core())
    }
}
