//! Casts find what a look at every shape finds; those that turn stop where small steps stop.

use std::ops::ControlFlow;

use crate::common::{Random, add, run};
use crate::worlds::{
    AT_PLATFORM, CAVES, cave, cell_floor, down_at_seams, first, floor, floors, heap, parts,
    platform, strewn, through_cave, through_heap,
};
use umbra::geom::math::{pose, rotation};
use umbra::geom::query;
use umbra::prelude::*;

#[test]
fn casts_find_the_first_of_all() {
    let scene = heap();
    let all = parts(&scene);
    let disc = Shape::from(Circle::new(0.3).unwrap());
    let mut casts = 0;
    for (origin, way) in through_heap() {
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
    assert!(casts > 50, "{casts}");
}

#[test]
fn a_cast_stops_when_told() {
    let disc = Shape::from(Circle::new(0.3).unwrap());
    let (mut hits, start) = (0, pose([-12.0, 1.0], 0.0));
    let stop = |_: CastHit| {
        hits += 1;
        ControlFlow::Break(())
    };
    heap().cast_shape_each(&disc, start, [24.0, 0.0], QueryFilter::default(), stop);
    assert_eq!(hits, 1);
}

#[test]
fn casts_with_bad_numbers_find_nothing() {
    let scene = heap();
    let disc = Shape::from(Circle::new(0.3).unwrap());
    for bad in [Real::NAN, Real::INFINITY] {
        let found =
            scene.cast_shape(&disc, pose([bad, 0.0], 0.0), [1.0, 0.0], QueryFilter::default());
        assert_eq!(found, None);
    }
}

#[test]
fn casts_find_the_first_cell() {
    for (angle, origin, size) in CAVES {
        let (scene, _) = cave(angle, origin, size);
        let (parts, frame) = (parts(&scene), pose(origin, angle));
        let all = QueryFilter::default();
        let probe = Shape::from(Polygon::cuboid(0.3 * size, 0.2 * size).unwrap());
        for (start, way) in through_cave(frame, size) {
            let cast = |shape: &Shape, at: &Pose| {
                let hit = query::cast_shape(shape, at, &probe, &start, way)?;
                Some((hit.fraction, hit.normal))
            };
            let found = scene.cast_shape(&probe, start, way, all.platforms(Platforms::Solid));
            assert_eq!(found.map(|hit| hit.fraction), first(&parts, None, cast));
        }
    }
}

#[test]
fn a_shape_that_comes_down_at_a_seam_meets_a_face() {
    for (platforms, (angle, origin)) in floors() {
        let (mut scene, frame) = floor(angle, origin.into(), platforms);
        let up = frame.rotation * Vector::new(0.0, 1.0);
        let shapes: [Shape; 3] = [
            Circle::new(0.3).unwrap().into(),
            Polygon::cuboid(0.3, 0.3).unwrap().into(),
            Capsule::new([-0.2, 0.0], [0.2, 0.0], 0.2).unwrap().into(),
        ];
        let all = QueryFilter::default();
        for _ in 0..2 {
            for (start, way) in down_at_seams(frame, angle, 19, 1.0) {
                for shape in &shapes {
                    let from = pose(start.coords + up * 0.5, angle);
                    let hit = scene.cast_shape(shape, from, way * 1.5, all).unwrap();
                    assert!((hit.normal - up).norm() < 1e-4, "{shape:?}: {:?}", hit.normal);
                }
            }
            run(&mut scene, 1); // Now the scene knows its seams.
        }
    }
}

#[test]
fn a_shape_that_comes_down_at_a_seam_of_cells_meets_a_face() {
    for (angle, origin) in [(0.0, [0.0, 0.0]), (0.5, [-7.0, 3.0])] {
        let (scene, frame) = cell_floor(angle, origin);
        let up = frame.rotation * Vector::new(0.0, 1.0);
        let disc = Shape::from(Circle::new(0.3).unwrap());
        for (index, (start, way)) in down_at_seams(frame, angle, 20, 3.0).enumerate() {
            let start = pose(start.coords, 0.0);
            let hit = scene.cast_shape(&disc, start, way, QueryFilter::default()).unwrap();
            assert!((hit.normal - up).norm() < 1e-4, "{index}: {:?}", hit.normal);
        }
    }
}

#[test]
fn shapes_pass_platforms_as_bodies_and_rays_do() {
    let (scene, key) = platform(0.0);
    let all = QueryFilter::default();
    let disc = Shape::from(Circle::new(0.2).unwrap());
    for (from, way, is_held) in AT_PLATFORM {
        let holds = |filter: QueryFilter| {
            let ray = scene.cast_ray(from, way, filter).map(|hit| hit.collider);
            let from = pose(from, 0.0);
            let shape = scene.cast_shape(&disc, from, way, filter).map(|hit| hit.collider);
            let turning = scene.cast_shape_turning(&disc, from, way, 1.0, filter);
            assert_eq!((ray, ray), (shape, turning.map(|hit| hit.collider)), "{from:?} by {way:?}");
            ray == Some(key)
        };
        assert_eq!(holds(all), is_held, "{from:?} by {way:?}");
        assert_eq!(holds(all.platforms(Platforms::Overlooked)), is_held);
        assert!(holds(all.platforms(Platforms::Solid)));
    }
    // A disc within it passes; one that stands on it, sunk in by a little, does not.
    let disc_down = |y: Real| scene.cast_shape(&disc, pose([0.0, y], 0.0), [0.0, -1.0], all);
    assert!(disc_down(2.1).is_none() && disc_down(2.195).is_some() && disc_down(2.2).is_some());
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

/// Distance of a shape from a collider.
fn gap(scene: &Scene, shape: &Shape, at: &Pose, key: ColliderKey) -> Real {
    let collider = scene.collider(key).unwrap();
    let distances = collider.shapes().map(|(other, pose)| {
        query::distance(other, &pose, shape, at, &mut query::DistanceCache::default()).distance
    });
    distances.fold(Real::INFINITY, Real::min)
}
