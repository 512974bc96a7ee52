//! Sensors see what overlaps them: whatever moves, whatever is changed, and however fast.

use super::{put, sensor, weightless};
use crate::common::ledger::{SensorLedger, overlapping, polled};
use crate::common::{DT, add, at, ground, scene};
use umbra::geom::math::pose;
use umbra::prelude::*;

const KINDS: [fn() -> Body; 3] = [Body::fixed, Body::kinematic, Body::dynamic];

#[test]
fn sensors_on_all_kinds_of_bodies_see_all_kinds() {
    for sensor_body in KINDS {
        for visitor_body in KINDS {
            let mut scene = weightless();
            let zone = sensor(&mut scene, sensor_body(), Collider::cuboid(1.0, 1.0));
            let disc = put(&mut scene, visitor_body().position([0.5, 0.0]), Collider::circle(0.2));
            let mut ledger = SensorLedger::default();
            ledger.step(&mut scene);
            assert_eq!(ledger.inside, [[zone, disc]].into());
            for _ in 0..3 {
                ledger.step(&mut scene);
            }
            assert_eq!(ledger.told, [1, 0]);
            let body = scene.collider(disc).unwrap().body();
            scene.body_mut(body).unwrap().set_position([5.0, 0.0]).unwrap();
            ledger.step(&mut scene);
            let body = scene.collider(zone).unwrap().body();
            scene.body_mut(body).unwrap().set_position([5.5, 0.5]).unwrap();
            ledger.step(&mut scene);
            assert_eq!(ledger.told, [2, 1]);
            scene.body_mut(body).unwrap().set_position([0.0, 0.0]).unwrap();
            ledger.step(&mut scene);
            assert_eq!(ledger.told, [2, 2]);
            ledger.check();
        }
    }
}

#[test]
fn nobody_feels_a_sensor() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let zone = sensor(&mut scene, Body::fixed().position([0.0, 3.0]), Collider::cuboid(5.0, 0.5));
    let falls = add(&mut scene, Body::dynamic().position([0.0, 5.0]), Collider::circle(0.3));
    let mut alone = crate::common::scene(10.0, SolverConfig::default());
    ground(&mut alone, |collider| collider);
    add(
        &mut alone,
        Body::fixed().position([0.0, 3.0]),
        Collider::cuboid(5.0, 0.5).filter(Filter { mask: 0, ..Filter::default() }),
    );
    let same = add(&mut alone, Body::dynamic().position([0.0, 5.0]), Collider::circle(0.3));
    let mut ledger = SensorLedger::default();
    for _ in 0..240 {
        ledger.step(&mut scene);
        alone.step(DT).unwrap();
        assert_eq!(at(&scene, falls).pose(), at(&alone, same).pose());
        assert!(scene.contact_events().iter().all(|event| !event.colliders().contains(&zone)));
    }
    assert_eq!((ledger.told, scene.stats().awake_bodies), ([1, 1], 0));
    ledger.check();
}

/// Every way in which bodies and colliders are changed, between two steps.
#[test]
fn every_begin_has_one_end_whatever_ends_it() {
    type Change = fn(&mut Scene, [BodyKey; 2], [ColliderKey; 2]);
    // Of the bodies and colliders, the sensor's comes first.
    let changes: [(&str, Change); 28] = [
        ("body of sensor removed", |scene, [body, _], _| scene.remove_body(body).unwrap()),
        ("body of visitor removed", |scene, [_, body], _| scene.remove_body(body).unwrap()),
        ("sensor removed", |scene, _, [key, _]| scene.remove_collider(key).unwrap()),
        ("visitor removed", |scene, _, [_, key]| scene.remove_collider(key).unwrap()),
        ("body of sensor disabled", |scene, [body, _], _| {
            scene.body_mut(body).unwrap().set_enabled(false).unwrap();
        }),
        ("body of visitor disabled", |scene, [_, body], _| {
            scene.body_mut(body).unwrap().set_enabled(false).unwrap();
        }),
        ("sensor disabled", |scene, _, [key, _]| {
            scene.collider_mut(key).unwrap().set_enabled(false).unwrap();
        }),
        ("visitor disabled", |scene, _, [_, key]| {
            scene.collider_mut(key).unwrap().set_enabled(false).unwrap();
        }),
        ("filter of sensor", |scene, _, [key, _]| {
            scene.collider_mut(key).unwrap().set_filter(Filter { mask: 0, ..Filter::default() });
        }),
        ("filter of visitor", |scene, _, [_, key]| {
            scene.collider_mut(key).unwrap().set_filter(Filter { mask: 0, ..Filter::default() });
        }),
        ("sensor made solid", |scene, _, [key, _]| {
            scene.collider_mut(key).unwrap().set_sensor(false).unwrap();
        }),
        ("visitor made a sensor", |scene, _, [_, key]| {
            scene.collider_mut(key).unwrap().set_sensor(true).unwrap();
        }),
        ("sensor teleported", |scene, [body, _], _| {
            scene.body_mut(body).unwrap().set_position([100.0, 0.0]).unwrap();
        }),
        ("visitor teleported", |scene, [_, body], _| {
            scene.body_mut(body).unwrap().set_position([100.0, 0.0]).unwrap();
        }),
        ("sensor moved on its body", |scene, _, [key, _]| {
            scene.collider_mut(key).unwrap().set_offset(pose([100.0, 0.0], 0.0)).unwrap();
        }),
        ("visitor moved on its body", |scene, _, [_, key]| {
            scene.collider_mut(key).unwrap().set_offset(pose([100.0, 0.0], 0.0)).unwrap();
        }),
        ("shape of sensor", |scene, _, [key, _]| {
            scene.collider_mut(key).unwrap().set_shape(Circle::new(0.01).unwrap()).unwrap();
        }),
        ("shape of visitor", |scene, _, [_, key]| {
            scene.collider_mut(key).unwrap().set_shape(Circle::new(0.01).unwrap()).unwrap();
        }),
        ("kind of sensor, then removed", |scene, [body, _], _| {
            scene.body_mut(body).unwrap().set_kind(BodyKind::Dynamic).unwrap();
            scene.remove_body(body).unwrap();
        }),
        ("kind of visitor, then teleported", |scene, [_, body], _| {
            scene.body_mut(body).unwrap().set_kind(BodyKind::Fixed).unwrap();
            scene.body_mut(body).unwrap().set_position([100.0, 0.0]).unwrap();
        }),
        ("visitor asleep, then removed", |scene, [_, body], _| {
            scene.body_mut(body).unwrap().sleep();
            scene.remove_body(body).unwrap();
        }),
        ("visitor asleep, then disabled", |scene, [_, body], _| {
            scene.body_mut(body).unwrap().sleep();
            scene.body_mut(body).unwrap().set_enabled(false).unwrap();
        }),
        ("sensor switched off and on, and away", |scene, [body, _], [key, _]| {
            scene.collider_mut(key).unwrap().set_sensor(false).unwrap();
            scene.collider_mut(key).unwrap().set_sensor(true).unwrap();
            scene.body_mut(body).unwrap().set_position([100.0, 0.0]).unwrap();
        }),
        ("visitor flies away", |scene, [_, body], _| {
            scene.body_mut(body).unwrap().set_kind(BodyKind::Dynamic).unwrap();
            scene.body_mut(body).unwrap().set_velocity([300.0, 0.0]).unwrap();
        }),
        ("sensor flies away", |scene, [body, _], _| {
            scene.body_mut(body).unwrap().set_kind(BodyKind::Kinematic).unwrap();
            scene.body_mut(body).unwrap().set_velocity([300.0, 0.0]).unwrap();
        }),
        ("both removed", |scene, [a, b], _| {
            scene.remove_body(b).unwrap();
            scene.remove_body(a).unwrap();
        }),
        ("visitor blown up", |scene, [_, body], _| {
            scene.body_mut(body).unwrap().set_kind(BodyKind::Kinematic).unwrap();
            scene.body_mut(body).unwrap().set_velocity([1e15, 1e15]).unwrap();
            scene.config_mut().solver.max_speed = 1e15;
        }),
        ("all cleared", |scene, _, _| scene.clear()),
    ];
    for (what, change) in changes {
        for sensor_body in KINDS {
            for visitor_body in KINDS {
                let mut scene = weightless();
                let zone = sensor(&mut scene, sensor_body(), Collider::cuboid(1.0, 1.0));
                let visitor = visitor_body().position([1.1, 0.0]);
                let disc = put(&mut scene, visitor, Collider::circle(0.2));
                let bodies = [zone, disc].map(|key| scene.collider(key).unwrap().body());
                let mut ledger = SensorLedger::default();
                for _ in 0..2 {
                    ledger.step(&mut scene);
                }
                assert_eq!(ledger.told, [1, 0], "{what}");
                change(&mut scene, bodies, [zone, disc]);
                scene.validate().unwrap();
                for _ in 0..3 {
                    ledger.step(&mut scene);
                    scene.validate().unwrap();
                }
                assert_eq!(ledger.told, [1, 1], "{what}");
                assert!(ledger.inside.is_empty(), "{what}");
                ledger.check();
            }
        }
    }
}

/// Every change that ends nothing.
#[test]
fn what_overlaps_all_along_is_told_once() {
    type Change = fn(&mut Scene, [BodyKey; 2], [ColliderKey; 2]);
    let changes: [(&str, Change); 12] = [
        ("kind of sensor", |scene, [body, _], _| {
            scene.body_mut(body).unwrap().set_kind(BodyKind::Kinematic).unwrap();
        }),
        ("kind of visitor", |scene, [_, body], _| {
            scene.body_mut(body).unwrap().set_kind(BodyKind::Fixed).unwrap();
        }),
        ("sleep", |scene, [_, body], _| scene.body_mut(body).unwrap().sleep()),
        ("sleep of the sensor", |scene, [body, _], _| scene.body_mut(body).unwrap().sleep()),
        ("sleep and wake", |scene, [_, body], _| {
            scene.body_mut(body).unwrap().sleep();
            scene.body_mut(body).unwrap().wake();
        }),
        ("a short way", |scene, [_, body], _| {
            scene.body_mut(body).unwrap().set_position([0.3, 0.1]).unwrap();
        }),
        ("a short way of the sensor", |scene, [body, _], _| {
            scene.body_mut(body).unwrap().set_position([0.3, 0.1]).unwrap();
        }),
        ("shape of the sensor", |scene, _, [key, _]| {
            scene.collider_mut(key).unwrap().set_shape(Circle::new(1.5).unwrap()).unwrap();
        }),
        ("shape of the visitor", |scene, _, [_, key]| {
            scene.collider_mut(key).unwrap().set_shape(Circle::new(0.3).unwrap()).unwrap();
        }),
        ("offset", |scene, _, [key, other]| {
            for key in [key, other] {
                scene.collider_mut(key).unwrap().set_offset(pose([0.1, 0.0], 0.5)).unwrap();
            }
        }),
        ("friction, density, data", |scene, _, keys| {
            for key in keys {
                let mut collider = scene.collider_mut(key).unwrap();
                collider.set_friction(0.1).unwrap();
                collider.set_density(2.0).unwrap();
                collider.set_user_data(5);
                collider.set_sees_sensors(true);
                collider.set_hit_events(true);
            }
        }),
        ("a filter that lets it", |scene, _, keys| {
            for key in keys {
                scene
                    .collider_mut(key)
                    .unwrap()
                    .set_filter(Filter { group: 3, ..Filter::default() });
            }
        }),
    ];
    for (what, change) in changes {
        for sensor_body in KINDS {
            for visitor_body in KINDS {
                let mut scene = weightless();
                let zone = sensor(&mut scene, sensor_body(), Collider::cuboid(1.0, 1.0));
                let disc =
                    put(&mut scene, visitor_body().position([0.5, 0.0]), Collider::circle(0.2));
                let bodies = [zone, disc].map(|key| scene.collider(key).unwrap().body());
                let mut ledger = SensorLedger::default();
                ledger.step(&mut scene);
                change(&mut scene, bodies, [zone, disc]);
                for _ in 0..60 {
                    ledger.step(&mut scene);
                    scene.validate().unwrap();
                }
                assert_eq!(ledger.told, [1, 0], "{what}");
                ledger.check();
                // And it still ends.
                scene.body_mut(bodies[1]).unwrap().set_position([9.0, 0.0]).unwrap();
                ledger.step(&mut scene);
                assert_eq!(ledger.told, [1, 1], "{what}");
                ledger.check();
            }
        }
    }
}

#[test]
fn what_falls_apart_in_a_zoo_of_sensors_is_what_overlaps() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let shapes = |index: usize| match index % 6 {
        0 => Collider::cuboid(0.4, 0.3),
        1 => Collider::circle(0.35),
        2 => Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.2),
        3 => Collider::polygon([[-0.4, -0.3], [0.5, -0.2], [0.1, 0.5]]),
        4 => Collider::chain([[-0.5, 0.2], [0.0, 0.0], [0.5, 0.2]]),
        _ => Collider::compound([
            (pose([-0.6, 0.0], 0.0), Circle::new(0.25).unwrap().into()),
            (pose([0.6, 0.0], 0.4), Polygon::cuboid(0.3, 0.15).unwrap().into()),
        ]),
    };
    for index in 0..60 {
        let x = (index * 37 % 20) as Real * 0.5 - 5.0;
        let y = 1.0 + (index / 5) as Real * 0.7;
        let body = Body::dynamic().position([x, y]).angle(index as Real);
        let key = scene.add_body(body).unwrap();
        let offset = pose([0.2, 0.1], 0.3);
        scene.add_collider(key, shapes(index)).unwrap();
        if index % 3 == 0 {
            let around = shapes(index / 3).sensor(true).offset(offset).sees_sensors(index % 2 == 0);
            scene.add_collider(key, around).unwrap();
        }
        if index % 4 == 0 {
            let body = [Body::fixed(), Body::kinematic().angular_velocity(2.0)];
            let body = body[index / 4 % 2].clone().position([0.7 * y - 5.0, 0.6]);
            sensor(&mut scene, body, shapes(index + 1));
        }
    }
    let mut ledger = SensorLedger::default();
    for step in 0..300 {
        ledger.step(&mut scene);
        assert_eq!(polled(&scene), overlapping(&scene), "step {step}");
    }
    assert!(ledger.told[1] > 150, "{:?}", ledger.told);
    ledger.check();
    scene.validate().unwrap();
}
