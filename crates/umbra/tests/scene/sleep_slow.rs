//! A body that is slow because it has just begun to move, or is about to turn back, is not at rest.

use crate::common::sleepers::awake;
use crate::common::{DT, add, ground, scene};
use umbra::prelude::*;

/// A bob on a rod of this length, let go this far aside.
fn pendulum(scene: &mut Scene, x: Real, length: Real, aside: Real) -> BodyKey {
    let hook = scene.add_body(Body::fixed().position([x, 0.0])).unwrap();
    let fall = (length * length - aside * aside).sqrt();
    let bob = Body::dynamic().position([x + aside, -fall]);
    let bob = add(scene, bob, Collider::circle(0.2));
    scene.add_joint(Joint::revolute(hook, bob, [x, 0.0])).unwrap();
    bob
}

#[test]
fn a_long_pendulum_swings_through_however_gently_it_is_let_go() {
    for (length, aside) in [(10.0, 0.1), (7.0, 0.06), (15.0, -0.12), (30.0, 0.25), (60.0, 1.0)] {
        let mut scene = scene(9.81, SolverConfig::default());
        let bob = pendulum(&mut scene, 0.0, length, aside);
        let period = core::f32::consts::TAU * (length / 9.81 as Real).sqrt();
        let (mut least, mut most): (Real, Real) = (0.0, 0.0);
        for _ in 0..(1.5 * period / DT) as u32 {
            scene.step(DT).unwrap();
            let x = scene.body(bob).unwrap().position().x;
            (least, most) = (least.min(x), most.max(x));
        }
        let part = [least, most].map(|it| it.abs() / aside.abs());
        assert!(part.iter().all(|it| *it > 0.9), "{length} m, {aside} m: {part:?}");
    }
}

/// With the bob of a short one, which is still, in the same island: whoever is ready waits for the
/// others, and may begin to move again.
#[test]
fn what_waits_for_its_island_is_looked_at_all_the_time() {
    let mut scene = scene(9.81, SolverConfig::default());
    let bob = pendulum(&mut scene, 0.0, 12.0, 0.15);
    let plumb = pendulum(&mut scene, 0.5, 1.0, 0.0);
    scene.add_joint(Joint::spring(bob, plumb, [0.15, -12.0], [0.5, -1.0], 0.0, 0.0)).unwrap();
    let mut passes = 0;
    let mut before = 1.0;
    for _ in 0..60 * 30 {
        scene.step(DT).unwrap();
        let x = scene.body(bob).unwrap().position().x;
        passes += u32::from(x * before < 0.0);
        before = x;
    }
    assert!(passes >= 7, "{passes}");
}

#[test]
fn what_begins_to_roll_or_slide_goes_on() {
    // Accelerations of 0.06 and 0.08 m/s².
    let slope = 0.009;
    let gravity = Vector::new(9.81 * slope, -9.81);
    let mut scene = Scene::new(SceneConfig { gravity, ..SceneConfig::default() }).unwrap();
    ground(&mut scene, |collider| collider.friction(0.6).rolling_resistance(0.0));
    let ball = Collider::circle(0.4).rolling_resistance(0.0);
    let ball = add(&mut scene, Body::dynamic().position([0.0, 0.4]), ball);
    let ice = Body::dynamic().position([-8.0, 0.3]);
    let ice = add(
        &mut scene,
        ice,
        Collider::cuboid(0.3, 0.3).friction(0.0).friction_rule(CombineRule::Minimum),
    );
    let crate_ = Body::dynamic().position([-30.0, 0.3]);
    let crate_ = add(&mut scene, crate_, Collider::cuboid(0.3, 0.3));
    for _ in 0..120 {
        scene.step(DT).unwrap();
    }
    assert_eq!(awake(&scene, &[ball, ice, crate_]), 2, "friction holds the crate");
    let speed = |key| scene.body(key).unwrap().velocity().x;
    assert!(speed(ball) > 0.1 && speed(ice) > 0.15, "{} {}", speed(ball), speed(ice));
}

#[test]
fn a_small_force_moves_what_floats() {
    let mut scene =
        Scene::new(SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() }).unwrap();
    let probe = Body::dynamic().constant_force([0.07, 0.0], 0.0);
    let probe = add(&mut scene, probe, Collider::cuboid(0.5, 0.5).mass(1.0));
    let spins = Body::dynamic().position([5.0, 0.0]).constant_force([0.0, 0.0], 0.02);
    let spins = add(&mut scene, spins, Collider::cuboid(0.5, 0.5).mass(1.0));
    for _ in 0..240 {
        scene.step(DT).unwrap();
    }
    assert!((scene.body(probe).unwrap().velocity().x - 0.28).abs() < 0.01);
    assert!(scene.body(spins).unwrap().angular_velocity() > 0.3);
}

/// Steps until all of a pile sleeps: half a second after the last of it came to rest, and at most a
/// little more.
#[test]
fn piles_fall_asleep_as_soon_as_they_have_settled() {
    let mut steps = vec![];
    for rows in [1_u8, 4, 9] {
        let mut scene = scene(9.81, SolverConfig::default());
        ground(&mut scene, |collider| collider);
        for row in 0..rows {
            let place = [0.02 * Real::from(row % 3), Real::from(row) + 0.5];
            add(&mut scene, Body::dynamic().position(place), Collider::cuboid(0.5, 0.5));
        }
        let mut step = 0;
        while scene.stats().awake_bodies > 0 && step < 300 {
            scene.step(DT).unwrap();
            step += 1;
        }
        steps.push(step);
    }
    assert!(steps[0] <= 33 && steps[1] <= 48 && steps[2] <= 63, "{steps:?}");
}
