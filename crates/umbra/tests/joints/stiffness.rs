//! Springs given by their stiffness, and the mass that a joint moves.

use umbra::Error;
use umbra::prelude::*;

use crate::common::{DT, Random, at, run};

fn scene(gravity: Real, joints: JointSolving, substeps: u32) -> Scene {
    let solver = SolverConfig { joints, substeps, ..SolverConfig::default() };
    let mut scene = crate::common::scene(gravity, solver);
    scene.config_mut().sleep.enabled = false;
    scene
}

const SOLVED: [JointSolving; 2] = [JointSolving::Rows, JointSolving::Trees];

#[test]
fn a_weight_pulls_a_spring_out_by_its_weight_over_the_stiffness() {
    for joints in SOLVED {
        for (mass, stiffness) in [(0.2, 20.0), (2.0, 100.0), (50.0, 20_000.0)] {
            let mut scene = scene(10.0, joints, 4);
            let ceiling = scene.add(Body::fixed(), []).unwrap();
            let weight = Body::dynamic().position([0.0, -1.0]);
            let weight = scene.add(weight, [Collider::circle(0.1).mass(mass)]).unwrap();
            let spring = Joint::distance(ceiling, weight, [0.0, 0.0], [0.0, -1.0]);
            let damping = (stiffness * mass).sqrt();
            let spring = spring.spring_stiffness(stiffness, damping);
            let spring = scene.add_joint(spring).unwrap();
            run(&mut scene, 900);
            let pulled = -1.0 - at(&scene, weight).position().y;
            let expected = 10.0 * mass / stiffness;
            assert!((pulled / expected - 1.0).abs() < 2e-3, "{pulled} {expected} {joints:?}");
            let told = scene.joint(spring).unwrap();
            assert_eq!(told.spring_stiffness(), Some([stiffness, damping]));
            let hertz = (stiffness / mass).sqrt() / core::f32::consts::TAU;
            let softness = told.spring().unwrap();
            assert!((softness.hertz / hertz - 1.0).abs() < 1e-4, "{softness:?}");
            assert!((softness.damping_ratio - 0.5).abs() < 1e-4, "{softness:?}");
        }
    }
}

#[test]
fn two_masses_swing_as_often_as_physics_says() {
    // 3 kg and 1 kg, 30 N/m: the reduced mass is 0.75 kg.
    for joints in SOLVED {
        let mut scene = scene(0.0, joints, 16);
        let bodies = [(0.0, 3.0), (2.5, 1.0)].map(|(x, mass)| {
            let ball = Collider::circle(0.1).mass(mass);
            scene.add(Body::dynamic().position([x, 0.0]), [ball]).unwrap()
        });
        let spring = Joint::distance(bodies[0], bodies[1], [0.0, 0.0], [2.5, 0.0]);
        let spring = scene.add_joint(spring.spring_stiffness(30.0, 0.0).rest(2.0)).unwrap();
        let (mut turns, mut last, mut steps) = (Vec::new(), 0.0, 0);
        while turns.len() < 9 {
            scene.step(DT).unwrap();
            steps += 1;
            let speed = scene.joint(spring).unwrap().speed();
            if last < 0.0 && speed >= 0.0 {
                turns.push(steps as Real - speed / (speed - last));
            }
            last = speed;
        }
        let period = (turns[8] - turns[0]) / 8.0 * DT;
        let expected = core::f32::consts::TAU * (0.75_f32 / 30.0).sqrt();
        assert!((period / expected - 1.0).abs() < 0.01, "{period} {expected} {joints:?}");
    }
}

#[test]
fn the_force_is_the_stiffness_times_the_way_however_the_arms_turn() {
    let mut scene = scene(10.0, JointSolving::Rows, 4);
    let ceiling = scene.add(Body::fixed(), []).unwrap();
    // It hangs by a corner, so that what the spring moves is another mass in each step.
    let plank = Body::dynamic().position([1.0, -1.0]).angle(0.4);
    let plank = scene.add(plank, [Collider::cuboid(1.0, 0.1).mass(2.0)]).unwrap();
    let spring = Joint::distance(ceiling, plank, [0.0, 0.0], [0.0, -1.0]);
    let spring = scene.add_joint(spring.spring_stiffness(150.0, 0.0)).unwrap();
    let mut masses = [Real::INFINITY, 0.0];
    for step in 0..1200 {
        // Short steps: what the spring moves is that of the step's start.
        scene.step(0.25 * DT).unwrap();
        let spring = scene.joint(spring).unwrap();
        let (force, way) = (spring.reaction_force().norm(), (spring.length() - 1.0).abs());
        // The force is that of the last substep.
        let since = spring.speed().abs() * DT / 16.0;
        let bound = 150.0 * (0.04 * way + 1.5 * since) + 0.1;
        assert!((force - 150.0 * way).abs() < bound, "{force} {way} in step {step}");
        let mass = spring.effective_mass();
        masses = [masses[0].min(mass), masses[1].max(mass)];
    }
    assert!(masses[1] > 1.5 * masses[0], "{masses:?}");
}

#[test]
fn a_torsion_spring_holds_an_arm() {
    for joints in SOLVED {
        let mut scene = scene(10.0, joints, 4);
        let wall = scene.add(Body::fixed(), []).unwrap();
        let arm = Body::dynamic().position([1.0, 0.0]);
        let arm = scene.add(arm, [Collider::cuboid(1.0, 0.05).mass(3.0)]).unwrap();
        let hinge = Joint::revolute(wall, arm, [0.0, 0.0]).spring_stiffness(80.0, 40.0);
        let hinge = scene.add_joint(hinge).unwrap();
        run(&mut scene, 900);
        let angle = -scene.joint(hinge).unwrap().angle();
        let torque = 3.0 * 10.0 * angle.cos();
        assert!((80.0 * angle / torque - 1.0).abs() < 5e-3, "{angle} {joints:?}");
        // A weld has two.
        scene.remove_joint(hinge).unwrap();
        let weld = Joint::weld(wall, arm, [0.0, 0.0]).angular_spring_stiffness(80.0, 40.0);
        let weld = scene.add_joint(weld).unwrap();
        let before = at(&scene, arm).angle();
        run(&mut scene, 900);
        let turned = before - at(&scene, arm).angle();
        let torque = 3.0 * 10.0 * at(&scene, arm).angle().cos();
        assert!((80.0 * turned / torque - 1.0).abs() < 2e-2, "{turned} {joints:?}");
        assert_eq!(scene.joint(weld).unwrap().angular_spring_stiffness(), Some([80.0, 40.0]));
    }
}

#[test]
fn a_place_draws_by_the_stiffness() {
    let mut scene = scene(10.0, JointSolving::Rows, 4);
    let ball = scene.add(Body::dynamic(), [Collider::circle(0.2).mass(4.0)]).unwrap();
    let target = Joint::target(ball, [0.0, 0.0]).spring_stiffness(200.0, 40.0);
    scene.add_joint(target).unwrap();
    run(&mut scene, 600);
    let sunk = -at(&scene, ball).position().y;
    assert!((sunk - 40.0 / 200.0).abs() < 1e-3, "{sunk}");
}

/// Springs swing as often as told, wherever the joint holds what they turn or move.
#[test]
fn a_held_spring_swings_as_often_as_told() {
    for joints in SOLVED {
        for (case, hertz) in [0.7, 2.0, 3.5, 1.3].into_iter().enumerate() {
            let mut scene = scene(0.0, joints, 4);
            let base = if case == 1 { Body::dynamic() } else { Body::fixed() };
            let base = scene.add(base, [Collider::cuboid(0.4, 0.3).mass(1.5)]).unwrap();
            let arm = Body::dynamic().position([1.3, 0.2]);
            let arm = scene.add(arm, [Collider::cuboid(1.0, 0.1).mass(0.8)]).unwrap();
            let joint = match case {
                0 | 1 => Joint::revolute(base, arm, [0.3, 0.2]).spring(hertz, 0.0),
                2 => Joint::weld(base, arm, [0.3, 0.1]).angular_spring(hertz, 0.0),
                _ => Joint::prismatic(base, arm, [0.0, 1.0], [0.6, 0.8]).spring(hertz, 0.0),
            };
            let joint = scene.add_joint(joint).unwrap();
            let mut body = scene.body_mut(arm).unwrap();
            if case == 3 {
                body.set_velocity([0.06, 0.08]).unwrap();
            } else {
                // About its pin.
                body.set_angular_velocity(0.1).unwrap();
                body.set_velocity([0.0, 0.1]).unwrap();
            }
            let value = |scene: &Scene| {
                let joint = scene.joint(joint).unwrap();
                if case == 2 {
                    at(scene, arm).angle()
                } else if case == 3 {
                    joint.translation()
                } else {
                    joint.angle()
                }
            };
            let (mut crossings, mut last) = (Vec::new(), value(&scene));
            for step in 0..(6.0 / hertz / DT * 4.0) as usize {
                scene.step(0.25 * DT).unwrap();
                let now = value(&scene);
                if last < 0.0 && now >= 0.0 {
                    crossings.push(step as Real - now / (now - last));
                }
                last = now;
            }
            let first = crossings[0];
            let turns = (crossings.len() - 1) as Real;
            let period = (crossings[crossings.len() - 1] - first) / turns * 0.25 * DT;
            assert!((period * hertz - 1.0).abs() < 0.02, "{period} of {hertz}, {case} {joints:?}");
        }
    }
}

/// An impulse at both ends changes the speed of the joint by itself over the effective mass, when
/// the joint has held its bodies.
#[test]
fn the_effective_mass_is_what_impulses_meet() {
    let mut random = Random(7);
    let mut number = |from: Real, to: Real| random.within(from, to);
    for case in 0..200 {
        let mut scene = scene(0.0, JointSolving::Rows, 4);
        let mut bodies = [BodyKey::default(); 2];
        for body in &mut bodies {
            let place = Body::dynamic().position([number(-2.0, 2.0), number(-2.0, 2.0)]);
            let plank = Collider::cuboid(number(0.2, 1.0), 0.2).mass(number(0.1, 5.0));
            *body = scene.add(place.angle(number(-3.0, 3.0)), [plank]).unwrap();
        }
        if case % 4 == 0 {
            scene.body_mut(bodies[0]).unwrap().set_kind(BodyKind::Fixed).unwrap();
        }
        let [a, b] = bodies;
        let [p, q] = [0, 1].map(|_| Point::new(number(-2.0, 2.0), number(-2.0, 2.0)));
        let axis = Vector::new(number(0.2, 1.0), number(-1.0, 1.0));
        let joint = match case % 3 {
            0 => Joint::distance(a, b, p, q).spring_stiffness(1.0, 0.0),
            1 => Joint::prismatic(a, b, p, axis).spring_stiffness(1.0, 0.0),
            _ => Joint::revolute(a, b, p).spring_stiffness(1.0, 0.0),
        };
        let joint = scene.add_joint(joint).unwrap();
        let told = scene.joint(joint).unwrap();
        let (before, mass) = (told.speed(), told.effective_mass());
        let (axis, [from, to]) = (told.axis(), [told.anchor_a(), told.anchor_b()]);
        let (push, points) = match case % 3 {
            0 => ((to - from).normalize(), [from, to]),
            _ => (axis, [to, to]),
        };
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let mut body = scene.body_mut(bodies[side]).unwrap();
            if !body.view().is_dynamic() {
                continue;
            }
            if case % 3 == 2 {
                body.apply_angular_impulse(sign).unwrap();
            } else {
                body.apply_impulse_at(push * sign, points[side]).unwrap();
            }
        }
        scene.step(1e-5).unwrap();
        let change = scene.joint(joint).unwrap().speed() - before;
        assert!((change * mass - 1.0).abs() < 1e-3, "{change} {mass} in case {case}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_another_spring_takes_its_place() {
    let mut scene = scene(0.0, JointSolving::Rows, 4);
    let wall = scene.add(Body::fixed(), []).unwrap();
    let ball = scene.add(Body::dynamic(), [Collider::circle(0.2)]).unwrap();
    let distance = || Joint::distance(wall, ball, [0.0, 0.0], [0.0, 1.0]);
    for (stiffness, damping, name) in [
        (-1.0, 0.0, "stiffness"),
        (Real::NAN, 0.0, "stiffness"),
        (Real::INFINITY, 0.0, "stiffness"),
        (1.0, -1.0, "damping"),
        (1.0, Real::NAN, "damping"),
    ] {
        let refused = scene.add_joint(distance().spring_stiffness(stiffness, damping));
        assert!(refused.unwrap_err().to_string().contains(name), "{stiffness} {damping}");
        let weld = Joint::weld(wall, ball, [0.0, 0.0]);
        assert!(scene.add_joint(weld.angular_spring_stiffness(stiffness, damping)).is_err());
    }
    let rope = Joint::rope(wall, ball, [0.0, 0.0], [0.0, 1.0], 1.0);
    let refused = scene.add_joint(rope.spring_stiffness(1.0, 0.0));
    assert!(matches!(refused, Err(Error::NotForJoint { parameter: "spring", .. })));
    let refused = scene.add_joint(distance().angular_spring_stiffness(1.0, 0.0));
    assert!(matches!(refused, Err(Error::NotForJoint { parameter: "angular_spring", .. })));

    let joint = scene.add_joint(distance().spring_stiffness(5.0, 1.0)).unwrap();
    scene.joint_mut(joint).unwrap().set_spring(2.0, 0.5).unwrap();
    let told = scene.joint(joint).unwrap();
    let softness = Softness { hertz: 2.0, damping_ratio: 0.5 };
    assert_eq!((told.spring_stiffness(), told.spring()), (None, Some(softness)));
    scene.joint_mut(joint).unwrap().set_spring_stiffness(5.0, 1.0).unwrap();
    assert_eq!(scene.joint(joint).unwrap().spring_stiffness(), Some([5.0, 1.0]));
    // One without stiffness lets go, and so does one that moves nothing.
    scene.joint_mut(joint).unwrap().set_spring_stiffness(0.0, 1.0).unwrap();
    scene.body_mut(ball).unwrap().set_velocity([1.0, 0.0]).unwrap();
    run(&mut scene, 60);
    assert!((at(&scene, ball).position().x - 1.0).abs() < 1e-4);
    scene.joint_mut(joint).unwrap().remove_springs();
    assert_eq!(scene.joint(joint).unwrap().spring_stiffness(), None);
}

/// A motor that presses a spring to a limit holds it there: neither lets go when the limit is
/// passed by a hair.
#[test]
fn a_motor_holds_a_spring_at_a_limit() {
    for joints in SOLVED {
        for (motor, limit) in [(80.0, -0.05), (400.0, -0.09)] {
            let mut scene = scene(10.0, joints, 4);
            let frame = scene.add(Body::fixed(), []).unwrap();
            let rod = scene.add(Body::dynamic(), [Collider::cuboid(0.02, 0.03).mass(0.2)]).unwrap();
            let slide = Joint::prismatic(frame, rod, [0.0, 0.0], [0.0, 1.0]).limits(limit, 0.0);
            let slide = scene.add_joint(slide.spring(9.0, 0.1).motor(-0.2, motor)).unwrap();
            let ball = Body::dynamic().position([0.0, 0.045]);
            let ball = scene.add(ball, [Collider::circle(0.015).mass(0.05)]).unwrap();
            run(&mut scene, 60);
            for _ in 0..120 {
                scene.step(DT).unwrap();
                let joint = scene.joint(slide).unwrap();
                assert!((joint.translation() - limit).abs() < 1e-3, "{joints:?}");
                let speed = at(&scene, ball).velocity().norm();
                assert!(speed < 0.02, "the ball is thrown at {speed}, {joints:?}");
            }
        }
    }
}
