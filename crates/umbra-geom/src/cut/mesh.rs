//! Triangles joined into few convex pieces.

use super::contours::Contours;
use crate::Point;
use crate::predicate::orientation;
use crate::sort::Arrange;

/// The twin of an edge on the boundary: there is nothing on its other side.
const NONE: usize = usize::MAX;

/// Convex pieces as rings of half-edges. Each half-edge has its piece to its left.
pub(super) struct Mesh<'a> {
    contours: &'a Contours,
    /// The vertex that a half-edge comes from.
    origin: Vec<usize>,
    /// The half-edge after this one, around the piece.
    next: Vec<usize>,
    previous: Vec<usize>,
    /// The half-edge of the same edge on the other side.
    twin: Vec<usize>,
}

impl<'a> Mesh<'a> {
    /// Links triangles that share edges.
    pub(super) fn new(contours: &'a Contours, triangles: &[[usize; 3]]) -> Self {
        let count = 3 * triangles.len();
        let around = |turn: usize| (0..count).map(move |h| h - h % 3 + (h + turn) % 3);
        let mut mesh = Self {
            contours,
            origin: triangles.iter().flatten().copied().collect(),
            next: around(1).collect(),
            previous: around(2).collect(),
            twin: vec![NONE; count],
        };
        let ends = |h: usize| {
            let (v, w) = (mesh.origin[h], mesh.origin[mesh.next[h]]);
            (v.min(w), v.max(w))
        };
        let mut by_ends: Vec<((usize, usize), usize)> = (0..count).map(|h| (ends(h), h)).collect();
        by_ends.arrange();
        for pair in by_ends.windows(2) {
            if pair[0].0 == pair[1].0 {
                mesh.twin[pair[0].1] = pair[1].1;
                mesh.twin[pair[1].1] = pair[0].1;
            }
        }
        mesh
    }

    fn point(&self, half_edge: usize) -> Point {
        self.contours.points[self.origin[half_edge]]
    }

    /// Swaps the diagonal of two triangles for the other one wherever that is shorter.
    ///
    /// Short diagonals make compact triangles, which join into fewer pieces: a third fewer on a
    /// plate full of holes, 3 % fewer on random outlines. Each swap reduces the sum of all lengths,
    /// or makes a flat triangle one that is not, so that the swaps come to an end; their number is
    /// limited to bound the time.
    pub(super) fn shorten_diagonals(&mut self) {
        let mut waiting: Vec<usize> = (0..self.twin.len()).rev().collect();
        let mut is_waiting = vec![true; self.twin.len()];
        let mut swaps_left = 8 * self.twin.len();
        while let Some(h) = waiting.pop() {
            is_waiting[h] = false;
            if swaps_left == 0 || !self.is_swap_better(h) {
                continue;
            }
            swaps_left -= 1;
            for edge in self.swap(h) {
                if !std::mem::replace(&mut is_waiting[edge], true) {
                    waiting.push(edge);
                }
            }
        }
    }

    /// True if the quadrilateral around an edge has a better diagonal than this edge.
    fn is_swap_better(&self, h: usize) -> bool {
        let t = self.twin[h];
        if t == NONE {
            return false;
        }
        let (a, b) = (self.point(h), self.point(t));
        let (c, d) = (self.point(self.previous[h]), self.point(self.previous[t]));
        if orientation(d, b, c) <= 0 || orientation(c, a, d) <= 0 {
            return false;
        }
        let is_flat = orientation(a, b, c) == 0 || orientation(b, a, d) == 0;
        is_flat || length_squared(c, d) < length_squared(a, b)
    }

    /// Rotates the edge between two triangles; returns the four edges around them.
    fn swap(&mut self, h: usize) -> [usize; 4] {
        let t = self.twin[h];
        let (h_next, h_previous) = (self.next[h], self.previous[h]);
        let (t_next, t_previous) = (self.next[t], self.previous[t]);
        self.origin[h] = self.origin[h_previous];
        self.origin[t] = self.origin[t_previous];
        for triangle in [[h, t_previous, h_next], [t, h_previous, t_next]] {
            for i in 0..3 {
                self.next[triangle[i]] = triangle[(i + 1) % 3];
                self.previous[triangle[i]] = triangle[(i + 2) % 3];
            }
        }
        [h_next, h_previous, t_next, t_previous]
    }

    /// Removes edges between pieces that are convex together, for as long as there are any.
    ///
    /// Hertel and Mehlhorn ("Fast triangulation of the plane with respect to simple polygons",
    /// 1985): in any order, at most four times as many pieces remain as are needed. One pass is
    /// enough, because removing an edge only widens the angles that other edges divide. The order
    /// is ours: edges that resolve a reflex corner by themselves stay to the end, and the longest
    /// of the others go first.
    pub(super) fn merge_convex(&mut self) {
        let mut inner: Vec<(usize, f64, usize)> = (0..self.twin.len())
            .filter(|&h| self.twin[h] != NONE && h < self.twin[h])
            .map(|h| {
                let t = self.twin[h];
                let worth = usize::from(self.settles(h)) + usize::from(self.settles(t));
                (worth, length_squared(self.point(h), self.point(t)), h)
            })
            .collect();
        inner.arrange_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        for (.., h) in inner {
            let t = self.twin[h];
            // With the edge gone, the outlines go on across its two ends.
            let joints = [(self.previous[h], self.next[t]), (self.previous[t], self.next[h])];
            let is_convex = joints.iter().all(|&(arriving, leaving)| {
                let beyond = self.point(self.next[leaving]);
                orientation(self.point(arriving), self.point(leaving), beyond) >= 0
            });
            if is_convex {
                for (arriving, leaving) in joints {
                    self.next[arriving] = leaving;
                    self.previous[leaving] = arriving;
                }
                // Out of every ring.
                (self.next[h], self.next[t]) = (NONE, NONE);
            }
        }
    }

    /// True if an edge starts at a reflex corner and divides it into two angles that are not
    /// reflex.
    fn settles(&self, h: usize) -> bool {
        let corner = self.origin[h];
        let (before, after) = (self.contours.previous[corner], self.contours.next[corner]);
        let [before, after] = [before, after].map(|v| self.contours.points[v]);
        let (at, to) = (self.point(h), self.point(self.twin[h]));
        self.contours.turn(corner) < 0
            && orientation(before, at, to) >= 0
            && orientation(to, at, after) >= 0
    }

    /// The outlines of all pieces, counter-clockwise and strictly convex: vertices on straight
    /// edges are left out. Flat pieces have fewer than three vertices.
    pub(super) fn outlines(&self) -> Vec<Vec<Point>> {
        let mut is_seen = vec![false; self.twin.len()];
        let mut outlines = Vec::new();
        for start in 0..self.twin.len() {
            if self.next[start] == NONE || is_seen[start] {
                continue;
            }
            let mut outline = Vec::new();
            let mut h = start;
            while !std::mem::replace(&mut is_seen[h], true) {
                let (before, after) = (self.point(self.previous[h]), self.point(self.next[h]));
                if orientation(before, self.point(h), after) > 0 {
                    outline.push(self.point(h));
                }
                h = self.next[h];
            }
            outlines.push(outline);
        }
        outlines
    }
}

fn length_squared(a: Point, b: Point) -> f64 {
    let (x, y) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
    x * x + y * y
}
