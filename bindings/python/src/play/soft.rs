//! Soft bodies.
use pyo3::prelude::*;
use umbra::build::SoftBody as Engine;
use umbra::prelude::Vector;

use crate::value::{Give, Take};
use crate::vec2::Vec2;

kept! {
    /// A soft body: a ring that cannot stretch, on soft spokes. See `umbra2d.build.blob`.
    SoftBody(Engine), "a SoftBody"
}

attributes! { SoftBody;
    /// Segments of the skin, counter-clockwise.
    skin |it| it.skin;
    /// Hinges of the skin, each between a segment and the next one.
    hinges |it| it.hinges;
    /// Springs from the hub to every second segment.
    spokes |it| it.spokes;
    /// Body in the middle, that has no collider.
    hub |it| it.hub;
    /// Small weight that is pinned to the first segment.
    pebble |it| it.pebble;
    /// All its bodies: the segments, the hub and the pebble.
    bodies |it| it.bodies().collect::<Vec<_>>();
}

#[pymethods]
impl SoftBody {
    /// Corners of its skin, counter-clockwise: a polygon to be filled.
    fn outline<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let it = self.get();
        self.scene.read(py, |scene| it.outline(scene))?.give(py, &self.scene)
    }

    /// Colliders of its skin.
    #[getter]
    fn colliders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let it = self.get();
        self.scene.read(py, |scene| it.colliders(scene))?.give(py, &self.scene)
    }

    /// Area within its outline.
    #[getter]
    fn area(&self, py: Python<'_>) -> PyResult<f32> {
        let it = self.get();
        self.scene.read(py, |scene| it.area(scene))
    }

    /// Position of its centre.
    #[getter]
    fn center(&self, py: Python<'_>) -> PyResult<Vec2> {
        let it = self.get();
        let center = self.scene.read(py, |scene| it.center(scene))?;
        Ok(Vec2 { x: center.x.into(), y: center.y.into() })
    }

    /// Sets the velocity of all its bodies, and stops their turning.
    fn set_velocity(&self, velocity: &Bound<'_, PyAny>) -> PyResult<()> {
        let (it, value) = (self.get(), Vector::take("velocity", velocity)?);
        self.scene.write(velocity.py(), |scene| it.set_velocity(scene, value))
    }

    /// Removes all of it from the scene.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        let it = self.get();
        self.scene.write(py, |scene| {
            it.remove(scene);
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!("<SoftBody: {} segments>", self.get().skin.len())
    }
}
