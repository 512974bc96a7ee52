//! Connecting joints to other bodies.

use super::JointMut;
use crate::{BodyKey, Error};

impl JointMut<'_> {
    /// Connects the joint to other bodies. Its anchors and its axis keep their coordinates on each
    /// body, and its angle continues to count. So a rope goes from hand to hand, and a joint to the
    /// half of a body that was cut. Gears follow the joints that they count.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let crane = scene.add_body(Body::fixed())?;
    /// # let crate_ = |x: f32| Body::dynamic().position([x, -4.0]);
    /// # let shape = || [Collider::cuboid(0.5, 0.5)];
    /// # let [first, second] = [0.0, 2.0].map(|x| scene.add(crate_(x), shape()).unwrap());
    /// let rope = scene.add_joint(Joint::rope(crane, first, [0.0, 0.0], [0.0, -3.5], 3.5))?;
    /// // The crane drops one crate and picks up the other.
    /// scene.joint_mut(rope)?.set_bodies([crane, second])?;
    /// assert_eq!(scene.joint(rope)?.body_b(), second);
    /// assert_eq!(scene.body(first)?.joints().count(), 0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body; both bodies are the same (those of a target joint: they differ);
    /// the joint is a gear; or a gear counts it and its first body would be dynamic.
    pub fn set_bodies(&mut self, bodies: [BodyKey; 2]) -> Result<(), Error> {
        self.scene.bind_joint(self.key, bodies)
    }
}
