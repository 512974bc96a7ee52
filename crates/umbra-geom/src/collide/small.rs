//! Cores of up to eight vertices, which nearly all shapes have, against one another.
//!
//! All faces of a core are looked at together, four to a register, and nothing is passed over:
//! deciding what to pass over costs more than looking. The steps are those of the general path,
//! and so are their results; where its first choice of a face leads to no contact, which is rare,
//! that path is asked.

use super::contact_lanes::{ManifoldLanes, id_of_bits};
use super::four::{Four, columns, greatest, least, mask, single, splat, yes};
use super::lanes::{Vec2, turn_back};
use super::machine::OnePair;
use super::manifold::{EDGE, Manifold};
use super::meeting::{Bodies, Meeting, Names};
use super::relative::RelativeLanes;
use super::sat::{AXIS_BIAS, FACING_BIAS, good_enough};
use super::second_comes_first;
use crate::math::dot;
use crate::{ConvexCore, Point, Polygon, Pose, Real, Segment, Shape, Vector};
use fearless_simd::prelude::*;

/// A core of two to `N` vertices, which is four or eight. What is beyond the last vertex repeats it.
#[derive(Clone, Copy)]
pub(super) struct Small<'a, const N: usize> {
    pub(super) vertices: &'a [Point; N],
    pub(super) normals: &'a [Vector; N],
    pub(super) count: usize,
    pub(super) radius: Real,
    pub(super) outer_radius: Real,
}

impl<'a> Small<'a, 4> {
    /// The core of `shape`, if it has two to four vertices.
    #[inline(always)]
    pub(super) fn new(shape: &'a Shape) -> Option<Self> {
        match shape {
            Shape::Circle(_) => None,
            Shape::Capsule(capsule) => Self::two(capsule.segment(), capsule.radius()),
            Shape::Segment(segment) => Self::two(segment, 0.0),
            Shape::ChainSegment(link) => Self::two(link.segment(), 0.0),
            Shape::Polygon(polygon) => Self::of_polygon(polygon),
        }
    }

    #[inline(always)]
    fn of_polygon(polygon: &'a Polygon) -> Option<Self> {
        let Small { vertices, normals, count, radius, outer_radius } = Small::of_eight(polygon)?;
        let (vertices, normals) = (vertices.first_chunk()?, normals.first_chunk()?);
        (count <= 4).then_some(Self { vertices, normals, count, radius, outer_radius })
    }

    #[inline(always)]
    fn two(segment: &'a Segment, radius: Real) -> Option<Self> {
        let (vertices, normals) = segment.arrays();
        let (vertices, normals) = (vertices.first_chunk()?, normals.first_chunk()?);
        Some(Self { vertices, normals, count: 2, radius, outer_radius: segment.half_length() })
    }
}

impl<'a> Small<'a, 8> {
    /// A polygon of up to eight vertices.
    #[inline(always)]
    pub(super) fn of_eight(polygon: &'a Polygon) -> Option<Self> {
        let (vertices, normals, count) = polygon.arrays()?;
        let (radius, outer_radius) = (polygon.radius(), polygon.outer_radius());
        Some(Self { vertices, normals, count, radius, outer_radius })
    }
}

/// Both registers of what is asked about four faces or vertices each; of a core of up to four the
/// second is `none`.
#[inline(always)]
fn both<const N: usize>(none: Four, ask: impl Fn(usize) -> Four) -> [Four; 2] {
    [ask(0), if N > 4 { ask(4) } else { none }]
}

impl<const N: usize> Small<'_, N> {
    /// Four of the vertices, and four of the normals.
    #[inline(always)]
    fn vertices(&self, at: usize) -> Vec2<Four> {
        columns([0, 1, 2, 3].map(|i| self.vertices[at + i].coords))
    }

    #[inline(always)]
    fn normals(&self, at: usize) -> Vec2<Four> {
        columns([0, 1, 2, 3].map(|i| self.normals[at + i]))
    }

    /// The vertex after `index`, counter-clockwise.
    #[inline(always)]
    pub(super) fn next(&self, index: usize) -> usize {
        if index + 1 < self.count { index + 1 } else { 0 }
    }

    #[inline(always)]
    fn previous(&self, index: usize) -> usize {
        (if index > 0 { index - 1 } else { self.count - 1 }) % N
    }

    /// How far `q` lies in front of each face.
    #[inline(always)]
    fn separations(&self, q: &Self, q_in_p: &RelativeLanes<Four>) -> Separations {
        let faces = |at| faces_in_front(self.vertices(at), self.normals(at), q.vertices, q_in_p);
        Separations::new(both::<N>(splat(Real::NEG_INFINITY), faces))
    }

    /// How far a point lies in front of each face.
    #[inline(always)]
    pub(super) fn point_in_front(&self, point: Vec2<Four>) -> Separations {
        let faces = |at| {
            let (vertex, normal) = (self.vertices(at), self.normals(at));
            normal[0] * (point[0] - vertex[0]) + normal[1] * (point[1] - vertex[1])
        };
        Separations::new(both::<N>(splat(Real::NEG_INFINITY), faces))
    }

    /// The first of the vertices least far along `axis`.
    #[inline(always)]
    fn support(&self, axis: Vector) -> usize {
        let along = |at| {
            let [x, y] = self.vertices(at);
            x * splat(axis.x) + y * splat(axis.y)
        };
        let [low, high] = both::<N>(splat(Real::INFINITY), along);
        let least = least(low.min(high));
        let mask = low.simd_eq(least).to_bitmask() | (high.simd_eq(least).to_bitmask() << 4);
        mask.trailing_zeros() as usize % N
    }

    /// [`incident_edge`](super::sat::incident_edge) of a small core.
    #[inline(always)]
    fn incident_edge(&self, support: usize, axis: Vector) -> usize {
        let before = self.previous(support);
        let facing = dot(self.normals[support], axis);
        let facing_before = dot(self.normals[before], axis);
        if facing_before < facing - FACING_BIAS { before } else { support }
    }

    #[inline(always)]
    fn size(&self) -> Real {
        self.outer_radius + self.radius
    }
}

/// [`face_separation`](super::sat::face_separation) for four faces at once.
///
/// The register's own minimum will do: the sign of a zero makes no difference to what is chosen,
/// and what is no number is found out by [`RelativeLanes::is_finite`].
#[inline(always)]
fn faces_in_front<const N: usize>(
    vertex: Vec2<Four>,
    normal: Vec2<Four>,
    q: &[Point; N],
    q_in_p: &RelativeLanes<Four>,
) -> Four {
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

/// A core, where it is, and how it sees the other one.
struct Side<'a, const N: usize> {
    core: Small<'a, N>,
    pose: &'a Pose,
    other_in_it: RelativeLanes<Four>,
    /// The way to the other one.
    way: Vector,
}

/// The two cores. Which of them is the reference is as random as a coin, and so they are an array:
/// an index is no jump.
struct Sides<'a, const N: usize> {
    of: [Side<'a, N>; 2],
    speculative: Real,
    bias: Real,
}

impl<const N: usize> Sides<'_, N> {
    /// The bodies with this side as the reference, and the meeting at its face `edge`.
    #[inline(always)]
    fn meeting(&self, reference: usize, edge: usize) -> (Bodies<Four>, Meeting<Four>) {
        let [p, q] = [&self.of[reference & 1], &self.of[(reference & 1) ^ 1]];
        let vector = |v: Vector| [single(v.x), single(v.y)];
        let bodies = Bodies {
            q_in_p: p.other_in_it,
            rotation: [single(p.pose.rotation.re), single(p.pose.rotation.im)],
            way: vector(p.way),
            radius_p: single(p.core.radius),
            radius_q: single(q.core.radius),
            outer_p: single(p.core.outer_radius),
            speculative: single(self.speculative),
            bias: single(self.bias),
        };
        let edge = edge % N;
        let normal = vector(p.core.normals[edge]);
        let axis = turn_back(p.other_in_it.turn, normal);
        let axis = Vector::new(axis[0][0], axis[1][0]);
        let nearest = q.core.support(axis);
        let incident = q.core.incident_edge(nearest, axis);
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
            end: vector(p.core.vertices[end % N].coords),
            normal,
            nearest: vector(q.core.vertices[nearest].coords),
            other: vector(q.core.vertices[other % N].coords),
            names,
        };
        (bodies, meeting)
    }

    /// The contact of two corners, if those are what is nearest, by a face that is ahead of the
    /// reference face.
    #[inline(never)]
    fn corner_contact(&self, ahead: usize, edge: usize) -> Option<ManifoldLanes<Four>> {
        let (bodies, meeting) = self.meeting(ahead, edge);
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
    let found = Polygons { a, pose_a, b, pose_b, speculative }.with_the_newest();
    found.unwrap_or_else(|| in_general(&a.core(), pose_a, &b.core(), pose_b, speculative))
}

/// The contact of two small polygons; `None` where that is for the general path to say.
struct Polygons<'a> {
    a: &'a Polygon,
    pose_a: &'a Pose,
    b: &'a Polygon,
    pose_b: &'a Pose,
    speculative: Real,
}

impl OnePair for Polygons<'_> {
    type Out = Option<Manifold>;

    #[inline(always)]
    fn compute<S: Simd>(self, _: S) -> Option<Manifold> {
        let Self { a, pose_a, b, pose_b, speculative } = self;
        match (Small::of_polygon(a), Small::of_polygon(b)) {
            (Some(a), Some(b)) => collide_small(&a, pose_a, &b, pose_b, speculative),
            _ => match (Small::of_eight(a), Small::of_eight(b)) {
                (Some(a), Some(b)) => collide_small(&a, pose_a, &b, pose_b, speculative),
                _ => None,
            },
        }
    }
}

/// The contact of two small cores; `None` where that is for the general path to say.
pub(super) struct SmallPair<'a, const N: usize> {
    pub(super) a: Small<'a, N>,
    pub(super) pose_a: &'a Pose,
    pub(super) b: Small<'a, N>,
    pub(super) pose_b: &'a Pose,
    pub(super) speculative: Real,
}

impl<const N: usize> OnePair for SmallPair<'_, N> {
    type Out = Option<Manifold>;

    #[inline(always)]
    fn compute<S: Simd>(self, _: S) -> Option<Manifold> {
        collide_small(&self.a, self.pose_a, &self.b, self.pose_b, self.speculative)
    }
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
    let found = match (Small::new(a), Small::new(b)) {
        (Some(a), Some(b)) => SmallPair { a, pose_a, b, pose_b, speculative }.with_the_newest(),
        _ => collide_eights(a, pose_a, b, pose_b, speculative),
    };
    match found {
        Some(manifold) => manifold,
        None => in_general(&a.core(), pose_a, &b.core(), pose_b, speculative),
    }
}

/// The contact of two shapes, one of which has more than four vertices, if none has more than
/// eight.
#[inline(never)]
fn collide_eights(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    speculative: Real,
) -> Option<Manifold> {
    // A segment has room for four only.
    let wider = |shape: &Shape| {
        Small::new(shape).map(|core| {
            let of = |index: usize| if index < 4 { index } else { 3 };
            let vertices = std::array::from_fn(|index| core.vertices[of(index)]);
            (vertices, std::array::from_fn(|index| core.normals[of(index)]))
        })
    };
    fn small<'a>(
        shape: &'a Shape,
        wider: &'a Option<([Point; 8], [Vector; 8])>,
    ) -> Option<Small<'a, 8>> {
        if let Shape::Polygon(polygon) = shape {
            return Small::of_eight(polygon);
        }
        let (vertices, normals) = wider.as_ref()?;
        let core = shape.core();
        let (count, radius) = (core.vertices.len(), core.radius);
        Some(Small { vertices, normals, count, radius, outer_radius: core.outer_radius })
    }
    let (wider_a, wider_b) = (wider(a), wider(b));
    let (a, b) = (small(a, &wider_a)?, small(b, &wider_b)?);
    SmallPair { a, pose_a, b, pose_b, speculative }.with_the_newest()
}

/// The contact of two small cores; `None` where that is for the general path to say.
#[inline(always)]
fn collide_small<const N: usize>(
    a: &Small<'_, N>,
    pose_a: &Pose,
    b: &Small<'_, N>,
    pose_b: &Pose,
    speculative: Real,
) -> Option<Manifold> {
    let rotation = |pose: &Pose| [splat(pose.rotation.re), splat(pose.rotation.im)];
    let (rotation_a, rotation_b) = (rotation(pose_a), rotation(pose_b));
    let way = pose_b.translation.vector - pose_a.translation.vector;
    // Not the negative of `way`: that has another sign where it is zero.
    let way_back = pose_a.translation.vector - pose_b.translation.vector;
    let wide = |v: Vector| [splat(v.x), splat(v.y)];
    let b_in_a = RelativeLanes::new(rotation_a, rotation_b, wide(way));
    let a_in_b = RelativeLanes::new(rotation_b, rotation_a, wide(way_back));
    let limit = splat(a.radius + b.radius + speculative);
    let from_a = a.separations(b, &b_in_a);
    let from_b = b.separations(a, &a_in_b);
    let best = from_a.best.max(from_b.best);
    let in_reach = limit.simd_ge(best) & b_in_a.is_finite();
    if !yes(in_reach) {
        return Some(Manifold::EMPTY);
    }
    let bias = AXIS_BIAS * if b.size() < a.size() { b.size() } else { a.size() };
    let sides = Sides {
        of: [
            Side { core: *a, pose: pose_a, other_in_it: b_in_a, way },
            Side { core: *b, pose: pose_b, other_in_it: a_in_b, way: way_back },
        ],
        speculative,
        bias,
    };
    let second_first = second_comes_first(way);

    let apart = yes(best.simd_gt(splat(0.0)));
    let b_is_ahead = yes(from_b.best.simd_gt(from_a.best))
        | (yes(from_a.best.simd_eq(from_b.best)) & second_first);
    // The first shape's face is the reference unless the second's is better by more than the bias.
    let enough = good_enough(best, splat(bias));
    let (good_a, good_b) = (from_a.best.simd_ge(enough), from_b.best.simd_ge(enough));
    let b_is_reference = yes((good_b & mask(second_first)) | !good_a);
    let edge = |from: &Separations| {
        from.first_at_least(from.best.simd_gt(splat(0.0)).select(from.best, enough))
    };
    let reference = usize::from(b_is_reference);
    let edge = [edge(&from_a), edge(&from_b)][reference];

    let (bodies, meeting) = sides.meeting(reference, edge);
    let placed = meeting.place(&bodies);
    if apart {
        // Whether two corners are nearest is for the best face to say.
        let contact = if b_is_ahead == b_is_reference {
            let corner = meeting.corner(&bodies, &placed);
            yes(corner.applies).then(|| bodies.at_corner(&corner))
        } else {
            let ahead = if b_is_ahead { &from_b } else { &from_a };
            sides.corner_contact(b_is_ahead.into(), ahead.first_at_least(ahead.best))
        };
        if let Some(contact) = contact {
            return Some(Manifold::of_first_lane(&contact, mask(b_is_ahead), id_of_bits));
        }
    }
    let contact = meeting.contact(&bodies, &placed, None);
    let decided = !yes(contact.undecided);
    decided.then(|| Manifold::of_first_lane(&contact.lanes, mask(b_is_reference), id_of_bits))
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
