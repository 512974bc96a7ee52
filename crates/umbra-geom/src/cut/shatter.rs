//! Breaking a convex polygon into the Voronoi cells of seed points.

use super::split::{clip, cut_back, wide};
use crate::{Error, Point, Polygon, check};

/// The pieces into which a polygon breaks around `seeds`: for each, the part that is nearer to it
/// than to any other.
///
/// Pieces come in the order of their seeds. A seed may lie outside of the polygon; when its cell
/// does not reach in, or reaches in by no more than a sliver, it has no piece. The areas add up
/// to that of the polygon. A rounded polygon breaks into rounded pieces, with their flat faces on
/// the cracks, as with [`split`](super::split); what the new roundings take off is lost.
///
/// Seeds are looked at outwards from each cell's own, along x, until they are too far away to cut
/// into it: for evenly spread seeds that is O(n √n), and for seeds in a row, whose cells reach from
/// end to end of the polygon, O(n²).
///
/// # Errors
/// When there are no seeds, a coordinate is not finite or absurd, or two seeds are the same.
///
/// ```
/// use umbra_geom::{Point, Polygon, cut::shatter};
/// let seeds = [[-0.5, 0.0], [0.5, 0.5], [0.5, -0.5]].map(Point::from);
/// let pieces = shatter(&Polygon::cuboid(1.0, 1.0)?, &seeds)?;
/// assert_eq!(pieces.len(), 3);
/// let area: f32 = pieces.iter().map(|piece| piece.area_properties().area).sum();
/// assert!((area - 4.0).abs() < 1e-6);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn shatter(polygon: &Polygon, seeds: &[Point]) -> Result<Vec<Polygon>, Error> {
    Ok(cells(polygon, seeds)?.into_iter().flatten().collect())
}

/// [`shatter`] for callers that need to know which piece belongs to which seed: one entry for each, `None` where it has no piece.
///
/// # Errors
/// As [`shatter`].
///
/// ```
/// use umbra_geom::{Point, Polygon, cut::cells};
/// let seeds = [[-0.5, 0.0], [9.0, 0.0], [0.5, 0.0]].map(Point::from);
/// let pieces = cells(&Polygon::cuboid(1.0, 1.0)?, &seeds)?;
/// assert!(pieces[0].is_some() && pieces[1].is_none() && pieces[2].is_some());
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn cells(polygon: &Polygon, seeds: &[Point]) -> Result<Vec<Option<Polygon>>, Error> {
    let seeds = check::points("seeds", seeds.iter().copied(), 1)?;
    let mut order: Vec<usize> = (0..seeds.len()).collect();
    // Adding zero turns -0 into +0, so that equal seeds are next to one another.
    let key = |i: usize| (seeds[i].x + 0.0, seeds[i].y + 0.0);
    order.sort_unstable_by(|&i, &j| {
        let (p, q) = (key(i), key(j));
        p.0.total_cmp(&q.0).then(p.1.total_cmp(&q.1)).then(i.cmp(&j))
    });
    for pair in order.windows(2) {
        if key(pair[0]) == key(pair[1]) {
            return Err(Error::DuplicatePoints {
                parameter: "seeds",
                first: pair[0],
                second: pair[1],
            });
        }
    }
    let sorted: Vec<[f64; 2]> = order.iter().map(|&i| wide(&seeds[i])).collect();
    let mut rank = vec![0; seeds.len()];
    for (k, &i) in order.iter().enumerate() {
        rank[i] = k;
    }
    let cell = |&k: &usize| cut_back(polygon, |outline, radius| cell(outline, radius, &sorted, k));
    Ok(rank.iter().map(cell).collect())
}

/// The part of `outline` that is nearer, by twice `radius`, to seed `own` than to any other seed
/// of a list sorted by x.
fn cell(outline: &[[f64; 2]], radius: f64, seeds: &[[f64; 2]], own: usize) -> Vec<[f64; 2]> {
    let at = seeds[own];
    let mut cell = outline.to_vec();
    let mut reach = farthest(&cell, at);
    let (mut left, mut right) = (own, own + 1);
    loop {
        // The nearer in x of the next seeds on the two sides.
        let to_left = left.checked_sub(1).map(|k| at[0] - seeds[k][0]);
        let to_right = seeds.get(right).map(|seed| seed[0] - at[0]);
        let (other, across) = match (to_left, to_right) {
            (None, None) => break,
            (Some(x), None) => (left - 1, x),
            (Some(x), Some(y)) if x <= y => (left - 1, x),
            (_, Some(y)) => (right, y),
        };
        // Half of the way to a seed so far is beyond all of the cell, and so for all after it.
        let too_far = 2.0 * (reach + radius);
        if across > too_far || cell.is_empty() {
            break;
        }
        if other < own {
            left -= 1;
        } else {
            right += 1;
        }
        let (x, y) = (seeds[other][0] - at[0], seeds[other][1] - at[1]);
        let distance = libm::sqrt(x * x + y * y);
        if distance <= too_far {
            let normal = [x / distance, y / distance];
            let middle = normal[0] * at[0] + normal[1] * at[1] + 0.5 * distance;
            // Most cuts miss, and need no new outline.
            let offset = middle - radius;
            if cell.iter().any(|p| normal[0] * p[0] + normal[1] * p[1] - offset > 0.0) {
                cell = clip(&cell, normal, offset);
                reach = farthest(&cell, at);
            }
        }
    }
    cell
}

/// The distance from `at` to the farthest of the points.
fn farthest(points: &[[f64; 2]], at: [f64; 2]) -> f64 {
    let square = |p: &[f64; 2]| (p[0] - at[0]) * (p[0] - at[0]) + (p[1] - at[1]) * (p[1] - at[1]);
    libm::sqrt(points.iter().map(square).fold(0.0, f64::max))
}
