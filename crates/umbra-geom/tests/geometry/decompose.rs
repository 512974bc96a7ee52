//! Decomposition of outlines with holes into convex pieces, against slow oracles.

use std::cell::Cell;

use crate::common_outlines::*;
use geo::{Area, BooleanOps};
use proptest::prelude::*;
use umbra_geom::cut::decompose;
use umbra_geom::{Error, Point, Polygon};

/// Checks the guarantees of a decomposition: area to 1e-5, convex pieces (by `Polygon`), insides
/// that do not overlap, all of it inside.
fn check(outline: &[Point], holes: &[Vec<Point>]) -> Vec<Polygon> {
    let pieces = decompose(outline, holes).unwrap();
    let whole = area(outline).abs() - holes.iter().map(|hole| area(hole).abs()).sum::<f64>();
    let sum: f64 = pieces.iter().map(|piece| area(piece.vertices())).sum();
    assert!((sum - whole).abs() <= 1e-5 * whole, "{sum} of {whole}");
    for (i, piece) in pieces.iter().enumerate() {
        let n = piece.vertices().len() as f64;
        let middle = piece
            .vertices()
            .iter()
            .fold([0.0; 2], |sum, v| [sum[0] + f64::from(v.x) / n, sum[1] + f64::from(v.y) / n]);
        assert!(is_inside(outline, middle) && !holes.iter().any(|hole| is_inside(hole, middle)));
        for other in &pieces[..i] {
            // Vertices are those of the outline, so that pieces share edges exactly; what is
            // left is the rounding of this oracle.
            let apart = separation(piece.vertices(), other.vertices());
            assert!(apart > -1e-12 * whole.sqrt(), "pieces overlap by {apart:e}");
        }
    }
    pieces
}

fn to_geo(ring: &[Point]) -> geo::LineString<f64> {
    ring.iter().map(|&p| geo::Coord::from(wide(p))).collect()
}

/// The same by the boolean operations of the crate `geo`: the union of all pieces is the region.
fn check_with_geo(outline: &[Point], holes: &[Vec<Point>]) {
    let pieces = decompose(outline, holes).unwrap();
    let region =
        geo::Polygon::new(to_geo(outline), holes.iter().map(|hole| to_geo(hole)).collect());
    let convex = pieces.iter().map(|piece| geo::Polygon::new(to_geo(piece.vertices()), vec![]));
    let covered = geo::unary_union(convex.collect::<Vec<_>>().iter());
    let off = covered.xor(&geo::MultiPolygon::new(vec![region.clone()])).unsigned_area();
    assert!(off < 1e-5 * region.unsigned_area(), "{off} of {}", region.unsigned_area());
}

fn reflex_corners(ring: &[Point]) -> usize {
    let (n, way) = (ring.len(), area(ring).signum());
    (0..n).filter(|&i| way * cross(ring[i], ring[(i + 1) % n], ring[(i + 2) % n]) < 0.0).count()
}

#[test]
fn a_convex_outline_stays_whole() {
    // Other engines panicked on circles of 240 points and more, or stop at eight vertices.
    for n in [3, 8, 9, 239, 240, 241, 1000] {
        let ring = circle([3.0, -2.0], 2.0, n);
        let pieces = check(&ring, &[]);
        assert_eq!(pieces.len(), 1);
        assert_eq!(pieces[0].vertices().len(), n);
    }
}

#[test]
fn a_concave_outline_is_no_polygon_but_comes_in_pieces_that_are() {
    let horseshoe: Vec<Point> = {
        let (outer, inner) = (circle([0.0, 0.0], 2.0, 32), circle([0.0, 0.0], 1.0, 32));
        outer[2..31].iter().chain(inner[2..31].iter().rev()).copied().collect()
    };
    let refused = Polygon::new(horseshoe.iter().copied());
    assert!(matches!(refused, Err(Error::NotConvex { parameter: "points", .. })));
    assert!(check(&horseshoe, &[]).len() >= 13);
}

#[test]
fn a_plate_with_a_round_hole_is_a_ring_of_pieces() {
    let plate = points(&[[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]]);
    for n in [3, 4, 16, 240, 500] {
        let pieces = check(&plate, &[circle([0.1, 0.2], 1.0, n)]);
        // Every corner of the hole is reflex and needs an edge; one edge serves at most two.
        assert!(pieces.len() >= n.div_ceil(2), "{} for {n}", pieces.len());
        assert!(pieces.len() <= n + 4, "{} for {n}", pieces.len());
    }
}

#[test]
fn shapes_of_games_come_in_few_pieces() {
    let corner = points(&[[0., 0.], [2., 0.], [2., 1.], [1., 1.], [1., 2.], [0., 2.]]);
    assert_eq!(check(&corner, &[]).len(), 2);
    let cross = points(&[
        [1., 0.],
        [2., 0.],
        [2., 1.],
        [3., 1.],
        [3., 2.],
        [2., 2.],
        [2., 3.],
        [1., 3.],
        [1., 2.],
        [0., 2.],
        [0., 1.],
        [1., 1.],
    ]);
    assert_eq!(check(&cross, &[]).len(), 3);
    let arrow = points(&[[0., 0.], [2., -1.], [1., 0.], [2., 1.]]);
    assert_eq!(check(&arrow, &[]).len(), 2);
    let pentagram = star([0.0, 0.0], &[2.0, 0.8].repeat(5));
    assert!(check(&pentagram, &[]).len() <= 5);
    let (outline, holes) = gear(12);
    check(&outline, &holes);
    check_with_geo(&outline, &holes);
    check(&spiral(3, 40), &[]);
    check(&comb(20), &[]);
}

#[test]
fn either_winding_repeated_and_collinear_points_change_nothing() {
    let corner = points(&[[0., 0.], [2., 0.], [2., 1.], [1., 1.], [1., 2.], [0., 2.]]);
    let plain = check(&corner, &[]);
    let untidy = points(&[
        [0., 0.],
        [0., 0.],
        [-0.0, 0.0],
        [0.5, 0.],
        [1., 0.],
        [1.5, 0.],
        [2., 0.],
        [2., 0.5],
        [2., 1.],
        [1., 1.],
        [1., 1.],
        [1., 2.],
        [0.25, 2.],
        [0., 2.],
        [0., 0.],
    ]);
    assert_eq!(check(&untidy, &[]), plain);
    let reversed: Vec<Point> = corner.iter().rev().copied().collect();
    assert_eq!(check(&reversed, &[]).len(), plain.len());
}

#[test]
fn crossing_edges_are_named_as_the_caller_counts() {
    let crossing = |ring: &[[f32; 2]], holes: &[Vec<Point>]| match decompose(&points(ring), holes) {
        Err(Error::SelfIntersecting { parameter: "outline", first, second }) => (first, second),
        other => panic!("{other:?}"),
    };
    assert_eq!(crossing(&[[0., 0.], [1., 1.], [1., 0.], [0., 1.]], &[]), (0, 2));
    // A repeated point moves the count, as it does for the caller.
    assert_eq!(crossing(&[[0., 0.], [0., 0.], [1., 1.], [1., 0.], [0., 1.]], &[]), (1, 3));
    // Touching: a corner on an edge, a corner on a corner, an edge along an edge, a spike.
    let (first, second) = crossing(&[[0., 0.], [4., 0.], [4., 2.], [2., 0.], [0., 2.]], &[]);
    assert!(first == 0 && (second == 2 || second == 3), "both edges of the corner touch");
    let touching = [[0., 0.], [2., 0.], [1., 1.], [2., 2.], [0., 2.], [1., 1.]];
    assert_eq!(crossing(&touching, &[]), (2, 5));
    let (first, second) = crossing(&[[0., 0.], [4., 0.], [4., 4.], [4., -1.], [0., -1.]], &[]);
    assert!(first < 2 && second == 2, "edge 2 runs back over edge 1 and the end of edge 0");
    // The hole's edges count after those of the outline.
    let square = [[0., 0.], [4., 0.], [4., 4.], [0., 4.]];
    let across = points(&[[1., 1.], [2., 1.], [5., 2.]]);
    assert_eq!(crossing(&square, &[across]).0, 1);
    let one = points(&[[1., 1.], [2., 1.], [2., 2.]]);
    let two = points(&[[2., 2.], [3., 2.], [3., 3.]]);
    assert_eq!(crossing(&square, &[one, two]), (6, 7));
}

#[test]
fn holes_have_to_lie_inside_and_apart() {
    let square = points(&[[0., 0.], [4., 0.], [4., 4.], [0., 4.]]);
    let at = |x: f32, y: f32, r: f32| circle([x, y], r, 7);
    let outside = |holes: &[Vec<Point>]| match decompose(&square, holes) {
        Err(Error::HoleOutside { hole }) => hole,
        other => panic!("{other:?}"),
    };
    assert_eq!(outside(&[at(6.0, 2.0, 1.0)]), 0, "to the right");
    assert_eq!(outside(&[at(2.0, 2.0, 1.0), at(-3.0, 2.0, 1.0)]), 1, "to the left");
    assert_eq!(outside(&[at(2.0, 7.0, 1.0)]), 0, "above");
    assert_eq!(outside(&[at(2.0, -7.0, 1.0)]), 0, "below");
    assert_eq!(outside(&[at(2.0, 2.0, 9.0)]), 0, "around the outline");
    assert_eq!(outside(&[at(2.0, 2.0, 1.5), at(2.0, 2.0, 0.5)]), 1, "in another hole");
    assert_eq!(outside(&[at(2.0, 2.0, 0.5), at(2.0, 2.0, 1.5)]), 0, "in another hole");
}

#[test]
fn flat_and_empty_rings_are_refused() {
    let line: Vec<Point> = (0..9).map(|i| Point::new(i as f32, 2.0 * i as f32)).collect();
    assert_eq!(decompose(&line, &[]), Err(Error::Collinear { parameter: "outline", count: 9 }));
    let dot = vec![Point::new(1.0, 1.0); 5];
    assert_eq!(decompose(&dot, &[]), Err(Error::Collinear { parameter: "outline", count: 5 }));
    assert!(matches!(
        decompose(&dot[..2], &[]),
        Err(Error::TooFewPoints { parameter: "outline", count: 2, least: 3 })
    ));
    let square = points(&[[0., 0.], [4., 0.], [4., 4.], [0., 4.]]);
    assert_eq!(decompose(&square, &[dot]), Err(Error::Collinear { parameter: "holes", count: 5 }));
    // Found by fuzzing: an area of 3e-17 beside a length of 5e7 is summed as nothing.
    let speck = points(&[
        [4.428_502e-16, -1.497_846_9e-26],
        [-1.500_278_5e-26, -1.502_802_8e-26],
        [-1.500_280_6e-26, -1.500_278_5e-26],
        [53_543_932.0, 0.154_587_92],
    ]);
    assert_eq!(decompose(&speck, &[]), Err(Error::Collinear { parameter: "outline", count: 4 }));
    // A needle that has an area, but no inside that an f32 could tell.
    let needle = points(&[[0., 0.], [1e4, 0.], [1e4, 1e-3]]);
    assert_eq!(decompose(&needle, &[]), Err(Error::Collinear { parameter: "outline", count: 3 }));
}

#[test]
fn slivers_are_dropped_within_the_tolerance() {
    // The notch is 1e-6 wide: the piece between it and the side is a sliver.
    let notched = points(&[[0., 0.], [4., 0.], [4., 4.], [1e-6, 0.5], [0., 4.]]);
    check(&notched, &[]);
    let near = points(&[[0., 0.], [4., 0.], [4., 1e-7], [4., 4.], [2., 1.], [0., 4.]]);
    check(&near, &[]);
}

#[test]
fn large_outlines_take_no_quadratic_time() {
    let radii: Vec<f32> = (0..100_000).map(|i| 50.0 + (i * 7919 % 1000) as f32 * 0.04).collect();
    let mut skyline = vec![Point::new(0.0, 0.0), Point::new(50_000.0, 0.0)];
    for i in (0..50_000_u32).rev() {
        let y = 1.0 + (i * 7919 % 1009) as f32;
        skyline.extend([Point::new(i as f32 + 1.0, y), Point::new(i as f32, y)]);
    }
    let holes = |n: usize| -> Vec<Vec<Point>> {
        (0..n * n).map(|i| circle([(i % n) as f32, (i / n) as f32], 0.3, 6)).collect()
    };
    let plate = points(&[[-1., -1.], [200., -1.], [200., 200.], [-1., 200.]]);
    let convex = circle([0.0, 0.0], 1000.0, 100_000);
    let cases = [
        ("bumpy", star([0.0, 0.0], &radii), vec![]),
        ("skyline", skyline, vec![]),
        ("comb", comb(25_000), vec![]),
        ("spiral", spiral(50, 1000), vec![]),
        ("plate", plate, holes(130)),
        ("circle", convex, vec![]),
    ];
    for (name, outline, holes) in cases {
        let start = std::time::Instant::now();
        let result = decompose(&outline, &holes);
        let time = start.elapsed().as_secs_f64();
        let count = match &result {
            Ok(pieces) => {
                let whole = area(&outline) - holes.iter().map(|hole| area(hole)).sum::<f64>();
                let sum: f64 = pieces.iter().map(|piece| area(piece.vertices())).sum();
                assert!((sum - whole).abs() < 1e-5 * whole, "{name}: {sum} of {whole}");
                pieces.len()
            }
            Err(Error::SelfIntersecting { .. }) => 0,
            Err(error) => panic!("{name}: {error}"),
        };
        println!("{name}: {} points, {count} pieces, {time:.3} s", outline.len());
        assert!(time < 5.0, "{name} took {time} s");
    }
}

#[test]
fn the_number_of_pieces_is_near_the_least_possible() {
    // r reflex corners need at least r / 2 cuts. Hertel and Mehlhorn promise 2 r + 1 pieces.
    let mut runner = proptest::test_runner::TestRunner::new(config(0xFE4, 20));
    let (pieces, least) = (Cell::new(0), Cell::new(0));
    runner
        .run(&untangled(4..16), |ring| {
            let reflex = reflex_corners(&ring);
            let Ok(found) = decompose(&ring, &[]) else { return Ok(()) };
            prop_assert!(found.len() <= 2 * reflex + 1, "{} for {reflex}", found.len());
            pieces.set(pieces.get() + found.len());
            least.set(least.get() + reflex.div_ceil(2) + 1);
            Ok(())
        })
        .unwrap();
    let (pieces, least) = (pieces.get(), least.get());
    println!("{pieces} pieces where at least {least} are needed");
    assert!((pieces as f64) < 1.6 * least as f64);
}

proptest! {
    #![proptest_config(config(0xDEC0, 1))]

    #[test]
    fn bumpy_outlines_with_holes((outline, holes) in bumpy()) {
        check(&outline, &holes);
    }

    #[test]
    fn the_boolean_operations_of_geo_agree((outline, holes) in bumpy()) {
        check_with_geo(&outline, &holes);
    }

    #[test]
    fn skylines(ring in skyline()) {
        check(&ring, &[]);
    }

    #[test]
    fn untangled_rings(ring in untangled(4..16)) {
        check(&ring, &[]);
    }

    #[test]
    fn far_away_and_at_any_size(ring in untangled(4..16), scale in prop::sample::select(
        vec![1e-4_f32, 1.0, 1e3, 1e8]
    ), away in prop::sample::select(vec![0.0_f32, 10.0])) {
        let moved: Vec<Point> =
            ring.iter().map(|p| Point::new((p.x + away) * scale, (p.y - away) * scale)).collect();
        // Rounding at a distance may make edges cross; all else has to hold.
        if scale * (1.0 + away) <= 1e8 && decompose(&moved, &[]).is_ok() {
            check(&moved, &[]);
        }
    }

    #[test]
    fn crossings_are_found_exactly_where_there_are_any(ring in scribble()) {
        let n = ring.len();
        let distinct: Vec<usize> = (0..n).filter(|&i| ring[i] != ring[(i + 1) % n]).collect();
        let clean: Vec<Point> = distinct.iter().map(|&i| ring[i]).collect();
        let m = clean.len();
        let meets = (0..m).any(|i| (i + 1..m).any(|j| edges_meet(&clean, i, j)));
        match decompose(&ring, &[]) {
            Err(Error::SelfIntersecting { first, second, .. }) => {
                let at = |edge: usize| distinct.iter().position(|&i| i == edge).unwrap();
                prop_assert!(edges_meet(&clean, at(first), at(second)), "{first} {second}");
            }
            Err(Error::Collinear { .. }) => {
                let a = ring[0];
                prop_assert!(ring.iter().all(|&b| ring.iter().all(|&c| cross(a, b, c) == 0.0)));
            }
            Err(other) => prop_assert!(false, "{other}"),
            Ok(_) => {
                prop_assert!(!meets);
                check(&ring, &[]);
            }
        }
    }

    #[test]
    fn holes_are_sorted_out(outline in scribble(), hole in scribble()) {
        if decompose(&outline, &[]).is_err() || decompose(&hole, &[]).is_err() {
            return Ok(());
        }
        let edge = |ring: &[Point], i: usize| (ring[i], ring[(i + 1) % ring.len()]);
        let meets = (0..outline.len()).any(|i| (0..hole.len()).any(|j| {
            let ((a, b), (c, d)) = (edge(&outline, i), edge(&hole, j));
            segments_meet(a, b, c, d)
        }));
        match decompose(&outline, std::slice::from_ref(&hole)) {
            Err(Error::SelfIntersecting { .. }) => prop_assert!(meets),
            Err(Error::HoleOutside { hole: 0 }) => {
                prop_assert!(!meets && !is_inside(&outline, wide(hole[0])));
            }
            Err(other) => prop_assert!(false, "{other}"),
            Ok(_) => {
                prop_assert!(!meets);
                check(&outline, &[hole]);
            }
        }
    }
}

proptest! {
    #![proptest_config(config(0x6E0, 20))]

    #[test]
    fn large_untangled_rings(ring in untangled(40..120)) {
        check(&ring, &[]);
    }
}
