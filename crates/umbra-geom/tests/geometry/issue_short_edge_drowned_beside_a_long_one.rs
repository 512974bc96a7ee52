//! A small shape beside a huge one, and a small shape far away: the corners of the difference are
//! so far out there that a short edge, computed as the difference of two of them, had no direction
//! left. Distances came out as zero, and a cache confirmed edges that face another direction.

use crate::common::oracle::{Solid, gap};
use crate::common::{extent, rounding};
use umbra_geom::math::pose;
use umbra_geom::query::{DistanceCache, distance};
use umbra_geom::{Circle, Polygon, Pose, Segment, Shape};

/// Tests both orders, from scratch and with the features in `cache`.
fn check(a: &(Shape, Pose), b: &(Shape, Pose), cache: &mut DistanceCache) {
    let truth = gap(&Solid::new(&a.0, &a.1), &Solid::new(&b.0, &b.1)).max(0.0);
    let slack = rounding(&[extent(&a.0, &a.1), extent(&b.0, &b.1)]);
    for (a, b) in [(a, b), (b, a)] {
        for cache in [&mut DistanceCache::default(), &mut *cache] {
            let found = f64::from(distance(&a.0, &a.1, &b.0, &b.1, cache).distance);
            assert!((found - truth).abs() <= slack, "{found}, truly {truth}: {a:?} {b:?}");
        }
    }
}

fn small() -> [Shape; 4] {
    [
        Polygon::cuboid(0.1, 0.2).unwrap().into(),
        Polygon::regular(6, 0.3).unwrap().into(),
        Segment::new([-0.1, 0.0], [0.1, 0.05]).unwrap().into(),
        Circle::new(0.1).unwrap().into(),
    ]
}

#[test]
fn a_small_shape_over_a_ground_of_any_length() {
    for half in [1e3, 1e5, 1e6, 1e7, 1e8] {
        let line = Segment::new([-half, 0.0], [half, 0.0]).unwrap();
        // Ten times thicker than the thinnest polygon there is.
        let slab = Polygon::cuboid(half, 1e-5 * half).unwrap();
        for ground in [Shape::from(line), slab.into()] {
            for tilt in [0.0, 0.3, 1.2] {
                let ground = (ground.clone(), pose([0.0, 0.0], tilt));
                for shape in small() {
                    for (height, turn) in [(0.01, 0.0), (0.1, 0.4), (1.0, 1.0), (0.5, 2.0)] {
                        // Above a place a quarter of the ground's length from its middle.
                        let (x, y) = (0.5 * half, height * half);
                        let (sin, cos) = tilt.sin_cos();
                        let at = pose([cos * x - sin * y, sin * x + cos * y], turn);
                        check(&ground, &(shape.clone(), at), &mut DistanceCache::default());
                    }
                }
            }
        }
    }
}

#[test]
fn a_cache_is_not_believed_when_a_shape_is_far_away() {
    let near = (Shape::from(Circle::new(1.0).unwrap()), pose([0.0, 0.0], 0.0));
    let brick = Shape::from(Polygon::cuboid(1.0, 0.5).unwrap());
    let mut cache = DistanceCache::default();
    for reach in [3.0, 1e3, 1e7, 1e8] {
        for step in 0..64 {
            let (sin, cos) = (0.1 * step as f32).sin_cos();
            let far = (brick.clone(), pose([reach * cos, reach * sin], 1.0));
            check(&near, &far, &mut cache);
        }
    }
}
