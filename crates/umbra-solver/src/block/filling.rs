//! Writes contacts into blocks: in the block's frame, with lever arms, effective masses and
//! approach speeds.

use crate::BodyState;
use crate::block::approach::{Closing, Speeds};
use crate::block::{
    Approach, BlockEntry, ColdBlock, ContactBlock, LANES, LaneFlags, part, part_mut,
};
use crate::body::Half;
use crate::contact::{Contact, ContactPoint};
use crate::kernel::points::COUNTED;
use crate::known::Known;
use crate::shared::fetch;
use crate::tuning::LIVELY;
use umbra_lanes::{Job, Register};

/// The parameters of [`fill`] besides the contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filling {
    /// A factor for the impulses of the step before: the ratio of the steps, or zero.
    pub(crate) impulse_scale: f32,
    /// Contacts whose bodies move past one another more slowly than this when the step begins do
    /// not bounce in it, unless an impact propagates to them. Those of two movable bodies without
    /// restitution are stopped where they meet, if they approach as fast: an impulse that is
    /// applied at the start of a substep and again in the next would act in two places.
    pub(crate) bounce_speed: f32,
    /// A point that closes its gap within this time, at its speed when the step begins, counts as
    /// met in the step.
    pub(crate) reach: f32,
}

/// The entry and contact of unused lanes.
const NOBODY: (BlockEntry, Contact) = (BlockEntry::NONE, Contact::EMPTY);

/// The data that is written into blocks.
#[derive(Clone, Copy)]
pub(crate) struct FillInputs<'a> {
    pub(crate) contacts: &'a [Contact],
    /// Knowledge of contacts; empty if there is none.
    pub(crate) known: &'a [Known],
    pub(crate) states: &'a [BodyState],
    pub(crate) filling: Filling,
}

impl FillInputs<'_> {
    /// True if the impulses of a contact are in its lane.
    fn is_in_lane(&self, contact: u32) -> bool {
        let known = self.known.get(contact as usize);
        known.is_some_and(|known| known.is_in_lane())
    }
}

/// Writes the impulses of a contact into its lane that has not had them there before, or whose
/// points have those of others.
#[inline(never)]
fn place_impulses(block: &mut ContactBlock, lane: usize, contact: &Contact, known: Known) {
    let own = contact.points.map(|point| [point.normal_impulse, point.tangent_impulse]);
    let [first, second] = &mut block.points;
    let mut in_lane = [first, second]
        .map(|point| [&mut point.normal_impulse[lane], &mut point.tangent_impulse[lane]]);
    let old = in_lane.each_ref().map(|point| point.each_ref().map(|impulse| **impulse));
    let new = known.impulses(old, own);
    for (to, from) in in_lane.iter_mut().flatten().zip(new.into_iter().flatten()) {
        **to = from;
    }
}

/// Prefetches the contacts that are to be written into a block next: they lie far apart, mostly
/// beyond the nearest caches, and arrive while the block before is filled.
#[inline(always)]
pub(crate) fn fetch_contacts(entries: &[BlockEntry], contacts: &[Contact]) {
    for entry in entries {
        if let Some(contact) = contacts.get(entry.contact as usize) {
            fetch(contact);
        }
    }
}

/// Writes the contacts of `entries` into `block`, and the speeds at which they will meet into
/// `approach`. Returns the flags of the block.
///
/// A register of contacts is read in five gathers of four numbers each: moving the numbers one by
/// one took five times as many instructions, and left too few of the cache misses side by side.
#[inline(always)]
pub(crate) fn fill<const W: usize, L: Register<W>>(
    token: L::Token,
    block: &mut ContactBlock,
    approach: &mut Approach,
    entries: &[BlockEntry],
    inputs: FillInputs<'_>,
) -> LaneFlags {
    let FillInputs { contacts, states, filling, .. } = inputs;
    let (mut cold, mut lively, mut was_loaded, mut pairs) = (false, false, false, 0);
    let (mut touching, mut was_hit) = (0, 0);
    let mut speeds = Speeds::default();
    let mut taken = [(&NOBODY.0, &NOBODY.1); LANES];
    let mut separations = [[0.0; 2]; LANES];
    for (lane, entry) in entries.iter().enumerate().take(LANES) {
        let contact = &contacts[entry.contact as usize];
        taken[lane] = (entry, contact);
        cold |= contact.needs_cold();
        was_loaded |= contact.heavily_loaded;
        pairs |= u16::from(contact.point_count > 1) << lane;
        touching |= u16::from(contact.touching) << lane;
        was_hit |= u16::from(contact.was_hit) << lane;
        separations[lane] = contact.separations();
        if let Some(known) = inputs.known.get(entry.contact as usize) {
            separations[lane] = known.separations_or(separations[lane]);
            if !known.stays_in_lane() {
                place_impulses(block, lane, contact, *known);
            }
        }
        lively |= contact.restitution >= LIVELY || contact.ahead > 0 || contact.reserve;
    }
    for (lane, (entry, _)) in taken.iter().enumerate() {
        block.slot_a[lane] = entry.slot_a;
        block.slot_b[lane] = entry.slot_b;
    }
    let lanes = if entries.len() < LANES { entries.len() } else { LANES };
    let speeds_of = &mut speeds;
    let registers = Registers {
        block,
        approach,
        speeds: speeds_of,
        taken: &taken,
        separations: &separations,
        in_lanes: !inputs.known.is_empty(),
        states,
        filling,
        lanes,
    };
    if entries.len() <= L::NARROWER {
        L::narrow(token, entries.len(), registers);
    } else {
        registers.run::<W, L>(token);
    }
    let bounce_speed = filling.bounce_speed;
    let (mut bouncing, mut gives_back) = (0, 0);
    for &approach in &speeds.normal {
        lively |= approach >= bounce_speed;
    }
    let is_calm = !lively;
    if lively {
        // This depends on the contact alone, not on others in its block.
        for (lane, (entry, contact)) in taken.iter().enumerate().take(lanes) {
            let [_, _, _, inv_mass] = states[entry.slot_a as usize].motion;
            let bounces = if contact.ahead > 0 || contact.reserve {
                // The approach is that at the meeting place, which is known better when bounces are looked for.
                true
            } else if contact.restitution >= LIVELY {
                // A third body may drive one into the other. Then the relative speed counts, in any direction,
                // and the part of its energy that a bounce gives back.
                speeds.normal[lane] >= bounce_speed
                    || speeds.any[lane] * contact.restitution * contact.restitution >= bounce_speed
            } else {
                let may_give = contact.restitution > 0.0 || inv_mass > 0.0;
                speeds.normal[lane] >= bounce_speed && may_give
            };
            bouncing |= u16::from(bounces) << lane;
            gives_back |= u16::from(contact.restitution >= LIVELY) << lane;
        }
    }
    let lively = gives_back & !bouncing;
    LaneFlags {
        cold,
        heavily_loaded: false,
        was_loaded,
        is_calm,
        bouncing,
        lively,
        pairs,
        touching,
        was_hit,
    }
}

/// The registers of a block that are in use. Passes over the block read no others.
struct Registers<'a> {
    block: &'a mut ContactBlock,
    approach: &'a mut Approach,
    speeds: &'a mut Speeds,
    taken: &'a [(&'a BlockEntry, &'a Contact); LANES],
    separations: &'a [[f32; 2]; LANES],
    /// True if impulses are in the lanes, and not in the contacts.
    in_lanes: bool,
    states: &'a [BodyState],
    filling: Filling,
    lanes: usize,
}

impl Job for Registers<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Register<W>>(self, token: L::Token) {
        let Self { block, approach, speeds, taken, separations, in_lanes, states, filling, lanes } =
            self;
        // Counting them in the widest registers, of which there is one, made all of this a third slower.
        for at in 0..LANES / W {
            if W < LANES && at * W >= lanes {
                break;
            }
            fill_register::<W, L>(
                token,
                block,
                approach,
                speeds,
                (part(taken, at), part(separations, at)),
                in_lanes,
                states,
                at,
                filling,
            );
        }
    }
}

/// The anchors of a point; the one on the block's A comes first.
#[inline(always)]
fn anchors((entry, contact): (&BlockEntry, &Contact), point: usize) -> Half {
    let ContactPoint { anchor_a, anchor_b, .. } = contact.points[point];
    if entry.flipped {
        [anchor_b.x, anchor_b.y, anchor_a.x, anchor_a.y]
    } else {
        [anchor_a.x, anchor_a.y, anchor_b.x, anchor_b.y]
    }
}

/// The other numbers of a point, with one number of the contact.
#[inline(always)]
fn rest(contact: &Contact, point: usize, separation: f32, more: f32) -> Half {
    let ContactPoint { normal_impulse, tangent_impulse, .. } = contact.points[point];
    [separation, normal_impulse, tangent_impulse, more]
}

/// The numbers of the contacts of a register, with A and B as in the block.
struct Gathered<L> {
    normal: [L; 2],
    friction: L,
    points: [GatheredPoint<L>; 2],
}

/// The numbers of their first or second points. A contact with one point repeats its anchors.
struct GatheredPoint<L> {
    /// One for points that exist, zero for others.
    used: L,
    /// The vectors from the centres of A and B to the point.
    anchors: [[L; 2]; 2],
    separation: L,
    normal_impulse: L,
    tangent_impulse: L,
}

impl<L> Gathered<L> {
    #[inline(always)]
    fn gather<const W: usize>(
        token: L::Token,
        taken: &[(&BlockEntry, &Contact); W],
        separations: &[[f32; 2]; W],
    ) -> Self
    where
        L: Register<W>,
    {
        let (zero, one) = (L::splat(token, 0.0), L::splat(token, 1.0));
        let [normal_x, normal_y, sign, count] = L::gather(
            token,
            #[inline(always)]
            |lane| {
                let (entry, contact) = taken[lane];
                let sign = if entry.flipped { -1.0 } else { 1.0 };
                [contact.normal.x, contact.normal.y, sign, f32::from(contact.point_count)]
            },
        );
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
            |lane| rest(taken[lane].1, 0, separations[lane][0], taken[lane].1.friction),
        );
        let (used, anchors) = (count.lesser(one), [[ax, ay], [bx, by]]);
        let first = GatheredPoint { used, anchors, separation, normal_impulse, tangent_impulse };
        let [separation, normal_impulse, tangent_impulse, _] = L::gather(
            token,
            #[inline(always)]
            |lane| rest(taken[lane].1, 1, separations[lane][1], 0.0),
        );
        let used = (count - one).within(one).greater(zero);
        let anchors = [
            [used.if_positive(cx, ax), used.if_positive(cy, ay)],
            [used.if_positive(dx, bx), used.if_positive(dy, by)],
        ];
        let second = GatheredPoint { used, anchors, separation, normal_impulse, tangent_impulse };
        Self { normal: [normal_x * sign, normal_y * sign], friction, points: [first, second] }
    }
}

/// Fills one register of contacts: its numbers, lever arms, effective masses and approach speeds.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn fill_register<const W: usize, L: Register<W>>(
    token: L::Token,
    block: &mut ContactBlock,
    approach: &mut Approach,
    speeds: &mut Speeds,
    (taken, separations): (&[(&BlockEntry, &Contact); W], &[[f32; 2]; W]),
    in_lanes: bool,
    states: &[BodyState],
    at: usize,
    filling: Filling,
) {
    let (slot_a, slot_b) = (part::<W, _>(&block.slot_a, at), part::<W, _>(&block.slot_b, at));
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
    let Gathered { normal: [normal_x, normal_y], friction, points } =
        Gathered::<L>::gather(token, taken, separations);
    let [zero, half] = [0.0, 0.5].map(|value| L::splat(token, value));

    let cross_normal = |x: L, y: L| x * normal_y - y * normal_x;
    let cross_tangent = |x: L, y: L| -(x * normal_x) - y * normal_y;
    let [[[ax, ay], [bx, by]], [[cx, cy], [dx, dy]]] = [points[0].anchors, points[1].anchors];
    let shift_x = ((bx - ax) + (dx - cx)) * half;
    let shift_y = ((by - ay) + (dy - cy)) * half;
    let arm_offset_normal = cross_normal(shift_x, shift_y);
    let arm_offset_tangent = cross_tangent(shift_x, shift_y);

    let inv_mass = motion_a[3] + motion_b[3];
    let scale = L::splat(token, filling.impulse_scale);
    let (mut arms, mut separations) = ([[zero; 2]; 2], [zero; 2]);
    let are_used = [points[0].used, points[1].used];
    for (k, gathered) in points.into_iter().enumerate() {
        let GatheredPoint { used, anchors: [[x, y], _], .. } = gathered;
        let (arm_normal, arm_tangent) = (cross_normal(x, y) * used, cross_tangent(x, y) * used);
        arms[k] = [arm_normal, arm_tangent];
        separations[k] = used.if_positive(gathered.separation, zero);
        let point = &mut block.points[k];
        for (to, value) in [
            (&mut point.arm_normal, arm_normal),
            (&mut point.arm_tangent, arm_tangent),
            (&mut point.separation, separations[k]),
        ] {
            value.store(part_mut(to, at));
        }
        for (to, value) in [
            (&mut point.normal_impulse, gathered.normal_impulse),
            (&mut point.tangent_impulse, gathered.tangent_impulse),
        ] {
            let value = if in_lanes { L::load(token, part::<W, _>(to, at)) } else { value };
            (used.if_positive(value, zero) * scale).store(part_mut(to, at));
        }
    }
    let inverse_masses = [inv_mass, inertia_a, inertia_b];
    let shift = [arm_offset_normal, arm_offset_tangent];
    set_masses(token, block, at, inverse_masses, are_used, arms, shift);
    for (to, value) in [
        (&mut block.normal_x, normal_x),
        (&mut block.normal_y, normal_y),
        (&mut block.friction, friction),
        (&mut block.arm_offset_normal, arm_offset_normal),
        (&mut block.arm_offset_tangent, arm_offset_tangent),
        (&mut block.total, zero),
    ] {
        value.store(part_mut(to, at));
    }
    let contacts = Closing {
        motions: [motion_a, motion_b],
        normal: [normal_x, normal_y],
        arms,
        shift,
        separations,
        used: are_used,
    };
    contacts.measure(token, filling.reach, approach, speeds, at);
}

/// Writes the effective masses of the points of a register, from A's lever arms and the arm offset
/// of B. The inverse masses are the sum of both bodies' and the inverse inertias of A and of B;
/// `used` is one for points that exist, and zero for others.
#[inline(always)]
pub(crate) fn set_masses<const W: usize, L: Register<W>>(
    token: L::Token,
    block: &mut ContactBlock,
    at: usize,
    [inv_mass, inertia_a, inertia_b]: [L; 3],
    used: [L; 2],
    arms: [[L; 2]; 2],
    shift: [L; 2],
) {
    let (zero, one) = (L::splat(token, 0.0), L::splat(token, 1.0));
    let mut coupled = (inv_mass, inertia_a, inertia_b);
    let mut product = one;
    for ((point, used), [arm_normal, arm_tangent]) in block.points.iter_mut().zip(used).zip(arms) {
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
    let mean_mass = product.sqrt();
    let coupling = (coupled.0 + coupled.1 + coupled.2) * mean_mass;
    let counted = coupling * L::splat(token, COUNTED);
    // What both points give alike, and what they give in opposite directions: see `COUNTED`.
    let alike = one / (one + coupling.if_positive(coupling, counted));
    let opposite = one / (one - coupling.if_positive(counted, coupling));
    let sum = alike + opposite;
    let across = mean_mass.if_positive((opposite - alike) / (sum * mean_mass), zero);
    across.store(part_mut(&mut block.across, at));
    (sum * L::splat(token, 0.5)).store(part_mut(&mut block.inverse, at));
}

/// Writes the data that only some contacts need into a cold block. `was_cold` is true if it is as
/// the step before left it.
pub(crate) fn fill_cold(
    cold: &mut ColdBlock,
    entries: &[BlockEntry],
    inputs: FillInputs<'_>,
    was_cold: bool,
) {
    let FillInputs { contacts, states, filling, .. } = inputs;
    let old = core::mem::replace(cold, ColdBlock::EMPTY);
    for (lane, entry) in entries.iter().enumerate().take(LANES) {
        let contact = &contacts[entry.contact as usize];
        let inverse =
            states[entry.slot_a as usize].offset[3] + states[entry.slot_b as usize].offset[3];
        cold.rolling_resistance[lane] = contact.rolling_resistance;
        cold.rolling_mass[lane] = if inverse > 0.0 { 1.0 / inverse } else { 0.0 };
        // The torque acts on B: it changes sign with the roles.
        let sign = if entry.flipped { -filling.impulse_scale } else { filling.impulse_scale };
        cold.rolling_impulse[lane] = if was_cold && inputs.is_in_lane(entry.contact) {
            old.rolling_impulse[lane] * filling.impulse_scale
        } else {
            contact.rolling_impulse * sign
        };
        // The speed turns with the tangent and with the roles: it stays.
        cold.surface_speed[lane] = contact.surface_speed;
    }
}
