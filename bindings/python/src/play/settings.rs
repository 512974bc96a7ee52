//! Settings, told once in a table: keywords of functions, and small values with named parts.

/// A function that applies a keyword to settings.
macro_rules! keywords {
    ($($name:ident($type:ty) { $($field:ident: $field_type:ty,)* })*) => {$(
        /// Applies a keyword to settings.
        pub fn $name(
            mut settings: $type,
            scene: &crate::scene_lock::Shared,
            name: &str,
            value: &Bound<'_, PyAny>,
        ) -> PyResult<$type> {
            $(if name == stringify!($field) {
                settings.$field =
                    <$field_type as crate::value::TakeIn>::take_in(name, value, scene)?;
                return Ok(settings);
            })*
            Err(crate::record::unknown_option(name, &[$(stringify!($field)),*]))
        }
    )*};
}

/// A Python class for each of some settings: made from keywords, read by attributes, compared by
/// value, copied with `replace`.
macro_rules! settings {
    ($(
        $(#[$about:meta])*
        $name:ident($type:ty) = $default:expr, $Class:literal; {
            $($(#[$about_field:meta])* $field:ident: $field_type:ty,)*
        }
    )*) => {$(
        #[doc(hidden)]
        pub mod $name {
            use super::*;
            use crate::scene_lock::Shared;
            use crate::value::{Give, Take};
            use pyo3::types::{PyDict, PyType};

            /// Names of the keywords.
            #[allow(dead_code)]
            pub const NAMES: &[&str] = &[$(stringify!($field)),*];

            $(#[$about])*
            #[pyclass(frozen, eq, module = "umbra2d", name = $Class)]
            #[derive(Clone, PartialEq)]
            pub struct Settings(pub $type);

            keywords! { option($type) { $($field: $field_type,)* } }

            /// Applies keywords to settings.
            pub fn apply(start: $type, options: Option<&Bound<'_, PyDict>>) -> PyResult<$type> {
                let nothing = Shared::nothing();
                let each = |it, name: &str, value: &Bound<'_, PyAny>| {
                    option(it, &nothing, name, value)
                };
                crate::record::apply_options(start, options, each)
            }

            #[pymethods]
            impl Settings {
                #[new]
                #[pyo3(signature = (**options))]
                fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
                    Ok(Self(apply($default, options)?))
                }

                $(
                    $(#[$about_field])*
                    #[getter]
                    fn $field<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                        crate::record::give_alone(self.0.$field.clone(), py)
                    }
                )*

                /// The same with other values of some attributes.
                #[pyo3(signature = (**options))]
                fn replace(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
                    Ok(Self(apply(self.0.clone(), options)?))
                }

                fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                    let mut parts = Vec::new();
                    $(parts.push(format!(
                        concat!(stringify!($field), "={}"),
                        self.$field(py)?.repr()?,
                    ));)*
                    Ok(format!(concat!($Class, "({})"), parts.join(", ")))
                }

                #[classmethod]
                fn _from_dict(
                    _: &Bound<'_, PyType>,
                    options: &Bound<'_, PyDict>,
                ) -> PyResult<Self> {
                    Self::new(Some(options))
                }

                fn __reduce__<'py>(
                    slf: &Bound<'py, Self>,
                ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
                    let dict = PyDict::new(slf.py());
                    $(dict.set_item(stringify!($field), slf.get().$field(slf.py())?)?;)*
                    Ok((slf.get_type().getattr("_from_dict")?, (dict,)))
                }
            }

            impl Take for $type {
                fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
                    let expected = concat!("of the type ", $Class);
                    match value.cast::<Settings>() {
                        Ok(settings) => Ok(settings.get().0.clone()),
                        Err(_) => Err(crate::errors::bad_type(parameter, expected)),
                    }
                }
            }

            impl Give for $type {
                fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
                    Ok(Settings(self).into_pyobject(py)?.into_any())
                }
            }
        }
    )*};
}

/// A list of settings of one kind.
macro_rules! lists_of {
    ($($type:ty, $expected:literal;)*) => {$(
        impl crate::value::Take for Vec<$type> {
            fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
                let items = value
                    .try_iter()
                    .map_err(|_| crate::errors::bad_type(parameter, $expected))?;
                items.map(|item| <$type>::take(parameter, &item?)).collect()
            }
        }
    )*};
}
