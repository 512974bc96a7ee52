//! Replays of recordings.
use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use umbra::{BodyKey, Divergence as Diverged, Replay as Engine};

use crate::errors::raise;
use crate::recording::Recording;
use crate::scene::Scene;
use crate::scene_lock::Shared;

found! {
    /// First step of a replay that came to other bits than recorded.
    Divergence(Diverged) {
        /// The step, counted from 1.
        step |it| it.step;
        /// State hash that was recorded.
        recorded |it| it.recorded;
        /// State hash that was found.
        found |it| it.found;
        /// Key of the first body that differs, or `None` if that was not recorded.
        body_key |it| it.body.map(BodyKey::to_bits);
    }
}

/// Does again what was recorded.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> scene.record()
/// >>> scene.step(1 / 60, 3)
/// >>> replay = umbra2d.Replay(scene.take_recording())
/// >>> while replay.step():
/// ...     pass
/// >>> replay.steps_done, replay.check()
/// (3, None)
#[pyclass(frozen, module = "umbra2d")]
pub struct Replay {
    engine: Mutex<Engine>,
    recording: Py<Recording>,
    /// The scene as it is now.
    scene: Shared,
}

impl Replay {
    /// Changes the replay, and shows its scene.
    fn change<T: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Engine) -> Result<T, umbra::Error> + Send,
    ) -> PyResult<T> {
        let (answer, now) = py.detach(|| {
            let mut engine = self.engine.lock();
            let answer = change(&mut engine);
            (answer, engine.scene().clone())
        });
        self.scene.write(py, |scene| {
            *scene = now;
            Ok(())
        })?;
        answer.map_err(raise)
    }

    fn diverged(&self, value: Option<Diverged>) -> Option<Divergence> {
        value.map(|value| Divergence::wrap(&self.scene, value))
    }
}

#[pymethods]
impl Replay {
    #[new]
    fn new(recording: Py<Recording>) -> PyResult<Self> {
        let engine = Engine::new((*recording.get().engine).clone()).map_err(raise)?;
        let scene = Shared::new(engine.scene().clone());
        Ok(Self { engine: Mutex::new(engine), recording, scene })
    }

    /// Does the next step; False at the end of the recording.
    fn step(&self, py: Python<'_>) -> PyResult<bool> {
        self.change(py, Engine::step)
    }

    /// Goes to where the scene was after so many steps, or to the end.
    fn seek(&self, py: Python<'_>, step: u32) -> PyResult<()> {
        self.change(py, |replay| replay.seek(step))
    }

    /// Replays everything and compares each step with its recorded hash. Returns the first
    /// `Divergence`, or `None`.
    fn check(&self, py: Python<'_>) -> PyResult<Option<Divergence>> {
        let found = self.change(py, |replay| Ok(replay.check().err()))?;
        Ok(self.diverged(found))
    }

    /// First `Divergence` so far, or `None`.
    #[getter]
    fn divergence(&self, py: Python<'_>) -> Option<Divergence> {
        let found = self.engine.lock_py_attached(py).divergence();
        self.diverged(found)
    }

    /// Number of steps done.
    #[getter]
    fn steps_done(&self, py: Python<'_>) -> u32 {
        self.engine.lock_py_attached(py).steps_done()
    }

    /// Last step at or before this one at which there is a snapshot.
    fn keyframe_before(&self, py: Python<'_>, step: u32) -> u32 {
        self.engine.lock_py_attached(py).keyframe_before(step)
    }

    /// What is replayed.
    #[getter]
    fn recording(&self, py: Python<'_>) -> Py<Recording> {
        self.recording.clone_ref(py)
    }

    /// The scene as it is now, to be read: the next call of the replay overwrites it.
    #[getter]
    fn scene(&self) -> Scene {
        Scene { shared: self.scene.clone() }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let engine = self.engine.lock_py_attached(py);
        format!("<Replay: step {} of {}>", engine.steps_done(), engine.recording().steps())
    }
}
