//! Seats: every contact gets its lane, sorted by batch and colour.

use crate::row::{LANES, PADDING_SLOT, Seat};

use super::colours::{ANCHORED, BURDENED, COLOURS, key};
use super::halves::Spot;
use super::links::{Link, SideA};
use super::{Batch, Place, Sweep, join_if, refill};

/// Working memory of the seating.
#[derive(Debug, Default)]
pub(super) struct Seating {
    /// Per half of a batch and colour: the seat of the next link, or of a second half that after it.
    seats: Vec<u32>,
    /// The same of lanes, counted over all rows.
    lanes: Vec<u32>,
}

/// Takes the next place of a half for a link of a colour: a first half fills the colour from its
/// beginning, a second one from its end.
#[inline]
fn take(places: &mut [u32], half: u32, colour: u8) -> u32 {
    let next = &mut places[key(half, colour)];
    let second = half & 1;
    let place = *next - second;
    *next = place + 1 - second;
    place
}

impl Seating {
    /// Makes a sweep of every colour of every batch, those with an immovable body last; how many
    /// rows that takes. `sizes` says how many links each has.
    pub(super) fn lay_out(
        &mut self,
        sizes: &[u32],
        batches: &mut [Batch],
        sweeps: &mut Vec<Sweep>,
    ) -> usize {
        sweeps.clear();
        let (mut first_seat, mut first_row) = (0, 0);
        refill(&mut self.seats, 2 * sizes.len(), 0);
        refill(&mut self.lanes, 2 * sizes.len(), 0);
        let places = self.seats.chunks_exact_mut(2 * COLOURS);
        let places = places.zip(self.lanes.chunks_exact_mut(2 * COLOURS));
        let batches = batches.iter_mut().zip(sizes.chunks_exact(COLOURS));
        for ((batch, sizes), (next_seats, next_lanes)) in batches.zip(places) {
            let (first_sweep, mut seat, mut row) = (sweeps.len(), 0, 0);
            for (colour, size) in sizes.iter().enumerate() {
                let seats = seat..seat + *size as usize;
                let rows = row..row + seats.len().div_ceil(LANES);
                let (first, lane) = (first_seat + seat, (first_row + row) * LANES);
                for (half, more) in [0, seats.len()].into_iter().enumerate() {
                    next_seats[half * COLOURS + colour] = (first + more) as u32;
                    next_lanes[half * COLOURS + colour] = (lane + more) as u32;
                }
                (seat, row) = (seats.end, rows.end);
                if !seats.is_empty() {
                    let movable_a = colour % BURDENED < ANCHORED;
                    let burdened = colour >= BURDENED;
                    sweeps.push(Sweep { seats, rows, movable_a, burdened });
                }
            }
            batch.sweeps = first_sweep..sweeps.len();
            batch.seats = first_seat..first_seat + seat;
            batch.rows = first_row..first_row + row;
            (first_seat, first_row) = (batch.seats.end, batch.rows.end);
        }
        first_row
    }

    /// Seats all links in their order, and tells contacts where they are.
    pub(super) fn seat(
        &mut self,
        links: &[Link],
        colours: &[u8],
        spots: &[Spot],
        seats: &mut Vec<Seat>,
        place: &mut [Place],
    ) {
        let empty = Seat { contact: 0, slot_a: PADDING_SLOT, slot_b: PADDING_SLOT, flipped: false };
        seats.resize(links.len(), empty);
        let Self { seats: next_seat, lanes: next_lane } = self;
        let coloured = || links.iter().zip(colours);
        join_if(
            links.len(),
            || {
                for (link, colour) in coloured() {
                    let Link { contact, a, b, flipped, side_a, .. } = *link;
                    let slot_a = if side_a == SideA::Movable { spots[a as usize].slot } else { a };
                    let Spot { slot: slot_b, half } = spots[b as usize];
                    let seat = take(next_seat, half, *colour);
                    seats[seat as usize] = Seat { contact, slot_a, slot_b, flipped };
                }
            },
            || {
                for (link, colour) in coloured() {
                    let lane = take(next_lane, spots[link.b as usize].half, *colour);
                    place[link.contact as usize] = Place::new(lane as usize, link.flipped);
                }
            },
        );
    }
}
