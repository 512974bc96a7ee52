//! A pose as four numbers, and the change of basis that every pair of shapes starts with.
//!
//! Narrow phase and queries work in the frame of one of two shapes: half of the vertices then need
//! no transforming, and nothing depends on how far from the origin of the world the two are.

use crate::{Point, Pose, Real, Vector};

/// The position and rotation of a frame within an outer one.
///
/// The same as a [`Pose`], stored so that rotating a vector is visibly four products.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) cos: Real,
    pub(crate) sin: Real,
    pub(crate) at: Vector,
}

impl Frame {
    /// The frame of a pose in the world.
    #[inline]
    pub(crate) fn from_pose(pose: &Pose) -> Self {
        Self { cos: pose.rotation.re, sin: pose.rotation.im, at: pose.translation.vector }
    }

    /// The frame `inner` in the coordinates of `outer`.
    ///
    /// The difference of the positions is taken first: two shapes far from the origin and close to
    /// each other keep all digits of their difference.
    #[inline]
    pub(crate) fn between(outer: &Pose, inner: &Pose) -> Self {
        let (outer, inner) = (Self::from_pose(outer), Self::from_pose(inner));
        Self {
            cos: outer.cos * inner.cos + outer.sin * inner.sin,
            sin: outer.cos * inner.sin - outer.sin * inner.cos,
            at: outer.turn_back(inner.at - outer.at),
        }
    }

    /// The outer frame in the coordinates of this one.
    #[inline]
    pub(crate) fn inverse(&self) -> Self {
        Self { cos: self.cos, sin: -self.sin, at: -self.turn_back(self.at) }
    }

    /// A direction of this frame in the outer one.
    #[inline]
    pub(crate) fn turn(&self, v: Vector) -> Vector {
        Vector::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// A direction of the outer frame in this one.
    #[inline]
    pub(crate) fn turn_back(&self, v: Vector) -> Vector {
        Vector::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }

    /// A point of this frame in the outer one.
    #[inline]
    pub(crate) fn outward(&self, p: Vector) -> Vector {
        self.turn(p) + self.at
    }

    /// A point of this frame in the outer one.
    #[inline]
    pub(crate) fn outward_point(&self, p: Vector) -> Point {
        Point::from(self.outward(p))
    }

    /// A point of the outer frame in this one.
    #[inline]
    pub(crate) fn inward(&self, p: Point) -> Vector {
        self.turn_back(p.coords - self.at)
    }
}
