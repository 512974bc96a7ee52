//! Meetings of discs with one another, or with an edge: found from the paths of their centres, not
//! from the normal of the step's start.

use super::ImpactBody;
use super::meeting::Meeting;

/// Discs touch if their gap is less than this fraction of the distance between their centres.
pub(super) const TOUCH: f64 = 1e-3;
/// Gaps below this fraction are within rounding, which would decide the order of meetings.
const ROUNDING: f64 = 2e-5;

/// Two discs, or a disc and an edge with two ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Discs {
    /// Distance of the centres when they touch.
    pub(super) reach: f64,
    /// The vector from A's centre, or the first end of the edge, to B's centre when the step began.
    pub(super) between: [f64; 2],
    /// The vector from the first end of the edge to the other one; zero for a disc.
    pub(super) edge: [f64; 2],
    /// A's radius.
    pub(super) radius: f64,
}

impl Discs {
    /// The distance of B's centre from A's, or from the edge, after B has moved by `moved` relative
    /// to A; and the direction.
    pub(super) fn distance(&self, moved: [f64; 2]) -> (f64, [f64; 2]) {
        let [mut x, mut y] = [self.between[0] + moved[0], self.between[1] + moved[1]];
        let [ex, ey] = self.edge;
        let square = ex * ex + ey * ey;
        if square > 0.0 {
            let along = ((x * ex + y * ey) / square).clamp(0.0, 1.0);
            (x, y) = (x - along * ex, y - along * ey);
        }
        let length = (x * x + y * y).sqrt();
        (length, if length > 0.0 { [x / length, y / length] } else { [0.0; 2] })
    }

    /// The time until they touch, if they do: B starts at `from` and moves relative to A at
    /// `velocity`.
    fn time_to_touch(&self, from: [f64; 2], velocity: [f64; 2]) -> Option<f64> {
        let [ex, ey] = self.edge;
        let (mut first, length) = (f64::INFINITY, (ex * ex + ey * ey).sqrt());
        if length > 0.0 {
            // The side of the edge.
            let [tx, ty] = [ex / length, ey / length];
            let side = |[x, y]: [f64; 2]| (tx * y - ty * x, tx * x + ty * y);
            let ((gap, along), (speed, slide)) = (side(from), side(velocity));
            let time = (gap.abs() - self.reach) / -(speed * gap.signum());
            if time >= 0.0 && (0.0..=length).contains(&(along + slide * time)) {
                first = time;
            }
        }
        let ends: &[[f64; 2]] = if length > 0.0 { &[[0.0; 2], [ex, ey]] } else { &[[0.0; 2]] };
        for end in ends {
            let ([x, y], [u, v]) = ([from[0] - end[0], from[1] - end[1]], velocity);
            let (gap, closing) = (x * x + y * y - self.reach * self.reach, -(x * u + y * v));
            let root = closing * closing - (u * u + v * v) * gap;
            if closing > 0.0 && root > 0.0 && gap > 0.0 {
                let time = gap / (closing + root.sqrt());
                first = if time < first { time } else { first };
            }
        }
        (first < f64::INFINITY).then_some(first)
    }
}

impl Meeting {
    /// True if two discs separate and continue to, so that nothing else has to be computed.
    pub(super) fn part_as_discs(
        &mut self,
        discs: Discs,
        a: &ImpactBody,
        b: &ImpactBody,
        start: f64,
    ) -> bool {
        let between = |of: [f64; 3], from: [f64; 3]| [of[0] - from[0], of[1] - from[1]];
        let (velocity, gain) = (between(b.velocity, a.velocity), between(b.gain, a.gain));
        let moved = between(b.offset, a.offset);
        let at =
            |axis: usize| discs.between[axis] + moved[axis] + (velocity[axis] + gain[axis]) * start;
        let [x, y] = [at(0), at(1)];
        let along = |of: [f64; 2]| of[0] * x + of[1] * y;
        // Velocities are those of the middle of a substep: forces add up to one and a half times their gain.
        let (slower, by_forces) = (along(velocity), along(gain));
        if !(slower > 0.0 && slower + 1.5 * by_forces > 0.0) {
            return false;
        }
        let length = (x * x + y * y).sqrt();
        self.is_apart = length > discs.reach * (1.0 + TOUCH);
        self.normal = [x / length, y / length];
        (self.points[0].approach, self.points[0].is_early) = (0.0, self.is_apart);
        true
    }

    /// Finds the meeting of a disc with another or with an edge in the substep. Returns true if
    /// they meet.
    pub(super) fn meet_as_discs(
        &mut self,
        discs: Discs,
        a: &ImpactBody,
        b: &ImpactBody,
        [start, end]: [f64; 2],
    ) -> bool {
        let speed = |i: usize| (b.velocity[i] - a.velocity[i]) + (b.gain[i] - a.gain[i]);
        let velocity = [speed(0), speed(1)];
        let moved =
            |time: f64| [0, 1].map(|i| (b.offset[i] - a.offset[i]) + velocity[i] * (start + time));
        let (mut length, mut normal) = discs.distance(moved(0.0));
        let closing = -(velocity[0] * normal[0] + velocity[1] * normal[1]);
        let touches = length <= discs.reach * (1.0 + ROUNDING) && closing > 0.0;
        let (mut time, mut meets) = (0.0, length <= discs.reach || touches);
        self.is_apart = length > discs.reach * (1.0 + TOUCH);
        if !meets {
            let [x, y] = moved(0.0);
            let from = [discs.between[0] + x, discs.between[1] + y];
            let first = discs.time_to_touch(from, velocity).filter(|time| start + time < end);
            if let Some(first) = first {
                (time, meets) = (first, true);
                (length, normal) = discs.distance(moved(first));
            }
        }
        if normal != [0.0; 2] {
            self.normal = normal;
        }
        let point = &mut self.points[0];
        // Both end in the middle of what the discs overlap, if they did so already.
        let radius = discs.radius + 0.5 * (length - discs.reach);
        point.arms_a = [0.0, -radius];
        point.arms_b = [0.0, length - radius];
        point.time = start + time;
        meets
    }
}
