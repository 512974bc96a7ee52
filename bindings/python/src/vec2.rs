//! `Vec2`: a point or a vector in Python.
use pyo3::exceptions::{PyIndexError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::bad_type;
use crate::value::{PAIR, pair_of};

/// Point or vector with two components, `x` and `y`. It cannot be changed; it compares, unpacks
/// and computes like a pair of numbers.
///
/// >>> import umbra2d
/// >>> a = umbra2d.Vec2(3, 4)
/// >>> a.length, a + (1, 0), a == (3, 4)
/// (5.0, Vec2(4.0, 4.0), True)
/// >>> x, y = a
#[pyclass(frozen, sequence, module = "umbra2d")]
#[derive(Clone, Copy, PartialEq)]
pub struct Vec2 {
    /// First component.
    #[pyo3(get)]
    pub x: f64,
    /// Second component.
    #[pyo3(get)]
    pub y: f64,
}

/// The other side of a sum: a pair. For anything else, Python asks the other side.
struct Term([f64; 2]);

impl<'py> FromPyObject<'_, 'py> for Term {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        pair_of(&value).map(Self).ok_or_else(|| bad_type("other", PAIR))
    }
}

/// The other side of a product: a number for both components, or a pair.
struct Factor([f64; 2]);

impl<'py> FromPyObject<'_, 'py> for Factor {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match value.extract::<f64>() {
            Ok(number) => Ok(Self([number; 2])),
            Err(_) => value.extract::<Term>().map(|term| Self(term.0)),
        }
    }
}

#[pymethods]
impl Vec2 {
    #[new]
    #[pyo3(signature = (x=0.0, y=0.0))]
    fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Length of the vector.
    #[getter]
    fn length(&self) -> f64 {
        self.x.hypot(self.y)
    }

    /// Angle of the vector to the x axis, in radians.
    #[getter]
    fn angle(&self) -> f64 {
        self.y.atan2(self.x)
    }

    /// Vector of length 1 in the same direction; the zero vector stays as it is.
    fn normalized(&self) -> Self {
        let length = self.length();
        if length == 0.0 { *self } else { Self { x: self.x / length, y: self.y / length } }
    }

    /// Vector turned by an angle in radians, counter-clockwise.
    fn rotated(&self, angle: f64) -> Self {
        let (sin, cos) = angle.sin_cos();
        Self { x: self.x * cos - self.y * sin, y: self.x * sin + self.y * cos }
    }

    /// Vector turned by a quarter, counter-clockwise.
    fn perpendicular(&self) -> Self {
        Self { x: -self.y, y: self.x }
    }

    /// Scalar product.
    fn dot(&self, other: Term) -> f64 {
        let Term([x, y]) = other;
        self.x * x + self.y * y
    }

    /// Third component of the vector product.
    fn cross(&self, other: Term) -> f64 {
        let Term([x, y]) = other;
        self.x * y - self.y * x
    }

    /// Distance to another point.
    fn distance(&self, other: Term) -> f64 {
        let Term([x, y]) = other;
        (self.x - x).hypot(self.y - y)
    }

    fn __len__(&self) -> usize {
        2
    }

    fn __getitem__(&self, index: isize) -> PyResult<f64> {
        match index {
            0 | -2 => Ok(self.x),
            1 | -1 => Ok(self.y),
            _ => Err(PyIndexError::new_err("a Vec2 has the indices 0 and 1")),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyTuple::new(py, [self.x, self.y])?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        pair_of(other).is_some_and(|it| it == [self.x, self.y])
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyTuple::new(py, [self.x, self.y])?.hash()
    }

    fn __repr__(&self) -> String {
        format!("Vec2({:?}, {:?})", self.x, self.y)
    }

    fn __getnewargs__(&self) -> (f64, f64) {
        (self.x, self.y)
    }

    fn __add__(&self, other: Term) -> Self {
        let Term([x, y]) = other;
        Self { x: self.x + x, y: self.y + y }
    }

    fn __radd__(&self, other: Term) -> Self {
        self.__add__(other)
    }

    fn __sub__(&self, other: Term) -> Self {
        let Term([x, y]) = other;
        Self { x: self.x - x, y: self.y - y }
    }

    fn __rsub__(&self, other: Term) -> Self {
        let Term([x, y]) = other;
        Self { x: x - self.x, y: y - self.y }
    }

    fn __mul__(&self, other: Factor) -> Self {
        let Factor([x, y]) = other;
        Self { x: self.x * x, y: self.y * y }
    }

    fn __rmul__(&self, other: Factor) -> Self {
        self.__mul__(other)
    }

    fn __truediv__(&self, other: Factor) -> PyResult<Self> {
        let Factor([x, y]) = other;
        if x == 0.0 || y == 0.0 {
            return Err(PyZeroDivisionError::new_err("division of a Vec2 by zero"));
        }
        Ok(Self { x: self.x / x, y: self.y / y })
    }

    fn __neg__(&self) -> Self {
        Self { x: -self.x, y: -self.y }
    }

    fn __abs__(&self) -> f64 {
        self.length()
    }

    fn __bool__(&self) -> bool {
        *self != Self { x: 0.0, y: 0.0 }
    }
}
