//! Part of stage 2: where impacts may send discs in this step.
//!
//! Pairs and contacts are predicted from velocities at the start of a step. A disc that is struck within it leaves
//! that course: a ball at rest that the cue ball strikes may meet a third one, or a cushion, before the step is over.
//! So discs that will meet something fast and bounce, and what they may strike in turn, get boxes that cover where they
//! may be sent; and so do dull ones that are fast and will meet a wall, which another wall may be beside. The next stages make contacts of the pairs that these boxes find, and the solver finds which of them meet.
//!
//! Of each disc this notes the earliest time of an impact and the fastest speed after it. Both are bounds: the search goes on
//! from disc to disc until none has to be widened, so its order hardly matters. It is that of the pieces' indices, not
//! that of a tree. Sleeping discs on the way wake.

use core::ops::ControlFlow;
use std::collections::VecDeque;

use smallvec::SmallVec;
use umbra_broad::{Move, ProxyId};
use umbra_geom::math::dot;
use umbra_geom::query::cast_circle;
use umbra_geom::{Aabb, Real, Vector};

use crate::store::{Form, Outlines, PoseCache, restitution_of};
use crate::{Continuous, Scene};
use umbra_solver::LIVELY;

use super::pairs::PairRules;
use super::{changes, collide};
use crate::tuning::FARTHEST_KNOCK;

/// Times are told apart by this part of a step: each finer step would be one more walk around a disc.
const TICK: Real = 0.0625;

/// Two of the same mass would pass a speed to and fro for ever, and rounding would let it grow.
const PASSED: Real = 0.9999;

/// A disc that may be sent off its course. Speeds are lengths per step.
#[derive(Clone, Copy, Debug)]
struct Knock {
    piece: u32,
    /// The part of the step before which nothing strikes it.
    time: Real,
    /// The fastest that it passes on.
    carried: Real,
    /// The fastest that it moves.
    speed: Real,
    is_queued: bool,
}

/// The pieces of a pair and their proxies, which tell it from one that had the same slots.
type Paired = ([u32; 2], [ProxyId; 2]);

/// The discs that impacts may send off their course in this step.
#[derive(Debug, Default)]
pub(super) struct Knocks {
    list: Vec<Knock>,
    /// For each piece that is listed, where.
    numbers: Vec<u32>,
    /// Those that were widened.
    queue: VecDeque<u32>,
    /// Working memory: discs that are fast, and pairs that are there.
    fast: Vec<u32>,
    known: Vec<Paired>,
}

impl Knocks {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Forgets what an earlier step found.
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    fn of(&self, piece: u32) -> Option<&Knock> {
        let number = *self.numbers.get(piece as usize)?;
        self.list.get(number as usize).filter(|knock| knock.piece == piece)
    }

    /// Whether a piece may be sent off its course.
    pub(super) fn contains(&self, piece: u32) -> bool {
        self.of(piece).is_some()
    }

    /// How far from its predicted path a piece of this size may come.
    pub(super) fn reach(&self, piece: u32, size: Real) -> Real {
        let reach = self.of(piece).map_or(0.0, |knock| knock.speed * (1.0 - knock.time));
        let farthest = FARTHEST_KNOCK * size;
        if reach < farthest { reach } else { farthest }
    }

    /// Widens what is known of a piece.
    fn widen(&mut self, piece: u32, time: Real, carried: Real, speed: Real) {
        let Some(found) = self.of(piece).copied() else {
            self.numbers[piece as usize] = self.list.len() as u32;
            self.list.push(Knock { piece, time, carried, speed, is_queued: true });
            self.queue.push_back(piece);
            return;
        };
        let wider = Knock {
            piece,
            time: if time < found.time { time } else { found.time },
            carried: greater(carried, found.carried),
            speed: greater(speed, found.speed),
            is_queued: true,
        };
        if wider.time < found.time || wider.carried > found.carried || wider.speed > found.speed {
            self.list[self.numbers[piece as usize] as usize] = wider;
            if !found.is_queued {
                self.queue.push_back(piece);
            }
        }
    }
}

/// Whether there may be any.
pub(super) fn may_be(scene: &Scene) -> bool {
    let Outlines { any_lively, any_fast, .. } = scene.colliders.outlines;
    any_lively || any_fast && scene.config.continuous != Continuous::Off
}

/// Finds the discs that may be sent off their course, wakes them, and widens their boxes.
pub(super) fn find(scene: &mut Scene, dt: Real) {
    let mut knocks = core::mem::take(&mut scene.scratch.knocks);
    knocks.numbers.resize(scene.colliders.pieces.len(), 0);
    if scene.colliders.outlines.any_lively {
        find_struck(scene, &mut knocks, dt);
    }
    if scene.colliders.outlines.any_fast && scene.config.continuous != Continuous::Off {
        find_driven(scene, &mut knocks);
    }
    if !knocks.is_empty() {
        spread(scene, &mut knocks);
        wake(scene, &knocks, dt);
        widen_boxes(scene, &mut knocks);
    }
    scene.scratch.knocks = knocks;
}

/// Lists the discs that will meet something and bounce.
fn find_struck(scene: &Scene, knocks: &mut Knocks, dt: Real) {
    let Scene { contacts, .. } = scene;
    let near = Near::of(scene);
    let bounce = scene.config.scaled_solver().restitution_threshold * dt;
    let mut examine = |pieces: [u32; 2], known: Option<Real>| {
        let [a, b] = pieces.map(|piece| near.cache(piece));
        // Pairs of what was removed since the last step are dropped later.
        if pieces.iter().any(|piece| scene.colliders.pieces[*piece as usize].proxy.is_none()) {
            return;
        }
        if known == Some(0.0) || (a.form != Form::Circle && b.form != Form::Circle) {
            return;
        }
        let motion = near.motion(pieces, dt);
        let speed = dot(motion, motion).sqrt();
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
            near.strike(knocks, pieces, time);
        }
    };
    for (info, contact) in contacts.infos.iter().zip(&contacts.solver_contacts) {
        examine(info.pieces, Some(contact.restitution));
    }
    for pair in &contacts.candidates {
        examine(pair.pieces, None);
    }
}

/// Lists the fast discs that will meet a wall, dull ones too: between two walls, one drives them into the other.
fn find_driven(scene: &mut Scene, knocks: &mut Knocks) {
    let Scene { bodies, colliders, awake_pieces, .. } = &mut *scene;
    let mut fast = core::mem::take(&mut knocks.fast);
    let awake = awake_pieces.list(bodies, &colliders.infos, &colliders.pieces);
    let poses = &colliders.outlines.poses;
    let is_fast = |piece: u32| {
        let cache = &poses[piece as usize];
        cache.form == Form::Circle && cache.is_fast()
    };
    fast.extend(awake.iter().filter(|piece| is_fast(**piece)));
    let near = Near::of(scene);
    for piece in fast.drain(..) {
        let Some(proxy) = scene.colliders.pieces[piece as usize].proxy else { continue };
        let cache = near.cache(piece);
        let path = cache.tight.swept(cache.displacement);
        let walls = in_order(|found| {
            let _ = scene.broad.query_static(proxy, &path, |wall| {
                found.push(wall);
                ControlFlow::<()>::Continue(())
            });
        });
        for wall in walls {
            if let Some(time) = near.time_of_meeting([piece, wall])
                && near.may_collide([piece, wall])
            {
                near.strike(knocks, [piece, wall], time);
            }
        }
    }
    knocks.fast = fast;
}

/// How far off its course a disc may come without being told of: the points of its contacts bear that.
fn least(cache: &PoseCache) -> Real {
    0.01 * cache.size
}

/// Follows impacts from disc to disc.
fn spread(scene: &Scene, knocks: &mut Knocks) {
    let near = Near::of(scene);
    while let Some(piece) = knocks.queue.pop_front() {
        knocks.list[knocks.numbers[piece as usize] as usize].is_queued = false;
        let cache = near.cache(piece);
        let around = near.region(knocks, piece);
        near.each(piece, &around, |other| {
            let of_other = near.cache(other);
            if !near.is_disc(other) || near.restitution([piece, other]) < LIVELY {
                return;
            }
            let between = of_other.origin - cache.origin;
            let gap =
                dot(between, between).sqrt() - cache.bounding_radius - of_other.bounding_radius;
            let fastest = |piece: u32| {
                let own = near.speed(piece);
                knocks.of(piece).map_or(own, |knock| greater(knock.speed, own))
            };
            let soonest = if gap > 0.0 { gap / (fastest(piece) + fastest(other)) } else { 0.0 };
            let soonest = (soonest / TICK).floor() * TICK;
            let time = knocks.of(piece).map_or(0.0, |knock| greater(knock.time, soonest));
            if time < 1.0 {
                near.strike(knocks, [piece, other], time);
            }
        });
    }
}

/// Pieces that a tree finds, in the order of their indices: that of a tree is that of its history.
fn in_order(find: impl FnOnce(&mut SmallVec<[u32; 16]>)) -> SmallVec<[u32; 16]> {
    let mut found = SmallVec::new();
    find(&mut found);
    found.sort_unstable();
    found
}

/// What is around a disc.
struct Near<'a> {
    scene: &'a Scene,
}

impl<'a> Near<'a> {
    fn of(scene: &'a Scene) -> Self {
        Self { scene }
    }

    fn cache(&self, piece: u32) -> &PoseCache {
        &self.scene.colliders.outlines.poses[piece as usize]
    }

    /// Whether a piece is a disc around the centre of a body that can be pushed.
    fn is_disc(&self, piece: u32) -> bool {
        let cache = self.cache(piece);
        cache.form == Form::Circle
            && cache.arm == Vector::zeros()
            && self.scene.bodies.is_dynamic(cache.body as usize)
    }

    fn speed(&self, piece: u32) -> Real {
        let displacement = self.cache(piece).displacement;
        dot(displacement, displacement).sqrt()
    }

    fn restitution(&self, pieces: [u32; 2]) -> Real {
        let Scene { colliders, contacts, .. } = self.scene;
        let pieces = pieces.map(|piece| &colliders.pieces[piece as usize]);
        let restitution = restitution_of(pieces, contacts.rules);
        if restitution < 1.0 { restitution } else { 1.0 }
    }

    /// How far B moves past A in this step by the velocities of their bodies: what rests does not fall.
    fn motion(&self, pieces: [u32; 2], dt: Real) -> Vector {
        let [a, b] = pieces.map(|piece| {
            let body = self.cache(piece).body as usize;
            self.scene.bodies.states[body].velocity
        });
        (b - a) * dt
    }

    /// The part of the step after which two pieces meet, one of them a disc, if they do.
    fn time_of_meeting(&self, [a, b]: [u32; 2]) -> Option<Real> {
        let [disc, other] = if self.is_disc(a) { [a, b] } else { [b, a] };
        let (disc, of_other) = (self.cache(disc), self.cache(other));
        let motion = disc.displacement - of_other.displacement;
        if disc.form != Form::Circle || PoseCache::are_apart(of_other, disc, motion, 0.0) {
            return None;
        }
        let wall = &self.scene.colliders.pieces[other as usize];
        let radius = disc.bounding_radius;
        let hit = cast_circle(wall.shape(), &wall.pose, disc.origin, radius, motion);
        hit.map(|hit| (hit.fraction / TICK).floor() * TICK)
    }

    /// The box of where a piece may be in this step.
    fn region(&self, knocks: &Knocks, piece: u32) -> Aabb {
        let cache = self.cache(piece);
        cache.tight.swept(cache.displacement).grown(knocks.reach(piece, cache.size))
    }

    /// Calls `visit` with each piece in a box that may collide with this one.
    fn each(&self, piece: u32, around: &Aabb, visit: impl FnMut(u32)) {
        let Scene { broad, colliders, .. } = self.scene;
        let Some(proxy) = colliders.pieces[piece as usize].proxy else { return };
        let others = in_order(|found| {
            let _ = broad.query_aabb(around, u64::MAX, |id, other| {
                if other != piece && broad.may_touch(proxy, id) && self.may_collide([piece, other])
                {
                    found.push(other);
                }
                ControlFlow::<()>::Continue(())
            });
        });
        others.into_iter().for_each(visit);
    }

    fn may_collide(&self, pieces: [u32; 2]) -> bool {
        PairRules::of(self.scene).bodies_may_collide(pieces)
    }

    /// Notes that two pieces may meet at this time, and not before.
    fn strike(&self, knocks: &mut Knocks, pieces: [u32; 2], time: Real) {
        let inverses = pieces.map(|piece| {
            let body = self.cache(piece).body as usize;
            let state = &self.scene.bodies.states[body];
            if state.is_dynamic() { state.inv_mass } else { 0.0 }
        });
        let sum = inverses[0] + inverses[1];
        let own = pieces.map(|piece| self.speed(piece));
        let carried = [0, 1].map(|side: usize| {
            knocks.of(pieces[side]).map_or(own[side], |knock| greater(knock.carried, own[side]))
        });
        let given = 1.0 + self.restitution(pieces);
        for (side, other) in [(0, 1), (1, 0)] {
            if !self.is_disc(pieces[side]) || sum <= 0.0 {
                continue;
            }
            let passed = PASSED * given * (inverses[side] / sum) * carried[other];
            let speed = (own[side] * own[side] + passed * passed).sqrt();
            if speed > least(self.cache(pieces[side])) {
                knocks.widen(pieces[side], time, greater(own[side], passed), speed);
            }
        }
    }
}

/// Wakes the discs that may be struck.
fn wake(scene: &mut Scene, knocks: &Knocks, dt: Real) {
    let first = scene.bodies.awake;
    for knock in &knocks.list {
        let body = scene.colliders.pieces[knock.piece as usize].body as usize;
        scene.wake(body);
    }
    if scene.bodies.awake > first {
        changes::take_along(scene, first, dt);
        collide::predict(scene, dt);
    }
}

/// Lets the boxes of the discs cover where they may come, so that the broad phase finds whom they may meet there.
fn widen_boxes(scene: &mut Scene, knocks: &mut Knocks) {
    knocks.list.sort_unstable_by_key(|knock| knock.piece);
    let mut updates = core::mem::take(&mut scene.scratch.followed.box_updates);
    updates.clear();
    for (number, knock) in (0..).zip(&knocks.list) {
        knocks.numbers[knock.piece as usize] = number;
        let Some(proxy) = scene.colliders.pieces[knock.piece as usize].proxy else { continue };
        let aabb = Near::of(scene).region(knocks, knock.piece);
        if scene.broad.fat_aabb(proxy).is_some_and(|fat| !fat.contains(&aabb)) {
            let displacement = Vector::zeros();
            updates.push(knock.piece, Move { proxy, aabb, displacement });
        }
    }
    // Boxes that are refused are so far away that stage 8 disables their bodies.
    updates.tell(&mut scene.broad, &mut scene.colliders.outlines, &mut Vec::new());
    scene.scratch.followed.box_updates = updates;
}

/// Drops those of the candidate pairs from `first_new` on that were pairs before. Boxes that had parted and are widened begin to
/// overlap again before the next stage drops their old pair, so the search finds it once more.
pub(super) fn drop_known_pairs(scene: &mut Scene, first_new: usize) {
    let Scene { contacts, scratch, .. } = scene;
    let knocks = &mut scratch.knocks;
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

fn greater(a: Real, b: Real) -> Real {
    if b > a { b } else { a }
}
