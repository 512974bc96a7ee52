//! Which contacts of a batch may bounce in a step.
//!
//! Filling the blocks shows which contacts approach fast: mostly few, in many blocks. An impact may travel from them to
//! others that give something back, as along a row of balls at rest. Each passes on the part of the speed that its
//! restitution and the two masses allow, so among bodies of equal mass a bounce of 10 m/s with a restitution of one
//! half is of no account after eleven contacts.

use umbra_geom::{Real, Vector};

use super::meeting::{Discs, Meeting, Point};
use super::{Bounces, ImpactBody};
use crate::block::{BlockEntry, ContactBlock, LaneFlags};
use crate::structure::{Colour, Hub};
use crate::{Body, BodyState, Contact};

/// Lever arms along the normal that are shorter than this part of the distance between the centres count as
/// equal.
const NEGLIGIBLE_ARM: Real = 1e-3;

/// What is read of a batch to find out which contacts may bounce.
pub(crate) struct Batch<'a> {
    pub(crate) colours: &'a [Colour],
    pub(crate) entries: &'a [BlockEntry],
    pub(crate) blocks: &'a [ContactBlock],
    pub(crate) flags: &'a [LaneFlags],
    pub(crate) hubs: &'a [Hub],
    pub(crate) states: &'a [BodyState],
    pub(crate) contacts: &'a [Contact],
    pub(crate) bodies: &'a [Body],
    pub(crate) dt: Real,
    pub(crate) threshold: Real,
}

impl Bounces {
    /// Lists the contacts that may bounce. `numbers` has one entry for each slot, whatever is in it.
    pub(crate) fn collect(&mut self, batch: &Batch<'_>, numbers: &mut [u32]) {
        self.meetings.clear();
        self.bodies.clear();
        if batch.flags.iter().all(|flags| flags.bouncing == 0) {
            return;
        }
        for colour in batch.colours {
            for block in colour.blocks.clone() {
                let LaneFlags { bouncing, lively, .. } = batch.flags[block];
                let mut lanes = bouncing | lively;
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize;
                    lanes &= lanes - 1;
                    let [a, b] =
                        [batch.blocks[block].slot_a[lane], batch.blocks[block].slot_b[lane]]
                            .map(|slot| self.number(slot, batch, numbers));
                    let mut meeting = batch.meeting(colour, block, lane);
                    (meeting.a, meeting.b) = (a, b);
                    meeting.may_bounce = bouncing & 1 << lane != 0;
                    self.meetings.push(meeting);
                }
            }
        }
        self.link();
        if self.meetings.iter().all(|meeting| meeting.may_bounce) {
            return;
        }
        self.spread(batch);
        self.meetings.retain(|meeting| meeting.may_bounce);
        self.link();
    }

    /// The number of the body in a slot.
    fn number(&mut self, slot: u32, batch: &Batch<'_>, numbers: &mut [u32]) -> u32 {
        let next = batch.hubs.partition_point(|hub| hub.first <= slot);
        let hub = next.checked_sub(1).map(|last| &batch.hubs[last]);
        let hub = hub.filter(|hub| hub.range().contains(&(slot as usize)));
        let (slot, copies) = hub.map_or((slot, 1), |hub| (hub.first, hub.copies));
        let number = numbers[slot as usize];
        if self.bodies.get(number as usize).is_some_and(|body| body.slot == slot) {
            return number;
        }
        let number = self.bodies.len() as u32;
        numbers[slot as usize] = number;
        self.bodies.push(ImpactBody { slot, copies, ..ImpactBody::default() });
        number
    }

    /// Lists the contacts of each body.
    fn link(&mut self) {
        let Self { meetings, bodies, links, .. } = self;
        for body in &mut *bodies {
            (body.first_link, body.link_count) = (0, 0);
        }
        for number in meetings.iter().flat_map(Meeting::movable) {
            bodies[number as usize].link_count += 1;
        }
        let mut first = 0;
        for body in &mut *bodies {
            body.first_link = first;
            first += body.link_count;
            body.link_count = 0;
        }
        links.clear();
        links.resize(first as usize, 0);
        for (meeting, index) in meetings.iter().zip(0..) {
            for number in meeting.movable() {
                let body = &mut bodies[number as usize];
                links[body.links().end] = index;
                body.link_count += 1;
            }
        }
    }

    /// Finds the contacts that an impact may reach.
    fn spread(&mut self, batch: &Batch<'_>) {
        let Self { meetings, bodies, links, struck: reached, .. } = self;
        reached.clear();
        for body in &mut *bodies {
            let state = &batch.states[body.slot as usize];
            (body.inv_mass, body.knock) =
                (f64::from(state.motion[3]) / f64::from(body.copies), 0.0);
        }
        for meeting in meetings.iter().filter(|meeting| meeting.may_bounce) {
            let [a, b] = [meeting.a, meeting.b]
                .map(|number| &batch.states[bodies[number as usize].slot as usize].motion);
            let (x, y) = (f64::from(b[0] - a[0]), f64::from(b[1] - a[1]));
            let arm = meeting.points[0].arm[0];
            let turning = f64::from(a[2]).abs() * arm.abs()
                + f64::from(b[2]).abs() * (arm + meeting.shift[0]).abs();
            let speed = (x * x + y * y).sqrt() + turning;
            for number in meeting.movable() {
                let body = &mut bodies[number as usize];
                if speed > body.knock {
                    body.knock = speed;
                    reached.push(number);
                }
            }
        }
        while let Some(number) = reached.pop() {
            let ImpactBody { knock, inv_mass, .. } = bodies[number as usize];
            for &link in &links[bodies[number as usize].links()] {
                let meeting = &mut meetings[link as usize];
                meeting.may_bounce = true;
                if !meeting.movable_a {
                    continue;
                }
                let other = if meeting.a == number { meeting.b } else { meeting.a };
                let of_other = &mut bodies[other as usize];
                let passed = (1.0 + meeting.restitution) * of_other.inv_mass
                    / (of_other.inv_mass + inv_mass)
                    * knock;
                let least = (1.0 - meeting.restitution) * f64::from(batch.threshold);
                if passed > of_other.knock && passed > least {
                    of_other.knock = passed;
                    reached.push(other);
                }
            }
        }
    }
}

impl Batch<'_> {
    /// What is known of the contact in a lane before the first substep.
    fn meeting(&self, colour: &Colour, index: usize, lane: usize) -> Meeting {
        let entry = &colour.entries_of_block(self.entries, index)[lane];
        let (block, contact) = (&self.blocks[index], &self.contacts[entry.contact as usize]);
        let number = |wide: &[Real; crate::block::LANES]| f64::from(wide[lane]);
        let point = |k: usize| Point {
            normal_mass: block.points[k].normal_mass[lane],
            separation: number(&block.points[k].separation),
            arm: [number(&block.points[k].arm_normal), number(&block.points[k].arm_tangent)],
            ..Point::default()
        };
        let body = |body: u32| self.bodies.get(body as usize);
        let is_locked = |index: u32| body(index).is_some_and(|body| body.locks.any());
        let (mut share, mut ahead) = (share_of_a(block, lane, entry, contact), [0.0; 2]);
        if contact.ahead > 0 {
            share = if entry.flipped { 1.0 } else { 0.0 };
            let velocity = |index| body(index).map_or(Vector::zeros(), |body| body.velocity);
            let time = self.dt * (Real::from(contact.ahead) / Real::from(u16::MAX));
            let way = (velocity(contact.body_b) - velocity(contact.body_a)) * time;
            let way = if entry.flipped { -way } else { way };
            ahead = [way.x, way.y].map(f64::from);
        }
        // More than 1 would be a bounce that adds energy.
        let restitution = if contact.restitution < 1.0 { contact.restitution } else { 1.0 };
        Meeting {
            contact: entry.contact,
            home: [index as u32, lane as u32],
            slots: [block.slot_a[lane], block.slot_b[lane]],
            movable_a: colour.movable_a,
            free: !is_locked(contact.body_a) && !is_locked(contact.body_b),
            share,
            ahead,
            normal: [number(&block.normal_x), number(&block.normal_y)],
            restitution: f64::from(restitution),
            friction: number(&block.friction),
            of_disc: contact.discs != [false; 2],
            discs: contact.round.then(|| discs(block, lane, entry, contact)),
            shift: [number(&block.arm_offset_normal), number(&block.arm_offset_tangent)],
            inverse: block.inverse[lane],
            points: [point(0), point(1)],
            ..Meeting::default()
        }
    }
}

/// What is known of a disc and another one, or of a disc and a straight edge.
fn discs(block: &ContactBlock, lane: usize, entry: &BlockEntry, contact: &Contact) -> Discs {
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
        let of_disc = if entry.flipped { point.anchor_a } else { point.anchor_b };
        discs.radius = discs.reach + wide(exact(of_disc)) + 0.5 * f64::from(point.separation);
        return discs;
    }
    // Both anchors are the same point of the world.
    let way = point.anchor_a - point.anchor_b;
    let between = exact(if entry.flipped { -way } else { way });
    // The anchors lie midway between the two surfaces.
    let radius = -f64::from(block.points[0].arm_tangent[lane] + 0.5 * point.separation);
    let reach = wide(between) - f64::from(point.separation);
    Discs { reach, between, edge: [0.0; 2], radius }
}

/// The part of a slide by which A's lever arms change.
///
/// Where a disc touches a box, the contact point moves with the disc: the disc's arm along the normal stays as it is, so
/// that a bounce without friction does not turn it. The same holds for a corner right below the
/// centre of its body. Bodies with equal arms share the slide.
fn share_of_a(block: &ContactBlock, lane: usize, entry: &BlockEntry, contact: &Contact) -> f64 {
    let [a, b] = contact.discs;
    let [a, b] = if entry.flipped { [b, a] } else { [a, b] };
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
