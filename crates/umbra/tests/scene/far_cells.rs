//! Cells far from the origin of their map.

use crate::common::scene;
use umbra::prelude::*;

#[test]
fn a_map_of_two_cells_far_apart_is_read_at_once() {
    let mut scene = scene(10.0, SolverConfig::default());
    let level = scene.add_body(Body::fixed()).unwrap();
    let map = scene.add_collider(level, Collider::tiles(0.25, [[Cell::Full]])).unwrap();
    let last = (1 << 23) - 1;
    let far = [[last, last], [-last - 1, last], [40_000, -70_000], [3, 2]];
    for at in far {
        scene.collider_mut(map).unwrap().set_cell(at, Cell::Full).unwrap();
    }
    let collider = scene.collider(map).unwrap();
    assert_eq!((collider.shapes().count(), collider.local_shapes().count()), (5, 5));
    // Row by row from below.
    let cells: Vec<_> = collider.cells_in(&collider.aabb()).map(|(at, _)| at).collect();
    assert_eq!(cells, [far[2], [0, 0], far[3], far[1], far[0]]);
    for (shape, at) in collider.shapes().map(|(shape, pose)| (shape, pose.translation.vector)) {
        let cell = cells.iter().find(|cell| collider.cell_at(Point::from(at)) == Some(**cell));
        assert!(cell.is_some() && shape.area_properties().area > 0.0, "{at}");
    }
    let mut picture = SvgDraw::new();
    scene.debug_draw(&mut picture, DebugOptions::default()).unwrap();
    // In the middle of nowhere.
    let near = scene.closest_point([8e5, 9e5], Real::INFINITY, QueryFilter::default()).unwrap();
    assert_eq!(near.part, ColliderPart::Cell([3, 2]));
    let near = scene.closest_point([2e6, 1.9e6], Real::INFINITY, QueryFilter::default()).unwrap();
    assert_eq!(near.part, ColliderPart::Cell(far[0]));
}

#[test]
fn cells_too_far_away_to_tell_them_apart_are_refused() {
    let mut scene = scene(10.0, SolverConfig::default());
    let level = scene.add_body(Body::fixed()).unwrap();
    let map = scene.add_collider(level, Collider::tiles(1.0, [[Cell::Full]])).unwrap();
    let far = 1 << 23;
    for (at, axis) in [
        ([far, 0], "x"),
        ([0, far], "y"),
        ([-far - 1, 0], "x"),
        ([(1 << 24) + 1, 0], "x"),
        ([0, i32::MIN], "y"),
        ([i32::MAX, 0], "x"),
    ] {
        let refused = scene.collider_mut(map).unwrap().set_cell(at, Cell::Full).unwrap_err();
        let start = format!("`cell.{axis}` must be from -8388608 to 8388607, but is ");
        assert!(refused.to_string().starts_with(&start), "{refused}");
    }
    assert_eq!(scene.collider(map).unwrap().shapes().count(), 1);
    // The last ones have places of their own.
    for at in [far - 2, far - 1, -far, 1 - far] {
        scene.collider_mut(map).unwrap().set_cell([at, 0], Cell::Full).unwrap();
    }
    let places = scene.collider(map).unwrap().shapes().map(|(_, pose)| pose.translation.x);
    let places: Vec<_> = places.collect();
    assert_eq!(places, [-8_388_607.5, -8_388_606.5, 0.5, 8_388_606.5, 8_388_607.5]);
}
