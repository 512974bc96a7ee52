//! Hubs: bodies that touch many others, and are split into copies.

use crate::Contact;

use super::links::{BUCKETS, Link, SideA};
use super::order::Order;

/// A body with more contacts than this is split.
pub(super) const HUB: u32 = 24;
/// The number of contacts that a copy of a split body gets.
const COPY: u32 = 12;

/// A body that is split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    pub(super) body: u32,
    pub(super) copies: u32,
    /// The end of the second copy.
    pub(super) first: u32,
    /// The number of contacts dealt to copies so far.
    dealt: u32,
    /// The highest copy that its contacts had, counted from one.
    highest: u16,
    /// The index of its first copy among the sizes of copies.
    sizes: usize,
}

/// The bodies that are split, in ascending order.
#[derive(Debug, Default)]
pub(super) struct Hubs {
    bodies: Vec<Split>,
    /// Per copy of each: the number of contacts that keep it.
    copy_sizes: Vec<u32>,
    /// The number of their copies besides the first ones.
    further: usize,
    /// The links of their contacts, and their order.
    links: Vec<u32>,
    order: Order,
}

/// The number of copies of a split body with so many contacts.
pub(super) fn copies_for(degree: u32) -> u32 {
    degree.div_ceil(COPY)
}

/// The first of the smallest sizes.
pub(super) fn fewest(sizes: impl Iterator<Item = u32>) -> usize {
    sizes.enumerate().min_by_key(|(_, size)| *size).map_or(0, |(index, _)| index)
}

impl Hubs {
    pub(super) fn clear(&mut self) {
        self.bodies.clear();
        self.copy_sizes.clear();
        self.further = 0;
    }

    pub(super) fn all(&self) -> &[Split] {
        &self.bodies
    }

    /// The number of copies besides the first ones.
    pub(super) fn further(&self) -> usize {
        self.further
    }

    /// Lists the bodies that are to be split. `degrees` has the number of contacts of each body.
    pub(super) fn list(&mut self, degrees: &[u32]) {
        self.clear();
        for (body, degree) in (0..).zip(degrees) {
            if *degree > HUB {
                let copies = copies_for(*degree);
                let first = (degrees.len() + self.further) as u32;
                let sizes = self.copy_sizes.len();
                self.copy_sizes.resize(sizes + copies as usize, 0);
                self.bodies.push(Split { body, copies, first, dealt: 0, highest: 0, sizes });
                self.further += copies as usize - 1;
            }
        }
    }

    /// Deals the contacts of split bodies to their copies, and writes these into their links:
    /// contacts keep their copy, and new ones go to that with the fewest. When the number of copies
    /// changes, all are dealt anew.
    pub(super) fn deal_all(
        &mut self,
        degrees: &[u32],
        links: &mut [Link],
        contacts: &mut [Contact],
    ) {
        self.links.clear();
        if self.bodies.is_empty() {
            return;
        }
        let is_hub = |body: u32| degrees[body as usize] > HUB;
        for (index, link) in (0..).zip(&*links) {
            let movable_a = link.side_a == SideA::Movable;
            if !(is_hub(link.b) || movable_a && is_hub(link.a)) {
                continue;
            }
            self.links.push(index);
            let copies = contacts[link.contact as usize].in_graph.copies;
            let [a, b] = link.sides().map(|side| copies[side]);
            self.count_copy(degrees, link.b, b);
            if movable_a {
                self.count_copy(degrees, link.a, a);
            }
        }
        for hub in &mut self.bodies {
            let sizes = &mut self.copy_sizes[hub.sizes..][..hub.copies as usize];
            if u32::from(hub.highest) != hub.copies || sizes.iter().any(|size| *size > COPY) {
                hub.highest = 0;
                sizes.fill(0);
            }
        }
        // Taken out, so that the rest can be borrowed.
        let mut order = core::mem::take(&mut self.order);
        order.start_with(&self.links);
        order.sort_by(BUCKETS, |index| links[index].bucket.into());
        for &index in order.indices() {
            let link = &mut links[index as usize];
            let copies = &mut contacts[link.contact as usize].in_graph.copies;
            let [a, b] = link.sides();
            link.b = self.deal(degrees, link.b, &mut copies[b]);
            if link.side_a == SideA::Movable {
                link.a = self.deal(degrees, link.a, &mut copies[a]);
            }
        }
        self.order = order;
    }

    /// The split that a body is.
    fn hub_of(&mut self, degrees: &[u32], body: u32) -> Option<&mut Split> {
        if degrees[body as usize] <= HUB {
            return None;
        }
        let hub = self.bodies.binary_search_by_key(&body, |hub| hub.body).ok()?;
        Some(&mut self.bodies[hub])
    }

    /// Counts a contact that has a copy of a body, counted from one.
    fn count_copy(&mut self, degrees: &[u32], body: u32, copy: u16) {
        let Some(hub) = self.hub_of(degrees, body) else { return };
        hub.highest = hub.highest.max(copy);
        if (1..=hub.copies).contains(&u32::from(copy)) {
            let size = hub.sizes + usize::from(copy) - 1;
            self.copy_sizes[size] += 1;
        }
    }

    /// The end for a contact of a body. `copy` is the copy that it has, counted from one, and
    /// becomes that which it gets.
    fn deal(&mut self, degrees: &[u32], body: u32, copy: &mut u16) -> u32 {
        let Some(hub) = self.hub_of(degrees, body) else { return body };
        let Split { first, copies, highest, sizes, dealt, .. } = *hub;
        let index = if highest == 0 {
            hub.dealt += 1;
            dealt % copies
        } else if *copy == 0 {
            let sizes = &mut self.copy_sizes[sizes..][..copies as usize];
            let fewest = fewest(sizes.iter().copied());
            sizes[fewest] += 1;
            fewest as u32
        } else {
            u32::from(*copy) - 1
        };
        // Those beyond are dealt anew each time.
        *copy = if index < u32::from(u16::MAX) { index as u16 + 1 } else { u16::MAX };
        if index == 0 { body } else { first + index - 1 }
    }
}
