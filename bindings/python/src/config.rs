//! The configuration of a scene.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::prelude::Vector;
use umbra::{CombineRule, Continuous, Correction, JointSolving, SceneConfig, SimdLevel};
use umbra::{Softness, SolverConfig};

use crate::errors::{bad_type, bad_value, raise};
use crate::record::{give_alone, unknown_option};
use crate::scene_lock::Shared;
use crate::value::{Give, Take};

/// Configuration of a scene. Each attribute can be assigned; what makes no sense is refused and
/// changes nothing.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene(substeps=8)
/// >>> scene.config.gravity = (0, 3)
/// >>> scene.config.substeps, scene.gravity
/// (8, Vec2(0.0, 3.0))
#[pyclass(frozen, module = "umbra2d")]
pub struct Config {
    pub(crate) scene: Shared,
}

macro_rules! settings {
    ($($(#[$about:meta])* $name:ident: $type:ty = $set:ident($($place:ident).+);)*) => {
        /// Changes a setting by its name.
        fn set(config: &mut SceneConfig, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
            $(if name == stringify!($name) {
                config.$($place).+ = <$type as Take>::take(name, value)?;
                return Ok(());
            })*
            Err(unknown_option(name, &["solver", $(stringify!($name)),*]))
        }

        #[pymethods]
        impl Config {
            $(
                $(#[$about])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    let value = self.scene.read(py, |scene| Ok(scene.config().$($place).+))?;
                    value.give(py, &self.scene)
                }

                #[setter($name)]
                fn $set(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    self.change(stringify!($name), value)
                }
            )*

            /// All settings, as keywords for another `Scene`.
            fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let config = self.scene.read(py, |scene| Ok(*scene.config()))?;
                let dict = PyDict::new(py);
                $(dict.set_item(stringify!($name), give_alone(config.$($place).+, py)?)?;)*
                Ok(dict)
            }
        }
    };
}
settings! {
    /// Acceleration of gravity; (0, -9.81) by default.
    gravity: Vector = set_gravity(gravity);
    /// Size of a usual body; 1 by default. Distances and speeds of the solver scale with it.
    length_unit: f32 = set_length_unit(length_unit);
    /// Speed of approach from which a hit is reported.
    hit_speed: f32 = set_hit_speed(hit_speed);
    /// Bodies that are stopped at what they would pass through: "off", "fixed" or "all".
    continuous: Continuous = set_continuous(continuous);
    /// Rule that mixes friction where colliders say "usual".
    friction_rule: CombineRule = set_friction_rule(friction_rule);
    /// Rule that mixes restitution where colliders say "usual".
    restitution_rule: CombineRule = set_restitution_rule(restitution_rule);
    /// True if bodies may fall asleep.
    sleep: bool = set_sleep(sleep.enabled);
    /// Speed below which a body counts as still.
    sleep_speed: f32 = set_sleep_speed(sleep.speed);
    /// Time for which bodies have to be still before they fall asleep.
    sleep_delay: f32 = set_sleep_delay(sleep.delay);
    /// Substeps of a step; 4 by default.
    substeps: u32 = set_substeps(solver.substeps);
    /// Iterations for velocities in each substep.
    velocity_iterations: u32 = set_velocity_iterations(solver.velocity_iterations);
    /// Iterations for positions in each substep.
    position_iterations: u32 = set_position_iterations(solver.position_iterations);
    /// How overlaps are corrected: `("soft", hertz, damping_ratio, push_speed)` or
    /// `("linear_projection", fraction, slop, max_correction)`.
    correction: Correction = set_correction(solver.correction);
    /// True if the solver starts from the impulses of the step before.
    warm_starting: bool = set_warm_starting(solver.warm_starting);
    /// Speed of approach from which restitution counts.
    restitution_threshold: f32 = set_restitution_threshold(solver.restitution_threshold);
    /// How joints are solved: "auto", "rows" or "trees".
    joints: JointSolving = set_joints(solver.joints);
    /// Softness of joints, `(hertz, damping_ratio)`.
    joint_softness: Softness = set_joint_softness(solver.joint_softness);
    /// Largest speed of a body.
    max_speed: f32 = set_max_speed(solver.max_speed);
    /// Most pieces that a body breaks into.
    pieces_per_body: u32 = set_pieces_per_body(fracture.pieces_per_body);
    /// Most pieces that a scene has.
    pieces_in_scene: u32 = set_pieces_in_scene(fracture.pieces_in_scene);
    /// Width of the registers: "scalar", 4, 8 or 16, or `None` for what is best. Results are
    /// the same with all.
    simd: Option<SimdLevel> = set_simd(simd);
}

impl Config {
    /// Changes one setting if the configuration makes sense with it.
    fn change(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.scene.write_py(value.py(), |scene| {
            let mut config = *scene.config();
            set(&mut config, name, value)?;
            config.validate().map_err(raise)?;
            *scene.config_mut() = config;
            Ok(())
        })
    }
}

/// The configuration that keywords describe.
pub fn from_options(options: Option<&Bound<'_, PyDict>>) -> PyResult<SceneConfig> {
    let mut config = SceneConfig::default();
    let Some(options) = options else { return Ok(config) };
    // A preset comes before the settings that differ from it.
    if let Some(preset) = options.get_item("solver")? {
        config.solver = preset_of(&preset)?;
    }
    for (name, value) in options {
        let name = name.extract::<String>()?;
        if name != "solver" {
            set(&mut config, &name, &value)?;
        }
    }
    Ok(config)
}

fn preset_of(value: &Bound<'_, PyAny>) -> PyResult<SolverConfig> {
    if let Ok((name, iterations)) = value.extract::<(String, u32)>()
        && name == "classic"
    {
        return Ok(SolverConfig::classic(iterations));
    }
    let name: String = value.extract().map_err(|_| bad_type("solver", "the name of a preset"))?;
    match name.as_str() {
        "default" => Ok(SolverConfig::default()),
        "precise" => Ok(SolverConfig::precise()),
        "fast" => Ok(SolverConfig::fast()),
        _ => {
            let known = "must be \"default\", \"precise\", \"fast\" or (\"classic\", iterations)";
            Err(bad_value("solver", format!("{known}, but is {name:?}")))
        }
    }
}

impl Take for Correction {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let expected = "(\"soft\", hertz, damping_ratio, push_speed) or \
                        (\"linear_projection\", fraction, slop, max_correction)";
        let (kind, a, b, c): (String, f64, f64, f64) =
            value.extract().map_err(|_| bad_type(parameter, expected))?;
        let [a, b, c] = [a, b, c].map(|number| number as f32);
        match kind.as_str() {
            "soft" => Ok(Self::Soft { hertz: a, damping_ratio: b, push_speed: c }),
            "linear_projection" => {
                Ok(Self::LinearProjection { fraction: a, slop: b, max_correction: c })
            }
            _ => Err(bad_value(parameter, format!("must be {expected}"))),
        }
    }
}

impl Give for Correction {
    fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
        let parts = match self {
            Self::Soft { hertz, damping_ratio, push_speed } => {
                ("soft", hertz, damping_ratio, push_speed)
            }
            Self::LinearProjection { fraction, slop, max_correction } => {
                ("linear_projection", fraction, slop, max_correction)
            }
        };
        Ok(parts.into_pyobject(py)?.into_any())
    }
}

/// The levels, and what they are in Python: numbers of lanes, and a word.
const LEVELS: [(SimdLevel, u32); 4] =
    [(SimdLevel::Scalar, 1), (SimdLevel::Four, 4), (SimdLevel::Eight, 8), (SimdLevel::Sixteen, 16)];

impl Take for SimdLevel {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let lanes = match value.extract::<String>() {
            Ok(word) if word == "scalar" => Ok(1),
            _ => value.extract::<u32>(),
        };
        let level = lanes.ok().and_then(|lanes| LEVELS.into_iter().find(|it| it.1 == lanes));
        let expected = "must be \"scalar\", 4, 8, 16 or None";
        level.map(|it| it.0).ok_or_else(|| bad_value(parameter, expected))
    }
}

impl Give for SimdLevel {
    fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>> {
        match LEVELS.into_iter().find(|it| it.0 == self) {
            Some((_, lanes)) if lanes > 1 => lanes.give(py, scene),
            _ => "scalar".give(py, scene),
        }
    }
}
