//! Vertices too near to one another to be told apart.

use crate::{Point, check};

/// The outline without the vertices that are nearer than the smallest size to the one before.
///
/// What is left of a strictly convex outline is strictly convex.
pub(super) fn apart(outline: &[Point]) -> Vec<Point> {
    let is_near = |p: &Point, q: &Point| nalgebra::distance(p, q) < check::MIN_SIZE;
    let mut kept: Vec<Point> = Vec::with_capacity(outline.len());
    for point in outline {
        if kept.last().is_none_or(|last| !is_near(last, point)) {
            kept.push(*point);
        }
    }
    while let [first, .., last] = &kept[..]
        && is_near(first, last)
    {
        kept.pop();
    }
    kept
}
