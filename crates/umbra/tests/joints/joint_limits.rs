//! Limits stop what runs into them without a bounce, motors have their speed, and targets have no
//! more than their force.

use crate::common::{add, run, scene};
use umbra::prelude::*;

const WAYS: [JointSolving; 2] = [JointSolving::Rows, JointSolving::Trees];

fn solver(joints: JointSolving, substeps: u32) -> SolverConfig {
    SolverConfig { joints, substeps, ..SolverConfig::default() }
}

/// A bar of twice that length, held at its left end, which turns with that speed.
fn arm(scene: &mut Scene, half: Real, mass: Real, spin: Real) -> [BodyKey; 2] {
    let ground = scene.add_body(Body::fixed()).unwrap();
    let arm = Body::dynamic().position([half, 0.0]).velocity([0.0, half * spin]);
    let arm = arm.angular_velocity(spin);
    [ground, add(scene, arm, Collider::cuboid(half, 0.05).mass(mass))]
}

/// How far the joint gives way beyond 1 rad within a second, and how fast it turns back.
fn worst(scene: &mut Scene, joint: JointKey) -> [Real; 2] {
    let mut worst = [0.0_f32; 2];
    for _ in 0..60 {
        run(scene, 1);
        let joint = scene.joint(joint).unwrap();
        worst = [worst[0].max(joint.angle().abs() - 1.0), worst[1].max(-joint.speed())];
    }
    worst
}

#[test]
fn what_runs_into_a_limit_does_not_bounce() {
    for joints in WAYS {
        for substeps in [1, 2, 4, 8] {
            for (half, mass, spin) in [(1.0, 2.0, 3.5), (0.3, 50.0, 7.0), (2.0, 0.1, 20.0)] {
                let mut scene = scene(0.0, solver(joints, substeps));
                let [ground, arm] = arm(&mut scene, half, mass, spin);
                let hinge = Joint::revolute(ground, arm, [0.0, 0.0]).limits(-1.0, 1.0);
                let hinge = scene.add_joint(hinge).unwrap();
                let [beyond, back] = worst(&mut scene, hinge);
                let name = format!("{joints:?}, {substeps} substeps, {spin} rad/s");
                assert!(back < 0.001 * spin, "{name}: turns back with {back} rad/s");
                assert!(beyond < 0.01, "{name}: {beyond} rad beyond its limit");
            }
        }
    }
}

/// Two links with long arms between two walls, one far lighter than the other one.
#[test]
fn light_links_of_a_taut_chain_stay_calm() {
    for ratio in [1.0, 10.0, 100.0] {
        let mut scene = scene(10.0, solver(JointSolving::Rows, 8));
        let mut link = |x: Real, mass: Real| {
            add(
                &mut scene,
                Body::dynamic().position([x, 0.0]),
                Collider::cuboid(0.05, 0.03).mass(mass),
            )
        };
        let (light, heavy) = (link(0.04, 0.001), link(-0.04, 0.001 * ratio));
        let walls =
            [0.54, -0.54].map(|x| scene.add_body(Body::fixed().position([x, 0.0])).unwrap());
        for (a, b, x) in [(light, heavy, 0.0), (walls[0], light, 0.29), (walls[1], heavy, -0.29)] {
            let hinge = Joint::revolute(a, b, [x, 0.0]).limits(-0.8, 0.8).spring(4.0, 0.2);
            scene.add_joint(hinge).unwrap();
        }
        for step in 0..240 {
            run(&mut scene, 1);
            let speeds = [light, heavy].map(|body| scene.body(body).unwrap().velocity().norm());
            assert!(
                speeds.iter().all(|speed| *speed < 2.0),
                "{ratio}, step {step}: {speeds:?} m/s"
            );
        }
    }
}

#[test]
fn a_motor_is_not_faster_than_its_speed_and_stops_at_its_limit() {
    for joints in WAYS {
        for (mass, torque) in [(2.0, 1e3), (2.0, 1e5), (20.0, 1e5), (0.1, 1e6)] {
            let mut scene = scene(0.0, solver(joints, 4));
            let [ground, arm] = arm(&mut scene, 1.0, mass, 0.0);
            let hinge = Joint::revolute(ground, arm, [0.0, 0.0]).limits(-1.0, 1.0);
            let hinge = scene.add_joint(hinge.motor(20.0, torque)).unwrap();
            let (mut top, mut gap) = (0.0_f32, 0.0_f32);
            for _ in 0..4 {
                run(&mut scene, 1);
                let hinge = scene.joint(hinge).unwrap();
                (top, gap) = (top.max(hinge.speed()), gap.max(hinge.separation()));
            }
            let [beyond, back] = worst(&mut scene, hinge);
            let name = format!("{joints:?}, {mass} kg, {torque} N m");
            assert!(top < 20.01, "{name}: {top} rad/s");
            assert!(back < 0.01, "{name}: turns back with {back} rad/s");
            assert!(beyond < 0.001 && gap < 0.005, "{name}: {beyond} rad beyond, {gap} m open");
        }
    }
}

/// What turns a hinge about its pin is part of what the pin bears.
#[test]
fn the_pin_bears_what_a_limit_holds() {
    for joints in WAYS {
        let mut scene = scene(10.0, solver(joints, 4));
        let [ground, arm] = arm(&mut scene, 1.0, 3.0, 0.0);
        let hinge = Joint::revolute(ground, arm, [0.0, 0.0]).limits(-0.001, 1.0);
        let hinge = scene.add_joint(hinge).unwrap();
        run(&mut scene, 60);
        let read = |scene: &Scene| {
            let hinge = scene.joint(hinge).unwrap();
            (hinge.reaction_force(), hinge.reaction_torque())
        };
        let (force, torque) = read(&scene);
        assert!((force - Vector::new(0.0, 30.0)).norm() < 0.1, "{joints:?}: {force:?}");
        assert!((torque - 30.0).abs() < 0.1, "{joints:?}: {torque}");
        // As it was when it fell asleep.
        run(&mut scene, 240);
        assert!(!scene.body(arm).unwrap().is_awake());
        let (asleep, _) = read(&scene);
        assert!((asleep - force).norm() < 0.01, "{joints:?}: {asleep:?}");
    }
}

/// Limits that several joints of a chain run into at once are not exact in rows, but they do not
/// tear its pins apart.
#[test]
fn a_chain_that_runs_into_its_limits_stays_together() {
    for (spin, most) in [(5.0_f32, 0.01), (20.0, 0.06)] {
        let mut scene = scene(0.0, solver(JointSolving::Rows, 4));
        let mut last = scene.add_body(Body::fixed()).unwrap();
        let mut joints = vec![];
        for link in 0_u8..4 {
            let x = 0.5 + Real::from(link);
            let spin: Real = if link == 0 { -2.0 } else { 1.0 } * 0.5 * spin;
            let body = Body::dynamic().position([x, 0.0]).velocity([0.0, 0.5 * x * spin.abs()]);
            let shape = Collider::cuboid(0.5, 0.05).mass(1.0);
            let body = add(&mut scene, body.angular_velocity(spin), shape);
            let pin = Joint::revolute(last, body, [Real::from(link), 0.0]).limits(-0.5, 0.5);
            joints.push(scene.add_joint(pin).unwrap());
            last = body;
        }
        for _ in 0..120 {
            run(&mut scene, 1);
            for joint in &joints {
                let gap = scene.joint(*joint).unwrap().separation();
                assert!(gap < most, "{spin} rad/s: {gap} m");
            }
        }
    }
}

/// A door of 3 m and 600 kg on a soft spring, struck at its end so that it turns with 80 rad/s.
#[test]
fn a_door_that_is_struck_stays_within_its_limits() {
    for (hz, blow) in [(60.0, 5e4), (60.0, 5e3), (120.0, 5e4), (30.0, 1e4)] {
        let mut scene = scene(0.0, SolverConfig::default());
        let frame = scene.add_body(Body::fixed()).unwrap();
        let door = Body::dynamic().position([0.0, 1.5]);
        let door = add(&mut scene, door, Collider::cuboid(0.1, 1.5).density(1e3));
        let quarter = core::f32::consts::FRAC_PI_2;
        let hinge = Joint::revolute(frame, door, [0.0, 0.0]).limits(-quarter, quarter);
        let hinge = scene.add_joint(hinge.spring(1.0, 0.5)).unwrap();
        scene.body_mut(door).unwrap().apply_impulse_at([blow, 0.0], [0.0, 3.0]).unwrap();
        for _ in 0..120 {
            scene.step(1.0 / hz).unwrap();
            let hinge = scene.joint(hinge).unwrap();
            let (beyond, gap) = (hinge.angular_separation().to_degrees(), hinge.separation());
            assert!(beyond < 1.0, "{blow} N s at {hz} Hz: {beyond} degrees");
            assert!(gap < 0.15, "{blow} N s at {hz} Hz: {gap} m");
        }
    }
}

/// The place of the mouse is far behind a thin fixed wall, and nobody told it a largest force.
#[test]
fn a_target_behind_a_wall_draws_nothing_through_it() {
    let shapes = [
        Collider::circle(0.3),
        Collider::circle(0.06),
        Collider::cuboid(0.8, 0.05),
        Collider::polygon(vec![[-0.3, -0.2], [0.4, -0.2], [0.0, 0.3]]),
    ];
    for (hz, substeps) in [(30.0, 1), (60.0, 1), (60.0, 2), (60.0, 4), (120.0, 4)] {
        let cases = shapes.iter().flat_map(|shape| [0.05, 30.0].map(|mass| (shape, mass)));
        for ((shape, mass), unit) in cases.flat_map(|case| [(case, 1.0), (case, 20.0)]) {
            let solver = SolverConfig { substeps, ..SolverConfig::default() };
            let gravity = Vector::new(0.0, -10.0 * unit);
            let config = SceneConfig { gravity, length_unit: unit, solver, ..Default::default() };
            let mut scene = Scene::new(config).unwrap();
            let at = |x: Real, y: Real| [x * unit, y * unit];
            let mut fixed = |place: [Real; 2], half: [Real; 2]| {
                let body = scene.add_body(Body::fixed().position(place)).unwrap();
                scene.add_collider(body, Collider::cuboid(half[0], half[1])).unwrap();
            };
            fixed(at(0.0, -0.5), at(50.0, 0.5));
            fixed(at(3.0, 5.0), at(0.05, 10.0));
            let body = scene.add_body(Body::dynamic().position(at(0.0, 1.0))).unwrap();
            let shape = if unit > 1.0 { Collider::circle(0.1 * unit) } else { shape.clone() };
            scene.add_collider(body, shape.mass(mass)).unwrap();
            let target = scene.add_joint(Joint::target(body, at(0.02, 1.02))).unwrap();
            let place = at(23.0, 1.5);
            scene.joint_mut(target).unwrap().set_target_point(place).unwrap();
            for _ in 0..120 {
                scene.step(1.0 / hz).unwrap();
                let x = scene.body(body).unwrap().position().x / unit;
                assert!(x < 3.0, "{mass} kg, {substeps} substeps, {hz} Hz, unit {unit}");
            }
            // It hangs there, and is not too weak to follow.
            assert!(scene.body(body).unwrap().position().x > unit, "{mass} kg is drawn");
        }
    }
}

#[test]
fn a_target_has_the_force_that_it_was_told() {
    let mut scene = scene(0.0, SolverConfig::default());
    let mass = 3.0;
    let body = add(&mut scene, Body::dynamic(), Collider::cuboid(0.5, 0.5).mass(mass));
    let target = scene.add_joint(Joint::target(body, [0.0, 0.0])).unwrap();
    assert_eq!(scene.joint(target).unwrap().max_force(), None);
    let speed = |scene: &mut Scene| {
        scene.body_mut(body).unwrap().set_velocity([0.0, 0.0]).unwrap();
        run(scene, 1);
        scene.body(body).unwrap().velocity().x
    };
    scene.joint_mut(target).unwrap().set_target_point([1e4, 0.0]).unwrap();
    let by_mass = speed(&mut scene) * 60.0;
    assert!((by_mass - 1000.0).abs() < 10.0, "{by_mass} m/s^2");
    scene.joint_mut(target).unwrap().set_max_force(3e3 * mass).unwrap();
    assert_eq!(scene.joint(target).unwrap().max_force(), Some(3e3 * mass));
    let told = speed(&mut scene) * 60.0;
    assert!((told - 3e3).abs() < 30.0, "{told} m/s^2");
}

#[test]
fn the_limits_of_a_pulley_hold_its_length() {
    for joints in WAYS {
        let mut scene = scene(10.0, solver(joints, 4));
        let bodies = [[-1.0, -2.0], [1.0, -2.0]]
            .map(|at| add(&mut scene, Body::dynamic().position(at), Collider::circle(0.2)));
        let [a, b] = bodies;
        let grounds = [[-1.0, 0.0], [1.0, 0.0]];
        let pulley = Joint::pulley(a, b, grounds[0], grounds[1], [-1.0, -2.0], [1.0, -2.0], 1.0);
        let pulley = scene.add_joint(pulley.limits(1.0, 4.5)).unwrap();
        run(&mut scene, 120);
        let length = scene.joint(pulley).unwrap().length();
        assert!((length - 4.5).abs() < 0.01, "{joints:?}: {length}");
    }
}
