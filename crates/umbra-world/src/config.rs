//! Configuration of a scene as a whole.

use umbra_broad::{BroadPhase, BroadPhaseConfig, FatMargin};
use umbra_geom::{Real, Vector};
use umbra_lanes::Level;
use umbra_solver::{SimdLevel, SolverConfig};

use crate::tuning::{
    JOINED_DISTANCE, MOST_PREDICTION, PORTAL_SLACK, PREDICTION, RECYCLE_DISTANCE,
    SPECULATIVE_DISTANCE, TOUCH_DISTANCE, USUAL_GRAVITY,
};
use crate::{CombineRule, Error, check};

/// The configuration of a `Scene`.
///
/// ```
/// use umbra::prelude::*;
///
/// // A game that counts in pixels, 50 to a metre.
/// let config = SceneConfig {
///     gravity: Vector::new(0.0, -490.0),
///     length_unit: 50.0,
///     solver: SolverConfig::precise(),
///     ..SceneConfig::default()
/// };
/// assert!(Scene::new(config).is_ok());
/// assert!(Scene::new(SceneConfig { length_unit: 0.0, ..config }).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
#[doc(alias("world settings", "WorldDef", "IntegrationParameters"))]
pub struct SceneConfig {
    /// Acceleration of every body whose gravity scale is 1.
    pub gravity: Vector,
    /// Size of a typical object. Every tolerance that is a length, and every threshold that is a
    /// speed, is multiplied by it; gravity is not. 1 by default. Below 1, speeds are multiplied by
    /// the square root of (unit times gravity / 10) instead, if that is more, and at most by 1,
    /// because small things such as coins fall as fast as large ones.
    pub length_unit: Real,
    /// Configuration of the constraint solver. Its lengths and speeds are in length units.
    pub solver: SolverConfig,
    /// Impacts that approach at least this fast are reported as hits by colliders that ask for
    /// them, in length units per second.
    pub hit_speed: Real,
    /// Bodies whose fast motion is swept, so that they do not pass through others.
    pub continuous: Continuous,
    /// Rule that combines the friction of two colliders if neither has a rule of its own, set by
    /// `Collider::friction_rule`. [`CombineRule::Usual`] by default: the geometric mean.
    pub friction_rule: CombineRule,
    /// Rule that combines the restitution of two colliders if neither has a rule of its own, set by
    /// `Collider::restitution_rule`. [`CombineRule::Usual`] by default: the greater one.
    pub restitution_rule: CombineRule,
    /// When bodies fall asleep.
    pub sleep: SleepConfig,
    /// Into how many pieces bodies break by themselves.
    pub fracture: FractureConfig,
    /// The vector width to compute with; `None` takes the widest that the machine has. The results
    /// are the same with all of them: this is how tests know.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub simd: Option<SimdLevel>,
}

/// Continuous collision: which bodies that move farther than their size in a step are swept, so
/// that they do not pass through others.
///
/// ```
/// # use umbra::prelude::*;
/// // Every fast body is swept past every other one: no need to mark bullets.
/// let config = SceneConfig { continuous: Continuous::All, ..SceneConfig::default() };
/// # let config = SceneConfig { gravity: Vector::zeros(), ..config };
/// let mut scene = Scene::new(config)?;
/// let [a, b] = [[-2.0, 0.0], [2.0, 0.0]].map(|at| Body::dynamic().position(at));
/// let left = scene.add(a.velocity([150.0, 0.0]), [Collider::circle(0.1)])?;
/// let right = scene.add(b.velocity([-150.0, 0.0]), [Collider::circle(0.1)])?;
/// for _ in 0..3 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!(scene.body(left)?.position().x < scene.body(right)?.position().x);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
#[doc(alias("CCD", "tunneling"))]
pub enum Continuous {
    /// None. Fast bodies may pass through anything.
    Off,
    /// All are swept past fixed and kinematic bodies; bullets (`Body::bullet`) past all, and all
    /// past bullets.
    #[default]
    Fixed,
    /// All are swept past all.
    All,
}

/// When bodies fall asleep: an island of touching bodies does once all of them have been still for
/// long enough. It costs nothing then, until something touches it or changes one of its bodies.
///
/// ```
/// use umbra::prelude::*;
///
/// let sleep = SleepConfig { delay: 1.0, ..SleepConfig::default() };
/// assert!(Scene::new(SceneConfig { sleep, ..SceneConfig::default() }).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct SleepConfig {
    /// True if bodies fall asleep by themselves. True by default.
    pub enabled: bool,
    /// A body is still while none of its points moves faster than this, in length units per second.
    /// 0.05 by default.
    pub speed: Real,
    /// For how long all of an island has to be still, in seconds. 0.5 by default.
    pub delay: Real,
}

impl Default for SleepConfig {
    fn default() -> Self {
        Self { enabled: true, speed: 0.05, delay: 0.5 }
    }
}

impl SleepConfig {
    fn validate(&self) -> Result<(), Error> {
        check::amount("sleep.speed", self.speed)?;
        check::amount("sleep.delay", self.delay)?;
        Ok(())
    }
}

/// Limits on the number of pieces of bodies that break by themselves or by an explosion: see
/// `Body::fracture`. Pieces break again, so a large fragile body would otherwise become thousands.
/// `Stats::fractures_bounded` counts the breaks that a limit prevented. Calls that cut are not
/// limited.
///
/// ```
/// use umbra::prelude::*;
///
/// let fracture = FractureConfig { pieces_per_body: 40, ..FractureConfig::default() };
/// assert!(Scene::new(SceneConfig { fracture, ..SceneConfig::default() }).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct FractureConfig {
    /// Maximum number of pieces into which a body breaks, including the pieces of its pieces. A
    /// piece gets a share of its body's number, by its area. 256 by default; nothing breaks with
    /// less than 2.
    pub pieces_per_body: u32,
    /// Nothing breaks any more while the scene has this many pieces that came of bodies that broke
    /// by themselves. 4,096 by default.
    pub pieces_in_scene: u32,
}

impl Default for FractureConfig {
    fn default() -> Self {
        Self { pieces_per_body: 256, pieces_in_scene: 4096 }
    }
}

impl Default for SceneConfig {
    fn default() -> Self {
        Self {
            gravity: Vector::new(0.0, -9.81),
            length_unit: 1.0,
            solver: SolverConfig::default(),
            hit_speed: 1.0,
            continuous: Continuous::Fixed,
            friction_rule: CombineRule::Usual,
            restitution_rule: CombineRule::Usual,
            sleep: SleepConfig::default(),
            fracture: FractureConfig::default(),
            simd: None,
        }
    }
}

impl SceneConfig {
    /// Checks every value.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// let config = SceneConfig { length_unit: -1.0, ..SceneConfig::default() };
    /// let refused = config.validate().unwrap_err();
    /// assert!(refused.to_string().starts_with("`length_unit` must be"), "{refused}");
    /// ```
    ///
    /// # Errors
    /// When one does not; the error names it.
    pub fn validate(&self) -> Result<(), Error> {
        check::vector("gravity", self.gravity)?;
        check::range("length_unit", self.length_unit, 1e-4, 1e6)?;
        check::amount("hit_speed", self.hit_speed)?;
        self.sleep.validate()?;
        self.solver.validate().map_err(in_solver)?;
        self.scaled_solver().validate().map_err(in_solver)?;
        if let Some(level) = self.simd {
            umbra_solver::Solver::new().set_level(level)?;
        }
        Ok(())
    }

    /// Unit of thresholds that are speeds: the length unit, or, for small things under a gravity
    /// that is not small, their speed of falling. Otherwise a pile of coins on the earth would be
    /// pushed apart slower than it sinks.
    pub(crate) fn speed_unit(&self) -> Real {
        let unit = self.length_unit;
        let (x, y) = (self.gravity.x, self.gravity.y);
        let fall = (unit * (x * x + y * y).sqrt() / USUAL_GRAVITY).sqrt();
        if unit >= 1.0 || fall <= unit {
            unit
        } else if fall < 1.0 {
            fall
        } else {
            1.0
        }
    }

    /// The solver's settings, in the scene's units.
    #[doc(hidden)]
    pub fn scaled_solver(&self) -> SolverConfig {
        self.solver.scaled_apart(self.length_unit, self.speed_unit())
    }

    pub(crate) fn speculative_distance(&self) -> Real {
        SPECULATIVE_DISTANCE * self.length_unit
    }

    pub(crate) fn portal_slack(&self) -> Real {
        PORTAL_SLACK * self.length_unit
    }

    /// Surfaces nearer than this count as joined. No box of a piece is farther from its box in the
    /// tree.
    pub(crate) fn joined_distance(&self) -> Real {
        JOINED_DISTANCE * self.length_unit
    }

    pub(crate) fn touch_distance(&self) -> Real {
        TOUCH_DISTANCE * self.length_unit
    }

    pub(crate) fn recycle_distance(&self) -> Real {
        RECYCLE_DISTANCE * self.length_unit
    }

    /// A broad phase for this configuration.
    #[doc(hidden)]
    pub fn broad_phase(&self) -> Result<BroadPhase, Error> {
        Ok(BroadPhase::new(self.boxes())?.with_simd_level(self.vector_level()))
    }

    /// The instructions for code that knows only the best and the baseline level: the broad phase,
    /// and the examination of pairs.
    pub(crate) fn vector_level(&self) -> Level {
        match self.simd {
            Some(SimdLevel::Scalar | SimdLevel::Four) => Level::baseline(),
            _ => Level::new(),
        }
    }

    /// The instructions for narrow-phase batches; `None` where a scalar level was asked for and
    /// pairs go one by one.
    pub(crate) fn batch_level(&self) -> Option<Level> {
        (self.simd != Some(SimdLevel::Scalar)).then(|| self.vector_level())
    }

    /// Margins of the boxes of the broad phase.
    pub(crate) fn boxes(&self) -> BroadPhaseConfig {
        let margin = FatMargin::default();
        // Boxes have to reach as far as contact points do, from both sides together.
        let least = 0.5 * self.speculative_distance();
        BroadPhaseConfig {
            margin: FatMargin {
                least,
                most: margin.most * self.length_unit,
                prediction: PREDICTION,
                most_prediction: MOST_PREDICTION,
                ..margin
            },
        }
    }
}

/// Error of the solver's configuration, with the name of the field as seen from here.
fn in_solver(mut error: umbra_solver::Error) -> umbra_solver::Error {
    use umbra_geom::Error::{Negative, NotFinite, NotPositive, OutOfRange};
    use umbra_solver::Error::{BadCount, Number};
    if let BadCount { parameter, .. }
    | Number(
        NotFinite { parameter, .. }
        | NotPositive { parameter, .. }
        | Negative { parameter, .. }
        | OutOfRange { parameter, .. },
    ) = &mut error
    {
        *parameter = match *parameter {
            "substeps" => "solver.substeps",
            "velocity_iterations" => "solver.velocity_iterations",
            "position_iterations" => "solver.position_iterations",
            "restitution_threshold" => "solver.restitution_threshold",
            "max_speed" => "solver.max_speed",
            "joint_softness.hertz" => "solver.joint_softness.hertz",
            "joint_softness.damping_ratio" => "solver.joint_softness.damping_ratio",
            "correction.fraction" => "solver.correction.fraction",
            "correction.slop" => "solver.correction.slop",
            "correction.max_correction" => "solver.correction.max_correction",
            "correction.hertz" => "solver.correction.hertz",
            "correction.damping_ratio" => "solver.correction.damping_ratio",
            "correction.push_speed" => "solver.correction.push_speed",
            other => other,
        };
    }
    error
}
