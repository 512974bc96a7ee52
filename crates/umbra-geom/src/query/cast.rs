//! Shape casts: the first hit of a shape that moves in a straight line.
//!
//! Moving the radius from one term of a Minkowski sum to the other made a ray of a moving circle
//! (see [`cast_circle`](super::cast_circle)). The same works for the whole shape: B, moved by u,
//! touches A when some a - b = u, so the path of B is a ray from the origin at the Minkowski
//! difference A - B. Its outline consists of the edges of A and of -B, sorted by direction.
//! Sorting is a merge, as both run counter-clockwise already; and only edges that face the ray
//! matter, up to the one that it crosses. So there is no iteration and no tolerance: one walk
//! along the chain of facing edges, one intersection with an edge or with a corner circle.

use super::answers::DistanceCache;
use super::distance::distance;
use super::ray::{enters_circle, is_at_most, way_of};
use crate::frame::Frame;
use crate::math::{cross, dot};
use crate::{ConvexCore, Point, Pose, Real, Shape, Vector};

/// The hit of a moving shape on another: the result of [`cast_shape`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// The fraction of the translation before the hit, from 0 to 1.
    pub fraction: Real,
    /// The point of contact on the surface of A, with A at its starting pose.
    pub point: Point,
    /// The unit normal of the contact, from A to B.
    pub normal: Vector,
}

/// The first contact of B with A, while B moves by `translation` and A stays fixed.
///
/// When both move, pass the translation of B relative to A. Nothing rotates; for rotating shapes
/// there is [`time_of_impact`](super::time_of_impact).
///
/// When the two overlap at the start, the fraction is 0, and point and normal are those of
/// [`distance`](super::distance). Sliding along each other without pressing is no hit. `None` also
/// when a number is not finite.
///
/// ```
/// use umbra_geom::{Polygon, Shape, Vector, math::pose};
/// use umbra_geom::query::cast_shape;
///
/// let wall = Shape::from(Polygon::cuboid(1.0, 3.0)?);
/// let tile = Shape::from(Polygon::cuboid(0.5, 0.5)?);
/// let (at, from) = (pose([5.0, 0.0], 0.0), pose([0.0, 0.0], 0.0));
/// let hit = cast_shape(&wall, &at, &tile, &from, [7.0, 0.0]).unwrap();
/// assert_eq!((hit.fraction, hit.normal), (0.5, Vector::new(-1.0, 0.0)));
/// assert_eq!(hit.point.x, 4.0);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[inline]
pub fn cast_shape(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    translation: impl Into<Vector>,
) -> Option<CastHit> {
    let frame = Frame::from_pose(pose_a);
    let way = frame.turn_back(translation.into());
    let Some((along, length)) = way_of(way) else {
        return if way == Vector::zeros() { stuck(a, pose_a, b, pose_b, true) } else { None };
    };
    let (core_a, core_b) = (a.core(), b.core());
    let difference = Difference::new(&core_a, &core_b, &Frame::between(pose_a, pose_b), along);
    let entry = difference.enters()?;
    if !is_at_most(entry.distance, length) {
        return None;
    }
    if entry.distance >= 0.0 {
        let point = match entry.vertex {
            Touching::OfA(vertex) => vertex + entry.normal * core_a.radius,
            Touching::OfB(vertex) => vertex + along * entry.distance - entry.normal * core_b.radius,
        };
        return Some(CastHit {
            fraction: entry.distance / length,
            point: frame.outward_point(point),
            normal: frame.turn(entry.normal),
        });
    }
    let exit =
        Difference::new(&core_a, &core_b, &Frame::between(pose_a, pose_b), -along).enters()?;
    if exit.distance < 0.0 { stuck(a, pose_a, b, pose_b, false) } else { None }
}

/// The hit of shapes that overlap from the start. With `ask`, tests the overlap first.
#[cold]
fn stuck(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, ask: bool) -> Option<CastHit> {
    let found = distance(a, pose_a, b, pose_b, &mut DistanceCache::default());
    let overlap = !ask || found.distance == 0.0;
    overlap.then_some(CastHit { fraction: 0.0, point: found.point_a, normal: found.normal })
}

/// One of the two outlines that make up the difference, relative to the ray.
///
/// B counts negated. Its vertices stay as they are and the ray is rotated instead: into B's
/// frame, and by half a turn.
struct Outline<'a> {
    core: &'a ConvexCore<'a>,
    /// The unit vector of the ray, in the frame of this outline.
    along: Vector,
    /// The position of the frame to the left of the ray.
    aside: Real,
    /// The position of the frame along the ray.
    reach: Real,
}

/// An edge that faces the ray.
struct Facing {
    next: usize,
    /// The extent of the edge across the ray; greater than zero.
    fall: Real,
    /// The components of the normal along the ray (negative: it faces the ray) and to its left.
    normal: Vector,
}

impl Outline<'_> {
    #[inline]
    fn aside(&self, index: usize) -> Real {
        cross(self.along, self.core.vertices[index].coords)
    }

    #[inline]
    fn reach(&self, index: usize) -> Real {
        dot(self.along, self.core.vertices[index].coords)
    }

    /// The vertex at which the edges that face the ray begin, and the extent of the outline to the
    /// right and to the left of the ray.
    #[inline]
    fn extent(&self) -> (usize, Real, Real) {
        let first = self.aside(0);
        let (mut top, mut right, mut left) = (0, first, first);
        for index in 1..self.core.vertices.len() {
            let aside = self.aside(index);
            right = if aside < right { aside } else { right };
            (top, left) = if aside > left { (index, aside) } else { (top, left) };
        }
        // An edge along the ray does not face it: begin at its nearer end.
        for neighbour in [self.core.next(top), self.core.previous(top)] {
            if self.aside(neighbour) == left && self.reach(neighbour) < self.reach(top) {
                top = neighbour;
            }
        }
        (top, right + self.aside, left + self.aside)
    }

    #[inline]
    fn facing(&self, index: usize) -> Option<Facing> {
        let next = self.core.next(index);
        let fall = self.aside(index) - self.aside(next);
        (fall > 0.0).then(|| {
            let normal = self.core.normals[index];
            let normal = Vector::new(dot(self.along, normal), cross(self.along, normal));
            Facing { next, fall, normal }
        })
    }
}

/// The Minkowski difference A - B and a ray from the origin.
struct Difference<'a> {
    a: Outline<'a>,
    b: Outline<'a>,
    b_in_a: Frame,
    radius: Real,
}

/// The vertex that touches the other shape.
enum Touching {
    OfA(Vector),
    OfB(Vector),
}

struct Entry {
    distance: Real,
    /// From A to B, in the frame of A.
    normal: Vector,
    vertex: Touching,
}

impl<'a> Difference<'a> {
    #[inline]
    fn new(a: &'a ConvexCore<'a>, b: &'a ConvexCore<'a>, b_in_a: &Frame, along: Vector) -> Self {
        let (aside, reach) = (-cross(along, b_in_a.at), -dot(along, b_in_a.at));
        Self {
            a: Outline { core: a, along, aside: 0.0, reach: 0.0 },
            b: Outline { core: b, along: -b_in_a.turn_back(along), aside, reach },
            b_in_a: *b_in_a,
            radius: a.radius + b.radius,
        }
    }

    /// The entry of the ray, as an infinite line, into the rounded difference.
    #[inline]
    fn enters(&self) -> Option<Entry> {
        let (a, b) = (&self.a, &self.b);
        let (mut on_a, right_a, left_a) = a.extent();
        let (mut on_b, right_b, left_b) = b.extent();
        // The separating axis test across the ray. Strict: to slide along is not to hit. And not
        // the other way round: NaN has to miss.
        let crosses = right_a + right_b < self.radius && left_a + left_b > -self.radius;
        if !crosses {
            return None;
        }
        loop {
            let (edge_a, edge_b) = (a.facing(on_a), b.facing(on_b));
            // Both outlines run counter-clockwise, and so does the merged one.
            let a_is_first = match (&edge_a, &edge_b) {
                (Some(edge_a), Some(edge_b)) => cross(edge_a.normal, edge_b.normal) >= 0.0,
                (edge_a, _) => edge_a.is_some(),
            };
            let Some(edge) = (if a_is_first { edge_a } else { edge_b }) else { break };
            let aside = a.aside(on_a) + b.aside(on_b) + b.aside;
            let begin = aside + self.radius * edge.normal.y;
            if begin < 0.0 {
                break;
            }
            if begin <= edge.fall {
                return Some(self.enters_edge(on_a, on_b, &edge, a_is_first, begin));
            }
            if a_is_first {
                on_a = edge.next;
            } else {
                on_b = edge.next;
            }
        }
        let vertex = a.core.vertices[on_a].coords;
        let aside = a.aside(on_a) + b.aside(on_b) + b.aside;
        let reach = a.reach(on_a) + b.reach(on_b) + b.reach;
        let circle = enters_circle(aside, reach, self.radius, a.along)?;
        let (distance, normal) = (circle.distance, circle.normal);
        Some(Entry { distance, normal, vertex: Touching::OfA(vertex) })
    }

    /// The ray crosses `edge`, which begins at the vertices `on_a` and `on_b`, and `begin` to the
    /// left of the ray.
    #[inline]
    fn enters_edge(
        &self,
        on_a: usize,
        on_b: usize,
        edge: &Facing,
        is_of_a: bool,
        begin: Real,
    ) -> Entry {
        let (a, b) = (&self.a, &self.b);
        let reach = a.reach(on_a) + b.reach(on_b) + b.reach;
        let fraction = begin / edge.fall;
        let (gain, normal, vertex) = if is_of_a {
            let vertex = self.b_in_a.outward(b.core.vertices[on_b].coords);
            let gain = a.reach(edge.next) - a.reach(on_a);
            (gain, a.core.normals[on_a], Touching::OfB(vertex))
        } else {
            let vertex = a.core.vertices[on_a].coords;
            let gain = b.reach(edge.next) - b.reach(on_b);
            (gain, -self.b_in_a.turn(b.core.normals[on_b]), Touching::OfA(vertex))
        };
        let distance = reach + self.radius * edge.normal.x + gain * fraction;
        Entry { distance, normal, vertex }
    }
}
