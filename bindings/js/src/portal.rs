//! Portals.
use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::table::{Options, apply};
use crate::wire::{Key, Values};
use crate::world::RawWorld;

/// Options of a portal.
pub const OPTIONS: &Options<Portal> =
    &[("oneWay:b", |it, v| it.one_way(v.flag(0))), ("enabled:b", |it, v| it.enabled(v.flag(0)))];

fn build(segments: &[f64], options: &[f64]) -> Portal {
    let v = Values(segments);
    let portal = Portal::new([v.point(0), v.point(2)], [v.point(4), v.point(6)]);
    apply(OPTIONS, portal, options)
}

#[wasm_bindgen]
impl RawWorld {
    /// Adds a portal between two segments, given by four points.
    #[wasm_bindgen(js_name = portalAdd)]
    pub fn portal_add(&mut self, segments: &[f64], options: &[f64]) -> Answer<f64> {
        Ok(self.scene.add_portal(build(segments, options))?.to_number())
    }

    /// Puts another portal in place of one.
    #[wasm_bindgen(js_name = portalSet)]
    pub fn portal_set(&mut self, portal: f64, segments: &[f64], options: &[f64]) -> Answer {
        Ok(self.scene.portal_mut(PortalKey::of_number(portal))?.set(build(segments, options))?)
    }

    /// Removes a portal.
    #[wasm_bindgen(js_name = portalRemove)]
    pub fn portal_remove(&mut self, portal: f64) -> Answer {
        Ok(self.scene.remove_portal(PortalKey::of_number(portal))?)
    }

    /// Images of bodies that reach through portals: key, x, y, angle of each.
    #[wasm_bindgen(js_name = portalImages)]
    pub fn portal_images(&self) -> Vec<f64> {
        let mut all = Vec::new();
        for (key, pose) in self.scene.images() {
            let position = pose.translation.vector;
            all.push(key.to_number());
            all.extend([position.x, position.y, pose.rotation.angle()].map(f64::from));
        }
        all
    }
}
