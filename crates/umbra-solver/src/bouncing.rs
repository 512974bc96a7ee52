//! Who bounces, and the blows of a substep.
//!
//! When the rows of a batch have been filled, the contacts that bounce in the step are known: few
//! as a rule, spread over many rows. They are collected into rows of their own, colour by colour in
//! the order of the others, so that a pass over them reads nothing else.

use crate::kernel::blows::{Blows, hand_on};
use crate::kernel::bounce::{Blow, Bodies, Bounce, measure, strike};
use crate::lanes::Lanes;
use crate::motion::average;
use crate::row::{LANES, Rare, Row, Seat};
use crate::structure::{Hub, Sweep};
use crate::{Body, Contact};

/// How often contacts are looked at in a substep: who is thrown at another one by a bounce bounces off it too.
const ROUNDS: u32 = 2;

/// Lists the contacts of a batch that may bounce.
pub(crate) fn collect_bounces(
    bounces: &mut Vec<Bounce>,
    sweeps: &[Sweep],
    seats: &[Seat],
    rows: &[Row],
    rare: &[Rare],
    contacts: &[Contact],
    bodies: &[Body],
) {
    bounces.clear();
    for sweep in sweeps {
        let mut at = LANES;
        for row in sweep.rows.clone() {
            let mut bouncing = rare[row].bouncing;
            while bouncing != 0 {
                let lane = bouncing.trailing_zeros() as usize;
                bouncing &= bouncing - 1;
                if at == LANES {
                    bounces.push(Bounce::new(sweep.movable_a));
                    at = 0;
                }
                let seat = &sweep.seats_of_row(seats, row)[lane];
                if let Some(bounce) = bounces.last_mut() {
                    let contact = &contacts[seat.contact as usize];
                    bounce.seat(at, rows, row * LANES + lane, seat, contact, bodies);
                }
                at += 1;
            }
        }
    }
}

/// Strikes every contact that meets fast in this substep: each once, or as blows are handed on. Those
/// that approach as fast and meet later are left alone until then.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub(crate) fn bounce<const W: usize, L: Lanes<W>>(
    token: L::Token,
    mut bodies: Bodies<'_>,
    rows: &mut [Row],
    bounces: &mut [Bounce],
    hubs: &[Hub],
    blow: Blow,
    blows: &mut Blows,
) {
    if bounces.is_empty() {
        return;
    }
    for bounce in &mut *bounces {
        bounce.begin(bodies.times);
    }
    if blow.propagating {
        hand_on(blows, &mut bodies, rows, bounces, hubs, blow);
        measure_each::<W, L>(token, &mut bodies, bounces, blow, true);
    } else {
        for round in 0..=ROUNDS {
            let again = round > 0;
            let any = measure_each::<W, L>(token, &mut bodies, bounces, blow, again);
            if !any || round == ROUNDS {
                break;
            }
            for bounce in &mut *bounces {
                for at in 0..LANES / W {
                    strike::<W, L>(token, &mut bodies, rows, bounce, at, blow, again);
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
        bounce.leave_early_ones_alone(&mut bodies, rows);
    }
}

/// Measures the contacts whose bodies move otherwise than when they were measured. Whether there is any to
/// strike.
#[inline(always)]
fn measure_each<const W: usize, L: Lanes<W>>(
    token: L::Token,
    bodies: &mut Bodies<'_>,
    bounces: &mut [Bounce],
    blow: Blow,
    again: bool,
) -> bool {
    for bounce in bounces.iter_mut().filter(|bounce| bounce.changed) {
        for at in 0..LANES / W {
            if bounce.used >> (at * W) != 0 {
                measure::<W, L>(token, bodies, bounce, at, blow, again);
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
