//! Surfaces with a restitution above one: the bumpers of a pinball table.

use crate::common::{DT, add, at, run, scene};
use umbra::prelude::*;

/// A ball that comes on at this speed leaves a bumper of this restitution: how fast.
fn rebound(bumper: Body, shape: Collider, speed: Real, solver: SolverConfig) -> Real {
    let mut scene = scene(0.0, solver);
    add(&mut scene, bumper, shape.friction(0.0));
    let ball = Body::dynamic().position([0.0, 2.0]).velocity([0.0, -speed]).bullet(true);
    let ball = add(&mut scene, ball, Collider::circle(0.25).friction(0.0));
    let mut steps = 0;
    while at(&scene, ball).velocity().y <= 0.0 && steps < 400 {
        scene.step(DT).unwrap();
        steps += 1;
    }
    at(&scene, ball).velocity().y
}

#[test]
fn a_bumper_gives_back_more_than_it_gets() {
    for solver in [SolverConfig::default(), SolverConfig::precise(), SolverConfig::classic(10)] {
        for speed in [1.5, 6.0, 30.0] {
            for restitution in [1.2, 2.0, 4.0] {
                for shape in [Collider::circle(0.5), Collider::cuboid(3.0, 0.5)] {
                    for body in [Body::fixed(), Body::kinematic()] {
                        let lively = shape.clone().restitution(restitution);
                        let ratio = rebound(body, lively, speed, solver) / speed;
                        let error = (ratio / restitution - 1.0).abs();
                        assert!(error < 0.01, "{ratio} of {restitution} at {speed}, {solver:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_rests_on_a_bumper_stays_there() {
    let mut scene = scene(9.81, SolverConfig::default());
    add(&mut scene, Body::fixed(), Collider::cuboid(5.0, 0.5).restitution(4.0));
    let size = || Collider::cuboid(0.5, 0.5);
    let boxes =
        [1.0, 2.0, 3.0].map(|y| add(&mut scene, Body::dynamic().position([0.0, y]), size()));
    run(&mut scene, 120);
    for body in boxes {
        assert!(!at(&scene, body).is_awake(), "{}", at(&scene, body).position());
    }
}

/// Nothing but the greatest speed bounds a crowd that gains in every impact; it comes to no end of
/// impacts within a step.
#[test]
fn a_crowd_of_bumpers_ends_every_step() {
    let mut scene = scene(9.81, SolverConfig::default());
    let lively = |collider: Collider| collider.restitution(4.0);
    for (x, y, width, height) in
        [(-3.0, 0.0, 1.0, 4.0), (3.0, 0.0, 1.0, 4.0), (0.0, -3.0, 4.0, 1.0), (0.0, 3.0, 4.0, 1.0)]
    {
        add(&mut scene, Body::fixed().position([x, y]), lively(Collider::cuboid(width, height)));
    }
    let mut crowd = vec![];
    for i in 0..7_u8 {
        for j in 0..7_u8 {
            let place = [Real::from(i), Real::from(j)].map(|it| 0.5 * it - 1.5);
            let shape =
                if i % 2 == 0 { Collider::circle(0.25) } else { Collider::cuboid(0.2, 0.2) };
            let body = Body::dynamic().position(place).velocity([place[1], -place[0]]);
            crowd.push(add(&mut scene, body, lively(shape)));
        }
    }
    run(&mut scene, 200);
    let most = scene.config().solver.max_speed;
    for body in crowd {
        assert!(at(&scene, body).is_enabled() && at(&scene, body).velocity().norm() < 1.001 * most);
    }
}
