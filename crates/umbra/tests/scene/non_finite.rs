//! A body that would come to a place or a speed that is no number is taken back, disabled and
//! reported; everything else goes on.

use crate::common::{DT, add, at, ground, run, scene, stack};
use umbra::prelude::*;

/// Nothing keeps bodies from any speed that is a number.
fn boundless() -> Scene {
    let solver = SolverConfig { max_speed: Real::MAX, ..SolverConfig::default() };
    let mut scene = scene(10.0, solver);
    ground(&mut scene, |collider| collider);
    scene
}

fn disabled(scene: &Scene) -> Vec<BodyKey> {
    let disabled = |event: &BodyEvent| match event {
        BodyEvent::Disabled { body } => Some(*body),
        _ => None,
    };
    scene.body_events().iter().filter_map(disabled).collect()
}

/// A box so light that a force within bounds accelerates it beyond all.
fn speck(mass: Real) -> Collider {
    Collider::cuboid(0.5, 0.5).mass(mass)
}

fn assert_finite(scene: &Scene) {
    for key in scene.bodies() {
        let (position, velocity) = (at(scene, key).position(), at(scene, key).velocity());
        let numbers = [position.x, position.y, velocity.x, velocity.y];
        let spin = at(scene, key).angular_velocity();
        assert!(numbers.iter().all(|n| n.is_finite()) && spin.is_finite(), "{numbers:?} {spin}");
    }
    scene.validate().unwrap();
}

#[test]
fn a_body_that_flies_beyond_all_places_is_taken_back_and_the_rest_goes_on() {
    taken_back(1e-23);
}

#[test]
fn a_body_that_turns_non_finite_is_taken_back_and_the_rest_goes_on() {
    taken_back(1e-24);
}

fn taken_back(mass: Real) {
    let mut scene = boundless();
    let boxes = stack(&mut scene, 0.0, 3);
    let falling = add(&mut scene, Body::dynamic().position([5.0, 9.0]), Collider::circle(0.5));
    let victim = add(&mut scene, Body::dynamic().position([20.0, 5.0]), speck(mass));
    run(&mut scene, 10);
    let before = at(&scene, victim).pose();
    scene.body_mut(victim).unwrap().apply_force([1e15, 0.0]).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(disabled(&scene), [victim]);
    assert_eq!(at(&scene, victim).pose(), before);
    assert_eq!(at(&scene, victim).velocity(), Vector::zeros());
    assert!(!at(&scene, victim).is_enabled() && !at(&scene, victim).is_awake());
    assert_finite(&scene);

    run(&mut scene, 60);
    assert!(at(&scene, falling).position().y < 5.0);
    for (row, key) in boxes.iter().enumerate() {
        assert!((at(&scene, *key).position().y - row as Real - 0.5).abs() < 0.02);
    }
    assert_eq!(at(&scene, victim).pose(), before);
    scene.body_mut(victim).unwrap().set_enabled(true).unwrap();
    run(&mut scene, 60);
    assert!(at(&scene, victim).position().y < before.translation.y - 1.0, "it is as good as new");
}

#[test]
fn what_a_non_finite_body_touches_stays_finite_or_is_taken_back_with_it() {
    for row in 0..3 {
        let mut scene = boundless();
        let far = stack(&mut scene, 30.0, 3);
        let at_row = |i: usize| Body::dynamic().position([0.0, i as Real + 0.5]);
        let shape = |i: usize| if i == row { speck(1e-24) } else { Collider::cuboid(0.5, 0.5) };
        let boxes: Vec<_> = (0..3).map(|i| add(&mut scene, at_row(i), shape(i))).collect();
        // Asleep or awake, it makes no difference.
        for _ in 0..if row == 1 { 120 } else { 5 } {
            scene.step(DT).unwrap();
            assert_finite(&scene);
        }
        scene.body_mut(boxes[row]).unwrap().apply_force([1e15, -1e15]).unwrap();
        scene.step(DT).unwrap();
        assert!(disabled(&scene).contains(&boxes[row]), "{:?}", scene.body_events());
        assert!(far.iter().all(|key| !disabled(&scene).contains(key)));
        for _ in 0..120 {
            assert_finite(&scene);
            scene.step(DT).unwrap();
        }
        for (row, key) in far.iter().enumerate() {
            assert!((at(&scene, *key).position().y - row as Real - 0.5).abs() < 0.02);
        }
    }
}
