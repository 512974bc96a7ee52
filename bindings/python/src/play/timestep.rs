//! Steps of equal length, whatever the frame rate.
use parking_lot::Mutex;
use pyo3::prelude::*;
use umbra::FixedTimestep as Engine;

use crate::errors::{bad_value, raise};
use crate::scene::Scene;

/// Turns frames of any length into steps of a fixed length.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> timestep = umbra2d.FixedTimestep(60)
/// >>> timestep.advance(0.04, scene)
/// 2
/// >>> round(timestep.alpha, 3)
/// 0.4
#[pyclass(frozen, module = "umbra2d")]
pub struct FixedTimestep {
    engine: Mutex<Engine>,
}

#[pymethods]
impl FixedTimestep {
    #[new]
    #[pyo3(signature = (rate, max_steps=8))]
    fn new(rate: f64, max_steps: u32) -> PyResult<Self> {
        if max_steps == 0 {
            return Err(bad_value("max_steps", "must be at least 1"));
        }
        let engine = Engine::new(rate as f32).map_err(raise)?.with_max_steps(max_steps);
        Ok(Self { engine: Mutex::new(engine) })
    }

    /// Makes all whole steps that fit into a frame of `frame_dt` seconds and the rest of the last
    /// one; returns their number. `step` is a scene, or a function of the length of a step.
    fn advance(&self, frame_dt: f64, step: &Bound<'_, PyAny>) -> PyResult<u32> {
        let mut next = self.engine.lock().clone();
        // How many steps there are does not depend on what they do.
        let steps = next.advance(frame_dt as f32, |_| Ok(())).map_err(raise)?;
        let dt = f64::from(next.dt());
        *self.engine.lock() = next;
        for _ in 0..steps {
            match step.cast::<Scene>() {
                Ok(_) => step.call_method1("step", (dt,))?,
                Err(_) => step.call1((dt,))?,
            };
        }
        Ok(steps)
    }

    /// Length of a step.
    #[getter]
    fn dt(&self) -> f32 {
        self.engine.lock().dt()
    }

    /// Most steps of one frame.
    #[getter]
    fn max_steps(&self) -> u32 {
        self.engine.lock().max_steps()
    }

    /// Fraction of the next step that has passed, for `Body.interpolated_pose`.
    #[getter]
    fn alpha(&self) -> f32 {
        self.engine.lock().alpha()
    }

    fn __repr__(&self) -> String {
        format!("<FixedTimestep: {} s>", self.dt())
    }
}
