//! What the building of a structure reads of contacts: a few bytes of each.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::Real;

use crate::contact::FIXED;
use crate::row::FIXED_SLOT;
use crate::{Body, Contact, Error};

use super::burdened::{Burdened, burdens};
use super::ensure;

/// How many contacts a thread reads at once.
#[cfg(feature = "parallel")]
const SHARE: usize = 1024;

/// How many heaps contacts are thrown on before they get their colours.
///
/// Colours given in the order in which a pile was built are as regular as the pile: all contacts
/// that lean to the left are solved before all that lean to the right, and the pile walks. The top
/// of a pyramid of 100 layers went up to half a metre to one side while it settled. Two heaps
/// leave a tenth of that, 16 a few millimetres. Only the colours come from the heaps: within a
/// colour, contacts keep their order, and neighbours stay together in memory.
pub(super) const HEAPS: usize = 16;

/// A contact that has points and a body that can be moved. It is passed over several times, hence
/// the few bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) contact: u32,
    /// Its ends as the row will have them: bodies first, then copies where those are split, and in
    /// the end slots. B can be moved.
    pub(super) a: u32,
    pub(super) b: u32,
    /// What A is.
    pub(super) side_a: SideA,
    /// Whether A is the contact's B.
    pub(super) flipped: bool,
    /// The heap that it is thrown on.
    pub(super) heap: u8,
    /// Whether one of its bodies is [burdened](super::burdened).
    pub(super) burdened: bool,
}

/// What stands on the A side of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SideA {
    /// Nobody: the slot of what is fixed.
    Fixed,
    /// A kinematic body.
    Guest,
    /// A body that can be moved.
    Movable,
}

impl Link {
    const NONE: Self = Self {
        contact: 0,
        a: 0,
        b: 0,
        side_a: SideA::Fixed,
        flipped: false,
        heap: 0,
        burdened: false,
    };
}

/// The links of all contacts, in their order.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// Those at hand come first; what follows is room.
    list: Vec<Link>,
    count: usize,
    /// Per body: its inverse mass, and zero if impulses cannot move it.
    inv_mass: Vec<Real>,
    burdened: Burdened,
    /// How many links each heap has.
    pub(super) heaps: [u32; HEAPS],
    /// Whether a kinematic body touches one that can be moved.
    pub(super) any_guest: bool,
    /// Whether a body has locked directions.
    pub(super) any_locked: bool,
}

/// What was noticed of some links.
#[derive(Clone, Copy, Default)]
struct Tally {
    count: usize,
    heaps: [u32; HEAPS],
    any_guest: bool,
    any_burdened: bool,
}

impl Links {
    pub(super) fn all(&self) -> &[Link] {
        &self.list[..self.count]
    }

    pub(super) fn all_mut(&mut self) -> &mut [Link] {
        &mut self.list[..self.count]
    }

    /// Lists the contacts that have points and a body that can be moved.
    pub(super) fn collect(&mut self, bodies: &[Body], contacts: &[Contact]) -> Result<(), Error> {
        self.inv_mass.clear();
        self.any_locked = false;
        let inv_mass = bodies.iter().map(|body| {
            self.any_locked |= body.locks.any();
            match body.inv_mass {
                // What only turns cannot be pushed aside by anything.
                0.0 if body.is_dynamic() => Real::MIN_POSITIVE,
                inv_mass => inv_mass,
            }
        });
        self.inv_mass.extend(inv_mass);
        ensure(&mut self.list, contacts.len(), Link::NONE);
        #[cfg(feature = "parallel")]
        if contacts.len() >= 2 * SHARE && rayon::current_num_threads() > 1 {
            let any_burdened = self.collect_shares(contacts)?;
            self.mark_burdened(any_burdened);
            return Ok(());
        }
        let tally = collect(&self.inv_mass, contacts, 0, &mut self.list)?;
        (self.count, self.heaps, self.any_guest) = (tally.count, tally.heaps, tally.any_guest);
        self.mark_burdened(tally.any_burdened);
        Ok(())
    }

    fn mark_burdened(&mut self, any: bool) {
        if any {
            self.burdened.mark(&self.inv_mass, &mut self.list[..self.count]);
        }
    }

    /// Every thread lists some at the place where they would be if all before had to be listed;
    /// then they move up.
    #[cfg(feature = "parallel")]
    fn collect_shares(&mut self, contacts: &[Contact]) -> Result<bool, Error> {
        let inv_mass = &self.inv_mass[..];
        let mut any_burdened = false;
        let shares = contacts.par_chunks(SHARE).zip(self.list.par_chunks_mut(SHARE)).enumerate();
        let each = |(share, (contacts, list)): (usize, (&[Contact], &mut [Link]))| {
            collect(inv_mass, contacts, share * SHARE, list)
        };
        let tallies: Vec<Result<Tally, Error>> = shares.with_max_len(1).map(each).collect();
        (self.count, self.heaps, self.any_guest) = (0, [0; HEAPS], false);
        for (share, tally) in tallies.into_iter().enumerate() {
            // Of several errors the first one is told, as if one thread had looked.
            let tally = tally?;
            let first = share * SHARE;
            self.list.copy_within(first..first + tally.count, self.count);
            self.count += tally.count;
            self.any_guest |= tally.any_guest;
            any_burdened |= tally.any_burdened;
            for (all, some) in self.heaps.iter_mut().zip(tally.heaps) {
                *all += some;
            }
        }
        Ok(any_burdened)
    }
}

/// Lists contacts from `first` on at the beginning of `list`, which has room for all of them.
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
        let (flipped, heap) = (!b, usize::from(contact.priority) % HEAPS);
        let ends = [contact.body_a, contact.body_b];
        let ends = if flipped { [ends[1], ends[0]] } else { ends };
        let side_a = match ends[0] {
            _ if a & b => SideA::Movable,
            FIXED => SideA::Fixed,
            _ => SideA::Guest,
        };
        list[tally.count] = Link {
            contact: index as u32,
            a: if side_a == SideA::Fixed { FIXED_SLOT } else { ends[0] },
            b: ends[1],
            side_a,
            flipped,
            heap: heap as u8,
            burdened: false,
        };
        tally.count += 1;
        tally.heaps[heap] += 1;
        tally.any_guest |= side_a == SideA::Guest;
        tally.any_burdened |= side_a == SideA::Movable && burdens(inv_masses).is_some();
    }
    Ok(tally)
}
