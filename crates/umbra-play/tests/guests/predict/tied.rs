//! Piles, joints and others that move: close, and the answer says that it is not exact.

use super::{asking, first_difference, greatest_distance, stepped, throw};
use crate::common::{DT, add, ground, run, scene, stack};
use crate::prelude::*;

/// Checks that the whole is exact, and what is near is said not to be, and comes within a distance
/// of it for some steps.
fn assert_close(
    scene: &Scene,
    bodies: &[BodyKey],
    edits: &[(BodyKey, BodyEdit)],
    (steps, within): (u32, Real),
    reasons: &[Inexact],
) {
    let mut predictor = Predictor::new();
    let real = stepped(scene, edits, bodies, 120);
    let ask = asking(bodies, edits, 120);
    let whole = predictor.predict_with(scene, &ask.clone().exact(true)).unwrap();
    assert!(whole.is_exact());
    for (path, real) in whole.bodies().iter().zip(&real) {
        assert_eq!(first_difference(path.poses(), real), None);
    }
    let near = predictor.predict_with(scene, &ask).unwrap();
    assert!(reasons.iter().all(|it| near.reasons().contains(it)), "{:?}", near.reasons());
    for (path, real) in near.bodies().iter().zip(&real) {
        let last = steps as usize;
        let gap = greatest_distance(&path.poses()[..=last], &real[..=last]);
        assert!(gap < within, "{gap}");
    }
}

/// A ball flies into a stack that sleeps.
#[test]
fn a_sleeping_stack_is_hit() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let boxes = stack(&mut scene, 8.0, 6);
    let ball = Body::dynamic().position([0.0, 0.5]);
    let ball = add(&mut scene, ball, Collider::circle(0.5).density(4.0));
    run(&mut scene, 300);
    assert_eq!(scene.stats().awake_bodies, 0);
    let bodies = [ball, boxes[0], boxes[5]];
    assert_close(&scene, &bodies, &[throw(ball, [9.0, 5.0])], (80, 0.1), &[Inexact::Tied]);
    // The answer names what is hit.
    let mut predictor = Predictor::new();
    let ask = asking(&[ball], &[throw(ball, [9.0, 5.0])], 120);
    let path = &predictor.predict_with(&scene, &ask).unwrap().bodies()[0];
    assert!(boxes.contains(&path.first_touch().unwrap().other_body.unwrap()));
}

#[test]
fn a_chain_of_joints() {
    let mut scene = scene(10.0, SolverConfig::default());
    let post = add(&mut scene, Body::fixed().position([0.0, 6.0]), Collider::cuboid(0.2, 0.2));
    let mut last = post;
    let mut links = vec![];
    for link in 0..8 {
        let body = Body::dynamic().position([0.5 + link as Real, 6.0]);
        let body = add(&mut scene, body, Collider::cuboid(0.5, 0.1));
        scene.add_joint(Joint::revolute(last, body, [link as Real, 6.0])).unwrap();
        links.push(body);
        last = body;
    }
    run(&mut scene, 40);
    assert_close(&scene, &[links[0], links[7]], &[], (60, 0.05), &[Inexact::Tied]);
    // Those that nobody asked for hang on it as well: the whole chain is pulled along.
    let edits = [throw(links[7], [20.0, 20.0])];
    assert_close(&scene, &[links[7]], &edits, (40, 0.05), &[Inexact::Tied]);
}

/// A blob that sleeps on a bridge of planks, of which one is asked for.
#[test]
fn soft_bodies_and_bridges() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let blob = build::blob(&mut scene, [0.0, 2.0], 0.8).unwrap();
    run(&mut scene, 300);
    let bodies: Vec<BodyKey> = blob.bodies().take(2).collect();
    let edits: Vec<_> = blob.bodies().map(|body| throw(body, [3.0, 4.0])).collect();
    let mut predictor = Predictor::new();
    let real = stepped(&scene, &edits, &bodies, 60);
    let prediction = predictor.predict_with(&scene, &asking(&bodies, &edits, 60)).unwrap();
    assert!(prediction.reasons().contains(&Inexact::Tied));
    for (path, real) in prediction.bodies().iter().zip(&real) {
        assert!(greatest_distance(path.poses(), real) < 0.1);
    }
}

/// Two pendulums on one post, the second of which is met on the way.
#[test]
fn pendulums_on_one_post() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let post = add(&mut scene, Body::fixed().position([0.0, 9.0]), Collider::cuboid(20.0, 0.2));
    let bobs = [0.0, 12.0].map(|x| {
        let body = add(&mut scene, Body::dynamic().position([x, 5.0]), Collider::circle(0.5));
        scene.add_joint(Joint::distance(post, body, [x, 9.0], [x, 5.0])).unwrap();
        body
    });
    let ball = add(&mut scene, Body::dynamic().position([2.0, 0.5]), Collider::circle(0.5));
    run(&mut scene, 300);
    let throws = [throw(bobs[0], [-2.0, 0.0]), throw(ball, [10.0, 8.5])];
    assert_close(&scene, &[bobs[0], ball, bobs[1]], &throws, (60, 0.05), &[Inexact::Tied]);
}

/// Others that are awake near by are in the answer, and make it inexact.
#[test]
fn others_that_move_are_reported() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let ball = Body::dynamic().position([0.0, 0.5]).sleeping(true);
    let ball = add(&mut scene, ball, Collider::circle(0.5));
    let rock = Body::dynamic().position([20.0, 4.0]).velocity([-12.0, 3.0]);
    let rock = add(&mut scene, rock, Collider::circle(0.5));
    run(&mut scene, 1);
    let reasons = [Inexact::OthersMove, Inexact::Tied];
    assert_close(&scene, &[ball], &[throw(ball, [5.0, 0.5])], (100, 0.2), &reasons);
    let mut predictor = Predictor::new();
    let ask = asking(&[ball], &[throw(ball, [5.0, 0.5])], 120);
    let path = predictor.predict_with(&scene, &ask).unwrap().bodies()[0].clone();
    assert!(path.touches().iter().any(|touch| touch.other_body == Some(rock)));
    // One that flies away could still turn back, for all that is known.
    scene.body_mut(rock).unwrap().set_velocity([5.0, 0.0]).unwrap();
    let prediction = predictor.predict_with(&scene, &ask).unwrap();
    assert!(prediction.reasons().contains(&Inexact::OthersMove));
}

/// Lifts carry on with their velocity.
#[test]
fn a_lift_comes_in_between() {
    let mut scene = scene(10.0, SolverConfig::default());
    let lift = Body::kinematic().position([6.0, -3.0]).velocity([0.0, 2.0]);
    let lift = add(&mut scene, lift, Collider::cuboid(1.0, 0.2));
    let ball = Body::dynamic().position([0.0, 0.0]).sleeping(true);
    let ball = add(&mut scene, ball, Collider::circle(0.3));
    let edits = [throw(ball, [4.0, 6.0])];
    let real = stepped(&scene, &edits, &[ball], 120);
    let mut predictor = Predictor::new();
    let prediction = predictor.predict_with(&scene, &asking(&[ball], &edits, 120)).unwrap();
    assert!(prediction.reasons().contains(&Inexact::OthersMove));
    let path = &prediction.bodies()[0];
    assert_eq!(path.first_touch().unwrap().other_body, Some(lift));
    assert!(greatest_distance(path.poses(), &real[0]) < 1e-3);
}

/// No more bodies than the bound, and the answer says so.
#[test]
fn the_bound_of_bodies_is_kept() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    for x in 0..40 {
        stack(&mut scene, 2.0 + 1.2 * x as Real, 3);
    }
    let ball = add(&mut scene, Body::dynamic().position([0.0, 0.5]), Collider::circle(0.4));
    run(&mut scene, 200);
    let ask = Predict::new(60, DT).body(ball).velocity(ball, [12.0, 6.0]).most_bodies(10);
    let mut predictor = Predictor::new();
    assert!(predictor.predict_with(&scene, &ask).unwrap().reasons().contains(&Inexact::TooMany));
    let ask = ask.most_bodies(500);
    assert!(!predictor.predict_with(&scene, &ask).unwrap().reasons().contains(&Inexact::TooMany));
}
