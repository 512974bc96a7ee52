//! The distance of two cores: GJK along the outline of the Minkowski difference.
//!
//! The distance of two convex shapes is the distance of the origin from their difference, the set
//! of all b - a. Gilbert, Johnson and Keerthi walk towards its point nearest to the origin, from
//! simplex to simplex, and need at every step the corner of the whole set that is farthest ahead.
//! In the plane there is a shorter way. The difference of two convex polygons is a convex
//! polygon: its edges are those of B and of -A, sorted by direction. So four edges at most decide
//! which corner follows a corner (the hill climbing of Lin and Canny, and of Cameron's GJK), and
//! the walk is along an outline, in one direction. One support point starts it.
//!
//! With O the origin and w a corner that is farthest along d, there are two cases.
//!
//! **d separates the shapes** (d · w < 0). Then O is in front of one of the two edges at w, and
//! the distance falls along at most one such edge. Follow that side until it no longer falls. All
//! regions are tested: the corner, the edge before, the edge after. Where the walk ends, the
//! corner or edge is the nearest of all, as the difference is convex.
//!
//! **d does not.** Start with d from the centre c of the difference towards O. If any direction n
//! separates the shapes, then n · d > 0; and n · w is negative, as it is at most the value of the
//! farthest corner along n. So if d is rotated towards n, the height of the outline over O falls:
//! from where it falls, follow it. Either an edge follows that has O in front of it, and the
//! first case continues from there; or the height has a least value that is not negative, and
//! nothing separates the shapes. Then that height is a depth, and the direction one in which they
//! can be pushed apart.
//!
//! **The next time**, the shapes have nearly the same poses, and the nearest feature is the same.
//! To confirm that takes its own vertices and their neighbours: no loop, and no branch that
//! differs from the last time.
//!
//! **Callers.** Times of impact and overlap tests, and distances of polygons of more than eight
//! corners, of shapes one of which is very much longer, and of numbers too large or small to
//! square. For all other distances every vertex and edge is [tested](super::nearest), which is
//! faster.
//!
//! **Termination.** The walk never turns round, so it visits no corner twice. The difference has
//! no more corners than A and B together, which bounds the steps, whatever the rounding.

use super::answers::{DistanceCache, End, Feature};
use crate::frame::Frame;
use crate::math::{cross, direction, dot, left_of, right_of};
use crate::{ConvexCore, Point, Real, Vector};

/// The nearest features of two cores: in the frame of A, and without their radii.
#[derive(Clone, Copy)]
pub(super) struct CoreDistance {
    /// The distance; negative when the cores overlap: then the depth along the normal.
    pub(super) distance: Real,
    /// The unit vector from A to B.
    pub(super) normal: Vector,
    pub(super) point_a: Vector,
    pub(super) point_b: Vector,
    pub(super) feature: Feature,
    /// The number of support points and steps.
    pub(super) iterations: u32,
}

/// Two cores, with the frame of B in A.
pub(super) struct Cores<'a> {
    pub(super) a: ConvexCore<'a>,
    pub(super) b: ConvexCore<'a>,
    pub(super) b_in_a: Frame,
}

/// A corner of the difference: the two vertices whose difference it is, and b - a.
#[derive(Clone, Copy)]
struct Corner {
    index_a: usize,
    index_b: usize,
    at: Vector,
}

/// An edge of the difference, from a corner on, in the direction of the walk.
#[derive(Clone, Copy)]
struct Edge {
    next: Corner,
    along: Vector,
    is_of_b: bool,
}

impl Cores<'_> {
    /// The distance between the cores. For two points there is nothing to search. `guess` is called
    /// when the cached feature is no longer the nearest; it is used where a guess is cheaper than a
    /// walk.
    #[inline]
    pub(super) fn distance(
        &self,
        cache: &mut DistanceCache,
        guess: impl Fn() -> Option<End>,
    ) -> CoreDistance {
        if self.a.vertices.len() + self.b.vertices.len() == 2 {
            return self.at_vertices(0, 0);
        }
        let mut end = cache.nearest.map(|(feature, a, b)| (feature, a.into(), b.into()));
        for is_last_try in [false, true] {
            if let Some((feature, a, b)) = end
                && let Some(found) = self.confirm(feature, a, b)
            {
                cache.nearest = small(feature, a, b);
                return found;
            }
            end = if is_last_try { None } else { guess() };
        }
        let mut steps = 1;
        let (feature, index_a, index_b) = self.walk(&mut steps);
        let found = match feature {
            Feature::Vertices => self.at_vertices(index_a, index_b),
            Feature::EdgeOfA => self.at_edge_of_a(index_a, index_b),
            Feature::EdgeOfB => self.at_edge_of_b(index_a, index_b),
        };
        cache.nearest = small(feature, index_a, index_b);
        CoreDistance { iterations: steps, ..found }
    }

    /// True if the distance between the cores is at most `most`.
    #[inline]
    pub(super) fn within(&self, most: Real) -> bool {
        let direction = self.towards_origin();
        let bound = dot(direction, self.support(direction).at);
        // The first direction parts most shapes that are apart.
        if bound < 0.0 && bound * bound > most * most * dot(direction, direction) {
            return false;
        }
        let found = self.distance(&mut DistanceCache::default(), || None).distance;
        // Endless where the difference of two places overflows.
        (found <= most) & found.is_finite()
    }

    /// The vector from the centre of the difference to the origin; any direction if they coincide.
    #[inline(always)]
    fn towards_origin(&self) -> Vector {
        let way = self.a.center.coords - self.b_in_a.outward(self.b.center.coords);
        if way.x.abs() + way.y.abs() > 1e-18 { way } else { Vector::new(1.0, 0.0) }
    }

    #[inline(always)]
    fn corner(&self, index_a: usize, index_b: usize) -> Corner {
        Corner { index_a, index_b, at: self.vertex_b(index_b) - self.vertex_a(index_a) }
    }

    #[inline(always)]
    fn vertex_a(&self, index: usize) -> Vector {
        self.a.vertices[index].coords
    }

    /// A vertex of B, in the frame of A.
    #[inline(always)]
    fn vertex_b(&self, index: usize) -> Vector {
        self.b_in_a.outward(self.b.vertices[index].coords)
    }

    /// The corner farthest along `direction`.
    #[inline(always)]
    fn support(&self, direction: Vector) -> Corner {
        let mut index_a = farthest(self.a.vertices, -direction);
        if is_longer(&self.a, &self.b) {
            index_a = highest_near(self.a.vertices, index_a, -direction);
        }
        let index_b = farthest(self.b.vertices, self.b_in_a.turn_back(direction));
        self.corner(index_a, index_b)
    }

    /// The edge after `corner`, or before it. `facing` is a direction along which the corner is the
    /// farthest. For the difference of two points, an edge without length.
    ///
    /// There is no branch on which of the two outlines has the edge: it cannot be predicted.
    #[inline(always)]
    fn edge<const FORWARD: bool>(&self, corner: &Corner, facing: Vector) -> Edge {
        let &Corner { index_a, index_b, .. } = corner;
        // Edge `i` runs from vertex `i` to the next.
        let (next_a, next_b) = if FORWARD {
            (self.a.next(index_a), self.b.next(index_b))
        } else {
            (self.a.previous(index_a), self.b.previous(index_b))
        };
        let (edge_a, edge_b) = if FORWARD { (index_a, index_b) } else { (next_a, next_b) };
        let is_of_b = match (self.a.normals.get(edge_a), self.b.normals.get(edge_b)) {
            (Some(a), Some(b)) => {
                // The one that `facing` comes to first when it turns. Less than a quarter turn
                // apart, the cross product knows; beyond that it could take half a turn for none,
                // and the nearer to `facing` is the first.
                let (a, b) = (-a, self.b_in_a.turn(*b));
                let b_turns_first = if FORWARD { cross(b, a) > 0.0 } else { cross(b, a) < 0.0 };
                let b_is_nearer = dot(b, facing) > dot(a, facing);
                let is_near = dot(a, b) >= 0.0;
                (is_near & b_turns_first) | (!is_near & b_is_nearer)
            }
            (None, _) => true,
            (_, None) => false,
        };
        // As the shape holds it: in the difference of two corners a short edge of one shape drowns
        // in the rounding of the other shape's size.
        let along = if is_of_b {
            self.b_in_a.turn(self.b.vertices[next_b] - self.b.vertices[index_b])
        } else {
            self.vertex_a(index_a) - self.vertex_a(next_a)
        };
        let index_a = if is_of_b { index_a } else { next_a };
        let index_b = if is_of_b { next_b } else { index_b };
        Edge { next: self.corner(index_a, index_b), along, is_of_b }
    }

    /// Looks for the nearest feature, or for the depth when the cores overlap.
    #[inline(always)]
    fn walk(&self, steps: &mut u32) -> End {
        let facing = self.towards_origin();
        let corner = self.support(facing);
        let height = dot(facing, corner.at);
        if height >= 0.0 {
            return self.part(corner, facing, steps);
        }
        // The first case. Both sides at once: which of them it is cannot be predicted either.
        let (ahead, back) =
            (self.edge::<true>(&corner, facing), self.edge::<false>(&corner, facing));
        let falls_ahead = dot(ahead.along, corner.at) < 0.0;
        let falls_back = dot(back.along, corner.at) < 0.0;
        // Seen from the origin, and the distance falls.
        if falls_ahead & (dot(right_of(ahead.along), corner.at) < 0.0) {
            self.follow::<true>(corner, ahead, steps)
        } else if falls_back & (dot(left_of(back.along), corner.at) < 0.0) {
            self.follow::<false>(corner, back, steps)
        } else if (falls_ahead | falls_back) & height.is_finite() {
            // The origin is on the edge, or behind it by less than rounding can tell: nothing
            // parts the two, though `facing` seemed to.
            self.part(corner, facing, steps)
        } else {
            (Feature::Vertices, corner.index_a, corner.index_b)
        }
    }

    /// Follows the outline from `corner` along `edge`, along which the distance falls.
    #[inline(always)]
    fn follow<const FORWARD: bool>(
        &self,
        mut corner: Corner,
        mut edge: Edge,
        steps: &mut u32,
    ) -> End {
        loop {
            *steps += 1;
            if dot(edge.along, edge.next.at) > 0.0 || *steps > self.most_steps() {
                return end::<FORWARD>(&corner, &edge);
            }
            corner = edge.next;
            edge = self.edge::<FORWARD>(&corner, outward::<FORWARD>(edge.along));
            if dot(edge.along, corner.at) >= 0.0 {
                return (Feature::Vertices, corner.index_a, corner.index_b);
            }
        }
    }

    /// The second case: `facing` does not separate the shapes. Rotates towards the side on which
    /// the height over the origin falls.
    #[cold]
    #[inline(never)]
    fn part(&self, corner: Corner, facing: Vector, steps: &mut u32) -> End {
        if self.a.normals.is_empty() && self.b.normals.is_empty() {
            return (Feature::Vertices, corner.index_a, corner.index_b);
        }
        if dot(left_of(facing), corner.at) <= 0.0 {
            self.turn::<true>(corner, facing, steps)
        } else {
            self.turn::<false>(corner, facing, steps)
        }
    }

    fn turn<const FORWARD: bool>(
        &self,
        mut corner: Corner,
        mut facing: Vector,
        steps: &mut u32,
    ) -> End {
        loop {
            *steps += 1;
            let edge = self.edge::<FORWARD>(&corner, facing);
            facing = outward::<FORWARD>(edge.along);
            if dot(facing, corner.at) < 0.0 {
                if dot(edge.along, corner.at) < 0.0 {
                    return self.follow::<FORWARD>(corner, edge, steps);
                }
                return (Feature::Vertices, corner.index_a, corner.index_b);
            }
            if dot(edge.along, edge.next.at) >= 0.0 || *steps > self.most_steps() {
                return end::<FORWARD>(&corner, &edge);
            }
            corner = edge.next;
        }
    }

    #[inline]
    fn most_steps(&self) -> u32 {
        (self.a.vertices.len() + self.b.vertices.len()) as u32
    }

    /// The distance at a feature, if that is certain to be the nearest one.
    #[inline(always)]
    fn confirm(&self, feature: Feature, index_a: usize, index_b: usize) -> Option<CoreDistance> {
        if index_a >= self.a.vertices.len() || index_b >= self.b.vertices.len() {
            return None;
        }
        let found = match feature {
            Feature::Vertices => self.at_vertices(index_a, index_b),
            Feature::EdgeOfA if !self.a.normals.is_empty() => self.at_edge_of_a(index_a, index_b),
            Feature::EdgeOfB if !self.b.normals.is_empty() => self.at_edge_of_b(index_a, index_b),
            _ => return None,
        };
        // A's vertex is the highest along the normal and B's the lowest, next to its neighbours
        // and so of all. For an edge, both of its ends are.
        let here_a = self.vertex_a(index_a);
        let rises_a = |index: usize| dot(self.vertex_a(index) - here_a, found.normal) > 0.0;
        let normal_b = self.b_in_a.turn_back(found.normal);
        let here_b = self.b.vertices[index_b].coords;
        let falls_b = |index: usize| dot(self.b.vertices[index].coords - here_b, normal_b) < 0.0;
        let a_is_higher = rises_a(self.a.next(index_a)) | rises_a(self.a.previous(index_a));
        let b_is_lower = falls_b(self.b.next(index_b)) | falls_b(self.b.previous(index_b));
        let wrong = match feature {
            Feature::Vertices => a_is_higher | b_is_lower,
            Feature::EdgeOfA => b_is_lower | self.is_beside_edge_of_a(index_a, found.point_a),
            Feature::EdgeOfB => a_is_higher | self.is_beside_edge_of_b(index_b, found.point_b),
        };
        if wrong {
            return None;
        }
        (found.distance > 0.0 || self.overlaps_at(feature, index_a, index_b, found.distance))
            .then_some(found)
    }

    /// True if the cores are certain to overlap: the origin is in the triangle between the centre
    /// of the difference and one of its edges.
    #[inline(always)]
    fn overlaps_at(&self, edge: Feature, index_a: usize, index_b: usize, height: Real) -> bool {
        let (next_a, next_b) = match edge {
            Feature::Vertices => return false,
            Feature::EdgeOfA => (self.a.next(index_a), index_b),
            Feature::EdgeOfB => (index_a, self.b.next(index_b)),
        };
        let center = self.b_in_a.outward(self.b.center.coords) - self.a.center.coords;
        let start = self.corner(index_a, index_b).at;
        let end = self.corner(next_a, next_b).at;
        (height <= 0.0) & (cross(center, start) >= 0.0) & (cross(center, end) <= 0.0)
    }

    /// True if a point of an edge's line lies beyond one of the edge's ends.
    #[inline(always)]
    fn is_beside_edge_of_a(&self, index: usize, point: Vector) -> bool {
        let (start, end) = (self.vertex_a(index), self.vertex_a(self.a.next(index)));
        is_beside(point, start, end, end - start)
    }

    /// The same for an edge of B, in the frame of A, where the ends of a far edge may round to the
    /// same point; so the edge's direction is taken from the shape.
    #[inline(always)]
    fn is_beside_edge_of_b(&self, index: usize, point: Vector) -> bool {
        let next = self.b.next(index);
        let along = self.b_in_a.turn(self.b.vertices[next] - self.b.vertices[index]);
        is_beside(point, self.vertex_b(index), self.vertex_b(next), along)
    }

    #[inline(always)]
    fn at_vertices(&self, index_a: usize, index_b: usize) -> CoreDistance {
        let (point_a, point_b) = (self.vertex_a(index_a), self.vertex_b(index_b));
        let way = point_b - point_a;
        let (normal, distance) = match direction(way) {
            Some(found) => found,
            // Zero, or as far as a number can say, or no number.
            None => (Vector::new(1.0, 0.0), dot(way, way)),
        };
        let feature = Feature::Vertices;
        CoreDistance { distance, normal, point_a, point_b, feature, iterations: 1 }
    }

    /// The distance at an edge of A. The normal of an edge is exact, as the shape stores it; and so
    /// is the distance, however small: no difference of nearby points is normalised.
    #[inline(always)]
    fn at_edge_of_a(&self, index_a: usize, index_b: usize) -> CoreDistance {
        let normal = self.a.normals[index_a];
        let point_b = self.vertex_b(index_b);
        let distance = dot(normal, point_b - self.vertex_a(index_a));
        let point_a = point_b - normal * distance;
        let feature = Feature::EdgeOfA;
        CoreDistance { distance, normal, point_a, point_b, feature, iterations: 1 }
    }

    #[inline(always)]
    fn at_edge_of_b(&self, index_a: usize, index_b: usize) -> CoreDistance {
        let normal = -self.b_in_a.turn(self.b.normals[index_b]);
        let point_a = self.vertex_a(index_a);
        let distance = dot(normal, self.vertex_b(index_b) - point_a);
        let point_b = point_a + normal * distance;
        let feature = Feature::EdgeOfB;
        CoreDistance { distance, normal, point_a, point_b, feature, iterations: 1 }
    }
}

/// True if a point lies before the start or after the end of an edge that runs `along`.
#[inline(always)]
fn is_beside(point: Vector, start: Vector, end: Vector, along: Vector) -> bool {
    let is_within = (dot(point - start, along) >= 0.0) & (dot(end - point, along) >= 0.0);
    !is_within
}

/// The outward normal of an edge of the outline, as long as the edge.
#[inline(always)]
fn outward<const FORWARD: bool>(along: Vector) -> Vector {
    if FORWARD { right_of(along) } else { left_of(along) }
}

/// The edge of A or B that makes an edge of the difference, and the vertex of the other core.
#[inline(always)]
fn end<const FORWARD: bool>(corner: &Corner, edge: &Edge) -> End {
    let start = if FORWARD { corner } else { &edge.next };
    let feature = if edge.is_of_b { Feature::EdgeOfB } else { Feature::EdgeOfA };
    (feature, start.index_a, start.index_b)
}

/// A feature as the cache stores it; `None` for indices too large for it.
#[inline(always)]
fn small(feature: Feature, a: usize, b: usize) -> Option<(Feature, u16, u16)> {
    u16::try_from(a).ok().zip(u16::try_from(b).ok()).map(|(a, b)| (feature, a, b))
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

/// The ratio of lengths from which on the longer shape needs special care.
pub(super) const LONGER: Real = 64.0;

/// True if a core is so much longer than the other shape that its far ends have too few digits
/// to place the other shape.
///
/// The limit is far from the ratio of most pairs, because a branch that varies from pair to pair
/// costs time.
#[inline(always)]
pub(super) fn is_longer(core: &ConvexCore<'_>, other: &ConvexCore<'_>) -> bool {
    core.outer_radius > LONGER * (other.outer_radius + other.radius)
}

/// The vertex farthest along `direction`, near one that is the farthest up to rounding: far out,
/// the two ends of a short edge round to the same height, and only the edge decides.
#[cold]
#[inline(never)]
fn highest_near(vertices: &[Point], index: usize, direction: Vector) -> usize {
    let count = vertices.len();
    let rises = |from: usize, to: usize| dot(vertices[to] - vertices[from], direction) > 0.0;
    let mut best = index;
    for _ in 0..count {
        best = match ((best + 1) % count, (best + count - 1) % count) {
            (next, _) if rises(best, next) => next,
            (_, previous) if rises(best, previous) => previous,
            _ => break,
        };
    }
    best
}
