//! Filters of queries: groups, kinds of bodies, predicates, platforms, sensors, and changes between
//! two steps.

use std::ops::ControlFlow;

use crate::common::{DT, add, at};
use crate::sensors::{put, weightless, zone};
use crate::worlds::{cave, heap, platform};
use umbra::geom::math::pose;
use umbra::prelude::*;

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

#[test]
fn queries_about_places_find_platforms_unless_told() {
    let (scene, key) = platform(0.0);
    let all = QueryFilter::default();
    let disc = Shape::from(Circle::new(0.5).unwrap());
    let around = Aabb::from_half_extents([0.0, 1.9], [0.1, 0.1]).unwrap();
    let counts = |filter: QueryFilter| {
        let mut visits = 0;
        scene.closest_points_each([0.0, 3.0], 2.0, filter, |_| {
            visits += 1;
            ControlFlow::Continue(())
        });
        [
            scene.colliders_at([0.0, 1.9], filter).len(),
            scene.overlap_aabb(&around, filter).len(),
            scene.overlap_shape(&disc, pose([0.0, 2.0], 0.0), filter).len(),
            usize::from(scene.closest_point([0.0, 3.0], 2.0, filter).is_some()),
            visits,
        ]
    };
    assert_eq!(counts(all), [1; 5]);
    assert_eq!(counts(all.platforms(Platforms::Solid)), [1; 5]);
    assert_eq!(counts(all.platforms(Platforms::Overlooked)), [0; 5]);
    assert_eq!(scene.colliders_at([0.0, 1.9], all), [key]);
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
fn queries_find_sensors_if_they_ask_for_them() {
    let mut scene = weightless();
    let fixed = put(&mut scene, Body::fixed().position([3.0, 0.0]), zone());
    let moving = Body::dynamic().position([6.0, 0.0]).velocity([0.0, 0.0]);
    let moving = put(&mut scene, moving, Collider::circle(0.5).sensor(true));
    let wall = put(&mut scene, Body::fixed().position([9.0, 0.0]), Collider::cuboid(0.5, 0.5));
    scene.step(DT).unwrap();
    let (plain, all) = (QueryFilter::default(), QueryFilter::default().sensors(true));
    let hit = |filter| scene.cast_ray([0.0, 0.0], [20.0, 0.0], filter).unwrap().collider;
    assert_eq!((hit(plain), hit(all)), (wall, fixed));
    let count = |filter| {
        let mut found = vec![];
        scene.cast_ray_all([0.0, 0.0], [20.0, 0.0], filter, |hit| {
            found.push(hit.collider);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    };
    assert_eq!((count(plain), count(all)), (vec![wall], vec![fixed, moving, wall]));
    let disc: Shape = Circle::new(0.1).unwrap().into();
    let start = pose([0.0, 0.0], 0.0);
    let cast = |filter| scene.cast_shape(&disc, start, [20.0, 0.0], filter).unwrap().collider;
    assert_eq!((cast(plain), cast(all)), (wall, fixed));
    let at_six = |filter| scene.colliders_at([6.0, 0.2], filter);
    assert_eq!((at_six(plain), at_six(all)), (vec![], vec![moving]));
    let around = Aabb { min: Point::new(0.0, -1.0), max: Point::new(20.0, 1.0) };
    assert_eq!(scene.overlap_aabb(&around, plain), [wall]);
    assert_eq!(scene.overlap_aabb(&around, all), [fixed, moving, wall]);
    let wide: Shape = Circle::new(4.0).unwrap().into();
    let over = |filter| scene.overlap_shape(&wide, pose([5.0, 0.0], 0.0), filter);
    assert_eq!((over(plain), over(all)), (vec![wall], vec![fixed, moving, wall]));
    let closest = |filter| scene.closest_point([6.0, 2.0], 9.0, filter).unwrap().collider;
    assert_eq!((closest(plain), closest(all)), (wall, moving));
    let only = all.only(BodyKind::Dynamic);
    assert_eq!(scene.overlap_aabb(&around, only), [moving]);
    // And where it went, at once, and where it was put.
    let body = scene.collider(moving).unwrap().body();
    scene.body_mut(body).unwrap().set_position([6.0, 50.0]).unwrap();
    assert_eq!(scene.colliders_at([6.0, 50.0], all), [moving]);
    scene.body_mut(body).unwrap().set_velocity([300.0, 0.0]).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(scene.colliders_at([11.0, 50.0], all), [moving]);
}
