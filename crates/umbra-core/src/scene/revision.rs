//! A name for what a scene is made of, so that caches know when to look again.

use umbra_world::store::Name;

use crate::Scene;

/// Names what a scene is made of: see [`Scene::revision`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision(Name);

impl Scene {
    /// Names what the scene is made of: bodies with their masses and kinds, the poses of fixed
    /// ones, colliders, joints.
    ///
    /// Equal as long as nothing of that was added, removed or changed, in this scene or in a copy
    /// of it. Steps, fields and edits of how bodies move leave it alone, with two exceptions: the
    /// first step after colliders came or were moved may find some that stand side by side, and
    /// cells of a tile map that bodies come near may change it. A cache that was built from the
    /// level has to be built again only when it differs.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let ball = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    /// let before = scene.revision();
    /// scene.body_mut(ball)?.set_velocity([2.0, 0.0])?;
    /// assert_eq!(scene.revision(), before);
    /// scene.add(Body::fixed(), [Collider::cuboid(5.0, 0.5)])?;
    /// assert_ne!(scene.revision(), before);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn revision(&self) -> Revision {
        Revision(self.world.generation.name())
    }
}
