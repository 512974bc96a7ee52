//! Updates: contacts that began or ended are put into the lanes of a structure or taken out, while
//! all else stays where it is.
//!
//! An update gives contacts the places in the graph that a rebuild would give them, so it changes
//! no bit. Where that is more than a matter of single lanes, because batches merge, bodies are
//! split into more or fewer copies or bear heavy loads, or a colour has no room left, the structure
//! is rebuilt.

use core::ops::Range;

use umbra_geom::Real;
use umbra_geom::sort::drop_at;

use crate::block::{BlockEntry, FIXED_SLOT, LANES};
use crate::contact::FIXED;
use crate::{Body, Contact, Error, GraphPlace, JointConstraint, JointSolving, unique};

use super::Structure;
use super::colouring::Taken;
use super::heavy_loads::loaded;
use super::hubs::{HUB, copies_for, fewest};
use super::links::{BUCKETS, Link, SideA};
use super::lists::refill;
use super::order::Order;
use super::parts::{LaneIndex, Slot};

/// The contacts that changed since a structure was built or updated: by their indices at that time
/// in ascending order, but for new ones, which come last.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContactChanges<'a> {
    /// Those that may have got their first point or lost their last one.
    pub changed: &'a [u32],
    /// Those that were dropped. The others have moved up, in their order.
    pub dropped: &'a [u32],
}

/// The place for one more contact of a movable body: its slot over all batches, and its copy,
/// counted from one, if it is split.
struct Room {
    slot: usize,
    copy: u16,
}

/// Working memory of updates.
#[derive(Debug, Default)]
pub(super) struct Update {
    /// Contacts that began, with their places, and their order.
    begun: Vec<(Link, GraphPlace)>,
    order: Order,
    /// The first slots of split bodies whose contacts changed.
    hubs: Vec<usize>,
    ranks: Ranks,
    /// True once contacts have their new numbers.
    is_numbered: bool,
}

/// The number of dropped contacts before any other, looked up in a few bytes.
#[derive(Debug, Default)]
struct Ranks(Vec<(u32, u64)>);

impl Ranks {
    /// Those of `dropped` contacts of so many.
    fn list(&mut self, dropped: &[u32], count: usize) {
        refill(&mut self.0, count / WORD as usize + 1, (0, 0));
        for index in dropped {
            self.0[(index / WORD) as usize].1 |= 1 << (index % WORD);
        }
        let mut sum = 0;
        for (before, bits) in &mut self.0 {
            *before = sum;
            sum += bits.count_ones();
        }
    }

    #[inline]
    fn before(&self, index: u32) -> u32 {
        let (before, bits) = self.0[(index / WORD) as usize];
        before + (bits & !(u64::MAX << (index % WORD))).count_ones()
    }

    fn has(&self, index: u32) -> bool {
        self.0[(index / WORD) as usize].1 >> (index % WORD) & 1 != 0
    }
}

/// The number of contacts of a word.
const WORD: u32 = u64::BITS;
/// One contact in so many changes, or fewer.
const USUALLY_CHANGED: usize = 16;
/// When more than one contact in so many has changed, a rebuild takes less time.
const MOST_CHANGED: usize = 4;

impl Structure {
    /// Updates the structure, or rebuilds it where that is not enough. Bodies and joints have to be
    /// those for which it was built, and all changes of contacts have to be told. Returns whether
    /// an update was enough: other contacts are in their lanes then.
    ///
    /// Calls `before` as soon as that is known, with whether it was enough, when the structure has
    /// the contacts that there are and before it is rebuilt: the results of contacts that are in
    /// their lanes have to be read first.
    ///
    /// # Errors
    /// The errors of [`rebuild_with`](Self::rebuild_with).
    pub fn update(
        &mut self,
        bodies: &[Body],
        contacts: &mut [Contact],
        changes: ContactChanges<'_>,
        (constraints, solving): (&[JointConstraint], JointSolving),
        before: impl FnOnce(&Self, &mut [Contact], bool),
    ) -> Result<bool, Error> {
        let fits = self.check(bodies.len(), self.lane_index.len(), constraints.len()).is_ok();
        // Taken out, so that the rest can be borrowed.
        let mut scratch = core::mem::take(&mut self.scratch.0.get_or_insert_default().update);
        scratch.is_numbered = false;
        let is_enough = fits && self.try_update(contacts, changes, &mut scratch).is_some();
        if !scratch.is_numbered {
            // What is built anew needs no entries.
            self.entries.clear();
            self.renumber(changes.dropped, contacts.len(), &mut scratch.ranks);
        }
        self.scratch.0.get_or_insert_default().update = scratch;
        before(self, contacts, is_enough);
        if !is_enough {
            self.rebuild_with(bodies, contacts, constraints, solving)?;
        }
        Ok(is_enough)
    }

    /// True if contacts that go on stay in their lanes, as long as nothing else changes; false
    /// where the structure has to be rebuilt whenever contacts begin or end.
    pub fn is_kept(&self) -> bool {
        self.is_plain
    }

    /// The number of contacts for which the structure was built or updated, solved or not.
    pub fn known_contacts(&self) -> usize {
        self.lane_index.len()
    }

    /// Updates the structure. Returns nothing if it has to be rebuilt: contacts have their places
    /// as before then.
    fn try_update(
        &mut self,
        contacts: &mut [Contact],
        ContactChanges { changed, dropped }: ContactChanges<'_>,
        Update { begun, order, hubs, ranks, is_numbered }: &mut Update,
    ) -> Option<()> {
        self.touched.clear();
        self.unsolved.clear();
        begun.clear();
        hubs.clear();
        // So that lists do not grow each time that a little more than ever has changed.
        let usual = contacts.len() / USUALLY_CHANGED;
        begun.reserve(usual);
        self.touched.reserve(2 * usual);
        let is_still = changed.is_empty() && dropped.is_empty();
        let is_long = MOST_CHANGED * (changed.len() + dropped.len()) > self.lane_index.len();
        if !is_still && (!self.is_plain || is_long || self.past.is_over()) {
            return None;
        }
        let mut ended = 0;
        let is_solved = |lane_index: Option<&LaneIndex>| {
            lane_index.is_some_and(|lane_index| lane_index.block_and_lane().is_some())
        };
        for &index in dropped {
            if is_solved(self.lane_index.get(index as usize)) {
                self.take_out(index as usize, hubs)?;
                ended += 1;
            }
        }
        let mut gone = dropped.iter().peekable();
        let mut shift = 0;
        for &index in changed {
            while gone.next_if(|dropped| **dropped < index).is_some() {
                shift += 1;
            }
            if gone.peek() == Some(&&index) {
                continue;
            }
            let new = index.checked_sub(shift)?;
            let contact = contacts.get_mut(new as usize)?;
            let inv_masses = self.inverse_masses(contact)?;
            let movable = inv_masses.map(|inv_mass| inv_mass > 0.0);
            let wants = contact.point_count > 0 && movable != [false; 2];
            match (is_solved(self.lane_index.get(index as usize)), wants) {
                (true, false) => {
                    contact.leave();
                    self.unsolved.push(new);
                    self.take_out(index as usize, hubs)?;
                    ended += 1;
                }
                (false, true) => {
                    let is_usual = movable != [true; 2] || loaded(inv_masses).is_none();
                    // If it has a place, a rebuild might let it keep that.
                    if !is_usual || contact.in_graph != GraphPlace::NONE {
                        return None;
                    }
                    begun.push((Link::new(new, contact, movable), GraphPlace::NONE));
                }
                _ => {}
            }
        }
        // A rebuild would deal all contacts anew.
        if !hubs.iter().all(|hub| self.taken[self.copies_at(*hub).end - 1].count() > 0) {
            return None;
        }
        self.renumber(dropped, contacts.len(), ranks);
        *is_numbered = true;
        order.reset(begun.len());
        order.sort_by(BUCKETS, |index| begun[index].0.bucket.into());
        for &index in order.indices() {
            let (link, place) = &mut begun[index as usize];
            *place = self.put_in(link, hubs)?;
        }
        if !hubs.iter().all(|hub| self.is_dealt(*hub)) {
            return None;
        }
        for (link, place) in &*begun {
            contacts[link.contact as usize].in_graph = *place;
        }
        if ended + begun.len() > 0 {
            self.follows = core::mem::replace(&mut self.stamp, unique());
            self.contacts = self.contacts + begun.len() - ended;
        }
        Some(())
    }

    /// The inverse masses of the bodies of a contact; nothing if there is none of that number.
    fn inverse_masses(&self, contact: &Contact) -> Option<[Real; 2]> {
        let of_body = |body: u32| match body {
            FIXED => Some(0.0),
            body => self.inv_mass.get(body as usize).copied(),
        };
        Some([of_body(contact.body_a)?, of_body(contact.body_b)?])
    }

    /// Takes a contact out of its lane, and notes split bodies. The last one of its colour comes
    /// into it.
    fn take_out(&mut self, index: usize, hubs: &mut Vec<usize>) -> Option<()> {
        let place = core::mem::replace(&mut self.lane_index[index], LaneIndex::UNSOLVED);
        let (block, lane) = place.block_and_lane()?;
        let batch = self.batches.partition_point(|batch| batch.blocks.end <= block);
        let batch = &mut self.batches[batch];
        let colours = &mut self.colours[batch.colours.clone()];
        let block = block - batch.blocks.start;
        let colour = colours.partition_point(|colour| colour.blocks.start + colour.room <= block);
        let colour = &mut colours[colour];
        let entries = &mut self.entries[batch.lanes()];
        let (at, last) = (block * LANES + lane, colour.entries.end - 1);
        let BlockEntry { slot_a, slot_b, .. } = entries[at];
        entries[at] = entries[last];
        colour.resize(last - colour.entries.start);
        batch.contacts -= 1;
        // The blocks that have lost a lane, by a contact that is left in each.
        for rest in [at, last / LANES * LANES] {
            if rest < last {
                let contact = entries[rest].contact;
                self.touched.push((contact, self.lane_index[contact as usize]));
            }
        }
        if at < last {
            let BlockEntry { contact, flipped, .. } = entries[at];
            let lane = batch.lanes().start + at;
            self.lane_index[contact as usize] = LaneIndex::new(lane, flipped);
        }
        let number = colour.number as u8;
        let movable_a = colour.movable_a;
        let slots = batch.slots.start;
        for slot in [Some(slot_b), movable_a.then_some(slot_a)].into_iter().flatten() {
            let slot = slots + slot as usize;
            self.taken[slot].give_back(number);
            self.note_hub(slot, hubs);
        }
        Some(())
    }

    /// Drops contacts, and makes room for `count` in all.
    fn renumber(&mut self, dropped: &[u32], count: usize, ranks: &mut Ranks) {
        self.lane_index.resize(count + dropped.len(), LaneIndex::UNSOLVED);
        if !dropped.is_empty() {
            ranks.list(dropped, self.lane_index.len());
            drop_at(&mut self.lane_index, dropped.iter().map(|index| *index as usize));
            self.touched.retain(|(contact, _)| !ranks.has(*contact));
            let contacts = self.entries.iter_mut().map(|entry| &mut entry.contact);
            for contact in contacts.chain(self.touched.iter_mut().map(|(contact, _)| contact)) {
                *contact -= ranks.before(*contact);
            }
        }
    }

    /// Puts a contact into a lane. Returns its place in the graph.
    fn put_in(&mut self, link: &Link, hubs: &mut Vec<usize>) -> Option<GraphPlace> {
        let batch_of = |body: u32| self.past.batch[body as usize];
        let batch = batch_of(link.b);
        let slots = self.batches[batch as usize].slots.clone();
        let b = self.room_for(link.b)?;
        let (a, slot_a) = match link.side_a {
            SideA::Fixed => (None, slots.start + FIXED_SLOT as usize),
            SideA::Kinematic => (None, self.kinematic_slot(slots.clone(), link.a)?),
            SideA::Movable if batch_of(link.a) != batch => return None,
            SideA::Movable => {
                let room = self.room_for(link.a)?;
                let slot = room.slot;
                (Some(room), slot)
            }
        };
        let colour = Taken::lowest(a.as_ref().map(|a| self.taken[a.slot]), self.taken[b.slot]);
        let mut place = GraphPlace { colour: colour + 1, ..GraphPlace::NONE };
        for (room, side) in [a.as_ref(), Some(&b)].into_iter().zip(link.sides()) {
            let Some(Room { slot, copy }) = room else { continue };
            place.copies[side] = *copy;
            self.taken[*slot].claim(colour);
            self.note_hub(*slot, hubs);
        }
        let batch = &mut self.batches[batch as usize];
        let colours = &mut self.colours[batch.colours.clone()];
        let found = colours.binary_search_by_key(&u16::from(colour), |colour| colour.number);
        let colour = &mut colours[found.ok()?];
        if colour.is_full() {
            return None;
        }
        let lane = batch.lanes().start + colour.entries.end;
        let Link { contact, flipped, .. } = *link;
        let [slot_a, slot_b] = [slot_a, b.slot].map(|slot| (slot - slots.start) as u32);
        self.entries[lane] = BlockEntry { contact, slot_a, slot_b, flipped };
        self.lane_index[contact as usize] = LaneIndex::new(lane, flipped);
        colour.resize(colour.entries.len() + 1);
        batch.contacts += 1;
        Some(place)
    }

    /// The place for one more contact of a movable body. Nothing if it would have to be split.
    fn room_for(&self, body: u32) -> Option<Room> {
        let home = self.home[body as usize] as usize;
        let copies = self.copies_at(home);
        if copies.len() == 1 {
            return (self.taken[home].count() < HUB).then_some(Room { slot: home, copy: 0 });
        }
        let copy = fewest(self.taken[copies].iter().map(|taken| taken.count()));
        Some(Room { slot: home + copy, copy: copy as u16 + 1 })
    }

    /// The slot of a kinematic body, which come last in their batch.
    fn kinematic_slot(&self, batch: Range<usize>, body: u32) -> Option<usize> {
        let kinematic = |slot: usize| match self.slots[slot] {
            Slot::Kinematic { body } => Some((slot, body)),
            _ => None,
        };
        let found = batch.rev().map_while(kinematic).find(|(_, of)| *of == body);
        found.map(|(slot, _)| slot)
    }

    /// The slots of all copies of the body that has this slot first.
    fn copies_at(&self, home: usize) -> Range<usize> {
        match self.slots[home] {
            Slot::Own { copies, .. } => home..home + copies as usize,
            _ => home..home + 1,
        }
    }

    /// Notes the body of a slot, if it is split.
    fn note_hub(&self, slot: usize, hubs: &mut Vec<usize>) {
        if let Slot::Own { body, copies, .. } = self.slots[slot]
            && copies > 1
        {
            let home = self.home[body as usize] as usize;
            if !hubs.contains(&home) {
                hubs.push(home);
            }
        }
    }

    /// True if a split body has the copies that a rebuild would give it.
    fn is_dealt(&self, home: usize) -> bool {
        let copies = self.copies_at(home);
        let degree = self.taken[copies.clone()].iter().map(|taken| taken.count()).sum();
        degree > HUB && copies_for(degree) as usize == copies.len()
    }
}

#[cfg(test)]
#[path = "../../tests/unit/structure_update.rs"]
mod tests;
