//! One shape seen from another.

use crate::{Point, Pose, Real, Vector};

/// Where the frame of one shape lies in the frame of another: turn, then shift.
///
/// Narrow phase works in the frame of one of the two shapes: half of the vertices then need no
/// transforming, and nothing depends on how far from the origin of the world the two meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    pub(super) cos: Real,
    pub(super) sin: Real,
    pub(super) shift: Vector,
}

impl Relative {
    /// The frame at pose `of`, seen from the frame at pose `from`.
    #[inline]
    pub(super) fn new(from: &Pose, of: &Pose) -> Self {
        let (c, s) = (from.rotation.re, from.rotation.im);
        let (oc, os) = (of.rotation.re, of.rotation.im);
        let d = of.translation.vector - from.translation.vector;
        Self {
            cos: c * oc + s * os,
            sin: c * os - s * oc,
            shift: Vector::new(c * d.x + s * d.y, c * d.y - s * d.x),
        }
    }

    /// The other way round.
    #[inline]
    pub(super) fn inverse(&self) -> Self {
        Self { cos: self.cos, sin: -self.sin, shift: -self.turn_back(self.shift) }
    }

    /// A direction of the one frame, in the other.
    #[inline]
    pub(super) fn turn(&self, v: Vector) -> Vector {
        Vector::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// The inverse of [`turn`](Self::turn).
    #[inline]
    pub(super) fn turn_back(&self, v: Vector) -> Vector {
        Vector::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }

    /// A point of the one frame, in the other.
    #[inline]
    pub(super) fn point(&self, p: Point) -> Point {
        Point::from(self.turn(p.coords) + self.shift)
    }
}
