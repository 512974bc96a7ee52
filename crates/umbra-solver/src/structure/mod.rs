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

/// No slot given yet.
const NONE: u32 = u32::MAX;

/// Which bodies and contacts are solved together, and in which order.
#[derive(Clone, Debug, Default)]
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
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// Per body: contacts that can move it.
    degree: Vec<u32>,
    /// Per root of an island: its number in order, later its batch.
    batch_of_root: Vec<u32>,
    /// Per body: its batch.
    batch_of_body: Vec<u32>,
    /// Per body: how many of its contacts have been given to copies so far.
    dealt: Vec<u32>,
    /// Bodies and contacts in order of their batches.
    bodies: Vec<u32>,
    contacts: Vec<u32>,
    /// Per slot of a batch: colours in use, and how many immovable partners so far.
    used: Vec<u64>,
    anchored: Vec<u32>,
    /// Per contact of a batch: its colour.
    colour: Vec<u32>,
    /// Per kinematic body: its slot in the current batch.
    guest: Vec<u32>,
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
        for (index, contact) in contacts.iter().enumerate() {
            for body in [contact.body_a, contact.body_b] {
                if body != FIXED && body as usize >= bodies.len() {
                    return Err(Error::NoSuchBody { contact: index, body, bodies: bodies.len() });
                }
            }
        }
        self.bodies = bodies.len();
        self.sort_into_batches(bodies, contacts);
        self.seat_contacts(bodies, contacts);
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
    fn sort_into_batches(&mut self, bodies: &[Body], contacts: &[Contact]) {
        let scratch = &mut self.scratch;
        let islands = &mut self.islands;
        islands.reset(bodies.len() as u32);
        refill(&mut scratch.degree, bodies.len(), 0);
        for contact in contacts {
            let (a, b) = movable_bodies(bodies, contact);
            for body in [a, b].into_iter().flatten() {
                scratch.degree[body as usize] += 1;
            }
            if let (Some(a), Some(b)) = (a, b) {
                islands.join(a, b);
            }
        }

        // The root is the least body of its island and so the first one met: sizes are counted
        // there, then replaced by batches in the same order.
        let mut sizes = vec![(0_u32, 0_u32); bodies.len()];
        for body in 0..bodies.len() as u32 {
            sizes[islands.root(body) as usize].0 += 1;
        }
        for contact in contacts {
            let (a, b) = movable_bodies(bodies, contact);
            if let Some(body) = a.or(b) {
                sizes[islands.root(body) as usize].1 += 1;
            }
        }
        refill(&mut scratch.batch_of_root, bodies.len(), 0);
        refill(&mut scratch.batch_of_body, bodies.len(), 0);
        let (mut batch, mut batch_bodies, mut batch_contacts) = (0, 0, 0);
        for body in 0..bodies.len() as u32 {
            let root = islands.root(body);
            if root == body {
                let (island_bodies, island_contacts) = sizes[body as usize];
                let full = batch_contacts + island_contacts > BATCH as u32
                    || batch_bodies + island_bodies > BATCH_BODIES as u32;
                if full && batch_bodies > 0 {
                    (batch, batch_bodies, batch_contacts) = (batch + 1, 0, 0);
                }
                batch_bodies += island_bodies;
                batch_contacts += island_contacts;
                scratch.batch_of_root[body as usize] = batch;
            }
            scratch.batch_of_body[body as usize] = scratch.batch_of_root[root as usize];
        }
        let batches = if bodies.is_empty() { 0 } else { batch as usize + 1 };

        let body_starts = sorted(batches, bodies.len(), &mut scratch.bodies, |body| {
            Some(scratch.batch_of_body[body])
        });
        let contact_starts = sorted(batches, contacts.len(), &mut scratch.contacts, |index| {
            let (a, b) = movable_bodies(bodies, &contacts[index]);
            let body = a.or(b).filter(|_| contacts[index].point_count > 0)?;
            Some(scratch.batch_of_body[body as usize])
        });
        self.batches.clear();
        self.batches.extend((0..batches).map(|batch| Batch {
            slots: body_starts[batch]..body_starts[batch + 1],
            seats: contact_starts[batch]..contact_starts[batch + 1],
            sweeps: 0..0,
            hubs: 0..0,
            locked: 0..0,
            rows: 0..0,
        }));
    }

    /// Gives every body its slots and every contact its colour and its seat.
    fn seat_contacts(&mut self, bodies: &[Body], contacts: &[Contact]) {
        let scratch = &mut self.scratch;
        self.slots.clear();
        self.hubs.clear();
        self.locked.clear();
        self.sweeps.clear();
        self.seats.clear();
        self.rows = 0;
        refill(&mut self.home, bodies.len(), 0);
        refill(&mut self.place, contacts.len(), Place::NOWHERE);
        refill(&mut scratch.dealt, bodies.len(), 0);
        refill(&mut scratch.guest, bodies.len(), NONE);

        for batch in &mut self.batches {
            let first_slot = self.slots.len();
            let first_hub = self.hubs.len();
            let first_locked = self.locked.len();
            self.slots.resize(first_slot + 2, Slot::Empty);
            for &body in &scratch.bodies[batch.slots.clone()] {
                let degree = scratch.degree[body as usize];
                let copies = if degree > HUB { degree.div_ceil(COPY) } else { 1 };
                let slot = self.slots.len();
                self.home[body as usize] = slot as u32;
                if copies > 1 {
                    self.hubs.push(Hub { first: (slot - first_slot) as u32, copies });
                }
                self.slots.resize(slot + copies as usize, Slot::Own { body, copies });
                let locks = bodies[body as usize].locks;
                if locks.any() {
                    let slots = (slot - first_slot) as u32..(self.slots.len() - first_slot) as u32;
                    self.locked.extend(slots.map(|slot| Locked { slot, locks }));
                }
            }

            let batch_contacts = &scratch.contacts[batch.seats.clone()];
            let first_guest = self.slots.len();
            for &index in batch_contacts {
                let contact = &contacts[index as usize];
                for body in [contact.body_a, contact.body_b] {
                    let kinematic = body != FIXED && !bodies[body as usize].is_dynamic();
                    if kinematic && scratch.guest[body as usize] == NONE {
                        scratch.guest[body as usize] = (self.slots.len() - first_slot) as u32;
                        self.slots.push(Slot::Guest { body });
                    }
                }
            }

            let first_seat = self.seats.len();
            let mut slot_of = |body: u32| {
                if body == FIXED {
                    return FIXED_SLOT;
                }
                if scratch.guest[body as usize] != NONE {
                    return scratch.guest[body as usize];
                }
                let home = self.home[body as usize];
                let Slot::Own { copies, .. } = self.slots[home as usize] else { return FIXED_SLOT };
                let dealt = &mut scratch.dealt[body as usize];
                *dealt += 1;
                home - first_slot as u32 + (*dealt - 1) % copies
            };
            refill(&mut scratch.used, self.slots.len() - first_slot, 0);
            refill(&mut scratch.anchored, self.slots.len() - first_slot, 0);
            scratch.colour.clear();
            let mut unsorted = Vec::with_capacity(batch_contacts.len());
            let (mut colours, mut anchored_colours) = (0, 0);
            for &index in batch_contacts {
                let contact = &contacts[index as usize];
                let (a, b) = movable_bodies(bodies, contact);
                let flipped = b.is_none();
                let (slot_a, slot_b) = (slot_of(contact.body_a), slot_of(contact.body_b));
                let (slot_a, slot_b) = if flipped { (slot_b, slot_a) } else { (slot_a, slot_b) };
                unsorted.push(Seat { contact: index, slot_a, slot_b, flipped });
                if a.is_some() && b.is_some() {
                    let used = scratch.used[slot_a as usize] | scratch.used[slot_b as usize];
                    // Two bodies of at most 24 contacts each: one of 64 colours is always free.
                    let colour = used.trailing_ones().min(63);
                    scratch.used[slot_a as usize] |= 1 << colour;
                    scratch.used[slot_b as usize] |= 1 << colour;
                    colours = colours.max(colour + 1);
                    scratch.colour.push(colour);
                } else {
                    let colour = scratch.anchored[slot_b as usize];
                    scratch.anchored[slot_b as usize] += 1;
                    anchored_colours = anchored_colours.max(colour + 1);
                    scratch.colour.push(ANCHORED | colour);
                }
            }
            for slot in &self.slots[first_guest..] {
                if let Slot::Guest { body } = *slot {
                    scratch.guest[body as usize] = NONE;
                }
            }

            let first_sweep = self.sweeps.len();
            let first_row = self.rows;
            let starts = colour_starts(&scratch.colour, colours, anchored_colours);
            let mut row = 0;
            for colour in 0..starts.len() - 1 {
                let seats = starts[colour]..starts[colour + 1];
                let rows = row..row + seats.len().div_ceil(LANES);
                row = rows.end;
                let movable_a = colour < colours as usize;
                self.sweeps.push(Sweep { seats, rows, movable_a });
            }
            let empty =
                Seat { contact: 0, slot_a: PADDING_SLOT, slot_b: PADDING_SLOT, flipped: false };
            self.seats.resize(first_seat + unsorted.len(), empty);
            let mut next = starts;
            for (seat, &colour) in unsorted.into_iter().zip(&scratch.colour) {
                let colour =
                    if colour & ANCHORED == 0 { colour } else { colours + (colour & !ANCHORED) }
                        as usize;
                let position = next[colour];
                next[colour] += 1;
                self.seats[first_seat + position] = seat;
                let sweep = &self.sweeps[first_sweep + colour];
                let lane = (first_row + sweep.rows.start) * LANES + position - sweep.seats.start;
                self.place[seat.contact as usize] = Place::new(lane, seat.flipped);
            }
            self.rows += row;
            batch.slots = first_slot..self.slots.len();
            batch.hubs = first_hub..self.hubs.len();
            batch.locked = first_locked..self.locked.len();
            batch.seats = first_seat..self.seats.len();
            batch.sweeps = first_sweep..self.sweeps.len();
            batch.rows = first_row..self.rows;
        }
    }
}

/// Marks the colour of a contact with an immovable body.
const ANCHORED: u32 = 1 << 31;

/// The bodies of a contact that impulses can move.
fn movable_bodies(bodies: &[Body], contact: &Contact) -> (Option<u32>, Option<u32>) {
    let movable = |body: u32| (body != FIXED && bodies[body as usize].is_dynamic()).then_some(body);
    (movable(contact.body_a), movable(contact.body_b))
}

fn refill<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
    list.clear();
    list.resize(length, value);
}

/// Sorts `0..count` by key, stably, into `order`, and returns where each key starts. What has no
/// key is left out.
fn sorted(
    keys: usize,
    count: usize,
    order: &mut Vec<u32>,
    key: impl Fn(usize) -> Option<u32>,
) -> Vec<usize> {
    let mut starts = vec![0; keys + 1];
    for key in (0..count).filter_map(&key) {
        starts[key as usize + 1] += 1;
    }
    for i in 0..keys {
        starts[i + 1] += starts[i];
    }
    refill(order, starts[keys], 0);
    let mut next = starts.clone();
    for index in 0..count {
        if let Some(key) = key(index) {
            order[next[key as usize]] = index as u32;
            next[key as usize] += 1;
        }
    }
    starts
}

/// Where each colour starts when contacts are sorted by colour, anchored colours last.
fn colour_starts(colours_of: &[u32], colours: u32, anchored_colours: u32) -> Vec<usize> {
    let mut starts = vec![0; (colours + anchored_colours) as usize + 1];
    for &colour in colours_of {
        let anchored = colour & ANCHORED != 0;
        let colour = if anchored { colours + (colour & !ANCHORED) } else { colour };
        starts[colour as usize + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    starts
}
