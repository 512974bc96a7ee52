//! The frame of one shape in that of another, in lanes.

use crate::Real;
use umbra_lanes::{Lanes, Vec2, turn, turn_back};

/// The frame of one shape in that of another, per lane: rotation, then translation. For a single
/// pair there is [`Frame`](crate::frame::Frame).
#[derive(Clone, Copy)]
pub(in crate::collide) struct RelativeLanes<L> {
    pub(in crate::collide) turn: Vec2<L>,
    pub(in crate::collide) shift: Vec2<L>,
}

impl<L: Lanes> RelativeLanes<L> {
    /// The frame with rotation `of` in one with rotation `from`, at the offset `way` from it.
    #[inline(always)]
    pub(in crate::collide) fn new(from: Vec2<L>, of: Vec2<L>, way: Vec2<L>) -> Self {
        let ([c, s], [oc, os]) = (from, of);
        Self { turn: [c * oc + s * os, c * os - s * oc], shift: turn_back(from, way) }
    }

    /// True in lanes whose numbers are finite, and small enough to compute with.
    #[inline(always)]
    pub(in crate::collide) fn is_finite(&self) -> L::Mask {
        let [x, y] = self.shift;
        let [cos, sin] = self.turn;
        let size = (x * x + y * y) + (cos * cos + sin * sin);
        size.all(Real::INFINITY).gt(size)
    }

    /// Transforms a point from the inner frame to the outer one.
    #[inline(always)]
    pub(in crate::collide) fn point(&self, p: Vec2<L>) -> Vec2<L> {
        let turned = turn(self.turn, p);
        [turned[0] + self.shift[0], turned[1] + self.shift[1]]
    }
}
