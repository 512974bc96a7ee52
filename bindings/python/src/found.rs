//! Small read-only objects that a scene hands out: hits, events, contacts.

/// A Python class for each value of the engine: attributes that are read, a text, no assignment.
macro_rules! found {
    ($(
        $(#[$about:meta])*
        $name:ident($type:ty) {
            $($(#[$about_field:meta])* $field:ident |$it:ident| $get:expr;)*
        }
    )*) => {$(
        $(#[$about])*
        #[pyclass(frozen, module = "umbra2d")]
        #[derive(Clone)]
        pub struct $name {
            scene: crate::scene_lock::Shared,
            value: $type,
        }

        impl $name {
            /// The object for a value of this scene.
            pub fn wrap(scene: &crate::scene_lock::Shared, value: $type) -> Self {
                Self { scene: scene.clone(), value }
            }

            /// The value of the engine.
            #[allow(dead_code)]
            pub(crate) fn value(&self) -> &$type {
                &self.value
            }

            /// Its scene.
            #[allow(dead_code)]
            pub(crate) fn shared(&self) -> &crate::scene_lock::Shared {
                &self.scene
            }
        }

        #[pymethods]
        impl $name {
            $(
                $(#[$about_field])*
                #[getter]
                fn $field<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    let $it = &self.value;
                    crate::value::Give::give($get, py, &self.scene)
                }
            )*

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let mut parts = Vec::new();
                $(parts.push(format!(
                    concat!(stringify!($field), "={}"),
                    self.$field(py)?.repr()?,
                ));)*
                Ok(format!(concat!(stringify!($name), "({})"), parts.join(", ")))
            }
        }

        impl crate::value::Give for $type {
            fn give<'py>(
                self,
                py: Python<'py>,
                scene: &crate::scene_lock::Shared,
            ) -> PyResult<Bound<'py, PyAny>> {
                Ok($name::wrap(scene, self).into_pyobject(py)?.into_any())
            }
        }
    )*};
}
