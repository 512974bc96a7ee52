//! Configuration of a scene.

use umbra::prelude::*;

use crate::call::value;
use crate::status::Fault;
use crate::types::{combine_rule, combine_rule_number};
use crate::{UmbraSoftness, UmbraVec2};

/// Bodies whose fast motion is swept, so that they do not pass through others.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraContinuous {
    /// None.
    Off = 0,
    /// All are swept past fixed and kinematic bodies, bullets past all.
    Fixed = 1,
    /// All are swept past all.
    All = 2,
}

/// Method that removes overlap.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraCorrectionKind {
    /// Pushes bodies out like a damped spring: `hertz`, `damping_ratio`, `push_speed`.
    Soft = 0,
    /// Moves bodies apart by a fraction of the overlap: `fraction`, `slop`, `max_correction`.
    LinearProjection = 1,
}

/// Method that solves joints.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraJointSolving {
    /// Chosen for each group of joints.
    Auto = 0,
    /// One by one.
    Rows = 1,
    /// Connected joints at once.
    Trees = 2,
}

/// Vector width to compute with. Results are the same with all of them.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraSimd {
    /// The widest that the machine has.
    Widest = 0,
    /// One lane.
    Scalar = 1,
    /// Four lanes.
    Four = 2,
    /// Eight lanes.
    Eight = 3,
    /// Sixteen lanes.
    Sixteen = 4,
}

/// Configuration of the solver. Lengths and speeds are in length units.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraSolverConfig {
    /// Number of substeps in a step.
    pub substeps: u32,
    /// Passes over the velocities, per substep.
    pub velocity_iterations: u32,
    /// Passes over the overlaps, per substep.
    pub position_iterations: u32,
    /// One of `UmbraCorrectionKind`; it says which of the next six count.
    pub correction: u32,
    /// Frequency of the spring of a soft correction.
    pub hertz: f32,
    /// Damping ratio of the spring of a soft correction.
    pub damping_ratio: f32,
    /// Fastest push of a soft correction.
    pub push_speed: f32,
    /// Fraction of the overlap that a pass of a linear projection removes.
    pub fraction: f32,
    /// Overlap that a linear projection leaves.
    pub slop: f32,
    /// Greatest displacement in a pass of a linear projection.
    pub max_correction: f32,
    /// True to start from the impulses of the step before.
    pub warm_starting: bool,
    /// Contacts that approach slower than this do not bounce.
    pub restitution_threshold: f32,
    /// One of `UmbraJointSolving`.
    pub joints: u32,
    /// Stiffness with which errors of joints are corrected.
    pub joint_softness: UmbraSoftness,
    /// Greatest speed of bodies.
    pub max_speed: f32,
}

/// Configuration of a scene.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraSceneConfig {
    /// Acceleration of every body whose gravity scale is 1. (0, -9.81) by default.
    pub gravity: UmbraVec2,
    /// Size of a typical object: tolerances are multiplied by it. 1 by default.
    pub length_unit: f32,
    /// The solver.
    pub solver: UmbraSolverConfig,
    /// Impacts at least this fast are reported as hits.
    pub hit_speed: f32,
    /// One of `UmbraContinuous`.
    pub continuous: u32,
    /// One of `UmbraCombineRule`, for colliders without a rule of their own.
    pub friction_rule: u32,
    /// One of `UmbraCombineRule`, for colliders without a rule of their own.
    pub restitution_rule: u32,
    /// True if bodies fall asleep by themselves.
    pub sleep_enabled: bool,
    /// A body is still while none of its points moves faster than this.
    pub sleep_speed: f32,
    /// Seconds for which all of an island has to be still.
    pub sleep_delay: f32,
    /// Maximum number of pieces into which a body breaks.
    pub pieces_per_body: u32,
    /// Nothing breaks any more while the scene has this many pieces.
    pub pieces_in_scene: u32,
    /// One of `UmbraSimd`.
    pub simd: u32,
}

impl From<SolverConfig> for UmbraSolverConfig {
    fn from(config: SolverConfig) -> Self {
        let soft = numbers(Correction::SOFT);
        let linear = numbers(Correction::LINEAR_PROJECTION);
        let (correction, soft, linear) = match config.correction {
            Correction::Soft { .. } => {
                (UmbraCorrectionKind::Soft, numbers(config.correction), linear)
            }
            Correction::LinearProjection { .. } => {
                (UmbraCorrectionKind::LinearProjection, soft, numbers(config.correction))
            }
        };
        Self {
            substeps: config.substeps,
            velocity_iterations: config.velocity_iterations,
            position_iterations: config.position_iterations,
            correction: correction as u32,
            hertz: soft[0],
            damping_ratio: soft[1],
            push_speed: soft[2],
            fraction: linear[0],
            slop: linear[1],
            max_correction: linear[2],
            warm_starting: config.warm_starting,
            restitution_threshold: config.restitution_threshold,
            joints: match config.joints {
                JointSolving::Auto => UmbraJointSolving::Auto,
                JointSolving::Rows => UmbraJointSolving::Rows,
                JointSolving::Trees => UmbraJointSolving::Trees,
            } as u32,
            joint_softness: config.joint_softness.into(),
            max_speed: config.max_speed,
        }
    }
}

fn numbers(correction: Correction) -> [f32; 3] {
    match correction {
        Correction::Soft { hertz, damping_ratio, push_speed } => [hertz, damping_ratio, push_speed],
        Correction::LinearProjection { fraction, slop, max_correction } => {
            [fraction, slop, max_correction]
        }
    }
}

impl UmbraSolverConfig {
    fn get(&self) -> Result<SolverConfig, Fault> {
        let &Self { hertz, damping_ratio, push_speed, fraction, slop, max_correction, .. } = self;
        Ok(SolverConfig {
            substeps: self.substeps,
            velocity_iterations: self.velocity_iterations,
            position_iterations: self.position_iterations,
            correction: match self.correction {
                0 => Correction::Soft { hertz, damping_ratio, push_speed },
                1 => Correction::LinearProjection { fraction, slop, max_correction },
                other => return Err(Fault::Name("solver.correction", other)),
            },
            warm_starting: self.warm_starting,
            restitution_threshold: self.restitution_threshold,
            joints: match self.joints {
                0 => JointSolving::Auto,
                1 => JointSolving::Rows,
                2 => JointSolving::Trees,
                other => return Err(Fault::Name("solver.joints", other)),
            },
            joint_softness: self.joint_softness.into(),
            max_speed: self.max_speed,
        })
    }
}

impl From<SceneConfig> for UmbraSceneConfig {
    fn from(config: SceneConfig) -> Self {
        Self {
            gravity: config.gravity.into(),
            length_unit: config.length_unit,
            solver: config.solver.into(),
            hit_speed: config.hit_speed,
            continuous: match config.continuous {
                Continuous::Off => UmbraContinuous::Off,
                Continuous::Fixed => UmbraContinuous::Fixed,
                Continuous::All => UmbraContinuous::All,
            } as u32,
            friction_rule: combine_rule_number(config.friction_rule),
            restitution_rule: combine_rule_number(config.restitution_rule),
            sleep_enabled: config.sleep.enabled,
            sleep_speed: config.sleep.speed,
            sleep_delay: config.sleep.delay,
            pieces_per_body: config.fracture.pieces_per_body,
            pieces_in_scene: config.fracture.pieces_in_scene,
            simd: match config.simd {
                None => UmbraSimd::Widest,
                Some(SimdLevel::Scalar) => UmbraSimd::Scalar,
                Some(SimdLevel::Four) => UmbraSimd::Four,
                Some(SimdLevel::Eight) => UmbraSimd::Eight,
                Some(_) => UmbraSimd::Sixteen,
            } as u32,
        }
    }
}

impl UmbraSceneConfig {
    pub(crate) fn get(&self) -> Result<SceneConfig, Fault> {
        let config = SceneConfig {
            gravity: self.gravity.into(),
            length_unit: self.length_unit,
            solver: self.solver.get()?,
            hit_speed: self.hit_speed,
            continuous: match self.continuous {
                0 => Continuous::Off,
                1 => Continuous::Fixed,
                2 => Continuous::All,
                other => return Err(Fault::Name("continuous", other)),
            },
            friction_rule: combine_rule("friction_rule", self.friction_rule)?,
            restitution_rule: combine_rule("restitution_rule", self.restitution_rule)?,
            sleep: SleepConfig {
                enabled: self.sleep_enabled,
                speed: self.sleep_speed,
                delay: self.sleep_delay,
            },
            fracture: FractureConfig {
                pieces_per_body: self.pieces_per_body,
                pieces_in_scene: self.pieces_in_scene,
            },
            simd: match self.simd {
                0 => None,
                1 => Some(SimdLevel::Scalar),
                2 => Some(SimdLevel::Four),
                3 => Some(SimdLevel::Eight),
                4 => Some(SimdLevel::Sixteen),
                other => return Err(Fault::Name("simd", other)),
            },
        };
        config.validate()?;
        Ok(config)
    }
}

/// The usual configuration of a scene.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_config_default() -> UmbraSceneConfig {
    SceneConfig::default().into()
}

/// The usual solver.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_solver_config_default() -> UmbraSolverConfig {
    SolverConfig::default().into()
}

/// Twice the work of the default, for scenes that must stand still.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_solver_config_precise() -> UmbraSolverConfig {
    SolverConfig::precise().into()
}

/// Half the work of the default, for scenes that only have to look right.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_solver_config_fast() -> UmbraSolverConfig {
    SolverConfig::fast().into()
}

/// The classic solver: one substep, with so many passes over the velocities.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_solver_config_classic(iterations: u32) -> UmbraSolverConfig {
    value(SolverConfig::default().into(), || SolverConfig::classic(iterations).into())
}
