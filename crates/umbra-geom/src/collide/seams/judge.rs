//! Judges a contact that was found as if the shape had no neighbours.

use super::{DEEP, SUNK, SeamEdge, Seams};
use crate::collide::around::nearest_corner;
use crate::collide::corner::{Corner, FLAT, Verdict};
use crate::collide::manifold::Manifold;
use crate::frame::Frame;
use crate::math::{cross, dot};
use crate::{ConvexCore, Point, Pose, Real, Vector};

/// A normal that differs from a face's by less than this sine is the face's. One that differs by up
/// to [`FLAT`] belongs to a face of the other shape that lies along this one; whatever hides the
/// one hides the other.
const OF_FACE: Real = 2e-6;

/// A contact of a shape with seams, as found without its neighbours. Everything is in the frame of
/// the shape, and the normal points away from it.
pub(super) struct Found<'a> {
    pub(super) seams: &'a Seams,
    pub(super) core: &'a ConvexCore<'a>,
    pub(super) other: &'a ConvexCore<'a>,
    pub(super) other_in_shape: Frame,
    frame: Frame,
    pub(super) manifold: &'a Manifold,
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
        let frame = Frame::from_pose(pose);
        let normal = frame.turn_back(manifold.normal);
        let center = other_in_shape.outward_point(other.center.coords);
        Self { seams, core, other, other_in_shape, frame, manifold, normal, center }
    }

    /// The positions of the contact's points on the shape.
    fn places(&self) -> impl Iterator<Item = Vector> {
        self.places_of(self.manifold)
    }

    /// The positions of a manifold's points on the shape.
    pub(super) fn places_of(&self, manifold: &Manifold) -> impl Iterator<Item = Vector> {
        manifold.points().iter().map(|point| self.frame.turn_back(point.anchor_a))
    }

    /// The distance of the other shape's centre in front of a face.
    pub(super) fn front(&self, edge: usize) -> Real {
        dot(self.core.normals[edge], self.center - self.core.vertices[edge])
    }

    /// The position of the contact, if it has one point.
    fn place(&self) -> Option<Vector> {
        let mut places = self.places();
        let first = places.next();
        if places.next().is_none() { first } else { None }
    }

    /// Decides how to treat the contact.
    pub(super) fn verdict(&self) -> Verdict {
        let face = self.face_of_normal();
        if let Some(face) = face {
            if self.is_hidden_at(face, self.places()) {
                return Verdict::UseFace;
            }
            if self.turned(face) < OF_FACE {
                return Verdict::Keep;
            }
        }
        // Where two corners all but meet, any normal may be found, and only the place tells.
        let place = self.place();
        let corner = place.map(|place| nearest_corner(self.core.vertices, Point::from(place)));
        let Some(corner) = corner.or_else(|| self.corner_of_normal()) else { return Verdict::Keep };
        let at = self.core.vertices[corner].coords;
        let is_near = |place: Vector| (place - at).norm() <= DEEP * self.seams.tolerance;
        if place.is_none() && !self.places().any(is_near) {
            // The other shape lies along a face, far from the corner.
            return if face.is_some() { Verdict::UseFace } else { Verdict::Keep };
        }
        self.verdict_at(corner)
    }

    /// Decides how to treat the contact at a corner of the shape.
    fn verdict_at(&self, corner: usize) -> Verdict {
        let core = self.core;
        if core.normals.len() > 2 && self.is_let_pass(corner) {
            return Verdict::Keep;
        }
        let last = core.previous(corner);
        let [before, after] = [&self.seams.edges[last], &self.seams.edges[corner]];
        let at = core.vertices[corner];
        // Which of the two faces a segment turns to the other shape is not to be told from the normal at its end.
        let last_faces = self.front(last) >= self.front(corner);
        // Others may hide only the part of an edge that is next to the corner.
        let last_is_hidden = self.covered(last)[1] > 0.0;
        let is_hidden = self.covered(corner)[0] > 0.0;
        let judge = |face: usize, next: Option<Vector>, end: usize| {
            let (face, outward) = (core.normals[face], at - core.vertices[end]);
            next.map_or(Verdict::Keep, |next| Corner { face, next, outward }.verdict(self.normal))
        };
        match (last_is_hidden, is_hidden) {
            (true, true) => Verdict::UseFace,
            (false, hidden) if before.after.is_some() && (hidden || last_faces) => {
                judge(last, before.after, last)
            }
            (_, false) => judge(corner, after.before, core.next(corner)),
            _ => Verdict::Keep,
        }
    }

    /// The sine of the angle between the normal and that of a face.
    fn turned(&self, face: usize) -> Real {
        cross(self.core.normals[face], self.normal).abs()
    }

    /// The face whose normal is nearest to the contact's, if the two are practically the same.
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

    /// The corner whose edges have the normal between their own.
    fn corner_of_normal(&self) -> Option<usize> {
        let core = self.core;
        (0..core.normals.len()).find(|&edge| {
            let last = core.normals[core.previous(edge)];
            cross(last, self.normal) > 0.0 && cross(self.normal, core.normals[edge]) > 0.0
        })
    }

    /// True if a line that leads to a corner let the other shape pass, which is then deep in the
    /// line: the corner counts as a corner again. A side that nothing hides is one that a line
    /// leads to.
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

    /// The height of the other shape's lowest point over a surface.
    fn lowest_above(&self, surface: Vector, at: Point) -> Real {
        let height =
            |vertex: &Point| dot(surface, self.other_in_shape.outward_point(vertex.coords) - at);
        let heights = self.other.vertices.iter().map(height);
        heights.fold(Real::INFINITY, |least, it| if it < least { it } else { least })
            - self.other.radius
    }

    /// True if all of the positions lie where an edge is hidden.
    ///
    /// Where a neighbour covers a part of an edge, its surface meets the edge in a hollow, and a
    /// body that sinks into the neighbour there is still held by the edge: a part counts as hidden
    /// only farther from the hollow than bodies sink in.
    pub(super) fn is_hidden_at(
        &self,
        edge: usize,
        mut places: impl Iterator<Item = Vector>,
    ) -> bool {
        let [covered_start, covered_end] = self.seams.edges[edge].covered;
        let [line_start, line_end] = self.behind_lines(edge);
        let hidden = |covered: Real, line: Real| line.max(covered - DEEP * self.seams.tolerance);
        let [at_start, at_end] = [hidden(covered_start, line_start), hidden(covered_end, line_end)];
        if at_start <= 0.0 && at_end <= 0.0 {
            return false;
        }
        let start = self.core.vertices[edge];
        let way = self.core.vertices[self.core.next(edge)] - start;
        let length = way.norm();
        places.all(|place| {
            let along = dot(place - start.coords, way) / length;
            at_start > 0.0 && along < at_start || at_end > 0.0 && along > length - at_end
        })
    }

    /// The lengths of an edge that are hidden from the other shape at its ends.
    fn covered(&self, edge: usize) -> [Real; 2] {
        let [at_start, at_end] = self.seams.edges[edge].covered;
        let [line_start, line_end] = self.behind_lines(edge);
        [at_start.max(line_start), at_end.max(line_end)]
    }

    /// The lengths of an edge that lines hide at its ends from the other shape. A line hides
    /// nothing of a side that it leads to; but a shape on the line sinks in, and the side must not
    /// stop it.
    fn behind_lines(&self, edge: usize) -> [Real; 2] {
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
        let sunk = SUNK * self.seams.tolerance;
        [on_last, on_next].map(|is_on| if is_on { sunk } else { 0.0 })
    }
}
