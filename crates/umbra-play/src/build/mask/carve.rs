//! A picture taken out of bodies.

use std::collections::BTreeMap;
use umbra_geom::sort::Arrange;

use umbra_geom::{Point, Pose, cut};

use super::{Outline, Outlines};
use crate::check;
use umbra_core::{BodyKey, Carved, Carving, Error, Scene, Snapshot};

impl Outlines {
    /// Takes the islands of the picture, placed at a pose of the world, out of a body, as
    /// [`Scene::carve_body`] does with one outline. Holes of the picture stay standing.
    ///
    /// Returns the pieces that are left, the body itself first if it is one of them.
    ///
    /// ```
    /// use umbra::build;
    /// use umbra::prelude::*;
    ///
    /// let picture = ["#####", "#...#", "#...#", "#####"];
    /// let alpha = |x: usize, y: usize| if picture[y].as_bytes()[x] == b'#' { 1.0 } else { 0.0 };
    /// let ring = build::outlines_from_mask([5, 4], alpha, 0.0)?;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let wall = scene.add(Body::fixed(), [Collider::cuboid(5.0, 5.0)])?;
    /// let pieces = ring.carve_body(&mut scene, wall, pose([-2.5, -2.0], 0.0))?;
    /// assert_eq!(pieces.len(), 2); // the wall, and the part within the ring
    /// assert_eq!(pieces[0], wall);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body, it has nothing to cut, the pose is not finite or absurd, or the
    /// body cannot be cut because of numbers that it reached. Nothing is changed then.
    pub fn carve_body(
        &self,
        scene: &mut Scene,
        body: BodyKey,
        pose: Pose,
    ) -> Result<Vec<BodyKey>, Error> {
        scene.body(body)?;
        let cutters = self.cutters(pose)?;
        all_or_nothing(scene, cutters.len(), |scene| {
            let mut pieces = vec![body];
            for cutter in &cutters {
                let mut left = Vec::new();
                for piece in pieces {
                    left.extend(scene.carve_body(piece, cutter.iter().copied())?);
                }
                pieces = left;
            }
            // The heaviest piece of each cut keeps its key, and comes first.
            Ok(pieces)
        })
    }

    /// Takes the islands of the picture, placed at a pose of the world, out of all bodies that
    /// reach into them, as [`Scene::carve`] does with one outline. Holes of the picture stay
    /// standing.
    ///
    /// `configure` sets the filter, the anchors and [`isles_fall`](Carving::isles_fall) of each
    /// cut; `|it| it` leaves them as they are. An island with holes is taken out in convex parts,
    /// one after another: a piece that one of them cuts off falls, whatever the others leave of the
    /// body.
    ///
    /// Returns the pieces of each body that was carved, in the order of the keys of the bodies.
    ///
    /// ```
    /// use umbra::build;
    /// use umbra::prelude::*;
    ///
    /// let dot = build::outlines_from_mask([2, 2], |_, _| 1.0, 0.0)?;
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let beam = scene.add(Body::fixed(), [Collider::cuboid(4.0, 0.5)])?;
    /// let carved = dot.carve(&mut scene, pose([1.0, -1.0], 0.0), |it| it.isles_fall(true))?;
    /// assert_eq!((carved[0].body, carved[0].pieces.len()), (beam, 2));
    /// assert!(scene.body(carved[0].pieces[1])?.is_dynamic());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the pose or an anchor is not finite or absurd, or a body cannot be cut because of
    /// numbers that it reached. Nothing is changed then.
    pub fn carve(
        &self,
        scene: &mut Scene,
        pose: Pose,
        configure: impl Fn(Carving) -> Carving,
    ) -> Result<Vec<Carved>, Error> {
        let cutters = self.cutters(pose)?;
        all_or_nothing(scene, cutters.len(), |scene| {
            let mut carved = Vec::new();
            // The body that each piece comes from, as its index in `carved`.
            let mut origin = BTreeMap::new();
            for cutter in cutters {
                for cut in scene.carve(&configure(Carving::new(cutter)))? {
                    record(&mut carved, &mut origin, cut);
                }
            }
            carved.arrange_by_key(|it: &Carved| it.body);
            Ok(carved)
        })
    }

    /// Simple outlines in the world that together cover the picture.
    fn cutters(&self, pose: Pose) -> Result<Vec<Vec<Point>>, Error> {
        let pose = check::pose("pose", pose)?;
        let mut cutters = Vec::new();
        for outline in &self.outlines {
            cutters.extend(outline.placed(pose).simple_parts()?);
        }
        Ok(cutters)
    }
}

impl Outline {
    fn placed(&self, pose: Pose) -> Self {
        let ring = |ring: &Vec<Point>| ring.iter().map(|point| pose * point).collect();
        Self { outer: ring(&self.outer), holes: self.holes.iter().map(ring).collect() }
    }

    /// The island as outlines without holes.
    fn simple_parts(self) -> Result<Vec<Vec<Point>>, Error> {
        if self.holes.is_empty() {
            return Ok(vec![self.outer]);
        }
        let parts = cut::decompose(&self.outer, &self.holes)?;
        Ok(parts.iter().map(|part| part.vertices().to_vec()).collect())
    }
}

/// Notes the pieces of a body that may itself be a piece of one carved before.
fn record(carved: &mut Vec<Carved>, origin: &mut BTreeMap<BodyKey, usize>, cut: Carved) {
    let index = *origin.entry(cut.body).or_insert(carved.len());
    for piece in &cut.pieces {
        origin.insert(*piece, index);
    }
    match carved.get_mut(index) {
        Some(before) => {
            let at = before.pieces.iter().position(|piece| *piece == cut.body);
            let at = at.unwrap_or(before.pieces.len());
            let end = before.pieces.len().min(at + 1);
            before.pieces.splice(at..end, cut.pieces);
        }
        None => carved.push(cut),
    }
}

/// Does several cuts of a scene. If one is refused, the scene is as before.
fn all_or_nothing<T>(
    scene: &mut Scene,
    cuts: usize,
    work: impl FnOnce(&mut Scene) -> Result<T, Error>,
) -> Result<T, Error> {
    // One cut that is refused has changed nothing.
    if cuts < 2 {
        return work(scene);
    }
    let mut before = Snapshot::default();
    scene.save_into(&mut before)?;
    work(scene).or_else(|error| {
        scene.restore(&before)?;
        Err(error)
    })
}
