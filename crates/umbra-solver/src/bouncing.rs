//! Who bounces, and the propagation of a substep.
//!
//! When the blocks of a batch have been filled, the contacts that bounce in the step are known: few
//! as a rule, spread over many blocks. They are collected into blocks of their own, colour by colour in
//! the order of the others, so that a pass over them reads nothing else.

use crate::block::{BlockEntry, ContactBlock, LANES, LaneFlags};
use crate::kernel::bounce::{Bodies, BounceBlock, BounceParams, measure, strike};
use crate::kernel::propagation::{Propagation, propagate};
use crate::lanes::Lanes;
use crate::motion::average;
use crate::structure::{Colour, Hub};
use crate::{Body, Contact};

/// How often contacts are looked at in a substep: who is shuffled at another one by a bounce bounces off it too.
const ROUNDS: u32 = 2;

/// Lists the contacts of a batch that may bounce.
pub(crate) fn collect_bounces(
    bounces: &mut Vec<BounceBlock>,
    colours: &[Colour],
    entries: &[BlockEntry],
    blocks: &[ContactBlock],
    flags: &[LaneFlags],
    contacts: &[Contact],
    bodies: &[Body],
) {
    bounces.clear();
    for colour in colours {
        let mut at = LANES;
        for block in colour.blocks.clone() {
            let mut bouncing = flags[block].bouncing;
            while bouncing != 0 {
                let lane = bouncing.trailing_zeros() as usize;
                bouncing &= bouncing - 1;
                if at == LANES {
                    bounces.push(BounceBlock::new(colour.movable_a));
                    at = 0;
                }
                let entry = &colour.entries_of_block(entries, block)[lane];
                if let Some(bounce) = bounces.last_mut() {
                    let contact = &contacts[entry.contact as usize];
                    bounce.put(at, blocks, block * LANES + lane, entry, contact, bodies);
                }
                at += 1;
            }
        }
    }
}

/// Strikes every contact that meets fast in this substep: each once, or as propagation are handed on. Those
/// that approach as fast and meet later are left alone until then.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub(crate) fn bounce<const W: usize, L: Lanes<W>>(
    token: L::Token,
    mut bodies: Bodies<'_>,
    blocks: &mut [ContactBlock],
    bounces: &mut [BounceBlock],
    hubs: &[Hub],
    params: BounceParams,
    propagation: &mut Propagation,
) {
    if bounces.is_empty() {
        return;
    }
    for bounce in &mut *bounces {
        bounce.begin(bodies.times);
    }
    if params.propagating {
        propagate(propagation, &mut bodies, blocks, bounces, hubs, params);
        measure_each::<W, L>(token, &mut bodies, bounces, params, true);
    } else {
        for round in 0..=ROUNDS {
            let again = round > 0;
            let any = measure_each::<W, L>(token, &mut bodies, bounces, params, again);
            if !any || round == ROUNDS {
                break;
            }
            for bounce in &mut *bounces {
                for at in 0..LANES / W {
                    strike::<W, L>(token, &mut bodies, blocks, bounce, at, params, again);
                }
            }
            average_struck(&mut bodies, hubs);
            for bounce in &mut *bounces {
                bounce.note_whether_changed(bodies.times);
            }
            for bounce in &*bounces {
                bounce.forget_next(bodies.times);
            }
        }
    }
    for bounce in bounces {
        bounce.leave_early_ones_alone(&mut bodies, blocks);
    }
}

/// Measures the contacts whose bodies move otherwise than when they were measured. Whether there is any to
/// strike.
#[inline(always)]
fn measure_each<const W: usize, L: Lanes<W>>(
    token: L::Token,
    bodies: &mut Bodies<'_>,
    bounces: &mut [BounceBlock],
    params: BounceParams,
    again: bool,
) -> bool {
    for bounce in bounces.iter_mut().filter(|bounce| bounce.changed) {
        for at in 0..LANES / W {
            if bounce.used >> (at * W) != 0 {
                measure::<W, L>(token, bodies, bounce, at, params, again);
            }
        }
    }
    for bounce in &*bounces {
        bounce.forget_next(bodies.times);
    }
    let mut any = false;
    for bounce in bounces {
        any |= bounce.note_next(bodies.times);
    }
    any
}

/// Makes one body of the copies of each hub again.
fn average_struck(bodies: &mut Bodies<'_>, hubs: &[Hub]) {
    for hub in hubs {
        // The mean of equal numbers need not be that number: who was not struck stays as it was.
        let copies = &bodies.states[hub.range()];
        if copies.iter().all(|copy| copy.has_bits_of(&copies[0])) {
            continue;
        }
        bodies.times[hub.range()].iter_mut().for_each(|times| times.changed = true);
        average(&mut bodies.base[hub.range()], |half| half);
        average(&mut bodies.states[hub.range()], |state| &mut state.motion);
        average(&mut bodies.states[hub.range()], |state| &mut state.offset);
    }
}
