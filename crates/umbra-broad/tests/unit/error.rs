//! Tests of `src/error.rs` that need its private parts.

use super::*;
use umbra_geom::Point;

#[test]
fn a_bad_box_is_refused_with_the_value_that_is_wrong() {
    let boxed = |min: [f32; 2], max: [f32; 2]| Aabb { min: min.into(), max: max.into() };
    assert_eq!(checked("aabb", &boxed([0.0, 0.0], [1.0, 1.0])), Ok(()));
    assert_eq!(
        checked("aabb", &boxed([0.0, 2.0], [1.0, 1.0])).unwrap_err().to_string(),
        "`aabb` has its lower corner (0, 2) beyond its upper corner (1, 1)"
    );
    assert!(matches!(
        checked("aabb", &boxed([0.0, f32::NAN], [1.0, 1.0])),
        Err(Error::Geometry(umbra_geom::Error::NotFinite { parameter: "aabb", .. }))
    ));
    assert!(matches!(
        checked("aabb", &Aabb { min: Point::origin(), max: [1.0, 1e20].into() }),
        Err(Error::Geometry(umbra_geom::Error::OutOfRange { value, .. })) if value == 1e20
    ));
    assert!(checked("aabb", &Aabb::EMPTY).is_err());
}
