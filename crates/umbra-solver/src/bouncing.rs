//! Which contacts may bounce, and the bounces of a substep.
//!
//! Filling the blocks of a batch shows which contacts may bounce in the step: mostly few, in many blocks. They are
//! copied into blocks of their own, in the order of the colours, so that a bounce pass reads nothing else.

use umbra_geom::Real;

use crate::block::{BlockEntry, ContactBlock, LANES, LaneFlags};
use crate::kernel::bounce::{Bodies, BounceBlock, BounceParams, measure, resolve};
use crate::kernel::propagation::{Propagation, propagate};
use crate::lanes::Lanes;
use crate::motion::average;
use crate::structure::{Colour, Hub};
use crate::{Body, Contact};

/// Contacts are measured and resolved so often in a substep, because a bounce may drive a body into another one.
const ROUNDS: u32 = 2;

/// Lists the contacts of a batch that may bounce.
#[allow(clippy::too_many_arguments)]
pub(crate) fn collect_bounces(
    bounces: &mut Vec<BounceBlock>,
    colours: &[Colour],
    entries: &[BlockEntry],
    blocks: &[ContactBlock],
    flags: &[LaneFlags],
    contacts: &[Contact],
    bodies: &[Body],
    dt: Real,
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
                    bounce.put(at, blocks, block * LANES + lane, entry, contact, bodies, dt);
                }
                at += 1;
            }
        }
    }
}

/// Bounces every contact that meets fast in this substep: each once, or by propagation. Those that approach as
/// fast but meet later are suspended.
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
        measure_all::<W, L>(token, &mut bodies, bounces, params, true);
    } else {
        for round in 0..=ROUNDS {
            let again = round > 0;
            let any = measure_all::<W, L>(token, &mut bodies, bounces, params, again);
            if !any || round == ROUNDS {
                break;
            }
            for bounce in &mut *bounces {
                for at in 0..LANES / W {
                    resolve::<W, L>(token, &mut bodies, blocks, bounce, at, params, again);
                }
            }
            average_hit(&mut bodies, hubs);
            for bounce in &mut *bounces {
                bounce.check_changed(bodies.times);
            }
            for bounce in &*bounces {
                bounce.clear_next_meetings(bodies.times);
            }
        }
    }
    for bounce in bounces {
        bounce.suspend_early(&mut bodies, blocks);
    }
}

/// Measures the contacts whose bodies have bounced since they were measured. Returns whether any is to be
/// resolved.
#[inline(always)]
fn measure_all<const W: usize, L: Lanes<W>>(
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
        bounce.clear_next_meetings(bodies.times);
    }
    let mut any = false;
    for bounce in bounces {
        any |= bounce.record_next_meetings(bodies.times);
    }
    any
}

/// Averages the copies of each hub.
fn average_hit(bodies: &mut Bodies<'_>, hubs: &[Hub]) {
    for hub in hubs {
        // The mean of equal numbers need not be that number: copies without a bounce stay as they were.
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
