//! Bodies that motors set in motion within a step. Nothing predicted their motion, and they must
//! not sweep over a bullet.

use crate::common::{DT, add, at, scene};
use umbra::prelude::*;

/// A bar of 2 m that hangs on its left end against its lower limit, pressed there by its motor.
fn flipper(scene: &mut Scene, torque: Real) -> (BodyKey, JointKey) {
    let table = scene.add_body(Body::fixed()).unwrap();
    let bar = Body::dynamic().position([1.0, 0.0]);
    let bar = add(scene, bar, Collider::capsule([-0.9, 0.0], [0.9, 0.0], 0.1).mass(20.0));
    let hinge = Joint::revolute(table, bar, [0.0, 0.0]).limits(0.0, 1.0);
    let hinge = scene.add_joint(hinge.motor(-20.0, torque)).unwrap();
    (0..20).for_each(|_| scene.step(DT).unwrap());
    (bar, hinge)
}

#[test]
fn a_motor_that_turns_around_leaves_its_limit_at_once() {
    for torque in [1e5, 1e6, 1e7] {
        for joints in [JointSolving::Rows, JointSolving::Trees] {
            let solver = SolverConfig { joints, ..SolverConfig::default() };
            let mut scene = scene(0.0, solver);
            let (_, hinge) = flipper(&mut scene, torque);
            for (speed, least) in [(20.0, 0.0), (-20.0, 1.0)] {
                scene.joint_mut(hinge).unwrap().set_motor(speed, torque).unwrap();
                scene.step(DT).unwrap();
                let moved = (scene.joint(hinge).unwrap().angle() - least).abs();
                assert!(moved > 0.15, "{torque} N m, {joints:?}, {speed} rad/s: {moved} rad");
                (0..20).for_each(|_| scene.step(DT).unwrap());
            }
        }
    }
}

/// How many of many balls above a flipper that begins to swing end up below it.
fn swept_over(velocity: Vector, bullet: bool) -> usize {
    let mut ready = scene(0.0, SolverConfig::default());
    let (bar, hinge) = flipper(&mut ready, 1e5);
    let places = (0..20_u8).flat_map(|i| (0..20_u8).map(move |j| (i, j)));
    let passes = |(i, j): &(u8, u8)| {
        let mut scene = ready.clone();
        let start = [0.3 + 0.07 * Real::from(*i), 0.21 + 0.03 * Real::from(*j)];
        let ball = Body::dynamic().position(start).velocity(velocity).bullet(bullet);
        let ball = add(&mut scene, ball, Collider::circle(0.1).density(10.0));
        scene.joint_mut(hinge).unwrap().set_motor(20.0, 1e5).unwrap();
        (0..3).any(|_| {
            scene.step(DT).unwrap();
            let seen = at(&scene, bar).local_point(at(&scene, ball).position());
            // Beyond its ends a ball may go.
            seen.y < 0.0 && seen.x.abs() < 1.0
        })
    };
    places.filter(passes).count()
}

#[test]
fn a_flipper_that_begins_to_swing_sweeps_over_no_bullet() {
    for velocity in [[0.0, 0.0], [0.0, -5.0], [10.0, -5.0], [20.0, -20.0], [-10.0, -40.0]] {
        let passed = swept_over(velocity.into(), true);
        assert_eq!(passed, 0, "{velocity:?}");
    }
    assert!(swept_over(Vector::zeros(), false) > 20, "a bullet is no better than any ball");
}

/// What a wall throws back within a step meets a dynamic body on its way.
#[test]
fn a_bullet_that_bounced_within_the_step_passes_no_dynamic_body() {
    let passes = |case: &u32, bullet: bool| {
        let part = *case as Real / 200.0;
        let mut scene = scene(0.0, SolverConfig::default());
        let wall = Body::fixed().position([0.0, 5.0]);
        add(&mut scene, wall, Collider::cuboid(20.0, 0.5).restitution(1.0));
        let door = Body::dynamic().position([5.0, 2.0]);
        let door = add(&mut scene, door, Collider::cuboid(0.05, 2.4).mass(1e3));
        let ball = Body::dynamic().position([3.0 + part, 3.0]).bullet(bullet);
        let ball = ball.velocity([80.0, 60.0 + 60.0 * part]);
        let ball = add(&mut scene, ball, Collider::circle(0.1));
        (0..3).any(|_| {
            scene.step(DT).unwrap();
            at(&scene, door).local_point(at(&scene, ball).position()).x > 0.0
        })
    };
    let bad: Vec<_> = (0..200).filter(|case| passes(case, true)).collect();
    assert!(bad.is_empty(), "{bad:?}");
    assert!((0..200).any(|case| passes(&case, false)), "nothing would pass without");
}
