//! Seats: every contact gets its lane, sorted by batch and colour.

use crate::row::{LANES, PADDING_SLOT, Seat};

use super::batches::Ends;
use super::colours::{ANCHORED, COLOURS};
use super::links::{Link, SideA};
use super::{Batch, Place, Sweep, ensure, join_if, refill};

/// Working memory of the seating.
#[derive(Debug, Default)]
pub(super) struct Seating {
    /// Per link: its batch and colour in one number. What follows is room.
    keys: Vec<u32>,
    /// Per batch and colour: how many links there are, then the seat of the next one.
    seats: Vec<u32>,
    /// Per batch and colour: the lane of the next one, counted over all rows.
    lanes: Vec<u32>,
}

impl Seating {
    /// Names the ends of links by their slots, and counts who is seated together.
    pub(super) fn count(
        &mut self,
        links: &mut [Link],
        colours: &[u8],
        ends: &Ends,
        batches: usize,
    ) {
        ensure(&mut self.keys, links.len(), 0);
        refill(&mut self.seats, batches * COLOURS, 0);
        for ((link, colour), key) in links.iter_mut().zip(colours).zip(&mut self.keys) {
            *key = ends.batch[link.b as usize] * COLOURS as u32 + u32::from(*colour);
            link.b = ends.slot[link.b as usize];
            if link.side_a == SideA::Movable {
                link.a = ends.slot[link.a as usize];
            }
            self.seats[*key as usize] += 1;
        }
    }

    /// Makes a sweep of every colour of every batch, those with an immovable body last; how many
    /// rows that takes.
    pub(super) fn lay_out(&mut self, batches: &mut [Batch], sweeps: &mut Vec<Sweep>) -> usize {
        sweeps.clear();
        self.lanes.clear();
        let (mut first_seat, mut first_row) = (0, 0);
        for (batch, counts) in batches.iter_mut().zip(self.seats.chunks_exact_mut(COLOURS)) {
            let (first_sweep, mut seat, mut row) = (sweeps.len(), 0, 0);
            for (colour, count) in counts.iter_mut().enumerate() {
                let seats = seat..seat + *count as usize;
                let rows = row..row + seats.len().div_ceil(LANES);
                *count = (first_seat + seat) as u32;
                self.lanes.push(((first_row + row) * LANES) as u32);
                (seat, row) = (seats.end, rows.end);
                if !seats.is_empty() {
                    sweeps.push(Sweep { seats, rows, movable_a: colour < ANCHORED });
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
    pub(super) fn seat(&mut self, links: &[Link], seats: &mut Vec<Seat>, place: &mut [Place]) {
        let empty = Seat { contact: 0, slot_a: PADDING_SLOT, slot_b: PADDING_SLOT, flipped: false };
        seats.resize(links.len(), empty);
        let Self { keys, seats: next_seat, lanes: next_lane, .. } = self;
        let keyed = || links.iter().zip(&*keys);
        join_if(
            links.len(),
            || {
                for (link, key) in keyed() {
                    let next = &mut next_seat[*key as usize];
                    let Link { contact, a, b, flipped, .. } = *link;
                    seats[*next as usize] = Seat { contact, slot_a: a, slot_b: b, flipped };
                    *next += 1;
                }
            },
            || {
                for (link, key) in keyed() {
                    let next = &mut next_lane[*key as usize];
                    place[link.contact as usize] = Place::new(*next as usize, link.flipped);
                    *next += 1;
                }
            },
        );
    }
}
