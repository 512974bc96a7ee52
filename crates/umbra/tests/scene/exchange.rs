//! Bodies that get other shapes, and joints that get other bodies.

use umbra::Error;
use umbra::prelude::*;

use crate::common::DT;

fn scene() -> Scene {
    Scene::new(SceneConfig::default()).unwrap()
}

fn cuboid(x: Real, half: Real) -> (Pose, Shape) {
    (pose([x, 0.0], 0.0), Polygon::cuboid(half, 0.5).unwrap().into())
}

/// Shapes that are kept keep their contacts; what stood on others falls.
#[test]
fn what_is_kept_goes_on_touching() {
    let mut scene = scene();
    let floor = scene.add_body(Body::fixed()).unwrap();
    let parts = [cuboid(-2.0, 1.0), cuboid(0.0, 1.0), cuboid(2.0, 1.0)];
    let collider = scene.add_collider(floor, Collider::compound(parts)).unwrap();
    let boxes = [-2.0, 0.0, 2.0].map(|x| {
        let body = Body::dynamic().position([x, 1.0]);
        scene.add(body, [Collider::cuboid(0.3, 0.5)]).unwrap()
    });
    for _ in 0..120 {
        scene.step(DT).unwrap();
    }
    assert!(boxes.iter().all(|key| !scene.body(*key).unwrap().is_awake()));
    let shapes = NewShapes::new(collider)
        .keep([2, 0])
        .add(pose([0.0, -5.0], 0.0), Circle::new(0.2).unwrap());
    scene.exchange_shapes(floor, [shapes]).unwrap();
    let mut ended = Vec::new();
    for _ in 0..40 {
        scene.step(DT).unwrap();
        ended.extend(scene.contact_events().iter().filter_map(|event| match event {
            ContactEvent::End { bodies, .. } => Some(*bodies),
            _ => None,
        }));
    }
    assert_eq!(ended.len(), 1, "{ended:?}");
    assert!(ended[0].contains(&boxes[1]));
    // Nobody else was woken.
    let is_awake = |key: BodyKey| scene.body(key).unwrap().is_awake();
    assert_eq!(boxes.map(is_awake), [false, true, false]);
    let shapes: Vec<_> = scene.collider(collider).unwrap().shapes().collect();
    assert_eq!(shapes.len(), 3);
    assert!(matches!(shapes[2].0, Shape::Circle(_)));
    assert_eq!(scene.validate(), Ok(()));
}

/// A body has the mass of the shapes that it has then, and stays where it is.
#[test]
fn it_weighs_what_it_has() {
    let mut scene = scene();
    let body = scene.add_body(Body::dynamic().position([3.0, 4.0])).unwrap();
    let [a, b] = [-1.0, 1.0].map(|x| {
        scene.add_collider(body, Collider::cuboid(0.5, 0.5).at([x, 0.0]).density(2.0)).unwrap()
    });
    let new = Polygon::cuboid(0.25, 0.5).unwrap();
    let shapes = NewShapes::new(b).add(Pose::identity(), new.clone()).density(8.0);
    scene.exchange_shapes(body, [shapes]).unwrap();
    let it = scene.body(body).unwrap();
    assert_eq!((it.mass(), it.position()), (2.0 + 4.0, Point::new(3.0, 4.0)));
    let middle = (4.0 - 2.0) / 6.0;
    assert!((it.local_point(it.center_of_mass()).x - middle).abs() < 1e-6);
    // A mass is shared out anew; a collider with nothing goes.
    let shapes = NewShapes::new(a).keep([0]).add(pose([0.0, 3.0], 0.0), new).mass(9.0);
    scene.exchange_shapes(body, [shapes, NewShapes::new(b)]).unwrap();
    assert_eq!(scene.body(body).unwrap().mass(), 9.0);
    assert!(scene.collider(b).is_err());
    assert_eq!(scene.validate(), Ok(()));
}

/// A tile map becomes what it gets, and so does a sensor.
#[test]
fn maps_and_sensors() {
    let mut scene = scene();
    let floor = scene.add_body(Body::fixed()).unwrap();
    let map = scene.add_collider(floor, Collider::tiles(1.0, [[Cell::Full; 4]])).unwrap();
    let sensor = scene.add_collider(floor, Collider::cuboid(1.0, 1.0).sensor(true)).unwrap();
    let ball = Body::dynamic().position([2.0, 1.5]);
    let ball = scene.add(ball, [Collider::circle(0.5)]).unwrap();
    scene.step(DT).unwrap();
    let kept = scene.exchange_shapes(floor, [NewShapes::new(map).keep([0])]);
    assert_eq!(kept, Err(Error::NoSuchShape { collider: map, index: 0, count: 0 }));
    let slab = Polygon::cuboid(1.0, 0.5).unwrap();
    let shapes = [
        NewShapes::new(map).add(pose([2.0, -1.5], 0.0), slab.clone()),
        NewShapes::new(sensor).keep([0]).add(pose([2.0, -0.5], 0.0), slab),
    ];
    scene.exchange_shapes(floor, shapes).unwrap();
    assert_eq!(scene.collider(map).unwrap().cell_size(), None);
    let mut seen = 0;
    for _ in 0..90 {
        scene.step(DT).unwrap();
        let begins = |event: &&SensorEvent| matches!(event, SensorEvent::Begin { .. });
        seen += scene.sensor_events().iter().filter(begins).count();
    }
    assert_eq!(seen, 1);
    assert!((scene.body(ball).unwrap().position().y + 0.5).abs() < 0.02);
    assert_eq!(scene.validate(), Ok(()));
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut scene = scene();
    let body = scene.add_body(Body::dynamic()).unwrap();
    let ours = scene.add_collider(body, Collider::circle(0.5)).unwrap();
    let other =
        scene.add(Body::fixed(), [Collider::segment([0.0, 0.0], [1.0, 0.0]).one_sided(true)]);
    let other = other.unwrap();
    let line = scene.body(other).unwrap().colliders().next().unwrap();
    let disc = || Circle::new(0.1).unwrap();
    let far = pose([Real::NAN, 0.0], 0.0);
    let rough = Material { friction: -1.0, ..Material::default() };
    let bad = [
        (other, vec![NewShapes::new(ours).keep([0])]),
        (body, vec![NewShapes::new(ours).keep([0]), NewShapes::new(ours)]),
        (body, vec![NewShapes::new(ours).keep([1])]),
        (body, vec![NewShapes::new(ours).add(far, disc())]),
        (body, vec![NewShapes::new(ours).add_with(Pose::identity(), disc(), rough)]),
        (body, vec![NewShapes::new(ours).keep([0]).mass(-1.0)]),
        (body, vec![NewShapes::new(ours).keep([0]).density(Real::NAN)]),
        (other, vec![NewShapes::new(line).add(Pose::identity(), disc())]),
    ];
    let before = format!("{scene:?}");
    for (body, shapes) in bad {
        assert!(scene.exchange_shapes(body, shapes.clone()).is_err(), "{shapes:?}");
        assert!(format!("{scene:?}") == before);
    }
}

/// A recording notes exchanges and changed bodies of joints, and its replay comes to the same.
#[test]
fn they_are_recorded() {
    let mut scene = scene();
    scene.record(Recorder::default().keyframe_every(7)).unwrap();
    let hook = scene.add_body(Body::fixed().position([0.0, 5.0])).unwrap();
    let loads = [0.0, 3.0].map(|x| {
        let parts = [cuboid(0.0, 0.5), cuboid(1.0, 0.5)];
        scene.add(Body::dynamic().position([x, 0.0]), [Collider::compound(parts)]).unwrap()
    });
    let rope = Joint::rope(hook, loads[0], [0.0, 5.0], [0.0, 0.5], 4.5);
    let rope = scene.add_joint(rope).unwrap();
    for step in 0..60 {
        if step == 20 {
            scene.joint_mut(rope).unwrap().set_bodies([hook, loads[1]]).unwrap();
        }
        if step == 40 {
            let collider = scene.body(loads[1]).unwrap().colliders().next().unwrap();
            scene.exchange_shapes(loads[1], [NewShapes::new(collider).keep([1])]).unwrap();
        }
        scene.step(DT).unwrap();
    }
    let mut replay = Replay::new(scene.take_recording().unwrap()).unwrap();
    assert_eq!(replay.check(), Ok(()));
    assert_eq!(replay.scene().state_hash(), scene.state_hash());
}

/// A joint that gets another body holds it at the same place of it, and lets go of the one before.
#[test]
fn a_joint_goes_from_hand_to_hand() {
    let mut scene = scene();
    let wall = scene.add_body(Body::fixed()).unwrap();
    let bars = [0.0, 4.0].map(|x| {
        let body = Body::dynamic().position([x, 0.0]).angle(0.3 * x);
        scene.add(body, [Collider::cuboid(1.0, 0.1)]).unwrap()
    });
    let hinge = scene.add_joint(Joint::revolute(wall, bars[0], [-1.0, 0.0])).unwrap();
    for _ in 0..30 {
        scene.step(DT).unwrap();
    }
    scene.body_mut(bars[1]).unwrap().set_pose(pose([0.0, -1.0], -1.5)).unwrap();
    scene.joint_mut(hinge).unwrap().set_bodies([wall, bars[1]]).unwrap();
    let let_go = scene.body(bars[0]).unwrap().position().y;
    for _ in 0..120 {
        scene.step(DT).unwrap();
    }
    assert!(scene.body(bars[0]).unwrap().position().y < let_go - 10.0);
    let end = scene.body(bars[1]).unwrap().world_point([-1.0, 0.0]);
    assert!((end - Point::new(-1.0, 0.0)).norm() < 0.01, "{end}");
    assert_eq!(scene.body(bars[0]).unwrap().joints().count(), 0);
    assert_eq!(scene.body(bars[1]).unwrap().joints().collect::<Vec<_>>(), [hinge]);
    assert_eq!(scene.validate(), Ok(()));
}

/// Gears follow the joints that they count, and what a gear cannot count is refused.
#[test]
fn gears_follow() {
    let mut scene = scene();
    let wall = scene.add_body(Body::fixed()).unwrap();
    let wheels = [0.0, 2.0, 4.0]
        .map(|x| scene.add(Body::dynamic().position([x, 0.0]), [Collider::circle(0.9)]).unwrap());
    let axle = |scene: &mut Scene, wheel: usize| {
        let at = [2.0 * wheel as Real, 0.0];
        scene.add_joint(Joint::revolute(wall, wheels[wheel], at)).unwrap()
    };
    let [first, second] = [0, 1].map(|wheel| axle(&mut scene, wheel));
    let gear = scene.add_joint(Joint::gear_between(first, second, -1.0)).unwrap();
    let on_body = scene.joint_mut(first).unwrap().set_bodies([wheels[2], wheels[0]]);
    assert_eq!(on_body, Err(Error::NotGeared(first)));
    let itself = scene.joint_mut(first).unwrap().set_bodies([wall, wall]);
    assert_eq!(itself, Err(Error::JoinsItself(wall)));
    let of_gear = scene.joint_mut(gear).unwrap().set_bodies([wheels[0], wheels[2]]);
    assert_eq!(of_gear, Err(Error::NotForJoint { parameter: "bodies", kind: "gear" }));
    let target = scene.add_joint(Joint::target(wheels[0], [0.0, 0.0])).unwrap();
    let two = scene.joint_mut(target).unwrap().set_bodies([wheels[0], wheels[1]]);
    assert_eq!(two, Err(Error::NotForJoint { parameter: "bodies", kind: "target" }));
    scene.joint_mut(target).unwrap().set_bodies([wheels[1]; 2]).unwrap();
    scene.remove_joint(target).unwrap();
    scene.body_mut(wheels[1]).unwrap().set_position([9.0, 0.0]).unwrap();
    scene.body_mut(wheels[2]).unwrap().set_position([2.0, 0.0]).unwrap();
    scene.joint_mut(second).unwrap().set_bodies([wall, wheels[2]]).unwrap();
    scene.body_mut(wheels[0]).unwrap().set_angular_velocity(2.0).unwrap();
    for _ in 0..30 {
        scene.step(DT).unwrap();
    }
    let spin = |wheel: usize| scene.body(wheels[wheel]).unwrap().angular_velocity();
    assert!(spin(0) > 0.5 && (spin(0) - spin(2)).abs() < 0.05, "{} {}", spin(0), spin(2));
    assert_eq!(spin(1), 0.0);
}
