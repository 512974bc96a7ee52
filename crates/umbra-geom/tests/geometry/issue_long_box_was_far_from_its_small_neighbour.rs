//! A shape a hundred million times as long as its neighbour is wide. In the frame of the small
//! shape, the ends of the long one had too few digits to place the rest of it; and in its own
//! frame, both ends of its short edges came out equally far along the search direction.

use crate::common::oracle::{Solid, gap};
use umbra_geom::math::pose;
use umbra_geom::query::{
    DistanceCache, Impact, Sweep, cast_shape, distance, overlaps, time_of_impact,
};
use umbra_geom::{Capsule, Circle, Polygon, Pose, Segment, Shape};

type Body = (Shape, Pose);

/// Shapes of up to one metre in height and `half` in half length, at the origin.
fn long(half: f32) -> [Shape; 4] {
    [
        Polygon::cuboid(half, 0.5).unwrap().into(),
        Polygon::cuboid(half, 0.4).unwrap().grown(0.1).unwrap().into(),
        Capsule::new([-half, 0.0], [half, 0.0], 0.5).unwrap().into(),
        Segment::new([-half, 0.0], [half, 0.0]).unwrap().into(),
    ]
}

fn small() -> [Shape; 4] {
    [
        Polygon::cuboid(0.1, 0.1).unwrap().into(),
        Polygon::regular(6, 0.1).unwrap().into(),
        Capsule::new([-0.1, 0.0], [0.1, 0.0], 0.05).unwrap().into(),
        Circle::new(0.1).unwrap().into(),
    ]
}

/// Every long shape with every small one above or below it, and their true distance.
fn pairs(heights: &[f32]) -> Vec<(Body, Body, f64)> {
    let mut pairs = Vec::new();
    for half in [1e3, 1e4, 1e5, 1e6, 1e7, 1e8] {
        for (long, small) in long(half).iter().flat_map(|l| small().map(|s| (l.clone(), s))) {
            for (x, y, turn) in [0.0, 0.3, -7.0, 100.0].iter().flat_map(|x| {
                heights.iter().flat_map(move |y| [0.0, 0.4, 1.0].map(|turn| (*x, *y, turn)))
            }) {
                let a = (long.clone(), pose([0.0, 0.0], 0.0));
                let b = (small.clone(), pose([x, y], turn));
                let truth = gap(&Solid::new(&a.0, &a.1), &Solid::new(&b.0, &b.1));
                pairs.push((a, b, truth));
            }
        }
    }
    pairs
}

#[test]
fn a_small_shape_beside_a_very_long_one_is_as_far_as_it_looks() {
    for (long, small, truth) in pairs(&[0.3, 0.7, 1.5, -2.0]) {
        for (a, b) in [(&long, &small), (&small, &long)] {
            let mut cache = DistanceCache::default();
            for _ in ["from nothing", "from the cache"] {
                let found = distance(&a.0, &a.1, &b.0, &b.1, &mut cache);
                let wrong = (f64::from(found.distance) - truth.max(0.0)).abs();
                assert!(wrong <= 1e-5, "{}, truly {truth}: {a:?} {b:?}", found.distance);
            }
            if truth.abs() > 1e-5 {
                assert_eq!(overlaps(&a.0, &a.1, &b.0, &b.1), truth < 0.0, "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn a_small_shape_that_falls_on_a_very_long_one_is_stopped_where_it_looks() {
    for (long, small, truth) in pairs(&[1.5, 3.0]) {
        let fall = f64::from(small.1.translation.y);
        let way = [0.0, -small.1.translation.y];
        let hit = cast_shape(&long.0, &long.1, &small.0, &small.1, way).unwrap();
        let wrong = (f64::from(hit.fraction) * fall - truth).abs();
        assert!(wrong <= 1e-5, "{}, truly {}: {long:?} {small:?}", hit.fraction, truth / fall);
        let back = [0.0, small.1.translation.y];
        let hit = cast_shape(&small.0, &small.1, &long.0, &long.1, back).unwrap();
        let wrong = (f64::from(hit.fraction) * fall - truth).abs();
        assert!(wrong <= 1e-5, "{}, truly {}: {small:?} {long:?}", hit.fraction, truth / fall);

        let still = Sweep::still(long.1);
        let falling = Sweep::new(small.1, [0.0, 0.0], way, 0.0);
        for met in [
            time_of_impact(&long.0, &still, &small.0, &falling, 0.0, 1e-4),
            time_of_impact(&small.0, &falling, &long.0, &still, 0.0, 1e-4),
        ] {
            assert_eq!(met.impact, Impact::Hit);
            // The tolerance cannot be finer than the numbers of the longer shape.
            let finest = 1e-4 + 2e-6 * f64::from(long.0.core().outer_radius);
            let wrong = (f64::from(met.fraction) * fall - truth).abs();
            assert!(wrong <= finest, "{}, truly {}", met.fraction, truth / fall);
        }
    }
}
