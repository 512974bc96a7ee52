//! The fields of an [`Aabb`] are public. A coordinate that is NaN was ignored by `f32::max`, and a
//! NaN gap was not greater than the speculative distance: invalid boxes were in contact.

use umbra_geom::collide::{collide_aabb_circle, collide_aabbs};
use umbra_geom::{Aabb, Point};

#[test]
fn a_box_that_is_no_box_touches_nothing() {
    let good = Aabb::new([-1.0, -1.0], [1.0, 1.0]).unwrap();
    assert!(!collide_aabbs(&good, &good, 0.0).is_empty());
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for (low, high) in [([bad, -0.5], [0.5, 0.5]), ([-0.5, -0.5], [0.5, bad])] {
            let broken = Aabb { min: Point::from(low), max: Point::from(high) };
            assert!(collide_aabbs(&good, &broken, 0.1).is_empty(), "{broken:?}");
            assert!(collide_aabbs(&broken, &good, 0.1).is_empty(), "{broken:?}");
            let contact = collide_aabb_circle(&broken, [0.0, 0.0], 1.0, 0.1).unwrap();
            assert!(contact.is_empty(), "{broken:?} {contact:?}");
        }
    }
    assert!(collide_aabbs(&good, &Aabb::EMPTY, 10.0).is_empty());
    assert!(collide_aabbs(&good, &good, f32::NAN).is_empty());
    assert!(collide_aabb_circle(&good, [0.0, 0.0], 1.0, f32::NAN).unwrap().is_empty());
}
