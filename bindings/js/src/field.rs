//! Fields: gravity of places, planets, magnets, water, wind.
use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::shape::convex;
use crate::table::{Kinds, Options, apply, kind};
use crate::wire::{Key, Value, Values};
use crate::world::RawWorld;

/// Kinds of fields, with what each needs.
pub const KINDS: &Kinds<Field> = &[
    ("gravity acceleration:v", |v| Field::gravity(v.vector(0))),
    ("attraction acceleration:n radius:n", |v| Field::attraction(v.real(0), v.real(1))),
    ("magnet force:n range:n", |v| Field::magnet(v.real(0), v.real(1))),
    ("water density:n", |v| Field::water(v.real(0))),
    ("wind velocity:v", |v| Field::wind(v.vector(0))),
];

/// Options of a field.
pub const OPTIONS: &Options<Field> = &[
    ("pose:p", |it, v| it.at_pose(v.point(0), v.real(2))),
    ("below:b", |it, v| if v.flag(0) { it.below() } else { it }),
    ("cuboid:nn", |it, v| it.cuboid(v.real(0), v.real(1))),
    ("polygon:q", |it, v| it.polygon(v.points())),
    ("body:k", |it, v| it.on(v.key(0))),
    ("density:n", |it, v| it.density(v.real(0))),
    ("drag:n", |it, v| it.drag(v.real(0))),
    ("lift:n", |it, v| it.lift(v.real(0))),
    ("velocity:v", |it, v| it.velocity(v.vector(0))),
    ("filter:f", |it, v| it.filter(v.filter(0))),
    ("enabled:b", |it, v| it.enabled(v.flag(0))),
];

fn build(number: u32, needs: &[f64], options: &[f64]) -> Field {
    apply(OPTIONS, kind(KINDS, number, needs), options)
}

#[wasm_bindgen]
impl RawWorld {
    /// Adds a field.
    #[wasm_bindgen(js_name = fieldAdd)]
    pub fn field_add(&mut self, kind: u32, needs: &[f64], options: &[f64]) -> Answer<f64> {
        Ok(self.scene.add_field(build(kind, needs, options))?.to_number())
    }

    /// Puts another field in place of one.
    #[wasm_bindgen(js_name = fieldSet)]
    pub fn field_set(&mut self, field: f64, kind: u32, needs: &[f64], options: &[f64]) -> Answer {
        let mut it = self.scene.field_mut(FieldKey::of_number(field))?;
        Ok(it.set(build(kind, needs, options))?)
    }

    /// Moves a field.
    #[wasm_bindgen(js_name = fieldMove)]
    pub fn field_move(&mut self, field: f64, x: f32, y: f32, angle: f32) -> Answer {
        let mut it = self.scene.field_mut(FieldKey::of_number(field))?;
        let moved = it.view().clone().at_pose([x, y], angle);
        Ok(it.set(moved)?)
    }

    /// Switches a field on or off.
    #[wasm_bindgen(js_name = fieldEnable)]
    pub fn field_enable(&mut self, field: f64, enabled: bool) -> Answer {
        self.scene.field_mut(FieldKey::of_number(field))?.set_enabled(enabled);
        Ok(())
    }

    /// Removes a field.
    #[wasm_bindgen(js_name = fieldRemove)]
    pub fn field_remove(&mut self, field: f64) -> Answer {
        Ok(self.scene.remove_field(FieldKey::of_number(field))?)
    }

    /// The pose of a field in the world.
    #[wasm_bindgen(js_name = fieldPose)]
    pub fn field_pose(&self, field: f64) -> Answer<u32> {
        let pose = self.scene.field_pose(FieldKey::of_number(field))?;
        Ok(self.give(pose))
    }

    /// Gravity at a point, for what has this filter.
    #[wasm_bindgen(js_name = gravityAt)]
    pub fn gravity_at(&self, x: f32, y: f32, filter: &[f64]) -> Answer<u32> {
        let gravity = self.scene.gravity_at([x, y], Values(filter).filter(0))?;
        Ok(self.give(gravity))
    }

    /// The part of a body that is in a field: its centre and area, as a value of three numbers.
    pub fn submerged(&self, field: f64, body: f64) -> Answer<u32> {
        let it = self.scene.submerged(Key::of_number(field), Key::of_number(body))?;
        Ok(self.give(Value::from((it.center.coords, it.area))))
    }

    /// The part of a shape that is in a field, likewise.
    #[wasm_bindgen(js_name = shapeInField)]
    pub fn shape_in_field(&self, field: f64, shape: &[f64], at: &[f64]) -> Answer<u32> {
        let (field, shape) = (Key::of_number(field), convex(Values(shape))?);
        let it = self.scene.shape_in_field(field, &shape, Values(at).pose(0))?;
        Ok(self.give(Value::from((it.center.coords, it.area))))
    }
}
