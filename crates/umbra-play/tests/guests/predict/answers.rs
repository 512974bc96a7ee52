//! Touches, rest, bodies that are not there yet, hooks, and that the scene is left alone.

use super::{asking, stepped, throw};
use crate::common::{DT, add, ground, run, scene};
use crate::prelude::*;

/// A ball that bounces on the ground and against a wall: each touch in its step, as the scene
/// reports it.
#[test]
fn touches_are_those_that_events_report() {
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = ground(&mut scene, |it| it);
    let wall = add(&mut scene, Body::fixed().position([8.0, 5.0]), Collider::cuboid(0.5, 5.0));
    let sensor = Collider::cuboid(1.0, 9.0).sensor(true);
    add(&mut scene, Body::fixed().position([4.0, 0.0]), sensor);
    let ball = Body::dynamic().position([0.0, 0.5]);
    let ball = add(&mut scene, ball, Collider::circle(0.5).restitution(0.7));
    run(&mut scene, 200);
    let ask = asking(&[ball], &[throw(ball, [7.0, 6.0])], 200);
    let mut predictor = Predictor::new();
    let path = predictor.predict_with(&scene, &ask).unwrap().body(ball).unwrap().clone();
    let mut copy = scene.clone();
    copy.body_mut(ball).unwrap().set_velocity([7.0, 6.0]).unwrap();
    let mut expected = vec![];
    for step in 1..=200 {
        copy.step(DT).unwrap();
        for event in copy.contact_events() {
            if let ContactEvent::Begin { colliders, bodies } = event {
                let other = usize::from(bodies[0] == ball);
                expected.push((step, Some(colliders[other]), Some(bodies[other])));
            }
        }
    }
    let touches = path.touches();
    let got: Vec<_> = touches.iter().map(|it| (it.step, it.other, it.other_body)).collect();
    assert_eq!(got, expected);
    assert!(touches.len() >= 3);
    let of_wall = touches.iter().find(|it| it.other_body == Some(wall)).unwrap();
    assert!((of_wall.point.x - 7.5).abs() < 0.2 && of_wall.normal.x < -0.99);
    let of_floor = touches.iter().find(|it| it.other_body == Some(floor)).unwrap();
    assert!(of_floor.point.y.abs() < 0.2 && of_floor.normal.y > 0.99);
    assert_eq!(of_floor.time, of_floor.step as Real * DT);
    let own = scene.body(ball).unwrap().colliders().next();
    assert!(touches.iter().all(|touch| touch.collider == own));
}

/// Comes to rest where it does, and all later poses are that one.
#[test]
fn rest_is_where_it_falls_asleep() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it.friction(0.8));
    let body = Body::dynamic().position([0.0, 0.3]);
    let body = add(&mut scene, body, Collider::cuboid(0.3, 0.3));
    run(&mut scene, 200);
    let mut predictor = Predictor::new();
    let asleep = predictor.predict(&scene, &[body], 30, DT).unwrap();
    assert_eq!(asleep.bodies()[0].rest_step(), Some(0));
    assert_eq!(asleep.bodies()[0].poses(), [scene.body(body).unwrap().pose(); 31]);
    let edits = [throw(body, [4.0, 1.0])];
    let path = predictor.predict_with(&scene, &asking(&[body], &edits, 400)).unwrap();
    let path = path.bodies()[0].clone();
    let real = stepped(&scene, &edits, &[body], 400);
    let rest = path.rest_step().unwrap() as usize;
    assert!((60..300).contains(&rest), "{rest}");
    let pose = path.rest_pose().unwrap();
    assert!((pose.translation.vector - real[0][400].translation.vector).norm() < 1e-3);
    assert!(path.poses()[rest..].iter().all(|it| *it == pose));
    assert_eq!(path.velocity(), Vector::zeros());
    let short = predictor.predict_with(&scene, &asking(&[body], &edits, 20)).unwrap();
    assert_eq!(short.bodies()[0].rest_step(), None);
    assert!(short.bodies()[0].velocity().x > 0.1);
}

/// A body that is not in the scene goes where it would go.
#[test]
fn bodies_that_are_not_there_yet() {
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = ground(&mut scene, |it| it);
    let shell = Body::dynamic().position([0.0, 1.0]).velocity([9.0, 5.0]);
    let shape = Collider::circle(0.2).restitution(0.5);
    let ask = Predict::new(90, DT).add(shell.clone(), [shape.clone()]);
    let mut predictor = Predictor::new();
    let path = predictor.predict_with(&scene, &ask).unwrap().bodies()[0].clone();
    assert!(predictor.prediction().is_exact());
    assert_eq!(path.body(), None);
    let touch = path.first_touch().unwrap();
    assert_eq!((touch.collider, touch.other_body), (None, Some(floor)));
    let mut copy = scene.clone();
    let body = add(&mut copy, shell, shape);
    for step in 0..=90 {
        assert_eq!(copy.body(body).unwrap().pose(), path.poses()[step], "{step}");
        copy.step(DT).unwrap();
    }
}

/// The scene, its recording and later steps are as if nobody had asked.
#[test]
fn the_scene_is_left_alone() {
    let build = || {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |it| it);
        let ball = add(&mut scene, Body::dynamic().position([0.0, 5.0]), Collider::circle(0.5));
        scene.record(Recorder::default()).unwrap();
        (scene, ball)
    };
    let ((mut asked, ball), (mut plain, _)) = (build(), build());
    let mut predictor = Predictor::new();
    for step in 0..100 {
        for exact in [false, true] {
            let ask = asking(&[ball], &[throw(ball, [3.0, 3.0])], 20).exact(exact);
            predictor.predict_with(&asked, &ask).unwrap();
        }
        asked.predict(&[ball], 3, DT).unwrap();
        asked.step(DT).unwrap();
        plain.step(DT).unwrap();
        assert_eq!(asked.state_hash(), plain.state_hash(), "{step}");
    }
    let recordings = [asked, plain].map(|mut scene| scene.take_recording().unwrap());
    let entries = recordings.each_ref().map(|it| it.entries().count());
    assert_eq!(entries[0], entries[1]);
    for recording in recordings {
        assert_eq!(Replay::new(recording).unwrap().check(), Ok(()));
    }
}

/// The same question has the same answer, whatever was asked before.
#[test]
fn answers_do_not_depend_on_earlier_ones() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    crate::common::pyramid(&mut scene, 6);
    let ball = Body::dynamic().position([-8.0, 0.5]);
    let ball = add(&mut scene, ball, Collider::circle(0.5));
    run(&mut scene, 300);
    let ask = asking(&[ball], &[throw(ball, [12.0, 4.0])], 120);
    let fresh = Predictor::new().predict_with(&scene, &ask).unwrap().clone();
    let mut used = Predictor::new();
    for velocity in [[-5.0, 5.0], [20.0, 3.0], [0.0, 9.0]] {
        used.predict_with(&scene, &asking(&[ball], &[throw(ball, velocity)], 90)).unwrap();
        used.predict_with(&scene, &ask.clone().exact(true)).unwrap();
        let again = used.predict_with(&scene, &ask).unwrap();
        assert_eq!(again.bodies(), fresh.bodies());
        assert_eq!(again.reasons(), fresh.reasons());
    }
}

struct Ghosts;

impl Hooks for Ghosts {
    fn should_collide(&self, pair: &ContactPair) -> bool {
        !pair.user_data.contains(&7)
    }
}

#[test]
fn hooks_are_asked() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let ghost = Collider::cuboid(0.5, 3.0).user_data(7);
    add(&mut scene, Body::fixed().position([3.0, 3.0]), ghost);
    let ball = Body::dynamic().position([0.0, 2.0]).velocity([8.0, 0.0]);
    let ball = add(&mut scene, ball, Collider::circle(0.3));
    let ask = Predict::new(60, DT).body(ball);
    let mut predictor = Predictor::new();
    let without = predictor.predict_with(&scene, &ask).unwrap().bodies()[0].clone();
    assert!(without.poses()[60].translation.x < 3.0);
    let with = predictor.predict_with_hooks(&scene, &ask, &Ghosts).unwrap();
    assert!(with.is_exact());
    let with = with.bodies()[0].clone();
    for pose in with.poses() {
        assert_eq!(*pose, scene.body(ball).unwrap().pose());
        scene.step_with(DT, &Ghosts).unwrap();
    }
}

/// Forces that wait for the next step are in the answer.
#[test]
fn waiting_forces_count() {
    let mut scene = scene(0.0, SolverConfig::default());
    let body = add(&mut scene, Body::dynamic(), Collider::circle(0.5));
    scene.body_mut(body).unwrap().apply_force([60.0, 20.0]).unwrap();
    scene.body_mut(body).unwrap().apply_torque(3.0).unwrap();
    assert_eq!(scene.body(body).unwrap().applied_force(), (Vector::new(60.0, 20.0), 3.0));
    let prediction = scene.predict(&[body], 30, DT).unwrap();
    let real = stepped(&scene, &[], &[body], 30);
    assert_eq!(prediction.bodies()[0].poses(), real[0]);
    assert!(prediction.bodies()[0].velocity().x > 1.0);
}
