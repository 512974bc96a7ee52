//! Batches: the islands that are solved together, and the slots of their bodies.

use crate::block::FIXED_SLOT;
use crate::island::Islands;
use crate::{Body, Contact};

use super::heavy_loads::Pressed;
use super::hubs::{Hubs, Split};
use super::joints::Joints;
use super::links::{Link, Links, SideA};
use super::lists::{NONE, refill};
use super::partition::{BodySlot, Partition, divide};
use super::parts::{Batch, Hub, Locked, Slot};

/// The number of contacts and joint constraints in a batch. 256 left a third of the lanes empty in
/// piles of 55 boxes, 4096 left the cache.
const BATCH: usize = 1024;
/// The number of bodies in a batch: bodies without contacts form batches of their own.
const BATCH_BODIES: usize = 4096;
/// Islands are searched in one of this many rebuilds.
pub(super) const LOOK_EVERY: u32 = 8;
/// They are searched after this many updates at the latest.
const MOST_UPDATES: u32 = 64;

/// The *ends* of links: all bodies, and the further copies of those that are split.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// Per body: the number of contacts in which it is B, and of joint constraints that count as
    /// its own.
    as_b: Vec<u32>,
    bodies: usize,
    /// The split bodies; their further copies follow all bodies.
    hubs: Hubs,
    islands: Islands,
    /// Per root of an island: its numbers of bodies and of contacts and constraints. Or, per former
    /// batch: the batch that it has become, and its number of contacts and constraints.
    sizes: Vec<[u32; 2]>,
    /// Per end: its slot in its batch.
    pub(super) body_slot: Vec<BodySlot>,
    causes: Causes,
    /// Per batch: its partition, and the next free slots.
    partitions: Vec<Partition>,
    /// Links with a kinematic body, each after its batch, and the kinematic bodies of all batches.
    kinematic_links: Vec<[u32; 2]>,
    /// Per joint with a kinematic body: the batch and that body.
    joined_to: Vec<[u32; 2]>,
    kinematic: Vec<Kinematic>,
    /// Per kinematic body: its slot in the current batch.
    kinematic_slot: Vec<u32>,
}

/// Findings of a rebuild with which the next one begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    /// Per end: its batch.
    pub(super) batch: Vec<u32>,
    /// The number of bodies at the last search for islands, and the number of rebuilds since then,
    /// which merged batches instead.
    looked_at: usize,
    merged: u32,
    /// The number of updates since then.
    updates: u32,
    /// The number of batches.
    batches: usize,
}

impl Past {
    /// Counts an update. Returns whether it is time for a search instead.
    pub(super) fn is_over(&mut self) -> bool {
        self.updates += 1;
        self.updates > MOST_UPDATES
    }
}

/// The causes of the slots of all batches, besides where bodies are, which decides only their
/// order. While these and the batches stay, slots stay.
#[derive(Debug, Default)]
struct Causes {
    /// The stamp of the last structure with these slots.
    stamp: u64,
    /// The split bodies and the numbers of their copies.
    hubs: Vec<[u32; 2]>,
    kinematic: Vec<Kinematic>,
    any_pressed: bool,
}

/// A kinematic body that contacts of a batch touch.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kinematic {
    batch: u32,
    slot: u32,
    body: u32,
}

impl Causes {
    /// Notes the causes. Returns whether they are those of before.
    fn note(&mut self, hubs: &[Split], kinematic: &[Kinematic], any_pressed: bool) -> bool {
        let splits = hubs.iter().map(|hub| [hub.body, hub.copies]);
        let none_pressed = !any_pressed && !self.any_pressed;
        let same = none_pressed
            && self.hubs.iter().copied().eq(splits.clone())
            && self.kinematic == kinematic;
        if !same {
            self.hubs.clear();
            self.hubs.extend(splits);
            self.kinematic.clear();
            self.kinematic.extend_from_slice(kinematic);
            self.any_pressed = any_pressed;
        }
        same
    }
}

impl Ends {
    /// Makes an end of every body.
    pub(super) fn reset(&mut self, bodies: usize) {
        self.bodies = bodies;
        self.hubs.clear();
    }

    /// The number of ends.
    pub(super) fn len(&self) -> usize {
        self.bodies + self.hubs.further()
    }

    /// Splits bodies with many contacts: see [`Hubs`].
    pub(super) fn split_hubs(
        &mut self,
        past: &mut Past,
        degrees: &[u32],
        links: &mut [Link],
        contacts: &mut [Contact],
    ) {
        self.hubs.list(degrees);
        for hub in self.hubs.all() {
            // Copies are in the batch of their body.
            let end = hub.first as usize + hub.copies as usize - 1;
            past.batch.resize(end, past.batch[hub.body as usize]);
        }
        self.hubs.deal_all(degrees, links, contacts);
    }

    /// Assigns each body to a batch. No body is split yet.
    ///
    /// Islands are searched only now and then, and when bodies were added or removed; otherwise the
    /// batches stay, and those with contacts between them are merged. Contacts that end leave
    /// several islands in one batch for a while, which costs little and changes no bit.
    ///
    /// Returns whether all bodies stay in their batches.
    pub(super) fn pack(
        &mut self,
        past: &mut Past,
        links: &Links,
        joints: &Joints,
        batches: &mut Vec<Batch>,
    ) -> bool {
        past.merged += 1;
        let is_recent = past.merged < LOOK_EVERY && past.updates <= MOST_UPDATES;
        let merges = past.looked_at == self.bodies && is_recent;
        if merges {
            self.merge(past, links, joints, batches);
        } else {
            (past.looked_at, past.merged, past.updates) = (self.bodies, 0, 0);
            self.look_for_islands(&mut past.batch, links, joints, batches);
        }
        let before = core::mem::replace(&mut past.batches, batches.len());
        merges && before == batches.len()
    }

    /// Merges batches that have contacts with one another.
    fn merge(&mut self, past: &mut Past, links: &Links, joints: &Joints, batches: &mut Vec<Batch>) {
        let Self { islands, sizes, bodies, .. } = self;
        let Past { batch: batch_of, batches: count, .. } = past;
        // Without the copies that there were.
        batch_of.truncate(*bodies);
        islands.reset(*count as u32);
        refill(sizes, *count, [0; 2]);
        for link in links.all() {
            let batch = batch_of[link.b as usize];
            sizes[batch as usize][1] += 1;
            if link.side_a == SideA::Movable {
                islands.join(batch_of[link.a as usize], batch);
            }
        }
        for body in joints.moved() {
            sizes[batch_of[body as usize] as usize][1] += 1;
        }
        for pair in joints.joined() {
            let [a, b] = pair.map(|body| batch_of[body as usize]);
            islands.join(a, b);
        }
        batches.clear();
        for (old, &root) in islands.roots().iter().enumerate() {
            let [_, contacts] = sizes[old];
            if root as usize == old {
                sizes[old][0] = batches.len() as u32;
                batches.push(Batch::default());
            }
            let [new, _] = sizes[root as usize];
            sizes[old][0] = new;
            batches[new as usize].contacts += contacts as usize;
        }
        for batch in batch_of {
            let [new, _] = sizes[*batch as usize];
            *batch = new;
            batches[new as usize].slots.end += 1;
        }
    }

    /// Finds the islands and packs them into batches.
    fn look_for_islands(
        &mut self,
        batch_of: &mut Vec<u32>,
        links: &Links,
        joints: &Joints,
        batches: &mut Vec<Batch>,
    ) {
        let Self { as_b, islands, sizes, bodies, .. } = self;
        refill(as_b, *bodies, 0);
        islands.reset(*bodies as u32);
        for link in links.all() {
            as_b[link.b as usize] += 1;
            if link.side_a == SideA::Movable {
                islands.join(link.a, link.b);
            }
        }
        joints.moved().for_each(|body| as_b[body as usize] += 1);
        joints.joined().for_each(|[a, b]| islands.join(a, b));

        // The root is the least body of its island and so the first one met: sizes are counted
        // there, then turned into batches in the same order.
        let roots = islands.roots();
        refill(sizes, *bodies, [0; 2]);
        for (root, as_b) in roots.iter().zip(&*as_b) {
            let [bodies, contacts] = &mut sizes[*root as usize];
            (*bodies, *contacts) = (*bodies + 1, *contacts + as_b);
        }
        refill(batch_of, *bodies, 0);
        batches.clear();
        let mut contacts = 0;
        for (body, &root) in roots.iter().enumerate() {
            if root as usize != body {
                batch_of[body] = batch_of[root as usize];
                continue;
            }
            let [island_bodies, island_contacts] = sizes[body].map(|size| size as usize);
            let fits = |batch: &Batch| {
                contacts + island_contacts <= BATCH
                    && batch.slots.end + island_bodies <= BATCH_BODIES
            };
            if !batches.last().is_some_and(fits) {
                batches.push(Batch::default());
                contacts = 0;
            }
            batch_of[body] = batches.len() as u32 - 1;
            contacts += island_contacts;
            if let Some(batch) = batches.last_mut() {
                batch.slots.end += island_bodies;
                batch.contacts += island_contacts;
            }
        }
    }

    /// Says how many slots each batch has, and gives some to the kinematic bodies that contacts
    /// touch, which is written into their links. `batch_of` is the result of [`pack`](Self::pack).
    pub(super) fn lay_out(
        &mut self,
        batch_of: &[u32],
        (links, joints): (&mut Links, &Joints),
        batches: &mut [Batch],
    ) {
        // Until now, `slots` says how many bodies a batch has. Before them come two slots of
        // no body, and bodies that are split have several.
        batches.iter_mut().for_each(|batch| batch.slots.end += 2);
        for hub in self.hubs.all() {
            let batch = batch_of[hub.body as usize] as usize;
            batches[batch].slots.end += hub.copies as usize - 1;
        }
        self.partitions.clear();
        self.partitions.extend(batches.iter().map(Partition::for_batch));
        self.kinematic.clear();
        if links.any_kinematic || joints.kinematic(batch_of).next().is_some() {
            self.give_slots_to_kinematic(batch_of, links.all_mut(), joints, batches);
        }
        let mut end = 0;
        for batch in &mut *batches {
            batch.slots = end..end + batch.slots.end;
            end = batch.slots.end;
        }
    }

    /// Gives slots to the bodies of all batches. Per body, `home` gets its first slot. Bodies keep
    /// the slots of the structure with the stamp `kept`, if nothing has changed that decides them;
    /// this one has `stamp`.
    pub(super) fn give_slots(
        &mut self,
        bodies: &[Body],
        batch_of: &[u32],
        pressed: &[Pressed],
        batches: &[Batch],
        (slots, home): (&mut Vec<Slot>, &mut Vec<u32>),
        (kept, stamp): (Option<u64>, u64),
    ) {
        let same = self.causes.note(self.hubs.all(), &self.kinematic, !pressed.is_empty());
        let before = core::mem::replace(&mut self.causes.stamp, stamp);
        if same && kept == Some(before) {
            return;
        }
        let end = batches.last().map_or(0, |batch| batch.slots.end);

        divide(&mut self.partitions, bodies, batch_of);
        slots.clear();
        slots.resize(end, Slot::Empty);
        refill(home, self.bodies, 0);
        let ends = self.len();
        refill(&mut self.body_slot, ends, BodySlot::default());
        let mut hubs = self.hubs.all().iter().peekable();
        let mut pressed = pressed.iter().peekable();
        for ((body, home), Body { center, .. }) in home.iter_mut().enumerate().zip(bodies) {
            let batch = batch_of[body];
            let hub = hubs.next_if(|hub| hub.body as usize == body);
            let copies = hub.map_or(1, |hub| hub.copies);
            let body_slot = self.partitions[batch as usize].take_slots(batch, *center, copies);
            let place = batches[batch as usize].slots.start + body_slot.slot as usize;
            *home = place as u32;
            self.body_slot[body] = body_slot;
            let pressed = pressed.next_if(|pressed| pressed.body as usize == body);
            let lightness = pressed.map_or(1.0, |pressed| pressed.lightness);
            for copy in 0..copies as usize {
                slots[place + copy] = Slot::Own { body: body as u32, copies, lightness };
            }
            if let Some(hub) = hub {
                let ends = &mut self.body_slot[hub.first as usize..][..copies as usize - 1];
                let body_slots =
                    (1..).map(|copy| BodySlot { slot: body_slot.slot + copy, ..body_slot });
                ends.iter_mut().zip(body_slots).for_each(|(end, body_slot)| *end = body_slot);
            }
        }
        for kinematic in &self.kinematic {
            let first = batches[kinematic.batch as usize].slots.start;
            slots[first + kinematic.slot as usize] = Slot::Kinematic { body: kinematic.body };
        }
    }

    /// Gives slots, after those of its own bodies, to the kinematic bodies that contacts of a batch
    /// touch, in the order of these contacts.
    fn give_slots_to_kinematic(
        &mut self,
        batch_of: &[u32],
        links: &mut [Link],
        joints: &Joints,
        batches: &mut [Batch],
    ) {
        let Self { kinematic_links, kinematic, kinematic_slot, joined_to, .. } = self;
        kinematic_links.clear();
        joined_to.clear();
        joined_to.extend(joints.kinematic(batch_of));
        let of_joints =
            (links.len() as u32..).zip(&*joined_to).map(|(index, [batch, _])| [*batch, index]);
        kinematic_links.extend(of_joints);
        let all = (0..).zip(&*links).filter(|(_, link)| link.side_a == SideA::Kinematic);
        kinematic_links.extend(all.map(|(index, link)| [batch_of[link.b as usize], index]));
        kinematic_links.sort_unstable();
        refill(kinematic_slot, self.bodies, NONE);
        let mut first = 0;
        for of_batch in kinematic_links.chunk_by(|a, b| a[0] == b[0]) {
            for &[batch, link] in of_batch {
                let joint = (link as usize).checked_sub(links.len());
                let body =
                    joint.map_or_else(|| links[link as usize].a, |joint| joined_to[joint][1]);
                let slot = &mut kinematic_slot[body as usize];
                if *slot == NONE {
                    let end = &mut batches[batch as usize].slots.end;
                    *slot = *end as u32;
                    kinematic.push(Kinematic { batch, slot: *slot, body });
                    *end += 1;
                }
                if joint.is_none() {
                    links[link as usize].a = *slot;
                }
            }
            kinematic[first..]
                .iter()
                .for_each(|kinematic| kinematic_slot[kinematic.body as usize] = NONE);
            first = kinematic.len();
        }
    }

    /// The slot of a kinematic body in a batch.
    pub(super) fn slot_of_kinematic(&self, batch: u32, body: u32) -> u32 {
        let at = self.kinematic.partition_point(|kinematic| kinematic.batch < batch);
        let mut of_batch = self.kinematic[at..].iter().take_while(|other| other.batch == batch);
        of_batch
            .find(|kinematic| kinematic.body == body)
            .map_or(FIXED_SLOT, |kinematic| kinematic.slot)
    }

    /// Lists, batch by batch, the bodies that are split and those with locked directions.
    pub(super) fn list_special(
        &self,
        bodies: &[Body],
        any_locked: bool,
        batches: &mut [Batch],
        slots: &[Slot],
        hubs: &mut Vec<Hub>,
        locked: &mut Vec<Locked>,
    ) {
        hubs.clear();
        locked.clear();
        if self.hubs.all().is_empty() && !any_locked {
            return;
        }
        for batch in batches {
            let (first_hub, first_locked) = (hubs.len(), locked.len());
            let mut last = NONE;
            for (slot, kind) in (0..).zip(&slots[batch.slots.clone()]) {
                let Slot::Own { body, copies, .. } = *kind else { continue };
                if copies > 1 && body != last {
                    hubs.push(Hub { first: slot, copies });
                }
                last = body;
                let body = &bodies[body as usize];
                if body.locks.any() && body.is_dynamic() {
                    locked.push(Locked { slot, locks: body.locks });
                }
            }
            (batch.hubs, batch.locked) = (first_hub..hubs.len(), first_locked..locked.len());
        }
    }
}
