//! Corners of a surface that several shapes make up, and the normals that are valid there.
//!
//! A shape alone has a corner at each end of a face. Where the surface goes on with another shape,
//! the corner is
//!
//! - *flat or hollow*: the surface goes on straight or bends up; nothing can touch the corner, only
//!   the faces;
//! - *a ridge*: the surface bends away; the corner can be touched, with a normal between those of
//!   the two faces.
//!
//! Links of chains and shapes with seams judge contacts by [`Corner::verdict`]. Queries use the
//! same corner with tolerances of their own (`around.rs`): at a flat corner a hit keeps its normal,
//! where a contact gets the face's.

use crate::math::{cross, dot};
use crate::{Real, Vector};

/// The sine of the bend below which a surface counts as flat: about half a degree.
pub(super) const FLAT: Real = 0.01;

/// The treatment of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The contact is real.
    Keep,
    /// The contact is with a hidden feature: a face that can be reached pushes instead.
    UseFace,
    /// The contact belongs to the neighbour.
    Leave,
}

/// The end of a face where the surface goes on with another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    /// The normal of the face.
    pub(super) face: Vector,
    /// The normal of the surface that goes on.
    pub(super) next: Vector,
    /// A vector along the face to its end.
    pub(super) outward: Vector,
}

impl Corner {
    /// The sine of the bend: positive over a ridge, where the next normal leans outwards.
    pub(super) fn bend(&self) -> Real {
        dot(self.next, self.outward) / self.outward.norm()
    }

    /// True if a normal lies between those of the two faces, or beyond the face's or the next one's
    /// by no more than these sines, for an `outward` of length one.
    pub(super) fn holds(&self, normal: Vector, [beyond_face, beyond_next]: [Real; 2]) -> bool {
        let sense = cross(self.face, self.outward);
        cross(self.face, normal) * sense >= -beyond_face
            && cross(normal, self.next) * sense >= -beyond_next
    }

    /// Judges the normal of a contact at the corner.
    pub(super) fn verdict(&self, normal: Vector) -> Verdict {
        match self.bend() > FLAT {
            false => Verdict::UseFace,
            true if self.holds(normal, [0.0, FLAT]) => Verdict::Keep,
            true => Verdict::Leave,
        }
    }

    /// The same corner of a line, seen from its other side.
    pub(super) fn flipped(self) -> Self {
        Self { face: -self.face, next: -self.next, ..self }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/collide_corner.rs"]
mod tests;
