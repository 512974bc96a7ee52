//! What a scene tells about itself: profiles, revisions, what explosions and fields would do.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::geom::{Shape, limits};
use umbra::prelude::Pose;
use umbra::{Explosion, Stage, StageProfile as Timed};

use crate::errors::raise_geometry;
use crate::field::Field;
use crate::fracture::explosion;
use crate::scene::Scene;
use crate::value::Take;
use crate::vec2::Vec2;

found! {
    /// Time and counts of one stage of the last step.
    StageProfile(Timed) {
        /// Seconds.
        time |it| it.time.as_secs_f64();
        /// What the stage counts: bodies, pairs, contacts.
        count |it| it.count;
    }
}

/// The name of a stage, as a word.
fn word(stage: Stage) -> String {
    format!("{stage:?}").to_lowercase()
}

/// Name of what a scene is made of: see `Scene.revision`.
#[pyclass(frozen, eq, module = "umbra2d")]
#[derive(PartialEq)]
pub struct Revision(umbra::Revision);

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

fn placed(shape: Object<'_, '_>, pose: Object<'_, '_>) -> PyResult<(Shape, Pose)> {
    let at = limits::pose("pose", Pose::take("pose", pose)?).map_err(raise_geometry)?;
    Ok((Shape::take("shape", shape)?, at))
}

#[pymethods]
impl Scene {
    /// Where the time of the last step went: a dictionary of `StageProfile` by the names of the
    /// stages ("changes", "pairs", "collide", "hooks", "wake", "structure", "solve", "events",
    /// "sensors", "sleep", "finish").
    fn profile<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let profile = self.shared.read(py, |scene| Ok(*scene.profile()))?;
        let dict = PyDict::new(py);
        for (stage, timed) in profile.stages() {
            dict.set_item(word(stage), StageProfile::wrap(&self.shared, timed))?;
        }
        Ok(dict)
    }

    /// Names what the scene is made of: equal as long as no body, collider or joint was added,
    /// removed or changed, in this scene or a copy. Steps leave it alone, but for the first one
    /// after something was added.
    fn revision(&self, py: Python<'_>) -> PyResult<Revision> {
        self.shared.read(py, |scene| Ok(Revision(scene.revision())))
    }

    /// Impulse that an explosion would give a shape, for what is no body. Keywords as for
    /// `explode`.
    #[pyo3(signature = (
        shape, pose, center, reach, *, impulse=1.0, core=0.0, shielded=false, filter=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn explosion_on(
        &self,
        shape: Object<'_, '_>,
        pose: Object<'_, '_>,
        center: Object<'_, '_>,
        reach: f64,
        impulse: f64,
        core: f64,
        shielded: bool,
        filter: Option<Object<'_, '_>>,
    ) -> PyResult<Vec2> {
        let (py, (shape, pose)) = (shape.py(), placed(shape, pose)?);
        let blast: Explosion = explosion(center, [reach, impulse, core], shielded, filter)?;
        let impulse = self.shared.read(py, |scene| scene.explosion_on(&blast, &shape, pose))?;
        Ok(Vec2 { x: impulse.x.into(), y: impulse.y.into() })
    }
}

#[pymethods]
impl Field {
    /// Pose in the world, where `pose` is on its body.
    #[getter]
    fn world_pose(&self, py: Python<'_>) -> PyResult<crate::pose::Pose> {
        self.scene.read(py, |scene| scene.field_pose(self.key)).map(crate::pose::Pose)
    }

    /// Area of a shape that is in the field, and the centre of that area.
    fn shape_in(&self, shape: Object<'_, '_>, pose: Object<'_, '_>) -> PyResult<(f32, Vec2)> {
        let (py, (shape, pose)) = (shape.py(), placed(shape, pose)?);
        let read = |scene: &umbra::Scene| scene.shape_in_field(self.key, &shape, pose);
        let area = self.scene.read(py, read)?;
        Ok((area.area, Vec2 { x: area.center.x.into(), y: area.center.y.into() }))
    }
}
