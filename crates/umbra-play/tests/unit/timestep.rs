//! Tests of `src/timestep.rs` that need its private parts.

use super::*;

#[test]
fn frames_of_any_length_give_the_same_number_of_steps() {
    for frame in [0.001_f32, 0.0123, 1.0 / 60.0, 0.05] {
        let mut timestep = FixedTimestep::new(60.0).unwrap();
        let frames = (10.0 / frame).round() as u32;
        let steps: u32 = (0..frames).map(|_| timestep.advance(frame, |_| Ok(())).unwrap()).sum();
        assert!(steps.abs_diff(600) <= 1, "{frame}: {steps}");
        assert!((0.0..=1.0).contains(&timestep.alpha()));
    }
}

#[test]
fn a_long_frame_is_cut_short_and_a_bad_one_is_refused() {
    let mut timestep = FixedTimestep::new(60.0).unwrap();
    assert_eq!(timestep.advance(100.0, |_| Ok(())), Ok(MOST_STEPS_PER_FRAME));
    assert_eq!(timestep.alpha(), 0.0);
    let mut timestep = timestep.with_max_steps(20);
    assert_eq!(timestep.advance(100.0, |_| Ok(())), Ok(20));
    let refused = timestep.advance(-1.0, |_| Ok(())).unwrap_err();
    assert_eq!(refused.to_string(), "`frame_dt` must not be negative, but is -1");
    assert!(timestep.advance(Real::NAN, |_| Ok(())).is_err());
    assert!(FixedTimestep::new(0.0).is_err());
}
