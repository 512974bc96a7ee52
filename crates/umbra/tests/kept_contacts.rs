//! What a contact keeps from step to step follows what it was made from.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use common::{DT, add, at};
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
