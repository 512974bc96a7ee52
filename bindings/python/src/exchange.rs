//! Exchanging shapes of colliders at once.
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use umbra::geom::Shape;
use umbra::prelude::Pose;
use umbra::{Material, NewShapes as Engine};

use crate::body::Body;
use crate::collider::Collider;
use crate::errors::{bad_type, bad_value};
use crate::scene_lock::Shared;
use crate::value::Take;

/// New shapes of a collider, for `Body.exchange_shapes`: the indices of those that it keeps, and
/// those that are added, tuples of a pose, a `Shape` and, if wanted, a `Material`; and its new
/// density or mass.
#[pyclass(frozen, module = "umbra2d")]
pub struct NewShapes {
    engine: Engine,
    scene: Shared,
}

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

fn add(engine: Engine, item: &Bound<'_, PyAny>) -> PyResult<Engine> {
    let expected = || bad_type("add", "a list of tuples: a pose, a Shape and maybe a Material");
    let parts = item.cast::<PyTuple>().map_err(|_| expected())?;
    let part = |index: usize| parts.get_item(index).map_err(|_| expected());
    let (pose, shape) = (Pose::take("add", &part(0)?)?, Shape::take("add", &part(1)?)?);
    match parts.len() {
        2 => Ok(engine.add(pose, shape)),
        3 => Ok(engine.add_with(pose, shape, Material::take("add", &part(2)?)?)),
        _ => Err(expected()),
    }
}

#[pymethods]
impl NewShapes {
    #[new]
    #[pyo3(signature = (collider, *, keep=None, add=None, density=None, mass=None))]
    fn new(
        collider: &Bound<'_, Collider>,
        keep: Option<Object<'_, '_>>,
        add: Option<Object<'_, '_>>,
        density: Option<f64>,
        mass: Option<f64>,
    ) -> PyResult<Self> {
        let collider = collider.get();
        let mut engine = Engine::new(collider.key);
        if let Some(keep) = keep {
            let kept: Vec<usize> =
                keep.extract().map_err(|_| bad_type("keep", "a list of indices"))?;
            engine = engine.keep(kept);
        }
        if let Some(items) = add {
            for item in items.try_iter().map_err(|_| bad_type("add", "a list of tuples"))? {
                engine = self::add(engine, &item?)?;
            }
        }
        engine = match (density, mass) {
            (Some(_), Some(_)) => return Err(bad_value("mass", "cannot be given with `density`")),
            (Some(density), None) => engine.density(density as f32),
            (None, Some(mass)) => engine.mass(mass as f32),
            (None, None) => engine,
        };
        Ok(Self { engine, scene: collider.scene.clone() })
    }

    fn __repr__(&self) -> &'static str {
        "<NewShapes>"
    }
}

#[pymethods]
impl Body {
    /// Exchanges shapes of its colliders at once, given as `NewShapes`. Contacts of shapes that are
    /// kept go on; the body's mass follows, and its position and velocity stay.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene(gravity=(0, 0))
    /// >>> body = scene.add(umbra2d.dynamic(), umbra2d.cuboid(1, 1))
    /// >>> smaller = ((0, 0, 0), umbra2d.Shape.circle(0.5))
    /// >>> body.exchange_shapes(umbra2d.NewShapes(body.colliders[0], add=[smaller]))
    /// >>> body.mass < 1
    /// True
    #[pyo3(signature = (*new_shapes))]
    fn exchange_shapes(&self, new_shapes: &Bound<'_, PyTuple>) -> PyResult<()> {
        let each = |item: Bound<'_, PyAny>| {
            let new = item.cast::<NewShapes>();
            let new = new.map_err(|_| bad_type("new_shapes", "NewShapes"))?.get();
            if !new.scene.is_same(&self.scene) {
                return Err(bad_value("new_shapes", "has a collider of another scene"));
            }
            Ok(new.engine.clone())
        };
        let new = new_shapes.iter().map(each).collect::<PyResult<Vec<_>>>()?;
        self.scene.write(new_shapes.py(), |scene| scene.exchange_shapes(self.key, new))
    }
}
