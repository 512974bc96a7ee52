//! The distance of two cores: GJK, held to the outline of the Minkowski difference.
//!
//! Two convex shapes are as far apart as the origin is from their difference, the set of all
//! b - a. Gilbert, Johnson and Keerthi walk towards the point of it that is nearest to the origin,
//! from simplex to simplex, and ask at every step for the corner of the whole set that is farthest
//! ahead. In the plane there is a shorter way. The difference of two convex polygons is a convex
//! polygon: its edges are those of B and of -A, sorted by direction. So the corner that follows a
//! corner is known from four edges at most (the hill climbing of Lin and Canny, and of Cameron's
//! GJK), and the walk is along an outline, in one direction. One support point starts it.
//!
//! With O the origin and w a corner that is farthest along d, there are two cases.
//!
//! **d parts the shapes** (d · w < 0). Then O sees one of the two edges at w, and the distance
//! falls along at most one that it sees. Follow that side until it no longer falls. All regions
//! are tested: the corner, the edge before, the edge after. Where the walk ends, the corner or
//! edge proves itself the nearest of all, as the difference is convex.
//!
//! **d does not.** Start with d from the centre c of the difference towards O. If any direction n
//! parts the shapes, then n · d > 0; and n · w is negative, being at most what the farthest corner
//! along n has. So if d is turned towards n, the height of the outline over O falls: from where it
//! falls, follow it. Either an edge comes that O sees, and the first case goes on from there; or
//! the height has a least value that is not negative, and nothing parts the shapes. That height is
//! a depth then, and the direction one in which they can be pushed apart.
//!
//! **Why it ends.** The walk never turns round, so it meets no corner twice. The difference has no
//! more corners than A and B have together, which bounds the steps, whatever rounding does.

use super::frame::Frame;
use crate::math::{cross, dot, left_of};
use crate::{ConvexCore, Point, Real, Vector};

/// What the last distance between two shapes ended with, to start the next one from.
///
/// Keep one per pair of shapes. Between two frames of a simulation hardly anything changes, and
/// the walk that starts in the direction found last has nothing left to do but confirm it. A cache
/// filled by other shapes costs time and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DistanceCache {
    /// The normal found last, in the frame of A; zero when there is none.
    normal: Vector,
}

/// How two cores lie: in the frame of A, and without their radii.
#[derive(Clone, Copy)]
pub(super) struct CoreDistance {
    /// Less than zero when the cores overlap: how far they can be pushed along the normal.
    pub(super) distance: Real,
    /// The unit vector from A to B.
    pub(super) normal: Vector,
    pub(super) point_a: Vector,
    pub(super) point_b: Vector,
    pub(super) feature: Feature,
    /// Support points and steps.
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

/// A corner of the difference.
#[derive(Clone, Copy)]
struct Corner {
    index_a: usize,
    index_b: usize,
    /// The vertex of A.
    a: Vector,
    /// b - a.
    at: Vector,
}

/// An edge of the difference, from a corner on, in the direction of the walk.
#[derive(Clone, Copy)]
struct Edge {
    next: Corner,
    /// The outward unit normal.
    normal: Vector,
    feature: Feature,
}

impl Cores<'_> {
    /// The distance between the cores.
    #[inline]
    pub(super) fn distance(&self, cache: &mut DistanceCache) -> CoreDistance {
        let mut steps = 1;
        // Towards the origin.
        let mut direction = -cache.normal;
        if cache.normal == Vector::zeros() {
            direction = self.towards_origin();
        }
        let mut corner = self.support(direction);
        let found = if dot(direction, corner.at) < 0.0 {
            self.nearest(corner, direction, steps)
        } else {
            steps += 1;
            direction = self.towards_origin();
            corner = self.support(direction);
            if dot(direction, corner.at) < 0.0 {
                self.nearest(corner, direction, steps)
            } else if dot(left_of(direction), corner.at) <= 0.0 {
                self.part::<true>(corner, direction, steps)
            } else {
                self.part::<false>(corner, direction, steps)
            }
        };
        // After an overlap the centres are the better start.
        cache.normal = if found.distance > 0.0 { found.normal } else { Vector::zeros() };
        found
    }

    /// Whether the distance between the cores is at most `most`.
    #[inline]
    pub(super) fn within(&self, most: Real) -> bool {
        let direction = self.towards_origin();
        let bound = dot(direction, self.support(direction).at);
        // The first direction parts most shapes that are apart.
        if bound < 0.0 && bound * bound > most * most * dot(direction, direction) {
            return false;
        }
        self.distance(&mut DistanceCache::default()).distance <= most
    }

    /// From the centre of the difference to the origin; any direction where the two coincide.
    #[inline(always)]
    fn towards_origin(&self) -> Vector {
        let way = self.a.center.coords - self.b_in_a.outward(self.b.center.coords);
        if way.x.abs() + way.y.abs() > 1e-18 { way } else { Vector::new(1.0, 0.0) }
    }

    #[inline(always)]
    fn corner(&self, index_a: usize, index_b: usize) -> Corner {
        let a = self.a.vertices[index_a].coords;
        let b = self.b_in_a.outward(self.b.vertices[index_b].coords);
        Corner { index_a, index_b, a, at: b - a }
    }

    /// The corner farthest along `direction`.
    #[inline(always)]
    fn support(&self, direction: Vector) -> Corner {
        let index_a = farthest(self.a.vertices, -direction);
        let index_b = farthest(self.b.vertices, self.b_in_a.turn_back(direction));
        self.corner(index_a, index_b)
    }

    /// The edge after `corner`, or before it. `facing` is a direction that the corner is farthest
    /// along. None at the difference of two points.
    #[inline(always)]
    fn edge<const FORWARD: bool>(&self, corner: &Corner, facing: Vector) -> Option<Edge> {
        let &Corner { index_a, index_b, .. } = corner;
        // Edge `i` runs from vertex `i` to the next.
        let (next_a, edge_a, next_b, edge_b) = if FORWARD {
            (self.a.next(index_a), index_a, self.b.next(index_b), index_b)
        } else {
            let (a, b) = (self.a.previous(index_a), self.b.previous(index_b));
            (a, a, b, b)
        };
        let normal_of_a = || -self.a.normals[edge_a];
        let normal_of_b = || self.b_in_a.turn(self.b.normals[edge_b]);
        let has_a = !self.a.normals.is_empty();
        let has_b = !self.b.normals.is_empty();
        let (normal, is_of_b) = if has_a && has_b {
            let (a, b) = (normal_of_a(), normal_of_b());
            // The one that `facing` comes to first when it turns. Less than a quarter turn apart,
            // the cross product knows; beyond that it could take half a turn for none, and the
            // nearer to `facing` is the first.
            let b_is_first = if dot(a, b) >= 0.0 {
                if FORWARD { cross(b, a) > 0.0 } else { cross(b, a) < 0.0 }
            } else {
                dot(b, facing) > dot(a, facing)
            };
            (if b_is_first { b } else { a }, b_is_first)
        } else if has_a {
            (normal_of_a(), false)
        } else if has_b {
            (normal_of_b(), true)
        } else {
            return None;
        };
        let (next, feature) = if is_of_b {
            (self.corner(index_a, next_b), Feature::EdgeOfB)
        } else {
            (self.corner(next_a, index_b), Feature::EdgeOfA)
        };
        Some(Edge { next, normal, feature })
    }

    /// The first case: `facing` parts the shapes at `corner`.
    #[inline(always)]
    fn nearest(&self, corner: Corner, facing: Vector, steps: u32) -> CoreDistance {
        let falls = |edge: &Edge| {
            let is_seen = dot(edge.normal, corner.at) < 0.0;
            is_seen && dot(edge.next.at - corner.at, corner.at) < 0.0
        };
        if let Some(edge) = self.edge::<true>(&corner, facing).filter(falls) {
            return self.follow::<true>(corner, edge, steps);
        }
        if let Some(edge) = self.edge::<false>(&corner, facing).filter(falls) {
            return self.follow::<false>(corner, edge, steps);
        }
        at_corner(&corner, facing, steps)
    }

    /// Follows the outline from `corner` along `edge`, along which the distance falls.
    #[inline(always)]
    fn follow<const FORWARD: bool>(
        &self,
        mut corner: Corner,
        mut edge: Edge,
        mut steps: u32,
    ) -> CoreDistance {
        let most = self.most_steps();
        loop {
            steps += 1;
            let along = edge.next.at - corner.at;
            if dot(along, edge.next.at) > 0.0 || steps > most {
                return at_edge(&corner, &edge, steps);
            }
            corner = edge.next;
            let facing = edge.normal;
            match self.edge::<FORWARD>(&corner, facing) {
                Some(next) if dot(next.next.at - corner.at, corner.at) < 0.0 => edge = next,
                _ => return at_corner(&corner, facing, steps),
            }
        }
    }

    /// The second case: `facing` does not part the shapes, and the way along which the height
    /// falls is forward or not.
    #[cold]
    #[inline(never)]
    fn part<const FORWARD: bool>(
        &self,
        mut corner: Corner,
        mut facing: Vector,
        mut steps: u32,
    ) -> CoreDistance {
        let most = self.most_steps();
        while let Some(edge) = self.edge::<FORWARD>(&corner, facing) {
            steps += 1;
            let along = edge.next.at - corner.at;
            if dot(edge.normal, corner.at) < 0.0 {
                if dot(along, corner.at) < 0.0 {
                    return self.follow::<FORWARD>(corner, edge, steps);
                }
                break;
            }
            if dot(along, edge.next.at) >= 0.0 || steps > most {
                return at_edge(&corner, &edge, steps);
            }
            (corner, facing) = (edge.next, edge.normal);
        }
        at_corner(&corner, facing, steps)
    }

    #[inline]
    fn most_steps(&self) -> u32 {
        (self.a.vertices.len() + self.b.vertices.len()) as u32
    }
}

/// The corner is the nearest; `facing` stands in for its direction when it is the origin itself.
#[inline(always)]
fn at_corner(corner: &Corner, facing: Vector, iterations: u32) -> CoreDistance {
    let distance = dot(corner.at, corner.at).sqrt();
    let normal = if distance > 1e-18 {
        corner.at / distance
    } else {
        crate::math::direction(-facing).map_or(Vector::new(1.0, 0.0), |(normal, _)| normal)
    };
    let (point_a, point_b) = (corner.a, corner.a + corner.at);
    CoreDistance { distance, normal, point_a, point_b, feature: Feature::Vertices, iterations }
}

/// The edge is the nearest. Its normal is exact, as it is that of an edge of A or B; and so is the
/// distance, however near: no difference of nearby points is normalised.
#[inline(always)]
fn at_edge(corner: &Corner, edge: &Edge, iterations: u32) -> CoreDistance {
    let along = edge.next.at - corner.at;
    let fraction = -dot(along, corner.at) / dot(along, along);
    let distance = -dot(edge.normal, corner.at);
    let normal = -edge.normal;
    let point_a = corner.a + (edge.next.a - corner.a) * fraction;
    let point_b = point_a + normal * distance;
    CoreDistance { distance, normal, point_a, point_b, feature: edge.feature, iterations }
}

/// The vertex farthest along `direction`.
#[inline(always)]
fn farthest(vertices: &[Point], direction: Vector) -> usize {
    let mut best = 0;
    let mut most = Real::NEG_INFINITY;
    for (index, vertex) in vertices.iter().enumerate() {
        let along = dot(vertex.coords, direction);
        (best, most) = if along > most { (index, along) } else { (best, most) };
    }
    best
}
