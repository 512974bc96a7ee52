//! Forces that act in every step, and pushes that wake nobody.

use crate::common::sleepers::{awake, sleepers, woken};
use crate::common::{DT, add, at, ground, run, scene, stack};
use umbra::prelude::*;

#[test]
fn a_constant_force_acts_in_every_step_besides_what_is_applied() {
    let mut scene = scene(10.0, SolverConfig::default());
    let body = Body::dynamic().constant_force([3.0, 20.0], 0.5);
    let body = add(&mut scene, body, Collider::cuboid(0.5, 0.5).density(2.0));
    let free = add(&mut scene, Body::dynamic().position([9.0, 0.0]), Collider::cuboid(0.5, 0.5));
    assert_eq!(at(&scene, body).constant_force(), (Vector::new(3.0, 20.0), 0.5));
    assert_eq!(at(&scene, free).constant_force(), (Vector::zeros(), 0.0));
    run(&mut scene, 60);
    // Its mass is 2, its inertia a third: 10 m/s2 upwards from the force.
    let now = at(&scene, body);
    assert!((now.velocity() - Vector::new(1.5, 0.0)).norm() < 1e-3, "{}", now.velocity());
    assert!((now.angular_velocity() - 1.5).abs() < 1e-3, "{}", now.angular_velocity());
    // What is applied lasts for a step.
    let before = at(&scene, body).velocity();
    scene.body_mut(body).unwrap().apply_force([-3.0, 120.0]).unwrap();
    run(&mut scene, 1);
    let change = at(&scene, body).velocity() - before;
    assert!((change - Vector::new(0.0, 1.0)).norm() < 1e-4, "{change}");
    // Another one comes in its place, to the bit, whatever was applied before or after.
    let mut other = scene.clone();
    for (scene, force_first) in [(&mut scene, true), (&mut other, false)] {
        let mut body = scene.body_mut(body).unwrap();
        if force_first {
            body.apply_force([1.0, 0.0]).unwrap();
        }
        body.set_constant_force([0.0, 20.0], 0.0).unwrap();
        if !force_first {
            body.apply_force([1.0, 0.0]).unwrap();
        }
        assert_eq!(body.view().constant_force(), (Vector::new(0.0, 20.0), 0.0));
        let before = body.view().velocity();
        scene.step(DT).unwrap();
        let first = scene.body(free).is_ok() as u8 as Real * (0.5 * DT);
        let now = scene.bodies().next().map(|key| at(scene, key).velocity()).unwrap();
        assert!((now - before - Vector::new(first, 0.0)).norm() < 1e-5, "{now} {before}");
        scene.step(DT).unwrap();
        let then = scene.bodies().next().map(|key| at(scene, key).velocity()).unwrap();
        assert!((then - now).norm() < 1e-6, "{then} {now}");
    }
}

#[test]
fn what_only_a_dynamic_body_feels_stays_with_it_as_it_changes() {
    let mut scene = scene(0.0, SolverConfig::default());
    let body = Body::kinematic().constant_force([2.0, 0.0], 0.0);
    let body = add(&mut scene, body, Collider::cuboid(0.5, 0.5));
    run(&mut scene, 10);
    assert_eq!(at(&scene, body).velocity(), Vector::zeros());
    scene.body_mut(body).unwrap().set_kind(BodyKind::Dynamic).unwrap();
    run(&mut scene, 30);
    assert!((at(&scene, body).velocity().x - 1.0).abs() < 1e-4);
    scene.body_mut(body).unwrap().set_kind(BodyKind::Fixed).unwrap();
    run(&mut scene, 30);
    assert_eq!(at(&scene, body).velocity(), Vector::zeros());
    scene.body_mut(body).unwrap().set_enabled(false).unwrap();
    scene.body_mut(body).unwrap().set_kind(BodyKind::Dynamic).unwrap();
    scene.body_mut(body).unwrap().set_enabled(true).unwrap();
    run(&mut scene, 30);
    assert!((at(&scene, body).velocity().x - 1.0).abs() < 1e-4);
}

/// Stacks on the ground, and a wind that blows at each box.
fn in_the_wind(steps: usize, body: fn() -> Body, blow: impl Fn(&mut Scene, BodyKey)) -> Scene {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let mut boxes = vec![];
    for pile in 0..10_u8 {
        for row in 0..3_u8 {
            let place = [3.0 * Real::from(pile), Real::from(row) + 0.5];
            boxes.push(add(&mut scene, body().position(place), Collider::cuboid(0.5, 0.5)));
        }
    }
    for _ in 0..steps {
        for key in &boxes {
            blow(&mut scene, *key);
        }
        scene.step(DT).unwrap();
    }
    scene
}

#[test]
fn what_rests_under_a_steady_force_falls_asleep() {
    let blown = in_the_wind(180, || Body::dynamic().constant_force([1.0, -0.5], 0.0), |_, _| ());
    assert_eq!(blown.stats().awake_bodies, 0);
    let quiet = |scene: &mut Scene, key: BodyKey| {
        let mut body = scene.body_mut(key).unwrap().without_waking();
        body.apply_force([1.0, -0.5]).unwrap();
        body.apply_torque(0.1).unwrap();
        body.apply_impulse([1e-4, 0.0]).unwrap();
    };
    assert_eq!(in_the_wind(180, Body::dynamic, quiet).stats().awake_bodies, 0);
    let loud = |scene: &mut Scene, key: BodyKey| {
        scene.body_mut(key).unwrap().apply_force([1.0, -0.5]).unwrap();
    };
    assert_eq!(in_the_wind(180, Body::dynamic, loud).stats().awake_bodies, 30);
}

#[test]
fn what_wakes_still_feels_its_constant_force() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider.friction(0.5));
    let body = Body::dynamic().position([0.0, 0.5]).constant_force([4.0, 0.0], 0.0);
    let body = add(&mut scene, body, Collider::cuboid(0.5, 0.5).friction(0.5));
    run(&mut scene, 120);
    assert!(!at(&scene, body).is_awake());
    // On ice it slides.
    scene.config_mut().gravity = Vector::new(0.0, -0.1);
    run(&mut scene, 60);
    assert!(at(&scene, body).velocity().x > 3.0, "{}", at(&scene, body).velocity());
}

#[test]
fn another_constant_force_wakes_the_island_and_the_same_nobody() {
    let mut world = sleepers();
    let set = |scene: &mut Scene, key, force: [Real; 2], torque| {
        scene.body_mut(key).unwrap().set_constant_force(force, torque).unwrap();
    };
    set(&mut world.scene, world.left[1], [0.0, 0.0], 0.0);
    set(&mut world.scene, world.ground, [5.0, 0.0], 1.0);
    assert_eq!(world.scene.stats().awake_bodies, 0);
    set(&mut world.scene, world.left[1], [0.0, 0.1], 0.0);
    assert_eq!((awake(&world.scene, &world.left), awake(&world.scene, &world.right)), (3, 0));
    run(&mut world.scene, 120);
    assert_eq!(world.scene.stats().awake_bodies, 0);
    set(&mut world.scene, world.left[1], [0.0, 0.1], 0.0);
    assert_eq!(world.scene.stats().awake_bodies, 0);
    set(&mut world.scene, world.left[1], [0.0, 0.1], 0.1);
    world.scene.step(DT).unwrap();
    assert_eq!(woken(&world.scene).len(), 3);
}

#[test]
fn pushes_without_waking_are_dropped_by_what_sleeps_and_felt_by_what_does_not() {
    let mut world = sleepers();
    let hash = world.scene.state_hash();
    let mut body = world.scene.body_mut(world.left[2]).unwrap().without_waking();
    body.apply_force([50.0, 0.0]).unwrap();
    body.apply_force_at([50.0, 0.0], [1.0, 1.0]).unwrap();
    body.apply_torque(50.0).unwrap();
    body.apply_impulse([50.0, 0.0]).unwrap();
    body.apply_impulse_at([50.0, 0.0], [1.0, 1.0]).unwrap();
    body.apply_angular_impulse(50.0).unwrap();
    assert!(body.apply_force([Real::NAN, 0.0]).is_err());
    assert!(body.apply_impulse([0.0, Real::INFINITY]).is_err());
    assert!(!body.view().is_awake());
    world.scene.step(DT).unwrap();
    assert_eq!((world.scene.state_hash(), woken(&world.scene)), (hash, vec![]));
    // Nothing is left of them when it wakes,
    world.scene.body_mut(world.left[2]).unwrap().wake();
    run(&mut world.scene, 30);
    assert!((at(&world.scene, world.left[2]).position().x + 5.0).abs() < 1e-3);
    // and other changes wake it.
    let mut body = world.scene.body_mut(world.right[2]).unwrap().without_waking();
    body.set_velocity([0.0, 1.0]).unwrap();
    assert!(body.view().is_awake());
    let mut scene = scene(0.0, SolverConfig::default());
    let key = stack(&mut scene, 0.0, 1)[0];
    let mut body = scene.body_mut(key).unwrap().without_waking();
    body.apply_impulse([2.0, 0.0]).unwrap();
    body.apply_force([60.0, 0.0]).unwrap();
    scene.step(DT).unwrap();
    assert!((at(&scene, key).velocity().x - 3.0).abs() < 1e-4);
}

#[test]
fn bad_numbers_are_refused_and_named() {
    let mut scene = scene(10.0, SolverConfig::default());
    let force = Body::dynamic().constant_force([0.0, Real::NAN], Real::NAN).angle(Real::INFINITY);
    let refused = scene.add_body(force).unwrap_err().to_string();
    assert_eq!(refused, "`force` must be finite, but is NaN");
    let torque = Body::dynamic().constant_force([0.0, 1.0], -Real::INFINITY);
    let refused = scene.add_body(torque).unwrap_err().to_string();
    assert_eq!(refused, "`torque` must be finite, but is -inf");
    let key = scene.add_body(Body::dynamic().constant_force([1.0, 2.0], 3.0)).unwrap();
    let mut body = scene.body_mut(key).unwrap();
    let refused = body.set_constant_force([1e16, 0.0], 0.0).unwrap_err().to_string();
    assert_eq!(refused, "`force` must be from -1e15 to 1e15, but is 1e16");
    let refused = body.set_constant_force([0.0, 0.0], Real::NAN).unwrap_err().to_string();
    assert_eq!(refused, "`torque` must be finite, but is NaN");
    assert_eq!(body.view().constant_force(), (Vector::new(1.0, 2.0), 3.0));
}

#[test]
fn a_copy_has_the_same_forces() {
    let mut scene = in_the_wind(20, || Body::dynamic().constant_force([9.0, 0.0], 0.2), |_, _| ());
    let mut copies = [scene.clone(), Scene::new(SceneConfig::default()).unwrap()];
    copies[1].clone_from(&scene);
    for _ in 0..100 {
        scene.step(DT).unwrap();
        for copy in &mut copies {
            copy.step(DT).unwrap();
            assert_eq!(copy.state_hash(), scene.state_hash());
        }
    }
}

#[test]
fn a_hook_that_panics_leaves_forces_as_they_were() {
    struct Panics;
    impl Hooks for Panics {
        fn should_collide(&self, _: &ContactPair) -> bool {
            panic!()
        }
    }
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let body = Body::dynamic().position([0.0, 0.5]).constant_force([0.0, 30.0], 0.0);
    let body = add(&mut scene, body, Collider::cuboid(0.5, 0.5));
    scene.body_mut(body).unwrap().apply_force([6.0, 0.0]).unwrap();
    assert!(scene.step_with(DT, &Panics).is_err());
    scene.step(DT).unwrap();
    let expected = Vector::new(6.0, 20.0) * DT;
    assert!((at(&scene, body).velocity() - expected).norm() < 1e-4);
    scene.step(DT).unwrap();
    assert!((at(&scene, body).velocity().x - 6.0 * DT).abs() < 1e-4);
}
