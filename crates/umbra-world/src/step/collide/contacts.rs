//! The loop over contacts, chunk by chunk, and what is decided for each.
//!
//! Contacts are independent of each other here, so threads take chunks of them. Within a chunk,
//! pairs of equal forms are collided eight or sixteen at a time. That takes a fifth of the time and
//! computes the same bits, so the division into chunks does not matter.

use arrayvec::ArrayVec;
#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::collide::BatchPair;
use umbra_solver::{Contact, FIXED, Known};

use super::approach::{Approach, Approaches};
use super::groups::Groups;
use super::outcome::{Outcome, OutcomeKind};
use super::recycle::{Recycling, tolerance};
use super::resting::{Resting, Row};
use super::results::known_of;
use super::solver_contact::are_centered;
use super::{CHUNK, Findings, Surroundings};
use crate::store::{Change, ContactInfo, Form};
#[cfg(feature = "parallel")]
use crate::threads::worth_sharing;

/// The contacts that go through both loops of a chunk before the next: few enough for the L1 cache.
pub(super) const RUN: usize = 64;

/// Method by which a contact finds its points.
pub(super) enum Refresh {
    /// It has none, and will have none in this step.
    Skip,
    /// Along the paths of its pieces.
    Sweep {
        /// Even swept, the pieces stay apart.
        keep_apart: bool,
    },
    /// At the current poses of the pieces, unless the manifold can be recycled.
    InPlace,
}

/// Contacts that one thread refreshes.
pub(super) struct Chunk<'a> {
    /// The index of the first one.
    pub(super) first: usize,
    pub(super) infos: &'a mut [ContactInfo],
    pub(super) solver_contacts: &'a mut [Contact],
    /// [`KEPT`](Outcome::KEPT) at first.
    pub(super) outcomes: &'a mut [Outcome],
    /// [`NOTHING`](Known::NOTHING) at first.
    pub(super) known: &'a mut [Known],
    /// A row for each contact, or none.
    pub(super) rows: &'a mut [Row],
}

impl Chunk<'_> {
    /// Splits into chunks of `count` contacts.
    fn split(&mut self, count: usize) -> impl Iterator<Item = Chunk<'_>> {
        let chunks = self.infos.chunks_mut(count).zip(self.solver_contacts.chunks_mut(count));
        let chunks = chunks.zip(self.outcomes.chunks_mut(count));
        let chunks = chunks.zip(self.known.chunks_mut(count));
        let mut rows = self.rows.chunks_mut(count);
        (self.first..).step_by(count).zip(chunks).map(
            move |(first, (((infos, solver_contacts), outcomes), known))| Chunk {
                first,
                infos,
                solver_contacts,
                outcomes,
                known,
                rows: rows.next().unwrap_or_default(),
            },
        )
    }
}

impl Surroundings<'_> {
    /// Refreshes contacts.
    pub(super) fn refresh_all(&self, mut all: Chunk) -> Findings {
        #[cfg(feature = "parallel")]
        if worth_sharing(all.infos.len()) {
            let Chunk { first, infos, solver_contacts, outcomes, known, rows } = all;
            debug_assert!(rows.is_empty() || rows.len() == infos.len(), "a row for each");
            let chunks = infos.par_chunks_mut(CHUNK).zip(solver_contacts.par_chunks_mut(CHUNK));
            let chunks = chunks.zip(outcomes.par_chunks_mut(CHUNK));
            let chunks = chunks.zip(known.par_chunks_mut(CHUNK));
            let refresh = |chunk, (((infos, solver_contacts), outcomes), known), rows| {
                let first = first + chunk * CHUNK;
                self.refresh_chunk(Chunk { first, infos, solver_contacts, outcomes, known, rows })
            };
            // Without a greatest length, rayon splits only what is stolen, and threads end unevenly.
            return if rows.is_empty() {
                let chunks = chunks.enumerate().with_max_len(1);
                let each = chunks.map(|(chunk, parts)| refresh(chunk, parts, &mut []));
                each.reduce(Findings::default, Findings::or)
            } else {
                let chunks = chunks.zip(rows.par_chunks_mut(CHUNK)).enumerate().with_max_len(1);
                let each = chunks.map(|(chunk, (parts, rows))| refresh(chunk, parts, rows));
                each.reduce(Findings::default, Findings::or)
            };
        }
        let each = all.split(CHUNK).map(|chunk| self.refresh_chunk(chunk));
        each.fold(Findings::default(), Findings::or)
    }

    /// Refreshes up to [`CHUNK`] contacts.
    fn refresh_chunk(&self, mut chunk: Chunk) -> Findings {
        let mut findings = Findings::default();
        let (mut groups, mut resting) = (Groups::default(), Resting::default());
        let start = chunk.first;
        let mut rest = [0; CHUNK / RUN];
        for (run, rest) in chunk.split(RUN).zip(&mut rest) {
            self.refresh_run(run, start, &mut groups, (&mut resting, &mut findings));
            *rest = resting.set;
        }
        self.collide_groups(&mut chunk, &groups);
        let Chunk { infos, solver_contacts, rows, .. } = chunk;
        let runs = rows.chunks_mut(RUN).zip(infos.chunks(RUN).zip(solver_contacts.chunks(RUN)));
        for (rest, (rows, (infos, contacts))) in rest.into_iter().zip(runs) {
            for index in ones(!rest & lowest(rows.len())) {
                rows[index] = self.row(&infos[index], &contacts[index]);
            }
        }
        findings
    }

    /// Refreshes up to [`RUN`] contacts of a chunk, except those that are collided in batches: they
    /// go to `groups`. `start` is the index of the first contact of the chunk. Tells which contacts
    /// rest.
    fn refresh_run(
        &self,
        run: Chunk,
        start: usize,
        groups: &mut Groups,
        (resting, findings): (&mut Resting, &mut Findings),
    ) {
        let Chunk { first, infos, solver_contacts, outcomes, known, rows } = run;
        self.find_resting(infos, rows, resting);
        if crate::CHECKS_ITSELF {
            self.check_resting(resting, infos, solver_contacts);
        }
        findings.kept += resting.set.count_ones() as usize;
        for index in ones(resting.set) {
            let separations = resting.separations(index);
            known[index] = Known::separations(separations);
            if !self.results.solver.holds_results() {
                solver_contacts[index].set_separations(separations);
            }
        }
        let others = ones(!resting.set & lowest(infos.len())).map(|index| index as u8);
        let others: ArrayVec<u8, RUN> = others.collect();
        let (mut approaches, mut recycling) = (Approaches::default(), Recycling::default());
        let contacts = (&*infos, &*solver_contacts);
        self.examine_contacts(contacts, &others, &mut approaches, &mut recycling);
        for (place, index) in others.iter().map(|index| usize::from(*index)).enumerate() {
            let (info, contact) = (&mut infos[index], &mut solver_contacts[index]);
            let [a, b] = self.poses_of(info.pieces);
            let change = a.change.max(b.change);
            if self.has_ended(change, info.pieces, info.proxies) {
                outcomes[index].kind = OutcomeKind::Removed;
                findings.any_leave = true;
                continue;
            }
            (contact.body_a, contact.body_b) =
                (self.solver_index(a.body), self.solver_index(b.body));
            contact.discs = [a.form == Form::Circle, b.form == Form::Circle];
            let asleep = self.is_asleep(a.body) | self.is_asleep(b.body);
            let any_awake = contact.body_a != FIXED || contact.body_b != FIXED;
            if asleep || !any_awake {
                outcomes[index].kind = OutcomeKind::NeedsWaking;
                findings.any_sleepers |= asleep;
                findings.any_idle |= !any_awake;
            }
            if self.may_be_knocked_together(info.pieces) {
                self.read_results(first + index, contact);
                let approach = approaches.get(place);
                outcomes[index].changed |= self.collide_knocked(info, contact, &approach);
                continue;
            }
            let may_recycle = change < Change::All;
            if may_recycle && recycling.is_settled(place) {
                findings.kept += usize::from(contact.point_count > 0);
                known[index] = recycling.update(place, contact);
                continue;
            }
            let approach = approaches.get(place);
            match self.way_to_refresh(info, contact, &approach) {
                Refresh::Skip => {
                    // The events of this step still have to see the end of touching.
                    if any_awake && !contact.touching && !info.in_structure {
                        outcomes[index].kind = OutcomeKind::Demoted;
                        findings.any_leave = true;
                    }
                }
                Refresh::Sweep { keep_apart } => {
                    self.read_results(first + index, contact);
                    outcomes[index].changed |= self.collide_swept(info, contact, keep_apart);
                }
                Refresh::InPlace if may_recycle && recycling.is_kept(place) => {
                    findings.kept += usize::from(contact.point_count > 0);
                    known[index] = recycling.update(place, contact);
                }
                Refresh::InPlace => {
                    let speculative = self.task.speculative + approach.distance;
                    let pair = BatchPair { shapes: info.pieces, speculative };
                    groups.push(first - start + index, [a.form, b.form], pair);
                }
            }
        }
    }

    /// Method by which a contact is to find its points.
    #[inline(always)]
    pub(super) fn way_to_refresh(
        &self,
        info: &ContactInfo,
        contact: &Contact,
        approach: &Approach,
    ) -> Refresh {
        let keep_apart = self.keep_apart(info.pieces, approach);
        if contact.point_count == 0 && keep_apart {
            return Refresh::Skip;
        }
        // Where two pieces meet that have points and move less than the tolerance is known, however thin they
        // are. Swept, the contacts of cards would find other normals.
        let tolerance = tolerance(self.poses_of(info.pieces), self.task.tolerance);
        let is_known = contact.point_count > 0 && approach.distance <= tolerance;
        if approach.is_fast && !is_known { Refresh::Sweep { keep_apart } } else { Refresh::InPlace }
    }

    /// Collides the grouped pairs of a chunk.
    fn collide_groups(&self, chunk: &mut Chunk, groups: &Groups) {
        let Chunk { infos, solver_contacts, outcomes, known, .. } = chunk;
        groups.collide(self.task.batch_level, self.outlines, self.pieces, |collided, manifold| {
            let index = collided.contact;
            let (info, contact) = (&mut infos[index], &mut solver_contacts[index]);
            let before = (contact.point_count, info.features);
            contact.round = collided.are_circles && are_centered(self.poses_of(info.pieces));
            let speculative = collided.pair.speculative;
            let flush;
            let manifold = if self.has_seams(info.pieces) {
                let [a, b] = info.pieces.map(|piece| self.pieces[piece as usize].pose);
                flush = self.correct(info.pieces, [&a, &b], speculative, manifold);
                &flush
            } else {
                manifold
            };
            outcomes[index].changed |= self.write_manifold(info, contact, manifold, speculative);
            let goes_on = before.0 > 0 && contact.point_count > 0;
            if goes_on && self.results.solver.holds_results() {
                known[index] = known_of(before, (contact.point_count, info.features));
            }
        });
    }
}

/// The numbers of the bits that are set.
pub(super) fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < u64::BITS).then_some(first as usize)
    })
}

/// So many bits, from the lowest on.
fn lowest(count: usize) -> u64 {
    if count < RUN { (1 << count) - 1 } else { u64::MAX }
}
