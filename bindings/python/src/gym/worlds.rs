//! The class behind the vector environments of `umbra2d.gym`.
use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, ToPyArray};
use parking_lot::Mutex;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use umbra::{Scene, SceneConfig};

use super::lander::Lander;
use super::pusht::PushT;
use super::random::Random;
use super::runner::{Autoreset, Environment, Rows, Runner};
use super::task::Sizes;
use super::walker::Walker;
use crate::arrays::{array, check_shape};
use crate::batch::{Batch, Pool, Scenes};
use crate::errors::{bad_value, raise};

type Object<'a, 'py> = &'a Bound<'py, PyAny>;
type Array<'py> = Bound<'py, PyAny>;

/// Worlds of one environment: what `umbra2d.gym` is made of.
///
/// Each has a generator of its own, which is numpy's, and an episode.
#[pyclass(frozen, module = "umbra2d", name = "_Worlds")]
pub struct Worlds {
    scenes: Scenes,
    environment: Mutex<Box<dyn Environment>>,
    sizes: Sizes,
    count: usize,
    pool: Pool,
}

fn environment(
    task: &str,
    count: usize,
    most_steps: u32,
    options: &Options,
) -> PyResult<Box<dyn Environment>> {
    let Options { continuous, gravity, wind, hardcore } = *options;
    Ok(match task {
        "lander" => Box::new(Runner::new(Lander { continuous, gravity, wind }, count, most_steps)),
        "walker" => Box::new(Runner::new(Walker { hardcore }, count, most_steps)),
        "pusht" => Box::new(Runner::new(PushT, count, most_steps)),
        _ => return Err(bad_value("task", "must be \"lander\", \"walker\" or \"pusht\"")),
    })
}

/// What can be chosen about a task.
struct Options {
    continuous: bool,
    gravity: f64,
    wind: Option<[f64; 2]>,
    hardcore: bool,
}

fn finite(parameter: &str, number: f64) -> PyResult<f64> {
    if number.is_finite() { Ok(number) } else { Err(bad_value(parameter, "must be finite")) }
}

#[pymethods]
impl Worlds {
    #[new]
    #[pyo3(signature = (task, count, *, max_episode_steps=None, continuous=false, gravity=-10.0,
                        wind=None, hardcore=false, threads=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        task: &str,
        count: usize,
        max_episode_steps: Option<u32>,
        continuous: bool,
        gravity: f64,
        wind: Option<[f64; 2]>,
        hardcore: bool,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        if count == 0 {
            return Err(bad_value("count", "must be at least 1"));
        }
        finite("gravity", gravity)?;
        wind.into_iter().flatten().try_for_each(|it| finite("wind", it).map(drop))?;
        let options = Options { continuous, gravity, wind, hardcore };
        let most_steps = max_episode_steps.unwrap_or(u32::MAX);
        let environment = environment(task, count, most_steps, &options)?;
        let empty = Scene::new(SceneConfig::default()).map_err(raise)?;
        let pool = Pool::new(threads)?;
        let batch = py.detach(|| umbra::Batch::new(&empty, count));
        Ok(Self {
            scenes: Arc::new(Mutex::new(batch)),
            sizes: environment.sizes(),
            environment: Mutex::new(environment),
            count,
            pool,
        })
    }

    fn __len__(&self) -> usize {
        self.count
    }

    /// The scenes, as a `Batch` without bodies of its own: to look at, copy and hash.
    #[getter]
    fn batch(&self) -> PyResult<Batch> {
        Batch::over(self.scenes.clone(), self.count, self.pool.clone())
    }

    /// Sets generators, from rows of the upper and lower halves of state and increment.
    fn seed(&self, indices: Object<'_, '_>, states: Object<'_, '_>) -> PyResult<()> {
        let indices: PyReadonlyArray1<'_, u64> = array("indices", indices, "uint64")?;
        let states: PyReadonlyArray2<'_, u64> = array("states", states, "uint64")?;
        let shape = numpy::PyUntypedArrayMethods::shape(&*states).to_vec();
        let indices = indices.as_slice()?;
        check_shape("states", &shape, &[Some(indices.len()), Some(4)])?;
        if indices.iter().any(|index| *index >= self.count as u64) {
            return Err(bad_value("indices", format!("must be below {}", self.count)));
        }
        let mut environment = self.environment.lock();
        for (index, row) in indices.iter().zip(states.as_slice()?.as_chunks().0) {
            environment.seed(*index as usize, Random::new(*row));
        }
        Ok(())
    }

    /// Begins new episodes where `which` is true. Returns observations and infos, with zeros in
    /// the other rows.
    fn reset<'py>(
        &self,
        py: Python<'py>,
        which: Object<'_, 'py>,
    ) -> PyResult<(Array<'py>, Array<'py>)> {
        let which: PyReadonlyArray1<'_, bool> = array("which", which, "bool")?;
        let which = which.as_slice()?;
        check_shape("which", &[which.len()], &[Some(self.count)])?;
        let mut rows = self.rows(false);
        self.run(py, |environment, batch| environment.reset(batch, which, &mut rows))?;
        Ok((
            self.numbers(py, &rows.observations, self.sizes.observation)?,
            self.doubles(py, &rows.infos, self.sizes.info)?,
        ))
    }

    /// Steps all worlds with an action each. `mode` is "next_step", "same_step" or "disabled".
    /// Returns observations, rewards, terminations, truncations, infos, and with "same_step" the
    /// last observations and infos of the episodes that ended.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: Object<'_, 'py>,
        mode: &str,
    ) -> PyResult<Vec<Array<'py>>> {
        let mode = match mode {
            "next_step" => Autoreset::NextStep,
            "same_step" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            _ => return Err(bad_value("mode", "is not known")),
        };
        let actions: PyReadonlyArray2<'_, f64> = array("actions", actions, "float64")?;
        let shape = numpy::PyUntypedArrayMethods::shape(&*actions).to_vec();
        check_shape("actions", &shape, &[Some(self.count), Some(self.sizes.action)])?;
        let actions = actions.as_slice()?;
        self.check(actions, mode)?;
        let mut rows = self.rows(mode == Autoreset::SameStep);
        self.run(py, |environment, batch| environment.step(batch, actions, mode, &mut rows))?;
        self.give(py, &rows)
    }

    /// Makes all worlds copies of one of other worlds. Each keeps its own generator.
    fn fill(&self, py: Python<'_>, source: &Bound<'_, Self>, index: usize) -> PyResult<()> {
        let source = source.get();
        if index >= source.count {
            return Err(bad_value("index", format!("must be below {}", source.count)));
        }
        let world = source.environment.lock().world(index);
        let scene = source.scenes.lock().scenes()[index].clone();
        self.run(py, move |environment, batch| {
            if !environment.fill(&*world) {
                return Ok(false);
            }
            batch.each(|_, copy| {
                copy.clone_from(&scene);
                Ok(())
            })?;
            Ok(true)
        })?
        .then_some(())
        .ok_or_else(|| bad_value("source", "has another environment"))
    }

    fn __repr__(&self) -> String {
        format!("<Worlds: {}>", self.count)
    }
}

impl Worlds {
    /// Refuses actions, and worlds that cannot step, before anything is stepped.
    fn check(&self, actions: &[f64], mode: Autoreset) -> PyResult<()> {
        let environment = self.environment.lock();
        for (index, action) in actions.chunks_exact(self.sizes.action).enumerate() {
            environment.check(action).map_err(|what| bad_value("actions", what))?;
            let may = environment.is_running(index);
            if !may && (mode != Autoreset::NextStep || !environment.has_started(index)) {
                let what = format!("world {index} has to be reset before it is stepped");
                return Err(PyRuntimeError::new_err(what));
            }
        }
        Ok(())
    }

    fn rows(&self, keeps_last: bool) -> Rows {
        let Sizes { observation, info, .. } = self.sizes;
        let count = self.count;
        let last = if keeps_last { count } else { 0 };
        Rows {
            observations: vec![0.0; count * observation],
            infos: vec![0.0; count * info],
            rewards: vec![0.0; count],
            terminated: vec![false; count],
            truncated: vec![false; count],
            last_observations: vec![0.0; last * observation],
            last_infos: vec![0.0; last * info],
        }
    }

    fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Environment, &mut umbra::Batch) -> Result<T, umbra::Error> + Send,
    ) -> PyResult<T> {
        let run =
            || self.pool.install(|| work(&mut **self.environment.lock(), &mut self.scenes.lock()));
        py.detach(run).map_err(raise)
    }

    fn give<'py>(&self, py: Python<'py>, rows: &Rows) -> PyResult<Vec<Array<'py>>> {
        let Sizes { observation, info, .. } = self.sizes;
        let mut arrays = vec![
            self.numbers(py, &rows.observations, observation)?,
            rows.rewards.to_pyarray(py).into_any(),
            rows.terminated.to_pyarray(py).into_any(),
            rows.truncated.to_pyarray(py).into_any(),
            self.doubles(py, &rows.infos, info)?,
        ];
        if !rows.last_observations.is_empty() {
            arrays.push(self.numbers(py, &rows.last_observations, observation)?);
            arrays.push(self.doubles(py, &rows.last_infos, info)?);
        }
        Ok(arrays)
    }

    fn doubles<'py>(&self, py: Python<'py>, rows: &[f64], width: usize) -> PyResult<Array<'py>> {
        Ok(rows.to_pyarray(py).reshape([self.count, width])?.into_any())
    }

    /// Rows in the precision of the environment.
    fn numbers<'py>(&self, py: Python<'py>, rows: &[f64], width: usize) -> PyResult<Array<'py>> {
        if !self.sizes.single {
            return self.doubles(py, rows, width);
        }
        let singles = PyArray1::from_iter(py, rows.iter().map(|number| *number as f32));
        Ok(singles.reshape([self.count, width])?.into_any())
    }
}
