//! Shatters a convex polygon into the Voronoi cells of seed points.

use super::split::{clip_into, cut_back, wide};
use crate::sort::Arrange;
use crate::{Error, Point, Polygon, check};

/// The pieces into which a polygon breaks around `seeds`: for each seed, the part that is nearer to
/// it than to any other.
///
/// Pieces are in the order of their seeds. A seed may lie outside of the polygon; when its cell
/// does not extend into the polygon, or by no more than a sliver, it has no piece. The areas add up
/// to that of the polygon. A rounded polygon breaks into rounded pieces, with their flat faces on
/// the cracks, as with [`split`](super::split); the area that the new roundings remove is lost.
///
/// Each cell visits the seeds around its own until they are too far away to cut into it: for evenly
/// spread seeds that is O(n √n), and for seeds in a row, whose cells extend from end to end of the
/// polygon, O(n²).
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

/// [`shatter`] with one entry for each seed, for callers that have to match pieces and seeds:
/// `None` for a seed without a piece.
///
/// # Errors
/// The errors of [`shatter`].
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
    order.arrange_by(|&i, &j| {
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
    let strips = Strips::new(sorted);
    let mut rank = vec![0; seeds.len()];
    for (k, &i) in order.iter().enumerate() {
        rank[i] = k;
    }
    let cell = |(seed, rank): (&Point, usize)| {
        cut_back(polygon, |outline, radius| strips.cell(outline, radius, wide(seed), rank))
    };
    Ok(seeds.iter().zip(rank).map(cell).collect())
}

/// Seeds in strips from left to right, with as many in each as there are strips, from bottom to
/// top.
struct Strips {
    seeds: Vec<[f64; 2]>,
    /// The number of seeds in a strip; the last may have fewer.
    size: usize,
    /// The x coordinates at which each strip begins and ends.
    ends: Vec<[f64; 2]>,
}

impl Strips {
    /// The strips of seeds that are sorted by x.
    fn new(mut seeds: Vec<[f64; 2]>) -> Self {
        let size = seeds.len().isqrt().max(1);
        let ends = seeds.chunks(size).map(|strip| [strip[0][0], strip[strip.len() - 1][0]]);
        let ends = ends.collect();
        for strip in seeds.chunks_mut(size) {
            strip.arrange_by(|p, q| p[1].total_cmp(&q[1]).then(p[0].total_cmp(&q[0])));
        }
        Self { seeds, size, ends }
    }

    /// The part of `outline` that is nearer, by twice `radius`, to the seed `at` than to any other;
    /// `rank` is the seed's index in the order of x.
    fn cell(&self, outline: &[[f64; 2]], radius: f64, at: [f64; 2], rank: usize) -> Vec<[f64; 2]> {
        let mut cell = Cell::new(outline, radius, at);
        let mut strips = Outwards::from(rank / self.size + 1);
        let beside = |strip: usize| {
            let [begin, end] = self.ends[strip];
            (begin - at[0]).max(at[0] - end)
        };
        while let Some(strip) = strips.next(self.ends.len(), beside, cell.too_far) {
            let from = strip * self.size;
            let seeds = &self.seeds[from..self.seeds.len().min(from + self.size)];
            let mut near = Outwards::from(seeds.partition_point(|seed| seed[1] < at[1]));
            let across = |k: usize| (seeds[k][1] - at[1]).abs();
            while let Some(k) = near.next(seeds.len(), across, cell.too_far) {
                cell.cut_off(seeds[k]);
            }
        }
        cell.outline
    }
}

/// Walks a list from a start to both sides, the nearer entry first.
struct Outwards {
    /// One more than the index of the next entry to the left.
    left: usize,
    right: usize,
}

impl Outwards {
    fn from(start: usize) -> Self {
        Self { left: start, right: start }
    }

    /// The next entry, unless it is farther away than `limit`.
    fn next(&mut self, count: usize, away: impl Fn(usize) -> f64, limit: f64) -> Option<usize> {
        let to_left = self.left.checked_sub(1).map_or(f64::INFINITY, &away);
        let to_right = if self.right < count { away(self.right) } else { f64::INFINITY };
        if to_left.min(to_right) > limit {
            return None;
        }
        if to_left <= to_right {
            self.left -= 1;
            return Some(self.left);
        }
        self.right += 1;
        Some(self.right - 1)
    }
}

/// The remaining part of an outline around a seed.
struct Cell {
    outline: Vec<[f64; 2]>,
    /// Scratch memory for cuts.
    cut: Vec<[f64; 2]>,
    radius: f64,
    at: [f64; 2],
    /// Seeds at this distance or more cannot cut the cell: half of the distance is beyond all of
    /// it.
    too_far: f64,
}

impl Cell {
    fn new(outline: &[[f64; 2]], radius: f64, at: [f64; 2]) -> Self {
        let (outline, cut) = (outline.to_vec(), Vec::with_capacity(16));
        let mut cell = Self { outline, cut, radius, at, too_far: 0.0 };
        cell.measure();
        cell
    }

    fn measure(&mut self) {
        let away = |p: &[f64; 2]| {
            let (x, y) = (p[0] - self.at[0], p[1] - self.at[1]);
            x * x + y * y
        };
        let reach = libm::sqrt(self.outline.iter().map(away).fold(0.0, f64::max));
        let is_gone = self.outline.is_empty();
        self.too_far = if is_gone { f64::NEG_INFINITY } else { 2.0 * (reach + self.radius) };
    }

    /// Cuts off the part that is nearer to another seed.
    fn cut_off(&mut self, other: [f64; 2]) {
        let at = self.at;
        let (x, y) = (other[0] - at[0], other[1] - at[1]);
        let square = x * x + y * y;
        if square == 0.0 || square > self.too_far * self.too_far {
            return;
        }
        let distance = libm::sqrt(square);
        let normal = [x / distance, y / distance];
        let offset = normal[0] * at[0] + normal[1] * at[1] + 0.5 * distance - self.radius;
        // Most cuts miss, and need no new outline.
        if self.outline.iter().any(|p| normal[0] * p[0] + normal[1] * p[1] - offset > 0.0) {
            clip_into(&self.outline, normal, offset, &mut self.cut);
            core::mem::swap(&mut self.outline, &mut self.cut);
            self.measure();
        }
    }
}
