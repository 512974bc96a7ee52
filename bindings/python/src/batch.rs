//! Many scenes at once.
use std::sync::Arc;

use numpy::{
    PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray3, PyReadwriteArray3,
    PyUntypedArrayMethods, ToPyArray,
};
use parking_lot::Mutex;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use umbra::geom::limits;
use umbra::prelude::Vector;
use umbra::{BodyKey, Error};

use crate::arrays::{Push, Pushed, check_shape, floats3, keys, state_of};
use crate::body::Body;
use crate::errors::{bad_type, bad_value, raise, raise_geometry};
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::snapshot::Snapshot;

/// Many copies of a scene, stepped together on all threads, without the GIL. Each comes to the
/// same bits as if it were stepped alone.
///
/// `bodies` are those that arrays have rows for: bodies of the scene or an array of keys; all of
/// them by default, in the order of `Scene.body_keys`. With `threads`, the batch has threads of
/// its own, otherwise it uses those that all batches and scenes share.
///
/// >>> import numpy, umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> ball = scene.add(umbra2d.dynamic(), umbra2d.circle(0.5))
/// >>> batch = umbra2d.Batch(scene, 64)
/// >>> states = numpy.zeros((64, 1, 6), numpy.float32)
/// >>> batch.step(1 / 60, out=states)
/// >>> batch.reset([3, 4])
/// >>> len(batch), states.shape, len(set(batch.hashes().tolist()))
/// (64, (64, 1, 6), 2)
#[pyclass(frozen, module = "umbra2d")]
pub struct Batch {
    pub(crate) batch: Scenes,
    /// What scenes are reset to.
    template: umbra::Scene,
    pub(crate) bodies: Vec<BodyKey>,
    pub(crate) count: usize,
    pool: Pool,
}

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// Scenes that a batch and an environment share.
pub type Scenes = Arc<Mutex<umbra::Batch>>;

/// Threads of a batch: its own, or those that all share.
#[derive(Clone, Default)]
pub struct Pool(Option<Arc<rayon::ThreadPool>>);

impl Pool {
    /// Threads of its own, if a number is given.
    pub fn new(threads: Option<usize>) -> PyResult<Self> {
        if threads == Some(0) {
            return Err(bad_value("threads", "must be at least 1"));
        }
        let builder = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = threads.map(builder).transpose();
        let pool = pool.map_err(|error| bad_value("threads", error))?;
        Ok(Self(pool.map(Arc::new)))
    }

    /// Runs a function on the threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// The bodies that are meant: handles or keys, or all.
fn chosen(scene: &Shared, py: Python<'_>, value: Option<Object<'_, '_>>) -> PyResult<Vec<BodyKey>> {
    let Some(value) = value else {
        return scene.read(py, |scene| Ok(scene.bodies().collect()));
    };
    let handles = value.extract::<Vec<Bound<'_, Body>>>();
    let chosen = match handles {
        Ok(handles) => {
            let each = |body: &Bound<'_, Body>| body.get().key_in("bodies", scene);
            handles.iter().map(each).collect::<PyResult<Vec<_>>>()?
        }
        Err(_) => keys("bodies", value)?,
    };
    scene.read(py, |scene| chosen.iter().try_for_each(|key| scene.body(*key).map(drop)))?;
    Ok(chosen)
}

/// True if a row pushes at all.
fn pushes(row: &[f32]) -> bool {
    row.iter().any(|number| *number != 0.0)
}

impl Batch {
    /// A batch of scenes that an environment has.
    pub fn over(batch: Scenes, count: usize, pool: Pool) -> PyResult<Self> {
        let template = umbra::Scene::new(umbra::SceneConfig::default()).map_err(raise)?;
        Ok(Self { batch, template, bodies: Vec::new(), count, pool })
    }

    /// Runs a function on the threads of the batch, without the GIL.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut umbra::Batch) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let locked = || work(&mut self.batch.lock());
        py.detach(|| self.pool.install(locked)).map_err(raise)
    }

    /// An array of numbers for each body, checked.
    fn pushing<'py>(
        &self,
        name: &'static str,
        value: Option<Object<'_, 'py>>,
    ) -> PyResult<Option<PyReadonlyArray3<'py, f32>>> {
        let Some(value) = value else { return Ok(None) };
        let array = floats3(name, value, [self.count, self.bodies.len(), 3])?;
        for number in array.as_slice()? {
            limits::number(name, *number).map_err(raise_geometry)?;
        }
        Ok(Some(array))
    }

    /// Refuses bodies that a scene does not have, before anything is written.
    fn check_bodies(&self, batch: &umbra::Batch) -> Result<(), Error> {
        let mut scenes = batch.scenes().iter();
        scenes
            .try_for_each(|scene| self.bodies.iter().try_for_each(|key| scene.body(*key).map(drop)))
    }

    fn write_states(&self, scene: &umbra::Scene, out: &mut [f32]) -> Result<(), Error> {
        for (key, out) in self.bodies.iter().zip(out.chunks_exact_mut(6)) {
            out.copy_from_slice(&state_of(&scene.body(*key)?));
        }
        Ok(())
    }

    fn index(&self, index: i64) -> PyResult<usize> {
        let count = self.count as i64;
        let positive = if index < 0 { index + count } else { index };
        if (0..count).contains(&positive) {
            return Ok(positive as usize);
        }
        Err(PyIndexError::new_err(format!("there is no scene {index} in a batch of {count}")))
    }
}

/// A caller's array for states.
fn output<'py>(value: Object<'_, 'py>, shape: [usize; 3]) -> PyResult<PyReadwriteArray3<'py, f32>> {
    let expected = "an array of float32 with 3 dimensions";
    let array = value.cast::<PyArray3<f32>>().map_err(|_| bad_type("out", expected))?;
    check_shape("out", array.shape(), &shape.map(Some))?;
    if !array.is_c_contiguous() {
        return Err(bad_value("out", "must be contiguous"));
    }
    array.try_readwrite().map_err(|_| bad_value("out", "cannot be written now"))
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (scene, count, *, bodies=None, threads=None))]
    fn new(
        scene: &Bound<'_, Scene>,
        count: usize,
        bodies: Option<Object<'_, '_>>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let (py, shared) = (scene.py(), &scene.get().shared);
        let pool = Pool::new(threads)?;
        let bodies = chosen(shared, py, bodies)?;
        let template = shared.read(py, |scene| Ok(scene.clone()))?;
        let batch = Arc::new(Mutex::new(py.detach(|| umbra::Batch::new(&template, count))));
        Ok(Self { batch, template, bodies, count, pool })
    }

    /// Batch of copies of scenes that need not be alike. `bodies` are keys that all of them have;
    /// none by default. `reset` without `to` goes back to the first scene.
    ///
    /// >>> import umbra2d
    /// >>> scenes = [umbra2d.Scene(gravity=(0, -g)) for g in (1, 10)]
    /// >>> balls = [scene.add(umbra2d.dynamic(), umbra2d.circle(0.5)) for scene in scenes]
    /// >>> batch = umbra2d.Batch.from_scenes(scenes, bodies=[balls[0].key])
    /// >>> batch.step(0.1)
    /// >>> batch.states()[:, 0, 4].astype(float).round(2).tolist()
    /// [-0.1, -1.0]
    #[classmethod]
    #[pyo3(signature = (scenes, *, bodies=None, threads=None))]
    fn from_scenes(
        _: &Bound<'_, pyo3::types::PyType>,
        scenes: Object<'_, '_>,
        bodies: Option<Object<'_, '_>>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let pool = Pool::new(threads)?;
        let scenes = copies("scenes", scenes)?;
        let Some(template) = scenes.first().cloned() else {
            return Err(bad_value("scenes", "must not be empty"));
        };
        let bodies = bodies.map(|value| keys("bodies", value)).transpose()?.unwrap_or_default();
        for scene in &scenes {
            bodies.iter().try_for_each(|key| scene.body(*key).map(drop)).map_err(raise)?;
        }
        let count = scenes.len();
        let batch = Arc::new(Mutex::new(scenes.into_iter().collect()));
        Ok(Self { batch, template, bodies, count, pool })
    }

    fn __len__(&self) -> usize {
        self.count
    }

    /// Keys of the bodies that arrays have rows for, `uint64[bodies]`.
    #[getter]
    fn body_keys<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        self.bodies.iter().map(|key| key.to_bits()).collect::<Vec<_>>().to_pyarray(py)
    }

    /// Steps all scenes `count` times by `dt` seconds. `forces` and `impulses` are arrays
    /// `[n, bodies, 3]` of x, y and torque: forces act in each of the steps, impulses once before.
    /// The states after that are written into `out`, `float32[n, bodies, 6]`.
    ///
    /// What is refused leaves all scenes as they were.
    #[pyo3(signature = (dt, count=1, *, forces=None, impulses=None, out=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        dt: f64,
        count: usize,
        forces: Option<Object<'_, 'py>>,
        impulses: Option<Object<'_, 'py>>,
        out: Option<Object<'_, 'py>>,
    ) -> PyResult<()> {
        let dt =
            limits::range("dt", dt as f32, 0.0, limits::LONGEST_STEP).map_err(raise_geometry)?;
        let (forces, impulses) =
            (self.pushing("forces", forces)?, self.pushing("impulses", impulses)?);
        let mut out = out.map(|it| output(it, [self.count, self.bodies.len(), 6])).transpose()?;
        let job = Step {
            batch: self,
            dt,
            count,
            forces: forces.as_ref().map(|it| it.as_slice()).transpose()?,
            impulses: impulses.as_ref().map(|it| it.as_slice()).transpose()?,
        };
        let out = out.as_mut().map(|it| it.as_slice_mut()).transpose()?;
        self.run(py, |batch| job.run(batch, out))
    }

    /// States of the bodies, `float32[n, bodies, 6]`: x, y, angle, velocity x and y, angular
    /// velocity. Written into `out` if it is given.
    #[pyo3(signature = (out=None))]
    fn states<'py>(
        &self,
        py: Python<'py>,
        out: Option<Object<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.count, self.bodies.len(), 6];
        let array = match out {
            Some(out) => out.clone(),
            None => PyArray3::<f32>::zeros(py, shape, false).into_any(),
        };
        let mut writing = output(&array, shape)?;
        let numbers = writing.as_slice_mut()?;
        self.run(py, |batch| {
            self.check_bodies(batch)?;
            let rows = chunks(numbers, self.count);
            batch.each_with(rows, |row, scene| self.write_states(scene, row))
        })?;
        Ok(array)
    }

    /// Resets scenes: those with these indices, or all. `to` is a `Snapshot` or a `Scene`, or a
    /// list of scenes, one for each index; by default the scene that the batch was made from, as
    /// it was then.
    #[pyo3(signature = (indices=None, to=None))]
    fn reset(
        &self,
        py: Python<'_>,
        indices: Option<Object<'_, '_>>,
        to: Option<Object<'_, '_>>,
    ) -> PyResult<()> {
        let mut which = vec![indices.is_none(); self.count];
        for index in indices.map(indices_of).transpose()?.into_iter().flatten() {
            which[self.index(index)?] = true;
        }
        if let Some(list) = to.filter(|to| to.is_instance_of::<pyo3::types::PyList>()) {
            return self.reset_to_each(py, indices, list);
        }
        if let Some(snapshot) = to.and_then(|to| to.cast::<Snapshot>().ok()) {
            let moment = &snapshot.get().snapshot;
            return self.reset_each(py, &which, |scene| scene.restore(moment));
        }
        let Some(to) = to else {
            return self.reset_each(py, &which, |scene| {
                scene.clone_from(&self.template);
                Ok(())
            });
        };
        let source = to.cast::<Scene>().map_err(|_| bad_type("to", "a Snapshot or a Scene"))?;
        let source = source.get().shared.read(py, |scene| Ok(scene.clone()))?;
        self.reset_each(py, &which, |scene| {
            scene.clone_from(&source);
            Ok(())
        })
    }

    /// State hash of each scene, `uint64[n]`.
    fn hashes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        Ok(self.run(py, |batch| Ok(batch.hashes()))?.to_pyarray(py))
    }

    /// Number of contacts that touch in each scene, `uint32[n]`.
    fn touching<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let count = |scene: &umbra::Scene| {
            scene.contacts().filter(|contact| contact.is_touching()).count() as u32
        };
        let counts =
            self.run(py, |batch| Ok(batch.scenes().iter().map(count).collect::<Vec<_>>()))?;
        Ok(counts.to_pyarray(py))
    }

    /// A copy of the scene with this index.
    fn scene(&self, py: Python<'_>, index: i64) -> PyResult<Scene> {
        let index = self.index(index)?;
        let copy = self.run(py, |batch| Ok(batch.scenes()[index].clone()))?;
        Ok(Scene { shared: Shared::new(copy) })
    }

    fn __repr__(&self) -> String {
        format!("<Batch: {} scenes, {} bodies each>", self.count, self.bodies.len())
    }
}

impl Batch {
    /// Resets each of these scenes to a scene of its own.
    fn reset_to_each(
        &self,
        py: Python<'_>,
        indices: Option<Object<'_, '_>>,
        list: Object<'_, '_>,
    ) -> PyResult<()> {
        let sources = copies("to", list)?;
        let indices = match indices {
            Some(indices) => indices_of(indices)?,
            None => (0..self.count as i64).collect(),
        };
        if indices.len() != sources.len() {
            let what = format!("has {} scenes for {} indices", sources.len(), indices.len());
            return Err(bad_value("to", what));
        }
        let mut each: Vec<Option<&umbra::Scene>> = vec![None; self.count];
        for (index, source) in indices.into_iter().zip(&sources) {
            each[self.index(index)?] = Some(source);
        }
        self.run(py, |batch| {
            batch.each_with(each, |source, scene| {
                if let Some(source) = source {
                    scene.clone_from(source);
                }
                Ok(())
            })
        })
    }

    fn reset_each(
        &self,
        py: Python<'_>,
        which: &[bool],
        reset: impl Fn(&mut umbra::Scene) -> Result<(), Error> + Sync + Send,
    ) -> PyResult<()> {
        self.run(py, |batch| {
            batch.each_with(which, |chosen, scene| if *chosen { reset(scene) } else { Ok(()) })
        })
    }
}

/// Copies of the scenes in a list.
fn copies(parameter: &str, list: Object<'_, '_>) -> PyResult<Vec<umbra::Scene>> {
    let expected = || bad_type(parameter, "a list of Scenes");
    let copy = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        let scene = item.cast::<Scene>().map_err(|_| expected())?;
        scene.get().shared.read(item.py(), |scene| Ok(scene.clone()))
    };
    list.try_iter().map_err(|_| expected())?.map(copy).collect()
}

/// Indices in a list, an array, or one number.
fn indices_of(value: Object<'_, '_>) -> PyResult<Vec<i64>> {
    if let Ok(index) = value.extract::<i64>() {
        return Ok(vec![index]);
    }
    let expected = || bad_type("indices", "a list of integers");
    if let Ok(array) = value.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(array.as_array().to_vec());
    }
    let items = value.try_iter().map_err(|_| expected())?;
    items.map(|item| item?.extract().map_err(|_| expected())).collect()
}

/// A slice in as many equal parts.
fn chunks(numbers: &mut [f32], count: usize) -> std::slice::ChunksExactMut<'_, f32> {
    let width = numbers.len() / count.max(1);
    numbers.chunks_exact_mut(width.max(1))
}

/// What a step of a batch does.
struct Step<'a> {
    batch: &'a Batch,
    dt: f32,
    count: usize,
    forces: Option<&'a [f32]>,
    impulses: Option<&'a [f32]>,
}

impl Step<'_> {
    fn run(&self, batch: &mut umbra::Batch, out: Option<&mut [f32]>) -> Result<(), Error> {
        if out.is_some() {
            self.batch.check_bodies(batch)?;
        }
        if !self.check(batch)? {
            // Seldom: tried upon copies, because what is refused must leave all scenes alone.
            let mut copies = batch.scenes().iter().cloned().collect::<umbra::Batch>();
            copies.each(|index, scene| self.advance(index, scene))?;
        }
        match out {
            Some(out) if !out.is_empty() => {
                let rows = chunks(out, self.batch.count).enumerate();
                batch.each_with(rows, |(index, row), scene| {
                    self.advance(index, scene)?;
                    self.batch.write_states(scene, row)
                })
            }
            _ => batch.each(|index, scene| self.advance(index, scene)),
        }
    }

    /// Refuses pushes of bodies that are gone or not dynamic. True if no push is too large.
    fn check(&self, batch: &umbra::Batch) -> Result<bool, Error> {
        for (push, rows) in [(Push::Impulse, self.impulses), (Push::Force, self.forces)] {
            for (index, scene) in batch.scenes().iter().enumerate().take_while(|_| rows.is_some()) {
                let mut pushed = Pushed::default();
                for (key, row) in self.rows(rows, index) {
                    let body = scene.body(*key)?;
                    if !body.is_dynamic() {
                        return Err(Error::NotDynamic(*key));
                    }
                    pushed.note(push, &body, Vector::new(row[0], row[1]), row[2]);
                }
                if !pushed.surely_fits() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn advance(&self, index: usize, scene: &mut umbra::Scene) -> Result<(), Error> {
        self.push(Push::Impulse, self.impulses, index, scene)?;
        for _ in 0..self.count {
            self.push(Push::Force, self.forces, index, scene)?;
            scene.step(self.dt)?;
        }
        Ok(())
    }

    fn push(
        &self,
        push: Push,
        rows: Option<&[f32]>,
        index: usize,
        scene: &mut umbra::Scene,
    ) -> Result<(), Error> {
        for (key, row) in self.rows(rows, index) {
            push.apply(scene.body_mut(*key)?, Vector::new(row[0], row[1]), row[2])?;
        }
        Ok(())
    }

    /// Bodies of a scene that are pushed, with their rows.
    fn rows<'a>(
        &self,
        rows: Option<&'a [f32]>,
        index: usize,
    ) -> impl Iterator<Item = (&BodyKey, &'a [f32])> {
        let width = 3 * self.batch.bodies.len();
        let rows = rows.map_or(&[][..], |rows| &rows[index * width..][..width]);
        self.batch.bodies.iter().zip(rows.chunks_exact(3)).filter(|(_, row)| pushes(row))
    }
}
