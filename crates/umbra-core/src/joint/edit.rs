//! Changing a joint.

use umbra_geom::{Point, Pose, Real, Vector};

use super::JointRef;
use crate::{Error, JointEdit, JointKey, Scene, Softness};

/// Joint of a scene, to be changed. Each change wakes the bodies that it affects. Setting a value
/// that it already has changes nothing.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let ground = scene.add_body(Body::fixed())?;
/// let wheel = scene.add_body(Body::dynamic())?;
/// scene.add_collider(wheel, Collider::circle(0.5))?;
/// let axle = scene.add_joint(Joint::revolute(ground, wheel, [0.0, 0.0]).motor(1.0, 100.0))?;
/// scene.joint_mut(axle)?.set_motor(-3.0, 100.0)?;
/// scene.step(1.0 / 60.0)?;
/// assert!((scene.joint(axle)?.speed() + 3.0).abs() < 1e-3);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Debug)]
pub struct JointMut<'a> {
    pub(super) scene: &'a mut Scene,
    pub(super) key: JointKey,
}

impl<'a> JointMut<'a> {
    /// The key is of a joint of the scene.
    pub(crate) fn new(scene: &'a mut Scene, key: JointKey) -> Self {
        Self { scene, key }
    }

    /// The joint, to be read.
    pub fn view(&self) -> JointRef<'_> {
        JointRef::new(self.scene, self.key, &self.scene.world.joints.infos[self.key])
    }

    pub(super) fn edit(&mut self, edit: JointEdit) -> Result<(), Error> {
        self.scene.edit_joint(self.key, edit)
    }

    /// An edit that cannot be refused.
    fn change(&mut self, edit: JointEdit) {
        let _ = self.edit(edit);
    }

    /// Sets the limits: the least and the greatest angle, displacement or length.
    ///
    /// # Errors
    /// When they are not finite, the wrong way round, or not for this kind.
    pub fn set_limits(&mut self, lower: Real, upper: Real) -> Result<(), Error> {
        self.edit(JointEdit::Limits(Some([lower, upper])))
    }

    /// Sets the motor, which drives the angle, displacement or length at a speed, with at most this
    /// force or torque.
    ///
    /// # Errors
    /// When a number is not finite or the force negative, or this kind has no motor.
    pub fn set_motor(&mut self, speed: Real, max_force: Real) -> Result<(), Error> {
        self.edit(JointEdit::Motor(Some([speed, max_force])))
    }

    /// See [`JointBuilder::spring`](crate::JointBuilder::spring).
    ///
    /// # Errors
    /// When a number is negative or not finite, or this kind has no spring.
    pub fn set_spring(&mut self, hertz: Real, damping_ratio: Real) -> Result<(), Error> {
        self.edit(JointEdit::Spring(Some(Softness { hertz, damping_ratio })))
    }

    /// A spring of the angle, of welds and motors.
    ///
    /// # Errors
    /// When a number is negative or not finite, or this kind has none.
    pub fn set_angular_spring(&mut self, hertz: Real, damping_ratio: Real) -> Result<(), Error> {
        self.edit(JointEdit::AngularSpring(Some(Softness { hertz, damping_ratio })))
    }

    /// See [`JointBuilder::spring_stiffness`](crate::JointBuilder::spring_stiffness).
    ///
    /// # Errors
    /// When a number is negative or not finite, or this kind has no spring.
    pub fn set_spring_stiffness(&mut self, stiffness: Real, damping: Real) -> Result<(), Error> {
        self.edit(JointEdit::SpringStiffness(stiffness, damping))
    }

    /// A spring of the angle by its stiffness, of welds and motors.
    ///
    /// # Errors
    /// When a number is negative or not finite, or this kind has none.
    pub fn set_angular_spring_stiffness(
        &mut self,
        stiffness: Real,
        damping: Real,
    ) -> Result<(), Error> {
        self.edit(JointEdit::AngularSpringStiffness(stiffness, damping))
    }

    /// Sets the rest value of the spring: an angle, a displacement or a length.
    ///
    /// # Errors
    /// When it is not finite, or this kind has no such spring.
    pub fn set_rest(&mut self, rest: Real) -> Result<(), Error> {
        self.edit(JointEdit::Rest(rest))
    }

    /// The length that is held; of a rope, the greatest.
    ///
    /// # Errors
    /// When it is negative or not finite, or this kind has none.
    pub fn set_length(&mut self, length: Real) -> Result<(), Error> {
        self.edit(JointEdit::Length(length))
    }

    /// Sets the target velocity of a motor joint: that of B, as A sees it.
    ///
    /// # Errors
    /// When it is not finite, or this is no motor joint.
    pub fn set_velocity(&mut self, velocity: impl Into<Vector>) -> Result<(), Error> {
        self.edit(JointEdit::Velocity(velocity.into()))
    }

    /// Sets the target angular velocity of a motor joint: that of B relative to A.
    ///
    /// # Errors
    /// When it is not finite, or this is no motor joint.
    pub fn set_angular_velocity(&mut self, angular_velocity: Real) -> Result<(), Error> {
        self.edit(JointEdit::AngularVelocity(angular_velocity))
    }

    /// The pose of B that a motor joint holds, as A sees it.
    ///
    /// # Errors
    /// When it is not finite, or this is no motor joint.
    pub fn set_target(&mut self, target: Pose) -> Result<(), Error> {
        self.edit(JointEdit::Target(Some(target)))
    }

    /// The place that a target joint draws to.
    ///
    /// # Errors
    /// When it is not finite, or this is no target joint.
    pub fn set_target_point(&mut self, point: impl Into<Point>) -> Result<(), Error> {
        self.edit(JointEdit::TargetPoint(point.into()))
    }

    /// The largest force of a motor, target or friction joint.
    ///
    /// # Errors
    /// When it is negative or not finite, or this kind has none.
    pub fn set_max_force(&mut self, max_force: Real) -> Result<(), Error> {
        self.edit(JointEdit::MaxForce(max_force))
    }

    /// The largest torque of a motor or friction joint.
    ///
    /// # Errors
    /// When it is negative or not finite, or this kind has none.
    pub fn set_max_torque(&mut self, max_torque: Real) -> Result<(), Error> {
        self.edit(JointEdit::MaxTorque(max_torque))
    }

    /// Sets the softness of its rigid parts.
    ///
    /// # Errors
    /// When a number is negative or not finite.
    pub fn set_softness(&mut self, softness: Softness) -> Result<(), Error> {
        self.edit(JointEdit::Softness(softness))
    }

    /// The force beyond which the joint breaks.
    ///
    /// # Errors
    /// When it is negative or not finite.
    pub fn set_break_force(&mut self, break_force: Real) -> Result<(), Error> {
        self.edit(JointEdit::BreakForce(break_force))
    }

    /// The torque beyond which the joint breaks.
    ///
    /// # Errors
    /// When it is negative or not finite.
    pub fn set_break_torque(&mut self, break_torque: Real) -> Result<(), Error> {
        self.edit(JointEdit::BreakTorque(break_torque))
    }

    /// The ratio of a gear or a pulley. It holds from where the bodies are.
    ///
    /// # Errors
    /// When it is zero or not finite, negative for a pulley, or this kind has none.
    pub fn set_ratio(&mut self, ratio: Real) -> Result<(), Error> {
        self.edit(JointEdit::Ratio(ratio))
    }

    /// The anchors as the bodies see them; the first of a target joint is a point of the world.
    ///
    /// # Errors
    /// When they are not finite or too far away.
    pub fn set_local_anchors(
        &mut self,
        in_a: impl Into<Point>,
        in_b: impl Into<Point>,
    ) -> Result<(), Error> {
        self.edit(JointEdit::LocalAnchors([in_a.into(), in_b.into()]))
    }

    /// The axis of a prismatic, wheel or groove joint, as A sees it.
    ///
    /// # Errors
    /// When it is zero or not finite.
    pub fn set_local_axis(&mut self, axis: impl Into<Vector>) -> Result<(), Error> {
        self.edit(JointEdit::LocalAxis(axis.into()))
    }

    /// Takes the limits away. Grooves keep theirs.
    pub fn remove_limits(&mut self) {
        self.change(JointEdit::Limits(None));
    }

    /// Takes the motor away.
    pub fn remove_motor(&mut self) {
        self.change(JointEdit::Motor(None));
    }

    /// Removes the springs. The parts that they acted on become free, or rigid where the kind of
    /// joint holds them.
    pub fn remove_springs(&mut self) {
        self.change(JointEdit::Spring(None));
        self.change(JointEdit::AngularSpring(None));
    }

    /// Has a motor joint follow velocities only.
    pub fn remove_target(&mut self) {
        self.change(JointEdit::Target(None));
    }

    /// Enables or disables it.
    pub fn set_enabled(&mut self, enabled: bool) {
        self.change(JointEdit::Enabled(enabled));
    }

    /// Lets its two bodies collide, or not.
    pub fn set_collide_connected(&mut self, collide_connected: bool) {
        self.change(JointEdit::CollideConnected(collide_connected));
    }

    /// A number for the caller.
    pub fn set_user_data(&mut self, user_data: u64) {
        self.change(JointEdit::UserData(user_data));
    }
}

impl JointMut<'_> {
    /// Closes the joint at once: moves its second body to the pose that the joint holds, with
    /// anchors together and angle, displacement or length within the limits. If that body is not
    /// dynamic, the first one is moved instead. The other body stays, and so do bodies that other
    /// joints connect to them. Velocities stay. Both bodies wake.
    ///
    /// Without this call, a joint whose anchors are apart when it is added closes by two length
    /// units per second.
    ///
    /// # Errors
    /// When neither body is dynamic, when a pulley's line is too short, for gears and ratchets,
    /// which hold no pose, and when the new pose is too far away.
    pub fn close(&mut self) -> Result<(), Error> {
        self.edit(JointEdit::Close)
    }
}
