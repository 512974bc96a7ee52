//! Bodies that break by themselves.

use std::collections::BTreeSet;

use umbra::prelude::*;

use crate::common::{DT, add, ground, scene};

/// A hundred boxes beside one another that land at once, and break.
fn hail() -> (Scene, Vec<BodyKey>) {
    let mut scene = scene(10.0, SolverConfig::default());
    scene.add(Body::fixed().position([200.0, -0.5]), [Collider::cuboid(300.0, 0.5)]).unwrap();
    let boxes = (0..100_u8).map(|i| {
        let body = Body::dynamic().position([4.0 * Real::from(i), 3.0]).fracture(0.5);
        add(&mut scene, body, Collider::cuboid(0.5, 0.5))
    });
    let boxes = boxes.collect();
    (scene, boxes)
}

/// What is more than may break in a step breaks in the next ones.
#[test]
fn what_does_not_break_in_a_step_breaks_in_the_next() {
    let (mut scene, boxes) = hail();
    let mut broken = BTreeSet::new();
    let (mut copy, mut saved) = (None, Snapshot::default());
    for _ in 0..120 {
        scene.step(DT).unwrap();
        let now: BTreeSet<_> = scene.fracture_events().iter().map(|event| event.body).collect();
        assert!(now.len() <= 32, "{}", now.len());
        broken.extend(now);
        scene.validate().unwrap();
        if copy.is_none() && !broken.is_empty() {
            assert!(broken.len() < 100, "not all at once");
            copy = Some(scene.clone());
            scene.save_into(&mut saved).unwrap();
        }
        if boxes.iter().all(|body| broken.contains(body)) {
            break;
        }
    }
    let left = boxes.iter().filter(|body| !broken.contains(body)).count();
    assert_eq!(left, 0, "still whole");
    let mut copy = copy.unwrap();
    scene.restore(&saved).unwrap();
    assert_eq!(scene.state_hash(), copy.state_hash());
    for _ in 0..20 {
        scene.step(DT).unwrap();
        copy.step(DT).unwrap();
        assert_eq!(scene.state_hash(), copy.state_hash());
        assert_eq!(scene.fracture_events(), copy.fracture_events());
    }
}

/// What an explosion breaks is told with the next step's events.
#[test]
fn what_an_explosion_breaks_is_told() {
    let mut scene = scene(10.0, SolverConfig::default());
    let wall = Body::fixed().position([2.0, 0.0]).fracture(0.5);
    let wall = add(&mut scene, wall, Collider::cuboid(0.1, 1.0));
    scene.explode(Explosion::new([0.0, 0.0], 6.0).impulse(10.0)).unwrap();
    let count = scene.body_count();
    assert!(count > 10, "{count}");
    let mut copy = scene.clone();
    scene.step(DT).unwrap();
    let events = scene.fracture_events();
    assert_eq!(events.len() + 1, count);
    assert!(events.iter().all(|event| event.body == wall && event.impulse > 0.5));
    assert!(events.iter().all(|event| scene.body(event.piece).is_ok()));
    copy.step(DT).unwrap();
    assert_eq!(copy.fracture_events(), scene.fracture_events());
    scene.step(DT).unwrap();
    assert!(scene.fracture_events().is_empty());
}

/// Events come with the step in which a body breaks.
#[test]
fn events_come_with_the_step_in_which_a_body_breaks() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let vase = Body::dynamic().position([0.0, 4.0]).fracture(3.0);
    add(&mut scene, vase, Collider::cuboid(0.3, 0.5));
    for _ in 0..120 {
        let before = scene.body_count();
        scene.step(DT).unwrap();
        assert_eq!(scene.fracture_events().len(), scene.body_count() - before);
    }
    assert!(scene.body_count() > 3);
}

/// Files hold what waits: what is to break, and what is to be told.
#[cfg(feature = "serde")]
#[test]
fn what_waits_is_in_files() {
    let (mut scene, _) = hail();
    let mut waited = false;
    for step in 0..90 {
        if step == 30 {
            let wall = Body::fixed().position([2.0, 5.0]).fracture(0.5);
            add(&mut scene, wall, Collider::cuboid(0.1, 1.0));
            scene.explode(Explosion::new([0.0, 5.0], 6.0).impulse(10.0)).unwrap();
        }
        let text = serde_json::to_string(&scene.to_file()).unwrap();
        let mut copy = Scene::from_file(&serde_json::from_str(&text).unwrap()).unwrap();
        for scene in [&mut scene, &mut copy] {
            scene.step(DT).unwrap();
        }
        assert_eq!(scene.state_hash(), copy.state_hash(), "{step}");
        assert_eq!(scene.fracture_events(), copy.fracture_events(), "{step}");
        let broken: BTreeSet<_> = scene.fracture_events().iter().map(|it| it.body).collect();
        waited |= broken.len() == 32;
    }
    assert!(waited);
}

/// Pieces crowd where a body was hit, but none is a chip that is too small to be of use.
#[test]
fn what_breaks_by_itself_leaves_no_chips() {
    for (unit, speed) in [(1.0, 6.0), (1.0, 40.0), (50.0, 40.0)] {
        let config =
            SceneConfig { gravity: Vector::zeros(), length_unit: unit, ..SceneConfig::default() };
        let mut scene = Scene::new(config).unwrap();
        let wall = Body::fixed().position([0.0, 0.0]).fracture(0.2);
        add(&mut scene, wall, Collider::cuboid(0.2 * unit, 1.5 * unit).mass(3.0));
        let ball = Body::dynamic().position([-unit, 0.1 * unit]).velocity([speed * unit, 0.0]);
        add(&mut scene, ball, Collider::circle(0.1 * unit).mass(1.0));
        let mut pieces = 0;
        for _ in 0..30 {
            scene.step(DT).unwrap();
            for piece in scene.fracture_events().iter().map(|event| event.piece).collect::<Vec<_>>()
            {
                let body = scene.body(piece).unwrap();
                let shapes = body.colliders().flat_map(|key| {
                    let collider = scene.collider(key).unwrap();
                    collider
                        .shapes()
                        .map(|(shape, _)| shape.area_properties().area)
                        .collect::<Vec<_>>()
                });
                let size = shapes.sum::<Real>().sqrt() / unit;
                assert!(size > 0.04, "{unit}: a piece of {size} m");
                pieces += 1;
            }
        }
        assert!(pieces > 3, "{pieces} pieces at {speed} m/s");
    }
}
