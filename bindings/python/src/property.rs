//! Properties of bodies, colliders and joints: each is told once, in a table.
//!
//! A row has up to three columns:
//!
//! - `build(builder, value)`: keyword of the functions that describe a new one;
//! - `get(view)`: attribute that is read;
//! - `set set_name(view, value)`: attribute that is assigned.
//!
//! From that come a function `option`, which applies a keyword to a builder, and getters and
//! setters of the handle.

/// Writes what follows from a table of properties.
macro_rules! properties {
    (
        $Handle:ident, read $view:ident, write $view_mut:ident, builder $Builder:ty;
        $($(#[$about:meta])* $name:ident: $type:ty { $($columns:tt)* })*
    ) => {
        /// Applies a keyword to a builder.
        #[allow(dead_code, unused_mut, unused_variables)]
        pub fn option(
            builder: $Builder,
            name: &str,
            value: &Bound<'_, PyAny>,
        ) -> PyResult<$Builder> {
            let mut known = Vec::new();
            $(option_of! { (builder, name, value, known) $name: $type { $($columns)* } })*
            Err(crate::record::unknown_option(name, &known))
        }

        $(getter_of! { $Handle $view [$(#[$about])*] $name { $($columns)* } })*
        $(setter_of! { $Handle $view_mut [$(#[$about])*] $name: $type { $($columns)* } })*
    };
}

/// The keyword of a row, if it has one.
macro_rules! option_of {
    (
        ($builder:ident, $given:ident, $value:ident, $known:ident)
        $name:ident: $type:ty { build($b:ident, $bv:ident) $build:expr; $($rest:tt)* }
    ) => {
        if $given == stringify!($name) {
            let $bv = <$type as crate::value::Take>::take($given, $value)?;
            let $b = $builder;
            return Ok($build);
        }
        $known.push(stringify!($name));
    };
    ($($without:tt)*) => {};
}

/// The attribute of a row that is read, if it has one.
macro_rules! getter_of {
    (
        $Handle:ident $view:ident [$($about:tt)*] $name:ident
        { $(build $b:tt $build:expr;)? get($g:ident) $get:expr; $($rest:tt)* }
    ) => {
        #[pymethods]
        impl $Handle {
            $($about)*
            #[getter]
            fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let value = self.scene.read(py, |scene| {
                    let $g = scene.$view(self.key)?;
                    Ok($get)
                })?;
                crate::value::Give::give(value, py, &self.scene)
            }
        }
    };
    ($($without:tt)*) => {};
}

/// The attribute of a row that is assigned, if it has one.
macro_rules! setter_of {
    (
        $Handle:ident $view_mut:ident [$($about:tt)*] $name:ident: $type:ty
        {
            $(build $b:tt $build:expr;)?
            $(get $g:tt $get:expr;)?
            set $set:ident($s:ident, $sv:ident) $assign:expr;
        }
    ) => {
        #[pymethods]
        impl $Handle {
            $($about)*
            #[setter($name)]
            fn $set(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let $sv = <$type as crate::value::Take>::take(stringify!($name), value)?;
                self.scene.write(value.py(), |scene| {
                    let mut $s = scene.$view_mut(self.key)?;
                    crate::property::Outcome::outcome($assign)
                })
            }
        }
    };
    ($($without:tt)*) => {};
}

/// What setters of the engine return: nothing, or an error.
pub trait Outcome {
    /// The same as a `Result`.
    fn outcome(self) -> Result<(), umbra::Error>;
}

impl Outcome for () {
    fn outcome(self) -> Result<(), umbra::Error> {
        Ok(())
    }
}

impl Outcome for Result<(), umbra::Error> {
    fn outcome(self) -> Result<(), umbra::Error> {
        self
    }
}

/// What all handles have: a key in a scene, equality, a hash, a text, and no way to be pickled.
macro_rules! handle {
    (
        $(#[$about:meta])*
        $Handle:ident($Key:ident), $view:ident, $remove:ident, $what:literal
    ) => {
        $(#[$about])*
        #[pyclass(frozen, module = "umbra2d")]
        #[derive(Clone)]
        pub struct $Handle {
            pub(crate) scene: crate::scene_lock::Shared,
            pub(crate) key: umbra::$Key,
        }

        #[pymethods]
        impl $Handle {
            /// Number that names it in its scene and in copies of the scene.
            #[getter]
            fn key(&self) -> u64 {
                self.key.to_bits()
            }

            /// The scene that it is in.
            #[getter]
            fn scene(&self) -> crate::scene::Scene {
                crate::scene::Scene { shared: self.scene.clone() }
            }

            /// True until it is removed.
            #[getter]
            fn is_valid(&self, py: Python<'_>) -> PyResult<bool> {
                self.scene.read(py, |scene| Ok(scene.$view(self.key).is_ok()))
            }

            /// Removes it from its scene. Using the handle after that is a `KeyError`.
            fn remove(&self, py: Python<'_>) -> PyResult<()> {
                self.scene.write(py, |scene| scene.$remove(self.key))
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<Self>().is_ok_and(|other| {
                    let other = other.get();
                    other.key == self.key && other.scene.is_same(&self.scene)
                })
            }

            fn __hash__(&self) -> u64 {
                let address = self.scene.address() as u64;
                self.key.to_bits() ^ address.rotate_left(32)
            }

            fn __reduce__(&self) -> PyResult<()> {
                Err(pyo3::exceptions::PyTypeError::new_err(concat!(
                    "a ", $what, " cannot be pickled: pickle the scene and the number `",
                    $what, ".key`"
                )))
            }
        }

        impl $Handle {
            /// The key, if the handle is of this scene.
            pub(crate) fn key_in(
                &self,
                parameter: &str,
                scene: &crate::scene_lock::Shared,
            ) -> PyResult<umbra::$Key> {
                if self.scene.is_same(scene) {
                    return Ok(self.key);
                }
                Err(crate::errors::bad_value(parameter, "is of another scene"))
            }
        }

        impl crate::value::Give for umbra::$Key {
            fn give<'py>(
                self,
                py: Python<'py>,
                scene: &crate::scene_lock::Shared,
            ) -> PyResult<Bound<'py, PyAny>> {
                let handle = $Handle { scene: scene.clone(), key: self };
                Ok(handle.into_pyobject(py)?.into_any())
            }
        }
    };
}
