//! Sensors and sleep: they wake nobody and keep nobody awake.

use super::{put, weightless, zone};
use crate::common::ledger::SensorLedger;
use crate::common::sleepers::{awake, fall_asleep, sleepers, woken};
use crate::common::{DT, add, at, ground, run, scene};
use umbra::prelude::*;

#[test]
fn sensors_wake_nobody_and_keep_nobody_awake() {
    let mut world = sleepers();
    let all = [world.left.clone(), world.right.clone()].concat();
    // Over sleepers, on sleepers, and one that goes to and fro.
    let fixed = put(&mut world.scene, Body::fixed(), Collider::cuboid(20.0, 20.0).sensor(true));
    world.scene.add_collider(world.left[1], zone()).unwrap();
    let moving = Body::kinematic().position([-9.0, 1.0]).velocity([9.0, 0.0]);
    let moving = add(&mut world.scene, moving, Collider::cuboid(0.1, 3.0).sensor(true));
    let mut ledger = SensorLedger::default();
    for step in 0..120 {
        ledger.step(&mut world.scene);
        assert_eq!((awake(&world.scene, &all), woken(&world.scene)), (0, vec![]), "step {step}");
    }
    // The ground, six boxes and the sensor's own body; in the small zone the other two of its stack, and the ground.
    assert_eq!(world.scene.collider(fixed).unwrap().overlaps().count(), 7);
    assert!(ledger.told[1] >= 6, "{:?}", ledger.told);
    ledger.check();
    let mut collider = world.scene.collider_mut(fixed).unwrap();
    collider.set_friction(0.1).unwrap();
    collider.set_filter(Filter { category: 4, ..Filter::default() });
    world.scene.body_mut(moving).unwrap().set_velocity([0.0, 0.0]).unwrap();
    let key = at(&world.scene, world.left[1]).colliders().last().unwrap();
    world.scene.collider_mut(key).unwrap().set_enabled(false).unwrap();
    world.scene.remove_collider(key).unwrap();
    world.scene.remove_body(moving).unwrap();
    ledger.step(&mut world.scene);
    assert_eq!((awake(&world.scene, &all), woken(&world.scene)), (0, vec![]));
    ledger.check();
    // One that gets a mass is felt.
    let key = world.scene.add_collider(world.right[0], zone()).unwrap();
    assert_eq!(awake(&world.scene, &all), 0);
    world.scene.collider_mut(key).unwrap().set_density(1.0).unwrap();
    assert_eq!(awake(&world.scene, &all), 3);
}

#[test]
fn a_wide_sensor_does_not_keep_its_body_awake() {
    let sleeps_after = |reach: Option<Real>| {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |collider| collider);
        let disc = Collider::circle(0.2).rolling_resistance(0.02);
        let body = Body::dynamic().position([0.0, 0.2]).angular_velocity(-2.0).velocity([0.4, 0.0]);
        let body = add(&mut scene, body, disc);
        if let Some(reach) = reach {
            scene.add_collider(body, Collider::cuboid(reach, 0.1).sensor(true)).unwrap();
        }
        (0..600).position(|_| {
            scene.step(DT).unwrap();
            !at(&scene, body).is_awake()
        })
    };
    let alone = sleeps_after(None);
    assert!(alone.is_some());
    assert_eq!(sleeps_after(Some(50.0)), alone);
}

#[test]
fn a_body_of_nothing_but_a_sensor_turns_without_falling_asleep() {
    let mut scene = weightless();
    let radar = Collider::cuboid(3.0, 0.05).at([3.0, 0.0]).sensor(true);
    let radar = add(&mut scene, Body::dynamic().angular_velocity(0.5), radar);
    add(&mut scene, Body::fixed().position([0.0, -4.0]), Collider::circle(0.2));
    let mut ledger = SensorLedger::default();
    for _ in 0..1500 {
        ledger.step(&mut scene);
    }
    assert!(at(&scene, radar).is_awake());
    assert_eq!(ledger.told, [2, 2]);
    ledger.check();
}

#[test]
fn a_sensor_that_becomes_solid_wakes_what_sleeps_in_it() {
    let mut world = sleepers();
    let shelf = Collider::cuboid(1.0, 1.0).sensor(true);
    let shelf = put(&mut world.scene, Body::fixed().position([-5.0, 1.0]), shelf);
    run(&mut world.scene, 5);
    assert_eq!(awake(&world.scene, &world.left), 0);
    world.scene.collider_mut(shelf).unwrap().set_sensor(false).unwrap();
    world.scene.step(DT).unwrap();
    assert_eq!((awake(&world.scene, &world.left), awake(&world.scene, &world.right)), (3, 0));
}

#[test]
fn sleepers_in_sensors_fall_asleep_and_wake_without_a_word() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = crate::common::stack(&mut scene, 0.0, 3);
    put(&mut scene, Body::fixed().position([0.0, 2.0]), Collider::cuboid(3.0, 1.9).sensor(true));
    let mut ledger = SensorLedger::default();
    ledger.step(&mut scene);
    assert_eq!(ledger.told, [3, 0]);
    fall_asleep(&mut scene);
    for _ in 0..30 {
        ledger.step(&mut scene);
    }
    scene.body_mut(boxes[0]).unwrap().wake();
    for _ in 0..90 {
        ledger.step(&mut scene);
    }
    assert_eq!((ledger.told, scene.stats().awake_bodies), ([3, 0], 0));
    ledger.check();
}
