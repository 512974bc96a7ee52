//! Who bounces, and the blows of a substep.
//!
//! When the rows of a batch have been filled, the contacts that bounce in the step are known: few
//! as a rule, spread over many rows. They are collected into rows of their own, colour by colour in
//! the order of the others, so that a pass over them reads nothing else.

use crate::Contact;
use crate::batch::average;
use crate::kernel::bounce::{Blow, Bounce, Struck, measure, strike};
use crate::lanes::Lanes;
use crate::row::{LANES, Rare, Row, Seat};
use crate::structure::{Hub, Sweep};

/// How often a blow may be handed on in one substep before what is left is stopped as if it did
/// not bounce. A row of balls needs one pass per ball at worst.
const MAX_BLOWS: u32 = 32;

/// Lists the contacts of a batch that bounce.
pub(crate) fn collect_bounces(
    bounces: &mut Vec<Bounce>,
    sweeps: &[Sweep],
    seats: &[Seat],
    rows: &[Row],
    rare: &[Rare],
    contacts: &[Contact],
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
                let contact = sweep.seats_of_row(seats, row)[lane].contact;
                if let Some(bounce) = bounces.last_mut() {
                    bounce.seat(at, &rows[row], lane, contact, &contacts[contact as usize]);
                }
                at += 1;
            }
        }
    }
}

/// Strikes every contact that is about to meet fast, and hands the blows on.
#[inline(always)]
pub(crate) fn bounce<const W: usize, L: Lanes<W>>(
    token: L::Token,
    mut bodies: Struck<'_>,
    bounces: &mut [Bounce],
    hubs: &[Hub],
    blow: Blow,
) {
    if bounces.is_empty() {
        return;
    }
    if !blow.propagating {
        for bounce in &mut *bounces {
            for at in 0..LANES / W {
                measure::<W, L>(token, &mut bodies, bounce, at, blow);
            }
        }
    }
    for _ in 0..if blow.propagating { MAX_BLOWS } else { 1 } {
        let mut any = false;
        for bounce in &mut *bounces {
            for at in 0..LANES / W {
                any |= strike::<W, L>(token, &mut bodies, bounce, at, blow);
            }
        }
        if !any {
            break;
        }
        for hub in hubs {
            average(&mut bodies.base[hub.range()], |half| half);
            average(&mut bodies.states[hub.range()], |state| &mut state.motion);
        }
    }
}
