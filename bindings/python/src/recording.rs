//! Recordings, and single edits.
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};
use umbra::{Added, Edit as EngineEdit, RecordedEntry, Recorder, Recording as Engine};

use crate::errors::bad_value;
use crate::scene::Scene;
use crate::snapshot::{from_json, pack, read_file, to_json, unpack, write_file};
use crate::value::Give;

/// Everything that was done to a scene: see `Scene.record`. It can be pickled and saved.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> scene.record()
/// >>> ball = scene.add(umbra2d.dynamic(), umbra2d.circle(0.5))
/// >>> scene.step(1 / 60, 90)
/// >>> recording = scene.take_recording()
/// >>> replay = umbra2d.Replay(recording)
/// >>> replay.seek(90)
/// >>> replay.scene.state_hash() == scene.state_hash()
/// True
#[pyclass(frozen, module = "umbra2d")]
pub struct Recording {
    pub(crate) engine: Arc<Engine>,
}

impl Recording {
    fn new(engine: Engine) -> Self {
        Self { engine: Arc::new(engine) }
    }
}

#[pymethods]
impl Recording {
    /// Number of recorded steps.
    #[getter]
    fn steps(&self) -> u32 {
        self.engine.steps()
    }

    /// Bytes of memory that it takes, about.
    #[getter]
    fn size(&self) -> usize {
        self.engine.size()
    }

    /// State hash after so many steps, or `None` if it is not kept.
    fn hash_after(&self, step: u32) -> Option<u64> {
        self.engine.hash_after(step)
    }

    /// Length of a step, counted from 1, or `None`.
    fn dt_of(&self, step: u32) -> Option<f32> {
        self.engine.dt_of(step)
    }

    /// Edits: a list of pairs, the step before which it was made, counted from 1, and an `Edit`.
    #[getter]
    fn edits(&self) -> Vec<(u32, Edit)> {
        self.engine.edits().map(|(step, edit)| (step, Edit(edit.clone()))).collect()
    }

    /// Everything in order: a list of dictionaries, whose `kind` is "edit", "step", "restore",
    /// "config" or "fracture".
    #[getter]
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.engine.entries().map(|entry| entry_of(py, entry)).collect()
    }

    /// All of it as JSON, for `Recording.from_json`.
    fn to_json(&self) -> PyResult<String> {
        to_json(&*self.engine)
    }

    /// A recording that `to_json` wrote.
    #[classmethod]
    fn from_json(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        from_json(text).map(Self::new)
    }

    /// Writes it to a file, as JSON: the program `umbra-replay` reads it, too.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        write_file(&path, &self.to_json()?)
    }

    /// Reads a recording from a file.
    #[classmethod]
    fn load(_: &Bound<'_, PyType>, path: PathBuf) -> PyResult<Self> {
        from_json(&read_file(&path)?).map(Self::new)
    }

    #[classmethod]
    fn _from_bytes(_: &Bound<'_, PyType>, data: &[u8]) -> PyResult<Self> {
        unpack(data).map(Self::new)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = pack(&*slf.get().engine)?;
        Ok((slf.get_type().getattr("_from_bytes")?, (PyBytes::new(slf.py(), &bytes),)))
    }

    fn __repr__(&self) -> String {
        format!("<Recording: {} steps>", self.engine.steps())
    }
}

fn entry_of<'py>(py: Python<'py>, entry: RecordedEntry<'_>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    match entry {
        RecordedEntry::Edit(edit) => {
            dict.set_item("kind", "edit")?;
            dict.set_item("edit", Edit(edit.clone()))?;
        }
        RecordedEntry::Step { dt, with_hooks } => {
            dict.set_item("kind", "step")?;
            dict.set_item("dt", dt)?;
            dict.set_item("with_hooks", with_hooks)?;
        }
        RecordedEntry::Restore { as_branch } => {
            dict.set_item("kind", "restore")?;
            dict.set_item("as_branch", as_branch)?;
        }
        RecordedEntry::Config(_) => dict.set_item("kind", "config")?,
        RecordedEntry::Fracture(_) => dict.set_item("kind", "fracture")?,
        _ => dict.set_item("kind", "other")?,
    }
    Ok(dict)
}

/// A change of a scene as a value: from a recording, or from JSON. `Scene.edit` makes it.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> scene.edit(umbra2d.Edit.from_json('"clear"'))
#[pyclass(frozen, eq, module = "umbra2d")]
#[derive(Clone, PartialEq)]
pub struct Edit(EngineEdit);

#[pymethods]
impl Edit {
    /// What it does: "add_body", "body", "remove_joint", "carve" and so on.
    #[getter]
    fn kind(&self) -> PyResult<String> {
        let value = serde_json::to_value(&self.0);
        let value = value.map_err(|error| bad_value("edit", error))?;
        let first = value.as_object().and_then(|object| object.keys().next());
        Ok(first.map(String::as_str).or(value.as_str()).unwrap_or_default().to_owned())
    }

    /// The edit as JSON.
    fn to_json(&self) -> PyResult<String> {
        to_json(&self.0)
    }

    /// An edit from JSON.
    #[classmethod]
    fn from_json(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        from_json(text).map(Self)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json()?,)))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Edit: {}>", self.kind()?))
    }
}

/// Recording.
#[pymethods]
impl Scene {
    /// Starts to record all that is done to the scene. `keyframe_every` is the number of steps
    /// between snapshots, `keep_last` the number of last steps to keep (all by default), and
    /// `each_body` keeps a hash of each body, to find the first that differs.
    #[pyo3(signature = (*, keyframe_every=300, keep_last=None, each_body=false))]
    fn record(
        &self,
        py: Python<'_>,
        keyframe_every: u32,
        keep_last: Option<u32>,
        each_body: bool,
    ) -> PyResult<()> {
        if keyframe_every == 0 {
            return Err(bad_value("keyframe_every", "must not be 0"));
        }
        let recorder = Recorder::default().keyframe_every(keyframe_every).each_body(each_body);
        let recorder = keep_last.map_or(recorder, |steps| recorder.keep_last(steps));
        self.shared.write(py, |scene| scene.record(recorder))
    }

    /// True while the scene records.
    #[getter]
    fn is_recording(&self, py: Python<'_>) -> PyResult<bool> {
        self.shared.read(py, |scene| Ok(scene.is_recording()))
    }

    /// Ends the recording and returns it; `None` if the scene does not record.
    fn take_recording(&self, py: Python<'_>) -> PyResult<Option<Recording>> {
        let recording = self.shared.write(py, |scene| Ok(scene.take_recording()))?;
        Ok(recording.map(Recording::new))
    }

    /// Goes back by a number of recorded steps. The recording goes on from there.
    fn rewind(&self, py: Python<'_>, steps: u32) -> PyResult<()> {
        self.shared.write(py, |scene| scene.rewind(steps))
    }

    /// Makes an edit. Returns the handle of what it has added, or `None`.
    fn edit<'py>(&self, edit: &Bound<'py, Edit>) -> PyResult<Bound<'py, PyAny>> {
        let (py, given) = (edit.py(), edit.get().0.clone());
        match self.shared.write(py, |scene| scene.edit(given))? {
            Added::Body(key) => key.give(py, &self.shared),
            Added::Collider(key) => key.give(py, &self.shared),
            Added::Joint(key) => key.give(py, &self.shared),
            Added::Field(key) => key.give(py, &self.shared),
            Added::Portal(key) => key.give(py, &self.shared),
            _ => Ok(py.None().into_bound(py)),
        }
    }
}
