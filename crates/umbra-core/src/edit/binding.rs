//! The door for joints that get other bodies.

use crate::{BodyKey, Edit, Error, JointKey, JointKind, Scene};

impl Scene {
    /// Has a joint hold these bodies.
    ///
    /// # Errors
    /// When there is no such joint or body, both are the same, it is a gear, or a gear counts it and the first body is dynamic.
    pub(crate) fn bind_joint(&mut self, key: JointKey, bodies: [BodyKey; 2]) -> Result<(), Error> {
        self.noted(|| Edit::BindJoint(key, bodies), |scene| scene.change_bodies(key, bodies))
    }

    fn change_bodies(&mut self, key: JointKey, bodies: [BodyKey; 2]) -> Result<(), Error> {
        let info = self.world.joint(key)?;
        let kind = info.settings.kind;
        let indices = [self.world.body(bodies[0])?, self.world.body(bodies[1])?];
        if kind == JointKind::Gear {
            return Err(Error::NotForJoint { parameter: "bodies", kind: kind.name() });
        }
        if bodies[0] == bodies[1] && kind != JointKind::Target {
            return Err(Error::JoinsItself(bodies[0]));
        }
        if self.world.is_geared(key) && self.world.bodies.is_dynamic(indices[0]) {
            return Err(Error::NotGeared(key));
        }
        // What is on its way through a portal is held there by its image.
        let held = info.bodies;
        let is_held = |side: usize| self.world.bodies.original(held[side]) == bodies[side];
        let after = [0, 1].map(|side| if is_held(side) { held[side] } else { bodies[side] });
        if held != after {
            self.world.rebind_ends(key, after);
            self.world.joint_changed(key);
        }
        Ok(())
    }
}
