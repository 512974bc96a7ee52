//! Axis-aligned boxes: the bounds that broad phases and trees work with.

use crate::{Error, Point, Real, Vector, check};

/// An axis-aligned box, from its lower left to its upper right corner. Edges belong to it.
///
/// ```
/// use umbra_geom::Aabb;
/// let view = Aabb::new([0.0, 0.0], [16.0, 9.0])?;
/// let sprite = Aabb::from_half_extents([15.5, 4.0], [1.0, 1.0])?;
/// assert!(view.overlaps(&sprite) && !view.contains(&sprite)); // seen in part
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The lower left corner.
    pub min: Point,
    /// The upper right corner.
    pub max: Point,
}

impl Aabb {
    /// The box that holds nothing: its union with another box is that other box.
    pub const EMPTY: Self = Self {
        min: Point::new(Real::INFINITY, Real::INFINITY),
        max: Point::new(Real::NEG_INFINITY, Real::NEG_INFINITY),
    };

    /// The box from corner `min` to corner `max`.
    ///
    /// # Errors
    /// When a coordinate is not finite, or `min` lies beyond `max`.
    pub fn new(min: impl Into<Point>, max: impl Into<Point>) -> Result<Self, Error> {
        let aabb = Self { min: min.into(), max: max.into() };
        check::vector("min", aabb.min.coords)?;
        check::vector("max", aabb.max.coords)?;
        if aabb.is_valid() {
            Ok(aabb)
        } else {
            Err(Error::InvertedBox {
                parameter: "aabb",
                min: aabb.min.coords.into(),
                max: aabb.max.coords.into(),
            })
        }
    }

    /// The box around `center` that reaches `half_extents` to each side.
    ///
    /// ```
    /// use umbra_geom::Aabb;
    /// let around = Aabb::from_half_extents([2.0, 1.0], [0.5, 0.25])?;
    /// assert_eq!((around.min, around.max), ([1.5, 0.75].into(), [2.5, 1.25].into()));
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite, or a half extent is negative.
    pub fn from_half_extents(
        center: impl Into<Point>,
        half_extents: impl Into<Vector>,
    ) -> Result<Self, Error> {
        let (center, half) = (center.into(), half_extents.into());
        Self::new(center - half, center + half)
    }

    /// The smallest box around `points`; [`Aabb::EMPTY`] when there are none.
    ///
    /// ```
    /// use umbra_geom::Aabb;
    /// let cloud = Aabb::around([[3.0, 1.0], [-1.0, 2.0], [0.0, -4.0]]);
    /// assert_eq!((cloud.min, cloud.max), ([-1.0, -4.0].into(), [3.0, 2.0].into()));
    /// assert!(!Aabb::around([[0.0; 2]; 0]).is_valid()); // of nothing
    /// ```
    pub fn around(points: impl IntoIterator<Item = impl Into<Point>>) -> Self {
        points.into_iter().fold(Self::EMPTY, |aabb, point| aabb.with_point(point.into()))
    }

    /// True if all coordinates are finite and `min` does not lie beyond `max`.
    pub fn is_valid(&self) -> bool {
        let finite = [self.min.x, self.min.y, self.max.x, self.max.y].iter().all(|c| c.is_finite());
        finite && self.min.x <= self.max.x && self.min.y <= self.max.y
    }

    /// The middle.
    #[inline]
    pub fn center(&self) -> Point {
        Point::from((self.min.coords + self.max.coords) * 0.5)
    }

    /// Half of the width and half of the height.
    #[inline]
    pub fn half_extents(&self) -> Vector {
        (self.max - self.min) * 0.5
    }

    /// The length of the boundary, which trees of boxes minimise in 2D.
    #[inline]
    pub fn perimeter(&self) -> Real {
        2.0 * ((self.max.x - self.min.x) + (self.max.y - self.min.y))
    }

    /// The area.
    #[inline]
    pub fn area(&self) -> Real {
        (self.max.x - self.min.x) * (self.max.y - self.min.y)
    }

    /// True if the boxes share a point. Touching counts.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        // Without branches: in a tree the outcome cannot be predicted.
        (self.min.x <= other.max.x)
            & (other.min.x <= self.max.x)
            & (self.min.y <= other.max.y)
            & (other.min.y <= self.max.y)
    }

    /// True if `other` lies inside, edges included.
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        (self.min.x <= other.min.x)
            & (self.min.y <= other.min.y)
            & (other.max.x <= self.max.x)
            & (other.max.y <= self.max.y)
    }

    /// True if `point` lies inside, edges included.
    ///
    /// ```
    /// use umbra_geom::Aabb;
    /// let zone = Aabb::new([0.0, 0.0], [2.0, 2.0])?;
    /// assert!(zone.contains_point([2.0, 1.0].into()) && !zone.contains_point([2.1, 1.0].into()));
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[inline]
    pub fn contains_point(&self, point: Point) -> bool {
        (self.min.x <= point.x)
            & (point.x <= self.max.x)
            & (self.min.y <= point.y)
            & (point.y <= self.max.y)
    }

    /// The smallest box that holds both.
    ///
    /// ```
    /// use umbra_geom::Aabb;
    /// let boxes = [Aabb::new([0.0, 0.0], [1.0, 1.0])?, Aabb::new([4.0, 2.0], [5.0, 3.0])?];
    /// let all = boxes.iter().fold(Aabb::EMPTY, |all, it| all.union(it));
    /// assert_eq!(all, Aabb::new([0.0, 0.0], [5.0, 3.0])?);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: Point::new(lesser(self.min.x, other.min.x), lesser(self.min.y, other.min.y)),
            max: Point::new(greater(self.max.x, other.max.x), greater(self.max.y, other.max.y)),
        }
    }

    /// The smallest box that also holds `point`.
    #[inline]
    #[must_use]
    pub fn with_point(&self, point: Point) -> Self {
        self.union(&Self { min: point, max: point })
    }

    /// The *fat* box: this one grown by `margin` on every side.
    #[inline]
    #[must_use]
    pub fn grown(&self, margin: Real) -> Self {
        let margin = Vector::new(margin, margin);
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// The box moved by `translation`.
    #[inline]
    #[must_use]
    pub fn moved(&self, translation: Vector) -> Self {
        Self { min: self.min + translation, max: self.max + translation }
    }

    /// The *swept* box: everything that this box covers while it moves by `translation`.
    ///
    /// ```
    /// use umbra_geom::{Aabb, Vector};
    /// let shot = Aabb::new([0.0, 0.0], [0.1, 0.1])?;
    /// let path = shot.swept(Vector::new(-8.0, 0.0));
    /// assert_eq!(path, Aabb::new([-8.0, 0.0], [0.1, 0.1])?);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn swept(&self, translation: Vector) -> Self {
        self.union(&self.moved(translation))
    }

    /// The part of the segment `origin + t * translation`, `0 <= t <= max_fraction`, that lies
    /// inside, as its first and last `t`; `None` when it misses. A start inside gives `0`.
    ///
    /// Edges belong to the box, so a segment that runs along one is inside.
    ///
    /// ```
    /// use umbra_geom::{Aabb, Point, Vector};
    /// let room = Aabb::new([0.0, 0.0], [4.0, 4.0])?;
    /// let within = room.clip_segment(Point::new(-4.0, 1.0), Vector::new(16.0, 0.0), 1.0);
    /// assert_eq!(within, Some((0.25, 0.5)));
    /// assert_eq!(room.clip_segment(Point::new(-4.0, 5.0), Vector::new(16.0, 0.0), 1.0), None);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn clip_segment(
        &self,
        origin: Point,
        translation: Vector,
        max_fraction: Real,
    ) -> Option<(Real, Real)> {
        let (mut enter, mut leave) = (0.0, max_fraction);
        for axis in 0..2 {
            let (start, step) = (origin[axis], translation[axis]);
            if step == 0.0 {
                if start < self.min[axis] || start > self.max[axis] {
                    return None;
                }
                continue;
            }
            let (low, high) = ((self.min[axis] - start) / step, (self.max[axis] - start) / step);
            let (near, far) = if low <= high { (low, high) } else { (high, low) };
            enter = greater(enter, near);
            leave = lesser(leave, far);
        }
        (enter <= leave).then_some((enter, leave))
    }
}

/// The lesser of two numbers, by comparison: `f32::min` and the vector instructions of different
/// machines disagree about the sign of zero and about NaN, a comparison does not.
#[inline]
pub(crate) fn lesser(a: Real, b: Real) -> Real {
    if b < a { b } else { a }
}

/// The greater of two numbers, by comparison as in [`lesser`].
#[inline]
pub(crate) fn greater(a: Real, b: Real) -> Real {
    if b > a { b } else { a }
}

#[cfg(test)]
#[path = "../tests/unit/aabb.rs"]
mod tests;
