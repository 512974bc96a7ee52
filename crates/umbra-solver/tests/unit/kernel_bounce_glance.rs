//! Tests of `src/kernel/bounce/glance.rs` that need its private parts.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::super::ImpactBody;
use super::super::collect::{NONE, Watched};
use super::super::meeting::Point;
use super::*;
use crate::BodyState;
use crate::body::Forces;

const THRESHOLD: Real = 1.0;

fn body() -> impl Strategy<Value = (BodyState, Forces)> {
    let speeds = (-4.0..4.0_f32, -4.0..4.0_f32, -6.0..6.0_f32);
    let moved = (-0.05..0.05_f32, -0.05..0.05_f32, -0.1..0.1_f32);
    let gains = (-0.3..0.3_f32, -0.3..0.3_f32, -0.3..0.3_f32);
    (speeds, moved, gains).prop_map(|((vx, vy, spin), (x, y, turn), (gx, gy, gs))| {
        let state = BodyState { motion: [vx, vy, spin, 1.0], offset: [x, y, turn, 2.0] };
        (state, Forces { gain: [gx, gy, gs, 0.0], keep: [1.0; 4] })
    })
}

fn watch() -> BounceCandidate {
    BounceCandidate {
        contact: 0,
        home: [0, 0],
        slots: [0, 1],
        a: 0,
        b: 1,
        meeting: NONE,
        normal: [1.0, 0.0],
        arms: [0.3, -0.3],
        shift: 0.0,
        restitution: 0.5,
        flipped: false,
        movable_a: true,
        may_bounce: true,
        is_fast: true,
        is_elsewhere: false,
        discs: None,
        is_reserve: false,
        has_high_restitution: true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::cases(20_000),
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_slow_at_a_glance_is_slow_when_looked_at(
        bodies in [body(), body()],
        angle in 0.0..6.3_f32,
        arms in [-1.0..1.0_f32, -1.0..1.0_f32],
        tangents in [-1.0..1.0_f32, -1.0..1.0_f32],
        shift in [-1.0..1.0_f32, -1.0..1.0_f32],
        separations in [-0.05..0.05_f32, -0.05..0.05_f32],
        share in 0.0..1.0_f64,
        movable_a in any::<bool>(),
    ) {
        let (states, forces) = (bodies.map(|(state, _)| state), bodies.map(|(_, forces)| forces));
        let normal = [angle.cos(), angle.sin()];
        let watch = BounceCandidate { normal, arms, shift: shift[0], movable_a, ..watch() };
        let params = BounceParams { h: 1.0 / 240.0, threshold: THRESHOLD };
        let point = |k: usize| Point {
            normal_mass: 1.0,
            is_early: true,
            separation: f64::from(separations[k]),
            arm: [f64::from(arms[k]), f64::from(tangents[k])],
            ..Point::default()
        };
        let mut meeting = Meeting {
            movable_a,
            share,
            normal: normal.map(f64::from),
            restitution: 0.5,
            shift: shift.map(f64::from),
            points: [point(0), point(1)],
            suspended: true,
            kept: 1.0,
            ..Meeting::default()
        };
        let bodies = Bodies { states: &states, forces: &forces };
        let is_slow = watch.is_slow(&bodies, params);
        let stays = watch.stays_suspended(&bodies, params, &meeting);
        let watched = Watched::alone();
        let [a, b] = [0, 1].map(|k| ImpactBody::new(&states[k], &forces[k], &watched));
        meeting.look(&a, &b, 1, params);
        let acts = meeting.approach > 0.0 || meeting.points.iter().any(|point| point.is_early);
        prop_assert!(!(is_slow && acts), "{} {:?}", meeting.approach, meeting.points);
        let is_suspended = meeting.points.iter().all(|point| point.is_early);
        let is_suspended = is_suspended && meeting.approach == 0.0;
        prop_assert!(is_suspended || !stays, "{} {:?}", meeting.approach, meeting.points);
    }
}

#[test]
fn what_is_far_and_fast_stays_suspended() {
    let state = |speed| BodyState { motion: [speed, 0.0, 0.0, 1.0], offset: [0.0, 0.0, 0.0, 1.0] };
    let (states, forces) = ([state(3.0), state(0.0)], [Forces::default(); 2]);
    let bodies = Bodies { states: &states, forces: &forces };
    let params = BounceParams { h: 1.0 / 240.0, threshold: THRESHOLD };
    // In a substep it comes nearer by 12.5 mm.
    for (separation, suspended, stays) in
        [(0.014, true, true), (0.012, true, false), (0.014, false, false)]
    {
        let point = Point { normal_mass: 1.0, separation, is_early: true, ..Point::default() };
        let points = [point, Point::default()];
        let meeting = Meeting { normal: [1.0, 0.0], points, suspended, ..Meeting::default() };
        assert_eq!(watch().stays_suspended(&bodies, params, &meeting), stays, "{separation}");
    }
}

#[test]
fn bodies_that_part_or_rest_are_skipped() {
    for speed in [-3.0, 0.0, 0.5] {
        let state =
            |speed| BodyState { motion: [speed, 0.0, 0.0, 1.0], offset: [0.0, 0.0, 0.0, 1.0] };
        let states = [state(speed), state(0.0)];
        let forces = [Forces::default(); 2];
        let bodies = Bodies { states: &states, forces: &forces };
        assert!(watch().is_slow(&bodies, BounceParams { h: 1.0 / 240.0, threshold: THRESHOLD }));
    }
}
