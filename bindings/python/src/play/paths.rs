//! Predictions: the answers.
use std::sync::Arc;

use numpy::{PyArrayMethods, ToPyArray};
use pyo3::prelude::*;
use umbra::{Inexact, Predicted as Path, Prediction as Engine, Touch};

use crate::body::take_body;
use crate::scene_lock::Shared;
use crate::value::Give;

found! {
    /// A moment in which a predicted body begins to touch another one. Bodies and colliders that
    /// the scene does not have are `None`.
    PredictedTouch(Touch) {
        /// Step in which it happens, counted from one.
        step |it| it.step;
        /// Seconds from now to the end of that step.
        time |it| it.time;
        /// Collider of the predicted body.
        collider |it| it.collider;
        /// Collider that it touches.
        other |it| it.other;
        /// Body that it touches.
        other_body |it| it.other_body;
        /// Point of the touch.
        point |it| it.point;
        /// Normal, from the other body toward the predicted one.
        normal |it| it.normal;
    }
}

/// Paths of bodies and what they will touch: see `Scene.predict`.
#[pyclass(frozen, module = "umbra2d")]
pub struct Prediction {
    scene: Shared,
    all: Arc<Engine>,
}

/// Predicted path of one body.
#[pyclass(frozen, module = "umbra2d")]
pub struct Predicted {
    scene: Shared,
    all: Arc<Engine>,
    index: usize,
}

impl Prediction {
    /// The object for a prediction of this scene.
    pub fn wrap(scene: &Shared, all: Arc<Engine>) -> Self {
        Self { scene: scene.clone(), all }
    }

    fn path(&self, index: usize) -> Predicted {
        Predicted { scene: self.scene.clone(), all: self.all.clone(), index }
    }
}

#[pymethods]
impl Prediction {
    /// A `Predicted` for each body that was asked for, then one for each that was added.
    #[getter]
    fn bodies(&self) -> Vec<Predicted> {
        (0..self.all.bodies().len()).map(|index| self.path(index)).collect()
    }

    /// Path of a body, or `None` if it was not asked for.
    fn body(&self, body: &Bound<'_, PyAny>) -> PyResult<Option<Predicted>> {
        let key = take_body("body", body, &self.scene)?;
        let index = self.all.bodies().iter().position(|path| path.body() == Some(key));
        Ok(index.map(|index| self.path(index)))
    }

    /// True if the scene comes to the same bits, as long as nobody does anything to it.
    #[getter]
    fn is_exact(&self) -> bool {
        self.all.is_exact()
    }

    /// Reasons why it may not be exact: "others_move", "tied", "order", "start", "too_many",
    /// "too_far".
    #[getter]
    fn reasons(&self) -> Vec<&'static str> {
        let word = |reason: &Inexact| match reason {
            Inexact::OthersMove => "others_move",
            Inexact::Tied => "tied",
            Inexact::Order => "order",
            Inexact::Start => "start",
            Inexact::TooMany => "too_many",
            Inexact::TooFar => "too_far",
            _ => "other",
        };
        self.all.reasons().iter().map(word).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Prediction: {} bodies>", self.all.bodies().len())
    }
}

impl Predicted {
    fn it(&self) -> &Path {
        &self.all.bodies()[self.index]
    }
}

#[pymethods]
impl Predicted {
    /// The body, or `None` if the question added it.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.it().body().give(py, &self.scene)
    }

    /// Poses now and after each step: `float32[n, 3]` with x, y and angle.
    #[getter]
    fn poses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let poses = self.it().poses();
        let row = |pose: &umbra::prelude::Pose| {
            let at = pose.translation.vector;
            [at.x, at.y, pose.rotation.angle()]
        };
        let numbers: Vec<f32> = poses.iter().flat_map(row).collect();
        Ok(numbers.to_pyarray(py).reshape([poses.len(), 3])?.into_any())
    }

    /// Positions now and after each step: `float32[n, 2]`.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers: Vec<f32> = self.it().points().flat_map(|point| [point.x, point.y]).collect();
        Ok(numbers.to_pyarray(py).reshape([numbers.len() / 2, 2])?.into_any())
    }

    /// Velocity of the centre of mass after the last step.
    #[getter]
    fn velocity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.it().velocity().give(py, &self.scene)
    }

    /// Angular velocity after the last step.
    #[getter]
    fn angular_velocity(&self) -> f32 {
        self.it().angular_velocity()
    }

    /// Touches that begin, in order, a list of `PredictedTouch`.
    #[getter]
    fn touches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.it().touches().to_vec().give(py, &self.scene)
    }

    /// First touch that begins, or `None`.
    #[getter]
    fn first_touch<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.it().first_touch().copied().give(py, &self.scene)
    }

    /// Step after which it is asleep until the end, or `None`.
    #[getter]
    fn rest_step(&self) -> Option<u32> {
        self.it().rest_step()
    }

    /// Pose in which it comes to rest, or `None`.
    #[getter]
    fn rest_pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.it().rest_pose().give(py, &self.scene)
    }

    fn __repr__(&self) -> String {
        let it = self.it();
        format!("<Predicted: {} poses, {} touches>", it.poses().len(), it.touches().len())
    }
}
