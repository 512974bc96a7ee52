//! Marching squares: closed rings around the pixels above a threshold.
//!
//! The picture is read row by row, from the lowest one, with empty pixels around it. Outlines cross
//! the lines between the centres of neighbouring pixels in *nodes*, and the square between four
//! centres links them in pairs, with the solid side on the left. So a node has one successor, and
//! rings are followed without a search. The work is a few operations for each pixel.

use umbra_geom::Real;

use super::{Node, UNIT};
use umbra_core::Error;

/// No node.
const NONE: u32 = u32::MAX;

/// The most nodes.
const MAX_NODES: usize = 1 << 22;

/// Distance that a node keeps from the centres of pixels, in grid units. So edges that share no
/// node are at least 5 units apart, and stay apart when they are rounded.
const CLEARANCE: i32 = UNIT / 64;

/// A closed line, the solid side on the left: counter-clockwise around an island, clockwise around
/// a hole.
pub(super) struct Ring {
    pub(super) points: Vec<Node>,
    /// The innermost ring around it, which comes before it.
    pub(super) parent: Option<usize>,
    /// Twice the area in square grid units, negative for a hole.
    doubled: i64,
}

impl Ring {
    pub(super) fn is_hole(&self) -> bool {
        self.doubled < 0
    }
}

/// The turn from `a` over `b` to `c`: positive to the left. Exact.
pub(super) fn turn(a: Node, b: Node, c: Node) -> i64 {
    let across = |from: Node, to: Node| [0, 1].map(|axis| i64::from(to[axis] - from[axis]));
    let ([x, y], [u, v]) = (across(a, b), across(a, c));
    x * v - y * u
}

/// Twice the area within a closed line. Exact.
pub(super) fn doubled_area(points: &[Node]) -> i64 {
    let Some(first) = points.first() else { return 0 };
    points.windows(2).map(|pair| turn(*first, pair[0], pair[1])).sum()
}

/// Traces the rings of a picture whose rows are read from the lowest one up. Corners on straight
/// edges are left out.
pub(super) fn trace(
    [width, height]: [usize; 2],
    row: impl Fn(usize, &mut [Real]) -> Result<(), Error>,
    threshold: Real,
) -> Result<Vec<Ring>, Error> {
    let mut nodes = Nodes { threshold, places: Vec::new(), next: Vec::new() };
    let (mut below, mut above) = (vec![0.0; width + 2], vec![0.0; width + 2]);
    let (mut lower, mut upper) = (vec![NONE; width + 1], vec![NONE; width + 1]);
    let mut sides = vec![NONE; width + 2];
    for index in 0..=height {
        if index < height {
            row(index, &mut above[1..=width])?;
        } else {
            above.fill(0.0);
        }
        // The nodes of a row come before those between it and the row below: `rings` relies on
        // that.
        nodes.add_within(index + 1, &above, &mut upper);
        nodes.add_between(index, &below, &above, &mut sides);
        nodes.link(&Squares {
            below: &below,
            above: &above,
            lower: &lower,
            upper: &upper,
            sides: &sides,
        });
        if nodes.places.len() > MAX_NODES {
            return Err(Error::Full { what: "points of the outlines of a mask", most: MAX_NODES });
        }
        core::mem::swap(&mut below, &mut above);
        core::mem::swap(&mut lower, &mut upper);
    }
    Ok(nodes.rings())
}

/// Rings with at least this area, in square pixels. What lies within a smaller one is smaller
/// still.
pub(super) fn without_specks(rings: Vec<Ring>, min_area: Real) -> Vec<Ring> {
    let least = 2.0 * f64::from(UNIT) * f64::from(UNIT) * f64::from(min_area);
    let mut kept: Vec<Ring> = Vec::new();
    let mut index_of = vec![None; rings.len()];
    for (index, mut ring) in rings.into_iter().enumerate() {
        if ring.doubled.unsigned_abs() as f64 >= least {
            ring.parent = ring.parent.and_then(|parent| index_of[parent]);
            index_of[index] = Some(kept.len());
            kept.push(ring);
        }
    }
    kept
}

/// Squares between the centres of two rows of pixels.
struct Squares<'a> {
    below: &'a [Real],
    above: &'a [Real],
    /// Nodes between neighbours of the lower row.
    lower: &'a [u32],
    upper: &'a [u32],
    /// Nodes between the two rows.
    sides: &'a [u32],
}

struct Nodes {
    threshold: Real,
    places: Vec<Node>,
    next: Vec<u32>,
}

impl Nodes {
    /// Distance of the outline from the first of two neighbouring centres, if it runs between them.
    fn crossing(&self, from: Real, to: Real) -> Option<i32> {
        let is_crossed = (from > self.threshold) != (to > self.threshold);
        let part = (self.threshold - from) / (to - from);
        let units = (part * UNIT as Real + 0.5) as i32;
        is_crossed.then(|| units.clamp(CLEARANCE, UNIT - CLEARANCE))
    }

    fn add(&mut self, place: Node) -> u32 {
        self.places.push(place);
        self.next.push(NONE);
        (self.places.len() - 1) as u32
    }

    /// Adds the nodes between neighbours of a row.
    fn add_within(&mut self, row: usize, alpha: &[Real], nodes: &mut [u32]) {
        let y = UNIT * row as i32;
        for (column, (node, pair)) in nodes.iter_mut().zip(alpha.windows(2)).enumerate() {
            let crossing = self.crossing(pair[0], pair[1]);
            *node = crossing.map_or(NONE, |x| self.add([UNIT * column as i32 + x, y]));
        }
    }

    /// Adds the nodes between a row and the next one.
    fn add_between(&mut self, row: usize, below: &[Real], above: &[Real], nodes: &mut [u32]) {
        let y = UNIT * row as i32;
        for (column, node) in nodes.iter_mut().enumerate() {
            let crossing = self.crossing(below[column], above[column]);
            *node = crossing.map_or(NONE, |up| self.add([UNIT * column as i32, y + up]));
        }
    }

    /// Links the nodes of each square, with the solid corners on the left.
    fn link(&mut self, squares: &Squares<'_>) {
        let Squares { below, above, lower, upper, sides } = squares;
        let solid = |alpha: Real| usize::from(alpha > self.threshold);
        let mut bits_on_the_left = 0;
        for column in 0..lower.len() {
            let (right_below, right_above) = (below[column + 1], above[column + 1]);
            let on_the_right = solid(right_below) << 1 | solid(right_above) << 2;
            let corners = bits_on_the_left | on_the_right;
            bits_on_the_left = (on_the_right & 2) >> 1 | (on_the_right & 4) << 1;
            if corners == 0 || corners == 15 {
                continue;
            }
            let (b, t) = (lower[column], upper[column]);
            let (l, r) = (sides[column], sides[column + 1]);
            let sum = below[column] + right_below + above[column] + right_above;
            let is_joined = 0.25 * sum > self.threshold;
            // Corners: 1 lower left, 2 lower right, 4 upper right, 8 upper left.
            let (first, second) = match (corners, is_joined) {
                (1, _) => ((b, l), None),
                (2, _) => ((r, b), None),
                (4, _) => ((t, r), None),
                (8, _) => ((l, t), None),
                (3, _) => ((r, l), None),
                (6, _) => ((t, b), None),
                (12, _) => ((l, r), None),
                (9, _) => ((b, t), None),
                (14, _) => ((l, b), None),
                (13, _) => ((b, r), None),
                (11, _) => ((r, t), None),
                (7, _) => ((t, l), None),
                (5, true) => ((b, r), Some((t, l))),
                (5, false) => ((b, l), Some((t, r))),
                (_, true) => ((l, b), Some((r, t))),
                (_, false) => ((r, b), Some((l, t))),
            };
            for (from, to) in core::iter::once(first).chain(second) {
                self.next[from as usize] = to;
            }
        }
    }

    /// Follows all rings, and finds the ring around each.
    ///
    /// The first node of a ring lies within a row, and what is to the left of it there is outside
    /// of the ring. So the node before it in that row belongs to the ring around it, or to one
    /// beside it, and that ring comes before it in the order of nodes.
    fn rings(&self) -> Vec<Ring> {
        let mut rings: Vec<Ring> = Vec::new();
        let mut ring_of = vec![NONE; self.places.len()];
        for start in 0..self.places.len() {
            if ring_of[start] != NONE {
                continue;
            }
            let mut points = Vec::new();
            let mut node = start;
            while ring_of[node] == NONE {
                ring_of[node] = rings.len() as u32;
                push_corner(&mut points, self.places[node]);
                node = self.next[node] as usize;
            }
            close(&mut points);
            let doubled = doubled_area(&points);
            let before = start.checked_sub(1);
            let before = before.filter(|node| self.places[*node][1] == self.places[start][1]);
            let parent = before.and_then(|node| {
                let beside = ring_of[node] as usize;
                let is_around = rings[beside].is_hole() != (doubled < 0);
                if is_around { Some(beside) } else { rings[beside].parent }
            });
            rings.push(Ring { points, parent, doubled });
        }
        rings
    }
}

/// Appends a point. A point on the straight line from the one before it to this one is dropped.
fn push_corner(points: &mut Vec<Node>, point: Node) {
    while let [.., a, b] = points[..]
        && turn(a, b, point) == 0
    {
        points.pop();
    }
    points.push(point);
}

/// Drops the points at the seam of a closed line that lie on straight edges.
fn close(points: &mut Vec<Node>) {
    while let [first, .., a, b] = points[..]
        && turn(a, b, first) == 0
    {
        points.pop();
    }
    if let [first, second, .., last] = points[..]
        && turn(last, first, second) == 0
    {
        points.remove(0);
    }
}
