//! `Pose`: a position with an angle.
use pyo3::prelude::*;
use pyo3::types::PyType;
use umbra::geom::limits;
use umbra::prelude::{Pose as EnginePose, Rotation, pose as make};

use crate::errors::{bad_type, raise_geometry};
use crate::value::pair_of;
use crate::vec2::Vec2;

/// Position with a rotation. It cannot be changed.
///
/// Where a pose is expected, `(x, y, angle)` and `((x, y), angle)` do as well.
///
/// >>> import umbra2d
/// >>> pose = umbra2d.Pose((1, 2), 0.5)
/// >>> pose.position
/// Vec2(1.0, 2.0)
/// >>> pose.transform((0, 0))
/// Vec2(1.0, 2.0)
#[pyclass(frozen, module = "umbra2d")]
#[derive(Clone, Copy)]
pub struct Pose(pub EnginePose);

/// Position, cosine and sine.
type Parts = (f32, f32, f32, f32);

const EXPECTED: &str = "a pose: (x, y, angle), ((x, y), angle) or a Pose";

/// The pose in a Python object.
pub fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<EnginePose> {
    if let Ok(pose) = value.cast::<Pose>() {
        return Ok(pose.get().0);
    }
    if let Ok((x, y, angle)) = value.extract::<(f64, f64, f64)>() {
        return Ok(make([x as f32, y as f32], angle as f32));
    }
    let parts = value.extract::<(Bound<'_, PyAny>, f64)>().ok();
    let parts = parts.and_then(|(position, angle)| Some((pair_of(&position)?, angle)));
    let ([x, y], angle) = parts.ok_or_else(|| bad_type(parameter, EXPECTED))?;
    Ok(make([x as f32, y as f32], angle as f32))
}

fn vec2(point: umbra::prelude::Vector) -> Vec2 {
    Vec2 { x: point.x.into(), y: point.y.into() }
}

#[pymethods]
impl Pose {
    #[new]
    #[pyo3(signature = (position=None, angle=0.0))]
    fn new(position: Option<&Bound<'_, PyAny>>, angle: f64) -> PyResult<Self> {
        let [x, y] = match position {
            Some(position) => crate::value::pair("position", position)?,
            None => [0.0; 2],
        };
        Ok(Self(make([x as f32, y as f32], angle as f32)))
    }

    /// Position.
    #[getter]
    fn position(&self) -> Vec2 {
        vec2(self.0.translation.vector)
    }

    /// Angle in radians, from -pi to pi.
    #[getter]
    fn angle(&self) -> f32 {
        self.0.rotation.angle()
    }

    /// Cosine and sine of the angle.
    #[getter]
    fn rotation(&self) -> (f32, f32) {
        (self.0.rotation.re, self.0.rotation.im)
    }

    /// Point of the world for a point in local coordinates.
    fn transform(&self, point: &Bound<'_, PyAny>) -> PyResult<Vec2> {
        let [x, y] = crate::value::pair("point", point)?;
        let point = self.0 * umbra::prelude::Point::new(x as f32, y as f32);
        Ok(vec2(point.coords))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __repr__(&self) -> String {
        let at = self.position();
        format!("Pose(({:?}, {:?}), {:?})", at.x, at.y, self.angle())
    }

    /// The pose with these bits: an angle would round them.
    #[classmethod]
    fn _from_parts(_: &Bound<'_, PyType>, x: f32, y: f32, cos: f32, sin: f32) -> PyResult<Self> {
        let pose =
            EnginePose::from_parts([x, y].into(), Rotation::from_cos_sin_unchecked(cos, sin));
        limits::pose("pose", pose).map(|_| Self(pose)).map_err(raise_geometry)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let pose = &slf.get().0;
        let at = pose.translation.vector;
        let parts = (at.x, at.y, pose.rotation.re, pose.rotation.im);
        Ok((slf.get_type().getattr("_from_parts")?, parts))
    }
}
