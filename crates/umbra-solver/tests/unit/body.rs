//! Tests of `src/body.rs` that need its private parts.

use super::*;

#[test]
fn turning_agrees_with_trigonometry_and_stays_of_unit_length() {
    for turn in [-1.5_f32, -0.5, -0.1, 1e-4, 0.3, 0.5, 0.51, 1.5] {
        let (sin, cos) = f64::from(turn).sin_cos();
        let rotation = turned(Rotation::identity(), turn);
        // One rounding of each factor and of the normalisation: three units in the last place.
        assert!((f64::from(rotation.re) - cos).abs() < 2e-7, "{turn}");
        assert!((f64::from(rotation.im) - sin).abs() < 2e-7, "{turn}");
    }
    let mut rotation = Rotation::identity();
    for _ in 0..10_000 {
        rotation = turned(rotation, 0.1);
    }
    assert!((rotation.norm_sqr() - 1.0).abs() < 1e-6);
}

#[test]
fn a_body_that_turns_non_finite_stays_where_it_was() {
    let mut body = Body { center: Point::new(1.0, 2.0), inv_mass: 1.0, ..Body::default() };
    for bad in [Real::NAN, Real::INFINITY, Real::NEG_INFINITY] {
        let mut state = BodyState::from_body(&body);
        state.motion[1] = bad;
        let bounds = Bounds { speed: 400.0, spin: 94.0 };
        assert_eq!(finish(&mut body, &state, &bounds), Finished::Refused);
        assert_eq!(body.center, Point::new(1.0, 2.0));
    }
}
