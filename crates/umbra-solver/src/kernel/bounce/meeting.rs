//! One contact that may bounce: the place, time and speed of its meeting, and the effect of
//! impulses.

use super::discs::{Discs, TOUCH};
use super::joined::Joined;
use super::{BounceParams, ImpactBody, SAME_TIME, add};
use crate::tuning::{LIVELY, MOST_BOUNCES, MOST_KICKS, MOST_LOW_RESTITUTION_BOUNCES, SPENT_PART};

/// A contact counts as held if it yields by less than this fraction of its bodies alone.
pub(super) const HELD: f64 = 1e-9;

/// Speeds smaller than this fraction of the speeds of which they are the difference are rounding.
const NOISE: f64 = 2e-6;

/// A contact that may bounce.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meeting {
    pub(super) contact: u32,
    /// The body that represents the group of this contact.
    pub(super) group: u32,
    /// Its block and lane.
    pub(super) home: [u32; 2],
    /// The indices of its bodies.
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) movable_a: bool,
    /// The fraction of a slide by which A's arms change.
    pub(super) share: f64,
    /// The displacement of B relative to A from the start of the step to the meeting, if it is
    /// known.
    pub(super) ahead: [f64; 2],
    pub(super) normal: [f64; 2],
    pub(super) restitution: f64,
    pub(super) friction: f64,
    pub(super) discs: Option<Discs>,
    /// True if one of the two is a disc.
    pub(super) of_disc: bool,
    /// Speed above which discs that meet too slowly to bounce are stopped.
    pub(super) stopped: f64,
    /// The arm offset of B: the difference of its lever arms from A's.
    pub(super) shift: [f64; 2],
    /// The number of the same name in the block.
    pub(super) inverse: f32,
    pub(super) points: [Point; 2],
    /// The first indices of the responses of the bodies that are joined to A and to B, in this
    /// round; and the coupling of the two points by these bodies.
    pub(super) answers: [Option<u32>; 2],
    pub(super) coupling: f64,
    /// The faster approach of the two points.
    pub(super) approach: f64,
    /// The speed of its bodies, in any direction.
    pub(super) speed: f64,
    /// The substep and round of the last close look.
    pub(super) looked: u64,
    /// True if it is among the due contacts.
    pub(super) is_due: bool,
    /// True if one of its bodies has an earlier meeting.
    pub(super) waits: bool,
    /// Number of bounces in this substep, and the fraction of its approach that is left after them.
    pub(super) bounces: u32,
    pub(super) kept: f64,
    /// True if its discs are apart.
    pub(super) is_apart: bool,
    /// True if other passes skip it since the substep before.
    pub(super) suspended: bool,
    /// The last substep in which a glance told that it stays so.
    pub(super) stayed: u64,
    /// Its normal impulse in the step, and the fastest approach at which it had one.
    pub(super) given: f64,
    pub(super) struck_at: f64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    /// The number of the same name in the block; zero for a point that does not exist.
    pub(super) normal_mass: f32,
    /// The gap when the step began, and A's arms along normal and tangent.
    pub(super) separation: f64,
    pub(super) arm: [f64; 2],
    /// The meeting: A's and B's arms along normal and tangent, and the time until then.
    pub(super) arms_a: [f64; 2],
    pub(super) arms_b: [f64; 2],
    pub(super) time: f64,
    /// The approach speed; zero if the point does not bounce.
    pub(super) approach: f64,
    /// The change of that speed by the bounce.
    pub(super) wanted: f64,
    /// True if it approaches fast, but meets in a later substep.
    pub(super) is_early: bool,
    /// The change of the normal speed by a unit impulse along the normal.
    pub(super) yielding: f64,
    /// Change of its yielding along the tangent by joints; negative.
    pub(super) slips_less: f64,
    pub(super) impulse: f64,
}

/// The motion of B relative to A in a substep.
struct Course {
    /// The speed along the normal before forces act, and the change by forces.
    velocity: f64,
    gain: f64,
    /// The same for the angular velocities of A and B.
    turning: [f64; 2],
    turning_gain: [f64; 2],
    /// The displacement along normal and tangent since the step began, and its speed.
    moved: [f64; 2],
    moves: [f64; 2],
}

impl Meeting {
    /// The indices of its movable bodies.
    pub(super) fn movable(&self) -> impl Iterator<Item = u32> + use<> {
        self.movable_a.then_some(self.a).into_iter().chain([self.b])
    }

    /// True if the approach at the start of the substep decides its bounce.
    pub(super) fn has_low_restitution(&self) -> bool {
        self.restitution < f64::from(LIVELY)
    }

    /// The meeting time of the points that bounce.
    pub(super) fn time(&self) -> f64 {
        let struck = self.points.iter().filter(|point| point.approach > 0.0);
        struck.map(|point| point.time).fold(0.0, |last, time| if time > last { time } else { last })
    }

    /// Cancels its bounce, and leaves its points to other passes.
    pub(super) fn rest(&mut self) {
        self.approach = 0.0;
        for point in &mut self.points {
            (point.approach, point.is_early) = (0.0, false);
        }
    }

    /// True if it has bounced as often as it may in a substep.
    fn has_bounced_out(&self) -> bool {
        let most = match self.restitution {
            _ if self.has_low_restitution() => MOST_LOW_RESTITUTION_BOUNCES,
            more if more > 1.0 => MOST_KICKS,
            _ => MOST_BOUNCES,
        };
        self.bounces >= most || self.kept < SPENT_PART
    }

    /// Counts a bounce.
    pub(super) fn count_bounce(&mut self) {
        self.bounces += 1;
        self.kept *= self.restitution;
    }

    /// Allows no more bounces in this substep.
    pub(super) fn end_bounces(&mut self) {
        (self.bounces, self.kept) = (u32::MAX, 0.0);
        self.rest();
    }

    /// Computes the places, times and speeds at which the points meet, if they do within the
    /// substep.
    pub(super) fn look(&mut self, a: &ImpactBody, b: &ImpactBody, now: u64, params: BounceParams) {
        self.looked = now;
        if self.has_bounced_out() {
            self.rest();
            return;
        }
        let h = f64::from(params.h);
        // What meets a moment after the end of the substep may meet together with what meets a moment before it.
        let end = h + SAME_TIME * h;
        // After a bounce, the bodies are on their present course only from then on.
        let start = if a.since > b.since { a.since } else { b.since };
        self.approach = 0.0;
        if let Some(discs) = self.discs {
            if discs.edge == [0.0; 2] && self.part_as_discs(discs, a, b, start) {
                return;
            }
            let meets = self.meet_as_discs(discs, a, b, [start, end]);
            let course = Course::new(self.normal, a, b);
            self.note(0, &course, [a, b], params, meets);
            self.points[0].is_early |= self.is_apart && !meets;
            return;
        }
        let course = Course::new(self.normal, a, b);
        // Both points bounce at once, when the first of them meets: two impulses at two times
        // that are not parallel would not keep angular momentum.
        let (mut separations, mut time) = ([0.0; 2], None);
        for (k, to) in separations.iter_mut().enumerate() {
            if !self.points[k].is_used() {
                self.points[k].approach = 0.0;
                continue;
            }
            let [mut arm_a, mut arm_b] =
                [self.points[k].arm[0], self.points[k].arm[0] + self.shift[0]];
            if self.ahead == [0.0; 2] {
                self.slide(k, course.moved_at(0.0));
            } else {
                self.slide(k, along_and_across(self.normal, self.ahead));
                (arm_a, arm_b) = (self.points[k].arms_a[0], self.points[k].arms_b[0]);
            }
            let turned = b.offset[2] * arm_b - a.offset[2] * arm_a;
            *to = self.points[k].separation + course.moved[0] + turned;
            let closing = -course.parting(&self.points[k]).iter().sum::<f64>();
            if closing > 0.0 {
                let left = *to - closing * start;
                let until = start + if left > 0.0 { left / closing } else { 0.0 };
                let first = time.unwrap_or(end);
                time = Some(if until < first { until } else { first });
            }
        }
        let time = time.unwrap_or(0.0);
        for (k, separation) in separations.into_iter().enumerate() {
            if self.points[k].is_used() {
                self.slide(k, course.moved_at(time));
                self.points[k].time = time;
                let parting = course.parting(&self.points[k]).iter().sum::<f64>();
                self.note(k, &course, [a, b], params, separation + end * parting < 0.0);
            }
        }
    }

    /// Records the approach speed of a point if it bounces, or that it bounces in a later substep.
    fn note(
        &mut self,
        k: usize,
        course: &Course,
        [a, b]: [&ImpactBody; 2],
        params: BounceParams,
        closes: bool,
    ) {
        let point = &self.points[k];
        let [velocity, gain] = course.parting(point);
        // Velocities are those of the middle of a substep, and those before it lag half of one behind.
        let approach = -(velocity + (0.5 + point.time / f64::from(params.h)) * gain);
        let as_others_see_it = match self.discs {
            None => {
                // Other passes see the lever arms of the step's start.
                let (arm_a, arm_b) = (point.arm[0], point.arm[0] + self.shift[0]);
                let [spin_a, spin_b] =
                    [0, 1].map(|side: usize| course.turning[side] + course.turning_gain[side]);
                let turned =
                    spin_b * (arm_b - point.arms_b[0]) - spin_a * (arm_a - point.arms_a[0]);
                -(velocity + gain + turned)
            }
            Some(_) => approach,
        };
        let speeds = [a, b].map(|body| body.velocity[0].abs() + body.velocity[1].abs());
        self.speed = speeds[0]
            + speeds[1]
            + (a.velocity[2] * point.arms_a[0]).abs()
            + (b.velocity[2] * point.arms_b[0]).abs();
        let noise = NOISE * self.speed;
        let threshold = f64::from(params.threshold);
        let threshold = if threshold > noise { threshold } else { noise };
        let is_fast = approach > threshold;
        // What touches and comes on, other than by what forces add in this substep, is not held yet.
        let deepest = -velocity * f64::from(params.h);
        let comes_on = self.discs.is_some_and(|discs| deepest > TOUCH * discs.reach);
        let is_new = self.is_apart || comes_on || a.has_bounced || b.has_bounced;
        let is_stopped = self.of_disc && is_new && approach > noise && approach > self.stopped;
        let point = &mut self.points[k];
        // What meets too slowly to bounce, though forces drive it on, is stopped by other passes.
        point.is_early = is_fast || !closes && as_others_see_it > threshold;
        point.approach = 0.0;
        if !closes || !(is_fast || is_stopped) {
            return;
        }
        let yielding = self.yielding_alone(k, a, b);
        let point = &mut self.points[k];
        (point.yielding, point.slips_less) = (yielding, 0.0);
        if point.yielding > 0.0 {
            point.approach = approach;
            // What gives back more than it gets does so once: a ball between two bumpers that both touch it would else
            // bounce for ever, faster and faster, at one time.
            let is_again = self.bounces > 0 && self.restitution > 1.0;
            let restitution = if is_again { 1.0 } else { self.restitution };
            point.wanted = if is_fast { (1.0 + restitution) * approach } else { approach };
            self.approach = if approach > self.approach { approach } else { self.approach };
        }
    }

    /// Change of the normal speed by a unit impulse, without joints.
    pub(super) fn yielding_alone(&self, k: usize, a: &ImpactBody, b: &ImpactBody) -> f64 {
        let point = &self.points[k];
        a.yielding(self.normal, point.arms_a[0]) + b.yielding(self.normal, point.arms_b[0])
    }

    /// Sets the arms of a point to those after a displacement of B relative to A, along normal and
    /// tangent.
    fn slide(&mut self, k: usize, [along, across]: [f64; 2]) {
        let point = &mut self.points[k];
        // What cannot be moved keeps no momentum: there the contact goes along with B, as for a ball
        // that runs along a wall while it falls onto it.
        let slid = if self.movable_a { [across, along] } else { [0.0; 2] };
        let ([arm, other], [shift, other_shift]) = (point.arm, self.shift);
        let [of_a, of_b] = [self.share, 1.0 - self.share].map(|share| slid.map(|x| x * share));
        point.arms_a = [arm + of_a[0], other - of_a[1]];
        point.arms_b = [arm + shift - of_b[0], other + other_shift + of_b[1]];
    }

    /// The velocity of B's point relative to A's, along the normal (0) or the tangent (1).
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

    /// The impulses, none negative, that change the normal velocities of both points by the wanted
    /// amounts.
    pub(super) fn solved_alone(&self, a: &ImpactBody, b: &ImpactBody) -> [f64; 2] {
        let [first, second] = &self.points;
        let wanted =
            [first, second].map(|point| if point.approach > 0.0 { point.wanted } else { 0.0 });
        let alone = |k: usize| {
            if wanted[k] > 0.0 { wanted[k] / self.points[k].yielding } else { 0.0 }
        };
        if wanted[0] <= 0.0 || wanted[1] <= 0.0 {
            return [alone(0), alone(1)];
        }
        let across = a.coupling(self.normal, [first.arms_a[0], second.arms_a[0]])
            + b.coupling(self.normal, [first.arms_b[0], second.arms_b[0]])
            + self.coupling;
        let determinant = first.yielding * second.yielding - across * across;
        let x = (second.yielding * wanted[0] - across * wanted[1]) / determinant;
        let y = (first.yielding * wanted[1] - across * wanted[0]) / determinant;
        // Two points in nearly one place: the faster one stands for both.
        let is_one = determinant <= 1e-3 * first.yielding * second.yielding;
        if x <= 0.0 || is_one && wanted[1] > wanted[0] {
            [0.0, alone(1)]
        } else if y <= 0.0 || is_one {
            [alone(0), 0.0]
        } else {
            [x, y]
        }
    }

    /// The friction impulse that goes with a normal impulse. Each of the points that share a body
    /// takes its part of it; otherwise all together would do more than stop the slide.
    pub(super) fn friction_against(
        &self,
        k: usize,
        normal: f64,
        a: &ImpactBody,
        b: &ImpactBody,
    ) -> f64 {
        let point = &self.points[k];
        let tangent = self.direction(1);
        let alone = f64::from(a.hits) * a.yielding(tangent, point.arms_a[1])
            + f64::from(b.hits) * b.yielding(tangent, point.arms_b[1]);
        let yielding = alone + point.slips_less;
        if yielding <= HELD * alone {
            // Both are locked along the tangent, or held by joints.
            return 0.0;
        }
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

    /// The changes of A and of B by an impulse in a point, along normal and tangent.
    pub(super) fn changes(
        &self,
        k: usize,
        [normal, tangent]: [f64; 2],
        bodies: &[ImpactBody],
    ) -> [[f64; 3]; 2] {
        let ([n, t], point) = ([self.direction(0), self.direction(1)], &self.points[k]);
        let push = [n[0] * normal + t[0] * tangent, n[1] * normal + t[1] * tangent];
        let change = |number: u32, arms: [f64; 2], sign: f64| {
            let body = &bodies[number as usize];
            let turn = arms[0] * normal + arms[1] * tangent;
            let [x, y] = body.inv_mass;
            [sign * x * push[0], sign * y * push[1], sign * body.inv_inertia * turn]
        };
        [change(self.a, point.arms_a, -1.0), change(self.b, point.arms_b, 1.0)]
    }

    /// Adds multiples of the changes by an impulse in a point to what is `chosen` of all bodies: of
    /// the two, and of those joined to them.
    #[inline]
    fn change(
        &self,
        bodies: &mut [ImpactBody],
        joined: &Joined,
        (k, impulse, times): (usize, [f64; 2], f64),
        chosen: impl Fn(&mut ImpactBody) -> &mut [f64; 3],
    ) {
        let changes = self.changes(k, impulse, bodies);
        for (number, change) in [self.a, self.b].into_iter().zip(&changes) {
            add(chosen(&mut bodies[number as usize]), change, times);
        }
        if !joined.is_empty() {
            for (number, change) in joined.answers(self, k, impulse) {
                add(chosen(&mut bodies[number as usize]), &change, times);
            }
        }
    }

    /// Adds an impulse in a point to the changes of the round.
    pub(super) fn push(
        &self,
        bodies: &mut [ImpactBody],
        joined: &Joined,
        k: usize,
        impulse: [f64; 2],
    ) {
        self.change(bodies, joined, (k, impulse, 1.0), |body| &mut body.change);
    }

    /// Shifts the bodies so that they reach their meeting at its time with their new velocities.
    pub(super) fn start_again(
        &self,
        bodies: &mut [ImpactBody],
        joined: &Joined,
        k: usize,
        impulse: [f64; 2],
    ) {
        let time = self.points[k].time;
        if time != 0.0 {
            self.change(bodies, joined, (k, impulse, -time), |body| &mut body.offset);
        }
    }
}

impl Course {
    fn new(normal: [f64; 2], a: &ImpactBody, b: &ImpactBody) -> Self {
        let between =
            |a: &[f64; 3], b: &[f64; 3]| along_and_across(normal, [b[0] - a[0], b[1] - a[1]]);
        let (velocity, gain) = (between(&a.velocity, &b.velocity), between(&a.gain, &b.gain));
        Self {
            velocity: velocity[0],
            gain: gain[0],
            turning: [a.velocity[2], b.velocity[2]],
            turning_gain: [a.gain[2], b.gain[2]],
            moved: between(&a.offset, &b.offset),
            moves: [velocity[0] + gain[0], velocity[1] + gain[1]],
        }
    }

    fn moved_at(&self, time: f64) -> [f64; 2] {
        [0, 1].map(|axis: usize| self.moved[axis] + self.moves[axis] * time)
    }

    /// The separating speed of a point along the normal, and the change of it by forces.
    fn parting(&self, point: &Point) -> [f64; 2] {
        let across = |[a, b]: [f64; 2]| b * point.arms_b[0] - a * point.arms_a[0];
        [self.velocity + across(self.turning), self.gain + across(self.turning_gain)]
    }
}

/// The components of a vector along the normal and along the tangent.
fn along_and_across([nx, ny]: [f64; 2], [x, y]: [f64; 2]) -> [f64; 2] {
    [x * nx + y * ny, x * ny - y * nx]
}

impl Point {
    pub(super) fn is_used(&self) -> bool {
        self.normal_mass > 0.0
    }
}
