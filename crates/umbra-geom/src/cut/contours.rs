//! The boundary of a region: an outline and its holes, as rings of vertices.

use crate::sort::Arrange;
use std::collections::BTreeSet;

use super::sweep::{SweepEdge, meets_first};
use crate::predicate::orientation;
use crate::{Error, Point, check};

/// An outline and its holes as one list of vertices, each linked to its neighbours.
///
/// An edge has the index of the vertex it starts from.
#[derive(Default)]
pub(super) struct Contours {
    pub(super) points: Vec<Point>,
    pub(super) next: Vec<usize>,
    pub(super) previous: Vec<usize>,
    /// The index of the hole that a vertex belongs to; `None` for the outline.
    pub(super) hole: Vec<Option<usize>>,
    /// The caller's index of the edge that starts here.
    edge: Vec<usize>,
}

impl Contours {
    /// Links the points given, without those that repeat their neighbour.
    pub(super) fn new(outline: &[Point], holes: &[Vec<Point>]) -> Result<Self, Error> {
        let mut contours = Self::default();
        let mut edge = 0;
        let rings = holes.iter().enumerate().map(|(hole, ring)| ("holes", Some(hole), &ring[..]));
        for (parameter, hole, ring) in std::iter::once(("outline", None, outline)).chain(rings) {
            // Adding zero turns -0 into +0, so that equal points sort as equal.
            let ring: Vec<Point> = check::points(parameter, ring.iter().copied(), 3)?
                .iter()
                .map(|p| Point::new(p.x + 0.0, p.y + 0.0))
                .collect();
            check::extent(parameter, &ring)?;
            let n = ring.len();
            // Of equal neighbours the last stays: the edge that has a length starts from it.
            let kept: Vec<usize> = (0..n).filter(|&i| ring[i] != ring[(i + 1) % n]).collect();
            let turns = |k: usize| {
                let at = |k: usize| ring[kept[k % kept.len()]];
                orientation(at(k), at(k + 1), at(k + 2)) != 0
            };
            if kept.len() < 3 || !(0..kept.len()).any(turns) {
                return Err(Error::Collinear { parameter, count: n });
            }
            contours.link(kept.iter().map(|&i| (ring[i], edge + i)), hole);
            edge += n;
        }
        Ok(contours)
    }

    /// Appends a ring of points, each with the caller's index of its edge.
    fn link(&mut self, ring: impl ExactSizeIterator<Item = (Point, usize)>, hole: Option<usize>) {
        let (first, count) = (self.points.len(), ring.len());
        for (i, (point, edge)) in ring.enumerate() {
            self.points.push(point);
            self.edge.push(edge);
            self.hole.push(hole);
            self.next.push(first + (i + 1) % count);
            self.previous.push(first + (i + count - 1) % count);
        }
    }

    /// All vertices in the order in which a sweep visits them.
    pub(super) fn sweep_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.arrange_by(|&v, &w| {
            let (p, q) = (self.points[v], self.points[w]);
            p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(v.cmp(&w))
        });
        order
    }

    /// The edge that starts from vertex `start`.
    pub(super) fn sweep_edge(&self, start: usize) -> SweepEdge {
        SweepEdge::new(start, self.points[start], self.points[self.next[start]])
    }

    /// The sign of the outline's turn at a vertex: exact.
    pub(super) fn turn(&self, vertex: usize) -> i32 {
        let (before, after) = (self.previous[vertex], self.next[vertex]);
        orientation(self.points[before], self.points[vertex], self.points[after])
    }

    /// Refuses edges that cross or touch, other than neighbours in the vertex they share.
    ///
    /// The sweep of Shamos and Hoey (1976): of the edges that cross, some pair is adjacent in the
    /// status before the sweep reaches the crossing. O(n log n), and exact.
    pub(super) fn check_simple(&self) -> Result<(), Error> {
        let refused = |v: usize, w: usize| {
            let (v, w) = (self.edge[v], self.edge[w]);
            Err(Error::SelfIntersecting { parameter: "outline", first: v.min(w), second: v.max(w) })
        };
        let order = self.sweep_order();
        for pair in order.windows(2) {
            if self.points[pair[0]] == self.points[pair[1]] {
                return refused(pair[0], pair[1]);
            }
        }
        let meets_first = |v: usize, w: usize| meets_first(self.points[v], self.points[w]);
        let neighbours = |v: usize, w: usize| self.next[v] == w || self.next[w] == v;
        let mut status = BTreeSet::<SweepEdge>::new();
        for v in order {
            let (before, after) = (self.previous[v], self.next[v]);
            // A spike: the outline turns back on itself.
            if self.turn(v) == 0 && meets_first(before, v) == meets_first(after, v) {
                return refused(before, v);
            }
            // Edges that end here leave before those that start here arrive.
            let mut incident = [(before, before), (v, after)];
            if meets_first(after, v) && !meets_first(before, v) {
                incident.reverse();
            }
            for (start, other_end) in incident {
                let edge = self.sweep_edge(start);
                let ends = meets_first(other_end, v);
                if ends {
                    status.remove(&edge);
                }
                let below = status.range(..edge).next_back().copied();
                let above = status.range(edge..).next().copied();
                let candidates = if ends {
                    [below.zip(above), None]
                } else {
                    [below.map(|e| (e, edge)), above.map(|e| (e, edge))]
                };
                for (one, other) in candidates.into_iter().flatten() {
                    if !neighbours(one.start, other.start) && one.meets(&other) {
                        return refused(one.start, other.start);
                    }
                }
                if !ends {
                    status.insert(edge);
                }
            }
        }
        Ok(())
    }

    /// The same region without vertices on straight edges, and with the inside to the left of
    /// every edge: the outline counter-clockwise, the holes clockwise.
    ///
    /// The contours have to be simple.
    pub(super) fn oriented(&self) -> Self {
        let mut clean = Self::default();
        let mut first = 0;
        while first < self.points.len() {
            let hole = self.hole[first];
            // The last vertex of a ring is the one before its first.
            let ring = first..self.previous[first] + 1;
            first = ring.end;
            // At its leftmost vertex a ring turns the way it winds.
            let leftmost = ring.clone().fold(ring.start, |best, v| {
                if meets_first(self.points[v], self.points[best]) { v } else { best }
            });
            let is_counter_clockwise = self.turn(leftmost) > 0;
            let mut corners: Vec<(Point, usize)> = ring
                .filter(|&v| self.turn(v) != 0)
                .map(|v| (self.points[v], self.edge[v]))
                .collect();
            if is_counter_clockwise == hole.is_some() {
                corners.reverse();
            }
            clean.link(corners.into_iter(), hole);
        }
        clean
    }

    /// The area of the region, when oriented. In `f64`, about the first vertex.
    pub(super) fn area(&self) -> f64 {
        let origin = self.points[0];
        let at = |v: usize| {
            let p = self.points[v];
            [f64::from(p.x) - f64::from(origin.x), f64::from(p.y) - f64::from(origin.y)]
        };
        let doubled = (0..self.points.len()).map(|v| {
            let (p, q) = (at(v), at(self.next[v]));
            p[0] * q[1] - p[1] * q[0]
        });
        0.5 * doubled.sum::<f64>()
    }
}
