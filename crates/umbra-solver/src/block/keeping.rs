//! Takes blocks up again that hold the contacts of the step before.
//!
//! Of a contact that rests, a step changes the separations, which the caller tells, and the
//! impulses, which are where the kernels left them. Lever arms and effective masses stay. Filling
//! such a block anew reads three cache lines a contact; this reads eight bytes.

use umbra_geom::Real;
use umbra_lanes::{Job, Register};

use crate::BodyState;
use crate::block::approach::{Closing, Speeds};
#[cfg(debug_assertions)]
use crate::block::filling::fill;
use crate::block::filling::{FillInputs, Filling};
use crate::block::{Approach, BlockEntry, ContactBlock, LANES, LaneFlags, Wide, part, part_mut};

/// The separations of a lane without a contact.
const NO_CONTACT: [Real; 2] = [0.0; 2];

/// Takes up the contacts of a block, if all of them are as they were. Returns whether it did: if
/// not, the block has to be filled. It then has the bits that filling would give it.
#[inline(always)]
pub(crate) fn keep<const W: usize, L: Register<W>>(
    token: L::Token,
    block: &mut ContactBlock,
    approach: &mut Approach,
    flags: &mut LaneFlags,
    entries: &[BlockEntry],
    FillInputs { known, states, filling, .. }: FillInputs<'_>,
) -> bool {
    if !flags.is_calm || flags.heavily_loaded {
        return false;
    }
    let mut separations = [&NO_CONTACT; LANES];
    let mut sum = 0.0;
    for (to, entry) in separations.iter_mut().zip(entries) {
        *to = known[entry.contact as usize].of_unchanged();
        sum += to[0] * 0.0;
    }
    // Of what is not a number there is no sum.
    if sum != 0.0 {
        return false;
    }
    let mut speeds = Speeds::default();
    let lanes = if entries.len() < LANES { entries.len() } else { LANES };
    let registers = Registers {
        block,
        approach,
        speeds: &mut speeds,
        separations: &separations,
        pairs: flags.pairs,
        states,
        filling,
        lanes,
    };
    if entries.len() <= L::NARROWER {
        L::narrow(token, entries.len(), registers);
    } else {
        registers.run::<W, L>(token);
    }
    // What meets fast may bounce.
    let mut is_slow = true;
    for speed in &speeds.normal[..lanes] {
        is_slow &= *speed < filling.bounce_speed;
    }
    flags.was_loaded = false;
    is_slow
}

/// Checks that filling a block gives it the bits that it has, but for impulses, which may be
/// nowhere else.
#[cfg(debug_assertions)]
pub(crate) fn check<const W: usize, L: Register<W>>(
    token: L::Token,
    block: &ContactBlock,
    entries: &[BlockEntry],
    inputs: FillInputs<'_>,
) {
    let (mut again, mut approach) = (block.clone(), Approach::NONE);
    fill::<W, L>(token, &mut again, &mut approach, entries, inputs);
    assert!(
        block.equals(&again, entries.len()),
        "a contact that is told to be unchanged has changed"
    );
}

/// The registers of a block that are in use.
struct Registers<'a> {
    block: &'a mut ContactBlock,
    approach: &'a mut Approach,
    speeds: &'a mut Speeds,
    separations: &'a [&'a [Real; 2]; LANES],
    /// The contacts with two points: a bit for each lane.
    pairs: u16,
    states: &'a [BodyState],
    filling: Filling,
    lanes: usize,
}

impl Job for Registers<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Register<W>>(mut self, token: L::Token) {
        for at in 0..LANES / W {
            if at * W >= self.lanes {
                break;
            }
            self.keep_register::<W, L>(token, at);
        }
    }
}

impl Registers<'_> {
    #[inline(always)]
    fn keep_register<const W: usize, L: Register<W>>(&mut self, token: L::Token, at: usize) {
        let Self { block, approach, speeds, separations, pairs, states, filling, lanes } = self;
        let (slot_a, slot_b) = (part::<W, _>(&block.slot_a, at), part::<W, _>(&block.slot_b, at));
        let motion = |slot: u32| states[slot as usize].motion;
        let motion_a = L::gather(
            token,
            #[inline(always)]
            |lane| motion(slot_a[lane]),
        );
        let motion_b = L::gather(
            token,
            #[inline(always)]
            |lane| motion(slot_b[lane]),
        );
        let zero = L::splat(token, 0.0);
        let own = part::<W, _>(separations, at);
        let [first, second, is_used, is_pair] = L::gather(
            token,
            #[inline(always)]
            |lane| {
                let [first, second] = *own[lane];
                let bit = at * W + lane;
                let is_used = if bit < *lanes { 1.0 } else { 0.0 };
                let is_pair = if *pairs >> bit & 1 != 0 { 1.0 } else { 0.0 };
                [first, second, is_used, is_pair]
            },
        );
        let read = |wide: &Wide| L::load(token, part::<W, _>(wide, at));
        let separations = [first, is_pair.if_positive(second, zero)];
        let normal = [read(&block.normal_x), read(&block.normal_y)];
        let shift = [read(&block.arm_offset_normal), read(&block.arm_offset_tangent)];
        let arms = block
            .points
            .each_ref()
            .map(|point| [read(&point.arm_normal), read(&point.arm_tangent)]);
        let scale = L::splat(token, filling.impulse_scale);
        for (point, separation) in block.points.iter_mut().zip(separations) {
            separation.store(part_mut(&mut point.separation, at));
            for impulse in [&mut point.normal_impulse, &mut point.tangent_impulse] {
                let scaled = L::load(token, part::<W, _>(impulse, at)) * scale;
                scaled.store(part_mut(impulse, at));
            }
        }
        zero.store(part_mut(&mut block.total, at));
        let closing = Closing {
            motions: [motion_a, motion_b],
            normal,
            arms,
            shift,
            separations,
            used: [is_used, is_pair],
        };
        closing.measure(token, filling.reach, approach, speeds, at);
    }
}
