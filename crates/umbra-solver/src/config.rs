//! The configuration: its parameters, their presets, and the accepted values.

use umbra_geom::Real;
use umbra_geom::check::{finite, range};

use crate::Error;
use crate::tuning::MAX_ITERATIONS;

/// Configuration of the solver.
///
/// ```
/// use umbra_solver::{Correction, SolverConfig};
///
/// let config = SolverConfig { substeps: 8, ..SolverConfig::default() };
/// assert!(config.validate().is_ok());
/// assert!(SolverConfig { substeps: 0, ..config }.validate().is_err());
/// assert!(matches!(SolverConfig::classic(10).correction, Correction::LinearProjection { .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct SolverConfig {
    /// The number of substeps in a step; 1 gives the classic single-step solver.
    pub substeps: u32,
    /// Passes over the velocities, per substep.
    pub velocity_iterations: u32,
    /// Passes over the overlaps (projection) or relaxing passes (soft), per substep.
    pub position_iterations: u32,
    /// The method that removes overlap.
    pub correction: Correction,
    /// True to start from the impulses of the step before. Stacks need it.
    pub warm_starting: bool,
    /// Contacts that approach slower than this do not bounce, in lengths per second.
    pub restitution_threshold: Real,
    /// The method that solves joints.
    pub joints: JointSolving,
    /// The stiffness with which errors of joints are corrected. Joints solved one by one lose the
    /// part `w / (2 damping_ratio + w)` of an error in a substep, where `w` is the angle by which a
    /// spring of this frequency turns in it: 28 % by default at 60 steps per second.
    pub joint_softness: Softness,
    /// The greatest speed of bodies, in lengths per second; if `length_unit` is less than one, in
    /// units per second. Bodies that are slowed down to it are counted: see
    /// [`Solver::slowed`](crate::Solver::slowed).
    pub max_speed: Real,
}

/// The method that removes overlap. Lengths are for a world of objects about one unit in size; see
/// [`SolverConfig::scaled`].
///
/// ```
/// use umbra_solver::{Correction, SolverConfig};
///
/// // Bodies that overlap come apart more gently than usual.
/// let Correction::Soft { hertz, damping_ratio, .. } = Correction::SOFT else { panic!() };
/// let gentle = Correction::Soft { hertz, damping_ratio, push_speed: 0.5 };
/// assert!(SolverConfig { correction: gentle, ..SolverConfig::default() }.validate().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Correction {
    /// Moves bodies apart along the normal by `fraction` of the penetration beyond `slop`, without
    /// changing their velocities.
    LinearProjection {
        /// The fraction of the overlap that one pass removes, from 0 to 1; 0.2 to 0.8 is sensible.
        fraction: Real,
        /// Overlap that is not removed, so that resting contacts keep touching.
        slop: Real,
        /// The greatest displacement of two bodies in one pass.
        max_correction: Real,
    },
    /// Pushes bodies out like a damped spring, then removes the velocity of the push.
    Soft {
        /// The frequency of the spring, in hertz: its stiffness. More than a sixth of the substeps
        /// per second counts as that sixth.
        hertz: Real,
        /// The damping ratio; 1 is critical.
        damping_ratio: Real,
        /// The fastest push, in lengths per second.
        push_speed: Real,
    },
}

/// True if joints can be solved at once.
pub(crate) const TREES: bool = cfg!(feature = "trees");

/// The method that solves joints.
///
/// ```
/// use umbra_solver::{JointSolving, SolverConfig};
///
/// // A game of cranes, in which nothing may stretch.
/// let config = SolverConfig { joints: JointSolving::Trees, ..SolverConfig::default() };
/// assert_ne!(config, SolverConfig::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum JointSolving {
    /// Chooses for each group of joints. Solved at once, as by [`Trees`](Self::Trees), are: bodies
    /// that carry more than eight times their own mass; bodies connected to one that is pinned to a
    /// body of more than 64 times its mass; linkages; and figures of up to ten bodies whose joints
    /// keep angles or lengths. All others are solved one by one. Without the feature `trees`, all
    /// are.
    #[default]
    Auto,
    /// One by one. Chains of many links, or with a heavy end, stretch.
    Rows,
    /// Connected joints are solved at once and do not stretch, whatever they carry. That takes some
    /// three times as long. Joints with a largest force are solved one by one all the same, and so
    /// are nets with so many loops that a step would take longer than a frame: more than about 30
    /// by 30.
    Trees,
}

/// The stiffness of a constraint, as that of a damped spring.
///
/// ```
/// use umbra_solver::{Softness, SolverConfig};
///
/// // Joints that give way a little, everywhere.
/// let joint_softness = Softness { hertz: 20.0, damping_ratio: 1.0 };
/// let config = SolverConfig { joint_softness, ..SolverConfig::default() };
/// assert!(config.validate().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Softness {
    /// The frequency of the spring, in hertz.
    pub hertz: Real,
    /// The damping ratio; 1 is critical.
    pub damping_ratio: Real,
}

impl Default for Correction {
    fn default() -> Self {
        Self::SOFT
    }
}

impl Correction {
    /// Linear projection, the method of [`SolverConfig::classic`].
    pub const LINEAR_PROJECTION: Self =
        Self::LinearProjection { fraction: 0.4, slop: 0.005, max_correction: 0.2 };
    /// The soft correction, the default: stacks and pyramids come to rest with it and sway without
    /// (the figures are in `docs/benchmarks/solver.md`). At 40 Hz a pyramid of 100 layers sinks
    /// half as much as at 30 Hz, and that is a sixth of the substeps, the greatest possible. 50
    /// boxes created in one place separate at 4.6 m/s; with a push of 3 m/s, at 8.5.
    pub const SOFT: Self = Self::Soft { hertz: 40.0, damping_ratio: 10.0, push_speed: 1.5 };
}

impl Default for Softness {
    fn default() -> Self {
        Self { hertz: 60.0, damping_ratio: 2.0 }
    }
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self {
            substeps: 4,
            velocity_iterations: 1,
            position_iterations: 1,
            correction: Correction::default(),
            warm_starting: true,
            restitution_threshold: 1.0,
            joints: JointSolving::default(),
            joint_softness: Softness::default(),
            max_speed: 1000.0,
        }
    }
}

impl SolverConfig {
    /// The classic solver: one step, `iterations` passes over the velocities (5 to 20 is
    /// sensible) and three over the overlaps.
    pub fn classic(iterations: u32) -> Self {
        Self {
            substeps: 1,
            velocity_iterations: iterations,
            position_iterations: 3,
            correction: Correction::LINEAR_PROJECTION,
            ..Self::default()
        }
    }

    /// Twice the work of the default, for scenes that must stand still: high piles, large mass
    /// ratios.
    ///
    /// ```
    /// use umbra_solver::SolverConfig;
    ///
    /// let work = |config: SolverConfig| config.substeps * config.velocity_iterations;
    /// assert!(work(SolverConfig::precise()) > work(SolverConfig::default()));
    /// assert!(work(SolverConfig::fast()) < work(SolverConfig::default()));
    /// ```
    pub fn precise() -> Self {
        let correction = Correction::Soft { hertz: 60.0, damping_ratio: 10.0, push_speed: 1.5 };
        Self { substeps: 8, correction, ..Self::default() }
    }

    /// Half the work of the default, for scenes that only have to look right.
    pub fn fast() -> Self {
        Self { substeps: 2, ..Self::default() }
    }

    /// This configuration for a world whose objects are about `length_unit` in size: every length
    /// and speed is multiplied by it, `max_speed` by no less than one.
    #[must_use]
    pub fn scaled(self, length_unit: Real) -> Self {
        self.scaled_apart(length_unit, length_unit)
    }

    /// This configuration with every length multiplied by `length_unit` and every speed by
    /// `speed_unit`: small things fall as fast as large ones, if gravity is the same. `max_speed`
    /// is never reduced.
    #[must_use]
    pub fn scaled_apart(self, length_unit: Real, speed_unit: Real) -> Self {
        let correction = match self.correction {
            Correction::LinearProjection { fraction, slop, max_correction } => {
                Correction::LinearProjection {
                    fraction,
                    slop: slop * length_unit,
                    max_correction: max_correction * length_unit,
                }
            }
            Correction::Soft { hertz, damping_ratio, push_speed } => {
                Correction::Soft { hertz, damping_ratio, push_speed: push_speed * speed_unit }
            }
        };
        Self {
            correction,
            restitution_threshold: self.restitution_threshold * speed_unit,
            // What is small is thrown as fast as what is large.
            max_speed: self.max_speed * if speed_unit > 1.0 { speed_unit } else { 1.0 },
            ..self
        }
    }

    /// Checks that every value is valid.
    ///
    /// ```
    /// use umbra_solver::SolverConfig;
    ///
    /// let refused = SolverConfig { max_speed: f32::NAN, ..SolverConfig::default() }.validate();
    /// assert!(refused.unwrap_err().to_string().starts_with("`max_speed` must be"));
    /// ```
    ///
    /// # Errors
    /// When one is not; the error names it.
    pub fn validate(&self) -> Result<(), Error> {
        if self.joints == JointSolving::Trees && !TREES {
            return Err(Error::WithoutFeature("trees"));
        }
        count("substeps", self.substeps)?;
        count("velocity_iterations", self.velocity_iterations)?;
        count("position_iterations", self.position_iterations)?;
        range("restitution_threshold", self.restitution_threshold, 0.0, Real::MAX)?;
        finite("max_speed", self.max_speed)?;
        if self.max_speed <= 0.0 {
            let (parameter, value) = ("max_speed", self.max_speed);
            return Err(umbra_geom::Error::NotPositive { parameter, value }.into());
        }
        range("max_speed", self.max_speed, Real::MIN_POSITIVE, Real::MAX)?;
        range("joint_softness.hertz", self.joint_softness.hertz, 0.0, 1e6)?;
        range("joint_softness.damping_ratio", self.joint_softness.damping_ratio, 0.0, 1e6)?;
        match self.correction {
            Correction::LinearProjection { fraction, slop, max_correction } => {
                range("correction.fraction", fraction, 0.0, 1.0)?;
                range("correction.slop", slop, 0.0, Real::MAX)?;
                range("correction.max_correction", max_correction, 0.0, Real::MAX)?;
            }
            Correction::Soft { hertz, damping_ratio, push_speed } => {
                range("correction.hertz", hertz, 0.0, 1e6)?;
                range("correction.damping_ratio", damping_ratio, 0.0, 1e6)?;
                range("correction.push_speed", push_speed, 0.0, Real::MAX)?;
            }
        }
        Ok(())
    }
}

fn count(parameter: &'static str, value: u32) -> Result<(), Error> {
    if value == 0 || value > MAX_ITERATIONS {
        return Err(Error::BadCount { parameter, value, max: MAX_ITERATIONS });
    }
    Ok(())
}

#[cfg(test)]
#[path = "../tests/unit/config.rs"]
mod tests;
