//! Splitting and shattering polygons: areas add up, and pieces are where they should be.

use crate::common_outlines::*;
use proptest::prelude::*;
use umbra_geom::cut::{clip_to_half_plane, shatter, split};
use umbra_geom::{Error, Point, Polygon, Vector};

fn polygon() -> impl Strategy<Value = Polygon> {
    prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 3..20)
        .prop_filter_map("flat", |raw| Polygon::hull(raw.iter().map(|&(x, y)| [x, y])).ok())
}

/// Signed distances of vertices beyond the line.
fn beyond(polygon: &Polygon, point: [f32; 2], normal: [f32; 2]) -> Vec<f64> {
    let (x, y) = (f64::from(normal[0]), f64::from(normal[1]));
    let length = x.hypot(y);
    let along = |v: &Point| {
        (x * (f64::from(v.x) - f64::from(point[0])) + y * (f64::from(v.y) - f64::from(point[1])))
            / length
    };
    polygon.vertices().iter().map(along).collect()
}

#[test]
fn a_line_that_misses_leaves_the_polygon_whole() {
    let brick = Polygon::cuboid(1.0, 1.0).unwrap();
    let halves = split(&brick, [3.0, 0.0], [1.0, 0.0]).unwrap();
    assert_eq!((halves.behind, halves.ahead), (Some(brick.clone()), None));
    let halves = split(&brick, [1.0, 7.0], [-1e-20, 0.0]).unwrap();
    assert_eq!((halves.behind, halves.ahead), (None, Some(brick)), "along a face");
}

#[test]
fn a_cut_through_corners_makes_triangles() {
    let brick = Polygon::cuboid(1.0, 1.0).unwrap();
    let halves = split(&brick, [0.0, 0.0], [1.0, -1.0]).unwrap();
    let [behind, ahead] = [halves.behind.unwrap(), halves.ahead.unwrap()];
    assert_eq!(behind.vertices().len(), 3);
    assert_eq!(behind.area_properties().area, 2.0);
    assert_eq!(ahead.area_properties().area, 2.0);
    assert!(behind.center().x < 0.0 && ahead.center().x > 0.0, "the normal points ahead");
}

#[test]
fn a_rounded_polygon_has_its_new_faces_on_the_cut() {
    let plate = Polygon::rounded_cuboid(2.0, 1.0, 0.25).unwrap();
    let halves = split(&plate, [0.5, 0.0], [1.0, 0.0]).unwrap();
    let at = umbra_geom::math::pose([0.0, 0.0], 0.0);
    let (behind, ahead) = (halves.behind.unwrap(), halves.ahead.unwrap());
    assert_eq!((behind.radius(), ahead.radius()), (0.25, 0.25));
    assert!((behind.aabb(&at).max.x - 0.5).abs() < 1e-6);
    assert!((ahead.aabb(&at).min.x - 0.5).abs() < 1e-6);
    // Four new round corners, each smaller than a square one by (1 - pi / 4) r².
    let lost = 4.0 * (1.0 - core::f64::consts::FRAC_PI_4) * 0.25 * 0.25;
    let area = |p: &Polygon| f64::from(p.area_properties().area);
    assert!((area(&plate) - area(&behind) - area(&ahead) - lost).abs() < 1e-6);
    // Less than two radii from the cut: no core, no piece.
    let halves = split(&plate, [1.6, 0.0], [1.0, 0.0]).unwrap();
    assert!(halves.behind.is_some() && halves.ahead.is_none());
}

#[test]
fn pieces_can_be_cut_again_and_again() {
    // Cuts leave ever smaller and thinner pieces; their areas still add up to the first one's.
    let mut pieces = vec![Polygon::regular(7, 3.0).unwrap()];
    let whole = area(pieces[0].vertices());
    for step in 0..14_u8 {
        let (sin, cos) = (2.399_963 * f32::from(step)).sin_cos();
        let cut = |piece: &Polygon| {
            let halves = split(piece, [0.1 * cos, 0.1 * sin], [cos, sin]).unwrap();
            halves.behind.into_iter().chain(halves.ahead)
        };
        pieces = pieces.iter().flat_map(cut).collect();
        let sum: f64 = pieces.iter().map(|piece| area(piece.vertices())).sum();
        assert!((sum - whole).abs() < 1e-6 * whole, "{sum} of {whole} after {step}");
    }
    assert!(pieces.len() > 50);
}

#[test]
fn pieces_can_be_moved_and_turned() {
    // Corners may be off straight by a last bit, which turning them loses: the strict constructor
    // refuses some of what comes of it.
    let brick = Polygon::cuboid(1.0, 1.0).unwrap();
    let seeds: Vec<Point> = (0..200_u8)
        .map(|i| {
            let (sin, cos) = (2.399_963 * f32::from(i)).sin_cos();
            Point::new(cos, sin) * (f32::from(i) / 200.0)
        })
        .collect();
    let outline = circle([0.0, 0.0], 100.0, 20_000);
    let shards = shatter(&brick, &seeds).unwrap();
    let pieces = umbra_geom::cut::decompose(&outline, &[]).unwrap();
    for piece in shards.iter().chain(&pieces) {
        // Out there the grid of f32 is 4e-6 wide, at 100 it is 8e-6: a piece that is thinner than
        // two steps of the coarser may be gone.
        let Ok(moved) = piece.transformed(&umbra_geom::math::pose([50.0, -20.0], 0.7)) else {
            assert!(piece.core().inner_radius < 1.6e-5, "{piece:?}");
            continue;
        };
        let lost = (area(moved.vertices()) - area(piece.vertices())).abs();
        assert!(lost < 4e-6 * 7.0 * f64::from(piece.core().outer_radius), "{lost:e}");
    }
}

#[test]
fn bad_lines_and_seeds_are_refused() {
    let brick = Polygon::cuboid(1.0, 1.0).unwrap();
    let refused = |point: [f32; 2], normal: [f32; 2]| split(&brick, point, normal).unwrap_err();
    assert!(matches!(
        refused([f32::NAN, 0.0], [1.0, 0.0]),
        Error::NotFinite { parameter: "point", .. }
    ));
    assert!(matches!(
        refused([0.0, 0.0], [1.0, f32::INFINITY]),
        Error::NotFinite { parameter: "normal", .. }
    ));
    assert_eq!(
        refused([0.0, 0.0], [0.0, -0.0]),
        Error::NotPositive { parameter: "normal", value: 0.0 }
    );
    let seeds = |list: &[[f32; 2]]| shatter(&brick, &points(list)).unwrap_err();
    assert_eq!(seeds(&[]), Error::Empty { parameter: "seeds" });
    assert_eq!(
        seeds(&[[0.0, 1.0], [2.0, 2.0], [-0.0, 1.0]]),
        Error::DuplicatePoints { parameter: "seeds", first: 0, second: 2 }
    );
    assert!(matches!(
        seeds(&[[0.0, 1.0], [f32::NAN, 2.0]]),
        Error::PointNotFinite { parameter: "seeds", index: 1, .. }
    ));
}

#[test]
fn one_seed_anywhere_keeps_the_polygon() {
    let brick = Polygon::cuboid(1.0, 1.0).unwrap();
    for seed in [[0.0, 0.0], [50.0, -3.0], [1.0, 1.0]] {
        let pieces = shatter(&brick, &points(&[seed])).unwrap();
        assert_eq!(pieces, std::slice::from_ref(&brick));
    }
}

#[test]
fn seeds_whose_cells_do_not_reach_in_have_no_piece() {
    let brick = Polygon::cuboid(1.0, 1.0).unwrap();
    let pieces = shatter(&brick, &points(&[[9.0, 0.0], [-0.5, 0.0], [0.0, 1.5]])).unwrap();
    assert_eq!(pieces.len(), 2);
    assert!(pieces[0].center().x < pieces[1].center().x, "in the order of the seeds");
}

#[test]
fn a_lattice_of_seeds_makes_equal_squares() {
    let brick = Polygon::cuboid(8.0, 8.0).unwrap();
    let seeds: Vec<Point> =
        (0..256).map(|i| Point::new((i % 16) as f32 - 7.5, (i / 16) as f32 - 7.5)).collect();
    for piece in shatter(&brick, &seeds).unwrap() {
        assert_eq!(piece.vertices().len(), 4);
        assert_eq!(piece.area_properties().area, 1.0);
    }
}

#[test]
fn many_seeds_take_no_quadratic_time() {
    let brick = Polygon::cuboid(1.0, 1.0).unwrap();
    let seeds: Vec<Point> = (1..=10_000_u32)
        .map(|i| {
            // The fractional parts of multiples of two irrational numbers are spread evenly.
            let spread = |step: f64| ((f64::from(i) * step).fract() * 2.0 - 1.0) as f32;
            Point::new(spread(0.754_877_666), spread(0.569_840_291))
        })
        .collect();
    let start = std::time::Instant::now();
    let pieces = shatter(&brick, &seeds).unwrap();
    println!("10,000 seeds: {:?}", start.elapsed());
    assert!(start.elapsed().as_secs_f64() < 3.0);
    assert_eq!(pieces.len(), seeds.len());
    let sum: f64 = pieces.iter().map(|piece| area(piece.vertices())).sum();
    assert!((sum - 4.0).abs() < 4e-6, "{sum}");
}

proptest! {
    #![proptest_config(config(0x5917, 1))]

    #[test]
    fn halves_add_up_and_stay_on_their_side(
        polygon in polygon(),
        point in [-1.0_f32..1.0, -1.0_f32..1.0],
        normal in [-1.0_f32..1.0, -1.0_f32..1.0],
    ) {
        prop_assume!(normal != [0.0, 0.0]);
        let halves = split(&polygon, point, normal).unwrap();
        let mut sum = 0.0;
        for (half, side) in [(&halves.behind, 1.0), (&halves.ahead, -1.0)] {
            let Some(half) = half else { continue };
            sum += area(half.vertices());
            for distance in beyond(half, point, normal) {
                // Coordinates up to 1 are rounded by 2^-25.
                prop_assert!(side * distance < 1e-7, "{distance:e} beyond the line");
            }
        }
        let whole = area(polygon.vertices());
        // Rounding moves the ends of the cut by 2^-25 each way, welding by 1e-6, and a dropped
        // sliver is thinner than 1e-6 of its length, which is at most 3.
        prop_assert!((sum - whole).abs() < 3e-6, "{sum} of {whole}");
    }

    #[test]
    fn the_wide_oracle_of_clipping_agrees(
        polygon in polygon(),
        normal in [-1.0_f32..1.0, -1.0_f32..1.0],
        offset in -1.0_f32..1.0,
    ) {
        let kept = clip_to_half_plane(polygon.vertices(), Vector::from(normal), offset);
        let inside = |p: &Point| {
            f64::from(normal[0]) * f64::from(p.x) + f64::from(normal[1]) * f64::from(p.y)
                - f64::from(offset)
        };
        for p in polygon.vertices() {
            prop_assert_eq!(inside(p) <= 0.0, kept.contains(p), "{}", p);
        }
        for p in &kept {
            prop_assert!(inside(p) < 2e-7, "{p}");
        }
    }

    #[test]
    fn shards_add_up_and_are_nearest_to_their_seeds(
        polygon in polygon(),
        raw in prop::collection::vec((-1.5_f32..1.5, -1.5_f32..1.5), 1..30),
        radius in prop::sample::select(vec![0.0_f32, 0.05]),
    ) {
        let seeds: Vec<Point> = raw.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let polygon = polygon.grown(radius).unwrap();
        let Ok(pieces) = shatter(&polygon, &seeds) else { return Ok(()) };
        let distance = |p: &Point, q: &Point| {
            let (p, q) = (wide(*p), wide(*q));
            (p[0] - q[0]).hypot(p[1] - q[1])
        };
        let mut last = 0;
        for piece in &pieces {
            // The seed of a piece is the one nearest to its middle; they come in order.
            let own = (0..seeds.len())
                .min_by(|&i, &j| {
                    let middle = piece.center();
                    distance(&seeds[i], &middle).total_cmp(&distance(&seeds[j], &middle))
                })
                .unwrap();
            prop_assert!(own >= last);
            last = own;
            for v in piece.vertices() {
                for other in &seeds {
                    // To be nearer by twice the distance from the crack is exact on it only in
                    // f64; vertices are rounded by 2^-25 each way.
                    let (to_own, to_other) = (distance(v, &seeds[own]), distance(v, other));
                    let apart = distance(&seeds[own], other).max(1e-30);
                    let from_crack = (to_other * to_other - to_own * to_own) / (2.0 * apart);
                    let wanted = if other == &seeds[own] { 0.0 } else { f64::from(radius) };
                    prop_assert!(from_crack > wanted - 1e-6, "{from_crack} of {wanted}");
                }
            }
        }
        // Rounded pieces are apart because each stays a radius behind every crack, as seen above.
        if radius == 0.0 {
            for (i, piece) in pieces.iter().enumerate() {
                for other in &pieces[..i] {
                    let apart = separation(piece.vertices(), other.vertices());
                    prop_assert!(apart > -1e-6, "{apart}");
                }
            }
            let sum: f64 = pieces.iter().map(|piece| area(piece.vertices())).sum();
            let whole = area(polygon.vertices());
            // As for one cut, for up to 30 pieces.
            prop_assert!((sum - whole).abs() < 1e-5, "{sum} of {whole}");
        }
    }

    #[test]
    fn shattering_is_the_same_in_any_order_of_the_seeds(
        polygon in polygon(),
        raw in prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 1..12),
    ) {
        let seeds: Vec<Point> = raw.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let reversed: Vec<Point> = seeds.iter().rev().copied().collect();
        let (Ok(one), Ok(mut other)) = (shatter(&polygon, &seeds), shatter(&polygon, &reversed))
        else {
            return Ok(());
        };
        other.reverse();
        prop_assert_eq!(one, other);
    }
}
