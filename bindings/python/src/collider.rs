//! Colliders of a scene: their properties and their handle.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::geom::Shape;
use umbra::prelude::{Aabb, Point, Pose, Vector};
use umbra::{Collider as Builder, CombineRule, Filter, Material};

use crate::record::apply_options;
use crate::shape::ColliderDef;
use crate::value::Take;

handle! {
    /// A collider of a body: shapes with a material. Attributes read and change it.
    Collider(ColliderKey), collider, remove_collider, "collider"
}

properties! {
    Collider, read collider, write collider_mut, builder Builder;

    /// Position of the shapes on the body.
    position: Point {
        build(it, value) it.at(value);
    }
    /// Angle of the shapes on the body, in radians.
    angle: f32 {
        build(it, value) it.turned(value);
    }
    /// Pose of the shapes on the body.
    offset: Pose {
        build(it, value) it.offset(value);
        get(it) it.offset();
        set set_offset(it, value) it.set_offset(value);
    }
    /// Mass per area; 1 by default.
    density: f32 {
        build(it, value) it.density(value);
        get(it) it.density();
        set set_density(it, value) it.set_density(value);
    }
    /// Mass, instead of a density.
    mass: f32 {
        build(it, value) it.mass(value);
        get(it) it.mass();
        set set_mass(it, value) it.set_mass(value);
    }
    /// Coefficient of friction.
    friction: f32 {
        build(it, value) it.friction(value);
        get(it) it.friction();
        set set_friction(it, value) it.set_friction(value);
    }
    /// Coefficient of restitution, from 0 to 4.
    restitution: f32 {
        build(it, value) it.restitution(value);
        get(it) it.restitution();
        set set_restitution(it, value) it.set_restitution(value);
    }
    /// Rule that mixes the friction of two colliders: "usual", "average", "geometric_mean",
    /// "maximum", "minimum" or "multiply".
    friction_rule: CombineRule {
        build(it, value) it.friction_rule(value);
        get(it) it.friction_rule();
        set set_friction_rule(it, value) it.set_friction_rule(value);
    }
    /// Rule that mixes the restitution of two colliders.
    restitution_rule: CombineRule {
        build(it, value) it.restitution_rule(value);
        get(it) it.restitution_rule();
        set set_restitution_rule(it, value) it.set_restitution_rule(value);
    }
    /// Rolling resistance, a length.
    rolling_resistance: f32 {
        build(it, value) it.rolling_resistance(value);
        get(it) it.rolling_resistance();
        set set_rolling_resistance(it, value) it.set_rolling_resistance(value);
    }
    /// Speed of the surface, as of a conveyor belt.
    surface_speed: f32 {
        build(it, value) it.surface_speed(value);
        get(it) it.surface_speed();
        set set_surface_speed(it, value) it.set_surface_speed(value);
    }
    /// True if it only reports overlaps.
    sensor: bool {
        build(it, value) it.sensor(value);
        get(it) it.is_sensor();
        set set_sensor(it, value) it.set_sensor(value);
    }
    /// True if this sensor sees other sensors.
    sees_sensors: bool {
        build(it, value) it.sees_sensors(value);
        get(it) it.sees_sensors();
        set set_sees_sensors(it, value) it.set_sees_sensors(value);
    }
    /// True if it reports hits and impacts.
    hit_events: bool {
        build(it, value) it.hit_events(value);
        get(it) it.hit_events();
        set set_hit_events(it, value) it.set_hit_events(value);
    }
    /// Rule for what it collides with, a `Filter`.
    filter: Filter {
        build(it, value) it.filter(value);
        get(it) it.filter();
        set set_filter(it, value) it.set_filter(value);
    }
    /// True if lines are solid on their left side only.
    one_sided: bool {
        build(it, value) it.one_sided(value);
        get(it) it.is_one_sided();
        set set_one_sided(it, value) it.set_one_sided(value);
    }
    /// Direction from which bodies are held, for a one-way platform, or `None`.
    one_way: Option<Vector> {
        build(it, value) match value { Some(value) => it.one_way(value), None => it };
        get(it) it.one_way();
        set set_one_way(it, value) it.set_one_way(value);
    }
    /// A number for the caller, from 0 to 2**64 - 1.
    user_data: u64 {
        build(it, value) it.user_data(value);
        get(it) it.user_data();
        set set_user_data(it, value) it.set_user_data(value);
    }
    /// Materials, one for each shape.
    materials: Vec<Material> {
        build(it, value) it.materials(value);
        get(it) it.materials().collect::<Vec<_>>();
    }
    /// False while it takes no part in the simulation.
    enabled: bool {
        get(it) it.is_enabled();
        set set_enabled(it, value) it.set_enabled(value);
    }
    /// Body that it belongs to.
    body: _ { get(it) it.body(); }
    /// Bounding box, `(min, max)`.
    aabb: _ { get(it) it.aabb(); }
    /// Size of a cell of a tile map, or `None`.
    cell_size: _ { get(it) it.cell_size(); }
    /// Shapes, each with its pose in the world.
    shapes: _ { get(it) it.shapes().map(|(shape, pose)| (shape.clone(), pose)).collect::<Vec<_>>(); }
    /// Shapes, each with its pose on the body.
    local_shapes: _ {
        get(it) it.local_shapes().map(|(shape, pose)| (shape.clone(), pose)).collect::<Vec<_>>();
    }
    /// Colliders that overlap this sensor.
    overlaps: _ { get(it) it.overlaps().collect::<Vec<_>>(); }
    /// Sensors that this collider overlaps.
    seen_by: _ { get(it) it.seen_by().collect::<Vec<_>>(); }
}

/// What a collider does.
#[pymethods]
impl Collider {
    /// Description of a collider like this one, with other options: see `Body.to_def`.
    #[pyo3(signature = (**options))]
    fn to_def(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<ColliderDef> {
        let builder = self.scene.read(py, |scene| Ok(scene.collider(self.key)?.to_builder()))?;
        Ok(ColliderDef { builder: apply_options(builder, options, option)? })
    }

    /// Replaces all shapes by this one.
    fn set_shape(&self, shape: &Bound<'_, PyAny>) -> PyResult<()> {
        let new = Shape::take("shape", shape)?;
        self.scene.write(shape.py(), |scene| scene.collider_mut(self.key)?.set_shape(new))
    }

    /// Changes the material of one shape.
    fn set_shape_material(&self, index: usize, material: &Bound<'_, PyAny>) -> PyResult<()> {
        let new = Material::take("material", material)?;
        let write =
            |scene: &mut umbra::Scene| scene.collider_mut(self.key)?.set_shape_material(index, new);
        self.scene.write(material.py(), write)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.scene.read(py, |scene| {
            let Ok(collider) = scene.collider(self.key) else {
                return Ok("<removed Collider>".into());
            };
            let Aabb { min, max } = collider.aabb();
            let what = if collider.is_sensor() { "Collider (sensor)" } else { "Collider" };
            let [a, b, c, d] = [min.x, min.y, max.x, max.y];
            Ok(format!("<{what} from ({a:.3}, {b:.3}) to ({c:.3}, {d:.3})>"))
        })
    }
}
