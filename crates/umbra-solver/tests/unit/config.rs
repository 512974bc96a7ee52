//! Tests of `src/config.rs` that need its private parts.

use super::*;

#[test]
fn presets_are_valid_and_bad_values_are_named() {
    for config in [
        SolverConfig::default(),
        SolverConfig::classic(10),
        SolverConfig::precise(),
        SolverConfig::fast(),
        SolverConfig { correction: Correction::LINEAR_PROJECTION, ..SolverConfig::default() },
        SolverConfig::default().scaled(50.0),
    ] {
        assert_eq!(config.validate(), Ok(()));
    }
    let refused = |config: SolverConfig| config.validate().unwrap_err().to_string();
    assert!(refused(SolverConfig::classic(0)).contains("velocity_iterations"));
    let nan = SolverConfig { max_speed: Real::NAN, ..SolverConfig::default() };
    assert_eq!(refused(nan), "`max_speed` must be finite, but is NaN");
    let negative = SolverConfig { restitution_threshold: -1.0, ..SolverConfig::default() };
    assert!(refused(negative).contains("restitution_threshold"));
    let too_much = Correction::LinearProjection { fraction: 1.5, slop: 0.0, max_correction: 1.0 };
    let too_much = SolverConfig { correction: too_much, ..SolverConfig::default() };
    let expected = "`correction.fraction` must be from 0 to 1, but is 1.5";
    assert_eq!(refused(too_much), expected);
    let expected = "`velocity_iterations` must be from 1 to 1024, but is 2000";
    assert_eq!(refused(SolverConfig::classic(2000)), expected);
}
