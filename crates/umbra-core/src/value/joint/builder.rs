//! The builder of joints: options, and the first error met.

use umbra_geom::{Point, Pose, Real, Vector};

use umbra_world::joint::{JointDef, Settings};
use umbra_world::store::JointInfo;

use crate::{BodyKey, Error, JointEdit, JointKind, Softness};

/// Joint to be added to a scene; the functions of [`Joint`](super::Joint) make it.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct JointBuilder {
    pub(crate) def: JointDef,
    refused: Option<Error>,
}

impl JointBuilder {
    pub(crate) fn new(kind: JointKind, a: BodyKey, b: BodyKey) -> Self {
        let (bodies, settings) = ([a, b], Settings::new(kind));
        Self::from_def(JointDef { bodies, settings, is_local: false, geared: None })
    }

    /// Builder of a joint that was checked.
    pub(crate) fn from_def(def: JointDef) -> Self {
        Self { def, refused: None }
    }

    /// Like one of a scene.
    pub(crate) fn like(info: &JointInfo) -> Self {
        let (bodies, settings) = (info.bodies, info.settings.clone());
        Self::from_def(JointDef { bodies, settings, is_local: true, geared: None })
    }

    pub(super) fn at(self, anchor: impl Into<Point>) -> Self {
        let anchor = anchor.into();
        self.with(|settings| settings.set_anchors(["anchor"; 2], [anchor; 2]))
    }

    pub(super) fn between(self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        let anchors = [anchor_a.into(), anchor_b.into()];
        self.with(|settings| settings.set_anchors(["anchor_a", "anchor_b"], anchors))
    }

    pub(super) fn along(self, axis: impl Into<Vector>) -> Self {
        self.changed(JointEdit::LocalAxis(axis.into()))
    }

    /// Sets the anchors in the frames of the bodies, from their origins, instead of points of the
    /// world. The axis is then in the frame of A.
    pub fn local_anchors(self, in_a: impl Into<Point>, in_b: impl Into<Point>) -> Self {
        let mut joint = self.changed(JointEdit::LocalAnchors([in_a.into(), in_b.into()]));
        joint.def.is_local = true;
        joint
    }

    /// Limits: the least and the greatest angle, displacement or length.
    pub fn limits(self, lower: Real, upper: Real) -> Self {
        self.changed(JointEdit::Limits(Some([lower, upper])))
    }

    /// Motor that drives the angle, displacement or length at a speed, with at most this force or
    /// torque.
    pub fn motor(self, speed: Real, max_force: Real) -> Self {
        self.changed(JointEdit::Motor(Some([speed, max_force])))
    }

    /// Spring with a frequency in hertz and a damping ratio. It acts on the angle, the displacement
    /// or the length, towards [`rest`](Self::rest); in welds, motors and targets, on the point. A
    /// `hertz` of 0 switches the spring off.
    pub fn spring(self, hertz: Real, damping_ratio: Real) -> Self {
        self.changed(JointEdit::Spring(Some(Softness { hertz, damping_ratio })))
    }

    /// Spring of the angle, for welds and motors.
    pub fn angular_spring(self, hertz: Real, damping_ratio: Real) -> Self {
        self.changed(JointEdit::AngularSpring(Some(Softness { hertz, damping_ratio })))
    }

    /// [`spring`](Self::spring) in physical units: a stiffness in N/m and a damping in N s/m; for
    /// an angle, in N m and N m s per radian. A stiffness of 0 switches the spring off. The
    /// frequency follows from the masses. A spring that is solved in rows and swings faster than
    /// the substeps can follow is softer than asked.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let ceiling = scene.add(Body::fixed(), [])?;
    /// let weight = Body::dynamic().position([0.0, -1.0]);
    /// let weight = scene.add(weight, [Collider::circle(0.1).mass(2.0)])?;
    /// let spring = Joint::distance(ceiling, weight, [0.0, 0.0], [0.0, -1.0]);
    /// scene.add_joint(spring.spring_stiffness(100.0, 20.0))?;
    /// for _ in 0..300 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// // 2 kg pull it out by m g / k.
    /// let pulled = -1.0 - scene.body(weight)?.position().y;
    /// assert!((pulled - 2.0 * 9.81 / 100.0).abs() < 1e-3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn spring_stiffness(self, stiffness: Real, damping: Real) -> Self {
        self.changed(JointEdit::SpringStiffness(stiffness, damping))
    }

    /// [`angular_spring`](Self::angular_spring) by a stiffness in N m and a damping in N m s per radian.
    pub fn angular_spring_stiffness(self, stiffness: Real, damping: Real) -> Self {
        self.changed(JointEdit::AngularSpringStiffness(stiffness, damping))
    }

    /// Rest value of the spring: an angle, a displacement or a length. By default, the value when
    /// the joint is added.
    pub fn rest(self, rest: Real) -> Self {
        self.changed(JointEdit::Rest(rest))
    }

    /// Length that the joint holds; of a rope, the greatest. By default, the current distance of
    /// the anchors.
    pub fn length(self, length: Real) -> Self {
        self.changed(JointEdit::Length(length))
    }

    /// Target pose of a motor joint: that of B, as A sees it.
    pub fn target(self, target: Pose) -> Self {
        self.changed(JointEdit::Target(Some(target)))
    }

    /// Target velocity of a motor joint: that of B, as A sees it. Without a target pose, the
    /// position of B does not matter then.
    pub fn velocity(self, velocity: impl Into<Vector>) -> Self {
        self.changed(JointEdit::Velocity(velocity.into()))
    }

    /// Target angular velocity of a motor joint: that of B relative to A.
    pub fn angular_velocity(self, angular_velocity: Real) -> Self {
        self.changed(JointEdit::AngularVelocity(angular_velocity))
    }

    /// Largest force of a motor, target or friction joint.
    pub fn max_force(self, max_force: Real) -> Self {
        self.changed(JointEdit::MaxForce(max_force))
    }

    /// Largest torque of a motor or friction joint.
    pub fn max_torque(self, max_torque: Real) -> Self {
        self.changed(JointEdit::MaxTorque(max_torque))
    }

    /// Softness of its rigid parts, instead of
    /// [`SolverConfig::joint_softness`](crate::SolverConfig::joint_softness).
    pub fn softness(self, softness: Softness) -> Self {
        self.changed(JointEdit::Softness(softness))
    }

    /// Force at which the joint breaks: it is removed from the scene, and
    /// [`JointEvent::Broken`](crate::JointEvent::Broken) reports it. It never breaks by default.
    pub fn break_force(self, break_force: Real) -> Self {
        self.changed(JointEdit::BreakForce(break_force))
    }

    /// Torque at which the joint breaks. It never breaks by default.
    pub fn break_torque(self, break_torque: Real) -> Self {
        self.changed(JointEdit::BreakTorque(break_torque))
    }

    /// Enables or disables it. True by default.
    pub fn enabled(self, enabled: bool) -> Self {
        self.changed(JointEdit::Enabled(enabled))
    }

    /// Lets the two bodies collide. False by default. Bodies with several joints collide only if
    /// all of them allow it.
    pub fn collide_connected(self, collide_connected: bool) -> Self {
        self.changed(JointEdit::CollideConnected(collide_connected))
    }

    /// A number for the caller.
    pub fn user_data(self, user_data: u64) -> Self {
        self.changed(JointEdit::UserData(user_data))
    }

    pub(super) fn changed(self, edit: JointEdit) -> Self {
        self.with(|settings| settings.change(&edit))
    }

    /// Makes a change, or keeps the error if it is the first.
    pub(super) fn with(mut self, change: impl FnOnce(&mut Settings) -> Result<(), Error>) -> Self {
        if let Err(error) = change(&mut self.def.settings) {
            self.refused.get_or_insert(error);
        }
        self
    }

    /// The joint, or what is wrong with it.
    pub(crate) fn checked(self) -> Result<Self, Error> {
        match self.refused {
            Some(error) => Err(error),
            None => Ok(self),
        }
    }
}
