//! Queries about tile maps find what a look at every cell finds.

use std::f32::consts::TAU;
use std::ops::ControlFlow;

use crate::common::{Random, add, run, scene};
use umbra::geom::math::{pose, rotation};
use umbra::geom::query::{self, Interior};
use umbra::prelude::*;

/// A map of 80 x 50 cells of all kinds, a tenth of them filled, with bodies on it so that some have pieces.
fn cave(angle: Real, origin: [Real; 2], size: Real) -> (Scene, ColliderKey) {
    let mut random = Random(9);
    let mut cell = || match (random.next() * 60.0) as u32 {
        0 | 1 => Cell::Full,
        2 => Cell::Slope { rises: Side::Left, ramp: Ramp::Steep, ceiling: false },
        3 => Cell::Slope { rises: Side::Right, ramp: Ramp::GentleEnd, ceiling: true },
        4 => Cell::Half { half: Half::Left },
        5 => Cell::OneWay,
        _ => Cell::Empty,
    };
    let rows: Vec<Vec<_>> = (0..50).map(|_| (0..80).map(|_| cell()).collect()).collect();
    let mut scene = scene(10.0, SolverConfig::default());
    let level = scene.add_body(Body::fixed().position(origin).angle(angle)).unwrap();
    let map = scene.add_collider(level, Collider::tiles(size, rows)).unwrap();
    let frame = pose(origin, angle);
    for index in 0..12 {
        let at = frame * Point::new(size * (6.5 * index as Real + 0.5), size * 30.0);
        add(&mut scene, Body::dynamic().position(at), Collider::circle(0.4 * size));
    }
    run(&mut scene, 20);
    (scene, map)
}

/// Places of caves: one as it is, one that is turned, one that is far away, one of small cells.
const CAVES: [(Real, [Real; 2], Real); 4] = [
    (0.0, [0.0, 0.0], 1.0),
    (0.4, [-12.0, 5.0], 1.0),
    (-2.0, [400.0, -300.0], 2.5),
    (0.1, [3.0, 3.0], 0.3),
];

type Parts = Vec<(ColliderKey, Shape, Pose)>;

/// Every shape of the scene, cells one by one.
fn parts(scene: &Scene) -> Parts {
    let of = |key| {
        let shapes = scene.collider(key).unwrap().shapes();
        shapes.map(move |(shape, at)| (key, shape.clone(), at)).collect::<Vec<_>>()
    };
    scene.colliders().flat_map(of).collect()
}

/// The least fraction at which anything is met, by the rule of platforms if it is asked for.
fn first(
    parts: &Parts,
    up: Option<Vector>,
    meets: impl Fn(&Shape, &Pose) -> Option<(Real, Vector)>,
) -> Option<Real> {
    let fractions = parts.iter().filter_map(|(_, shape, at)| {
        let (fraction, normal) = meets(shape, at)?;
        let is_platform = matches!(shape, Shape::Segment(_));
        let is_held = up.is_none_or(|up| !is_platform || normal.dot(&up) >= 0.7);
        is_held.then_some(fraction)
    });
    fractions.reduce(Real::min)
}

#[test]
fn rays_and_casts_find_the_first_cell() {
    for (angle, origin, size) in CAVES {
        let (scene, map) = cave(angle, origin, size);
        let (parts, frame) = (parts(&scene), pose(origin, angle));
        let up = frame.rotation * Vector::new(0.0, 1.0);
        let all = QueryFilter::default();
        let probe = Shape::from(Polygon::cuboid(0.3 * size, 0.2 * size).unwrap());
        let mut random = Random(31);
        let (mut hits, mut cells, mut rays) = (0, 0, Vec::new());
        for index in 0..150 {
            let mut place = || Point::new(random.within(-10.0, 90.0), random.within(-10.0, 60.0));
            let (from, to) = (frame * (place() * size), frame * (place() * size));
            let way = match index % 5 {
                0 => frame.rotation * Vector::new(30.0 * size, 0.0),
                1 => frame.rotation * Vector::new(0.0, -20.0 * size),
                _ => to - from,
            };
            rays.push(Ray::new(from, way));
            let ray = |shape: &Shape, at: &Pose| {
                let hit = query::cast_ray(shape, at, from, way, Interior::Solid)?;
                Some((hit.fraction, hit.normal))
            };
            let found = scene.cast_ray(from, way, all);
            assert_eq!(found.map(|hit| hit.fraction), first(&parts, Some(up), ray), "{index}");
            let solid = scene.cast_ray(from, way, all.platforms(Platforms::Solid));
            assert_eq!(solid.map(|hit| hit.fraction), first(&parts, None, ray));
            hits += usize::from(found.is_some());
            cells += usize::from(found.is_some_and(|hit| hit.collider == map));
            let mut count = 0;
            scene.cast_ray_all(from, way, all.platforms(Platforms::Solid), |_| {
                count += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(
                count,
                parts.iter().filter(|(_, shape, at)| ray(shape, at).is_some()).count()
            );

            let start = Pose::from_parts(from.coords.into(), rotation(random.within(0.0, TAU)));
            let cast = |shape: &Shape, at: &Pose| {
                let hit = query::cast_shape(shape, at, &probe, &start, way)?;
                Some((hit.fraction, hit.normal))
            };
            let found = scene.cast_shape(&probe, start, way, all.platforms(Platforms::Solid));
            assert_eq!(found.map(|hit| hit.fraction), first(&parts, None, cast));
        }
        assert!(hits > 60 && cells > 50 && hits < 150, "{hits} {cells}");
        let alone = rays.iter().map(|ray| scene.cast_ray(ray.origin, ray.translation, all));
        let alone: Vec<_> = alone.collect();
        assert_eq!(scene.cast_rays(&rays, all), alone);
    }
}

#[test]
fn overlaps_and_points_find_all_cells() {
    for (angle, origin, size) in CAVES {
        let (scene, map) = cave(angle, origin, size);
        let (parts, frame) = (parts(&scene), pose(origin, angle));
        let all = QueryFilter::default();
        let holding = |holds: &dyn Fn(&Shape, &Pose) -> bool| {
            let mut keys: Vec<_> =
                parts.iter().filter(|(_, s, p)| holds(s, p)).map(|(key, ..)| *key).collect();
            keys.sort_unstable();
            keys.dedup();
            keys
        };
        let probe = Shape::from(Polygon::cuboid(0.8 * size, 0.5 * size).unwrap());
        let mut random = Random(17);
        let mut found = 0;
        for index in 0..200 {
            let place = Point::new(random.within(-8.0, 88.0), random.within(-8.0, 58.0));
            let point = frame * (place * size);
            let keys = scene.colliders_at(point, all);
            assert_eq!(keys, holding(&|s, p| query::contains_point(s, p, point)));
            let half = [0.5 * size, (index % 4) as Real * size];
            let aabb = Aabb::from_half_extents(point, half).unwrap();
            let keys = scene.overlap_aabb(&aabb, all);
            assert_eq!(keys, holding(&|s, p| s.aabb(p).overlaps(&aabb)));
            let there = Pose::from_parts(point.coords.into(), rotation(index as Real));
            let keys = scene.overlap_shape(&probe, there, all);
            assert_eq!(keys, holding(&|s, p| query::overlaps(s, p, &probe, &there)));
            found += usize::from(keys.contains(&map));

            let distance = |(_, s, p): &(ColliderKey, Shape, Pose)| {
                query::project_point(s, p, point).signed_distance
            };
            let least = parts.iter().map(distance).reduce(Real::min);
            let near = scene.closest_point(point, Real::INFINITY, all);
            assert_eq!(near.map(|hit| hit.distance), least);
            let near = scene.closest_point(point, 2.0 * size, all).map(|hit| hit.distance);
            assert_eq!(near, least.filter(|least| *least <= 2.0 * size));
            let own = parts.iter().filter(|(key, ..)| *key == map).map(distance);
            let (own, mut seen) = (own.reduce(Real::min), None);
            scene.closest_points_each(point, Real::INFINITY, all, |hit| {
                if hit.collider == map {
                    assert!(seen.replace(hit.distance).is_none(), "a map is visited once");
                }
                ControlFlow::Continue(())
            });
            assert_eq!(seen, own);
        }
        assert!(found > 30, "{found}");
    }
}

#[test]
fn normals_over_the_seams_of_cells_are_those_of_faces() {
    for (angle, origin) in [(0.0, [0.0, 0.0]), (0.5, [-7.0, 3.0])] {
        let mut scene = scene(10.0, SolverConfig::default());
        let frame = pose(origin, angle);
        let level = scene.add_body(Body::fixed().position(origin).angle(angle)).unwrap();
        let rows = [[Cell::Full; 20], [Cell::Full; 20]];
        scene.add_collider(level, Collider::tiles(1.0, rows)).unwrap();
        // The floor goes on as a box.
        let beside = frame * Point::new(21.0, 1.0);
        let block = Collider::cuboid(1.0, 1.0);
        add(&mut scene, Body::fixed().position(beside).angle(angle), block);
        let up = frame.rotation * Vector::new(0.0, 1.0);
        let disc = Shape::from(Circle::new(0.3).unwrap());
        let all = QueryFilter::default();
        for index in 0..400 {
            let seam = (index % 20 + 1) as Real;
            let aside = [0.0, 1e-6, -1e-6, 1e-4, -1e-4, 0.3][index % 6];
            // Turned cells are apart by a rounding error: what goes straight along it passes.
            let straight = if angle == 0.0 { 0.0 } else { 0.05 };
            let slant = [straight, 0.3, -0.3, 1.0, -1.0][index % 5];
            let start = frame * Point::new(seam + aside - slant, 3.0);
            let way = frame.rotation * (Vector::new(slant, -1.0) * 1.5);
            let hit = scene.cast_ray(start, way, all).unwrap();
            assert!((hit.normal - up).norm() < 1e-5, "{index}: {:?}", hit.normal);
            let hit = scene.cast_shape(&disc, pose(start.coords, 0.0), way, all).unwrap();
            assert!((hit.normal - up).norm() < 1e-4, "{index}: {:?}", hit.normal);
        }
    }
}

#[test]
fn maps_heed_filters_and_changes() {
    let (mut scene, map) = cave(0.0, [0.0, 0.0], 1.0);
    let level = scene.collider(map).unwrap().body();
    let at = Point::new(200.5, 100.5);
    let all = QueryFilter::default();
    assert_eq!(scene.colliders_at(at, all), []);
    scene.collider_mut(map).unwrap().set_cell([200, 100], Cell::Full).unwrap();
    assert_eq!(scene.colliders_at(at, all), [map]);
    let hit = scene.cast_ray([200.5, 140.0], [0.0, -80.0], all).unwrap();
    assert_eq!((hit.collider, hit.body, hit.point), (map, level, Point::new(200.5, 101.0)));
    assert_eq!(scene.colliders_at(at, all.exclude(level)), []);
    assert_eq!(scene.colliders_at(at, all.only(BodyKind::Dynamic)), []);
    assert_eq!(scene.colliders_at(at, all.predicate(|key| key != map)), []);
    let nobody = Filter { mask: 0, ..all.filter };
    assert_eq!(scene.colliders_at(at, QueryFilter { filter: nobody, ..all }), []);
    scene.body_mut(level).unwrap().set_enabled(false).unwrap();
    assert_eq!(scene.colliders_at(at, all), []);
    assert_eq!(scene.cast_ray([200.5, 140.0], [0.0, -80.0], all), None);
}

#[test]
fn maps_that_are_sensors_are_found_if_asked_for() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let level = scene.add_body(Body::fixed()).unwrap();
    let water = Collider::tiles(1.0, [[Cell::Full; 4]; 4]).sensor(true);
    let water = scene.add_collider(level, water).unwrap();
    let solid = QueryFilter::default();
    let all = solid.sensors(true);
    let ray = |filter| scene.cast_ray([-2.0, 2.5], [9.0, 0.0], filter).map(|hit| hit.collider);
    assert_eq!((ray(all), ray(solid)), (Some(water), None));
    assert_eq!(scene.colliders_at([2.0, 2.0], all), [water]);
    assert_eq!(scene.colliders_at([2.0, 2.0], solid), []);
    let near = |filter| scene.closest_point([5.0, 2.0], 3.0, filter).map(|it| it.collider);
    assert_eq!((near(all), near(solid)), (Some(water), None));
    scene.collider_mut(water).unwrap().set_enabled(false).unwrap();
    assert_eq!(scene.colliders_at([2.0, 2.0], all), []);
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
