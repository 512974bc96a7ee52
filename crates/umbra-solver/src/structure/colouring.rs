//! Colouring: contacts of one colour share no movable body.
//!
//! A contact keeps its colour while it has points. New ones get the lowest that is free at both
//! bodies, bucket by bucket. So a colour depends on the contacts of its island and the order in
//! which they began, without regard to batches.

use crate::Contact;

use super::links::{BUCKETS, Link, Links, SideA};
use super::lists::{ensure, refill};
use super::parts::Load;

/// Colours of contacts with an immovable body begin here.
pub(super) const ANCHORED: usize = 64;
/// The number of colours of each [load](super::heavy_loads). A body has at most 24 contacts, else
/// it is [split](super::hubs): two of them leave one of 64 colours free, and one has at most that
/// many anchored contacts.
pub(super) const OF_LOAD: usize = 96;
/// Those of each load come after those of lighter ones, in the same order.
pub(super) const COLOURS: usize = 3 * OF_LOAD;
/// That of a link that has none yet.
const NO_COLOUR: u16 = u16::MAX;

/// The colours that contacts of a body, or of a copy of one, have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Taken {
    /// A bit for each of those before [`ANCHORED`].
    movable: u64,
    /// A bit for each of those after it.
    anchored: u32,
}

impl Taken {
    /// The number of contacts.
    pub(super) fn count(self) -> u32 {
        self.movable.count_ones() + self.anchored.count_ones()
    }

    /// The lowest colour that is free for a contact of B with something immovable, or with a
    /// movable A.
    pub(super) fn lowest(a: Option<Self>, b: Self) -> u8 {
        let (lowest, most) = match a {
            Some(a) => ((a.movable | b.movable).trailing_ones() as usize, ANCHORED),
            None => (ANCHORED + b.anchored.trailing_ones() as usize, OF_LOAD),
        };
        // Two contacts of one colour with a body in common would be solved at the same time.
        assert!(lowest < most, "a body with too many contacts was not split");
        lowest as u8
    }

    /// True if a colour is one for such a contact, and free.
    fn is_free(a: Option<Self>, b: Self, colour: u8) -> bool {
        match a {
            Some(a) => usize::from(colour) < ANCHORED && (a.movable | b.movable) >> colour & 1 == 0,
            None => {
                let index = usize::from(colour).wrapping_sub(ANCHORED);
                index < OF_LOAD - ANCHORED && b.anchored >> index & 1 == 0
            }
        }
    }

    pub(super) fn claim(&mut self, colour: u8) {
        if usize::from(colour) < ANCHORED {
            self.movable |= 1 << colour;
        } else {
            self.anchored |= 1 << (usize::from(colour) - ANCHORED);
        }
    }

    pub(super) fn give_back(&mut self, colour: u8) {
        if usize::from(colour) < ANCHORED {
            self.movable &= !(1 << colour);
        } else {
            self.anchored &= !(1 << (usize::from(colour) - ANCHORED));
        }
    }
}

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
    /// Per end: the colours in use.
    pub(super) taken: Vec<Taken>,
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

    /// Gives every link its colour: that which its contact has, if it is still free, or a new one,
    /// which is written into the contact. `batch_of` has the batch of each end.
    pub(super) fn give(
        &mut self,
        links: &[Link],
        contacts: &mut [Contact],
        batch_of: &[u32],
        batches: usize,
    ) {
        let Self { shuffled, count, taken, colour_of, sizes, .. } = self;
        refill(taken, batch_of.len(), Taken::default());
        refill(sizes, batches * COLOURS, 0);
        ensure(colour_of, *count, 0);
        let mut claim = |[a, b]: [u32; 2], movable_a: bool, load: Load, had: Option<u8>| {
            let of_a = movable_a.then(|| taken[a as usize]);
            let of_b = taken[b as usize];
            let colour = match had {
                None => Taken::lowest(of_a, of_b),
                Some(colour) if Taken::is_free(of_a, of_b, colour) => colour,
                Some(_) => return NO_COLOUR,
            };
            taken[b as usize].claim(colour);
            if movable_a {
                taken[a as usize].claim(colour);
            }
            let all = u16::from(colour) + (load as usize * OF_LOAD) as u16;
            sizes[key(batch_of[b as usize], all)] += 1;
            all
        };
        let mut any_new = false;
        for (link, colour) in links.iter().zip(&mut *colour_of) {
            let movable_a = link.side_a == SideA::Movable;
            // Without one, it is 255, which is none.
            let had = Some(link.colour.wrapping_sub(1));
            *colour = claim([link.a, link.b], movable_a, link.load, had);
            any_new |= *colour == NO_COLOUR;
        }
        if !any_new {
            return;
        }
        for shuffled in &shuffled[..*count] {
            let colour = &mut colour_of[shuffled.link()];
            if *colour == NO_COLOUR {
                let Shuffled { a, b, load, .. } = *shuffled;
                *colour = claim([a, b], shuffled.movable_a(), load, None);
                let contact = &mut contacts[links[shuffled.link()].contact as usize];
                contact.in_graph.colour = (*colour % OF_LOAD as u16) as u8 + 1;
            }
        }
    }
}
