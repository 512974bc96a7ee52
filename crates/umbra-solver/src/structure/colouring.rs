//! Colouring: contacts of one colour share no movable body.
//!
//! A contact keeps its colour while it has points. New ones get the lowest that is free at both
//! bodies, bucket by bucket. So a colour depends on the contacts of its island and the order in
//! which they began, without regard to batches.

use crate::Contact;

use super::links::{BUCKETS, Link, SideA};
use super::lists::refill;
use super::order::Order;

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

/// A batch, or a half of one, and a colour in one number.
#[inline]
pub(super) fn key(batch: u32, colour: u16) -> usize {
    batch as usize * COLOURS + colour as usize
}

/// The colour of each link.
#[derive(Debug, Default)]
pub(super) struct Colouring {
    /// Per body: the number of contacts that can move it.
    pub(super) degrees: Vec<u32>,
    /// Per end: the colours in use.
    pub(super) taken: Vec<Taken>,
    /// Links that have no colour yet, and their order.
    new: Vec<u32>,
    order: Order,
    /// Per link.
    colour_of: Vec<u16>,
    /// Per batch and colour: the number of links.
    pub(super) sizes: Vec<u32>,
}

impl Colouring {
    pub(super) fn all(&self) -> &[u16] {
        &self.colour_of
    }

    /// Counts the contacts of every body.
    pub(super) fn count(&mut self, links: &[Link], bodies: usize) {
        refill(&mut self.degrees, bodies, 0);
        for link in links {
            self.degrees[link.b as usize] += 1;
            if link.side_a == SideA::Movable {
                self.degrees[link.a as usize] += 1;
            }
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
        let Self { taken, new, order, colour_of, sizes, .. } = self;
        refill(taken, batch_of.len(), Taken::default());
        refill(sizes, batches * COLOURS, 0);
        colour_of.clear();
        new.clear();
        let mut claim = |link: &Link, had: Option<u8>| {
            let of_a = (link.side_a == SideA::Movable).then(|| taken[link.a as usize]);
            let of_b = taken[link.b as usize];
            let colour = match had {
                None => Taken::lowest(of_a, of_b),
                Some(colour) if Taken::is_free(of_a, of_b, colour) => colour,
                Some(_) => return NO_COLOUR,
            };
            taken[link.b as usize].claim(colour);
            if of_a.is_some() {
                taken[link.a as usize].claim(colour);
            }
            let all = u16::from(colour) + (link.load as usize * OF_LOAD) as u16;
            sizes[key(batch_of[link.b as usize], all)] += 1;
            all
        };
        for (index, link) in (0..).zip(links) {
            // Without one, it is 255, which is none.
            let colour = claim(link, Some(link.colour.wrapping_sub(1)));
            if colour == NO_COLOUR {
                new.push(index);
            }
            colour_of.push(colour);
        }
        order.start_with(new);
        order.sort_by(BUCKETS, |index| links[index].bucket.into());
        for &index in order.indices() {
            let link = &links[index as usize];
            let colour = claim(link, None);
            colour_of[index as usize] = colour;
            let contact = &mut contacts[link.contact as usize];
            contact.in_graph.colour = (colour % OF_LOAD as u16) as u8 + 1;
        }
    }
}
