//! Joints against physics, at 30, 60 and 120 steps per second; at 30 and 120, twice as much is
//! allowed.

use umbra::prelude::*;

const GRAVITY: Real = 9.81;
const RATES: [(Real, Real); 3] = [(30.0, 2.0), (60.0, 1.0), (120.0, 2.0)];
/// Whatever is joined is solved in either way.
const WAYS: [JointSolving; 2] = [JointSolving::Rows, JointSolving::Trees];

fn scene(joints: JointSolving) -> Scene {
    let solver = SolverConfig { joints, ..SolverConfig::default() };
    Scene::new(SceneConfig { solver, ..SceneConfig::default() }).unwrap()
}

fn ground(scene: &mut Scene) -> BodyKey {
    scene.add_body(Body::fixed()).unwrap()
}

fn bar(scene: &mut Scene, position: [Real; 2], half: [Real; 2], mass: Real) -> BodyKey {
    let body = scene.add_body(Body::dynamic().position(position)).unwrap();
    scene.add_collider(body, Collider::cuboid(half[0], half[1]).mass(mass)).unwrap();
    body
}

fn energy(scene: &Scene) -> f64 {
    let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
    let of = |body: BodyRef| {
        let (mass, height) = (f64::from(body.mass()), f64::from(body.center_of_mass().y));
        let linear = mass * f64::from(body.velocity().norm_squared());
        let angular = f64::from(body.inertia()) * f64::from(body.angular_velocity()).powi(2);
        0.5 * (linear + angular) + mass * f64::from(GRAVITY) * height
    };
    bodies.filter(|body| body.kind() == BodyKind::Dynamic).map(of).sum()
}

/// Runs for so long; `each` sees the scene after every step, and the time.
fn run(scene: &mut Scene, seconds: Real, hz: Real, mut each: impl FnMut(&mut Scene, Real)) {
    for step in 1..=(seconds * hz).round() as u32 {
        scene.step(1.0 / hz).unwrap();
        each(scene, step as Real / hz);
    }
    scene.validate().unwrap();
}

#[test]
fn a_pendulum_keeps_its_period_and_its_energy_for_a_minute() {
    for (hz, times) in RATES {
        for joints in WAYS {
            // A bar of a metre hung by its end, let go at 0.5 rad.
            let mut scene = scene(joints);
            let pivot = ground(&mut scene);
            let (sin, cos) = 0.5_f32.sin_cos();
            let bar = bar(&mut scene, [0.5 * sin, -0.5 * cos], [0.02, 0.5], 1.0);
            scene.body_mut(bar).unwrap().set_angle(0.5).unwrap();
            scene.add_joint(Joint::revolute(pivot, bar, [0.0, 0.0])).unwrap();
            let inertia = scene.body(bar).unwrap().inertia() + 0.25;
            // The period of small swings, and the first two terms for large ones.
            let small = core::f32::consts::TAU * (inertia / (GRAVITY * 0.5)).sqrt();
            let period = small * (1.0 + 0.25 / 16.0 + 11.0 * 0.0625 / 3072.0);
            let (start, scale) = (energy(&scene), f64::from(GRAVITY * 0.5 * (1.0 - cos)));
            let (mut last, mut crossings) = (0.5, vec![]);
            let mut worst: f64 = 0.0;
            run(&mut scene, 60.0, hz, |scene, time| {
                let angle = scene.body(bar).unwrap().angle();
                if last > 0.0 && angle <= 0.0 {
                    crossings.push(time - angle / (angle - last) / hz);
                }
                last = angle;
                // The energy swings within a period, as velocities are those of the middle of a step: it is looked at
                // when the bar turns back.
                if scene.body(bar).unwrap().angular_velocity().abs() < 0.1 {
                    worst = worst.max(((energy(scene) - start) / scale).abs());
                }
            });
            let count = crossings.len() - 1;
            let measured = (crossings[count] - crossings[0]) / count as Real;
            let error = (measured / period - 1.0).abs();
            assert!(error < 0.005 * times, "{joints:?} at {hz} Hz: {measured} for {period}");
            let bound = 0.01 * f64::from(times);
            assert!(worst < bound, "{joints:?} at {hz} Hz: energy changes by {worst}");
        }
    }
}

#[test]
fn a_double_pendulum_gains_no_energy() {
    for (hz, times) in RATES {
        for joints in WAYS {
            let mut scene = scene(joints);
            let pivot = ground(&mut scene);
            let upper = bar(&mut scene, [0.5, 0.0], [0.5, 0.02], 1.0);
            let lower = bar(&mut scene, [1.5, 0.0], [0.5, 0.02], 1.0);
            scene.add_joint(Joint::revolute(pivot, upper, [0.0, 0.0])).unwrap();
            scene.add_joint(Joint::revolute(upper, lower, [1.0, 0.0])).unwrap();
            let scale = f64::from(GRAVITY) * 4.0;
            let start = energy(&scene);
            let mut most = f64::MIN;
            run(&mut scene, 20.0, hz, |scene, _| most = most.max((energy(scene) - start) / scale));
            assert!(most < 0.005 * f64::from(times), "{joints:?} at {hz} Hz gains {most}");
        }
    }
}

#[test]
fn a_flywheel_gains_speed_as_its_torque_says() {
    for (hz, times) in RATES {
        let mut scene = scene(JointSolving::Auto);
        let ground = ground(&mut scene);
        let wheel = scene.add_body(Body::dynamic()).unwrap();
        scene.add_collider(wheel, Collider::circle(0.5).mass(8.0)).unwrap();
        let axle = Joint::revolute(ground, wheel, [0.0, 0.0]).motor(10.0, 4.0);
        let axle = scene.add_joint(axle).unwrap();
        // An inertia of 1: 4 rad/s more each second, up to 10.
        run(&mut scene, 4.0, hz, |scene, time| {
            let expected = (4.0 * time).min(10.0);
            let speed = scene.joint(axle).unwrap().speed();
            assert!((speed / expected - 1.0).abs() < 0.01 * times, "{speed} after {time} s");
        });
    }
}

#[test]
fn limits_hold_at_rest_and_in_a_blow() {
    for (hz, times) in RATES {
        for slider in [false, true] {
            let mut scene = scene(JointSolving::Auto);
            let ground = ground(&mut scene);
            let body = bar(&mut scene, [0.5, 0.0], [0.5, 0.05], 1.0);
            let joint = if slider {
                Joint::prismatic(ground, body, [0.5, 0.0], [0.0, 1.0]).limits(-0.5, 0.5)
            } else {
                Joint::revolute(ground, body, [0.0, 0.0]).limits(-0.5, 0.5)
            };
            let joint = scene.add_joint(joint).unwrap();
            let beyond = |scene: &Scene| {
                let joint = scene.joint(joint).unwrap();
                let value = if slider { joint.translation() } else { joint.angle() };
                value.abs() - 0.5
            };
            run(&mut scene, 5.0, hz, |scene, time| {
                let bound = if time < 3.0 { 0.02 } else { 0.005 } * times;
                assert!(beyond(scene) < bound, "{} after {time} s", beyond(scene));
            });
            assert!(beyond(&scene) > -1e-3, "it rests on its limit");
            let mut body = scene.body_mut(body).unwrap();
            body.set_velocity([0.0, 3.0]).unwrap();
            body.set_angular_velocity(if slider { 0.0 } else { 6.0 }).unwrap();
            run(&mut scene, 2.0, hz, |scene, time| {
                assert!(beyond(scene) < 0.02 * times, "{} {time} s after a blow", beyond(scene));
            });
        }
    }
}

#[test]
fn springs_swing_as_often_and_are_damped_as_they_say() {
    for (hz, times) in RATES {
        for (hertz, damping) in [(1.0, 0.05), (2.0, 0.1), (0.5, 0.0)] {
            let mut scene = scene(JointSolving::Auto);
            scene.config_mut().gravity = Vector::zeros();
            let ground = ground(&mut scene);
            let body = bar(&mut scene, [2.0, 0.0], [0.2, 0.2], 3.0);
            let spring = Joint::spring(ground, body, [0.0, 0.0], [2.0, 0.0], hertz, damping);
            let spring = scene.add_joint(spring).unwrap();
            scene.body_mut(body).unwrap().set_velocity([2.0, 0.0]).unwrap();
            let (mut last, mut crossings, mut peaks) = (0.0, vec![0.0], vec![]);
            let (mut before, mut high) = (0.0, 0.0_f32);
            run(&mut scene, 8.0 / hertz, hz, |scene, time| {
                let length = scene.joint(spring).unwrap().length() - 2.0;
                high = high.max(length);
                if last < 0.0 && length >= 0.0 {
                    crossings.push(time - length / (length - last) / hz);
                    peaks.push(high);
                    high = 0.0;
                }
                (last, before) = (length, last);
            });
            let count = crossings.len() - 1;
            let damped = hertz * (1.0_f32 - damping * damping).sqrt();
            let measured = count as Real / (crossings[count] - crossings[0]);
            let error = (measured / damped - 1.0).abs();
            assert!(error < 0.02 * times, "{measured} Hz instead of {damped}, {hz} steps");
            // From one peak to the next.
            let decay = (peaks[0] / peaks[peaks.len() - 1]).ln() / (peaks.len() - 1) as Real;
            let expected = core::f32::consts::TAU * damping / (1.0 - damping * damping).sqrt();
            let error = (decay - expected).abs();
            assert!(
                error < 0.15 * times,
                "{decay} instead of {expected} at {hz} steps, {hertz} Hz"
            );
        }
    }
}

#[test]
fn reaction_forces_are_those_of_statics() {
    for (hz, times) in RATES {
        for joints in WAYS {
            let mut scene = scene(joints);
            let ground = ground(&mut scene);
            // A weight on a rod, and a lever with its fulcrum a quarter along and a weight on its short end.
            let weight = bar(&mut scene, [-3.0, -1.0], [0.1, 0.1], 5.0);
            let rod = Joint::distance(ground, weight, [-3.0, 0.0], [-3.0, -1.0]);
            let rod = scene.add_joint(rod).unwrap();
            let lever = bar(&mut scene, [1.0, 0.0], [1.0, 0.02], 2.0);
            let fulcrum = scene.add_joint(Joint::revolute(ground, lever, [0.5, 0.0])).unwrap();
            let load = bar(&mut scene, [0.0, -0.5], [0.1, 0.1], 4.0);
            let hook = scene.add_joint(Joint::revolute(lever, load, [0.0, 0.0])).unwrap();
            let hold = Joint::distance(ground, lever, [1.5, 1.0], [1.5, 0.0]);
            let hold = scene.add_joint(hold).unwrap();
            run(&mut scene, 5.0, hz, |_, _| {});
            let force = |joint| scene.joint(joint).unwrap().reaction_force();
            // About the fulcrum: the load 0.5 m to the left, the lever's weight 0.5 m and the rod 1 m to the right.
            let held = (2.0 * 0.5 - 4.0 * 0.5) * GRAVITY;
            for (joint, expected, bound) in [
                (rod, 5.0 * GRAVITY, 0.005),
                (hook, 4.0 * GRAVITY, 0.01),
                (hold, held, 0.01),
                (fulcrum, 6.0 * GRAVITY - held, 0.01),
            ] {
                let error = (force(joint).y / expected - 1.0).abs();
                let name = format!("{joints:?} at {hz} Hz");
                assert!(error < bound * times, "{name}: {} for {expected}", force(joint).y);
            }
        }
    }
}

/// 30 planks between two banks, each joint of which breaks at that force.
fn bridge(scene: &mut Scene, break_force: Option<Real>) -> (Vec<BodyKey>, Vec<JointKey>) {
    let (mut planks, mut joints) = (vec![], vec![]);
    let banks = [-18.0, 18.0].map(|x| {
        let bank = scene.add_body(Body::fixed().position([x, -0.5])).unwrap();
        scene.add_collider(bank, Collider::cuboid(3.0, 0.5)).unwrap();
        bank
    });
    let mut before = banks[0];
    for i in 0..=30_u8 {
        let x = Real::from(i) - 15.0;
        let next = if i < 30 {
            let plank = bar(scene, [x + 0.5, -0.1], [0.5, 0.1], 10.0);
            planks.push(plank);
            plank
        } else {
            banks[1]
        };
        let mut joint = Joint::revolute(before, next, [x, -0.1]);
        if let Some(force) = break_force {
            joint = joint.break_force(force);
        }
        joints.push(scene.add_joint(joint).unwrap());
        before = next;
    }
    (planks, joints)
}

#[test]
fn a_bridge_carries_a_truck_of_twenty_planks() {
    for (hz, times) in RATES {
        let mut scene = scene(JointSolving::Auto);
        let (_, joints) = bridge(&mut scene, None);
        let truck = bar(&mut scene, [-17.0, 0.9], [1.5, 0.3], 160.0);
        for x in [-1.0, 1.0] {
            let wheel = scene.add_body(Body::dynamic().position([x - 17.0, 0.4])).unwrap();
            scene.add_collider(wheel, Collider::circle(0.4).mass(20.0).friction(1.0)).unwrap();
            let axle = Joint::wheel(truck, wheel, [x - 17.0, 0.4], [0.0, 1.0]);
            scene.add_joint(axle.spring(4.0, 0.7).motor(-8.0, 400.0)).unwrap();
        }
        let mut worst = 0.0_f32;
        run(&mut scene, 12.0, hz, |scene, _| {
            for joint in &joints {
                worst = worst.max(scene.joint(*joint).unwrap().separation());
            }
        });
        assert!(worst < 0.01 * times, "a gap of {worst} at {hz} Hz");
        let x = scene.body(truck).unwrap().position().x;
        assert!(x > 14.0, "the truck came to {x} at {hz} Hz");
    }
}

#[test]
fn a_bridge_breaks_where_the_load_is_too_much() {
    for (hz, times) in RATES {
        // At rest its joints bear some force; all but one bear ten times that.
        let mut scene = scene(JointSolving::Auto);
        let (planks, joints) = bridge(&mut scene, None);
        run(&mut scene, 10.0, hz, |_, _| {});
        let middle = joints[15];
        let weak = 1.5 * scene.joint(middle).unwrap().reaction_force().norm();
        scene.joint_mut(middle).unwrap().set_break_force(weak).unwrap();
        run(&mut scene, 1.0, hz, |scene, _| assert!(scene.joint_events().is_empty()));
        // A steady pull at the plank beside it, twice as much as it bears along the bridge.
        let mut broken = None;
        for step in 0..(2.0 * hz) as u32 {
            let mut plank = scene.body_mut(planks[15]).unwrap();
            plank.apply_force([3.0 * weak, 0.0]).unwrap();
            scene.step(1.0 / hz).unwrap();
            if let Some(JointEvent::Broken { joint, force, .. }) = scene.joint_events().first() {
                broken = Some((step, *joint, force.norm()));
                break;
            }
        }
        let (step, joint, force) = broken.unwrap();
        assert_eq!(joint, middle);
        assert!(step <= 1, "in step {step} at {hz} Hz");
        assert!(force > weak * (1.0 - 0.05 * times), "{force} of {weak}");
    }
}
