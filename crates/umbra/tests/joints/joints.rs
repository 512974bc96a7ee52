//! Joints against what textbooks say, one by one.

use crate::common::{DT, run_and_validate};
use umbra::prelude::*;

fn scene() -> Scene {
    Scene::new(SceneConfig::default()).unwrap()
}

fn without_gravity() -> Scene {
    Scene::new(SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() }).unwrap()
}

fn ground(scene: &mut Scene) -> BodyKey {
    scene.add_body(Body::fixed()).unwrap()
}

/// A bar of mass 1 with these half extents.
fn bar(scene: &mut Scene, position: [Real; 2], half: [Real; 2]) -> BodyKey {
    let body = scene.add_body(Body::dynamic().position(position)).unwrap();
    scene.add_collider(body, Collider::cuboid(half[0], half[1]).mass(1.0)).unwrap();
    body
}

#[test]
fn a_prismatic_joint_slides_and_does_not_turn() {
    let mut scene = scene();
    let ground = ground(&mut scene);
    let lift = bar(&mut scene, [1.0, 0.0], [0.5, 0.2]);
    let joint = Joint::prismatic(ground, lift, [0.5, 0.0], [0.0, 1.0]).limits(-0.7, 1.0);
    let joint = scene.add_joint(joint).unwrap();
    run_and_validate(&mut scene, 120);
    let view = scene.joint(joint).unwrap();
    assert!((view.translation() + 0.7).abs() < 5e-3, "{}", view.translation());
    assert!(view.separation() < 5e-3 && view.angular_separation() < 5e-3);
    assert!((view.reaction_force().y - 9.81).abs() < 0.05, "{:?}", view.reaction_force());
    // The weight hangs half a metre beside the anchor.
    assert!((view.reaction_torque().abs() - 4.905).abs() < 0.05, "{}", view.reaction_torque());
    // A motor that is strong enough lifts it, with its speed.
    scene.joint_mut(joint).unwrap().set_motor(0.5, 20.0).unwrap();
    run_and_validate(&mut scene, 60);
    let speed = scene.joint(joint).unwrap().speed();
    assert!((speed - 0.5).abs() < 5e-3, "{speed}");
    run_and_validate(&mut scene, 240);
    assert!((scene.joint(joint).unwrap().translation() - 1.0).abs() < 5e-3);
}

#[test]
fn a_strong_motor_does_not_bend_its_limits() {
    let mut scene = scene();
    let ground = ground(&mut scene);
    let door = scene.add_body(Body::dynamic().position([0.5, 0.0])).unwrap();
    scene.add_collider(door, Collider::cuboid(0.5, 0.05)).unwrap();
    let hinge = Joint::revolute(ground, door, [0.0, 0.0]).limits(-1.2, 1.2).motor(3.0, 50.0);
    let hinge = scene.add_joint(hinge).unwrap();
    for step in 0..240 {
        scene.step(DT).unwrap();
        let beyond = scene.joint(hinge).unwrap().angular_separation();
        assert!(beyond < if step < 60 { 0.02 } else { 0.005 }, "{beyond} in step {step}");
    }
    assert!(scene.joint(hinge).unwrap().angle() > 1.195);
}

#[test]
fn a_wheel_rolls_on_its_spring() {
    let mut scene = without_gravity();
    let ground = ground(&mut scene);
    let wheel = scene.add_body(Body::dynamic()).unwrap();
    scene.add_collider(wheel, Collider::circle(0.5).mass(1.0)).unwrap();
    let joint = Joint::wheel(ground, wheel, [0.0, 0.0], [0.0, 1.0]).spring(2.0, 0.0);
    let joint = scene.add_joint(joint.motor(3.0, 100.0)).unwrap();
    scene.body_mut(wheel).unwrap().set_velocity([1.0, 1.0]).unwrap();
    let (mut crossings, mut before) = (vec![], 0.0);
    for step in 0..600 {
        run_and_validate(&mut scene, 1);
        let now = scene.joint(joint).unwrap().translation();
        if before < 0.0 && now >= 0.0 {
            crossings.push(step as Real - now / (now - before));
        }
        before = now;
    }
    let period = (crossings.last().unwrap() - crossings[0]) / (crossings.len() - 1) as Real * DT;
    assert!((period - 0.5).abs() < 0.01, "{period}");
    let view = scene.joint(joint).unwrap();
    assert!((view.speed() - 3.0).abs() < 0.03 && view.separation() < 1e-3);
    assert!((view.angle() - 30.0).abs() < 0.3, "{}", view.angle());
}

#[test]
fn a_groove_keeps_its_point_between_its_ends() {
    let mut scene = scene();
    let ground = ground(&mut scene);
    let bob = bar(&mut scene, [0.5, 0.0], [0.2, 0.2]);
    let joint = Joint::groove(ground, bob, [-1.0, 0.5], [1.0, -0.5], [0.5, -0.25]);
    let joint = scene.add_joint(joint).unwrap();
    run_and_validate(&mut scene, 300);
    let view = scene.joint(joint).unwrap();
    assert!((view.anchor_b() - Point::new(1.0, -0.5)).norm() < 0.01, "{:?}", view.anchor_b());
    assert!(view.separation() < 5e-3);
}

#[test]
fn a_weld_holds_and_a_soft_one_bends() {
    let mut scene = scene();
    let ground = ground(&mut scene);
    let plank = bar(&mut scene, [1.0, 0.0], [1.0, 0.1]);
    let weld = scene.add_joint(Joint::weld(ground, plank, [0.0, 0.0])).unwrap();
    run_and_validate(&mut scene, 120);
    let view = scene.joint(weld).unwrap();
    assert!(view.separation() < 2e-3 && view.angular_separation() < 5e-3, "{}", view.angle());
    assert!((view.reaction_torque() - 9.81).abs() < 0.1, "{}", view.reaction_torque());
    // The spring's stiffness is that of the effective mass: of the turn about the centre here.
    scene.joint_mut(weld).unwrap().set_angular_spring(3.0, 1.0).unwrap();
    run_and_validate(&mut scene, 240);
    let angle = scene.joint(weld).unwrap().angle();
    assert!(angle < -0.01, "{angle}");
}

#[test]
fn distances_ropes_and_springs_have_their_lengths() {
    let mut scene = scene();
    scene.config_mut().sleep.enabled = false;
    let ground = ground(&mut scene);
    let hung = |scene: &mut Scene, x: Real| {
        let weight = bar(scene, [x, -2.0], [0.2, 0.2]);
        (weight, [x, 0.0], [x, -2.0])
    };
    let (a, top, at) = hung(&mut scene, 0.0);
    let rod = scene.add_joint(Joint::distance(ground, a, top, at)).unwrap();
    let (b, top, at) = hung(&mut scene, 2.0);
    let rope = scene.add_joint(Joint::rope(ground, b, top, at, 2.5)).unwrap();
    let (c, top, at) = hung(&mut scene, 4.0);
    let spring = scene.add_joint(Joint::spring(ground, c, top, at, 1.0, 0.5)).unwrap();
    let (d, top, at) = hung(&mut scene, 6.0);
    let free = Joint::distance(ground, d, top, at).limits(1.0, 3.0);
    let free = scene.add_joint(free).unwrap();
    run_and_validate(&mut scene, 600);
    let length = |key| scene.joint(key).unwrap().length();
    // A spring of 1 Hz gives way by g / (2 pi)^2.
    let sag = 9.81 / core::f32::consts::TAU.powi(2);
    for (key, expected) in [(rod, 2.0), (rope, 2.5), (spring, 2.0 + sag), (free, 3.0)] {
        assert!((length(key) - expected).abs() < 5e-3, "{} instead of {expected}", length(key));
        let force = scene.joint(key).unwrap().reaction_force();
        assert!((force.y - 9.81).abs() < 0.05, "{force:?}");
    }
}

#[test]
fn a_motor_joint_follows_poses_and_velocities() {
    let mut scene = without_gravity();
    let ground = ground(&mut scene);
    let tray = bar(&mut scene, [0.0, 0.0], [0.5, 0.1]);
    let motor = Joint::motor(ground, tray).target(pose(Point::new(1.0, 2.0), 0.5));
    let motor = scene.add_joint(motor.spring(3.0, 1.0).angular_spring(3.0, 1.0)).unwrap();
    run_and_validate(&mut scene, 240);
    let body = scene.body(tray).unwrap();
    assert!((body.position() - Point::new(1.0, 2.0)).norm() < 1e-2, "{:?}", body.position());
    assert!((body.angle() - 0.5).abs() < 1e-2 && scene.joint(motor).unwrap().separation() < 1e-2);
    let mut joint = scene.joint_mut(motor).unwrap();
    joint.remove_target();
    joint.set_velocity([0.5, 0.0]).unwrap();
    joint.set_angular_velocity(1.0).unwrap();
    run_and_validate(&mut scene, 60);
    let body = scene.body(tray).unwrap();
    assert!((body.velocity() - Vector::new(0.5, 0.0)).norm() < 5e-3, "{:?}", body.velocity());
    assert!((body.angular_velocity() - 1.0).abs() < 1e-2);
}

#[test]
fn a_target_draws_a_point() {
    let mut scene = scene();
    let boxed = bar(&mut scene, [0.0, 0.0], [0.3, 0.3]);
    let target = scene.add_joint(Joint::target(boxed, [0.3, 0.3])).unwrap();
    scene.joint_mut(target).unwrap().set_target_point([2.0, 1.0]).unwrap();
    run_and_validate(&mut scene, 300);
    let view = scene.joint(target).unwrap();
    assert!((view.anchor_a() - Point::new(2.0, 1.0)).norm() < 1e-6);
    assert!(view.length() < 0.05, "{}", view.length());
    assert_eq!(view.body_a(), boxed);
}

#[test]
fn a_wheel_drives_a_rack() {
    let mut scene = without_gravity();
    let ground = ground(&mut scene);
    let wheel = scene.add_body(Body::dynamic()).unwrap();
    scene.add_collider(wheel, Collider::circle(0.5).mass(1.0)).unwrap();
    let rack = bar(&mut scene, [0.0, -0.6], [2.0, 0.1]);
    let axle = Joint::revolute(ground, wheel, [0.0, 0.0]).motor(1.0, 10.0);
    let axle = scene.add_joint(axle).unwrap();
    let slide = Joint::prismatic(ground, rack, [0.0, -0.6], [1.0, 0.0]);
    let slide = scene.add_joint(slide).unwrap();
    let gear = scene.add_joint(Joint::gear_between(axle, slide, -2.0)).unwrap();
    run_and_validate(&mut scene, 120);
    let way = scene.joint(slide).unwrap().translation();
    let angle = scene.joint(axle).unwrap().angle();
    assert!((way - 0.5 * angle).abs() < 1e-3 && angle > 1.5, "{way} {angle}");
    scene.remove_joint(axle).unwrap();
    assert!(scene.joint(gear).is_err());
}

#[test]
fn a_pulley_keeps_its_rope() {
    let mut scene = scene();
    let ground = ground(&mut scene);
    let _ = ground;
    let light = bar(&mut scene, [-1.0, -2.0], [0.2, 0.2]);
    let heavy = scene.add_body(Body::dynamic().position([1.0, -2.0])).unwrap();
    scene.add_collider(heavy, Collider::cuboid(0.2, 0.2).mass(2.0)).unwrap();
    let (grounds, anchors) = ([[-1.0, 0.0], [1.0, 0.0]], [[-1.0, -2.0], [1.0, -2.0]]);
    let pulley = Joint::pulley(light, heavy, grounds[0], grounds[1], anchors[0], anchors[1], 1.0);
    let pulley = scene.add_joint(pulley).unwrap();
    run_and_validate(&mut scene, 30);
    let view = scene.joint(pulley).unwrap();
    assert!((view.length() / 4.0 - 1.0).abs() < 1e-3, "{}", view.length());
    // Atwood: g (2 - 1) / (2 + 1) for half a second; the tension is g 4/3.
    let velocity = scene.body(heavy).unwrap().velocity().y;
    assert!((velocity + 9.81 / 6.0).abs() < 0.02, "{velocity}");
    assert!((view.reaction_force().y - 13.08).abs() < 0.1, "{:?}", view.reaction_force());
}

/// Bodies that a joint kept apart collide again as soon as it is gone, switched off, told so, or
/// holds others, though their boxes never parted.
#[test]
fn what_a_joint_kept_apart_collides_once_it_lets_go() {
    let lets_go: [fn(&mut Scene, JointKey, BodyKey); 4] = [
        |scene, pin, _| scene.remove_joint(pin).unwrap(),
        |scene, pin, _| scene.joint_mut(pin).unwrap().set_enabled(false),
        |scene, pin, _| scene.joint_mut(pin).unwrap().set_collide_connected(true),
        |scene, pin, other| {
            let first = scene.joint(pin).unwrap().body_a();
            scene.joint_mut(pin).unwrap().set_bodies([first, other]).unwrap();
        },
    ];
    for lets_go in lets_go {
        let mut scene = scene();
        scene.config_mut().gravity = Vector::zeros();
        let bars = [0.0, 0.8].map(|angle| {
            let body = Body::dynamic().angle(angle);
            scene.add(body, [Collider::cuboid(0.6, 0.05)]).unwrap()
        });
        let other = scene.add(Body::dynamic().position([9.0, 0.0]), [Collider::circle(0.1)]);
        let pin = scene.add_joint(Joint::revolute(bars[0], bars[1], [0.0, 0.0])).unwrap();
        run_and_validate(&mut scene, 3);
        assert_eq!(scene.contacts().count(), 0);
        lets_go(&mut scene, pin, other.unwrap());
        // A copy and what is loaded find them, too.
        let mut copy = scene.clone();
        run_and_validate(&mut scene, 1);
        assert_eq!(scene.contacts().count(), 1);
        run_and_validate(&mut copy, 1);
        assert_eq!(copy.state_hash(), scene.state_hash());
    }
}

#[test]
fn joined_bodies_do_not_collide_unless_told() {
    let mut scene = scene();
    let floor = ground(&mut scene);
    scene.add_collider(floor, Collider::cuboid(10.0, 0.5)).unwrap();
    let boxed = bar(&mut scene, [0.0, 2.0], [0.5, 0.5]);
    let filters = [(); 2].map(|()| scene.add_joint(Joint::filter(floor, boxed)).unwrap());
    run_and_validate(&mut scene, 60);
    assert!(scene.body(boxed).unwrap().position().y < -0.5);
    scene.body_mut(boxed).unwrap().set_position([0.0, 2.0]).unwrap();
    scene.body_mut(boxed).unwrap().set_velocity([0.0, 0.0]).unwrap();
    scene.remove_joint(filters[0]).unwrap();
    run_and_validate(&mut scene, 30);
    scene.remove_joint(filters[1]).unwrap();
    scene.body_mut(boxed).unwrap().set_position([0.0, 1.2]).unwrap();
    scene.body_mut(boxed).unwrap().set_velocity([0.0, 0.0]).unwrap();
    run_and_validate(&mut scene, 120);
    assert!((scene.body(boxed).unwrap().position().y - 1.0).abs() < 0.01);
    // A joint ends the contact that there is.
    let begun = scene.contacts().filter(ContactRef::is_touching).count();
    scene.add_joint(Joint::filter(floor, boxed)).unwrap();
    scene.step(DT).unwrap();
    let ends = scene.contact_events().iter().filter(|e| matches!(e, ContactEvent::End { .. }));
    assert_eq!((begun, ends.count()), (1, 1));
}

#[test]
fn a_joint_breaks_and_says_so() {
    let mut scene = scene();
    let ground = ground(&mut scene);
    let weight = bar(&mut scene, [0.0, -1.0], [0.2, 0.2]);
    let rod = Joint::distance(ground, weight, [0.0, 0.0], [0.0, -1.0]).break_force(15.0);
    let rod = scene.add_joint(rod).unwrap();
    run_and_validate(&mut scene, 60);
    assert!(scene.joint_events().is_empty() && scene.joint(rod).is_ok());
    scene.body_mut(weight).unwrap().apply_force([0.0, -10.0]).unwrap();
    scene.step(DT).unwrap();
    let [JointEvent::Broken { joint, body_b, force, .. }] = scene.joint_events() else {
        panic!("{:?}", scene.joint_events());
    };
    assert!((*joint, *body_b) == (rod, weight));
    assert!((force.y / 19.81 - 1.0).abs() < 0.05, "{force:?}");
    assert!(scene.joint(rod).is_err());
    run_and_validate(&mut scene, 60);
    assert!(scene.body(weight).unwrap().position().y < -3.0);
}

#[test]
fn joined_bodies_sleep_and_wake_together() {
    let mut scene = scene();
    let ground = ground(&mut scene);
    let a = bar(&mut scene, [0.0, -1.0], [0.2, 0.2]);
    let b = bar(&mut scene, [0.0, -2.0], [0.2, 0.2]);
    scene.add_joint(Joint::distance(ground, a, [0.0, 0.0], [0.0, -1.0])).unwrap();
    scene.add_joint(Joint::distance(a, b, [0.0, -1.0], [0.0, -2.0])).unwrap();
    run_and_validate(&mut scene, 240);
    assert!(!scene.body(a).unwrap().is_awake() && !scene.body(b).unwrap().is_awake());
    assert_eq!(scene.stats().solved_joints, 0);
    scene.body_mut(a).unwrap().wake();
    assert!(scene.body(b).unwrap().is_awake());
    run_and_validate(&mut scene, 240);
    assert!(!scene.body(a).unwrap().is_awake());
    // Removing a body removes its joints, and says so.
    scene.remove_body(a).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(scene.joint_events().len(), 2);
    assert!(scene.joints().next().is_none() && scene.body(b).unwrap().is_awake());
    scene.validate().unwrap();
}

#[test]
fn a_motor_keeps_awake_what_it_turns() {
    let mut scene = without_gravity();
    let ground = ground(&mut scene);
    let wheel = bar(&mut scene, [0.0, 0.0], [0.2, 0.2]);
    let axle = Joint::revolute(ground, wheel, [0.0, 0.0]).motor(0.001, 1.0);
    let axle = scene.add_joint(axle).unwrap();
    run_and_validate(&mut scene, 240);
    assert!(scene.body(wheel).unwrap().is_awake());
    scene.joint_mut(axle).unwrap().set_motor(0.0, 1.0).unwrap();
    run_and_validate(&mut scene, 240);
    assert!(!scene.body(wheel).unwrap().is_awake());
}

/// A stalled motor keeps nothing awake: one that presses into its limit or an obstacle, or is too
/// weak.
#[test]
fn what_a_motor_does_not_move_falls_asleep() {
    // Speed, torque, limits, an obstacle, and a speed that moves it.
    for (speed, torque, limits, obstacle, other) in [
        (5.0, 100.0, true, None, -2.0),
        (0.001, 100.0, true, None, -2.0),
        (5.0, 100.0, false, Some([1.5, 1.0]), -2.0),
        (5.0, 1.0, false, Some([1.5, -1.0]), 2.0),
    ] {
        let mut scene = scene();
        let ground = ground(&mut scene);
        let arm = bar(&mut scene, [1.0, 0.0], [1.0, 0.1]);
        if let Some(place) = obstacle {
            let stop = scene.add_body(Body::fixed().position(place)).unwrap();
            scene.add_collider(stop, Collider::circle(0.2)).unwrap();
        }
        let hinge = Joint::revolute(ground, arm, [0.0, 0.0]).motor(speed, torque);
        let hinge = if limits { hinge.limits(-0.1, 0.001) } else { hinge };
        let hinge = scene.add_joint(hinge).unwrap();
        let name = format!("{speed} rad/s, {torque} N m");
        run_and_validate(&mut scene, 900);
        assert!(!scene.body(arm).unwrap().is_awake(), "{name}");
        let before = scene.joint(hinge).unwrap().angle();
        // The same again changes nothing, another speed wakes it.
        scene.joint_mut(hinge).unwrap().set_motor(speed, torque).unwrap();
        run_and_validate(&mut scene, 1);
        assert!(!scene.body(arm).unwrap().is_awake(), "{name}");
        scene.joint_mut(hinge).unwrap().set_motor(other, 400.0).unwrap();
        scene.joint_mut(hinge).unwrap().remove_limits();
        run_and_validate(&mut scene, 30);
        assert!(scene.body(arm).unwrap().is_awake(), "{name}");
        let turned = scene.joint(hinge).unwrap().angle() - before;
        assert!(turned * other > 1.0, "{name}: turned by {turned}");
    }
    // A motor joint that pushes a crate against a wall.
    let mut scene = without_gravity();
    let ground = ground(&mut scene);
    let wall = scene.add_body(Body::fixed().position([2.0, 0.0])).unwrap();
    scene.add_collider(wall, Collider::cuboid(0.5, 2.0)).unwrap();
    let crate_ = bar(&mut scene, [0.0, 0.0], [0.5, 0.5]);
    let push = Joint::motor(ground, crate_).velocity([1.0, 0.0]).max_force(50.0);
    scene.add_joint(push.max_torque(0.0)).unwrap();
    run_and_validate(&mut scene, 30);
    assert!(scene.body(crate_).unwrap().is_awake());
    run_and_validate(&mut scene, 300);
    assert!(!scene.body(crate_).unwrap().is_awake());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut scene = scene();
    let ground = ground(&mut scene);
    let a = bar(&mut scene, [0.0, 0.0], [0.2, 0.2]);
    let gone = bar(&mut scene, [0.0, 0.0], [0.2, 0.2]);
    scene.remove_body(gone).unwrap();
    let revolute = |at: [Real; 2]| Joint::revolute(ground, a, at);
    let bad = [
        (revolute([Real::NAN, 0.0]), "`anchor` must be finite, but is NaN"),
        (revolute([0.0; 2]).limits(1.0, -1.0), "`limits` must not be the wrong way round"),
        (revolute([0.0; 2]).limits(Real::NAN, 1.0), "`limits.lower` must be finite"),
        (revolute([0.0; 2]).motor(1.0, -1.0), "`motor.max_force` must not be negative"),
        (revolute([0.0; 2]).spring(-1.0, 1.0), "`hertz` must not be negative"),
        (revolute([0.0; 2]).break_force(Real::NAN), "`break_force` must be finite"),
        (revolute([0.0; 2]).max_force(1.0), "a revolute joint has no `max_force`"),
        (Joint::prismatic(ground, a, [0.0; 2], [0.0; 2]), "`axis` must have a direction"),
        (Joint::gear(ground, a, 0.0), "`ratio` must be greater than zero"),
        (Joint::ratchet(ground, a, 0.0, 0.0), "`step` must be greater than zero"),
        (Joint::rope(ground, a, [0.0; 2], [0.0; 2], -1.0), "`most` must not be negative"),
        (Joint::weld(a, a, [0.0; 2]), "a joint cannot join body"),
        (Joint::weld(a, gone, [0.0; 2]), "there is no body"),
        (revolute([0.0; 2]).local_anchors([0.0, Real::INFINITY], [0.0; 2]), "`in_a` must be"),
    ];
    for (joint, message) in bad {
        let error = scene.add_joint(joint).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    assert_eq!(scene.joints().count(), 0);
    let free = bar(&mut scene, [0.0, 0.0], [0.2, 0.2]);
    let hung = scene.add_joint(Joint::revolute(a, free, [0.0; 2])).unwrap();
    let error = scene.add_joint(Joint::gear_between(hung, hung, 1.0)).unwrap_err();
    assert_eq!(error, umbra::Error::NotGeared(hung));
    scene.remove_joint(hung).unwrap();
    assert_eq!(scene.remove_joint(hung), Err(umbra::Error::NoSuchJoint(hung)));
    assert!(scene.joint_mut(hung).is_err());
}

#[test]
fn what_follows_a_target_carries_what_lies_on_it() {
    let mut scene = scene();
    let ground = ground(&mut scene);
    let tray = bar(&mut scene, [0.0, 0.0], [1.0, 0.1]);
    let load = bar(&mut scene, [0.0, 0.3], [0.2, 0.2]);
    let place = |x: Real| Pose::translation(x, 0.0);
    let carrier = scene.add_joint(Joint::motor(ground, tray).target(place(0.0))).unwrap();
    for step in 0..180 {
        let x = 1.5 * (step as Real / 180.0);
        scene.joint_mut(carrier).unwrap().set_target(place(x)).unwrap();
        scene.step(DT).unwrap();
    }
    let x = |key| scene.body(key).unwrap().position().x;
    assert!((x(tray) - 1.5).abs() < 0.03, "{}", x(tray));
    assert!((x(load) - x(tray)).abs() < 0.05, "{} on {}", x(load), x(tray));
}

#[test]
fn clearing_a_scene_removes_its_joints() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let bodies =
        [0.0, 1.0, 2.0].map(|x| scene.add_body(Body::dynamic().position([x, 0.0])).unwrap());
    let mut joints = vec![];
    for pair in bodies.windows(2) {
        joints.push(scene.add_joint(Joint::revolute(pair[0], pair[1], [0.5, 0.0])).unwrap());
    }
    scene.step(1.0 / 60.0).unwrap();
    scene.clear();
    assert!(scene.joint_events().is_empty());
    scene.step(1.0 / 60.0).unwrap();
    let removed = |event: &JointEvent| match event {
        JointEvent::Removed { joint, .. } => *joint,
        _ => panic!("{event:?}"),
    };
    let mut events: Vec<_> = scene.joint_events().iter().map(removed).collect();
    events.sort_unstable();
    joints.sort_unstable();
    assert_eq!(events, joints);
    scene.step(1.0 / 60.0).unwrap();
    assert!(scene.joint_events().is_empty());
}

/// What breaks is told before what went with it.
#[test]
fn a_gear_goes_after_the_joint_that_it_counted() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let frame = scene.add_body(Body::fixed()).unwrap();
    let [a, b] = [0.0, 3.0].map(|x| {
        scene.add(Body::dynamic().position([x + 1.0, 0.0]), [Collider::cuboid(1.0, 0.1)]).unwrap()
    });
    let weak = Joint::revolute(frame, a, [0.0, 0.0]).break_force(1.0);
    let weak = scene.add_joint(weak).unwrap();
    let axle = scene.add_joint(Joint::revolute(frame, b, [3.0, 0.0])).unwrap();
    let gear = scene.add_joint(Joint::gear_between(weak, axle, 1.0)).unwrap();
    while scene.joint_events().is_empty() {
        scene.step(1.0 / 60.0).unwrap();
    }
    let [JointEvent::Broken { joint: broken, .. }, JointEvent::Removed { joint: gone, .. }] =
        scene.joint_events()
    else {
        panic!("{:?}", scene.joint_events());
    };
    assert_eq!([*broken, *gone], [weak, gear]);
}
