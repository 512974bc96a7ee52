//! Layout: every contact gets its lane, sorted by batch and colour.

use crate::block::{BlockEntry, LANES};

use super::colouring::{ANCHORED, COLOURS, OF_LOAD, key};
use super::links::{Link, SideA};
use super::lists::{join_if, refill};
use super::partition::BodySlot;
use super::parts::Load;
use super::parts::{Batch, Colour, LaneIndex};

/// Working memory of the layout.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Per half of a batch and colour: the index of the next lane, counted over all blocks, and
    /// from the end in a second half.
    next: Vec<u32>,
    /// The same for a second thread.
    next_too: Vec<u32>,
}

/// Takes the next lane of a half for a link of a colour: a first half fills the colour from its
/// start, a second one from its end.
#[inline]
fn take_next(places: &mut [u32], half: u32, colour: u16) -> u32 {
    let next = &mut places[key(half, colour)];
    let second = half & 1;
    let lane = *next - second;
    *next = lane + 1 - second;
    lane
}

/// The number of blocks for so many contacts of a colour, and for some that come later.
fn room_for(contacts: u32) -> usize {
    (contacts + contacts / SPARE + FEWEST_SPARE).div_ceil(LANES as u32) as usize
}

/// One contact more has room for each so many, but for no fewer than the other number.
const SPARE: u32 = 8;
const FEWEST_SPARE: u32 = 8;
/// Batches of this many contacts have room for further colours.
const WORTH_MORE_COLOURS: u32 = 64;

impl Layout {
    /// Lays out every colour of every batch, those with an immovable body last, and returns the
    /// number of blocks. `sizes` has the number of links of each. There is room for others if
    /// `grows`.
    pub(super) fn lay_out(
        &mut self,
        sizes: &[u32],
        batches: &mut [Batch],
        colours: &mut Vec<Colour>,
        grows: bool,
    ) -> usize {
        colours.clear();
        let mut first_block = 0;
        refill(&mut self.next, 2 * sizes.len(), 0);
        let places = self.next.chunks_exact_mut(2 * COLOURS);
        let batches = batches.iter_mut().zip(sizes.chunks_exact(COLOURS));
        for ((batch, sizes), next) in batches.zip(places) {
            let (first_colour, mut block) = (colours.len(), 0);
            let all: u32 = sizes.iter().sum();
            batch.contacts = all as usize;
            // The next one after those in use is empty at first.
            let is_next = |number: usize| {
                let of_kind = !number.is_multiple_of(ANCHORED) && number < OF_LOAD;
                grows && all >= WORTH_MORE_COLOURS && of_kind && sizes[number - 1] > 0
            };
            for (number, size) in sizes.iter().enumerate() {
                if *size == 0 && !is_next(number) {
                    continue;
                }
                let first = (first_block + block) * LANES;
                next[number] = first as u32;
                next[COLOURS + number] = first as u32 + size;
                let mut colour = Colour {
                    number: number as u16,
                    entries: block * LANES..block * LANES,
                    blocks: block..block,
                    room: if grows {
                        room_for(*size)
                    } else {
                        size.div_ceil(LANES as u32) as usize
                    },
                    movable_a: number % OF_LOAD < ANCHORED,
                    load: [Load::Usual, Load::Pulled, Load::Heavy][number / OF_LOAD],
                };
                colour.resize(*size as usize);
                block += colour.room;
                colours.push(colour);
            }
            batch.colours = first_colour..colours.len();
            batch.blocks = first_block..first_block + block;
            first_block = batch.blocks.end;
        }
        first_block
    }

    /// Assigns lanes to all links in their order, and writes them into `lane_index` of the
    /// contacts.
    pub(super) fn put(
        &mut self,
        links: &[Link],
        colour_of: &[u16],
        body_slots: &[BodySlot],
        entries: &mut [BlockEntry],
        lane_index: &mut [LaneIndex],
    ) {
        let Self { next, next_too } = self;
        next_too.clone_from(next);
        let coloured = || links.iter().zip(colour_of);
        join_if(
            links.len(),
            || {
                for (link, colour) in coloured() {
                    let Link { contact, a, b, flipped, side_a, .. } = *link;
                    let slot_a =
                        if side_a == SideA::Movable { body_slots[a as usize].slot } else { a };
                    let BodySlot { slot: slot_b, half } = body_slots[b as usize];
                    let lane = take_next(next, half, *colour);
                    entries[lane as usize] = BlockEntry { contact, slot_a, slot_b, flipped };
                }
            },
            || {
                for (link, colour) in coloured() {
                    let lane = take_next(next_too, body_slots[link.b as usize].half, *colour);
                    lane_index[link.contact as usize] = LaneIndex::new(lane as usize, link.flipped);
                }
            },
        );
    }
}
