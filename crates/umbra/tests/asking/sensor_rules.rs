//! Rules of sensors: visitors, weight, bodies that they leave alone, and the times of their events.

use crate::common::ledger::SensorLedger;
use crate::common::sleepers::{awake, fall_asleep, sleepers, woken};
use crate::common::{DT, add, at, ground, run, scene};
use umbra::geom::math::pose;
use umbra::prelude::*;

fn weightless() -> Scene {
    scene(0.0, SolverConfig::default())
}

fn put(scene: &mut Scene, body: Body, collider: Collider) -> ColliderKey {
    let body = scene.add_body(body).unwrap();
    scene.add_collider(body, collider).unwrap()
}

fn zone() -> Collider {
    Collider::cuboid(1.0, 1.0).sensor(true)
}

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
fn queries_find_sensors_if_they_ask_for_them() {
    let mut scene = weightless();
    let fixed = put(&mut scene, Body::fixed().position([3.0, 0.0]), zone());
    let moving = Body::dynamic().position([6.0, 0.0]).velocity([0.0, 0.0]);
    let moving = put(&mut scene, moving, Collider::circle(0.5).sensor(true));
    let wall = put(&mut scene, Body::fixed().position([9.0, 0.0]), Collider::cuboid(0.5, 0.5));
    scene.step(DT).unwrap();
    let (plain, all) = (QueryFilter::default(), QueryFilter::default().sensors(true));
    let hit = |filter| scene.cast_ray([0.0, 0.0], [20.0, 0.0], filter).unwrap().collider;
    assert_eq!((hit(plain), hit(all)), (wall, fixed));
    let count = |filter| {
        let mut found = vec![];
        scene.cast_ray_all([0.0, 0.0], [20.0, 0.0], filter, |hit| {
            found.push(hit.collider);
            core::ops::ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    };
    assert_eq!((count(plain), count(all)), (vec![wall], vec![fixed, moving, wall]));
    let disc: Shape = Circle::new(0.1).unwrap().into();
    let start = pose([0.0, 0.0], 0.0);
    let cast = |filter| scene.cast_shape(&disc, start, [20.0, 0.0], filter).unwrap().collider;
    assert_eq!((cast(plain), cast(all)), (wall, fixed));
    let at_six = |filter| scene.colliders_at([6.0, 0.2], filter);
    assert_eq!((at_six(plain), at_six(all)), (vec![], vec![moving]));
    let around = Aabb { min: Point::new(0.0, -1.0), max: Point::new(20.0, 1.0) };
    assert_eq!(scene.overlap_aabb(&around, plain), [wall]);
    assert_eq!(scene.overlap_aabb(&around, all), [fixed, moving, wall]);
    let wide: Shape = Circle::new(4.0).unwrap().into();
    let over = |filter| scene.overlap_shape(&wide, pose([5.0, 0.0], 0.0), filter);
    assert_eq!((over(plain), over(all)), (vec![wall], vec![fixed, moving, wall]));
    let closest = |filter| scene.closest_point([6.0, 2.0], 9.0, filter).unwrap().collider;
    assert_eq!((closest(plain), closest(all)), (wall, moving));
    let only = all.only(BodyKind::Dynamic);
    assert_eq!(scene.overlap_aabb(&around, only), [moving]);
    // And where it went, at once, and where it was put.
    let body = scene.collider(moving).unwrap().body();
    scene.body_mut(body).unwrap().set_position([6.0, 50.0]).unwrap();
    assert_eq!(scene.colliders_at([6.0, 50.0], all), [moving]);
    scene.body_mut(body).unwrap().set_velocity([300.0, 0.0]).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(scene.colliders_at([11.0, 50.0], all), [moving]);
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

/// How far a body reaches tells when it may sleep: a sensor that is moved on it counts where it is.
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
