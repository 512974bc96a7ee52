//! Impacts that propagate: [`RestitutionModel::Propagating`](crate::RestitutionModel).
//!
//! Contacts bounce in rounds. A round takes the contacts that meet first among all contacts of both their bodies;
//! of these it takes the ones with the fastest approach, ties included. So a ball that runs into two others at once
//! pushes both in one impact, and what is mirrored stays mirrored. Then approach speeds are computed anew, until no
//! contact approaches fast.
//!
//! Contacts that bounce together are solved together. The impulses `p >= 0` leave each point separating at
//! `restitution` times its approach speed, or faster if others drive it apart. They change velocities by `K p` and do
//! the work `p . K p / 2 - p . approach`. Scaled by `p . wanted / p . K p`, where `wanted` is `(1 + restitution)
//! approach`, the work is `-p . (1 - restitution) approach / 2` for any `p`. So a perfect bounce keeps its energy even
//! where the solution is not exact. Groups of contacts that share no body have impulses and scales of their own: no
//! bounce depends on what else is in the batch.
//!
//! An impact comes some time after the start of the substep. Two movable bodies are shifted so that they reach the
//! meeting place at that time with their new velocities. Both lever arms then end in one place, and linear and
//! angular momentum are kept.
//!
//! Contacts keep their normal for a step, in which a fast ball moves several times its size. The meeting place and
//! the normal of two discs are therefore computed anew and written into their block; the other passes would stop
//! discs that pass each other.
//!
//! Impacts are rare and branch at every turn, so they are computed one contact after the other, in 64 bits, so that
//! the order within a group does not matter.

mod meeting;

use core::ops::Range;

use umbra_geom::Real;

use crate::BodyState;
use crate::block::{ContactBlock, LANES};
use crate::body::Forces;
use crate::kernel::bounce::{self, BounceBlock, BounceParams, SAME_TIME, Times};
use crate::lanes::Half;
use crate::structure::Hub;
use meeting::{Discs, Meeting, Point};

/// Approach speeds that differ by less than this part are ties.
const TIE: f64 = 1e-4;
/// The most rounds in a substep. What is left then is stopped without a bounce. A row of balls needs one round per
/// ball.
const ROUNDS: u32 = 256;
/// The most passes over a group of contacts, and the change below which it is solved.
const PASSES: u32 = 64;
const SOLVED: f64 = 1e-12;

/// Working memory, filled anew in every substep.
#[derive(Debug, Default)]
pub(crate) struct Propagation {
    bodies: Vec<ImpactBody>,
    meetings: Vec<Meeting>,
    /// The bodies that have a meeting, each once.
    involved: Vec<u32>,
    /// The contacts that bounce in this round, group by group.
    bouncing: Vec<u32>,
    /// The bodies of a group.
    together: Vec<u32>,
}

/// A body, at its slot. The first slot of a split body stands for all its copies.
#[derive(Clone, Copy, Debug, Default)]
struct ImpactBody {
    velocity: [f64; 3],
    offset: [f64; 3],
    gain: [f64; 3],
    inv_mass: f64,
    inv_inertia: f64,
    /// The slot that stands for the body.
    representative: u32,
    is_involved: bool,
    /// The time of its last bounce in this substep.
    since: f64,
    /// The last round in which it bounced; zero for none.
    round: u32,
    /// The earliest meeting of its contacts.
    first: f64,
    /// The fastest approach of those that meet then.
    fastest: f64,
    /// How many of its points bounce in this round.
    hits: u32,
    /// Another body of its group in this round; itself, if it stands for the group.
    group: u32,
    /// The change of its velocity in this round.
    change: [f64; 3],
}

/// Bounces every contact that meets fast in this substep, and lets the impacts propagate.
pub(crate) fn propagate(
    memory: &mut Propagation,
    bodies: &mut bounce::Bodies<'_>,
    blocks: &mut [ContactBlock],
    bounces: &mut [BounceBlock],
    hubs: &[Hub],
    params: BounceParams,
) {
    memory.list_bodies(bodies.states, bodies.forces, hubs);
    memory.list_meetings(bounces);
    for round in 1..=ROUNDS {
        memory.look(round, params);
        memory.choose();
        if memory.bouncing.is_empty() {
            break;
        }
        memory.group();
        let mut first = 0;
        while first < memory.bouncing.len() {
            let group = first..memory.end_of_group(first);
            memory.solve(group.clone());
            memory.strike(round, group.clone(), bounces);
            first = group.end;
        }
    }
    memory.write(bodies.states, bodies.base, bodies.times);
    memory.write_blocks(blocks, bounces);
}

impl Propagation {
    fn list_bodies(&mut self, states: &[BodyState], forces: &[Forces], hubs: &[Hub]) {
        self.bodies.clear();
        self.bodies.extend(states.iter().zip(forces).zip(0..).map(
            |((state, forces), representative)| {
                let ([vx, vy, spin, inv_mass], [x, y, turn, inv_inertia]) =
                    (state.motion, state.offset);
                ImpactBody {
                    velocity: [vx, vy, spin].map(f64::from),
                    offset: [x, y, turn].map(f64::from),
                    gain: [forces.gain[0], forces.gain[1], forces.gain[2]].map(f64::from),
                    inv_mass: f64::from(inv_mass),
                    inv_inertia: f64::from(inv_inertia),
                    representative,
                    ..ImpactBody::default()
                }
            },
        ));
        for hub in hubs {
            for copy in &mut self.bodies[hub.range()] {
                copy.representative = hub.first;
            }
            let whole = &mut self.bodies[hub.first as usize];
            whole.inv_mass /= f64::from(hub.copies);
            whole.inv_inertia /= f64::from(hub.copies);
        }
    }

    fn list_meetings(&mut self, bounces: &[BounceBlock]) {
        self.meetings.clear();
        self.involved.clear();
        for (bounce, index) in bounces.iter().zip(0..) {
            let block = &bounce.block;
            for lane in (0..LANES).filter(|&lane| bounce.used & 1 << lane != 0) {
                let representative = |slot: u32| self.bodies[slot as usize].representative;
                let number = |wide: &[f32; LANES]| f64::from(wide[lane]);
                let point = |k: usize| Point {
                    used: block.points[k].normal_mass[lane] > 0.0,
                    separation: number(&block.points[k].separation),
                    arm: [
                        number(&block.points[k].arm_normal),
                        number(&block.points[k].arm_tangent),
                    ],
                    ..Point::default()
                };
                let reach = number(&bounce.center_distance);
                let discs = || Discs {
                    reach,
                    between: [number(&bounce.center_offset[0]), number(&bounce.center_offset[1])],
                    radius: number(&bounce.radius),
                };
                let [a, b] = [block.slot_a[lane], block.slot_b[lane]].map(representative);
                self.meetings.push(Meeting {
                    contact: bounce.contacts[lane],
                    group: 0,
                    bounce: index,
                    lane: lane as u32,
                    a,
                    b,
                    movable_a: bounce.movable_a,
                    free: bounce.may_shift[lane] > 0.0,
                    share: number(&bounce.slide_share),
                    ahead: bounce.ahead.each_ref().map(number),
                    normal: [number(&block.normal_x), number(&block.normal_y)],
                    restitution: number(&bounce.restitution),
                    friction: number(&block.friction),
                    round: (reach > 0.0).then(discs),
                    shift: [number(&block.arm_offset_normal), number(&block.arm_offset_tangent)],
                    points: [point(0), point(1)],
                    approach: 0.0,
                    waits: false,
                    has_bounced: false,
                });
                for slot in [a, b] {
                    let body = &mut self.bodies[slot as usize];
                    if !body.is_involved {
                        body.is_involved = true;
                        self.involved.push(slot);
                    }
                }
            }
        }
    }

    /// Computes the approach of each contact, and the earliest and fastest of each body.
    fn look(&mut self, round: u32, params: BounceParams) {
        for &slot in &self.involved {
            let body = &mut self.bodies[slot as usize];
            (body.first, body.fastest) = (f64::INFINITY, 0.0);
            (body.hits, body.change) = (0, [0.0; 3]);
            body.group = slot;
        }
        for meeting in &mut self.meetings {
            let [a, b] = [meeting.a, meeting.b].map(|slot| &self.bodies[slot as usize]);
            // Contacts of bodies that have not bounced approach as before.
            if round == 1 || a.round + 1 == round || b.round + 1 == round {
                meeting.look(a, b, params);
            }
            if meeting.approach > 0.0 {
                for slot in [meeting.a, meeting.b] {
                    let (time, first) = (meeting.time(), &mut self.bodies[slot as usize].first);
                    *first = if time < *first { time } else { *first };
                }
            }
        }
        let soon = f64::from(SAME_TIME * params.h);
        for meeting in &mut self.meetings {
            let is_late = |slot: u32| meeting.time() > self.bodies[slot as usize].first + soon;
            meeting.waits = is_late(meeting.b) || meeting.movable_a && is_late(meeting.a);
            if meeting.approach > 0.0 && !meeting.waits {
                for slot in [meeting.a, meeting.b] {
                    let fastest = &mut self.bodies[slot as usize].fastest;
                    *fastest =
                        if meeting.approach > *fastest { meeting.approach } else { *fastest };
                }
            }
        }
    }

    /// Lists the contacts of this round: no other contact of their bodies meets earlier or faster.
    fn choose(&mut self) {
        self.bouncing.clear();
        for (meeting, index) in self.meetings.iter_mut().zip(0..) {
            let is_fastest =
                |slot: u32| meeting.approach >= (1.0 - TIE) * self.bodies[slot as usize].fastest;
            if meeting.approach > 0.0
                && !meeting.waits
                && is_fastest(meeting.b)
                && (!meeting.movable_a || is_fastest(meeting.a))
            {
                for point in meeting.points.iter_mut().filter(|point| point.approach > 0.0) {
                    point.impulse = 0.0;
                    self.bodies[meeting.a as usize].hits += 1;
                    self.bodies[meeting.b as usize].hits += 1;
                }
                self.bouncing.push(index);
            }
        }
    }

    /// Sorts the contacts of this round by group, in an order that does not depend on what else is in the batch nor
    /// on their lanes.
    fn group(&mut self) {
        let Self { bodies, meetings, bouncing, .. } = self;
        for &index in &*bouncing {
            let meeting = &meetings[index as usize];
            if meeting.movable_a {
                let [a, b] = [meeting.a, meeting.b].map(|slot| stands_for(bodies, slot));
                bodies[a.max(b) as usize].group = a.min(b);
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
    fn solve(&mut self, group: Range<usize>) {
        let bouncing = &self.bouncing[group];
        for pass in 0..PASSES {
            let mut largest: f64 = 0.0;
            for i in 0..bouncing.len() {
                // Forth and back, so that no side always comes last.
                let i = if pass.is_multiple_of(2) { i } else { bouncing.len() - 1 - i };
                let meeting = &mut self.meetings[bouncing[i] as usize];
                for k in 0..2 {
                    let point = &meeting.points[k];
                    if point.approach <= 0.0 {
                        continue;
                    }
                    let [a, b] = [meeting.a, meeting.b].map(|slot| &self.bodies[slot as usize]);
                    let wanted = (1.0 + meeting.restitution) * point.approach;
                    let lacking = wanted - meeting.along(0, k, &a.change, &b.change);
                    let impulse = point.impulse + lacking / point.yielding;
                    let impulse = if impulse > 0.0 { impulse } else { 0.0 };
                    let more = impulse - point.impulse;
                    meeting.points[k].impulse = impulse;
                    meeting.push(&mut self.bodies, k, [more, 0.0]);
                    let error = more.abs() * meeting.points[k].yielding / wanted;
                    largest = if error > largest { error } else { largest };
                }
            }
            // A single point is solved in one pass.
            let is_alone = |index: &u32| self.meetings[*index as usize].is_single_point();
            if largest < SOLVED || (bouncing.len() == 1 && is_alone(&bouncing[0])) {
                break;
            }
        }
    }

    /// Applies the impulses to the bodies, and friction with them.
    fn strike(&mut self, round: u32, group: Range<usize>, bounces: &mut [BounceBlock]) {
        let bouncing = &self.bouncing[group];
        let ends = bouncing.iter().flat_map(|index| {
            let Meeting { a, b, .. } = self.meetings[*index as usize];
            [a, b]
        });
        self.together.clear();
        self.together.extend(ends);
        self.together.sort_unstable();
        self.together.dedup();
        let (mut wanted, mut work) = (0.0, 0.0);
        for &index in bouncing {
            let meeting = &self.meetings[index as usize];
            let [a, b] = [meeting.a, meeting.b].map(|slot| &self.bodies[slot as usize]);
            for (k, point) in meeting.points.iter().enumerate().filter(|(_, p)| p.approach > 0.0) {
                wanted += point.impulse * (1.0 + meeting.restitution) * point.approach;
                work += point.impulse * meeting.along(0, k, &a.change, &b.change);
            }
        }
        let scale = if work > 0.0 { wanted / work } else { 0.0 };
        let times = bouncing.iter().map(|index| self.meetings[*index as usize].time());
        let since = times.fold(0.0, |last: f64, time| if time > last { time } else { last });
        for &slot in &self.together {
            let body = &mut self.bodies[slot as usize];
            // Immovable bodies approach as before.
            body.round = if body.inv_mass + body.inv_inertia > 0.0 { round } else { 0 };
            body.since = if body.round > 0 { since } else { 0.0 };
            body.change = body.change.map(|change| change * scale);
            add(&mut body.velocity, &body.change, 1.0);
            body.change = [0.0; 3];
        }
        for &index in bouncing {
            let meeting = &mut self.meetings[index as usize];
            meeting.has_bounced = true;
            for k in 0..2 {
                if meeting.points[k].approach > 0.0 {
                    let [a, b] = [meeting.a, meeting.b].map(|slot| &self.bodies[slot as usize]);
                    let normal = meeting.points[k].impulse * scale;
                    let tangent = meeting.friction_against(k, normal, a, b);
                    bounces[meeting.bounce as usize].impulse[meeting.lane as usize] +=
                        normal as f32;
                    meeting.push(&mut self.bodies, k, [0.0, tangent]);
                    meeting.start_again(&mut self.bodies, k, [normal, tangent]);
                }
            }
        }
        for &slot in &self.together {
            let body = &mut self.bodies[slot as usize];
            add(&mut body.velocity, &body.change, 1.0);
        }
    }

    /// Writes the bodies that have bounced. Impacts are added to the velocities without constraints, too, so that the
    /// next substep does not replay them.
    fn write(&self, states: &mut [BodyState], base: &mut [Half], times: &mut [Times]) {
        let slots = states.iter_mut().zip(base).zip(times);
        for (((state, base), times), body) in slots.zip(&self.bodies) {
            let body = &self.bodies[body.representative as usize];
            if body.round > 0 {
                (times.last, times.changed) = (body.since as Real, true);
                let numbers = state.motion.iter_mut().zip(base).zip(body.velocity);
                for ((motion, base), velocity) in numbers {
                    let velocity = velocity as f32;
                    *base += velocity - *motion;
                    *motion = velocity;
                }
                for (offset, place) in state.offset.iter_mut().zip(body.offset) {
                    *offset = place as f32;
                }
            }
        }
    }

    /// Updates the blocks of contacts that have bounced.
    fn write_blocks(&self, blocks: &mut [ContactBlock], bounces: &mut [BounceBlock]) {
        for meeting in self.meetings.iter().filter(|meeting| meeting.has_bounced) {
            let normal = meeting.normal.map(|number| number as f32);
            let bounce = &mut bounces[meeting.bounce as usize];
            bounce.record_hit(blocks, meeting.lane as usize, normal);
        }
    }
}

impl ImpactBody {
    /// The change of the velocity along a unit impulse at this lever arm.
    fn yielding(&self, arm: f64) -> f64 {
        self.inv_mass + self.inv_inertia * arm * arm
    }
}

/// The body that stands for the group of another.
fn stands_for(bodies: &mut [ImpactBody], mut slot: u32) -> u32 {
    while bodies[slot as usize].group != slot {
        let next = bodies[slot as usize].group;
        bodies[slot as usize].group = bodies[next as usize].group;
        slot = next;
    }
    slot
}

/// Adds a multiple of `what`.
fn add(to: &mut [f64; 3], what: &[f64; 3], times: f64) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what * times;
    }
}
