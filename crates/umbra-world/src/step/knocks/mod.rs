//! Part of stage 2: where impacts may send discs in this step.
//!
//! Pairs and contacts are predicted from velocities at the start of a step. A disc that is struck
//! within it leaves that course: a ball at rest that the cue ball strikes may meet a third one, or
//! a cushion, before the step is over. So impacts are followed from disc to disc in the order of
//! time, and give their discs new [courses](Course). Pairs that may meet on such courses are listed
//! for the narrow phase, which makes contacts of them. The boxes of these discs cover their
//! courses, so that the broad phase finds the pairs. Which of them meet, the solver finds out. Fast
//! discs of low restitution that will meet a wall are followed, too: another wall may be beside it.
//! Sleeping discs on the way wake.
//!
//! A course is a guess. Where the order of impacts is not clear, as in a rack of balls that touch,
//! its *spread* tells how far from it the disc may come. The work is bounded: a disc has a few
//! courses, none shorter than what the points of its contacts bear, and in a large crowd none
//! shorter than a part of the disc.

mod beyond;
mod course;
mod near;

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use umbra_broad::{Move, ProxyId};
use umbra_geom::{Aabb, Real, Vector};
use umbra_solver::{Islands, LIVELY};

use crate::store::{Form, PieceCache, PoseCache};
use crate::tuning::{LARGE_CROWD, LEAST_COURSE, SLOWEST_KNOCK};
use crate::{Continuous, World};

use super::changes;
use super::collide::BodyPose;
use super::predict::{self, BoxUpdates};
use beyond::Beyond;
use course::{Course, length};
use near::Near;

/// With fewer impacts, it does not matter how large crowds are.
const FEW_IMPACTS: usize = 16;

/// A disc that may be sent off its course.
#[derive(Clone, Copy, Debug)]
struct KnockedDisc {
    piece: u32,
    /// Its latest course, and how many there were.
    course: Course,
    count: u32,
    /// Covers all of its courses.
    region: Aabb,
    /// Its place among those that come beyond their boxes.
    beyond: Option<u32>,
}

/// An impact that is to be followed: its time in bits, which have the order of the numbers, its
/// pieces, and how many courses each of them had when it was predicted.
type Impact = (u32, [u32; 2], [u32; 2]);

/// The pieces of a pair and their proxies, which tell it from one that had the same slots.
type Paired = ([u32; 2], [ProxyId; 2]);

/// The discs that impacts may send off their course in this step.
#[derive(Debug, Default)]
pub(super) struct ImpactReach {
    list: Vec<KnockedDisc>,
    /// For each piece that is listed, where.
    numbers: Vec<u32>,
    beyond: Beyond,
    /// Pairs that may meet on such courses, the lesser piece first; sorted once all are known.
    meets: Vec<[u32; 2]>,
    /// Impacts to follow, the first at the top.
    impacts: BinaryHeap<Reverse<Impact>>,
    /// Number of discs of each crowd, by the body that stands for it, if there are many impacts.
    crowds: Islands,
    sizes: Vec<u32>,
    /// Impacts in large crowds that are slower than this are not followed, in lengths per step.
    slowest: Real,
    /// Working memory: discs that are fast, and pairs that are there.
    fast: Vec<u32>,
    known: Vec<Paired>,
}

impl ImpactReach {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The pieces that may be sent off their course.
    pub(super) fn pieces(&self) -> impl Iterator<Item = u32> {
        self.list.iter().map(|disc| disc.piece)
    }

    /// Forgets what an earlier step found.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.beyond.clear();
        self.meets.clear();
        self.sizes.clear();
    }

    fn disc(&self, piece: u32) -> Option<&KnockedDisc> {
        let number = *self.numbers.get(piece as usize)?;
        self.list.get(number as usize).filter(|knock| knock.piece == piece)
    }

    /// True if a piece may be sent off its course.
    pub(super) fn contains(&self, piece: u32) -> bool {
        self.disc(piece).is_some()
    }

    /// True if two pieces may meet because one of them was sent off its course.
    pub(super) fn may_meet(&self, pieces: [u32; 2]) -> bool {
        pieces.iter().any(|piece| self.contains(*piece))
            && self.meets.binary_search(&in_order_of_index(pieces)).is_ok()
    }

    fn course_count(&self, piece: u32) -> u32 {
        self.disc(piece).map_or(0, |knock| knock.count)
    }

    /// True if a piece is in a large crowd.
    fn is_in_crowd(&mut self, body: u32) -> bool {
        !self.sizes.is_empty() && self.sizes[self.crowds.root(body) as usize] > LARGE_CROWD
    }

    /// Sends a disc on a new course.
    fn send(&mut self, piece: u32, cache: &PoseCache, course: Course) {
        let region = course.region(cache);
        if let Some(found) = self.disc(piece).copied() {
            let number = self.numbers[piece as usize] as usize;
            let (count, region) = (found.count + 1, found.region.union(&region));
            self.list[number] = KnockedDisc { course, count, region, ..found };
        } else {
            self.numbers[piece as usize] = self.list.len() as u32;
            let region = cache.tight.swept(cache.displacement).union(&region);
            self.list.push(KnockedDisc { piece, course, count: 1, region, beyond: None });
        }
    }

    /// Has a disc found where it comes, if that is not within this box.
    fn let_be_found(&mut self, piece: u32, fat: &Aabb) {
        let Some(number) = self.numbers.get(piece as usize) else { return };
        let KnockedDisc { region, beyond, .. } = &mut self.list[*number as usize];
        if let Some(place) = *beyond {
            self.beyond.widen(place, *region);
        } else if !fat.contains(region) {
            *beyond = Some(self.beyond.add(*region, piece));
        }
    }
}

/// True if there may be any.
pub(super) fn may_be(world: &World) -> bool {
    let PieceCache { any_lively, any_fast, .. } = world.colliders.outlines;
    any_lively || any_fast && world.config.continuous != Continuous::Off
}

/// Finds the discs that may be sent off their course, wakes them, and widens their boxes.
pub(super) fn find(
    world: &mut World,
    knocks: &mut ImpactReach,
    motions: &mut Vec<BodyPose>,
    updates: &mut BoxUpdates,
    dt: Real,
) {
    knocks.numbers.resize(world.colliders.pieces.len(), 0);
    if world.colliders.outlines.any_lively {
        find_struck(world, knocks, dt);
    }
    if world.colliders.outlines.any_fast && world.config.continuous != Continuous::Off {
        find_driven(world, knocks);
    }
    if !knocks.impacts.is_empty() {
        find_crowds(world, knocks);
        let near = Near::new(world);
        while let Some(Reverse((time, pieces, counts))) = knocks.impacts.pop() {
            let is_current = |side: usize| knocks.course_count(pieces[side]) == counts[side];
            if is_current(0) && is_current(1) {
                near.follow(knocks, pieces, Real::from_bits(time));
            }
        }
        knocks.meets.sort_unstable();
        knocks.meets.dedup();
    }
    if !knocks.is_empty() {
        wake(world, knocks, motions, dt);
        widen_boxes(world, knocks, updates);
    }
}

/// Lists the impacts of discs that will meet something and bounce.
fn find_struck(world: &World, knocks: &mut ImpactReach, dt: Real) {
    let World { contacts, .. } = world;
    let near = Near::new(world);
    let bounce = world.config.scaled_solver().restitution_threshold * dt;
    knocks.slowest = SLOWEST_KNOCK * bounce;
    let mut examine = |pieces: [u32; 2], known: Option<Real>| {
        let [a, b] = pieces.map(|piece| near.cache(piece));
        // Pairs of what was removed since the last step are dropped later.
        if pieces.iter().any(|piece| world.colliders.pieces[*piece as usize].proxy.is_none()) {
            return;
        }
        if known == Some(0.0) || (a.form != Form::Circle && b.form != Form::Circle) {
            return;
        }
        let motion = near.motion(pieces, dt);
        let speed = length(motion);
        if speed <= least(a) && speed <= least(b) {
            return;
        }
        let restitution = known.unwrap_or_else(|| near.restitution(pieces));
        // The livelier two are, the slower may they be.
        if restitution < LIVELY || restitution * restitution * speed < (1.0 - restitution) * bounce
        {
            return;
        }
        if let Some(time) = near.time_of_meeting(pieces) {
            knocks.impacts.push(Reverse((time.to_bits(), pieces, [0; 2])));
        }
    };
    for (info, contact) in contacts.infos.iter().zip(&contacts.solver_contacts) {
        examine(info.pieces, Some(contact.restitution));
    }
    for pair in &contacts.candidates {
        examine(pair.pieces, None);
    }
}

/// Lists the impacts of fast discs on walls, whatever their restitution: between two walls, one
/// drives them into the other.
fn find_driven(world: &mut World, knocks: &mut ImpactReach) {
    let World { bodies, colliders, awake_pieces, .. } = &mut *world;
    let mut fast = core::mem::take(&mut knocks.fast);
    let awake = awake_pieces.list(bodies, &colliders.infos, &colliders.pieces);
    let poses = &colliders.outlines.poses;
    let is_fast = |piece: u32| {
        let cache = &poses[piece as usize];
        cache.form == Form::Circle && cache.is_fast()
    };
    fast.extend(awake.iter().filter(|piece| is_fast(**piece)));
    let near = Near::new(world);
    for piece in fast.drain(..) {
        let path = near.cache(piece).tight.swept(near.cache(piece).displacement);
        for wall in near.walls(piece, &path) {
            if let Some(time) = near.time_of_meeting([piece, wall]) {
                knocks.impacts.push(Reverse((time.to_bits(), [piece, wall], [0; 2])));
            }
        }
    }
    knocks.fast = fast;
}

/// Finds the crowds of discs, if there are enough impacts for a large one.
fn find_crowds(world: &World, knocks: &mut ImpactReach) {
    if knocks.impacts.len() < FEW_IMPACTS {
        return;
    }
    let near = Near::new(world);
    let bodies = world.bodies.infos.len() as u32;
    knocks.crowds.reset(bodies);
    // Contacts of what was removed since the last step are dropped later.
    let pieces = &world.colliders.pieces;
    for info in &world.contacts.infos {
        let are_discs = near.is_disc(info.pieces[0]) && near.is_disc(info.pieces[1]);
        if are_discs && info.is_alive(pieces) {
            let [a, b] = info.pieces.map(|piece| near.cache(piece).body);
            knocks.crowds.join(a, b);
        }
    }
    knocks.sizes.resize(bodies as usize, 0);
    for body in 0..bodies {
        knocks.sizes[knocks.crowds.root(body) as usize] += 1;
    }
}

/// Deviation of a disc from its course that needs no new course: the points of its contacts bear
/// that.
fn least(cache: &PoseCache) -> Real {
    LEAST_COURSE * cache.size
}

fn in_order_of_index([a, b]: [u32; 2]) -> [u32; 2] {
    if a < b { [a, b] } else { [b, a] }
}

/// Wakes the discs that may be struck.
fn wake(world: &mut World, knocks: &ImpactReach, motions: &mut Vec<BodyPose>, dt: Real) {
    let first = world.bodies.awake;
    for knock in &knocks.list {
        let body = world.colliders.pieces[knock.piece as usize].body as usize;
        world.wake(body);
    }
    if world.bodies.awake > first {
        changes::take_along(world, motions, first, dt);
        predict::pieces(world, dt);
    }
}

/// Lets the boxes of the discs cover where they may come, so that the broad phase finds whom they
/// may meet there.
fn widen_boxes(world: &mut World, knocks: &mut ImpactReach, updates: &mut BoxUpdates) {
    knocks.list.sort_unstable_by_key(|knock| knock.piece);
    updates.clear();
    for (number, knock) in (0..).zip(&knocks.list) {
        knocks.numbers[knock.piece as usize] = number;
        let Some(proxy) = world.colliders.pieces[knock.piece as usize].proxy else { continue };
        let aabb = knock.region;
        if world.broad.fat_aabb(proxy).is_some_and(|fat| !fat.contains(&aabb)) {
            let displacement = Vector::zeros();
            updates.push(knock.piece, Move { proxy, aabb, displacement });
        }
    }
    // Boxes that are refused are so far away that stage 8 disables their bodies.
    updates.tell(&mut world.broad, &mut world.colliders.outlines, &mut Vec::new());
}

/// Drops those of the candidate pairs from `first_new` on that were pairs before. Boxes that had
/// parted and are widened begin to overlap again before the next stage drops their old pair, so the
/// search finds it once more.
pub(super) fn drop_known_pairs(world: &mut World, knocks: &mut ImpactReach, first_new: usize) {
    let contacts = &mut world.contacts;
    if knocks.is_empty() || contacts.candidates.len() == first_new {
        return;
    }
    let mut known = core::mem::take(&mut knocks.known);
    let is_knocked = |(pieces, _): &Paired| pieces.iter().any(|piece| knocks.contains(*piece));
    let of_contacts = contacts.infos.iter().map(|info| (info.pieces, info.proxies));
    let of_candidates = contacts.candidates[..first_new].iter();
    let of_candidates = of_candidates.map(|pair| (pair.pieces, pair.proxies));
    known.extend(of_contacts.chain(of_candidates).filter(is_knocked));
    known.sort_unstable();
    let mut index = 0;
    contacts.candidates.retain(|pair| {
        index += 1;
        index <= first_new || known.binary_search(&(pair.pieces, pair.proxies)).is_err()
    });
    known.clear();
    knocks.known = known;
}
