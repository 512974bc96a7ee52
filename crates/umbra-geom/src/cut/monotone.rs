//! Cuts a region into triangles: first into pieces that a sweep line crosses once, then each of
//! those by walking along it.
//!
//! The method of Garey, Johnson, Preparata and Tarjan ("Triangulating a simple polygon", 1978) as
//! taught in de Berg et al., "Computational Geometry", chapter 3, rotated by 90 degrees: the sweep
//! goes from left to right. O(n log n), no new points, every decision by the exact orientation
//! test.

use crate::sort::Arrange;
use std::collections::BTreeMap;

use super::contours::Contours;
use super::sweep::{SweepEdge, meets_first};
use crate::Error;
use crate::predicate::orientation;

/// Cuts the region inside of oriented contours into triangles, counter-clockwise.
///
/// A triangle may be flat when vertices line up across the region.
pub(super) fn triangulate(contours: &Contours) -> Result<Vec<[usize; 3]>, Error> {
    let diagonals = monotone_diagonals(contours)?;
    let mut triangles = Vec::with_capacity(contours.points.len());
    for face in faces(contours, &diagonals) {
        triangulate_monotone(contours, &face, &mut triangles);
    }
    Ok(triangles)
}

/// Diagonals that leave no piece with a vertex where the sweep line splits or merges.
///
/// Refuses holes whose leftmost vertex does not lie inside of the region.
fn monotone_diagonals(contours: &Contours) -> Result<Vec<[usize; 2]>, Error> {
    let points = &contours.points;
    let mut diagonals = Vec::new();
    // Every edge under the sweep line, with its *helper*: for an edge that has the region above
    // it, the last vertex that could see it, and so the one that a diagonal may come from.
    let mut status = BTreeMap::<SweepEdge, usize>::new();
    let mut merges = vec![false; points.len()];
    for v in contours.sweep_order() {
        let (before, after) = (contours.previous[v], contours.next[v]);
        let before_is_left = meets_first(points[before], points[v]);
        let after_is_left = meets_first(points[after], points[v]);
        let is_convex = contours.turn(v) > 0;
        let mut connect = |helper: usize, always: bool| {
            if always || merges[helper] {
                diagonals.push([v, helper]);
            }
        };
        if before_is_left {
            // The edge that ends here has the region above it: it goes from left to right.
            if let Some(helper) = status.remove(&contours.sweep_edge(before)) {
                connect(helper, false);
            }
        }
        if after_is_left {
            status.remove(&contours.sweep_edge(v));
        }
        let is_split = !before_is_left && !after_is_left && !is_convex;
        let is_merge = before_is_left && after_is_left && !is_convex;
        let is_under_region_edge = after_is_left && !before_is_left;
        if is_split || is_merge || is_under_region_edge {
            // The region is below this vertex.
            match status.range_mut(..SweepEdge::at_point(points[v])).next_back() {
                Some((edge, helper)) if goes_right(contours, edge.start) => {
                    connect(*helper, is_split);
                    *helper = v;
                }
                // Only a hole can begin where there is no region below.
                _ => return Err(Error::HoleOutside { hole: contours.hole[v].unwrap_or(0) }),
            }
        }
        merges[v] = is_merge;
        if !before_is_left {
            status.insert(contours.sweep_edge(before), v);
        }
        if !after_is_left {
            status.insert(contours.sweep_edge(v), v);
        }
    }
    Ok(diagonals)
}

/// True if an edge goes from left to right, and so has the region above it.
fn goes_right(contours: &Contours, edge: usize) -> bool {
    meets_first(contours.points[edge], contours.points[contours.next[edge]])
}

/// The pieces that diagonals cut the region into, as counter-clockwise rings of vertices.
fn faces(contours: &Contours, diagonals: &[[usize; 2]]) -> Vec<Vec<usize>> {
    let n = contours.points.len();
    // What leaves each vertex, counter-clockwise from the contour's own edge: first that edge,
    // then the ends of diagonals, named by twice the diagonal's index plus the end.
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (i, diagonal) in diagonals.iter().enumerate() {
        leaving[diagonal[0]].push(2 * i);
        leaving[diagonal[1]].push(2 * i + 1);
    }
    let target = |end: usize| diagonals[end / 2][1 - end % 2];
    // Where each end is in the list of its vertex.
    let mut position = vec![0; 2 * diagonals.len()];
    for (v, ends) in leaving.iter_mut().enumerate() {
        let point = |w: usize| contours.points[w];
        let (from, first) = (point(v), point(contours.next[v]));
        // Half turns from the first edge: before, at, or after.
        let half = |end: usize| -orientation(from, first, point(target(end)));
        ends.arrange_by(|&a, &b| {
            let turn = orientation(from, point(target(a)), point(target(b)));
            half(a).cmp(&half(b)).then(0.cmp(&turn)).then(a.cmp(&b))
        });
        for (i, &end) in ends.iter().enumerate() {
            position[end] = i;
        }
    }
    let mut is_walked = vec![false; n];
    let mut is_end_walked = vec![false; 2 * diagonals.len()];
    let mut faces = Vec::new();
    for v in 0..n {
        // Every piece has an edge of the contours or is met through one of its diagonals.
        let starts = std::iter::once(None).chain(leaving[v].iter().copied().map(Some));
        for start in starts {
            let mut face = Vec::new();
            let (mut at, mut out) = (v, start);
            loop {
                let walked = match out {
                    None => &mut is_walked[at],
                    Some(end) => &mut is_end_walked[end],
                };
                if std::mem::replace(walked, true) {
                    break;
                }
                face.push(at);
                // Arriving, the piece goes on along the next edge clockwise.
                let slot = match out {
                    None => {
                        at = contours.next[at];
                        leaving[at].len()
                    }
                    Some(end) => {
                        at = target(end);
                        position[end ^ 1]
                    }
                };
                out = slot.checked_sub(1).map(|i| leaving[at][i]);
            }
            if !face.is_empty() {
                faces.push(face);
            }
        }
    }
    faces
}

/// Cuts a piece that every vertical line crosses once into triangles.
///
/// Vertices are taken from left to right. Those without a triangle yet form a chain that bends
/// inwards; a vertex on the other side sees all of it, one on the same side cuts off ears.
fn triangulate_monotone(contours: &Contours, face: &[usize], triangles: &mut Vec<[usize; 3]>) {
    let n = face.len();
    let first =
        |i: usize, j: usize| meets_first(contours.points[face[i]], contours.points[face[j]]);
    let leftmost = (0..n).fold(0, |best, i| if first(i, best) { i } else { best });
    // The two sides, merged: from the leftmost vertex, forwards is the lower side.
    let (mut lower, mut upper) = (1, n - 1);
    let mut sorted = vec![(face[leftmost], true)];
    while lower <= upper {
        let (i, j) = ((leftmost + lower) % n, (leftmost + upper) % n);
        if first(i, j) {
            sorted.push((face[i], true));
            lower += 1;
        } else {
            sorted.push((face[j], false));
            upper -= 1;
        }
    }
    let turn = |a: usize, b: usize, c: usize| {
        orientation(contours.points[a], contours.points[b], contours.points[c])
    };
    let mut waiting: Vec<usize> = vec![sorted[0].0];
    let mut waits_below = sorted[1].1;
    for (i, &(v, is_below)) in sorted.iter().enumerate().skip(1) {
        if is_below != waits_below || i + 1 == n {
            for pair in waiting.windows(2) {
                let (a, b) = if waits_below { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
                triangles.push([a, b, v]);
            }
            waiting = vec![sorted[i - 1].0, v];
            waits_below = is_below;
            continue;
        }
        while let [.., a, b] = waiting[..] {
            let way = turn(a, b, v);
            if (waits_below && way <= 0) || (!waits_below && way >= 0) {
                break;
            }
            triangles.push(if waits_below { [a, b, v] } else { [b, a, v] });
            waiting.pop();
        }
        waiting.push(v);
    }
}
