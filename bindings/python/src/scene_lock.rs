//! The scene that all handles share: a lock that one thread holds at a time.
//!
//! The lock can be taken again by the thread that has it, so that a predicate of a query may read
//! the scene. What changes a scene needs it alone: a call from within a predicate or a hook that
//! would change what is being read is a `RuntimeError`.
use std::cell::{RefCell, RefMut};
use std::sync::{Arc, OnceLock};

use parking_lot::ReentrantMutex;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use umbra::Scene;

use crate::errors::raise;

/// A scene of the engine, shared by its handles. It holds no reference to a Python object.
#[derive(Clone)]
pub struct Shared(Arc<ReentrantMutex<RefCell<Scene>>>);

impl Shared {
    /// Shares a scene.
    pub fn new(scene: Scene) -> Self {
        Self(Arc::new(ReentrantMutex::new(RefCell::new(scene))))
    }

    /// An empty scene, for values that have no keys in them.
    pub fn nothing() -> Self {
        static NOTHING: OnceLock<Shared> = OnceLock::new();
        let empty = || Scene::new(umbra::SceneConfig::default()).map(Self::new);
        NOTHING.get_or_init(|| empty().expect("the default configuration is valid")).clone()
    }

    /// True if both are the same scene, not only equal ones.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Number for hashes of handles: equal for the same scene.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Reads the scene. Waits for other threads without the GIL.
    pub fn read<T>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Scene) -> Result<T, umbra::Error>,
    ) -> PyResult<T> {
        self.read_py(py, |scene| read(scene).map_err(raise))
    }

    /// Reads the scene with a function that may raise any exception.
    pub fn read_py<T>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Scene) -> PyResult<T>,
    ) -> PyResult<T> {
        let guard = (*self.0).lock_py_attached(py);
        let scene = guard.try_borrow().map_err(|_| in_use())?;
        read(&scene)
    }

    /// Reads the scene with the GIL released, for work that takes long.
    pub fn read_detached<T: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Scene) -> Result<T, umbra::Error> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let guard = self.0.lock();
            let scene = guard.try_borrow().map_err(|_| in_use())?;
            read(&scene).map_err(raise)
        })
    }

    /// Changes the scene. Waits for other threads without the GIL.
    pub fn write<T>(
        &self,
        py: Python<'_>,
        write: impl FnOnce(&mut Scene) -> Result<T, umbra::Error>,
    ) -> PyResult<T> {
        self.write_py(py, |scene| write(scene).map_err(raise))
    }

    /// Changes the scene with a function that may raise any exception.
    pub fn write_py<T>(
        &self,
        py: Python<'_>,
        write: impl FnOnce(&mut Scene) -> PyResult<T>,
    ) -> PyResult<T> {
        let guard = (*self.0).lock_py_attached(py);
        let mut scene = borrow(&guard)?;
        write(&mut scene)
    }

    /// Changes the scene with the GIL released, for work that takes long.
    pub fn write_detached<T: Send>(
        &self,
        py: Python<'_>,
        write: impl FnOnce(&mut Scene) -> Result<T, umbra::Error> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let guard = self.0.lock();
            let mut scene = borrow(&guard)?;
            write(&mut scene).map_err(raise)
        })
    }
}

fn borrow(scene: &RefCell<Scene>) -> PyResult<RefMut<'_, Scene>> {
    scene.try_borrow_mut().map_err(|_| in_use())
}

fn in_use() -> PyErr {
    PyRuntimeError::new_err("the scene is being stepped or read by the caller of this function")
}
