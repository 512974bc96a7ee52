//! Joints come and go.

use umbra_world::joint::JointDef;
use umbra_world::store::JointInfo;

use crate::value::JointBuilder;
use crate::{Edit, Error, JointEvent, JointKey, JointKind, JointMut, JointRef, Scene};

impl Scene {
    /// Adds a joint between two bodies, and wakes them.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let a = Body::dynamic().position([0.0, 0.0]);
    /// # let a = scene.add(a, [Collider::circle(0.5)])?;
    /// # let b = Body::dynamic().position([2.0, 0.0]);
    /// # let b = scene.add(b, [Collider::circle(0.5)])?;
    /// let rope = scene.add_joint(Joint::rope(a, b, [0.0, 0.0], [2.0, 0.0], 3.0))?;
    /// assert!(scene.body(a)?.joints().eq([rope]));
    /// assert!(scene.add_joint(Joint::weld(a, a, [0.0, 0.0])).is_err()); // to itself
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the builder got an invalid value, or one of the bodies is not in the scene, or both are
    /// the same; for a gear between joints, when one is not in the scene, has neither an angle nor
    /// a displacement, or has a dynamic first body.
    pub fn add_joint(&mut self, joint: JointBuilder) -> Result<JointKey, Error> {
        let joint = joint.checked()?;
        self.noted(|| Edit::AddJoint(joint.clone()), |scene| scene.insert_joint(&joint.def))
    }

    pub(crate) fn insert_joint(&mut self, joint: &JointDef) -> Result<JointKey, Error> {
        let JointDef { mut bodies, ref settings, is_local, geared } = *joint;
        if let Some(joints) = geared {
            bodies = self.world.geared_bodies(joints)?;
        }
        let [a, b] = bodies;
        let indices = [self.world.body(a)?, self.world.body(b)?];
        if a == b && settings.kind != JointKind::Target {
            return Err(Error::JoinsItself(a));
        }
        let mut info = JointInfo::new(bodies, settings.clone());
        info.geared = geared;
        self.world.joints.gears += usize::from(geared.is_some());
        if !is_local {
            self.world.take_frames(&mut info.settings, indices);
        }
        self.world.take_references(&mut info, indices);
        let key = self.world.insert_joint(info);
        self.world.capture_reference(key);
        self.world.open_joint(key);
        self.world.joint_changed(key);
        if !settings.collide_connected {
            self.world.update_collisions(key);
        }
        Ok(key)
    }

    /// Removes a joint, and the gears that use it. Its bodies wake.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let ball = Body::dynamic().position([0.0, -2.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let thread = scene.add_joint(Joint::distance(wall, ball, [0.0, 0.0], [0.0, -2.0]))?;
    /// scene.step(0.1)?;
    /// scene.remove_joint(thread)?; // cut
    /// scene.step(0.5)?;
    /// assert!(scene.body(ball)?.position().y < -3.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such joint.
    pub fn remove_joint(&mut self, key: JointKey) -> Result<(), Error> {
        self.world.joint(key)?;
        self.noted(
            || Edit::RemoveJoint(key),
            |scene| {
                scene.world.take_out_joint(key, false);
                Ok(())
            },
        )
    }

    /// A joint to be read.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let a = Body::dynamic().position([0.0, 0.0]);
    /// # let a = scene.add(a, [Collider::circle(0.5)])?;
    /// # let b = Body::dynamic().position([2.0, 0.0]);
    /// # let b = scene.add(b, [Collider::circle(0.5)])?;
    /// let key = scene.add_joint(Joint::weld(a, b, [1.0, 0.0]))?;
    /// let joint = scene.joint(key)?;
    /// assert_eq!([joint.body_a(), joint.body_b()], [a, b]);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such joint; it may have been removed, or has broken.
    pub fn joint(&self, key: JointKey) -> Result<JointRef<'_>, Error> {
        self.world.joint(key).map(|info| JointRef::new(self, key, info))
    }

    /// A joint to be changed.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let ball = Body::dynamic().position([1.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let hinge = scene.add_joint(Joint::revolute(wall, ball, [0.0, 0.0]))?;
    /// scene.joint_mut(hinge)?.set_limits(-0.5, 0.5)?;
    /// assert!(scene.joint_mut(hinge)?.set_limits(0.5, -0.5).is_err());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such joint; it may have been removed, or has broken.
    pub fn joint_mut(&mut self, key: JointKey) -> Result<JointMut<'_>, Error> {
        self.world.joint(key)?;
        Ok(JointMut::new(self, key))
    }

    /// Number of joints.
    pub fn joint_count(&self) -> usize {
        self.world.joints.infos.len() - self.world.portals.crossings.len()
    }

    /// Keys of all joints, in an order that depends on the history of additions and removals.
    pub fn joints(&self) -> impl Iterator<Item = JointKey> + '_ {
        let infos = self.world.joints.infos.iter();
        infos.filter(|(_, info)| info.settings.kind != JointKind::Image).map(|(key, _)| key)
    }

    /// The joints that broke in the last step, and those that went with a body before it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let weight = Body::dynamic().position([0.0, -1.0]);
    /// # let weight = scene.add(weight, [Collider::circle(0.3).mass(20.0)])?;
    /// let rope = Joint::rope(wall, weight, [0.0, 0.0], [0.0, -1.0], 1.0).break_force(100.0);
    /// let rope = scene.add_joint(rope)?;
    /// scene.step(1.0 / 60.0)?;
    /// for event in scene.joint_events() {
    ///     if let JointEvent::Broken { joint, force, .. } = event {
    ///         assert!(*joint == rope && force.y > 100.0);
    ///     }
    /// }
    /// assert_eq!(scene.joint_count(), 0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn joint_events(&self) -> &[JointEvent] {
        &self.world.events.joints.current
    }
}
