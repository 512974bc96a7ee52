//! Recordings note all changes of a scene and replay them to the last bit.

use crate::common::{DT, add, at, ground, run, scene, stack};
use umbra::prelude::*;

#[test]
fn everything_that_changes_a_scene_is_recorded() {
    struct Slippery;
    impl Hooks for Slippery {
        fn should_collide(&self, pair: &ContactPair) -> bool {
            pair.user_data.iter().all(|data| *data != 3)
        }
        fn modify_contact(&self, contact: &mut ContactMut<'_>) {
            let _ = contact.set_friction(0.01);
        }
        fn should_sense(&self, pair: &ContactPair) -> bool {
            !pair.user_data.contains(&7)
        }
    }
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = ground(&mut scene, |it| it);
    run(&mut scene, 3);
    assert!(scene.take_recording().is_none() && !scene.is_recording());
    scene.record(Recorder::default().keyframe_every(20)).unwrap();
    stack(&mut scene, 0.0, 4);
    let ghost = Collider::circle(0.3).user_data(3);
    add(&mut scene, Body::dynamic().position([3.0, 2.0]), ghost);
    let area = Collider::cuboid(2.0, 2.0).sensor(true).user_data(7);
    let area = scene.add_collider(floor, area).unwrap();
    let arm = add(&mut scene, Body::dynamic().position([6.0, 3.0]), Collider::cuboid(1.0, 0.1));
    let hinge = scene.add_joint(Joint::revolute(floor, arm, [5.0, 3.0]).motor(3.0, 90.0)).unwrap();
    let moment = {
        let mut moment = Snapshot::default();
        scene.save_into(&mut moment).unwrap();
        moment
    };
    for step in 0..120 {
        match step {
            10 => scene.config_mut().gravity.x = 2.0,
            20 => scene.joint_mut(hinge).unwrap().set_motor(-3.0, 90.0).unwrap(),
            25 => scene.joint_mut(hinge).unwrap().close().unwrap(),
            30 => scene.collider_mut(area).unwrap().set_user_data(0),
            40 => scene.restore(&moment).unwrap(),
            50 => scene.body_mut(arm).unwrap().set_angular_velocity(9.0).unwrap(),
            60 => scene.restore_as_branch(&moment).unwrap(),
            70 => assert!(scene.add(Body::dynamic(), [Collider::circle(-1.0)]).is_err()),
            80 => scene.remove_body(arm).unwrap(),
            90 => scene.clear(),
            95 => drop(add(&mut scene, Body::dynamic(), Collider::circle(0.5))),
            _ => {}
        }
        if step % 3 == 0 {
            scene.step_with(DT, &Slippery).unwrap();
        } else {
            scene.step(DT).unwrap();
        }
        // Refused, and no part of it.
        assert!(scene.step(-1.0).is_err());
    }
    let recording = scene.take_recording().unwrap();
    assert_eq!(recording.steps(), 120);
    assert_eq!(recording.hash_after(120), Some(scene.state_hash()));
    assert_eq!((recording.hash_after(0), recording.hash_after(121)), (None, None));
    let mut replay = Replay::new(recording.clone()).unwrap();
    assert_eq!(replay.check(), Ok(()));
    assert_eq!(replay.scene().state_hash(), scene.state_hash());
    assert!(!replay.step().unwrap());
    for step in [77, 12, 119, 40, 41, 0, 500] {
        replay.seek(step).unwrap();
        assert_eq!(replay.steps_done(), step.min(120));
        if let Some(hash) = recording.hash_after(step) {
            assert_eq!(replay.scene().state_hash(), hash, "{step}");
        }
    }
    assert_eq!(replay.divergence(), None);
}

/// A hook that panics calls a step off, and so it does when that is done again.
#[test]
fn steps_that_were_called_off_are_called_off_again() {
    struct Afraid(u32);
    impl Hooks for Afraid {
        fn should_collide(&self, _: &ContactPair) -> bool {
            assert!(self.0 != 1, "of contacts");
            true
        }
        fn should_sense(&self, _: &ContactPair) -> bool {
            assert!(self.0 != 2, "of sensors");
            true
        }
    }
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = ground(&mut scene, |it| it);
    scene.add_collider(floor, Collider::cuboid(3.0, 1.0).sensor(true)).unwrap();
    let boxes = stack(&mut scene, 0.0, 3);
    scene.record(Recorder::default()).unwrap();
    for step in 0..60_u32 {
        let refused = scene.step_with(DT, &Afraid(step % 5)).is_err();
        assert!(!refused || step % 5 == 1 || step % 5 == 2);
        if step == 20 {
            scene.body_mut(boxes[2]).unwrap().apply_impulse([3.0, 4.0]).unwrap();
        }
    }
    let mut replay = Replay::new(scene.take_recording().unwrap()).unwrap();
    assert_eq!(replay.check(), Ok(()));
    assert_eq!(at(replay.scene(), boxes[2]).pose(), at(&scene, boxes[2]).pose());
}

#[test]
fn copies_are_not_recorded() {
    let mut scene = scene(10.0, SolverConfig::default());
    scene.record(Recorder::default()).unwrap();
    assert!(scene.is_recording() && !scene.clone().is_recording());
    let other = scene.clone();
    scene.clone_from(&other);
    assert!(!scene.is_recording());
}

/// The configuration is a field that anyone writes to: what counts is what it was when something
/// was done.
#[test]
fn what_is_written_to_the_configuration_is_done_again_where_it_was() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let boxes = stack(&mut scene, 0.0, 3);
    let mut moment = Snapshot::default();
    scene.record(Recorder::default()).unwrap();
    scene.save_into(&mut moment).unwrap();
    // Bodies that are added look at it, and so do steps, and going back puts back what it was.
    scene.config_mut().continuous = Continuous::All;
    add(&mut scene, Body::dynamic().position([0.3, 8.0]), Collider::circle(0.2));
    scene.config_mut().continuous = Continuous::Off;
    run(&mut scene, 20);
    scene.config_mut().gravity.y = 4.0;
    run(&mut scene, 20);
    scene.restore(&moment).unwrap();
    run(&mut scene, 20);
    scene.config_mut().gravity.x = 1.0;
    let recording = scene.take_recording().unwrap();
    let mut replay = Replay::new(recording).unwrap();
    assert_eq!(replay.check(), Ok(()));
    assert_eq!(replay.scene().config(), scene.config());
    assert_eq!(at(replay.scene(), boxes[2]).pose(), at(&scene, boxes[2]).pose());
}

/// A game of 322 bodies: what is kept to go back by a minute. A sixth of it is done.
#[test]
fn a_minute_of_a_game_takes_fifty_megabytes_at_most() {
    const KEPT: u32 = 600;
    let push = |scene: &mut Scene, step: u32| {
        if step.is_multiple_of(7) {
            let key = scene.bodies().nth(1 + step as usize % 321).unwrap();
            scene.body_mut(key).unwrap().apply_impulse([1.0, 3.0]).unwrap();
        }
        scene.step(1.0 / 60.0).unwrap();
    };
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.add(Body::fixed(), [Collider::cuboid(30.0, 0.5)]).unwrap();
    for place in 0..321_u16 {
        let [x, y] = [place % 30, place / 30].map(Real::from);
        let body = Body::dynamic().position([1.3 * x - 19.0, 1.2 * y + 1.0]);
        scene.add(body.can_sleep(false), [Collider::cuboid(0.5, 0.5)]).unwrap();
    }
    scene.record(Recorder::default().keyframe_every(60).keep_last(KEPT)).unwrap();
    let mut hashes = Vec::new();
    for step in 0..750 {
        push(&mut scene, step);
        hashes.push(scene.state_hash());
    }
    scene.rewind(KEPT).unwrap();
    for step in 149..750 {
        assert_eq!(scene.state_hash(), hashes[step as usize], "after step {step}");
        push(&mut scene, step + 1);
    }
    scene.rewind(50).unwrap();
    assert_eq!(scene.state_hash(), hashes[700]);
    let refused = scene.rewind(100_000).unwrap_err();
    assert!(matches!(refused, umbra::Error::NotRecorded { steps: 100_000, .. }));
    let recording = scene.take_recording().unwrap();
    assert!(matches!(scene.rewind(1), Err(umbra::Error::NotRecorded { kept: 0, .. })));
    assert!(recording.size() < 50_000_000 / 6, "{} bytes", recording.size());
    assert_eq!(Replay::new(recording).unwrap().check(), Ok(()));
}

/// A rotation that is put right twice may come to other bits than one that is put right once.
#[test]
fn bodies_are_added_again_with_the_rotation_that_they_were_told() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.record(Recorder::default()).unwrap();
    for turn in 0..200_u8 {
        let turned = pose([0.0, 0.0], 0.2) * pose([0.0, 0.0], 0.1 * Real::from(turn));
        scene.add_body(Body::dynamic().pose(turned * turned)).unwrap();
    }
    scene.step(1.0 / 60.0).unwrap();
    let recording = scene.take_recording().unwrap();
    assert_eq!(Replay::new(recording).unwrap().check(), Ok(()));
}
