//! Scenarios of games.

use crate::common::{DT, add, at, deepest, ground, pyramid, run, scene, solvers, stack};
use umbra::geom::math::pose;
use umbra::prelude::*;

fn begins(scene: &Scene) -> usize {
    scene.contact_events().iter().filter(|e| matches!(e, ContactEvent::Begin { .. })).count()
}

fn ends(scene: &Scene) -> usize {
    scene.contact_events().iter().filter(|e| matches!(e, ContactEvent::End { .. })).count()
}

#[test]
fn a_stack_of_ten_comes_to_rest() {
    for solver in presets() {
        let mut scene = scene(10.0, solver);
        ground(&mut scene, |collider| collider);
        let boxes = stack(&mut scene, 0.0, 10);
        run(&mut scene, 150);
        for step in 150..600 {
            run(&mut scene, 1);
            for (row, &key) in boxes.iter().enumerate() {
                let body = at(&scene, key);
                assert!(body.velocity().norm() < 0.05, "{} {solver:?}", body.velocity());
                assert!(step < 180 || !body.is_awake(), "awake after three seconds, {solver:?}");
                // Nothing tells left from right.
                let drift = body.position().x.abs();
                assert!(drift < 1e-3, "box {row} drifts by {drift}, {solver:?}");
            }
        }
        // The lowest box carries ten: what the spring gives way, and the slop.
        let allowed = if solver == SolverConfig::fast() { 0.015 } else { 0.006 };
        assert!(deepest(&scene) < allowed, "{} {solver:?}", deepest(&scene));
    }
}

/// Every preset that has to hold what is built.
fn presets() -> [SolverConfig; 6] {
    let [default, projection, classic] = solvers();
    let twenty = SolverConfig::classic(20);
    [default, projection, classic, twenty, SolverConfig::precise(), SolverConfig::fast()]
}

#[test]
fn a_stack_of_fifty_stands_for_a_minute() {
    // By how much fifty springs give way: with the square of their period, 40, 60 and 20 Hz.
    for (solver, sinks) in [
        (SolverConfig::default(), 0.5_f32),
        (SolverConfig::precise(), 0.25),
        (SolverConfig::fast(), 2.0),
    ] {
        let mut scene = scene(10.0, solver);
        ground(&mut scene, |collider| collider);
        let boxes = stack(&mut scene, 0.0, 50);
        // Born without a load, it dips deeper at first, for a few of its own swings: they last as
        // long as it takes to fall so deep.
        let settled = 4.2 * sinks.sqrt();
        for second in 0..60 {
            run(&mut scene, 60);
            let top = at(&scene, boxes[49]).position();
            assert!(top.x.abs() < 0.01, "{top} after {second} s, {solver:?}");
            let allowed = if (second as Real) < settled { 1.3 * sinks } else { sinks };
            assert!(49.5 - top.y < allowed, "{top} after {second} s, {solver:?}");
        }
    }
}

#[test]
fn a_pyramid_of_a_hundred_layers_stands() {
    // A minute, where there is time.
    let seconds = if std::env::var("UMBRA_CASES").is_ok() { 60 } else { 15 };
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = pyramid(&mut scene, 100);
    let top = boxes[boxes.len() - 1];
    for second in 0..seconds {
        run(&mut scene, 60);
        let place = at(&scene, top).position();
        assert!((place.x - -0.5).abs() < 0.02, "{place} after {second} s");
        assert!(99.5 - place.y < 0.73, "{place} after {second} s");
    }
}

#[test]
fn a_resting_box_has_two_points_in_every_frame() {
    for solver in solvers() {
        let mut scene = scene(10.0, solver);
        ground(&mut scene, |collider| collider);
        let body =
            add(&mut scene, Body::dynamic().position([0.3, 0.5]), Collider::cuboid(0.5, 0.5));
        run(&mut scene, 10);
        for _ in 0..300 {
            scene.step(DT).unwrap();
            let contacts: Vec<_> = at(&scene, body).contacts().collect();
            assert_eq!(contacts.len(), 1);
            assert!(contacts[0].is_touching());
            assert_eq!(contacts[0].points().count(), 2);
            assert_eq!(scene.contact_events(), []);
        }
    }
}

#[test]
fn a_conveyor_carries_at_its_speed() {
    for solver in solvers() {
        let mut scene = scene(10.0, solver);
        ground(&mut scene, |collider| collider.surface_speed(2.0));
        let tile = Body::dynamic().position([-20.0, 0.5]);
        let tile = add(&mut scene, tile, Collider::cuboid(0.5, 0.5));
        run(&mut scene, 120);
        let start = at(&scene, tile).position().x;
        run(&mut scene, 60);
        let carried = at(&scene, tile).position().x - start;
        assert!((carried - 2.0).abs() < 0.04, "{carried}");
    }
}

#[test]
fn a_row_of_touching_balls_hands_the_blow_on() {
    let mut scene = scene(0.0, SolverConfig::default());
    let ball = || Collider::circle(0.5).restitution(1.0).friction(0.0);
    let first = Body::dynamic().position([-4.0, 0.0]).velocity([5.0, 0.0]);
    let first = add(&mut scene, first, ball());
    let row: Vec<_> = (0..5)
        .map(|i| add(&mut scene, Body::dynamic().position([i as Real, 0.0]), ball()))
        .collect();
    run(&mut scene, 120);
    let speed = at(&scene, row[4]).velocity().x;
    assert!(speed >= 0.95 * 5.0, "{speed}");
    assert!(at(&scene, first).velocity().norm() < 0.1);
}

#[test]
fn slow_balls_do_not_stick_to_a_wall() {
    for speed in [0.05_f32, 0.1, 0.3, 0.5] {
        let solver = SolverConfig { restitution_threshold: 0.0, ..SolverConfig::default() };
        let mut scene = scene(0.0, solver);
        add(&mut scene, Body::fixed().position([1.0, 0.0]), Collider::cuboid(0.5, 5.0));
        let ball = Body::dynamic().velocity([speed, 0.0]).position([-0.02, 0.0]);
        let ball = add(&mut scene, ball, Collider::circle(0.4).restitution(1.0));
        run(&mut scene, 300);
        let rebound = at(&scene, ball).velocity().x;
        assert!((rebound + speed).abs() < 0.01 * speed, "{speed}: {rebound}");
    }
}

#[test]
fn boxes_born_in_one_place_part() {
    for solver in solvers() {
        let mut scene = scene(0.0, solver);
        for i in 0..50 {
            let place = [0.001 * i as Real, 0.000_7 * (i * 7 % 50) as Real];
            add(&mut scene, Body::dynamic().position(place), Collider::cuboid(0.5, 0.5));
        }
        run(&mut scene, 120);
        assert!(deepest(&scene) < 0.05, "{} with {solver:?}", deepest(&scene));
    }
}

#[test]
fn a_scene_of_another_length_unit_gives_the_scaled_result() {
    let fall = |unit: Real| {
        let mut scene = Scene::new(SceneConfig {
            gravity: Vector::new(0.0, -10.0 * unit),
            length_unit: unit,
            ..SceneConfig::default()
        })
        .unwrap();
        let ground = Body::fixed().position([0.0, -unit]);
        add(&mut scene, ground, Collider::cuboid(100.0 * unit, unit));
        let boxes: Vec<_> = (0..6)
            .map(|i| {
                let place = [0.2 * unit * (i % 3) as Real, unit * (0.6 + 1.1 * i as Real)];
                let shape = Collider::cuboid(0.5 * unit, 0.5 * unit).restitution(0.2);
                add(&mut scene, Body::dynamic().position(place), shape)
            })
            .collect();
        run(&mut scene, 60);
        boxes.iter().map(|&key| at(&scene, key).position() / unit).collect::<Vec<_>>()
    };
    let metres = fall(1.0);
    // Powers of two scale without rounding; others start from other bits.
    for (unit, allowed) in [(0.007_812_5, 1e-3), (128.0, 1e-3), (0.01, 0.05), (100.0, 0.05)] {
        for (a, b) in metres.iter().zip(fall(unit)) {
            assert!((a - b).norm() < allowed, "{unit}: {a} {b}");
        }
    }
}

#[test]
fn a_fast_ball_is_stopped_by_a_thin_wall_and_passes_beside_it() {
    for (height, stopped) in [(0.0, true), (3.2, false)] {
        let mut scene = scene(0.0, SolverConfig::default());
        add(&mut scene, Body::fixed().position([5.0, 0.0]), Collider::cuboid(0.05, 3.0));
        let ball = Body::dynamic().position([0.0, height]).velocity([200.0, 0.0]);
        let ball = add(&mut scene, ball, Collider::circle(0.1).friction(0.0));
        run(&mut scene, 10);
        assert_eq!(at(&scene, ball).position().x < 5.0, stopped, "{}", at(&scene, ball).position());
        if !stopped {
            assert_eq!(at(&scene, ball).velocity(), Vector::new(200.0, 0.0));
        }
    }
}

#[test]
fn touching_begins_and_ends_once_and_hits_are_reported() {
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = ground(&mut scene, |collider| collider);
    let floor = scene.body(floor).unwrap().colliders().next().unwrap();
    let ball = scene.add_body(Body::dynamic().position([2.0, 2.5])).unwrap();
    let shape = Collider::circle(0.5).hit_events(true);
    let shape = scene.add_collider(ball, shape).unwrap();
    let (mut begun, mut ended, mut hits) = (0, 0, vec![]);
    for _ in 0..120 {
        scene.step(DT).unwrap();
        (begun, ended) = (begun + begins(&scene), ended + ends(&scene));
        hits.extend(
            scene
                .contact_events()
                .iter()
                .copied()
                .filter(|event| matches!(event, ContactEvent::Hit { .. })),
        );
    }
    assert_eq!((begun, ended, hits.len()), (1, 0, 1), "{hits:?}");
    let ContactEvent::Hit { colliders, point, normal, speed, impulse, tangent_speed, .. } = hits[0]
    else {
        panic!("no hit")
    };
    assert_eq!(colliders, [floor, shape]);
    let mass = at(&scene, ball).mass();
    assert!(impulse > mass * speed && impulse < mass * (speed + 20.0 * DT), "{impulse}");
    assert!(tangent_speed < 1e-4);
    assert_eq!(normal, Vector::new(0.0, 1.0));
    // It falls two metres: the root of 2 g h. Read when the step begins in which they meet, it
    // lacks what gravity adds in that step, g dt, at most.
    let missing = 40.0_f32.sqrt() - speed;
    assert!((0.0..10.0 * DT).contains(&missing), "{speed}");
    assert!((point - Point::new(2.0, 0.0)).norm() < 0.1, "{point}");

    scene.body_mut(ball).unwrap().set_position([2.0, 50.0]).unwrap();
    scene.step(DT).unwrap();
    assert_eq!((begins(&scene), ends(&scene)), (0, 1));
}

#[test]
fn a_collider_of_many_pieces_begins_and_ends_once() {
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = scene.add_body(Body::fixed()).unwrap();
    let points = (0..40).map(|i| [i as Real * 0.4 - 8.0, 0.0]);
    let floor = scene.add_collider(floor, Collider::chain(points)).unwrap();
    let tile = Body::dynamic().position([-5.0, 0.6]).velocity([6.0, 0.0]);
    let tile = add(&mut scene, tile, Collider::cuboid(0.5, 0.5).friction(0.1));
    let (mut begun, mut ended) = (0, 0);
    for _ in 0..60 {
        scene.step(DT).unwrap();
        (begun, ended) = (begun + begins(&scene), ended + ends(&scene));
        // A chain is smooth: nothing stops the box, nothing lifts it.
        assert!(at(&scene, tile).position().y < 0.61);
    }
    // Friction of the root of 0.1 * 0.6, for nearly a second.
    let expected = 6.0 - 0.06_f32.sqrt() * 10.0;
    let speed = at(&scene, tile).velocity().x;
    assert!((speed / expected - 1.0).abs() < 0.02, "{speed}");
    assert_eq!((begun, ended), (1, 0));
    scene.remove_collider(floor).unwrap();
    scene.step(DT).unwrap();
    assert_eq!((begins(&scene), ends(&scene)), (0, 1));
    assert_eq!(scene.stats().contacts, 0);
}

#[test]
fn filters_groups_and_bodies_decide_who_meets() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider.filter(Filter { category: 2, ..Filter::default() }));
    let ghost = Filter { mask: !2, ..Filter::default() };
    let ghost = Collider::circle(0.5).filter(ghost);
    let ghost = add(&mut scene, Body::dynamic().position([0.0, 1.0]), ghost);
    let solid = add(&mut scene, Body::dynamic().position([3.0, 1.0]), Collider::circle(0.5));
    run(&mut scene, 60);
    assert!(at(&scene, ghost).position().y < 0.0 && at(&scene, solid).position().y > 0.4);

    let collider = at(&scene, solid).colliders().next().unwrap();
    scene.collider_mut(collider).unwrap().set_filter(Filter { mask: !2, ..Filter::default() });
    run(&mut scene, 60);
    assert!(at(&scene, solid).position().y < 0.0);
}

#[test]
fn a_lift_carries_and_arrives_where_it_is_told() {
    let mut scene = scene(10.0, SolverConfig::default());
    let lift = add(&mut scene, Body::kinematic(), Collider::cuboid(2.0, 0.25));
    let load = add(&mut scene, Body::dynamic().position([0.0, 0.75]), Collider::cuboid(0.5, 0.5));
    for step in 1..=120 {
        let target = pose([0.01 * step as Real, 0.02 * step as Real], 0.0);
        scene.body_mut(lift).unwrap().move_to(target, DT).unwrap();
        scene.step(DT).unwrap();
    }
    assert!((at(&scene, lift).position() - Point::new(1.2, 2.4)).norm() < 1e-4);
    let load = at(&scene, load).position();
    assert!((load - Point::new(1.2, 3.15)).norm() < 0.03, "{load}");
}

#[test]
fn bodies_change_kind_and_leave_and_return() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 4);
    run(&mut scene, 30);
    scene.body_mut(boxes[0]).unwrap().set_kind(BodyKind::Fixed).unwrap();
    scene.body_mut(boxes[2]).unwrap().set_enabled(false).unwrap();
    run(&mut scene, 90);
    assert!(at(&scene, boxes[3]).position().y < 2.6, "fell by one");
    scene.remove_body(boxes[1]).unwrap();
    scene.body_mut(boxes[0]).unwrap().set_kind(BodyKind::Dynamic).unwrap();
    run(&mut scene, 90);
    assert!((at(&scene, boxes[3]).position().y - 1.5).abs() < 0.02);
    scene.body_mut(boxes[2]).unwrap().set_position([5.0, 3.0]).unwrap();
    scene.body_mut(boxes[2]).unwrap().set_enabled(true).unwrap();
    run(&mut scene, 120);
    assert!((at(&scene, boxes[2]).position().y - 0.5).abs() < 0.02);
    let stats = scene.stats();
    assert_eq!((stats.bodies, stats.moving_bodies, stats.colliders), (4, 3, 4));
}

#[test]
fn interpolation_runs_from_the_pose_before_to_the_present_one() {
    let mut scene = scene(0.0, SolverConfig::default());
    let body = Body::dynamic().velocity([6.0, 0.0]).angular_velocity(6.0);
    let body = add(&mut scene, body, Collider::cuboid(0.5, 0.5));
    run(&mut scene, 1);
    let body = at(&scene, body);
    let halfway = body.interpolated_pose(0.5);
    assert!((halfway.translation.x - 0.05).abs() < 1e-6);
    assert!((halfway.rotation.im.atan2(halfway.rotation.re) - 0.05).abs() < 1e-6);
    let end = body.interpolated_pose(1.0);
    assert!((end.translation.vector - body.pose().translation.vector).norm() < 1e-6);
}

#[test]
fn hooks_let_pass_and_change_friction() {
    struct OneWay(ColliderKey);
    impl Hooks for OneWay {
        fn should_collide(&self, pair: &ContactPair) -> bool {
            !pair.colliders.contains(&self.0)
        }
        fn modify_contact(&self, contact: &mut ContactMut<'_>) {
            contact.set_friction(0.0).unwrap();
        }
    }
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let ghost = add(&mut scene, Body::dynamic().position([0.0, 0.5]), Collider::circle(0.5));
    let slider = Body::dynamic().position([5.0, 0.5]).velocity([3.0, 0.0]);
    let slider = add(&mut scene, slider, Collider::cuboid(0.5, 0.5));
    let hooks = OneWay(at(&scene, ghost).colliders().next().unwrap());
    for _ in 0..60 {
        scene.step_with(DT, &hooks).unwrap();
    }
    assert!(at(&scene, ghost).position().y < -1.0);
    assert!((at(&scene, slider).velocity().x - 3.0).abs() < 1e-3);
}
