//! The structure: the bodies and contacts that are solved together, their order and their lanes.
//!
//! It depends only on which contacts there are and which bodies are movable, so it stays valid
//! until one of these changes. (The positions of bodies decide their slots and the order of the
//! contacts of a colour, and earlier structures decide which islands share a batch; these change no
//! bit.) It depends neither on the number of threads nor on the width of the machine: the order of
//! the arithmetic, and with it every bit of the result, is fixed here.
//!
//! - Bodies that contacts connect form an *island*. Islands are packed into *batches* of about
//!   [`BATCH`] contacts: enough to fill the lanes, few enough to stay in the cache while all
//!   substeps run over them.
//! - In a batch, contacts that share no movable body get the same *colour* and are solved side by
//!   side. A colour is a [`Colour`]; those with an immovable body are solved last.
//! - A body that touches many (a *hub*) would need a colour for each. It is split into several
//!   copies that share its mass and its contacts and are averaged after each pass: mass splitting,
//!   as Tonge, Benevolenski and Voroshilov describe it. So no colour is left with few contacts, and
//!   64 colours are always enough.
//!
//! The stages of a rebuild: `links.rs` reads the contacts, `heavy_loads.rs` marks those that carry
//! far heavier bodies, along the lists of `neighbours.rs`, `hubs.rs` splits bodies, `batches.rs`
//! packs islands into batches and gives bodies their slots, which they keep while their batches
//! stay as they are, `partition.rs` decides their order, `colouring.rs` gives contacts their
//! colours, and `layout.rs` their lanes. Stages that are independent run on two threads: one
//! counts contacts while the other finds batches; one assigns colours while the other assigns
//! slots; one writes the entries of the blocks while the other writes the lanes of contacts.
//! `update.rs` does without most of that where contacts alone have changed.

mod batches;
mod colouring;
mod elimination;
mod forest;
mod heavy_loads;
mod hubs;
mod joint_parts;
mod joints;
mod layout;
mod links;
mod lists;
mod neighbours;
mod order;
mod partition;
mod parts;
#[cfg(test)]
#[path = "../../tests/unit/structure.rs"]
mod tests;
mod trees;
mod update;

use crate::block::{BlockEntry, LANES};
use crate::{Body, Contact, Error, JointConstraint, JointSolving, unique};
use umbra_geom::Real;

use batches::{Ends, Past};
use colouring::{Colouring, Taken};
use forest::JointScratch;
pub(crate) use joint_parts::{JointColour, JointEntry, JointKind};
pub(crate) use joints::Joints;
use layout::Layout;
use links::{Links, list_inverse_masses};
use lists::{join_if, refill};
pub use parts::StructureStatistics;
pub(crate) use parts::{Batch, Colour, Hub, LaneIndex, Load, Locked, Slot};
pub(crate) use trees::{Tree, TreeNode};
pub use update::ContactChanges;
use update::Update;

/// The bodies and contacts that are solved together, and their order.
#[derive(Debug, Default)]
pub struct Structure {
    /// The number of this building or update: equal structures alone have the same.
    pub(crate) stamp: u64,
    /// That of the last building.
    built: u64,
    /// The stamp before the last update, which left most blocks as they were.
    pub(crate) follows: u64,
    /// False where an update would not be enough: bodies bear more than the usual load.
    is_plain: bool,
    pub(crate) bodies: usize,
    /// The number of contacts that are solved.
    pub(crate) contacts: usize,
    pub(crate) batches: Vec<Batch>,
    pub(crate) colours: Vec<Colour>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) hubs: Vec<Hub>,
    pub(crate) locked: Vec<Locked>,
    /// The contacts in the order of the blocks, an entry for each lane.
    pub(crate) entries: Vec<BlockEntry>,
    pub(crate) blocks: usize,
    /// Per body, the slot from which its result is read.
    pub(crate) home: Vec<u32>,
    /// Per contact, the lane of its results.
    pub(crate) lane_index: Vec<LaneIndex>,
    pub(crate) joints: Joints,
    /// Per body: its inverse mass, and zero if impulses cannot move it.
    inv_mass: Vec<Real>,
    /// Per slot: the colours of its contacts.
    taken: Vec<Taken>,
    /// Contacts whose blocks the last update changed, with the lanes that they had before.
    pub(crate) touched: Vec<(u32, LaneIndex)>,
    /// Contacts without a lane that have points, or lost their last one.
    pub(crate) unsolved: Vec<u32>,
    past: Past,
    scratch: StructureScratch,
}

/// Working memory of rebuilds: none until the first one.
#[derive(Debug, Default)]
pub struct StructureScratch(Option<Box<Scratch>>);

#[derive(Debug, Default)]
struct Scratch {
    links: Links,
    colouring: Colouring,
    ends: Ends,
    layout: Layout,
    joints: JointScratch,
    update: Update,
}

impl Clone for Structure {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    /// Copies into the memory of `self`.
    fn clone_from(&mut self, source: &Self) {
        // Every field is named so that a new one cannot be forgotten.
        let Self {
            stamp,
            built,
            follows,
            is_plain,
            bodies,
            contacts,
            batches,
            colours,
            slots,
            hubs,
            locked,
            entries,
            blocks,
            home,
            lane_index,
            joints,
            inv_mass,
            taken,
            touched,
            unsolved,
            past,
            scratch: _,
        } = source;
        (self.stamp, self.built, self.follows) = (*stamp, *built, *follows);
        self.is_plain = *is_plain;
        (self.bodies, self.contacts, self.blocks) = (*bodies, *contacts, *blocks);
        self.inv_mass.clone_from(inv_mass);
        self.taken.clone_from(taken);
        self.touched.clone_from(touched);
        self.unsolved.clone_from(unsolved);
        self.batches.clone_from(batches);
        self.colours.clone_from(colours);
        self.slots.clone_from(slots);
        self.hubs.clone_from(hubs);
        self.locked.clone_from(locked);
        self.entries.clone_from(entries);
        self.home.clone_from(home);
        self.lane_index.clone_from(lane_index);
        self.joints.clone_from(joints);
        self.past.clone_from(past);
    }
}

impl Structure {
    /// The greatest number of bodies, contacts or joints.
    // A contact may have a block of sixteen lanes to itself, and a lane is counted in 31 bits.
    pub const MOST: usize = (u32::MAX / 64) as usize;

    /// A structure for no bodies and no contacts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Rebuilds the structure for these arrays, reusing its memory. Contacts that have a
    /// [place in the graph](Contact::in_graph) keep it, others get one.
    ///
    /// It has to be rebuilt when a contact was added, removed or changed its index or its bodies,
    /// when a body was added, removed or changed its index, or when a body became movable or
    /// immovable or its mass or its locks changed. Everything else may change freely.
    ///
    /// # Errors
    /// When a contact refers to a body that does not exist, or an array has more elements than 32
    /// bits can count. The structure is unchanged then.
    pub fn rebuild(&mut self, bodies: &[Body], contacts: &mut [Contact]) -> Result<(), Error> {
        self.rebuild_with(bodies, contacts, &[], JointSolving::default())
    }

    /// [`rebuild`](Self::rebuild) with joints. It also has to be rebuilt when a joint constraint
    /// was added, removed, changed its index or its bodies, or is not [built
    /// like](JointConstraint::is_built_like) before.
    ///
    /// # Errors
    /// The errors of [`rebuild`](Self::rebuild), or when a joint refers to a body that does not
    /// exist.
    pub fn rebuild_with(
        &mut self,
        bodies: &[Body],
        contacts: &mut [Contact],
        constraints: &[JointConstraint],
        solving: JointSolving,
    ) -> Result<(), Error> {
        for (parameter, value) in
            [("bodies", bodies.len()), ("contacts", contacts.len()), ("joints", constraints.len())]
        {
            if value > Self::MOST {
                return Err(Error::TooMany { parameter, value });
            }
        }
        let before = core::mem::replace(&mut self.built, unique());
        (self.stamp, self.follows, self.is_plain) = (self.built, 0, false);
        self.touched.clear();
        self.unsolved.clear();
        let Scratch { links, colouring, ends, layout, joints: of_joints, .. } =
            &mut **self.scratch.0.get_or_insert_default();
        self.joints.collect(bodies, constraints, solving, of_joints)?;
        list_inverse_masses(bodies, &self.joints, &mut self.inv_mass);
        links.collect(bodies, contacts, &self.joints, &self.inv_mass)?;
        self.bodies = bodies.len();
        ends.reset(bodies.len());
        let link_count = links.all().len();
        let Self { built, batches, slots, hubs, locked, home, lane_index, joints, past, .. } = self;
        let mut kept = None;
        join_if(
            link_count,
            || colouring.count(links.all(), bodies.len()),
            || kept = ends.pack(past, links, joints, batches).then_some(before),
        );
        ends.split_hubs(past, &colouring.degrees, links.all_mut(), contacts);
        let batch_of = &past.batch;
        let (batch_count, contact_count) = (batches.len(), contacts.len());
        ends.lay_out(batch_of, (links, joints), batches);
        join_if(
            link_count,
            || colouring.give(links.all(), contacts, batch_of, batch_count),
            || {
                let places = (&mut *slots, &mut *home);
                ends.give_slots(bodies, batch_of, links.pressed(), batches, places, (kept, *built));
                ends.list_special(bodies, links.any_locked, batches, slots, hubs, locked);
                refill(lane_index, contact_count, LaneIndex::UNSOLVED);
            },
        );
        let slot_of = |batch, body| ends.slot_of_kinematic(batch, body);
        joints.lay_out(batch_of, batches, slots, home, slot_of, of_joints);
        self.is_plain = !links.any_loads;
        self.blocks = layout.lay_out(&colouring.sizes, batches, &mut self.colours, self.is_plain);
        refill(&mut self.entries, self.blocks * LANES, BlockEntry::NONE);
        layout.put(links.all(), colouring.all(), &ends.body_slot, &mut self.entries, lane_index);
        self.contacts = link_count;
        for ((index, contact), lane) in (0..).zip(contacts).zip(&*lane_index) {
            if *lane == LaneIndex::UNSOLVED {
                contact.leave();
                if contact.is_candidate() {
                    self.unsolved.push(index);
                    // What has points and cannot be pushed is looked at in each step.
                    self.is_plain &= contact.point_count == 0;
                }
            }
        }
        if self.is_plain {
            refill(&mut self.taken, slots.len(), Taken::default());
            for (slot, taken) in ends.body_slot.iter().zip(&colouring.taken) {
                let first = batches[slot.half as usize / 2].slots.start;
                self.taken[first + slot.slot as usize] = *taken;
            }
        }
        Ok(())
    }

    /// Swaps the memory that rebuilds work in. No result changes because of that.
    #[doc(hidden)]
    pub fn swap_scratch(&mut self, other: &mut StructureScratch) {
        core::mem::swap(&mut self.scratch, other);
    }

    /// True if the joint constraint of this index is solved at once with others, as by
    /// [`JointSolving::Trees`].
    pub fn is_at_once(&self, constraint: usize) -> bool {
        self.joints.is_at_once(constraint)
    }

    /// The numbers of batches, of blocks of sixteen contacts, of contacts in them, and of split
    /// bodies.
    pub fn statistics(&self) -> StructureStatistics {
        StructureStatistics {
            batches: self.batches.len(),
            blocks: self.colours.iter().map(|colour| colour.blocks.len()).sum(),
            contacts: self.contacts,
            hubs: self.hubs.len(),
        }
    }

    /// Checks that the structure was built for arrays of these lengths.
    pub(crate) fn check(&self, bodies: usize, contacts: usize, joints: usize) -> Result<(), Error> {
        let stale =
            |parameter, value, expected| Error::StaleStructure { parameter, value, expected };
        if bodies != self.bodies {
            return Err(stale("bodies", bodies, self.bodies));
        }
        if contacts != self.lane_index.len() {
            return Err(stale("contacts", contacts, self.lane_index.len()));
        }
        if joints != self.joints.count {
            return Err(stale("joints", joints, self.joints.count));
        }
        Ok(())
    }
}
