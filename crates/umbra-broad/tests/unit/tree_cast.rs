//! Tests of `src/tree/cast.rs` that need its private parts.

use super::*;

#[test]
fn a_cast_meets_edges_and_corners_and_nothing_beyond() {
    let unit = Aabb { min: [0.0, 0.0].into(), max: [1.0, 1.0].into() };
    let ray = |o: [f32; 2], t: [f32; 2]| Cast::ray(o, t, 1.0).unwrap().enters(&unit, 1.0);
    assert_eq!(ray([-1.0, 0.5], [4.0, 0.0]), Some(0.25));
    assert_eq!(ray([-1.0, 1.0], [4.0, 0.0]), Some(0.25), "along an edge");
    assert_eq!(ray([-1.0, 1.1], [4.0, 0.0]), None);
    assert_eq!(ray([-1.0, 1.1], [4.0, -0.0]), None);
    assert_eq!(ray([2.0, 0.5], [-4.0, -0.0]), Some(0.25));
    assert_eq!(ray([0.5, 0.5], [0.0, 0.0]), Some(0.0), "standing inside");
    assert_eq!(ray([1.5, 0.5], [0.0, 0.0]), None, "standing outside");
    assert_eq!(ray([-1.0, 0.5], [0.5, 0.0]), None, "too short");
    let thick = Cast::thick_ray([-1.0, 1.1], [4.0, 0.0], 1.0, 0.25).unwrap();
    assert_eq!(thick.enters(&unit, 1.0), Some(0.1875));
}

#[test]
fn bad_numbers_are_refused() {
    assert!(Cast::ray([f32::NAN, 0.0], [1.0, 0.0], 1.0).is_err());
    assert!(Cast::ray([0.0, 0.0], [f32::INFINITY, 0.0], 1.0).is_err());
    assert!(Cast::ray([0.0, 0.0], [1.0, 0.0], -1.0).is_err());
    assert!(Cast::thick_ray([0.0, 0.0], [1.0, 0.0], 1.0, f32::NAN).is_err());
    assert!(Cast::moving_box(&Aabb::EMPTY, [1.0, 0.0], 1.0).is_err());
}
