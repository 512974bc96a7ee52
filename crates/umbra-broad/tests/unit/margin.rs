//! Tests of `src/margin.rs` that need its private parts.

use super::*;

#[test]
fn the_fat_box_holds_the_tight_one_wherever_it_goes_next() {
    let tight = Aabb::new([-3.0, 1.0], [-1.0, 2.0]).unwrap();
    for displacement in [[0.1, -0.2], [-0.3, 0.0], [0.0, 0.0], [-0.1, -0.1], [0.2, 0.3]] {
        let displacement = Vector::from(displacement);
        let fat = FatMargin::default().fatten(&tight, displacement);
        let next = Aabb { min: tight.min + displacement, max: tight.max + displacement };
        assert!(fat.contains(&tight) && fat.contains(&next));
    }
}

#[test]
fn margin_and_prediction_are_bounded() {
    let wide = Aabb::new([0.0, 0.0], [100.0, 20.0]).unwrap();
    let fat = FatMargin::default().fatten(&wide, Vector::new(-1e9, 0.0));
    assert_eq!(fat, Aabb::new([-60.1, -0.1], [100.1, 20.1]).unwrap());
}

#[test]
fn a_margin_that_makes_no_sense_is_refused() {
    let good = FatMargin::default();
    assert!(good.checked().is_ok() && FatMargin::NONE.checked().is_ok());
    assert!(FatMargin { fraction: -0.1, ..good }.checked().is_err());
    assert!(FatMargin { least: 0.2, most: 0.1, ..good }.checked().is_err());
    assert!(FatMargin { prediction: Real::NAN, ..good }.checked().is_err());
}
