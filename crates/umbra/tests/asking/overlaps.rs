//! Overlaps with boxes, shapes and points find what a look at every shape finds.

use std::ops::ControlFlow;

use crate::common::{add, at, scene};
use crate::worlds::{CAVES, cave, heap, holding, in_cave, in_heap, parts};
use umbra::geom::math::{pose, rotation};
use umbra::geom::query;
use umbra::prelude::*;

#[test]
fn overlaps_and_points_find_all() {
    let scene = heap();
    let all = parts(&scene);
    let anybody = QueryFilter::default();
    let probe = Shape::from(Polygon::cuboid(0.8, 0.5).unwrap());
    let mut found = 0;
    for (i, point) in in_heap().enumerate() {
        let keys = scene.colliders_at(point, anybody);
        assert_eq!(keys, holding(&all, |s, p| query::contains_point(s, p, point)));
        found += keys.len();

        let aabb = Aabb::from_half_extents(point, [1.0, 0.5]).unwrap();
        let keys = scene.overlap_aabb(&aabb, anybody);
        assert_eq!(keys, holding(&all, |s, p| s.aabb(p).overlaps(&aabb)));

        let there = pose(point, 0.1 * i as Real);
        let keys = scene.overlap_shape(&probe, there, anybody);
        assert_eq!(keys, holding(&all, |s, p| query::overlaps(s, p, &probe, &there)));
    }
    assert!(found > 20, "{found}");
}

#[test]
fn overlaps_and_points_find_all_cells() {
    for (angle, origin, size) in CAVES {
        let (scene, map) = cave(angle, origin, size);
        let (parts, frame) = (parts(&scene), pose(origin, angle));
        let all = QueryFilter::default();
        let probe = Shape::from(Polygon::cuboid(0.8 * size, 0.5 * size).unwrap());
        let mut found = 0;
        for (index, point) in in_cave(frame, size).enumerate() {
            let keys = scene.colliders_at(point, all);
            assert_eq!(keys, holding(&parts, |s, p| query::contains_point(s, p, point)));
            let half = [0.5 * size, (index % 4) as Real * size];
            let aabb = Aabb::from_half_extents(point, half).unwrap();
            let keys = scene.overlap_aabb(&aabb, all);
            assert_eq!(keys, holding(&parts, |s, p| s.aabb(p).overlaps(&aabb)));
            let there = Pose::from_parts(point.coords.into(), rotation(index as Real));
            let keys = scene.overlap_shape(&probe, there, all);
            assert_eq!(keys, holding(&parts, |s, p| query::overlaps(s, p, &probe, &there)));
            found += usize::from(keys.contains(&map));
        }
        assert!(found > 30, "{found}");
    }
}

/// Colliders that a query visits until it has visited so many.
fn visited(
    most: usize,
    query: impl FnOnce(&mut dyn FnMut(ColliderKey) -> ControlFlow<()>),
) -> Vec<ColliderKey> {
    let mut keys = Vec::new();
    query(&mut |key| {
        keys.push(key);
        if keys.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    keys
}

#[test]
fn visitors_see_what_the_lists_hold_and_stop_when_told() {
    let scene = heap();
    let all = parts(&scene);
    let anybody = QueryFilter::default();
    let probe = Shape::from(Polygon::cuboid(6.0, 6.0).unwrap());
    let there = pose([0.0, 3.0], 0.3);
    let aabb = Aabb::from_half_extents(Point::new(0.0, 3.0), [6.0, 6.0]).unwrap();
    // One of each collider's shapes that hold it is visited.
    let held = |is: &dyn Fn(&Shape, &Pose) -> bool| all.iter().filter(|(_, s, p)| is(s, p)).count();
    let in_box = held(&|s, p| s.aabb(p).overlaps(&aabb));
    let in_probe = held(&|s, p| query::overlaps(s, p, &probe, &there));
    let place = at(&scene, scene.bodies().nth(1).unwrap()).position();
    let at_place = held(&|s, p| query::contains_point(s, p, place));
    assert!(in_box > 20 && in_probe > 20 && at_place > 0);
    for (most, is_all) in [(usize::MAX, true), (3, false), (1, false)] {
        let count = |count: usize| if count < most { count } else { most };
        let keys = visited(most, |visit| scene.overlap_aabb_each(&aabb, anybody, visit));
        assert_eq!(keys.len(), count(in_box));
        let listed = scene.overlap_aabb(&aabb, anybody);
        assert!(keys.iter().all(|key| listed.contains(key)));
        assert!(!is_all || listed.iter().all(|key| keys.contains(key)));
        let keys = visited(most, |visit| scene.overlap_shape_each(&probe, there, anybody, visit));
        assert_eq!(keys.len(), count(in_probe));
        let listed = scene.overlap_shape(&probe, there, anybody);
        assert!(keys.iter().all(|key| listed.contains(key)));
        assert!(!is_all || listed.iter().all(|key| keys.contains(key)));
        let keys = visited(most, |visit| scene.colliders_at_each(place, anybody, visit));
        assert_eq!(keys.len(), count(at_place));
    }
    // Nobody is left when the filter leaves out all.
    let nobody = Filter { mask: 0, ..anybody.filter };
    let nobody = QueryFilter { filter: nobody, ..anybody };
    assert_eq!(visited(1, |visit| scene.overlap_aabb_each(&aabb, nobody, visit)), []);
    assert_eq!(visited(1, |visit| scene.overlap_shape_each(&probe, there, nobody, visit)), []);
    assert_eq!(visited(1, |visit| scene.colliders_at_each(place, nobody, visit)), []);
}

#[test]
fn overlaps_with_bad_numbers_find_nothing() {
    let scene = heap();
    let anybody = QueryFilter::default();
    let disc = Shape::from(Circle::new(0.3).unwrap());
    for bad in [Real::NAN, Real::INFINITY] {
        assert_eq!(scene.colliders_at([bad, 0.0], anybody), []);
        assert_eq!(scene.overlap_shape(&disc, pose([0.0, bad], 0.0), anybody), []);
    }
}

#[test]
fn no_cell_holds_a_point_that_is_not_finite() {
    let mut scene = scene(10.0, SolverConfig::default());
    let mut row = vec![Tile::from(Cell::Full)];
    for (rises, ceiling) in
        [Side::Left, Side::Right].into_iter().flat_map(|s| [(s, true), (s, false)])
    {
        for ramp in [Ramp::Steep, Ramp::GentleStart, Ramp::GentleEnd] {
            row.push(Cell::Slope { rises, ramp, ceiling }.into());
        }
    }
    for angle in [0.0, 0.4, 2.0] {
        let map = Collider::tiles(1.0, [row.clone()]);
        add(&mut scene, Body::fixed().angle(angle).position([3.0, 1.0]), map);
    }
    let numbers = [Real::NAN, Real::INFINITY, Real::NEG_INFINITY, 1e30, -1e30, 3.5, 0.5];
    for (x, y) in numbers.into_iter().flat_map(|x| numbers.map(|y| (x, y))) {
        if x.abs() < 10.0 && y.abs() < 10.0 {
            continue;
        }
        let found = scene.colliders_at([x, y], QueryFilter::default());
        assert_eq!(found, [], "{x} {y}");
    }
}
