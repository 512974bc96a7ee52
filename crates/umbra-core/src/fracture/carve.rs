//! An outline is taken out of all that lies in it.

use std::collections::BTreeSet;

use umbra_geom::{Point, Pose, cut};

use super::Planned;
use crate::{BodyEdit, BodyKey, BodyKind, Carved, Carving, Edit, Error, QueryFilter, Scene, check};

impl Scene {
    /// Carves an outline out of all bodies that overlap it, as [`carve_body`](Self::carve_body)
    /// does with one. Bodies that cannot be cut, such as chains, stay as they are. Returns the
    /// result for each of the others, in the order of their keys.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let foot = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0]];
    /// let top = [[9.0, 3.0], [9.0, 4.0], [0.0, 4.0]];
    /// let cliff = Collider::concave([foot, top].concat());
    /// let cliff = scene.add(Body::fixed(), [cliff])?;
    /// // A blast cuts the ledge off, and it falls.
    /// let blast = Carving::new([[4.0, 2.5], [5.0, 2.5], [5.0, 4.5], [4.0, 4.5]]).isles_fall(true);
    /// let carved = scene.carve(&blast)?;
    /// assert_eq!((carved[0].body, carved[0].pieces.len()), (cliff, 2));
    /// assert!(scene.body(carved[0].pieces[1])?.is_dynamic());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the outline is invalid (too few points, points that are not finite, or edges that
    /// cross), an anchor is not finite, or a body in it cannot be cut because its numbers are too
    /// large. The scene is unchanged then.
    pub fn carve(&mut self, carving: &Carving) -> Result<Vec<Carved>, Error> {
        let parts = cut::decompose(&carving.outline, &[])?;
        for anchor in &carving.anchors {
            check::position("anchors", *anchor)?;
        }
        let filter = QueryFilter { filter: carving.filter, ..QueryFilter::default() };
        let mut bodies = BTreeSet::new();
        for part in parts {
            for collider in self.overlap_shape(&part.into(), Pose::identity(), filter) {
                bodies.insert(self.collider(collider)?.body());
            }
        }
        let mut planned = Vec::new();
        for body in bodies {
            match Planned::carving(self, body, &carving.outline) {
                Ok(it) if it.changes_nothing() => {}
                Ok(it) => planned.push(it),
                Err(Error::NothingToCut(_)) => {}
                Err(error) => return Err(error),
            }
        }
        if planned.is_empty() {
            return Ok(Vec::new());
        }
        self.noted(
            || Edit::Carve(Box::new(carving.clone())),
            |scene| planned.into_iter().map(|it| scene.carve_one(it, carving)).collect(),
        )
    }

    fn carve_one(&mut self, planned: Planned, carving: &Carving) -> Result<Carved, Error> {
        let body = planned.body;
        let is_fixed = self.body(body)?.kind() == BodyKind::Fixed;
        let pieces = self.do_cut(planned, || Edit::CarveBody(body, carving.outline.clone()))?;
        if is_fixed && carving.isles_fall {
            for isle in pieces.iter().skip(1) {
                if !self.holds_any(*isle, &carving.anchors)? {
                    self.edit_body(*isle, BodyEdit::Kind(BodyKind::Dynamic))?;
                }
            }
        }
        Ok(Carved { body, pieces })
    }

    /// True if one of these points lies in a body.
    fn holds_any(&self, body: BodyKey, points: &[Point]) -> Result<bool, Error> {
        for point in points {
            for collider in self.colliders_at(*point, QueryFilter::default().sensors(true)) {
                if self.collider(collider)?.body() == body {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
