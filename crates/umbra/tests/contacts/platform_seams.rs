//! Bodies that slide over platforms side by side, or beside solid ground, move as if these were
//! one.

use crate::common::sliders::sliders;
use umbra::prelude::*;

/// How long the floors are.
const LENGTH: u16 = 200;

/// What lies in a place of a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Placed {
    Solid,
    /// A box that is a platform.
    Slab,
    /// A line that is a platform.
    Line,
    /// A line that holds on one side.
    OneSided,
    /// A line that holds on both sides.
    Segment,
    /// One of both sides that is a chain.
    Chain,
}

use self::Placed::{Chain, Line, OneSided, Segment, Slab, Solid};

fn level(scene: &mut Scene) -> BodyKey {
    scene.add_body(Body::fixed()).unwrap()
}

fn empty() -> Scene {
    Scene::new(SceneConfig::default()).unwrap()
}

/// Colliders of 1 m, these in turns.
fn scene_of(parts: &[Placed]) -> Scene {
    let mut scene = empty();
    let body = level(&mut scene);
    for (x, part) in (0..LENGTH).zip(parts.iter().cycle()) {
        let x = Real::from(x);
        let (start, end) = ([x, 0.0], [x + 1.0, 0.0]);
        let block = || Collider::cuboid(0.5, 0.5).at([x + 0.5, -0.5]);
        let collider = match part {
            Solid => block(),
            Slab => block().one_way(Vector::y()),
            Line => Collider::segment(start, end).one_way(Vector::y()),
            OneSided => Collider::segment(start, end).one_sided(true),
            Segment => Collider::segment(start, end),
            Chain => Collider::chain([start, [x + 0.5, 0.0], end]),
        };
        scene.add_collider(body, collider.friction(0.0)).unwrap();
    }
    scene
}

/// A row of these cells in turns, with the surface at y = 0.
fn scene_of_cells(cells: &[Cell], size: Real, all: Option<Vector>) -> Scene {
    let mut scene = empty();
    let body = level(&mut scene);
    let count = (Real::from(LENGTH) / size) as usize;
    let row: Vec<_> = cells.iter().copied().cycle().take(count).collect();
    let mut map = Collider::tiles(size, [row]).at([0.0, -size]).friction(0.0);
    if let Some(way) = all {
        map = map.one_way(way);
    }
    scene.add_collider(body, map).unwrap();
    scene
}

/// The sliders that did not go on as over one floor.
fn caught(name: &str, scene: impl Fn() -> Scene) -> Vec<String> {
    let (ends, steps) = ([2.0, Real::from(LENGTH) - 5.0], crate::common::cases(1000) as usize);
    let slide = |speed| {
        let scene = &scene;
        sliders()
            .into_iter()
            .filter_map(move |slider| slider.slide_over(scene(), name, speed, ends, steps).err())
    };
    [0.5, 3.0, 12.0].into_iter().flat_map(slide).collect()
}

#[test]
fn sliders_pass_the_joints_of_platforms() {
    let all = [
        &[Line][..],
        &[Slab],
        &[OneSided],
        &[Chain],
        &[Solid, Line],
        &[Solid, Slab],
        &[Solid, OneSided],
        &[Solid, Segment],
        &[Solid, Chain],
        &[Line, Slab],
        &[Line, Segment],
        &[Segment, Chain],
        &[Solid, Slab, Line],
    ];
    let slide = |parts: &&[Placed]| caught(&format!("{parts:?}"), || scene_of(parts));
    let caught: Vec<_> = all.iter().flat_map(slide).collect();
    assert!(caught.is_empty(), "{caught:#?}");
}

#[test]
fn sliders_pass_rows_of_one_way_cells() {
    let (way, full) = (Cell::OneWay, Cell::Full);
    let half = Cell::Half { half: Half::Top };
    let mut all = vec![];
    for size in [0.1, 0.25, 1.0, 3.0, 15.0] {
        let rows =
            [&[way][..], &[way, full], &[full, full, full, way, way], &[way, half], &[full, half]];
        for cells in rows {
            let name = format!("{cells:?} of {size} m");
            all.extend(caught(&name, || scene_of_cells(cells, size, None)));
        }
        // All of the map is a platform.
        let name = format!("a one-way map of {size} m");
        let cells = [full, full, half];
        all.extend(caught(&name, || scene_of_cells(&cells, size, Some(Vector::y()))));
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn sliders_pass_the_tops_of_ceiling_slopes() {
    let mut all = vec![];
    for rises in [Side::Left, Side::Right] {
        for ramp in [Ramp::Steep, Ramp::GentleStart, Ramp::GentleEnd] {
            let slope = Cell::Slope { rises, ramp, ceiling: true };
            for size in [0.25, 1.0, 3.0] {
                for cells in [&[slope][..], &[slope, Cell::Full], &[slope, slope, Cell::OneWay]] {
                    let name = format!("{cells:?} of {size} m");
                    all.extend(caught(&name, || scene_of_cells(cells, size, None)));
                }
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn what_rises_passes_the_joints_of_platforms() {
    // Frictionless, beside solid cells and between platforms: nothing slows it but gravity.
    for cells in [[Cell::OneWay; 2], [Cell::OneWay, Cell::Full]] {
        for slider in sliders().iter().filter(|slider| slider.name != "two boxes") {
            // Between the sides of solid cells it has to fit, which it does by 5 cm.
            let is_narrow = slider.name != "lying capsule";
            let places: Vec<_> = match cells {
                [_, Cell::OneWay] => {
                    (1..20_u8).map(|tenths| 8.0 + 0.1 * Real::from(tenths)).collect()
                }
                _ => [8.35, 8.5, 8.65].into_iter().filter(|_| is_narrow).collect(),
            };
            for x in places {
                let mut scene = scene_of_cells(&cells, 1.0, None);
                let body = slider.body.clone().position([x, -2.0]).velocity([0.0, 9.0]);
                let key = scene.add_body(body).unwrap();
                for collider in &slider.colliders {
                    scene.add_collider(key, collider.clone().friction(0.0)).unwrap();
                }
                let mut alone = empty();
                let body = slider.body.clone().position([x, -2.0]).velocity([0.0, 9.0]);
                let free = alone.add_body(body).unwrap();
                alone.add_collider(free, slider.colliders[0].clone()).unwrap();
                for step in 0..50 {
                    scene.step(crate::common::DT).unwrap();
                    alone.step(crate::common::DT).unwrap();
                    let (body, free) = (scene.body(key).unwrap(), alone.body(free).unwrap());
                    let name = slider.name;
                    assert_eq!(body.velocity(), free.velocity(), "{name} {cells:?} {x} {step}");
                }
                // Then it falls, and lies on them.
                for _ in 0..200 {
                    scene.step(crate::common::DT).unwrap();
                }
                let y = scene.body(key).unwrap().position().y;
                assert!((y - slider.height).abs() < 0.15, "{} {cells:?} {x}: {y}", slider.name);
            }
        }
    }
}

#[test]
fn what_drops_through_beside_solid_ground_rolls_off_its_corner() {
    let cells = [[Cell::Full; 4], [Cell::OneWay; 4]].concat();
    for off in [0.02, 0.1, 0.2, 0.28] {
        let mut scene = scene_of_cells(&cells, 1.0, None);
        let key = scene.add_body(Body::dynamic().position([4.0 + off, 0.3])).unwrap();
        scene.add_collider(key, Collider::circle(0.3).friction(0.0)).unwrap();
        for step in 0..90 {
            scene.body_mut(key).unwrap().drop_through((30..33).contains(&step));
            scene.step(crate::common::DT).unwrap();
            let Point { coords: place, .. } = scene.body(key).unwrap().position();
            // How far the solid cells are from the middle: from their corner, or from their side.
            let (x, y) = (place.x - 4.0, place.y);
            let apart = if y > 0.0 { x.hypot(y) } else { x };
            assert!(y < -1.0 || apart > 0.28, "{off}, step {step}: {place}");
        }
        assert!(scene.body(key).unwrap().position().y < -1.0, "{off}: it fell");
    }
}

#[test]
fn sliders_pass_the_joints_of_maps_that_move() {
    let mut all = vec![];
    for velocity in [[0.0, -5.0], [0.0, 5.0], [-3.0, -1.0]] {
        let cells = [Cell::OneWay, Cell::Full, Cell::Full];
        let row: Vec<_> = cells.iter().copied().cycle().take(280).collect();
        let map = Collider::tiles(0.25, [row]).at([0.0, -0.25]).friction(0.0);
        for slider in sliders() {
            for speed in [0.5, 3.0, 12.0] {
                for start in [2.0, 2.003_25, 2.1] {
                    let mut scene = empty();
                    let floor = scene.add_body(Body::kinematic().velocity(velocity)).unwrap();
                    scene.add_collider(floor, map.clone()).unwrap();
                    let name = format!("a map that moves with {velocity:?}, from {start}");
                    let ends = [start, 60.0];
                    all.extend(slider.slide_over(scene, &name, speed, ends, 240).err());
                }
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn walls_beside_platforms_are_walls() {
    // A platform leads to the foot of a wall, to its middle, or to its top.
    for (bottom, top, stops) in [(0.0, 1.0, true), (-0.5, 0.5, true), (-1.0, 0.0, false)] {
        for height in [0.004, 0.02, 0.3] {
            for speed in [0.5, 3.0, 12.0] {
                let mut scene = empty();
                let body = level(&mut scene);
                let line = Collider::segment([-5.0, 0.0], [0.0, 0.0]).one_way(Vector::y());
                scene.add_collider(body, line.friction(0.0)).unwrap();
                let wall =
                    Collider::cuboid(2.0, 0.5 * (top - bottom)).at([2.0, 0.5 * (top + bottom)]);
                scene.add_collider(body, wall.friction(0.0)).unwrap();
                let start = Body::dynamic().position([-2.0, height]).velocity([speed, 0.0]);
                let key = scene.add_body(start.lock_rotation()).unwrap();
                let slider = Collider::cuboid(0.3, height).friction(0.0);
                scene.add_collider(key, slider).unwrap();
                for _ in 0..(120.0 * (1.0 + 3.0 / speed)) as usize {
                    scene.step(crate::common::DT).unwrap();
                }
                let place = scene.body(key).unwrap().position();
                let case =
                    format!("wall from {bottom} to {top}, {height} high, {speed} m/s: {place}");
                assert_eq!((place.x + 0.3).abs() < 0.01, stops, "{case}");
                assert!(stops || place.x > 1.0, "{case}");
            }
        }
    }
}

#[test]
fn joints_follow_platforms_that_are_switched() {
    for (before, after) in [(None, Some(Vector::y())), (Some(Vector::y()), None)] {
        for slider in sliders() {
            let mut scene = empty();
            let body = level(&mut scene);
            let mut keys = vec![];
            for x in 0..20_u16 {
                let x = Real::from(x);
                let block = Collider::cuboid(0.5, 0.5).at([x + 0.5, -0.5]);
                keys.push(scene.add_collider(body, block.friction(0.0)).unwrap());
                scene.collider_mut(keys[keys.len() - 1]).unwrap().set_one_way(before).unwrap();
            }
            scene.step(crate::common::DT).unwrap();
            for key in keys.into_iter().step_by(2) {
                scene.collider_mut(key).unwrap().set_one_way(after).unwrap();
            }
            slider.slide_over(scene, "switched", 3.0, [1.0, 18.0], 400).unwrap();
        }
    }
}
