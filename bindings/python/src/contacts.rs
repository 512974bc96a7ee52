//! Contacts: one by one, and all of a scene as arrays.
use numpy::{PyArray1, PyArrayMethods, ToPyArray};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use umbra::prelude::Vector;
use umbra::{BodyKey, ColliderKey, ContactPointRef, ContactRef};

use crate::scene_lock::Shared;

/// A contact as the last step left it.
#[derive(Clone)]
pub struct ContactData {
    bodies: [BodyKey; 2],
    colliders: [ColliderKey; 2],
    normal: Vector,
    touching: bool,
    points: Vec<ContactPointRef>,
}

found! {
    /// A contact of two colliders, as the last step left it.
    Contact(ContactData) {
        /// The two bodies.
        bodies |it| it.bodies;
        /// The two colliders.
        colliders |it| it.colliders;
        /// Normal, from the first to the second collider.
        normal |it| it.normal;
        /// True if the two touch.
        is_touching |it| it.touching;
        /// Sum of the impulses of the points along the normal, in the last step.
        normal_impulse |it| it.points.iter().map(|point| point.normal_impulse).sum::<f32>();
        /// Points of the contact, at most two.
        points |it| it.points.clone();
    }
    /// A point of a contact.
    ContactPoint(ContactPointRef) {
        /// Position in the world.
        position |it| it.position;
        /// Distance of the surfaces; negative if they overlap.
        separation |it| it.separation;
        /// Impulse along the normal in the last step.
        normal_impulse |it| it.normal_impulse;
        /// Impulse of friction in the last substep.
        tangent_impulse |it| it.tangent_impulse;
    }
}

impl ContactData {
    fn new(contact: &ContactRef<'_>) -> Self {
        Self {
            bodies: contact.bodies(),
            colliders: contact.colliders(),
            normal: contact.normal(),
            touching: contact.is_touching(),
            points: contact.points().collect(),
        }
    }
}

impl Contact {
    /// The object for a contact of this scene.
    pub fn new(scene: &Shared, contact: &ContactRef<'_>) -> Self {
        Self::wrap(scene, ContactData::new(contact))
    }
}

/// Contacts of a scene after a step: a sequence of `Contact`, and arrays with a row for each.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> floor = scene.add(umbra2d.fixed(), umbra2d.cuboid(5, 0.5))
/// >>> box = scene.add(umbra2d.dynamic(position=(0, 1)), umbra2d.cuboid(0.5, 0.5))
/// >>> scene.step(1 / 60)
/// >>> contacts = scene.contacts()
/// >>> len(contacts), contacts.points.shape, contacts[0].normal.y
/// (1, (1, 2, 2), 1.0)
#[pyclass(frozen, sequence, module = "umbra2d")]
pub struct Contacts {
    scene: Shared,
    list: Vec<ContactData>,
}

impl Contacts {
    /// Contacts of a scene.
    pub fn read(scene: &umbra::Scene, shared: &Shared, touching: bool) -> Self {
        let chosen = scene.contacts().filter(|contact| !touching || contact.is_touching());
        Self { scene: shared.clone(), list: chosen.map(|it| ContactData::new(&it)).collect() }
    }

    /// An array with a value for each of the two points of each contact; 0 where there is none.
    fn of_points<'py, const N: usize>(
        &self,
        py: Python<'py>,
        value: impl Fn(&ContactPointRef) -> [f32; N],
    ) -> Bound<'py, PyArray1<f32>> {
        let each = self.list.iter().flat_map(|contact| {
            [0, 1].map(|index| contact.points.get(index).map_or([0.0; N], &value))
        });
        each.flatten().collect::<Vec<f32>>().to_pyarray(py)
    }

    fn keys<'py>(
        &self,
        py: Python<'py>,
        keys: impl Fn(&ContactData) -> [u64; 2],
    ) -> PyResult<Bound<'py, PyAny>> {
        let keys: Vec<u64> = self.list.iter().flat_map(keys).collect();
        Ok(keys.to_pyarray(py).reshape([self.list.len(), 2])?.into_any())
    }
}

#[pymethods]
impl Contacts {
    /// Keys of the bodies, `uint64[n, 2]`.
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.keys(py, |contact| contact.bodies.map(BodyKey::to_bits))
    }

    /// Keys of the colliders, `uint64[n, 2]`.
    #[getter]
    fn colliders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.keys(py, |contact| contact.colliders.map(ColliderKey::to_bits))
    }

    /// Normals, from the first to the second collider, `float32[n, 2]`.
    #[getter]
    fn normals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let normals: Vec<f32> =
            self.list.iter().flat_map(|it| [it.normal.x, it.normal.y]).collect();
        Ok(normals.to_pyarray(py).reshape([self.list.len(), 2])?.into_any())
    }

    /// Number of points of each contact, `uint8[n]`.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.list.iter().map(|it| it.points.len() as u8).collect::<Vec<_>>().to_pyarray(py)
    }

    /// Points, `float32[n, 2, 2]`: contact, point, x and y.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let points = self.of_points(py, |point| [point.position.x, point.position.y]);
        Ok(points.reshape([self.list.len(), 2, 2])?.into_any())
    }

    /// Distances of the surfaces at the points, `float32[n, 2]`.
    #[getter]
    fn separations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = self.of_points(py, |point| [point.separation]);
        Ok(array.reshape([self.list.len(), 2])?.into_any())
    }

    /// Impulses along the normal in the last step, `float32[n, 2]`.
    #[getter]
    fn normal_impulses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = self.of_points(py, |point| [point.normal_impulse]);
        Ok(array.reshape([self.list.len(), 2])?.into_any())
    }

    /// Impulses of friction in the last substep, `float32[n, 2]`.
    #[getter]
    fn tangent_impulses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = self.of_points(py, |point| [point.tangent_impulse]);
        Ok(array.reshape([self.list.len(), 2])?.into_any())
    }

    fn __len__(&self) -> usize {
        self.list.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Contact> {
        let count = self.list.len() as isize;
        let index = if index < 0 { index + count } else { index };
        let found = usize::try_from(index).ok().and_then(|index| self.list.get(index));
        let contact = found.ok_or_else(|| PyIndexError::new_err("no contact of this index"))?;
        Ok(Contact::wrap(&self.scene, contact.clone()))
    }

    fn __repr__(&self) -> String {
        format!("<Contacts: {}>", self.list.len())
    }
}
