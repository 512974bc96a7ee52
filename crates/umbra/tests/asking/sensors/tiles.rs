//! Tile maps as sensors, and in sensors: what has no piece is seen all the same.

use super::{put, weightless};
use crate::common::ledger::{SensorLedger, overlapping, polled};
use crate::common::{DT, add, at, scene};
use umbra::geom::math::pose;
use umbra::prelude::*;

/// A pond of 20 x 2 cells with walls, its surface at y = 2.
fn pond(of: Cell) -> Collider {
    let row = |x: i32| if (0..20).contains(&x) { of } else { Cell::Empty };
    Collider::tiles(1.0, [(0..20).map(row).collect::<Vec<_>>(), (0..20).map(row).collect()])
}

#[test]
fn a_sensor_sees_the_cells_of_a_map_that_have_no_pieces() {
    for moves in [false, true] {
        let mut scene = weightless();
        let level = put(&mut scene, Body::fixed(), pond(Cell::Full));
        let body = Body::kinematic().position([5.0, 4.0]);
        let body = if moves { body.velocity([0.0, -1.0]) } else { body };
        let probe = put(&mut scene, body, Collider::circle(0.5).sensor(true));
        let mut ledger = SensorLedger::default();
        for _ in 0..80 {
            ledger.step(&mut scene);
            assert_eq!(polled(&scene), overlapping(&scene));
        }
        assert_eq!(ledger.inside.contains(&[probe, level]), at_depth(&scene, probe));
        let key = scene.collider(probe).unwrap().body();
        for (y, inside) in [(2.2, true), (2.6, false), (1.0, true), (1.0, true), (-3.0, false)] {
            scene.body_mut(key).unwrap().set_position([5.0, y]).unwrap();
            ledger.step(&mut scene);
            assert_eq!(ledger.inside.contains(&[probe, level]), inside, "{y}");
        }
        ledger.check();
        scene.validate().unwrap();
    }
}

fn at_depth(scene: &Scene, probe: ColliderKey) -> bool {
    let body = scene.collider(probe).unwrap().body();
    at(scene, body).position().y < 2.5
}

#[test]
fn cells_that_come_and_go_begin_and_end() {
    let mut scene = weightless();
    let level = put(&mut scene, Body::fixed(), Collider::tiles(1.0, [[Cell::Empty; 8]; 3]));
    let zone =
        put(&mut scene, Body::fixed().position([4.5, 1.5]), Collider::circle(0.2).sensor(true));
    let mut ledger = SensorLedger::default();
    let mut set = |scene: &mut Scene, place, cell: Cell, inside| {
        scene.collider_mut(level).unwrap().set_cell(place, cell).unwrap();
        ledger.step(scene);
        ledger.step(scene);
        assert_eq!(ledger.inside.contains(&[zone, level]), inside, "{place:?} {cell:?}");
        ledger.check();
    };
    set(&mut scene, [3, 1], Cell::Full, false);
    set(&mut scene, [4, 1], Cell::Full, true);
    set(&mut scene, [4, 1], Cell::Half { half: Half::Top }, true);
    set(&mut scene, [4, 1], Cell::OneWay, false);
    set(&mut scene, [4, 1], Cell::Full, true);
    set(&mut scene, [4, 1], Cell::Empty, false);
    set(&mut scene, [40, 30], Cell::Full, false);
    assert_eq!(ledger.told, [2, 2]);
}

#[test]
fn a_map_that_is_a_sensor_holds_nobody_and_tells_who_is_in_its_cells() {
    let mut scene = scene(10.0, SolverConfig::default());
    let water =
        put(&mut scene, Body::fixed().position([-10.0, 0.0]), pond(Cell::Full).sensor(true));
    crate::common::ground(&mut scene, |collider| {
        collider.filter(Filter { category: 2, ..Filter::default() })
    });
    let shapes = [
        Collider::circle(0.2),
        Collider::cuboid(0.2, 0.1),
        Collider::compound([
            (pose([-0.3, 0.0], 0.0), Circle::new(0.1).unwrap().into()),
            (pose([0.3, 0.0], 0.0), Circle::new(0.1).unwrap().into()),
        ]),
    ];
    let fall: Vec<_> = (0..9_u8)
        .map(|i| {
            let body = Body::dynamic().position([Real::from(i) - 4.0, 3.0 + Real::from(i)]);
            put(&mut scene, body, shapes[usize::from(i) % 3].clone())
        })
        .collect();
    let mut ledger = SensorLedger::default();
    for step in 0..300 {
        ledger.step(&mut scene);
        assert_eq!(polled(&scene), overlapping(&scene), "step {step}");
        assert!(scene.contact_events().iter().all(|event| !event.colliders().contains(&water)));
    }
    // They all lie on the ground, in the water.
    for key in &fall {
        assert!(ledger.inside.contains(&[water, *key]));
    }
    let told = ledger.told;
    assert_eq!(told[1], 0, "{told:?}");
    // The water is let off, cell by cell.
    for x in 0..20 {
        for y in 0..2 {
            scene.collider_mut(water).unwrap().set_cell([x, y], Cell::Empty).unwrap();
        }
        ledger.step(&mut scene);
        assert_eq!(polled(&scene), overlapping(&scene));
    }
    assert!(ledger.inside.is_empty());
    ledger.check();
    scene.validate().unwrap();
}

#[test]
fn what_crosses_a_row_of_cells_within_a_step_is_told() {
    for map_moves in [false, true] {
        let mut scene = weightless();
        let line = Collider::tiles(0.1, [[Cell::Full; 100]]).sensor(true).at([-5.0, 0.0]);
        let (map, speed) = if map_moves {
            (Body::kinematic().position([0.0, -3.0]).velocity([0.0, 300.0]), 0.0)
        } else {
            (Body::fixed(), -300.0)
        };
        put(&mut scene, map, line);
        for i in 0..20_u8 {
            let x = 0.45 * Real::from(i) - 4.3;
            let body = Body::dynamic().position([x, 0.6]).velocity([0.0, speed]);
            put(&mut scene, body, Collider::circle(0.1));
        }
        let mut ledger = SensorLedger::default();
        for _ in 0..3 {
            ledger.step(&mut scene);
        }
        assert_eq!(ledger.told, [20, 20], "{map_moves}");
        ledger.check();
    }
}

#[test]
fn a_map_that_moves_and_turns_is_seen_where_it_is() {
    for map_senses in [false, true] {
        let mut scene = weightless();
        let mill = Collider::tiles(0.5, [[Cell::Full, Cell::Empty, Cell::Full, Cell::Full]; 2]);
        let mill = mill.sensor(map_senses).at([1.0, -0.5]);
        put(&mut scene, Body::kinematic().angular_velocity(1.3).velocity([0.1, 0.0]), mill);
        for i in 0..12_u8 {
            let way = umbra::geom::math::rotation(0.5 * Real::from(i));
            let at = [2.2 * way.re, 2.2 * way.im];
            let body = if i % 2 == 0 { Body::fixed() } else { Body::dynamic().sleeping(true) };
            put(&mut scene, body.position(at), Collider::circle(0.1).sensor(!map_senses));
        }
        let mut ledger = SensorLedger::default();
        for step in 0..400 {
            ledger.step(&mut scene);
            assert_eq!(polled(&scene), overlapping(&scene), "step {step}");
        }
        assert!(ledger.told[1] > 12, "{:?}", ledger.told);
        ledger.check();
    }
}

#[test]
fn a_map_becomes_a_sensor_and_solid_again() {
    let mut scene = scene(10.0, SolverConfig::default());
    let level = put(&mut scene, Body::fixed().position([-10.0, 0.0]), pond(Cell::Full));
    let tile = add(&mut scene, Body::dynamic().position([0.3, 2.5]), Collider::cuboid(0.5, 0.5));
    let key = at(&scene, tile).colliders().next().unwrap();
    let mut ledger = SensorLedger::default();
    for _ in 0..90 {
        ledger.step(&mut scene);
    }
    assert!(at(&scene, tile).position().y > 2.49);
    scene.collider_mut(level).unwrap().set_sensor(true).unwrap();
    ledger.step(&mut scene);
    let ends = scene.contact_events();
    assert!(matches!(ends, [ContactEvent::End { .. }]), "{ends:?}");
    scene.validate().unwrap();
    for _ in 0..20 {
        ledger.step(&mut scene);
    }
    assert!(at(&scene, tile).position().y < 2.2 && ledger.inside.contains(&[level, key]));
    for change in [
        |scene: &mut Scene, key| scene.collider_mut(key).unwrap().set_enabled(false).unwrap(),
        |scene: &mut Scene, key| {
            scene.collider_mut(key).unwrap().set_filter(Filter { mask: 0, ..Filter::default() });
        },
        |scene: &mut Scene, key| scene.remove_collider(key).unwrap(),
        |scene: &mut Scene, _| scene.clear(),
    ] {
        let mut copy = scene.clone();
        change(&mut copy, level);
        copy.step(DT).unwrap();
        assert!(
            matches!(copy.sensor_events(), [SensorEvent::End { .. }]),
            "{:?}",
            copy.sensor_events()
        );
        copy.validate().unwrap();
    }
    scene.collider_mut(level).unwrap().set_sensor(false).unwrap();
    for _ in 0..200 {
        ledger.step(&mut scene);
        scene.validate().unwrap();
    }
    assert!(ledger.inside.is_empty() && at(&scene, tile).position().y > 2.4);
    assert_eq!(ledger.told, [1, 1]);
    ledger.check();
}

#[test]
fn a_sleeper_in_the_water_costs_and_says_nothing() {
    let mut scene = weightless();
    let water = put(&mut scene, Body::fixed(), pond(Cell::Full).sensor(true));
    let floats =
        put(&mut scene, Body::dynamic().position([5.0, 1.0]).sleeping(true), Collider::circle(0.2));
    let mut ledger = SensorLedger::default();
    for _ in 0..5 {
        ledger.step(&mut scene);
    }
    assert_eq!((ledger.told, scene.stats().awake_bodies), ([1, 0], 0));
    assert_eq!(ledger.inside, [[water, floats]].into());
    // A copy knows what was known.
    let mut copy = scene.clone();
    copy.step(DT).unwrap();
    assert_eq!((copy.sensor_events(), copy.stats()), (&[][..], scene.stats()));
    ledger.check();
}

/// What is undone before the next step ended and begins again.
#[test]
fn a_map_that_was_away_between_two_steps_is_seen_again() {
    type Change = fn(&mut Scene, ColliderKey, BodyKey, bool);
    let changes: [Change; 3] = [
        |scene, map, _, on| scene.collider_mut(map).unwrap().set_enabled(on).unwrap(),
        |scene, _, body, on| scene.body_mut(body).unwrap().set_enabled(on).unwrap(),
        |scene, map, _, _| {
            let was = scene.collider(map).unwrap().is_sensor();
            scene.collider_mut(map).unwrap().set_sensor(!was).unwrap();
        },
    ];
    for map_is_sensor in [false, true] {
        for change in changes {
            let mut scene = weightless();
            let map = put(&mut scene, Body::fixed(), pond(Cell::Full).sensor(map_is_sensor));
            let other = Collider::circle(0.5).sensor(!map_is_sensor);
            put(&mut scene, Body::fixed().position([5.0, 1.0]), other);
            let mut ledger = SensorLedger::default();
            ledger.step(&mut scene);
            ledger.step(&mut scene);
            assert_eq!(polled(&scene).len(), 1);
            let body = scene.collider(map).unwrap().body();
            for _ in 0..2 {
                change(&mut scene, map, body, false);
                change(&mut scene, map, body, true);
                ledger.step(&mut scene);
                assert_eq!(polled(&scene), overlapping(&scene));
            }
            ledger.check();
        }
    }
}
