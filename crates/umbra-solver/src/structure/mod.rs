//! The structure: which bodies and contacts are solved together, in which order, in which lanes.
//!
//! It depends on which contacts there are and which bodies can be moved, and on nothing else, so
//! it lasts until one of these changes. It knows neither the number of threads nor the width of
//! the machine: the order of the arithmetic, and with it every bit of the result, is fixed here.
//!
//! - Bodies that contacts connect form an *island*. Islands are packed into *batches* of about
//!   [`BATCH`] contacts: enough to fill the lanes, few enough to stay in the cache while all
//!   substeps run over them.
//! - In a batch, contacts that share no movable body get the same *colour* and are solved side by
//!   side. A colour is a [`Sweep`]; those with an immovable body come last and have the last word.
//! - A body that touches many (a *hub*) would need a colour for each. It enters as several copies
//!   that share its mass and its contacts and are averaged after each pass: mass splitting, as
//!   Tonge, Benevolenski and Voroshilov describe it. So no colour is left with few contacts, and
//!   64 colours are always enough.

mod parts;
#[cfg(test)]
mod tests;

use core::ops::Range;

use crate::contact::FIXED;
use crate::island::Islands;
use crate::row::{FIXED_SLOT, LANES, PADDING_SLOT, Seat};
use crate::{Body, Contact, Error};

pub use parts::StructureStatistics;
pub(crate) use parts::{Batch, Hub, Locked, Place, Slot, Sweep};

/// How many contacts a batch has room for. 256 left a third of the lanes empty in piles of 55
/// boxes, 4096 left the cache.
const BATCH: usize = 1024;
/// How many bodies a batch has room for: bodies without contacts form batches of their own.
const BATCH_BODIES: usize = 4096;
/// A body with more contacts than this is split.
const HUB: u32 = 24;
/// How many contacts a copy of a split body gets.
const COPY: u32 = 12;

/// How many heaps contacts are thrown on before they get their colours.
///
/// Colours given in the order in which a pile was built are as regular as the pile: all contacts
/// that lean to the left are solved before all that lean to the right, and the pile walks. The top
/// of a pyramid of 100 layers went up to half a metre to one side while it settled. Two heaps
/// leave a tenth of that, 16 a few millimetres. Only the colours come from the heaps: within a
/// colour, contacts keep their order, and neighbours stay together in memory.
const HEAPS: usize = 16;

/// No slot given yet.
const NONE: u32 = u32::MAX;

/// Which bodies and contacts are solved together, and in which order.
#[derive(Debug, Default)]
pub struct Structure {
    pub(crate) bodies: usize,
    pub(crate) batches: Vec<Batch>,
    pub(crate) sweeps: Vec<Sweep>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) hubs: Vec<Hub>,
    pub(crate) locked: Vec<Locked>,
    /// The contacts in the order of the rows, without the unused lanes.
    pub(crate) seats: Vec<Seat>,
    pub(crate) rows: usize,
    /// Per body, the slot its result is read from.
    pub(crate) home: Vec<u32>,
    /// Per contact, where its results are.
    pub(crate) place: Vec<Place>,
    islands: Islands,
    scratch: Scratch,
}

/// Working memory of the building, kept to be used again.
#[derive(Debug, Default)]
struct Scratch {
    /// Per body: whether impulses can move it.
    movable: Vec<bool>,
    /// The contacts to be solved, first in their order, then sorted by batch.
    links: Vec<Link>,
    sorted: Vec<Link>,
    /// Per body: contacts that can move it.
    degree: Vec<u32>,
    /// Per root of an island: how many bodies and contacts it has.
    sizes: Vec<[u32; 2]>,
    /// Per root of an island, then per body: its batch.
    batch_of_body: Vec<u32>,
    /// Bodies in order of their batches.
    bodies: Vec<u32>,
    /// Per body: how many of its contacts have been given to copies so far.
    dealt: Vec<u32>,
    /// Per slot of a batch: colours in use, and how many immovable partners so far.
    used: Vec<u64>,
    anchored: Vec<u32>,
    /// The contacts of a batch in the order in which they get their colours.
    order: Vec<u32>,
    /// Per contact of a batch: its seat and its colour.
    seats: Vec<(Seat, u32)>,
    /// Per colour of a batch: how many contacts have it, then where the next one goes.
    counts: Vec<u32>,
    /// Per kinematic body: its slot in the current batch.
    guest: Vec<u32>,
}

impl Clone for Structure {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    /// Copies into the memory that `self` has.
    fn clone_from(&mut self, source: &Self) {
        // Every field is named so that a new one cannot be forgotten; the last two are working
        // memory.
        let Self {
            bodies,
            batches,
            sweeps,
            slots,
            hubs,
            locked,
            seats,
            rows,
            home,
            place,
            islands: _,
            scratch: _,
        } = source;
        (self.bodies, self.rows) = (*bodies, *rows);
        self.batches.clone_from(batches);
        self.sweeps.clone_from(sweeps);
        self.slots.clone_from(slots);
        self.hubs.clone_from(hubs);
        self.locked.clone_from(locked);
        self.seats.clone_from(seats);
        self.home.clone_from(home);
        self.place.clone_from(place);
    }
}

/// What the building reads of a contact: a few bytes, because it passes over them several times.
#[derive(Clone, Copy, Debug)]
struct Link {
    contact: u32,
    /// Its bodies as the row will have them: B can be moved.
    a: u32,
    b: u32,
    /// Whether A is the contact's B.
    flipped: bool,
    /// Whether A can be moved too.
    movable_a: bool,
}

impl Structure {
    /// A structure for no bodies and no contacts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Rebuilds the structure for these arrays, using the memory of the old one.
    ///
    /// It has to be rebuilt when a contact came, went or changed its place or its bodies, when a
    /// body came, went or changed its place, or when a body became movable or immovable or its locks
    /// changed. All else may change freely.
    ///
    /// # Errors
    /// When a contact names a body that does not exist, or there are more of something than 32
    /// bits can count. The structure is unchanged then.
    pub fn rebuild(&mut self, bodies: &[Body], contacts: &[Contact]) -> Result<(), Error> {
        // A contact may have a row of sixteen lanes to itself, and a lane is counted in 31 bits.
        for (parameter, value) in [("bodies", bodies.len()), ("contacts", contacts.len())] {
            if value > (u32::MAX / 64) as usize {
                return Err(Error::TooMany { parameter, value });
            }
        }
        self.scratch.collect_links(bodies, contacts)?;
        self.bodies = bodies.len();
        self.sort_into_batches();
        self.seat_contacts(bodies, contacts.len());
        Ok(())
    }

    /// How many batches there are, how many rows of sixteen contacts, and how many of the lanes
    /// of those rows are in use.
    pub fn statistics(&self) -> StructureStatistics {
        StructureStatistics {
            batches: self.batches.len(),
            rows: self.rows,
            contacts: self.seats.len(),
            hubs: self.hubs.len(),
        }
    }

    /// Whether the structure can be used with arrays of these lengths.
    pub(crate) fn check(&self, bodies: usize, contacts: usize) -> Result<(), Error> {
        let stale =
            |parameter, value, expected| Error::StaleStructure { parameter, value, expected };
        if bodies != self.bodies {
            return Err(stale("bodies", bodies, self.bodies));
        }
        if contacts != self.place.len() {
            return Err(stale("contacts", contacts, self.place.len()));
        }
        Ok(())
    }

    /// Finds the islands, packs them into batches, and sorts bodies and contacts by batch.
    fn sort_into_batches(&mut self) {
        let Self { scratch, islands, batches, .. } = self;
        let count = scratch.movable.len();
        islands.reset(count as u32);
        refill(&mut scratch.degree, count, 0);
        for link in &scratch.links {
            scratch.degree[link.b as usize] += 1;
            if link.movable_a {
                scratch.degree[link.a as usize] += 1;
                islands.join(link.a, link.b);
            }
        }

        // The root is the least body of its island and so the first one met: sizes are counted
        // there, then turned into batches in the same order.
        refill(&mut scratch.sizes, count, [0; 2]);
        for body in 0..count as u32 {
            scratch.sizes[islands.root(body) as usize][0] += 1;
        }
        for link in &scratch.links {
            scratch.sizes[islands.root(link.b) as usize][1] += 1;
        }
        refill(&mut scratch.batch_of_body, count, 0);
        let (mut batch, mut batch_bodies, mut batch_contacts) = (0, 0, 0);
        for body in 0..count as u32 {
            let root = islands.root(body);
            if root == body {
                let [island_bodies, island_contacts] = scratch.sizes[body as usize];
                let full = batch_contacts + island_contacts > BATCH as u32
                    || batch_bodies + island_bodies > BATCH_BODIES as u32;
                if full && batch_bodies > 0 {
                    (batch, batch_bodies, batch_contacts) = (batch + 1, 0, 0);
                }
                batch_bodies += island_bodies;
                batch_contacts += island_contacts;
                scratch.batch_of_body[body as usize] = batch;
            } else {
                scratch.batch_of_body[body as usize] = scratch.batch_of_body[root as usize];
            }
        }

        batches.clear();
        batches.resize(if count == 0 { 0 } else { batch as usize + 1 }, Batch::default());
        scratch.sort(batches);
    }

    /// Gives every body its slots and every contact its colour and its seat.
    fn seat_contacts(&mut self, bodies: &[Body], contacts: usize) {
        self.slots.clear();
        self.hubs.clear();
        self.locked.clear();
        self.sweeps.clear();
        self.seats.clear();
        self.rows = 0;
        refill(&mut self.home, bodies.len(), 0);
        refill(&mut self.place, contacts, Place::NOWHERE);
        refill(&mut self.scratch.dealt, bodies.len(), 0);
        refill(&mut self.scratch.guest, bodies.len(), NONE);
        let mut batches = core::mem::take(&mut self.batches);
        for batch in &mut batches {
            let (first_hub, first_locked) = (self.hubs.len(), self.locked.len());
            let links = batch.seats.clone();
            batch.slots = self.give_slots(bodies, batch.slots.clone(), links.clone());
            batch.hubs = first_hub..self.hubs.len();
            batch.locked = first_locked..self.locked.len();
            let colours = self.colour(batch.slots.clone(), links);
            let (first_seat, first_sweep, first_row) =
                (self.seats.len(), self.sweeps.len(), self.rows);
            self.seat(colours);
            batch.seats = first_seat..self.seats.len();
            batch.sweeps = first_sweep..self.sweeps.len();
            batch.rows = first_row..self.rows;
        }
        self.batches = batches;
    }

    /// Gives slots to the bodies of a batch, and to the kinematic ones that its contacts touch.
    fn give_slots(
        &mut self,
        bodies: &[Body],
        own: Range<usize>,
        links: Range<usize>,
    ) -> Range<usize> {
        let Self { scratch, slots, hubs, locked, home, .. } = self;
        let first_slot = slots.len();
        slots.resize(first_slot + 2, Slot::Empty);
        for &body in &scratch.bodies[own] {
            let degree = scratch.degree[body as usize];
            let copies = if degree > HUB { degree.div_ceil(COPY) } else { 1 };
            let slot = slots.len();
            home[body as usize] = slot as u32;
            if copies > 1 {
                hubs.push(Hub { first: (slot - first_slot) as u32, copies });
            }
            slots.resize(slot + copies as usize, Slot::Own { body, copies });
            let locks = bodies[body as usize].locks;
            if locks.any() && bodies[body as usize].is_dynamic() {
                let held = (slot - first_slot) as u32..(slots.len() - first_slot) as u32;
                locked.extend(held.map(|slot| Locked { slot, locks }));
            }
        }
        for link in &scratch.links[links] {
            let kinematic = !link.movable_a && link.a != FIXED;
            if kinematic && scratch.guest[link.a as usize] == NONE {
                scratch.guest[link.a as usize] = (slots.len() - first_slot) as u32;
                slots.push(Slot::Guest { body: link.a });
            }
        }
        first_slot..slots.len()
    }

    /// Gives the contacts of a batch their slots and colours; how many colours there are of
    /// contacts between movable bodies.
    fn colour(&mut self, slots: Range<usize>, links: Range<usize>) -> u32 {
        let Self { scratch, home, .. } = self;
        let Scratch { degree, dealt, guest, used, anchored, seats, order, .. } = scratch;
        let links = &scratch.links[links];
        throw_on_heaps(links, order);
        refill(used, slots.len(), 0);
        refill(anchored, slots.len(), 0);
        let nobody = Seat { contact: 0, slot_a: 0, slot_b: 0, flipped: false };
        refill(seats, links.len(), (nobody, 0));
        let mut own = |body: u32| {
            let slot = home[body as usize] - slots.start as u32;
            let degree = degree[body as usize];
            if degree <= HUB {
                return slot;
            }
            let dealt = &mut dealt[body as usize];
            *dealt += 1;
            slot + (*dealt - 1) % degree.div_ceil(COPY)
        };
        let mut colours = 0;
        for &index in &*order {
            let link = &links[index as usize];
            let Link { contact, flipped, movable_a, .. } = *link;
            let slot_b = own(link.b);
            let (slot_a, colour) = if movable_a {
                let slot_a = own(link.a);
                let taken = used[slot_a as usize] | used[slot_b as usize];
                // Two bodies of at most 24 contacts each: one of 64 colours is always free.
                let colour = taken.trailing_ones().min(63);
                used[slot_a as usize] |= 1 << colour;
                used[slot_b as usize] |= 1 << colour;
                colours = colours.max(colour + 1);
                (slot_a, colour)
            } else {
                let colour = anchored[slot_b as usize];
                anchored[slot_b as usize] += 1;
                let slot_a = if link.a == FIXED { FIXED_SLOT } else { guest[link.a as usize] };
                (slot_a, ANCHORED | colour)
            };
            seats[index as usize] = (Seat { contact, slot_a, slot_b, flipped }, colour);
        }
        for slot in &self.slots[slots] {
            if let Slot::Guest { body } = *slot {
                guest[body as usize] = NONE;
            }
        }
        colours
    }

    /// Seats the contacts of a batch, sorted by colour, those with an immovable body last.
    fn seat(&mut self, colours: u32) {
        let Scratch { seats, counts, .. } = &mut self.scratch;
        let index = |colour: u32| {
            let anchored = colour & ANCHORED != 0;
            if anchored { (colours + (colour & !ANCHORED)) as usize } else { colour as usize }
        };
        counts.clear();
        for &(_, colour) in &*seats {
            let colour = index(colour);
            if colour >= counts.len() {
                counts.resize(colour + 1, 0);
            }
            counts[colour] += 1;
        }
        let (first_seat, first_sweep, first_row) = (self.seats.len(), self.sweeps.len(), self.rows);
        let (mut seat, mut row) = (0, 0);
        for (colour, count) in counts.iter_mut().enumerate() {
            let own = seat..seat + *count as usize;
            let rows = row..row + own.len().div_ceil(LANES);
            *count = seat as u32;
            (seat, row) = (own.end, rows.end);
            let movable_a = colour < colours as usize;
            self.sweeps.push(Sweep { seats: own, rows, movable_a });
        }
        let empty = Seat { contact: 0, slot_a: PADDING_SLOT, slot_b: PADDING_SLOT, flipped: false };
        self.seats.resize(first_seat + seats.len(), empty);
        for &(seat, colour) in &*seats {
            let colour = index(colour);
            let position = counts[colour] as usize;
            counts[colour] += 1;
            self.seats[first_seat + position] = seat;
            let sweep = &self.sweeps[first_sweep + colour];
            let lane = (first_row + sweep.rows.start) * LANES + position - sweep.seats.start;
            self.place[seat.contact as usize] = Place::new(lane, seat.flipped);
        }
        self.rows += row;
    }
}

impl Scratch {
    /// Lists the contacts that have points and a body that can be moved.
    fn collect_links(&mut self, bodies: &[Body], contacts: &[Contact]) -> Result<(), Error> {
        self.movable.clear();
        self.movable.extend(bodies.iter().map(Body::is_dynamic));
        self.links.clear();
        for (index, contact) in contacts.iter().enumerate() {
            for body in [contact.body_a, contact.body_b] {
                if body != FIXED && body as usize >= bodies.len() {
                    return Err(Error::NoSuchBody { contact: index, body, bodies: bodies.len() });
                }
            }
            let movable = |body: u32| body != FIXED && self.movable[body as usize];
            let [a, b] = [movable(contact.body_a), movable(contact.body_b)];
            if contact.point_count > 0 && (a || b) {
                let (flipped, movable_a) = (!b, a && b);
                let (a, b) = if flipped {
                    (contact.body_b, contact.body_a)
                } else {
                    (contact.body_a, contact.body_b)
                };
                self.links.push(Link { contact: index as u32, a, b, flipped, movable_a });
            }
        }
        Ok(())
    }

    /// Sorts bodies and links by batch, keeping their order within one, and tells each batch
    /// where its own are: bodies in `slots` and links in `seats`, for now.
    fn sort(&mut self, batches: &mut [Batch]) {
        for &batch in &self.batch_of_body {
            batches[batch as usize].slots.end += 1;
        }
        for link in &self.links {
            batches[self.batch_of_body[link.b as usize] as usize].seats.end += 1;
        }
        let (mut body, mut link) = (0, 0);
        for batch in &mut *batches {
            let ends = (body + batch.slots.end, link + batch.seats.end);
            (batch.slots, batch.seats) = (body..body, link..link);
            (body, link) = ends;
        }
        refill(&mut self.bodies, body, 0);
        for (body, &batch) in (0_u32..).zip(&self.batch_of_body) {
            let place = &mut batches[batch as usize].slots.end;
            self.bodies[*place] = body;
            *place += 1;
        }
        let nowhere = Link { contact: 0, a: 0, b: 0, flipped: false, movable_a: false };
        self.sorted.resize(link, nowhere);
        for link in &self.links {
            let place = &mut batches[self.batch_of_body[link.b as usize] as usize].seats.end;
            self.sorted[*place] = *link;
            *place += 1;
        }
        core::mem::swap(&mut self.links, &mut self.sorted);
    }
}

/// Marks the colour of a contact with an immovable body.
const ANCHORED: u32 = 1 << 31;

/// Lists the links by heap, keeping their order on each.
fn throw_on_heaps(links: &[Link], order: &mut Vec<u32>) {
    let mut places = [0; HEAPS + 1];
    for link in links {
        places[heap_of(link.contact) + 1] += 1;
    }
    for heap in 0..HEAPS {
        places[heap + 1] += places[heap];
    }
    refill(order, links.len(), 0);
    for (index, link) in (0..).zip(links) {
        let place = &mut places[heap_of(link.contact)];
        order[*place] = index;
        *place += 1;
    }
}

/// The heap a contact is thrown on, without regard to its neighbours: its index, thoroughly mixed.
fn heap_of(contact: u32) -> usize {
    let mut mixed = contact ^ contact >> 16;
    mixed = mixed.wrapping_mul(0x85eb_ca6b);
    mixed ^= mixed >> 13;
    mixed = mixed.wrapping_mul(0xc2b2_ae35);
    (mixed ^ mixed >> 16) as usize % HEAPS
}

fn refill<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
    list.clear();
    list.resize(length, value);
}
