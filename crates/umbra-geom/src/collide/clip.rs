//! From a reference face to contact points: the incident edge is clipped to the face.

use super::manifold::{ContactPoint, FeatureId, Manifold};
use super::relative::Relative;
use super::sat::{Face, incident_edge};
use crate::math::{dot, left_of};
use crate::{ConvexCore, Point, Pose, Real, Vector};

/// The reference core `p` and the incident core `q`, with all that placing their contacts needs.
pub(crate) struct Pair<'a> {
    pub(crate) p: ConvexCore<'a>,
    pub(crate) q: ConvexCore<'a>,
    /// The frame of `q` seen from that of `p`.
    pub(crate) q_in_p: Relative,
    /// How `p` is turned in the world.
    pub(crate) pose_p: &'a Pose,
    /// Contacts farther apart than this are not reported.
    pub(crate) speculative: Real,
}

/// A vertex of `q` in the frame of `p`'s reference edge.
#[derive(Clone, Copy)]
struct Placed {
    /// Which vertex it is.
    vertex: usize,
    /// How far along the edge it lies.
    along: Real,
    /// How far in front of the edge.
    out: Real,
}

impl Pair<'_> {
    /// The contacts between the reference face of `p` and whatever of `q` is nearest to it.
    #[inline]
    pub(crate) fn contacts(&self, face: Face, overlap_bias: Real) -> Manifold {
        let normal = self.p.normals[face.edge];
        let tangent = left_of(normal);
        let start = self.p.vertices[face.edge];
        let end = self.p.next(face.edge);
        let length = dot(tangent, self.p.vertices[end] - start);
        let place = |vertex: usize| {
            let offset = self.q_in_p.point(self.q.vertices[vertex]) - start;
            Placed { vertex, along: dot(tangent, offset), out: dot(normal, offset) }
        };
        let nearest = place(face.support);
        let corner = if nearest.along < 0.0 { face.edge } else { end };
        let beyond = nearest.along < 0.0 || nearest.along > length;

        if self.q.vertices.len() == 1 {
            if beyond && face.separation > 0.0 {
                return self.corner_contact(corner, face.support, normal);
            }
            let id = FeatureId::edge_vertex(face.edge, 0);
            return self.emit(normal, &[(self.at(start, tangent, nearest), nearest.out, id)]);
        }

        let edge = incident_edge(&self.q, face.support, self.q_in_p.turn_back(normal));
        let other = if edge == face.support { self.q.next(edge) } else { edge };
        let other_placed = place(other);
        // Cores apart, and the nearest vertex past the end of the face: corner against corner,
        // unless the face's corner lies in front of the incident edge.
        if beyond && face.separation > overlap_bias {
            let corner_along = if corner == face.edge { 0.0 } else { length };
            let to_corner = Vector::new(corner_along - nearest.along, -nearest.out);
            let edge_way =
                Vector::new(other_placed.along - nearest.along, other_placed.out - nearest.out);
            if dot(to_corner, edge_way) <= 0.0 {
                return self.corner_contact(corner, face.support, normal);
            }
        }
        let (low, high) = if nearest.along <= other_placed.along {
            (nearest, other_placed)
        } else {
            (other_placed, nearest)
        };
        if high.along < 0.0 || low.along > length {
            // Rounding may put overlapping cores here: they do not touch. Cores that are apart
            // by less than the bias meet corner to corner.
            if face.separation <= 0.0 {
                return Manifold::EMPTY;
            }
            return self.corner_contact(corner, face.support, normal);
        }
        let slope = (high.out - low.out) / (high.along - low.along);
        let cut = |along: Real, vertex: usize| {
            let placed = Placed { vertex, along, out: low.out + slope * (along - low.along) };
            (self.at(start, tangent, placed), placed.out, FeatureId::vertex_edge(vertex, edge))
        };
        let whole = |placed: Placed| {
            let id = FeatureId::edge_vertex(face.edge, placed.vertex);
            (self.at(start, tangent, placed), placed.out, id)
        };
        let first = if low.along < 0.0 { cut(0.0, face.edge) } else { whole(low) };
        let second = if high.along > length { cut(length, end) } else { whole(high) };
        self.emit(normal, &[first, second])
    }

    /// The foot on the reference edge of a point that lies in front of it.
    #[inline]
    fn at(&self, start: Point, tangent: Vector, placed: Placed) -> Point {
        start + tangent * placed.along
    }

    /// The contact between vertex `corner` of `p` and vertex `nearest` of `q`, along the line
    /// that joins them; along `fallback` when they coincide.
    #[inline]
    fn corner_contact(&self, corner: usize, nearest: usize, fallback: Vector) -> Manifold {
        let from = self.p.vertices[corner];
        let way = self.q_in_p.point(self.q.vertices[nearest]) - from;
        let squared = dot(way, way);
        let reach = self.p.radius + self.q.radius + self.speculative;
        if squared > reach * reach {
            return Manifold::EMPTY;
        }
        let distance = squared.sqrt();
        let normal =
            if distance > COINCIDENT * self.p.outer_radius { way / distance } else { fallback };
        self.emit(normal, &[(from, distance, FeatureId::vertices(corner, nearest))])
    }

    /// Turns feet on `p`'s core with their distances to `q`'s core into a manifold in the world.
    #[inline]
    fn emit(&self, normal: Vector, feet: &[(Point, Real, FeatureId)]) -> Manifold {
        let (cos, sin) = (self.pose_p.rotation.re, self.pose_p.rotation.im);
        let world = |v: Vector| Vector::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y);
        let mut manifold = Manifold { normal: world(normal), ..Manifold::EMPTY };
        for &(foot, distance, id) in feet {
            let separation = distance - self.p.radius - self.q.radius;
            if separation > self.speculative {
                continue;
            }
            let on_p = foot.coords + normal * self.p.radius;
            let on_q = foot.coords + normal * (distance - self.q.radius);
            manifold.push(ContactPoint {
                anchor_a: world(on_p),
                anchor_b: world(on_q - self.q_in_p.shift),
                separation,
                id,
            });
        }
        if manifold.is_empty() { Manifold::EMPTY } else { manifold }
    }
}

/// Two corners nearer than this fraction of the shape's size have no direction between them.
const COINCIDENT: Real = 1e-6;
