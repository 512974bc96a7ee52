//! What becomes of a contact that was found as if the shape had no neighbours.

use super::{DEEP, SeamEdge, Seams};
use crate::collide::manifold::Manifold;
use crate::collide::sat::{Face, face_separation};
use crate::frame::Frame;
use crate::math::{cross, dot};
use crate::{ConvexCore, Point, Pose, Real, Vector};

/// The sine of the bend below which a surface counts as flat: about half a degree.
const FLAT: Real = 0.01;
/// A normal this near to that of a face, by its sine, is the face's. One that differs by up to [`FLAT`] is that of a face of the
/// other shape that lies along this one, and what hides the one hides the other.
const OF_FACE: Real = 2e-6;
/// How deep bodies sink into what they slide on, in tolerances.
const SUNK: Real = 2.0;

/// What to do with a contact.
pub(super) enum Verdict {
    /// It is real.
    Keep,
    /// It belongs to the face that the other shape is most in front of, and that is none of these, which are hidden there.
    Face([Option<usize>; 2]),
    /// It belongs to a neighbour.
    Leave,
}

/// A contact of a shape with seams, as it was found. All is seen from the shape, and the normal points away from it.
pub(super) struct Found<'a> {
    seams: &'a Seams,
    core: &'a ConvexCore<'a>,
    other: &'a ConvexCore<'a>,
    other_in_shape: Frame,
    frame: Frame,
    manifold: &'a Manifold,
    normal: Vector,
    /// The middle of the other shape.
    center: Point,
}

impl<'a> Found<'a> {
    pub(super) fn new(
        seams: &'a Seams,
        manifold: &'a Manifold,
        (core, pose): (&'a ConvexCore<'a>, &Pose),
        (other, other_in_shape): (&'a ConvexCore<'a>, Frame),
    ) -> Self {
        let frame = Frame::of(pose);
        let normal = frame.turn_back(manifold.normal);
        let center = other_in_shape.outward_point(other.center.coords);
        Self { seams, core, other, other_in_shape, frame, manifold, normal, center }
    }

    /// Where the contact's points are on the shape.
    fn places(&self) -> impl Iterator<Item = Vector> {
        self.manifold.points().iter().map(|point| self.frame.turn_back(point.anchor_a))
    }

    /// Where the contact is, if that is one point.
    fn place(&self) -> Option<Vector> {
        let mut places = self.places();
        let first = places.next();
        if places.next().is_none() { first } else { None }
    }

    /// What to do with it.
    pub(super) fn verdict(&self) -> Verdict {
        let face = self.face_of_normal();
        if let Some(face) = face {
            if self.is_hidden_at(face) {
                return Verdict::Face([Some(face), None]);
            }
            if self.turned(face) < OF_FACE {
                return Verdict::Keep;
            }
        }
        // Where two corners all but meet, any normal may be found, and only the place tells.
        let place = self.place();
        let corner = place.map(|place| nearest_corner(self.core, place));
        let Some(corner) = corner.or_else(|| self.corner_of_normal()) else { return Verdict::Keep };
        let at = self.core.vertices[corner].coords;
        let is_near = |place: Vector| (place - at).norm() <= DEEP * self.seams.tolerance;
        if place.is_none() && !self.places().any(is_near) {
            // The other shape lies along a face, far from the corner.
            return if face.is_some() { Verdict::Face([None; 2]) } else { Verdict::Keep };
        }
        self.verdict_at(corner)
    }

    /// What to do with it at a corner of the shape.
    fn verdict_at(&self, corner: usize) -> Verdict {
        let core = self.core;
        if core.normals.len() > 2 && self.is_let_pass(corner) {
            return Verdict::Keep;
        }
        let last = core.previous(corner);
        let [before, after] = [&self.seams.edges[last], &self.seams.edges[corner]];
        // Which of the two faces a segment turns to the other shape is not to be told from the normal at its end.
        let front = |edge: usize| dot(core.normals[edge], self.center - core.vertices[edge]);
        let last_faces = front(last) >= front(corner);
        // Others may hide only the part of an edge that is next to the corner.
        let last_is_hidden = self.covered(last)[1] > 0.0;
        let is_hidden = self.covered(corner)[0] > 0.0;
        let hidden = [last_is_hidden.then_some(last), is_hidden.then_some(corner)];
        let judge = |face, next, outward| judge(face, self.normal, next, outward, hidden);
        match (last_is_hidden, is_hidden) {
            (true, true) => Verdict::Face(hidden),
            (false, hidden) if before.after.is_some() && (hidden || last_faces) => {
                let outward = core.vertices[corner] - core.vertices[last];
                judge(core.normals[last], before.after, outward)
            }
            (_, false) if after.before.is_some() => {
                let outward = core.vertices[corner] - core.vertices[core.next(corner)];
                judge(core.normals[corner], after.before, outward)
            }
            _ => Verdict::Keep,
        }
    }

    /// By how much the normal is turned from that of a face, as a sine.
    fn turned(&self, face: usize) -> Real {
        cross(self.core.normals[face], self.normal).abs()
    }

    /// The face that the normal is nearest to, if it is as good as that face's.
    fn face_of_normal(&self) -> Option<usize> {
        let (core, place) = (self.core, self.place());
        let is_on = |face: usize, place: Vector| {
            dot(core.normals[face], place - core.vertices[face].coords) > -self.seams.tolerance
        };
        let is_along = |face: &usize| {
            self.turned(*face) < FLAT
                && dot(core.normals[*face], self.normal) > 0.0
                && place.is_none_or(|place| is_on(*face, place))
        };
        let along = (0..core.normals.len()).filter(is_along);
        along.min_by(|a, b| self.turned(*a).total_cmp(&self.turned(*b)))
    }

    /// The corner between two edges of which the normals have this one between them.
    fn corner_of_normal(&self) -> Option<usize> {
        let core = self.core;
        (0..core.normals.len()).find(|&edge| {
            let last = core.normals[core.previous(edge)];
            cross(last, self.normal) > 0.0 && cross(self.normal, core.normals[edge]) > 0.0
        })
    }

    /// Whether a line that leads to a corner let the other shape pass: what is deep in the line. Then the corner is one. A
    /// side that nothing hides is one that a line leads to.
    fn is_let_pass(&self, corner: usize) -> bool {
        let edges = &self.seams.edges;
        let [before, after] = [&edges[self.core.previous(corner)], &edges[corner]];
        let at = self.core.vertices[corner];
        let is_through = |surface: Option<Vector>, covered: Real, side: &SeamEdge| {
            surface.is_some_and(|surface| {
                covered == 0.0
                    && side.covered == [0.0; 2]
                    && dot(surface, self.center - at) > 0.0
                    && self.lowest_above(surface, at) < -SUNK * self.seams.tolerance
            })
        };
        is_through(before.after, before.covered[1], after)
            || is_through(after.before, after.covered[0], before)
    }

    /// How high over a surface the lowest part of the other shape is.
    fn lowest_above(&self, surface: Vector, at: Point) -> Real {
        let height =
            |vertex: &Point| dot(surface, self.other_in_shape.outward_point(vertex.coords) - at);
        let heights = self.other.vertices.iter().map(height);
        heights.fold(Real::INFINITY, |least, it| if it < least { it } else { least })
            - self.other.radius
    }

    /// The face that the other shape is most in front of, of those that can be reached.
    pub(super) fn best_face(&self, hidden_here: [Option<usize>; 2]) -> Option<Face> {
        let (core, seams) = (self.core, self.seams);
        let is_on = |edge: usize| {
            self.places().all(|place| {
                let above = dot(core.normals[edge], place - core.vertices[edge].coords);
                above.abs() <= seams.tolerance
            })
        };
        let is_exposed = |edge: &usize| {
            !(hidden_here.contains(&Some(*edge))
                || seams.edges[*edge].is_hidden()
                || is_on(*edge) && self.is_hidden_at(*edge))
        };
        let exposed = (0..core.normals.len()).filter(is_exposed);
        let faces =
            exposed.map(|edge| face_separation(core, edge, self.other, &self.other_in_shape));
        faces.reduce(|best, face| if face.separation > best.separation { face } else { best })
    }

    /// Whether the whole contact lies where an edge is hidden.
    fn is_hidden_at(&self, edge: usize) -> bool {
        let [at_start, at_end] = self.covered(edge);
        if at_start == 0.0 && at_end == 0.0 {
            return false;
        }
        let start = self.core.vertices[edge];
        let way = self.core.vertices[self.core.next(edge)] - start;
        let length = way.norm();
        self.places().all(|place| {
            let along = dot(place - start.coords, way) / length;
            along < at_start || along > length - at_end
        })
    }

    /// How much of an edge is hidden at its ends from the other shape. A line hides nothing of a side that it leads to; but
    /// what is on the line sinks in, and is not to be stopped by the side.
    fn covered(&self, edge: usize) -> [Real; 2] {
        let (core, center) = (self.core, self.center);
        let (last, next) = (core.previous(edge), core.next(edge));
        let [start, end] = [edge, next].map(|corner| core.vertices[corner]);
        let (before, after) = (&self.seams.edges[last], &self.seams.edges[next]);
        let is_on = |corner: Point, own: usize, surface: Option<Vector>, outward: Vector| {
            surface.is_some_and(|surface| {
                let to_center = center - corner;
                let is_hollow = dot(surface, outward) < 0.0;
                let is_before_own = dot(core.normals[own], to_center) > 0.0;
                dot(surface, to_center) > 0.0 && (is_before_own || !is_hollow)
            })
        };
        let on_last = before.covered[1] == 0.0
            && is_on(start, last, before.after, start - core.vertices[last]);
        let on_next = after.covered[0] == 0.0
            && is_on(end, next, after.before, end - core.vertices[core.next(next)]);
        let [at_start, at_end] = self.seams.edges[edge].covered;
        let sunk = SUNK * self.seams.tolerance;
        [
            at_start.max(if on_last { sunk } else { 0.0 }),
            at_end.max(if on_next { sunk } else { 0.0 }),
        ]
    }
}

/// The corner that is nearest to a point.
fn nearest_corner(core: &ConvexCore<'_>, point: Vector) -> usize {
    let distance = |corner: usize| (core.vertices[corner].coords - point).norm_squared();
    (1..core.vertices.len()).fold(0, |nearest, corner| {
        if distance(corner) < distance(nearest) { corner } else { nearest }
    })
}

/// Judges a normal at the end of an edge, where the surface goes on with another normal. `outward` leads along the edge
/// to its end; of the two edges there, `hidden` are hidden.
fn judge(
    face: Vector,
    normal: Vector,
    next: Option<Vector>,
    outward: Vector,
    hidden: [Option<usize>; 2],
) -> Verdict {
    let Some(next) = next else { return Verdict::Keep };
    if dot(next, outward) <= FLAT * outward.norm() {
        return Verdict::Face(hidden);
    }
    let sense = cross(face, outward);
    let within = cross(face, normal) * sense >= 0.0 && cross(normal, next) * sense >= -FLAT;
    if within { Verdict::Keep } else { Verdict::Leave }
}
