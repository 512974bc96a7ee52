//! Fewer corners: the method of Ramer, Douglas and Peucker on closed rings.
//!
//! A ring is divided at two points far from one another. Of each part, the point farthest from the
//! edge between its ends is kept while it is farther than the tolerance, and the part is divided
//! there. Edges that then cross, touch or pass over another ring are divided further, so the result
//! is at worst the traced rings, which do none of that.

use super::Node;
use super::conflicts::{find, square_distance};
use super::trace::Ring;

/// After so many rounds, rings in conflict keep all their points.
const MAX_ROUNDS: usize = 24;

/// Corners of rings, simplified to a tolerance in grid units.
pub(super) fn simplify(rings: &[Ring], tolerance: f64, size: [usize; 2]) -> Vec<Vec<Node>> {
    if tolerance == 0.0 {
        return rings.iter().map(|ring| ring.points.clone()).collect();
    }
    let mut lines: Vec<Line<'_>> = rings.iter().map(|ring| Line::new(ring, tolerance)).collect();
    for round in 0.. {
        let conflicts = find(&lines, size, tolerance);
        let before: usize = lines.iter().map(Line::edge_count).sum();
        for (index, edge) in &conflicts {
            if round < MAX_ROUNDS {
                lines[*index].divide_edge(*edge, tolerance);
            } else {
                lines[*index].keeps.fill(true);
            }
        }
        for line in &mut lines {
            line.list_kept();
        }
        // Edges that replace nothing are in no conflict, so every round adds corners or is the
        // last.
        if conflicts.is_empty() || lines.iter().map(Line::edge_count).sum::<usize>() == before {
            break;
        }
    }
    lines.iter().map(Line::corners).collect()
}

/// A ring of which some points are kept as corners.
pub(super) struct Line<'a> {
    pub(super) ring: &'a Ring,
    /// For each point of the ring, true if it is a corner.
    keeps: Vec<bool>,
    /// The points that are corners, in order.
    kept: Vec<usize>,
}

impl<'a> Line<'a> {
    fn new(ring: &'a Ring, tolerance: f64) -> Self {
        let count = ring.points.len();
        let mut line = Self { ring, keeps: vec![false; count], kept: Vec::new() };
        let farthest_from = |from: usize| {
            let at = ring.points[from];
            let distance = |to: &usize| square_distance(ring.points[*to], [at, at]);
            (0..count)
                .fold(from, |best, to| if distance(&to) > distance(&best) { to } else { best })
        };
        let one = farthest_from(0);
        let other = farthest_from(one);
        let (first, second) = (one.min(other), one.max(other));
        (line.keeps[first], line.keeps[second]) = (true, true);
        line.divide(first, second, tolerance);
        line.divide(second, first + count, tolerance);
        line.list_kept();
        line
    }

    fn point(&self, index: usize) -> Node {
        self.ring.points[index % self.ring.points.len()]
    }

    /// The point between two others that is farthest from the edge between them, and the square of
    /// its distance.
    fn farthest(&self, from: usize, to: usize) -> Option<(usize, f64)> {
        let edge = [self.point(from), self.point(to)];
        let mut best: Option<(usize, f64)> = None;
        for index in from + 1..to {
            let square = square_distance(self.point(index), edge);
            if best.is_none_or(|(_, most)| square > most) {
                best = Some((index, square));
            }
        }
        best
    }

    fn keep(&mut self, index: usize) {
        let count = self.keeps.len();
        self.keeps[index % count] = true;
    }

    /// Keeps points between two others until all are within the tolerance.
    fn divide(&mut self, from: usize, to: usize, tolerance: f64) {
        let mut parts = vec![(from, to)];
        while let Some((from, to)) = parts.pop() {
            if let Some((middle, square)) = self.farthest(from, to)
                && square > tolerance * tolerance
            {
                self.keep(middle);
                parts.extend([(from, middle), (middle, to)]);
            }
        }
    }

    /// Keeps one more point of those that an edge replaces, and others as far as the tolerance asks
    /// for.
    fn divide_edge(&mut self, edge: usize, tolerance: f64) {
        let (from, to) = self.ends(edge);
        if let Some((middle, _)) = self.farthest(from, to) {
            self.keep(middle);
            self.divide(from, middle, tolerance);
            self.divide(middle, to, tolerance);
        }
    }

    fn list_kept(&mut self) {
        let Self { keeps, kept, .. } = self;
        kept.clear();
        kept.extend((0..keeps.len()).filter(|index| keeps[*index]));
    }

    pub(super) fn edge_count(&self) -> usize {
        self.kept.len()
    }

    /// The first and the last point of an edge, counted on past the end of the ring.
    fn ends(&self, edge: usize) -> (usize, usize) {
        let next = self.kept.get(edge + 1).copied();
        (self.kept[edge], next.unwrap_or(self.kept[0] + self.keeps.len()))
    }

    pub(super) fn segment(&self, edge: usize) -> [Node; 2] {
        let (from, to) = self.ends(edge);
        [self.point(from), self.point(to)]
    }

    /// True if an edge is one of the ring, and replaces no points.
    pub(super) fn is_whole(&self, edge: usize) -> bool {
        let (from, to) = self.ends(edge);
        to - from == 1
    }

    /// The points that an edge replaces, with its ends.
    pub(super) fn replaced(&self, edge: usize) -> impl Iterator<Item = Node> + Clone {
        let (from, to) = self.ends(edge);
        (from..=to).map(|index| self.point(index))
    }

    pub(super) fn corners(&self) -> Vec<Node> {
        self.kept.iter().map(|index| self.point(*index)).collect()
    }
}
