//! Chooses the contacts that bounce together, and computes their impulses.
//!
//! Contacts that bounce together are solved together. The impulses `p >= 0` leave each point
//! separating at `restitution` times its approach speed, or faster if others drive it apart. They
//! change velocities by `K p` and do the work `p . K p / 2 - p . approach`. Scaled by `p . wanted /
//! p . K p`, where `wanted` is `(1 + restitution) approach`, the work is `-p . (1 - restitution)
//! approach / 2` for any `p`. So a perfect bounce keeps its energy even if the solution is not
//! exact. Groups of contacts that share no body have impulses and scales of their own: no bounce
//! depends on the rest of the batch.

use core::ops::Range;

use super::collect::{Batch, NONE};
use super::meeting::Meeting;
use super::{Bodies, BounceParams, Bounces, ImpactBody, SAME_TIME, add};
use crate::block::ContactBlock;

/// Approach speeds that differ by less than this fraction of the speeds of the bodies are ties.
const TIE: f64 = 1e-3;
/// The most passes over a group of contacts, and the change below which it is solved.
const PASSES: u32 = 64;
const SOLVED: f64 = 1e-12;

impl Bounces {
    /// Lets contacts bounce until none approaches fast.
    pub(super) fn run_rounds(
        &mut self,
        bodies: &Bodies<'_>,
        blocks: &[ContactBlock],
        batch: &Batch<'_>,
    ) {
        let params = batch.params;
        self.due.clear();
        for index in 0..self.watches.len() as u32 {
            let watch = &self.watches[index as usize];
            let mut meeting = self.meetings.get_mut(watch.meeting as usize);
            if let Some(meeting) = &mut meeting
                && watch.stays_suspended(bodies, params, meeting)
            {
                meeting.stayed = self.begin;
            } else if !watch.is_idle(bodies, params, meeting.as_deref()) {
                self.look(index, bodies, blocks, batch);
            }
        }
        loop {
            self.choose(params);
            if !self.last.is_empty() {
                self.bounce_in_turn(bodies, batch);
                continue;
            }
            if self.bouncing.is_empty() {
                break;
            }
            self.counts.rounds += 1;
            self.ready_joined(bodies, batch);
            self.group();
            self.struck.clear();
            let mut first = 0;
            while first < self.bouncing.len() {
                let group = first..self.end_of_group(first);
                self.solve(group.clone());
                self.apply_impulses(group.clone());
                first = group.end;
            }
            // Contacts of bodies that have not bounced approach as before.
            self.now += 1;
            for index in 0..self.struck.len() {
                for link in self.watched[self.struck[index] as usize].links() {
                    self.look(self.links[link], bodies, blocks, batch);
                }
            }
            self.look_again(batch.params);
        }
    }

    /// Computes the approach of the due contacts of bodies that have bounced again.
    fn look_again(&mut self, params: BounceParams) {
        for &index in &self.due {
            let meeting = &mut self.meetings[index as usize];
            let [a, b] = [meeting.a, meeting.b].map(|number| &self.bodies[number as usize]);
            if a.struck.max(b.struck) > meeting.looked {
                meeting.look(a, b, self.now, params);
                self.counts.looks += 1;
                self.work[self.crowds.root(meeting.b) as usize].stir([self.now, self.begin]);
            }
        }
    }

    /// Computes the approach of a contact, once in a round.
    fn look(
        &mut self,
        index: u32,
        bodies: &Bodies<'_>,
        blocks: &[ContactBlock],
        batch: &Batch<'_>,
    ) {
        let watch = &mut self.watches[index as usize];
        if watch.meeting == NONE {
            watch.meeting = self.meetings.len() as u32;
            let meeting = batch.meeting(watch, &blocks[watch.home[0] as usize]);
            let crowd = &self.work[self.crowds.root(watch.b) as usize];
            let stopped = crowd.stopped(meeting.has_low_restitution(), batch.params);
            self.meetings.push(Meeting { stopped, ..meeting });
        }
        let index = watch.meeting;
        let Meeting { looked, a, b, .. } = self.meetings[index as usize];
        let crowd = &mut self.work[self.crowds.root(b) as usize];
        let is_first = self.now == self.begin;
        if looked == self.now || !is_first && !crowd.stir([self.now, self.begin]) {
            return;
        }
        self.counts.looks += 1;
        if looked < self.begin {
            self.seen.push(index);
            self.load(a, bodies);
            self.load(b, bodies);
        }
        let meeting = &mut self.meetings[index as usize];
        if looked < self.begin {
            (meeting.is_due, meeting.bounces, meeting.kept) = (false, 0, 1.0);
        }
        let [a, b] = [a, b].map(|number| &self.bodies[number as usize]);
        meeting.look(a, b, self.now, batch.params);
        if meeting.approach > 0.0 && !meeting.is_due {
            meeting.is_due = true;
            self.due.push(index);
        }
    }

    /// Lists the contacts of this round: no other contact of their bodies meets earlier or faster.
    fn choose(&mut self, params: BounceParams) {
        let Self {
            meetings, bodies, joined, due, last, bouncing, now, begin, crowds, work, ..
        } = self;
        // What moves along with a body meets together with it.
        let leaders = |meeting: &Meeting| meeting.movable().map(|number| joined.leader(number));
        let h = f64::from(params.h);
        due.retain(|&index| {
            let meeting = &mut meetings[index as usize];
            meeting.is_due = meeting.approach > 0.0;
            if !meeting.is_due {
                return false;
            }
            let time = meeting.time();
            let crowd = crowds.root(meeting.b);
            if !meeting.has_low_restitution()
                && !work[crowd as usize].visit_before_round([*now, *begin])
            {
                meeting.is_due = false;
                last.push(index);
                return false;
            }
            for number in [meeting.a, meeting.b, crowd] {
                bodies[number as usize].begin_round(*now, number);
            }
            let earliest = &mut bodies[crowd as usize].earliest;
            if !meeting.has_low_restitution() && time < *earliest {
                *earliest = time;
            }
            for number in leaders(meeting) {
                bodies[number as usize].begin_round(*now, number);
                let first = &mut bodies[number as usize].first;
                *first = if time < *first { time } else { *first };
            }
            true
        });
        for &index in &*due {
            let meeting = &mut meetings[index as usize];
            let (time, mut first) = (meeting.time(), f64::INFINITY);
            meeting.waits = false;
            for number in leaders(meeting) {
                let of_body = bodies[number as usize].first;
                meeting.waits |= time > of_body + SAME_TIME * h;
                first = if of_body < first { of_body } else { first };
            }
            // The window of its crowd: others do not matter, whether they are in the batch or not.
            let crowd = crowds.root(meeting.b) as usize;
            let earliest = bodies[crowd].earliest;
            let end = work[crowd].end_of_window(earliest, h);
            // What meets a moment after the end of the substep goes along with what meets before it, or waits.
            let is_later = first >= end && first > earliest;
            meeting.waits |= first > h || !meeting.has_low_restitution() && is_later;
            if !meeting.waits {
                for number in leaders(meeting) {
                    let fastest = &mut bodies[number as usize].fastest;
                    *fastest =
                        if meeting.approach > *fastest { meeting.approach } else { *fastest };
                }
            }
        }
        bouncing.clear();
        for &index in &*due {
            let meeting = &mut meetings[index as usize];
            let is_fastest = |number: u32| {
                meeting.approach + TIE * meeting.speed >= bodies[number as usize].fastest
            };
            if !meeting.waits && leaders(meeting).all(is_fastest) {
                for point in meeting.points.iter_mut().filter(|point| point.approach > 0.0) {
                    point.impulse = 0.0;
                    bodies[meeting.a as usize].hits += 1;
                    bodies[meeting.b as usize].hits += 1;
                }
                bouncing.push(index);
            }
        }
    }

    /// Sorts the contacts of this round by group, in an order that depends neither on the rest of
    /// the batch nor on their lanes.
    fn group(&mut self) {
        let Self { bodies, meetings, joined, bouncing, .. } = self;
        for &index in &*bouncing {
            let meeting = &meetings[index as usize];
            if meeting.movable_a {
                join(bodies, meeting.a, meeting.b);
            }
            for number in joined.along_with([meeting.a, meeting.b]) {
                join(bodies, joined.leader(number), number);
            }
        }
        for &index in &*bouncing {
            let meeting = &mut meetings[index as usize];
            meeting.group = stands_for(bodies, meeting.b);
        }
        bouncing.sort_unstable_by_key(|index| {
            let Meeting { group, contact, .. } = meetings[*index as usize];
            (group, contact)
        });
    }

    /// The end of the group that begins at `first`.
    fn end_of_group(&self, first: usize) -> usize {
        let group = |bouncing: &u32| self.meetings[*bouncing as usize].group;
        let own = group(&self.bouncing[first]);
        first + self.bouncing[first..].iter().take_while(|bouncing| group(bouncing) == own).count()
    }

    /// Computes the normal impulses, and the changes of the velocities.
    pub(super) fn solve(&mut self, group: Range<usize>) {
        if !self.joined.is_empty() {
            self.answer(group.clone());
        }
        let Self { meetings, bodies, joined, bouncing, .. } = self;
        let bouncing = &bouncing[group];
        if let [index] = bouncing {
            let meeting = &mut meetings[*index as usize];
            let [a, b] = [meeting.a, meeting.b].map(|number| &bodies[number as usize]);
            for (k, impulse) in meeting.solved_alone(a, b).into_iter().enumerate() {
                meeting.points[k].impulse = impulse;
                meeting.push(bodies, joined, k, [impulse, 0.0]);
            }
            return;
        }
        for pass in 0..PASSES {
            let mut largest: f64 = 0.0;
            for i in 0..bouncing.len() {
                // Forth and back, so that no side always comes last.
                let i = if pass.is_multiple_of(2) { i } else { bouncing.len() - 1 - i };
                let meeting = &mut meetings[bouncing[i] as usize];
                for k in 0..2 {
                    let point = &meeting.points[k];
                    if point.approach <= 0.0 {
                        continue;
                    }
                    let [a, b] = [meeting.a, meeting.b].map(|number| &bodies[number as usize]);
                    let wanted = point.wanted;
                    let lacking = wanted - meeting.along(0, k, &a.change, &b.change);
                    let impulse = point.impulse + lacking / point.yielding;
                    let impulse = if impulse > 0.0 { impulse } else { 0.0 };
                    let more = impulse - point.impulse;
                    meeting.points[k].impulse = impulse;
                    meeting.push(bodies, joined, k, [more, 0.0]);
                    let error = more.abs() * meeting.points[k].yielding / wanted;
                    largest = if error > largest { error } else { largest };
                }
            }
            if largest < SOLVED {
                break;
            }
        }
    }

    /// Applies the impulses to the bodies, and friction with them.
    pub(super) fn apply_impulses(&mut self, group: Range<usize>) {
        let Self { meetings, bodies, joined, bouncing, struck, together, counts, .. } = self;
        let bouncing = &bouncing[group];
        together.clear();
        for &index in bouncing {
            let pair = [meetings[index as usize].a, meetings[index as usize].b];
            together.extend(pair);
            together.extend(joined.along_with(pair));
        }
        together.sort_unstable();
        together.dedup();
        let (mut wanted, mut work) = (0.0, 0.0);
        for &index in bouncing {
            let meeting = &meetings[index as usize];
            let [a, b] = [meeting.a, meeting.b].map(|number| &bodies[number as usize]);
            for (k, point) in meeting.points.iter().enumerate().filter(|(_, p)| p.approach > 0.0) {
                wanted += point.impulse * point.wanted;
                work += point.impulse * meeting.along(0, k, &a.change, &b.change);
            }
        }
        let scale = if work > 0.0 { wanted / work } else { 0.0 };
        let times = bouncing.iter().map(|index| meetings[*index as usize].time());
        let since = times.fold(0.0, |last: f64, time| if time > last { time } else { last });
        for &number in &*together {
            let body = &mut bodies[number as usize];
            // Immovable bodies approach as before.
            if body.is_movable() {
                (body.has_bounced, body.since, body.struck) = (true, since, self.now + 1);
                struck.push(number);
            }
            body.change = body.change.map(|change| change * scale);
            add(&mut body.velocity, &body.change, 1.0);
            body.change = [0.0; 3];
        }
        for &index in bouncing {
            let meeting = &mut meetings[index as usize];
            meeting.count_bounce();
            counts.bounces += 1;
            for k in (0..2).filter(|&k| meeting.points[k].approach > 0.0) {
                let [a, b] = [meeting.a, meeting.b].map(|number| &bodies[number as usize]);
                let normal = meeting.points[k].impulse * scale;
                let tangent = meeting.friction_against(k, normal, a, b);
                meeting.push(bodies, joined, k, [0.0, tangent]);
                meeting.start_again(bodies, joined, k, [normal, tangent]);
                meeting.given += normal;
            }
            let (struck_at, approach) = (&mut meeting.struck_at, meeting.approach);
            *struck_at = if approach > *struck_at { approach } else { *struck_at };
        }
        for &number in &*together {
            let body = &mut bodies[number as usize];
            add(&mut body.velocity, &body.change, 1.0);
        }
    }
}

/// Unites the groups of two bodies.
fn join(bodies: &mut [ImpactBody], a: u32, b: u32) {
    let [a, b] = [a, b].map(|number| stands_for(bodies, number));
    bodies[a.max(b) as usize].group = a.min(b);
}

/// The body that represents the group of another.
fn stands_for(bodies: &mut [ImpactBody], mut number: u32) -> u32 {
    while bodies[number as usize].group != number {
        let next = bodies[number as usize].group;
        bodies[number as usize].group = bodies[next as usize].group;
        number = next;
    }
    number
}
