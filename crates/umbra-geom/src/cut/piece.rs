//! Polygons from outlines that were cut; slivers are dropped.

use super::hull::exact_hull;
use crate::{Point, Polygon, check};

/// The polygon of a strictly convex outline; `None` for a sliver.
pub(super) fn polygon_of(outline: &[Point]) -> Option<Polygon> {
    Polygon::new(apart(outline)).ok()
}

/// The polygon of an outline that was computed and rounded; `None` when nothing or a sliver is
/// left.
///
/// Rounded, an outline may bend inwards by its last bit; the exact hull corrects that.
pub(crate) fn polygon_of_rounded(outline: &[Point]) -> Option<Polygon> {
    polygon_of(&exact_hull(outline))
}

/// [`polygon_of_rounded`] for an outline that is still in `f64`.
pub(super) fn polygon_of_wide(outline: &[[f64; 2]]) -> Option<Polygon> {
    let rounded: Vec<Point> =
        outline.iter().map(|p| Point::new(p[0] as f32, p[1] as f32)).collect();
    polygon_of_rounded(&rounded)
}

/// The outline without the vertices that are nearer than the smallest size to the one before.
///
/// The rest of a strictly convex outline is strictly convex.
fn apart(outline: &[Point]) -> Vec<Point> {
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
