//! Kinematic bodies go where they are told to.

use umbra::prelude::*;

const DT: Real = 1.0 / 60.0;

/// What brakes and holds dynamic bodies does nothing to a body that follows its velocity alone.
#[test]
fn damping_and_locks_leave_a_kinematic_body_alone() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let lift = Body::kinematic()
        .linear_damping(5.0)
        .angular_damping(5.0)
        .lock_rotation()
        .lock_translation_x()
        .lock_translation_y();
    let lift = scene.add_body(lift).unwrap();
    scene.add_collider(lift, Collider::cuboid(1.0, 0.1)).unwrap();
    for step in 1..=60 {
        let target = Pose::new(Vector::new(0.05, 0.02) * step as Real, 0.01 * step as Real);
        scene.body_mut(lift).unwrap().move_to(target, DT).unwrap();
        scene.step(DT).unwrap();
    }
    let pose = scene.body(lift).unwrap().pose();
    assert!((pose.translation.vector - Vector::new(3.0, 1.2)).norm() < 1e-4, "{pose:?}");
    assert!((pose.rotation.angle() - 0.6).abs() < 1e-4, "{pose:?}");
}

/// The settings are kept: they count again once the body is dynamic.
#[test]
fn damping_and_locks_count_again_for_a_body_that_becomes_dynamic() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let body = Body::kinematic().velocity([1.0, 0.0]).linear_damping(5.0).lock_translation_y();
    let body = scene.add_body(body).unwrap();
    scene.add_collider(body, Collider::cuboid(0.5, 0.5)).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(scene.body(body).unwrap().velocity(), Vector::new(1.0, 0.0));
    scene.body_mut(body).unwrap().set_kind(BodyKind::Dynamic);
    scene.step(DT).unwrap();
    let velocity = scene.body(body).unwrap().velocity();
    assert!(velocity.x < 0.95 && velocity.y == 0.0, "{velocity:?}");
}
