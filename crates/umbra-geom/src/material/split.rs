//! Cutting convex outlines along a line.

use crate::math::dot;
use crate::{Point, Real, Vector};

/// The part of a convex outline where `dot(normal, p) <= offset`, counter-clockwise like the
/// input; empty when all of it lies beyond.
pub fn clip_to_half_plane(outline: &[Point], normal: Vector, offset: Real) -> Vec<Point> {
    let mut kept = Vec::with_capacity(outline.len() + 1);
    let beyond = |p: &Point| dot(p.coords, normal) - offset;
    for (i, p) in outline.iter().enumerate() {
        let q = &outline[(i + 1) % outline.len()];
        let (from, to) = (beyond(p), beyond(q));
        if from <= 0.0 {
            kept.push(*p);
        }
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            kept.push(p + (q - p) * (from / (from - to)));
        }
    }
    kept
}
