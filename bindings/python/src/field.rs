//! Fields: wind, water, gravity and magnets.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::prelude::{Point, Vector};
use umbra::{Field as Builder, FieldKind, Filter};

use crate::body::Body;
use crate::errors::bad_type;
use crate::record::{apply_options, unknown_option};
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::value::{Give, Take, points};

/// Description of a field to be added: see its static methods. Their keywords: `position`,
/// `angle`, the area (`cuboid=(half_width, half_height)`, `polygon=[..]` or `below=True`, what is
/// below its x axis), `body` (a body that it moves with), `filter`, `enabled`, and for some kinds
/// `velocity`, `density`, `drag`, `lift`.
#[pyclass(frozen, module = "umbra2d")]
#[derive(Clone)]
pub struct FieldDef {
    pub(crate) builder: Builder,
    /// Scene of the body that it moves with.
    pub(crate) scene: Option<Shared>,
}

/// Where a field is, until all keywords are read.
#[derive(Default)]
struct Place {
    position: Option<Point>,
    angle: f32,
    scene: Option<Shared>,
}

fn apply(
    builder: Builder,
    place: &mut Place,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<Builder> {
    Ok(match name {
        "position" => {
            place.position = Some(Point::take(name, value)?);
            builder
        }
        "angle" => {
            place.angle = f32::take(name, value)?;
            builder
        }
        "cuboid" => {
            let [width, height] = <[f32; 2]>::take(name, value)?;
            builder.cuboid(width, height)
        }
        "polygon" => builder.polygon(points(name, value)?),
        "below" => {
            if bool::take(name, value)? {
                builder.below()
            } else {
                builder
            }
        }
        "body" => {
            let body = value.cast::<Body>().map_err(|_| bad_type(name, "a Body"))?.get();
            place.scene = Some(body.scene.clone());
            builder.on(body.key)
        }
        "filter" => builder.filter(Filter::take(name, value)?),
        "enabled" => builder.enabled(bool::take(name, value)?),
        "velocity" => builder.velocity(Vector::take(name, value)?),
        "density" => builder.density(f32::take(name, value)?),
        "drag" => builder.drag(f32::take(name, value)?),
        "lift" => builder.lift(f32::take(name, value)?),
        _ => {
            let known = [
                "position", "angle", "cuboid", "polygon", "below", "body", "filter", "enabled",
                "velocity", "density", "drag", "lift",
            ];
            return Err(unknown_option(name, &known));
        }
    })
}

fn describe(builder: Builder, options: Option<&Bound<'_, PyDict>>) -> PyResult<FieldDef> {
    let mut place = Place::default();
    let each =
        |builder, name: &str, value: &Bound<'_, PyAny>| apply(builder, &mut place, name, value);
    let builder = apply_options(builder, options, each)?;
    let builder = match (place.position, place.angle) {
        (None, 0.0) => builder,
        (position, angle) => builder.at_pose(position.unwrap_or_default(), angle),
    };
    Ok(FieldDef { builder, scene: place.scene })
}

#[pymethods]
impl FieldDef {
    /// Gravity of its own in an area.
    #[staticmethod]
    #[pyo3(signature = (acceleration, **options))]
    fn gravity(
        acceleration: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        describe(Builder::gravity(Vector::take("acceleration", acceleration)?), options)
    }

    /// Gravity toward a point, as of a planet of this radius.
    #[staticmethod]
    #[pyo3(signature = (acceleration, radius, **options))]
    fn attraction(
        acceleration: f64,
        radius: f64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        describe(Builder::attraction(acceleration as f32, radius as f32), options)
    }

    /// A force toward a point, within a range.
    #[staticmethod]
    #[pyo3(signature = (force, range, **options))]
    fn magnet(force: f64, range: f64, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        describe(Builder::magnet(force as f32, range as f32), options)
    }

    /// Water of this density: buoyancy and drag.
    #[staticmethod]
    #[pyo3(signature = (density, **options))]
    fn water(density: f64, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        describe(Builder::water(density as f32), options)
    }

    /// Wind with this velocity.
    #[staticmethod]
    #[pyo3(signature = (velocity, **options))]
    fn wind(velocity: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        describe(Builder::wind(Vector::take("velocity", velocity)?), options)
    }

    fn __repr__(&self) -> &'static str {
        "<description of a field>"
    }
}

handle! {
    /// A field of a scene.
    Field(FieldKey), field, remove_field, "field"
}

impl Give for FieldKind {
    fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>> {
        let word = match self {
            Self::Gravity { .. } => "gravity",
            Self::Attraction { .. } => "attraction",
            Self::Magnet { .. } => "magnet",
            Self::Water { .. } => "water",
            Self::Wind { .. } => "wind",
            _ => "other",
        };
        word.give(py, scene)
    }
}

properties! {
    Field, read field, write field_mut, builder ();

    /// Kind: "gravity", "attraction", "magnet", "water" or "wind".
    kind: _ { get(it) it.kind(); }
    /// Body that it moves with, or `None`.
    body: _ { get(it) it.body(); }
    /// Pose: on its body, or in the world.
    pose: _ { get(it) it.pose(); }
    /// False while it does nothing.
    enabled: bool {
        get(it) it.is_enabled();
        set set_enabled(it, value) it.set_enabled(value);
    }
    /// Position: on its body, or in the world.
    position: Point {
        get(it) Point::from(it.pose().translation.vector);
        set set_position(it, value) it.set_position(value);
    }
    /// Angle: on its body, or in the world.
    angle: f32 {
        get(it) it.pose().rotation.angle();
        set set_angle(it, value) it.set_angle(value);
    }
}

/// What a field does.
#[pymethods]
impl Field {
    /// Replaces the field by another description.
    fn set(&self, field: &Bound<'_, FieldDef>) -> PyResult<()> {
        let new = field.get().builder_in(&self.scene)?;
        self.scene.write(field.py(), |scene| scene.field_mut(self.key)?.set(new))
    }

    /// Area of a body that is in the field, and the centre of that area.
    fn submerged(&self, body: &Bound<'_, PyAny>) -> PyResult<(f32, crate::vec2::Vec2)> {
        let key = crate::body::take_body("body", body, &self.scene)?;
        let read = |scene: &umbra::Scene| scene.submerged(self.key, key);
        let area = self.scene.read(body.py(), read)?;
        let center = crate::vec2::Vec2 { x: area.center.x.into(), y: area.center.y.into() };
        Ok((area.area, center))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let valid = self.scene.read(py, |scene| Ok(scene.field(self.key).is_ok()))?;
        Ok(if valid { "<Field>" } else { "<removed Field>" }.into())
    }
}

impl FieldDef {
    /// The builder, if its body is of this scene.
    fn builder_in(&self, scene: &Shared) -> PyResult<Builder> {
        match &self.scene {
            Some(own) if !own.is_same(scene) => {
                Err(crate::errors::bad_value("body", "is of another scene"))
            }
            _ => Ok(self.builder.clone()),
        }
    }
}

/// Fields of a scene.
#[pymethods]
impl Scene {
    /// Adds a field.
    pub(crate) fn add_field(&self, field: &Bound<'_, FieldDef>) -> PyResult<Field> {
        let builder = field.get().builder_in(&self.shared)?;
        let key = self.shared.write(field.py(), |scene| scene.add_field(builder))?;
        Ok(Field { scene: self.shared.clone(), key })
    }

    /// All fields.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let keys = self.shared.read(py, |scene| Ok(scene.fields().collect::<Vec<_>>()))?;
        keys.give(py, &self.shared)
    }
}
