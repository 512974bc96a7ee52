//! Distances, overlaps and point queries against every pair of features, in f64.

use crate::common::oracle::{Solid, gap, to_f64};
use crate::common::{between, body, cases, config, extent, many, placed, rounding, shape};
use proptest::prelude::*;
use umbra_geom::math::pose;
use umbra_geom::query::{
    Distance, DistanceCache, contains_point, distance, overlaps, project_point,
};
use umbra_geom::{Capsule, Circle, Point, Polygon, Pose, Segment, Shape, Vector};

fn fresh(a: &(Shape, Pose), b: &(Shape, Pose)) -> Distance {
    distance(&a.0, &a.1, &b.0, &b.1, &mut DistanceCache::default())
}

/// The proven cap: every corner of the difference once, and two supports to start from.
fn cap(a: &(Shape, Pose), b: &(Shape, Pose)) -> u32 {
    (a.0.core().vertices.len() + b.0.core().vertices.len() + 2) as u32
}

/// Checks all guarantees of a distance, given the true one.
fn check(a: &(Shape, Pose), b: &(Shape, Pose), found: &Distance) -> Result<(), TestCaseError> {
    let truth = gap(&Solid::new(&a.0, &a.1), &Solid::new(&b.0, &b.1));
    let slack = rounding(&[extent(&a.0, &a.1), extent(&b.0, &b.1)]);
    let wrong = (f64::from(found.distance) - truth.max(0.0)).abs();
    prop_assert!(wrong <= slack, "distance {} but truly {truth}", found.distance);
    prop_assert!((found.normal.norm() - 1.0).abs() < 1e-5);
    prop_assert!(found.iterations <= cap(a, b));
    if truth < -slack {
        // To push B as the points and the normal say parts the two.
        let push = (found.point_a - found.point_b).dot(&found.normal);
        let pushed = Solid::new(&b.0, &b.1).moved(to_f64(found.normal * push));
        let left = gap(&Solid::new(&a.0, &a.1), &pushed);
        prop_assert!(left.abs() <= 4.0 * slack, "{left} apart after the push");
    }
    if truth > slack {
        // The points lie on the surfaces, as far apart as they should be, along the normal.
        for (body, point) in [(a, found.point_a), (b, found.point_b)] {
            let off = Solid::new(&body.0, &body.1).signed_distance(to_f64(point.coords));
            prop_assert!(off.abs() <= 2.0 * slack, "a point is {off} off its surface");
        }
        let way = found.point_b - found.point_a;
        let expected = found.normal * found.distance;
        prop_assert!(f64::from((way - expected).norm()) <= 4.0 * slack, "{way} is not {expected}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(0x6d5a_0001))]

    #[test]
    fn distance_agrees_with_every_pair_of_features(a in body(), b in body()) {
        check(&a, &b, &fresh(&a, &b))?;
    }

    #[test]
    fn distance_is_the_same_from_both_sides(a in body(), b in body()) {
        let (there, back) = (fresh(&a, &b), fresh(&b, &a));
        let slack = rounding(&[extent(&a.0, &a.1), extent(&b.0, &b.1)]);
        prop_assert!(f64::from((there.distance - back.distance).abs()) <= slack);
    }

    #[test]
    fn a_warm_start_finds_the_same_distance_while_shapes_move(
        a in body(), b in body(), step in [between(-0.2, 0.2), between(-0.2, 0.2)], turn in between(-0.2, 0.2),
    ) {
        let mut cache = DistanceCache::default();
        let mut moving = b;
        for _ in 0..5 {
            let found = distance(&a.0, &a.1, &moving.0, &moving.1, &mut cache);
            check(&a, &moving, &found)?;
            moving.1 = pose([step[0], step[1]], turn) * moving.1;
        }
    }

    #[test]
    fn a_cache_of_other_shapes_does_no_harm(a in body(), b in body(), c in body(), d in body()) {
        let mut cache = DistanceCache::default();
        distance(&a.0, &a.1, &b.0, &b.1, &mut cache);
        let found = distance(&c.0, &c.1, &d.0, &d.1, &mut cache);
        check(&c, &d, &found)?;
    }

    #[test]
    fn overlaps_agrees_with_every_pair_of_features(a in body(), b in body()) {
        let truth = gap(&Solid::new(&a.0, &a.1), &Solid::new(&b.0, &b.1));
        let slack = rounding(&[extent(&a.0, &a.1), extent(&b.0, &b.1)]);
        let found = overlaps(&a.0, &a.1, &b.0, &b.1);
        prop_assert!(truth.abs() <= slack || found == (truth < 0.0), "{found}, gap {truth}");
        prop_assert_eq!(found, overlaps(&a.0, &a.1, &b.0, &b.1));
    }

    #[test]
    fn point_query_gives_the_boundary_point_and_the_inside_flag_for_every_shape(
        a in body(), near in placed(),
    ) {
        let point = Point::from(near.translation.vector);
        let solid = Solid::new(&a.0, &a.1);
        let truth = solid.signed_distance(to_f64(point.coords));
        let slack = rounding(&[extent(&a.0, &a.1), point.coords.norm()]);
        let found = project_point(&a.0, &a.1, point);
        prop_assert!((f64::from(found.signed_distance) - truth).abs() <= slack, "truly {truth}");
        prop_assert!(truth.abs() <= slack || found.inside == (truth < 0.0));
        prop_assert_eq!(found.inside, contains_point(&a.0, &a.1, point));
        prop_assert!((found.normal.norm() - 1.0).abs() < 1e-5);
        let off = solid.signed_distance(to_f64(found.point.coords));
        prop_assert!(off.abs() <= 2.0 * slack, "the point is {off} off the surface");
        let back = found.point + found.normal * found.signed_distance;
        prop_assert!(f64::from((back - point).norm()) <= 4.0 * slack);
    }
}

proptest! {
    #![proptest_config(config(0x6d5a_0003))]

    #[test]
    fn boxes_agree_with_every_pair_of_features_from_nothing_and_while_they_move(
        halves in [between(0.05, 2.0), between(0.05, 2.0), between(0.05, 2.0), between(0.05, 2.0)],
        radii in [between(0.0, 0.2), between(0.0, 0.2)],
        turn_a in between(-3.2, 3.2), at in [between(-3.0, 3.0), between(-3.0, 3.0)],
        // Half of the pairs lie face to face.
        turn_b in between(-3.2, 3.2), is_straight in any::<bool>(),
        step in [between(-0.1, 0.1), between(-0.1, 0.1)], turn in between(-0.1, 0.1),
    ) {
        let cuboid = |x, y, radius: f32| -> Shape {
            let radius = if radius < 0.05 { 0.0 } else { radius };
            Polygon::cuboid(x, y).unwrap().grown(radius).unwrap().into()
        };
        let a = (cuboid(halves[0], halves[1], radii[0]), pose([0.0, 0.0], turn_a));
        let turn_b = if is_straight { turn_a } else { turn_b };
        let mut b = (cuboid(halves[2], halves[3], radii[1]), pose(at, turn_b));
        let mut cache = DistanceCache::default();
        for _ in 0..5 {
            check(&a, &b, &fresh(&a, &b))?;
            check(&a, &b, &distance(&a.0, &a.1, &b.0, &b.1, &mut cache))?;
            b.1 = pose([step[0], step[1]], turn) * b.1;
        }
    }

    #[test]
    fn boxes_that_overlap_part_the_shortest_way(
        halves in [between(0.05, 2.0), between(0.05, 2.0), between(0.05, 2.0), between(0.05, 2.0)],
        at in [between(-2.0, 2.0), between(-2.0, 2.0)], turn in between(-3.2, 3.2),
    ) {
        let a = (Shape::from(Polygon::cuboid(halves[0], halves[1]).unwrap()), pose([0.0, 0.0], 0.0));
        let b = (Shape::from(Polygon::cuboid(halves[2], halves[3]).unwrap()), pose(at, turn));
        let truth = gap(&Solid::new(&a.0, &a.1), &Solid::new(&b.0, &b.1));
        prop_assume!(truth < 0.0);
        let found = fresh(&a, &b);
        let depth = f64::from((found.point_a - found.point_b).dot(&found.normal));
        let slack = rounding(&[extent(&a.0, &a.1), extent(&b.0, &b.1)]);
        prop_assert!((depth + truth).abs() <= 2.0 * slack, "pushed by {depth}, truly {truth}");
    }
}

#[test]
fn no_shape_holds_a_point_that_is_not_finite() {
    let corners = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
    let mut shapes: Vec<Shape> = vec![];
    for left_out in 0..4 {
        let three = [1, 2, 3].map(|index| corners[(left_out + index) % 4]);
        shapes.push(Polygon::new(three).unwrap().into());
        let mut four = corners;
        four[left_out][1] = 0.0;
        shapes.push(Polygon::new(four).unwrap().into());
    }
    shapes.push(Polygon::cuboid(1.0, 0.5).unwrap().into());
    shapes.push(Polygon::rounded_cuboid(1.0, 0.5, 0.1).unwrap().into());
    shapes.push(Circle::new(1.0).unwrap().into());
    shapes.push(Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap().into());
    shapes.push(Capsule::new([0.0, 0.0], [1.0, 0.0], 0.5).unwrap().into());
    let numbers = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, 0.3];
    for shape in &shapes {
        for turned in [0.0, 0.5, 2.0, -1.0] {
            for (x, y) in numbers.into_iter().flat_map(|x| numbers.map(|y| (x, y))) {
                if x.is_finite() && y.is_finite() {
                    continue;
                }
                let at = pose([0.0, 0.0], turned);
                assert!(!contains_point(shape, &at, [x, y]), "{shape:?} {x} {y}");
                assert!(!project_point(shape, &at, [x, y]).inside, "{shape:?} {x} {y}");
            }
        }
    }
}

#[test]
fn an_overlap_is_found_again_at_once() {
    let nut = Shape::from(Polygon::regular(6, 0.5).unwrap());
    let pill = Shape::from(Capsule::new([-0.5, 0.1], [0.5, 0.0], 0.1).unwrap());
    let mut at_once = 0;
    for step in 0..60 {
        let turn = 0.1 * step as f32;
        let at = pose([0.7 * turn.cos(), 0.7 * turn.sin()], 0.3 + turn);
        for (a, b) in [(&nut, &nut), (&nut, &pill), (&pill, &nut)] {
            let (a, mut b) = ((a.clone(), pose([0.0, 0.0], 0.1)), (b.clone(), at));
            let mut cache = DistanceCache::default();
            let first = distance(&a.0, &a.1, &b.0, &b.1, &mut cache);
            if first.distance > 0.0 {
                continue;
            }
            let again = distance(&a.0, &a.1, &b.0, &b.1, &mut cache);
            let same = Distance { iterations: first.iterations, ..again };
            assert_eq!(same, first);
            at_once += u32::from(first.iterations > 1 && again.iterations == 1);
            // Pulled out of one another, the overlap is not believed any more.
            b.1.translation.vector *= 3.0;
            check(&a, &b, &distance(&a.0, &a.1, &b.0, &b.1, &mut cache)).unwrap();
        }
    }
    assert!(at_once > 60, "{at_once} of up to 180");
}

#[test]
fn gjk_ends_within_its_cap_on_ten_million_pairs_in_release_ci() {
    let mut most = 0;
    for (a, b) in many(0x6d5a_0002, cases().saturating_mul(100), (body(), body())) {
        let found = fresh(&a, &b);
        most = most.max(found.iterations);
        assert!(found.iterations <= cap(&a, &b), "{a:?} {b:?}");
        assert!(found.distance >= 0.0);
    }
    println!("most iterations: {most}");
}

#[test]
fn gjk_ends_within_its_cap_on_polygons_of_two_thousand_sides() {
    let wheel = Shape::from(Polygon::regular(2000, 5.0).unwrap());
    let at = |x: f32, turn| pose([x, 0.3 * x], turn);
    let mut most = 0;
    let a = (wheel.clone(), at(0.0, 0.0));
    for step in 0..2000 {
        let x = 1.0 + 0.01 * step as f32;
        let b = (wheel.clone(), at(x, 0.1 * x));
        let found = fresh(&a, &b);
        most = most.max(found.iterations);
        assert!(found.iterations <= cap(&a, &b));
        // Two circles but for the width of a side.
        let centers = f64::from(x) * 1.09_f64.sqrt();
        assert!((f64::from(found.distance) - (centers - 10.0).max(0.0)).abs() < 5e-5);
    }
    println!("most iterations: {most}");
}

#[test]
fn gjk_does_not_cycle_on_touching_and_parallel_faces() {
    let tile = Shape::from(Polygon::cuboid(0.5, 0.5).unwrap());
    for turn in [0.0, 1e-7, -1e-7, 1e-4, 0.3] {
        for gap_size in [0.0, 1e-7, -1e-7, 1e-5, -1e-5, 1e-3, 0.1] {
            for slide in [0.0, 0.1, 0.5, 0.999_999, 1.0, 1.000_001, 3.0] {
                let a = (tile.clone(), pose([0.0, 0.0], 0.0));
                let b = (tile.clone(), pose([1.0 + gap_size, slide], turn));
                check(&a, &b, &fresh(&a, &b)).unwrap();
            }
        }
    }
}

#[test]
fn gjk_tests_all_regions_of_a_triangle() {
    // The origin, as a point, around one triangle: beyond each corner, beyond each edge, inside.
    let triangle = Shape::from(Polygon::new([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]).unwrap());
    let dot = Shape::from(Circle::new(0.01).unwrap());
    for step in 0..64 {
        for reach in [0.05, 0.5, 1.0, 1.5, 4.0] {
            let turn = core::f32::consts::TAU * step as f32 / 64.0;
            let at = [0.6 + reach * turn.cos(), 0.3 + reach * turn.sin()];
            let a = (triangle.clone(), pose([0.0, 0.0], 0.0));
            let b = (dot.clone(), pose(at, 0.0));
            check(&a, &b, &fresh(&a, &b)).unwrap();
            check(&b, &a, &fresh(&b, &a)).unwrap();
        }
    }
}

#[test]
fn a_warm_start_of_a_resting_pair_asks_once() {
    let tile = Shape::from(Polygon::cuboid(0.5, 0.5).unwrap());
    let (at, beside) = (pose([0.0, 0.0], 0.1), pose([1.4, 0.2], 0.2));
    let mut cache = DistanceCache::default();
    let cold = distance(&tile, &at, &tile, &beside, &mut cache);
    let warm = distance(&tile, &at, &tile, &beside, &mut cache);
    assert!(warm.iterations <= 2 && warm.iterations <= cold.iterations);
    assert_eq!(Distance { iterations: cold.iterations, ..warm }, cold);
}

#[test]
fn rounding_that_overlaps_keeps_points_and_normal_smooth() {
    let pill = Shape::from(Capsule::new([0.0, -1.0], [0.0, 1.0], 0.5).unwrap());
    let at = |x| (pill.clone(), pose([x, 0.0], 0.0));
    let found = fresh(&at(0.0), &at(0.75));
    assert_eq!((found.distance, found.normal.x), (0.0, 1.0));
    assert_eq!((found.point_a.x, found.point_b.x), (0.5, 0.25));
}

#[test]
fn coincident_shapes_overlap_and_know_a_way_out() {
    for (shape, at) in many(7, 200, body()) {
        let same = (shape, at);
        let found = fresh(&same, &same);
        check(&same, &same, &found).unwrap();
        // Two segments have no thickness to hide a rounding in.
        if same.0.area_properties().area > 0.0 {
            assert_eq!(found.distance, 0.0);
            assert!(overlaps(&same.0, &same.1, &same.0, &same.1));
        }
    }
}

#[test]
fn a_deep_centre_point_of_a_rounded_polygon_is_inside() {
    // Farther from every edge than the radius: the distance to the edges alone says outside.
    let slab = Shape::from(Polygon::rounded_cuboid(4.0, 4.0, 0.1).unwrap());
    let at = pose([3.0, -2.0], 0.4);
    let found = project_point(&slab, &at, [3.0, -2.0]);
    assert!(found.inside);
    assert!((found.signed_distance + 4.0).abs() < 1e-5);
    assert!(contains_point(&slab, &at, [3.0, -2.0]));
}

#[test]
fn the_centre_of_a_circle_projects_along_the_x_axis_of_the_circle() {
    let ball = Shape::from(Circle::new(0.5).unwrap());
    for turn in [0.0, 1.0, 3.0] {
        let found = project_point(&ball, &pose([2.0, 1.0], turn), [2.0, 1.0]);
        assert_eq!((found.normal.x, found.normal.y), (turn.cos(), turn.sin()));
        assert_eq!(found.signed_distance, -0.5);
    }
}

#[test]
fn a_point_on_a_segment_is_inside_and_beside_it_has_a_normal_to_its_side() {
    let line = Shape::from(Segment::new([-1.0, 0.0], [1.0, 0.0]).unwrap());
    let at = pose([0.0, 0.0], 0.0);
    assert!(contains_point(&line, &at, [0.5, 0.0]));
    assert_eq!(project_point(&line, &at, [0.5, 2.0]).normal.y, 1.0);
    assert_eq!(project_point(&line, &at, [0.5, -2.0]).normal.y, -1.0);
    assert_eq!(project_point(&line, &at, [3.0, 0.0]).normal.x, 1.0);
}

#[test]
fn bad_numbers_are_no_overlap_no_inside_and_a_nan_distance() {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    for (shape_a, shape_b) in many(11, 300, (shape(), shape())) {
        let fine = pose([0.0, 0.0], 0.0);
        for value in bad {
            let wrong = pose([value, 0.0], 0.0);
            for (p, q) in [(fine, wrong), (wrong, fine), (wrong, wrong)] {
                let (a, b) = ((shape_a.clone(), p), (shape_b.clone(), q));
                let found = fresh(&a, &b);
                assert!(found.distance.is_nan() || found.distance > 1e30, "{a:?} {b:?} {found:?}");
                assert!(!overlaps(&a.0, &a.1, &b.0, &b.1));
            }
            assert!(!contains_point(&shape_a, &fine, [value, 0.0]));
            assert!(!project_point(&shape_a, &fine, [0.0, value]).inside);
            assert!(!project_point(&shape_a, &wrong, [0.0, 0.0]).inside);
        }
        for far in [1e9, 1e15, 1e20, f32::MAX] {
            let (a, b) = ((shape_a.clone(), fine), (shape_b.clone(), pose([far, -far], 1.0)));
            let found = fresh(&a, &b);
            assert!(found.distance.is_nan() || found.distance >= 1e8, "{found:?}");
            assert!(!overlaps(&a.0, &a.1, &b.0, &b.1));
            assert!(!contains_point(&shape_a, &fine, [far, far]));
        }
    }
}

#[test]
fn far_from_the_origin_near_shapes_keep_their_distance() {
    let tile = Shape::from(Polygon::cuboid(0.5, 0.5).unwrap());
    let at = |x: f32| pose([16384.0 + x, -16384.0], 0.0);
    let found = distance(&tile, &at(0.0), &tile, &at(1.25), &mut DistanceCache::default());
    assert_eq!(found.distance, 0.25);
}

#[test]
fn boxes_part_the_shortest_way_whatever_the_cache_remembers() {
    let plank = Shape::from(Polygon::cuboid(2.0, 0.5).unwrap());
    let tile = Shape::from(Polygon::cuboid(0.5, 0.5).unwrap());
    let mut cache = DistanceCache::default();
    let origin = pose([0.0, 0.0], 0.0);
    let mut way_out = |y| distance(&plank, &origin, &tile, &pose([2.2, y], 0.0), &mut cache).normal;
    assert_eq!(way_out(0.6), Vector::new(1.0, 0.0));
    assert_eq!(way_out(0.8), Vector::new(0.0, 1.0));
}

#[test]
fn what_is_nearest_to_a_point_at_a_corner_is_on_the_surface() {
    let mut shapes = vec![
        Shape::from(Polygon::rounded_cuboid(40.0, 0.7, 0.2).unwrap()),
        Shape::from(Polygon::rounded_cuboid(0.3, 0.2, 0.1).unwrap()),
        Shape::from(Capsule::new([-3.3, 0.1], [41.7, 2.9], 0.3).unwrap()),
        Shape::from(Polygon::cuboid(7.0, 0.1).unwrap()),
    ];
    for count in [3_u8, 5, 8] {
        let corner = |i: u8| {
            let angle = 6.2 * f32::from(i) / f32::from(count);
            [30.0 * libm::cosf(angle), 2.0 * libm::sinf(angle)]
        };
        shapes.push(Polygon::new((0..count).map(corner)).unwrap().rounded(0.25).unwrap().into());
    }
    let mut farthest = 0.0_f32;
    for shape in &shapes {
        let core = shape.core();
        for (case, at) in (0..400_u16).flat_map(|i| core.vertices.iter().map(move |v| (i, *v))) {
            let share = f32::from(case) / 400.0;
            let frame = pose([90.0 * share - 40.0, 17.0 * share], 31.0 * share);
            let angle = 97.0 * share;
            let away = [0.0, 1e-6, 3e-6, 1e-5, 1e-4][usize::from(case) % 5];
            let beside = Vector::new(libm::cosf(angle), libm::sinf(angle)) * away;
            let point = frame * (at + beside);
            let found = project_point(shape, &frame, point);
            // As far from the surface as the numbers of places at that distance are apart.
            let back = project_point(shape, &frame, found.point);
            farthest = farthest.max(back.signed_distance.abs());
            let off = (found.point - point).norm() - found.signed_distance.abs();
            farthest = farthest.max(off.abs());
        }
    }
    assert!(farthest < 1e-4, "{farthest}");
}
