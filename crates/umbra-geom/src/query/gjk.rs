//! The algorithm of Gilbert, Johnson and Keerthi for two cores in the plane.
//!
//! Two convex shapes are as far apart as the origin is from their Minkowski difference, the set
//! of all b - a. GJK walks towards the point of that set nearest to the origin. It holds one or
//! two corners of the set, the *simplex*; asks for the corner farthest towards the origin as seen
//! from the simplex; and keeps of simplex and new corner what is now nearest to the origin.
//!
//! **Why it ends.** The distance of a simplex is computed from the simplex alone, always in the
//! same way, and a step is taken only when it makes that distance strictly less. So no simplex
//! comes twice, rounding or not, and there are finitely many. [`MAX_ITERATIONS`] is a backstop on
//! top of that: the most that 10^7 random pairs need is a third of it.

use super::frame::Frame;
use crate::math::{cross, dot, right_of};
use crate::{ConvexCore, Point, Real, Vector};

/// The most support points that one distance asks for.
pub const MAX_ITERATIONS: u32 = 32;

/// What the last distance between two shapes ended with, to start the next one from.
///
/// Keep one per pair of shapes. Between two frames of a simulation hardly anything changes, and
/// the search that starts from here has nothing left to do but confirm it. A cache filled by
/// other shapes costs time and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistanceCache {
    count: u8,
    /// A vertex of A and one of B, for each corner of the simplex.
    corners: [[u16; 2]; 3],
}

/// A corner of the Minkowski difference, and the vertices it is the difference of.
#[derive(Clone, Copy)]
struct Corner {
    /// b - a.
    difference: Vector,
    a: Vector,
    index_a: usize,
    index_b: usize,
}

/// The corner, or edge, of the difference that is nearest to the origin so far. The origin lies
/// on the left of an edge.
#[derive(Clone, Copy)]
struct Simplex {
    first: Corner,
    second: Option<Corner>,
    /// Squared distance from the origin.
    squared: Real,
}

/// How two cores lie: in the frame of A, and without their radii.
#[derive(Clone, Copy)]
pub(super) struct CoreDistance {
    /// Zero when the cores overlap.
    pub(super) distance: Real,
    /// The unit vector from A to B; when the cores overlap, a guess by their centres.
    pub(super) normal: Vector,
    pub(super) point_a: Vector,
    pub(super) point_b: Vector,
    pub(super) feature: Feature,
    pub(super) iterations: u32,
}

/// What the normal of a distance belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    /// It joins two vertices.
    Vertices,
    /// It is that of an edge of A.
    EdgeOfA,
    /// It is that of an edge of B.
    EdgeOfB,
}

/// Two cores, B as A sees it.
pub(super) struct Cores<'a> {
    pub(super) a: ConvexCore<'a>,
    pub(super) b: ConvexCore<'a>,
    pub(super) b_in_a: Frame,
}

enum Search {
    /// The nearest point lies on this simplex.
    Apart(Simplex),
    /// The origin lies in this triangle, or on this edge or corner (repeated).
    Overlapping([Corner; 3]),
}

impl Cores<'_> {
    #[inline]
    fn corner(&self, index_a: usize, index_b: usize) -> Corner {
        let a = self.a.vertices[index_a].coords;
        let b = self.b_in_a.outward(self.b.vertices[index_b].coords);
        Corner { difference: b - a, a, index_a, index_b }
    }

    /// The corner farthest against `direction`.
    #[inline]
    fn support(&self, direction: Vector) -> Corner {
        let index_a = farthest(self.a.vertices, direction);
        let index_b = farthest(self.b.vertices, -self.b_in_a.turn_back(direction));
        self.corner(index_a, index_b)
    }

    #[inline]
    fn between_centers(&self) -> Vector {
        self.b_in_a.outward(self.b.center.coords) - self.a.center.coords
    }

    /// The distance between the cores.
    #[inline]
    pub(super) fn distance(&self, cache: &mut DistanceCache) -> CoreDistance {
        let (search, iterations) = self.search(cache, Real::INFINITY);
        match search {
            Search::Apart(simplex) => self.apart(&simplex, iterations),
            Search::Overlapping(triangle) => {
                let point = common_point(&triangle);
                let normal = crate::math::direction(self.between_centers())
                    .map_or_else(|| Vector::new(1.0, 0.0), |(normal, _)| normal);
                let feature = Feature::Vertices;
                CoreDistance {
                    distance: 0.0,
                    normal,
                    point_a: point,
                    point_b: point,
                    feature,
                    iterations,
                }
            }
        }
    }

    /// Whether the distance between the cores is at most `most`. Stops as soon as that is sure.
    #[inline]
    pub(super) fn within(&self, most: Real) -> bool {
        match self.search(&mut DistanceCache::default(), most).0 {
            Search::Apart(simplex) => simplex.squared <= most * most,
            Search::Overlapping(_) => true,
        }
    }

    /// Searches for the nearest point; stops early when the distance proves to be more than
    /// `enough` (which is infinite when the distance itself is wanted).
    #[inline]
    fn search(&self, cache: &mut DistanceCache, enough: Real) -> (Search, u32) {
        let mut simplex = match self.start(cache) {
            Search::Apart(simplex) => simplex,
            overlapping => return (overlapping, 0),
        };
        let mut iterations = 0;
        while iterations < MAX_ITERATIONS {
            let Simplex { first, second, squared } = simplex;
            if squared == 0.0 {
                let corners = [first, second.unwrap_or(first), first];
                return (Search::Overlapping(corners), iterations);
            }
            // From the origin to the simplex.
            let away = match second {
                None => first.difference,
                Some(second) => right_of(second.difference - first.difference),
            };
            iterations += 1;
            let new = self.support(away);
            let bound = dot(away, new.difference);
            // The whole difference lies beyond the line through the new corner.
            if enough < Real::INFINITY
                && bound > 0.0
                && bound * bound > enough * enough * dot(away, away)
            {
                break;
            }
            if is_same(new, first) || second.is_some_and(|second| is_same(new, second)) {
                break;
            }
            // False for NaN, which ends the search.
            let gains = bound < dot(away, first.difference);
            if !gains {
                break;
            }
            let next = match second {
                None => nearest_on_edge(first, new),
                Some(second) => {
                    let beyond_second =
                        cross(second.difference, new.difference - second.difference) <= 0.0;
                    let beyond_first =
                        cross(new.difference, first.difference - new.difference) <= 0.0;
                    if !beyond_first && !beyond_second && bound <= 0.0 {
                        let triangle = [first, second, new];
                        cache.keep(&triangle);
                        return (Search::Overlapping(triangle), iterations);
                    }
                    // When the line through the new corner parts the shapes, there is no overlap,
                    // whatever rounding makes of the two edges: then take the nearer.
                    if beyond_first == beyond_second {
                        let (one, other) =
                            (nearest_on_edge(new, first), nearest_on_edge(second, new));
                        if other.squared < one.squared { other } else { one }
                    } else if beyond_first {
                        nearest_on_edge(new, first)
                    } else {
                        nearest_on_edge(second, new)
                    }
                }
            };
            if next.squared < squared {
                simplex = next;
                continue;
            }
            if bound <= 0.0 {
                // The difference reaches beyond the origin, and only rounding keeps the simplex
                // from holding it.
                let triangle = [first, second.unwrap_or(first), new];
                return (Search::Overlapping(triangle), iterations);
            }
            break;
        }
        cache.keep_simplex(&simplex);
        (Search::Apart(simplex), iterations)
    }

    /// The simplex to start with: that of the cache if it fits, else the corner that the line
    /// through the two centres points at.
    #[inline]
    fn start(&self, cache: &DistanceCache) -> Search {
        let count = usize::from(cache.count);
        let fits = |&[a, b]: &[u16; 2]| {
            usize::from(a) < self.a.vertices.len() && usize::from(b) < self.b.vertices.len()
        };
        if count == 0 || !cache.corners.iter().all(fits) {
            let corner = self.support(self.between_centers());
            return Search::Apart(single(corner));
        }
        let corner = |i: usize| {
            let [a, b] = cache.corners[i];
            self.corner(usize::from(a), usize::from(b))
        };
        if count == 1 {
            return Search::Apart(single(corner(0)));
        }
        let (first, second) = (corner(0), corner(1));
        if count == 3 {
            let triangle = [first, second, corner(2)];
            if holds_origin(&triangle) {
                return Search::Overlapping(triangle);
            }
        }
        Search::Apart(nearest_on_edge(first, second))
    }

    fn apart(&self, simplex: &Simplex, iterations: u32) -> CoreDistance {
        let first = simplex.first;
        let Some(second) = simplex.second else {
            let distance = simplex.squared.sqrt();
            let normal = first.difference / distance;
            let (point_a, point_b) = (first.a, first.a + first.difference);
            let feature = Feature::Vertices;
            return CoreDistance { distance, normal, point_a, point_b, feature, iterations };
        };
        let edge = second.difference - first.difference;
        let squared_length = dot(edge, edge);
        let fraction = -dot(first.difference, edge) / squared_length;
        let point_a = first.a + (second.a - first.a) * fraction;
        let between = first.difference + edge * fraction;
        let far = dot(between, between);
        // Near the surface `between` is the small difference of large numbers, and the edge knows
        // the normal far better. Far away it is the other way round: there the edge is short and
        // its direction coarse.
        let (normal, distance) = if far > squared_length {
            let distance = far.sqrt();
            (between / distance, distance)
        } else {
            let normal = right_of(edge) / squared_length.sqrt();
            (normal, dot(normal, first.difference))
        };
        let is_edge_of_a = first.index_a != second.index_a;
        let feature = if is_edge_of_a { Feature::EdgeOfA } else { Feature::EdgeOfB };
        let point_b = point_a + between;
        CoreDistance { distance, normal, point_a, point_b, feature, iterations }
    }
}

impl DistanceCache {
    #[inline]
    fn keep_simplex(&mut self, simplex: &Simplex) {
        match simplex.second {
            None => self.keep(&[simplex.first]),
            Some(second) => self.keep(&[simplex.first, second]),
        }
    }

    /// Remembers the corners; polygons too large for the index are searched anew every time.
    #[inline]
    fn keep(&mut self, corners: &[Corner]) {
        *self = Self::default();
        for (slot, corner) in self.corners.iter_mut().zip(corners) {
            let (Ok(a), Ok(b)) = (u16::try_from(corner.index_a), u16::try_from(corner.index_b))
            else {
                return;
            };
            *slot = [a, b];
        }
        self.count = corners.len() as u8;
    }
}

/// The vertex farthest along `direction`.
#[inline]
fn farthest(vertices: &[Point], direction: Vector) -> usize {
    let mut best = 0;
    let mut most = Real::NEG_INFINITY;
    for (index, vertex) in vertices.iter().enumerate() {
        let along = dot(vertex.coords, direction);
        (best, most) = if along > most { (index, along) } else { (best, most) };
    }
    best
}

#[inline]
fn is_same(one: Corner, other: Corner) -> bool {
    (one.index_a == other.index_a) & (one.index_b == other.index_b)
}

#[inline]
fn single(corner: Corner) -> Simplex {
    let squared = dot(corner.difference, corner.difference);
    Simplex { first: corner, second: None, squared }
}

/// The part of an edge that is nearest to the origin: an end, or the edge itself.
#[inline]
fn nearest_on_edge(first: Corner, second: Corner) -> Simplex {
    let edge = second.difference - first.difference;
    if dot(first.difference, edge) >= 0.0 {
        return single(first);
    }
    if dot(second.difference, edge) <= 0.0 {
        return single(second);
    }
    // Not the cross product of the corners: that loses all digits when the edge is short and far.
    let twice_area = cross(first.difference, edge);
    let squared = twice_area * (twice_area / dot(edge, edge));
    if twice_area < 0.0 {
        Simplex { first: second, second: Some(first), squared }
    } else {
        Simplex { first, second: Some(second), squared }
    }
}

/// Twice the area of each of the triangles between the origin and an edge.
#[inline]
fn areas(triangle: &[Corner; 3]) -> [Real; 3] {
    let [p, q, r] = triangle.map(|corner| corner.difference);
    [cross(q, r - q), cross(r, p - r), cross(p, q - p)]
}

#[inline]
fn holds_origin(triangle: &[Corner; 3]) -> bool {
    let [p, q, r] = areas(triangle);
    (p > 0.0 && q > 0.0 && r > 0.0) || (p < 0.0 && q < 0.0 && r < 0.0)
}

/// A point of A that is a point of B too, from a simplex that holds the origin: the corners of A,
/// weighted as the origin is made of the corners of the simplex.
fn common_point(triangle: &[Corner; 3]) -> Vector {
    let [p, q, r] = areas(triangle).map(Real::abs);
    let sum = p + q + r;
    if sum > 0.0 {
        return (triangle[0].a * p + triangle[1].a * q + triangle[2].a * r) / sum;
    }
    // The origin lies on an edge.
    let edge = triangle[1].difference - triangle[0].difference;
    let squared_length = dot(edge, edge);
    if squared_length > 0.0 {
        let fraction = -dot(triangle[0].difference, edge) / squared_length;
        return triangle[0].a + (triangle[1].a - triangle[0].a) * fraction;
    }
    triangle[0].a
}
