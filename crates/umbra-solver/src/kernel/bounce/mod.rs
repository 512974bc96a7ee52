//! Restitution: Newton's, each contact by itself, in the order in which they meet and at most
//! once per substep and point. [`propagation`](super::propagation) hands propagation on.
//!
//! A bounce happens where and when two bodies meet within a substep. It is worked out before anything
//! else is: at what time they come together, with which normal and lever arms and how fast, and what
//! speed they have afterwards. They are then put where they have to start from, at their new
//! velocities, to come to the meeting place at that time: so a bounce within a substep leaves bodies
//! where they would be, and two that meet nobody else keep their momentum, angular momentum and, with a
//! restitution of one, their energy to rounding.
//!
//! Velocities of this integrator are those of the middle of a substep. A contact that is met at the
//! time `t` after its start approaches at `v + (1/2 + t/h) gain`, where `v` is the velocity before the
//! substep and `gain` what forces add in it. With that, a perfect bounce keeps the height of a falling ball.
//!
//! No bounce adds energy. Impulses `p` that change approach speeds `a` to separation speeds `s` do
//! the work `sum of p * (s - a) / 2`; `p >= 0` and `s <= a` make that no gain, for each contact by
//! itself and for the friction that goes with it. Two points of one contact are solved together,
//! or a box that falls flat would rise turning.
//!
//! Who approaches fast and does not meet yet is left alone by all other passes until it does, or they
//! would stop it.

mod meeting;
mod push;
mod strike;

use umbra_geom::{Real, Vector};

use crate::block::{BlockEntry, BlockPoint, ContactBlock, LANES, Wide};
use crate::body::Forces;
use crate::lanes::Half;

use crate::{Body, BodyState, Contact};

pub(crate) use strike::{measure, strike};

/// Of arms along the normal less than this part of the way between the centres, it says little which
/// is the longer one.
const ROUND: Real = 1e-3;

/// Contacts with more restitution than this are looked at again when one of their bodies was struck.
const LIVELY_RESTITUTION: Real = 0.3;

/// Sixteen contacts of one colour that bounce. Few do, and in the blocks of all contacts they would
/// have a lane here and a lane there; so what a bounce needs of them is copied here.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct BounceBlock {
    /// The contacts, as far as bounces go: without masses along the tangent and without impulses.
    pub(crate) block: ContactBlock,
    /// Which contacts they are, in the lanes that have their bit in `used`.
    pub(crate) contacts: [u32; LANES],
    pub(crate) used: u16,
    /// Whether A can be moved.
    pub(crate) movable_a: bool,
    /// Whether some give back much.
    any_lively: bool,
    /// Whether some are discs.
    any_discs: bool,
    /// Whether a body of theirs was struck since they were measured.
    pub(crate) changed: bool,
    pub(crate) restitution: Wide,
    /// The approach speeds at the start of the substep; zero where there is none.
    approach: [Wide; 2],
    /// All normal impulses of bounces in this step.
    pub(crate) impulse: Wide,
    /// Whether a point was struck in this substep: one or zero.
    struck: [Wide; 2],
    /// Which lanes have a point that is to be struck: one bit for each.
    meets: u16,
    /// When the points meet that approach.
    time: Wide,
    /// Whether a point approaches fast and does not meet in this substep: one or zero.
    early: [Wide; 2],
    /// Where they are among the blocks of the batch: block times [`LANES`] plus lane.
    pub(crate) home: [u32; LANES],
    /// For two discs: how far apart their centres are when they touch, and the way from A's to B's as
    /// the step began. Zero for others.
    pub(crate) reach: Wide,
    pub(crate) between: [Wide; 2],
    /// Which part of a way that the bodies slide along one another A's arms take; B's take the rest.
    pub(crate) share: Wide,
    /// A's radius, for two discs.
    pub(crate) radius: Wide,
    /// One where bodies may be put where they have to start from. Zero where something else holds one of
    /// them in its place: there they bounce at the start of the substep.
    pub(crate) free: Wide,
}

impl BounceBlock {
    /// Sixteen unused lanes.
    pub(crate) fn new(movable_a: bool) -> Self {
        let zero = [0.0; LANES];
        Self {
            block: ContactBlock::EMPTY,
            contacts: [0; LANES],
            used: 0,
            movable_a,
            any_lively: false,
            any_discs: false,
            changed: true,
            restitution: zero,
            approach: [zero; 2],
            impulse: zero,
            struck: [zero; 2],
            meets: 0,
            time: zero,
            early: [zero; 2],
            home: [0; LANES],
            reach: zero,
            between: [zero; 2],
            share: zero,
            radius: zero,
            free: zero,
        }
    }

    /// Seats a contact in lane `at`: the one that has its `home` among the blocks.
    pub(crate) fn put(
        &mut self,
        at: usize,
        blocks: &[ContactBlock],
        home: usize,
        entry: &BlockEntry,
        contact: &Contact,
        bodies: &[Body],
    ) {
        let (block, lane) = (&blocks[home / LANES], home % LANES);
        self.home[at] = home as u32;
        let to = &mut self.block;
        (to.slot_a[at], to.slot_b[at]) = (block.slot_a[lane], block.slot_b[lane]);
        for (to, from) in [
            (&mut to.normal_x, &block.normal_x),
            (&mut to.normal_y, &block.normal_y),
            (&mut to.friction, &block.friction),
            (&mut to.arm_offset_normal, &block.arm_offset_normal),
            (&mut to.arm_offset_tangent, &block.arm_offset_tangent),
            (&mut to.inverse, &block.inverse),
        ] {
            to[at] = from[lane];
        }
        for (to, from) in to.points.iter_mut().zip(&block.points) {
            to.arm_normal[at] = from.arm_normal[lane];
            to.arm_tangent[at] = from.arm_tangent[lane];
            to.normal_mass[at] = from.normal_mass[lane];
            to.separation[at] = from.separation[lane];
        }
        self.share[at] = match (contact.ahead, entry.flipped) {
            (false, _) => share_of_a(block, lane),
            (true, false) => 0.0,
            (true, true) => 1.0,
        };
        self.contacts[at] = entry.contact;
        self.used |= 1 << at;
        // More than 1 would be a bounce that adds energy.
        let restitution = contact.restitution;
        self.restitution[at] = if restitution < 1.0 { restitution } else { 1.0 };
        self.any_lively |= restitution > LIVELY_RESTITUTION;
        let locked = |body: u32| bodies.get(body as usize).is_some_and(|body| body.locks.any());
        let held = locked(contact.body_a) || locked(contact.body_b);
        self.free[at] = if held { 0.0 } else { 1.0 };
        if contact.round {
            self.any_discs = true;
            // Both anchors name one place.
            let point = &contact.points[0];
            let way = point.anchor_a - point.anchor_b;
            let way = if entry.flipped { -way } else { way };
            (self.between[0][at], self.between[1][at]) = (way.x, way.y);
            let normal = Vector::new(block.normal_x[lane], block.normal_y[lane]);
            self.reach[at] = way.x * normal.x + way.y * normal.y - point.separation;
            // The anchors are in the middle between the two.
            let arm = block.points[0].arm_tangent[lane];
            self.radius[at] = -(arm + 0.5 * point.separation);
        }
    }
}

impl BounceBlock {
    /// Forgets who was struck: a substep begins.
    pub(crate) fn begin(&mut self, times: &mut [Times]) {
        for slot in self.block.slot_a.iter().chain(&self.block.slot_b) {
            times[*slot as usize] = Times::default();
        }
        (self.struck, self.changed) = ([[0.0; LANES]; 2], true);
    }

    /// Finds whether one of the bodies was struck since the contacts were measured. Who gives little back may
    /// as well be stopped when others shuffle it at somebody.
    pub(crate) fn note_whether_changed(&mut self, times: &[Times]) {
        let mut slots = self.block.slot_a.iter().chain(&self.block.slot_b);
        self.changed = self.any_lively && slots.any(|slot| times[*slot as usize].changed);
    }

    /// Forgets when those meet somebody next that do, and that they were struck.
    pub(crate) fn forget_next(&self, times: &mut [Times]) {
        for place in bits(self.meets) {
            for slot in self.movable_slots(place) {
                let Times { next, changed, .. } = &mut times[slot];
                (*next, *changed) = (Real::INFINITY, false);
            }
        }
    }

    /// Notes when bodies meet somebody next. Whether any do.
    pub(crate) fn note_next(&self, times: &mut [Times]) -> bool {
        for place in bits(self.meets) {
            for slot in self.movable_slots(place) {
                let (time, next) = (self.time[place], &mut times[slot].next);
                *next = if time < *next { time } else { *next };
            }
        }
        self.meets != 0
    }

    /// The bodies of a lane that can be moved.
    fn movable_slots(&self, place: usize) -> impl Iterator<Item = usize> + use<> {
        let slot_a = self.movable_a.then_some(self.block.slot_a[place] as usize);
        slot_a.into_iter().chain([self.block.slot_b[place] as usize])
    }

    /// Takes those contacts out of all other passes of the substep that approach fast enough to bounce but
    /// do not meet in it, and brings those back that were out.
    pub(crate) fn leave_early_ones_alone(
        &self,
        bodies: &mut Bodies<'_>,
        blocks: &mut [ContactBlock],
    ) {
        for place in (0..LANES).filter(|place| self.used & 1 << place != 0) {
            let home = self.home[place] as usize;
            let (block, lane) = (&mut blocks[home / LANES], home % LANES);
            let is_early = |k: usize| self.early[k][place] > 0.0;
            let is_whole = !is_early(0) && !is_early(1);
            block.inverse[lane] = if is_whole { self.block.inverse[place] } else { 1.0 };
            for (k, point) in block.points.iter_mut().enumerate() {
                if is_early(k) {
                    point.normal_mass[lane] = 0.0;
                    self.take_back(bodies, place, k, point, lane);
                } else {
                    point.normal_mass[lane] = self.block.points[k].normal_mass[place];
                }
            }
        }
    }
}

impl BounceBlock {
    /// Sees to it that what a point gave in the substep before is not given again in this one.
    fn take_back(
        &self,
        bodies: &mut Bodies<'_>,
        place: usize,
        k: usize,
        given: &mut BlockPoint,
        lane: usize,
    ) {
        let (normal, tangent) = (given.normal_impulse[lane], given.tangent_impulse[lane]);
        if normal == 0.0 && tangent == 0.0 {
            return;
        }
        (given.normal_impulse[lane], given.tangent_impulse[lane]) = (0.0, 0.0);
        let (block, point) = (&self.block, &self.block.points[k]);
        let (nx, ny) = (block.normal_x[place], block.normal_y[place]);
        let (x, y) = (normal * nx + tangent * ny, normal * ny - tangent * nx);
        let shifts = [block.arm_offset_normal[place], block.arm_offset_tangent[place]];
        for (slot, sign, shifts) in
            [(block.slot_a[place], -1.0, [0.0; 2]), (block.slot_b[place], 1.0, shifts)]
        {
            let state = &bodies.states[slot as usize];
            let ([.., inv_mass], [.., inv_inertia]) = (state.motion, state.offset);
            let turn = (point.arm_normal[place] + shifts[0]) * normal
                + (point.arm_tangent[place] + shifts[1]) * tangent;
            // The difference to this is what constraints gave.
            let base = &mut bodies.base[slot as usize];
            base[0] += sign * inv_mass * x;
            base[1] += sign * inv_mass * y;
            base[2] += sign * inv_inertia * turn;
        }
    }

    /// Tells the block of a contact that was struck: what it gave before is over, and two discs have the
    /// normal and the arms that they had where they met.
    pub(super) fn note_struck(
        &mut self,
        bodies: &mut Bodies<'_>,
        blocks: &mut [ContactBlock],
        place: usize,
        [nx, ny]: [Real; 2],
    ) {
        let home = self.home[place] as usize;
        let (block, lane) = (&mut blocks[home / LANES], home % LANES);
        for (k, point) in block.points.iter_mut().enumerate() {
            self.take_back(bodies, place, k, point, lane);
        }
        let (reach, radius) = (self.reach[place], self.radius[place]);
        if reach <= 0.0 {
            return;
        }
        let [x, y] = self.between.each_ref().map(|wide| wide[place]);
        for (block, lane) in [(block, lane), (&mut self.block, place)] {
            (block.normal_x[lane], block.normal_y[lane]) = (nx, ny);
            (block.arm_offset_normal[lane], block.arm_offset_tangent[lane]) = (0.0, reach);
            let point = &mut block.points[0];
            point.arm_normal[lane] = 0.0;
            point.arm_tangent[lane] = -radius;
            point.separation[lane] = x * nx + y * ny - reach;
        }
    }
}

/// How much of a slide A's arms take.
///
/// Where a disc touches a box, the place goes along with the disc, whose arm along the normal is zero
/// and stays so, or a bounce without friction would turn it. So does a corner right below the centre of
/// its body. Two that are alike share it.
fn share_of_a(block: &ContactBlock, lane: usize) -> Real {
    let little = ROUND * block.arm_offset_tangent[lane];
    let mut squares = [little * little; 2];
    for point in block.points.iter().filter(|point| point.normal_mass[lane] > 0.0) {
        let arm = point.arm_normal[lane];
        let arms = [arm, arm + block.arm_offset_normal[lane]];
        for (square, arm) in squares.iter_mut().zip(arms) {
            *square += arm * arm;
        }
    }
    let [a, b] = squares;
    if a + b > 0.0 { a / (a + b) } else { 0.5 }
}

/// The bodies with all that a bounce reads and writes.
pub(crate) struct Bodies<'a> {
    pub(crate) states: &'a mut [BodyState],
    /// The velocities before constraints acted; bounces are no part of what constraints give back
    /// in the next substep, so they are added here too.
    pub(crate) base: &'a mut [Half],
    pub(crate) forces: &'a [Forces],
    pub(crate) times: &'a mut [Times],
}

/// What is known of a body's bounces in a substep.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times {
    /// When it was struck last.
    pub(crate) last: Real,
    /// When it meets somebody next.
    next: Real,
    /// Whether it was struck since contacts were looked at.
    pub(crate) changed: bool,
}

/// Meetings that are no farther apart than this part of a substep are at the same time.
pub(super) const SAME_TIME: Real = 1e-3;

/// When a contact bounces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BounceParams {
    pub(crate) h: Real,
    pub(crate) threshold: Real,
    /// Whether propagation are handed on, which [`propagation`](super::propagation) does, not this.
    pub(crate) propagating: bool,
}

/// The positions of the bits.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < LANES).then_some(bit)
    })
}
