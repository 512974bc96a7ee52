//! Levels written by `to_level`, and scenes after many steps.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use umbra::SceneFile;
use umbra::prelude::*;
use umbra_replay::first_difference;

const DT: Real = 1.0 / 60.0;

fn again(file: &SceneFile) -> Scene {
    let text = serde_json::to_string(file).unwrap();
    Scene::from_file(&serde_json::from_str(&text).unwrap()).unwrap()
}

#[test]
fn a_level_has_the_speeds_and_the_angles_of_its_scene() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let spinner = Body::dynamic().position([9.0, 9.0]).angular_velocity(10.0);
    let spinner = scene.add(spinner, [Collider::circle(0.3).at([1.0, 0.0])]).unwrap();
    let hub = scene.add(Body::fixed(), []).unwrap();
    let arm = Body::dynamic().position([0.0, -1.0]);
    let arm = scene.add(arm, [Collider::capsule([0.0, -0.5], [0.0, 0.5], 0.1)]).unwrap();
    let hinge = Joint::revolute(hub, arm, [0.0, 0.0]).limits(-0.2, 1.0).motor(3.0, 100.0);
    scene.add_joint(hinge).unwrap();
    for _ in 0..60 {
        scene.step(DT).unwrap();
    }
    let level = again(&scene.to_level());
    let moves = |scene: &Scene| {
        let body = scene.body(scene.bodies().next().unwrap()).unwrap();
        (body.velocity(), body.angular_velocity())
    };
    assert_eq!(moves(&scene), moves(&level), "{spinner:?}");
    let angle = |scene: &Scene| scene.joint(scene.joints().next().unwrap()).unwrap().angle();
    assert!((angle(&scene) - 1.0).abs() < 0.1);
    assert!((angle(&level) - angle(&scene)).abs() < 1e-5);
}

#[test]
fn gears_may_come_before_what_they_gear() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let hub = scene.add(Body::fixed(), []).unwrap();
    let mut wheel = |x: Real| {
        let body = Body::dynamic().position([x, 0.0]);
        let body = scene.add(body, [Collider::circle(0.5)]).unwrap();
        scene.add_joint(Joint::revolute(hub, body, [x, 0.0])).unwrap()
    };
    let [first, b, c] = [wheel(0.0), wheel(2.0), wheel(4.0)];
    scene.remove_joint(first).unwrap();
    // It takes the place that is free.
    scene.add_joint(Joint::gear_between(b, c, 2.0)).unwrap();
    for file in [scene.to_level(), scene.to_file()] {
        assert_eq!(again(&file).joint_count(), 3);
    }
}

/// Values after steps may exceed the limits for callers.
#[test]
fn what_has_come_far_is_saved_and_loaded() {
    let config =
        SceneConfig { length_unit: 1e4, gravity: Vector::zeros(), ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    let far = Body::dynamic().position([9.9e7, 0.0]).velocity([3e6, 0.0]);
    let far = scene.add(far, [Collider::circle(1e3)]).unwrap();
    let pushed = Body::dynamic().position([0.0, 5e4]);
    let pushed = scene.add(pushed, [Collider::circle(1e3)]).unwrap();
    for _ in 0..60 {
        scene.body_mut(pushed).unwrap().apply_force([1e14, 0.0]).unwrap();
        scene.step(DT).unwrap();
    }
    assert!(scene.body(far).unwrap().position().x > 1.0e8);
    let mut loaded = again(&scene.to_file());
    for _ in 0..10 {
        scene.step(DT).unwrap();
        loaded.step(DT).unwrap();
    }
    assert_eq!(scene.state_hash(), loaded.state_hash());
}

/// Steps of almost zero length, and joints that carry more than callers may ask of them.
#[test]
fn what_is_extreme_is_saved_and_loaded() {
    let config = SceneConfig { gravity: Vector::new(0.0, -1e14), ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    let ceiling = scene.add(Body::fixed(), []).unwrap();
    let weight = Body::dynamic().position([0.0, -1.0]);
    let weight = scene.add(weight, [Collider::circle(0.5).mass(1e14)]).unwrap();
    scene.add_joint(Joint::distance(ceiling, weight, [0.0, 0.0], [0.0, -1.0])).unwrap();
    for dt in [DT, DT, 1e-16, 1e-40, DT, 1e-18] {
        scene.step(dt).unwrap();
        let mut loaded = again(&scene.to_file());
        let mut copy = scene.clone();
        for _ in 0..3 {
            copy.step(DT).unwrap();
            loaded.step(DT).unwrap();
        }
        assert_eq!(copy.state_hash(), loaded.state_hash(), "after a step of {dt}");
    }
}

/// A motor that pressed into a limit is reversed while the joint waits to be listed again, and
/// while it is still listed.
#[test]
fn a_motor_turns_around_after_loading_as_it_does_without() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let rail = scene.add(Body::fixed(), []).unwrap();
    let cart = scene.add(Body::dynamic(), [Collider::circle(0.5)]).unwrap();
    let slide = Joint::prismatic(rail, cart, [0.0, 0.0], [1.0, 0.0]);
    let slide = scene.add_joint(slide.limits(-0.2, 0.2).motor(3.0, 500.0)).unwrap();
    for _ in 0..30 {
        scene.step(DT).unwrap();
    }
    scene.add_collider(cart, Collider::circle(0.1)).unwrap();
    let mut loaded = again(&scene.to_file());
    for scene in [&mut scene, &mut loaded] {
        scene.joint_mut(slide).unwrap().set_motor(-1.0, 500.0).unwrap();
        scene.step(DT).unwrap();
    }
    assert_eq!(loaded.state_hash(), scene.state_hash());
}

#[test]
fn recordings_are_compared_step_by_step() {
    let record = |speed: Real| {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        scene.record(Recorder::default()).unwrap();
        let body = scene.add(Body::dynamic(), [Collider::circle(0.5)]).unwrap();
        for step in 0..50 {
            if step == 30 {
                scene.body_mut(body).unwrap().set_velocity([speed, 0.0]).unwrap();
            }
            scene.step(DT).unwrap();
        }
        scene.clear();
        scene.step(DT).unwrap();
        scene.take_recording().unwrap()
    };
    // In the end both are empty.
    assert_eq!(first_difference(&record(1.0), &record(2.0)), Some(31));
    assert_eq!(first_difference(&record(1.0), &record(1.0)), None);
}

/// A player who joins late receives the moment as bytes, and nothing of the scene before.
#[test]
fn a_snapshot_goes_over_a_network() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)]).unwrap();
    let mut last = None;
    for level in 0..8_u8 {
        let body = Body::dynamic().position([0.1 * Real::from(level % 3), 1.0 + Real::from(level)]);
        last = Some(scene.add(body, [Collider::cuboid(0.5, 0.5)]).unwrap());
    }
    for _ in 0..40 {
        scene.step(DT).unwrap();
    }
    let mut moment = Snapshot::default();
    scene.save_into(&mut moment).unwrap();
    let bytes = postcard::to_allocvec(&moment).unwrap();
    let received: Snapshot = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(received.hash(), moment.hash());
    let mut there = Scene::new(SceneConfig::default()).unwrap();
    there.restore(&received).unwrap();
    for step in 0..60 {
        for scene in [&mut scene, &mut there] {
            if step == 10 {
                let top = scene.body_mut(last.unwrap());
                top.unwrap().apply_impulse([2.0, 0.0]).unwrap();
            }
            scene.step(DT).unwrap();
        }
        assert_eq!(there.state_hash(), scene.state_hash());
    }
    // Both hand out the same keys.
    assert_eq!(there.add_body(Body::dynamic()), scene.add_body(Body::dynamic()));
    let empty = postcard::to_allocvec(&Snapshot::default()).unwrap();
    let empty: Snapshot = postcard::from_bytes(&empty).unwrap();
    assert_eq!(there.restore(&empty), Err(umbra::Error::EmptySnapshot));
}

#[test]
fn a_level_with_a_weight_that_makes_no_sense_is_refused() {
    let refused = |collider: &str| {
        let level = format!(
            r#"{{ "bodies": [{{ "colliders": [{{ "shape": {{ "circle": {{ "radius": 1 }} }}, {collider} }}] }}] }}"#
        );
        Scene::from_file(&serde_json::from_str(&level).unwrap()).unwrap_err().to_string()
    };
    let place = "bodies[0].colliders[0]: ";
    for (name, value) in [("density", -1), ("mass", -2)] {
        let error = format!("{place}`{name}` must not be negative, but is {value}");
        assert_eq!(refused(&format!("\"{name}\": {value}")), error);
    }
    assert!(refused("\"one_way\": [0, 0]").starts_with(&format!("{place}`direction`")));
}
