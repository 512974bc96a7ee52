//! Tests of `src/vehicle/suspension.rs` that need its private parts.

use super::*;

#[test]
fn shares_bear_the_weight_where_it_is() {
    for (places, center) in
        [(vec![-1.0, 2.0], 0.0), (vec![0.5], 0.5), (vec![-2.0, 0.0, 1.0, 3.0], 0.7)]
    {
        let shares = shares(&places, center).unwrap();
        assert!((shares.iter().sum::<Real>() - 1.0).abs() < 1e-6);
        let moment: Real = shares.iter().zip(&places).map(|(share, place)| share * place).sum();
        assert!((moment - center).abs() < 1e-6);
    }
    assert!(shares(&[-1.0, 1.0], 1.5).is_err());
}
