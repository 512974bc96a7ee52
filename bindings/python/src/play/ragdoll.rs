//! Poses of ragdolls, and how they are held.
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use umbra::build::{Balance, Bone, RagdollPose as Engine, RootTarget};
use umbra::prelude::Point;

use crate::errors::bad_type;
use crate::record::unknown_option;
use crate::scene_lock::Shared;
use crate::value::{Give, Take, Word};

settings! {
    /// A torque that keeps the pelvis of a ragdoll upright.
    balance(Balance) = Balance::default(), "Balance"; {
        /// Frequency of the spring.
        hertz: f32,
        /// Damping ratio of the spring.
        damping_ratio: f32,
        /// Largest torque, or `None`.
        max_torque: Option<f32>,
    }
    /// A place that draws the middle of the pelvis of a ragdoll.
    root_target(RootTarget) = RootTarget::new([0.0, 0.0]), "RootTarget"; {
        /// The place, in the world.
        point: Point,
        /// Frequency of the spring.
        hertz: f32,
        /// Damping ratio of the spring.
        damping_ratio: f32,
        /// Largest force, or `None`.
        max_force: Option<f32>,
    }
}

/// Pose of a ragdoll: the angle of each bone past the bone that it hangs on, in radians. All are 0
/// in a ragdoll that stands. Keywords: names of bones.
///
/// >>> import umbra2d
/// >>> step = umbra2d.RagdollPose(left_thigh=0.6, right_thigh=-0.25)
/// >>> step["left_thigh"] > 0.59, step.mirrored()["left_thigh"]
/// (True, -0.25)
/// >>> umbra2d.RagdollPose().blend(step, 0.5)["right_thigh"]
/// -0.125
#[pyclass(frozen, eq, module = "umbra2d")]
#[derive(Clone, PartialEq)]
pub struct RagdollPose(Engine);

fn with(start: Engine, options: Option<&Bound<'_, PyDict>>) -> PyResult<Engine> {
    let mut pose = start;
    for (name, angle) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        let bone = Bone::ALL.into_iter().find(|bone| bone.word() == name);
        let known = || unknown_option(&name, &Bone::ALL.map(Word::word));
        pose = pose.with(bone.ok_or_else(known)?, f32::take(&name, &angle)?);
    }
    Ok(pose)
}

#[pymethods]
impl RagdollPose {
    #[new]
    #[pyo3(signature = (**angles))]
    fn new(angles: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        with(Engine::STANDING, angles).map(Self)
    }

    /// The same pose with other angles of some bones.
    #[pyo3(signature = (**angles))]
    fn replace(&self, angles: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        with(self.0, angles).map(Self)
    }

    /// Angles of all bones, as a dictionary.
    #[getter]
    fn angles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for bone in Bone::ALL {
            dict.set_item(bone.word(), self.0.angle(bone))?;
        }
        Ok(dict)
    }

    fn __getitem__(&self, bone: &Bound<'_, PyAny>) -> PyResult<f32> {
        Ok(self.0.angle(Bone::take("bone", bone)?))
    }

    /// A pose between this one, at 0, and another one, at 1.
    fn blend(&self, other: &Bound<'_, Self>, part: f64) -> Self {
        Self(self.0.blend(&other.get().0, part as f32))
    }

    /// The pose with left and right limbs exchanged.
    fn mirrored(&self) -> Self {
        Self(self.0.mirrored())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("RagdollPose(**{})", self.angles(py)?.repr()?))
    }

    #[classmethod]
    fn _from_dict(_: &Bound<'_, PyType>, angles: &Bound<'_, PyDict>) -> PyResult<Self> {
        Self::new(Some(angles))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let angles = slf.get().angles(slf.py())?;
        Ok((slf.get_type().getattr("_from_dict")?, (angles,)))
    }
}

impl Take for Engine {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pose = value.cast::<RagdollPose>().map_err(|_| bad_type(parameter, "a RagdollPose"))?;
        Ok(pose.get().0)
    }
}

impl Give for Engine {
    fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
        Ok(RagdollPose(self).into_pyobject(py)?.into_any())
    }
}

/// Factors of bones; 1 for those that are not told.
impl Take for [f32; 11] {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let dict = value.cast::<PyDict>();
        let dict = dict.map_err(|_| bad_type(parameter, "a dictionary of bones"))?;
        let mut factors = [1.0; 11];
        for (name, factor) in dict {
            factors[Bone::take(parameter, &name)? as usize] = f32::take(parameter, &factor)?;
        }
        Ok(factors)
    }
}
