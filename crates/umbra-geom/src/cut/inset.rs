//! Shrinking a convex outline: every face moves inwards by the same distance.

use std::collections::VecDeque;

use crate::Point;

/// A half-plane: the points where `dot(normal, p) <= offset`.
#[derive(Clone, Copy)]
struct HalfPlane {
    normal: [f64; 2],
    offset: f64,
}

impl HalfPlane {
    fn beyond(&self, p: [f64; 2]) -> f64 {
        self.normal[0] * p[0] + self.normal[1] * p[1] - self.offset
    }

    /// The sine of the turn from this boundary to another's.
    fn turn_to(&self, other: &Self) -> f64 {
        self.normal[0] * other.normal[1] - self.normal[1] * other.normal[0]
    }

    /// The crossing of the two boundaries.
    fn corner(&self, other: &Self) -> [f64; 2] {
        let (a, b, turn) = (self, other, self.turn_to(other));
        [
            (a.offset * b.normal[1] - b.offset * a.normal[1]) / turn,
            (b.offset * a.normal[0] - a.offset * b.normal[0]) / turn,
        ]
    }
}

/// The rest of a strictly convex, counter-clockwise outline after every edge moves inwards by
/// `distance`; empty when nothing is left. Edges that end up beyond others are left out.
///
/// The half-planes come sorted by angle, so their intersection takes one walk: a new one cuts off
/// corners at either end of a queue. O(n), where clipping by one after the other is O(n²).
pub(crate) fn inset(outline: &[Point], distance: f64) -> Vec<Point> {
    let n = outline.len();
    // About the first vertex, so that a far-away outline loses no digits.
    let origin = [f64::from(outline[0].x), f64::from(outline[0].y)];
    let at = |i: usize| {
        let p = outline[i % n];
        [f64::from(p.x) - origin[0], f64::from(p.y) - origin[1]]
    };
    let mut planes: VecDeque<HalfPlane> = VecDeque::with_capacity(n);
    for i in 0..n {
        let (p, q) = (at(i), at(i + 1));
        let (x, y) = (q[0] - p[0], q[1] - p[1]);
        let length = libm::sqrt(x * x + y * y);
        let normal = [y / length, -x / length];
        let plane = HalfPlane { normal, offset: normal[0] * p[0] + normal[1] * p[1] - distance };
        while let (Some(a), Some(b)) = last_two(&planes)
            && plane.beyond(a.corner(b)) >= 0.0
        {
            planes.pop_back();
        }
        while let (Some(a), Some(b)) = (planes.front(), planes.get(1))
            && plane.beyond(a.corner(b)) >= 0.0
        {
            planes.pop_front();
        }
        if planes.back().is_some_and(|last| last.turn_to(&plane) <= 0.0) {
            return Vec::new();
        }
        planes.push_back(plane);
    }
    while let (Some(a), Some(b), Some(first)) = (last_two(&planes).0, planes.back(), planes.front())
        && planes.len() > 2
        && first.beyond(a.corner(b)) >= 0.0
    {
        planes.pop_back();
    }
    let count = planes.len();
    let plane = |i: usize| &planes[i % count];
    let closes = count > 2 && (0..count).all(|i| plane(i).turn_to(plane(i + 1)) > 0.0);
    if !closes {
        return Vec::new();
    }
    let corner = |i: usize| plane(i).corner(plane(i + 1));
    // Between its two corners every boundary runs forwards, or else nothing is inside of all.
    let runs_forwards = |i: usize| {
        let (from, to, [x, y]) = (corner(i), corner(i + 1), plane(i + 1).normal);
        (to[0] - from[0]) * -y + (to[1] - from[1]) * x > 0.0
    };
    if !(0..count).all(runs_forwards) {
        return Vec::new();
    }
    let rounded = |p: [f64; 2]| Point::new((p[0] + origin[0]) as f32, (p[1] + origin[1]) as f32);
    (0..count).map(|i| rounded(corner(i))).collect()
}

/// The last plane but one, and the last.
fn last_two(planes: &VecDeque<HalfPlane>) -> (Option<&HalfPlane>, Option<&HalfPlane>) {
    let before = planes.len().checked_sub(2).and_then(|i| planes.get(i));
    (before, planes.back())
}

#[cfg(test)]
#[path = "../../tests/unit/cut_inset.rs"]
mod tests;
