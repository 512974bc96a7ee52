//! Colliders.
use umbra::prelude::*;
use umbra::{ColliderMut, ColliderRef};
use wasm_bindgen::prelude::*;

use crate::config::{RULE_NAMES, rule, rule_number};
use crate::error::Answer;
use crate::shape::{Given, convex, given};
use crate::table::{self, Options};
use crate::tiles::{cell_number, tile};
use crate::wire::{Key, Value, Values, numbers};
use crate::world::RawWorld;

/// A material, from six numbers.
pub(crate) fn material(v: Values<'_>) -> Material {
    Material {
        friction: v.real(0),
        restitution: v.real(1),
        rolling_resistance: v.real(2),
        surface_speed: v.real(3),
        friction_rule: rule(v, 4),
        restitution_rule: rule(v, 5),
    }
}

fn put<T>(value: T) -> Result<(), umbra::Error> {
    let _ = value;
    Ok(())
}

/// Options of a new collider. Its shape is given apart.
pub const OPTIONS: &Options<Collider> = &[
    ("position:v", |it, v| it.at(v.point(0))),
    ("angle:n", |it, v| it.turned(v.real(0))),
    ("density:n", |it, v| it.density(v.real(0))),
    ("mass:n", |it, v| it.mass(v.real(0))),
    ("friction:n", |it, v| it.friction(v.real(0))),
    ("restitution:n", |it, v| it.restitution(v.real(0))),
    ("rollingResistance:n", |it, v| it.rolling_resistance(v.real(0))),
    ("surfaceSpeed:n", |it, v| it.surface_speed(v.real(0))),
    (RULE_NAMES.0, |it, v| it.friction_rule(rule(v, 0))),
    (RULE_NAMES.1, |it, v| it.restitution_rule(rule(v, 0))),
    ("sensor:b", |it, v| it.sensor(v.flag(0))),
    ("seesSensors:b", |it, v| it.sees_sensors(v.flag(0))),
    ("filter:f", |it, v| it.filter(v.filter(0))),
    ("oneWay:v", |it, v| it.one_way(v.vector(0))),
    ("oneSided:b", |it, v| it.one_sided(v.flag(0))),
    ("hitEvents:b", |it, v| it.hit_events(v.flag(0))),
    ("materials:M", |it, v| it.materials(v.lists().map(material))),
    ("userData:u", |it, v| it.user_data(v.bits(0))),
];

type Get = fn(&ColliderRef<'_>) -> Value;
/// What can be read of a collider.
pub const GETTERS: &[(&str, Get)] = &[
    ("body", |it| Value::key(it.body())),
    ("offset", |it| it.offset().into()),
    ("density", |it| it.density().into()),
    ("mass", |it| it.mass().into()),
    ("friction", |it| it.friction().into()),
    ("restitution", |it| it.restitution().into()),
    ("rollingResistance", |it| it.rolling_resistance().into()),
    ("surfaceSpeed", |it| it.surface_speed().into()),
    (RULE_NAMES.0, |it| Value::choice(rule_number(it.friction_rule()))),
    (RULE_NAMES.1, |it| Value::choice(rule_number(it.restitution_rule()))),
    ("sensor", |it| it.is_sensor().into()),
    ("seesSensors", |it| it.sees_sensors().into()),
    ("filter", |it| it.filter().into()),
    ("oneWay", |it| it.one_way().into()),
    ("oneSided", |it| it.is_one_sided().into()),
    ("hitEvents", |it| it.hit_events().into()),
    ("enabled", |it| it.is_enabled().into()),
    ("aabb", |it| it.aabb().into()),
    ("cellSize", |it| it.cell_size().into()),
    ("userData", |it| it.user_data().into()),
];

type Set = fn(&mut ColliderMut<'_>, Values<'_>) -> Result<(), umbra::Error>;
/// What can be changed of a collider.
pub const SETTERS: &[(&str, Set)] = &[
    ("offset:p", |it, v| it.set_offset(v.pose(0))),
    ("density:n", |it, v| it.set_density(v.real(0))),
    ("mass:n", |it, v| it.set_mass(v.real(0))),
    ("friction:n", |it, v| it.set_friction(v.real(0))),
    ("restitution:n", |it, v| it.set_restitution(v.real(0))),
    ("rollingResistance:n", |it, v| it.set_rolling_resistance(v.real(0))),
    ("surfaceSpeed:n", |it, v| it.set_surface_speed(v.real(0))),
    (RULE_NAMES.0, |it, v| put(it.set_friction_rule(rule(v, 0)))),
    (RULE_NAMES.1, |it, v| put(it.set_restitution_rule(rule(v, 0)))),
    ("sensor:b", |it, v| it.set_sensor(v.flag(0))),
    ("seesSensors:b", |it, v| put(it.set_sees_sensors(v.flag(0)))),
    ("filter:f", |it, v| put(it.set_filter(v.filter(0)))),
    ("oneWay:v?", |it, v| it.set_one_way((!v.is_null()).then(|| v.vector(0)))),
    ("oneSided:b", |it, v| it.set_one_sided(v.flag(0))),
    ("hitEvents:b", |it, v| put(it.set_hit_events(v.flag(0)))),
    ("enabled:b", |it, v| it.set_enabled(v.flag(0))),
    ("shape:S", |it, v| it.set_shape(convex(v)?)),
    ("userData:u", |it, v| put(it.set_user_data(v.bits(0)))),
];

/// A collider from its shape and options.
pub(crate) fn build(shape: &[f64], options: &[f64]) -> Answer<Collider> {
    let collider = match given(Values(shape)) {
        Given::Convex(shape) => Collider::new(shape?),
        Given::Collider(it) => *it,
    };
    Ok(table::apply(OPTIONS, collider, options))
}

#[wasm_bindgen]
impl RawWorld {
    /// Adds a collider to a body.
    #[wasm_bindgen(js_name = colliderAdd)]
    pub fn collider_add(&mut self, body: f64, shape: &[f64], options: &[f64]) -> Answer<f64> {
        let collider = build(shape, options)?;
        Ok(self.scene.add_collider(BodyKey::of_number(body), collider)?.to_number())
    }

    /// Removes a collider.
    #[wasm_bindgen(js_name = colliderRemove)]
    pub fn collider_remove(&mut self, collider: f64) -> Answer {
        Ok(self.scene.remove_collider(Key::of_number(collider))?)
    }

    /// True if there is such a collider.
    #[wasm_bindgen(js_name = colliderHas)]
    pub fn collider_has(&self, collider: f64) -> bool {
        self.scene.collider(Key::of_number(collider)).is_ok()
    }

    /// Reads a property.
    #[wasm_bindgen(js_name = colliderGet)]
    pub fn collider_get(&self, collider: f64, property: u32) -> Answer<u32> {
        let it = self.scene.collider(Key::of_number(collider))?;
        let value = table::row(GETTERS, property).map_or(Value::NULL, |get| get(&it));
        Ok(self.give(value))
    }

    /// Changes a property.
    #[wasm_bindgen(js_name = colliderSet)]
    pub fn collider_set(&mut self, collider: f64, property: u32, values: &[f64]) -> Answer {
        let mut it = self.scene.collider_mut(Key::of_number(collider))?;
        let set = table::row(SETTERS, property);
        Ok(set.map_or(Ok(()), |set| set(&mut it, Values(values)))?)
    }

    /// Changes the material of one shape.
    #[wasm_bindgen(js_name = colliderSetMaterial)]
    pub fn collider_set_material(&mut self, collider: f64, shape: u32, values: &[f64]) -> Answer {
        let mut it = self.scene.collider_mut(Key::of_number(collider))?;
        Ok(it.set_shape_material(shape as usize, material(Values(values)))?)
    }

    /// Colliders that overlap a sensor; or sensors that a collider overlaps.
    #[wasm_bindgen(js_name = colliderOverlaps)]
    pub fn collider_overlaps(&self, collider: f64, seen_by: bool) -> Answer<Vec<f64>> {
        let it = self.scene.collider(Key::of_number(collider))?;
        Ok(if seen_by { numbers(it.seen_by()) } else { numbers(it.overlaps()) })
    }

    /// Changes a cell of a tile map.
    #[wasm_bindgen(js_name = colliderSetCell)]
    pub fn collider_set_cell(&mut self, collider: f64, cell: &[f64], values: &[f64]) -> Answer {
        let mut it = self.scene.collider_mut(Key::of_number(collider))?;
        Ok(it.set_cell(Values(cell).cell(0), tile(Values(values)))?)
    }

    /// The tile of a cell: number of the cell and the user's number. Nothing if there is none.
    #[wasm_bindgen(js_name = colliderCell)]
    pub fn collider_cell(&self, collider: f64, cell: &[f64]) -> Answer<Vec<f64>> {
        let it = self.scene.collider(Key::of_number(collider))?;
        let found = it.cell(Values(cell).cell(0));
        Ok(found.map_or(Vec::new(), |it| vec![cell_number(it.cell), it.user_data as f64]))
    }

    /// The cell of a tile map at a point of the world. Nothing if there is none.
    #[wasm_bindgen(js_name = colliderCellAt)]
    pub fn collider_cell_at(&self, collider: f64, x: f32, y: f32) -> Answer<Vec<f64>> {
        let found = self.scene.collider(Key::of_number(collider))?.cell_at([x, y]);
        Ok(found.map_or(Vec::new(), |cell| cell.map(f64::from).to_vec()))
    }

    /// Outlines of the shapes of a collider in the frame of its body. Each is a list behind its
    /// length: a radius, and the points of the core.
    #[wasm_bindgen(js_name = colliderOutlines)]
    pub fn collider_outlines(&self, collider: f64) -> Answer<Vec<f64>> {
        let mut all = Vec::new();
        for (shape, pose) in self.scene.collider(Key::of_number(collider))?.shapes_on_body(None) {
            let points = core_points(shape);
            all.extend([1.0 + 2.0 * points.len() as f64, f64::from(shape.radius())]);
            for point in points {
                let point = pose * point;
                all.extend([point.x, point.y].map(f64::from));
            }
        }
        Ok(all)
    }
}

/// The points whose hull, grown by the radius, is the shape.
fn core_points(shape: &Shape) -> Vec<Point> {
    match shape {
        Shape::Circle(it) => vec![it.center()],
        Shape::Capsule(it) => vec![it.a(), it.b()],
        Shape::Segment(it) => vec![it.a(), it.b()],
        Shape::ChainSegment(it) => vec![it.segment().a(), it.segment().b()],
        Shape::Polygon(it) => it.vertices().to_vec(),
    }
}
