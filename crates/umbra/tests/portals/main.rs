//! Portals: what goes through keeps its energy, touches on both sides, and nothing is lost.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod crossing;
mod images;
mod meetings;
mod refused;

use umbra::prelude::*;

const DT: Real = 1.0 / 60.0;

/// A scene with or without gravity.
fn scene(gravity: Real) -> Scene {
    let gravity = Vector::new(0.0, gravity);
    Scene::new(SceneConfig { gravity, ..Default::default() }).unwrap()
}

/// A room from -`half` to `half` that wraps around.
fn torus(half: Real) -> Scene {
    let mut scene = scene(0.0);
    let [right, left] = [half, -half].map(|x| [[x, -half], [x, half]]);
    let [top, bottom] = [half, -half].map(|y| [[half, y], [-half, y]]);
    scene.add_portal(Portal::new(right, left)).unwrap();
    scene.add_portal(Portal::new(top, bottom)).unwrap();
    scene
}

fn steps(scene: &mut Scene, count: usize) {
    (0..count).for_each(|_| scene.step(DT).unwrap());
}
