//! The base that snapshots share.

use crate::*;

/// Lifts that start and stop, forces, sleep and joints are motion: nothing is copied for them.
#[test]
fn what_moves_does_not_make_another_base() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.add(Body::fixed(), [Collider::cuboid(9.0, 0.5)]).unwrap();
    let lift = Body::kinematic().position([20.0, 0.0]);
    let lift = scene.add(lift, [Collider::cuboid(1.0, 0.5)]).unwrap();
    let map = Collider::tiles(0.5, [[Cell::Full; 4]; 2]);
    let cart = scene.add(Body::kinematic().position([40.0, 0.0]), [map]).unwrap();
    let ball = Body::dynamic().position([0.0, 1.2]);
    let ball = scene.add(ball, [Collider::circle(0.5)]).unwrap();
    scene.add_joint(Joint::target(ball, [0.0, 1.5]).max_force(40.0)).unwrap();
    let mut saved = Snapshot::default();
    // Cells and seams are looked for in the first steps.
    for _ in 0..3 {
        scene.step(1.0 / 60.0).unwrap();
    }
    scene.save_into(&mut saved).unwrap();
    let first = saved.clone();
    for step in 0..90_u8 {
        // They stand apart from all else: what comes to or leaves neighbours has other seams.
        let speed = if step % 30 < 20 { 0.0 } else { 1.0 };
        for key in [cart, lift] {
            scene.body_mut(key).unwrap().set_velocity([0.0, speed]).unwrap();
        }
        scene.body_mut(ball).unwrap().apply_force([1.0, 0.0]).unwrap();
        scene.step(1.0 / 60.0).unwrap();
        scene.save_into(&mut saved).unwrap();
        assert!(first.shares_with(&saved), "{step}");
    }
    let mut other = Snapshot::default();
    assert!(!saved.shares_with(&other) && !other.shares_with(&other.clone()));
    scene.save_into(&mut other).unwrap();
    assert!(saved.shares_with(&other));
    scene.add_body(Body::dynamic()).unwrap();
    scene.save_into(&mut other).unwrap();
    assert!(!saved.shares_with(&other));
}
