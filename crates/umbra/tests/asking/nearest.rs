//! Nearest points are those of a look at every shape.

use std::ops::ControlFlow;

use crate::common::{add, scene};
use crate::worlds::{CAVES, cave, heap, in_cave, in_heap, parts};
use umbra::geom::math::pose;
use umbra::geom::query;
use umbra::prelude::*;

#[test]
fn nearest_points_are_found_in_a_heap() {
    let scene = heap();
    let all = parts(&scene);
    for point in in_heap() {
        let distances =
            all.iter().map(|(_, s, p)| query::project_point(s, p, point).signed_distance);
        let least = distances.reduce(Real::min).filter(|distance| *distance <= 2.0);
        let nearest = scene.closest_point(point, 2.0, QueryFilter::default());
        assert_eq!(nearest.map(|hit| hit.distance), least);
    }
}

#[test]
fn nearest_points_are_found_among_cells() {
    for (angle, origin, size) in CAVES {
        let (scene, map) = cave(angle, origin, size);
        let (parts, frame) = (parts(&scene), pose(origin, angle));
        let all = QueryFilter::default();
        for point in in_cave(frame, size) {
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
    }
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

/// Static bodies, others and sensors are in trees of their own: a point in one of the first must
/// not hide the others.
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

#[test]
fn bad_places_and_distances_have_no_nearest_point() {
    let scene = heap();
    let anybody = QueryFilter::default();
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
