//! Soft bodies.
use umbra::build::{self, SoftBody};
use wasm_bindgen::prelude::*;

use super::settings::SOFT;
use crate::error::Answer;
use crate::table::apply;
use crate::wire::{Key, Values, numbers};
use crate::world::RawWorld;

/// A soft body.
#[wasm_bindgen]
pub struct RawSoftBody(SoftBody);

#[wasm_bindgen]
impl RawSoftBody {
    /// A round one.
    pub fn blob(
        world: &mut RawWorld,
        x: f32,
        y: f32,
        radius: f32,
        settings: &[f64],
    ) -> Answer<RawSoftBody> {
        let settings = apply(SOFT, Default::default(), settings);
        let made = build::blob_with(&mut world.scene, [x, y], radius, &settings)?;
        world.changed(Ok(Self(made)))
    }

    /// A box: its centre and half of its width and height.
    pub fn cuboid(world: &mut RawWorld, place: &[f64], settings: &[f64]) -> Answer<RawSoftBody> {
        let (v, settings) = (Values(place), apply(SOFT, Default::default(), settings));
        let scene = &mut world.scene;
        let made = build::soft_box_with(scene, v.point(0), v.real(2), v.real(3), &settings)?;
        world.changed(Ok(Self(made)))
    }

    /// Keys: hub and pebble, and the skin, the hinges and the spokes, each behind its length.
    pub fn keys(&self) -> Vec<f64> {
        let SoftBody { hub, pebble, skin, hinges, spokes, .. } = &self.0;
        let mut all = vec![hub.to_number(), pebble.to_number()];
        for list in [numbers(skin.clone()), numbers(hinges.clone()), numbers(spokes.clone())] {
            all.push(list.len() as f64);
            all.extend(list);
        }
        all
    }

    /// Points of the outline: x, y of each.
    pub fn outline(&self, world: &RawWorld) -> Answer<Vec<f64>> {
        let outline = self.0.outline(&world.scene)?;
        Ok(outline.iter().flat_map(|it| [it.x, it.y].map(f64::from)).collect())
    }

    /// Its middle.
    pub fn center(&self, world: &RawWorld) -> Answer<u32> {
        let center = self.0.center(&world.scene)?;
        Ok(world.give(center))
    }

    /// Its area.
    pub fn area(&self, world: &RawWorld) -> Answer<f32> {
        Ok(self.0.area(&world.scene)?)
    }

    /// Gives all its bodies a velocity.
    #[wasm_bindgen(js_name = setVelocity)]
    pub fn set_velocity(&self, world: &mut RawWorld, x: f32, y: f32) -> Answer {
        Ok(self.0.set_velocity(&mut world.scene, [x, y])?)
    }

    /// Removes what is left of it.
    pub fn remove(&self, world: &mut RawWorld) {
        self.0.remove(&mut world.scene);
        world.changed(());
    }
}
