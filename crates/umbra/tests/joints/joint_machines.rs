//! Machines of joints against their laws, at 30, 60 and 120 steps per second; at 30 and 120, twice
//! as much is allowed.

use core::f32::consts::TAU;

use umbra::prelude::*;

const GRAVITY: Real = 9.81;
const RATES: [(Real, Real); 3] = [(30.0, 2.0), (60.0, 1.0), (120.0, 2.0)];

fn scene(gravity: Real, joints: JointSolving) -> Scene {
    let solver = SolverConfig { joints, ..SolverConfig::default() };
    let gravity = Vector::new(0.0, -gravity);
    Scene::new(SceneConfig { gravity, solver, ..SceneConfig::default() }).unwrap()
}

fn body(scene: &mut Scene, position: [Real; 2], collider: Collider) -> BodyKey {
    let body = scene.add_body(Body::dynamic().position(position)).unwrap();
    scene.add_collider(body, collider).unwrap();
    body
}

/// A wheel of a kilogram on an axle.
fn wheel(scene: &mut Scene, ground: BodyKey, x: Real, radius: Real) -> (BodyKey, JointKey) {
    let wheel = body(scene, [x, 0.0], Collider::circle(radius).mass(1.0));
    (wheel, scene.add_joint(Joint::revolute(ground, wheel, [x, 0.0])).unwrap())
}

fn run(scene: &mut Scene, seconds: Real, hz: Real) {
    for _ in 0..(seconds * hz).round() as u32 {
        scene.step(1.0 / hz).unwrap();
    }
    scene.validate().unwrap();
}

#[test]
fn gears_keep_their_ratio_for_a_hundred_turns() {
    for (hz, times) in RATES {
        let mut scene = scene(0.0, JointSolving::Auto);
        let ground = scene.add_body(Body::fixed()).unwrap();
        let (a, axle_a) = wheel(&mut scene, ground, 0.0, 0.5);
        let (b, axle_b) = wheel(&mut scene, ground, 1.5, 1.0);
        scene.add_joint(Joint::gear(a, b, 2.0)).unwrap();
        scene.joint_mut(axle_a).unwrap().set_motor(12.0, 5.0).unwrap();
        let turns = |scene: &Scene, key| f64::from(scene.joint(key).unwrap().angle() / TAU);
        while turns(&scene, axle_a) < 100.0 {
            scene.step(1.0 / hz).unwrap();
            let driven = turns(&scene, axle_a);
            let error = 360.0 * (driven + 2.0 * turns(&scene, axle_b));
            // The teeth give way a little while the motor brings the wheels to their speed.
            let bound = if driven < 2.0 { 0.1 } else { 0.01 };
            assert!(error.abs() < bound * f64::from(times), "{hz} Hz: {error} degrees at {driven}");
        }
    }
}

#[test]
fn a_pulley_keeps_its_length_and_pulls_twice_as_hard() {
    for (hz, times) in RATES {
        // A tackle: what hangs on B's side moves half as far and may be twice as heavy. A little more, and it sinks.
        let mut scene = scene(GRAVITY, JointSolving::Auto);
        let light = body(&mut scene, [-1.0, -4.0], Collider::circle(0.2).mass(1.0));
        let heavy = body(&mut scene, [1.0, -2.0], Collider::circle(0.2).mass(2.2));
        let grounds = [[-1.0, 0.0], [1.0, 0.0]];
        let tackle =
            Joint::pulley(light, heavy, grounds[0], grounds[1], [-1.0, -4.0], [1.0, -2.0], 2.0);
        let tackle = scene.add_joint(tackle).unwrap();
        for _ in 0..(2.0 * hz) as u32 {
            scene.step(1.0 / hz).unwrap();
            let length = scene.joint(tackle).unwrap().length();
            assert!((length / 8.0 - 1.0).abs() < 1e-3 * times, "{hz} Hz: {length}");
        }
        // g (2.2 - 2) / (2.2 + 4) for two seconds.
        let speed = -scene.body(heavy).unwrap().velocity().y;
        let expected = 2.0 * GRAVITY * 0.2 / 6.2;
        assert!((speed / expected - 1.0).abs() < 0.01 * times, "{hz} Hz: {speed}, not {expected}");
    }
}

#[test]
fn a_ratchet_turns_back_by_a_step_at_most() {
    for (hz, times) in RATES {
        let mut scene = scene(0.0, JointSolving::Auto);
        let ground = scene.add_body(Body::fixed()).unwrap();
        let (wheel, _) = wheel(&mut scene, ground, 0.0, 0.5);
        let step = TAU / 12.0;
        let ratchet = scene.add_joint(Joint::ratchet(ground, wheel, 0.0, step)).unwrap();
        let mut most: Real = 0.0;
        for turn in 0..(8.0 * hz) as u32 {
            let forward = ((turn as Real / hz / 0.7) as u32).is_multiple_of(2);
            let torque = if forward { 0.5 } else { -0.5 };
            scene.body_mut(wheel).unwrap().apply_torque(torque).unwrap();
            scene.step(1.0 / hz).unwrap();
            let angle = scene.joint(ratchet).unwrap().angle();
            most = most.max(angle);
            let tooth = (most / step).floor() * step;
            assert!(angle > tooth - 0.005 * times, "{hz} Hz: {angle} after {most}");
        }
        assert!(most > 1.0, "{most}");
    }
}

#[test]
fn friction_stops_after_its_way_and_its_turn() {
    for (hz, times) in RATES {
        let mut scene = scene(0.0, JointSolving::Auto);
        let ground = scene.add_body(Body::fixed()).unwrap();
        let puck = body(&mut scene, [0.0, 0.0], Collider::circle(0.5).mass(1.0));
        let friction = Joint::friction(ground, puck, [0.0, 0.0]).max_force(2.0).max_torque(0.1);
        scene.add_joint(friction).unwrap();
        let mut pushed = scene.body_mut(puck).unwrap();
        pushed.set_velocity([2.0, 0.0]).unwrap();
        pushed.set_angular_velocity(2.0).unwrap();
        run(&mut scene, 4.0, hz);
        let puck = scene.body(puck).unwrap();
        // v^2 / 2a with the mass of 1 kg, and with the inertia of 1/8.
        let (way, turn) = (puck.position().x, puck.angle());
        assert!((way - 1.0).abs() < 0.02 * times, "{hz} Hz: {way} m");
        assert!((turn / 2.5 - 1.0).abs() < 0.02 * times, "{hz} Hz: {turn} rad");
    }
}

/// How far the end of a beam of soft welds, clamped at its other end, sinks under its own weight.
fn sag(links: u16, length: Real, hertz: Real, joints: JointSolving, hz: Real) -> Real {
    let mut scene = scene(GRAVITY, joints);
    let ground = scene.add_body(Body::fixed()).unwrap();
    let half = 0.5 * length / Real::from(links);
    let mut before = ground;
    for index in 0..links {
        let x = (2.0 * Real::from(index) + 1.0) * half;
        let link = body(&mut scene, [x, 0.0], Collider::cuboid(half, 0.02).mass(1.0));
        let weld = Joint::weld(before, link, [x - half, 0.0]).angular_spring(hertz, 1.0);
        scene.add_joint(weld).unwrap();
        before = link;
    }
    run(&mut scene, 40.0, hz);
    let end = scene.body(before).unwrap();
    -(end.position().y - half * end.angle().sin().abs())
}

#[test]
fn a_beam_of_soft_welds_bends_as_the_formula_says() {
    let (links, length, hertz) = (8, 2.0, 200.0);
    let link = length / Real::from(links);
    let inertia = (link * link + 0.04 * 0.04) / 12.0;
    // A weld has the stiffness of the inertia that it turns times the square of its frequency: between two links that of two side
    // by side, at the clamp that of a link about its end. Each bends by the torque of all beyond it, and turns that on.
    let about_end = inertia + 0.25 * link * link;
    let bends = |weld: u16| {
        let turned = if weld == 0 { about_end } else { 0.5 * inertia };
        let beyond = length - Real::from(weld) * link;
        let torque = GRAVITY / link * 0.5 * beyond * beyond;
        torque / (turned * (TAU * hertz).powi(2)) * beyond
    };
    let expected: Real = (0..links).map(bends).sum();
    for (hz, times) in RATES {
        let end = sag(links, length, hertz, JointSolving::Trees, hz);
        let error = (end / expected - 1.0).abs();
        assert!(error < 0.05 * times, "{hz} Hz: {end} m, not {expected}");
    }
}

#[test]
fn soft_welds_stiffer_than_rows_can_follow_do_not_explode() {
    for (hz, _) in RATES {
        for hertz in [100.0, 200.0, 1000.0] {
            let end = sag(6, 2.0, hertz, JointSolving::Rows, hz);
            assert!((0.0..1.5).contains(&end), "{hz} Hz, springs of {hertz} Hz: {end} m");
        }
    }
}

/// How far a car with sprung wheels comes over waves in 10 s.
fn drive(hz: Real) -> Real {
    let mut scene = scene(GRAVITY, JointSolving::Auto);
    let ground = scene.add_body(Body::fixed()).unwrap();
    let road = (-40..400_i16).map(|i| {
        let x = 0.5 * Real::from(i);
        Point::new(x, 0.003 * x.clamp(0.0, 80.0) * ((0.7 * x).sin() + (0.31 * x).sin()))
    });
    scene.add_collider(ground, Collider::chain(road).friction(1.0)).unwrap();
    let chassis = body(&mut scene, [0.0, 0.9], Collider::cuboid(1.3, 0.25).mass(800.0));
    for (x, motor) in [(-0.9, -16.0), (0.9, 0.0)] {
        let tyre = Collider::circle(0.38).mass(30.0).friction(1.2);
        let wheel = body(&mut scene, [x, 0.4], tyre);
        let axle = Joint::wheel(chassis, wheel, [x, 0.4], [0.0, 1.0]).spring(2.5, 0.7);
        let axle = axle.limits(-0.25, 0.25);
        let axle = if motor == 0.0 { axle } else { axle.motor(motor, 900.0) };
        scene.add_joint(axle).unwrap();
    }
    run(&mut scene, 10.0, hz);
    scene.body(chassis).unwrap().position().x
}

#[test]
fn a_car_comes_as_far_at_any_rate() {
    let ways = [30.0, 60.0, 120.0].map(drive);
    assert!(ways[1] > 40.0, "{ways:?}");
    assert!((ways[2] / ways[1] - 1.0).abs() < 0.02, "{ways:?}");
    assert!((ways[0] / ways[1] - 1.0).abs() < 0.04, "{ways:?}");
}
