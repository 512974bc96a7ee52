//! Rules of sensors: visitors, what they leave alone, and the times of their events.

use super::{put, weightless, zone};
use crate::common::ledger::SensorLedger;
use crate::common::{DT, add, at, run};
use umbra::geom::math::pose;
use umbra::prelude::*;

#[test]
fn a_sensor_sees_sensors_if_it_was_asked_to() {
    for moves in [false, true] {
        let body = || if moves { Body::kinematic().velocity([1.0, 0.0]) } else { Body::fixed() };
        let mut scene = weightless();
        let sees = put(&mut scene, body(), zone().sees_sensors(true));
        let blind = put(&mut scene, body().position([0.5, 0.0]), zone());
        let mut ledger = SensorLedger::default();
        ledger.step(&mut scene);
        assert_eq!(ledger.inside, [[sees, blind]].into());
        assert!(scene.collider(sees).unwrap().sees_sensors());
        // One asks for more, the other one for less.
        scene.collider_mut(blind).unwrap().set_sees_sensors(true);
        ledger.step(&mut scene);
        assert_eq!(ledger.inside, [[sees, blind], [blind, sees]].into());
        scene.collider_mut(sees).unwrap().set_sees_sensors(false);
        ledger.step(&mut scene);
        assert_eq!(ledger.inside, [[blind, sees]].into());
        // What is solid now is seen by all that see at all.
        scene.collider_mut(blind).unwrap().set_sensor(false).unwrap();
        ledger.step(&mut scene);
        assert_eq!(ledger.inside, [[sees, blind]].into());
        assert_eq!(ledger.told, [3, 2]);
        ledger.check();
    }
}

#[test]
fn fast_sensors_see_one_another() {
    let mut scene = weightless();
    let plate = || Collider::cuboid(0.025, 2.0).sensor(true).sees_sensors(true);
    let flies = |x: Real, speed: Real| Body::kinematic().position([x, 0.0]).velocity([speed, 0.0]);
    put(&mut scene, flies(-1.0, 200.0), plate());
    put(&mut scene, flies(1.0, -200.0), plate());
    put(&mut scene, Body::fixed(), plate());
    let mut ledger = SensorLedger::default();
    ledger.step(&mut scene);
    ledger.check();
    assert_eq!(ledger.told, [6, 6]);
}

#[test]
fn filters_groups_and_the_own_body_decide_what_is_seen() {
    let filter = |category, mask, group| Filter { category, mask, group };
    let cases = [
        (filter(1, u64::MAX, 0), filter(1, u64::MAX, 0), true),
        (filter(1, 2, 0), filter(1, u64::MAX, 0), false),
        (filter(1, 2, 0), filter(2, 1, 0), true),
        (filter(1, 2, 0), filter(2, 4, 0), false),
        (filter(1, 0, 5), filter(2, 0, 5), true),
        (filter(1, u64::MAX, -5), filter(1, u64::MAX, -5), false),
    ];
    for (of_sensor, of_visitor, sees) in cases {
        for sensor_moves in [false, true] {
            let mut scene = weightless();
            let speed = if sensor_moves { 1.0 } else { 0.0 };
            let body = Body::kinematic().velocity([speed, 0.0]);
            put(&mut scene, body, zone().filter(of_sensor));
            let body = Body::kinematic().velocity([0.0, 1.0 - speed]);
            put(&mut scene, body, Collider::circle(0.1).filter(of_visitor));
            scene.step(DT).unwrap();
            assert_eq!(scene.stats().overlaps, usize::from(sees), "{of_sensor:?} {of_visitor:?}");
        }
    }
    let mut scene = weightless();
    let body = scene.add_body(Body::dynamic().velocity([1.0, 0.0])).unwrap();
    scene.add_collider(body, zone().sees_sensors(true)).unwrap();
    scene.add_collider(body, zone().sees_sensors(true)).unwrap();
    scene.add_collider(body, Collider::circle(0.5)).unwrap();
    run(&mut scene, 3);
    assert_eq!(scene.stats().overlaps, 0);
    assert_eq!(scene.stats().sensors, 2);
}

#[test]
fn joints_that_keep_bodies_apart_do_not_blind_sensors() {
    let mut scene = weightless();
    let a = add(&mut scene, Body::fixed(), zone());
    let b = add(&mut scene, Body::dynamic(), Collider::circle(0.2));
    scene.add_joint(Joint::revolute(a, b, [0.0, 0.0])).unwrap();
    run(&mut scene, 2);
    assert_eq!(scene.stats().overlaps, 1);
}

#[test]
fn overlaps_are_polled_from_both_sides_and_name_nothing_that_is_gone() {
    let mut scene = weightless();
    let outer = put(&mut scene, Body::fixed(), Collider::cuboid(3.0, 3.0).sensor(true));
    let inner = put(&mut scene, Body::fixed(), zone());
    let near = put(&mut scene, Body::dynamic(), Collider::circle(0.2));
    let far = put(&mut scene, Body::dynamic().position([2.0, 0.0]), Collider::circle(0.2));
    let of = |scene: &Scene, key| scene.collider(key).unwrap().overlaps().collect::<Vec<_>>();
    let by = |scene: &Scene, key| scene.collider(key).unwrap().seen_by().collect::<Vec<_>>();
    assert_eq!(of(&scene, outer), [], "nothing is known before the first step");
    scene.step(DT).unwrap();
    assert_eq!((of(&scene, outer), of(&scene, inner)), (vec![near, far], vec![near]));
    assert_eq!((by(&scene, near), by(&scene, far)), (vec![outer, inner], vec![outer]));
    assert_eq!((of(&scene, near), by(&scene, outer)), (vec![], vec![]));
    assert_eq!(scene.stats().overlaps, 3);

    let body = scene.collider(near).unwrap().body();
    scene.remove_body(body).unwrap();
    assert_eq!((of(&scene, outer), of(&scene, inner)), (vec![far], vec![]));
    assert_eq!(scene.sensor_events().len(), 3, "the events are still those of the step");
    scene.collider_mut(outer).unwrap().set_enabled(false).unwrap();
    assert_eq!((of(&scene, outer), by(&scene, far)), (vec![], vec![]));
    scene.step(DT).unwrap();
    // In the order of the calls.
    let ended: Vec<_> = scene
        .sensor_events()
        .iter()
        .map(|event| match event {
            SensorEvent::End { sensor, visitor, .. } => (*sensor, *visitor),
            event => panic!("{event:?}"),
        })
        .collect();
    assert_eq!(ended, [(outer, near), (inner, near), (outer, far)]);
    scene.step(DT).unwrap();
    assert_eq!(scene.sensor_events(), []);
}

#[test]
fn a_step_of_no_time_and_a_refused_one_keep_what_is_to_be_told() {
    let mut scene = weightless();
    let zone = put(&mut scene, Body::fixed(), zone());
    let disc = put(&mut scene, Body::dynamic(), Collider::circle(0.2));
    scene.step(DT).unwrap();
    let told = scene.sensor_events().to_vec();
    assert_eq!(told.len(), 1);
    scene.remove_collider(disc).unwrap();
    scene.step(0.0).unwrap();
    assert!(scene.step(Real::NAN).is_err());
    assert_eq!(scene.sensor_events(), told, "no time passed");
    let mut copy = scene.clone();
    for scene in [&mut scene, &mut copy] {
        scene.step(DT).unwrap();
        let [SensorEvent::End { sensor, visitor, .. }] = scene.sensor_events() else {
            panic!("{:?}", scene.sensor_events())
        };
        assert_eq!((*sensor, *visitor), (zone, disc));
    }
}

#[test]
fn events_come_in_the_order_of_sensors_and_then_of_visitors() {
    let mut scene = weightless();
    let zones = [0.0, 0.5, 1.0].map(|x| put(&mut scene, Body::fixed().position([x, 0.0]), zone()));
    let discs = [0.9, 0.1, 0.5]
        .map(|x| put(&mut scene, Body::dynamic().position([x, 0.0]), Collider::circle(0.05)));
    scene.step(DT).unwrap();
    let told: Vec<_> =
        scene.sensor_events().iter().map(|event| (event.sensor(), event.visitor())).collect();
    let all: Vec<_> = zones.iter().flat_map(|zone| discs.map(|disc| (*zone, disc))).collect();
    let mut some = told.clone();
    some.retain(|(sensor, visitor)| !(*sensor == zones[0] || *visitor == discs[1]));
    assert!(told.is_sorted() && told.iter().all(|pair| all.contains(pair)), "{told:?}");
    assert!(told.len() > 7, "{told:?}");
}

#[test]
fn sensors_change_no_bit_of_what_bodies_do() {
    for name in ["zoo", "piles", "sleepers", "joints", "table"] {
        let def = umbra_scenes::find(name).unwrap();
        let mut plain = def.set_up(SceneConfig::default()).unwrap();
        let mut sensed = def.set_up(SceneConfig::default()).unwrap();
        let bodies: Vec<_> = sensed.scene.bodies().collect();
        for (index, key) in bodies.iter().enumerate().filter(|(index, _)| index % 3 == 0) {
            let around = Collider::circle(0.5 + (index % 5) as Real);
            let around = around.sensor(true).sees_sensors(index % 2 == 0);
            sensed.scene.add_collider(*key, around).unwrap();
        }
        let mut told = 0;
        for step in 0..260 {
            plain.step(DT).unwrap();
            sensed.step(DT).unwrap();
            told += sensed.scene.sensor_events().len();
            assert_eq!(plain.scene.state_hash(), sensed.scene.state_hash(), "{name}, step {step}");
            assert_eq!(plain.scene.contact_events(), sensed.scene.contact_events());
            assert_eq!(plain.scene.body_events(), sensed.scene.body_events());
            // Sensors that come and go, and are changed, change nothing either.
            let key = bodies[step * 7 % bodies.len()];
            let sensor = at(&sensed.scene, key).colliders().last().unwrap();
            if sensed.scene.collider(sensor).unwrap().is_sensor() {
                let mut collider = sensed.scene.collider_mut(sensor).unwrap();
                collider.set_offset(pose([0.2, 0.1 * (step % 7) as Real], 0.1)).unwrap();
                collider.set_filter(Filter { group: (step % 2) as i32, ..Filter::default() });
                if step % 5 == 0 {
                    collider.set_shape(Circle::new(0.5 + (step % 3) as Real).unwrap()).unwrap();
                } else if step % 5 == 1 {
                    sensed.scene.remove_collider(sensor).unwrap();
                    sensed.scene.add_collider(key, zone()).unwrap();
                } else {
                    collider.set_enabled(step % 5 < 3).unwrap();
                }
            }
        }
        assert!(told > 100, "{name}: {told}");
        sensed.scene.validate().unwrap();
    }
}

#[test]
fn a_sensor_is_no_obstacle_however_fast_a_body_is() {
    for speed in [5.0, 50.0, 400.0] {
        let mut scene = weightless();
        put(
            &mut scene,
            Body::fixed().position([5.0, 0.0]),
            Collider::cuboid(0.1, 3.0).sensor(true),
        );
        let body = Body::dynamic().velocity([speed, 0.0]);
        let ball = add(&mut scene, body, Collider::circle(0.1));
        let bullet = Collider::circle(0.1).sensor(true);
        let ghost = Body::dynamic().position([0.0, 5.0]).velocity([speed, 0.0]);
        let ghost = add(&mut scene, ghost, bullet);
        put(&mut scene, Body::fixed().position([5.0, 5.0]), Collider::cuboid(0.1, 1.0));
        let steps = 120;
        run(&mut scene, steps);
        for body in [ball, ghost] {
            let x = at(&scene, body).position().x;
            assert!((x / (speed * DT * steps as Real) - 1.0).abs() < 1e-4, "{x}");
        }
    }
}

#[test]
fn the_profile_counts_events_of_sensors() {
    let mut scene = weightless();
    put(&mut scene, Body::fixed(), zone());
    put(&mut scene, Body::dynamic(), Collider::circle(0.1));
    scene.step(DT).unwrap();
    assert_eq!(scene.profile()[Stage::Sensors].count, 1);
    assert_eq!(scene.stats().sensors, 1);
    scene.step(DT).unwrap();
    assert_eq!(scene.profile()[Stage::Sensors].count, 0);
}
