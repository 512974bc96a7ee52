//! Many rays at once are answered as each of them alone, and casts that turn stop where small steps stop.

use std::f32::consts::TAU;
use std::ops::ControlFlow;

use crate::common::{Random, add};
use umbra::geom::math::{pose, rotation};
use umbra::geom::query;
use umbra::prelude::*;

/// Shapes of all kinds, some in one another, some of them one-way.
fn strewn(side: Real, count: usize) -> Scene {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let mut random = Random(5);
    for index in 0..count {
        let at = [random.within(0.0, side), random.within(0.0, side)];
        let [a, b] = [0, 1].map(|_| random.within(0.1, 1.0));
        let collider = match index % 7 {
            0 => Collider::cuboid(a, b),
            1 => Collider::circle(a),
            2 => Collider::capsule([-a, 0.0], [a, 0.0], 0.5 * b),
            3 => Collider::segment([-a, 0.0], [a, 0.1 * b]),
            4 => Collider::cuboid(a, 0.1).one_way([0.0, 1.0]),
            5 => Collider::chain([[-a, 0.0], [0.0, b], [a, 0.0]]),
            _ => Collider::polygon([[-a, -b], [a, -0.5 * b], [0.8 * a, b], [-a, 0.6 * b]]),
        };
        let body = if index % 2 == 0 { Body::fixed() } else { Body::dynamic() };
        let angle = if index % 3 == 0 { 0.0 } else { random.within(0.0, TAU) };
        add(&mut scene, body.position(at).angle(angle), collider.user_data(index as u64));
    }
    scene
}

/// Fans from points, and rays that have nothing to do with one another.
fn rays(random: &mut Random, side: Real, fan: usize, count: usize) -> Vec<Ray> {
    let mut rays = Vec::new();
    while rays.len() < count {
        let eye = Point::new(random.within(0.0, side), random.within(0.0, side));
        let (turn, length) = (random.within(0.0, TAU), random.within(0.1, 1.0) * side);
        for line in 0..fan {
            let angle = turn + TAU * line as Real / fan as Real;
            rays.push(Ray::new(eye, rotation(angle) * Vector::new(length, 0.0)));
        }
    }
    rays.truncate(count);
    rays
}

#[test]
fn rays_at_once_hit_what_each_of_them_hits_to_the_last_bit() {
    let mut random = Random(11);
    let (mut hits, mut count) = (0, 0);
    for (side, shapes) in [(40.0, 500), (12.0, 500), (4.0, 9)] {
        let scene = strewn(side, shapes);
        for (fan, number) in [(1, 7), (1, 8), (1, 300), (64, 256), (300, 700), (1500, 3000)] {
            let rays = rays(&mut random, side, fan, number);
            let all = QueryFilter::default();
            for filter in [all, all.platforms(Platforms::Solid), all.only(BodyKind::Dynamic)] {
                let alone = |ray: &Ray| scene.cast_ray(ray.origin, ray.translation, filter);
                let alone: Vec<_> = rays.iter().map(alone).collect();
                assert_eq!(scene.cast_rays(&rays, filter), alone, "{fan} of {number}");
                hits += alone.iter().flatten().count();
                count += number;
            }
            let scene = &scene;
            let thirds = |key| scene.collider(key).is_ok_and(|it| it.user_data().is_multiple_of(3));
            let filter = all.predicate(thirds);
            let alone = rays.iter().map(|ray| scene.cast_ray(ray.origin, ray.translation, filter));
            let alone: Vec<_> = alone.collect();
            assert_eq!(scene.cast_rays(&rays, filter), alone);
            assert!(alone.iter().flatten().all(|hit| thirds(hit.collider)));
        }
    }
    assert!(hits > count / 4 && hits < count, "{hits} of {count}");
}

#[test]
fn a_bad_ray_hits_nothing_and_leaves_the_others_alone() {
    let scene = strewn(12.0, 300);
    let mut rays = rays(&mut Random(3), 12.0, 50, 100);
    let all = QueryFilter::default();
    let good = scene.cast_rays(&rays, all);
    for (index, bad) in [Real::NAN, Real::INFINITY, 1e30].into_iter().enumerate() {
        rays[10 * index].origin.x = bad;
        rays[10 * index + 1].translation.y = bad;
    }
    rays[40].translation = Vector::zeros();
    for (index, hit) in scene.cast_rays(&rays, all).into_iter().enumerate() {
        let ray = &rays[index];
        assert_eq!(hit, scene.cast_ray(ray.origin, ray.translation, all));
        match index {
            0 | 1 | 10 | 11 | 20 | 21 => assert_eq!(hit, None),
            40 => {}
            _ => assert_eq!(hit, good[index]),
        }
    }
    assert_eq!(scene.cast_rays(&[], all), []);
}

#[test]
fn one_thread_and_two_find_the_same() {
    let scene = strewn(20.0, 800);
    let rays = rays(&mut Random(8), 20.0, 100, 2500);
    let pool = |count| rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
    let [one, two] =
        [1, 2].map(|count| pool(count).install(|| scene.cast_rays(&rays, QueryFilter::default())));
    assert_eq!(one, two);
}

#[test]
fn a_cast_that_turns_stops_before_the_first_that_small_steps_meet() {
    const STEPS: usize = 4000;
    let scene = strewn(24.0, 120);
    let all = QueryFilter::default().platforms(Platforms::Solid);
    let bar = Shape::from(Polygon::cuboid(0.8, 0.1).unwrap());
    let mut random = Random(21);
    let (mut hits, mut free) = (0, 0);
    for _ in 0..60 {
        let start = pose([random.within(0.0, 24.0), random.within(0.0, 24.0)], random.next());
        let way = Vector::new(random.within(-2.0, 2.0), random.within(-2.0, 2.0));
        let angle = random.within(-7.0, 7.0);
        let at = |fraction: Real| {
            let place = start.translation.vector + way * fraction;
            Pose::from_parts(place.into(), rotation(angle * fraction) * start.rotation)
        };
        let meets = |step: &usize| {
            !scene.overlap_shape(&bar, at(*step as Real / STEPS as Real), all).is_empty()
        };
        let first = (0..=STEPS).find(meets).map(|step| step as Real / STEPS as Real);
        match (scene.cast_shape_turning(&bar, start, way, angle, all), first) {
            (Some(hit), Some(first)) => {
                assert!(hit.fraction <= first + 1e-5, "{} after {first}", hit.fraction);
                assert!((hit.normal.norm() - 1.0).abs() < 1e-4);
                assert!(
                    (hit.pose.translation.vector - at(hit.fraction).translation.vector).norm()
                        < 1e-4
                );
                let near = gap(&scene, &bar, &hit.pose, hit.collider);
                assert!(near < 4e-4, "{near} m away");
                let mut found = false;
                scene.cast_shape_turning_each(&bar, start, way, angle, all, |other| {
                    assert!(other.fraction >= hit.fraction);
                    found |= other == hit;
                    ControlFlow::Continue(1.0)
                });
                assert!(found);
                hits += 1;
            }
            // What is grazed between two samples is met all the same.
            (Some(hit), None) => {
                assert!(gap(&scene, &bar, &hit.pose, hit.collider) < 4e-4);
            }
            (None, Some(first)) => panic!("misses what small steps meet at {first}"),
            (None, None) => free += 1,
        }
    }
    assert!(hits > 20 && free > 3, "{hits} hits, {free} free");
    let none = scene.cast_shape_turning(&bar, pose([0.0, 0.0], 0.0), [0.0, Real::NAN], 1.0, all);
    assert_eq!(none, None);
    let none = scene.cast_shape_turning(&bar, pose([0.0, 0.0], 0.0), [0.0, 0.0], Real::NAN, all);
    assert_eq!(none, None);
}

/// Also where it would be a hit at once.
#[test]
fn a_cast_that_turns_by_a_bad_angle_finds_nothing() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    add(&mut scene, Body::fixed(), Collider::circle(0.4));
    let bar = Shape::from(Polygon::cuboid(0.8, 0.1).unwrap());
    let all = QueryFilter::default();
    assert!(scene.cast_shape_turning(&bar, Pose::identity(), [1.0, 0.0], 1.0, all).is_some());
    for bad in [Real::NAN, Real::INFINITY, Real::NEG_INFINITY, Real::MAX, -1e19] {
        let hit = scene.cast_shape_turning(&bar, Pose::identity(), [1.0, 0.0], bad, all);
        assert_eq!(hit, None, "{bad}");
        scene.cast_shape_turning_each(&bar, Pose::identity(), [1.0, 0.0], bad, all, |hit| {
            panic!("{bad}: {hit:?}")
        });
    }
}

/// How far a shape is from a collider.
fn gap(scene: &Scene, shape: &Shape, at: &Pose, key: ColliderKey) -> Real {
    let collider = scene.collider(key).unwrap();
    let distances = collider.shapes().map(|(other, pose)| {
        query::distance(other, &pose, shape, at, &mut query::DistanceCache::default()).distance
    });
    distances.fold(Real::INFINITY, Real::min)
}
