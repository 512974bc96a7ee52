//! Queries: rays, casts, overlaps, points.
use core::cell::RefCell;
use core::ops::ControlFlow;

use numpy::{PyArrayMethods, PyReadonlyArray2, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::geom::{Shape, limits};
use umbra::prelude::{Aabb, Point, Pose, Vector};
use umbra::{BodyKind, BodyKinds, ColliderKey, Everything, Filter, QueryFilter, Ray};

use crate::arrays::floats;
use crate::errors::{bad_type, raise_geometry};
use crate::record::unknown_option;
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::value::{Give, Take};

found! {
    /// Hit of a ray.
    RayHit(umbra::RayHit) {
        /// Body that was hit.
        body |it| it.body;
        /// Collider that was hit.
        collider |it| it.collider;
        /// Index of its shape, or the cell `(column, row)`.
        part |it| it.part;
        /// Point of the hit.
        point |it| it.point;
        /// Normal of the surface.
        normal |it| it.normal;
        /// Part of the ray before the hit, from 0 to 1.
        fraction |it| it.fraction;
    }
    /// Hit of a shape that was cast.
    CastHit(umbra::CastHit) {
        /// Body that was hit.
        body |it| it.body;
        /// Collider that was hit.
        collider |it| it.collider;
        /// Index of its shape, or the cell `(column, row)`.
        part |it| it.part;
        /// Point of the hit.
        point |it| it.point;
        /// Normal of the surface.
        normal |it| it.normal;
        /// Part of the path before the hit, from 0 to 1.
        fraction |it| it.fraction;
        /// Pose of the shape at the hit.
        pose |it| it.pose;
    }
    /// Point of a collider that is nearest to another point.
    PointHit(umbra::PointHit) {
        /// Body.
        body |it| it.body;
        /// Collider.
        collider |it| it.collider;
        /// Index of its shape, or the cell `(column, row)`.
        part |it| it.part;
        /// Nearest point.
        point |it| it.point;
        /// Normal of the surface.
        normal |it| it.normal;
        /// Distance, negative inside.
        distance |it| it.distance;
    }
}

/// What keywords of a query say.
pub struct Asked<'py> {
    filter: QueryFilter<Everything>,
    predicate: Option<Bound<'py, PyAny>>,
    scene: Shared,
    /// The exception that the predicate raised.
    raised: RefCell<Option<PyErr>>,
}

impl<'py> Asked<'py> {
    /// Reads the keywords.
    pub fn new(scene: &Shared, options: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let mut filter = QueryFilter::default();
        let mut predicate = None;
        for (name, value) in options.into_iter().flatten() {
            match name.extract::<String>()?.as_str() {
                "filter" => filter.filter = Filter::take("filter", &value)?,
                "exclude" if value.is_none() => {}
                "exclude" => {
                    filter.exclude = Some(crate::body::take_body("exclude", &value, scene)?);
                }
                "only" => filter.kinds = kinds(&value)?,
                "sensors" => filter.sensors = bool::take("sensors", &value)?,
                "platforms" => filter.platforms = Take::take("platforms", &value)?,
                "portals" => filter.portals = bool::take("portals", &value)?,
                "predicate" if value.is_none() => {}
                "predicate" if !value.is_callable() => {
                    return Err(bad_type("predicate", "a function of a collider"));
                }
                "predicate" => predicate = Some(value),
                other => {
                    let known = [
                        "filter",
                        "exclude",
                        "only",
                        "sensors",
                        "platforms",
                        "portals",
                        "predicate",
                    ];
                    return Err(unknown_option(other, &known));
                }
            }
        }
        let raised = RefCell::new(None);
        Ok(Self { filter, predicate, scene: scene.clone(), raised })
    }

    /// True if the predicate accepts a collider. After an exception nothing is accepted.
    fn accepts(&self, collider: ColliderKey) -> bool {
        let Some(predicate) = &self.predicate else { return true };
        if self.raised.borrow().is_some() {
            return false;
        }
        let call = || {
            let collider = collider.give(predicate.py(), &self.scene)?;
            predicate.call1((collider,))?.is_truthy()
        };
        call().unwrap_or_else(|error| {
            self.raised.replace(Some(error));
            false
        })
    }

    /// Asks the scene.
    pub fn ask<T>(
        &self,
        py: Python<'py>,
        ask: impl FnOnce(&umbra::Scene, umbra::DynFilter<'_>) -> T,
    ) -> PyResult<T> {
        let accepts = |collider| self.accepts(collider);
        let filter = self.filter;
        let predicate: Option<&dyn Fn(ColliderKey) -> bool> =
            self.predicate.is_some().then_some(&accepts);
        let QueryFilter { filter, exclude, kinds, sensors, platforms, portals, .. } = filter;
        let filter = QueryFilter { filter, exclude, kinds, sensors, platforms, portals, predicate };
        let found = self.scene.read(py, |scene| Ok(ask(scene, filter)))?;
        match self.raised.take() {
            Some(error) => Err(error),
            None => Ok(found),
        }
    }
}

/// One kind of body or several.
fn kinds(value: &Bound<'_, PyAny>) -> PyResult<BodyKinds> {
    if value.extract::<String>().is_ok() {
        return BodyKind::take("only", value).map(BodyKinds::from);
    }
    let expected = || bad_type("only", "a kind of body or a list of them");
    let items = value.try_iter().map_err(|_| expected())?;
    let named: Vec<BodyKind> =
        items.map(|item| BodyKind::take("only", &item?)).collect::<PyResult<_>>()?;
    let all = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic];
    let chosen: Vec<_> = all.into_iter().filter(|kind| named.contains(kind)).collect();
    match chosen[..] {
        [] => Ok(<[BodyKind; 0]>::default().into()),
        // Naming one twice changes nothing.
        [first, ..] => Ok([0, 1, 2].map(|index| *chosen.get(index).unwrap_or(&first)).into()),
    }
}

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

fn point(name: &'static str, value: Object<'_, '_>) -> PyResult<Point> {
    limits::position(name, Point::take(name, value)?).map_err(raise_geometry)
}

fn vector(name: &'static str, value: Object<'_, '_>) -> PyResult<Vector> {
    limits::vector(name, Vector::take(name, value)?).map_err(raise_geometry)
}

fn pose(name: &'static str, value: Object<'_, '_>) -> PyResult<Pose> {
    limits::pose(name, Pose::take(name, value)?).map_err(raise_geometry)
}

fn amount(name: &'static str, value: f64) -> PyResult<f32> {
    limits::amount(name, value as f32).map_err(raise_geometry)
}

/// Queries. Their keywords: `filter` (a `Filter`), `exclude` (a body), `only` (kinds of bodies),
/// `sensors` (False), `platforms` ("passable", "solid" or "overlooked"), `portals` (True) and
/// `predicate` (a function of a collider, which may read the scene).
#[pymethods]
impl Scene {
    /// First hit of a ray, a `RayHit` or `None`.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> wall = scene.add(umbra2d.fixed(position=(5, 0)), umbra2d.cuboid(1, 3))
    /// >>> scene.cast_ray((0, 0), (10, 0)).body == wall
    /// True
    #[pyo3(signature = (origin, translation, **options))]
    fn cast_ray<'py>(
        &self,
        origin: Object<'_, 'py>,
        translation: Object<'_, 'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<RayHit>> {
        let (from, way) = (point("origin", origin)?, vector("translation", translation)?);
        let asked = Asked::new(&self.shared, options)?;
        let hit = asked.ask(origin.py(), |scene, filter| scene.cast_ray(from, way, filter))?;
        Ok(hit.map(|hit| RayHit::wrap(&self.shared, hit)))
    }

    /// All hits of a ray, the first ones first, a list of `RayHit`.
    #[pyo3(signature = (origin, translation, **options))]
    fn cast_ray_all<'py>(
        &self,
        origin: Object<'_, 'py>,
        translation: Object<'_, 'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<RayHit>> {
        let (from, way) = (point("origin", origin)?, vector("translation", translation)?);
        let asked = Asked::new(&self.shared, options)?;
        let mut hits = Vec::new();
        asked.ask(origin.py(), |scene, filter| {
            scene.cast_ray_all(from, way, filter, |hit| {
                hits.push(hit);
                ControlFlow::Continue(())
            });
        })?;
        hits.sort_by(|a: &umbra::RayHit, b| a.fraction.total_cmp(&b.fraction));
        Ok(hits.into_iter().map(|hit| RayHit::wrap(&self.shared, hit)).collect())
    }

    /// First hits of many rays: rows `(x, y, along_x, along_y)`. Returns the fractions,
    /// `float32[n]`, 1 where nothing is hit; the normals, `float32[n, 2]`; and the keys of the
    /// bodies, `uint64[n]`, 0 where nothing is hit.
    #[pyo3(signature = (rays, **options))]
    fn cast_rays<'py>(
        &self,
        rays: Object<'_, 'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = rays.py();
        let array: PyReadonlyArray2<'_, f32> = floats("rays", rays, [None, Some(4)])?;
        let mut list = Vec::with_capacity(array.as_array().nrows());
        for row in array.as_slice()?.chunks_exact(4) {
            let origin = limits::position("rays", Point::new(row[0], row[1]));
            let translation = limits::vector("rays", Vector::new(row[2], row[3]));
            let ray = origin.and_then(|origin| Ok(Ray::new(origin, translation?)));
            list.push(ray.map_err(raise_geometry)?);
        }
        let asked = Asked::new(&self.shared, options)?;
        let cast = |scene: &umbra::Scene, filter: umbra::DynFilter<'_>| {
            let alone = |ray: &Ray| scene.cast_ray(ray.origin, ray.translation, filter);
            match filter.predicate {
                // A predicate in Python is asked on this thread alone.
                Some(_) => list.iter().map(alone).collect(),
                None => scene.cast_rays(&list, asked.filter),
            }
        };
        let hits: Vec<Option<umbra::RayHit>> = asked.ask(py, cast)?;
        let fractions: Vec<f32> = hits.iter().map(|it| it.map_or(1.0, |it| it.fraction)).collect();
        let normals = hits.iter().map(|it| it.map_or(Vector::zeros(), |it| it.normal));
        let normals: Vec<f32> = normals.flat_map(|normal| [normal.x, normal.y]).collect();
        let bodies: Vec<u64> = hits.iter().map(|it| it.map_or(0, |it| it.body.to_bits())).collect();
        Ok((
            fractions.to_pyarray(py).into_any(),
            normals.to_pyarray(py).reshape([hits.len(), 2])?.into_any(),
            bodies.to_pyarray(py).into_any(),
        ))
    }

    /// First hit of a shape that moves along `translation` and turns by `turn` on the way, a
    /// `CastHit` or `None`.
    #[pyo3(signature = (shape, pose, translation, turn=0.0, **options))]
    fn cast_shape<'py>(
        &self,
        shape: Object<'_, 'py>,
        pose: Object<'_, 'py>,
        translation: Object<'_, 'py>,
        turn: f64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<CastHit>> {
        let (py, shape) = (shape.py(), Shape::take("shape", shape)?);
        let (pose, way) = (self::pose("pose", pose)?, vector("translation", translation)?);
        let turn = limits::number("turn", turn as f32).map_err(raise_geometry)?;
        let asked = Asked::new(&self.shared, options)?;
        let hit = asked.ask(py, |scene, filter| {
            if turn == 0.0 {
                return scene.cast_shape(&shape, pose, way, filter);
            }
            scene.cast_shape_turning(&shape, pose, way, turn, filter)
        })?;
        Ok(hit.map(|hit| CastHit::wrap(&self.shared, hit)))
    }

    /// All hits of a shape that moves along `translation` and turns by `turn` on the way, the first
    /// ones first, a list of `CastHit`.
    #[pyo3(signature = (shape, pose, translation, turn=0.0, **options))]
    fn cast_shape_all<'py>(
        &self,
        shape: Object<'_, 'py>,
        pose: Object<'_, 'py>,
        translation: Object<'_, 'py>,
        turn: f64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<CastHit>> {
        let (py, shape) = (shape.py(), Shape::take("shape", shape)?);
        let (pose, way) = (self::pose("pose", pose)?, vector("translation", translation)?);
        let turn = limits::number("turn", turn as f32).map_err(raise_geometry)?;
        let asked = Asked::new(&self.shared, options)?;
        let mut hits = Vec::new();
        let note = |hit| {
            hits.push(hit);
            ControlFlow::Continue(1.0)
        };
        asked.ask(py, |scene, filter| match turn {
            0.0 => scene.cast_shape_each(&shape, pose, way, filter, note),
            _ => scene.cast_shape_turning_each(&shape, pose, way, turn, filter, note),
        })?;
        hits.sort_by(|a: &umbra::CastHit, b| a.fraction.total_cmp(&b.fraction));
        Ok(hits.into_iter().map(|hit| CastHit::wrap(&self.shared, hit)).collect())
    }

    /// Colliders that overlap a shape, a list.
    #[pyo3(signature = (shape, pose, **options))]
    fn overlap_shape<'py>(
        &self,
        shape: Object<'_, 'py>,
        pose: Object<'_, 'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, shape) = (shape.py(), Shape::take("shape", shape)?);
        let pose = self::pose("pose", pose)?;
        let asked = Asked::new(&self.shared, options)?;
        let found = asked.ask(py, |scene, filter| scene.overlap_shape(&shape, pose, filter))?;
        found.give(py, &self.shared)
    }

    /// Colliders whose bounding boxes overlap a box, a list.
    #[pyo3(signature = (min, max, **options))]
    fn overlap_aabb<'py>(
        &self,
        min: Object<'_, 'py>,
        max: Object<'_, 'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = min.py();
        let aabb = Aabb::new(point("min", min)?, point("max", max)?).map_err(raise_geometry)?;
        let asked = Asked::new(&self.shared, options)?;
        let found = asked.ask(py, |scene, filter| scene.overlap_aabb(&aabb, filter))?;
        found.give(py, &self.shared)
    }

    /// Colliders that contain a point, a list.
    #[pyo3(signature = (point, **options))]
    fn colliders_at<'py>(
        &self,
        point: Object<'_, 'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, at) = (point.py(), self::point("point", point)?);
        let asked = Asked::new(&self.shared, options)?;
        let found = asked.ask(py, |scene, filter| scene.colliders_at(at, filter))?;
        found.give(py, &self.shared)
    }

    /// Nearest point of a collider that is not farther away than `max_distance`, a `PointHit` or
    /// `None`.
    #[pyo3(signature = (point, max_distance, **options))]
    fn closest_point<'py>(
        &self,
        point: Object<'_, 'py>,
        max_distance: f64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<PointHit>> {
        let (py, at) = (point.py(), self::point("point", point)?);
        let reach = amount("max_distance", max_distance)?;
        let asked = Asked::new(&self.shared, options)?;
        let hit = asked.ask(py, |scene, filter| scene.closest_point(at, reach, filter))?;
        Ok(hit.map(|hit| PointHit::wrap(&self.shared, hit)))
    }

    /// Nearest point of each collider that is not farther away than `max_distance`, the nearest
    /// first, a list of `PointHit`.
    #[pyo3(signature = (point, max_distance, **options))]
    fn closest_points<'py>(
        &self,
        point: Object<'_, 'py>,
        max_distance: f64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<PointHit>> {
        let (py, at) = (point.py(), self::point("point", point)?);
        let reach = amount("max_distance", max_distance)?;
        let asked = Asked::new(&self.shared, options)?;
        let mut hits = Vec::new();
        asked.ask(py, |scene, filter| {
            scene.closest_points_each(at, reach, filter, |hit| {
                hits.push(hit);
                ControlFlow::Continue(())
            });
        })?;
        hits.sort_by(|a: &umbra::PointHit, b| a.distance.total_cmp(&b.distance));
        Ok(hits.into_iter().map(|hit| PointHit::wrap(&self.shared, hit)).collect())
    }
}
