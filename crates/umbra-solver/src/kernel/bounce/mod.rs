//! Newton's law of restitution, contact by contact, in the order in which the contacts meet. A point bounces
//! at most once per substep. [`propagation`](super::propagation) is the other restitution model.
//!
//! A bounce happens where and when two bodies meet within a substep. Each substep begins with it. The meeting
//! time gives the normal, the lever arms and the approach speed; these give the velocities after the bounce.
//! The bodies are then shifted so that they reach the meeting place at the meeting time with their new
//! velocities. So an isolated pair keeps its momentum, its angular momentum and, with a restitution of one,
//! its energy.
//!
//! Velocities of this integrator belong to the middle of a substep. At the time `t` after its start, a contact
//! approaches at `v + (1/2 + t/h) gain`, where `v` is the velocity before the substep and `gain` is what forces
//! add in it. With that, a perfect bounce keeps the height of a falling ball.
//!
//! No bounce adds energy. Impulses `p` that change approach speeds `a` to separation speeds `s` do the work
//! `sum of p * (s - a) / 2`. With `p >= 0` and `s <= a` that is never a gain, neither for the normal impulses
//! nor for friction. The two points of a contact are solved together; otherwise a box that falls flat would
//! bounce up turning.
//!
//! A contact that approaches fast but meets in a later substep is suspended until then: all other passes skip
//! it, because they would stop the approach.

mod meeting;
mod push;
mod resolve;

use umbra_geom::{Real, Vector};

use crate::block::{BlockEntry, BlockPoint, ContactBlock, LANES, Wide};
use crate::body::Forces;
use crate::lanes::Half;

use crate::{Body, BodyState, Contact};

pub(crate) use resolve::{measure, resolve};

/// Lever arms along the normal that are shorter than this part of the distance between the centres count as
/// equal.
const NEGLIGIBLE_ARM: Real = 1e-3;

/// Contacts with more restitution than this are measured again after one of their bodies has bounced.
const LIVELY_RESTITUTION: Real = 0.3;

/// Sixteen contacts of one colour that may bounce. They are few and lie scattered over the blocks of all
/// contacts, so what a bounce needs is copied here.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct BounceBlock {
    /// The contacts, without tangent masses and without impulses.
    pub(crate) block: ContactBlock,
    /// The indices of the contacts. A lane is in use if its bit in `used` is set.
    pub(crate) contacts: [u32; LANES],
    pub(crate) used: u16,
    /// Whether A can be moved.
    pub(crate) movable_a: bool,
    /// Whether a contact has more than [`LIVELY_RESTITUTION`].
    any_lively: bool,
    /// Whether a contact is between two discs.
    any_discs: bool,
    /// Whether one of the bodies has bounced since the contacts were measured.
    pub(crate) changed: bool,
    pub(crate) restitution: Wide,
    /// The approach speed of each point; zero if it does not meet in this substep.
    approach: [Wide; 2],
    /// All normal impulses of bounces in this step.
    pub(crate) impulse: Wide,
    /// One if a point has bounced in this substep, else zero.
    hit: [Wide; 2],
    /// One bit per lane: whether a point is still to bounce.
    meets: u16,
    /// The meeting time of each contact.
    time: Wide,
    /// One if a point approaches fast and meets in a later substep, else zero.
    early: [Wide; 2],
    /// One bit per lane: whether a point is early, and whether one is suspended since the substep before.
    any_early: u16,
    suspended: u16,
    /// Where the contacts are among the blocks of the batch: block times [`LANES`] plus lane.
    pub(crate) block_lane: [u32; LANES],
    /// For two discs: the distance between their centres when they touch, and the vector from A's centre to B's
    /// at the start of the step. Zero for other shapes.
    pub(crate) center_distance: Wide,
    pub(crate) center_offset: [Wide; 2],
    /// When the bodies have slid along one another: the part of that distance by which A's lever arms change. B's
    /// change by the rest.
    pub(crate) slide_share: Wide,
    /// How far B moves past A from the start of the step to the meeting place, if that is known.
    pub(crate) ahead: [Wide; 2],
    /// A's radius, for two discs.
    pub(crate) radius: Wide,
    /// One if the bodies may be shifted; zero if one of them is locked. Those bounce at the start of the
    /// substep.
    pub(crate) may_shift: Wide,
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
            hit: [zero; 2],
            meets: 0,
            time: zero,
            early: [zero; 2],
            any_early: 0,
            suspended: 0,
            block_lane: [0; LANES],
            center_distance: zero,
            center_offset: [zero; 2],
            slide_share: zero,
            ahead: [zero; 2],
            radius: zero,
            may_shift: zero,
        }
    }

    /// Copies the contact at `home` among the blocks into lane `at`.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn put(
        &mut self,
        at: usize,
        blocks: &[ContactBlock],
        home: usize,
        entry: &BlockEntry,
        contact: &Contact,
        bodies: &[Body],
        dt: Real,
    ) {
        let (block, lane) = (&blocks[home / LANES], home % LANES);
        self.block_lane[at] = home as u32;
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
        self.slide_share[at] = share_of_a(block, lane);
        if contact.ahead > 0 {
            self.slide_share[at] = if entry.flipped { 1.0 } else { 0.0 };
            let velocity =
                |body: u32| bodies.get(body as usize).map_or(Vector::zeros(), |body| body.velocity);
            let time = dt * (Real::from(contact.ahead) / Real::from(u16::MAX));
            let way = (velocity(contact.body_b) - velocity(contact.body_a)) * time;
            let way = if entry.flipped { -way } else { way };
            (self.ahead[0][at], self.ahead[1][at]) = (way.x, way.y);
        }
        self.contacts[at] = entry.contact;
        self.used |= 1 << at;
        // More than 1 would be a bounce that adds energy.
        let restitution = contact.restitution;
        self.restitution[at] = if restitution < 1.0 { restitution } else { 1.0 };
        self.any_lively |= restitution > LIVELY_RESTITUTION;
        let locked = |body: u32| bodies.get(body as usize).is_some_and(|body| body.locks.any());
        let held = locked(contact.body_a) || locked(contact.body_b);
        self.may_shift[at] = if held { 0.0 } else { 1.0 };
        if contact.round {
            self.any_discs = true;
            // Both anchors are the same point of the world.
            let point = &contact.points[0];
            let way = point.anchor_a - point.anchor_b;
            let way = if entry.flipped { -way } else { way };
            (self.center_offset[0][at], self.center_offset[1][at]) = (way.x, way.y);
            let normal = Vector::new(block.normal_x[lane], block.normal_y[lane]);
            self.center_distance[at] = way.x * normal.x + way.y * normal.y - point.separation;
            // The anchors lie midway between the two surfaces.
            let arm = block.points[0].arm_tangent[lane];
            self.radius[at] = -(arm + 0.5 * point.separation);
        }
    }
}

impl BounceBlock {
    /// Resets what happened in the substep before.
    pub(crate) fn begin(&mut self, times: &mut [Times]) {
        for slot in self.block.slot_a.iter().chain(&self.block.slot_b) {
            times[*slot as usize] = Times::default();
        }
        (self.hit, self.changed) = ([[0.0; LANES]; 2], true);
    }

    /// Finds out whether one of the bodies has bounced since the contacts were measured. Blocks without lively
    /// contacts need not know: the other passes stop such contacts just as well.
    pub(crate) fn check_changed(&mut self, times: &[Times]) {
        let mut slots = self.block.slot_a.iter().chain(&self.block.slot_b);
        self.changed = self.any_lively && slots.any(|slot| times[*slot as usize].changed);
    }

    /// Clears the next meeting and the change mark of every body that has a meeting.
    pub(crate) fn clear_next_meetings(&self, times: &mut [Times]) {
        for place in bits(self.meets) {
            for slot in self.movable_slots(place) {
                let Times { next, changed, .. } = &mut times[slot];
                (*next, *changed) = (Real::INFINITY, false);
            }
        }
    }

    /// Records the next meeting of every body. Returns whether there is any.
    pub(crate) fn record_next_meetings(&self, times: &mut [Times]) -> bool {
        for place in bits(self.meets) {
            for slot in self.movable_slots(place) {
                let (time, next) = (self.time[place], &mut times[slot].next);
                *next = if time < *next { time } else { *next };
            }
        }
        self.meets != 0
    }

    /// The movable bodies of a lane.
    fn movable_slots(&self, place: usize) -> impl Iterator<Item = usize> + use<> {
        let slot_a = self.movable_a.then_some(self.block.slot_a[place] as usize);
        slot_a.into_iter().chain([self.block.slot_b[place] as usize])
    }

    /// Takes contacts that meet in a later substep out of all other passes of this one, and puts those back that
    /// were out.
    pub(crate) fn suspend_early(&mut self, bodies: &mut Bodies<'_>, blocks: &mut [ContactBlock]) {
        let concerned = self.used & (self.any_early | self.suspended);
        self.suspended = self.any_early;
        for place in bits(concerned) {
            let home = self.block_lane[place] as usize;
            let (block, lane) = (&mut blocks[home / LANES], home % LANES);
            let is_early = |k: usize| self.early[k][place] > 0.0;
            let is_whole = !is_early(0) && !is_early(1);
            block.inverse[lane] = if is_whole { self.block.inverse[place] } else { 1.0 };
            for (k, point) in block.points.iter_mut().enumerate() {
                if is_early(k) {
                    point.normal_mass[lane] = 0.0;
                    self.cancel_replay(bodies, place, k, point, lane);
                } else {
                    point.normal_mass[lane] = self.block.points[k].normal_mass[place];
                }
            }
        }
    }
}

impl BounceBlock {
    /// Keeps this substep from replaying the impulse that a point gave in the substep before.
    fn cancel_replay(
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
            // The replay is the difference between the velocity and this.
            let base = &mut bodies.base[slot as usize];
            base[0] += sign * inv_mass * x;
            base[1] += sign * inv_mass * y;
            base[2] += sign * inv_inertia * turn;
        }
    }

    /// Updates the block of two discs that have bounced: they get the normal and the lever arms of the meeting place.
    ///
    /// What the contact gave in the substep before is given again, and the passes take from it what is not needed. If it
    /// were forgotten, a row of bodies that something drives together would begin anew in every substep, and merge.
    pub(super) fn record_hit(
        &mut self,
        blocks: &mut [ContactBlock],
        place: usize,
        [nx, ny]: [Real; 2],
    ) {
        let home = self.block_lane[place] as usize;
        let (block, lane) = (&mut blocks[home / LANES], home % LANES);
        let (reach, radius) = (self.center_distance[place], self.radius[place]);
        if reach <= 0.0 {
            return;
        }
        let [x, y] = self.center_offset.each_ref().map(|wide| wide[place]);
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

/// The part of a slide by which A's lever arms change.
///
/// Where a disc touches a box, the contact point moves with the disc: the disc's arm along the normal stays
/// zero, so that a bounce without friction does not turn it. The same holds for a corner right below the
/// centre of its body. Bodies with equal arms share the slide.
fn share_of_a(block: &ContactBlock, lane: usize) -> Real {
    let little = NEGLIGIBLE_ARM * block.arm_offset_tangent[lane];
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

/// The bodies, with everything that a bounce reads and writes.
pub(crate) struct Bodies<'a> {
    pub(crate) states: &'a mut [BodyState],
    /// The velocities before constraints acted. Bounces are added here too, so that the next substep does not
    /// replay them.
    pub(crate) base: &'a mut [Half],
    pub(crate) forces: &'a [Forces],
    pub(crate) times: &'a mut [Times],
}

/// The bounces of a body in a substep.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times {
    /// The time of its last bounce.
    pub(crate) last: Real,
    /// The time of its next meeting.
    next: Real,
    /// Whether it has bounced since its contacts were measured.
    pub(crate) changed: bool,
}

/// Meetings closer together than this part of a substep are simultaneous.
pub(super) const SAME_TIME: Real = 1e-3;

/// What decides whether and how contacts bounce.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BounceParams {
    pub(crate) h: Real,
    pub(crate) threshold: Real,
    /// Whether impacts propagate: see [`propagation`](super::propagation).
    pub(crate) propagating: bool,
}

/// The positions of the bits that are set.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < LANES).then_some(bit)
    })
}
