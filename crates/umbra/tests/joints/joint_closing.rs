//! Joints that are open when they are made close slowly, or at once when they are told.

use crate::common::{DT, add, scene};
use umbra::prelude::*;

const WAYS: [JointSolving; 2] = [JointSolving::Rows, JointSolving::Trees];

/// A fixed body at the origin, and a plank of 2 m whose middle is there.
fn plank(scene: &mut Scene, position: [Real; 2]) -> [BodyKey; 2] {
    let ground = scene.add_body(Body::fixed()).unwrap();
    let plank = Body::dynamic().position(position).angle(0.2);
    [ground, add(scene, plank, Collider::cuboid(1.0, 0.1).mass(2.0))]
}

/// Joints of many kinds that are open by about half a metre.
fn open_joints([a, b]: [BodyKey; 2]) -> Vec<JointBuilder> {
    let origin = [0.0, 0.0];
    vec![
        Joint::revolute(a, b, origin).local_anchors([0.3, 0.4], [0.0, 0.0]),
        Joint::weld(a, b, origin).local_anchors([-0.5, 0.2], [0.0, 0.1]),
        Joint::prismatic(a, b, origin, [1.0, 0.0]).local_anchors([0.0, 0.5], [0.0, 0.0]),
        Joint::prismatic(a, b, origin, [1.0, 0.0]).limits(0.6, 0.9),
        Joint::wheel(a, b, origin, [0.0, 1.0])
            .local_anchors([0.5, 0.0], [0.0, 0.0])
            .limits(-0.1, 0.1),
        Joint::distance(a, b, [1.0, 0.0], origin).length(0.4),
        Joint::distance(a, b, [1.0, 0.0], origin).limits(1.5, 2.0),
        Joint::rope(a, b, [-1.0, 0.0], origin, 0.5),
        Joint::pulley(a, b, [-1.0, 3.0], [0.0, 3.0], [-1.0, 2.0], origin, 1.0).length(3.5),
    ]
}

#[test]
fn what_is_open_closes_slowly_and_gives_no_velocity() {
    for joints in WAYS {
        for case in 0..open_joints([BodyKey::default(); 2]).len() {
            let mut scene = scene(0.0, SolverConfig { joints, ..SolverConfig::default() });
            let bodies = plank(&mut scene, [0.0, 0.0]);
            let joint = scene.add_joint(open_joints(bodies).swap_remove(case)).unwrap();
            let name = format!("{joints:?}, {case}");
            let gap = |scene: &Scene| scene.joint(joint).unwrap().separation();
            let mut last = gap(&scene);
            assert!((0.2..0.8).contains(&last), "{name}: {last} m open");
            for step in 0..60 {
                scene.step(DT).unwrap();
                let (now, body) = (gap(&scene), scene.body(bodies[1]).unwrap());
                assert!(now > last - 3.0 * DT, "{name}, step {step}: closes by {} m", last - now);
                assert!(body.velocity().norm() < 0.05, "{name}: {:?}", body.velocity());
                assert!(body.angular_velocity().abs() < 0.1, "{name}: turns");
                last = now;
            }
            assert!(last < 0.005, "{name}: {last} m are left");
            scene.validate().unwrap();
        }
    }
}

#[test]
fn closed_at_once_it_holds() {
    for swapped in [false, true] {
        for case in 0..open_joints([BodyKey::default(); 2]).len() {
            let mut scene = scene(0.0, SolverConfig::default());
            let [ground, plank] = plank(&mut scene, [0.0, 0.0]);
            // What moves is the first body where the second is fixed.
            let bodies = if swapped { [plank, ground] } else { [ground, plank] };
            let joint = scene.add_joint(open_joints(bodies).swap_remove(case)).unwrap();
            scene.body_mut(plank).unwrap().sleep();
            let name = format!("{case}, swapped {swapped}");
            scene.joint_mut(joint).unwrap().close().unwrap();
            assert!(scene.body(plank).unwrap().is_awake(), "{name}");
            let apart = |scene: &Scene| {
                let joint = scene.joint(joint).unwrap();
                joint.separation() + joint.angular_separation()
            };
            assert!(apart(&scene) < 1e-5, "{name}: {}", apart(&scene));
            let pose = scene.body(plank).unwrap().pose();
            for _ in 0..30 {
                scene.step(DT).unwrap();
                assert!(apart(&scene) < 1e-4, "{name}: {}", apart(&scene));
            }
            let moved = scene.body(plank).unwrap().position() - pose * Point::origin();
            assert!(moved.norm() < 1e-3, "{name}: stays where it was put");
            scene.validate().unwrap();
        }
    }
}

#[test]
fn closing_brings_an_angle_back_from_many_turns() {
    let mut scene = scene(0.0, SolverConfig::default());
    let [ground, plank] = plank(&mut scene, [0.0, 0.0]);
    let hinge = scene.add_joint(Joint::revolute(ground, plank, [0.0, 0.0])).unwrap();
    scene.body_mut(plank).unwrap().set_angular_velocity(20.0).unwrap();
    (0..60).for_each(|_| scene.step(DT).unwrap());
    assert!(scene.joint(hinge).unwrap().angle() > 15.0);
    scene.body_mut(plank).unwrap().set_angular_velocity(0.0).unwrap();
    scene.joint_mut(hinge).unwrap().set_limits(-0.5, 0.5).unwrap();
    scene.joint_mut(hinge).unwrap().close().unwrap();
    for _ in 0..10 {
        assert!((scene.joint(hinge).unwrap().angle() - 0.5).abs() < 1e-3);
        scene.step(DT).unwrap();
    }
}

#[test]
fn what_cannot_be_closed_is_refused_and_changes_nothing() {
    let mut scene = scene(0.0, SolverConfig::default());
    let [ground, plank] = plank(&mut scene, [1.0, 0.0]);
    let wall = scene.add_body(Body::fixed().position([3.0, 0.0])).unwrap();
    let fixed = Joint::revolute(ground, wall, [0.0, 0.0]).local_anchors([0.0, 0.0], [0.0, 0.0]);
    let short = Joint::pulley(ground, plank, [0.0, 5.0], [1.0, 0.5], [0.0, 0.0], [1.0, 0.0], 1.0);
    for joint in [
        fixed,
        short.length(2.0),
        Joint::gear(ground, plank, 1.0),
        Joint::ratchet(ground, plank, 0.0, 0.1),
    ] {
        let key = scene.add_joint(joint).unwrap();
        let before = scene.state_hash();
        let refused = scene.joint_mut(key).unwrap().close();
        assert_eq!(refused, Err(umbra::Error::CannotClose(key)));
        assert_eq!(scene.state_hash(), before);
        scene.remove_joint(key).unwrap();
    }
}
