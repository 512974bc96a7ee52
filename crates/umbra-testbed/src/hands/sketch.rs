//! A freehand line becomes an outline: simplified, closed, and taken from its middle.

use umbra::geom::cut::decompose;
use umbra::geom::math::cross;
use umbra::prelude::*;

/// The middle of a line's inside, and its corners seen from there. What crosses itself becomes its
/// convex hull.
///
/// # Errors
/// A sentence, when the line has no inside.
pub(super) fn outline(line: &[Point], tolerance: Real) -> Result<(Point, Vec<Point>), String> {
    let mut corners = simplified(line, tolerance);
    // The end of a line that was drawn around lies near its beginning.
    let is_closed = |corners: &[Point]| {
        corners.len() > 3 && (corners[0] - corners[corners.len() - 1]).norm() < 3.0 * tolerance
    };
    if is_closed(&corners) {
        corners.pop();
    }
    if corners.len() < 3 {
        return Err("a drawing needs three corners at least".to_owned());
    }
    if decompose(&corners, &[]).is_err() {
        let hull = Polygon::hull(corners).map_err(|error| format!("no body: {error}"))?;
        corners = hull.vertices().to_vec();
    }
    let middle = centroid(&corners);
    let seen = corners.iter().map(|corner| Point::from(corner - middle)).collect();
    Ok((middle, seen))
}

/// Ramer, Douglas and Peucker: leaves out what is nearer than the tolerance to a line between two
/// others.
fn simplified(line: &[Point], tolerance: Real) -> Vec<Point> {
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return vec![] };
    let along = last - first;
    let length = along.norm();
    let distance = |point: &Point| {
        if length > 0.0 {
            cross(along, point - first).abs() / length
        } else {
            (point - first).norm()
        }
    };
    let inner = line.iter().enumerate().skip(1).take(line.len().saturating_sub(2));
    let farthest = inner
        .map(|(index, point)| (index, distance(point)))
        .max_by(|(_, a), (_, b)| a.total_cmp(b));
    match farthest {
        Some((index, distance)) if distance > tolerance => {
            let mut corners = simplified(&line[..=index], tolerance);
            corners.pop();
            corners.extend(simplified(&line[index..], tolerance));
            corners
        }
        _ if first == last => vec![*first],
        _ => vec![*first, *last],
    }
}

/// The middle of the area; of what has none, the mean of the corners.
fn centroid(corners: &[Point]) -> Point {
    let first = corners[0];
    let (mut sum, mut area) = (Vector::zeros(), 0.0);
    for ends in corners.windows(2) {
        let (a, b) = (ends[0] - first, ends[1] - first);
        let twice = cross(a, b);
        area += twice;
        sum += (a + b) * (twice / 3.0);
    }
    if area == 0.0 {
        let mean: Vector = corners.iter().map(|corner| corner - first).sum();
        return first + mean / corners.len() as Real;
    }
    first + sum / area
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line from corner to corner in small parts, as a hand draws it.
    fn drawn(corners: &[[Real; 2]]) -> Vec<Point> {
        let parts = |ends: &[[Real; 2]]| {
            let [a, b] = [ends[0], ends[1]].map(Point::from);
            (0..20).map(move |part| a + (b - a) * (part as Real / 20.0))
        };
        corners.windows(2).flat_map(parts).collect()
    }

    #[test]
    fn a_drawn_square_is_a_square() {
        let line = drawn(&[[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0], [1.0, 1.0]]);
        let (middle, corners) = outline(&line, 0.1).unwrap();
        assert!((middle - Point::new(2.0, 2.0)).norm() < 0.1, "{middle}");
        assert!((4..=5).contains(&corners.len()), "{corners:?}");
    }

    #[test]
    fn an_l_stays_hollow_and_a_bow_becomes_its_hull() {
        let l =
            [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0], [0.0, 0.0]];
        let (_, corners) = outline(&drawn(&l), 0.1).unwrap();
        assert!(corners.len() >= 6, "{corners:?}");
        let bow = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
        let (_, corners) = outline(&drawn(&bow), 0.1).unwrap();
        assert!(Polygon::new(corners).is_ok());
    }

    #[test]
    fn what_has_no_inside_is_refused() {
        for line in [vec![], drawn(&[[0.0, 0.0], [1.0, 0.0]]), vec![Point::origin(); 9]] {
            assert!(outline(&line, 0.1).is_err());
        }
    }
}
