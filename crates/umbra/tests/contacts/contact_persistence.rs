//! Data that a contact keeps from step to step follows changes of its colliders.

use crate::common::{DT, add, at};
use umbra::prelude::*;

/// A box at rest on a ramp that its friction just holds it on.
fn box_on_a_ramp() -> (Scene, BodyKey, ColliderKey) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    add(&mut scene, Body::fixed().angle(0.4), Collider::cuboid(50.0, 0.5));
    let place = Body::dynamic().position([-0.389_418_34, 0.921_061]).angle(0.4);
    let body = scene.add_body(place).unwrap();
    let collider = scene.add_collider(body, Collider::cuboid(0.5, 0.5)).unwrap();
    for _ in 0..10 {
        scene.step(DT).unwrap();
    }
    assert!(at(&scene, body).velocity().norm() < 1e-3);
    (scene, body, collider)
}

#[test]
fn a_contact_takes_over_a_material_that_is_changed_while_it_lasts() {
    let (mut scene, body, collider) = box_on_a_ramp();
    scene.collider_mut(collider).unwrap().set_friction(0.0).unwrap();
    for _ in 0..10 {
        scene.step(DT).unwrap();
    }
    assert!(at(&scene, body).velocity().norm() > 0.3);
}

struct Oil;

impl Hooks for Oil {
    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        contact.set_friction(0.0).unwrap();
    }
}

#[test]
fn what_a_hook_changes_lasts_for_its_step_only() {
    let (mut scene, body, _) = box_on_a_ramp();
    for _ in 0..5 {
        scene.step_with(DT, &Oil).unwrap();
    }
    let oiled = at(&scene, body).velocity().norm();
    assert!(oiled > 0.15);
    for _ in 0..40 {
        scene.step(DT).unwrap();
    }
    assert!(at(&scene, body).velocity().norm() < 1e-3);
}

struct Ghosts;

impl Hooks for Ghosts {
    fn should_collide(&self, _: &ContactPair) -> bool {
        false
    }
}

#[test]
fn a_contact_that_a_hook_refused_is_there_again_without_the_hook() {
    let (mut scene, body, _) = box_on_a_ramp();
    scene.step_with(DT, &Ghosts).unwrap();
    assert!(at(&scene, body).velocity().norm() > 0.1, "it falls");
    for _ in 0..40 {
        scene.step(DT).unwrap();
    }
    assert!(at(&scene, body).velocity().norm() < 1e-3);
}

#[test]
fn a_box_at_rest_has_two_points_in_every_frame() {
    for angle in [0.0, 0.1] {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        add(&mut scene, Body::fixed().angle(angle), Collider::cuboid(50.0, 0.5));
        let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
        let place = Body::dynamic().position([-sin, cos]).angle(angle);
        add(&mut scene, place, Collider::cuboid(0.5, 0.5));
        for step in 0..600 {
            scene.step(DT).unwrap();
            let points: usize = scene.contacts().map(|contact| contact.points().count()).sum();
            assert_eq!(points, 2, "step {step}, angle {angle}");
        }
    }
}

/// Separations of all points, as the shapes lie when the step begins and as the contacts have it.
fn separations(scene: &mut Scene) -> Vec<(Real, Real)> {
    let poses: Vec<_> = scene
        .colliders()
        .map(|key| {
            let collider = scene.collider(key).unwrap();
            let (shape, pose) = collider.shapes().next().unwrap();
            (key, shape.clone(), pose)
        })
        .collect();
    scene.step(DT).unwrap();
    let of = |key| poses.iter().find(|(other, ..)| *other == key).unwrap();
    let mut pairs = vec![];
    for contact in scene.contacts() {
        let [(_, a, at_a), (_, b, at_b)] = contact.colliders().map(of);
        let manifold = umbra::geom::collide(a, at_a, b, at_b, 0.1);
        let exact = manifold.separation().unwrap_or(Real::INFINITY);
        let held = contact.points().map(|point| point.separation).fold(Real::INFINITY, Real::min);
        if held < Real::INFINITY {
            pairs.push((exact, held));
        }
    }
    pairs
}

#[test]
fn manifolds_that_are_kept_do_not_drift() {
    // A pyramid settles slowly: its manifolds are kept for a while, again and again.
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    crate::common::ground(&mut scene, |collider| collider);
    crate::common::pyramid(&mut scene, 12);
    let mut most: Real = 0.0;
    for _ in 0..400 {
        for (exact, held) in separations(&mut scene) {
            most = most.max((exact - held).abs());
        }
    }
    // What two of the boxes' corners come apart over a turn of a thousandth, and roundings: 2 to 2.8e-5 over ten
    // orders in which contacts might be solved.
    assert!(most < 3e-5, "{most}");
}

#[test]
fn a_body_that_is_put_elsewhere_takes_its_contacts_along() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    crate::common::ground(&mut scene, |collider| collider);
    let body = add(&mut scene, Body::dynamic().position([0.0, 0.5]), Collider::cuboid(0.5, 0.5));
    for _ in 0..30 {
        scene.step(DT).unwrap();
    }
    // A tenth of the tolerance higher, then turned in place.
    for (place, turn) in [([0.0, 0.5001], 0.0), ([0.0, 0.5], 0.0005)] {
        let mut body = scene.body_mut(body).unwrap();
        body.set_position(place).unwrap();
        body.set_angle(turn).unwrap();
        for (exact, held) in separations(&mut scene) {
            assert!((exact - held).abs() < 1e-6, "{exact} {held}");
        }
    }
}

#[test]
fn a_box_slides_on_a_ramp_that_is_tilted_slowly_when_it_is_steep_enough() {
    // Half a degree per second. What turns together with its ground has not moved relative to it, but
    // the direction of its weight has.
    const FRICTION: Real = 0.5;
    let start: Real = 0.38;
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.config_mut().sleep.enabled = false;
    let ramp = Body::kinematic().angle(start).angular_velocity(0.00873);
    let ramp = add(&mut scene, ramp, Collider::cuboid(5.0, 0.5).friction(FRICTION));
    let (sin, cos) = (libm::sinf(start), libm::cosf(start));
    let body = Body::dynamic().position([-sin, cos]).angle(start);
    let body = add(&mut scene, body, Collider::cuboid(0.5, 0.5).friction(FRICTION));
    let mut slid_at = 0.0;
    for _ in 0..60 * 20 {
        scene.step(DT).unwrap();
        let ramp = scene.body(ramp).unwrap().pose();
        let along = ramp.inverse_transform_point(&scene.body(body).unwrap().position()).x;
        // By then it has slid for 0.7 s and the ramp has turned by 0.3 degrees more.
        if along < -0.01 {
            slid_at = ramp.rotation.angle();
            break;
        }
    }
    let steepest = libm::atanf(FRICTION);
    let degree = 0.01745;
    assert!((slid_at - steepest).abs() < degree, "{slid_at} instead of {steepest}");
}
