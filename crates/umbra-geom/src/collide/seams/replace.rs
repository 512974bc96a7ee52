//! Replaces contacts with hidden features by contacts with a face that can be reached.

use super::judge::Found;
use super::{DEEP, SUNK};
use crate::Real;
use crate::collide::clip::Pair;
use crate::collide::manifold::Manifold;
use crate::collide::sat::{Face, face_separation};
use crate::math::dot;

/// The suitability of a face as a replacement for a hidden feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Suits {
    /// Used only if nothing else suits.
    Hardly,
    /// The face is about as near as the feature found.
    Near,
    /// The other shape's centre is in front of the face too, or its deepest corner came in through
    /// it.
    Well,
}

impl Found<'_> {
    /// The contact with the face that the other shape is most in front of, instead of one with a
    /// hidden feature.
    ///
    /// A face that is about as near as the feature found can replace it. A face farther away pushes
    /// only if a corner of the other shape has come in through it: a wedge that slid along the
    /// floor into a wall is nearest to the wall's foot, which the floor hides, but the wall's side
    /// has to stop it. Any other shape in there came through the neighbours, and these push it out;
    /// unless it is so deep that they did not hold it, and its centre is in front of no face that
    /// can be reached. A line has two faces, and its neighbours are lines: they hold less.
    pub(super) fn replaced(&self, pair: &Pair<'_>) -> Manifold {
        let deep = DEEP * self.seams.tolerance;
        let found = self.manifold.separation().unwrap_or(0.0);
        let mut best: Option<(Suits, Real, Manifold)> = None;
        let is_solid = self.core.normals.len() > 2;
        let mut in_front = false;
        for edge in (0..self.core.normals.len()).filter(|edge| !self.seams.edges[*edge].is_hidden())
        {
            let face = face_separation(self.core, edge, self.other, &self.other_in_shape);
            let Some(manifold) = pair.face_contact_beyond(face, self.seams.longer(edge)) else {
                continue;
            };
            if self.is_hidden_at(edge, self.places_of(&manifold)) {
                continue;
            }
            let separation = manifold.separation().unwrap_or(face.separation);
            let is_near = separation >= found - deep;
            in_front |= is_solid && self.front(edge) > 0.0;
            let suits = match (self.front(edge) > 0.0, is_near) {
                (true, near) if near || self.came_in_through(&face) => Suits::Well,
                (_, true) => Suits::Near,
                _ => Suits::Hardly,
            };
            if best.is_none_or(|(most, farthest, _)| {
                suits > most || suits == most && separation > farthest
            }) {
                best = Some((suits, separation, manifold));
            }
        }
        match best {
            Some((suits, _, manifold)) if suits > Suits::Hardly || self.is_inside() => manifold,
            _ if found <= -deep && !in_front => *self.manifold,
            _ => Manifold::EMPTY,
        }
    }

    /// True if the other shape's corner that is deepest behind a face is within the shape.
    fn came_in_through(&self, face: &Face) -> bool {
        let corner = self.other.vertices[face.support];
        let corner = self.other_in_shape.outward_point(corner.coords);
        let margin = SUNK * self.seams.tolerance;
        let mut faces = self.core.normals.iter().zip(self.core.vertices);
        faces.all(|(normal, start)| dot(*normal, corner - start) <= margin)
    }

    /// True if the centre of the other shape is within the shape.
    fn is_inside(&self) -> bool {
        (0..self.core.normals.len()).all(|edge| self.front(edge) <= 0.0)
    }
}
