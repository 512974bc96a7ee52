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
    umbra_world::joint_properties!(joint_functions set);

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
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let bridge = Body::dynamic().position([2.0, 0.0]);
    /// # let bridge = scene.add(bridge, [Collider::cuboid(2.0, 0.1)])?;
    /// let hinge = Joint::revolute(wall, bridge, [0.0, 0.0]).limits(0.0, 1.4);
    /// let hinge = scene.add_joint(hinge)?;
    /// scene.joint_mut(hinge)?.set_limits(-1.0, 1.4)?; // it may hang down now
    /// assert_eq!(scene.joint(hinge)?.limits(), Some([-1.0, 1.4]));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When they are not finite, the wrong way round, or not for this kind.
    pub fn set_limits(&mut self, lower: Real, upper: Real) -> Result<(), Error> {
        self.edit(JointEdit::Limits(Some([lower, upper])))
    }

    /// Sets the motor, which drives the angle, displacement or length at a speed, with at most this
    /// force or torque.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let wheel = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    /// # let axle = scene.add_joint(Joint::revolute(wall, wheel, [0.0, 0.0]).motor(0.0, 50.0))?;
    /// let throttle = 0.5; // from the gamepad
    /// scene.joint_mut(axle)?.set_motor(-20.0 * throttle, 50.0)?;
    /// scene.step(0.1)?;
    /// assert!((scene.body(wheel)?.angular_velocity() + 10.0).abs() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite or the force negative, or this kind has no motor.
    pub fn set_motor(&mut self, speed: Real, max_force: Real) -> Result<(), Error> {
        self.edit(JointEdit::Motor(Some([speed, max_force])))
    }

    /// See [`JointBuilder::spring`](crate::JointBuilder::spring).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let car = scene.add(Body::fixed(), [])?;
    /// # let wheel = scene.add(Body::dynamic().position([0.0, -0.5]), [Collider::circle(0.3)])?;
    /// let strut = Joint::wheel(car, wheel, [0.0, -0.5], [0.0, 1.0]).spring(2.0, 0.8);
    /// let strut = scene.add_joint(strut)?;
    /// scene.joint_mut(strut)?.set_spring(6.0, 0.8)?; // harder, for the race
    /// assert_eq!(scene.joint(strut)?.spring(), Some(Softness { hertz: 6.0, damping_ratio: 0.8 }));
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let door = Body::dynamic().position([1.0, 0.0]);
    /// # let door = scene.add(door, [Collider::cuboid(1.0, 0.1)])?;
    /// # let hinge = Joint::revolute(wall, door, [0.0, 0.0]).spring(2.0, 1.0);
    /// # let hinge = scene.add_joint(hinge)?;
    /// scene.joint_mut(hinge)?.set_rest(1.5)?; // the door opens
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!((scene.joint(hinge)?.angle() - 1.5).abs() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not finite, or this kind has no such spring.
    pub fn set_rest(&mut self, rest: Real) -> Result<(), Error> {
        self.edit(JointEdit::Rest(rest))
    }

    /// The length that is held; of a rope, the greatest.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let load = Body::dynamic().position([0.0, -3.0]);
    /// # let load = scene.add(load, [Collider::circle(0.5)])?;
    /// let cable = Joint::rope(wall, load, [0.0, 0.0], [0.0, -3.0], 3.0);
    /// let cable = scene.add_joint(cable)?;
    /// for step in 1..=120 {
    ///     scene.joint_mut(cable)?.set_length(3.0 - step as f32 / 120.0)?; // 0.5 m/s
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!((scene.body(load)?.position().y + 2.0).abs() < 0.02); // it was reeled in
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is negative or not finite, or this kind has none.
    pub fn set_length(&mut self, length: Real) -> Result<(), Error> {
        self.edit(JointEdit::Length(length))
    }

    /// The pose of B that a motor joint holds, as A sees it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let body = scene.add(Body::fixed(), [])?;
    /// # let hand = scene.add(Body::dynamic().position([1.0, 0.0]), [Collider::circle(0.2)])?;
    /// let reach = Joint::motor(body, hand).max_force(50.0).max_torque(5.0);
    /// let reach = scene.add_joint(reach)?;
    /// scene.joint_mut(reach)?.set_target(pose([1.0, 0.8], 0.5))?; // seen from the body
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!((scene.body(hand)?.position() - Point::new(1.0, 0.8)).norm() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not finite, or this is no motor joint.
    pub fn set_target(&mut self, target: Pose) -> Result<(), Error> {
        self.edit(JointEdit::Target(Some(target)))
    }

    /// The place that a target joint draws to.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let mouse = scene.add_joint(Joint::target(ball, [0.0, 0.0]))?;
    /// for step in 1..=60 {
    ///     let cursor = [step as f32 / 60.0, 0.0];
    ///     scene.joint_mut(mouse)?.set_target_point(cursor)?;
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// scene.remove_joint(mouse)?; // the button is up: the ball flies on
    /// assert!(scene.body(ball)?.velocity().x > 0.8);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not finite, or this is no target joint.
    pub fn set_target_point(&mut self, point: impl Into<Point>) -> Result<(), Error> {
        self.edit(JointEdit::TargetPoint(point.into()))
    }

    /// Gives its rigid parts the scene's softness again,
    /// [`SolverConfig::joint_softness`](crate::SolverConfig::joint_softness).
    ///
    /// # Errors
    /// None: every joint has rigid parts.
    pub fn reset_softness(&mut self) -> Result<(), Error> {
        self.edit(JointEdit::SceneSoftness)
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let a = Body::dynamic().position([0.0, 0.0]);
    /// # let a = scene.add(a, [Collider::circle(0.5)])?;
    /// # let b = Body::dynamic().position([2.0, 0.0]);
    /// # let b = scene.add(b, [Collider::circle(0.5)])?;
    /// let rod = scene.add_joint(Joint::distance(a, b, [0.0, 0.0], [2.0, 0.0]))?;
    /// scene.joint_mut(rod)?.set_local_anchors([0.5, 0.0], [-0.5, 0.0])?; // from rim to rim
    /// assert_eq!(scene.joint(rod)?.anchor_a(), Point::new(0.5, 0.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let fan = scene.add(Body::dynamic(), [Collider::cuboid(1.0, 0.1)])?;
    /// # let axle = scene.add_joint(Joint::revolute(wall, fan, [0.0, 0.0]).motor(5.0, 50.0))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// scene.joint_mut(axle)?.remove_motor(); // the plug is pulled
    /// scene.body_mut(fan)?.set_angular_damping(2.0)?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!(scene.body(fan)?.angular_velocity() < 1.0); // it runs down
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let door = Body::dynamic().position([7.0, 4.0]); // anywhere
    /// # let door = scene.add(door, [Collider::cuboid(1.0, 0.1)])?;
    /// let hinge = Joint::revolute(wall, door, [0.0, 0.0]).local_anchors([0.0, 0.0], [-1.0, 0.0]);
    /// let hinge = scene.add_joint(hinge)?;
    /// scene.joint_mut(hinge)?.close()?;
    /// assert_eq!(scene.body(door)?.position(), Point::new(1.0, 0.0)); // hung into its hinge
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When neither body is dynamic, when a pulley's line is too short, for gears and ratchets,
    /// which hold no pose, and when the new pose is too far away.
    pub fn close(&mut self) -> Result<(), Error> {
        self.edit(JointEdit::Close)
    }
}
