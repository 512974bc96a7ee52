//! What a joint or a body was told can be read back.

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
