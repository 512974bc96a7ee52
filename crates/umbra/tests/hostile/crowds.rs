//! Scenes that ask for as much work as bodies can: all in one place, all on one body, masses far
//! apart.

use std::time::{Duration, Instant};

use umbra::prelude::*;

fn scene() -> Scene {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.add(Body::fixed().position([0.0, -1.0]), [Collider::cuboid(400.0, 1.0)]).unwrap();
    scene
}

/// Steps, and returns how long the slowest step took. Every number stays finite.
fn run(scene: &mut Scene, steps: u32) -> Duration {
    let mut slowest = Duration::ZERO;
    for _ in 0..steps {
        let start = Instant::now();
        scene.step(1.0 / 60.0).unwrap();
        slowest = slowest.max(start.elapsed());
    }
    scene.validate().unwrap();
    for key in scene.bodies() {
        let body = scene.body(key).unwrap();
        let place = body.position();
        assert!(place.x.is_finite() && place.y.is_finite() && body.is_enabled());
    }
    slowest
}

/// Every pair of them overlaps, so the first step works on the square of their number; then they
/// push one another apart.
#[test]
fn discs_in_one_point_come_apart() {
    let mut scene = scene();
    for _ in 0..300 {
        let body = Body::dynamic().position([0.0, 5.0]);
        scene.add(body, [Collider::circle(0.2)]).unwrap();
    }
    scene.step(1.0 / 60.0).unwrap();
    assert_eq!(scene.stats().contacts, 300 * 299 / 2);
    let slowest = run(&mut scene, 600);
    assert!(scene.stats().contacts < 300 * 12, "{:?}", scene.stats());
    println!("300 discs in one point: {slowest:?} at most for a step");
}

#[test]
fn thousands_of_bodies_rest_on_one() {
    let mut scene = scene();
    let plate = Body::dynamic().position([0.0, 0.6]);
    scene.add(plate, [Collider::cuboid(300.0, 0.5).density(10.0)]).unwrap();
    for place in 0..2000_u16 {
        let body = Body::dynamic().position([0.25 * Real::from(place) - 250.0, 1.3]);
        scene.add(body, [Collider::cuboid(0.1, 0.1)]).unwrap();
    }
    let slowest = run(&mut scene, 60);
    assert!(scene.stats().touching_contacts > 2000);
    println!("2,000 boxes on one body: {slowest:?} at most for a step");
}

#[test]
fn masses_may_be_ten_powers_of_ten_apart() {
    let mut scene = scene();
    for place in 0..40_u8 {
        let [x, y] = [Real::from(place % 5), 0.6 + 1.1 * Real::from(place / 5)];
        let mass = if place % 2 == 0 { 1e-5 } else { 1e5 };
        let body = Body::dynamic().position([1.5 * x, y]);
        scene.add(body, [Collider::cuboid(0.5, 0.5).mass(mass)]).unwrap();
    }
    let nothing = scene.add(Body::dynamic().position([0.0, 20.0]), []).unwrap();
    scene.add_collider(nothing, Collider::circle(0.3).mass(0.0)).unwrap();
    run(&mut scene, 300);
}
