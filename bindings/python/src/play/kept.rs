//! Objects that keep keys of a scene, beside the scene: characters, cars, assemblies.

/// A class for a value with keys in it: copied, put beside a copy of its scene, written as JSON.
macro_rules! kept {
    ($(#[$about:meta])* $Class:ident($type:ty), $what:literal) => {
        $(#[$about])*
        #[pyclass(frozen, module = "umbra2d")]
        pub struct $Class {
            scene: crate::scene_lock::Shared,
            state: parking_lot::Mutex<$type>,
        }

        #[allow(dead_code)]
        impl $Class {
            /// The object for a value of this scene.
            pub(crate) fn wrap(scene: &crate::scene_lock::Shared, state: $type) -> Self {
                Self { scene: scene.clone(), state: parking_lot::Mutex::new(state) }
            }

            /// A copy of the value: no lock is held while Python runs.
            pub(crate) fn get(&self) -> $type {
                self.state.lock().clone()
            }

            fn set(&self, state: $type) {
                *self.state.lock() = state;
            }
        }

        #[pymethods]
        impl $Class {
            /// The scene that it belongs to.
            #[getter]
            fn scene(&self) -> crate::scene::Scene {
                crate::scene::Scene { shared: self.scene.clone() }
            }

            /// A copy that belongs to a copy of its scene, in which the keys are the same.
            fn in_scene(&self, scene: &Bound<'_, crate::scene::Scene>) -> Self {
                Self::wrap(&scene.get().shared, self.get())
            }

            /// A copy of it with the keys that it has where it was inserted.
            fn after_insert(&self, inserted: &Bound<'_, crate::part::Inserted>) -> PyResult<Self> {
                let inserted = inserted.get();
                let there = self.get().after_insert(inserted.value());
                Ok(Self::wrap(inserted.shared(), there.map_err(crate::errors::raise)?))
            }

            /// All of it as JSON, for `from_json`.
            fn to_json(&self) -> PyResult<String> {
                crate::snapshot::to_json(&self.get())
            }

            /// One that `to_json` wrote, beside its scene or a copy of that.
            #[classmethod]
            fn from_json(
                _: &Bound<'_, pyo3::types::PyType>,
                scene: &Bound<'_, crate::scene::Scene>,
                text: &str,
            ) -> PyResult<Self> {
                Ok(Self::wrap(&scene.get().shared, crate::snapshot::from_json(text)?))
            }

            fn __copy__(&self) -> Self {
                Self::wrap(&self.scene, self.get())
            }

            fn __reduce__(&self) -> PyResult<()> {
                Err(pyo3::exceptions::PyTypeError::new_err(concat!(
                    $what, " cannot be pickled: pickle the scene and the text of `to_json()`"
                )))
            }
        }
    };
}

/// Attributes of such an object.
macro_rules! attributes {
    ($Class:ident; $(
        $(#[$about:meta])*
        $name:ident |$it:ident| $get:expr
            $(, $set:ident($changed:ident, $value:ident: $type:ty) $assign:expr)?;
    )*) => {$(
        #[pymethods]
        impl $Class {
            $(#[$about])*
            #[getter]
            fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let $it = self.get();
                crate::value::Give::give($get, py, &self.scene)
            }
            $(
                #[setter($name)]
                fn $set(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    let name = stringify!($name);
                    let $value = <$type as crate::value::TakeIn>::take_in(name, value, &self.scene)?;
                    let mut state = self.get();
                    let $changed = &mut state;
                    crate::property::Outcome::outcome($assign).map_err(crate::errors::raise)?;
                    self.set(state);
                    Ok(())
                }
            )?
        }
    )*};
}
