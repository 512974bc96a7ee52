//! The surroundings of a disc: its course, what it may meet on it, and where an impact sends it.

use core::cmp::Reverse;
use core::ops::ControlFlow;

use smallvec::SmallVec;
use umbra_broad::ProxyId;
use umbra_geom::math::dot;
use umbra_geom::query::cast_circle;
use umbra_geom::{Aabb, Real, Vector};
use umbra_solver::LIVELY;

use super::course::{Course, SPREAD, length};
use super::{ImpactReach, in_order_of_index};
use crate::World;
use crate::step::pair_rules::PairRules;
use crate::store::{Form, PoseCache, restitution_of};
use crate::tuning::{CROWD_COURSE, LEAST_COURSE, MOST_COURSES};

/// Impacts on one disc that follow one another within this part of a step: their order is not
/// clear.
const AT_ONCE: Real = 0.02;
/// A course of which the direction is not clear may be off by this part of its length.
const UNCLEAR_SPREAD: Real = 0.5;

/// The surroundings of a disc.
pub(super) struct Near<'a> {
    world: &'a World,
}

impl<'a> Near<'a> {
    pub(super) fn new(world: &'a World) -> Self {
        Self { world }
    }

    pub(super) fn cache(&self, piece: u32) -> &PoseCache {
        &self.world.colliders.outlines.poses[piece as usize]
    }

    /// True if a piece is a disc around the centre of a body that can be pushed.
    pub(super) fn is_disc(&self, piece: u32) -> bool {
        let cache = self.cache(piece);
        cache.form == Form::Circle
            && cache.arm == Vector::zeros()
            && self.world.bodies.is_dynamic(cache.body as usize)
    }

    pub(super) fn restitution(&self, pieces: [u32; 2]) -> Real {
        let World { colliders, contacts, .. } = self.world;
        restitution_of(pieces.map(|piece| &colliders.pieces[piece as usize]), contacts.rules)
    }

    /// Displacement of B past A in this step by the velocities of their bodies: what rests does not
    /// fall.
    pub(super) fn motion(&self, pieces: [u32; 2], dt: Real) -> Vector {
        let [a, b] = pieces.map(|piece| {
            let body = self.cache(piece).body as usize;
            self.world.bodies.states[body].velocity
        });
        (b - a) * dt
    }

    fn course(&self, knocks: &ImpactReach, piece: u32) -> Course {
        knocks.disc(piece).map_or_else(|| Course::first(self.cache(piece)), |knock| knock.course)
    }

    /// The part of the step after which two pieces meet on their first courses, one of them a disc,
    /// if they do.
    pub(super) fn time_of_meeting(&self, [a, b]: [u32; 2]) -> Option<Real> {
        let caches = [a, b].map(|piece| self.cache(piece));
        let [first, second] = caches.map(Course::first);
        match [a, b].map(|piece| self.is_disc(piece)) {
            [true, true] => first.meets(&second, caches).1,
            [true, false] => self.meets_wall(&first, a, b, 0.0).map(|(time, _)| time),
            [false, _] => self.meets_wall(&second, b, a, 0.0).map(|(time, _)| time),
        }
    }

    /// When a disc on a course meets something that is no disc, or comes as near to it as this; and
    /// the normal from it to the disc.
    fn meets_wall(
        &self,
        course: &Course,
        disc: u32,
        other: u32,
        margin: Real,
    ) -> Option<(Real, Vector)> {
        let (cache, of_other) = (self.cache(disc), self.cache(other));
        let motion = course.velocity - of_other.displacement;
        let is_first = course.time == 0.0 && margin == 0.0;
        if cache.form != Form::Circle
            || is_first && PoseCache::are_apart(of_other, cache, motion, 0.0)
        {
            return None;
        }
        let wall = &self.world.colliders.pieces[other as usize];
        let (left, radius) = (course.left(cache), cache.bounding_radius + margin);
        let from = course.origin - of_other.displacement * course.time;
        let hit = cast_circle(wall.shape(), &wall.pose, from, radius, motion * left)?;
        Some((course.time + hit.fraction * left, hit.normal))
    }

    /// The fixed pieces in a box with which a piece may collide.
    pub(super) fn walls(&self, piece: u32, around: &Aabb) -> SmallVec<[u32; 16]> {
        let Some(proxy) = self.world.colliders.pieces[piece as usize].proxy else {
            return SmallVec::new();
        };
        in_order(|found| {
            let _ = self.world.broad.query_static(proxy, around, |wall| {
                if self.may_collide([piece, wall]) {
                    found.push(wall);
                }
                ControlFlow::<()>::Continue(())
            });
        })
    }

    /// All pieces with which a piece may collide that are in a box, or may be sent there.
    fn all(&self, knocks: &ImpactReach, piece: u32, around: &Aabb) -> SmallVec<[u32; 16]> {
        let World { broad, colliders, .. } = self.world;
        let Some(proxy) = colliders.pieces[piece as usize].proxy else { return SmallVec::new() };
        let may_meet = |id: ProxyId, other: u32| {
            other != piece && broad.may_touch(proxy, id) && self.may_collide([piece, other])
        };
        let mut found = in_order(|found| {
            let _ = broad.query_aabb(around, u64::MAX, |id, other| {
                found.extend(may_meet(id, other).then_some(other));
                ControlFlow::<()>::Continue(())
            });
            knocks.beyond.find(around, |other| {
                let id = colliders.pieces[other as usize].proxy;
                found.extend(id.filter(|id| may_meet(*id, other)).map(|_| other));
            });
        });
        found.dedup();
        found
    }

    fn may_collide(&self, pieces: [u32; 2]) -> bool {
        PairRules::new(self.world).bodies_may_collide(pieces)
    }

    /// Gives the discs of an impact new courses, and looks for what they may meet on them.
    pub(super) fn follow(&self, knocks: &mut ImpactReach, pieces: [u32; 2], time: Real) {
        let courses = pieces.map(|piece| self.course(knocks, piece));
        let are_discs = pieces.map(|piece| self.is_disc(piece));
        let normal = if are_discs == [true; 2] {
            let between = courses[1].at(time) - courses[0].at(time);
            let distance = length(between);
            if distance > 0.0 { between / distance } else { return }
        } else {
            let (disc, wall) = if are_discs[0] { (0, 1) } else { (1, 0) };
            match self.meets_wall(&courses[disc], pieces[disc], pieces[wall], 0.0) {
                Some((_, normal)) if disc == 0 => -normal,
                Some((_, normal)) => normal,
                None => return,
            }
        };
        let inverses = pieces.map(|piece| {
            let state = &self.world.bodies.states[self.cache(piece).body as usize];
            if state.is_dynamic() { state.inv_mass } else { 0.0 }
        });
        let sum = inverses[0] + inverses[1];
        let motion = courses[0].velocity - courses[1].velocity;
        let closing = dot(motion, normal);
        if sum <= 0.0 || closing <= 0.0 {
            return;
        }
        let given = 1.0 + self.restitution(pieces);
        for side in 0..2 {
            let piece = pieces[side];
            if !are_discs[side] || knocks.course_count(piece) >= MOST_COURSES {
                continue;
            }
            let part = given * inverses[side] / sum;
            let sign = if side == 0 { -part } else { part };
            let (own, push) = (&courses[side], normal * (sign * closing));
            let velocity = own.velocity + push;
            // Where another impact is as early, either may be the first, and the direction is not clear.
            let is_again = knocks.course_count(piece) > 0 && time - own.time < AT_ONCE;
            let part = if is_again { UNCLEAR_SPREAD } else { SPREAD };
            let spread = part * (length(velocity) + length(push));
            let cache = self.cache(piece);
            let is_in_crowd = knocks.is_in_crowd(cache.body);
            if is_in_crowd && closing < knocks.slowest {
                continue;
            }
            let size = if is_in_crowd { CROWD_COURSE } else { LEAST_COURSE };
            if (length(push) + spread) * (1.0 - time) > size * cache.size {
                let course = Course { time, origin: own.at(time), velocity, spread };
                knocks.send(piece, cache, course);
                let proxy = self.world.colliders.pieces[piece as usize].proxy;
                if let Some(fat) = proxy.and_then(|proxy| self.world.broad.fat_aabb(proxy)) {
                    knocks.let_be_found(piece, &fat);
                }
                self.look_ahead(knocks, piece);
            }
        }
    }

    /// Lists what a disc may meet on its latest course.
    fn look_ahead(&self, knocks: &mut ImpactReach, piece: u32) {
        let (cache, course) = (self.cache(piece), self.course(knocks, piece));
        let count = knocks.course_count(piece);
        for other in self.all(knocks, piece, &course.region(cache)) {
            let of_other = self.cache(other);
            let (may_meet, time) = if self.is_disc(other) {
                if self.restitution([piece, other]) < LIVELY {
                    continue;
                }
                course.meets(&self.course(knocks, other), [cache, of_other])
            } else {
                let margin = course.spread * course.left(cache) + SPREAD * cache.bounding_radius;
                let may_meet = self.meets_wall(&course, piece, other, margin).is_some();
                let meets = may_meet.then(|| self.meets_wall(&course, piece, other, 0.0)).flatten();
                (may_meet, meets.map(|(time, _)| time))
            };
            let pair = in_order_of_index([piece, other]);
            if may_meet {
                knocks.meets.push(pair);
            }
            let Some(time) = time else { continue };
            if knocks.course_count(other) < MOST_COURSES || count < MOST_COURSES {
                let counts = pair.map(|piece| knocks.course_count(piece));
                knocks.impacts.push(Reverse((time.to_bits(), pair, counts)));
            }
        }
    }
}

/// Pieces that a tree finds, in the order of their indices: that of a tree is that of its history.
fn in_order(find: impl FnOnce(&mut SmallVec<[u32; 16]>)) -> SmallVec<[u32; 16]> {
    let mut found = SmallVec::new();
    find(&mut found);
    found.sort_unstable();
    found
}
