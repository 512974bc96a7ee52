//! Cores of up to eight vertices, which nearly all shapes have, against one another.
//!
//! All faces of a core are looked at together, four to a register, and nothing is passed over:
//! deciding what to pass over costs more than looking. The steps are those of the general path,
//! and so are their results; where its first choice of a face leads to no contact, which is rare,
//! that path is asked.

use super::clip::Pair;
use super::contact_lanes::{ManifoldLanes, PointLanes};
use super::four::{Four, four, mask, single, splat};
use super::lanes::{Vec2, turn};
use super::manifold::{EDGE, FeatureId, Manifold};
use super::meeting::{Bodies, Meeting, Names};
use super::relative::Relative;
use super::sat::{axis_bias, incident_edge};
use super::{between_faces, second_comes_first};
use crate::{ConvexCore, Point, Pose, Real, Shape, Vector};
use fearless_simd::prelude::*;

/// The vertices and normals of a small core, in arrays of one of a few lengths. What is beyond the
/// last vertex repeats it.
#[derive(Clone, Copy)]
enum Arrays<'a> {
    Two(&'a [Point; 2], &'a [Vector; 2]),
    Four(&'a [Point; 4], &'a [Vector; 4]),
    Eight(&'a [Point; 8], &'a [Vector; 8]),
}

/// A core of two to eight vertices.
#[derive(Clone, Copy)]
pub(super) struct Small<'a> {
    pub(super) core: ConvexCore<'a>,
    arrays: Arrays<'a>,
}

impl<'a> Small<'a> {
    /// The core of `shape`, unless it is a point or has too many vertices.
    #[inline(always)]
    pub(super) fn new(shape: &'a Shape) -> Option<Self> {
        let arrays = match shape {
            Shape::Circle(_) | Shape::ChainSegment(_) => return None,
            Shape::Capsule(capsule) => Self::two(capsule.segment().arrays()),
            Shape::Segment(segment) => Self::two(segment.arrays()),

            Shape::Polygon(polygon) => {
                let (vertices, normals) = polygon.arrays()?;
                if polygon.vertices().len() > 4 {
                    Arrays::Eight(vertices, normals)
                } else {
                    Arrays::Four(vertices.first_chunk()?, normals.first_chunk()?)
                }
            }
        };
        Some(Self { core: shape.core(), arrays })
    }

    #[inline(always)]
    fn two((vertices, normals): (&'a [Point; 2], &'a [Vector; 2])) -> Arrays<'a> {
        Arrays::Two(vertices, normals)
    }

    /// How far `q` lies in front of each face.
    #[inline(always)]
    fn separations(&self, q: &Self, q_in_p: &Relative) -> Separations {
        match q.arrays {
            Arrays::Two(vertices, _) => self.in_front(vertices, q_in_p),
            Arrays::Four(vertices, _) => self.in_front(vertices, q_in_p),
            Arrays::Eight(vertices, _) => self.in_front(vertices, q_in_p),
        }
    }

    #[inline(always)]
    fn in_front<const N: usize>(&self, q: &[Point; N], q_in_p: &Relative) -> Separations {
        let none = splat(Real::NEG_INFINITY);
        let faces = |v: [Point; 4], n: [Vector; 4]| faces_in_front(v, n, q, q_in_p);
        Separations::new(match self.arrays {
            Arrays::Two(v, n) => [faces([v[0], v[1], v[1], v[1]], [n[0], n[1], n[1], n[1]]), none],
            Arrays::Four(v, n) => [faces(*v, *n), none],
            Arrays::Eight(v, n) => [
                faces([v[0], v[1], v[2], v[3]], [n[0], n[1], n[2], n[3]]),
                faces([v[4], v[5], v[6], v[7]], [n[4], n[5], n[6], n[7]]),
            ],
        })
    }

    /// How far a point lies in front of each face.
    #[inline(always)]
    pub(super) fn point_in_front(&self, point: Vector) -> Separations {
        let none = splat(Real::NEG_INFINITY);
        let faces = |v: [Point; 4], n: [Vector; 4]| {
            let (vertex, normal) = (columns(v.map(|v| v.coords)), columns(n));
            normal[0] * (splat(point.x) - vertex[0]) + normal[1] * (splat(point.y) - vertex[1])
        };
        Separations::new(match self.arrays {
            Arrays::Two(v, n) => [faces([v[0], v[1], v[1], v[1]], [n[0], n[1], n[1], n[1]]), none],
            Arrays::Four(v, n) => [faces(*v, *n), none],
            Arrays::Eight(v, n) => [
                faces([v[0], v[1], v[2], v[3]], [n[0], n[1], n[2], n[3]]),
                faces([v[4], v[5], v[6], v[7]], [n[4], n[5], n[6], n[7]]),
            ],
        })
    }

    /// The first of the vertices least far along `axis`.
    #[inline(always)]
    fn support(&self, axis: Vector) -> usize {
        let along = |v: [Point; 4]| {
            let [x, y] = columns(v.map(|p| p.coords));
            x * splat(axis.x) + y * splat(axis.y)
        };
        match self.arrays {
            Arrays::Two(v, _) => {
                let of = |v: Point| axis.x * v.x + axis.y * v.y;
                usize::from(of(v[1]) < of(v[0]))
            }
            Arrays::Four(v, _) => {
                let along = along(*v);
                let least = least_of(along);
                along.simd_eq(splat(least)).to_bitmask().trailing_zeros() as usize & 3
            }
            Arrays::Eight(v, _) => {
                let low = along([v[0], v[1], v[2], v[3]]);
                let high = along([v[4], v[5], v[6], v[7]]);
                let least = splat(least_of(low.min(high)));
                let mask =
                    low.simd_eq(least).to_bitmask() | (high.simd_eq(least).to_bitmask() << 4);
                mask.trailing_zeros() as usize & 7
            }
        }
    }
}

/// The x and the y of four vectors.
#[inline(always)]
fn columns(v: [Vector; 4]) -> [Four; 2] {
    let low = four([v[0].x, v[0].y, v[1].x, v[1].y]);
    let high = four([v[2].x, v[2].y, v[3].x, v[3].y]);
    [low.unzip_low(high), low.unzip_high(high)]
}

#[inline(always)]
fn least_of(v: Four) -> Real {
    let lesser = |a: Real, b: Real| if b < a { b } else { a };
    lesser(lesser(v[0], v[1]), lesser(v[2], v[3]))
}

#[inline(always)]
fn greatest_of(v: Four) -> Real {
    let greater = |a: Real, b: Real| if b > a { b } else { a };
    greater(greater(v[0], v[1]), greater(v[2], v[3]))
}

/// [`face_separation`](super::sat::face_separation) for four faces at once.
///
/// The register's own minimum will do: the sign of a zero makes no difference to what is chosen,
/// and what is no number is found out by [`Relative::is_finite`].
#[inline(always)]
fn faces_in_front<const N: usize>(
    vertices: [Point; 4],
    normals: [Vector; 4],
    q: &[Point; N],
    q_in_p: &Relative,
) -> Four {
    let normal = columns(normals);
    let vertex = columns(vertices.map(|v| v.coords));
    let (cos, sin) = (splat(q_in_p.cos), splat(q_in_p.sin));
    let axis = [cos * normal[0] + sin * normal[1], cos * normal[1] - sin * normal[0]];
    let along = |v: &Point| axis[0] * splat(v.x) + axis[1] * splat(v.y);
    let mut least = along(&q[0]);
    for v in &q[1..] {
        least = along(v).min(least);
    }
    let (x, y) = (splat(q_in_p.shift.x) - vertex[0], splat(q_in_p.shift.y) - vertex[1]);
    least + (normal[0] * x + normal[1] * y)
}

/// How far one core lies in front of each face of another, and the largest of these.
#[derive(Clone, Copy)]
pub(super) struct Separations {
    faces: [Four; 2],
    pub(super) best: Real,
}

impl Separations {
    #[inline(always)]
    fn new(faces: [Four; 2]) -> Self {
        Self { faces, best: greatest_of(faces[0].max(faces[1])) }
    }

    /// The first face with at least this separation.
    #[inline(always)]
    pub(super) fn first_at_least(&self, separation: Real) -> usize {
        let enough = splat(separation);
        let mask = self.faces[0].simd_ge(enough).to_bitmask()
            | (self.faces[1].simd_ge(enough).to_bitmask() << 4);
        mask.trailing_zeros() as usize & 7
    }
}

/// The one core and the other: who is the reference, and who is first where nothing else decides.
struct Sides<'a> {
    a: &'a Small<'a>,
    pose_a: &'a Pose,
    b: &'a Small<'a>,
    pose_b: &'a Pose,
    b_in_a: Relative,
    a_in_b: Relative,
    speculative: Real,
    bias: Real,
}

impl Sides<'_> {
    /// The bodies with B (or else A) as the reference, and the meeting at its face `edge`.
    #[inline(always)]
    fn meeting(&self, b_is_reference: bool, edge: usize) -> (Bodies<Four>, Meeting<Four>) {
        let (p, pose_p, q, q_in_p) = if b_is_reference {
            (self.b, self.pose_b, self.a, &self.a_in_b)
        } else {
            (self.a, self.pose_a, self.b, &self.b_in_a)
        };
        let vector = |v: Vector| [single(v.x), single(v.y)];
        let bodies = Bodies {
            turn: [single(q_in_p.cos), single(q_in_p.sin)],
            shift: vector(q_in_p.shift),
            rotation: [single(pose_p.rotation.re), single(pose_p.rotation.im)],
            radius_p: single(p.core.radius),
            radius_q: single(q.core.radius),
            outer_p: single(p.core.outer_radius),
            speculative: single(self.speculative),
            bias: single(self.bias),
        };
        let normal = p.core.normals[edge];
        let axis = q_in_p.turn_back(normal);
        let nearest = q.support(axis);
        let incident = incident_edge(&q.core, nearest, axis);
        let other = if incident == nearest { q.core.next(incident) } else { incident };
        let end = p.core.next(edge);
        let name = |feature: usize| single(f32::from_bits(feature as u32));
        let names = Names {
            edge: name(edge | EDGE as usize),
            start: name(edge),
            end: name(end),
            incident: name(incident | EDGE as usize),
            nearest: name(nearest),
            other: name(other),
        };
        let meeting = Meeting {
            start: vector(p.core.vertices[edge].coords),
            end: vector(p.core.vertices[end].coords),
            normal: vector(normal),
            nearest: vector(q.core.vertices[nearest].coords),
            other: vector(q.core.vertices[other].coords),
            names,
        };
        (bodies, meeting)
    }

    /// What the general path says.
    #[cold]
    #[inline(never)]
    fn in_general(&self, limit: Real, second_first: bool) -> Manifold {
        let Self { speculative, bias, .. } = *self;
        let (a, b) = (&self.a.core, &self.b.core);
        let from_a =
            Pair { p: a, q: b, q_in_p: self.b_in_a, pose_p: self.pose_a, speculative, bias };
        let from_b =
            Pair { p: b, q: a, q_in_p: self.a_in_b, pose_p: self.pose_b, speculative, bias };
        let Some(best_a) = from_a.best(limit) else { return Manifold::EMPTY };
        let Some(best_b) = from_b.best(limit) else { return Manifold::EMPTY };
        if second_first {
            between_faces(&from_b, best_b, &from_a, best_a).flipped()
        } else {
            between_faces(&from_a, best_a, &from_b, best_b)
        }
    }
}

/// The contact of two small cores, in whichever order they are given.
#[inline]
pub(super) fn collide_small(
    a: &Small<'_>,
    pose_a: &Pose,
    b: &Small<'_>,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    let b_in_a = Relative::new(pose_a, pose_b);
    let a_in_b = Relative::new(pose_b, pose_a);
    let limit = a.core.radius + b.core.radius + speculative;
    let from_a = a.separations(b, &b_in_a);
    let from_b = b.separations(a, &a_in_b);
    let in_reach = (from_a.best <= limit) & (from_b.best <= limit) & b_in_a.is_finite();
    if !in_reach {
        return Manifold::EMPTY;
    }
    let bias = axis_bias(&a.core, &b.core);
    let sides = Sides { a, pose_a, b, pose_b, b_in_a, a_in_b, speculative, bias };
    let second_first = second_comes_first(pose_b.translation.vector - pose_a.translation.vector);

    let b_is_better = from_b.best > from_a.best;
    let best = if b_is_better { from_b.best } else { from_a.best };
    let enough = best - bias;
    // The first shape's face is the reference unless the second's is better by more than the bias.
    let b_is_reference = if second_first { from_b.best >= enough } else { from_a.best < enough };
    let reference = if b_is_reference { &from_b } else { &from_a };
    let at_least = if reference.best > 0.0 { reference.best } else { enough };
    let edge = reference.first_at_least(at_least);

    let (bodies, meeting) = sides.meeting(b_is_reference, edge);
    let placed = meeting.place(&bodies);
    if best > 0.0 {
        let equal = from_a.best == from_b.best;
        let b_is_ahead = b_is_better | (equal & second_first);
        let (corner_bodies, corner) = if b_is_ahead == b_is_reference {
            (bodies, meeting.corner_contact(&bodies, &placed))
        } else {
            let ahead = if b_is_ahead { &from_b } else { &from_a };
            let edge = ahead.first_at_least(ahead.best);
            let (bodies, meeting) = sides.meeting(b_is_ahead, edge);
            (bodies, meeting.corner_contact(&bodies, &meeting.place(&bodies)))
        };
        if corner.applies.to_bitmask() & 1 != 0 {
            let none = PointLanes { separation: splat(Real::INFINITY), ..corner.point };
            return manifold(corner.normal, [corner.point, none], &corner_bodies, b_is_ahead);
        }
    }
    let contact = meeting.face_contact(&bodies, &placed);
    if contact.undecided.to_bitmask() & 1 != 0 {
        return sides.in_general(limit, second_first);
    }
    manifold(meeting.normal, contact.points, &bodies, b_is_reference)
}

/// A contact of one lane as a manifold from A to B.
#[inline(always)]
fn manifold(normal: Vec2<Four>, points: [PointLanes<Four>; 2], bodies: &Bodies<Four>, b_is_p: bool) -> Manifold {
    let contact = ManifoldLanes { normal: turn(bodies.rotation, normal), points };
    let contact = contact.flipped_where(mask(b_is_p));
    let id = |a: Real, b: Real| FeatureId::from_bits((a.to_bits() << 16) | b.to_bits());
    Manifold::of_lane(contact.normal, &contact.points, |v| v[0], id)
}
