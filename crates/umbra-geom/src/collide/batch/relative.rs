//! One shape seen from another.

use crate::Real;
use crate::simd::lanes::{Lanes, Vec2, turn, turn_back};

/// The frame of one shape in that of another, for the pair of each lane: turn, then shift. For one
/// pair alone there is [`Frame`](crate::frame::Frame).
#[derive(Clone, Copy)]
pub(in crate::collide) struct RelativeLanes<L> {
    pub(in crate::collide) turn: Vec2<L>,
    pub(in crate::collide) shift: Vec2<L>,
}

impl<L: Lanes> RelativeLanes<L> {
    /// The frame turned by `of`, seen from the one turned by `from`, from which it is `way` away.
    #[inline(always)]
    pub(in crate::collide) fn new(from: Vec2<L>, of: Vec2<L>, way: Vec2<L>) -> Self {
        let ([c, s], [oc, os]) = (from, of);
        Self { turn: [c * oc + s * os, c * os - s * oc], shift: turn_back(from, way) }
    }

    /// Where it is made of numbers, and of numbers that leave room to compute with.
    #[inline(always)]
    pub(in crate::collide) fn is_finite(&self) -> L::Mask {
        let [x, y] = self.shift;
        let [cos, sin] = self.turn;
        let size = (x * x + y * y) + (cos * cos + sin * sin);
        size.splat(Real::INFINITY).gt(size)
    }

    /// A point of the one frame, in the other.
    #[inline(always)]
    pub(in crate::collide) fn point(&self, p: Vec2<L>) -> Vec2<L> {
        let turned = turn(self.turn, p);
        [turned[0] + self.shift[0], turned[1] + self.shift[1]]
    }
}
