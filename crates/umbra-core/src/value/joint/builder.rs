//! The builder of joints: options, and the first error met.

use umbra_geom::{Point, Pose, Real, Vector};

use umbra_world::joint::{JointDef, Settings};
use umbra_world::store::JointInfo;

use crate::{BodyKey, Error, JointEdit, JointKind, Softness};

/// Joint to be added to a scene; the functions of [`Joint`](super::Joint) make it.
///
/// ```
/// # use umbra::prelude::*;
/// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
/// # let mut scene = Scene::new(weightless)?;
/// # let wall = scene.add_body(Body::fixed())?;
/// # let arm = scene.add(Body::dynamic(), [Collider::cuboid(1.0, 0.1)])?;
/// let elbow = Joint::revolute(wall, arm, [-1.0, 0.0])
///     .limits(0.0, 2.5)
///     .motor(1.0, 40.0)
///     .break_torque(5000.0);
/// let elbow = scene.add_joint(elbow)?;
/// assert_eq!(scene.joint(elbow)?.limits(), Some([0.0, 2.5]));
/// let refused = scene.add_joint(Joint::filter(wall, arm).motor(1.0, 40.0)).unwrap_err();
/// assert_eq!(refused.to_string(), "a filter joint has no `motor`");
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct JointBuilder {
    pub(crate) def: JointDef,
    refused: Option<Error>,
}

impl JointBuilder {
    umbra_world::joint_properties!(joint_functions build);

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
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let a = scene.add(Body::dynamic().position([9.0, 4.0]), [Collider::circle(0.5)])?;
    /// # let b = scene.add(Body::dynamic().position([9.0, 6.0]), [Collider::circle(0.5)])?;
    /// // From a level file, in which bodies are described by themselves.
    /// let link = Joint::revolute(a, b, Point::origin()).local_anchors([0.0, 1.0], [0.0, -1.0]);
    /// let link = scene.add_joint(link)?;
    /// assert_eq!(scene.joint(link)?.anchor_b(), Point::new(9.0, 5.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn local_anchors(self, in_a: impl Into<Point>, in_b: impl Into<Point>) -> Self {
        let mut joint = self.changed(JointEdit::LocalAnchors([in_a.into(), in_b.into()]));
        joint.def.is_local = true;
        joint
    }

    /// Limits: the least and the greatest angle, displacement or length.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let knee = scene.add(Body::dynamic().position([1.0, 0.0]), [Collider::cuboid(1.0, 0.1)])?;
    /// let joint = scene.add_joint(Joint::revolute(wall, knee, [0.0, 0.0]).limits(-0.5, 0.5))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // A second later it hangs on its lower limit:
    /// assert!((scene.joint(joint)?.angle() + 0.5).abs() < 0.02);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn limits(self, lower: Real, upper: Real) -> Self {
        self.changed(JointEdit::Limits(Some([lower, upper])))
    }

    /// Motor that drives the angle, displacement or length at a speed, with at most this force or
    /// torque.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let mill = scene.add(Body::dynamic(), [Collider::cuboid(2.0, 0.1)])?;
    /// let axle = scene.add_joint(Joint::revolute(wall, mill, [0.0, 0.0]).motor(3.0, 20.0))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!((scene.body(mill)?.angular_velocity() - 3.0).abs() < 1e-3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn motor(self, speed: Real, max_force: Real) -> Self {
        self.changed(JointEdit::Motor(Some([speed, max_force])))
    }

    /// Spring with a frequency in hertz and a damping ratio. It acts on the angle, the displacement
    /// or the length, towards [`rest`](Self::rest); in welds, motors and targets, on the point. A
    /// `hertz` of 0 switches the spring off.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let gate = scene.add(Body::dynamic().position([1.0, 0.0]), [Collider::cuboid(1.0, 0.1)])?;
    /// // A saloon door swings back to where it was.
    /// let hinge = Joint::revolute(wall, gate, [0.0, 0.0]).spring(1.0, 0.3);
    /// let hinge = scene.add_joint(hinge)?;
    /// scene.body_mut(gate)?.set_angular_velocity(3.0)?;
    /// # for _ in 0..600 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!(scene.joint(hinge)?.angle().abs() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn spring(self, hertz: Real, damping_ratio: Real) -> Self {
        self.changed(JointEdit::Spring(Some(Softness { hertz, damping_ratio })))
    }

    /// Spring of the angle, for welds and motors.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let board = Body::dynamic().position([1.0, 0.0]);
    /// # let board = scene.add(board, [Collider::cuboid(1.0, 0.05)])?;
    /// // A springboard gives way under its weight, and holds.
    /// let root = scene.add_joint(Joint::weld(wall, board, [0.0, 0.0]).angular_spring(2.0, 0.5))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// let bent = scene.joint(root)?.angle();
    /// assert!(bent < 0.0 && bent > -0.2);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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

    /// [`angular_spring`](Self::angular_spring) by a stiffness in N m and a damping in N m s per
    /// radian.
    pub fn angular_spring_stiffness(self, stiffness: Real, damping: Real) -> Self {
        self.changed(JointEdit::AngularSpringStiffness(stiffness, damping))
    }

    /// Rest value of the spring: an angle, a displacement or a length. By default, the value when
    /// the joint is added.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let trap = scene.add(Body::dynamic().position([1.0, 0.0]), [Collider::cuboid(1.0, 0.1)])?;
    /// // A door that closes by itself: it was added open, and rests a right angle on.
    /// let closer = Joint::revolute(wall, trap, [0.0, 0.0]).spring(1.0, 1.0).rest(1.57);
    /// let closer = scene.add_joint(closer)?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!((scene.joint(closer)?.angle() - 1.57).abs() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn rest(self, rest: Real) -> Self {
        self.changed(JointEdit::Rest(rest))
    }

    /// Length that the joint holds; of a rope, the greatest. By default, the current distance of
    /// the anchors.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let a = Body::dynamic().position([-1.0, 0.0]);
    /// # let a = scene.add(a, [Collider::circle(0.5)])?;
    /// # let b = Body::dynamic().position([1.0, 0.0]);
    /// # let b = scene.add(b, [Collider::circle(0.5)])?;
    /// let winch = Joint::distance(a, b, [-1.0, 0.0], [1.0, 0.0]).length(3.0);
    /// let winch = scene.add_joint(winch)?; // 2 m apart, and to be 3
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!((scene.joint(winch)?.length() - 3.0).abs() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn length(self, length: Real) -> Self {
        self.changed(JointEdit::Length(length))
    }

    /// Target pose of a motor joint: that of B, as A sees it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let ship = scene.add_body(Body::fixed().position([5.0, 0.0]))?;
    /// # let turret = scene.add(Body::dynamic().position([5.0, 1.0]), [Collider::circle(0.3)])?;
    /// let aim = Joint::motor(ship, turret).target(pose([0.0, 1.0], 0.7));
    /// scene.add_joint(aim.max_force(100.0).max_torque(100.0))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!((scene.body(turret)?.angle() - 0.7).abs() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn target(self, target: Pose) -> Self {
        self.changed(JointEdit::Target(Some(target)))
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
