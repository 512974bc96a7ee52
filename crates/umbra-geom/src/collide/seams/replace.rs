//! Which face pushes instead of what is hidden.

use super::judge::Found;
use super::{DEEP, SUNK};
use crate::Real;
use crate::collide::clip::Pair;
use crate::collide::manifold::Manifold;
use crate::collide::sat::{Face, face_separation};
use crate::math::dot;

/// A face that may push instead, and its contact.
struct Candidate {
    face: Face,
    manifold: Manifold,
    /// Whether the middle of the other shape is in front of it.
    is_in_front: bool,
}

impl Candidate {
    fn separation(&self) -> Real {
        self.manifold.separation().unwrap_or(self.face.separation)
    }
}

impl Found<'_> {
    /// The contact with the face that the other shape is most in front of, instead of one with something hidden.
    ///
    /// A face that is about as near as what was found can take its place. One that is farther away pushes only if a corner
    /// of the other shape has come in through it: a wedge that slid along the floor into a wall is nearest to the wall's
    /// foot, which the floor hides, but the wall's side has to stop it. What is in there otherwise came through the
    /// neighbours, and these push it out; unless it is so deep that they did not hold it.
    pub(super) fn replaced(&self, pair: &Pair<'_>) -> Manifold {
        let deep = DEEP * self.seams.tolerance;
        let found = self.manifold.separation().unwrap_or(0.0);
        let candidates: Vec<_> = self.candidates(pair).collect();
        let best = |suits: &dyn Fn(&Candidate) -> bool| {
            let suiting = candidates.iter().filter(|candidate| suits(candidate));
            let further = |a: &Candidate, b: &Candidate| a.separation().total_cmp(&b.separation());
            suiting.max_by(|a, b| further(a, b)).map(|candidate| candidate.manifold)
        };
        let is_near = |candidate: &Candidate| candidate.separation() >= found - deep;
        best(&|it| it.is_in_front && (is_near(it) || self.came_in_through(&it.face)))
            .or_else(|| best(&is_near))
            .or_else(|| if self.is_inside() { best(&|_| true) } else { None })
            .unwrap_or(if found <= -deep { *self.manifold } else { Manifold::EMPTY })
    }

    /// The faces that can be reached where the other shape is.
    fn candidates(&self, pair: &Pair<'_>) -> impl Iterator<Item = Candidate> {
        let edges = 0..self.core.normals.len();
        let exposed = edges.filter(|edge| !self.seams.edges[*edge].is_hidden());
        exposed.filter_map(|edge| {
            let face = face_separation(self.core, edge, self.other, &self.other_in_shape);
            let manifold = pair.face_contact_beyond(face, self.seams.longer(edge))?;
            let is_in_front = self.front(edge) > 0.0;
            (!self.is_hidden_at(edge, self.places_of(&manifold))).then_some(Candidate {
                face,
                manifold,
                is_in_front,
            })
        })
    }

    /// Whether the other shape's corner that is deepest behind a face is within the shape.
    fn came_in_through(&self, face: &Face) -> bool {
        let corner = self.other.vertices[face.support];
        let corner = self.other_in_shape.outward_point(corner.coords);
        let margin = SUNK * self.seams.tolerance;
        let faces = self.core.normals.iter().zip(self.core.vertices);
        faces.into_iter().all(|(normal, start)| dot(*normal, corner - start) <= margin)
    }

    /// Whether the middle of the other shape is within the shape.
    fn is_inside(&self) -> bool {
        (0..self.core.normals.len()).all(|edge| self.front(edge) <= 0.0)
    }
}
