//! Settings of a joint or a body can be read back.

use umbra::prelude::*;

#[test]
fn joints_tell_what_they_were_told() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let [a, b] = [0, 1].map(|_| scene.add_body(Body::dynamic()).unwrap());
    let plain = scene.add_joint(Joint::weld(a, b, [0.0, 0.0])).unwrap();
    let plain = scene.joint(plain).unwrap();
    assert_eq!((plain.rest(), plain.softness(), plain.target()), (None, None, None));
    assert_eq!((plain.max_force(), plain.max_torque()), (None, None));
    assert_eq!((plain.break_force(), plain.break_torque()), (None, None));
    assert_eq!((plain.velocity(), plain.angular_velocity()), (None, None));

    let softness = Softness { hertz: 30.0, damping_ratio: 1.0 };
    let hinge = Joint::revolute(a, b, [0.0, 0.0]).spring(2.0, 0.5).rest(0.25).softness(softness);
    let hinge = scene.add_joint(hinge.break_force(9.0).break_torque(8.0)).unwrap();
    let hinge = scene.joint(hinge).unwrap();
    assert_eq!((hinge.rest(), hinge.softness()), (Some(0.25), Some(softness)));
    assert_eq!((hinge.break_force(), hinge.break_torque()), (Some(9.0), Some(8.0)));

    let bending = scene.add_joint(Joint::weld(a, b, [0.0, 0.0]).angular_spring(3.0, 0.7)).unwrap();
    let spring = Softness { hertz: 3.0, damping_ratio: 0.7 };
    assert_eq!(scene.joint(bending).unwrap().angular_spring(), Some(spring));

    let pose = pose(Point::new(1.0, 2.0), 0.5);
    let motor = Joint::motor(a, b).target(pose).velocity([3.0, 4.0]).angular_velocity(5.0);
    let motor = scene.add_joint(motor.max_force(6.0).max_torque(7.0)).unwrap();
    let motor = scene.joint(motor).unwrap();
    assert_eq!((motor.target(), motor.angular_velocity()), (Some(pose), Some(5.0)));
    assert_eq!(motor.velocity(), Some(Vector::new(3.0, 4.0)));
    assert_eq!((motor.max_force(), motor.max_torque()), (Some(6.0), Some(7.0)));
}

#[test]
fn bodies_tell_what_they_were_told() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let free = scene.add_body(Body::dynamic()).unwrap();
    let held = Body::dynamic().lock_rotation().lock_translation_y().can_sleep(false);
    let held = scene.add_body(held).unwrap();
    let told = |key| {
        let body = scene.body(key).unwrap();
        (body.is_rotation_locked(), body.is_translation_locked(), body.can_sleep())
    };
    assert_eq!(told(free), (false, [false, false], true));
    assert_eq!(told(held), (true, [false, true], false));
}

/// Also what was pushed at the pin, which no hash tells.
#[test]
fn what_a_joint_bore_is_told_after_all_was_made_anew() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let post = scene.add_body(Body::kinematic()).unwrap();
    let arm = Body::dynamic().position([1.0, 0.0]);
    let arm = scene.add(arm, [Collider::cuboid(1.0, 0.1)]).unwrap();
    let hinge = scene.add_joint(Joint::revolute(post, arm, [0.0, 0.0]).limits(-0.1, 0.1)).unwrap();
    let other = scene.add(Body::dynamic().position([9.0, 0.0]), [Collider::circle(0.4)]).unwrap();
    let slide = scene.add_joint(Joint::prismatic(post, other, [0.0, 0.0], [1.0, 0.0])).unwrap();
    for _ in 0..60 {
        scene.step(1.0 / 60.0).unwrap();
    }
    let told = |scene: &Scene| {
        let of =
            |key| scene.joint(key).map(|it| (it.reaction_force(), it.reaction_torque())).unwrap();
        [of(hinge), of(slide)]
    };
    let before = told(&scene);
    assert!(before[0].0.norm() > 1.0 && before[1].1.abs() > 1.0, "{before:?}");
    scene.rebuild_derived().unwrap();
    assert_eq!(told(&scene), before);
}

#[test]
fn what_motors_and_limits_give_is_told_apart() {
    for joints in [JointSolving::Rows, JointSolving::Trees] {
        let solver = SolverConfig { joints, ..SolverConfig::default() };
        let mut scene = crate::common::scene(10.0, solver);
        scene.config_mut().sleep.enabled = false;
        let wall = scene.add(Body::fixed().angle(0.5), []).unwrap();
        // An arm of 2 kg, 1 m away, and a lift of 3 kg.
        let arm = Body::dynamic().position([1.0, 0.0]).angle(0.2);
        let arm = scene.add(arm, [Collider::circle(0.3).mass(2.0)]).unwrap();
        let lift = Body::dynamic().position([9.0, 0.0]);
        let lift = scene.add(lift, [Collider::cuboid(0.5, 0.5).mass(3.0)]).unwrap();
        let arm = Joint::revolute(wall, arm, [0.0, 0.0]);
        let lift = Joint::prismatic(wall, lift, [9.0, 0.0], [0.0, 1.0]);
        // Each: the motor, the limits, and what both give.
        let none = (-9.0, 9.0);
        for (motor, limits, gives) in [
            (Some(100.0), none, [1.0, 0.0]),
            (None, (0.0, 1.0), [0.0, 1.0]),
            (Some(5.0), (0.0, 1.0), [Real::NAN, Real::NAN]),
        ] {
            for (joint, load) in [(arm.clone(), 20.0), (lift.clone(), 30.0)] {
                let joint = joint.limits(limits.0, limits.1);
                let joint = match motor {
                    Some(most) => joint.motor(if most < 10.0 { -1.0 } else { 0.0 }, most),
                    None => joint,
                };
                let key = scene.add_joint(joint).unwrap();
                crate::common::run(&mut scene, 120);
                let told = scene.joint(key).unwrap();
                let (by_motor, by_limit) = (told.motor_force(), told.limit_force());
                // A weak motor that drives into the limit gives what it can, and the limit bears it. At once, neither
                // is there.
                let [of_motor, of_limit] = match motor {
                    Some(5.0) if told.solved_as() == SolvedAs::Rows => [-5.0, load + 5.0],
                    Some(5.0) => [0.0, load],
                    _ => gives.map(|part| part * load),
                };
                let case = format!("{by_motor} {by_limit} of {load} {motor:?} {joints:?}");
                assert!((by_motor - of_motor).abs() < 0.01 * load, "{case}");
                assert!((by_limit - of_limit).abs() < 0.01 * load, "{case}");
                scene.remove_joint(key).unwrap();
                for body in scene.bodies().collect::<Vec<_>>() {
                    let mut body = scene.body_mut(body).unwrap();
                    if body.view().is_dynamic() {
                        body.set_velocity([0.0, 0.0]).unwrap();
                        body.set_angular_velocity(0.0).unwrap();
                    }
                }
            }
        }
    }
}

#[test]
fn the_reference_angle_is_that_of_the_start() {
    let mut scene = crate::common::scene(0.0, SolverConfig::default());
    let a = scene.add(Body::dynamic().angle(2.5), [Collider::circle(0.3)]).unwrap();
    let b = Body::dynamic().position([2.0, 0.0]).angle(-2.0);
    let b = scene.add(b, [Collider::circle(0.3)]).unwrap();
    let hinge = scene.add_joint(Joint::revolute(a, b, [1.0, 0.0])).unwrap();
    let told = scene.joint(hinge).unwrap();
    let expected = -4.5 + core::f32::consts::TAU;
    assert!((told.reference_angle() - expected).abs() < 1e-5);
    assert!(told.angle().abs() < 1e-5);
}
