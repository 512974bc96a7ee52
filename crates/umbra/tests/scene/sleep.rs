//! Sleep: bodies that fall asleep, and the state that sleep keeps.

use crate::common::sleepers::{Sleepers, awake, collider_of, sleepers};
use crate::common::{DT, add, at, ground, pyramid, run, scene, stack};
use umbra::geom::math::pose;
use umbra::prelude::*;

#[test]
fn a_stack_of_ten_falls_asleep_within_three_seconds_and_stays_where_it_is() {
    for solver in [SolverConfig::default(), SolverConfig::precise()] {
        let mut scene = scene(10.0, solver);
        ground(&mut scene, |collider| collider);
        let boxes = stack(&mut scene, 0.0, 10);
        run(&mut scene, 179);
        assert_eq!(awake(&scene, &boxes), 0, "{solver:?}");
        for (row, key) in boxes.iter().enumerate() {
            assert_eq!(at(&scene, *key).velocity(), Vector::zeros());
            assert!(
                (at(&scene, *key).position() - Point::new(0.0, row as Real + 0.5)).norm() < 0.03
            );
        }
        let hash = scene.state_hash();
        run(&mut scene, 600);
        assert_eq!(scene.state_hash(), hash);
    }
}

#[test]
fn an_island_falls_asleep_together_and_is_reported_once() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 3);
    let ball = Body::dynamic().position([8.0, 0.5]).velocity([-1.0, 0.0]);
    let ball = add(&mut scene, ball, Collider::circle(0.5).rolling_resistance(0.0));
    let mut fell = vec![];
    for _ in 0..180 {
        scene.step(DT).unwrap();
        let now: Vec<_> = scene.body_events().to_vec();
        assert!(now.is_empty() || now.len() == 3, "{now:?}");
        fell.extend(now);
        let moved: Vec<_> = scene.moved_bodies().map(|body| body.key()).collect();
        assert!(moved.contains(&ball));
        assert_eq!(scene.stats().islands, if fell.is_empty() { 2 } else { 1 });
    }
    let expected: Vec<_> = boxes.iter().map(|key| BodyEvent::FellAsleep { body: *key }).collect();
    assert_eq!(fell, expected);
    let stats = scene.stats();
    assert_eq!((stats.moving_bodies, stats.awake_bodies), (4, 1));
    assert_eq!((stats.awake_contacts, stats.touching_contacts), (1, 4));
}

#[test]
fn a_body_that_is_put_to_sleep_twice_before_a_step_is_listed_once_as_moved() {
    let mut scene = scene(10.0, SolverConfig::default());
    let ball = add(&mut scene, Body::dynamic(), Collider::circle(0.5));
    let other = add(&mut scene, Body::dynamic().position([5.0, 0.0]), Collider::circle(0.5));
    scene.step(DT).unwrap();
    let mut body = scene.body_mut(ball).unwrap();
    body.sleep();
    body.wake();
    body.sleep();
    scene.step(DT).unwrap();
    let moved: Vec<_> = scene.body_moves().iter().map(|it| (it.body, it.fell_asleep)).collect();
    assert_eq!(moved, [(other, false), (ball, true)]);
    assert_eq!(scene.moved_bodies().count(), 2);
}

#[test]
fn a_lift_keeps_its_load_awake_while_it_moves_and_wakes_it_when_it_starts() {
    let mut scene = scene(10.0, SolverConfig::default());
    let lift = add(&mut scene, Body::kinematic(), Collider::cuboid(2.0, 0.25));
    let other = Body::kinematic().position([10.0, 0.0]).can_sleep(false);
    let other = add(&mut scene, other, Collider::cuboid(2.0, 0.25));
    let load = add(&mut scene, Body::dynamic().position([0.0, 0.75]), Collider::cuboid(0.5, 0.5));
    let rest = Body::dynamic().position([10.0, 0.75]);
    let rest = add(&mut scene, rest, Collider::cuboid(0.5, 0.5));
    run(&mut scene, 120);
    assert_eq!(awake(&scene, &[lift, load, rest]), 0);
    assert!(at(&scene, other).is_awake());

    // Slower than the threshold: the lift says whether the load sleeps.
    scene.body_mut(lift).unwrap().set_velocity([0.0, 0.02]).unwrap();
    run(&mut scene, 120);
    assert_eq!(awake(&scene, &[lift, load, rest]), 2);
    let rise = at(&scene, load).position().y - 0.75;
    assert!((rise - 0.04).abs() < 0.01, "{rise}");
    scene.body_mut(lift).unwrap().set_velocity([0.0, 0.0]).unwrap();
    run(&mut scene, 60);
    assert_eq!(awake(&scene, &[lift, load, rest]), 0);

    let target = at(&scene, lift).pose();
    scene.body_mut(lift).unwrap().move_to(target, DT).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(awake(&scene, &[lift, load, rest]), 0, "it stays where it is");
    let target = pose(at(&scene, lift).position() - Vector::new(0.0, 0.1), 0.0);
    scene.body_mut(lift).unwrap().move_to(target, DT).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(awake(&scene, &[lift, load, rest]), 2);
    scene.remove_body(lift).unwrap();
    scene.remove_body(other).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(awake(&scene, &[load, rest]), 2, "nothing carries them");
}

#[test]
fn a_belt_keeps_awake_what_it_carries() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider.surface_speed(0.02));
    let load = add(&mut scene, Body::dynamic().position([0.0, 0.5]), Collider::cuboid(0.5, 0.5));
    run(&mut scene, 300);
    assert!(at(&scene, load).is_awake());
    assert!((at(&scene, load).velocity().x - 0.02).abs() < 0.002);
}

#[test]
fn who_may_not_sleep_keeps_its_island_awake() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 2);
    let restless = Body::dynamic().position([0.0, 2.5]).can_sleep(false);
    let restless = add(&mut scene, restless, Collider::cuboid(0.5, 0.5));
    let alone = stack(&mut scene, 5.0, 1);
    run(&mut scene, 180);
    assert_eq!((awake(&scene, &boxes), awake(&scene, &alone)), (2, 0));
    scene.body_mut(restless).unwrap().set_can_sleep(true);
    run(&mut scene, 60);
    assert_eq!(scene.stats().awake_bodies, 0);
    scene.body_mut(restless).unwrap().set_can_sleep(false);
    assert_eq!(awake(&scene, &boxes), 2);
    scene.config_mut().sleep.enabled = false;
    run(&mut scene, 120);
    assert_eq!(scene.stats().awake_bodies, 4);
}

#[test]
fn threshold_and_delay_are_those_of_the_configuration() {
    for (speed, delay, asleep_after) in
        [(0.05, 0.5, 30), (0.05, 0.1, 6), (2.0, 0.5, 30), (0.05, 0.0, 1)]
    {
        let mut scene = scene(0.0, SolverConfig::default());
        scene.config_mut().sleep = SleepConfig { enabled: true, speed, delay };
        let body = Body::dynamic().velocity([speed * 0.9, 0.0]);
        let body = add(&mut scene, body, Collider::circle(0.5));
        let faster = Body::dynamic().position([0.0, 5.0]).velocity([speed * 1.1, 0.0]);
        let faster = add(&mut scene, faster, Collider::circle(0.5));
        let turning = Body::dynamic().position([0.0, 9.0]).angular_velocity(speed * 2.2);
        let turning = add(&mut scene, turning, Collider::circle(0.5));
        // Half a second is 30 steps, or one more by rounding.
        run(&mut scene, asleep_after - 1);
        assert!(at(&scene, body).is_awake(), "{speed} {delay}");
        run(&mut scene, 2);
        assert!(!at(&scene, body).is_awake(), "{speed} {delay}");
        run(&mut scene, 60);
        assert!(at(&scene, faster).is_awake() && at(&scene, turning).is_awake());
    }
    let mut scene = scene(0.0, SolverConfig::default());
    for bad in [-1.0, Real::NAN, Real::INFINITY] {
        scene.config_mut().sleep = SleepConfig { speed: bad, ..SleepConfig::default() };
        assert!(scene.step(DT).unwrap_err().to_string().contains("sleep.speed"));
        scene.config_mut().sleep = SleepConfig { delay: bad, ..SleepConfig::default() };
        assert!(scene.step(DT).unwrap_err().to_string().contains("sleep.delay"));
    }
}

#[test]
fn a_body_is_as_tolerant_as_it_says() {
    let mut scene = scene(0.0, SolverConfig::default());
    let mut place = 0.0;
    let mut moving = |speed: Real, tolerance: Real| {
        place += 3.0;
        let body = Body::dynamic().position([0.0, place]).velocity([speed, 0.0]);
        add(&mut scene, body.sleep_tolerance(tolerance), Collider::circle(0.5))
    };
    let (rocks, clock, exact) = (moving(0.4, 10.0), moving(0.02, 0.1), moving(0.0, 0.0));
    run(&mut scene, 60);
    let is_awake = |scene: &Scene, key| at(scene, key).is_awake();
    assert!(!is_awake(&scene, rocks) && is_awake(&scene, clock) && is_awake(&scene, exact));
    assert_eq!(at(&scene, rocks).sleep_tolerance(), 10.0);
    scene.body_mut(clock).unwrap().set_sleep_tolerance(1.0).unwrap();
    run(&mut scene, 60);
    assert!(!is_awake(&scene, clock));
    assert!(scene.body_mut(clock).unwrap().set_sleep_tolerance(-1.0).is_err());
}

#[test]
fn what_comes_to_rest_beside_those_kept_awake_waits_an_eighth_of_the_delay_longer_at_most() {
    for stop in 1..12 {
        let mut scene = scene(0.0, SolverConfig::default());
        let restless = Body::dynamic().can_sleep(false);
        add(&mut scene, restless, Collider::circle(0.5));
        let beside = Body::dynamic().position([1.0, 0.0]);
        let beside = add(&mut scene, beside, Collider::circle(0.5));
        let mover = Body::dynamic().position([9.0, 0.0]).velocity([1.0, 0.0]);
        let mover = add(&mut scene, mover, Collider::circle(0.5));
        run(&mut scene, stop);
        scene.body_mut(mover).unwrap().set_velocity([0.0, 0.0]).unwrap();
        let mut copy = scene.clone();
        // Half a second and an eighth of it are 34 steps, give or take one for rounding.
        run(&mut scene, 29);
        assert!(at(&scene, mover).is_awake(), "{stop}");
        run(&mut scene, 6);
        assert!(!at(&scene, mover).is_awake(), "{stop}");
        assert!(at(&scene, beside).is_awake(), "{stop}");
        for _ in 0..35 {
            copy.step(DT).unwrap();
            copy = copy.clone();
        }
        assert_eq!(copy.state_hash(), scene.state_hash());
    }
}

#[test]
fn a_body_is_put_to_sleep_with_its_island_and_woken_at_will() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 3);
    let falling = Body::dynamic().position([5.0, 9.0]);
    let falling = add(&mut scene, falling, Collider::circle(0.5));
    run(&mut scene, 10);
    scene.body_mut(falling).unwrap().sleep();
    scene.body_mut(boxes[1]).unwrap().sleep();
    assert_eq!(scene.stats().awake_bodies, 0);
    scene.validate().unwrap();
    let hash = scene.state_hash();
    scene.step(DT).unwrap();
    assert_eq!(scene.body_events().len(), 4);
    assert_eq!(scene.state_hash(), hash, "it hangs in the air");
    scene.body_mut(falling).unwrap().wake();
    scene.step(DT).unwrap();
    assert_eq!(scene.body_events(), [BodyEvent::Woke { body: falling }]);
    assert!(at(&scene, falling).velocity().y < 0.0);
}

/// Puts a body elsewhere and to sleep. Returns the place.
fn put_to_sleep_at(scene: &mut Scene, key: BodyKey, by: [Real; 2]) -> Point {
    let mut body = scene.body_mut(key).unwrap();
    let place = body.view().position() + Vector::from(by);
    body.set_position(place).unwrap();
    body.sleep();
    place
}

#[test]
fn a_body_that_is_put_elsewhere_and_to_sleep_stays_there() {
    let ways = [0.0, 0.002, 0.02, 0.1, 1.3, 7.0];
    for (row, across, up) in (0..3).flat_map(|row| {
        ways.map(|way| [(row, 0.0, way), (row, way, 0.0), (row, way, way)]).concat()
    }) {
        let case = format!("box {row}, by {across} and {up}");
        let mut world = sleepers();
        let (key, scene) = (world.left[row], &mut world.scene);
        // Not into the next box.
        if row < 2 && up > 0.0 && up < 3.0 && across < 1.0 {
            continue;
        }
        let place = put_to_sleep_at(scene, key, [across, up]);
        let is_far = across.max(up) > 0.005;
        let others: Vec<_> = world.left.iter().copied().filter(|other| *other != key).collect();
        let mut ends = 0;
        for step in 0..60 {
            scene.step(DT).unwrap();
            scene.validate().unwrap();
            assert_eq!(at(scene, key).position(), place, "{case}");
            assert!(!at(scene, key).is_awake(), "{case}");
            let is_end = |event: &&ContactEvent| matches!(event, ContactEvent::End { bodies, .. } if bodies.contains(&key));
            ends += scene.contact_events().iter().filter(is_end).count();
            // What it has left is free to move, and what it still touches sleeps with it.
            assert!(step > 0 || !is_far || across < 1.0 || awake(scene, &others) > 0, "{case}");
        }
        if across > 1.0 || up > 3.0 || (up > 0.005 && row == 2) {
            let touched = [1 + usize::from(up > 0.005), 2, 1];
            assert_eq!(ends, touched[row], "{case}");
            let top = at(scene, world.left[2]).position().y;
            assert!(row == 2 || top < 1.6, "{case}: what stood on it has fallen, to {top}");
        }
    }
}

#[test]
fn a_body_that_is_changed_and_put_to_sleep_sleeps() {
    let changes: [fn(&mut Scene, ColliderKey); 4] = [
        |scene, key| {
            scene.collider_mut(key).unwrap().set_shape(Circle::new(0.2).unwrap()).unwrap();
        },
        |scene, key| {
            let filter = Filter { mask: 0, ..Filter::default() };
            scene.collider_mut(key).unwrap().set_filter(filter);
        },
        |scene, key| scene.collider_mut(key).unwrap().set_offset(pose([0.0, 0.3], 0.0)).unwrap(),
        |scene, key| scene.collider_mut(key).unwrap().set_enabled(false).unwrap(),
    ];
    for (case, change) in changes.into_iter().enumerate() {
        let mut world = sleepers();
        let (key, scene) = (world.left[2], &mut world.scene);
        let place = at(scene, key).position();
        let collider = collider_of(scene, key);
        change(scene, collider);
        scene.body_mut(key).unwrap().sleep();
        run(scene, 60);
        assert_eq!(
            (at(scene, key).position(), at(scene, key).is_awake()),
            (place, false),
            "{case}"
        );
    }
    // New ones in the air, on the ground, and on what sleeps.
    for place in [[0.0, 9.0], [0.0, 0.495], [-5.0, 3.49]] {
        let Sleepers { mut scene, left, .. } = sleepers();
        let key = add(&mut scene, Body::dynamic().position(place), Collider::cuboid(0.5, 0.5));
        scene.body_mut(key).unwrap().sleep();
        run(&mut scene, 30);
        assert_eq!(at(&scene, key).position(), Point::from(place));
        assert_eq!(awake(&scene, &left), 0);
    }
}

#[test]
fn what_loses_its_support_wakes_even_if_it_was_just_put_to_sleep() {
    let Sleepers { mut scene, left, .. } = sleepers();
    scene.body_mut(left[2]).unwrap().wake();
    scene.body_mut(left[2]).unwrap().sleep();
    put_to_sleep_at(&mut scene, left[0], [3.0, 5.0]);
    run(&mut scene, 60);
    let heights = left.iter().map(|key| at(&scene, *key).position().y).collect::<Vec<_>>();
    assert!(heights[0] > 5.0 && heights[1] < 0.6 && heights[2] < 1.6, "{heights:?}");
}

#[test]
fn a_level_of_sleeping_piles_costs_nothing_until_it_is_touched() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let mut piles = vec![];
    for pile in 0..10 {
        let at = |row: usize| [4.0 * pile as Real, row as Real + 0.5];
        let body = |row| Body::dynamic().position(at(row)).sleeping(true);
        let bodies = (0..5).map(|row| add(&mut scene, body(row), Collider::cuboid(0.5, 0.5)));
        piles.push(bodies.collect::<Vec<_>>());
    }
    // As a program does that sets things up in its own order.
    scene.config_mut().gravity = Vector::new(0.0, -9.0);
    run(&mut scene, 5);
    let stats = scene.stats();
    assert_eq!((stats.awake_bodies, stats.awake_contacts, stats.contacts), (0, 0, 50));
    assert_eq!(scene.contacts().filter(ContactRef::is_touching).count(), 50);
    scene.body_mut(piles[3][4]).unwrap().apply_impulse([0.1, 0.0]).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(scene.stats().awake_bodies, 5);
    assert_eq!(awake(&scene, &piles[3]), 5);
}

#[test]
fn contacts_are_kept_over_sleep_with_their_impulses_and_make_no_events() {
    let mut world = sleepers();
    let read = |scene: &Scene, key| -> Vec<_> {
        let contacts = at(scene, key).contacts();
        contacts.flat_map(|contact| contact.points().collect::<Vec<_>>()).collect()
    };
    let asleep = read(&world.scene, world.left[1]);
    assert_eq!(asleep.len(), 4);
    assert!(asleep.iter().all(|point| point.normal_impulse > 0.0));
    assert_eq!(at(&world.scene, world.ground).contacts().count(), 2);
    world.scene.body_mut(world.left[0]).unwrap().wake();
    let awake = read(&world.scene, world.left[1]);
    let sum = |points: &[ContactPointRef]| points.iter().map(|p| p.normal_impulse).sum::<Real>();
    assert_eq!(awake.len(), 4);
    assert!((sum(&awake) - sum(&asleep)).abs() < 1e-6);
    for _ in 0..60 {
        world.scene.step(DT).unwrap();
        assert_eq!(world.scene.contact_events(), []);
        // It goes on as if it had not slept: nothing sags and pushes itself up again.
        for key in &world.left {
            assert!(at(&world.scene, *key).velocity().norm() < 0.01);
        }
    }
    assert_eq!(at(&world.scene, world.ground).contacts().count(), 2);
    world.scene.remove_body(world.left[0]).unwrap();
    world.scene.step(DT).unwrap();
    assert_eq!(world.scene.contact_events().len(), 2, "one box ends two contacts");
}

#[test]
fn sleep_changes_no_bit_over_threads_and_copies() {
    let build = || {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |collider| collider);
        pyramid(&mut scene, 8);
        for pile in 0..8 {
            stack(&mut scene, 20.0 + 3.0 * pile as Real, 4);
        }
        let ball = Body::dynamic().position([110.0, 1.0]).velocity([-30.0, 4.0]);
        add(&mut scene, ball, Collider::circle(1.0).density(4.0));
        scene
    };
    let go_on = |scene: &mut Scene, steps: usize| {
        let mut seen = vec![];
        for _ in 0..steps {
            scene.step(DT).unwrap();
            seen.push((scene.state_hash(), scene.stats(), scene.body_events().to_vec()));
        }
        seen
    };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut scene = build();
            let seen = go_on(&mut scene, 200);
            (scene, seen)
        })
    };
    let (mut scene, truth) = run(1);
    assert!(truth.iter().any(|(_, stats, _)| stats.awake_bodies < stats.moving_bodies / 2));
    for threads in [2, 4] {
        assert!(run(threads).1 == truth, "{threads} threads");
    }
    let mut copy = build();
    copy.clone_from(&scene);
    let mut clone = scene.clone();
    for scene in [&mut scene, &mut copy, &mut clone] {
        let first = scene.bodies().nth(3).unwrap();
        scene.body_mut(first).unwrap().apply_impulse([3.0, 2.0]).unwrap();
    }
    let truth = go_on(&mut scene, 200);
    assert!(go_on(&mut copy, 200) == truth);
    assert!(go_on(&mut clone, 200) == truth);
}
