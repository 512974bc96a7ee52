//! Ropes, chains, bridges and cloth.
use umbra::build::{self, Assembly};
use wasm_bindgen::prelude::*;

use super::settings::{BRIDGE, CLOTH, ROPE};
use crate::error::Answer;
use crate::table::apply;
use crate::wire::{Key, Values, keys, numbers};
use crate::world::RawWorld;

/// An assembly: the anchor or 0, the count of bodies, these, and the joints.
pub(super) fn assembly_numbers(assembly: &Assembly) -> Vec<f64> {
    let mut all = vec![assembly.anchor.map_or(0.0, Key::to_number), assembly.bodies.len() as f64];
    all.extend(numbers(assembly.bodies.iter().copied()));
    all.extend(numbers(assembly.joints.iter().copied()));
    all
}

/// The assembly of these numbers.
pub(super) fn assembly_of(numbers: &[f64]) -> Assembly {
    let v = Values(numbers);
    let bodies = v.part(2, v.index(1)).0;
    let anchor = (numbers.first() != Some(&0.0)).then(|| v.key(0));
    Assembly { anchor, bodies: keys(bodies), joints: keys(v.from(2 + bodies.len()).0) }
}

#[wasm_bindgen]
impl RawWorld {
    /// A rope between two points.
    #[wasm_bindgen(js_name = buildRope)]
    pub fn build_rope(&mut self, ends: &[f64], settings: &[f64]) -> Answer<Vec<f64>> {
        let (v, settings) = (Values(ends), apply(ROPE, Default::default(), settings));
        let made = build::rope_with(&mut self.scene, v.point(0), v.point(2), &settings)?;
        self.changed(Ok(assembly_numbers(&made)))
    }

    /// A chain between points of two bodies.
    #[wasm_bindgen(js_name = buildChain)]
    pub fn build_chain(&mut self, ends: &[f64], settings: &[f64]) -> Answer<Vec<f64>> {
        let (v, settings) = (Values(ends), apply(ROPE, Default::default(), settings));
        let (a, b) = (v.key(0), v.key(1));
        let scene = &mut self.scene;
        let made = build::chain_between_with(scene, a, b, v.point(2), v.point(4), &settings)?;
        self.changed(Ok(assembly_numbers(&made)))
    }

    /// A bridge between two points.
    #[wasm_bindgen(js_name = buildBridge)]
    pub fn build_bridge(&mut self, ends: &[f64], settings: &[f64]) -> Answer<Vec<f64>> {
        let (v, settings) = (Values(ends), apply(BRIDGE, Default::default(), settings));
        let made = build::bridge_with(&mut self.scene, v.point(0), v.point(2), &settings)?;
        self.changed(Ok(assembly_numbers(&made)))
    }

    /// Cloth that hangs from a line between two points.
    #[wasm_bindgen(js_name = buildCloth)]
    pub fn build_cloth(&mut self, ends: &[f64], settings: &[f64]) -> Answer<Vec<f64>> {
        let (v, settings) = (Values(ends), apply(CLOTH, Default::default(), settings));
        let scene = &mut self.scene;
        let made = build::cloth_strip_with(scene, v.point(0), v.point(2), v.real(4), &settings)?;
        self.changed(Ok(assembly_numbers(&made)))
    }

    /// The mass of an assembly.
    #[wasm_bindgen(js_name = assemblyMass)]
    pub fn assembly_mass(&self, assembly: &[f64]) -> Answer<f32> {
        Ok(assembly_of(assembly).mass(&self.scene)?)
    }

    /// Gives all bodies of an assembly a velocity.
    #[wasm_bindgen(js_name = assemblySetVelocity)]
    pub fn assembly_set_velocity(&mut self, assembly: &[f64], x: f32, y: f32) -> Answer {
        Ok(assembly_of(assembly).set_velocity(&mut self.scene, [x, y])?)
    }

    /// Removes what is left of an assembly.
    #[wasm_bindgen(js_name = assemblyRemove)]
    pub fn assembly_remove(&mut self, assembly: &[f64]) {
        assembly_of(assembly).remove(&mut self.scene);
        self.changed(());
    }
}
