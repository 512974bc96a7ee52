//! Histories that were wrong once.

use umbra::prelude::*;

use crate::call::Call;
use crate::common::DT;
use crate::ledger::{Ledger, step};
use crate::make::make;

/// A scene on ground of 12 m.
fn on_ground() -> Scene {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let ground = scene.add_body(Body::fixed().position([0.0, -1.0])).unwrap();
    scene.add_collider(ground, Collider::cuboid(6.0, 1.0)).unwrap();
    scene
}

/// The contact of the first shape begins the touch, that of the second one does not begin it again.
#[test]
fn a_collider_that_gets_a_second_shape_touches_on() {
    let mut scene = on_ground();
    let crate_ = Body::dynamic().position([0.0, 0.5]);
    let crate_ = scene.add(crate_, [Collider::cuboid(0.5, 0.5)]).unwrap();
    let mut ledger = Ledger::default();
    (0..5).for_each(|_| step(&mut scene, &mut ledger));
    let collider = scene.body(crate_).unwrap().colliders().next().unwrap();
    let shapes = NewShapes::new(collider).keep([0]);
    let second = Polygon::cuboid(0.3, 0.5).unwrap();
    let shapes = shapes.add(Pose::translation(0.8, 0.0), second);
    scene.exchange_shapes(crate_, [shapes]).unwrap();
    (0..5).for_each(|_| step(&mut scene, &mut ledger));
    assert_eq!(scene.contacts().filter(ContactRef::is_touching).count(), 2);
    scene.exchange_shapes(crate_, [NewShapes::new(collider).keep([1])]).unwrap();
    (0..5).for_each(|_| step(&mut scene, &mut ledger));
    assert_eq!(ledger.faults, Vec::<String>::new());
}

/// A piece that found the seams of the one that had its slot before was not marked once a moment
/// after that was restored.
#[test]
fn marks_of_seams_are_restored() {
    let add =
        |kind, shape| Call::AddBody { kind, shape, x: 0.0, y: 0.0, asleep: false, bullet: true };
    let cut = |which| Call::Cut { which, how: 2, at: [0.0, 0.0] };
    let calls = [
        cut(0),
        add(0, 0),
        cut(20),
        Call::Push(0, 0.0, 0.0),
        add(0, 13),
        Call::Step(1),
        add(0, 2),
        add(1, 13),
        Call::Part(0, false),
    ];
    let mut scene = on_ground();
    calls.into_iter().for_each(|call| make(&mut scene, call, &mut Ledger::default()));
    let mut moments = [Snapshot::default(), Snapshot::default()];
    for moment in &mut moments {
        scene.save_into(moment).unwrap();
        scene.step(DT).unwrap();
    }
    for moment in &moments {
        let mut restored = Scene::new(SceneConfig::default()).unwrap();
        restored.restore(moment).unwrap();
        assert_eq!(restored.validate(), Ok(()));
    }
}

/// A body of which all directions are locked gets no impulse from an explosion.
#[test]
fn nothing_pushes_what_is_locked() {
    let mut scene = on_ground();
    let body = Body::dynamic().position([0.0, 4.0]).lock_translation_x().lock_translation_y();
    let body = body.lock_rotation().sleeping(true);
    let body = scene.add(body, [Collider::circle(0.5)]).unwrap();
    let blown = scene.explode(Explosion::new([0.0, 4.6], 3.0).impulse(2.0)).unwrap();
    assert_eq!(blown, []);
    assert_eq!(scene.body(body).unwrap().velocity(), Vector::zeros());
}
