//! The status of a sweep line: the edges that it crosses now, from bottom to top.
//!
//! The line moves from left to right. Points above one another are visited from bottom to top, as
//! if the line leaned over by an infinitely small angle, so that no edge is ever parallel to it.

use std::cmp::Ordering;

use crate::Point;
use crate::predicate::orientation;

/// True if the sweep visits `p` before `q`.
#[inline]
pub(super) fn meets_first(p: Point, q: Point) -> bool {
    (p.x, p.y) < (q.x, q.y)
}

/// An edge that the sweep line crosses, as a key that sorts from bottom to top.
///
/// Two edges that do not cross have the same order wherever both are under the sweep line, so the
/// order does not depend on the position of the line. It is exact, and so it is consistent for
/// as long as no edges cross: the callers stop at the first that do.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepEdge {
    left: Point,
    right: Point,
    /// The vertex that the edge starts from, which is also its name.
    pub(super) start: usize,
}

impl SweepEdge {
    /// The edge named `start` between two points, either way round.
    pub(super) fn new(start: usize, p: Point, q: Point) -> Self {
        let (left, right) = if meets_first(p, q) { (p, q) } else { (q, p) };
        Self { left, right, start }
    }

    /// A key that sorts just above the edges that pass below `point`, and below the others.
    pub(super) fn at_point(point: Point) -> Self {
        Self { left: point, right: point, start: usize::MAX }
    }

    /// True if the two share a point, end points included. Exact.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let (a, b, c, d) = (self.left, self.right, other.left, other.right);
        let (c_side, d_side) = (orientation(a, b, c), orientation(a, b, d));
        let (a_side, b_side) = (orientation(c, d, a), orientation(c, d, b));
        if c_side * d_side > 0 || a_side * b_side > 0 {
            return false;
        }
        // On one line, they share a point unless one ends before the other begins.
        [c_side, d_side, a_side, b_side] != [0; 4] || !(meets_first(b, c) || meets_first(d, a))
    }
}

impl Ord for SweepEdge {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.start == other.start {
            return Ordering::Equal;
        }
        // Positive when the other edge is above: asked where the later of the two begins.
        let above = if self.left == other.left {
            orientation(self.left, self.right, other.right)
        } else if meets_first(self.left, other.left) {
            match orientation(self.left, self.right, other.left) {
                0 => orientation(self.left, self.right, other.right),
                side => side,
            }
        } else {
            match orientation(other.left, other.right, self.left) {
                0 => -orientation(other.left, other.right, self.right),
                side => -side,
            }
        };
        0.cmp(&above).then(self.start.cmp(&other.start))
    }
}

impl PartialOrd for SweepEdge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SweepEdge {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for SweepEdge {}
