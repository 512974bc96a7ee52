//! Edits that give a joint other bodies.

use crate::{BodyKey, Edit, Error, JointKey, JointKind, Scene};

impl Scene {
    /// Has a joint hold these bodies.
    ///
    /// # Errors
    /// When there is no such joint or body; both bodies are the same (those of a target joint: they
    /// differ); the joint is a gear; or a gear counts it and its first body would be dynamic.
    pub(crate) fn bind_joint(&mut self, key: JointKey, bodies: [BodyKey; 2]) -> Result<(), Error> {
        self.noted(|| Edit::BindJoint(key, bodies), |scene| scene.change_bodies(key, bodies))
    }

    fn change_bodies(&mut self, key: JointKey, bodies: [BodyKey; 2]) -> Result<(), Error> {
        let info = self.world.joint(key)?;
        let kind = info.settings.kind;
        let indices = [self.world.body(bodies[0])?, self.world.body(bodies[1])?];
        let refused = Error::NotForJoint { parameter: "bodies", kind: kind.name() };
        if kind == JointKind::Gear {
            return Err(refused);
        }
        match (kind, bodies[0] == bodies[1]) {
            (JointKind::Target, true) => {}
            // It has one body.
            (JointKind::Target, false) => return Err(refused),
            (_, true) => return Err(Error::JoinsItself(bodies[0])),
            (_, false) => {}
        }
        if self.world.is_geared(key) && self.world.bodies.is_dynamic(indices[0]) {
            return Err(Error::NotGeared(key));
        }
        // What is on its way through a portal is held there by its image.
        let held = info.bodies;
        let is_held = |side: usize| self.world.bodies.original(held[side]) == bodies[side];
        let after = [0, 1].map(|side| if is_held(side) { held[side] } else { bodies[side] });
        self.world.bind_joint(key, after);
        Ok(())
    }
}
