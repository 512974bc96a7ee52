//! Contacts with the links of a chain, without bumps where links meet.
//!
//! A link alone is a segment with two ends, and a shape that slides over the joint between two
//! links bumps into the end of the second. The ghosts know the neighbouring links. Seen from the
//! side of the shape, an end is
//!
//! - *open*: the chain stops there, and the end is a corner like any other;
//! - *flat or hollow*: the next link continues straight or bends towards the shape; nothing can
//!   touch the corner, only the faces;
//! - *a ridge*: the next link bends away; the corner can be touched, with a normal between those
//!   of the two faces. The link that ends there makes the contact, the link that starts there does
//!   not, so that the corner does not push twice.
//!
//! Ghost collisions come from normals at corners that the Voronoi regions do not allow; clamping
//! them by the neighbours' directions is Box2D's idea (its smooth chain shapes), here from both
//! sides of the chain.

use super::between_faces;
use super::clip::Pair;
use super::manifold::Manifold;
use super::sat::{axis_bias, face_separation};
use crate::frame::Frame;
use crate::math::{cross, direction, dot, left_of};
use crate::{ChainSegment, ConvexCore, Point, Pose, Real, Vector};

/// The sine of the bend below which a joint counts as flat: about half a degree.
const FLAT: Real = 0.01;
/// A normal within 2.5 degrees (this cosine) of the face's normal becomes the face's.
const NEARLY_FACE: Real = 0.999;

/// The sine of an angle within rounding: on a flat joint neither link may ignore the contact for
/// it.
const ROUNDING: Real = 1e-6;

/// The treatment of a contact normal at a link.
enum Verdict {
    /// The contact is real.
    Keep,
    /// The corner cannot be touched: use the face's normal instead.
    UseFace,
    /// The contact belongs to the neighbour.
    Leave,
}

/// The contact between a link of a chain and a core; the normal points away from the link.
pub(super) fn collide_link(
    link: &ChainSegment,
    pose_link: &Pose,
    other: &ConvexCore<'_>,
    pose_other: &Pose,
    speculative: Real,
) -> Manifold {
    let core = link.segment().core();
    let other_in_link = Frame::between(pose_link, pose_other);
    let side = Side::facing(link, other_in_link.outward_point(other.center.coords));
    let limit = other.radius + speculative;
    let bias = axis_bias(&core, other);

    let face = face_separation(&core, side.edge, other, &other_in_link);
    let in_reach = face.separation <= limit;
    if !in_reach {
        return Manifold::EMPTY;
    }
    let from_link =
        Pair { p: &core, q: other, q_in_p: other_in_link, pose_p: pose_link, speculative, bias };
    let contact = if other.normals.is_empty() {
        from_link.point_contact(face)
    } else {
        let from_other = Pair {
            p: other,
            q: &core,
            q_in_p: other_in_link.inverse(),
            pose_p: pose_other,
            ..from_link
        };
        let Some(best) = from_other.best(limit) else { return Manifold::EMPTY };
        between_faces(&from_link, face, &from_other, best)
    };
    if contact.is_empty() {
        return contact;
    }
    let in_link = |normal: Vector| pose_link.rotation.inverse() * normal;
    let normal = in_link(contact.normal);
    match side.verdict(normal) {
        Verdict::Keep => contact,
        Verdict::Leave => Manifold::EMPTY,
        // Past the end of the link nothing is over its face: there the corner is all there is, and
        // without it a small circle would fall through a ridge.
        Verdict::UseFace => match from_link.face_contact(face) {
            Some(on_face) => on_face,
            None if face.separation > 0.0 && side.answers_for_corner(normal) => contact,
            None => Manifold::EMPTY,
        },
    }
}

/// A link seen from the side of one shape. Directions are in the link's frame.
struct Side {
    /// The edge of the link's core that faces the shape.
    edge: usize,
    /// The normal of that edge.
    normal: Vector,
    /// The link's direction.
    along: Vector,
    /// True if the shape is on this side only because it is around the bend at one of the ends:
    /// then the link is hidden behind its neighbour.
    around: bool,
    /// The normals, on the same side, of the link before and of the link after; `None` where the
    /// chain ends.
    before: Option<Vector>,
    after: Option<Vector>,
}

impl Side {
    fn facing(link: &ChainSegment, center: Point) -> Self {
        let segment = link.segment();
        let along = segment.direction();
        let way = |from: Point, to: Point| direction(to - from).map(|(unit, _)| unit);
        let before = link.before().and_then(|ghost| way(ghost, segment.a()));
        let after = link.after().and_then(|ghost| way(segment.b(), ghost));

        let own = cross(along, center - segment.a()) > 0.0;
        let mut on_left = own;
        // Past an end, a shape can be behind this link and in front of the next: it is on the
        // outside of the bend if it is in front of either.
        let past_end = dot(along, center - segment.b()) > 0.0;
        let past_start = dot(along, center - segment.a()) < 0.0;
        let bend = match (past_end, past_start) {
            (true, _) => after.map(|next| (next, cross(along, next), segment.b())),
            (_, true) => before.map(|last| (last, cross(last, along), segment.a())),
            _ => None,
        };
        if let Some((neighbour, turn, joint)) = bend {
            let left_of_neighbour = cross(neighbour, center - joint) > 0.0;
            if turn < -FLAT {
                on_left |= left_of_neighbour;
            } else if turn > FLAT {
                on_left &= left_of_neighbour;
            }
        }
        // Edge 0 of a segment's core faces right, edge 1 left.
        let facing = |d: Vector| if on_left { left_of(d) } else { -left_of(d) };
        Self {
            edge: usize::from(on_left),
            normal: facing(along),
            along,
            around: on_left != own,
            before: before.map(facing),
            after: after.map(facing),
        }
    }

    /// True if the corner in the direction of `normal` belongs to this link: a free end, or the end
    /// of the link with a normal between its face's and the next one's.
    fn answers_for_corner(&self, normal: Vector) -> bool {
        if dot(normal, self.along) <= 0.0 {
            return self.before.is_none();
        }
        let Some(after) = self.after else { return true };
        let sense = cross(self.normal, self.along);
        cross(self.normal, normal) * sense >= 0.0 && cross(normal, after) * sense >= -ROUNDING
    }

    fn verdict(&self, normal: Vector) -> Verdict {
        let facing = dot(normal, self.normal);
        if facing > NEARLY_FACE {
            return Verdict::UseFace;
        }
        if self.around && facing < FLAT {
            return Verdict::Leave;
        }
        let at_end = dot(normal, self.along) > 0.0;
        let (neighbour, outward) =
            if at_end { (self.after, self.along) } else { (self.before, -self.along) };
        let Some(neighbour) = neighbour else { return Verdict::Keep };
        // The neighbour's normal leans outwards over a ridge.
        let lean = dot(neighbour, outward);
        if lean <= FLAT {
            return Verdict::UseFace;
        }
        // Within the corner: between the two faces' normals.
        let turned = |v: Vector| cross(self.normal, v) * cross(self.normal, outward);
        let within = turned(normal) >= 0.0
            && cross(normal, neighbour) * cross(self.normal, outward) >= -FLAT
            && facing >= dot(self.normal, neighbour) - FLAT;
        if within && at_end { Verdict::Keep } else { Verdict::Leave }
    }
}
