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

/// Lists the contacts of a batch that bounce.
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
                    bounces.push(Bounce::new(sweep.movable_a, sweep.lone));
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

/// Strikes every contact that is about to meet fast: each once, or as blows are handed on.
#[inline(always)]
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
    if blow.propagating {
        hand_on(blows, bodies, rows, bounces, hubs, blow);
        return;
    }
    for bounce in &mut *bounces {
        for at in 0..LANES / W {
            measure::<W, L>(token, &mut bodies, bounce, at, blow);
        }
    }
    let mut any = false;
    for bounce in &mut *bounces {
        for at in 0..LANES / W {
            any |= strike::<W, L>(token, &mut bodies, rows, bounce, at, blow);
        }
    }
    if any {
        for hub in hubs {
            // The mean of equal numbers need not be that number: who was not struck stays as it was.
            let copies = &bodies.states[hub.range()];
            if copies.iter().all(|copy| copy.has_bits_of(&copies[0])) {
                continue;
            }
            average(&mut bodies.base[hub.range()], |half| half);
            average(&mut bodies.states[hub.range()], |state| &mut state.motion);
            average(&mut bodies.states[hub.range()], |state| &mut state.offset);
        }
    }
}
