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
    scene.body_mut(body).unwrap().set_kind(BodyKind::Dynamic).unwrap();
    scene.step(DT).unwrap();
    let velocity = scene.body(body).unwrap().velocity();
    assert!(velocity.x < 0.95 && velocity.y == 0.0, "{velocity:?}");
}

/// A door turns about its hinge, which is where the program put the body, and not about the middle
/// of what hangs on it: that would fly off along a straight line.
#[test]
fn a_kinematic_body_turns_about_its_origin() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let hinge = Vector::new(3.0, 1.0);
    let door = Body::kinematic().position(Point::from(hinge)).angular_velocity(2.0);
    let door = scene.add_body(door).unwrap();
    let panel = Collider::cuboid(1.0, 0.1).offset(Pose::translation(1.0, 0.0));
    scene.add_collider(door, panel).unwrap();
    let body = scene.body(door).unwrap();
    assert_eq!((body.velocity(), body.center_of_mass()), (Vector::zeros(), Point::new(4.0, 1.0)));
    assert!((body.velocity_at([5.0, 1.0]) - Vector::new(0.0, 4.0)).norm() < 1e-5);
    for step in 1..=120 {
        scene.step(DT).unwrap();
        let body = scene.body(door).unwrap();
        assert_eq!(body.pose().translation.vector, hinge);
        let turned = 2.0 * DT * step as Real;
        let ahead = Pose::new(hinge, turned) * Point::new(1.0, 0.0);
        let middle = body.pose() * Point::new(1.0, 0.0);
        assert!((middle - ahead).norm() < 1e-3, "{middle} in step {step}");
    }
}

/// A body that is let go moves on as its material moved, and one that is caught is turned about its
/// origin from where it is.
#[test]
fn material_moves_on_when_a_body_becomes_dynamic_or_kinematic() {
    let weightless = SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() };
    let mut scene = Scene::new(weightless).unwrap();
    let body = scene.add_body(Body::kinematic().angular_velocity(1.0)).unwrap();
    let arm = Collider::cuboid(1.0, 0.1).offset(Pose::translation(2.0, 0.0));
    scene.add_collider(body, arm).unwrap();
    let tip = Point::new(3.0, 0.0);
    for (kind, center) in [(BodyKind::Dynamic, 2.0), (BodyKind::Kinematic, 0.0)] {
        scene.body_mut(body).unwrap().set_kind(kind).unwrap();
        let body = scene.body(body).unwrap();
        assert_eq!(body.pose(), Pose::identity());
        assert!((body.center_of_mass() - Point::new(2.0, 0.0)).norm() < 1e-6);
        let energy = 0.5 * (body.mass() * 4.0 + body.inertia());
        assert!((body.kinetic_energy() - energy).abs() < 1e-5 * energy);
        assert!((body.velocity() - Vector::new(0.0, center)).norm() < 1e-6, "{kind:?}");
        assert!((body.velocity_at(tip) - Vector::new(0.0, 3.0)).norm() < 1e-6, "{kind:?}");
    }
}

/// The way to a target does not leave the hinge either.
#[test]
fn a_kinematic_body_that_is_told_to_turn_pushes_from_its_origin() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let flipper = scene.add_body(Body::kinematic()).unwrap();
    let arm = Collider::cuboid(1.0, 0.1).offset(Pose::translation(1.0, 0.0));
    scene.add_collider(flipper, arm).unwrap();
    for step in 1..=30 {
        let target = Pose::new(Vector::zeros(), 0.05 * step as Real);
        let mut body = scene.body_mut(flipper).unwrap();
        body.move_to(target, DT).unwrap();
        assert_eq!(body.view().velocity(), Vector::zeros());
        scene.step(DT).unwrap();
    }
    let pose = scene.body(flipper).unwrap().pose();
    assert!((pose.rotation.angle() - 1.5).abs() < 1e-4 && pose.translation.vector.norm() < 1e-6);
}
