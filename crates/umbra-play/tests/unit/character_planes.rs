//! Tests of `src/character/planes.rs` that need its private parts.

use super::*;

const FLOOR: Plane = Plane { normal: Vector::new(0.0, 1.0), least: 0.0 };
const WALL: Plane = Plane { normal: Vector::new(-1.0, 0.0), least: 0.0 };

#[test]
fn what_is_allowed_stays_and_the_rest_slides() {
    let wanted = Vector::new(-1.0, 2.0);
    assert_eq!(nearest(wanted, &[FLOOR, WALL], 0.0), Some(wanted));
    let slid = nearest(Vector::new(-1.0, -2.0), &[FLOOR, WALL], 0.0);
    assert_eq!(slid, Some(Vector::new(-1.0, 0.0)));
    let stopped = nearest(Vector::new(1.0, -2.0), &[FLOOR, WALL], 0.0);
    assert_eq!(stopped, Some(Vector::zeros()));
}

#[test]
fn a_plane_pushes() {
    let floor = Plane { least: 0.1, ..FLOOR };
    let pushed = nearest(Vector::new(1.0, 0.0), &[floor], 0.0);
    assert_eq!(pushed, Some(Vector::new(1.0, 0.1)));
}

#[test]
fn between_two_presses_it_ends_in_the_middle() {
    let mut presses =
        [Plane { least: 0.2, ..FLOOR }, Plane { normal: Vector::new(0.0, -1.0), least: 0.4 }];
    assert_eq!(nearest(Vector::zeros(), &presses, 0.0), None);
    let motion = least_violating(Vector::zeros(), &mut presses, 1e-6);
    assert!((motion.y + 0.1).abs() < 1e-4, "{motion}");
}
