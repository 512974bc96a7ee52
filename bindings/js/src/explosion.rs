//! Explosions.
use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::shape::convex;
use crate::table::{Options, apply};
use crate::wire::{Key, Values};
use crate::world::RawWorld;

/// Options of an explosion. Its centre and reach are given apart.
pub const EXPLOSION: &Options<Explosion> = &[
    ("impulse:n", |it, v| it.impulse(v.real(0))),
    ("core:n", |it, v| it.core(v.real(0))),
    ("shielded:b", |it, v| it.shielded(v.flag(0))),
    ("filter:f", |it, v| it.filter(v.filter(0))),
];

fn build(x: f32, y: f32, reach: f32, options: &[f64]) -> Explosion {
    apply(EXPLOSION, Explosion::new([x, y], reach), options)
}

#[wasm_bindgen]
impl RawWorld {
    /// Pushes bodies away: for each its key, the impulse, the point, and the key of the body that
    /// it was a piece of, or 0.
    pub fn explode(&mut self, x: f32, y: f32, reach: f32, options: &[f64]) -> Answer<Vec<f64>> {
        let blown = self.scene.explode(build(x, y, reach, options))?;
        let mut all = Vec::with_capacity(6 * blown.len());
        for it in blown {
            let numbers = [it.impulse.x, it.impulse.y, it.point.x, it.point.y];
            all.push(it.body.to_number());
            all.extend(numbers.map(f64::from));
            all.push(it.piece_of.map_or(0.0, Key::to_number));
        }
        self.changed(Ok(all))
    }

    /// The impulse that an explosion gives to a shape.
    #[wasm_bindgen(js_name = explosionOn)]
    pub fn explosion_on(
        &self,
        x: f32,
        y: f32,
        reach: f32,
        options: &[f64],
        shape: &[f64],
        at: &[f64],
    ) -> Answer<u32> {
        let (explosion, shape) = (build(x, y, reach, options), convex(Values(shape))?);
        let impulse = self.scene.explosion_on(&explosion, &shape, Values(at).pose(0))?;
        Ok(self.give(impulse))
    }
}
