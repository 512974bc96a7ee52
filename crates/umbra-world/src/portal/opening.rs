//! One of the two segments of a portal.

use umbra_geom::math::{direction, dot, left_of};
use umbra_geom::{Aabb, Point, Real, Vector};

/// Segment that bodies cross from its front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    start: Point,
    along: Vector,
    length: Real,
    /// Unit vector to the side from which it is entered.
    front: Vector,
}

impl Opening {
    /// Opening whose front is at the left side, or with -1 at the right side.
    pub(super) fn new([start, end]: [Point; 2], side: Real) -> Self {
        // A portal of length zero was refused.
        let (along, length) = direction(end - start).unwrap_or((Vector::x(), 0.0));
        Self { start, along, length, front: left_of(along) * side }
    }

    /// The signed distance of a point in front of the line of the segment.
    pub(crate) fn height(&self, point: Point) -> Real {
        dot(self.front, point - self.start)
    }

    /// True if a point, seen along the normal, lies between the ends of the segment.
    pub(crate) fn is_beside(&self, point: Point) -> bool {
        self.is_nearly_beside(point, 0.0)
    }

    /// The same with `slack` beyond the ends.
    pub(crate) fn is_nearly_beside(&self, point: Point, slack: Real) -> bool {
        (-slack..=self.length + slack).contains(&dot(self.along, point - self.start))
    }

    /// True if a point has gone through: it is behind the segment, or in front of it by less than
    /// `slack`.
    pub(crate) fn is_past(&self, point: Point, slack: Real) -> bool {
        self.height(point) < slack && self.is_beside(point)
    }

    /// The smallest box around the segment.
    pub(crate) fn aabb(&self) -> Aabb {
        let start = Aabb { min: self.start, max: self.start };
        start.swept(self.along * self.length)
    }

    /// True if the segment meets a box.
    pub(crate) fn meets(&self, aabb: &Aabb) -> bool {
        let half = (aabb.max - aabb.min) * 0.5;
        let reach = half.x * self.front.x.abs() + half.y * self.front.y.abs();
        self.aabb().overlaps(aabb) && self.height(aabb.min + half).abs() <= reach
    }

    /// The part of a straight way at which it enters from the front; `None` if it does not. What
    /// begins behind the segment by less than `slack` enters at once. The ends reach `slack` beyond
    /// the segment: in the corner of a world that wraps around, a body may be past one portal by so
    /// much when it comes to the other.
    pub(crate) fn entered_at(&self, from: Point, way: Vector, slack: Real) -> Option<Real> {
        let (height, sinks) = (self.height(from), -dot(self.front, way));
        if height < -slack || sinks <= 0.0 || height > sinks {
            return None;
        }
        let part = if height > 0.0 { height / sinks } else { 0.0 };
        self.is_nearly_beside(from + way * part, slack).then_some(part)
    }
}
