//! The convex hull of a cloud of points.

use crate::Point;
use crate::predicate::orientation;
use crate::sort::Arrange;

/// Points nearer to the hull's boundary than this fraction of the cloud's extent are dropped.
const TOLERANCE: f64 = 1e-5;

/// The convex hull of `points`: counter-clockwise, strictly convex, starting from the leftmost.
///
/// Duplicates are welded and near-collinear points dropped, as long as no given point is left
/// outside by more than 1e-5 of the cloud's largest extent. When all points lie on one line, within
/// that tolerance, fewer than three are returned. Points that are not finite are left out;
/// [`Polygon::hull`](crate::Polygon::hull) refuses them.
///
/// Andrew's monotone chain with an exact orientation test, so that no rounding can make it
/// concave; then a pass that simplifies. O(n log n).
///
/// ```
/// use umbra_geom::cut::convex_hull;
/// let cloud = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.4], [1.0, 1.0], [0.5, 1e-7], [0.0, 1.0]];
/// let hull = convex_hull(&cloud.map(Into::into));
/// assert_eq!(hull, [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Into::into));
/// ```
pub fn convex_hull(points: &[Point]) -> Vec<Point> {
    simplify(&exact_hull(points))
}

/// The convex hull without simplification: only exactly equal or collinear points are dropped.
pub(crate) fn exact_hull(points: &[Point]) -> Vec<Point> {
    // Adding zero turns -0 into +0: they are one coordinate and must sort as one.
    let mut sorted: Vec<Point> = points
        .iter()
        .filter(|p| p.x.is_finite() && p.y.is_finite())
        .map(|p| Point::new(p.x + 0.0, p.y + 0.0))
        .collect();
    sorted.arrange_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut hull = half_hull(sorted.iter().copied());
    hull.pop();
    let upper = half_hull(sorted.iter().rev().copied());
    hull.extend(&upper[..upper.len() - 1]);
    hull
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
/// run is near that chord; testing only the last one would let a finely divided circle shrink to
/// nothing, a little at a time.
fn simplify(hull: &[Point]) -> Vec<Point> {
    let n = hull.len();
    if n < 3 {
        return hull.to_vec();
    }
    let tolerance = TOLERANCE * extent(hull);
    let near = |a: usize, b: usize| {
        let (from, to) = (hull[a % n], hull[b % n]);
        (a + 1..b).all(|i| distance_to_segment(hull[i % n], from, to) <= tolerance)
    };
    // Start from a vertex that is sure to stay: the one farthest from the first.
    let distance_to_first = |i: usize| distance_to_segment(hull[i], hull[0], hull[0]);
    let start = (0..n)
        .fold(0, |best, i| if distance_to_first(i) > distance_to_first(best) { i } else { best });
    // From each vertex that stays, the next is found by doubling and then halving the step, so
    // that a run of k vertices is looked at log k times and not k times.
    let mut kept = Vec::new();
    let (mut last, end) = (start, start + n);
    while last < end {
        kept.push(hull[last % n]);
        let (mut good, mut step) = (last + 1, 1);
        while good + step <= end && near(last, good + step) {
            good += step;
            step *= 2;
        }
        while step > 0 {
            if good + step <= end && near(last, good + step) {
                good += step;
            }
            step /= 2;
        }
        last = good;
    }
    let leftmost = (0..kept.len()).fold(0, |best, i| {
        if (kept[i].x, kept[i].y) < (kept[best].x, kept[best].y) { i } else { best }
    });
    kept.rotate_left(leftmost);
    kept
}

/// The larger side of the box around the points.
pub(crate) fn extent(points: &[Point]) -> f64 {
    let side = |axis: usize| {
        let values = points.iter().map(|p| f64::from(p[axis]));
        values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
    };
    side(0).max(side(1)).max(0.0)
}

/// The distance of `p` from the segment `a` `b`, or from the point `a` if both are equal.
///
/// From the segment, not from its line: in an outline thinner than the tolerance every vertex is
/// near the line of any chord, and only the distance from the segment keeps the far end.
fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let between = |from: Point, to: Point| {
        [f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y)]
    };
    let (along, to) = (between(a, b), between(a, p));
    let length_squared = along[0] * along[0] + along[1] * along[1];
    let t = if length_squared > 0.0 {
        ((to[0] * along[0] + to[1] * along[1]) / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let off = [to[0] - t * along[0], to[1] - t * along[1]];
    libm::sqrt(off[0] * off[0] + off[1] * off[1])
}
