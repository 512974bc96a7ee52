//! Sliding joints in rows: what turns fast, is small or hangs on long arms.

use umbra::prelude::*;

fn scene(gravity: Real) -> Scene {
    let solver = SolverConfig { joints: JointSolving::Rows, ..SolverConfig::default() };
    let gravity = Vector::new(0.0, -gravity);
    Scene::new(SceneConfig { gravity, solver, ..SceneConfig::default() }).unwrap()
}

fn body(scene: &mut Scene, position: [Real; 2], half: Real, mass: Real, spin: Real) -> BodyKey {
    let body = Body::dynamic().position(position).angular_velocity(spin);
    let body = scene.add_body(body).unwrap();
    scene.add_collider(body, Collider::cuboid(half, 0.8 * half).mass(mass)).unwrap();
    body
}

fn energy(scene: &Scene) -> f64 {
    let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
    bodies
        .filter(|body| body.kind() == BodyKind::Dynamic)
        .map(|body| f64::from(body.kinetic_energy()))
        .sum()
}

/// Sizes and masses of two bodies, and how far they are from one another for the size of the first.
const PAIRS: [([Real; 2], [Real; 2], Real); 6] = [
    ([0.5, 0.5], [1.0, 1.0], 2.0),
    ([0.02, 0.02], [1e-3, 1e-3], 2.0),
    ([0.02, 0.3], [1e-3, 1.0], 15.0),
    ([0.3, 0.02], [1.0, 1e-3], 1.5),
    ([0.1, 0.1], [0.01, 1.0], 8.0),
    ([0.1, 0.1], [1.0, 0.01], 8.0),
];

#[test]
fn what_spins_on_a_slider_gains_no_energy() {
    for (half, mass, apart) in PAIRS {
        for spin in [5.0, 40.0, 200.0, 1000.0] {
            for (hz, kind) in
                [30.0, 60.0, 240.0].into_iter().flat_map(|hz| (0..3).map(move |kind| (hz, kind)))
            {
                let mut scene = scene(0.0);
                let at = apart * half[0];
                let a = body(&mut scene, [0.0, 0.0], half[0], mass[0], spin);
                let b = body(&mut scene, [at, 0.0], half[1], mass[1], -0.3 * spin);
                let joint = match kind {
                    0 => {
                        Joint::wheel(a, b, [at, 0.0], [0.0, 1.0]).spring(4.0, 0.7).limits(-0.2, 0.2)
                    }
                    1 => Joint::groove(a, b, [0.0, 0.0], [at, 0.0], [at, 0.0]),
                    _ => Joint::prismatic(a, b, [0.5 * at, 0.0], [1.0, 0.0]).limits(-0.2, 0.2),
                };
                scene.add_joint(joint).unwrap();
                let start = energy(&scene);
                let mut most = start;
                for _ in 0..60 {
                    scene.step(1.0 / hz).unwrap();
                    most = most.max(energy(&scene));
                }
                scene.validate().unwrap();
                let gain = most / start;
                assert!(
                    gain < 1.001,
                    "{half:?}, {mass:?}, {spin} rad/s, {hz} Hz, joint {kind}: {gain} times"
                );
            }
        }
    }
}

#[test]
fn long_arms_neither_turn_nor_open_a_slider() {
    for (half, mass, apart) in PAIRS {
        for (hz, across) in [30.0, 60.0, 120.0].into_iter().flat_map(|hz| [(hz, 0.3), (hz, 0.9)]) {
            // B is set in motion across the axis.
            let mut scene = scene(0.0);
            let at = apart * half[0];
            let a = body(&mut scene, [0.0, 0.0], half[0], mass[0], 0.0);
            let b = body(&mut scene, [at, 0.0], half[1], mass[1], 0.0);
            let joint = Joint::prismatic(a, b, [across * at, 0.0], [1.0, 0.0]);
            let joint = scene.add_joint(joint).unwrap();
            let speed = 0.2 * at * hz;
            scene.body_mut(b).unwrap().set_velocity([0.0, speed]).unwrap();
            scene.step(1.0 / hz).unwrap();
            let joint = scene.joint(joint).unwrap();
            let (turned, open) = (joint.angular_separation(), joint.separation() / at);
            let name = format!("{half:?}, {mass:?}, {hz} Hz");
            assert!(turned < 0.002 && open < 0.05, "{name}: {turned} rad, {open} of the arm");
        }
    }
}

#[test]
fn a_slider_tells_the_torque_that_it_bears() {
    for joints in [JointSolving::Rows, JointSolving::Trees] {
        let solver = SolverConfig { joints, ..SolverConfig::default() };
        let mut scene = Scene::new(SceneConfig { solver, ..SceneConfig::default() }).unwrap();
        let gravity = scene.config().gravity.norm();
        let ground = scene.add_body(Body::fixed()).unwrap();
        for (x, arm, mass) in [(0.0, 0.5, 1.0), (5.0, -3.0, 2.0), (10.0, 0.1, 50.0)] {
            // A shelf on a rail beside it.
            let shelf = body(&mut scene, [x, 0.0], 0.2, mass, 0.0);
            let rail = Joint::prismatic(ground, shelf, [x + arm, 0.0], [1.0, 0.0]);
            let rail = scene.add_joint(rail).unwrap();
            (0..60).for_each(|_| scene.step(1.0 / 60.0).map(drop).unwrap());
            let joint = scene.joint(rail).unwrap();
            let (force, torque) = (joint.reaction_force().y, joint.reaction_torque());
            let weight = mass * gravity;
            let name = format!("{joints:?}, {arm} m, {mass} kg: {force} N, {torque} Nm");
            assert!((force / weight - 1.0).abs() < 0.01, "{name}");
            assert!((torque / (-arm * weight) - 1.0).abs() < 0.01, "{name}");
        }
    }
}
