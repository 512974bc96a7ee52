//! A pose as four numbers, and the change of basis that every query starts with.

use crate::{Point, Pose, Real, Vector};

/// Where a frame is within an outer one, and how it is turned.
///
/// The same as a [`Pose`], written so that turning a vector is visibly four products.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) cos: Real,
    pub(super) sin: Real,
    pub(super) at: Vector,
}

impl Frame {
    #[inline]
    pub(super) fn of(pose: &Pose) -> Self {
        Self { cos: pose.rotation.re, sin: pose.rotation.im, at: pose.translation.vector }
    }

    /// `inner` as `outer` sees it.
    ///
    /// The difference of the places is taken first: two shapes far from the origin and close to
    /// each other keep all the digits of what is between them.
    #[inline]
    pub(super) fn between(outer: &Pose, inner: &Pose) -> Self {
        let (outer, inner) = (Self::of(outer), Self::of(inner));
        Self {
            cos: outer.cos * inner.cos + outer.sin * inner.sin,
            sin: outer.cos * inner.sin - outer.sin * inner.cos,
            at: outer.turn_back(inner.at - outer.at),
        }
    }

    /// A direction of this frame in the outer one.
    #[inline]
    pub(super) fn turn(&self, v: Vector) -> Vector {
        Vector::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// A direction of the outer frame in this one.
    #[inline]
    pub(super) fn turn_back(&self, v: Vector) -> Vector {
        Vector::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }

    /// A point of this frame in the outer one.
    #[inline]
    pub(super) fn outward(&self, p: Vector) -> Vector {
        self.turn(p) + self.at
    }

    /// A point of this frame in the outer one.
    #[inline]
    pub(super) fn outward_point(&self, p: Vector) -> Point {
        Point::from(self.outward(p))
    }

    /// A point of the outer frame in this one.
    #[inline]
    pub(super) fn inward(&self, p: Point) -> Vector {
        self.turn_back(p.coords - self.at)
    }
}
