//! Circles whose centres are some 1e-21 apart: the square of that has lost most of its digits, its
//! root was taken for the distance, and the normal had a length of 0.9997. The same for huge
//! numbers, whose squares overflow, and in all functions that compute a direction.

use umbra_geom::collide::collide_aabb_circle;
use umbra_geom::math::{direction, pose};
use umbra_geom::query::{DistanceCache, distance, project_point};
use umbra_geom::{
    Aabb, Capsule, Circle, Manifold, Polygon, Pose, Real, Segment, Shape, Vector, collide,
};

/// Vectors of all lengths and directions, down to the smallest number there is.
fn ways(powers: core::ops::RangeInclusive<i32>) -> impl Iterator<Item = Vector> {
    powers.flat_map(|power| {
        let size = 2.0_f64.powi(power);
        (0..16).map(move |step| {
            let (sin, cos) = (f64::from(step) * core::f64::consts::TAU / 16.0 + 0.1).sin_cos();
            Vector::new((size * cos) as Real, (size * sin) as Real)
        })
    })
}

fn is_unit(normal: Vector) -> bool {
    (normal.cast::<f64>().norm() - 1.0).abs() < 1e-6
}

/// True if a unit vector has the direction of `way`, up to the rounding of `way`.
fn points_along(normal: Vector, way: Vector) -> bool {
    let way = way.cast::<f64>();
    is_unit(normal) && normal.cast::<f64>().dot(&way) > 0.999_999 * way.norm()
}

fn bits(manifold: &Manifold) -> Vec<u32> {
    let mut numbers = vec![manifold.normal];
    for point in manifold.points() {
        numbers.extend([point.anchor_a, point.anchor_b, Vector::new(point.separation, 0.0)]);
    }
    let ids = manifold.points().iter().map(|point| point.id.to_bits());
    numbers.iter().flat_map(|v| [v.x.to_bits(), v.y.to_bits()]).chain(ids).collect()
}

/// Compares both orders: mirror images, bit for bit.
fn collide_both_ways(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, reach: Real) -> Manifold {
    let there = collide(a, pose_a, b, pose_b, reach);
    let back = collide(b, pose_b, a, pose_a, reach);
    assert_eq!(bits(&there), bits(&back.flipped()), "{a:?} {pose_a:?} {b:?} {pose_b:?}");
    there
}

fn shapes(size: Real) -> [Shape; 5] {
    [
        Circle::new(size).unwrap().into(),
        Capsule::new([-size, 0.0], [size, 0.0], 0.5 * size).unwrap().into(),
        Segment::new([0.0, -size], [0.0, size]).unwrap().into(),
        Polygon::cuboid(size, size).unwrap().into(),
        Polygon::regular(6, 2.0 * size).unwrap().into(),
    ]
}

#[test]
fn circles_have_the_direction_between_their_centers() {
    let (small, large) = (Circle::new(0.5).unwrap().into(), Circle::new(2.0).unwrap().into());
    let origin = pose([0.0, 0.0], 0.0);
    for way in ways(-149..=0).filter(|way| *way != Vector::zeros()) {
        let there = Pose::from_parts(way.into(), origin.rotation);
        let contact = collide_both_ways(&small, &origin, &large, &there, 0.0);
        assert!(points_along(contact.normal, way), "{way:?} {contact:?}");
        let distance = way.cast::<f64>().norm();
        let separation = contact.separation().unwrap();
        assert!((f64::from(separation) - (distance - 2.5)).abs() < 1e-6, "{way:?} {contact:?}");
    }
    let contact = collide(&small, &origin, &large, &origin, 0.0);
    assert_eq!(contact.normal, Vector::new(1.0, 0.0));
}

#[test]
fn far_circles_in_a_far_reach_as_well() {
    let (small, large) = (Circle::new(0.5).unwrap().into(), Circle::new(2.0).unwrap().into());
    let origin = pose([0.0, 0.0], 0.0);
    for way in ways(1..=126) {
        let there = Pose::from_parts(way.into(), origin.rotation);
        let contact = collide_both_ways(&small, &origin, &large, &there, 3e38);
        assert!(points_along(contact.normal, way), "{way:?} {contact:?}");
        let (distance, separation) = (way.cast::<f64>().norm(), contact.separation().unwrap());
        assert!((f64::from(separation) + 2.5 - distance).abs() <= 1e-6 * distance, "{contact:?}");
        assert!(collide(&small, &origin, &large, &there, 0.5 * way.amax() - 2.5).is_empty());
    }
    // Farther apart than a number can say.
    let [here, there] = [-3e38, 3e38].map(|x| pose([x, 0.0], 0.0));
    assert!(collide(&small, &here, &large, &there, Real::INFINITY).is_empty());
}

#[test]
fn shapes_that_lie_almost_alike_mirror() {
    for size in [4e-6, 1e-3, 1.0, 1e7] {
        for (a, b) in shapes(size).iter().flat_map(|a| shapes(size).map(|b| (a.clone(), b))) {
            for angle in [0.0, 0.3] {
                let here = pose([0.0, 0.0], 0.0);
                for way in ways(-149..=2).filter(|way| *way != Vector::zeros()) {
                    let mut there = pose([0.0, 0.0], angle);
                    there.translation.vector = way * size;
                    if there.translation.vector == Vector::zeros() {
                        continue;
                    }
                    let contact = collide_both_ways(&a, &here, &b, &there, 0.1 * size);
                    let empty = contact.is_empty();
                    assert!(empty || is_unit(contact.normal), "{a:?} {b:?} {way:?} {contact:?}");
                }
            }
        }
    }
}

#[test]
fn an_endless_reach_makes_no_contact_without_a_normal() {
    let here = pose([0.0, 0.0], 0.0);
    for (a, b) in shapes(1.0).iter().flat_map(|a| shapes(1.0).map(|b| (a.clone(), b))) {
        for way in ways(-2..=127) {
            let there = Pose::from_parts(way.into(), here.rotation);
            for reach in [1e30, Real::INFINITY] {
                let contact = collide_both_ways(&a, &here, &b, &there, reach);
                let empty = contact.is_empty();
                assert!(empty || is_unit(contact.normal), "{a:?} {b:?} {way:?} {contact:?}");
                assert!(contact.points().iter().all(|point| point.separation.is_finite()));
            }
        }
    }
}

#[test]
fn a_circle_at_the_corner_of_an_upright_box() {
    let aabb = Aabb::new([-1.0, -1.0], [0.0, 0.0]).unwrap();
    for way in ways(-149..=126).filter(|way| way.x > 0.0 && way.y > 0.0) {
        let contact = collide_aabb_circle(&aabb, [way.x, way.y], 0.5, 3e38).unwrap();
        assert!(points_along(contact.normal, way), "{way:?} {contact:?}");
    }
}

#[test]
fn the_nearest_point_of_a_circle_and_of_a_corner() {
    let at = pose([0.0, 0.0], 0.0);
    let corner = Polygon::new([[-1.0, -1.0], [0.0, -1.0], [0.0, 0.0], [-1.0, 0.0]]).unwrap();
    for way in ways(-149..=126).filter(|way| *way != Vector::zeros()) {
        let found = project_point(&Circle::new(0.5).unwrap().into(), &at, [way.x, way.y]);
        assert!(points_along(found.normal, way), "{way:?} {found:?}");
        let found = project_point(&corner.clone().into(), &at, [way.x, way.y]);
        assert!(is_unit(found.normal), "{way:?} {found:?}");
    }
}

#[test]
fn the_direction_of_the_distance() {
    let here = pose([0.0, 0.0], 0.0);
    for (a, b) in shapes(1.0).iter().flat_map(|a| shapes(1.0).map(|b| (a.clone(), b))) {
        for way in ways(-149..=127) {
            let there = Pose::from_parts(way.into(), here.rotation);
            let mut cache = DistanceCache::default();
            for _ in 0..2 {
                let found = distance(&a, &here, &b, &there, &mut cache);
                assert!(is_unit(found.normal), "{a:?} {b:?} {way:?} {found:?}");
            }
        }
    }
}

#[test]
fn every_vector_but_zero_has_a_direction() {
    for way in ways(-149..=127).filter(|way| *way != Vector::zeros()) {
        let length = way.cast::<f64>().norm();
        let Some((unit, found)) = direction(way) else {
            assert!(length > f64::from(Real::MAX), "{way:?}");
            continue;
        };
        assert!(points_along(unit, way), "{way:?} {unit:?}");
        assert!((f64::from(found) - length).abs() <= 1e-6 * length + 1e-45, "{way:?} {found}");
    }
    assert_eq!(direction(Vector::zeros()), None);
    assert_eq!(direction(Vector::new(Real::NAN, 0.0)), None);
    assert_eq!(direction(Vector::new(Real::INFINITY, 1.0)), None);
}
