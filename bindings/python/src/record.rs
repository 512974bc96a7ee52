//! Small values with named parts: filters, materials, mass properties.
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use umbra::{CombineRule, Filter, MassProperties, Material};

use crate::errors::bad_type;
use crate::scene_lock::Shared;
use crate::value::{Give, Take};

/// A Python class for each struct: made from keywords, read by attributes, compared by value.
macro_rules! records {
    ($(
        $(#[$about:meta])*
        $name:ident($type:ty) = $default:expr, $expected:literal;
        { $($(#[$about_field:meta])* $field:ident: $field_type:ty,)* }
    )*) => {$(
        #[doc(hidden)]
        pub mod $name {
            use super::*;

            $(#[$about])*
            #[pyclass(frozen, eq, module = "umbra2d", name = $expected)]
            #[derive(Clone, Copy, PartialEq)]
            pub struct Record(pub $type);

            #[pymethods]
            impl Record {
                #[new]
                #[pyo3(signature = ($($field=None,)*))]
                fn new($($field: Option<&Bound<'_, PyAny>>,)*) -> PyResult<Self> {
                    let mut value: $type = $default;
                    $(
                        if let Some(given) = $field {
                            value.$field = <$field_type as Take>::take(stringify!($field), given)?;
                        }
                    )*
                    Ok(Self(value))
                }

                $(
                    $(#[$about_field])*
                    #[getter]
                    fn $field<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                        crate::record::give_alone(self.0.$field, py)
                    }
                )*

                fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                    let mut parts = Vec::new();
                    $(parts.push(format!(
                        concat!(stringify!($field), "={}"),
                        crate::record::give_alone(self.0.$field, py)?.repr()?,
                    ));)*
                    Ok(format!(concat!($expected, "({})"), parts.join(", ")))
                }

                fn __reduce__<'py>(
                    slf: &Bound<'py, Self>,
                ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
                    let (py, value) = (slf.py(), slf.get().0);
                    let parts = [$(crate::record::give_alone(value.$field, py)?,)*];
                    Ok((slf.get_type(), PyTuple::new(py, parts)?))
                }
            }

            impl Take for $type {
                fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
                    if let Ok(record) = value.cast::<Record>() {
                        return Ok(record.get().0);
                    }
                    Err(bad_type(parameter, concat!("a ", $expected)))
                }
            }

            impl Give for $type {
                fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
                    Ok(Record(self).into_pyobject(py)?.into_any())
                }
            }
        }
    )*};
}

records! {
    /// Rule for what may collide: two colliders do if each mask has a bit of the other's category.
    /// In the same group other than 0, a positive group always collides and a negative one never.
    ///
    /// >>> import umbra2d
    /// >>> umbra2d.Filter(category=2, mask=1).category
    /// 2
    filter(Filter) = Filter::default(), "Filter"; {
        /// Bits that say what it is; 1 by default.
        category: u64,
        /// Bits of the categories that it may collide with; all by default.
        mask: u64,
        /// Group, 0 for none.
        group: i32,
    }
    /// Mass, moment of inertia about the centre of mass, and centre of mass in the body.
    mass_properties(MassProperties) =
        MassProperties { mass: 1.0, inertia: 1.0, center: Default::default() }, "MassProperties"; {
        /// Mass.
        mass: f32,
        /// Moment of inertia about the centre of mass.
        inertia: f32,
        /// Centre of mass in local coordinates.
        center: umbra::prelude::Point,
    }
    /// Material of one shape of a collider.
    material(Material) = Material::default(), "Material"; {
        /// Coefficient of friction.
        friction: f32,
        /// Coefficient of restitution, from 0 to 4.
        restitution: f32,
        /// Rule that mixes the friction of two colliders.
        friction_rule: CombineRule,
        /// Rule that mixes the restitution of two colliders.
        restitution_rule: CombineRule,
        /// Rolling resistance, a length.
        rolling_resistance: f32,
        /// Speed of the surface, as of a conveyor belt.
        surface_speed: f32,
    }
}

/// An object for a value that has no keys in it.
pub fn give_alone<'py>(value: impl Give, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    value.give(py, &Shared::nothing())
}

impl Take for Vec<Material> {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let items = value.try_iter().map_err(|_| bad_type(parameter, "a list of Material"))?;
        items.map(|item| Material::take(parameter, &item?)).collect()
    }
}

/// Gives each keyword to a function that changes a builder by it.
pub fn apply_options<B>(
    mut builder: B,
    options: Option<&Bound<'_, PyDict>>,
    mut apply: impl FnMut(B, &str, &Bound<'_, PyAny>) -> PyResult<B>,
) -> PyResult<B> {
    let Some(options) = options else { return Ok(builder) };
    for (name, value) in options {
        builder = apply(builder, &name.extract::<String>()?, &value)?;
    }
    Ok(builder)
}

/// The error for a keyword that there is not.
pub fn unknown_option(name: &str, known: &[&str]) -> PyErr {
    let known = known.join(", ");
    pyo3::exceptions::PyTypeError::new_err(format!(
        "unexpected keyword argument `{name}`; there are: {known}"
    ))
}
