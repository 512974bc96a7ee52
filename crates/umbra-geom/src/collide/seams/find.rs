//! Finds the seams of a shape: the parts of its edges that neighbours hide, and the surfaces that
//! continue them.

use super::SeamEdge;
use crate::collide::around::{Span, turn};
use crate::frame::Frame;
use crate::math::{cross, dot, right_of};
use crate::sort::Arrange;
use crate::{ConvexCore, Point, Pose, Real, Shape, Vector};

/// Turns that differ by less, as fractions of a right angle, are the same.
const SAME_TURN: Real = 0.01;

/// A shape beside another one, in the frame of that one.
pub(super) struct Neighbour {
    vertices: Vec<Point>,
}

impl Neighbour {
    pub(super) fn new(shape: &Shape, at: &Pose, seen_from: &Pose) -> Self {
        let core = shape.core();
        let frame = Frame::between(seen_from, at);
        let vertices = core.vertices.iter().map(|vertex| frame.outward_point(vertex.coords));
        Self { vertices: vertices.collect() }
    }

    /// The starts and directions of its edges.
    fn edges(&self) -> impl Iterator<Item = (Point, Vector)> {
        let next = self.vertices.iter().cycle().skip(1);
        self.vertices.iter().zip(next).map(|(start, end)| (*start, end - start))
    }

    /// The two fractions of a line from `from` along `way` between which the neighbour covers the
    /// line.
    fn covers(&self, from: Point, way: Vector) -> Option<[Real; 2]> {
        let (mut first, mut last) = (0.0, 1.0);
        for (start, edge) in self.edges() {
            // How far outside of the edge the line is, and how fast that grows along it.
            let (out, slope) = (cross(from - start, edge), cross(way, edge));
            if slope == 0.0 {
                if out > 0.0 {
                    return None;
                }
                continue;
            }
            let crossing = -out / slope;
            if slope > 0.0 {
                last = if crossing < last { crossing } else { last };
            } else {
                first = if crossing > first { crossing } else { first };
            }
        }
        (first < last).then_some([first, last])
    }
}

/// Finds the seams at an edge of a core.
pub(super) fn seam_edge(
    core: &ConvexCore<'_>,
    edge: usize,
    around: &[Neighbour],
    tolerance: Real,
) -> SeamEdge {
    let (start, end) = (core.vertices[edge], core.vertices[core.next(edge)]);
    let way = end - start;
    let covered = covered(start, way, core.normals[edge], around, tolerance);
    if covered[0] == Real::INFINITY {
        return SeamEdge::HIDDEN;
    }
    let previous = core.vertices[core.previous(edge)];
    let next = core.vertices[core.next(core.next(edge))];
    SeamEdge {
        covered,
        before: surface_at(start, way, previous - start, around, tolerance, false),
        after: surface_at(end, -way, next - end, around, tolerance, true),
    }
}

/// The normal of the surface that continues at the end of an edge, if it is not the shape's own.
/// `back` is along the edge, `own` along the shape's next edge. The surface is the first of
/// everything that adjoins the end, rotating from the edge through the outside.
fn surface_at(
    at: Point,
    back: Vector,
    own: Vector,
    around: &[Neighbour],
    tolerance: Real,
    is_end: bool,
) -> Option<Vector> {
    // From the end of an edge the outside is counter-clockwise, from its start clockwise.
    let through_outside = |to: Vector| if is_end { turn(back, to) } else { turn(to, back) };
    // A segment has both of its sides in one place: the whole turn is outside.
    let is_thin = cross(back, own) == 0.0 && dot(back, own) > 0.0;
    let (mut least, mut surface) = (if is_thin { 4.0 } else { through_outside(own) }, None);
    for neighbour in around {
        let (nearest, turned) = match Span::find(&neighbour.vertices, at, tolerance) {
            None => continue,
            Some(Span::All) => (back, 0.0),
            Some(Span::Between([(first, _), (last, _)])) => {
                let (near, far) = if is_end { (first, last) } else { (last, first) };
                let [to_near, to_far] = [near, far].map(through_outside);
                // The edge itself lies within, or along it.
                let holds_edge = to_far < to_near && to_near > SAME_TURN && to_far > SAME_TURN;
                let is_along = holds_edge || to_near > 4.0 - SAME_TURN;
                if is_along { (back, 0.0) } else { (near, to_near) }
            }
        };
        if turned < least - SAME_TURN {
            (least, surface) = (turned, Some(nearest));
        }
    }
    let along = surface?;
    // Walked with the inside on the left, the surface leads away from an end and up to a start.
    let normal = if is_end { right_of(along) } else { right_of(-along) };
    // Where something stands on the edge itself, nothing can lean out.
    Some(if along == back { back.normalize() } else { normal.normalize() })
}

/// The lengths of an edge that others hide at both ends: see [`SeamEdge::covered`].
fn covered(
    start: Point,
    way: Vector,
    normal: Vector,
    around: &[Neighbour],
    tolerance: Real,
) -> [Real; 2] {
    // A line beside the edge, farther off than a gap may be wide.
    let beside = start + normal * (2.0 * tolerance);
    let mut parts: Vec<_> = around
        .iter()
        .filter(|neighbour| neighbour.vertices.len() > 2)
        .filter_map(|neighbour| neighbour.covers(beside, way))
        .collect();
    let length = way.norm();
    let gap = tolerance / length;
    let mut reached = 0.0;
    parts.arrange_by(|a, b| a[0].total_cmp(&b[0]));
    for [first, last] in &parts {
        if *first <= reached + gap && *last > reached {
            reached = *last;
        }
    }
    if reached >= 1.0 - gap {
        return [Real::INFINITY; 2];
    }
    let mut back = 1.0;
    parts.arrange_by(|a, b| b[1].total_cmp(&a[1]));
    for [first, last] in &parts {
        if *last >= back - gap && *first < back {
            back = *first;
        }
    }
    // Where a neighbour ends at the edge's own end, rounding decides whether it reaches round the corner.
    [reached, 1.0 - back].map(|part| if part > gap { part * length } else { 0.0 })
}
