//! Packets of casts side by side, which go through the tree together.
//!
//! Each waiting node has bits for the casts of the packet that enter it. At a node one cast after
//! the other is tested against all eight boxes, which come from memory once; none of the tests
//! waits for another. Once a single cast remains at a node there is nothing to share any more: it
//! is [interleaved](super::interleave) with others that are alone.

use super::ROOT;
use super::batch::{CastBatch, CastSet};
use super::interleave::Task;
use super::wide::{LANES, WAITING, Wide, lanes};
use crate::lanes::{BATCH, BoxLanes, CastLanes, PACKET};
use arrayvec::ArrayVec;
use umbra_geom::Real;

/// Room for the casts of a batch and for those that leave their packets; if it is full, they stay.
const TASKS: usize = if cfg!(test) { BATCH + 4 } else { 4 * BATCH };

/// A box that casts of the packet enter.
#[derive(Clone, Copy)]
struct Waiting {
    /// Node and lane.
    name: u32,
    casts: u32,
    /// The fraction at which the first of them enters it.
    enter: Real,
}

impl Wide {
    /// Casts in packets first, then the others, including those that left their packets.
    #[inline(always)]
    pub(super) fn cast_packets(
        &self,
        eight: impl BoxLanes + CastLanes,
        batch: &mut CastBatch,
        mask: u64,
        visit: &mut impl FnMut(u32, &mut CastBatch, CastSet),
    ) {
        let mut tasks = ArrayVec::<Task, TASKS>::new();
        for packet in 0..batch.packets() {
            if batch.is_side_by_side(eight, packet) {
                self.cast_packet(eight, batch, packet, mask, &mut tasks, visit);
            } else {
                let casts =
                    CastSet { first: (packet * PACKET) as u32, bits: batch.casts_of(packet) };
                tasks.extend(casts.map(|cast| Task { cast: cast as u32, node: ROOT, enter: 0.0 }));
            }
        }
        self.interleave(eight, batch, &tasks, mask, visit);
    }

    #[inline(always)]
    fn cast_packet(
        &self,
        eight: impl BoxLanes + CastLanes,
        batch: &mut CastBatch,
        packet: usize,
        mask: u64,
        tasks: &mut ArrayVec<Task, TASKS>,
        visit: &mut impl FnMut(u32, &mut CastBatch, CastSet),
    ) {
        let first = packet * PACKET;
        let mut waiting = ArrayVec::<Waiting, WAITING>::new();
        let (mut next, mut casts) = (ROOT, batch.casts_of(packet));
        loop {
            let node = &self.nodes[next as usize];
            let (met, enters) = eight.boxes_entered(node.edges(), &batch.slabs, first, casts);
            let base = waiting.len();
            let hits = (0..LANES).fold(0, |hits, lane| hits | u32::from(met[lane] != 0) << lane);
            for lane in lanes(self.let_through(next, hits & node.taken, mask)) {
                // The nearest goes last, to be taken first.
                let name = next * LANES as u32 + lane as u32;
                let entry = Waiting { name, casts: met[lane], enter: enters[lane] };
                waiting.push(entry);
                let mut place = waiting.len() - 1;
                while place > base && waiting[place - 1].enter < entry.enter {
                    waiting[place] = waiting[place - 1];
                    place -= 1;
                }
                waiting[place] = entry;
            }
            (next, casts) = loop {
                let Some(Waiting { name, casts, enter }) = waiting.pop() else { return };
                let node = &self.nodes[name as usize / LANES];
                let lane = name as usize % LANES;
                if node.leaves >> lane & 1 == 0 {
                    let casts = eight.casts_reaching(&batch.slabs, first, casts, enter);
                    if casts.is_power_of_two() && tasks.len() < TASKS - BATCH {
                        let cast = first as u32 + casts.trailing_zeros();
                        tasks.push(Task { cast, node: node.links[lane], enter });
                    } else if casts != 0 {
                        break (node.links[lane], casts);
                    }
                    continue;
                }
                let [left, right, bottom, top] = node.edges();
                let aabb = [left[lane], right[lane], bottom[lane], top[lane]];
                let CastBatch { slabs, enters, .. } = batch;
                let bits = eight.casts_entering(&aabb, slabs, first, casts, enters);
                if bits != 0 {
                    visit(node.links[lane], batch, CastSet { first: first as u32, bits });
                }
            };
        }
    }
}
