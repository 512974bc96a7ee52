//! Shapes, and descriptions of colliders that have them.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::prelude::{Capsule, Circle, Pose, Segment};
use umbra::{Collider as Builder, geom};

use crate::collider::option;
use crate::errors::{bad_type, raise_geometry};
use crate::record::apply_options;
use crate::scene_lock::Shared;
use crate::value::{Give, Take, points};

/// Description of a collider to be added: see `circle`, `cuboid`, `polygon` and so on.
#[pyclass(frozen, module = "umbra2d")]
#[derive(Clone)]
pub struct ColliderDef {
    pub(crate) builder: Builder,
}

#[pymethods]
impl ColliderDef {
    fn __repr__(&self) -> &'static str {
        "<description of a collider>"
    }
}

/// A convex shape, for queries and compound colliders.
///
/// >>> import umbra2d
/// >>> umbra2d.Shape.circle(0.5).radius
/// 0.5
#[pyclass(frozen, module = "umbra2d")]
#[derive(Clone)]
pub struct Shape(pub geom::Shape);

fn shape<T: Into<geom::Shape>>(shape: Result<T, geom::Error>) -> PyResult<Shape> {
    shape.map(|shape| Shape(shape.into())).map_err(raise_geometry)
}

/// Two points.
fn ends(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<[geom::Point; 2]> {
    Ok([Take::take("a", a)?, Take::take("b", b)?])
}

#[pymethods]
impl Shape {
    /// A circle.
    #[staticmethod]
    fn circle(radius: f64) -> PyResult<Self> {
        shape(Circle::new(radius as f32))
    }

    /// A box of these half extents, with round corners if `radius` is not 0.
    #[staticmethod]
    #[pyo3(signature = (half_width, half_height, radius=0.0))]
    fn cuboid(half_width: f64, half_height: f64, radius: f64) -> PyResult<Self> {
        let [w, h, r] = [half_width, half_height, radius].map(|it| it as f32);
        if r == 0.0 {
            return shape(geom::Polygon::cuboid(w, h));
        }
        shape(geom::Polygon::rounded_cuboid(w, h, r))
    }

    /// A capsule around the segment from `a` to `b`.
    #[staticmethod]
    fn capsule(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, radius: f64) -> PyResult<Self> {
        let [a, b] = ends(a, b)?;
        shape(Capsule::new(a, b, radius as f32))
    }

    /// A segment from `a` to `b`.
    #[staticmethod]
    fn segment(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Self> {
        let [a, b] = ends(a, b)?;
        shape(Segment::new(a, b))
    }

    /// The convex hull of some points, with round corners if `radius` is not 0.
    #[staticmethod]
    #[pyo3(signature = (vertices, radius=0.0))]
    fn polygon(vertices: &Bound<'_, PyAny>, radius: f64) -> PyResult<Self> {
        let polygon = geom::Polygon::hull(points("vertices", vertices)?);
        if radius == 0.0 {
            return shape(polygon);
        }
        shape(polygon.and_then(|polygon| polygon.rounded(radius as f32)))
    }

    /// Kind of shape: "circle", "capsule", "segment", "chain_segment" or "polygon".
    #[getter]
    fn kind(&self) -> &'static str {
        match &self.0 {
            geom::Shape::Circle(_) => "circle",
            geom::Shape::Capsule(_) => "capsule",
            geom::Shape::Segment(_) => "segment",
            geom::Shape::ChainSegment(_) => "chain_segment",
            geom::Shape::Polygon(_) => "polygon",
        }
    }

    /// Radius of a circle or a capsule, or of the corners of a polygon.
    #[getter]
    fn radius(&self) -> f32 {
        self.0.radius()
    }

    /// Vertices: corners of a polygon, ends of a segment or capsule, centre of a circle.
    #[getter]
    fn vertices(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let vertices = self.0.core().vertices.to_vec();
        Ok(vertices.give(py, &Shared::nothing())?.unbind())
    }

    /// Area.
    #[getter]
    fn area(&self) -> f32 {
        self.0.area_properties().area
    }

    fn __repr__(&self) -> String {
        format!("<Shape {}>", self.kind())
    }
}

impl Take for geom::Shape {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let shape = value.cast::<Shape>().map_err(|_| bad_type(parameter, "a Shape"))?;
        Ok(shape.get().0.clone())
    }
}

impl Give for geom::Shape {
    fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
        Ok(Shape(self).into_pyobject(py)?.into_any())
    }
}

impl Give for (geom::Shape, Pose) {
    fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>> {
        let parts = [self.0.give(py, scene)?, self.1.give(py, scene)?];
        Ok(pyo3::types::PyTuple::new(py, parts)?.into_any())
    }
}

/// Heights of a list or an array.
fn numbers(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<f32>> {
    let items = value.try_iter().map_err(|_| bad_type(parameter, "a list of numbers"))?;
    items.map(|item| f32::take(parameter, &item?)).collect()
}

/// Shapes with their poses.
fn placed(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<(Pose, geom::Shape)>> {
    let expected = || bad_type(parameter, "a list of pairs: a pose and a Shape");
    let items = value.try_iter().map_err(|_| expected())?;
    let each = |item: PyResult<Bound<'_, PyAny>>| {
        let (pose, shape): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            item?.extract().map_err(|_| expected())?;
        Ok((Pose::take(parameter, &pose)?, Take::take(parameter, &shape)?))
    };
    items.map(each).collect()
}

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

macro_rules! colliders {
    ($(
        $(#[$about:meta])*
        $name:ident($($argument:ident: $type:ty),*) = $build:expr;
    )*) => {
        $(
            $(#[$about])*
            #[pyfunction]
            #[pyo3(signature = ($($argument,)* **options))]
            pub fn $name(
                $($argument: $type,)*
                options: Option<&Bound<'_, PyDict>>,
            ) -> PyResult<ColliderDef> {
                Ok(ColliderDef { builder: apply_options($build, options, option)? })
            }
        )*

        /// Adds the functions of this file to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}
colliders! {
    /// A circle. Keywords, here and below: the attributes of `Collider` that can be assigned, and
    /// `position`, `angle`, `materials`.
    circle(radius: f64) = Builder::circle(radius as f32);
    /// A box of these half extents.
    cuboid(half_width: f64, half_height: f64) =
        Builder::cuboid(half_width as f32, half_height as f32);
    /// A box of these half extents with round corners.
    rounded_cuboid(half_width: f64, half_height: f64, radius: f64) =
        Builder::rounded_cuboid(half_width as f32, half_height as f32, radius as f32);
    /// A capsule around the segment from `a` to `b`.
    capsule(a: Object<'_, '_>, b: Object<'_, '_>, radius: f64) = {
        let [a, b] = ends(a, b)?;
        Builder::capsule(a, b, radius as f32)
    };
    /// A convex polygon.
    polygon(vertices: Object<'_, '_>) = Builder::polygon(points("vertices", vertices)?);
    /// A convex polygon with round corners.
    rounded_polygon(vertices: Object<'_, '_>, radius: f64) =
        Builder::rounded_polygon(points("vertices", vertices)?, radius as f32);
    /// A polygon that need not be convex: it is cut into convex ones.
    concave(vertices: Object<'_, '_>) = Builder::concave(points("vertices", vertices)?);
    /// A segment from `a` to `b`, without a mass.
    segment(a: Object<'_, '_>, b: Object<'_, '_>) = {
        let [a, b] = ends(a, b)?;
        Builder::segment(a, b)
    };
    /// Segments from point to point, over which bodies slide smoothly.
    chain(vertices: Object<'_, '_>) = Builder::chain(points("vertices", vertices)?);
    /// A chain that is closed.
    chain_loop(vertices: Object<'_, '_>) = Builder::chain_loop(points("vertices", vertices)?);
    /// Ground with these heights at equal distances, over a width.
    heightfield(heights: Object<'_, '_>, width: f64) =
        Builder::heightfield(numbers("heights", heights)?, width as f32);
    /// Several shapes as one: pairs of a pose and a `Shape`.
    compound(shapes: Object<'_, '_>) = Builder::compound(placed("shapes", shapes)?);
    /// A collider of a `Shape`.
    collider(shape: Object<'_, '_>) = Builder::new(geom::Shape::take("shape", shape)?);
}
