//! The arrays that a step is worked out in.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::body::{Bounds, Drive, finish};
use crate::executor::{Executor, StepContext};
use crate::kernel::blows::Blows;
use crate::kernel::bounce::{Bounce, Times};
use crate::lanes::Half;
use crate::row::{Approach, Extra, Rare, Row};
use crate::run::{for_each, note_each};
use crate::shared::Shared;
use crate::structure::{Place, Structure};
use crate::{Body, BodyState, Contact};

/// Contacts are noted by so many bits at once.
const WORD: usize = u64::BITS as usize;

/// Working memory: what is per slot, per row and per batch of a [`Structure`]. Filled anew in every
/// step; nothing is remembered from one step to the next, so a copy of a solver begins with none.
#[derive(Debug, Default)]
pub(crate) struct Arrays {
    states: Vec<BodyState>,
    /// The velocities that bodies would have without constraints.
    base: Vec<Half>,
    drives: Vec<Drive>,
    times: Vec<Times>,
    rows: Vec<Row>,
    approach: Vec<Approach>,
    rare: Vec<Rare>,
    extras: Vec<Extra>,
    /// Per batch.
    bounces: Vec<Vec<Bounce>>,
    blows: Vec<Blows>,
}

impl Arrays {
    pub(crate) fn make_room(&mut self, structure: &Structure) {
        let (slots, rows) = (structure.slots.len(), structure.rows);
        grow(&mut self.states, slots, BodyState::default());
        grow(&mut self.base, slots, [0.0; 4]);
        grow(&mut self.drives, slots, Drive::default());
        grow(&mut self.times, slots, Times::default());
        grow(&mut self.rows, rows, Row::EMPTY);
        grow(&mut self.approach, rows, Approach::NONE);
        grow(&mut self.rare, rows, Rare::default());
        grow(&mut self.extras, rows, Extra::EMPTY);
        grow(&mut self.bounces, structure.batches.len(), vec![]);
        if self.blows.len() < structure.batches.len() {
            self.blows.resize_with(structure.batches.len(), Blows::default);
        }
    }

    /// The batches, each with its share of the arrays.
    pub(crate) fn tasks<'a>(
        &'a mut self,
        structure: &'a Structure,
        context: StepContext<'a>,
    ) -> impl Iterator<Item = Executor<'a>> {
        let (mut states, mut base) = (&mut self.states[..], &mut self.base[..]);
        let (mut drives, mut times) = (&mut self.drives[..], &mut self.times[..]);
        let (mut approach, mut extras) = (&mut self.approach[..], &mut self.extras[..]);
        let (mut rows, mut rare) = (&mut self.rows[..], &mut self.rare[..]);
        let batches = structure.batches.iter().zip(&mut self.bounces).zip(&mut self.blows);
        batches.map(move |((batch, bounces), blows)| Executor {
            context,
            slots: &structure.slots[batch.slots.clone()],
            hubs: &structure.hubs[batch.hubs.clone()],
            locked: &structure.locked[batch.locked.clone()],
            sweeps: &structure.sweeps[batch.sweeps.clone()],
            seats: &structure.seats[batch.seats.clone()],
            states: Shared::new(split(&mut states, batch.slots.len())),
            base: Shared::new(split(&mut base, batch.slots.len())),
            drives: Shared::new(split(&mut drives, batch.slots.len())),
            times: Shared::new(split(&mut times, batch.slots.len())),
            rows: Shared::new(split(&mut rows, batch.rows.len())),
            approach: Shared::new(split(&mut approach, batch.rows.len())),
            rare: Shared::new(split(&mut rare, batch.rows.len())),
            extras: Shared::new(split(&mut extras, batch.rows.len())),
            bounces: Shared::new(core::slice::from_mut(bounces)),
            blows: Shared::new(core::slice::from_mut(blows)),
            in_team: false,
        })
    }

    /// Writes impulses and approach speeds of all rows into the contacts, and what `look` says of each
    /// into the bits of `noted`, while it is at hand.
    pub(crate) fn write_contacts(
        &self,
        structure: &Structure,
        contacts: &mut [Contact],
        noted: &mut Vec<u64>,
        look: impl Fn(&Contact) -> bool + Sync + Send,
    ) {
        // All of them are written below.
        noted.resize(contacts.len().div_ceil(WORD), 0);
        let write = |(contact, place): (&mut Contact, &Place)| {
            (contact.impulse, contact.approach_speed, contact.tangent_speed) = (0.0, 0.0, 0.0);
            let Some((row, lane)) = place.row_and_lane() else { return look(contact) };
            for (to, from) in contact.points.iter_mut().zip(&self.rows[row].points) {
                to.normal_impulse = from.normal_impulse[lane];
                to.tangent_impulse = from.tangent_impulse[lane];
            }
            if self.rare[row].extra {
                let impulse = self.extras[row].rolling_impulse[lane];
                contact.rolling_impulse = if place.flipped() { -impulse } else { impulse };
            }
            self.add_impulse(contact, self.rows[row].total[lane], row, lane);
            look(contact)
        };
        note_each(contacts, &structure.place, noted, write);

        // There may be more lists than batches: working memory is never given up.
        for bounce in self.bounces[..structure.batches.len()].iter().flatten() {
            for (&contact, &impulse) in bounce.contacts.iter().zip(&bounce.impulse) {
                if impulse > 0.0 {
                    let index = contact as usize;
                    let place = structure.place[index];
                    let contact = &mut contacts[index];
                    if let Some((row, lane)) = place.row_and_lane() {
                        self.add_impulse(contact, impulse, row, lane);
                    }
                    let (word, bit) = (&mut noted[index / WORD], index % WORD);
                    *word = *word & !(1 << bit) | u64::from(look(contact)) << bit;
                }
            }
        }
    }

    /// Adds to what a contact gave in the step. What gave anything has met at some speed.
    fn add_impulse(&self, contact: &mut Contact, impulse: f32, row: usize, lane: usize) {
        contact.impulse += impulse;
        if contact.impulse > 0.0 {
            contact.approach_speed = self.approach[row].normal[lane];
            contact.tangent_speed = self.approach[row].tangent[lane];
        }
    }

    /// Moves the bodies, and lists those that cannot be moved.
    pub(crate) fn write_bodies(
        &self,
        structure: &Structure,
        bodies: &mut [Body],
        bounds: &Bounds,
        refused_bodies: &mut Vec<u32>,
    ) {
        let states = &self.states;
        let refused = AtomicBool::new(false);
        for_each(bodies, &structure.home, |(body, &home)| {
            if !finish(body, &states[home as usize], bounds) {
                refused.store(true, Ordering::Relaxed);
            }
        });
        if refused.into_inner() {
            // Those that were refused are where they were, so they are refused again.
            for (index, (body, &home)) in bodies.iter().zip(&structure.home).enumerate() {
                if !states[home as usize].is_finite(body.center) {
                    refused_bodies.push(index as u32);
                }
            }
        }
    }
}

/// Makes a list at least as long as that. What is too much stays: filling it again when the number
/// goes up and down by a few would cost more than all else here.
fn grow<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
    if list.len() < length {
        list.resize(length, value);
    }
}

/// Takes the first `count` of `rest`.
fn split<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, others) = core::mem::take(rest).split_at_mut(count);
    *rest = others;
    first
}
