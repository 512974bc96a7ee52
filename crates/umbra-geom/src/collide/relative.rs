//! One shape seen from another.

use super::lanes::{Lanes, Vec2, turn, turn_back};
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

/// [`Relative`] for the pair of each lane.
#[derive(Clone, Copy)]
pub(super) struct RelativeLanes<L> {
    pub(super) turn: Vec2<L>,
    pub(super) shift: Vec2<L>,
}

impl<L: Lanes> RelativeLanes<L> {
    /// The frame turned by `of`, seen from the one turned by `from`, from which it is `way` away.
    #[inline(always)]
    pub(super) fn new(from: Vec2<L>, of: Vec2<L>, way: Vec2<L>) -> Self {
        let ([c, s], [oc, os]) = (from, of);
        Self { turn: [c * oc + s * os, c * os - s * oc], shift: turn_back(from, way) }
    }

    /// Where it is made of numbers, and of numbers that leave room to compute with.
    #[inline(always)]
    pub(super) fn is_finite(&self) -> L::Mask {
        let [x, y] = self.shift;
        let [cos, sin] = self.turn;
        let size = (x * x + y * y) + (cos * cos + sin * sin);
        size.splat(Real::INFINITY).gt(size)
    }

    /// A point of the one frame, in the other.
    #[inline(always)]
    pub(super) fn point(&self, p: Vec2<L>) -> Vec2<L> {
        let turned = turn(self.turn, p);
        [turned[0] + self.shift[0], turned[1] + self.shift[1]]
    }
}
