//! Questions to many scenes at once: contacts, sleep, rays.
use numpy::{PyArrayMethods, PyReadonlyArray, ToPyArray};
use pyo3::prelude::*;
use umbra::geom::limits;
use umbra::prelude::{Point, QueryFilter, Vector};
use umbra::{BodyRef, Filter};

use crate::arrays::{array, check_shape};
use crate::batch::Batch;
use crate::errors::raise_geometry;
use crate::value::Take;

type Object<'a, 'py> = &'a Bound<'py, PyAny>;
type Array<'py> = Bound<'py, PyAny>;

#[pymethods]
impl Batch {
    /// True where a body touches another one, `bool[n, bodies]`.
    fn touching_bodies<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.flags(py, |body| body.contacts().any(|contact| contact.is_touching()))
    }

    /// True where a body is not asleep, `bool[n, bodies]`.
    fn awake_bodies<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.flags(py, |body| body.is_awake())
    }

    /// First hits of rays in each scene, from rows of x, y and direction, `float32[n, rays, 4]`.
    /// Returns the fractions, `float32[n, rays]`, 1 where nothing is hit. `filter` is that of what
    /// the rays are, as with a collider.
    ///
    /// >>> import numpy, umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> wall = scene.add(umbra2d.fixed(position=(5, 0)), umbra2d.cuboid(1, 3))
    /// >>> batch = umbra2d.Batch(scene, 2)
    /// >>> batch.cast_rays([[[0, 0, 8, 0]], [[0, 0, -8, 0]]]).tolist()
    /// [[0.5], [1.0]]
    #[pyo3(signature = (rays, *, filter=None))]
    fn cast_rays<'py>(
        &self,
        py: Python<'py>,
        rays: Object<'_, 'py>,
        filter: Option<Object<'_, 'py>>,
    ) -> PyResult<Array<'py>> {
        let filter = filter.map_or(Ok(Filter::ALL), |filter| Filter::take("filter", filter))?;
        let filter = QueryFilter { filter, ..QueryFilter::default() };
        let rays: PyReadonlyArray<'_, f32, numpy::Ix3> = array("rays", rays, "float32")?;
        let shape = numpy::PyUntypedArrayMethods::shape(&*rays).to_vec();
        check_shape("rays", &shape, &[Some(self.count), None, Some(4)])?;
        let rows = rays.as_slice()?;
        for row in rows.chunks_exact(4) {
            let origin = limits::position("rays", Point::new(row[0], row[1]));
            let checked = origin.and_then(|_| limits::vector("rays", Vector::new(row[2], row[3])));
            checked.map_err(raise_geometry)?;
        }
        let mut fractions = vec![1.0_f32; self.count * shape[1]];
        if !fractions.is_empty() {
            self.run(py, |batch| {
                let items =
                    rows.chunks_exact(4 * shape[1]).zip(fractions.chunks_exact_mut(shape[1]));
                batch.each_with(items, |(rays, fractions), scene| {
                    for (ray, fraction) in rays.chunks_exact(4).zip(fractions) {
                        let hit = scene.cast_ray([ray[0], ray[1]], [ray[2], ray[3]], filter);
                        *fraction = hit.map_or(1.0, |hit| hit.fraction);
                    }
                    Ok(())
                })
            })?;
        }
        Ok(fractions.to_pyarray(py).reshape([self.count, shape[1]])?.into_any())
    }
}

impl Batch {
    /// A truth value for each body of each scene.
    fn flags<'py>(
        &self,
        py: Python<'py>,
        flag: impl Fn(&BodyRef<'_>) -> bool + Sync + Send,
    ) -> PyResult<Array<'py>> {
        let width = self.bodies.len();
        let mut flags = vec![false; self.count * width];
        if !flags.is_empty() {
            self.run(py, |batch| {
                batch.each_with(flags.chunks_exact_mut(width), |flags, scene| {
                    for (key, out) in self.bodies.iter().zip(flags) {
                        *out = flag(&scene.body(*key)?);
                    }
                    Ok(())
                })
            })?;
        }
        Ok(flags.to_pyarray(py).reshape([self.count, width])?.into_any())
    }
}
