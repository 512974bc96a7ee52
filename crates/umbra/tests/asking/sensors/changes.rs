//! Sensors that are changed, switched, moved and removed.

use super::{put, weightless, zone};
use crate::common::ledger::SensorLedger;
use crate::common::sleepers::sleepers;
use crate::common::{DT, add, at, ground, run, scene};
use umbra::geom::math::pose;
use umbra::prelude::*;

#[test]
fn a_sensor_weighs_what_it_is_told_to_and_switching_changes_no_mass() {
    let mass_of = |collider: Collider| {
        let mut scene = weightless();
        let body = add(&mut scene, Body::dynamic(), Collider::cuboid(0.5, 0.5));
        scene.add_collider(body, collider.at([1.0, 0.0])).unwrap();
        (at(&scene, body).mass(), at(&scene, body).center_of_mass().x)
    };
    let disc = || Collider::cuboid(0.5, 0.5);
    assert_eq!(mass_of(disc()), (2.0, 0.5));
    assert_eq!(mass_of(disc().sensor(true)), (1.0, 0.0));
    assert_eq!(mass_of(disc().sensor(true).density(1.0)), (2.0, 0.5));
    assert_eq!(mass_of(disc().mass(3.0).sensor(true)), (4.0, 0.75));

    let mut scene = weightless();
    let body = add(&mut scene, Body::dynamic(), disc().density(5.0));
    let key = at(&scene, body).colliders().next().unwrap();
    for on in [true, true, false, true] {
        scene.collider_mut(key).unwrap().set_sensor(on).unwrap();
        let collider = scene.collider(key).unwrap();
        assert_eq!((collider.is_sensor(), collider.mass()), (on, 5.0));
        assert_eq!(at(&scene, body).mass(), 5.0);
        scene.validate().unwrap();
    }
    // What weighed nothing as a sensor weighs nothing without.
    let key = put(&mut scene, Body::dynamic(), disc().sensor(true));
    scene.collider_mut(key).unwrap().set_sensor(false).unwrap();
    assert_eq!(scene.collider(key).unwrap().mass(), 0.0);
    scene.collider_mut(key).unwrap().set_density(2.0).unwrap();
    assert_eq!(scene.collider(key).unwrap().mass(), 2.0);
}

#[test]
fn a_support_that_becomes_a_sensor_lets_fall_and_one_that_ceases_to_be_lifts() {
    let mut world = sleepers();
    let ground = at(&world.scene, world.ground).colliders().next().unwrap();
    world.scene.collider_mut(ground).unwrap().set_sensor(true).unwrap();
    let mut ledger = SensorLedger::default();
    ledger.step(&mut world.scene);
    let ends = world.scene.contact_events().iter();
    let ends = ends.filter(|event| matches!(event, ContactEvent::End { .. })).count();
    assert_eq!((ends, world.scene.stats().awake_bodies), (2, 6));
    for _ in 0..20 {
        ledger.step(&mut world.scene);
    }
    assert!(at(&world.scene, world.left[0]).position().y < 0.3);
    assert!(
        ledger
            .inside
            .contains(&[ground, at(&world.scene, world.left[0]).colliders().next().unwrap()])
    );
    // Inside of it now, they are pushed out.
    world.scene.collider_mut(ground).unwrap().set_sensor(false).unwrap();
    for _ in 0..300 {
        ledger.step(&mut world.scene);
    }
    assert!(ledger.inside.is_empty());
    assert!(at(&world.scene, world.left[0]).position().y > 0.48);
    ledger.check();
}

#[test]
fn a_body_that_is_disabled_for_its_numbers_leaves_the_sensors_in_that_step() {
    for sensor_is_light in [false, true] {
        let mut scene = weightless();
        scene.config_mut().solver.max_speed = Real::MAX;
        let speck = |is_light: bool| if is_light { 1e-24 } else { 1.0 };
        let body = Body::dynamic();
        let zone = put(&mut scene, body.clone(), zone().mass(speck(sensor_is_light)));
        let disc = put(&mut scene, body, Collider::circle(0.1).mass(speck(!sensor_is_light)));
        let mut ledger = SensorLedger::default();
        ledger.step(&mut scene);
        assert_eq!(ledger.inside, [[zone, disc]].into());
        let wild = scene.collider(if sensor_is_light { zone } else { disc }).unwrap().body();
        scene.body_mut(wild).unwrap().apply_force([1e15, 0.0]).unwrap();
        ledger.step(&mut scene);
        assert!(!at(&scene, wild).is_enabled());
        assert_eq!(ledger.told, [1, 1]);
        ledger.check();
        scene.validate().unwrap();
        scene.body_mut(wild).unwrap().set_enabled(true).unwrap();
        ledger.step(&mut scene);
        assert_eq!(ledger.told, [2, 1]);
        ledger.check();
    }
}

#[test]
fn a_sensor_beyond_all_boxes_sees_nothing_and_comes_back() {
    let mut scene = weightless();
    scene.config_mut().solver.max_speed = Real::MAX;
    let disc = put(&mut scene, Body::fixed(), Collider::circle(0.1));
    let body = add(&mut scene, Body::dynamic(), zone().mass(1e-21));
    let mut ledger = SensorLedger::default();
    ledger.step(&mut scene);
    scene.body_mut(body).unwrap().apply_force([1e15, 0.0]).unwrap();
    for _ in 0..3 {
        ledger.step(&mut scene);
    }
    assert_eq!(ledger.told, [1, 1]);
    assert!(at(&scene, body).position().x > 1e20 || !at(&scene, body).is_enabled());
    scene.body_mut(body).unwrap().set_enabled(true).unwrap();
    scene.body_mut(body).unwrap().set_velocity([0.0, 0.0]).unwrap();
    scene.body_mut(body).unwrap().set_position([0.0, 0.5]).unwrap();
    ledger.step(&mut scene);
    assert_eq!(ledger.told, [2, 1]);
    assert_eq!(scene.collider(disc).unwrap().seen_by().count(), 1);
    ledger.check();
    scene.validate().unwrap();
}

#[test]
fn a_cleared_scene_tells_the_ends_of_what_was_in_it() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let tile = add(&mut scene, Body::dynamic().position([0.0, 0.5]), Collider::cuboid(0.5, 0.5));
    put(&mut scene, Body::fixed(), zone());
    run(&mut scene, 2);
    // And one that was removed just before.
    let other = add(&mut scene, Body::dynamic().position([5.0, 0.5]), Collider::cuboid(0.5, 0.5));
    run(&mut scene, 2);
    scene.remove_body(other).unwrap();
    scene.clear();
    assert!(scene.contact_events().is_empty() && scene.sensor_events().is_empty());
    scene.validate().unwrap();
    scene.step(DT).unwrap();
    let bodies: Vec<_> = scene.contact_events().iter().map(ContactEvent::bodies).collect();
    let is_end = |event: &ContactEvent| matches!(event, ContactEvent::End { .. });
    assert!(scene.contact_events().iter().all(is_end));
    assert_eq!(bodies.len(), 2);
    assert!([tile, other].iter().all(|body| bodies.iter().any(|pair| pair.contains(body))));
    // The tile and the ground.
    assert_eq!(scene.sensor_events().len(), 2);
    scene.step(DT).unwrap();
    assert!(scene.contact_events().is_empty() && scene.sensor_events().is_empty());
}

/// The reach of a body tells when it may sleep: a sensor that is moved on it counts where it is.
#[test]
fn a_sensor_that_was_put_elsewhere_reaches_there() {
    let config = || SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() };
    let sensor = || Collider::circle(0.1).sensor(true);
    let body = || Body::dynamic().additional_mass(1.0).angular_velocity(0.02);
    let mut moved = Scene::new(config()).unwrap();
    let key = moved.add(body(), [sensor()]).unwrap();
    let collider = moved.body(key).unwrap().colliders().next().unwrap();
    moved.collider_mut(collider).unwrap().set_offset(pose([5.0, 0.0], 0.0)).unwrap();
    let mut made = Scene::new(config()).unwrap();
    made.add(body(), [sensor().at([5.0, 0.0])]).unwrap();
    for _ in 0..120 {
        for scene in [&mut moved, &mut made] {
            scene.step(1.0 / 60.0).unwrap();
        }
        assert_eq!(moved.stats().awake_bodies, made.stats().awake_bodies);
    }
}
