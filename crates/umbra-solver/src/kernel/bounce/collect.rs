//! Collects the contacts of a batch that may bounce in a step.
//!
//! Filling the blocks finds the contacts that approach fast: mostly few, in many blocks. An impact
//! may propagate from them to others with restitution, as along a row of balls at rest. Each passes
//! on the part of the speed that its restitution and the two masses allow, so among bodies of equal
//! mass a bounce of 10 m/s with a restitution of one half is negligible after eleven contacts.

use umbra_geom::{Real, Vector};

use super::crowd::Crowd;
use super::discs::Discs;
use super::meeting::{Meeting, Point};
use super::{BounceCounts, BounceParams, Bounces, ImpactBody};
use crate::block::{BlockEntry, ContactBlock, LANES, LaneFlags};
use crate::structure::{Colour, Hub, JointColour, JointEntry, Locked};
use crate::tuning::{LIVELY, MOST_RESTITUTION};
use crate::{Body, BodyState, Contact, JointConstraint, Locks};

/// Lever arms along the normal that are shorter than this fraction of the distance between the
/// centres count as equal.
const NEGLIGIBLE_ARM: Real = 1e-3;
/// The factor by which the known speed of a possible hit of a body has to grow for the body to be
/// visited again. With less, a speed would be passed back and forth: 1,000 balls with a restitution
/// of one took 20 ms.
const SPREAD_AGAIN: Real = 1.25;
/// Discs of which the anchors differ from one point by more than this part of their distance are
/// about to pass one another.
const ASIDE: Real = 0.01;
/// The index of a meeting that does not exist.
pub(super) const NONE: u32 = u32::MAX;

/// The data of a batch that decide which contacts may bounce.
#[derive(Clone, Copy)]
pub(crate) struct Batch<'a> {
    pub(crate) colours: &'a [Colour],
    pub(crate) entries: &'a [BlockEntry],
    pub(crate) flags: &'a [LaneFlags],
    pub(crate) hubs: &'a [Hub],
    pub(crate) locked: &'a [Locked],
    pub(crate) joint_colours: &'a [JointColour],
    pub(crate) joint_entries: &'a [JointEntry],
    pub(crate) contacts: &'a [Contact],
    pub(crate) joints: &'a [JointConstraint],
    pub(crate) bodies: &'a [Body],
    pub(crate) dt: Real,
    pub(crate) params: BounceParams,
}

/// A contact that may bounce in the step: the data for a quick test.
#[derive(Clone, Copy, Debug)]
pub(super) struct BounceCandidate {
    pub(super) contact: u32,
    /// Its block and lane.
    pub(super) home: [u32; 2],
    /// The slots of its bodies: copies of split bodies have their own.
    pub(super) slots: [u32; 2],
    /// The indices of its bodies.
    pub(super) a: u32,
    pub(super) b: u32,
    /// Its index among the meetings.
    pub(super) meeting: u32,
    pub(super) normal: [Real; 2],
    /// A's lever arm along the normal, and the arm offset of B.
    pub(super) arms: [Real; 2],
    pub(super) shift: Real,
    pub(super) restitution: Real,
    pub(super) flipped: bool,
    pub(super) movable_a: bool,
    pub(super) may_bounce: bool,
    /// True if the motion of its bodies at the start of the step may make it bounce.
    pub(super) is_fast: bool,
    /// True if it meets elsewhere than its arms say.
    pub(super) is_elsewhere: bool,
    /// Two discs: the vector from A's centre to B's when the step began, and their distance when
    /// they touch.
    pub(super) discs: Option<([Real; 2], Real)>,
    /// True if it takes part only in impacts.
    pub(super) is_reserve: bool,
    /// True if it is tested again when one of its bodies has bounced.
    pub(super) has_high_restitution: bool,
}

/// A body of such a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watched {
    /// Its slot; the first copy of a split body stands for all copies.
    pub(super) slot: u32,
    pub(super) copies: u32,
    /// Directions in which it does not move.
    pub(super) locks: Locks,
    /// Its contacts among the links, those with high restitution. An immovable body has none.
    first_link: u32,
    link_count: u32,
    /// The greatest speed that it may get from impacts in this step.
    knock: Real,
    /// Inverse mass of all bodies that move along with it.
    pub(super) inv_mass: Real,
}

impl Bounces {
    /// Lists the contacts that may bounce. `numbers` has one entry for each slot, with any content.
    pub(crate) fn collect(
        &mut self,
        batch: &Batch<'_>,
        states: &[BodyState],
        blocks: &[ContactBlock],
        numbers: &mut [u32],
    ) {
        self.clear();
        if batch.flags.iter().all(|flags| flags.bouncing == 0) {
            return;
        }
        self.list_candidates(batch);
        for place in 0..self.candidates.len() {
            let [_, colour, lane] = self.candidates[place].map(|number| number as usize);
            let (colour, home) = (&batch.colours[colour], [lane / LANES, lane % LANES]);
            let mut watch = batch.watch(colour, &blocks[home[0]], home);
            [watch.a, watch.b] = watch.slots.map(|slot| self.number(slot, batch, states, numbers));
            watch.is_fast = batch.flags[home[0]].bouncing & 1 << home[1] != 0;
            watch.may_bounce = watch.is_fast;
            self.watches.push(watch);
        }
        self.find_joined(batch, states, numbers);
        self.make_room();
        self.link();
        if self.watches.iter().any(|watch| !watch.may_bounce) {
            self.spread(batch, states);
            self.watches.retain(|watch| watch.may_bounce);
            self.link();
        }
        self.find_crowds();
        self.thin_out(batch.params);
    }

    /// Clears the lists of a step.
    pub(crate) fn clear(&mut self) {
        self.meetings.clear();
        self.watches.clear();
        self.watched.clear();
        self.joined.clear();
        self.counts = BounceCounts::default();
    }

    /// Lists the contacts that may bounce or be reached by an impact, in their order. In that of
    /// their lanes, the places of other bodies would decide which contact of a crowd comes first.
    fn list_candidates(&mut self, batch: &Batch<'_>) {
        self.candidates.clear();
        for (number, colour) in (0..).zip(batch.colours) {
            for index in colour.blocks.clone() {
                let LaneFlags { bouncing, lively, .. } = batch.flags[index];
                let mut lanes = bouncing | lively;
                if lanes == 0 {
                    continue;
                }
                let entries = colour.entries_of_block(batch.entries, index);
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize;
                    lanes &= lanes - 1;
                    let home = (index * LANES + lane) as u32;
                    self.candidates.push([entries[lane].contact, number, home]);
                }
            }
        }
        self.candidates.sort_unstable();
    }

    /// Reserves the lists that grow within the step, so that a crowd allocates once.
    pub(super) fn make_room(&mut self) {
        let (watches, watched) = (self.watches.len(), self.watched.len());
        if self.bodies.len() < watched {
            self.bodies.resize(watched, ImpactBody::default());
        }
        for list in
            [&mut self.due, &mut self.last, &mut self.bouncing, &mut self.loaded, &mut self.struck]
        {
            list.clear();
        }
        self.meetings.reserve(watches);
        self.suspended.clear();
        self.suspended.reserve(watches);
        self.seen.clear();
        self.seen.reserve(watches);
        self.replays.clear();
        self.replays.reserve(2 * watches);
        self.due.reserve(watches);
        self.last.reserve(watches);
        self.bouncing.reserve(watches);
        self.loaded.reserve(watched);
    }

    /// The index of the body in a slot.
    pub(super) fn number(
        &mut self,
        slot: u32,
        batch: &Batch<'_>,
        states: &[BodyState],
        numbers: &mut [u32],
    ) -> u32 {
        let next = batch.hubs.partition_point(|hub| hub.first <= slot);
        let hub = next.checked_sub(1).map(|last| &batch.hubs[last]);
        let hub = hub.filter(|hub| hub.range().contains(&(slot as usize)));
        let (slot, copies) = hub.map_or((slot, 1), |hub| (hub.first, hub.copies));
        let number = numbers[slot as usize];
        if self.watched.get(number as usize).is_some_and(|body| body.slot == slot) {
            return number;
        }
        let number = self.watched.len() as u32;
        numbers[slot as usize] = number;
        let inv_mass = states[slot as usize].motion[3] / copies as Real;
        let (first_link, link_count, knock) = (0, 0, 0.0);
        let locked = batch.locked.binary_search_by_key(&slot, |locked| locked.slot);
        let locks = locked.map_or(Locks::default(), |place| batch.locked[place].locks);
        self.watched.push(Watched { slot, copies, locks, first_link, link_count, knock, inv_mass });
        number
    }

    /// Lists the high-restitution contacts of each body.
    pub(super) fn link(&mut self) {
        let Self { watches, watched, links, .. } = self;
        for body in &mut *watched {
            body.link_count = 0;
        }
        for number in watches.iter().flat_map(BounceCandidate::followed) {
            watched[number as usize].link_count += 1;
        }
        let mut first = 0;
        for body in &mut *watched {
            body.first_link = first;
            first += body.link_count;
            body.link_count = 0;
        }
        links.clear();
        links.resize(first as usize, 0);
        for (watch, index) in watches.iter().zip(0..) {
            for number in watch.followed() {
                let body = &mut watched[number as usize];
                links[body.links().end] = index;
                body.link_count += 1;
            }
        }
    }

    /// Finds the crowds: bodies that an impact may reach from one another.
    fn find_crowds(&mut self) {
        self.crowds.reset(self.watched.len() as u32);
        for watch in self.watches.iter().filter(|watch| watch.movable_a) {
            self.crowds.join(watch.a, watch.b);
        }
        for [a, b] in self.joined.pairs() {
            self.crowds.join(a, b);
        }
        self.work.clear();
        self.work.resize(self.watched.len(), Crowd::default());
        for watch in self.watches.iter().filter(|watch| watch.has_high_restitution) {
            self.work[self.crowds.root(watch.b) as usize].add(watch.restitution);
        }
    }

    /// In large crowds, keeps only contacts that an impact fast enough for a bounce may reach:
    /// slower ones are left to the other passes there.
    fn thin_out(&mut self, params: BounceParams) {
        if !self.work.iter().any(Crowd::is_large) {
            return;
        }
        let Self { watches, watched, crowds, work, .. } = self;
        watches.retain(|watch| {
            let knocks = [watch.a, watch.b].map(|number| watched[number as usize].knock);
            let is_reached = knocks.iter().any(|knock| *knock > params.threshold);
            watch.is_fast || is_reached || !work[crowds.root(watch.b) as usize].is_large()
        });
        self.link();
    }

    /// Finds the contacts that an impact may reach.
    fn spread(&mut self, batch: &Batch<'_>, states: &[BodyState]) {
        let Self { watches, watched, links, joined, struck: reached, .. } = self;
        reached.clear();
        for watch in watches.iter().filter(|watch| watch.may_bounce) {
            let [a, b] = watch.slots.map(|slot| &states[slot as usize].motion);
            let (x, y) = (b[0] - a[0], b[1] - a[1]);
            let arm = watch.arms[0];
            let turning = a[2].abs() * arm.abs() + b[2].abs() * (arm + watch.shift).abs();
            let speed = (x * x + y * y).sqrt() + turning;
            // What is struck leaves at twice the speed at most.
            let is_slow = 2.0 * speed <= (1.0 - watch.restitution) * batch.params.threshold;
            for number in watch.movable().take(if is_slow { 0 } else { 2 }) {
                let body = &mut watched[number as usize];
                if speed > body.knock {
                    body.knock = speed;
                    reached.push(number);
                }
            }
        }
        let mut next = 0;
        while let Some(&number) = reached.get(next) {
            next += 1;
            let Watched { knock, inv_mass, .. } = watched[number as usize];
            for other in joined.along_with([number; 2]) {
                let of_other = &mut watched[other as usize];
                if knock > SPREAD_AGAIN * of_other.knock {
                    of_other.knock = knock;
                    reached.push(other);
                }
            }
            for link in watched[number as usize].links() {
                let watch = &mut watches[links[link] as usize];
                watch.may_bounce = true;
                if !watch.movable_a {
                    continue;
                }
                let other = if watch.a == number { watch.b } else { watch.a };
                let of_other = &mut watched[other as usize];
                let part = of_other.inv_mass / (of_other.inv_mass + inv_mass);
                let passed = (1.0 + watch.restitution) * part * knock;
                let least = (1.0 - watch.restitution) * batch.params.threshold;
                if passed > SPREAD_AGAIN * of_other.knock && passed > least {
                    of_other.knock = passed;
                    reached.push(other);
                }
            }
        }
    }
}

impl BounceCandidate {
    /// The indices of its movable bodies.
    pub(super) fn movable(&self) -> impl Iterator<Item = u32> + use<> {
        self.movable_a.then_some(self.a).into_iter().chain([self.b])
    }

    /// The same, if an impact on one of them is followed to the other.
    fn followed(&self) -> impl Iterator<Item = u32> + use<> {
        self.movable().take(if self.has_high_restitution { 2 } else { 0 })
    }
}

impl Watched {
    /// The first body, without contacts.
    #[cfg(test)]
    pub(super) fn alone() -> Self {
        let (first_link, link_count, knock, inv_mass) = (0, 0, 0.0, 1.0);
        let locks = Locks::default();
        Self { slot: 0, copies: 1, locks, first_link, link_count, knock, inv_mass }
    }

    pub(super) fn links(&self) -> core::ops::Range<usize> {
        self.first_link as usize..(self.first_link + self.link_count) as usize
    }
}

impl Batch<'_> {
    /// The candidate of the contact in a lane.
    fn watch(&self, colour: &Colour, block: &ContactBlock, home: [usize; 2]) -> BounceCandidate {
        let [index, lane] = home;
        let entry = &colour.entries_of_block(self.entries, index)[lane];
        let contact = &self.contacts[entry.contact as usize];
        // With more, a knock would grow for ever between two bodies.
        let restitution = if contact.restitution < 1.0 { contact.restitution } else { 1.0 };
        let is_edge = contact.reserve && contact.points[1] != crate::ContactPoint::default();
        let two_discs = (contact.round && !is_edge).then(|| {
            let Discs { between, reach, .. } =
                discs(block, lane, entry.flipped, contact, self.bodies);
            (between.map(|x| x as Real), reach as Real)
        });
        BounceCandidate {
            contact: entry.contact,
            home: home.map(|number| number as u32),
            slots: [block.slot_a[lane], block.slot_b[lane]],
            a: 0,
            b: 0,
            meeting: NONE,
            normal: [block.normal_x[lane], block.normal_y[lane]],
            arms: [block.points[0].arm_normal[lane], block.points[1].arm_normal[lane]],
            shift: block.arm_offset_normal[lane],
            restitution,
            flipped: entry.flipped,
            movable_a: colour.movable_a,
            may_bounce: false,
            is_fast: false,
            is_elsewhere: contact.ahead > 0 || contact.round,
            discs: two_discs,
            is_reserve: contact.reserve,
            has_high_restitution: contact.restitution >= LIVELY || contact.round,
        }
    }

    /// The meeting of a contact before the first substep.
    pub(super) fn meeting(&self, watch: &BounceCandidate, block: &ContactBlock) -> Meeting {
        let (contact, lane) = (&self.contacts[watch.contact as usize], watch.home[1] as usize);
        let number = |wide: &[Real; LANES]| f64::from(wide[lane]);
        let point = |k: usize| Point {
            normal_mass: block.points[k].normal_mass[lane],
            separation: number(&block.points[k].separation),
            arm: [number(&block.points[k].arm_normal), number(&block.points[k].arm_tangent)],
            ..Point::default()
        };
        let body = |body: u32| self.bodies.get(body as usize);
        let (mut share, mut ahead) = (share_of_a(block, lane, watch.flipped, contact), [0.0; 2]);
        if contact.ahead > 0 {
            share = if watch.flipped { 1.0 } else { 0.0 };
            let velocity = |index| body(index).map_or(Vector::zeros(), |body| body.velocity);
            let time = self.dt * (Real::from(contact.ahead) / Real::from(u16::MAX));
            let way = (velocity(contact.body_b) - velocity(contact.body_a)) * time;
            let way = if watch.flipped { -way } else { way };
            ahead = [way.x, way.y].map(f64::from);
        }
        Meeting {
            contact: watch.contact,
            home: watch.home,
            a: watch.a,
            b: watch.b,
            movable_a: watch.movable_a,
            share,
            ahead,
            normal: watch.normal.map(f64::from),
            restitution: f64::from(if contact.restitution < MOST_RESTITUTION {
                contact.restitution
            } else {
                MOST_RESTITUTION
            }),
            friction: number(&block.friction),
            of_disc: contact.discs != [false; 2],
            discs: contact.round.then(|| discs(block, lane, watch.flipped, contact, self.bodies)),
            shift: [number(&block.arm_offset_normal), number(&block.arm_offset_tangent)],
            inverse: block.inverse[lane],
            points: [point(0), point(1)],
            ..Meeting::default()
        }
    }
}

/// The data of a disc and another one, or of a disc and a straight edge.
fn discs(
    block: &ContactBlock,
    lane: usize,
    flipped: bool,
    contact: &Contact,
    bodies: &[Body],
) -> Discs {
    let point = &contact.points[0];
    let normal = Vector::new(block.normal_x[lane], block.normal_y[lane]);
    let exact = |v: Vector| [v.x, v.y].map(f64::from);
    let wide = |v: [f64; 2]| v[0] * f64::from(normal.x) + v[1] * f64::from(normal.y);
    if contact.reserve && contact.points[1] != crate::ContactPoint::default() {
        // The ends of the edge as seen from the disc.
        let [from, to] = [contact.points[1].anchor_a, contact.points[1].anchor_b].map(exact);
        let edge = [to[0] - from[0], to[1] - from[1]];
        let between = from.map(|x| -x);
        let mut discs = Discs { between, edge, ..Discs::default() };
        discs.reach = discs.distance([0.0; 2]).0 - f64::from(point.separation);
        let of_disc = if flipped { point.anchor_a } else { point.anchor_b };
        discs.radius = discs.reach + wide(exact(of_disc)) + 0.5 * f64::from(point.separation);
        return discs;
    }
    // Both anchors are the same point of the world, but where the two are to pass one another: then they lie on two sides of a line
    // between them.
    let way = point.anchor_a - point.anchor_b;
    let center = |body: u32| bodies.get(body as usize).map(|body| body.center);
    let centers = center(contact.body_a).zip(center(contact.body_b));
    let way = match centers.map(|(a, b)| b - a) {
        Some(known) if (known - way).norm() > ASIDE * way.norm() => known,
        _ => way,
    };
    let between = exact(if flipped { -way } else { way });
    // The anchors lie midway between the two surfaces.
    let radius = -f64::from(block.points[0].arm_tangent[lane] + 0.5 * point.separation);
    let reach = wide(between) - f64::from(point.separation);
    Discs { reach, between, edge: [0.0; 2], radius }
}

/// The fraction of a slide by which A's lever arms change.
///
/// Where a disc touches a box, the contact point moves with the disc: the disc's arm along the
/// normal does not change, so that a bounce without friction does not rotate it. The same is true
/// of a corner right below the centre of its body. Bodies with equal arms share the slide.
fn share_of_a(block: &ContactBlock, lane: usize, flipped: bool, contact: &Contact) -> f64 {
    let [a, b] = contact.discs;
    let [a, b] = if flipped { [b, a] } else { [a, b] };
    if a != b {
        return if a { 0.0 } else { 1.0 };
    }
    let little = NEGLIGIBLE_ARM * block.arm_offset_tangent[lane];
    let mut squares = [little * little; 2];
    for point in block.points.iter().filter(|point| point.normal_mass[lane] > 0.0) {
        let arm = point.arm_normal[lane];
        let arms = [arm, arm + block.arm_offset_normal[lane]];
        for (square, arm) in squares.iter_mut().zip(arms) {
            *square += arm * arm;
        }
    }
    let [a, b] = squares.map(f64::from);
    if a + b > 0.0 { a / (a + b) } else { 0.5 }
}
