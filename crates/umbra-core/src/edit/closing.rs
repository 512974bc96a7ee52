//! Joints that are closed at once.

use umbra_geom::Pose;

use crate::{BodyEdit, BodyKind, Error, JointKey, JointKind, Scene};
use umbra_world::measure::Measured;

impl Scene {
    /// Closes a joint that there is: see [`JointMut::close`].
    pub(crate) fn close_joint(&mut self, key: JointKey) -> Result<(), Error> {
        let info = &self.world.joints.infos[key];
        let measured = Measured::new(info, &self.world.joints, &self.world.bodies);
        let [a, b] = info.bodies;
        let is_dynamic = |body| {
            let index = self.world.bodies.index(body);
            index.is_ok_and(|index| self.world.bodies.infos[index].kind == BodyKind::Dynamic)
        };
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
        self.edit_body(body, BodyEdit::Pose(pose))?;
        for body in [a, b] {
            // A target joint has one body.
            let _ = self.edit_body(body, BodyEdit::Wake);
        }
        self.world.joint_is_closed(key, angle);
        Ok(())
    }
}
