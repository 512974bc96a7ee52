//! Quick tests for contacts that may approach fast in a substep: bounds on the exact computation.

use super::collect::BounceCandidate;
use super::discs::TOUCH;
use super::meeting::Meeting;
use super::{Bodies, BounceParams};
use umbra_geom::Real;

/// Velocities are those of the middle of a substep, so at its end they include this many gains by
/// forces.
const LATEST: Real = 1.51;
/// Rounding error of a speed, as a fraction of the speeds of which it is the difference.
const NOISE: Real = 1e-5;

/// Discs are far apart if their gap is greater by this factor than the distance that they can
/// close.
const FAR: Real = 1.01;

impl BounceCandidate {
    /// True if there is nothing to do for it in this substep: it approaches too slowly, or it is
    /// suspended and its discs do not meet.
    pub(super) fn is_idle(
        &self,
        bodies: &Bodies<'_>,
        params: BounceParams,
        meeting: Option<&Meeting>,
    ) -> bool {
        let Some((between, reach)) = self.discs else { return self.is_slow(bodies, params) };
        let [a, b] = self.slots.map(|slot| &bodies.states[slot as usize]);
        let [gain_a, gain_b] = self.slots.map(|slot| &bodies.forces[slot as usize].gain);
        let along = |axis: usize| b.motion[axis] - a.motion[axis];
        let gained = |axis: usize| gain_b[axis] - gain_a[axis];
        let length = |[x, y]: [Real; 2]| (x * x + y * y).sqrt();
        let [x, y] = [0, 1].map(|axis: usize| between[axis] + (b.offset[axis] - a.offset[axis]));
        let (velocity, gain) = ([along(0), along(1)], length([gained(0), gained(1)]));
        let distance = length([x, y]);
        let gap = distance - reach;
        let nearer = FAR * params.h * (length(velocity) + gain) + NOISE * (distance + reach);
        if meeting.is_some_and(|meeting| meeting.suspended) {
            return gap > nearer;
        }
        // What touches and comes no nearer than the points of the step's start can hold.
        let touches = TOUCH as Real * reach;
        let closing = -(velocity[0] * x + velocity[1] * y) / distance;
        let speeds = a.motion[0].abs() + a.motion[1].abs() + b.motion[0].abs() + b.motion[1].abs();
        let fastest = closing + LATEST * gain + NOISE * speeds;
        if fastest > params.threshold || distance <= 0.0 {
            return false;
        }
        // Other passes hold them apart along the normal of the step's start, but only if they come that far.
        let along_normal = x * self.normal[0] + y * self.normal[1] - reach;
        if !self.is_reserve && along_normal > nearer {
            return true;
        }
        gap < 0.5 * touches && FAR * params.h * fastest < 0.5 * touches
    }

    /// True if both points approach too slowly to bounce, wherever in the substep they meet.
    pub(super) fn is_slow(&self, bodies: &Bodies<'_>, params: BounceParams) -> bool {
        if self.is_elsewhere {
            return false;
        }
        let [a, b] = self.slots.map(|slot| &bodies.states[slot as usize]);
        let [gain_a, gain_b] = self.slots.map(|slot| &bodies.forces[slot as usize].gain);
        let between = |a: &[Real; 4], b: &[Real; 4]| [b[0] - a[0], b[1] - a[1]];
        let (speed, gain) = (between(&a.motion, &b.motion), between(gain_a, gain_b));
        let (slid, [nx, ny]) = (between(&a.offset, &b.offset), self.normal);
        let closing = |[x, y]: [Real; 2], turn_a: Real, turn_b: Real, arm: Real| {
            turn_a * arm - turn_b * (arm + self.shift) - x * nx - y * ny
        };
        let mut fastest: Real = 0.0;
        for arm in self.arms {
            let now = closing(speed, a.motion[2], b.motion[2], arm);
            let more = closing(gain, gain_a[2], gain_b[2], arm);
            let by_forces = if more > 0.0 { LATEST * more } else { 0.0 };
            fastest = if now + by_forces > fastest { now + by_forces } else { fastest };
        }
        // Until they meet they slide, and the arms of what can be moved change by as much.
        let across = |[x, y]: [Real; 2]| if self.movable_a { (x * ny - y * nx).abs() } else { 0.0 };
        let slides = across(slid) + (across(speed) + across(gain)) * params.h * LATEST;
        let turns = [(a, gain_a), (b, gain_b)].map(|(of, gain)| of.motion[2].abs() + gain[2].abs());
        let turns_fastest = if turns[0] > turns[1] { turns[0] } else { turns[1] };
        let length = |[x, y]: [Real; 2]| x.abs() + y.abs();
        let moves = length([a.motion[0], a.motion[1]]) + length([b.motion[0], b.motion[1]]);
        let arms = self.arms[0].abs() + self.arms[1].abs() + self.shift.abs() + slides;
        let noise = NOISE * (moves + turns_fastest * arms);
        fastest + LATEST * turns_fastest * slides + noise <= params.threshold
    }
}

#[cfg(test)]
mod tests {
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
            let (mut states, forces) = (bodies.map(|(state, _)| state), bodies.map(|(_, forces)| forces));
            let normal = [angle.cos(), angle.sin()];
            let watch = BounceCandidate { normal, arms, shift: shift[0], movable_a, ..watch() };
            let params = BounceParams { h: 1.0 / 240.0, threshold: THRESHOLD };
            let is_slow = watch.is_slow(
                &Bodies { states: &mut states, base: &mut [], forces: &forces },
                params,
            );
            let point = |k: usize| Point {
                normal_mass: 1.0,
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
                ..Meeting::default()
            };
            let watched = Watched::alone();
            let [a, b] = [0, 1].map(|k| ImpactBody::new(&states[k], &forces[k], &watched));
            meeting.look(&a, &b, 1, params);
            let acts = meeting.approach > 0.0 || meeting.points.iter().any(|point| point.is_early);
            prop_assert!(!(is_slow && acts), "{} {:?}", meeting.approach, meeting.points);
        }
    }

    #[test]
    fn bodies_that_part_or_rest_are_skipped() {
        for speed in [-3.0, 0.0, 0.5] {
            let state =
                |speed| BodyState { motion: [speed, 0.0, 0.0, 1.0], offset: [0.0, 0.0, 0.0, 1.0] };
            let mut states = [state(speed), state(0.0)];
            let forces = [Forces::default(); 2];
            let bodies = Bodies { states: &mut states, base: &mut [], forces: &forces };
            assert!(
                watch().is_slow(&bodies, BounceParams { h: 1.0 / 240.0, threshold: THRESHOLD })
            );
        }
    }
}
