//! One contact that bounces: where and when its bodies meet, how fast, and what an impulse there does.

use super::{ImpactBody, add};
use crate::kernel::bounce::BounceParams;

/// A contact that bounces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) contact: u32,
    /// The body that stands for the group of this contact.
    pub(super) group: u32,
    /// Where it came from.
    pub(super) bounce: u32,
    pub(super) lane: u32,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) movable_a: bool,
    /// Whether its bodies may be put where they have to start from.
    pub(super) free: bool,
    /// Which part of a slide A's arms take.
    pub(super) share: f64,
    /// How far B moves past A from the start of the step to the meeting place, if that is known.
    pub(super) ahead: [f64; 2],
    pub(super) normal: [f64; 2],
    pub(super) restitution: f64,
    pub(super) friction: f64,
    pub(super) round: Option<Discs>,
    /// What B's arms have more than A's.
    pub(super) shift: [f64; 2],
    pub(super) points: [Point; 2],
    /// The fastest of the two.
    pub(super) approach: f64,
    /// Whether one of its bodies meets somebody else before.
    pub(super) waits: bool,
    /// Whether it has bounced in this substep.
    pub(super) has_bounced: bool,
}

/// What is known of two discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Discs {
    /// How far apart the centres are when they touch.
    pub(super) reach: f64,
    /// The way from A's centre to B's as the step began.
    pub(super) between: [f64; 2],
    /// A's radius.
    pub(super) radius: f64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    pub(super) used: bool,
    /// As the step began: how far apart, and A's arms along normal and tangent.
    pub(super) separation: f64,
    pub(super) arm: [f64; 2],
    /// Where the two meet: A's and B's arms along normal and tangent, and how long until then.
    pub(super) arms_a: [f64; 2],
    pub(super) arms_b: [f64; 2],
    pub(super) time: f64,
    /// How fast the point approaches; zero if it does not bounce.
    pub(super) approach: f64,
    /// What an impulse of one along the normal changes.
    pub(super) yielding: f64,
    pub(super) impulse: f64,
}

impl Meeting {
    /// The meeting time of the points that bounce.
    pub(super) fn time(&self) -> f64 {
        let struck = self.points.iter().filter(|point| point.approach > 0.0);
        struck.map(|point| point.time).fold(0.0, |last, time| if time > last { time } else { last })
    }

    /// Whether only one point bounces.
    pub(super) fn is_single_point(&self) -> bool {
        self.points.iter().filter(|point| point.approach > 0.0).count() == 1
    }

    /// Where the points meet, when, and how fast, if they do within the substep.
    pub(super) fn look(&mut self, a: &ImpactBody, b: &ImpactBody, params: BounceParams) {
        let h = f64::from(params.h);
        // After a bounce, the bodies are on their present course only from then on.
        let start = if a.since > b.since { a.since } else { b.since };
        self.approach = 0.0;
        if let Some(discs) = self.round {
            let closes = self.meet_as_discs(discs, a, b, [start, h]);
            self.note(0, a, b, params, closes);
            return;
        }
        // Both points bounce at once, when the first of them meets: two impulses at two times
        // that are not parallel would not keep angular momentum.
        let (mut separations, mut time) = ([0.0; 2], None);
        for (k, to) in separations.iter_mut().enumerate() {
            self.points[k].approach = 0.0;
            let (mut arm_a, mut arm_b) =
                (self.points[k].arm[0], self.points[k].arm[0] + self.shift[0]);
            if self.ahead == [0.0; 2] {
                self.meet(k, a, b, 0.0);
            } else {
                self.meet_after(k, a, b, self.ahead.map(|way| -way));
                (arm_a, arm_b) = (self.points[k].arms_a[0], self.points[k].arms_b[0]);
            }
            let point = self.points[k];
            let (x, y) = (b.offset[0] - a.offset[0], b.offset[1] - a.offset[1]);
            let parted = x * self.normal[0] + y * self.normal[1];
            let separation = point.separation + parted + b.offset[2] * arm_b - a.offset[2] * arm_a;
            let velocity = self.along(0, k, &a.velocity, &b.velocity);
            let closing = -(velocity + self.along(0, k, &a.gain, &b.gain));
            if point.used && closing > 0.0 {
                let left = separation - closing * start;
                let until = start + if left > 0.0 { left / closing } else { 0.0 };
                let first = time.unwrap_or(h);
                time = Some(if until < first { until } else { first });
            }
            *to = separation;
        }
        for (k, separation) in separations.into_iter().enumerate() {
            if self.points[k].used {
                self.meet(k, a, b, time.unwrap_or(0.0));
                let velocity = self.along(0, k, &a.velocity, &b.velocity);
                let gain = self.along(0, k, &a.gain, &b.gain);
                self.note(k, a, b, params, separation + h * (velocity + gain) < 0.0);
            }
        }
    }

    /// Notes how fast a point approaches, if it bounces.
    fn note(
        &mut self,
        k: usize,
        a: &ImpactBody,
        b: &ImpactBody,
        params: BounceParams,
        closes: bool,
    ) {
        let velocity = self.along(0, k, &a.velocity, &b.velocity);
        let gain = self.along(0, k, &a.gain, &b.gain);
        let point = &mut self.points[k];
        // Velocities are those of the middle of a substep, and those before it lag half of one behind.
        let approach = -(velocity + (0.5 + point.time / f64::from(params.h)) * gain);
        point.approach = 0.0;
        if closes && approach > f64::from(params.threshold) && point.yielding > 0.0 {
            point.approach = approach;
            self.approach = if approach > self.approach { approach } else { self.approach };
        }
    }

    /// Finds where two discs meet in the substep, or else where they come nearest to one another.
    /// Whether they meet.
    fn meet_as_discs(
        &mut self,
        discs: Discs,
        a: &ImpactBody,
        b: &ImpactBody,
        [start, end]: [f64; 2],
    ) -> bool {
        let h = end - start;
        let speed = |i: usize| (b.velocity[i] - a.velocity[i]) + (b.gain[i] - a.gain[i]);
        let way = |i: usize| discs.between[i] + (b.offset[i] - a.offset[i]) + speed(i) * start;
        let ([x, y], [u, v]) = ([way(0), way(1)], [speed(0), speed(1)]);
        let (gap, closing) = (x * x + y * y - discs.reach * discs.reach, -(x * u + y * v));
        let square = u * u + v * v;
        let (mut time, mut meets) = (0.0, gap <= 0.0);
        if !meets && closing > 0.0 {
            let root = closing * closing - square * gap;
            let first = (closing - if root > 0.0 { root.sqrt() } else { 0.0 }) / square;
            meets = root > 0.0 && first < h;
            time = if first < h { first } else { h };
        }
        let (x, y) = (x + u * time, y + v * time);
        let length = (x * x + y * y).sqrt();
        if length > 0.0 {
            self.normal = [x / length, y / length];
        }
        let point = &mut self.points[0];
        // Both end in the middle of what the discs overlap, if they did so already.
        let radius = discs.radius + 0.5 * (length - discs.reach);
        point.arms_a = [0.0, -radius];
        point.arms_b = [0.0, length - radius];
        point.time = if meets { start + time } else { start };
        point.yielding = a.inv_mass + b.inv_mass;
        meets
    }

    /// Sets the arms of a point to those after `time`.
    fn meet(&mut self, k: usize, a: &ImpactBody, b: &ImpactBody, time: f64) {
        let speed = |i: usize| (a.velocity[i] - b.velocity[i]) + (a.gain[i] - b.gain[i]);
        let way = |i: usize| (a.offset[i] - b.offset[i]) + speed(i) * time;
        self.meet_after(k, a, b, [way(0), way(1)]);
        self.points[k].time = time;
    }

    /// The same after A has moved so far past B.
    fn meet_after(&mut self, k: usize, a: &ImpactBody, b: &ImpactBody, [x, y]: [f64; 2]) {
        let ([nx, ny], point) = (self.normal, &mut self.points[k]);
        // What cannot be moved keeps no momentum: there the contact goes along with B, as for a ball
        // that runs along a wall while it falls onto it.
        let slid = if self.movable_a { [x * ny - y * nx, -(x * nx + y * ny)] } else { [0.0; 2] };
        let ([arm, other], [shift, other_shift]) = (point.arm, self.shift);
        let [of_a, of_b] = [self.share, 1.0 - self.share].map(|share| slid.map(|x| x * share));
        point.arms_a = [arm - of_a[0], other - of_a[1]];
        point.arms_b = [arm + shift + of_b[0], other + other_shift + of_b[1]];
        point.yielding = a.yielding(point.arms_a[0]) + b.yielding(point.arms_b[0]);
    }

    /// How fast a point of B moves away from A's, along the normal (0) or the tangent (1).
    pub(super) fn along(&self, axis: usize, k: usize, a: &[f64; 3], b: &[f64; 3]) -> f64 {
        let (direction, point) = (self.direction(axis), &self.points[k]);
        (b[0] - a[0]) * direction[0]
            + (b[1] - a[1]) * direction[1]
            + (b[2] * point.arms_b[axis] - a[2] * point.arms_a[axis])
    }

    fn direction(&self, axis: usize) -> [f64; 2] {
        let [x, y] = self.normal;
        if axis == 0 { [x, y] } else { [y, -x] }
    }

    /// The impulse along the tangent that goes with one along the normal. Each of the points that
    /// share a body takes its part of it, or all together would do more than stop it.
    pub(super) fn friction_against(
        &self,
        k: usize,
        normal: f64,
        a: &ImpactBody,
        b: &ImpactBody,
    ) -> f64 {
        let point = &self.points[k];
        let yielding = f64::from(a.hits) * a.yielding(point.arms_a[1])
            + f64::from(b.hits) * b.yielding(point.arms_b[1]);
        let stop = -self.along(1, k, &a.velocity, &b.velocity) / yielding;
        let limit = self.friction * normal;
        if stop > limit {
            limit
        } else if stop < -limit {
            -limit
        } else {
            stop
        }
    }

    /// What an impulse in a point, along normal and tangent, changes of A and of B.
    fn changes(
        &self,
        k: usize,
        [normal, tangent]: [f64; 2],
        bodies: &[ImpactBody],
    ) -> [[f64; 3]; 2] {
        let ([n, t], point) = ([self.direction(0), self.direction(1)], &self.points[k]);
        let push = [n[0] * normal + t[0] * tangent, n[1] * normal + t[1] * tangent];
        let change = |slot: u32, arms: [f64; 2], sign: f64| {
            let body = &bodies[slot as usize];
            let turn = arms[0] * normal + arms[1] * tangent;
            let inv_mass = sign * body.inv_mass;
            [inv_mass * push[0], inv_mass * push[1], sign * body.inv_inertia * turn]
        };
        [change(self.a, point.arms_a, -1.0), change(self.b, point.arms_b, 1.0)]
    }

    /// Adds an impulse in a point to the changes of the round.
    pub(super) fn push(&self, bodies: &mut [ImpactBody], k: usize, impulse: [f64; 2]) {
        for (slot, change) in [self.a, self.b].into_iter().zip(self.changes(k, impulse, bodies)) {
            add(&mut bodies[slot as usize].change, &change, 1.0);
        }
    }

    /// Puts bodies where they have to start from to have come by their old velocities to where they
    /// meet, and to go on from there by their new ones.
    pub(super) fn start_again(&self, bodies: &mut [ImpactBody], k: usize, impulse: [f64; 2]) {
        let time = self.points[k].time;
        if !self.free || time == 0.0 {
            return;
        }
        for (slot, change) in [self.a, self.b].into_iter().zip(self.changes(k, impulse, bodies)) {
            add(&mut bodies[slot as usize].offset, &change, -time);
        }
    }
}
