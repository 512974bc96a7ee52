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
        let Glance { now, more, turned, noise } = self.glance(bodies, params);
        let mut fastest: Real = 0.0;
        for (now, more) in now.into_iter().zip(more) {
            let by_forces = if more > 0.0 { LATEST * more } else { 0.0 };
            fastest = if now + by_forces > fastest { now + by_forces } else { fastest };
        }
        fastest + LATEST * turned + noise <= params.threshold
    }

    /// True if it is suspended and stays so: its points approach fast, and do not meet in this
    /// substep.
    pub(super) fn stays_suspended(
        &self,
        bodies: &Bodies<'_>,
        params: BounceParams,
        meeting: &Meeting,
    ) -> bool {
        if !meeting.suspended || self.is_elsewhere {
            return false;
        }
        let Glance { now, more, turned, noise } = self.glance(bodies, params);
        let [a, b] = self.slots.map(|slot| &bodies.states[slot as usize].offset);
        let slid = [b[0] - a[0], b[1] - a[1]];
        let across = self.across(slid);
        let turns = a[2].abs() + b[2].abs();
        let least = if params.threshold > noise { params.threshold } else { noise };
        (0..2).filter(|k| meeting.points[*k].is_used()).all(|k| {
            let (arm, point) = (self.arms[k], &meeting.points[k]);
            let speed = now[k] + more[k];
            let closed = self.closing(slid, [a[2], b[2]], arm);
            let separation = point.separation as Real;
            let arms = arm.abs() + self.shift.abs() + across;
            let lengths = slid[0].abs() + slid[1].abs() + turns * arms + separation.abs();
            let gap = separation - closed - turns * across - NOISE * lengths;
            let is_fast = speed - noise > least;
            point.is_early && is_fast && gap > FAR * params.h * (speed + turned + noise)
        })
    }

    /// The speed at which the points of an arm approach, of bodies of which one moves beside the
    /// other by so much, and which turn by so much.
    fn closing(&self, [x, y]: [Real; 2], [turn_a, turn_b]: [Real; 2], arm: Real) -> Real {
        let [nx, ny] = self.normal;
        turn_a * arm - turn_b * (arm + self.shift) - x * nx - y * ny
    }

    /// The change of arms by a motion: none where A cannot be moved.
    fn across(&self, [x, y]: [Real; 2]) -> Real {
        let [nx, ny] = self.normal;
        if self.movable_a { (x * ny - y * nx).abs() } else { 0.0 }
    }

    fn glance(&self, bodies: &Bodies<'_>, params: BounceParams) -> Glance {
        let [a, b] = self.slots.map(|slot| &bodies.states[slot as usize]);
        let [gain_a, gain_b] = self.slots.map(|slot| &bodies.forces[slot as usize].gain);
        let between = |a: &[Real; 4], b: &[Real; 4]| [b[0] - a[0], b[1] - a[1]];
        let (speed, gain) = (between(&a.motion, &b.motion), between(gain_a, gain_b));
        let now = self.arms.map(|arm| self.closing(speed, [a.motion[2], b.motion[2]], arm));
        let more = self.arms.map(|arm| self.closing(gain, [gain_a[2], gain_b[2]], arm));
        // Until they meet they slide, and the arms of what can be moved change by as much.
        let slid = self.across(between(&a.offset, &b.offset));
        let slides = slid + (self.across(speed) + self.across(gain)) * params.h * LATEST;
        let turns = [(a, gain_a), (b, gain_b)].map(|(of, gain)| of.motion[2].abs() + gain[2].abs());
        let turns_fastest = if turns[0] > turns[1] { turns[0] } else { turns[1] };
        let length = |[x, y]: [Real; 2]| x.abs() + y.abs();
        let moves = length([a.motion[0], a.motion[1]]) + length([b.motion[0], b.motion[1]]);
        let arms = self.arms[0].abs() + self.arms[1].abs() + self.shift.abs() + slides;
        let noise = NOISE * (moves + turns_fastest * arms);
        Glance { now, more, turned: turns_fastest * slides, noise }
    }
}

/// Bounds on the speeds at which two points approach in a substep.
struct Glance {
    /// Their speeds, and how much forces add.
    now: [Real; 2],
    more: [Real; 2],
    /// The most by which changed arms change a speed.
    turned: Real,
    /// The most by which rounding does.
    noise: Real,
}

#[cfg(test)]
#[path = "../../../tests/unit/kernel_bounce_glance.rs"]
mod tests;
