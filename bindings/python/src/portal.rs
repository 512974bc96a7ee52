//! Portals: two segments of equal length; what goes into one comes out of the other.
use pyo3::prelude::*;
use umbra::Portal as Engine;
use umbra::prelude::{Point, Vector};

use crate::errors::raise_geometry;
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::value::{Give, Take};

/// Description of a portal to be added: see `portal`.
#[pyclass(frozen, eq, module = "umbra2d")]
#[derive(Clone, PartialEq)]
pub struct PortalDef {
    pub(crate) engine: Engine,
}

#[pymethods]
impl PortalDef {
    fn __repr__(&self) -> &'static str {
        "<description of a portal>"
    }
}

/// A portal between two segments, each a pair of points. What crosses the first one from its left
/// goes in, and comes out of the second one on its right; and back, unless it is `one_way`.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene(gravity=(0, 0))
/// >>> door = scene.add(umbra2d.portal(((4, -1), (4, 1)), ((1, 6), (-1, 6))))
/// >>> ball = scene.add(umbra2d.dynamic(velocity=(8, 0)), umbra2d.circle(0.3))
/// >>> scene.step(1 / 60, 60)
/// >>> ball.position.y > 6
/// True
#[pyfunction]
#[pyo3(signature = (start, end, *, one_way=false, enabled=true))]
pub fn portal(
    start: &Bound<'_, PyAny>,
    end: &Bound<'_, PyAny>,
    one_way: bool,
    enabled: bool,
) -> PyResult<PortalDef> {
    let segments = [<[Point; 2]>::take("start", start)?, <[Point; 2]>::take("end", end)?];
    let engine = Engine::new(segments[0], segments[1]).one_way(one_way).enabled(enabled);
    Ok(PortalDef { engine })
}

handle! {
    /// A portal of a scene.
    Portal(PortalKey), portal, remove_portal, "portal"
}

properties! {
    Portal, read portal, write portal_mut, builder ();

    /// False while it is shut.
    enabled: bool {
        get(it) it.is_enabled();
        set set_enabled(it, value) it.set_enabled(value);
    }
    /// First segment: what crosses it from its left goes in.
    start: _ { get(it) it.from(); }
    /// Second segment, from which it comes out on the right.
    end: _ { get(it) it.to(); }
    /// True if nothing goes back.
    one_way: _ { get(it) it.is_one_way(); }
    /// Motion of what goes through, a `Pose`: it maps points before the first segment to points
    /// behind the second one.
    motion: _ { get(it) it.motion(); }
}

#[pymethods]
impl Portal {
    /// Makes another portal of it.
    fn set(&self, portal: &Bound<'_, PortalDef>) -> PyResult<()> {
        let new = portal.get().engine;
        self.scene.write(portal.py(), |scene| scene.portal_mut(self.key)?.set(new))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let valid = self.scene.read(py, |scene| Ok(scene.portal(self.key).is_ok()))?;
        Ok(if valid { "<Portal>" } else { "<removed Portal>" }.into())
    }
}

/// Portals of a scene.
#[pymethods]
impl Scene {
    /// Adds a portal.
    pub(crate) fn add_portal(&self, portal: &Bound<'_, PortalDef>) -> PyResult<Portal> {
        let new = portal.get().engine;
        let key = self.shared.write(portal.py(), |scene| scene.add_portal(new))?;
        Ok(Portal { scene: self.shared.clone(), key })
    }

    /// All portals.
    #[getter]
    fn portals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let keys = self.shared.read(py, |scene| Ok(scene.portals().collect::<Vec<_>>()))?;
        keys.give(py, &self.shared)
    }

    /// Number of portals.
    #[getter]
    fn portal_count(&self, py: Python<'_>) -> PyResult<usize> {
        self.shared.read(py, |scene| Ok(scene.portal_count()))
    }

    /// Images of bodies that reach through a portal: a list of pairs, a body and the pose of its
    /// image on the other side.
    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let images = self.shared.read(py, |scene| Ok(scene.images().collect::<Vec<_>>()))?;
        images.give(py, &self.shared)
    }

    /// Motion through the first portal that a straight path enters, a `Pose`, or `None`: for what a
    /// game moves by itself.
    fn portal_on_way<'py>(
        &self,
        origin: &Bound<'py, PyAny>,
        translation: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = origin.py();
        let from = umbra::geom::limits::position("origin", Point::take("origin", origin)?);
        let way = Vector::take("translation", translation)?;
        let way = umbra::geom::limits::vector("translation", way);
        let (from, way) = (from.map_err(raise_geometry)?, way.map_err(raise_geometry)?);
        let motion = self.shared.read(py, |scene| Ok(scene.portal_on_way(from, way)))?;
        motion.give(py, &self.shared)
    }
}

impl Give for (umbra::BodyKey, umbra::prelude::Pose) {
    fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>> {
        let parts = [self.0.give(py, scene)?, self.1.give(py, scene)?];
        Ok(pyo3::types::PyTuple::new(py, parts)?.into_any())
    }
}
