//! Rays find what a look at every shape finds, alone and many at once; over seams their normals are
//! those of faces.

use std::f32::consts::TAU;
use std::ops::ControlFlow;

use crate::common::{Random, add, run, scene};
use crate::worlds::{
    AT_PLATFORM, CAVES, cave, cell_floor, down_at_seams, first, floor, floors, heap, parts,
    platform, strewn, through_cave, through_heap,
};
use umbra::geom::math::{pose, rotation};
use umbra::geom::query::{self, Interior};
use umbra::prelude::*;

#[test]
fn rays_find_the_first_of_all() {
    let scene = heap();
    let all = parts(&scene);
    let mut hits = 0;
    for (origin, way) in through_heap() {
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
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn a_ray_stops_when_told() {
    let mut hits = 0;
    let stop = |_: RayHit| {
        hits += 1;
        ControlFlow::Break(())
    };
    heap().cast_ray_each([-12.0, 1.0], [24.0, 0.0], QueryFilter::default(), stop);
    assert_eq!(hits, 1);
}

#[test]
fn rays_with_bad_numbers_find_nothing() {
    let scene = heap();
    let anybody = QueryFilter::default();
    for bad in [Real::NAN, Real::INFINITY] {
        assert_eq!(scene.cast_ray([bad, 0.0], [1.0, 0.0], anybody), None);
        assert_eq!(scene.cast_ray([0.0, 9.0], [0.0, -bad], anybody), None);
    }
}

#[test]
fn rays_find_the_first_cell() {
    for (angle, origin, size) in CAVES {
        let (scene, map) = cave(angle, origin, size);
        let (parts, frame) = (parts(&scene), pose(origin, angle));
        let up = frame.rotation * Vector::new(0.0, 1.0);
        let all = QueryFilter::default();
        let (mut hits, mut cells, mut rays) = (0, 0, Vec::new());
        for (index, (start, way)) in through_cave(frame, size).enumerate() {
            let from = Point::from(start.translation.vector);
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
        }
        assert!(hits > 60 && cells > 50 && hits < 150, "{hits} {cells}");
        let alone = rays.iter().map(|ray| scene.cast_ray(ray.origin, ray.translation, all));
        let alone: Vec<_> = alone.collect();
        assert_eq!(scene.cast_rays(&rays, all), alone);
    }
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
fn a_ray_that_comes_down_at_a_seam_meets_a_face() {
    for (platforms, (angle, origin)) in floors() {
        let (mut scene, frame) = floor(angle, origin.into(), platforms);
        let up = frame.rotation * Vector::new(0.0, 1.0);
        let all = QueryFilter::default();
        for _ in 0..2 {
            for (index, (start, way)) in down_at_seams(frame, angle, 19, 1.0).enumerate() {
                let hit = scene.cast_ray(start, way, all).unwrap();
                assert!((hit.normal - up).norm() < 1e-5, "ray at {index}: {:?}", hit.normal);
            }
            run(&mut scene, 1); // Now the scene knows its seams.
        }
        if platforms == 1 {
            continue;
        }
        // At its ends the floor has corners, and their sides are met.
        let start = frame * Point::new(-1.0, -0.5);
        let hit = scene.cast_ray(start, frame.rotation * Vector::new(3.0, 0.0), all).unwrap();
        assert!((hit.normal - frame.rotation * Vector::new(-1.0, 0.0)).norm() < 1e-5);
    }
}

#[test]
fn a_ray_that_comes_down_at_a_seam_of_cells_meets_a_face() {
    for (angle, origin) in [(0.0, [0.0, 0.0]), (0.5, [-7.0, 3.0])] {
        let (scene, frame) = cell_floor(angle, origin);
        let up = frame.rotation * Vector::new(0.0, 1.0);
        for (index, (start, way)) in down_at_seams(frame, angle, 20, 3.0).enumerate() {
            let hit = scene.cast_ray(start, way, QueryFilter::default()).unwrap();
            assert!((hit.normal - up).norm() < 1e-5, "{index}: {:?}", hit.normal);
        }
    }
}

#[test]
fn a_box_that_is_gone_leaves_corners() {
    let (mut scene, _) = floor(0.0, Vector::zeros(), usize::MAX);
    let ray = |scene: &Scene| {
        let hit = scene.cast_ray([9.0, -0.5], [1.5, 0.0], QueryFilter::default());
        hit.map(|hit| (hit.fraction, hit.normal))
    };
    assert_eq!(ray(&scene).unwrap().0, 0.0, "within the floor");
    let tenth = scene.colliders_at([9.5, -0.5], QueryFilter::default())[0];
    let body = scene.collider(tenth).unwrap().body();
    scene.remove_body(body).unwrap();
    let (fraction, normal) = ray(&scene).unwrap();
    assert!(fraction == 0.0 || normal == Vector::new(-1.0, 0.0));
    let hit = scene.cast_ray([9.1, -0.5], [1.5, 0.0], QueryFilter::default()).unwrap();
    assert_eq!(hit.normal, Vector::new(-1.0, 0.0));
}

#[test]
fn in_a_valley_each_side_has_its_normal() {
    for half in [0.1, 0.3, 0.6, 0.75, 0.8, 1.2, 1.5, 1.567, 1.569_f32] {
        for turned in [0.0, 0.7, -2.0] {
            for is_chain in [true, false] {
                let mut scene = scene(10.0, SolverConfig::default());
                let frame = pose([0.0, 0.0], turned);
                let (sin, cos) = half.sin_cos();
                let [left, right] = [[-sin, cos], [sin, cos]].map(Point::from);
                if is_chain {
                    let chain = Collider::chain([left, [0.0; 2].into(), right]);
                    add(&mut scene, Body::fixed().angle(turned), chain);
                } else {
                    for side in [left, right] {
                        let below = Point::new(side.x, -1.0);
                        let slope = Collider::polygon([[0.0; 2].into(), side, below]);
                        add(&mut scene, Body::fixed().angle(turned), slope);
                    }
                }
                for _ in 0..2 {
                    for index in 0..40_u8 {
                        let side = if index % 2 == 0 { 1.0 } else { -1.0 };
                        let aside = side * 2e-4 * Real::from(index / 2 + 1) * sin;
                        let way = frame.rotation * Vector::new(0.0, -2.0);
                        let start = frame * Point::new(aside, 1.5);
                        let hit = scene.cast_ray(start, way, QueryFilter::default()).unwrap();
                        let face = frame.rotation * Vector::new(-side * cos, sin);
                        let case = format!("{half} {turned} {is_chain} {aside}: {:?}", hit.normal);
                        assert!((hit.normal - face).norm() < 1e-3, "{case} {face:?}");
                    }
                    run(&mut scene, 1);
                }
            }
        }
    }
}

#[test]
fn rays_pass_platforms_as_bodies_do() {
    let (scene, key) = platform(0.0);
    let all = QueryFilter::default();
    for (from, way, is_held) in AT_PLATFORM {
        let holds = |filter: QueryFilter| {
            let ray = scene.cast_ray(from, way, filter).map(|hit| hit.collider);
            let mut visits = 0;
            scene.cast_ray_all(from, way, filter, |_| {
                visits += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(visits, usize::from(ray.is_some()));
            let rays = vec![Ray::new(from, way); 20];
            let many = scene.cast_rays(&rays, filter);
            assert!(many.iter().all(|hit| hit.map(|hit| hit.collider) == ray));
            ray == Some(key)
        };
        assert_eq!(holds(all), is_held, "{from:?} by {way:?}");
        assert_eq!(holds(all.platforms(Platforms::Overlooked)), is_held);
        assert!(holds(all.platforms(Platforms::Solid)));
    }
    // A ray from within it passes; one from what stands on it, sunk in by a little, does not.
    let down = |y: Real| scene.cast_ray([0.0, y], [0.0, -1.0], all).is_some();
    assert!(!down(1.9) && !down(1.98) && down(1.995) && down(2.0));
    // A second collider behind a platform that lets pass is found.
    let (mut scene, _) = platform(0.0);
    let ceiling = add(&mut scene, Body::fixed().position([0.0, 5.0]), Collider::cuboid(2.0, 0.5));
    assert_eq!(scene.cast_ray([0.0, 0.0], [0.0, 9.0], all).unwrap().body, ceiling);
}

#[test]
fn a_turned_platform_turns_its_rule() {
    let (scene, _) = platform(std::f32::consts::PI);
    let all = QueryFilter::default();
    assert!(scene.cast_ray([0.0, 4.0], [0.0, -4.0], all).is_none());
    assert!(scene.cast_ray([0.0, 0.0], [0.0, 4.0], all).is_some());
}
