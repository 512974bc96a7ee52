//! A human of eleven bones, seen from the side.

use umbra_geom::{Point, Real, Vector};

use super::adding::{self, Adding, Assembly, adding, down, length};
use crate::check;
use umbra_core::{Body, BodyKey, Collider, Error, Filter, Joint, JointKey, Scene, Softness};

/// The bones, in the order in which they are added. The joint of a bone is at its upper end or, of
/// chest and head, at its lower one; the pelvis has none.
///
/// ```
/// use umbra::build::{self, Bone};
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let doll = build::ragdoll(&mut scene, [0.0, 0.0])?;
/// let (shin, knee) = (Bone::LeftShin.body(&doll).unwrap(), Bone::LeftShin.joint(&doll).unwrap());
/// assert_eq!(scene.joint(knee)?.body_b(), shin);
/// assert_eq!(Bone::Pelvis.joint(&doll), None);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Bone {
    /// The bone to which all others are connected.
    Pelvis,
    /// From the waist to the shoulders.
    Chest,
    /// With the neck.
    Head,
    /// From hip to knee.
    LeftThigh,
    /// From the knee down.
    LeftShin,
    /// From hip to knee.
    RightThigh,
    /// From the knee down.
    RightShin,
    /// From shoulder to elbow.
    LeftUpperArm,
    /// From the elbow on.
    LeftForearm,
    /// From shoulder to elbow.
    RightUpperArm,
    /// From the elbow on.
    RightForearm,
}

impl Bone {
    /// All bones, in their order.
    pub const ALL: [Self; 11] = [
        Self::Pelvis,
        Self::Chest,
        Self::Head,
        Self::LeftThigh,
        Self::LeftShin,
        Self::RightThigh,
        Self::RightShin,
        Self::LeftUpperArm,
        Self::LeftForearm,
        Self::RightUpperArm,
        Self::RightForearm,
    ];

    /// The bone in a [`ragdoll`]; `None` in an assembly that has too few bodies to be one.
    ///
    /// ```
    /// use umbra::build::{self, Bone};
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// let doll = build::ragdoll(&mut scene, [0.0, 0.0])?;
    /// let chest = Bone::Chest.body(&doll).unwrap();
    /// scene.body_mut(chest)?.apply_impulse([-2.0, 0.0])?; // a punch to the chest
    /// assert!(scene.body(chest)?.velocity().x < -1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn body(self, ragdoll: &Assembly) -> Option<BodyKey> {
        ragdoll.bodies.get(self as usize).copied()
    }

    /// The joint of the bone in a [`ragdoll`], which holds it to the bone that it hangs on; `None`
    /// of the pelvis, and in an assembly that has too few joints to be one.
    ///
    /// ```
    /// use umbra::build::{self, Bone};
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// let doll = build::ragdoll(&mut scene, [0.0, 0.0])?;
    /// let neck = Bone::Head.joint(&doll).unwrap();
    /// assert_eq!(Some(scene.joint(neck)?.body_b()), Bone::Head.body(&doll));
    /// assert_eq!(Bone::Pelvis.joint(&doll), None); // the others hang on it
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn joint(self, ragdoll: &Assembly) -> Option<JointKey> {
        ragdoll.joints.get((self as usize).checked_sub(1)?).copied()
    }
}

/// Settings of a ragdoll. See [`ragdoll_with`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct RagdollSettings {
    /// Height from the soles to the top of the head. 1.75 by default.
    pub height: Real,
    /// Mass per area. 1 by default; with 130, a ragdoll of 1.75 m weighs about as much as a human.
    pub density: Real,
    /// Friction torque in a joint, as a fraction of the torque that would hold its bone level. 0.1
    /// by default.
    pub stiffness: Real,
    /// Draws the limbs to where they began. None by default.
    pub spring: Option<Softness>,
    /// True if it looks to the left. False by default.
    pub mirrored: bool,
    /// Damping: roughly the fraction of their velocity that its bones lose per second. 0 by
    /// default.
    pub damping: Real,
    /// The friction of its bones. 0.4 by default.
    pub friction: Real,
    /// Filter that decides which colliders it collides with. Its bones pass through one another:
    /// they get a negative group of their own, unless a group is given.
    pub filter: Filter,
}

impl Default for RagdollSettings {
    fn default() -> Self {
        Self {
            height: 1.75,
            density: 1.0,
            stiffness: 0.1,
            spring: None,
            mirrored: false,
            damping: 0.0,
            friction: 0.4,
            filter: Filter::default(),
        }
    }
}

/// A bone: which one it hangs on, its two ends and its joint above the soles, its radius, and its
/// limits in degrees, forward positive for what hangs and backward for what stands. Lengths are
/// parts of the height.
pub(super) struct Form {
    pub(super) parent: usize,
    pub(super) ends: [Real; 2],
    pub(super) radius: Real,
    pub(super) joint: Real,
    pub(super) limits: [Real; 2],
}

const fn form(
    parent: usize,
    ends: [Real; 2],
    radius: Real,
    joint: Real,
    limits: [Real; 2],
) -> Form {
    Form { parent, ends, radius, joint, limits }
}

/// In the order of [`Bone`]. Where the joints are: Drillis and Contini, 1966.
pub(super) const FORMS: [Form; 11] = [
    form(0, [0.53, 0.57], 0.062, 0.53, [0.0, 0.0]),
    form(0, [0.66, 0.76], 0.068, 0.6, [-60.0, 20.0]),
    form(1, [0.925, 0.945], 0.055, 0.86, [-45.0, 40.0]),
    form(0, [0.3, 0.52], 0.045, 0.53, [-25.0, 120.0]),
    form(3, [0.034, 0.27], 0.034, 0.285, [-140.0, 3.0]),
    form(0, [0.3, 0.52], 0.045, 0.53, [-25.0, 120.0]),
    form(5, [0.034, 0.27], 0.034, 0.285, [-140.0, 3.0]),
    form(1, [0.645, 0.805], 0.028, 0.818, [-60.0, 170.0]),
    form(7, [0.47, 0.62], 0.024, 0.632, [-3.0, 145.0]),
    form(1, [0.645, 0.805], 0.028, 0.818, [-60.0, 170.0]),
    form(9, [0.47, 0.62], 0.024, 0.632, [-3.0, 145.0]),
];

/// Adds a ragdoll that stands with its soles at a point and looks to the right.
///
/// ```
/// use umbra::build::{self, Bone};
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(20.0, 0.5)])?;
/// let doll = build::ragdoll(&mut scene, [0.0, 1.0])?;
/// for _ in 0..180 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!(scene.body(doll.bodies[Bone::Head as usize])?.position().y < 1.7);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// As [`ragdoll_with`].
#[doc(alias("humanoid", "skeleton"))]
pub fn ragdoll(scene: &mut Scene, feet: impl Into<Point>) -> Result<Assembly, Error> {
    ragdoll_with(scene, feet, &RagdollSettings::default())
}

/// Adds a ragdoll that stands with its soles at a point, against gravity: its bones in the order of
/// [`Bone`], and the joint of each but the first.
///
/// ```
/// use umbra::build::{self, Bone, RagdollSettings};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let child = RagdollSettings { height: 1.1, mirrored: true, ..RagdollSettings::default() };
/// let child = build::ragdoll_with(&mut scene, [3.0, 0.0], &child)?;
/// let head = scene.body(Bone::Head.body(&child).unwrap())?.position();
/// assert!(head.y > 0.9 && head.y < 1.1);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// When a number makes no sense. Nothing is added then.
pub fn ragdoll_with(
    scene: &mut Scene,
    feet: impl Into<Point>,
    settings: &RagdollSettings,
) -> Result<Assembly, Error> {
    let feet = check::position("feet", feet.into())?;
    length("height", settings.height)?;
    check::amount("density", settings.density)?;
    check::amount("stiffness", settings.stiffness)?;
    check::amount("damping", settings.damping)?;
    check::amount("friction", settings.friction)?;
    settings.spring.map(adding::softness).transpose()?;
    let (down, gravity) = down(scene);
    let frame = Frame { feet, up: -down, gravity };
    adding(scene, |adding| frame.add(adding, settings))
}

/// Placement of a ragdoll.
struct Frame {
    feet: Point,
    up: Vector,
    gravity: Real,
}

impl Frame {
    fn add(&self, adding: &mut Adding<'_>, settings: &RagdollSettings) -> Result<(), Error> {
        let height = settings.height;
        let at = |part: Real| self.feet + self.up * (height * part);
        // Its y axis looks up.
        let x_axis = umbra_geom::math::right_of(self.up);
        // It looks along x in worlds that point down as well, where a half turn would have it look back.
        let mirrored = settings.mirrored != (x_axis.x < 0.0);
        let mut bones = vec![];
        for form in &FORMS {
            let middle = 0.5 * (form.ends[0] + form.ends[1]);
            let body = Body::dynamic().pose(adding::along(at(middle), x_axis));
            let body = body.linear_damping(settings.damping).angular_damping(settings.damping);
            bones.push(adding.body(body)?);
        }
        let filter = adding.filter(settings.filter);
        for (bone, form) in bones.iter().zip(&FORMS) {
            let half = 0.5 * height * (form.ends[1] - form.ends[0]);
            let shape = Collider::capsule([0.0, -half], [0.0, half], height * form.radius);
            let shape = shape.density(settings.density).friction(settings.friction);
            adding.collider(*bone, shape.filter(filter))?;
        }
        for (bone, form) in bones.iter().zip(&FORMS).skip(1) {
            let [lower, upper] = form.limits.map(Real::to_radians);
            let [lower, upper] = if mirrored { [-upper, -lower] } else { [lower, upper] };
            let arm = height * (0.5 * (form.ends[0] + form.ends[1]) - form.joint).abs();
            let weight = adding.scene.body(*bone)?.mass() * self.gravity;
            let joint = Joint::revolute(bones[form.parent], *bone, at(form.joint));
            let joint = joint.limits(lower, upper).motor(0.0, settings.stiffness * weight * arm);
            adding.joint(match settings.spring {
                Some(Softness { hertz, damping_ratio }) => joint.spring(hertz, damping_ratio),
                None => joint,
            })?;
        }
        Ok(())
    }
}
