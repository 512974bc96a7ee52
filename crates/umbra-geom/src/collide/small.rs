//! Contacts of cores of up to eight vertices, which nearly all shapes have.
//!
//! All faces of a core are tested together, in one register of four or of eight, and none is
//! skipped: deciding which to skip costs more than testing. The steps are those of the general
//! path, and so are the results; where the first choice of a face leads to no contact, which is
//! rare, that path is called.

use super::batch::contact_lanes::{ManifoldLanes, id_of_bits};
use super::batch::meeting::{Bodies, Meeting, Names};
use super::batch::relative::RelativeLanes;
use super::manifold::{EDGE, Manifold};
use super::sat::{AXIS_BIAS, FACING_BIAS, good_enough};
use super::second_comes_first;
use crate::math::dot;
use crate::one_pair::one_pair;
use crate::shape::SmallOutline;
use crate::{ConvexCore, Point, Polygon, Pose, Real, Shape, Vector};
use umbra_lanes::{
    Lanes, Vec2, coordinates, coordinates_8, f32x4, f32x8, greatest, is_first_set, least, mask32x4,
    prelude::*, turn_back,
};

/// A core of two to `N` (four or eight) vertices. The last vertex repeats up to the end.
#[derive(Clone, Copy)]
pub(super) struct Small<'a, const N: usize> {
    pub(super) vertices: &'a [Point; N],
    pub(super) normals: &'a [Vector; N],
    pub(super) count: usize,
    pub(super) radius: Real,
    pub(super) outer_radius: Real,
}

impl<'a> Small<'a, 8> {
    /// The core of `shape`, if it has two to eight vertices.
    #[inline(always)]
    pub(super) fn new(shape: &'a Shape) -> Option<Self> {
        if matches!(shape, Shape::Circle(_)) {
            return None;
        }
        let SmallOutline { vertices, normals, count, outer_radius } = shape.small()?;
        let (count, outer_radius) = (*count, *outer_radius);
        Some(Self { vertices, normals, count, radius: shape.radius(), outer_radius })
    }

    /// The core of a polygon of up to eight corners.
    #[inline(always)]
    pub(super) fn of_polygon(polygon: &'a Polygon) -> Option<Self> {
        let SmallOutline { vertices, normals, count, outer_radius } = polygon.small()?;
        let (count, outer_radius) = (*count, *outer_radius);
        Some(Self { vertices, normals, count, radius: polygon.radius(), outer_radius })
    }

    /// The core with only the first four vertices.
    #[inline(always)]
    pub(super) fn first_four(&self) -> Small<'a, 4> {
        let Self { vertices, normals, count, radius, outer_radius } = *self;
        let (vertices, normals) = (&vertices.as_chunks().0[0], &normals.as_chunks().0[0]);
        Small { vertices, normals, count, radius, outer_radius }
    }
}

/// The faces of a core in registers of `S`: four side by side, or eight.
pub(super) trait Faces<S: Simd> {
    /// One number for each face or vertex.
    type Each: Lanes + SimdFloat<S, Element = Real>;

    /// The vertices.
    fn vertices(&self, simd: S) -> Vec2<Self::Each>;

    /// The outward normals.
    fn normals(&self, simd: S) -> Vec2<Self::Each>;

    /// The numbers in the first four lanes.
    fn four(of: Self::Each) -> f32x4<S>;
}

impl<S: Simd> Faces<S> for Small<'_, 4> {
    type Each = f32x4<S>;

    #[inline(always)]
    fn vertices(&self, simd: S) -> Vec2<f32x4<S>> {
        coordinates(simd, bytemuck::cast_ref(self.vertices))
    }

    #[inline(always)]
    fn normals(&self, simd: S) -> Vec2<f32x4<S>> {
        coordinates(simd, bytemuck::cast_ref(self.normals))
    }

    #[inline(always)]
    fn four(of: f32x4<S>) -> f32x4<S> {
        of
    }
}

impl<S: Simd> Faces<S> for Small<'_, 8> {
    type Each = f32x8<S>;

    #[inline(always)]
    fn vertices(&self, simd: S) -> Vec2<f32x8<S>> {
        coordinates_8(simd, bytemuck::cast_ref(self.vertices))
    }

    #[inline(always)]
    fn normals(&self, simd: S) -> Vec2<f32x8<S>> {
        coordinates_8(simd, bytemuck::cast_ref(self.normals))
    }

    #[inline(always)]
    fn four(of: f32x8<S>) -> f32x4<S> {
        of.split().0
    }
}

impl<const N: usize> Small<'_, N> {
    /// The vertex after `index`, counter-clockwise.
    #[inline(always)]
    pub(super) fn next(&self, index: usize) -> usize {
        if index + 1 < self.count { index + 1 } else { 0 }
    }

    #[inline(always)]
    fn previous(&self, index: usize) -> usize {
        (if index > 0 { index - 1 } else { self.count - 1 }) % N
    }

    /// [`face_separation`](super::sat::face_separation) for all faces: the distances of `q` in
    /// front of them.
    ///
    /// The register's own minimum suffices: the sign of a zero does not change the choice, and
    /// [`RelativeLanes::is_finite`] detects numbers that are not finite.
    #[inline(always)]
    fn separations<S: Simd>(
        &self,
        simd: S,
        q: &Self,
        q_in_p: &RelativeLanes<f32x4<S>>,
    ) -> Separations<S, Self>
    where
        Self: Faces<S>,
    {
        let (vertex, normal) = (self.vertices(simd), self.normals(simd));
        let each = |v: f32x4<S>| vertex[0].all(v[0]);
        let turn = [each(q_in_p.turn[0]), each(q_in_p.turn[1])];
        let axis = turn_back(turn, normal);
        let along = |v: &Point| axis[0] * v.x + axis[1] * v.y;
        let mut least = along(&q.vertices[0]);
        for v in &q.vertices[1..] {
            least = along(v).min(least);
        }
        let x = each(q_in_p.shift[0]) - vertex[0];
        let y = each(q_in_p.shift[1]) - vertex[1];
        Separations::new(least + (normal[0] * x + normal[1] * y))
    }

    /// The first of the vertices that are least far along `axis`.
    #[inline(always)]
    fn support<S: Simd>(&self, simd: S, axis: Vector) -> usize
    where
        Self: Faces<S>,
    {
        let [x, y] = self.vertices(simd);
        let along = x * axis.x + y * axis.y;
        along.simd_eq(least(along)).to_bitmask().trailing_zeros() as usize % N
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

/// The distances of another core in front of each face of a core, and the largest of them.
pub(super) struct Separations<S: Simd, Core: Faces<S>> {
    faces: Core::Each,
    /// The largest distance, in every lane.
    pub(super) best: f32x4<S>,
}

impl<S: Simd, Core: Faces<S>> Separations<S, Core> {
    #[inline(always)]
    fn new(faces: Core::Each) -> Self {
        Self { faces, best: Core::four(greatest(faces)) }
    }

    /// The first face with at least this separation.
    #[inline(always)]
    pub(super) fn first_at_least(&self, enough: f32x4<S>) -> usize {
        let mask = self.faces.simd_ge(self.faces.all(enough[0])).to_bitmask();
        mask.trailing_zeros() as usize & 7
    }
}

/// A core, its position, and its view of the other core.
struct Side<'a, S: Simd, const N: usize> {
    core: Small<'a, N>,
    pose: &'a Pose,
    other_in_it: RelativeLanes<f32x4<S>>,
    /// The vector to the other core.
    way: Vec2<f32x4<S>>,
}

/// The two cores. Which of them is the reference cannot be predicted; so they are an array, as an
/// index is no jump.
struct Sides<'a, S: Simd, const N: usize> {
    of: [Side<'a, S, N>; 2],
    speculative: Real,
    bias: Real,
}

impl<'a, S: Simd, const N: usize> Sides<'a, S, N>
where
    Small<'a, N>: Faces<S>,
{
    /// The bodies with this side as the reference, and the meeting at its face `edge`.
    #[inline(always)]
    fn meeting(
        &self,
        simd: S,
        reference: usize,
        edge: usize,
    ) -> (Bodies<f32x4<S>>, Meeting<f32x4<S>>) {
        let [p, q] = [&self.of[reference & 1], &self.of[(reference & 1) ^ 1]];
        let vector = |v: Vector| [simd.single(v.x), simd.single(v.y)];
        let bodies = Bodies {
            q_in_p: p.other_in_it,
            rotation: [simd.single(p.pose.rotation.re), simd.single(p.pose.rotation.im)],
            way: p.way,
            radius_p: simd.single(p.core.radius),
            radius_q: simd.single(q.core.radius),
            outer_p: simd.single(p.core.outer_radius),
            speculative: simd.single(self.speculative),
            bias: simd.single(self.bias),
        };
        let edge = edge % N;
        let normal = vector(p.core.normals[edge]);
        let axis = turn_back(p.other_in_it.turn, normal);
        let axis = Vector::new(axis[0][0], axis[1][0]);
        let nearest = q.core.support(simd, axis);
        let incident = q.core.incident_edge(nearest, axis);
        let other = if incident == nearest { q.core.next(incident) } else { incident };
        let end = p.core.next(edge);
        let name = |feature: usize| simd.single(f32::from_bits(feature as u32));
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

    /// The contact of two corners, if those are the nearest features, by a face whose separation is
    /// greater than the reference face's.
    #[inline(never)]
    fn corner_contact(
        &self,
        simd: S,
        ahead: usize,
        edge: usize,
    ) -> Option<ManifoldLanes<f32x4<S>>> {
        let (bodies, meeting) = self.meeting(simd, ahead, edge);
        let corner = meeting.corner(&bodies, &meeting.place(&bodies));
        is_first_set(corner.applies).then(|| bodies.at_corner(&corner))
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
    one_pair!(simd => {
        let in_general = || in_general(&a.core(), pose_a, &b.core(), pose_b, speculative);
        match (Small::new(a), Small::new(b)) {
            (Some(a), Some(b)) => {
                collide_small(simd, &a, pose_a, &b, pose_b, speculative, &in_general)
            }
            _ => in_general(),
        }
    })
}

/// The contact of two small cores, or the result of `in_general` where the general path has to
/// decide.
///
/// The manifold is written directly to its destination: a copy of memory that was just written in
/// pieces waits until the pieces have left the processor, and the next pair with it.
#[inline(always)]
pub(super) fn collide_small<S: Simd>(
    simd: S,
    a: &Small<'_, 8>,
    pose_a: &Pose,
    b: &Small<'_, 8>,
    pose_b: &Pose,
    speculative: Real,
    in_general: &impl Fn() -> Manifold,
) -> Manifold {
    if (a.count <= 4) & (b.count <= 4) {
        let (a, b) = (a.first_four(), b.first_four());
        collide_sized(simd, &a, pose_a, &b, pose_b, speculative, in_general)
    } else {
        collide_sized(simd, a, pose_a, b, pose_b, speculative, in_general)
    }
}

/// [`collide_small`] of cores of up to `N` vertices.
#[inline(always)]
fn collide_sized<'a, S: Simd, const N: usize>(
    simd: S,
    a: &Small<'a, N>,
    pose_a: &'a Pose,
    b: &Small<'a, N>,
    pose_b: &'a Pose,
    speculative: Real,
    in_general: &impl Fn() -> Manifold,
) -> Manifold
where
    Small<'a, N>: Faces<S>,
{
    let rotation = |pose: &Pose| [simd.all(pose.rotation.re), simd.all(pose.rotation.im)];
    let (rotation_a, rotation_b) = (rotation(pose_a), rotation(pose_b));
    let way = pose_b.translation.vector - pose_a.translation.vector;
    // Not the negative of `way`: that has another sign where it is zero.
    let way_back = pose_a.translation.vector - pose_b.translation.vector;
    let wide = |v: Vector| [simd.all(v.x), simd.all(v.y)];
    let (way_a, way_b) = (wide(way), wide(way_back));
    let b_in_a = RelativeLanes::new(rotation_a, rotation_b, way_a);
    let a_in_b = RelativeLanes::new(rotation_b, rotation_a, way_b);
    let zero = simd.all(0.0);
    let limit = a.radius + b.radius + speculative;
    let from_a = a.separations(simd, b, &b_in_a);
    let from_b = b.separations(simd, a, &a_in_b);
    // Before the best of them is known, as the jump cannot be predicted and all waits for it.
    let each = from_a.faces.max(from_b.faces);
    let in_reach = each.simd_le(each.all(limit)).all_true() & is_first_set(b_in_a.is_finite());
    if !in_reach {
        return Manifold::EMPTY;
    }
    let best = from_a.best.max(from_b.best);
    let bias = AXIS_BIAS * if b.size() < a.size() { b.size() } else { a.size() };
    let sides = Sides {
        of: [
            Side { core: *a, pose: pose_a, other_in_it: b_in_a, way: way_a },
            Side { core: *b, pose: pose_b, other_in_it: a_in_b, way: way_b },
        ],
        speculative,
        bias,
    };
    let second_first = second_comes_first(way);

    let apart = is_first_set(best.simd_gt(zero));
    let b_is_ahead = is_first_set(from_b.best.simd_gt(from_a.best))
        | (is_first_set(from_a.best.simd_eq(from_b.best)) & second_first);
    // The first shape's face is the reference unless the second's is better by more than the bias.
    let enough = good_enough(best, simd.all(bias));
    let (good_a, good_b) = (from_a.best.simd_ge(enough), from_b.best.simd_ge(enough));
    let b_is_reference = is_first_set((good_b & mask32x4::splat(simd, second_first)) | !good_a);
    let edge = |from: &Separations<S, Small<'a, N>>| {
        from.first_at_least(from.best.simd_gt(zero).select(from.best, enough))
    };
    let reference = usize::from(b_is_reference);
    let edge = [edge(&from_a), edge(&from_b)][reference];

    let (bodies, meeting) = sides.meeting(simd, reference, edge);
    let placed = meeting.place(&bodies);
    if apart {
        // Whether two corners are nearest is for the best face to say.
        let contact = if b_is_ahead == b_is_reference {
            let corner = meeting.corner(&bodies, &placed);
            is_first_set(corner.applies).then(|| bodies.at_corner(&corner))
        } else {
            let ahead = if b_is_ahead { &from_b } else { &from_a };
            sides.corner_contact(simd, b_is_ahead.into(), ahead.first_at_least(ahead.best))
        };
        if let Some(contact) = contact {
            let flip = SimdMask::splat(simd, b_is_ahead);
            return Manifold::of_first_lane(&contact, flip, id_of_bits);
        }
    }
    let contact = meeting.contact(&bodies, &placed, None);
    if is_first_set(contact.undecided) {
        return in_general();
    }
    Manifold::of_first_lane(&contact.lanes, SimdMask::splat(simd, b_is_reference), id_of_bits)
}

/// The contact by the general path.
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
