//! Cores of up to eight vertices, which nearly all shapes have, against one another.
//!
//! All faces of a core are looked at together, four to a register, and nothing is passed over:
//! deciding what to pass over costs more than looking. The steps are those of the general path,
//! and so are their results; where its first choice of a face leads to no contact, which is rare,
//! that path is asked.

use super::contact_lanes::{ManifoldLanes, id_of_bits};
use super::four::{Four, columns, greatest, least, mask, single, splat, yes};
use super::lanes::{Vec2, turn_back};
use super::manifold::{EDGE, Manifold};
use super::meeting::{Bodies, Meeting, Names};
use super::relative::RelativeLanes;
use super::sat::{axis_bias, good_enough, incident_edge};
use super::second_comes_first;
use crate::{ConvexCore, Point, Polygon, Pose, Real, Segment, Shape, Vector};
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
        match shape {
            Shape::Circle(_) => None,
            Shape::Capsule(capsule) => Some(Self::two(capsule.segment(), capsule.core())),
            Shape::Segment(segment) => Some(Self::two(segment, segment.core())),
            Shape::ChainSegment(link) => Some(Self::two(link.segment(), link.segment().core())),
            Shape::Polygon(polygon) => Self::of_polygon(polygon),
        }
    }

    #[inline(always)]
    fn of_polygon(polygon: &'a Polygon) -> Option<Self> {
        if polygon.vertices().len() > 4 {
            return Self::of_eight(polygon);
        }
        let (vertices, normals) = polygon.arrays()?;
        let arrays = Arrays::Four(vertices.first_chunk()?, normals.first_chunk()?);
        Some(Self { core: polygon.core(), arrays })
    }

    /// A polygon, with arrays of eight even where four would do.
    #[inline(always)]
    pub(super) fn of_eight(polygon: &'a Polygon) -> Option<Self> {
        let (vertices, normals) = polygon.arrays()?;
        Some(Self { core: polygon.core(), arrays: Arrays::Eight(vertices, normals) })
    }

    #[inline(always)]
    fn two(segment: &'a Segment, core: ConvexCore<'a>) -> Self {
        let (vertices, normals) = segment.arrays();
        Self { core, arrays: Arrays::Two(vertices, normals) }
    }

    /// How far `q` lies in front of each face.
    #[inline(always)]
    fn separations(&self, q: &Self, q_in_p: &RelativeLanes<Four>) -> Separations {
        match q.arrays {
            Arrays::Two(vertices, _) => self.in_front(vertices, q_in_p),
            Arrays::Four(vertices, _) => self.in_front(vertices, q_in_p),
            Arrays::Eight(vertices, _) => self.in_front(vertices, q_in_p),
        }
    }

    #[inline(always)]
    fn in_front<const N: usize>(
        &self,
        q: &[Point; N],
        q_in_p: &RelativeLanes<Four>,
    ) -> Separations {
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
    pub(super) fn point_in_front(&self, point: Vec2<Four>) -> Separations {
        let none = splat(Real::NEG_INFINITY);
        let faces = |v: [Point; 4], n: [Vector; 4]| {
            let (vertex, normal) = (columns(v.map(|v| v.coords)), columns(n));
            normal[0] * (point[0] - vertex[0]) + normal[1] * (point[1] - vertex[1])
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
                along.simd_eq(least(along)).to_bitmask().trailing_zeros() as usize & 3
            }
            Arrays::Eight(v, _) => {
                let low = along([v[0], v[1], v[2], v[3]]);
                let high = along([v[4], v[5], v[6], v[7]]);
                let least = least(low.min(high));
                let mask =
                    low.simd_eq(least).to_bitmask() | (high.simd_eq(least).to_bitmask() << 4);
                mask.trailing_zeros() as usize & 7
            }
        }
    }
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
    q_in_p: &RelativeLanes<Four>,
) -> Four {
    let normal = columns(normals);
    let vertex = columns(vertices.map(|v| v.coords));
    let axis = turn_back(q_in_p.turn, normal);
    let along = |v: &Point| axis[0] * splat(v.x) + axis[1] * splat(v.y);
    let mut least = along(&q[0]);
    for v in &q[1..] {
        least = along(v).min(least);
    }
    let (x, y) = (q_in_p.shift[0] - vertex[0], q_in_p.shift[1] - vertex[1]);
    least + (normal[0] * x + normal[1] * y)
}

/// How far one core lies in front of each face of another, and the largest of these.
#[derive(Clone, Copy)]
pub(super) struct Separations {
    faces: [Four; 2],
    /// In every lane.
    pub(super) best: Four,
}

impl Separations {
    #[inline(always)]
    fn new(faces: [Four; 2]) -> Self {
        Self { faces, best: greatest(faces[0].max(faces[1])) }
    }

    /// The first face with at least this separation.
    #[inline(always)]
    pub(super) fn first_at_least(&self, enough: Four) -> usize {
        let mask = self.faces[0].simd_ge(enough).to_bitmask()
            | (self.faces[1].simd_ge(enough).to_bitmask() << 4);
        mask.trailing_zeros() as usize & 7
    }
}

/// The one core and the other, and how each sees the other.
struct Sides<'a> {
    a: &'a Small<'a>,
    pose_a: &'a Pose,
    b: &'a Small<'a>,
    pose_b: &'a Pose,
    b_in_a: RelativeLanes<Four>,
    a_in_b: RelativeLanes<Four>,
    speculative: Real,
    bias: Real,
}

impl Sides<'_> {
    /// The bodies with B (or else A) as the reference, and the meeting at its face `edge`.
    #[inline(always)]
    fn meeting(&self, b_is_reference: bool, edge: usize) -> (Bodies<Four>, Meeting<Four>) {
        let (p, pose_p, q, pose_q, q_in_p) = if b_is_reference {
            (self.b, self.pose_b, self.a, self.pose_a, &self.a_in_b)
        } else {
            (self.a, self.pose_a, self.b, self.pose_b, &self.b_in_a)
        };
        let vector = |v: Vector| [single(v.x), single(v.y)];
        let bodies = Bodies {
            q_in_p: *q_in_p,
            rotation: [single(pose_p.rotation.re), single(pose_p.rotation.im)],
            way: vector(pose_q.translation.vector - pose_p.translation.vector),
            radius_p: single(p.core.radius),
            radius_q: single(q.core.radius),
            outer_p: single(p.core.outer_radius),
            speculative: single(self.speculative),
            bias: single(self.bias),
        };
        let normal = vector(p.core.normals[edge]);
        let axis = turn_back(q_in_p.turn, normal);
        let axis = Vector::new(axis[0][0], axis[1][0]);
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
            normal,
            nearest: vector(q.core.vertices[nearest].coords),
            other: vector(q.core.vertices[other].coords),
            names,
        };
        (bodies, meeting)
    }

    /// The contact of two corners, if those are what is nearest, by a face that is ahead of the
    /// reference face.
    #[inline(never)]
    fn corner_contact(&self, b_is_ahead: bool, edge: usize) -> Option<ManifoldLanes<Four>> {
        let (bodies, meeting) = self.meeting(b_is_ahead, edge);
        let corner = meeting.corner(&bodies, &meeting.place(&bodies));
        yes(corner.applies).then(|| bodies.at_corner(&corner))
    }
}

/// The contact of two polygons.
#[inline(never)]
pub(super) fn collide_polygons(
    a: &Polygon,
    pose_a: &Pose,
    b: &Polygon,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    match (Small::of_polygon(a), Small::of_polygon(b)) {
        (Some(a), Some(b)) => collide_small(&a, pose_a, &b, pose_b, speculative),
        _ => in_general(&a.core(), pose_a, &b.core(), pose_b, speculative),
    }
}

/// The contact of two cores of up to four vertices, each with its filled up arrays.
pub(super) fn collide_fours(
    a: (ConvexCore<'_>, &([Point; 4], [Vector; 4])),
    pose_a: &Pose,
    b: (ConvexCore<'_>, &([Point; 4], [Vector; 4])),
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    let (a, b) = (
        Small { core: a.0, arrays: Arrays::Four(&a.1.0, &a.1.1) },
        Small { core: b.0, arrays: Arrays::Four(&b.1.0, &b.1.1) },
    );
    collide_small(&a, pose_a, &b, pose_b, speculative)
}

/// The contact of two shapes, neither of which is a circle.
#[inline(never)]
pub(super) fn collide_cores(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    match (Small::new(a), Small::new(b)) {
        (Some(a), Some(b)) => collide_small(&a, pose_a, &b, pose_b, speculative),
        _ => in_general(&a.core(), pose_a, &b.core(), pose_b, speculative),
    }
}

#[inline(always)]
fn collide_small(
    a: &Small<'_>,
    pose_a: &Pose,
    b: &Small<'_>,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    let rotation = |pose: &Pose| [splat(pose.rotation.re), splat(pose.rotation.im)];
    let (rotation_a, rotation_b) = (rotation(pose_a), rotation(pose_b));
    let way = pose_b.translation.vector - pose_a.translation.vector;
    // Not the negative of `way`: that has another sign where it is zero.
    let way_back = pose_a.translation.vector - pose_b.translation.vector;
    let wide = |v: Vector| [splat(v.x), splat(v.y)];
    let b_in_a = RelativeLanes::new(rotation_a, rotation_b, wide(way));
    let a_in_b = RelativeLanes::new(rotation_b, rotation_a, wide(way_back));
    let limit = splat(a.core.radius + b.core.radius + speculative);
    let from_a = a.separations(b, &b_in_a);
    let from_b = b.separations(a, &a_in_b);
    let best = from_a.best.max(from_b.best);
    let in_reach = limit.simd_ge(best) & b_in_a.is_finite();
    if !yes(in_reach) {
        return Manifold::EMPTY;
    }
    let bias = axis_bias(&a.core, &b.core);
    let sides = Sides { a, pose_a, b, pose_b, b_in_a, a_in_b, speculative, bias };
    let second_first = second_comes_first(way);

    let apart = yes(best.simd_gt(splat(0.0)));
    let b_is_ahead = yes(from_b.best.simd_gt(from_a.best))
        | (yes(from_a.best.simd_eq(from_b.best)) & second_first);
    // The first shape's face is the reference unless the second's is better by more than the bias.
    let enough = good_enough(best, splat(bias));
    let (good_a, good_b) = (from_a.best.simd_ge(enough), from_b.best.simd_ge(enough));
    let b_is_reference = yes((good_b & mask(second_first)) | !good_a);
    let reference = if b_is_reference { &from_b } else { &from_a };
    let at_least = reference.best.simd_gt(splat(0.0)).select(reference.best, enough);
    let edge = reference.first_at_least(at_least);

    let (bodies, meeting) = sides.meeting(b_is_reference, edge);
    let placed = meeting.place(&bodies);
    if apart {
        // Whether two corners are nearest is for the best face to say.
        let contact = if b_is_ahead == b_is_reference {
            let corner = meeting.corner(&bodies, &placed);
            yes(corner.applies).then(|| bodies.at_corner(&corner))
        } else {
            let ahead = if b_is_ahead { &from_b } else { &from_a };
            sides.corner_contact(b_is_ahead, ahead.first_at_least(ahead.best))
        };
        if let Some(contact) = contact {
            return Manifold::of_first_lane(&contact, mask(b_is_ahead), id_of_bits);
        }
    }
    let contact = meeting.contact(&bodies, &placed, None);
    if yes(contact.undecided) {
        return in_general(&a.core, pose_a, &b.core, pose_b, speculative);
    }
    Manifold::of_first_lane(&contact.lanes, mask(b_is_reference), id_of_bits)
}

/// What the general path says.
#[cold]
#[inline(never)]
pub(super) fn in_general(
    a: &ConvexCore<'_>,
    pose_a: &Pose,
    b: &ConvexCore<'_>,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    if second_comes_first(pose_b.translation.vector - pose_a.translation.vector) {
        super::collide_cores(b, pose_b, a, pose_a, speculative).flipped()
    } else {
        super::collide_cores(a, pose_a, b, pose_b, speculative)
    }
}
