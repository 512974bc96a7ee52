//! Layout: every contact gets its lane, sorted by batch and colour.

use crate::block::{BlockEntry, LANES, PADDING_SLOT};

use super::colouring::{ANCHORED, COLOURS, OF_LOAD, key};
use super::links::{Link, SideA};
use super::partition::BodySlot;
use super::parts::Load;
use super::{Batch, Colour, LaneIndex, join_if, refill};

/// Working memory of the layout.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Per half of a batch and colour: the index of the next entry, counted from the end in a
    /// second half.
    entries: Vec<u32>,
    /// The same for lanes, counted over all blocks.
    lanes: Vec<u32>,
}

/// Takes the next lane index of a half for a link of a colour: a first half fills the colour from
/// its start, a second one from its end.
#[inline]
fn take_next(places: &mut [u32], half: u32, colour: u16) -> u32 {
    let next = &mut places[key(half, colour)];
    let second = half & 1;
    let lane_index = *next - second;
    *next = lane_index + 1 - second;
    lane_index
}

impl Layout {
    /// Lays out every colour of every batch, those with an immovable body last, and returns the
    /// number of blocks. `sizes` has the number of links of each.
    pub(super) fn lay_out(
        &mut self,
        sizes: &[u32],
        batches: &mut [Batch],
        colours: &mut Vec<Colour>,
    ) -> usize {
        colours.clear();
        let (mut first_entry, mut first_block) = (0, 0);
        refill(&mut self.entries, 2 * sizes.len(), 0);
        refill(&mut self.lanes, 2 * sizes.len(), 0);
        let places = self.entries.chunks_exact_mut(2 * COLOURS);
        let places = places.zip(self.lanes.chunks_exact_mut(2 * COLOURS));
        let batches = batches.iter_mut().zip(sizes.chunks_exact(COLOURS));
        for ((batch, sizes), (next_entries, next_lanes)) in batches.zip(places) {
            let (first_colour, mut entry, mut block) = (colours.len(), 0, 0);
            for (colour, size) in sizes.iter().enumerate() {
                let entries = entry..entry + *size as usize;
                let blocks = block..block + entries.len().div_ceil(LANES);
                let (first, lane) = (first_entry + entry, (first_block + block) * LANES);
                for (half, more) in [0, entries.len()].into_iter().enumerate() {
                    next_entries[half * COLOURS + colour] = (first + more) as u32;
                    next_lanes[half * COLOURS + colour] = (lane + more) as u32;
                }
                (entry, block) = (entries.end, blocks.end);
                if !entries.is_empty() {
                    let movable_a = colour % OF_LOAD < ANCHORED;
                    let load = [Load::Usual, Load::Pulled, Load::Heavy][colour / OF_LOAD];
                    colours.push(Colour { entries, blocks, movable_a, load });
                }
            }
            batch.colours = first_colour..colours.len();
            batch.entries = first_entry..first_entry + entry;
            batch.blocks = first_block..first_block + block;
            (first_entry, first_block) = (batch.entries.end, batch.blocks.end);
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
        entries: &mut Vec<BlockEntry>,
        lane_index: &mut [LaneIndex],
    ) {
        let empty =
            BlockEntry { contact: 0, slot_a: PADDING_SLOT, slot_b: PADDING_SLOT, flipped: false };
        entries.resize(links.len(), empty);
        let Self { entries: next_entry, lanes: next_lane } = self;
        let coloured = || links.iter().zip(colour_of);
        join_if(
            links.len(),
            || {
                for (link, colour) in coloured() {
                    let Link { contact, a, b, flipped, side_a, .. } = *link;
                    let slot_a =
                        if side_a == SideA::Movable { body_slots[a as usize].slot } else { a };
                    let BodySlot { slot: slot_b, half } = body_slots[b as usize];
                    let entry = take_next(next_entry, half, *colour);
                    entries[entry as usize] = BlockEntry { contact, slot_a, slot_b, flipped };
                }
            },
            || {
                for (link, colour) in coloured() {
                    let lane = take_next(next_lane, body_slots[link.b as usize].half, *colour);
                    lane_index[link.contact as usize] = LaneIndex::new(lane as usize, link.flipped);
                }
            },
        );
    }
}
