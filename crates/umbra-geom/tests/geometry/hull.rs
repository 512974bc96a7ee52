//! The convex hull against a slow oracle in `f64`, and on inputs made to break it.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use umbra_geom::cut::convex_hull;
use umbra_geom::{Point, Polygon};

fn config(seed: u64) -> ProptestConfig {
    let cases = std::env::var("UMBRA_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000);
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..Default::default()
    }
}

fn wide(p: Point) -> [f64; 2] {
    [f64::from(p.x), f64::from(p.y)]
}

fn cross(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn distance_to_segment(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (d, to) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let length_squared = d[0] * d[0] + d[1] * d[1];
    let t = if length_squared > 0.0 {
        ((to[0] * d[0] + to[1] * d[1]) / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (to[0] - t * d[0]).hypot(to[1] - t * d[1])
}

/// The larger side of the box around the points.
fn extent(points: &[Point]) -> f64 {
    let side = |axis: usize| {
        let values = points.iter().map(|p| f64::from(p[axis]));
        values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
    };
    side(0).max(side(1))
}

/// True if `p` is a corner of the exact hull, decided by testing every other point.
fn is_corner(points: &[Point], p: Point) -> bool {
    // A corner of the hull is a point that no triangle or segment of other points holds; the
    // obvious way to ask is for a line through it with everything on one side.
    points.iter().any(|&q| {
        q != p
            && points.iter().all(|&r| {
                let side = cross(wide(p), wide(q), wide(r));
                side > 0.0
                    || (side == 0.0 && {
                        let (d, e) =
                            (wide(q - (p - Point::origin())), wide(r - (p - Point::origin())));
                        d[0] * e[0] + d[1] * e[1] >= 0.0
                    })
            })
    })
}

/// Checks all guarantees of `convex_hull`.
fn check(points: &[Point]) -> Vec<Point> {
    let hull = convex_hull(points);
    let (n, extent) = (hull.len(), extent(points));
    for vertex in &hull {
        assert!(points.contains(vertex), "{vertex} is not one of the points");
    }
    for i in 0..n {
        let (a, b, c) = (hull[i], hull[(i + 1) % n], hull[(i + 2) % n]);
        if n >= 3 {
            // Exact for the coordinates used here up to the error of three f64 operations; the
            // slow way has no exact zero, so it may only be asked where it is far from zero.
            let turn = cross(wide(a), wide(b), wide(c));
            assert!(turn > -1e-14 * extent * extent, "turns right at {b}: {turn:e}");
        }
    }
    for &p in points {
        let outside = match n {
            0 => panic!("a hull without points"),
            1 => distance_to_segment(wide(p), wide(hull[0]), wide(hull[0])),
            2 => distance_to_segment(wide(p), wide(hull[0]), wide(hull[1])),
            _ => {
                let edges = || (0..n).map(|i| (wide(hull[i]), wide(hull[(i + 1) % n])));
                if edges().all(|(a, b)| cross(a, b, wide(p)) >= 0.0) {
                    0.0
                } else {
                    edges()
                        .map(|(a, b)| distance_to_segment(wide(p), a, b))
                        .fold(f64::MAX, f64::min)
                }
            }
        };
        // The tolerance that the function states, and the rounding of this test's own f64.
        assert!(outside <= 1.000_001e-5 * extent, "{p} is left out by {outside:e} of {extent:e}");
    }
    hull
}

fn points_of(list: &[[f32; 2]]) -> Vec<Point> {
    list.iter().map(|&p| p.into()).collect()
}

#[test]
fn the_two_zeros_are_one_coordinate() {
    // Sorting told -0 from +0 and so put these four, which share a line, in no order at all; the
    // lower corner was lost.
    let points = points_of(&[[-0.0, 5.0], [0.0, 0.0], [0.0, 10.0], [1.0, 3.0]]);
    assert_eq!(check(&points), points_of(&[[0.0, 0.0], [1.0, 3.0], [0.0, 10.0]]));
    let doubled = points_of(&[[0.0, 0.0], [-0.0, -0.0], [1.0, 0.0], [1.0, -0.0], [0.0, 1.0]]);
    assert_eq!(check(&doubled).len(), 3);
}

#[test]
fn a_needle_keeps_both_of_its_ends() {
    // Thinner than the tolerance everywhere: only distances from the *segment* of a chord, not
    // from its line, tell that an end must stay.
    let needle = points_of(&[[0.0, 0.0], [0.5, -8e-6], [1.0, -4e-6], [0.999, 4e-6], [0.3, 6e-6]]);
    for turned in 0..needle.len() {
        let mut points = needle.clone();
        points.rotate_left(turned);
        let flipped: Vec<Point> = points.iter().map(|p| Point::new(-p.y, p.x)).collect();
        for points in [points, flipped] {
            let hull = check(&points);
            assert!(hull.len() >= 2);
            assert!(extent(&hull) > 0.9999, "an end is gone: {hull:?}");
        }
    }
}

#[test]
fn a_hull_starts_from_its_leftmost_point() {
    // The leftmost of the cloud lies within the tolerance of its neighbours' chord and goes.
    let points = points_of(&[[-1e-7, 0.5], [0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]);
    let hull = check(&points);
    assert_eq!(hull, points_of(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]));
}

#[test]
fn nothing_single_and_flat_clouds_give_what_there_is() {
    assert!(convex_hull(&[]).is_empty());
    assert_eq!(convex_hull(&points_of(&[[2.0, 3.0]; 7])), points_of(&[[2.0, 3.0]]));
    let line: Vec<Point> = (0..1000).map(|i| Point::new(i as f32, 2.0 * i as f32)).collect();
    assert_eq!(check(&line).len(), 2);
    let diagonal: Vec<Point> = (0..1000).map(|i| Point::new(0.1, 0.3) * (i as f32)).collect();
    assert_eq!(check(&diagonal).len(), 2, "collinear up to rounding");
}

#[test]
fn a_fine_circle_keeps_its_size() {
    let circle = |n: usize, scale: f64| -> Vec<Point> {
        (0..n)
            .map(|i| {
                let (sin, cos) = (std::f64::consts::TAU * i as f64 / n as f64).sin_cos();
                Point::new((scale * cos) as f32, (scale * sin) as f32)
            })
            .collect()
    };
    for scale in [1e-20, 1e-3, 1.0, 1e8, 1e20] {
        let points = circle(100_000, scale);
        let hull = convex_hull(&points);
        // A chord within 2e-5 r of the arc spans up to 2 acos(1 - 2e-5): at least 497 of them.
        assert!((497..=600).contains(&hull.len()), "{} at {scale:e}", hull.len());
        let sparse: Vec<Point> = points.iter().step_by(97).copied().chain(hull).collect();
        check(&sparse);
    }
    assert_eq!(convex_hull(&circle(240, 1.0)).len(), 240);
}

#[test]
fn a_long_flat_arc_takes_no_quadratic_time() {
    // All of the arc lies within the tolerance, so one run of the simplification spans it. Walked
    // from the start for every vertex, this took 10^10 steps.
    let arc = (0..100_000_i32).map(|i| {
        let x = i as f32 / 1e5;
        Point::new(x, x * x * 1e-6)
    });
    let points: Vec<Point> = arc.chain([Point::new(0.5, 1.0)]).collect();
    let start = std::time::Instant::now();
    assert_eq!(convex_hull(&points).len(), 3);
    assert!(start.elapsed().as_secs_f64() < 2.0, "{:?}", start.elapsed());
}

#[test]
fn a_grid_is_a_square() {
    for scale in [1e-20_f32, 1.0, 1e20] {
        let grid: Vec<Point> =
            (0..10_000).map(|i| Point::new((i % 100) as f32, (i / 100) as f32) * scale).collect();
        assert_eq!(check(&grid).len(), 4);
    }
}

#[test]
fn points_that_are_not_finite_are_left_out() {
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(|x| Point::new(x, 0.0));
    assert!(convex_hull(&odd).is_empty());
    let square = points_of(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    let mixed: Vec<Point> = square.iter().copied().chain(odd).collect();
    assert_eq!(convex_hull(&mixed), square);
}

/// Clouds of several kinds: spread out, on a coarse grid (many duplicates and collinear points),
/// on a circle, and squeezed thin.
fn cloud() -> impl Strategy<Value = Vec<Point>> {
    let scale = prop::sample::select(vec![1e-20_f32, 1e-6, 1.0, 1e8, 1e20]);
    let raw = prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 1..40);
    (raw, scale, 0..4_u8, 0.0_f32..3.2).prop_map(|(raw, scale, kind, angle)| {
        let (sin, cos) = angle.sin_cos();
        raw.iter()
            .map(|&(x, y)| match kind {
                0 => Point::new(x, y),
                1 => Point::new((x * 4.0).round(), (y * 4.0).round()),
                2 => Point::new((x * 3.2).cos(), (x * 3.2).sin()),
                _ => Point::new(cos * x - sin * y * 1e-5, sin * x + cos * y * 1e-5),
            })
            .map(|p| p * scale)
            .collect()
    })
}

proptest! {
    #![proptest_config(config(0x4011))]

    #[test]
    fn holds_every_point_and_turns_left(points in cloud()) {
        let hull = check(&points);
        if hull.len() >= 3 {
            // Strictly convex by the exact test of the strict constructor.
            let scale = 1.0 / extent(&points) as f32;
            if (1e-3..1e3).contains(&scale) {
                let polygon = Polygon::new(hull.iter().copied());
                // A cloud within the tolerance of a line may leave a triangle that is a line.
                let flat = || {
                    let pairs = hull.iter().flat_map(|a| hull.iter().map(move |b| (*a, *b)));
                    let length = |(a, b): &(Point, Point)| distance_to_segment(wide(*a), wide(*b), wide(*b));
                    let ends = pairs.max_by(|p, q| length(p).total_cmp(&length(q))).unwrap();
                    let height = |p: &Point| {
                        (cross(wide(ends.0), wide(ends.1), wide(*p)) / length(&ends)).abs()
                    };
                    points.iter().map(height).fold(0.0, f64::max) < 3e-5 * extent(&points)
                };
                prop_assert!(polygon.is_ok() || flat(), "{polygon:?}");
            }
        }
    }

    #[test]
    fn every_vertex_is_a_corner(points in cloud()) {
        // On coordinates that are small integers the slow oracle is exact.
        let points: Vec<Point> =
            points.iter().map(|p| Point::new((p.x * 8.0).round(), (p.y * 8.0).round())).collect();
        if extent(&points) < 100.0 {
            for vertex in check(&points) {
                prop_assert!(extent(&points) == 0.0 || is_corner(&points, vertex), "{vertex}");
            }
        }
    }

    #[test]
    fn the_order_of_the_points_does_not_matter(points in cloud(), by in 0_usize..40) {
        let mut turned = points.clone();
        turned.rotate_left(by % points.len());
        turned.reverse();
        prop_assert_eq!(convex_hull(&points), convex_hull(&turned));
    }
}
