//! Reading a joint.

use umbra_geom::{Point, Pose, Real, Vector, math};
use umbra_solver::UNBOUNDED;

use crate::{BodyKey, JointKey, JointKind, Scene, Softness, SolvedAs};
use umbra_world::World;
use umbra_world::joint::{JointPart, Spring};
use umbra_world::measure::{Measured, gear_value};
use umbra_world::store::JointInfo;

/// A joint of a scene, to be read.
///
/// Forces are those of the last substep, on the second body; on the first one they are the reverse.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let ceiling = scene.add_body(Body::fixed())?;
/// let weight = scene.add_body(Body::dynamic().position([0.0, -2.0]))?;
/// scene.add_collider(weight, Collider::circle(0.5).mass(3.0))?;
/// let rope = scene.add_joint(Joint::rope(ceiling, weight, [0.0, 0.0], [0.0, -2.0], 2.0))?;
/// for _ in 0..120 {
///     scene.step(1.0 / 60.0)?;
/// }
/// let rope = scene.joint(rope)?;
/// assert!((rope.reaction_force().y - 3.0 * 9.81).abs() < 0.1);
/// assert!((rope.length() - 2.0).abs() < 1e-3);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct JointRef<'a> {
    scene: &'a Scene,
    key: JointKey,
    measured: Measured<'a>,
}

impl<'a> JointRef<'a> {
    umbra_world::joint_properties!(joint_functions get);

    pub(crate) fn new(scene: &'a Scene, key: JointKey, info: &'a JointInfo) -> Self {
        Self { scene, key, measured: Measured::new(info, &scene.world.joints, &scene.world.bodies) }
    }

    fn info(&self) -> &'a JointInfo {
        self.measured.info
    }

    /// Key of the joint.
    pub fn key(&self) -> JointKey {
        self.key
    }

    /// Kind of the joint.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let ball = Body::dynamic().position([0.0, -1.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.add_joint(Joint::rope(wall, ball, [0.0, 0.0], [0.0, -1.0], 2.0))?;
    /// // Ropes are drawn as lines.
    /// for joint in scene.joints().map(|key| scene.joint(key).unwrap()) {
    ///     if joint.kind() == JointKind::Rope {
    ///         assert_eq!((joint.anchor_a().y, joint.anchor_b().y), (0.0, -1.0));
    ///     }
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn kind(&self) -> JointKind {
        self.info().settings.kind
    }

    /// First body. A target joint has one body; this returns it.
    pub fn body_a(&self) -> BodyKey {
        self.scene.world.bodies.original(self.info().bodies[0])
    }

    /// Second body.
    pub fn body_b(&self) -> BodyKey {
        self.scene.world.bodies.original(self.info().bodies[1])
    }

    /// Anchor on one of its bodies, in the frame of that.
    pub(crate) fn local_anchor_on(&self, body: BodyKey) -> Point {
        let info = self.info();
        info.settings.anchors[usize::from(info.bodies[1] == body)]
    }

    /// Anchor on the first body, in the world; of a target, the position to which it draws its
    /// body.
    pub fn anchor_a(&self) -> Point {
        self.measured.anchor(0)
    }

    /// The anchor on the second body, in the world.
    pub fn anchor_b(&self) -> Point {
        self.measured.anchor(1)
    }

    /// The axis of a prismatic, wheel or groove joint, in the world; along x of A for others.
    pub fn axis(&self) -> Vector {
        self.measured.axis()
    }

    /// Angle in radians by which the second body has turned relative to the first since the joint
    /// was added, with all full turns; of a motor joint, the angle between their rotations.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let lever = scene.add(Body::dynamic(), [Collider::cuboid(1.0, 0.1)])?;
    /// let pivot = scene.add_joint(Joint::revolute(wall, lever, [0.0, 0.0]))?;
    /// scene.body_mut(lever)?.set_angular_velocity(1.0)?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// let is_pulled = scene.joint(pivot)?.angle() > 0.9;
    /// assert!(is_pulled);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn angle(&self) -> Real {
        self.measured.angle() as Real
    }

    /// Displacement of the second anchor from the first along the [`axis`](Self::axis).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let drawer = scene.add(Body::dynamic(), [Collider::cuboid(0.3, 0.1)])?;
    /// let rail = Joint::prismatic(wall, drawer, [0.0, 0.0], [1.0, 0.0]).limits(0.0, 0.4);
    /// let rail = scene.add_joint(rail)?;
    /// scene.body_mut(drawer)?.set_velocity([2.0, 0.0])?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!((scene.joint(rail)?.translation() - 0.4).abs() < 0.01); // it is pulled out
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn translation(&self) -> Real {
        self.measured.translation()
    }

    /// Length from anchor to anchor; of a pulley, `length_a + ratio * length_b`.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let a = Body::dynamic().position([0.0, 0.0]);
    /// # let a = scene.add(a, [Collider::circle(0.5)])?;
    /// # let b = Body::dynamic().position([3.0, 4.0]);
    /// # let b = scene.add(b, [Collider::circle(0.5)])?;
    /// let spring = scene.add_joint(Joint::spring(a, b, [0.0, 0.0], [3.0, 4.0], 1.0, 0.1))?;
    /// assert_eq!(scene.joint(spring)?.length(), 5.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn length(&self) -> Real {
        self.measured.length()
    }

    /// Rate of change of the joint's coordinate: the displacement of prismatic joints and grooves,
    /// the length of distance, rope, spring, target and pulley joints, the angle of others.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let a = Body::dynamic().position([0.0, 0.0]);
    /// # let a = scene.add(a, [Collider::circle(0.5)])?;
    /// # let b = Body::dynamic().position([2.0, 0.0]);
    /// # let b = scene.add(b, [Collider::circle(0.5)])?;
    /// scene.body_mut(b)?.set_velocity([3.0, 0.0])?;
    /// let rope = scene.add_joint(Joint::rope(a, b, [0.0, 0.0], [2.0, 0.0], 9.0))?;
    /// assert_eq!(scene.joint(rope)?.speed(), 3.0); // it grows longer
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn speed(&self) -> Real {
        self.measured.speed()
    }

    /// Force on the second body.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let lamp = scene.add(Body::dynamic(), [Collider::circle(0.2).mass(4.0)])?;
    /// let hook = scene.add_joint(Joint::weld(wall, lamp, [0.0, 0.0]))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // A rope creaks near the force that breaks it. This one bears 4 kg.
    /// let load = scene.joint(hook)?.reaction_force().norm();
    /// assert!((load - 39.24).abs() < 0.05);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn reaction_force(&self) -> Vector {
        self.measured.reaction_force(&self.scene.world.joints)
    }

    /// Torque on the second body, without the torque of the force at its anchor.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let beam = Body::dynamic().position([1.0, 0.0]);
    /// # let beam = scene.add(beam, [Collider::cuboid(1.0, 0.1).mass(3.0)])?;
    /// let root = scene.add_joint(Joint::weld(wall, beam, [0.0, 0.0]))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // It bears 3 kg on a lever of 1 m.
    /// assert!((scene.joint(root)?.reaction_torque() - 3.0 * 9.81).abs() < 0.1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn reaction_torque(&self) -> Real {
        self.measured.reaction_torque(&self.scene.world.joints)
    }

    /// Force or torque of its motor in the last substep, along the joint's coordinate; 0 without a
    /// motor. Where joints are solved at once, a motor that presses into a limit gives nothing, and
    /// the limit bears that much less.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let wall = scene.add(Body::fixed(), [])?;
    /// let arm = Body::dynamic().position([1.0, 0.0]);
    /// let arm = scene.add(arm, [Collider::cuboid(1.0, 0.05).mass(2.0)])?;
    /// let shoulder = Joint::revolute(wall, arm, [0.0, 0.0]).motor(0.0, 100.0);
    /// let shoulder = scene.add_joint(shoulder)?;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// // It holds 2 kg, 1 m away.
    /// assert!((scene.joint(shoulder)?.motor_force() - 2.0 * 9.81).abs() < 0.05);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn motor_force(&self) -> Real {
        self.given_along(|[_, motor, ..]| motor)
    }

    /// Force or torque of its limits in the last substep, along the same coordinate as
    /// [`motor_force`](Self::motor_force): positive at the lower limit.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let flap = Body::dynamic().position([1.0, 0.0]);
    /// # let flap = scene.add(flap, [Collider::cuboid(1.0, 0.05).mass(1.0)])?;
    /// let hinge = Joint::revolute(wall, flap, [0.0, 0.0]).limits(0.0, 1.0);
    /// let hinge = scene.add_joint(hinge)?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!(scene.joint(hinge)?.limit_force() > 9.0); // it lies on its lower limit
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn limit_force(&self) -> Real {
        self.given_along(|[.., lower, upper]| lower - upper)
    }

    /// A part of what the joint gave along its number.
    fn given_along(&self, part: impl Fn([Real; 4]) -> Real) -> Real {
        let joints = &self.scene.world.joints;
        let parts = self.info().settings.parts().into_iter().enumerate();
        // The impulses of a point are along x and y.
        let scalars = parts.filter(|(_, of)| of.is_some_and(|of| of != JointPart::Point));
        let sum: Real = scalars.map(|(slot, _)| part(joints.impulse(self.info(), slot))).sum();
        sum * joints.inv_h
    }

    /// Angle from A to B when the joint was added, from -pi to pi: [`angle`](Self::angle) is
    /// measured from there.
    pub fn reference_angle(&self) -> Real {
        let reference = self.info().reference[0];
        libm::atan2f(reference.im, reference.re)
    }

    /// Distance of the anchors from where the joint holds them. Springs and parts that only slow
    /// motion do not count.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let a = Body::dynamic().position([0.0, 0.0]);
    /// # let a = scene.add(a, [Collider::circle(0.5)])?;
    /// # let b = Body::dynamic().position([1.0, 0.0]);
    /// # let b = scene.add(b, [Collider::circle(0.5)])?;
    /// let pin = scene.add_joint(Joint::revolute(a, b, [0.5, 0.0]))?;
    /// assert_eq!(scene.joint(pin)?.separation(), 0.0);
    /// scene.body_mut(b)?.set_position([1.2, 0.0])?; // torn apart
    /// assert!((scene.joint(pin)?.separation() - 0.2).abs() < 1e-6);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn separation(&self) -> Real {
        let settings = &self.info().settings;
        let first = match (settings.kind, settings.parts()[0]) {
            (_, None) | (JointKind::Friction, _) => 0.0,
            (JointKind::Motor, _) if settings.target.is_none() => 0.0,
            (_, Some(JointPart::Across)) => self.measured.sideways().abs(),
            (_, Some(JointPart::Length | JointPart::Lines)) => {
                let held = settings.held_range();
                beyond(self.length(), held)
            }
            _ => self.length(),
        };
        let along = settings.limits.filter(|_| settings.parts()[2].is_some());
        let along = along.map_or(0.0, |limits| beyond(self.translation(), limits));
        math::dot(Vector::new(first, along), Vector::new(first, along)).sqrt()
    }

    /// Difference between the angle and the one that the joint holds.
    pub fn angular_separation(&self) -> Real {
        let settings = &self.info().settings;
        let limits = settings.limits.unwrap_or([-UNBOUNDED, UNBOUNDED]);
        if settings.parts()[1].is_none() {
            return 0.0;
        }
        match settings.kind {
            JointKind::Revolute => beyond(self.angle(), limits),
            JointKind::Weld | JointKind::Prismatic => self.angle().abs(),
            JointKind::Motor => settings.target.map_or(0.0, |target| {
                let turn = target.rotation.inverse() * self.measured.turned();
                libm::atan2f(turn.im, turn.re).abs()
            }),
            JointKind::Ratchet => beyond(self.angle(), self.info().tooth_limits()),
            JointKind::Gear => {
                let value =
                    gear_value(&self.scene.world.joints, &self.scene.world.bodies, self.info());
                ((value - self.info().gear_value) as Real).abs()
            }
            _ => 0.0,
        }
    }

    /// Method by which the last step that moved it solved it; [`Rows`](SolvedAs::Rows) before the
    /// first step, and if it holds nothing.
    pub fn solved_as(&self) -> SolvedAs {
        let World { joints, structure, .. } = &self.scene.world;
        match joints.listed.get(self.info().listed as usize) {
            Some(listed) => listed.solved_as(structure),
            None => self.info().solved_as,
        }
    }

    /// The limits, if there are any.
    pub fn limits(&self) -> Option<[Real; 2]> {
        self.info().settings.limits
    }

    /// Speed, and largest force or torque of its motor, if there is one.
    pub fn motor(&self) -> Option<[Real; 2]> {
        self.info().settings.motor
    }

    /// Frequency and damping ratio of its spring, if there is one. For a spring given by its
    /// stiffness, they are computed for the current poses of its bodies.
    pub fn spring(&self) -> Option<Softness> {
        self.kind().number().and_then(|part| self.measured.softness(part))
    }

    /// The spring of its angle, if there is one.
    pub fn angular_spring(&self) -> Option<Softness> {
        self.info().settings.angular_spring.and_then(|_| self.measured.softness(JointPart::Angle))
    }

    /// Stiffness and damping of its spring, if it was given by them.
    pub fn spring_stiffness(&self) -> Option<[Real; 2]> {
        self.info().settings.spring.and_then(Spring::told_stiffness)
    }

    /// Stiffness and damping of the spring of its angle, if it was given by them.
    pub fn angular_spring_stiffness(&self) -> Option<[Real; 2]> {
        self.info().settings.angular_spring.and_then(Spring::told_stiffness)
    }

    /// The mass that spring, limits and motor of the joint move while the rest of the joint holds
    /// its bodies: in kg; of an angle, in kg m². A rod that is hinged at its end has four times the
    /// inertia about its middle. Of a point that is held, the mean over all directions. Infinite if
    /// they move nothing.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let [a, b] = [0.0, 3.0].map(|x| Body::dynamic().position([x, 0.0]));
    /// let a = scene.add(a, [Collider::circle(0.5).mass(2.0)])?;
    /// let b = scene.add(b, [Collider::circle(0.5).mass(6.0)])?;
    /// let rod = scene.add_joint(Joint::distance(a, b, [0.0, 0.0], [3.0, 0.0]))?;
    /// assert!((scene.joint(rod)?.effective_mass() - 1.5).abs() < 1e-6);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn effective_mass(&self) -> Real {
        let yielding = self.kind().number().map_or(0.0, |part| self.measured.yielding(part));
        1.0 / yielding
    }

    /// Rest value of its spring, or the length that it keeps, if it was set.
    pub fn rest(&self) -> Option<Real> {
        self.info().settings.rest
    }

    /// Target pose of B, as A sees it, of a motor joint, if it was set.
    pub fn target(&self) -> Option<Pose> {
        self.info().settings.target
    }

    /// The ratio of a gear or a pulley; 1 for others.
    pub fn ratio(&self) -> Real {
        self.info().settings.ratio
    }

    /// Ground points of a pulley, to which its lines run.
    pub fn grounds(&self) -> Option<[Point; 2]> {
        (self.kind() == JointKind::Pulley).then_some(self.info().settings.grounds)
    }
}

/// An amount, unless it is as much as any.
fn bounded(amount: Real) -> Option<Real> {
    (amount < UNBOUNDED).then_some(amount)
}

/// Distance of a number from the range of the limits.
fn beyond(value: Real, [lower, upper]: [Real; 2]) -> Real {
    (lower - value).max(value - upper).max(0.0)
}
