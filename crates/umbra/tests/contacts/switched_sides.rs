//! One-way platforms and one-sided lines, switched at run time.

use crate::common::{DT, add, run_and_validate};
use umbra::Error;
use umbra::prelude::*;

const UP: Vector = Vector::new(0.0, 1.0);
const DOWN: Vector = Vector::new(0.0, -1.0);

/// The top of each at 0, with nothing below.
fn floors() -> [Collider; 3] {
    let slab = Polygon::new([[-2.0, -0.2], [2.0, -0.2], [2.0, 0.0], [-2.0, 0.0]]).unwrap();
    [
        Collider::new(slab),
        Collider::chain([[-2.0, 0.0], [0.0, 0.0], [2.0, 0.0]]),
        // Cell (0, 0) begins at the origin.
        Collider::tiles(1.0, [[Cell::Full]; 1]).at([0.0, -1.0]),
    ]
}

fn scene_on(floor: Collider) -> (Scene, ColliderKey, BodyKey) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let level = scene.add_body(Body::fixed()).unwrap();
    let key = scene.add_collider(level, floor).unwrap();
    let body = Body::dynamic().position([0.5, 0.2]).lock_rotation();
    let body = add(&mut scene, body, Collider::circle(0.2));
    (scene, key, body)
}

fn height(scene: &Scene, body: BodyKey) -> Real {
    scene.body(body).unwrap().position().y
}

#[test]
fn a_floor_becomes_a_hatch_for_what_stands_on_it() {
    for floor in floors() {
        for wait in [10, 300] {
            let (mut scene, key, body) = scene_on(floor.clone());
            run_and_validate(&mut scene, wait);
            assert_eq!(scene.body(body).unwrap().is_awake(), wait < 100);
            // What it stands on holds it as before.
            scene.collider_mut(key).unwrap().set_one_way(Some(UP)).unwrap();
            run_and_validate(&mut scene, wait);
            assert!((height(&scene, body) - 0.2).abs() < 0.01, "{}", height(&scene, body));
            scene.collider_mut(key).unwrap().set_one_way(Some(DOWN)).unwrap();
            run_and_validate(&mut scene, 60);
            assert!(height(&scene, body) < -3.0, "{}", height(&scene, body));
        }
    }
}

#[test]
fn a_platform_becomes_solid_for_what_jumps_at_it() {
    for floor in floors() {
        let (mut scene, key, body) = scene_on(floor.one_way(UP));
        let jump = |scene: &mut Scene| {
            let mut it = scene.body_mut(body).unwrap();
            it.set_position([0.5, -2.5]).unwrap();
            it.set_velocity([0.0, 9.0]).unwrap();
            let heights = (0..60).map(|_| {
                scene.step(DT).unwrap();
                height(scene, body)
            });
            heights.fold(Real::NEG_INFINITY, Real::max)
        };
        assert!(jump(&mut scene) > 1.0);
        scene.collider_mut(key).unwrap().set_one_way(None).unwrap();
        assert!(jump(&mut scene) < 0.0);
        scene.collider_mut(key).unwrap().set_one_way(Some(UP)).unwrap();
        assert!(jump(&mut scene) > 1.0);
    }
}

#[test]
fn what_is_on_its_way_through_is_decided_anew() {
    let (mut scene, key, body) = scene_on(floors()[0].clone().one_way(UP));
    let start = |scene: &mut Scene| {
        let mut it = scene.body_mut(body).unwrap();
        it.set_position([0.5, 0.1]).unwrap();
        it.set_velocity([0.0, -1.0]).unwrap();
        scene.step(DT).unwrap();
    };
    // It is in the platform, so it passes.
    start(&mut scene);
    assert!(scene.body(body).unwrap().velocity().y < -1.1);
    // It is pushed out of what is solid, and then rests on the platform.
    scene.collider_mut(key).unwrap().set_one_way(None).unwrap();
    run_and_validate(&mut scene, 60);
    assert!((height(&scene, body) - 0.2).abs() < 0.01, "{}", height(&scene, body));
    scene.collider_mut(key).unwrap().set_one_way(Some(UP)).unwrap();
    run_and_validate(&mut scene, 60);
    assert!((height(&scene, body) - 0.2).abs() < 0.01, "{}", height(&scene, body));
}

#[test]
fn a_line_loses_its_right_side_and_gets_it_back() {
    let (mut scene, key, body) = scene_on(floors()[1].clone());
    let comes_through = |scene: &mut Scene| {
        let mut it = scene.body_mut(body).unwrap();
        it.set_position([0.5, -2.0]).unwrap();
        it.set_velocity([0.0, 9.0]).unwrap();
        run_and_validate(scene, 25);
        height(scene, body) > 0.5
    };
    assert!(!comes_through(&mut scene));
    scene.collider_mut(key).unwrap().set_one_sided(true).unwrap();
    assert!(scene.collider(key).unwrap().is_one_sided());
    assert!(comes_through(&mut scene));
    run_and_validate(&mut scene, 120);
    assert!((height(&scene, body) - 0.2).abs() < 0.01, "{}", height(&scene, body));
    scene.collider_mut(key).unwrap().set_one_sided(false).unwrap();
    assert!(!comes_through(&mut scene));
}

#[test]
fn nothing_wakes_when_nothing_changes() {
    for floor in floors() {
        let (mut scene, key, body) = scene_on(floor.one_way(UP));
        run_and_validate(&mut scene, 300);
        let is_awake = |scene: &Scene| scene.body(body).unwrap().is_awake();
        assert!(!is_awake(&scene));
        scene.collider_mut(key).unwrap().set_one_way(Some(2.0 * UP)).unwrap();
        assert!(!is_awake(&scene));
        scene.collider_mut(key).unwrap().set_one_way(None).unwrap();
        assert!(is_awake(&scene));
    }
}

#[test]
fn rays_follow_the_switch() {
    for floor in floors() {
        let (mut scene, key, body) = scene_on(floor);
        scene.remove_body(body).unwrap();
        run_and_validate(&mut scene, 1);
        let hits_from_below = |scene: &Scene| {
            scene.cast_ray([0.5, -2.0], [0.0, 4.0], QueryFilter::default()).is_some()
        };
        assert!(hits_from_below(&scene));
        scene.collider_mut(key).unwrap().set_one_way(Some(UP)).unwrap();
        assert!(!hits_from_below(&scene));
        scene.collider_mut(key).unwrap().set_one_way(None).unwrap();
        assert!(hits_from_below(&scene));
    }
}

#[test]
fn bad_sides_are_refused_and_change_nothing() {
    let (mut scene, key, body) = scene_on(floors()[0].clone().one_way(UP));
    run_and_validate(&mut scene, 300);
    let mut it = scene.collider_mut(key).unwrap();
    for (direction, said) in [
        (Vector::zeros(), "`direction` must have a direction, but is zero"),
        (Vector::new(0.0, Real::NAN), "`direction` must be finite, but is NaN"),
        (Vector::new(Real::INFINITY, 0.0), "`direction` must be finite, but is inf"),
    ] {
        assert_eq!(it.set_one_way(Some(direction)).unwrap_err().to_string(), said);
    }
    assert_eq!(it.set_one_sided(true), Err(Error::NotALine { index: 0 }));
    assert_eq!(scene.collider(key).unwrap().one_way(), Some(UP));
    assert!(!scene.collider(key).unwrap().is_one_sided());
    assert!(!scene.body(body).unwrap().is_awake());

    let level = scene.add_body(Body::fixed()).unwrap();
    let chain = scene.add_collider(level, floors()[1].clone().one_sided(true)).unwrap();
    let circle = Circle::new(1.0).unwrap();
    let refused = scene.collider_mut(chain).unwrap().set_shape(circle);
    assert_eq!(refused, Err(Error::NotALine { index: 0 }));
    let map = scene.add_collider(level, floors()[2].clone()).unwrap();
    let refused = scene.collider_mut(map).unwrap().set_one_sided(true);
    assert_eq!(refused, Err(Error::NotALine { index: 0 }));
}
