//! Rows: sixteen contacts side by side, in the form the kernels walk.
//!
//! A row holds the contact in its own frame: the normal, and per point the lever arms `r x normal`
//! and `r x tangent` of body A. Both anchors of a point name the same place of the world, so B's
//! lever arms are A's plus a shift that all points of the contact share. Masses are not here: they
//! come with the bodies. That makes 92 bytes per contact, and what few contacts need (rolling
//! resistance, surface speed, restitution) lies beside the rows, not in them.
//!
//! The layout is the same at every SIMD level: a narrower level walks a row in several parts. So
//! nothing but the kernels knows how wide the machine is.

use crate::contact::{Contact, ContactPoint};
use crate::kernel::points::COUNTED;
use crate::lanes::{Half, Job, Lanes};
use crate::shared::fetch;
use crate::{Body, BodyState};

/// How many contacts a row holds.
pub(crate) const LANES: usize = 16;

/// One number for each contact of a row.
pub(crate) type Wide = [f32; LANES];

/// The slot that stands for everything fixed. It is read and never written.
pub(crate) const FIXED_SLOT: u32 = 0;
/// The slot that unused lanes read and write. Without mass, nothing ever changes in it.
pub(crate) const PADDING_SLOT: u32 = 1;

/// Sixteen contacts. The tangent is the normal turned clockwise: `(normal_y, -normal_x)`.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Row {
    pub(crate) slot_a: [u32; LANES],
    pub(crate) slot_b: [u32; LANES],
    pub(crate) normal_x: Wide,
    pub(crate) normal_y: Wide,
    pub(crate) friction: Wide,
    /// What B's `arm_normal` has more than A's.
    pub(crate) shift_normal: Wide,
    /// What B's `arm_tangent` has more than A's.
    pub(crate) shift_tangent: Wide,
    /// What an impulse of one in one point adds to the relative velocity in the other, as far as it
    /// counts.
    pub(crate) across: Wide,
    /// One over the determinant of the two equations for the two points.
    pub(crate) inverse: Wide,
    pub(crate) points: [RowPoint; 2],
}

/// One point of each of sixteen contacts. Where a contact has no such point, all is zero.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct RowPoint {
    pub(crate) arm_normal: Wide,
    pub(crate) arm_tangent: Wide,
    pub(crate) normal_mass: Wide,
    pub(crate) tangent_mass: Wide,
    pub(crate) separation: Wide,
    pub(crate) normal_impulse: Wide,
    pub(crate) tangent_impulse: Wide,
}

/// What only some contacts need: a torque against rolling, a running surface, and what tells lone
/// contacts where their bodies are.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Extra {
    pub(crate) rolling_resistance: Wide,
    pub(crate) rolling_mass: Wide,
    pub(crate) rolling_impulse: Wide,
    pub(crate) surface_speed: Wide,
    /// The way from B's centre to A's as the step began, of lone contacts.
    pub(crate) between: [Wide; 2],
    /// How far apart the centres of two discs are when they touch, of lone contacts; zero for others.
    pub(crate) reach: Wide,
}

/// What a row has that most rows have not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rare {
    /// One of the contacts uses [`Extra`]; lone ones do.
    pub(crate) extra: bool,
    /// Which contacts bounce: a bit for each lane.
    pub(crate) bouncing: u16,
}

const ZERO: Wide = [0.0; LANES];

impl Row {
    /// A row of unused lanes.
    pub(crate) const EMPTY: Self = Self {
        slot_a: [PADDING_SLOT; LANES],
        slot_b: [PADDING_SLOT; LANES],
        normal_x: ZERO,
        normal_y: ZERO,
        friction: ZERO,
        shift_normal: ZERO,
        shift_tangent: ZERO,
        across: ZERO,
        inverse: [1.0; LANES],
        points: [const { RowPoint::EMPTY }; 2],
    };
}

impl RowPoint {
    const EMPTY: Self = Self {
        arm_normal: ZERO,
        arm_tangent: ZERO,
        normal_mass: ZERO,
        tangent_mass: ZERO,
        separation: ZERO,
        normal_impulse: ZERO,
        tangent_impulse: ZERO,
    };
}

impl Extra {
    /// What changes nothing.
    pub(crate) const EMPTY: Self = Self {
        rolling_resistance: ZERO,
        rolling_mass: ZERO,
        rolling_impulse: ZERO,
        surface_speed: ZERO,
        between: [ZERO; 2],
        reach: ZERO,
    };
}

/// The part of `wide` that a register of `W` lanes takes.
#[inline(always)]
pub(crate) fn part<const W: usize, T>(wide: &[T; LANES], part: usize) -> &[T; W] {
    &wide.as_chunks::<W>().0[part]
}

/// [`part`], to write to.
#[inline(always)]
pub(crate) fn part_mut<const W: usize, T>(wide: &mut [T; LANES], part: usize) -> &mut [T; W] {
    &mut wide.as_chunks_mut::<W>().0[part]
}

/// Where a contact sits in its row, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    /// The contact.
    pub(crate) contact: u32,
    /// The slot of the row's A.
    pub(crate) slot_a: u32,
    /// The slot of the row's B.
    pub(crate) slot_b: u32,
    /// Whether the row's A is the contact's B: the body that cannot move is always the row's A.
    /// Impulses mean the same either way, because the tangent turns with the normal.
    pub(crate) flipped: bool,
}

/// What [`fill`] takes beside the contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filling {
    /// What impulses of the step before are multiplied by: the ratio of the steps, or zero.
    pub(crate) impulse_scale: f32,
    /// Contacts that approach slower when the step begins do not bounce in it.
    pub(crate) bounce_speed: f32,
    /// The same of contacts without restitution between two bodies that yield. They are stopped by a
    /// blow, which acts in one place, where impulses that last have the lever arms of the step's start.
    pub(crate) stop_speed: f32,
}

/// Stands in unused lanes.
const NOBODY: (Seat, Contact) = (
    Seat { contact: 0, slot_a: PADDING_SLOT, slot_b: PADDING_SLOT, flipped: false },
    Contact::EMPTY,
);

/// Asks for the contacts that are to be written into a row next: they lie far apart, mostly beyond the
/// nearest caches, and come while the row before is filled.
#[inline(always)]
pub(crate) fn fetch_contacts(seats: &[Seat], contacts: &[Contact]) {
    for seat in seats {
        if let Some(contact) = contacts.get(seat.contact as usize) {
            fetch(contact);
        }
    }
}

/// Writes the contacts that `seats` name into `row`, and how fast each approaches into `approach`.
/// Returns what else there is to know about the row.
///
/// A register of contacts is read in five gathers of four numbers each: moving the numbers one by
/// one took five times as many instructions, and left too few of the cache misses side by side.
#[inline(always)]
pub(crate) fn fill<const W: usize, L: Lanes<W>>(
    token: L::Token,
    row: &mut Row,
    approach: &mut Wide,
    seats: &[Seat],
    contacts: &[Contact],
    states: &[BodyState],
    filling: Filling,
) -> Rare {
    let mut extra = false;
    let mut taken = [(&NOBODY.0, &NOBODY.1); LANES];
    for (lane, seat) in seats.iter().enumerate().take(LANES) {
        let contact = &contacts[seat.contact as usize];
        taken[lane] = (seat, contact);
        extra |= contact.has_extras();
    }
    for (lane, (seat, _)) in taken.iter().enumerate() {
        row.slot_a[lane] = seat.slot_a;
        row.slot_b[lane] = seat.slot_b;
    }
    let lanes = if seats.len() < LANES { seats.len() } else { LANES };
    let registers = Registers { row, approach, taken: &taken, states, filling, lanes };
    if seats.len() <= L::NARROWER {
        L::narrow(token, seats.len(), registers);
    } else {
        registers.run::<W, L>(token);
    }
    let Filling { bounce_speed, stop_speed, .. } = filling;
    let slowest = if bounce_speed < stop_speed { bounce_speed } else { stop_speed };
    let (mut bouncing, mut lively) = (0, false);
    for &approach in &*approach {
        lively |= approach >= slowest;
    }
    if lively {
        // By the contact alone, not by the company it keeps in its row.
        for (lane, ((seat, contact), &approach)) in
            taken.iter().zip(&*approach).take(lanes).enumerate()
        {
            let [_, _, _, inv_mass] = states[seat.slot_a as usize].motion;
            let bounces = if contact.restitution > 0.0 {
                approach >= bounce_speed
            } else {
                approach >= stop_speed && inv_mass > 0.0
            };
            bouncing |= u16::from(bounces) << lane;
        }
    }
    Rare { extra, bouncing }
}

/// The registers of a row that are in use, to be filled. Passes over the row read no others.
struct Registers<'a> {
    row: &'a mut Row,
    approach: &'a mut Wide,
    taken: &'a [(&'a Seat, &'a Contact); LANES],
    states: &'a [BodyState],
    filling: Filling,
    lanes: usize,
}

impl Job for Registers<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Lanes<W>>(self, token: L::Token) {
        let Self { row, approach, taken, states, filling, lanes } = self;
        // Counting them in the widest registers, of which there is one, made all of this a third slower.
        for at in 0..LANES / W {
            if W < LANES && at * W >= lanes {
                break;
            }
            fill_register::<W, L>(token, row, approach, part(taken, at), states, at, filling);
        }
    }
}

/// The anchors of a point, that on the row's A first.
#[inline(always)]
fn anchors((seat, contact): (&Seat, &Contact), point: usize) -> Half {
    let ContactPoint { anchor_a, anchor_b, .. } = contact.points[point];
    if seat.flipped {
        [anchor_b.x, anchor_b.y, anchor_a.x, anchor_a.y]
    } else {
        [anchor_a.x, anchor_a.y, anchor_b.x, anchor_b.y]
    }
}

/// What else there is of a point, with a number that goes with the first or the second.
#[inline(always)]
fn rest(contact: &Contact, point: usize, more: f32) -> Half {
    let ContactPoint { separation, normal_impulse, tangent_impulse, .. } = contact.points[point];
    [separation, normal_impulse, tangent_impulse, more]
}

/// One register of contacts: its numbers, lever arms, effective masses and approach speeds.
#[inline(always)]
fn fill_register<const W: usize, L: Lanes<W>>(
    token: L::Token,
    row: &mut Row,
    approach: &mut Wide,
    taken: &[(&Seat, &Contact); W],
    states: &[BodyState],
    at: usize,
    filling: Filling,
) {
    let (slot_a, slot_b) = (part::<W, _>(&row.slot_a, at), part::<W, _>(&row.slot_b, at));
    let [motion_a, [_, _, _, inertia_a]] = L::gather_both(
        token,
        #[inline(always)]
        |lane| states[slot_a[lane] as usize].both(),
    );
    let [motion_b, [_, _, _, inertia_b]] = L::gather_both(
        token,
        #[inline(always)]
        |lane| states[slot_b[lane] as usize].both(),
    );
    let (zero, one) = (L::splat(token, 0.0), L::splat(token, 1.0));
    let half = L::splat(token, 0.5);

    let [normal_x, normal_y, sign, count] = L::gather(
        token,
        #[inline(always)]
        |lane| {
            let (seat, contact) = taken[lane];
            let sign = if seat.flipped { -1.0 } else { 1.0 };
            [contact.normal.x, contact.normal.y, sign, contact.point_count as f32]
        },
    );
    let (normal_x, normal_y) = (normal_x * sign, normal_y * sign);
    let [ax, ay, bx, by] = L::gather(
        token,
        #[inline(always)]
        |lane| anchors(taken[lane], 0),
    );
    let [cx, cy, dx, dy] = L::gather(
        token,
        #[inline(always)]
        |lane| anchors(taken[lane], 1),
    );
    let [separation, normal_impulse, tangent_impulse, friction] = L::gather(
        token,
        #[inline(always)]
        |lane| rest(taken[lane].1, 0, taken[lane].1.friction),
    );
    let first = [separation, normal_impulse, tangent_impulse];
    let [separation, normal_impulse, tangent_impulse, _] = L::gather(
        token,
        #[inline(always)]
        |lane| rest(taken[lane].1, 1, 0.0),
    );
    let second = [separation, normal_impulse, tangent_impulse];
    // Whether there is such a point: one or zero. A contact of one point repeats it.
    let used = [count.lesser(one), (count - one).within(one).greater(zero)];
    let [cx, cy] = [used[1].if_positive(cx, ax), used[1].if_positive(cy, ay)];
    let [dx, dy] = [used[1].if_positive(dx, bx), used[1].if_positive(dy, by)];

    let cross_normal = |x: L, y: L| x * normal_y - y * normal_x;
    let cross_tangent = |x: L, y: L| -(x * normal_x) - y * normal_y;
    let shift_x = ((bx - ax) + (dx - cx)) * half;
    let shift_y = ((by - ay) + (dy - cy)) * half;
    let shift_normal = cross_normal(shift_x, shift_y);
    let shift_tangent = cross_tangent(shift_x, shift_y);

    let inv_mass = motion_a[3] + motion_b[3];
    let (velocity_x, velocity_y) = (motion_b[0] - motion_a[0], motion_b[1] - motion_a[1]);
    let velocity = velocity_x * normal_x + velocity_y * normal_y;
    let scale = L::splat(token, filling.impulse_scale);
    let mut fastest = zero;
    let mut arms = [[zero; 2]; 2];
    for (k, ([x, y], numbers)) in [([ax, ay], first), ([cx, cy], second)].into_iter().enumerate() {
        let used = used[k];
        let (arm_normal, arm_tangent) = (cross_normal(x, y) * used, cross_tangent(x, y) * used);
        arms[k] = [arm_normal, arm_tangent];
        let arm_b_normal = arm_normal + shift_normal;
        let closing = motion_a[2] * arm_normal - motion_b[2] * arm_b_normal - velocity;
        fastest = fastest.greater(used * closing);

        let [separation, normal_impulse, tangent_impulse] = numbers;
        let point = &mut row.points[k];
        for (to, value) in [
            (&mut point.arm_normal, arm_normal),
            (&mut point.arm_tangent, arm_tangent),
            (&mut point.separation, used.if_positive(separation, zero)),
            (&mut point.normal_impulse, used.if_positive(normal_impulse, zero) * scale),
            (&mut point.tangent_impulse, used.if_positive(tangent_impulse, zero) * scale),
        ] {
            value.store(part_mut(to, at));
        }
    }
    let inverse_masses = [inv_mass, inertia_a, inertia_b];
    let shift = [shift_normal, shift_tangent];
    set_masses(token, row, at, inverse_masses, used, arms, shift);
    for (to, value) in [
        (&mut row.normal_x, normal_x),
        (&mut row.normal_y, normal_y),
        (&mut row.friction, friction),
        (&mut row.shift_normal, shift_normal),
        (&mut row.shift_tangent, shift_tangent),
        (approach, fastest),
    ] {
        value.store(part_mut(to, at));
    }
}

/// Writes what impulses of one in the points of a register change, from A's lever arms and what B's
/// have more. The inverse masses are the sum of both bodies' and the inverse inertias of A and of B;
/// `used` is one for points that there are, and zero for others.
#[inline(always)]
pub(crate) fn set_masses<const W: usize, L: Lanes<W>>(
    token: L::Token,
    row: &mut Row,
    at: usize,
    [inv_mass, inertia_a, inertia_b]: [L; 3],
    used: [L; 2],
    arms: [[L; 2]; 2],
    shift: [L; 2],
) {
    let (zero, one) = (L::splat(token, 0.0), L::splat(token, 1.0));
    let mut coupled = (inv_mass, inertia_a, inertia_b);
    let mut product = one;
    for ((point, used), [arm_normal, arm_tangent]) in row.points.iter_mut().zip(used).zip(arms) {
        let arm_b_normal = arm_normal + shift[0];
        let inverse = |a: L, b: L| inv_mass + inertia_a * a * a + inertia_b * b * b;
        let mass = |inverse: L| used * inverse.if_positive(one / inverse, zero);
        let normal_mass = mass(inverse(arm_normal, arm_b_normal));
        coupled = (coupled.0, coupled.1 * arm_normal, coupled.2 * arm_b_normal);
        product = product * normal_mass;
        normal_mass.store(part_mut(&mut point.normal_mass, at));
        let tangent_mass = mass(inverse(arm_tangent, arm_tangent + shift[1]));
        tangent_mass.store(part_mut(&mut point.tangent_mass, at));
    }
    let across = (coupled.0 + coupled.1 + coupled.2) * L::splat(token, COUNTED);
    across.store(part_mut(&mut row.across, at));
    (one / (one - product * across * across)).store(part_mut(&mut row.inverse, at));
}

/// Writes what only some contacts need into `extra`.
pub(crate) fn fill_extra(
    extra: &mut Extra,
    seats: &[Seat],
    contacts: &[Contact],
    bodies: &[Body],
    states: &[BodyState],
    filling: Filling,
) {
    *extra = Extra::EMPTY;
    for (lane, seat) in seats.iter().enumerate().take(LANES) {
        let contact = &contacts[seat.contact as usize];
        let inverse =
            states[seat.slot_a as usize].offset[3] + states[seat.slot_b as usize].offset[3];
        extra.rolling_resistance[lane] = contact.rolling_resistance;
        extra.rolling_mass[lane] = if inverse > 0.0 { 1.0 / inverse } else { 0.0 };
        // The torque acts on B: it changes sign with the roles.
        let sign = if seat.flipped { -filling.impulse_scale } else { filling.impulse_scale };
        extra.rolling_impulse[lane] = contact.rolling_impulse * sign;
        // The speed turns with the tangent and with the roles: it stays.
        extra.surface_speed[lane] = contact.surface_speed;
        // Lone contacts are never flipped, and none of their bodies is fixed.
        let center = |body: u32| bodies.get(body as usize).map(|body| body.center);
        if let (Some(a), Some(b)) = (center(contact.body_a), center(contact.body_b)) {
            let between = a - b;
            (extra.between[0][lane], extra.between[1][lane]) = (between.x, between.y);
            if contact.round {
                extra.reach[lane] = contact.reach_of_discs(b - a);
            }
        }
    }
}
