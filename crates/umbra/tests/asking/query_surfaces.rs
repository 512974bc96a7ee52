//! Normals over seams are those of faces, and platforms let queries pass as they let bodies pass.

use std::ops::ControlFlow;

use crate::common::{add, run, scene};
use umbra::geom::math::pose;
use umbra::geom::query;
use umbra::prelude::*;

/// A floor of unit boxes from x = 0 to 20 with its surface at y = 0, one behind the other in a direction. Every so many
/// of them is a platform.
fn floor(angle: Real, origin: Vector, platforms: usize) -> (Scene, Pose) {
    let mut scene = scene(10.0, SolverConfig::default());
    let frame = pose(origin, angle);
    for index in 0..20 {
        let at = frame * Point::new(index as Real + 0.5, -0.5);
        let mut tile = Collider::cuboid(0.5, 0.5);
        if index % platforms == platforms - 1 {
            tile = tile.one_way(Vector::y());
        }
        add(&mut scene, Body::fixed().position(at).angle(angle), tile);
    }
    (scene, frame)
}

#[test]
fn what_comes_down_at_a_seam_meets_a_face() {
    let places = [(0.0, [0.0, 0.0]), (0.5, [3.0, -2.0]), (-1.2, [300.0, 80.0])];
    for (platforms, (angle, origin)) in
        [usize::MAX, 1, 2, 3].into_iter().flat_map(|platforms| places.map(|it| (platforms, it)))
    {
        let (mut scene, frame) = floor(angle, origin.into(), platforms);
        let up = frame.rotation * Vector::new(0.0, 1.0);
        let shapes: [Shape; 3] = [
            Circle::new(0.3).unwrap().into(),
            Polygon::cuboid(0.3, 0.3).unwrap().into(),
            Capsule::new([-0.2, 0.0], [0.2, 0.0], 0.2).unwrap().into(),
        ];
        let all = QueryFilter::default();
        for _ in 0..2 {
            for index in 0..400 {
                // Half of all at a seam or a rounding error beside it.
                let seam = (index % 19 + 1) as Real;
                let aside = [0.0, 1e-6, -1e-6, 1e-4, -1e-4, 0.3][index % 6];
                // Turned boxes are apart by a rounding error: what goes straight along it passes.
                let straight = if angle == 0.0 { 0.0 } else { 0.05 };
                let slant = [straight, 0.3, -0.3, 1.0, -1.0][index % 5];
                let start = frame * Point::new(seam + aside - slant, 1.0);
                let way = frame.rotation * (Vector::new(slant, -1.0) * 1.5);
                let hit = scene.cast_ray(start, way, all).unwrap();
                assert!((hit.normal - up).norm() < 1e-5, "ray at {index}: {:?}", hit.normal);
                for shape in &shapes {
                    let from = pose(start.coords + up * 0.5, angle);
                    let hit = scene.cast_shape(shape, from, way * 1.5, all).unwrap();
                    assert!((hit.normal - up).norm() < 1e-4, "{shape:?}: {:?}", hit.normal);
                }
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

/// A platform over y = 2, 0.2 thick, that holds what comes from above.
fn platform(angle: Real) -> (Scene, ColliderKey) {
    let mut scene = scene(10.0, SolverConfig::default());
    let body = scene.add_body(Body::fixed().position([0.0, 1.9]).angle(angle)).unwrap();
    let key = scene.add_collider(body, Collider::cuboid(2.0, 0.1).one_way([0.0, 1.0])).unwrap();
    (scene, key)
}

#[test]
fn rays_and_casts_pass_platforms_as_bodies_do() {
    let (scene, key) = platform(0.0);
    let all = QueryFilter::default();
    let disc = Shape::from(Circle::new(0.2).unwrap());
    // From where, which way, and whether the platform holds it.
    let cases = [
        ([0.0, 4.0], [0.0, -4.0], true),
        ([0.0, 0.0], [0.0, 4.0], false),
        ([-4.0, 1.9], [8.0, 0.0], false),
        ([0.5, 3.0], [-1.0, -2.0], true),
        ([-3.0, 1.0], [4.0, 1.2], false),
    ];
    for (from, way, is_held) in cases {
        let holds = |filter: QueryFilter| {
            let ray = scene.cast_ray(from, way, filter).map(|hit| hit.collider);
            let from = pose(from, 0.0);
            let shape = scene.cast_shape(&disc, from, way, filter).map(|hit| hit.collider);
            let turning = scene.cast_shape_turning(&disc, from, way, 1.0, filter);
            assert_eq!((ray, ray), (shape, turning.map(|hit| hit.collider)), "{from:?} by {way:?}");
            let mut visits = 0;
            scene.cast_ray_all(from.translation.vector, way, filter, |_| {
                visits += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(visits, usize::from(ray.is_some()));
            let rays = vec![Ray::new(from.translation.vector, way); 20];
            let many = scene.cast_rays(&rays, filter);
            assert!(many.iter().all(|hit| hit.map(|hit| hit.collider) == ray));
            ray == Some(key)
        };
        assert_eq!(holds(all), is_held, "{from:?} by {way:?}");
        assert_eq!(holds(all.platforms(Platforms::Overlooked)), is_held);
        assert!(holds(all.platforms(Platforms::Solid)));
    }
    // What is within it passes; what stands on it, sunk in by a little, does not.
    let down = |y: Real| scene.cast_ray([0.0, y], [0.0, -1.0], all).is_some();
    assert!(!down(1.9) && !down(1.98) && down(1.995) && down(2.0));
    let disc_down = |y: Real| scene.cast_shape(&disc, pose([0.0, y], 0.0), [0.0, -1.0], all);
    assert!(disc_down(2.1).is_none() && disc_down(2.195).is_some() && disc_down(2.2).is_some());
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
fn nearest_points_are_found_at_any_distance() {
    let mut scene = scene(10.0, SolverConfig::default());
    for index in 0..200_u32 {
        let at = [(index * 37 % 101) as Real - 50.0, (index * 53 % 97) as Real - 48.0];
        let body = if index % 2 == 0 { Body::fixed() } else { Body::dynamic() };
        add(&mut scene, body.position(at).angle(index as Real), Collider::cuboid(0.7, 0.4));
    }
    let shapes: Vec<_> = scene
        .colliders()
        .flat_map(|key| scene.collider(key).unwrap().shapes().collect::<Vec<_>>())
        .collect();
    let all = QueryFilter::default();
    for index in 0..200 {
        let point =
            Point::new((index * 29 % 200) as Real - 100.0, (index * 31 % 190) as Real - 95.0);
        let distances =
            shapes.iter().map(|(shape, at)| query::project_point(shape, at, point).signed_distance);
        let distances: Vec<_> = distances.collect();
        let least = distances.iter().copied().reduce(Real::min).unwrap();
        let found = scene.closest_point(point, Real::INFINITY, all).unwrap();
        assert_eq!(found.distance, least);
        let within = least + 5.0;
        let mut near = Vec::new();
        scene.closest_points_each(point, within, all, |hit| {
            near.push(hit.distance);
            ControlFlow::Continue(())
        });
        let mut expected: Vec<_> = distances.into_iter().filter(|it| *it <= within).collect();
        near.sort_by(Real::total_cmp);
        expected.sort_by(Real::total_cmp);
        assert_eq!(near, expected);
    }
}

#[test]
fn in_a_valley_each_side_has_its_normal() {
    for half in [0.1, 0.3, 0.6, 0.75, 0.8, 1.2, 1.5_f32] {
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
