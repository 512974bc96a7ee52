//! Which contacts may approach fast in a substep: bounds on what a close look would find.

use super::collect::Watch;
use super::{Bodies, BounceParams};
use umbra_geom::Real;

/// Velocities are those of the middle of a substep, so what meets at its end has a part more of what forces add.
const LATEST: Real = 1.51;
/// Rounding errors of a speed, as a part of the speeds that it is the difference of.
const NOISE: Real = 1e-5;

impl Watch {
    /// Whether both points approach too slowly to bounce, wherever in the substep they meet.
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
        // Until they meet they slide, and the arms change by as much.
        let length = |[x, y]: [Real; 2]| x.abs() + y.abs();
        let turns = a.motion[2].abs() + b.motion[2].abs() + gain_a[2].abs() + gain_b[2].abs();
        let slides = length(slid) + (length(speed) + length(gain)) * params.h * LATEST;
        let moves = length([a.motion[0], a.motion[1]]) + length([b.motion[0], b.motion[1]]);
        let arms = self.arms[0].abs() + self.arms[1].abs() + self.shift.abs();
        fastest + LATEST * turns * slides + NOISE * (moves + turns * arms) <= params.threshold
    }
}
