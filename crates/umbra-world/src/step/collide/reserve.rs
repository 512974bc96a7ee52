//! Contacts for what impacts may bring about: discs that may be sent off their course, with other
//! discs, and with the edges of what cannot be moved.
//!
//! On their present course the two do not meet, or the solver would have a contact of the usual
//! kind. The solver is told where the disc is and where the other disc or the ends of the edge are,
//! and finds out when they meet.

use umbra_geom::collide::SeamEdge;
use umbra_geom::math::dot;
use umbra_geom::{Manifold, Point, Real, Vector};
use umbra_solver::{Contact, ContactPoint};

use super::Surroundings;
use super::approach::Approach;
use super::contacts::Refresh;
use super::solver_contact::{PlacedManifold, are_discs, write};
use crate::collider::is_in_front;
use crate::store::{Built, ContactInfo};

impl Surroundings<'_> {
    /// True if impacts may drive two pieces into one another.
    #[inline(always)]
    pub(super) fn may_be_knocked_together(&self, pieces: [u32; 2]) -> bool {
        !self.knocks.is_empty() && self.knocks.may_meet(pieces) && self.may_be_reserved(pieces)
    }

    #[cold]
    fn may_be_reserved(&self, pieces: [u32; 2]) -> bool {
        let is_knocked = pieces.map(|piece| self.knocks.contains(piece));
        let [a, b] = self.poses_of(pieces);
        let sleeps = self.is_asleep(a.body) || self.is_asleep(b.body);
        if sleeps || self.any_one_way(pieces) {
            return false;
        }
        if !are_discs([a, b]) {
            let wall = if is_knocked[0] { b } else { a };
            if self.rules.bodies.is_dynamic(wall.body as usize) || wall.turn != 0.0 {
                return false;
            }
        }
        true
    }

    /// Refreshes a contact that may meet by an impact, if not on its present course. Returns
    /// whether it got its first point or lost its last one.
    #[cold]
    pub(super) fn collide_knocked(
        &self,
        info: &mut ContactInfo,
        contact: &mut Contact,
        approach: &Approach,
    ) -> bool {
        let was_in_structure = info.in_structure;
        if are_discs(self.poses_of(info.pieces)) && self.reserve(info, contact) {
            return info.in_structure != was_in_structure;
        }
        match self.way_to_refresh(info, contact, approach) {
            Refresh::Skip => {}
            Refresh::Sweep { keep_apart } => {
                self.collide_swept(info, contact, keep_apart);
            }
            Refresh::InPlace => {
                let speculative = self.task.speculative + approach.distance;
                let poses = info.pieces.map(|piece| &self.pieces[piece as usize].pose);
                let manifold = self.manifold(info.pieces, poses, speculative);
                contact.round = are_discs(self.poses_of(info.pieces));
                self.write_manifold(info, contact, &manifold, speculative);
            }
        }
        if contact.point_count == 0 {
            self.reserve(info, contact);
        }
        info.in_structure != was_in_structure
    }

    /// Makes such a contact, unless the two touch. Returns whether it did.
    #[cold]
    fn reserve(&self, info: &mut ContactInfo, contact: &mut Contact) -> bool {
        let [a, b] = self.poses_of(info.pieces);
        let is_wall = info.pieces.map(|piece| !self.knocks.contains(piece));
        let edge = if are_discs([a, b]) {
            None
        } else {
            let (wall, disc) = if is_wall[0] { (0, b) } else { (1, a) };
            let Some(edge) = self.edge_that_faces(info.pieces[wall], disc.origin.into()) else {
                return false;
            };
            Some((wall, edge))
        };
        // From A's outline to B's.
        let (start, end, radii) = match edge {
            None => (a.origin, b.origin, [a.bounding_radius, b.bounding_radius]),
            Some((0, (edge, radius))) => {
                (nearest(edge, b.origin), b.origin, [radius, b.bounding_radius])
            }
            Some((_, (edge, radius))) => {
                (a.origin, nearest(edge, a.origin), [a.bounding_radius, radius])
            }
        };
        let way = end - start;
        let distance = dot(way, way).sqrt();
        let separation = distance - radii[0] - radii[1];
        if separation <= 0.0 {
            return false;
        }
        let normal = way / distance;
        let middle = start + normal * (radii[0] + 0.5 * separation);
        let poses = info.pieces.map(|piece| &self.pieces[piece as usize].pose);
        let touch = Manifold::of_touch(middle.into(), normal, poses[0], poses[1]);
        let seen =
            PlacedManifold { travel: separation, ..PlacedManifold::near(&touch, a.arm, b.arm) };
        (info.built, contact.swept) = (Built::NEVER, false);
        write(info, contact, &seen, self.task.is_final);
        (contact.round, contact.reserve) = (true, true);
        contact.points[1] = ContactPoint::default();
        if let Some((wall, (edge, _))) = edge {
            let disc = if wall == 0 { b } else { a };
            let [from, to] = edge.map(|end| end.coords - disc.origin);
            (contact.points[1].anchor_a, contact.points[1].anchor_b) = (from, to);
        }
        true
    }

    /// The edge of a piece that faces a point, and the radius around it: the edge beyond which the
    /// point is farthest. None if other pieces hide it.
    fn edge_that_faces(&self, index: u32, point: Point) -> Option<([Point; 2], Real)> {
        let piece = &self.pieces[index as usize];
        let core = piece.shape().core();
        let local = piece.pose.inverse() * point;
        let is_behind = piece.substance.one_sided && !is_in_front(piece.shape(), local);
        if is_behind || core.vertices.is_empty() {
            return None;
        }
        let mut best = (0, Real::NEG_INFINITY);
        for (index, normal) in core.normals.iter().enumerate() {
            let beyond = dot(*normal, local - core.vertices[index]);
            if beyond > best.1 {
                best = (index, beyond);
            }
        }
        let seam = self.seams.get(index).and_then(|seams| seams.edges().get(best.0));
        if seam.is_some_and(SeamEdge::is_hidden) {
            return None;
        }
        let ends = [best.0, core.next(best.0)].map(|end| piece.pose * core.vertices[end]);
        Some((ends, core.radius))
    }
}

/// The point of an edge that is nearest to another point.
fn nearest([from, to]: [Point; 2], point: Vector) -> Vector {
    let way = to - from;
    let square = dot(way, way);
    let along = if square > 0.0 { dot(point - from.coords, way) / square } else { 0.0 };
    from.coords + way * along.clamp(0.0, 1.0)
}
