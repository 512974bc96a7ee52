//! Snapshots, files and pickles.
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use serde::Serialize;
use serde::de::DeserializeOwned;
use umbra::SceneFile;

use crate::errors::{bad_value, raise};
use crate::scene::Scene;
use crate::scene_lock::Shared;

/// First bytes of a pickle: what it is, and the version of its form.
const MAGIC: &[u8] = b"umbra2d\x01";

/// Bytes for a pickle. They are of use to the same version of the engine alone.
pub fn pack(value: &impl Serialize) -> PyResult<Vec<u8>> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(umbra::VERSION.len() as u8);
    bytes.extend_from_slice(umbra::VERSION.as_bytes());
    postcard::to_extend(value, bytes).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// What was packed, if the version is the same.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> PyResult<T> {
    let not_ours = || bad_value("data", "is no pickle of umbra2d");
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(not_ours)?;
    let (length, rest) = rest.split_first().ok_or_else(not_ours)?;
    let (version, rest) = rest.split_at_checked((*length).into()).ok_or_else(not_ours)?;
    if version != umbra::VERSION.as_bytes() {
        let version = String::from_utf8_lossy(version);
        let ours = umbra::VERSION;
        return Err(bad_value("data", format!("is of version {version}, but this is {ours}")));
    }
    let (value, rest) = postcard::take_from_bytes(rest)
        .map_err(|error| bad_value("data", format!("is damaged: {error}")))?;
    if rest.is_empty() { Ok(value) } else { Err(bad_value("data", "has more bytes than it needs")) }
}

/// A value as JSON.
pub fn to_json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// What `to_json` wrote.
pub fn from_json<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| bad_value("text", error))
}

/// Writes a text to a file.
pub fn write_file(path: &std::path::Path, text: &str) -> PyResult<()> {
    std::fs::write(path, text).map_err(|error| of_file(path, &error))
}

/// Reads a text from a file.
pub fn read_file(path: &std::path::Path) -> PyResult<String> {
    std::fs::read_to_string(path).map_err(|error| of_file(path, &error))
}

/// A saved moment of a scene. It shares what did not change with the scene and with other
/// snapshots, so it is small and quick.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> ball = scene.add(umbra2d.dynamic(), umbra2d.circle(0.5))
/// >>> moment = scene.snapshot()
/// >>> scene.step(1)
/// >>> scene.restore(moment)
/// >>> ball.position
/// Vec2(0.0, 0.0)
#[pyclass(frozen, module = "umbra2d")]
#[derive(Clone)]
pub struct Snapshot {
    pub(crate) snapshot: umbra::Snapshot,
}

#[pymethods]
impl Snapshot {
    /// State hash of the scene at that moment.
    fn state_hash(&self) -> u64 {
        self.snapshot.hash()
    }

    /// Bytes of memory that it takes, without what it shares.
    #[getter]
    fn size(&self) -> usize {
        self.snapshot.size()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let hash = self.snapshot.hash();
        other.cast::<Self>().is_ok_and(|other| other.get().snapshot.hash() == hash)
    }

    fn __hash__(&self) -> u64 {
        self.snapshot.hash()
    }

    fn __repr__(&self) -> String {
        format!("<Snapshot {:016x}>", self.snapshot.hash())
    }

    #[classmethod]
    fn _from_bytes(_: &Bound<'_, PyType>, data: &[u8]) -> PyResult<Self> {
        Ok(Self { snapshot: unpack(data)? })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = pack(&slf.get().snapshot)?;
        let make = slf.get_type().getattr("_from_bytes")?;
        Ok((make, (PyBytes::new(slf.py(), &bytes),)))
    }
}

/// Saving, restoring and copying.
#[pymethods]
impl Scene {
    /// Saves this moment.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        let mut snapshot = umbra::Snapshot::default();
        self.shared.write(py, |scene| scene.save_into(&mut snapshot))?;
        Ok(Snapshot { snapshot })
    }

    /// Goes back to a snapshot. With `as_branch`, keys that were given out since are never given
    /// out again.
    #[pyo3(signature = (snapshot, *, as_branch=false))]
    fn restore(&self, snapshot: &Bound<'_, Snapshot>, as_branch: bool) -> PyResult<()> {
        let moment = &snapshot.get().snapshot;
        self.shared.write(snapshot.py(), |scene| match as_branch {
            true => scene.restore_as_branch(moment),
            false => scene.restore(moment),
        })
    }

    /// An independent copy, which goes on bit for bit like this scene.
    fn branch(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = self.shared.read(py, |scene| Ok(scene.clone()))?;
        Ok(Self { shared: Shared::new(copy) })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.branch(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.branch(py)
    }

    /// Becomes a copy of another scene, in the memory that it has. Keys name the same things in
    /// both.
    fn copy_from(slf: &Bound<'_, Self>, source: &Bound<'_, Self>) -> PyResult<()> {
        let (to, from) = (&slf.get().shared, &source.get().shared);
        if to.is_same(from) {
            return Ok(());
        }
        // One lock after the other: two threads that copy crosswise do not wait for one another.
        let copy = from.read(slf.py(), |scene| Ok(scene.clone()))?;
        to.write(slf.py(), |scene| {
            *scene = copy;
            Ok(())
        })
    }

    /// The scene as JSON, which `Scene.from_json` reads. A scene that is read goes on bit for bit
    /// like the one that was written.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let file = self.shared.read(py, |scene| Ok(scene.to_file()))?;
        to_json(&file)
    }

    /// The scene as a level for people to edit, JSON without what a running scene needs: contacts,
    /// impulses, keys. `Scene.from_json` reads it.
    fn to_level(&self, py: Python<'_>) -> PyResult<String> {
        to_json(&self.shared.read(py, |scene| Ok(scene.to_level()))?)
    }

    /// Writes the scene to a file as a level: see `to_level`.
    fn save_level(&self, py: Python<'_>, path: std::path::PathBuf) -> PyResult<()> {
        write_file(&path, &self.to_level(py)?)
    }

    /// A scene from JSON: one that was written, or a level by hand.
    #[classmethod]
    fn from_json(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        from_file(&from_json(text)?)
    }

    /// Writes the scene to a file, as JSON.
    fn save(&self, py: Python<'_>, path: std::path::PathBuf) -> PyResult<()> {
        write_file(&path, &self.to_json(py)?)
    }

    /// Reads a scene from a file that `save` wrote, or a level file.
    #[classmethod]
    fn load(class: &Bound<'_, PyType>, path: std::path::PathBuf) -> PyResult<Self> {
        Self::from_json(class, &read_file(&path)?)
    }

    #[classmethod]
    fn _from_bytes(_: &Bound<'_, PyType>, data: &[u8]) -> PyResult<Self> {
        from_file(&unpack::<SceneFile>(data)?)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let file = slf.get().shared.read(slf.py(), |scene| Ok(scene.to_file()))?;
        let make = slf.get_type().getattr("_from_bytes")?;
        Ok((make, (PyBytes::new(slf.py(), &pack(&file)?),)))
    }
}

fn from_file(file: &SceneFile) -> PyResult<Scene> {
    let scene = umbra::Scene::from_file(file).map_err(raise)?;
    Ok(Scene { shared: Shared::new(scene) })
}

/// The exception for a file: one of the subclasses of `OSError`.
fn of_file(path: &std::path::Path, error: &std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(code) => PyOSError::new_err((code, error.to_string(), path.to_path_buf())),
        None => bad_value("path", format!("{path:?} cannot be read: {error}")),
    }
}
