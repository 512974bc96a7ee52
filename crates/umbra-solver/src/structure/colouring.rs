//! Colouring: contacts of one colour share no movable body.
//!
//! Colours are assigned without regard to batches, because islands have no bodies in common: the
//! colour of a contact depends on those of its island alone.

use super::links::{BUCKETS, Links, SideA};
use super::parts::Load;
use super::{ensure, refill};

/// Colours of contacts with an immovable body begin here.
pub(super) const ANCHORED: usize = 64;
/// The number of colours of each [load](super::heavy_loads). A body has at most
/// [`HUB`](super::HUB) contacts, else it is split: two of them leave one of 64 colours free, and
/// one has at most that many anchored contacts.
pub(super) const OF_LOAD: usize = 96;
/// Those of each load come after those of lighter ones, in the same order.
pub(super) const COLOURS: usize = 3 * OF_LOAD;

/// A link in its shuffle bucket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shuffled {
    pub(super) a: u32,
    pub(super) b: u32,
    /// Twice the index of the link, plus one if A is movable.
    link: u32,
    load: Load,
}

impl Shuffled {
    pub(super) fn link(&self) -> usize {
        (self.link >> 1) as usize
    }

    pub(super) fn movable_a(&self) -> bool {
        self.link & 1 == 1
    }
}

/// A batch, or a half of one, and a colour in one number.
#[inline]
pub(super) fn key(batch: u32, colour: u16) -> usize {
    batch as usize * COLOURS + colour as usize
}

/// The colour of each link.
#[derive(Debug, Default)]
pub(super) struct Colouring {
    /// The links bucket by bucket, in each in their order. The rest is spare room.
    shuffled: Vec<Shuffled>,
    count: usize,
    /// Per body: the number of contacts that can move it.
    pub(super) degrees: Vec<u32>,
    /// Per end: colours in use, and the number of immovable partners so far.
    used: Vec<u64>,
    anchored: Vec<u8>,
    /// Per link; the rest is spare room.
    colour_of: Vec<u16>,
    /// Per batch and colour: the number of links.
    pub(super) sizes: Vec<u32>,
}

impl Colouring {
    pub(super) fn all(&self) -> &[u16] {
        &self.colour_of[..self.count]
    }

    /// The number of contacts of each body, and the shuffled links.
    pub(super) fn shuffled_mut(&mut self) -> (&[u32], &mut [Shuffled]) {
        (&self.degrees, &mut self.shuffled[..self.count])
    }

    /// Sorts links into their shuffle buckets, and counts those of every body.
    pub(super) fn shuffle(&mut self, links: &Links, bodies: usize) {
        refill(&mut self.degrees, bodies, 0);
        self.count = links.all().len();
        ensure(&mut self.shuffled, self.count, Shuffled { a: 0, b: 0, link: 0, load: Load::Usual });
        let mut places = links.buckets;
        let mut place = 0;
        for bucket in &mut places {
            (*bucket, place) = (place, place + *bucket);
        }
        for (index, link) in (0..).zip(links.all()) {
            self.degrees[link.b as usize] += 1;
            if link.side_a == SideA::Movable {
                self.degrees[link.a as usize] += 1;
            }
            let place = &mut places[link.bucket as usize % BUCKETS];
            let movable_a = u32::from(link.side_a == SideA::Movable);
            self.shuffled[*place as usize] =
                Shuffled { a: link.a, b: link.b, link: index << 1 | movable_a, load: link.load };
            *place += 1;
        }
    }

    /// Gives every link its colour. `batch_of` has the batch of each end.
    pub(super) fn give(&mut self, batch_of: &[u32], batches: usize) {
        let Self { shuffled, count, used, anchored, colour_of, sizes, .. } = self;
        refill(used, batch_of.len(), 0);
        refill(anchored, batch_of.len(), 0);
        refill(sizes, batches * COLOURS, 0);
        ensure(colour_of, *count, 0);
        for shuffled in &shuffled[..*count] {
            let b = shuffled.b as usize;
            let colour = if shuffled.movable_a() {
                let a = shuffled.a as usize;
                let colour = (used[a] | used[b]).trailing_ones();
                // Two contacts of one colour with a body in common would be solved at the same time.
                assert!(colour < ANCHORED as u32, "a body with too many contacts was not split");
                used[a] |= 1 << colour;
                used[b] |= 1 << colour;
                colour as u8
            } else {
                let colour = ANCHORED as u8 + anchored[b];
                assert!(colour < OF_LOAD as u8, "a body with too many contacts was not split");
                anchored[b] += 1;
                colour
            };
            let colour = u16::from(colour) + (shuffled.load as usize * OF_LOAD) as u16;
            colour_of[shuffled.link()] = colour;
            sizes[key(batch_of[b], colour)] += 1;
        }
    }
}
