//! The kinds of joints, and what each of them may have.

use crate::Error;

/// Kind of a joint: its effect on its two bodies.
///
/// ```
/// # use umbra::prelude::*;
/// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
/// # let mut scene = Scene::new(weightless)?;
/// # let a = Body::dynamic().position([0.0, 0.0]);
/// # let a = scene.add(a, [Collider::circle(0.5)])?;
/// # let b = Body::dynamic().position([1.0, 0.0]);
/// # let b = scene.add(b, [Collider::circle(0.5)])?;
/// scene.add_joint(Joint::spring(a, b, [0.0, 0.0], [1.0, 0.0], 3.0, 0.2))?;
/// let is_spring = |key| scene.joint(key).unwrap().kind() == JointKind::Spring;
/// assert_eq!(scene.joints().filter(|key| is_spring(*key)).count(), 1);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum JointKind {
    /// A common point: hinges, limbs.
    Revolute,
    /// A slide along an axis, without turning.
    Prismatic,
    /// A slide along an axis; B turns freely.
    Wheel,
    /// A point of B slides between two points of A.
    Groove,
    /// Neither moves nor turns.
    Weld,
    /// A length between two points.
    Distance,
    /// At most a length between two points.
    Rope,
    /// A spring between two points.
    Spring,
    /// B follows a pose or a velocity, seen from A.
    Motor,
    /// A point of B is drawn to a point of the world.
    Target,
    /// Relative motion is slowed.
    Friction,
    /// Two angles, or displacements, keep their ratio.
    Gear,
    /// Two lines over two fixed points have one length together.
    Pulley,
    /// B turns in one direction only.
    Ratchet,
    /// Nothing, but the two do not collide.
    Filter,
    /// B is the image of A at the other end of a portal, and moves as A does. Only portals make it.
    #[doc(hidden)]
    Image,
}

impl JointKind {
    /// Name of the kind in errors.
    pub fn name(self) -> &'static str {
        match self {
            Self::Revolute => "revolute",
            Self::Prismatic => "prismatic",
            Self::Wheel => "wheel",
            Self::Groove => "groove",
            Self::Weld => "weld",
            Self::Distance => "distance",
            Self::Rope => "rope",
            Self::Spring => "spring",
            Self::Motor => "motor",
            Self::Target => "target",
            Self::Friction => "friction",
            Self::Gear => "gear",
            Self::Pulley => "pulley",
            Self::Ratchet => "ratchet",
            Self::Filter => "filter",
            Self::Image => "image",
        }
    }

    /// True if gears count its angle; they count the displacement of others.
    pub(crate) fn is_turned(self) -> bool {
        matches!(self, Self::Revolute | Self::Wheel)
    }

    /// True if gears can count its angle or its displacement.
    pub(crate) fn can_be_geared(self) -> bool {
        self.is_turned() || matches!(self, Self::Prismatic | Self::Groove)
    }

    /// The kinds that may have what this parameter sets.
    fn with(parameter: &str) -> &'static [Self] {
        match parameter {
            "limits" => &[
                Self::Revolute,
                Self::Prismatic,
                Self::Wheel,
                Self::Distance,
                Self::Spring,
                Self::Pulley,
            ],
            "motor" => {
                &[Self::Revolute, Self::Prismatic, Self::Wheel, Self::Groove, Self::Distance]
            }
            "spring" => &[
                Self::Revolute,
                Self::Prismatic,
                Self::Wheel,
                Self::Groove,
                Self::Weld,
                Self::Distance,
                Self::Spring,
                Self::Motor,
                Self::Target,
            ],
            "angular_spring" => &[Self::Weld, Self::Motor],
            "rest" => &[
                Self::Revolute,
                Self::Prismatic,
                Self::Wheel,
                Self::Groove,
                Self::Distance,
                Self::Spring,
            ],
            "length" => &[Self::Distance, Self::Rope, Self::Spring, Self::Pulley],
            "target" | "velocity" | "angular_velocity" => &[Self::Motor],
            "target_point" => &[Self::Target],
            "max_force" => &[Self::Motor, Self::Target, Self::Friction],
            "max_torque" => &[Self::Motor, Self::Friction],
            "ratio" => &[Self::Gear, Self::Pulley],
            _ => &[],
        }
    }

    /// Checks that joints of this kind have the parameter.
    pub(crate) fn check(self, parameter: &'static str) -> Result<(), Error> {
        if Self::with(parameter).contains(&self) {
            Ok(())
        } else {
            Err(Error::NotForJoint { parameter, kind: self.name() })
        }
    }
}

/// Method by which a joint is solved; `JointSolving` asks for it.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let wall = scene.add_body(Body::fixed())?;
/// # let ball = Body::dynamic().position([0.0, -1.0]);
/// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
/// let solver = SolverConfig { joints: JointSolving::Trees, ..SolverConfig::default() };
/// *scene.config_mut() = SceneConfig { solver, ..SceneConfig::default() };
/// let rod = scene.add_joint(Joint::distance(wall, ball, [0.0, 0.0], [0.0, -1.0]))?;
/// scene.step(1.0 / 60.0)?;
/// assert_eq!(scene.joint(rod)?.solved_as(), SolvedAs::Tree);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum SolvedAs {
    /// One by one, as a few rows among others: fast, and it yields a little under great loads.
    #[default]
    Rows,
    /// At once with the joints that hang together with it, exactly.
    Tree,
}
