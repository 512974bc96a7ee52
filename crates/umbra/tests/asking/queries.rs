//! Queries find what looking at every collider finds.

use std::ops::ControlFlow;

use crate::common::{add, at, run, scene};
use umbra::geom::math::pose;
use umbra::geom::query::{self, Interior};
use umbra::prelude::*;

/// A heap that has fallen for a while, so that boxes are fat and trees are not fresh.
fn heap() -> Scene {
    let mut scene = scene(10.0, SolverConfig::default());
    crate::common::ground(&mut scene, |collider| collider);
    for i in 0..120_u32 {
        let place = [(i * 17 % 23) as Real - 11.0, 1.0 + 0.4 * i as Real];
        let shape = match i % 3 {
            0 => Collider::cuboid(0.5, 0.3),
            1 => Collider::circle(0.4),
            _ => Collider::compound([
                (pose([-0.4, 0.0], 0.0), Circle::new(0.3).unwrap().into()),
                (pose([0.3, 0.0], 0.3), Polygon::cuboid(0.4, 0.2).unwrap().into()),
            ]),
        };
        add(&mut scene, Body::dynamic().position(place).angle(i as Real), shape);
    }
    run(&mut scene, 90);
    scene
}

/// Every shape of the scene with its collider.
fn shapes(scene: &Scene) -> Vec<(ColliderKey, Shape, Pose)> {
    let of = |key| {
        let shapes = scene.collider(key).unwrap().shapes();
        shapes.map(move |(shape, pose)| (key, shape.clone(), pose)).collect::<Vec<_>>()
    };
    scene.colliders().flat_map(of).collect()
}

fn holding(
    all: &[(ColliderKey, Shape, Pose)],
    is: impl Fn(&Shape, &Pose) -> bool,
) -> Vec<ColliderKey> {
    let mut keys: Vec<_> = all.iter().filter(|(_, s, p)| is(s, p)).map(|(key, ..)| *key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[test]
fn rays_and_casts_find_the_first_of_all() {
    let scene = heap();
    let all = shapes(&scene);
    let disc = Shape::from(Circle::new(0.3).unwrap());
    let (mut hits, mut casts) = (0, 0);
    for i in 0..200 {
        let angle = i as Real * 0.37;
        let origin = Point::new((i % 20) as Real - 10.0, 6.0 + (i % 7) as Real);
        let way = Vector::new(angle.cos(), angle.sin()) * 15.0;
        let ray = |(_, s, p): &(ColliderKey, Shape, Pose)| {
            query::cast_ray(s, p, origin, way, Interior::Solid).map(|hit| hit.fraction)
        };
        let expected = all.iter().filter_map(ray).reduce(Real::min);
        let found = scene.cast_ray(origin, way, QueryFilter::default());
        assert_eq!(found.map(|hit| hit.fraction), expected);
        hits += usize::from(found.is_some());

        let mut count = 0;
        scene.cast_ray_all(origin, way, QueryFilter::default(), |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(count, all.iter().filter_map(ray).count());

        let from = pose(origin, 0.0);
        let cast = |(_, s, p): &(ColliderKey, Shape, Pose)| {
            query::cast_shape(s, p, &disc, &from, way).map(|hit| hit.fraction)
        };
        let expected = all.iter().filter_map(cast).reduce(Real::min);
        let found = scene.cast_shape(&disc, from, way, QueryFilter::default());
        assert_eq!(found.map(|hit| hit.fraction), expected);
        casts += usize::from(found.is_some());

        let mut count = 0;
        scene.cast_shape_each(&disc, from, way, QueryFilter::default(), |_| {
            count += 1;
            ControlFlow::Continue(1.0)
        });
        assert_eq!(count, all.iter().filter_map(cast).count());
    }
    assert!(hits > 50 && casts > 50, "{hits} {casts}");
}

#[test]
fn overlaps_and_points_find_all() {
    let scene = heap();
    let all = shapes(&scene);
    let anybody = QueryFilter::default();
    let probe = Shape::from(Polygon::cuboid(0.8, 0.5).unwrap());
    let mut found = 0;
    for i in 0..200 {
        let point = Point::new((i % 25) as Real - 12.0, 0.3 * (i / 10) as Real - 0.5);
        let keys = scene.colliders_at(point, anybody);
        assert_eq!(keys, holding(&all, |s, p| query::contains_point(s, p, point)));
        found += keys.len();

        let aabb = Aabb::from_half_extents(point, [1.0, 0.5]).unwrap();
        let keys = scene.overlap_aabb(&aabb, anybody);
        assert_eq!(keys, holding(&all, |s, p| s.aabb(p).overlaps(&aabb)));

        let there = pose(point, 0.1 * i as Real);
        let keys = scene.overlap_shape(&probe, there, anybody);
        assert_eq!(keys, holding(&all, |s, p| query::overlaps(s, p, &probe, &there)));

        let distances =
            all.iter().map(|(_, s, p)| query::project_point(s, p, point).signed_distance);
        let least = distances.reduce(Real::min).filter(|distance| *distance <= 2.0);
        let nearest = scene.closest_point(point, 2.0, anybody);
        assert_eq!(nearest.map(|hit| hit.distance), least);
    }
    assert!(found > 20, "{found}");
}

/// What a query visits until it has visited so many.
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
fn queries_visit_what_the_lists_hold_and_stop_when_told() {
    let scene = heap();
    let all = shapes(&scene);
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
    // The ray and the cast too.
    let mut hits = 0;
    let stop = |_: RayHit| {
        hits += 1;
        ControlFlow::Break(())
    };
    scene.cast_ray_each([-12.0, 1.0], [24.0, 0.0], anybody, stop);
    let disc = Shape::from(Circle::new(0.3).unwrap());
    let stop = |_: CastHit| {
        hits += 1;
        ControlFlow::Break(())
    };
    scene.cast_shape_each(&disc, pose([-12.0, 1.0], 0.0), [24.0, 0.0], anybody, stop);
    assert_eq!(hits, 2);
    // Nobody is left when the filter leaves out all.
    let nobody = Filter { mask: 0, ..anybody.filter };
    let nobody = QueryFilter { filter: nobody, ..anybody };
    assert_eq!(visited(1, |visit| scene.overlap_aabb_each(&aabb, nobody, visit)), []);
    assert_eq!(visited(1, |visit| scene.overlap_shape_each(&probe, there, nobody, visit)), []);
    assert_eq!(visited(1, |visit| scene.colliders_at_each(place, nobody, visit)), []);
}

#[test]
fn queries_see_moves_between_steps_and_heed_filters() {
    let mut scene = heap();
    let ghost = Collider::circle(0.5).filter(Filter { category: 4, ..Filter::default() });
    let ghost = add(&mut scene, Body::fixed().position([50.0, 50.0]), ghost);
    let anybody = QueryFilter::default();
    assert_eq!(scene.colliders_at([50.2, 50.0], anybody).len(), 1);
    scene.body_mut(ghost).unwrap().set_position([80.0, 80.0]).unwrap();
    assert_eq!(scene.colliders_at([50.2, 50.0], anybody), []);
    let there = [80.2, 80.0];
    assert_eq!(scene.colliders_at(there, anybody).len(), 1);
    assert_eq!(scene.colliders_at(there, QueryFilter { exclude: Some(ghost), ..anybody }), []);
    let others = Filter { mask: !4, ..anybody.filter };
    assert_eq!(scene.colliders_at(there, QueryFilter { filter: others, ..anybody }), []);
    scene.body_mut(ghost).unwrap().set_enabled(false).unwrap();
    assert_eq!(scene.colliders_at(there, anybody), []);
    assert_eq!(at(&scene, ghost).position(), Point::new(80.0, 80.0));
}

#[test]
fn queries_with_bad_numbers_find_nothing() {
    let scene = heap();
    let anybody = QueryFilter::default();
    let disc = Shape::from(Circle::new(0.3).unwrap());
    for bad in [Real::NAN, Real::INFINITY] {
        assert_eq!(scene.cast_ray([bad, 0.0], [1.0, 0.0], anybody), None);
        assert_eq!(scene.cast_ray([0.0, 9.0], [0.0, -bad], anybody), None);
        assert_eq!(scene.cast_shape(&disc, pose([bad, 0.0], 0.0), [1.0, 0.0], anybody), None);
        assert_eq!(scene.colliders_at([bad, 0.0], anybody), []);
        assert_eq!(scene.overlap_shape(&disc, pose([0.0, bad], 0.0), anybody), []);
    }
    assert_eq!(scene.closest_point([Real::NAN, 0.0], 1.0, anybody), None);
    assert_eq!(scene.closest_point([0.0, 0.0], Real::NAN, anybody), None);
    // So far away, squares of distances are infinite.
    for bad in [Real::NAN, Real::INFINITY, -3e30] {
        assert_eq!(scene.closest_point([bad, 0.0], Real::INFINITY, anybody), None);
        scene.closest_points_each([0.0, bad], 8e35, anybody, |hit| panic!("{bad}: {hit:?}"));
    }
    assert!(scene.closest_point([1e17, 0.0], Real::INFINITY, anybody).is_some());
    assert_eq!(scene.closest_point([0.0, 0.0], -1.0, anybody).map(|hit| hit.distance > 0.0), None);
}

#[test]
fn a_filter_chooses_kinds_and_asks_a_predicate_and_a_cast_says_where_its_shape_stood() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let mut add = |body: Body, x: Real| {
        let body = scene.add_body(body.position([x, 0.0])).unwrap();
        scene.add_collider(body, Collider::cuboid(0.5, 0.5)).unwrap()
    };
    let keys = [add(Body::fixed(), 2.0), add(Body::kinematic(), 4.0), add(Body::dynamic(), 6.0)];
    let all = QueryFilter::default();
    let first = |filter| scene.cast_ray([0.0, 0.0], [9.0, 0.0], filter).map(|hit| hit.collider);
    let kinds = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic];
    for (kind, key) in kinds.into_iter().zip(keys) {
        assert_eq!(first(all.only(kind)), Some(key));
    }
    assert_eq!(first(all.only([BodyKind::Kinematic, BodyKind::Dynamic])), Some(keys[1]));
    assert_eq!(first(all.only([])), None);
    let body = scene.collider(keys[0]).unwrap().body();
    assert_eq!(first(all.exclude(body)), Some(keys[1]));

    let last = all.predicate(|key| key == keys[2]);
    let ball = Shape::from(Circle::new(0.25).unwrap());
    let pose = Pose::new(Vector::new(0.0, 0.1), 0.5);
    let hit = scene.cast_shape(&ball, pose, [9.0, 0.0], last).unwrap();
    assert_eq!(hit.collider, keys[2]);
    let place = hit.pose.translation.vector;
    assert!((place - Vector::new(5.25, 0.1)).norm() < 1e-4, "{place}");
    assert_eq!(hit.pose.rotation, pose.rotation);
    let around = Aabb { min: Point::new(0.0, -1.0), max: Point::new(9.0, 1.0) };
    assert_eq!(scene.overlap_aabb(&around, last), [keys[2]]);
    assert_eq!(scene.closest_point([0.0, 0.0], 9.0, last).unwrap().collider, keys[2]);
}

/// Static bodies, others and sensors are in trees of their own: a point in one of the first must not hide the others.
#[test]
fn the_deepest_collider_around_a_point_is_found_in_whichever_tree_it_is() {
    let all = QueryFilter::default().sensors(true);
    // How deep the point lies in a fixed body, a dynamic one and a sensor, and which of them is the answer.
    for (depths, deepest) in [([0.1, 0.3, 0.2], 1), ([0.1, 0.2, 0.3], 2), ([0.3, 0.1, 0.2], 0)] {
        let mut scene = scene(10.0, SolverConfig::default());
        let bodies = [Body::fixed(), Body::dynamic(), Body::fixed()];
        let bodies: Vec<_> = bodies
            .into_iter()
            .zip(depths)
            .enumerate()
            .map(|(index, (body, depth))| {
                let body = body.position([5.0 * depth - 0.5, 0.0]);
                let radius = (5.0 * depth - 0.5).abs() + depth;
                add(&mut scene, body, Collider::circle(radius).sensor(index == 2))
            })
            .collect();
        let nearest = scene.closest_point([0.0, 0.0], 1.0, all).unwrap();
        assert_eq!(nearest.body, bodies[deepest], "{depths:?}");
        assert!((nearest.distance + depths[deepest]).abs() < 1e-6);
    }
}
