//! Contacts with the links of a chain, without bumps where links meet.
//!
//! A link alone is a segment with two ends, and a shape that slides over the joint between two
//! links bumps into the end of the second. The ghosts know the neighbouring links. Seen from the
//! side of the shape, an end is open, or a [`Corner`] where the chain goes on. On a ridge the link
//! that ends there makes the contact, the link that starts there does not, so that the corner does
//! not push twice.
//!
//! Ghost collisions come from normals at corners that the Voronoi regions do not allow; clamping
//! them by the neighbours' directions is Box2D's idea (its smooth chain shapes), here from both
//! sides of the chain.

use super::between_faces;
use super::clip::Pair;
use super::corner::{Corner, FLAT, Verdict};
use super::manifold::Manifold;
use super::sat::{axis_bias, face_separation};
use crate::frame::Frame;
use crate::math::{cross, direction, dot, left_of};
use crate::{ChainSegment, ConvexCore, Point, Pose, Real, Vector};

/// A normal within 2.5 degrees (this cosine) of the face's normal becomes the face's.
const NEARLY_FACE: Real = 0.999;

/// The sine of an angle within rounding: on a flat joint neither link may ignore the contact for
/// it.
const ROUNDING: Real = 1e-6;

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
    /// The corners, on the same side, with the link before and with the link after; `None` where
    /// the chain ends.
    before: Option<Corner>,
    after: Option<Corner>,
}

impl Side {
    fn facing(link: &ChainSegment, center: Point) -> Self {
        let segment = link.segment();
        let along = segment.direction();
        let left = left_of(along);
        let corner = |from: Point, to: Point, outward: Vector| {
            let (next, _) = direction(to - from)?;
            Some(Corner { face: left, next: left_of(next), outward })
        };
        let before = link.before().and_then(|ghost| corner(ghost, segment.a(), -along));
        let after = link.after().and_then(|ghost| corner(segment.b(), ghost, along));

        let own = cross(along, center - segment.a()) > 0.0;
        let mut on_left = own;
        // Past an end, a shape can be behind this link and in front of the next: it is on the
        // outside of the bend if it is in front of either.
        let past_end = dot(along, center - segment.b()) > 0.0;
        let past_start = dot(along, center - segment.a()) < 0.0;
        let (passed, joint) = match (past_end, past_start) {
            (true, _) => (after, segment.b()),
            (_, true) => (before, segment.a()),
            _ => (None, center),
        };
        if let Some(corner) = passed {
            let left_of_neighbour = dot(corner.next, center - joint) > 0.0;
            let bend = corner.bend();
            if bend > FLAT {
                on_left |= left_of_neighbour;
            } else if bend < -FLAT {
                on_left &= left_of_neighbour;
            }
        }
        // Edge 0 of a segment's core faces right, edge 1 left.
        let facing = |corner: Corner| if on_left { corner } else { corner.flipped() };
        Self {
            edge: usize::from(on_left),
            normal: if on_left { left } else { -left },
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
        self.after.is_none_or(|corner| corner.holds(normal, [0.0, ROUNDING]))
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
        let Some(corner) = (if at_end { self.after } else { self.before }) else {
            return Verdict::Keep;
        };
        match corner.verdict(normal) {
            Verdict::Keep if !at_end => Verdict::Leave,
            verdict => verdict,
        }
    }
}
