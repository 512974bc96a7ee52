//! Sensors: what they see, by which rules, how fast it may be, cells, and sleep.

mod changes;
mod crossings;
mod rules;
mod seen;
mod sleep;
mod tiles;

use crate::common::scene;
use umbra::prelude::*;

pub fn weightless() -> Scene {
    scene(0.0, SolverConfig::default())
}

/// Adds a body of one collider.
pub fn put(scene: &mut Scene, body: Body, collider: Collider) -> ColliderKey {
    let body = scene.add_body(body).unwrap();
    scene.add_collider(body, collider).unwrap()
}

/// Adds a body of one sensor.
fn sensor(scene: &mut Scene, body: Body, collider: Collider) -> ColliderKey {
    put(scene, body, collider.sensor(true))
}

/// A sensor of two by two metres.
pub fn zone() -> Collider {
    Collider::cuboid(1.0, 1.0).sensor(true)
}
