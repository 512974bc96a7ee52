//! Lines to draw a world with, for those who have no pictures yet.
use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::table::{Options, apply};
use crate::wire::Values;
use crate::world::RawWorld;

fn set(mut options: DebugOptions, change: impl FnOnce(&mut DebugOptions)) -> DebugOptions {
    change(&mut options);
    options
}

/// Options of the drawing.
pub const OPTIONS: &Options<DebugOptions> = &[
    ("shapes:b", |it, v| set(it, |it| it.shapes = v.flag(0))),
    ("joints:b", |it, v| set(it, |it| it.joints = v.flag(0))),
    ("fields:b", |it, v| set(it, |it| it.fields = v.flag(0))),
    ("portals:b", |it, v| set(it, |it| it.portals = v.flag(0))),
    ("contacts:b", |it, v| set(it, |it| it.contacts = v.flag(0))),
    ("normals:b", |it, v| set(it, |it| it.normals = v.flag(0))),
    ("impulses:b", |it, v| set(it, |it| it.impulses = v.flag(0))),
    ("boxes:b", |it, v| set(it, |it| it.boxes = v.flag(0))),
    ("islands:b", |it, v| set(it, |it| it.islands = v.flag(0))),
    ("velocities:b", |it, v| set(it, |it| it.velocities = v.flag(0))),
    ("centersOfMass:b", |it, v| set(it, |it| it.centers_of_mass = v.flag(0))),
    ("interpolation:n", |it, v| set(it, |it| it.interpolation = v.real(0))),
    ("view:B", |it, v| set(it, |it| it.view = view(v))),
];

fn view(v: Values<'_>) -> Option<Aabb> {
    Aabb::new(v.point(0), v.point(2)).ok()
}

/// Lines as two points and a colour: x, y, x, y, 0xRRGGBB.
#[derive(Default)]
struct Lines(Vec<f32>);

impl Lines {
    fn line(&mut self, from: Point, to: Point, color: DebugColor) {
        let bytes = [0, color.red, color.green, color.blue];
        self.0.extend([from.x, from.y, to.x, to.y, u32::from_be_bytes(bytes) as f32]);
    }
    fn outline_of(&mut self, corners: &[Point], color: DebugColor) {
        for (i, &from) in corners.iter().enumerate() {
            self.line(from, corners[(i + 1) % corners.len()], color);
        }
    }
    /// An arc of a circle, in steps of at most an eighth of a right angle.
    fn arc(&mut self, center: Point, radius: f32, from: Rotation, angle: f32, color: DebugColor) {
        let count = (angle.abs() * 16.0 / std::f32::consts::PI).ceil().max(1.0);
        let step = Rotation::new(angle / count);
        let mut at = from * Vector::new(radius, 0.0);
        for _ in 0..count as u32 {
            let next = step * at;
            self.line(center + at, center + next, color);
            at = next;
        }
    }
}

impl DebugDraw for Lines {
    fn polygon(&mut self, vertices: &[Point], radius: Real, color: DebugColor) {
        if radius == 0.0 {
            return self.outline_of(vertices, color);
        }
        for (i, &from) in vertices.iter().enumerate() {
            let to = vertices[(i + 1) % vertices.len()];
            let after = vertices[(i + 2) % vertices.len()];
            let outwards = |a: Point, b: Point| {
                let along = b - a;
                Rotation::new((-along.x).atan2(along.y))
            };
            let (normal, next) = (outwards(from, to), outwards(to, after));
            let out = normal * Vector::new(radius, 0.0);
            self.line(from + out, to + out, color);
            self.arc(to, radius, normal, (normal.inverse() * next).angle(), color);
        }
    }
    fn circle(&mut self, center: Point, radius: Real, rotation: Rotation, color: DebugColor) {
        self.arc(center, radius, rotation, std::f32::consts::TAU, color);
        self.line(center, center + rotation * Vector::new(radius, 0.0), color);
    }
    fn capsule(&mut self, a: Point, b: Point, radius: Real, color: DebugColor) {
        self.polygon(&[a, b], radius, color);
    }
    fn segment(&mut self, a: Point, b: Point, color: DebugColor) {
        self.line(a, b, color);
    }
    fn point(&mut self, at: Point, color: DebugColor) {
        let arm = Vector::new(0.05, 0.0);
        self.line(at - arm, at + arm, color);
        self.line(at - Vector::new(0.0, 0.05), at + Vector::new(0.0, 0.05), color);
    }
    fn arrow(&mut self, from: Point, vector: Vector, color: DebugColor) {
        self.line(from, from + vector, color);
    }
    fn outline(&mut self, aabb: &Aabb, color: DebugColor) {
        let (min, max) = (aabb.min, aabb.max);
        let corners = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        self.outline_of(&corners, color);
    }
    fn text(&mut self, _: Point, _: &str, _: DebugColor) {}
}

#[wasm_bindgen]
impl RawWorld {
    /// Lines that show the world: x, y, x, y and a colour of each.
    #[wasm_bindgen(js_name = debugLines)]
    pub fn debug_lines(&self, options: &[f64]) -> Answer<Vec<f32>> {
        let mut lines = Lines::default();
        let options = apply(OPTIONS, DebugOptions::default(), options);
        self.scene.debug_draw(&mut lines, options)?;
        Ok(lines.0)
    }
}
