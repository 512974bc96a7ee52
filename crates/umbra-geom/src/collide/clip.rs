//! Contact points from a reference face: the incident edge is clipped to the face.

use super::manifold::{ContactPoint, FeatureId, Manifold};
use super::sat::{COINCIDENT, Face, best_face, center_distance, face_separation, incident_edge};
use crate::frame::Frame;
use crate::math::{dot, left_of};
use crate::{ConvexCore, Point, Pose, Real, Vector};

/// The reference core `p` and the incident core `q`, with everything needed to place contacts.
pub(super) struct Pair<'a> {
    pub(super) p: &'a ConvexCore<'a>,
    pub(super) q: &'a ConvexCore<'a>,
    /// The frame of `q` in that of `p`.
    pub(super) q_in_p: Frame,
    /// The pose of `p` in the world.
    pub(super) pose_p: &'a Pose,
    /// Contacts farther apart than this are not reported.
    pub(super) speculative: Real,
    /// Differences in length below this count as none, see [`axis_bias`](super::sat::axis_bias).
    pub(super) bias: Real,
}

/// The line of `p`'s reference edge, as a frame: along the edge, and out from it.
struct Edge {
    start: Point,
    normal: Vector,
    tangent: Vector,
    length: Real,
    /// The vertex where the edge ends.
    end: usize,
}

/// A vertex of `q` in the frame of the reference edge.
#[derive(Clone, Copy)]
struct Placed {
    /// The index of the vertex.
    vertex: usize,
    /// Its position along the edge.
    along: Real,
    /// Its distance in front of the edge.
    out: Real,
}

impl Pair<'_> {
    #[inline]
    fn edge(&self, edge: usize) -> Edge {
        let normal = self.p.normals[edge];
        let (start, end) = (self.p.vertices[edge], self.p.next(edge));
        let tangent = left_of(normal);
        Edge { start, normal, tangent, length: dot(tangent, self.p.vertices[end] - start), end }
    }

    #[inline]
    fn place(&self, edge: &Edge, vertex: usize) -> Placed {
        let offset = self.q_in_p.outward_point(self.q.vertices[vertex].coords) - edge.start;
        Placed { vertex, along: dot(edge.tangent, offset), out: dot(edge.normal, offset) }
    }

    /// The other end of the incident edge, which starts or ends in vertex `support`.
    #[inline]
    fn incident(&self, support: usize, normal: Vector) -> (usize, usize) {
        let edge = incident_edge(self.q, support, self.q_in_p.turn_back(normal));
        (edge, if edge == support { self.q.next(edge) } else { edge })
    }

    /// The contact between two corners, if those are the nearest features: `face` has to be the
    /// best face of both cores, and the cores apart.
    ///
    /// The best of all faces always ends in the nearest corner: the distance of a shape in front of
    /// an axis falls off to both sides of the line between the nearest corners, so the face normals
    /// next to that line, which belong to edges at those corners, have greater separations than all
    /// others.
    #[inline]
    pub(super) fn corner_contact(&self, face: Face) -> Option<Manifold> {
        let edge = self.edge(face.edge);
        let nearest = self.place(&edge, face.support);
        // A corner that lies over the end of the face, as corners of equal boxes do, is over it.
        let tolerance = if self.q.normals.is_empty() { 0.0 } else { self.bias };
        let corner = if nearest.along < -tolerance {
            Placed { vertex: face.edge, along: 0.0, out: 0.0 }
        } else if nearest.along > edge.length + tolerance {
            Placed { vertex: edge.end, along: edge.length, out: 0.0 }
        } else {
            return None;
        };
        if !self.q.normals.is_empty() {
            let (_, other) = self.incident(face.support, edge.normal);
            let other = self.place(&edge, other);
            let to_corner = Vector::new(corner.along - nearest.along, corner.out - nearest.out);
            let edge_way = Vector::new(other.along - nearest.along, other.out - nearest.out);
            if dot(to_corner, edge_way) > 0.0 {
                return None;
            }
        }
        Some(self.between_corners(corner.vertex, face.support, edge.normal))
    }

    /// The face of `p` with the greatest distance to `q` in front of it; `None` when out of reach.
    #[inline]
    pub(super) fn best(&self, limit: Real) -> Option<Face> {
        best_face(self.p, self.q, &self.q_in_p, limit)
    }

    /// The contacts of the preferred face: of the faces with a separation of at least `enough`, the
    /// first that has something over it; for separated cores, the `best` one.
    #[inline]
    pub(super) fn good_face_contact(&self, best: Face, enough: Real) -> Option<Manifold> {
        if best.separation > 0.0 {
            return self.face_contact(best);
        }
        // The bound's own rounding must not decide: another bias is well clear of it.
        let bound = enough - self.bias + self.q.inner_radius;
        let center = self.q_in_p.outward_point(self.q.center.coords);
        let good =
            |&edge: &usize| edge == best.edge || center_distance(self.p, edge, center) >= bound;
        (0..self.p.normals.len())
            .filter(good)
            .map(|edge| face_separation(self.p, edge, self.q, &self.q_in_p))
            .filter(|face| face.separation >= enough)
            .find_map(|face| self.face_contact(face))
    }

    /// The contact with a core that is a point, given the best face.
    #[inline]
    pub(super) fn point_contact(&self, best: Face) -> Manifold {
        let corner = if best.separation > 0.0 { self.corner_contact(best) } else { None };
        corner
            .or_else(|| self.good_face_contact(best, best.separation - self.bias))
            .unwrap_or_else(|| self.end_contact(best))
    }

    /// The contact of a face that has nothing over it.
    ///
    /// Where the cores are apart, the face's nearer end meets the incident edge's. Where they
    /// overlap (crossing needles, or rounding), the deepest vertex pushes on the nearest end of the
    /// face.
    #[cold]
    pub(super) fn end_contact(&self, face: Face) -> Manifold {
        let edge = self.edge(face.edge);
        let end_of = |placed: Placed| {
            if placed.along < 0.5 * edge.length {
                (face.edge, 0.0)
            } else {
                (edge.end, edge.length)
            }
        };
        let mut nearest = self.place(&edge, face.support);
        // Segments, and points, on one line have no face that shows the gap between their ends.
        let both_flat = self.p.vertices.len() == 2 && self.q.vertices.len() <= 2;
        if face.separation <= 0.0 && !both_flat {
            let (end, along) = end_of(nearest);
            let id = FeatureId::vertices(end, nearest.vertex);
            let mut manifold =
                self.emit(edge.normal, &[(edge.start + edge.tangent * along, nearest.out, id)]);
            // The point on q is the vertex itself, beside the foot.
            let aside = edge.tangent * (nearest.along - along);
            manifold.points[0].anchor_b += self.pose_p.rotation * aside;
            return manifold;
        }
        if !self.q.normals.is_empty() {
            // Of a parallel edge both ends are equally far in front, and either is the support.
            let (_, other) = self.incident(face.support, edge.normal);
            let other = self.place(&edge, other);
            let squared = |placed: Placed| {
                let aside = placed.along - end_of(placed).1;
                aside * aside + placed.out * placed.out
            };
            if squared(other) < squared(nearest) {
                nearest = other;
            }
        }
        self.between_corners(end_of(nearest).0, nearest.vertex, edge.normal)
    }

    /// The contacts of the reference face with the incident edge, clipped to the face; `None` if
    /// nothing in reach lies over the face.
    #[inline]
    pub(super) fn face_contact(&self, face: Face) -> Option<Manifold> {
        self.face_contact_beyond(face, [0.0; 2])
    }

    /// The same for a face that is extended by `longer` at its start and at its end.
    #[inline]
    pub(super) fn face_contact_beyond(&self, face: Face, longer: [Real; 2]) -> Option<Manifold> {
        let edge = self.edge(face.edge);
        let (least, most) = (-longer[0], edge.length + longer[1]);
        let nearest = self.place(&edge, face.support);
        if self.q.normals.is_empty() {
            if nearest.along < least || nearest.along > most {
                return None;
            }
            let id = FeatureId::edge_vertex(face.edge, 0);
            let foot = edge.start + edge.tangent * nearest.along;
            return self.emit(edge.normal, &[(foot, nearest.out, id)]).or_none();
        }
        let (incident, other) = self.incident(face.support, edge.normal);
        let other = self.place(&edge, other);
        let (low, high) =
            if nearest.along <= other.along { (nearest, other) } else { (other, nearest) };
        if high.along < least || low.along > most {
            return None;
        }
        let slope = (high.out - low.out) / (high.along - low.along);
        // A vertex that sticks out past the end of the face is cut off there, unless it does so by
        // no more than the bias: corners that lie on one another must not come and go, or change
        // names, with every last bit.
        let clipped = |placed: Placed, end: usize, end_along: Real, past: Real| {
            if past > self.bias {
                let out = low.out + slope * (end_along - low.along);
                let id = FeatureId::vertex_edge(end, incident);
                (edge.start + edge.tangent * end_along, out, id)
            } else {
                let id = FeatureId::edge_vertex(face.edge, placed.vertex);
                (edge.start + edge.tangent * placed.along, placed.out, id)
            }
        };
        let first = clipped(low, face.edge, least, least - low.along);
        let second = clipped(high, edge.end, most, high.along - most);
        self.emit(edge.normal, &[first, second]).or_none()
    }

    /// The contact between vertex `corner` of `p` and vertex `nearest` of `q`, along the line
    /// that joins them; along `fallback` when they coincide.
    #[inline]
    fn between_corners(&self, corner: usize, nearest: usize, fallback: Vector) -> Manifold {
        let from = self.p.vertices[corner];
        let way = self.q_in_p.outward_point(self.q.vertices[nearest].coords) - from;
        let squared = dot(way, way);
        let reach = self.p.radius + self.q.radius + self.speculative;
        // What is too far to be squared is in no reach, not even an endless one.
        let in_reach = reach >= 0.0 && squared <= reach * reach && squared.is_finite();
        if !in_reach {
            return Manifold::EMPTY;
        }
        let distance = squared.sqrt();
        let normal =
            if distance > COINCIDENT * self.p.outer_radius { way / distance } else { fallback };
        self.emit(normal, &[(from, distance, FeatureId::vertices(corner, nearest))])
    }

    /// Makes a manifold in the world from feet on `p`'s core with their distances to `q`'s core.
    #[inline]
    fn emit(&self, normal: Vector, feet: &[(Point, Real, FeatureId)]) -> Manifold {
        let (cos, sin) = (self.pose_p.rotation.re, self.pose_p.rotation.im);
        let world = |v: Vector| Vector::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y);
        let mut manifold = Manifold { normal: world(normal), ..Manifold::EMPTY };
        for &(foot, distance, id) in feet {
            let separation = distance - self.p.radius - self.q.radius;
            // At a place that is no number there is nothing, not even for an endless reach.
            if separation > self.speculative || !separation.is_finite() {
                continue;
            }
            let on_p = foot.coords + normal * self.p.radius;
            let on_q = foot.coords + normal * (distance - self.q.radius);
            manifold.push(ContactPoint {
                anchor_a: world(on_p),
                anchor_b: world(on_q - self.q_in_p.at),
                separation,
                id,
            });
        }
        if manifold.is_empty() { Manifold::EMPTY } else { manifold }
    }
}
