//! Rays, circle casts and shape casts against all arcs and segments, in f64.

use crate::common::oracle::{Solid, V, gap, least, to_f64};
use crate::common::{body, config, extent, many, placed, rounding, shape, size};
use proptest::prelude::*;
use umbra_geom::math::pose;
use umbra_geom::query::{
    Interior, RayHit, cast_circle, cast_ray, cast_shape, contains_point, distance,
};
use umbra_geom::{Capsule, ChainSegment, Circle, Point, Polygon, Pose, Segment, Shape, Vector};

/// A ray between two random points, now and then along an axis.
fn ray() -> BoxedStrategy<(Point, Vector)> {
    (placed(), placed(), 0..8)
        .prop_map(|(from, to, axis)| {
            let (from, to) = (from.translation.vector, to.translation.vector);
            let way = match axis {
                0 => Vector::new(to.x, 0.0),
                1 => Vector::new(0.0, to.y),
                _ => to - from,
            };
            (Point::from(from), way)
        })
        .prop_filter("some length", |(_, way)| way.norm() > 1e-3)
        .boxed()
}

/// Checks a cast by distances alone: before the hit the two are apart, at the hit they touch, and
/// without a hit they are apart along the whole path. `gap_at` is the distance of the surfaces
/// after a fraction, negative when they overlap; it is convex.
fn check_cast(
    fraction: Option<f32>,
    slack: f64,
    gap_at: impl Fn(f64) -> f64,
) -> Result<(), TestCaseError> {
    let Some(fraction) = fraction.map(f64::from) else {
        let nearest = least(1.0, gap_at);
        prop_assert!(nearest >= -slack, "missed what comes as deep as {nearest}");
        return Ok(());
    };
    prop_assert!((0.0..=1.0).contains(&fraction));
    let start = gap_at(0.0);
    if fraction == 0.0 {
        prop_assert!(start <= slack, "hit at once, but {start} apart");
        return Ok(());
    }
    prop_assert!(start >= -slack, "hit later, but overlaps by {start}");
    let there = gap_at(fraction);
    prop_assert!(there.abs() <= slack, "hit, but {there} apart");
    let before = least(fraction, gap_at);
    prop_assert!(before >= -slack, "hit too late, was as deep as {before} before");
    Ok(())
}

/// The normal is outward: a step along it increases the distance by its length.
fn check_normal(solid: &Solid, hit: &RayHit, slack: f64) -> Result<(), TestCaseError> {
    prop_assert!((hit.normal.norm() - 1.0).abs() < 1e-5);
    let off = solid.signed_distance(to_f64(hit.point.coords));
    prop_assert!(off.abs() <= slack, "the point is {off} off the surface");
    let away = solid.signed_distance(to_f64(hit.point.coords) + 0.1 * to_f64(hit.normal));
    prop_assert!((away - 0.1).abs() <= slack, "{away} away after 0.1 along the normal");
    Ok(())
}

proptest! {
    #![proptest_config(config(0x6d5a_0101))]

    #[test]
    fn a_ray_agrees_with_all_arcs_and_segments((shape, at) in body(), (origin, way) in ray()) {
        let solid = Solid::new(&shape, &at);
        let slack = 4.0 * rounding(&[extent(&shape, &at), origin.coords.norm(), way.norm()]);
        let (o, w) = (to_f64(origin.coords), to_f64(way));
        let hit = cast_ray(&shape, &at, origin, way, Interior::Solid);
        check_cast(hit.map(|h| h.fraction), slack, |t| solid.signed_distance(o + w * t))?;
        let first = solid.crossings(o, w).into_iter().fold(f64::INFINITY, f64::min);
        let Some(hit) = hit.filter(|hit| hit.fraction > 0.0) else { return Ok(()) };
        check_normal(&solid, &hit, slack)?;
        // How much an error across the surface is along the ray.
        let incidence = f64::from(-hit.normal.dot(&way.normalize()));
        if incidence > 0.1 {
            let wrong = (f64::from(hit.fraction) - first).abs() * w.norm();
            prop_assert!(wrong <= slack / incidence, "{} but truly {first}", hit.fraction);
        }
    }

    #[test]
    fn a_ray_from_inside_a_hollow_shape_finds_the_exit(
        (shape, at) in body(), (origin, way) in ray(),
    ) {
        let solid = Solid::new(&shape, &at);
        let slack = 4.0 * rounding(&[extent(&shape, &at), origin.coords.norm(), way.norm()]);
        let (o, w) = (to_f64(origin.coords), to_f64(way));
        let depth = solid.signed_distance(o);
        let hit = cast_ray(&shape, &at, origin, way, Interior::Hollow);
        if depth < -slack {
            let inside_at_end = solid.signed_distance(o + w) < 0.0;
            match hit {
                Some(hit) => {
                    check_normal(&solid, &hit, slack)?;
                    prop_assert!(hit.normal.dot(&way) >= -1e-5 * way.norm());
                }
                None => prop_assert!(inside_at_end || solid.signed_distance(o + w) <= slack),
            }
        } else if depth > slack {
            prop_assert_eq!(hit, cast_ray(&shape, &at, origin, way, Interior::Solid));
        }
    }

    #[test]
    fn a_circle_cast_is_a_ray_at_the_grown_shape(
        (shape, at) in body(), (origin, way) in ray(), radius in size(),
    ) {
        let solid = Solid::new(&shape, &at);
        let sizes = [extent(&shape, &at), origin.coords.norm(), way.norm(), radius];
        let slack = 4.0 * rounding(&sizes);
        let (o, w, r) = (to_f64(origin.coords), to_f64(way), f64::from(radius));
        let hit = cast_circle(&shape, &at, origin, radius, way);
        check_cast(hit.map(|h| h.fraction), slack, |t| solid.signed_distance(o + w * t) - r)?;
        if let Some(hit) = hit {
            check_normal(&solid, &hit, slack)?;
        }
    }

    #[test]
    fn a_shape_cast_stops_at_the_first_touch(a in body(), b in body(), (_, way) in ray()) {
        let (solid_a, solid_b) = (Solid::new(&a.0, &a.1), Solid::new(&b.0, &b.1));
        let slack = 4.0 * rounding(&[extent(&a.0, &a.1), extent(&b.0, &b.1), way.norm()]);
        let hit = cast_shape(&a.0, &a.1, &b.0, &b.1, way);
        let w = to_f64(way);
        let gap_at = |t: f64| gap(&solid_a, &solid_b.moved(w * t));
        check_cast(hit.map(|h| h.fraction), slack, gap_at)?;
        let Some(hit) = hit.filter(|hit| hit.fraction > 0.0) else { return Ok(()) };
        // The point lies on both surfaces, and along the normal they part.
        prop_assert!((hit.normal.norm() - 1.0).abs() < 1e-5);
        let touch = solid_b.moved(w * f64::from(hit.fraction));
        for solid in [&solid_a, &touch] {
            let off = solid.signed_distance(to_f64(hit.point.coords));
            prop_assert!(off.abs() <= slack, "the point is {off} off a surface");
        }
        let parted = gap(&solid_a, &touch.moved(0.1 * to_f64(hit.normal)));
        prop_assert!((parted - 0.1).abs() <= slack, "{parted} apart after 0.1 along the normal");
    }

    #[test]
    fn a_shape_cast_of_a_circle_is_a_circle_cast(
        a in body(), (origin, way) in ray(), radius in size(),
    ) {
        let ball = Shape::from(Circle::new(radius).unwrap());
        let from = Pose::translation(origin.x, origin.y);
        let slack = rounding(&[extent(&a.0, &a.1), origin.coords.norm(), way.norm(), radius]);
        let one = cast_circle(&a.0, &a.1, origin, radius, way);
        let other = cast_shape(&a.0, &a.1, &ball, &from, way);
        if let (Some(one), Some(other)) = (one, other) {
            let incidence = f64::from(one.normal.dot(&way.normalize()).abs()).max(1e-2);
            let apart = f64::from((one.fraction - other.fraction).abs() * way.norm());
            prop_assert!(apart <= 8.0 * slack / incidence, "{one:?} {other:?}");
        }
    }
}

fn at_origin() -> Pose {
    pose([0.0, 0.0], 0.0)
}

#[test]
fn a_ray_hits_each_corner_of_a_rounded_box_on_exactly_one_corner_circle() {
    let shape = Shape::from(Polygon::rounded_cuboid(2.0, 1.0, 0.5).unwrap());
    for (x, y) in [(1.5_f32, 0.5_f32), (1.5, -0.5), (-1.5, 0.5), (-1.5, -0.5)] {
        // At the middle of the arc, along the diagonal.
        let out = Vector::new(x.signum(), y.signum()).normalize();
        let origin = Point::new(x, y) + out * 10.0;
        let hit = cast_ray(&shape, &at_origin(), origin, -out * 20.0, Interior::Solid).unwrap();
        assert!((hit.fraction - 0.475).abs() < 1e-6, "{hit:?}");
        assert!((hit.normal - out).norm() < 1e-5);
        // Through the corner of the extended edges, past the circle.
        let past = Vector::new(-out.x, out.y);
        let tip = Point::new(x.signum() * 1.9, y.signum() * 0.9) - past * 5.0;
        assert_eq!(cast_ray(&shape, &at_origin(), tip, past * 10.0, Interior::Solid), None);
    }
}

#[test]
fn the_special_cases_circle_and_capsule_are_hit_on_side_and_cap() {
    let pill = Shape::from(Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.5).unwrap());
    let cast = |o: [f32; 2], w: [f32; 2]| {
        cast_ray(&pill, &at_origin(), o, Vector::from(w), Interior::Solid).map(|h| h.fraction)
    };
    assert_eq!(cast([0.0, 2.0], [0.0, -3.0]), Some(0.5));
    assert_eq!(cast([3.5, 0.0], [-4.0, 0.0]), Some(0.5));
    assert_eq!(cast([-3.5, 0.0], [4.0, 0.0]), Some(0.5));
    assert_eq!(cast([-3.5, 0.6], [8.0, 0.0]), None);
    let ball = Shape::from(Circle::new(0.5).unwrap());
    let hit = cast_ray(&ball, &at_origin(), [0.0, 2.0], [0.0, -3.0], Interior::Solid).unwrap();
    assert_eq!((hit.fraction, hit.normal.y), (0.5, 1.0));
}

#[test]
fn segments_and_links_are_hit_from_both_sides() {
    let line = Segment::new([-1.0, 0.0], [1.0, 0.0]).unwrap();
    let link = ChainSegment::new(None, [-1.0, 0.0], [1.0, 0.0], None).unwrap();
    for shape in [Shape::from(line), Shape::from(link)] {
        for side in [1.0, -1.0] {
            let (origin, way) = ([0.5, side], [0.0, -2.0 * side]);
            let hit = cast_ray(&shape, &at_origin(), origin, way, Interior::Solid).unwrap();
            assert_eq!((hit.fraction, hit.normal.y), (0.5, side));
        }
        // End on, and past the end.
        let hit = cast_ray(&shape, &at_origin(), [3.0, 0.0], [-4.0, 0.0], Interior::Solid).unwrap();
        assert_eq!((hit.fraction, hit.normal.x), (0.5, 1.0));
        let past = cast_ray(&shape, &at_origin(), [1.1, 1.0], [0.0, -2.0], Interior::Solid);
        assert_eq!(past, None);
    }
}

#[test]
fn no_ray_slips_through_the_corner_that_two_edges_share() {
    for (shape, at) in many(21, 500, body()) {
        let solid = Solid::new(&shape, &at);
        let middle: V = solid.vertices.iter().sum::<V>() / solid.vertices.len() as f64;
        for corner in &solid.vertices {
            let target = Point::from(corner.cast::<f32>());
            let way = (middle - corner).cast::<f32>();
            if way.norm() < 0.01 || shape.area_properties().area == 0.0 {
                continue;
            }
            let origin = target - way * 3.0;
            let hit = cast_ray(&shape, &at, origin, way * 6.0, Interior::Solid);
            assert!(hit.is_some(), "{shape:?} {at:?} {origin}");
        }
    }
}

#[test]
fn a_ray_from_inside_hits_at_once_when_solid_and_at_the_exit_when_hollow() {
    let shape = Shape::from(Polygon::rounded_cuboid(2.0, 1.0, 0.25).unwrap());
    let cast =
        |length, interior| cast_ray(&shape, &at_origin(), [0.5, 0.0], [length, 0.0], interior);
    let solid = cast(6.0, Interior::Solid).unwrap();
    assert_eq!((solid.fraction, solid.point), (0.0, [0.5, 0.0].into()));
    let hollow = cast(6.0, Interior::Hollow).unwrap();
    assert_eq!((hollow.fraction, hollow.point), (0.25, [2.0, 0.0].into()));
    assert_eq!(hollow.normal, Vector::new(1.0, 0.0));
    assert_eq!(cast(1.0, Interior::Hollow), None);
}

#[test]
fn a_ray_without_length_hits_what_it_is_in() {
    for (shape, at) in many(22, 500, body()) {
        for (inside, _) in many(23, 10, ray()) {
            let hit = cast_ray(&shape, &at, inside, Vector::zeros(), Interior::Solid);
            let near = umbra_geom::query::project_point(&shape, &at, inside);
            if near.signed_distance.abs() > 1e-4 {
                assert_eq!(hit.is_some(), contains_point(&shape, &at, inside));
                assert!(hit.is_none_or(|hit| hit.fraction == 0.0));
            }
            let still = cast_shape(&shape, &at, &shape, &at, Vector::zeros());
            assert_eq!(
                still.is_some(),
                distance(&shape, &at, &shape, &at, &mut Default::default()).distance == 0.0
            );
        }
    }
}

#[test]
fn rays_of_every_length_an_f32_can_say() {
    let shape = Shape::from(Polygon::cuboid(1.0, 1.0).unwrap());
    for length in [1e10, 1e20, 1e30, 3e38] {
        let hit = cast_ray(&shape, &at_origin(), [-3.0, 0.5], [length, 0.0], Interior::Solid);
        let hit = hit.unwrap();
        assert!((hit.point.x + 1.0).abs() < 1e-5, "{hit:?}");
    }
    for length in [1e-10, 1e-20, 1e-30, 1e-40] {
        let hit = cast_ray(&shape, &at_origin(), [-1.0, 0.5], [length, 0.0], Interior::Solid);
        assert_eq!(hit.unwrap().fraction, 0.0);
        let hit = cast_ray(&shape, &at_origin(), [-1.1, 0.5], [length, 0.0], Interior::Solid);
        assert_eq!(hit, None);
    }
}

#[test]
fn sliding_along_a_floor_is_no_hit_and_pressing_on_it_is() {
    let floor = Shape::from(Polygon::cuboid(5.0, 0.5).unwrap());
    let tile = Shape::from(Polygon::cuboid(0.5, 0.5).unwrap());
    let cast = |way: [f32; 2]| {
        cast_shape(&floor, &at_origin(), &tile, &pose([0.0, 1.0], 0.0), Vector::from(way))
    };
    assert_eq!(cast([3.0, 0.0]), None);
    assert_eq!(cast([0.0, 1.0]), None);
    let pressed = cast([3.0, -1.0]).unwrap();
    assert_eq!((pressed.fraction, pressed.normal), (0.0, Vector::new(0.0, 1.0)));
}

#[test]
fn shapes_that_overlap_from_the_start_hit_at_once() {
    let tile = Shape::from(Polygon::cuboid(0.5, 0.5).unwrap());
    let hit = cast_shape(&tile, &at_origin(), &tile, &pose([0.4, 0.0], 0.0), [5.0, 0.0]).unwrap();
    assert_eq!(hit.fraction, 0.0);
    let ball = cast_circle(&tile, &at_origin(), [0.9, 0.0], 0.5, [5.0, 0.0]).unwrap();
    assert_eq!((ball.fraction, ball.normal.x, ball.point.x), (0.0, 1.0, 0.5));
}

#[test]
fn bad_numbers_hit_nothing() {
    let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e38, 0.0, 1.0];
    for shape in many(24, 200, shape()) {
        for x in values {
            for y in values {
                let bad = !(x.is_finite() && y.is_finite());
                let place = pose([x, y], 0.3);
                let ways = [Vector::new(x, y), Vector::new(y, 1.0), Vector::zeros()];
                for way in ways {
                    for (at, origin) in [(at_origin(), [x, y]), (place, [0.0, 0.0])] {
                        for interior in [Interior::Solid, Interior::Hollow] {
                            let hit = cast_ray(&shape, &at, origin, way, interior);
                            assert!(!bad || hit.is_none(), "{shape:?} {at:?} {way} {hit:?}");
                        }
                        let hit = cast_circle(&shape, &at, origin, 0.5, way);
                        assert!(!bad || hit.is_none());
                    }
                    let hit = cast_shape(&shape, &at_origin(), &shape, &place, way);
                    assert!(!bad || hit.is_none(), "{shape:?} {place:?} {way} {hit:?}");
                }
                let way = Vector::new(x, y);
                let hit = cast_ray(&shape, &at_origin(), [0.0, 0.0], way, Interior::Solid);
                assert!(!bad || hit.is_none());
                assert_eq!(cast_circle(&shape, &at_origin(), [9.0, 0.0], f32::NAN, way), None);
                assert_eq!(cast_circle(&shape, &at_origin(), [9.0, 0.0], -1.0, way), None);
            }
        }
    }
}

#[test]
fn what_moves_meets_a_link_from_the_sides_on_which_it_would_rest() {
    let disc = Shape::from(Circle::new(0.5).unwrap());
    let still = pose([0.0, 0.0], 0.0);
    for link in ChainSegment::chain([[-4.0, 0.0], [-1.0, 0.0], [1.0, 0.5], [4.0, 0.0]]).unwrap() {
        let middle = nalgebra::center(&link.segment().a(), &link.segment().b());
        let left = umbra_geom::math::left_of(link.segment().direction());
        let link = Shape::from(link);
        for side in [left, -left] {
            let rests =
                umbra_geom::collide(&link, &still, &disc, &place(middle + side * 0.49), 0.0);
            assert!((rests.normal - side).norm() < 1e-5, "{rests:?}");
            let (from, way) = (middle + side * 3.0, side * -6.0);
            let ray = cast_ray(&link, &still, from, way, Interior::Solid).unwrap();
            let ball = cast_circle(&link, &still, from, 0.5, way).unwrap();
            let shape = cast_shape(&link, &still, &disc, &place(from), way).unwrap();
            for (fraction, normal, at) in [
                (ray.fraction, ray.normal, 3.0),
                (ball.fraction, ball.normal, 2.5),
                (shape.fraction, shape.normal, 2.5),
            ] {
                assert!((normal - side).norm() < 1e-5 && (6.0 * fraction - at).abs() < 1e-5);
            }
        }
    }
}

fn place(at: Point) -> Pose {
    pose(at, 0.0)
}
