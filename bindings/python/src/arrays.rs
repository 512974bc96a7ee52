//! Poses, velocities and forces of many bodies in arrays.
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray, PyReadonlyArray2,
    PyReadwriteArray2, PyUntypedArrayMethods, ToPyArray,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::geom::limits;
use umbra::prelude::{Point, Pose, Vector, pose};
use umbra::{BodyKey, BodyMut, BodyRef, Error};

use crate::errors::{bad_type, bad_value, raise, raise_geometry};
use crate::scene::Scene;

/// The array in any Python object, as numpy converts it.
pub fn array<'py, T: Element, D: numpy::ndarray::Dimension>(
    parameter: &str,
    value: &Bound<'py, PyAny>,
    dtype: &str,
) -> PyResult<PyReadonlyArray<'py, T, D>> {
    let py = value.py();
    let options = PyDict::new(py);
    options.set_item("dtype", dtype)?;
    let convert = py.import("numpy")?.getattr("ascontiguousarray")?;
    let converted = convert.call((value,), Some(&options));
    let expected = format!("an array of {dtype} with {} dimensions", D::NDIM.unwrap_or(0));
    let array = converted.map_err(|_| bad_type(parameter, &expected))?;
    let array = array.cast_into::<numpy::PyArray<T, D>>();
    let array = array.map_err(|_| bad_value(parameter, format!("must be {expected}")))?;
    array.try_readonly().map_err(|_| bad_value(parameter, "is being written by another call"))
}

/// An array of this shape, in which `None` stands for any length.
pub fn floats<'py>(
    parameter: &str,
    value: &Bound<'py, PyAny>,
    shape: [Option<usize>; 2],
) -> PyResult<PyReadonlyArray2<'py, f32>> {
    let array = array(parameter, value, "float32")?;
    check_shape(parameter, array.shape(), &shape)?;
    Ok(array)
}

/// An array of three dimensions of this shape.
pub fn floats3<'py>(
    parameter: &str,
    value: &Bound<'py, PyAny>,
    shape: [usize; 3],
) -> PyResult<numpy::PyReadonlyArray3<'py, f32>> {
    let array = array(parameter, value, "float32")?;
    check_shape(parameter, array.shape(), &shape.map(Some))?;
    Ok(array)
}

/// The bytes of an array of rows, columns and, maybe, channels; `None` for other arrays.
pub fn bytes3(
    parameter: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<Option<(Vec<u8>, [usize; 3])>> {
    let dtype = value.getattr("dtype").and_then(|dtype| dtype.getattr("name")?.extract::<String>());
    if dtype.is_ok_and(|name| name == "uint8") {
        let array: PyReadonlyArray<'_, u8, numpy::IxDyn> = array(parameter, value, "uint8")?;
        let shape = match array.shape() {
            [height, width] => [*height, *width, 1],
            [height, width, channels] => [*height, *width, *channels],
            shape => check_shape(parameter, shape, &[None, None]).map(|()| [0; 3])?,
        };
        return Ok(Some((array.as_slice()?.to_vec(), shape)));
    }
    Ok(None)
}

/// Refuses an array of another shape.
pub fn check_shape(parameter: &str, shape: &[usize], expected: &[Option<usize>]) -> PyResult<()> {
    let fits =
        |(length, expected): (&usize, &Option<usize>)| expected.is_none_or(|it| it == *length);
    if shape.len() == expected.len() && shape.iter().zip(expected).all(fits) {
        return Ok(());
    }
    let lengths = expected.iter().map(|it| it.map_or("n".to_owned(), |it| it.to_string()));
    let lengths = lengths.collect::<Vec<_>>().join(", ");
    Err(bad_value(parameter, format!("must have the shape ({lengths}), but has {shape:?}")))
}

/// Keys of bodies in an array of integers.
pub fn keys(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<BodyKey>> {
    let array: PyReadonlyArray<'_, u64, numpy::Ix1> = array(parameter, value, "uint64")?;
    Ok(array.as_slice()?.iter().map(|bits| BodyKey::from_bits(*bits)).collect())
}

/// Position, angle, velocity and angular velocity.
pub fn state_of(body: &BodyRef<'_>) -> [f32; 6] {
    let ([x, y, angle], [vx, vy, spin]) = (pose_of(body), velocity_of(body));
    [x, y, angle, vx, vy, spin]
}

fn pose_of(body: &BodyRef<'_>) -> [f32; 3] {
    let at = body.position();
    [at.x, at.y, body.angle()]
}

fn velocity_of(body: &BodyRef<'_>) -> [f32; 3] {
    let velocity = body.velocity();
    [velocity.x, velocity.y, body.angular_velocity()]
}

/// Forces or impulses in the rows of an array.
#[derive(Clone, Copy)]
pub enum Push {
    Force,
    Impulse,
}

impl Push {
    /// Pushes a body by a vector and a torque or an angular impulse.
    pub fn apply(self, mut body: BodyMut<'_>, vector: Vector, turn: f32) -> Result<(), Error> {
        match self {
            Self::Force => {
                body.apply_force(vector)?;
                body.apply_torque(turn)
            }
            Self::Impulse => {
                body.apply_impulse(vector)?;
                body.apply_angular_impulse(turn)
            }
        }
    }

    /// Upper bounds of the numbers that the engine checks: of those that the body has, and of what
    /// a row adds to them.
    fn bounds(self, body: &BodyRef<'_>, vector: Vector, turn: f32) -> [f32; 2] {
        let (size, turn) = (vector.norm(), turn.abs());
        match self {
            Self::Force => {
                let ([a, b], [c, d]) = (sizes(body.applied_force()), sizes(body.constant_force()));
                [a + b + c + d, size + turn]
            }
            Self::Impulse => {
                let spin = body.angular_velocity().abs();
                let arm = (body.center_of_mass() - body.position()).norm();
                let added = over(size, body.mass()) + over(turn, body.inertia());
                [body.velocity().norm() + spin * (1.0 + arm), added]
            }
        }
    }
}

/// A quotient that is 0 if the first number is.
fn over(size: f32, by: f32) -> f32 {
    if size == 0.0 { 0.0 } else { size / by }
}

fn sizes((vector, turn): (Vector, f32)) -> [f32; 2] {
    [vector.norm(), turn.abs()]
}

/// Sums up pushes of the bodies of a scene, to see beforehand that none of them is refused.
#[derive(Default)]
pub struct Pushed {
    before: f32,
    added: f32,
}

impl Pushed {
    pub fn note(&mut self, push: Push, body: &BodyRef<'_>, vector: Vector, turn: f32) {
        let [before, added] = push.bounds(body, vector, turn);
        // A maximum that keeps NaN.
        self.before = if before <= self.before { self.before } else { before };
        self.added += added;
    }

    /// True if all pushes together stay far below what the engine refuses. If not, one has to try.
    pub fn surely_fits(&self) -> bool {
        self.before + self.added < 0.1 * limits::MAX_MAGNITUDE
    }
}

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

impl Scene {
    /// The bodies that are meant: those with these keys, or all, in the order of `body_keys`.
    fn chosen(&self, py: Python<'_>, chosen: Option<Object<'_, '_>>) -> PyResult<Vec<BodyKey>> {
        match chosen {
            Some(value) => keys("keys", value),
            None => self.shared.read(py, |scene| Ok(scene.bodies().collect())),
        }
    }

    /// Reads a row of numbers for each body, into an array of the caller if there is one.
    fn rows<'py, const N: usize>(
        &self,
        py: Python<'py>,
        chosen: Option<Object<'_, 'py>>,
        out: Option<Object<'_, 'py>>,
        row: impl Fn(&BodyRef<'_>) -> [f32; N],
    ) -> PyResult<Bound<'py, PyAny>> {
        let keys = self.chosen(py, chosen)?;
        let rows: Vec<[f32; N]> = self.shared.read(py, |scene| {
            keys.iter().map(|key| scene.body(*key).map(|body| row(&body))).collect()
        })?;
        let Some(out) = out else {
            let array = rows.as_flattened().to_pyarray(py);
            return Ok(array.reshape([rows.len(), N])?.into_any());
        };
        let expected = "an array of float32 with 2 dimensions";
        let array = out.cast::<PyArray2<f32>>().map_err(|_| bad_type("out", expected))?;
        check_shape("out", array.shape(), &[Some(rows.len()), Some(N)])?;
        let mut array: PyReadwriteArray2<'_, f32> = array
            .try_readwrite()
            .map_err(|_| bad_value("out", "cannot be written, or is used by another call"))?;
        for (mut to, row) in array.as_array_mut().rows_mut().into_iter().zip(&rows) {
            for (to, number) in to.iter_mut().zip(row) {
                *to = *number;
            }
        }
        Ok(out.clone())
    }

    /// Changes each body by a row of an array, all of them or none.
    fn set_rows<T>(
        &self,
        (name, array): (&'static str, Object<'_, '_>),
        chosen: Option<Object<'_, '_>>,
        read: impl Fn(&[f32]) -> Result<T, umbra::geom::Error>,
        check: impl Fn(&umbra::Scene, BodyKey) -> Result<(), Error>,
        write: impl Fn(umbra::BodyMut<'_>, T) -> Result<(), Error>,
    ) -> PyResult<()> {
        let py = array.py();
        let keys = self.chosen(py, chosen)?;
        let rows = floats(name, array, [Some(keys.len()), Some(3)])?;
        let rows = rows.as_slice()?.chunks_exact(3).map(read);
        let rows: Vec<T> = rows.collect::<Result<_, _>>().map_err(raise_geometry)?;
        self.shared.write_py(py, |scene| {
            keys.iter().try_for_each(|key| check(scene, *key)).map_err(raise)?;
            let mut pairs = keys.iter().zip(rows);
            pairs.try_for_each(|(key, row)| write(scene.body_mut(*key)?, row)).map_err(raise)
        })
    }

    /// Pushes each body by a row of an array, all of them or none.
    fn push_rows(
        &self,
        (name, array): (&'static str, Object<'_, '_>),
        chosen: Option<Object<'_, '_>>,
        push: Push,
    ) -> PyResult<()> {
        let py = array.py();
        let keys = self.chosen(py, chosen)?;
        let rows = floats(name, array, [Some(keys.len()), Some(3)])?;
        let rows = rows.as_slice()?.chunks_exact(3).map(|row| vector_and_number(name, row));
        let rows: Vec<_> = rows.collect::<Result<_, _>>().map_err(raise_geometry)?;
        let pairs = || keys.iter().zip(&rows);
        let apply = |scene: &mut umbra::Scene| {
            pairs().try_for_each(|(key, (vector, turn))| {
                push.apply(scene.body_mut(*key)?, *vector, *turn)
            })
        };
        self.shared.write(py, |scene| {
            let mut pushed = Pushed::default();
            for (key, (vector, turn)) in pairs() {
                is_dynamic(scene, *key)?;
                pushed.note(push, &scene.body(*key)?, *vector, *turn);
            }
            if !pushed.surely_fits() {
                apply(&mut scene.clone())?;
            }
            apply(scene)
        })
    }
}

fn is_there(scene: &umbra::Scene, key: BodyKey) -> Result<(), Error> {
    scene.body(key).map(drop)
}

fn is_dynamic(scene: &umbra::Scene, key: BodyKey) -> Result<(), Error> {
    if scene.body(key)?.is_dynamic() { Ok(()) } else { Err(Error::NotDynamic(key)) }
}

fn vector_and_number(name: &'static str, row: &[f32]) -> Result<(Vector, f32), umbra::geom::Error> {
    Ok((limits::vector(name, Vector::new(row[0], row[1]))?, limits::number(name, row[2])?))
}

/// Many bodies at once. `keys` is an array of keys; without it, all bodies are meant, in the order
/// of `body_keys`.
#[pymethods]
impl Scene {
    /// Keys of all bodies, `uint64[n]`: the order of the rows below. It stays the same as long as
    /// no body is added or removed.
    #[getter]
    fn body_keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let keys = self.chosen(py, None)?;
        Ok(keys.into_iter().map(BodyKey::to_bits).collect::<Vec<_>>().to_pyarray(py))
    }

    /// Poses, `float32[n, 3]`: x, y, angle. Written into `out` if it is given.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> ball = scene.add(umbra2d.dynamic(position=(1, 2)), umbra2d.circle(0.5))
    /// >>> scene.poses()
    /// array([[1., 2., 0.]], dtype=float32)
    #[pyo3(signature = (keys=None, out=None))]
    fn poses<'py>(
        &self,
        py: Python<'py>,
        keys: Option<Object<'_, 'py>>,
        out: Option<Object<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.rows(py, keys, out, pose_of)
    }

    /// Velocities, `float32[n, 3]`: x, y, angular velocity.
    #[pyo3(signature = (keys=None, out=None))]
    fn velocities<'py>(
        &self,
        py: Python<'py>,
        keys: Option<Object<'_, 'py>>,
        out: Option<Object<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.rows(py, keys, out, velocity_of)
    }

    /// Poses and velocities, `float32[n, 6]`.
    #[pyo3(signature = (keys=None, out=None))]
    fn states<'py>(
        &self,
        py: Python<'py>,
        keys: Option<Object<'_, 'py>>,
        out: Option<Object<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.rows(py, keys, out, state_of)
    }

    /// Sets poses, from rows of x, y, angle: all of them, or none if one is refused.
    #[pyo3(signature = (poses, keys=None))]
    fn set_poses(&self, poses: Object<'_, '_>, keys: Option<Object<'_, '_>>) -> PyResult<()> {
        let read = |row: &[f32]| -> Result<Pose, umbra::geom::Error> {
            let position = limits::position("poses", Point::new(row[0], row[1]))?;
            Ok(pose(position, limits::number("poses", row[2])?))
        };
        self.set_rows(("poses", poses), keys, read, is_there, |mut body, pose| body.set_pose(pose))
    }

    /// Sets velocities, from rows of x, y, angular velocity: all of them, or none.
    #[pyo3(signature = (velocities, keys=None))]
    fn set_velocities(
        &self,
        velocities: Object<'_, '_>,
        keys: Option<Object<'_, '_>>,
    ) -> PyResult<()> {
        let read = |row: &[f32]| vector_and_number("velocities", row);
        let write = |mut body: umbra::BodyMut<'_>, (velocity, spin)| {
            // The velocity of the origin depends on the spin.
            body.set_angular_velocity(spin)?;
            body.set_velocity(velocity)
        };
        self.set_rows(("velocities", velocities), keys, read, is_there, write)
    }

    /// Applies forces at the centres of mass, from rows of x, y, torque: all of them, or none.
    #[pyo3(signature = (forces, keys=None))]
    fn apply_forces(&self, forces: Object<'_, '_>, keys: Option<Object<'_, '_>>) -> PyResult<()> {
        self.push_rows(("forces", forces), keys, Push::Force)
    }

    /// Applies impulses at the centres of mass, from rows of x, y, angular impulse: all of them,
    /// or none.
    #[pyo3(signature = (impulses, keys=None))]
    fn apply_impulses(
        &self,
        impulses: Object<'_, '_>,
        keys: Option<Object<'_, '_>>,
    ) -> PyResult<()> {
        self.push_rows(("impulses", impulses), keys, Push::Impulse)
    }

    /// Contacts as the last step left them: a sequence of `Contact`, and arrays.
    #[pyo3(signature = (*, touching=true))]
    fn contacts(&self, py: Python<'_>, touching: bool) -> PyResult<crate::contacts::Contacts> {
        self.shared
            .read(py, |scene| Ok(crate::contacts::Contacts::read(scene, &self.shared, touching)))
    }
}
