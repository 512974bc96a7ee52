//! Bodies that are cut, shattered and carved.
use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::table::{Options, apply};
use crate::wire::{Key, Values, numbers};
use crate::world::RawWorld;

/// Options of a carving. Its outline is given apart.
pub const CARVING: &Options<Carving> = &[
    ("filter:f", |it, v| it.filter(v.filter(0))),
    ("islesFall:b", |it, v| it.isles_fall(v.flag(0))),
    ("anchors:q", |it, v| it.anchors(v.points())),
];

/// What was carved: for each body its key, the count of its new pieces, and their keys.
pub(crate) fn write_carved(carved: Vec<Carved>) -> Vec<f64> {
    let mut all = Vec::new();
    for it in carved {
        all.extend([it.body.to_number(), it.pieces.len() as f64]);
        all.extend(numbers(it.pieces));
    }
    all
}

#[wasm_bindgen]
impl RawWorld {
    /// Cuts a body along the line through two points. Returns the keys of its new pieces.
    #[wasm_bindgen(js_name = bodySplit)]
    pub fn body_split(&mut self, body: f64, line: &[f64]) -> Answer<Vec<f64>> {
        let line = [Values(line).point(0), Values(line).point(2)];
        let pieces = self.scene.split_body(BodyKey::of_number(body), line)?;
        self.changed(Ok(numbers(pieces)))
    }

    /// Breaks a body at a point into about so many pieces.
    #[wasm_bindgen(js_name = bodyShatter)]
    pub fn body_shatter(&mut self, body: f64, x: f32, y: f32, pieces: u32) -> Answer<Vec<f64>> {
        let key = BodyKey::of_number(body);
        let pieces = self.scene.shatter_body(key, [x, y], pieces as usize)?;
        self.changed(Ok(numbers(pieces)))
    }

    /// Cuts a polygon out of a body.
    #[wasm_bindgen(js_name = bodyCarve)]
    pub fn body_carve(&mut self, body: f64, outline: &[f64]) -> Answer<Vec<f64>> {
        let key = BodyKey::of_number(body);
        let pieces = self.scene.carve_body(key, Values(outline).points())?;
        self.changed(Ok(numbers(pieces)))
    }

    /// Cuts a polygon out of everything.
    pub fn carve(&mut self, outline: &[f64], options: &[f64]) -> Answer<Vec<f64>> {
        let carving = apply(CARVING, Carving::new(Values(outline).points()), options);
        let carved = self.scene.carve(&carving)?;
        self.changed(Ok(write_carved(carved)))
    }
}
