//! Tests of `src/step/pace.rs` that need its private parts.

use super::*;

const CONTACTS: usize = 4000;

/// Takes steps that need so many microseconds with several threads and with one. Returns how many
/// were taken by one.
fn run_steps(pace: &mut Pace, steps: u32, [several, one]: [u64; 2]) -> u32 {
    (0..steps)
        .filter(|_| {
            let alone = pace.is_alone();
            let time = if alone { one } else { several };
            pace.note(Duration::from_micros(time), CONTACTS);
            alone
        })
        .count() as u32
}

#[test]
fn the_faster_way_is_taken() {
    let mut pace = Pace::default();
    // Several threads first; what is worse is tried for a few steps now and then.
    assert!(!pace.is_alone());
    let alone = run_steps(&mut pace, 10_000, [600, 1000]);
    assert!((TRIAL_STEPS..16 * TRIAL_STEPS).contains(&alone), "{alone}");
    let alone = run_steps(&mut pace, 10_000, [1900, 1000]);
    assert!(alone > 10_000 - MOST_PERIOD - 16 * TRIAL_STEPS, "{alone}");
    let alone = run_steps(&mut pace, 10_000, [600, 1000]);
    assert!(alone < MOST_PERIOD + 16 * TRIAL_STEPS, "{alone}");
}

#[test]
fn ways_that_are_alike_change_seldom() {
    let mut pace = Pace::default();
    let alone = run_steps(&mut pace, 100_000, [1000, 980]);
    assert!(alone <= (100_000 / LEAST_PERIOD + 1) * TRIAL_STEPS, "{alone}");
}

#[test]
fn a_growing_pile_is_measured_by_contact() {
    let mut pace = Pace::default();
    let mut alone = 0;
    for step in 0..2000 {
        let contacts = 2000 + 100 * step;
        let is_alone = pace.is_alone();
        let each = if is_alone { 300 } else { 200 };
        pace.note(Duration::from_nanos(each * contacts), contacts as usize);
        alone += u32::from(is_alone);
    }
    assert!(alone < 20 * TRIAL_STEPS, "{alone}");
}

#[test]
fn a_pile_that_has_grown_is_tried_anew() {
    let mut pace = Pace::default();
    let mut alone = 0;
    for step in 0..1000 {
        // Few contacts fall first; then ten times as many lie in a pile.
        let (contacts, several, one) =
            if step < 100 { (400, 900, 300) } else { (4000, 1800, 3000) };
        let is_alone = pace.is_alone();
        let time = if is_alone { one } else { several };
        pace.note(Duration::from_micros(time), contacts);
        alone += u32::from(is_alone && step >= 100);
    }
    assert!(alone < 8 * TRIAL_STEPS, "{alone}");
}

#[test]
fn without_a_clock_all_threads_are_at_work() {
    let mut pace = Pace::default();
    assert_eq!(run_steps(&mut pace, 1000, [0, 0]), 0);
}
