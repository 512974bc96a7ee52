//! Errors of the engine as exceptions.
use pyo3::PyErr;
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyTypeError, PyValueError};
use umbra::Error;

/// The exception for an error of the engine: `KeyError` for what was removed, `ValueError` with
/// the name of the parameter for a bad value.
pub fn raise(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::NoSuchBody(_)
        | Error::NoSuchCollider(_)
        | Error::NoSuchJoint(_)
        | Error::NoSuchField(_)
        | Error::NoSuchPortal(_) => PyKeyError::new_err(message),
        Error::Corrupt(_) | Error::HookPanicked { .. } => PyRuntimeError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

/// The exception for an error of shapes.
pub fn raise_geometry(error: umbra::geom::Error) -> PyErr {
    raise(error.into())
}

/// A `ValueError` about a parameter.
pub fn bad_value(parameter: &str, what: impl core::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("`{parameter}` {what}"))
}

/// A `TypeError` about a parameter.
pub fn bad_type(parameter: &str, expected: &str) -> PyErr {
    PyTypeError::new_err(format!("`{parameter}` must be {expected}"))
}
