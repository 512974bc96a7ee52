//! Parts of scenes, taken out and put in elsewhere.

use crate::common::{DT, at};
use umbra::prelude::*;

fn ground() -> (Scene, BodyKey) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)]).unwrap();
    (scene, ground)
}

/// A tower on a floor of its own, at rest.
fn tower(scene: &mut Scene) -> Vec<BodyKey> {
    let floor = Body::fixed().position([0.0, 0.6]);
    let mut keys = vec![scene.add(floor, [Collider::cuboid(3.0, 0.1)]).unwrap()];
    for level in 0..10_u8 {
        let body = Body::dynamic().position([0.0, 1.2 + Real::from(level)]);
        keys.push(scene.add(body, [Collider::cuboid(0.5, 0.5)]).unwrap());
    }
    keys
}

fn fastest(scene: &Scene) -> Real {
    let speeds = scene.bodies().map(|key| at(scene, key).velocity().norm());
    speeds.fold(0.0, Real::max)
}

#[test]
fn a_tower_goes_on_standing_where_it_is_put() {
    let (mut here, _) = ground();
    let keys = tower(&mut here);
    here.config_mut().sleep.enabled = false;
    for _ in 0..200 {
        here.step(DT).unwrap();
    }
    let mut part = here.extract(&keys).unwrap();
    here.validate().unwrap();
    assert_eq!(here.body_count(), 1);
    part.shift([64.0, 32.0]);
    let (mut there, _) = ground();
    there.config_mut().sleep.enabled = false;
    let inserted = there.insert(&part).unwrap();
    there.validate().unwrap();
    assert_eq!(part.bodies().collect::<Vec<_>>(), keys);
    let mut most = 0.0;
    for _ in 0..20 {
        there.step(DT).unwrap();
        most = Real::max(most, fastest(&there));
    }
    there.validate().unwrap();
    // Without its impulses it sinks into itself at 0.13 m/s first.
    assert!(most < 1e-3, "{most} m/s");
    let top = at(&there, *inserted.bodies.last().unwrap()).position();
    assert!((top - Point::new(64.0, 42.2)).norm() < 0.02, "{top}");
    // What touches now was told to touch.
    let begun = there.contacts().filter(ContactRef::is_touching).count();
    assert!(begun >= 10);
}

#[test]
fn what_sleeps_sleeps_on_and_joints_keep_their_turns() {
    let (mut here, _) = ground();
    let hub = here.add(Body::kinematic().position([0.0, 5.0]), []).unwrap();
    let arm = Body::dynamic().position([1.0, 5.0]);
    let arm = here.add(arm, [Collider::capsule([-0.5, 0.0], [0.5, 0.0], 0.1)]).unwrap();
    let hinge = Joint::revolute(hub, arm, [0.0, 5.0]).motor(6.0, 1e4);
    let hinge = here.add_joint(hinge).unwrap();
    let sleeper =
        here.add(Body::dynamic().position([8.0, 1.0]).sleeping(true), [Collider::cuboid(0.5, 0.5)]);
    let sleeper = sleeper.unwrap();
    for _ in 0..120 {
        here.step(DT).unwrap();
    }
    let angle = here.joint(hinge).unwrap().angle();
    assert!(angle.abs() > 8.0);
    let part = here.extract(&[hub, arm, sleeper]).unwrap();
    let inserted = here.insert(&part).unwrap();
    let [_, arm, sleeper] = inserted.bodies[..] else { panic!() };
    assert!((here.joint(inserted.joints[0]).unwrap().angle() - angle).abs() < 1e-4);
    assert!(!at(&here, sleeper).is_awake());
    here.step(DT).unwrap();
    assert!(!at(&here, sleeper).is_awake());
    assert!(at(&here, arm).is_awake());
}

#[test]
fn a_part_that_cannot_be_put_there_changes_nothing() {
    let (mut here, ground) = ground();
    let keys = tower(&mut here);
    let mut part = here.part_of(&keys).unwrap();
    assert_eq!(here.body_count(), 12);
    part.shift([1e30, 0.0]);
    let before = (here.state_hash(), here.stats());
    here.insert(&part).unwrap_err();
    assert_eq!((here.state_hash(), here.stats()), before);
    here.remove_body(keys[3]).unwrap();
    assert_eq!(here.extract(&keys), Err(umbra::Error::NoSuchBody(keys[3])));
    assert_eq!(here.body_count(), 11);
    assert_eq!(here.island_of(ground).unwrap(), [ground]);
}

#[test]
fn a_body_that_is_named_twice_is_taken_once() {
    let (mut here, _) = ground();
    let [a, b] = [0.0, 3.0].map(|x| {
        let body = Body::dynamic().position([x, 2.0]);
        here.add(body, [Collider::circle(0.5)]).unwrap()
    });
    here.add_joint(Joint::rope(a, b, [0.0, 2.0], [3.0, 2.0], 4.0)).unwrap();
    let part = here.extract(&[a, b, a]).unwrap();
    assert_eq!(part.bodies().collect::<Vec<_>>(), [a, b]);
    let inserted = here.insert(&part).unwrap();
    let joint = here.joint(inserted.joints[0]).unwrap();
    assert_eq!([joint.body_a(), joint.body_b()], [inserted.bodies[0], inserted.bodies[1]]);
}

/// One body of it fits, and the other one is too far away.
#[test]
fn a_part_that_is_refused_uses_up_no_keys() {
    let (mut here, _) = ground();
    let keys = [0.0, 100.0].map(|x| {
        let body = Body::dynamic().position([x, 2.0]);
        here.add(body, [Collider::circle(0.5)]).unwrap()
    });
    let mut part = here.part_of(&keys).unwrap();
    part.shift([99_999_960.0, 0.0]);
    here.record(Recorder::default()).unwrap();
    let mut copy = here.clone();
    here.insert(&part).unwrap_err();
    assert_eq!(here.add_body(Body::dynamic()), copy.add_body(Body::dynamic()));
    for _ in 0..10 {
        here.step(DT).unwrap();
        copy.step(DT).unwrap();
    }
    assert_eq!(here.state_hash(), copy.state_hash());
    let recording = here.take_recording().unwrap();
    assert_eq!(Replay::new(recording).unwrap().check(), Ok(()));
}

#[test]
fn what_sleeps_sleeps_on_whatever_else_it_does() {
    let (mut here, _) = ground();
    let body = Body::dynamic().position([0.0, 1.0]).sleeping(true);
    let boxes = [Collider::cuboid(0.5, 0.5), Collider::circle(0.2)];
    let key = here.add(body, boxes).unwrap();
    here.body_mut(key).unwrap().drop_through(true);
    let second = at(&here, key).colliders().nth(1).unwrap();
    here.collider_mut(second).unwrap().set_enabled(false).unwrap();
    here.body_mut(key).unwrap().sleep();
    assert!(!at(&here, key).is_awake());
    let part = here.extract(&[key]).unwrap();
    let inserted = here.insert(&part).unwrap();
    assert!(!at(&here, inserted.bodies[0]).is_awake());
    here.step(DT).unwrap();
    assert!(!at(&here, inserted.bodies[0]).is_awake());
}

/// Whatever a part holds, its new keys are found by the old ones, in a scene whose keys were given
/// out in another order.
#[test]
fn everything_is_found_again_by_its_old_key() {
    let (mut here, _) = ground();
    let keys: Vec<_> = (0..4_u8)
        .map(|place| {
            let kind = if place == 0 { Body::kinematic() } else { Body::dynamic() };
            let number = u64::from(place);
            let body = kind.position([2.0 * Real::from(place), 3.0]).user_data(number);
            let first = Collider::circle(0.3).user_data(10 + number);
            here.add(body, [first, Collider::circle(0.2)]).unwrap()
        })
        .collect();
    let hinges = [[0, 1], [0, 2], [1, 3]]
        .map(|[a, b]| here.add_joint(Joint::revolute(keys[a], keys[b], [1.0, 3.0])).unwrap());
    let gear = Joint::gear_between(hinges[1], hinges[0], 2.0).user_data(7);
    let gear = here.add_joint(gear).unwrap();
    let late = here.add_joint(Joint::weld(keys[3], keys[0], [1.0, 3.0]).user_data(8)).unwrap();
    let field = here.add_field(Field::attraction(2.0, 0.5).on(keys[2])).unwrap();
    let far = here.add_field(Field::water(1.0)).unwrap();
    let colliders: Vec<_> = keys.iter().flat_map(|key| at(&here, *key).colliders()).collect();
    let order = [keys[2], keys[0], keys[3], keys[1]];
    let part = here.extract(&order).unwrap();

    let (mut there, stranger) = ground();
    there.remove_body(stranger).unwrap();
    tower(&mut there);
    for _ in 0..2 {
        let inserted = there.insert(&part).unwrap();
        for (place, key) in keys.iter().enumerate() {
            let body = at(&there, inserted.body(*key).unwrap());
            assert_eq!(body.user_data(), place as u64);
            let first = inserted.collider(colliders[2 * place]).unwrap();
            assert_eq!(there.collider(first).unwrap().user_data(), 10 + place as u64);
            assert_eq!(there.collider(first).unwrap().body(), body.key());
        }
        assert_eq!(there.joint(inserted.joint(gear).unwrap()).unwrap().user_data(), 7);
        assert_eq!(there.joint(inserted.joint(late).unwrap()).unwrap().user_data(), 8);
        let hinge = there.joint(inserted.joint(hinges[2]).unwrap()).unwrap();
        assert_eq!(hinge.body_b(), inserted.body(keys[3]).unwrap());
        assert_eq!(inserted.fields, [inserted.field(field).unwrap()]);
        assert_eq!(inserted.field(far), Err(umbra::Error::NoSuchField(far)));
        assert_eq!(inserted.body(stranger), Err(umbra::Error::NoSuchBody(stranger)));
    }
}

#[test]
fn assemblies_are_found_again() {
    use umbra::build;
    use umbra::character::Character;
    use umbra::vehicle::{Car, CarSettings, Controls, TopDownCar, TopDownSettings};

    let (mut here, floor) = ground();
    let spare = here.add(Body::dynamic().position([0.0, 9.0]), [Collider::circle(0.1)]).unwrap();
    let mut car = Car::spawn(&mut here, [0.0, 1.4], &CarSettings::default()).unwrap();
    let kart = TopDownCar::spawn(&mut here, [9.0, 4.0], 0.0, &TopDownSettings::default()).unwrap();
    let doll = build::ragdoll(&mut here, [-6.0, 4.0]).unwrap();
    let settings = build::RopeSettings { ends: [build::End::World; 2], ..Default::default() };
    let rope = build::rope_with(&mut here, [4.0, 8.0], [8.0, 8.0], &settings).unwrap();
    let blob = build::blob(&mut here, [-10.0, 3.0], 0.5).unwrap();
    let stands = here
        .add(
            Body::kinematic().position([12.0, 1.5]),
            [Collider::capsule([0.0, -0.5], [0.0, 0.5], 0.4)],
        )
        .unwrap();
    let mut hero = Character::new(Capsule::new([0.0, -0.5], [0.0, 0.5], 0.4).unwrap()).unwrap();
    hero.body = Some(stands);
    here.remove_body(spare).unwrap();
    for _ in 0..30 {
        car.drive(&mut here, Controls::default(), DT).unwrap();
        here.step(DT).unwrap();
    }
    let all: Vec<_> = here.bodies().filter(|key| *key != floor).collect();
    let part = here.extract(&all).unwrap();

    let (mut there, _) = ground();
    tower(&mut there);
    let inserted = there.insert(&part).unwrap();
    let car = car.after_insert(&inserted).unwrap();
    let kart = kart.after_insert(&inserted).unwrap();
    let (doll, rope) =
        (doll.after_insert(&inserted).unwrap(), rope.after_insert(&inserted).unwrap());
    let blob = blob.after_insert(&inserted).unwrap();
    let hero = hero.after_insert(&inserted).unwrap();
    for _ in 0..30 {
        there.step(DT).unwrap();
    }
    assert_eq!(car.wheels(&there).unwrap().len(), 2);
    for joint in car.joints() {
        let joint = there.joint(*joint).unwrap();
        assert!([joint.body_a(), joint.body_b()].contains(&car.chassis()));
    }
    assert!(
        there.body(kart.body()).is_ok()
            && there.body(hero.body.unwrap()).unwrap().kind() == BodyKind::Kinematic
    );
    let (mass, area) = (doll.mass(&there).unwrap(), blob.area(&there).unwrap());
    assert!(mass > 0.0 && area > 0.1, "{mass} {area}");
    assert!(rope.joints.iter().all(|joint| there.joint(*joint).is_ok()));
    assert!(there.body(rope.anchor.unwrap()).is_ok());

    // What the part did not hold is named.
    let wheel = car.wheel_bodies()[0];
    let alone = there.part_of(&[car.chassis()]).unwrap();
    let refused = car.after_insert(&there.insert(&alone).unwrap());
    assert_eq!(refused, Err(umbra::Error::NoSuchBody(wheel)));
}
