//! Links: the few bytes of each contact that the rebuild of a structure reads.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::Real;

use crate::block::FIXED_SLOT;
use crate::contact::FIXED;
use crate::{Body, Contact, Error};

use super::heavy_loads::{HeavyLoads, Pressed, loaded};
use super::joints::Joints;
use super::lists::ensure;
use super::parts::Load;
use super::trees::Tree;

/// The number of contacts that a thread reads at once.
#[cfg(feature = "parallel")]
const CHUNK: usize = 1024;

/// The number of buckets into which contacts are sorted before they get their colours.
///
/// Colours assigned in the order in which a pile was built are as regular as the pile: all contacts
/// that lean to the left are solved before all that lean to the right, and the pile walks. The top
/// of a pyramid of 100 layers moved by up to half a metre to one side while it settled. Two buckets
/// leave a tenth of that, 16 a few millimetres. Only the colours depend on the buckets: within a
/// colour, contacts keep their order, and neighbours stay together in memory.
pub(super) const BUCKETS: usize = 16;

/// A contact that has points and a movable body. It is small, because several passes read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) contact: u32,
    /// The ends in the order of the block: first bodies, then copies of split ones, finally slots.
    /// B is movable.
    pub(super) a: u32,
    pub(super) b: u32,
    /// The kind of A.
    pub(super) side_a: SideA,
    /// True if A is the contact's B.
    pub(super) flipped: bool,
    /// Its shuffle bucket.
    pub(super) bucket: u8,
    /// The heavier [load](super::heavy_loads) of its bodies.
    pub(super) load: Load,
    /// One more than the colour that it has had; 0 for none.
    pub(super) colour: u8,
}

/// The kind of body on the A side of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SideA {
    /// No body: the slot of all fixed bodies.
    Fixed,
    /// A kinematic body.
    Kinematic,
    /// A movable body.
    Movable,
}

impl Link {
    const NONE: Self = Self {
        contact: 0,
        a: 0,
        b: 0,
        side_a: SideA::Fixed,
        flipped: false,
        bucket: 0,
        load: Load::Usual,
        colour: 0,
    };

    /// The link of a contact, of which one body is movable or both are.
    #[inline(always)]
    pub(super) fn new(index: u32, contact: &Contact, [a, b]: [bool; 2]) -> Self {
        let ends = [contact.body_a, contact.body_b];
        let (flipped, ends) = if b { (false, ends) } else { (true, [ends[1], ends[0]]) };
        let side_a = match ends[0] {
            _ if a & b => SideA::Movable,
            FIXED => SideA::Fixed,
            _ => SideA::Kinematic,
        };
        Self {
            contact: index,
            a: if side_a == SideA::Fixed { FIXED_SLOT } else { ends[0] },
            b: ends[1],
            side_a,
            flipped,
            bucket: (usize::from(contact.priority) % BUCKETS) as u8,
            load: Load::Usual,
            colour: contact.in_graph.colour,
        }
    }

    /// The side of the contact that is the end A of the block, and the one that is B.
    pub(super) fn sides(&self) -> [usize; 2] {
        let a = usize::from(self.flipped);
        [a, 1 - a]
    }
}

/// The links of all contacts, in their order.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// The links of this rebuild come first; the rest is spare room.
    list: Vec<Link>,
    count: usize,
    heavily_loaded: HeavyLoads,
    /// True if a kinematic body touches a movable one.
    pub(super) any_kinematic: bool,
    /// True if a body has locked directions.
    pub(super) any_locked: bool,
    /// True if bodies may bear more than the usual load.
    pub(super) any_loads: bool,
}

/// Statistics of some links.
#[derive(Clone, Copy, Default)]
struct Tally {
    count: usize,
    any_kinematic: bool,
    any_heavy: bool,
}

impl Links {
    pub(super) fn all(&self) -> &[Link] {
        &self.list[..self.count]
    }

    pub(super) fn all_mut(&mut self) -> &mut [Link] {
        &mut self.list[..self.count]
    }

    /// Lists the contacts that have points and a movable body.
    pub(super) fn collect(
        &mut self,
        bodies: &[Body],
        contacts: &[Contact],
        joints: &Joints,
        inv_mass: &[Real],
    ) -> Result<(), Error> {
        let trees = joints.trees();
        self.any_locked = bodies.iter().any(|body| body.locks.any());
        ensure(&mut self.list, contacts.len(), Link::NONE);
        #[cfg(feature = "parallel")]
        if contacts.len() >= 2 * CHUNK && umbra_lanes::threads::count() > 1 {
            let any_heavy = self.collect_chunks(contacts, inv_mass)?;
            self.mark_heavy_loads(inv_mass, any_heavy, trees);
            return Ok(());
        }
        let tally = collect(inv_mass, contacts, 0, &mut self.list)?;
        (self.count, self.any_kinematic) = (tally.count, tally.any_kinematic);
        self.mark_heavy_loads(inv_mass, tally.any_heavy, trees);
        Ok(())
    }

    fn mark_heavy_loads(&mut self, inv_mass: &[Real], any: bool, trees: &[Tree]) {
        self.any_loads = any || trees.iter().any(|tree| tree.load > Load::Usual);
        if any || !trees.is_empty() {
            self.heavily_loaded.mark(inv_mass, &mut self.list[..self.count], trees);
        } else {
            self.heavily_loaded.forget_pressed();
        }
    }

    /// The bodies that are to count as heavier than they are, in ascending order.
    pub(super) fn pressed(&self) -> &[Pressed] {
        self.heavily_loaded.pressed()
    }

    /// Every thread lists some links at the index that they would have if all contacts were listed;
    /// then gaps are closed.
    #[cfg(feature = "parallel")]
    fn collect_chunks(&mut self, contacts: &[Contact], inv_mass: &[Real]) -> Result<bool, Error> {
        let mut any_heavy = false;
        let chunks = contacts.par_chunks(CHUNK).zip(self.list.par_chunks_mut(CHUNK)).enumerate();
        let each = |(chunk, (contacts, list)): (usize, (&[Contact], &mut [Link]))| {
            collect(inv_mass, contacts, chunk * CHUNK, list)
        };
        let tallies: Vec<Result<Tally, Error>> = chunks.with_max_len(1).map(each).collect();
        (self.count, self.any_kinematic) = (0, false);
        for (chunk, tally) in tallies.into_iter().enumerate() {
            // Of several errors the first one is told, as if one thread had looked.
            let tally = tally?;
            let first = chunk * CHUNK;
            self.list.copy_within(first..first + tally.count, self.count);
            self.count += tally.count;
            self.any_kinematic |= tally.any_kinematic;
            any_heavy |= tally.any_heavy;
        }
        Ok(any_heavy)
    }
}

/// Lists, per body, its inverse mass, and zero if impulses cannot move it.
pub(super) fn list_inverse_masses(bodies: &[Body], joints: &Joints, list: &mut Vec<Real>) {
    list.clear();
    list.extend(bodies.iter().map(|body| match body.inv_mass {
        // What only turns cannot be pushed aside by anything.
        0.0 if body.is_dynamic() => Real::MIN_POSITIVE,
        inv_mass => inv_mass,
    }));
    // What is pinned rests on nothing, so nothing carries it.
    for body in joints.pinned() {
        list[body as usize] = Real::MIN_POSITIVE;
    }
}

/// Lists links of contacts from `first` on at the start of `list`, which has room for all of them.
fn collect(
    inv_mass: &[Real],
    contacts: &[Contact],
    first: usize,
    list: &mut [Link],
) -> Result<Tally, Error> {
    let mut tally = Tally::default();
    for (index, contact) in (first..).zip(contacts) {
        let inv_mass_of = |body: u32| match inv_mass.get(body as usize) {
            Some(inv_mass) => Ok(*inv_mass),
            None if body == FIXED => Ok(0.0),
            None => Err(Error::NoSuchBody { contact: index, body, bodies: inv_mass.len() }),
        };
        let inv_masses = [inv_mass_of(contact.body_a)?, inv_mass_of(contact.body_b)?];
        let [a, b] = inv_masses.map(|inv_mass| inv_mass > 0.0);
        if contact.point_count == 0 || !(a | b) {
            continue;
        }
        let link = Link::new(index as u32, contact, [a, b]);
        list[tally.count] = link;
        tally.count += 1;
        tally.any_kinematic |= link.side_a == SideA::Kinematic;
        tally.any_heavy |= link.side_a == SideA::Movable && loaded(inv_masses).is_some();
    }
    Ok(tally)
}
