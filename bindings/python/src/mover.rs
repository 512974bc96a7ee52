//! Queries for what moves by itself: casts that know one-way platforms, and surfaces near a shape.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::geom::{Shape, limits};
use umbra::prelude::{Pose, Vector};
use umbra::{BodyKey, MoverHit as Hit, MoverRules, Surface as Near};

use crate::errors::{bad_value, raise_geometry};
use crate::query::Asked;
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::value::{Take, TakeIn};

found! {
    /// The surface that stopped a moving shape: see `Scene.cast_mover`.
    MoverHit(Hit) {
        /// The hit, a `CastHit`.
        hit |it| it.hit;
        /// Kind of the body: "dynamic", "kinematic" or "fixed".
        kind |it| it.kind;
        /// True for a one-way platform.
        is_platform |it| it.is_platform;
    }
    /// A surface near a moving shape: see `Scene.surfaces_near`.
    Surface(Near) {
        /// Body of the surface.
        body |it| it.body;
        /// Collider of the surface.
        collider |it| it.collider;
        /// Index of its shape, or the cell `(column, row)`.
        part |it| it.part;
        /// Kind of the body: "dynamic", "kinematic" or "fixed".
        kind |it| it.kind;
        /// Point of the surface that is nearest to the shape.
        point |it| it.point;
        /// Normal, from the surface to the shape.
        normal |it| it.normal;
        /// Distance along the normal, negative where they overlap.
        gap |it| it.gap;
        /// True for a one-way platform.
        is_platform |it| it.is_platform;
    }
}

#[pymethods]
impl MoverHit {
    /// What was hit as a `Surface` at a distance.
    fn surface(&self, gap: f64) -> Surface {
        Surface::wrap(self.shared(), self.value().surface(gap as f32))
    }
}

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// Keywords that make rules.
fn rules(
    scene: &Shared,
    without: Option<Object<'_, '_>>,
    [drops, is_squeezed, only_dynamic]: [bool; 3],
    dt: f64,
) -> PyResult<MoverRules> {
    let dt = limits::amount("dt", dt as f32).map_err(raise_geometry)?;
    let bodies = without.map(|it| <Vec<BodyKey>>::take_in("without", it, scene)).transpose()?;
    let bodies = bodies.unwrap_or_default();
    if bodies.len() > 2 {
        return Err(bad_value("without", "may have two bodies at most"));
    }
    let without = [bodies.first().copied(), bodies.get(1).copied()];
    Ok(MoverRules { without, drops, is_squeezed, only_dynamic, dt })
}

/// The shape and where it is.
fn placed(shape: Object<'_, '_>, pose: Object<'_, '_>) -> PyResult<(Shape, Pose)> {
    let at = limits::pose("pose", Pose::take("pose", pose)?).map_err(raise_geometry)?;
    Ok((Shape::take("shape", shape)?, at))
}

/// Queries of movers. Keywords besides those of other queries: `without` (up to two bodies that are
/// ignored), `drops` (one-way platforms let the shape pass), `is_squeezed` (there is no room: what
/// the shape overlaps already does not stop it, unless it is fixed and solid), `only_dynamic`, and
/// `dt` (the length of the last step: platforms that rose into the shape within it hold it).
#[pymethods]
impl Scene {
    /// First surface that stops a shape which moves along `translation`, a `MoverHit` or `None`:
    /// one-way platforms stop it from their side only. Keywords: `without` (up to two bodies),
    /// `drops`, `is_squeezed`, `only_dynamic`, `dt`, and those of other queries.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> plank = scene.add(umbra2d.fixed(), umbra2d.cuboid(5, 0.1, one_way=(0, 1)))
    /// >>> feet = umbra2d.Shape.circle(0.5)
    /// >>> scene.cast_mover(feet, (0, 1, 0), (0, -3)).is_platform
    /// True
    /// >>> scene.cast_mover(feet, (0, 1, 0), (0, -3), drops=True) is None
    /// True
    #[pyo3(signature = (
        shape, pose, translation, *, without=None, drops=false, is_squeezed=false,
        only_dynamic=false, dt=0.0, **options
    ))]
    #[allow(clippy::too_many_arguments)]
    fn cast_mover<'py>(
        &self,
        shape: Object<'_, 'py>,
        pose: Object<'_, 'py>,
        translation: Object<'_, 'py>,
        without: Option<Object<'_, 'py>>,
        drops: bool,
        is_squeezed: bool,
        only_dynamic: bool,
        dt: f64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<MoverHit>> {
        let (py, (shape, pose)) = (shape.py(), placed(shape, pose)?);
        let way = limits::vector("translation", Vector::take("translation", translation)?);
        let way = way.map_err(raise_geometry)?;
        let rules = rules(&self.shared, without, [drops, is_squeezed, only_dynamic], dt)?;
        let asked = Asked::new(&self.shared, options)?;
        let cast = |scene: &umbra::Scene, filter: umbra::DynFilter<'_>| {
            scene.cast_mover(&shape, pose, way, filter, rules)
        };
        Ok(asked.ask(py, cast)?.map(|hit| MoverHit::wrap(&self.shared, hit)))
    }

    /// Surfaces that are not farther than `distance` from a shape, a list of `Surface`. Keywords as
    /// for `cast_mover`.
    #[pyo3(signature = (
        shape, pose, distance, *, without=None, drops=false, is_squeezed=false,
        only_dynamic=false, dt=0.0, **options
    ))]
    #[allow(clippy::too_many_arguments)]
    fn surfaces_near<'py>(
        &self,
        shape: Object<'_, 'py>,
        pose: Object<'_, 'py>,
        distance: f64,
        without: Option<Object<'_, 'py>>,
        drops: bool,
        is_squeezed: bool,
        only_dynamic: bool,
        dt: f64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Surface>> {
        let (py, (shape, pose)) = (shape.py(), placed(shape, pose)?);
        let reach = limits::amount("distance", distance as f32).map_err(raise_geometry)?;
        let rules = rules(&self.shared, without, [drops, is_squeezed, only_dynamic], dt)?;
        let asked = Asked::new(&self.shared, options)?;
        let mut found = Vec::new();
        asked.ask(py, |scene, filter| {
            scene.surfaces_near(&shape, pose, reach, filter, rules, |it| found.push(it));
        })?;
        found.sort_by_key(|surface: &Near| surface.order);
        Ok(found.into_iter().map(|it| Surface::wrap(&self.shared, it)).collect())
    }
}
