//! Fast bodies stay on their side of what is fixed, however they came by their speed.

use crate::common::{DT, add, at, cases, run, scene};
use umbra::geom::math::pose;
use umbra::prelude::*;
use umbra_scenes::flippers::Dice;

/// A wall without thickness along the y axis.
fn wall(scene: &mut Scene) {
    let points = (0..41).map(|i| Point::new(0.0, 2.0 * i as Real - 20.0));
    add(scene, Body::fixed(), Collider::chain(points));
}

/// A ball runs along the y axis, so nothing foretells that it will hit a wall there, and another
/// one strikes it. Neither may pass.
fn strike_towards_the_wall(scene: &mut Scene, tenth: u8) -> [BodyKey; 2] {
    let collider = Collider::circle(0.35).restitution(1.0).friction(0.0);
    let ball = Body::dynamic().position([-0.45, -5.0]).velocity([0.0, 30.0]);
    let ball = add(scene, ball, collider.clone());
    let other = Body::dynamic().position([-2.0 - 0.1 * Real::from(tenth), -5.0]);
    let other = add(scene, other.velocity([90.0, 30.0]), collider);
    for _ in 0..10 {
        scene.step(DT).unwrap();
        for body in [ball, other] {
            let x = at(scene, body).position().x;
            assert!(x < 0.0, "{tenth} tenths: {x}");
        }
    }
    [ball, other]
}

#[test]
fn a_ball_that_is_struck_within_a_step_does_not_pass_the_wall_behind_it() {
    for tenth in 0..20_u8 {
        let mut scene = scene(0.0, SolverConfig::default());
        wall(&mut scene);
        let [ball, other] = strike_towards_the_wall(&mut scene, tenth);
        // The impact went on to the wall and back.
        let velocities = [ball, other].map(|body| at(&scene, body).velocity().x);
        assert!(
            (velocities[0] + velocities[1] + 90.0).abs() < 1.0,
            "{tenth} tenths: {velocities:?}"
        );
    }
}

#[test]
fn nobody_leaves_a_ring_that_a_fast_bar_sweeps() {
    let mut scene = scene(10.0, SolverConfig::default());
    let corner = |i| {
        umbra::geom::math::rotation(i as Real * core::f32::consts::TAU / 72.0)
            * Vector::new(8.0, 0.0)
    };
    let ring = (0..72).map(|i| Point::origin() + corner(i));
    add(&mut scene, Body::fixed(), Collider::chain_loop(ring).friction(0.1));
    let bar = Body::kinematic().angular_velocity(14.0);
    add(&mut scene, bar, Collider::cuboid(0.2, 6.0));
    let kinds = [
        Collider::circle(0.25),
        Collider::capsule([-0.15, 0.0], [0.15, 0.0], 0.2),
        Collider::cuboid(0.2, 0.2),
    ];
    let mut bodies = Vec::new();
    for index in 0..240 {
        let place = [-4.6 + 0.6 * (index % 16) as Real, -4.0 + 0.6 * (index / 16) as Real];
        let kind = kinds[index % 3].clone().restitution(0.2).density(0.25);
        bodies.push(add(&mut scene, Body::dynamic().position(place), kind));
    }
    let mut fastest = 0.0;
    for step in 0..300 {
        scene.step(DT).unwrap();
        for body in &bodies {
            let body = at(&scene, *body);
            let distance = (body.position() - Point::origin()).norm();
            assert!(distance < 8.0, "in step {step} one is {distance} m from the middle");
            fastest = Real::max(fastest, body.velocity().norm());
        }
    }
    assert!(fastest > 60.0, "{fastest}");
}

#[test]
fn a_chain_stops_what_flies_into_it_at_a_hundred_metres_a_second() {
    for angle in [0.0, 0.2, 0.5, std::f32::consts::FRAC_PI_4] {
        for tenth in 0..10_u8 {
            for (spin, along) in [(0.0, 0.0), (5.0, 0.0), (0.0, 60.0), (5.0, 60.0)] {
                let mut scene = scene(0.0, SolverConfig::default());
                let points = (0..41).map(|i| Point::new(0.0, 20.0 - i as Real));
                add(&mut scene, Body::fixed(), Collider::chain(points));
                let boxes = [-1.0, 1.0].map(|side| {
                    let at = [3.1 * side, 0.1 * Real::from(tenth)];
                    let body = Body::dynamic().position(at).velocity([-100.0 * side, along]);
                    let tile = Collider::cuboid(0.2, 0.2).friction(0.0);
                    (add(&mut scene, body.angle(angle).angular_velocity(spin), tile), side)
                });
                // They meet it in the second step.
                for _ in 0..4 {
                    scene.step(DT).unwrap();
                }
                for (tile, side) in boxes {
                    let tile = at(&scene, tile);
                    let (x, speed) = (tile.position().x * side, tile.velocity().x.abs());
                    // What it turns with after the impact, its next corner may give it back.
                    assert!(x > 0.0 && speed < 50.0, "{x} m, {speed} m/s at {angle}, {tenth}");
                }
            }
        }
    }
}

struct LetPass;

impl Hooks for LetPass {
    fn should_collide(&self, _: &ContactPair) -> bool {
        false
    }
}

#[test]
fn what_a_hook_lets_pass_is_not_held_back() {
    let mut scene = scene(0.0, SolverConfig::default());
    wall(&mut scene);
    let ball = Body::dynamic().position([-6.0, 0.0]).velocity([200.0, 0.0]);
    let ball = add(&mut scene, ball, Collider::circle(0.1));
    for _ in 0..3 {
        scene.step_with(DT, &LetPass).unwrap();
    }
    assert!((at(&scene, ball).position().x - 4.0).abs() < 1e-3);
}

#[test]
fn a_shot_meets_what_is_on_the_way_of_its_first_step() {
    for away in 1..7_u8 {
        let mut scene = scene(0.0, SolverConfig::default());
        let card = Body::dynamic().position([Real::from(away), 0.0]);
        let card = add(&mut scene, card, Collider::cuboid(0.01, 0.5));
        let shot = Body::dynamic().velocity([400.0, 0.0]).bullet(true);
        let shot = add(&mut scene, shot, Collider::circle(0.02));
        scene.step(DT).unwrap();
        let places = [shot, card].map(|body| at(&scene, body).position().x);
        assert!(places[0] < places[1], "at {away} m: {places:?}");
        // The same of one that has been still for a while.
        scene.body_mut(shot).unwrap().set_position([Real::from(away), 30.0]).unwrap();
        scene.body_mut(shot).unwrap().set_velocity([0.0, 0.0]).unwrap();
        scene.body_mut(card).unwrap().set_position([0.0, 30.0]).unwrap();
        scene.body_mut(card).unwrap().set_velocity([0.0, 0.0]).unwrap();
        scene.step(DT).unwrap();
        scene.body_mut(shot).unwrap().set_velocity([-400.0, 0.0]).unwrap();
        let mut copy = scene.clone();
        for scene in [&mut scene, &mut copy] {
            scene.step(DT).unwrap();
            let places = [shot, card].map(|body| at(scene, body).position().x);
            assert!(places[0] > places[1], "at {away} m, later: {places:?}");
        }
        assert_eq!(scene.state_hash(), copy.state_hash());
    }
}

#[test]
fn what_is_pushed_hard_meets_what_is_on_its_way() {
    let push = |body: &mut BodyMut<'_>, how: usize| match how {
        0 => body.apply_impulse([body.view().mass() * 400.0, 0.0]),
        1 => body.apply_force([body.view().mass() * 24_000.0, 0.0]),
        _ => body.set_pose(pose([-0.5, 0.0], 0.0)).and_then(|()| {
            let mass = body.view().mass();
            body.apply_impulse([mass * 400.0, 0.0])
        }),
    };
    for how in 0..3 {
        let mut scene = scene(0.0, SolverConfig::default());
        let card = Body::dynamic().position([3.0, 0.0]);
        let card = add(&mut scene, card, Collider::cuboid(0.01, 0.5));
        let ball = add(&mut scene, Body::dynamic().bullet(true), Collider::circle(0.02));
        scene.step(DT).unwrap();
        push(&mut scene.body_mut(ball).unwrap(), how).unwrap();
        scene.step(DT).unwrap();
        let places = [ball, card].map(|body| at(&scene, body).position().x);
        assert!(places[0] > 2.0 && places[0] < places[1], "pushed by {how}: {places:?}");
    }
}

/// Whether a bar takes along a ball that lies at different heights over it, six metres from the
/// axis.
fn takes_along(bar: &Body, shape: &Collider, set_off: impl Fn(&mut BodyMut<'_>)) {
    for tenth in 0..20_u8 {
        let mut scene = scene(0.0, SolverConfig::default());
        let bar = add(&mut scene, bar.clone().bullet(true), shape.clone());
        let above = 0.4 + 0.1 * Real::from(tenth);
        let ball = Body::dynamic().position([6.0, above]);
        let ball = add(&mut scene, ball, Collider::circle(0.15).restitution(0.0));
        set_off(&mut scene.body_mut(bar).unwrap());
        for step in 0..4 {
            scene.step(DT).unwrap();
            let bar = at(&scene, bar).pose();
            let side = bar.inverse_transform_point(&at(&scene, ball).position()).y;
            assert!(side > 0.0, "{shape:?}: from {above} m, {side} m after step {step}");
        }
    }
}

#[test]
fn a_bar_that_turns_fast_takes_along_what_is_in_its_way() {
    // Where the ball is, it comes 0.96 m per step, five times its own thickness.
    let bar = |x: Real| Body::kinematic().position([x, 0.0]).angular_velocity(57.6 / (6.0 - x));
    let aside = |x| pose([x, 0.0], 0.0);
    let from_its_end = Collider::polygon([[0.0, -0.1], [20.0, -0.1], [20.0, 0.1], [0.0, 0.1]]);
    // They all lie in the same place; the second turns about its quarter, the third about its end.
    let bars = [
        (0.0, Collider::cuboid(10.0, 0.1)),
        (-5.0, Collider::cuboid(10.0, 0.1).offset(aside(5.0))),
        (-10.0, from_its_end.clone()),
        (0.0, from_its_end.offset(aside(-10.0))),
        (0.0, Collider::capsule([-10.0, 0.0], [10.0, 0.0], 0.1)),
    ];
    for (x, shape) in &bars {
        takes_along(&bar(*x), shape, |_| ());
    }
}

#[test]
fn a_bar_that_is_twisted_hard_takes_along_what_is_in_its_way() {
    let bar = Body::dynamic();
    let shape = Collider::cuboid(10.0, 0.1).density(1000.0);
    takes_along(&bar, &shape, |bar| {
        let inertia = bar.view().inertia();
        bar.apply_torque(inertia * 576.0).unwrap();
    });
    takes_along(&bar, &shape, |bar| {
        let inertia = bar.view().inertia();
        bar.apply_angular_impulse(inertia * 9.6).unwrap();
    });
    // The same bar, seen from another origin: it turns about its middle.
    let shape = shape.at([5.0, 0.0]);
    takes_along(&bar.position([-5.0, 0.0]), &shape, |bar| {
        let inertia = bar.view().inertia();
        bar.apply_angular_impulse(inertia * 9.6).unwrap();
    });
}

/// A wall that does not move and could is a wall like any other, also when it sleeps.
#[test]
fn a_struck_ball_passes_no_kinematic_wall_at_rest() {
    let (rests, drifts) = (Body::kinematic(), Body::kinematic().velocity([0.0, 0.01]));
    for wall in [rests.clone(), rests.sleeping(true), drifts] {
        for tenth in 0..20_u8 {
            let mut scene = scene(0.0, SolverConfig::default());
            let wall = add(&mut scene, wall.clone(), Collider::cuboid(0.02, 20.0));
            strike_towards_the_wall(&mut scene, tenth);
            assert_eq!(at(&scene, wall).position().x, 0.0);
        }
    }
}

/// The impact at one wall of a wedge drives the ball into the other one, many times in a step. It
/// comes to rest between them and not in them.
#[test]
fn a_fast_ball_comes_to_rest_between_the_walls_of_a_wedge() {
    let (mut deep, balls) = (0, cases(1000));
    for case in 0..balls {
        let mut dice = Dice::new(case);
        dice.between(0.0, 1.0);
        let mut scene = scene(0.0, SolverConfig::default());
        let half = dice.between(0.2, 0.75);
        let (sin, cos) = half.sin_cos();
        let restitution = dice.between(0.0, 0.3);
        for side in [1.0, -1.0] {
            let middle = [5.5 * cos - 0.5 * sin, side * (5.5 * sin + 0.5 * cos)];
            let wall = Collider::cuboid(5.5, 0.5).restitution(restitution);
            let place = Body::fixed().position(middle).angle(side * half);
            add(&mut scene, place, wall);
        }
        let radius = dice.between(0.1, 0.35);
        let x = dice.between(radius / sin + 2.0 * radius, 8.0);
        let y = dice.between(-0.5, 0.5) * (x * half.tan() - radius / cos);
        let angle = dice.between(-0.3, 0.3) + core::f32::consts::PI;
        let speed = [200.0, 60.0][case as usize % 2];
        let ball = Body::dynamic().position([x, y]);
        let ball = ball.velocity([speed * angle.cos(), speed * angle.sin()]);
        let ball = add(&mut scene, ball, Collider::circle(radius).restitution(restitution));
        run(&mut scene, 120);
        let place = at(&scene, ball).position();
        let depth = radius - (place.x * sin - place.y.abs() * cos);
        if place.x > 9.0 {
            continue; // It came out again.
        }
        assert!(depth < 0.06, "case {case}, {speed} m/s: {depth} m of {radius}");
        deep += u64::from(depth > 0.006);
    }
    assert!(deep <= balls / 50, "{deep} of {balls}");
}

/// Things of a few millimetres at 30 Hz: what gravity adds in a step presses them into the floor
/// beyond their middles. They slide on as fast as they are, over one floor or over tiles, up to a
/// wall.
#[test]
fn what_lies_deep_in_a_floor_slides_on() {
    for (tiles, pull, speed) in [(1, 35.0, 0.9), (24, 50.0, 0.8), (1, 60.0, 2.5), (5, 80.0, 1.2)] {
        let gravity = Vector::new(0.0, -pull);
        let config = SceneConfig { gravity, length_unit: 0.05, ..SceneConfig::default() };
        let mut scene = Scene::new(config).unwrap();
        let floor = scene.add_body(Body::fixed()).unwrap();
        let half = 0.6 / tiles as Real;
        let tiles = (0..tiles).map(|tile| {
            let x = half * (2 * tile + 1) as Real - 0.6;
            Collider::cuboid(half, 0.01).at([x, -0.01])
        });
        let wall = Collider::cuboid(0.02, 0.3).at([0.52, 0.28]);
        for part in tiles.chain([wall]) {
            scene.add_collider(floor, part.friction(0.0)).unwrap();
        }
        let shapes = [
            Collider::cuboid(0.0021, 0.0014),
            Collider::circle(0.002),
            Collider::polygon([[-0.002, -0.001], [0.002, -0.001], [0.0, 0.002]]),
        ];
        for (shape, y) in shapes.into_iter().zip([0.002, 0.003, 0.004]) {
            let body = Body::dynamic().position([-0.5, y]).velocity([speed, 0.0]);
            let body = add(&mut scene, body, shape.friction(0.0));
            let place = |scene: &Scene| at(scene, body).position().x;
            let mut last = place(&scene);
            for step in 0..40 {
                scene.step(1.0 / 30.0).unwrap();
                let [now, due] = [place(&scene), at(&scene, body).velocity().x / 30.0];
                // The first steps are those of the impact.
                let is_free = step > 5 && due > 0.0 && now < 0.45 - due;
                assert!(!is_free || now - last > 0.8 * due, "{pull} {step}: {now}, {due}");
                assert!(now < 0.502, "{pull} {step}: {now}, in the wall");
                last = now;
            }
            scene.remove_body(body).unwrap();
        }
    }
}
