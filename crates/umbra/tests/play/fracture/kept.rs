//! What pieces keep of their body, and what a cut leaves as it is.

use umbra::prelude::*;

use crate::common::{DT, add, at, run, scene};

/// A gear between two wheels on a beam stays sound when the beam is cut between them: its own bodies are the wheels.
#[test]
fn a_cut_frame_leaves_its_gears_sound() {
    for kind in [BodyKind::Fixed, BodyKind::Kinematic] {
        let mut scene = scene(10.0, SolverConfig::default());
        let frame = if kind == BodyKind::Fixed { Body::fixed() } else { Body::kinematic() };
        let frame = add(&mut scene, frame, Collider::cuboid(4.0, 0.5));
        let wheels = [-3.0, 3.0].map(|x| {
            let wheel = Body::dynamic().position([x, 3.0]);
            let wheel = add(&mut scene, wheel, Collider::circle(0.5));
            (wheel, scene.add_joint(Joint::revolute(frame, wheel, [x, 3.0])).unwrap())
        });
        let gear = Joint::gear_between(wheels[0].1, wheels[1].1, 1.0);
        let gear = scene.add_joint(gear).unwrap();
        let pieces = scene.split_body(frame, [[1.0, -3.0], [1.0, 3.0]]).unwrap();
        scene.validate().unwrap();
        assert_eq!(pieces.len(), 2);
        assert_eq!(scene.joint(gear).unwrap().body_a(), wheels[0].0);
        assert_eq!(scene.joint(gear).unwrap().body_b(), wheels[1].0);
        assert_eq!(at(&scene, pieces[1]).joints().collect::<Vec<_>>(), [wheels[1].1]);
        run(&mut scene, 10);
        scene.remove_joint(gear).unwrap();
        scene.validate().unwrap();
        assert_eq!(at(&scene, pieces[1]).joints().collect::<Vec<_>>(), [wheels[1].1]);
    }
}

/// Of two geared joints that both name a body, a gear follows the one whose second body it is.
#[test]
fn a_gear_follows_the_second_bodies_of_its_joints() {
    let mut scene = scene(0.0, SolverConfig::default());
    let ground = scene.add_body(Body::fixed()).unwrap();
    let arm = add(&mut scene, Body::kinematic(), Collider::cuboid(4.0, 0.5));
    let wheel = add(
        &mut scene,
        Body::dynamic().position([3.0, 0.0]),
        Collider::circle(0.5).filter(Filter { mask: 0, ..Filter::default() }),
    );
    let first = scene.add_joint(Joint::revolute(ground, arm, [-3.0, 0.0])).unwrap();
    let second = scene.add_joint(Joint::revolute(arm, wheel, [3.0, 0.0])).unwrap();
    let gear = scene.add_joint(Joint::gear_between(first, second, 2.0)).unwrap();
    let pieces = scene.split_body(arm, [[1.0, -3.0], [1.0, 3.0]]).unwrap();
    scene.validate().unwrap();
    assert_eq!(scene.joint(second).unwrap().body_a(), pieces[1]);
    let gear = scene.joint(gear).unwrap();
    assert_eq!((gear.body_a(), gear.body_b()), (arm, wheel));
}

/// Events of bodies that broke are seen from the new origin, too.
#[test]
fn events_of_what_broke_are_shifted() {
    let mut scene = scene(10.0, SolverConfig::default());
    crate::common::ground(&mut scene, |it| it);
    let vase = Body::dynamic().position([0.0, 4.0]).fracture(3.0);
    add(&mut scene, vase, Collider::cuboid(0.3, 0.5));
    while scene.fracture_events().is_empty() {
        scene.step(DT).unwrap();
    }
    let before: Vec<_> = scene.fracture_events().to_vec();
    scene.shift_origin([64.0, 0.0]).unwrap();
    for (now, before) in scene.fracture_events().iter().zip(&before) {
        assert_eq!(now.point, before.point - Vector::new(64.0, 0.0));
    }
}
