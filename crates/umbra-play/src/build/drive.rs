//! Ragdolls that are driven to a pose: how strongly, and the calls.

use umbra_geom::{Point, Real};

use super::adding::{self, Assembly};
use super::plan::{Plan, let_go, other_drive};
use super::pose::RagdollPose;
use super::ragdoll::Bone;
use crate::check;
use umbra_core::{Error, Scene, Softness};

/// Strength and limits of driving a ragdoll to a pose. See [`Assembly::drive_to`].
///
/// ```
/// use umbra::build::{self, Balance, Bone, DriveSettings, RagdollPose};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # scene.add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(20.0, 0.5)])?;
///
/// let doll = build::ragdoll(&mut scene, [0.0, 0.0])?;
/// // A guard who keeps standing, with a limp left arm.
/// let settings = DriveSettings { balance: Some(Balance::default()), ..Default::default() }
///     .weight(Bone::LeftUpperArm, 0.0)
///     .weight(Bone::LeftForearm, 0.0);
/// doll.drive_to(&mut scene, &RagdollPose::STANDING, &settings)?;
/// for _ in 0..120 {
///     scene.step(1.0 / 60.0)?;
/// }
/// let head = Bone::Head.body(&doll).unwrap();
/// assert!(scene.body(head)?.position().y > 1.4);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct DriveSettings {
    /// Factor of all stiffnesses, torques and forces: 1 by default, 0 for a limp ragdoll.
    pub strength: Real,
    /// Frequency in Hz of the springs of the joints, with the limb that each moves. Springs of the
    /// legs are as stiff as carrying half of the body asks for. 4 by default.
    pub hertz: Real,
    /// Damping ratio of the springs: 1, the default, does not overshoot.
    pub damping_ratio: Real,
    /// Largest torque, in N m, of a joint that moves as much as a hip. Others have the share that
    /// their limb's moment of inertia is. None by default: as much as accelerates a limb by
    /// 60 rad/s², which is far more than a human has.
    pub max_torque: Option<Real>,
    /// Factors of stiffness and torque of each joint, in the order of [`Bone`]; the first is that
    /// of the balance. 1 by default.
    pub weights: [Real; 11],
    /// Keeps the pelvis upright. None by default.
    pub balance: Option<Balance>,
    /// Draws the pelvis to a place. None by default.
    pub root: Option<RootTarget>,
}

impl Default for DriveSettings {
    fn default() -> Self {
        Self {
            strength: 1.0,
            hertz: 4.0,
            damping_ratio: 1.0,
            max_torque: None,
            weights: [1.0; 11],
            balance: None,
            root: None,
        }
    }
}

impl DriveSettings {
    /// Returns the settings with another factor for the joint of one bone.
    #[must_use]
    pub const fn weight(mut self, bone: Bone, weight: Real) -> Self {
        self.weights[bone as usize] = weight;
        self
    }
}

/// A torque from nowhere that turns the pelvis to the angle past upright that the pose has for it:
/// the sense of balance of a ragdoll that stands, and the help with which it gets up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Balance {
    /// Frequency in Hz of the spring, with the whole ragdoll turning about its soles. Below about
    /// 0.5 it cannot hold a human upright. 3 by default.
    pub hertz: Real,
    /// Damping ratio of the spring. 1 by default.
    pub damping_ratio: Real,
    /// Largest torque, in N m. A stiff body that lies needs half of its weight times its height to
    /// get up. None by default: as much as accelerates the whole ragdoll by 60 rad/s².
    pub max_torque: Option<Real>,
}

impl Default for Balance {
    fn default() -> Self {
        Self { hertz: 3.0, damping_ratio: 1.0, max_torque: None }
    }
}

/// A place that draws the middle of the pelvis: a puppet that hangs on a moving hip.
///
/// ```
/// use umbra::build::{self, DriveSettings, RagdollPose, RootTarget};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let puppet = build::ragdoll(&mut scene, [0.0, 2.0])?;
/// let root = Some(RootTarget::new([1.0, 3.5])); // where the hand of the player is
/// let settings = DriveSettings { root, ..DriveSettings::default() };
/// puppet.drive_to(&mut scene, &RagdollPose::STANDING, &settings)?;
/// for _ in 0..120 {
///     scene.step(1.0 / 60.0)?;
/// }
/// let pelvis = scene.body(puppet.bodies[0])?.position();
/// assert!((pelvis - Point::new(1.0, 3.5)).norm() < 0.3);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct RootTarget {
    /// The place, in the world. Tell it anew in each step to move it.
    pub point: Point,
    /// Frequency in Hz of the spring, with the whole ragdoll.
    pub hertz: Real,
    /// Damping ratio of the spring.
    pub damping_ratio: Real,
    /// Largest force, in N. `None`: as much as accelerates the whole ragdoll by 60 times its height
    /// per second squared.
    pub max_force: Option<Real>,
}

impl RootTarget {
    /// A place with a spring of 4 Hz that does not overshoot.
    pub fn new(point: impl Into<Point>) -> Self {
        Self { point: point.into(), hertz: 4.0, damping_ratio: 1.0, max_force: None }
    }
}

/// Bones that a call could drive, and those that it could not.
///
/// ```
/// use umbra::build::{self, Bone, DriveSettings, RagdollPose};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let doll = build::ragdoll(&mut scene, [0.0, 0.0])?;
/// scene.remove_body(Bone::RightForearm.body(&doll).unwrap())?; // cut off
/// let settings = DriveSettings::default();
/// let driven = doll.drive_to(&mut scene, &RagdollPose::STANDING, &settings)?;
/// assert!(driven.missing().eq([Bone::RightForearm]));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Driven {
    missing: [bool; 11],
}

impl Driven {
    /// True if no bone is missing.
    pub fn is_whole(&self) -> bool {
        self.missing().next().is_none()
    }

    /// Bones that are not driven: those that were removed, and those whose joint has broken, was
    /// removed or is not enabled, or holds another piece since the bone was cut.
    pub fn missing(&self) -> impl Iterator<Item = Bone> + use<> {
        let missing = self.missing;
        Bone::ALL.into_iter().filter(move |bone| missing[*bone as usize])
    }
}

impl Assembly {
    /// Drives a [`ragdoll`](super::ragdoll) to a pose: springs of bounded torque turn its joints to
    /// the angles of the pose, or to their limits where the pose goes beyond them.
    ///
    /// It goes on until the next call, or [`relax`](Self::relax): call it when pose or settings
    /// change, in every step if they do. A call that changes nothing wakes nothing; one that
    /// changes something wakes the ragdoll.
    ///
    /// What drives are ordinary joints in the scene: a motor joint beside each hinge, for a balance
    /// one more with a fixed body without colliders, for a root a target joint. Hinges keep their
    /// settings: friction and springs of them go on. A pelvis that is not dynamic has neither
    /// balance nor root. Bones that have come off are passed over, and
    /// named in what is returned; the rest is driven.
    ///
    /// ```
    /// use umbra::build::{self, Balance, Bone, DriveSettings, RagdollPose};
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(20.0, 0.5)])?;
    /// let doll = build::ragdoll(&mut scene, [0.0, 0.0])?;
    /// let wave = RagdollPose::STANDING.with(Bone::RightUpperArm, 2.6);
    /// let settings = DriveSettings { balance: Some(Balance::default()), ..Default::default() };
    /// assert!(doll.drive_to(&mut scene, &wave, &settings)?.is_whole());
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let now = RagdollPose::capture(&scene, &doll)?;
    /// assert!((now.angle(Bone::RightUpperArm) - 2.6).abs() < 0.05);
    /// doll.relax(&mut scene); // it falls
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number makes no sense, the assembly has too few or too many bodies or joints to be a
    /// ragdoll, or there is no room for more joints. Nothing has changed then.
    pub fn drive_to(
        &self,
        scene: &mut Scene,
        pose: &RagdollPose,
        settings: &DriveSettings,
    ) -> Result<Driven, Error> {
        let plan = Plan::new(self, scene, pose, settings)?;
        plan.apply(scene)?;
        Ok(Driven { missing: plan.missing })
    }

    /// Lets a ragdoll go: takes away all that [`drive_to`](Self::drive_to) has added, and so makes
    /// it limp, as does a strength of 0. Does nothing if it is not driven.
    ///
    /// Call it before you remove or extract bones yourself if the ragdoll has a balance:
    /// the fixed body of that stays in the scene otherwise. [`remove`](Self::remove) does it.
    ///
    /// ```
    /// use umbra::build::{self, Bone, DriveSettings, RagdollPose};
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # scene.add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(20.0, 0.5)])?;
    ///
    /// let doll = build::ragdoll(&mut scene, [0.0, 0.0])?;
    /// doll.drive_to(&mut scene, &RagdollPose::STANDING, &DriveSettings::default())?;
    /// doll.relax(&mut scene); // it faints
    /// doll.set_velocity(&mut scene, [1.0, 0.0])?;
    /// for _ in 0..240 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.body(Bone::Head.body(&doll).unwrap())?.position().y < 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn relax(&self, scene: &mut Scene) {
        for body in &self.bodies {
            while let Some(key) = other_drive(scene, *body, &[]) {
                let_go(scene, key);
            }
        }
    }
}

impl DriveSettings {
    pub(super) fn check(&self) -> Result<(), Error> {
        check::amount("strength", self.strength)?;
        let Self { hertz, damping_ratio, .. } = *self;
        adding::softness(Softness { hertz, damping_ratio })?;
        self.max_torque.map(|most| check::amount("max_torque", most)).transpose()?;
        for weight in self.weights {
            check::amount("weights", weight)?;
        }
        if let Some(Balance { hertz, damping_ratio, max_torque }) = self.balance {
            adding::softness(Softness { hertz, damping_ratio })?;
            max_torque.map(|most| check::amount("max_torque", most)).transpose()?;
        }
        if let Some(RootTarget { point, hertz, damping_ratio, max_force }) = self.root {
            check::position("point", point)?;
            adding::softness(Softness { hertz, damping_ratio })?;
            max_force.map(|most| check::amount("max_force", most)).transpose()?;
        }
        Ok(())
    }
}
