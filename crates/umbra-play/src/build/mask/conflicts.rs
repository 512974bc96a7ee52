//! Edges of simplified rings that cross, touch or pass over another ring.

use super::Node;
use super::cells::Grid;
use super::simplify::Line;
use super::trace::{doubled_area, turn};

/// Distance at which edges that share no corner touch, in grid units. Rounding to the coordinates
/// of the world moves an edge by less than half of it.
const TOUCH: i64 = 1;

/// An edge of a line: the index of the line, and that of the edge.
pub(super) type EdgeId = (usize, usize);

/// Edges with fewer than all their corners that must not stay so.
pub(super) fn find(lines: &[Line<'_>], size: [usize; 2], tolerance: f64) -> Vec<EdgeId> {
    let edges = Edges::new(lines);
    let mut is_bad = vec![false; edges.segments.len()];
    edges.find_touching(size, &mut is_bad);
    if !is_bad.contains(&true) {
        // Rings that touch nothing are where they were, or wholly on the other side of an edge.
        edges.find_turned_over(lines, &mut is_bad);
        edges.find_passing_over(lines, size, tolerance, &mut is_bad);
    }
    edges.ids.into_iter().zip(is_bad).filter_map(|(id, is_bad)| is_bad.then_some(id)).collect()
}

/// The edges of all lines, one after another.
struct Edges {
    segments: Vec<[Node; 2]>,
    ids: Vec<EdgeId>,
    /// Start of the edges of each line.
    first: Vec<usize>,
    /// Number of edges of each line.
    counts: Vec<usize>,
}

impl Edges {
    fn new(lines: &[Line<'_>]) -> Self {
        let (mut segments, mut ids) = (Vec::new(), Vec::new());
        let (mut first, mut counts) = (Vec::new(), Vec::new());
        for (index, line) in lines.iter().enumerate() {
            first.push(segments.len());
            counts.push(line.edge_count());
            for edge in 0..line.edge_count() {
                segments.push(line.segment(edge));
                ids.push((index, edge));
            }
        }
        Self { segments, ids, first, counts }
    }

    /// Marks edges that cross or touch another one.
    fn find_touching(&self, size: [usize; 2], is_bad: &mut [bool]) {
        let cells = Grid::new(size).list(&self.segments, TOUCH);
        for list in cells.lists() {
            for (position, one) in list.iter().enumerate() {
                for other in &list[position + 1..] {
                    let (one, other) = (*one as usize, *other as usize);
                    if !(is_bad[one] && is_bad[other]) && self.touch(one, other) {
                        (is_bad[one], is_bad[other]) = (true, true);
                    }
                }
            }
        }
    }

    /// True if two edges touch anywhere but in a corner that they share. The second one comes
    /// later.
    fn touch(&self, one: usize, other: usize) -> bool {
        let ([a, b], [c, d]) = (self.segments[one], self.segments[other]);
        let apart = |axis: usize| {
            let (low, high) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
            let reach = TOUCH as i32;
            c[axis].max(d[axis]) + reach < low || c[axis].min(d[axis]) - reach > high
        };
        if apart(0) || apart(1) {
            return false;
        }
        let (line, edge) = self.ids[one];
        let (other_line, other_edge) = self.ids[other];
        if line == other_line {
            if other_edge == edge + 1 {
                return is_near(d, [a, b]) || is_near(a, [c, d]);
            }
            if edge == 0 && other_edge + 1 == self.counts[line] {
                return is_near(c, [a, b]) || is_near(b, [c, d]);
            }
        }
        let sides = |[p, q]: [Node; 2], from: Node, to: Node| {
            turn(p, q, from).signum() * turn(p, q, to).signum() < 0
        };
        let crosses = sides([a, b], c, d) && sides([c, d], a, b);
        let near = |points: [Node; 2], edge: [Node; 2]| points.iter().any(|it| is_near(*it, edge));
        crosses || near([c, d], [a, b]) || near([a, b], [c, d])
    }

    /// Marks the edges of lines that wind the other way than they did.
    fn find_turned_over(&self, lines: &[Line<'_>], is_bad: &mut [bool]) {
        for (line, first) in lines.iter().zip(&self.first) {
            if (doubled_area(&line.corners()) < 0) != line.ring.is_hole() {
                is_bad[*first..*first + line.edge_count()].fill(true);
            }
        }
    }

    /// Marks edges that have another line between them and the points that they replace.
    ///
    /// Lines that do not touch are inside or outside of one another as a whole: one corner of each
    /// is enough.
    fn find_passing_over(
        &self,
        lines: &[Line<'_>],
        size: [usize; 2],
        tolerance: f64,
        is_bad: &mut [bool],
    ) {
        let grid = Grid::new(size);
        let corners: Vec<[Node; 2]> = lines.iter().map(|line| [line.segment(0)[0]; 2]).collect();
        let cells = grid.list(&corners, 0);
        let reach = tolerance as i64 + 1;
        for (segment, ((index, edge), is_bad)) in
            self.segments.iter().zip(self.ids.iter().zip(is_bad))
        {
            let line = &lines[*index];
            if line.is_whole(*edge) {
                continue;
            }
            grid.near(*segment, reach, |cell| {
                for other in cells.list(cell) {
                    let [corner, _] = corners[*other as usize];
                    *is_bad |= *other as usize != *index
                        && square_distance(corner, *segment) <= (reach * reach) as f64
                        && is_within(corner, line.replaced(*edge));
                }
            });
        }
    }
}

/// True if a point is nearer to a segment than edges may be.
fn is_near(point: Node, segment: [Node; 2]) -> bool {
    square_distance(point, segment) < (TOUCH * TOUCH) as f64
}

/// Square of the distance of a point from a segment.
pub(super) fn square_distance(point: Node, [a, b]: [Node; 2]) -> f64 {
    let between = |from: Node, to: Node| [0, 1].map(|axis| i64::from(to[axis] - from[axis]));
    let square = |v: [i64; 2]| v[0] * v[0] + v[1] * v[1];
    let (along, to) = (between(a, b), between(a, point));
    let length = square(along);
    let part = along[0] * to[0] + along[1] * to[1];
    if part <= 0 {
        square(to) as f64
    } else if part >= length {
        square(between(b, point)) as f64
    } else {
        let across = (along[0] * to[1] - along[1] * to[0]) as f64;
        across * across / length as f64
    }
}

/// True if a ray from the point to the right crosses a closed line an odd number of times.
fn is_within(point: Node, line: impl Iterator<Item = Node> + Clone) -> bool {
    let next = line.clone().skip(1).chain(line.clone().next());
    let is_crossed = |(a, b): &(Node, Node)| {
        let (low, high) = if a[1] <= b[1] { (*a, *b) } else { (*b, *a) };
        low[1] <= point[1] && point[1] < high[1] && turn(low, high, point) > 0
    };
    line.zip(next).filter(is_crossed).count() % 2 == 1
}
