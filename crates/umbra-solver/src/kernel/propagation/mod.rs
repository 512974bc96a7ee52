//! Propagation that are handed on: [`RestitutionModel::Propagating`](crate::RestitutionModel).
//!
//! What bounces is struck in rounds. In each, those contacts are struck that meet first among all contacts
//! of both their bodies, and of these those that approach fastest, and those that are as fast: a ball that runs into two others
//! at once gives to both in one params, and what was mirrored stays mirrored. Then all look again at
//! how they approach now, until nobody does.
//!
//! What is struck together is solved together: impulses `p >= 0`, each of which leaves its point
//! parting at `restitution` times the speed of its approach, unless others make it part faster. They
//! change velocities by `K p` and do the work `p . K p / 2 - p . approach`. Scaled by `p . wanted /
//! p . K p`, where `wanted` is `(1 + restitution) approach`, that is `-p . (1 - restitution) approach /
//! 2`, whatever the `p`: a perfect bounce keeps its energy even where the solution is not
//! perfect. What is struck elsewhere at the same time has impulses and a scale of its own: nobody's bounce
//! depends on who else is in the batch.
//!
//! Bodies meet some time after the params is struck, within the substep. Two that yield are put where
//! they have to start from to be at that place at that time, so what meets has both arms in one
//! place: no momentum is lost, linear or angular.
//!
//! Contacts keep their normal for a step, in which a fast ball comes several times its size. Where
//! two discs meet is found anew, and so is the normal; their blocks are told, or the passes that follow
//! would stop discs that pass one another.
//!
//! All of this is flags and branches at every turn, so it is worked out one contact after the other,
//! and in 64 bits, so that it does not matter in which order.

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

/// Approaches that differ by less than this part are as fast as one another.
const TIE: f64 = 1e-4;
/// How many rounds there may be in a substep before what is left is stopped as if it did not
/// bounce. A block of balls needs one per ball.
const ROUNDS: u32 = 256;
/// How many passes over what is struck together, at most, and when it is solved.
const PASSES: u32 = 64;
const SOLVED: f64 = 1e-12;

/// What propagation are worked out in; nothing is remembered from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Propagation {
    bodies: Vec<Struck>,
    meetings: Vec<Meeting>,
    /// The bodies that have a meeting, each once.
    involved: Vec<u32>,
    /// Who is struck in this round: what hangs together side by side.
    struck: Vec<u32>,
    /// The bodies of those that are struck together.
    together: Vec<u32>,
}

/// A body, at its slot. Copies of a split body are together the one at the first of their slots.
#[derive(Clone, Copy, Debug, Default)]
struct Struck {
    velocity: [f64; 3],
    offset: [f64; 3],
    gain: [f64; 3],
    inv_mass: f64,
    inv_inertia: f64,
    /// The slot that stands for the body.
    home: u32,
    is_involved: bool,
    /// When in this substep it was struck last.
    since: f64,
    /// The last round that struck it; zero for none.
    round: u32,
    /// When the first of its contacts that bounce meets.
    first: f64,
    /// The fastest approach of any of those that meet then.
    fastest: f64,
    /// How many points are struck in this round.
    hits: u32,
    /// Another one that is struck together with it in this round; itself, if it stands for all of them.
    group: u32,
    /// What the round changes of its velocity.
    change: [f64; 3],
}

/// Strikes every contact that is about to meet fast, and hands the propagation on.
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
        if memory.struck.is_empty() {
            break;
        }
        memory.group();
        let mut first = 0;
        while first < memory.struck.len() {
            let group = first..memory.end_of_group(first);
            memory.solve(group.clone());
            memory.strike(round, group.clone(), bounces);
            first = group.end;
        }
    }
    memory.write(bodies.states, bodies.base, bodies.times);
    memory.write_blocks(bodies, blocks, bounces);
}

impl Propagation {
    fn list_bodies(&mut self, states: &[BodyState], forces: &[Forces], hubs: &[Hub]) {
        self.bodies.clear();
        self.bodies.extend(states.iter().zip(forces).zip(0..).map(|((state, forces), home)| {
            let ([vx, vy, spin, inv_mass], [x, y, turn, inv_inertia]) =
                (state.motion, state.offset);
            Struck {
                velocity: [vx, vy, spin].map(f64::from),
                offset: [x, y, turn].map(f64::from),
                gain: [forces.gain[0], forces.gain[1], forces.gain[2]].map(f64::from),
                inv_mass: f64::from(inv_mass),
                inv_inertia: f64::from(inv_inertia),
                home,
                ..Struck::default()
            }
        }));
        for hub in hubs {
            for copy in &mut self.bodies[hub.range()] {
                copy.home = hub.first;
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
                let home = |slot: u32| self.bodies[slot as usize].home;
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
                let [a, b] = [block.slot_a[lane], block.slot_b[lane]].map(home);
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
                    normal: [number(&block.normal_x), number(&block.normal_y)],
                    restitution: number(&bounce.restitution),
                    friction: number(&block.friction),
                    round: (reach > 0.0).then(discs),
                    shift: [number(&block.arm_offset_normal), number(&block.arm_offset_tangent)],
                    points: [point(0), point(1)],
                    approach: 0.0,
                    waits: false,
                    was_struck: false,
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

    /// Finds how contacts approach now, and the fastest of each body.
    fn look(&mut self, round: u32, params: BounceParams) {
        for &slot in &self.involved {
            let body = &mut self.bodies[slot as usize];
            (body.first, body.fastest) = (f64::INFINITY, 0.0);
            (body.hits, body.change) = (0, [0.0; 3]);
            body.group = slot;
        }
        for meeting in &mut self.meetings {
            let [a, b] = [meeting.a, meeting.b].map(|slot| &self.bodies[slot as usize]);
            // Whoever was not struck approaches as before.
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

    /// Lists the contacts that are struck: no other contact of their bodies is faster.
    fn choose(&mut self) {
        self.struck.clear();
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
                self.struck.push(index);
            }
        }
    }

    /// Puts those side by side that are struck together, in an order that does not depend on who else is in
    /// the batch, nor on their entries.
    fn group(&mut self) {
        let Self { bodies, meetings, struck, .. } = self;
        for &index in &*struck {
            let meeting = &meetings[index as usize];
            if meeting.movable_a {
                let [a, b] = [meeting.a, meeting.b].map(|slot| stands_for(bodies, slot));
                bodies[a.max(b) as usize].group = a.min(b);
            }
        }
        for &index in &*struck {
            let meeting = &mut meetings[index as usize];
            meeting.group = stands_for(bodies, meeting.b);
        }
        struck.sort_unstable_by_key(|index| {
            let Meeting { group, contact, .. } = meetings[*index as usize];
            (group, contact)
        });
    }

    /// Where those end that are struck together with the one at `first`.
    fn end_of_group(&self, first: usize) -> usize {
        let group = |struck: &u32| self.meetings[*struck as usize].group;
        let own = group(&self.struck[first]);
        first + self.struck[first..].iter().take_while(|struck| group(struck) == own).count()
    }

    /// Finds the impulses along the normals, and what they change of velocities.
    fn solve(&mut self, group: Range<usize>) {
        let struck = &self.struck[group];
        for pass in 0..PASSES {
            let mut largest: f64 = 0.0;
            for i in 0..struck.len() {
                // Forth and back, so that no side is always the last.
                let i = if pass.is_multiple_of(2) { i } else { struck.len() - 1 - i };
                let meeting = &mut self.meetings[struck[i] as usize];
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
            // Nothing couples one point to others: one pass solves it.
            let is_alone = |index: &u32| self.meetings[*index as usize].is_single_point();
            if largest < SOLVED || (struck.len() == 1 && is_alone(&struck[0])) {
                break;
            }
        }
    }

    /// Gives the impulses to the bodies, and friction its share.
    fn strike(&mut self, round: u32, group: Range<usize>, bounces: &mut [BounceBlock]) {
        let struck = &self.struck[group];
        let ends = struck.iter().flat_map(|index| {
            let Meeting { a, b, .. } = self.meetings[*index as usize];
            [a, b]
        });
        self.together.clear();
        self.together.extend(ends);
        self.together.sort_unstable();
        self.together.dedup();
        let (mut wanted, mut work) = (0.0, 0.0);
        for &index in struck {
            let meeting = &self.meetings[index as usize];
            let [a, b] = [meeting.a, meeting.b].map(|slot| &self.bodies[slot as usize]);
            for (k, point) in meeting.points.iter().enumerate().filter(|(_, p)| p.approach > 0.0) {
                wanted += point.impulse * (1.0 + meeting.restitution) * point.approach;
                work += point.impulse * meeting.along(0, k, &a.change, &b.change);
            }
        }
        let scale = if work > 0.0 { wanted / work } else { 0.0 };
        let times = struck.iter().map(|index| self.meetings[*index as usize].time());
        let since = times.fold(0.0, |last: f64, time| if time > last { time } else { last });
        for &slot in &self.together {
            let body = &mut self.bodies[slot as usize];
            // What cannot be moved approaches nobody differently now.
            body.round = if body.inv_mass + body.inv_inertia > 0.0 { round } else { 0 };
            body.since = if body.round > 0 { since } else { 0.0 };
            body.change = body.change.map(|change| change * scale);
            add(&mut body.velocity, &body.change, 1.0);
            body.change = [0.0; 3];
        }
        for &index in struck {
            let meeting = &mut self.meetings[index as usize];
            meeting.was_struck = true;
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

    /// Writes what was struck. Propagation are no part of what constraints give back in the next substep,
    /// so they are added to what bodies have without them.
    fn write(&self, states: &mut [BodyState], base: &mut [Half], times: &mut [Times]) {
        let slots = states.iter_mut().zip(base).zip(times);
        for (((state, base), times), body) in slots.zip(&self.bodies) {
            let body = &self.bodies[body.home as usize];
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

    /// Tells the blocks that were struck.
    fn write_blocks(
        &self,
        bodies: &mut bounce::Bodies<'_>,
        blocks: &mut [ContactBlock],
        bounces: &mut [BounceBlock],
    ) {
        for meeting in self.meetings.iter().filter(|meeting| meeting.was_struck) {
            let normal = meeting.normal.map(|number| number as f32);
            let bounce = &mut bounces[meeting.bounce as usize];
            bounce.record_hit(bodies, blocks, meeting.lane as usize, normal);
        }
    }
}

impl Struck {
    /// What an impulse of one changes of the velocity along it, at this arm.
    fn yielding(&self, arm: f64) -> f64 {
        self.inv_mass + self.inv_inertia * arm * arm
    }
}

/// The body that stands for all that are struck together with one.
fn stands_for(bodies: &mut [Struck], mut slot: u32) -> u32 {
    while bodies[slot as usize].group != slot {
        let next = bodies[slot as usize].group;
        bodies[slot as usize].group = bodies[next as usize].group;
        slot = next;
    }
    slot
}

/// Adds so many times `what`.
fn add(to: &mut [f64; 3], what: &[f64; 3], times: f64) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what * times;
    }
}
