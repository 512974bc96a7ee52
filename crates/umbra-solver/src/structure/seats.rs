//! Seats: every contact gets its lane, sorted by batch and colour.

use crate::row::{LANES, PADDING_SLOT, Seat};

use super::batches::Ends;
use super::colours::{ANCHORED, COLOURS, LONE, key};
use super::links::{Link, SideA};
use super::{Batch, Place, Sweep, join_if};

/// Working memory of the seating.
#[derive(Debug, Default)]
pub(super) struct Seating {
    /// Per batch and colour: the seat of the next link.
    seats: Vec<u32>,
    /// Per batch and colour: the lane of the next one, counted over all rows.
    lanes: Vec<u32>,
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
        self.lanes.clear();
        self.seats.clear();
        let (mut first_seat, mut first_row) = (0, 0);
        for (batch, sizes) in batches.iter_mut().zip(sizes.chunks_exact(COLOURS)) {
            let (first_sweep, mut seat, mut row) = (sweeps.len(), 0, 0);
            for (colour, size) in sizes.iter().enumerate() {
                let seats = seat..seat + *size as usize;
                let rows = row..row + seats.len().div_ceil(LANES);
                self.seats.push((first_seat + seat) as u32);
                self.lanes.push(((first_row + row) * LANES) as u32);
                (seat, row) = (seats.end, rows.end);
                if !seats.is_empty() {
                    let lone = colour == LONE;
                    sweeps.push(Sweep { seats, rows, movable_a: colour < ANCHORED || lone, lone });
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
        ends: &Ends,
        seats: &mut Vec<Seat>,
        place: &mut [Place],
    ) {
        let empty = Seat { contact: 0, slot_a: PADDING_SLOT, slot_b: PADDING_SLOT, flipped: false };
        seats.resize(links.len(), empty);
        let Self { seats: next_seat, lanes: next_lane } = self;
        let Ends { batch, slot, .. } = ends;
        let coloured = || links.iter().zip(colours);
        join_if(
            links.len(),
            || {
                for (link, colour) in coloured() {
                    let next = &mut next_seat[key(batch[link.b as usize], *colour)];
                    let Link { contact, a, b, flipped, side_a, .. } = *link;
                    let slot_a = if side_a == SideA::Movable { slot[a as usize] } else { a };
                    let slot_b = slot[b as usize];
                    seats[*next as usize] = Seat { contact, slot_a, slot_b, flipped };
                    *next += 1;
                }
            },
            || {
                for (link, colour) in coloured() {
                    let next = &mut next_lane[key(batch[link.b as usize], *colour)];
                    place[link.contact as usize] = Place::new(*next as usize, link.flipped);
                    *next += 1;
                }
            },
        );
    }
}
