//! The convex hull of a cloud of points.

use crate::Point;
use crate::predicate::orientation;

/// Points nearer to the hull's boundary than this fraction of the cloud's extent are dropped.
const TOLERANCE: f64 = 1e-5;

/// The convex hull of `points`: counter-clockwise, strictly convex, starting from the leftmost.
///
/// Duplicates are welded and near-collinear points dropped: a point stays only if the hull
/// without it would leave out some given point by more than 1e-5 of the cloud's largest extent.
/// Fewer than three points come back when all lie on one line. Points must be finite.
///
/// Andrew's monotone chain with an exact orientation test, so that no rounding can make it
/// concave; then a pass that simplifies. O(n log n).
///
/// ```
/// use umbra_geom::material::convex_hull;
/// let cloud = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.4], [1.0, 1.0], [0.5, 1e-7], [0.0, 1.0]];
/// let hull = convex_hull(&cloud.map(Into::into));
/// assert_eq!(hull, [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Into::into));
/// ```
pub fn convex_hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_unstable_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut hull = half_hull(sorted.iter().copied());
    hull.pop();
    let upper = half_hull(sorted.iter().rev().copied());
    hull.extend(&upper[..upper.len() - 1]);
    simplify(&hull)
}

/// The part of the hull that turns left all the way from the first of the sorted points to the
/// last.
fn half_hull(sorted: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for point in sorted {
        while let [.., a, b] = chain[..]
            && orientation(a, b, point) <= 0
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

/// Drops the vertices of a convex outline that lie within the tolerance of the outline without
/// them.
///
/// Walking around, a run of vertices is replaced by its chord as long as *every* vertex of the
/// run is near that chord; looking only at the last would let a finely divided circle shrink to
/// nothing, a little at a time.
fn simplify(hull: &[Point]) -> Vec<Point> {
    let n = hull.len();
    if n < 3 {
        return hull.to_vec();
    }
    let extent = (0..2)
        .map(|axis| {
            let values = hull.iter().map(|p| f64::from(p[axis]));
            values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
        })
        .fold(0.0, f64::max);
    let tolerance = TOLERANCE * extent;
    let near = |a: usize, b: usize| {
        let (chord, length) = difference(hull[a % n], hull[b % n]);
        (a + 1..b).all(|i| {
            let (to_point, distance) = difference(hull[a % n], hull[i % n]);
            let off = if length > tolerance {
                (chord[0] * to_point[1] - chord[1] * to_point[0]).abs() / length
            } else {
                distance
            };
            off <= tolerance
        })
    };
    // Start from a vertex that is sure to stay: the one farthest from the first.
    let distance_to_first = |i: usize| difference(hull[0], hull[i]).1;
    let start = (0..n)
        .fold(0, |best, i| if distance_to_first(i) > distance_to_first(best) { i } else { best });
    let mut kept = vec![start];
    let mut last = start;
    for candidate in start + 1..start + n {
        if !near(last, candidate + 1) {
            kept.push(candidate);
            last = candidate;
        }
    }
    let first =
        kept.iter().map(|&i| i % n).enumerate().min_by_key(|&(_, i)| i).map_or(0, |(k, _)| k);
    kept.rotate_left(first);
    kept.iter().map(|&i| hull[i % n]).collect()
}

/// `b - a` and its length, in `f64`.
fn difference(a: Point, b: Point) -> ([f64; 2], f64) {
    let d = [f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y)];
    (d, libm::sqrt(d[0] * d[0] + d[1] * d[1]))
}
