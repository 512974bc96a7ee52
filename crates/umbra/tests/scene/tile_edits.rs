//! Changes of tile maps: cells, materials, maps that come and go.

use super::tiles::{add, world};
use crate::common::{DT, run_and_validate};
use umbra::prelude::*;

#[test]
fn a_cell_that_goes_drops_what_stood_on_it() {
    let (mut scene, map) = world("..........\n##########");
    let keys: Vec<_> = [1.5, 4.5, 7.5]
        .map(|x| add(&mut scene, Body::dynamic().position([x, 1.3]), Collider::cuboid(0.3, 0.3)))
        .into();
    run_and_validate(&mut scene, 180);
    let is_awake = |scene: &Scene, key: BodyKey| scene.body(key).unwrap().is_awake();
    assert!(keys.iter().all(|key| !is_awake(&scene, *key)));
    scene.collider_mut(map).unwrap().set_cell([4, 0], Cell::Empty).unwrap();
    run_and_validate(&mut scene, 1);
    // All three stand on the same row of cells, which was one shape.
    assert!(is_awake(&scene, keys[1]));
    run_and_validate(&mut scene, 120);
    assert!(scene.body(keys[1]).unwrap().position().y < -1.0, "it fell");
    for key in [keys[0], keys[2]] {
        assert!((scene.body(key).unwrap().position().y - 1.3).abs() < 0.01);
    }
    // Filling it again lets something stand there.
    scene.collider_mut(map).unwrap().set_cell([4, 0], Cell::Full).unwrap();
    let again = add(&mut scene, Body::dynamic().position([4.5, 2.0]), Collider::circle(0.3));
    run_and_validate(&mut scene, 120);
    assert!((scene.body(again).unwrap().position().y - 1.3).abs() < 0.01);
}

#[test]
fn what_stands_on_a_changed_row_ends_no_contact() {
    let (mut scene, map) = world("..........\n##########");
    let key = add(&mut scene, Body::dynamic().position([1.5, 1.3]), Collider::cuboid(0.3, 0.3));
    run_and_validate(&mut scene, 30);
    for x in [4, 6, 3, 5, 2] {
        scene.collider_mut(map).unwrap().set_cell([x, 0], Cell::Empty).unwrap();
        run_and_validate(&mut scene, 2);
        assert_eq!(scene.contact_events(), &[]);
    }
    scene.collider_mut(map).unwrap().set_cell([1, 0], Cell::Empty).unwrap();
    let mut ends = 0;
    for _ in 0..30 {
        scene.step(DT).unwrap();
        let is_end = |event: &&ContactEvent| matches!(event, ContactEvent::End { .. });
        ends += scene.contact_events().iter().filter(is_end).count();
    }
    assert_eq!(ends, 1);
    assert!(scene.body(key).unwrap().position().y < 1.0);
}

#[test]
fn a_map_grows_where_cells_are_filled() {
    let (mut scene, map) = world("#");
    let key = add(&mut scene, Body::dynamic().position([20.5, -3.0]), Collider::circle(0.3));
    scene.body_mut(key).unwrap().set_gravity_scale(0.0).unwrap();
    run_and_validate(&mut scene, 2);
    scene.collider_mut(map).unwrap().set_cell([20, -5], Cell::Full).unwrap();
    scene.body_mut(key).unwrap().set_gravity_scale(1.0).unwrap();
    run_and_validate(&mut scene, 120);
    let y = scene.body(key).unwrap().position().y;
    assert!((y + 3.7).abs() < 0.01, "{y}");
    let collider = scene.collider(map).unwrap();
    assert_eq!(collider.cell_at([20.2, -4.9]), Some([20, -5]));
    assert_eq!(collider.cell([20, -5]), Some(Cell::Full.into()));
    assert_eq!(collider.cell([0, 0]).unwrap().cell, Cell::Full);
    let aabb = collider.aabb();
    assert_eq!((aabb.min.y, aabb.max.x), (-5.0, 21.0));
}

#[test]
fn maps_come_go_move_and_are_switched() {
    let (mut scene, map) = world("####");
    let level = scene.collider(map).unwrap().body();
    let key = add(&mut scene, Body::dynamic().position([1.5, 1.3]), Collider::circle(0.3));
    let stands = |scene: &mut Scene| {
        let mut body = scene.body_mut(key).unwrap();
        body.set_position([1.5, 1.3]).unwrap();
        body.set_velocity([0.0, 0.0]).unwrap();
        run_and_validate(scene, 30);
        scene.body(key).unwrap().position().y > 1.2
    };
    assert!(stands(&mut scene));
    scene.collider_mut(map).unwrap().set_enabled(false).unwrap();
    assert!(!stands(&mut scene));
    scene.collider_mut(map).unwrap().set_enabled(true).unwrap();
    assert!(stands(&mut scene));
    scene.body_mut(level).unwrap().set_enabled(false).unwrap();
    assert!(!stands(&mut scene));
    scene.body_mut(level).unwrap().set_enabled(true).unwrap();
    assert!(stands(&mut scene));
    scene.body_mut(level).unwrap().set_position([10.0, 0.0]).unwrap();
    assert!(!stands(&mut scene));
    scene.body_mut(level).unwrap().set_position([0.0, 0.0]).unwrap();
    assert!(stands(&mut scene));
    scene.collider_mut(map).unwrap().set_offset(pose([0.0, -3.0], 0.0)).unwrap();
    assert!(!stands(&mut scene));
    scene.collider_mut(map).unwrap().set_offset(pose([0.0, 0.0], 0.0)).unwrap();
    assert!(stands(&mut scene));
    scene.collider_mut(map).unwrap().set_filter(Filter { mask: 0, ..Filter::default() });
    assert!(!stands(&mut scene));
    scene.collider_mut(map).unwrap().set_filter(Filter::default());
    assert!(stands(&mut scene));
    scene.collider_mut(map).unwrap().set_shape(Circle::new(1.0).unwrap()).unwrap();
    assert!(scene.collider(map).unwrap().cell([0, 0]).is_none());
    run_and_validate(&mut scene, 10);
    scene.remove_collider(map).unwrap();
    assert!(!stands(&mut scene));
}

/// A box beside a map forgets the seam with it, although no body was near the cells and they had no
/// pieces.
#[test]
fn what_adjoined_a_map_that_is_gone_adjoins_nothing() {
    for by_body in [true, false] {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let land = scene.add_body(Body::fixed()).unwrap();
        let map = scene.add_collider(land, Collider::tiles(1.0, [[Cell::Full; 4]])).unwrap();
        let beside = scene.add_body(Body::fixed().position([4.5, 0.5])).unwrap();
        scene.add_collider(beside, Collider::cuboid(0.5, 0.5)).unwrap();
        scene.step(DT).unwrap();
        if by_body {
            scene.remove_body(land).unwrap();
        } else {
            scene.remove_collider(map).unwrap();
        }
        scene.step(DT).unwrap();
        scene.validate().unwrap();
    }
}

#[test]
fn a_map_has_any_number_of_kinds_in_turn_and_65_535_at_once() {
    let (mut scene, map) = world("##");
    let numbered = |number: u64| Cell::Full.user_data(number);
    // A cell that tells how often it was hit.
    for number in 1..200_000 {
        scene.collider_mut(map).unwrap().set_cell([1, 0], numbered(number)).unwrap();
    }
    assert_eq!(scene.collider(map).unwrap().cell([0, 0]), Some(Cell::Full.into()));
    assert_eq!(scene.collider(map).unwrap().cell([1, 0]), Some(numbered(199_999)));

    // Cells that each have a number of their own.
    let place = |number: u64| [number as i32 % 300, number as i32 / 300];
    for number in 0..65_535 {
        scene.collider_mut(map).unwrap().set_cell(place(number), numbered(number)).unwrap();
    }
    let before = scene.collider(map).unwrap().cell(place(70_000));
    let refused = scene.collider_mut(map).unwrap().set_cell(place(70_000), numbered(70_000));
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("`kinds of tiles`") && message.contains("65536"), "{message}");
    assert_eq!(scene.collider(map).unwrap().cell(place(70_000)), before);
    for number in 0..65_535 {
        let cell = scene.collider(map).unwrap().cell(place(number));
        assert_eq!(cell, Some(numbered(number)));
    }
    // What one gives up, another can have.
    scene.collider_mut(map).unwrap().set_cell(place(5), Cell::Empty).unwrap();
    scene.collider_mut(map).unwrap().set_cell(place(70_000), numbered(70_000)).unwrap();
    assert_eq!(scene.collider(map).unwrap().cell(place(70_000)), Some(numbered(70_000)));

    let row = (0..65_536).map(numbered);
    assert!(
        scene
            .add_collider(scene.collider(map).unwrap().body(), Collider::tiles(1.0, [row]))
            .is_err()
    );
}

/// Contacts with cells go on as they were, however deep bodies are in platforms that hold them.
#[test]
fn the_material_of_a_map_is_changed_under_what_stands_on_it() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let level = scene.add(Body::fixed(), [Collider::tiles(1.0, [[Cell::OneWay; 6]])]).unwrap();
    let map = scene.body(level).unwrap().colliders().next().unwrap();
    for row in 0..5_u8 {
        let at = [3.0, 1.25 + 0.5 * Real::from(row)];
        scene.add(Body::dynamic().position(at), [Collider::cuboid(0.25, 0.25)]).unwrap();
    }
    run_and_validate(&mut scene, 20);
    let mut copy = scene.clone();
    for step in 0..60_u8 {
        let friction = 0.6 + 0.1 * Real::from(step % 2);
        scene.collider_mut(map).unwrap().set_friction(friction).unwrap();
        for scene in [&mut scene, &mut copy] {
            scene.step(DT).unwrap();
        }
        assert_eq!(scene.contact_events(), []);
        // Manifolds are found anew, but impulses stay.
        for key in scene.bodies() {
            let [now, other] = [&scene, &copy].map(|scene| scene.body(key).unwrap().position());
            assert!((now - other).norm() < 5e-4, "{now} {other}");
        }
    }
}
