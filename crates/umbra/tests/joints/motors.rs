//! Motors that are told something else.

use umbra::prelude::*;

use crate::common::{add, run, scene};

/// A motor that is told to give no force any more gives none: neither does it brake, nor go on with
/// what it gave last.
#[test]
fn a_motor_that_is_switched_off_gives_nothing() {
    for joints in [JointSolving::Auto, JointSolving::Rows, JointSolving::Trees] {
        let solver = SolverConfig { joints, ..SolverConfig::default() };
        let mut scene = scene(0.0, solver);
        let frame = scene.add_body(Body::fixed()).unwrap();
        let wheel = add(&mut scene, Body::dynamic(), Collider::circle(0.5));
        let cart = add(&mut scene, Body::dynamic().position([5.0, 0.0]), Collider::circle(0.5));
        let axle = Joint::revolute(frame, wheel, [0.0, 0.0]).motor(100.0, 0.5);
        let rail = Joint::prismatic(frame, cart, [5.0, 0.0], [1.0, 0.0]).motor(100.0, 2.0);
        let joints = [axle, rail].map(|joint| scene.add_joint(joint).unwrap());
        run(&mut scene, 60);
        for joint in joints {
            scene.joint_mut(joint).unwrap().set_motor(0.0, 0.0).unwrap();
        }
        let speeds = |scene: &Scene| joints.map(|joint| scene.joint(joint).unwrap().speed());
        let before = speeds(&scene);
        assert!(before.iter().all(|speed| *speed > 1.0), "{before:?}");
        run(&mut scene, 60);
        for (now, before) in speeds(&scene).into_iter().zip(before) {
            assert!((now - before).abs() < 1e-3 * before, "{now} {before}");
        }
    }
}
