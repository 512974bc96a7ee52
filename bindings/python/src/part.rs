//! Parts of a scene, taken out of one and put into another; and islands.
use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use umbra::geom::limits;
use umbra::prelude::Point;
use umbra::{BodyKey, ColliderKey, FieldKey, Inserted as Engine, JointKey, Part as EnginePart};

use crate::body::{Body, take_body};
use crate::collider::Collider;
use crate::errors::{bad_type, raise, raise_geometry};
use crate::field::Field;
use crate::joint::Joint;
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::snapshot::{from_json, pack, to_json, unpack};
use crate::value::{Give, Take, TakeIn};

/// Bodies outside of a scene, with their colliders and everything between them. It can be pickled.
///
/// >>> import umbra2d
/// >>> here, there = umbra2d.Scene(), umbra2d.Scene()
/// >>> ball = here.add(umbra2d.dynamic(position=(0, 2)), umbra2d.circle(0.5))
/// >>> part = here.extract([ball])
/// >>> part.shift((3, 0))
/// >>> there.insert(part).body(ball).position
/// Vec2(3.0, 2.0)
#[pyclass(frozen, module = "umbra2d")]
pub struct Part {
    part: Mutex<EnginePart>,
}

impl Part {
    fn new(part: EnginePart) -> Self {
        Self { part: Mutex::new(part) }
    }
}

#[pymethods]
impl Part {
    /// Keys that its bodies had, as a list of numbers.
    #[getter]
    fn body_keys(&self) -> Vec<u64> {
        self.part.lock().bodies().map(BodyKey::to_bits).collect()
    }

    /// Moves it.
    fn shift(&self, by: &Bound<'_, PyAny>) -> PyResult<()> {
        let by = limits::position("by", Point::take("by", by)?).map_err(raise_geometry)?;
        self.part.lock().shift(by.coords);
        Ok(())
    }

    /// All of it as JSON, for `Part.from_json`.
    fn to_json(&self) -> PyResult<String> {
        to_json(&*self.part.lock())
    }

    /// A part that `to_json` wrote.
    #[classmethod]
    fn from_json(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        from_json(text).map(Self::new)
    }

    fn __copy__(&self) -> Self {
        Self::new(self.part.lock().clone())
    }

    #[classmethod]
    fn _from_bytes(_: &Bound<'_, PyType>, data: &[u8]) -> PyResult<Self> {
        unpack(data).map(Self::new)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = pack(&*slf.get().part.lock())?;
        Ok((slf.get_type().getattr("_from_bytes")?, (PyBytes::new(slf.py(), &bytes),)))
    }

    fn __repr__(&self) -> String {
        format!("<Part: {} bodies>", self.part.lock().bodies().count())
    }
}

/// What a scene got by `Scene.insert`, and which old keys it had.
#[pyclass(frozen, module = "umbra2d")]
pub struct Inserted {
    scene: Shared,
    value: Engine,
}

impl Inserted {
    /// The value of the engine.
    pub fn value(&self) -> &Engine {
        &self.value
    }

    /// The scene that it was inserted into.
    pub fn shared(&self) -> &Shared {
        &self.scene
    }
}

/// The key of a handle of any scene, or a number.
macro_rules! old_key {
    ($parameter:literal, $value:ident, $Handle:ident, $Key:ident) => {
        match $value.cast::<$Handle>() {
            Ok(handle) => handle.get().key,
            Err(_) => {
                let key: u64 = $value.extract().map_err(|_| {
                    bad_type($parameter, concat!("a ", stringify!($Handle), " or its key"))
                })?;
                $Key::from_bits(key)
            }
        }
    };
}

macro_rules! renamed {
    ($(
        $(#[$about:meta])*
        $name:ident / $list:ident ($parameter:literal): $Handle:ident $Key:ident;
    )*) => {
        #[pymethods]
        impl Inserted {
            $(
                $(#[$about])*
                fn $name(&self, old: &Bound<'_, PyAny>) -> PyResult<$Handle> {
                    let old = old_key!("old", old, $Handle, $Key);
                    let key = self.value.$name(old).map_err(raise)?;
                    Ok($Handle { scene: self.scene.clone(), key })
                }

                #[doc = concat!("All ", $parameter, ", in order.")]
                #[getter]
                fn $list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    self.value.$list.clone().give(py, &self.scene)
                }
            )*

            fn __repr__(&self) -> String {
                format!("<Inserted: {} bodies>", self.value.bodies.len())
            }
        }
    };
}
renamed! {
    /// New body for an old one, or for its key.
    body / bodies("bodies"): Body BodyKey;
    /// New collider for an old one, or for its key.
    collider / colliders("colliders"): Collider ColliderKey;
    /// New joint for an old one, or for its key.
    joint / joints("joints"): Joint JointKey;
    /// New field for an old one, or for its key.
    field / fields("fields"): Field FieldKey;
}

fn keys(scene: &Shared, bodies: &Bound<'_, PyAny>) -> PyResult<Vec<BodyKey>> {
    <Vec<BodyKey> as TakeIn>::take_in("bodies", bodies, scene)
}

/// Parts and islands.
#[pymethods]
impl Scene {
    /// A copy of some bodies with everything between them, a `Part`. The scene stays as it is.
    fn part_of(&self, bodies: &Bound<'_, PyAny>) -> PyResult<Part> {
        let keys = keys(&self.shared, bodies)?;
        self.shared.read(bodies.py(), |scene| scene.part_of(&keys)).map(Part::new)
    }

    /// Takes some bodies out of the scene with everything between them, a `Part`.
    fn extract(&self, bodies: &Bound<'_, PyAny>) -> PyResult<Part> {
        let keys = keys(&self.shared, bodies)?;
        self.shared.write(bodies.py(), |scene| scene.extract(&keys)).map(Part::new)
    }

    /// Puts a copy of a part into the scene, and returns an `Inserted` with the new handles.
    fn insert(&self, part: &Bound<'_, Part>) -> PyResult<Inserted> {
        let given = part.get().part.lock().clone();
        let value = self.shared.write(part.py(), |scene| scene.insert(&given))?;
        Ok(Inserted { scene: self.shared.clone(), value })
    }

    /// Islands: lists of bodies that touch or are joined, directly or by others.
    fn islands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shared.read(py, |scene| Ok(scene.islands()))?.give(py, &self.shared)
    }

    /// Bodies of the island that a body is in.
    fn island_of<'py>(&self, body: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let key = take_body("body", body, &self.shared)?;
        self.shared.read(body.py(), |scene| scene.island_of(key))?.give(body.py(), &self.shared)
    }
}
