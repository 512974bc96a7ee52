//! Joints that are closed at once.

use umbra_geom::Pose;

use super::JointMut;
use crate::{BodyKind, Error, JointEdit, JointKey, JointKind, Scene};
use umbra_world::measure::Measured;

impl JointMut<'_> {
    /// Closes the joint at once: its second body is put where the joint holds, with anchors together and angle, way or length
    /// within the limits. If that body is not dynamic, the first one is put instead. The other stays, and so do bodies that
    /// other joints join to them. Velocities stay. Both wake.
    ///
    /// Without it, what is open when a joint is added closes by two length units in a second.
    ///
    /// # Errors
    /// When neither body is dynamic, when a pulley's line is too short, for gears and ratchets, which hold no place, and when
    /// the place is too far away.
    pub fn close(&mut self) -> Result<(), Error> {
        self.edit(JointEdit::Close)
    }
}

impl Scene {
    /// Closes a joint that there is: see [`JointMut::close`].
    pub(crate) fn close_joint(&mut self, key: JointKey) -> Result<(), Error> {
        let info = &self.world.joints.infos[key];
        let measured = Measured::new(info, &self.world.joints, &self.world.bodies);
        let [a, b] = info.bodies;
        let is_dynamic = |body| self.body(body).is_ok_and(|body| body.kind() == BodyKind::Dynamic);
        let angle = measured.angle() + measured.missing_turn();
        let moved = if is_dynamic(b) {
            measured.closed_pose().map(|pose| (b, pose))
        } else if !is_dynamic(a) {
            None
        } else if info.settings.kind == JointKind::Pulley {
            let pose = measured.pose(0);
            let shift = measured.pulled(0);
            shift.map(|shift| {
                (a, Pose::from_parts((pose.translation.vector + shift).into(), pose.rotation))
            })
        } else {
            // The same beside one another.
            let (from, to) = (measured.pose(1), measured.closed_pose());
            to.map(|to| (a, from * to.inverse() * measured.pose(0)))
        };
        let Some((body, pose)) = moved else { return Err(Error::CannotClose(key)) };
        if let Ok(mut body) = self.body_mut(body) {
            body.set_pose(pose)?;
        }
        for body in [a, b] {
            if let Ok(mut body) = self.body_mut(body) {
                body.wake();
            }
        }
        self.world.joint_is_closed(key, angle);
        Ok(())
    }
}
