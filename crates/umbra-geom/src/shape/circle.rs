//! The disc: a point for a core.

use super::outline::SmallOutline;
use crate::math::dot;
use crate::{Aabb, AreaProperties, ConvexCore, Error, Point, Pose, Real, Vector, check};

/// The core of every circle. A point has no edges: in place of a normal, any unit vector.
static POINT: SmallOutline = SmallOutline {
    vertices: [Point::new(0.0, 0.0); 8],
    normals: [Vector::new(1.0, 0.0); 8],
    count: 1,
    outer_radius: 0.0,
};

/// A disc around the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    radius: Real,
}

impl Circle {
    /// A disc of the given radius.
    ///
    /// # Errors
    /// When `radius` is not finite, not greater than zero, or of an absurd size.
    ///
    /// ```
    /// use umbra_geom::{Circle, Error};
    /// assert_eq!(Circle::new(0.5)?.radius(), 0.5);
    /// let refused = Circle::new(-1.0).unwrap_err();
    /// assert_eq!(refused.to_string(), "`radius` must be greater than zero, but is -1");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(radius: Real) -> Result<Self, Error> {
        Ok(Self { radius: check::size("radius", radius)? })
    }

    /// The radius.
    #[inline]
    pub fn radius(&self) -> Real {
        self.radius
    }

    /// Its centre: the origin.
    #[inline]
    pub fn center(&self) -> Point {
        Point::origin()
    }

    /// The core.
    #[inline(always)]
    pub(crate) fn outline() -> &'static SmallOutline {
        &POINT
    }

    /// A point, and the disc around it.
    #[inline]
    pub fn core(&self) -> ConvexCore<'static> {
        ConvexCore {
            vertices: &POINT.vertices[..1],
            normals: &[],
            center: POINT.vertices[0],
            inner_radius: 0.0,
            outer_radius: 0.0,
            radius: self.radius,
        }
    }

    /// The smallest axis-aligned box around the disc at `pose`.
    #[inline]
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let center = Point::from(pose.translation.vector);
        Aabb { min: center, max: center }.grown(self.radius)
    }

    /// Area, centre and second moment.
    pub fn area_properties(&self) -> AreaProperties {
        AreaProperties::of_core(&self.core())
    }

    /// The polar second moment, about the middle, of a *ring* of this outer radius and the given
    /// inner radius and mass: m (r² + R²) / 2. With `inner_radius` zero it is that of the disc.
    ///
    /// ```
    /// use umbra_geom::Circle;
    /// let wheel = Circle::new(2.0)?;
    /// assert_eq!(wheel.ring_inertia(2.0, 3.0)?, 12.0); // a hoop: m r²
    /// assert_eq!(wheel.ring_inertia(0.0, 3.0)?, 6.0); // a disc: m r² / 2
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    ///
    /// # Errors
    /// When `inner_radius` is negative, not finite, or greater than the radius, or `mass` is
    /// negative or not finite. Equal radii make a hoop.
    pub fn ring_inertia(&self, inner_radius: Real, mass: Real) -> Result<Real, Error> {
        check::range("inner_radius", inner_radius, 0.0, self.radius)?;
        check::range("mass", mass, 0.0, Real::MAX)?;
        let radii = Vector::new(self.radius, inner_radius);
        Ok(0.5 * mass * dot(radii, radii))
    }
}
