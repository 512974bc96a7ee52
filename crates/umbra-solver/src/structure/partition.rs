//! The partition of a large batch: bodies on one side of its middle come first.
//!
//! Two threads that share a batch each take one end of every colour. The order in which bodies and
//! contacts were created is unrelated to their positions once a pile has been stirred: every other
//! body that a thread moved was last moved on another core, and a block took up to twice as long as
//! on one thread. So slots are assigned from both ends, and so are the entries of a colour: each
//! end is one side of the middle. That takes no sorting, and nothing has to be counted first.
//!
//! It only saves time: the slot of a body, and the order within a colour, change no bit.

use umbra_geom::{Point, Real};

use super::parts::Batch;
use crate::Body;

/// Batches with this many contacts and joint constraints or more are partitioned: those that a team
/// solves.
const WORTH_HALVING: usize = 1536;
/// The middle is computed from one body in this many.
const SAMPLE: usize = 8;

/// The slot of an end in its batch, and its half of the batch: twice the index of the batch, plus
/// one in the second half.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BodySlot {
    pub(super) slot: u32,
    pub(super) half: u32,
}

/// The boundary between the halves of a batch, and the next free slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partition {
    /// The axis across which bodies are divided, and the boundary on it. Bodies beyond are in the
    /// second half.
    axis: usize,
    middle: Real,
    /// The slot after the last one of the first half, and the first one of the second half.
    next: [u32; 2],
    large: bool,
}

impl Partition {
    /// The partition of `batch`, whose `slots` end after its own bodies and whose `contacts` are
    /// its number of contacts and joint constraints. All bodies are in the first half until it is
    /// [divided](divide).
    pub(super) fn for_batch(batch: &Batch) -> Self {
        Self {
            axis: 0,
            middle: Real::INFINITY,
            // Two empty slots come first.
            next: [2, batch.slots.end as u32],
            large: batch.contacts >= WORTH_HALVING,
        }
    }

    /// Takes consecutive slots for the copies of a body of this batch; returns the first of them.
    #[inline]
    pub(super) fn take_slots(&mut self, batch: u32, center: Point, copies: u32) -> BodySlot {
        // Half of the bodies are in either half, in any order: a branch would be guessed wrong.
        let half = if self.large { u32::from(center[self.axis] > self.middle) } else { 0 };
        let next = &mut self.next[half as usize];
        let slot = *next - half * copies;
        *next = slot + (1 - half) * copies;
        BodySlot { slot, half: batch * 2 + half }
    }
}

/// Divides large batches in the middle of the longer side of their bounds.
pub(super) fn divide(partitions: &mut [Partition], bodies: &[Body], batch_of: &[u32]) {
    for (batch, partitions) in (0..).zip(partitions).filter(|(_, partitions)| partitions.large) {
        let (mut count, mut sum) = (0.0, [0.0; 2]);
        let (mut least, mut most) = ([Real::INFINITY; 2], [Real::NEG_INFINITY; 2]);
        for (body, &of) in bodies.iter().zip(batch_of).step_by(SAMPLE) {
            if of == batch {
                count += 1.0;
                for axis in 0..2 {
                    let at = body.center[axis];
                    sum[axis] += at;
                    least[axis] = if at < least[axis] { at } else { least[axis] };
                    most[axis] = if at > most[axis] { at } else { most[axis] };
                }
            }
        }
        partitions.axis = usize::from(most[1] - least[1] > most[0] - least[0]);
        // Of no bodies that is not a number, and nothing is beyond it.
        partitions.middle = sum[partitions.axis] / count;
    }
}
