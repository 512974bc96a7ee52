//! Stage 3, the narrow phase: candidate pairs that have come near become contacts, and contacts
//! that have moved find their points anew.
//!
//! - `mod.rs`: the loop over contacts, chunk by chunk, and what is decided for each;
//! - `candidates.rs`: the loop over candidate pairs;
//! - `groups.rs`: batches of pairs of equal forms;
//! - `body_pose.rs`: the poses of bodies;
//! - `approach.rs`: predicted approach;
//! - `recycle.rs`: manifold recycling;
//! - `flush.rs`: contacts with what stands side by side;
//! - `one_way.rs`: platforms that bodies pass in one direction;
//! - `swept.rs`: fast pairs; `aside.rs`: corners that pass one another;
//! - `reserve.rs`: pairs that impacts may drive into one another;
//! - `results.rs`: impulses that contacts have in their lanes;
//! - `solver_contact.rs`: manifolds become solver contacts; `settle.rs`: what each contact keeps;
//!   `outcome.rs`: whether it stays.
//!
//! Contacts are independent of each other here, so threads take chunks of them. Within a chunk,
//! pairs of equal forms are collided eight or sixteen at a time. That takes a fifth of the time and
//! computes the same bits, so the division into chunks does not matter. Dropping contacts and
//! reporting their ends depends on order, and follows in one loop.

mod approach;
mod aside;
mod body_pose;
mod candidates;
mod flush;
mod groups;
mod one_way;
mod outcome;
mod recycle;
mod reserve;
mod results;
mod settle;
mod solver_contact;
mod swept;

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::BroadPhase;
use umbra_geom::Real;
use umbra_geom::collide::BatchPair;
use umbra_lanes::Level;
use umbra_solver::{Contact, FIXED, Known};

use crate::World;
use crate::store::{
    Change, Colliders, ContactInfo, Contacts, Form, Piece, PieceCache, PoseCache, SeamList,
};

use super::knocks::ImpactReach;
use super::pair_rules::PairRules;
use super::predict;
#[cfg(feature = "parallel")]
use crate::threads::worth_sharing;
use approach::{Approach, Approaches};
pub(super) use body_pose::BodyPose;
use candidates::Leaving;
use groups::Groups;
pub(super) use outcome::{Outcome, OutcomeKind};
use recycle::{Recycling, tolerance};
pub(super) use results::LaneResults;
use results::known_of;
use solver_contact::are_centered;

/// The contacts of a chunk: some 5 us of work for a thread.
const CHUNK: usize = 256;
/// The contacts that go through both loops of a chunk before the next: few enough for the L1 cache.
const RUN: usize = 64;

/// Data that the refresh of a contact reads.
struct Surroundings<'a> {
    broad: &'a BroadPhase,
    pieces: &'a [Piece],
    outlines: &'a PieceCache,
    seams: &'a SeamList,
    /// One for each awake body.
    motions: &'a [BodyPose],
    knocks: &'a ImpactReach,
    /// Bodies from there to this index sleep.
    moving: usize,
    /// Rules about which pieces may collide.
    rules: PairRules<'a>,
    results: LaneResults<'a>,
    /// True if any piece is marked as changed.
    any_changed: bool,
    task: &'a Task,
}

/// Method by which a contact finds its points.
enum Refresh {
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
struct Chunk<'a> {
    /// The index of the first one.
    first: usize,
    infos: &'a mut [ContactInfo],
    solver_contacts: &'a mut [Contact],
    /// [`KEPT`](Outcome::KEPT) at first.
    outcomes: &'a mut [Outcome],
    /// [`NOTHING`](Known::NOTHING) at first.
    known: &'a mut [Known],
}

/// Findings of the refresh of contacts.
#[derive(Clone, Copy, Default)]
struct Findings {
    /// Some are demoted or removed.
    any_leave: bool,
    /// The number of those with points that keep them.
    kept: usize,
    /// Some have a sleeping body.
    any_sleepers: bool,
    /// Some have no awake body.
    any_idle: bool,
}

/// The parameters of this stage in a step.
pub(super) struct Task {
    /// The instructions for examining pairs eight at a time.
    level: Level,
    /// The instructions for colliding them in batches; `None` for pair by pair.
    batch_level: Option<Level>,
    speculative: Real,
    /// Contacts that approach slower do not bounce.
    bounce_speed: Real,
    dt: Real,
    /// Manifolds are recycled while a pair has moved by no more than this.
    tolerance: Real,
    /// Distance from a portal within which a point is on neither of its sides.
    portal_slack: Real,
    /// True if points are final; hooks may remove some in stage 4.
    is_final: bool,
}

/// Memory of this stage, filled anew in every step.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// The motion of awake bodies.
    pub(super) motions: Vec<BodyPose>,
    /// Candidate pairs that leave.
    leaving: Vec<Leaving>,
    /// The outcome of each contact.
    pub(super) outcomes: Vec<Outcome>,
    /// Knowledge of each contact: see [`StepArrays`](umbra_solver::StepArrays).
    pub(super) known: Vec<Known>,
    /// Contacts that got their first point or lost their last one.
    pub(super) changed: Vec<u32>,
}

/// Properties of contacts after this stage.
pub(super) struct Refreshed {
    /// True if a contact has a sleeping body.
    pub(super) any_sleepers: bool,
    /// True if a contact has no awake body.
    pub(super) any_idle: bool,
    /// True if contacts are to be dropped.
    pub(super) any_leave: bool,
    /// The number of contacts that keep their points.
    pub(super) kept: usize,
}

/// Results of the refresh during the search for new pairs, and the numbers of contacts and
/// candidate pairs that it covers.
#[derive(Default)]
pub(super) struct DoneEarly {
    contacts: usize,
    candidates: usize,
    findings: Findings,
}

/// Predicts how pieces move in this step, and sets the parameters of this stage.
pub(super) fn prepare(world: &mut World, buffers: &mut Buffers, dt: Real, has_hooks: bool) -> Task {
    if has_hooks || !world.portals.is_idle() {
        world.write_contacts();
    }
    if world.contacts.mix(&world.colliders.pieces, &mut world.pending) {
        world.write_contacts();
        world.solver.forget_contacts();
    }
    predict::pieces(world, dt);
    buffers.leaving.clear();
    buffers.outcomes.clear();
    buffers.known.clear();
    Task {
        level: world.config.vector_level(),
        batch_level: world.config.batch_level(),
        speculative: world.config.speculative_distance(),
        bounce_speed: world.config.scaled_solver().restitution_threshold,
        dt,
        tolerance: world.config.recycle_distance(),
        portal_slack: world.config.portal_slack(),
        is_final: !has_hooks,
    }
}

/// Refreshes all known pairs during the search for new ones, if there are threads to share the
/// work; otherwise [`refresh`] does it.
pub(super) fn refresh_known(
    broad: &BroadPhase,
    colliders: &Colliders,
    rules: PairRules<'_>,
    contacts: &mut Contacts,
    (knocks, buffers, results): (&ImpactReach, &mut Buffers, LaneResults<'_>),
    task: &Task,
) -> DoneEarly {
    let Contacts { infos, solver_contacts, candidates, .. } = contacts;
    #[cfg(feature = "parallel")]
    let shared = worth_sharing(infos.len());
    #[cfg(not(feature = "parallel"))]
    let shared = false;
    if !shared {
        return DoneEarly::default();
    }
    let surroundings =
        Surroundings::new(broad, colliders, &buffers.motions, knocks, (rules, results), task);
    surroundings.find_leaving(candidates, 0, &mut buffers.leaving);
    buffers.outcomes.resize(infos.len(), Outcome::KEPT);
    buffers.known.resize(infos.len(), Known::NOTHING);
    let Buffers { outcomes, known, .. } = buffers;
    let (contacts, candidates) = (infos.len(), candidates.len());
    let all = Chunk { first: 0, infos, solver_contacts, outcomes, known };
    let findings = surroundings.refresh_all(all);
    DoneEarly { contacts, candidates, findings }
}

/// Refreshes all contacts but those that are known, and notes those that end.
pub(super) fn refresh(
    world: &mut World,
    knocks: &ImpactReach,
    buffers: &mut Buffers,
    task: &Task,
    done: &DoneEarly,
) -> Refreshed {
    let Buffers { motions, leaving, outcomes, known: of_contacts, .. } = buffers;
    let World { broad, colliders, bodies, contacts, joints, portals, solver, structure, .. } =
        world;
    let rules = PairRules { poses: &colliders.outlines.poses, bodies, joints, portals };
    let results = LaneResults { solver, structure };
    let surroundings = Surroundings::new(broad, colliders, motions, knocks, (rules, results), task);
    surroundings.find_leaving(&contacts.candidates[done.candidates..], done.candidates, leaving);
    let idle = candidates::apply_leaving(contacts, &colliders.pieces, leaving);
    outcomes.resize(contacts.infos.len(), Outcome::KEPT);
    of_contacts.resize(contacts.infos.len(), Known::NOTHING);
    let others = surroundings.refresh_all(Chunk {
        first: done.contacts,
        infos: &mut contacts.infos[done.contacts..],
        solver_contacts: &mut contacts.solver_contacts[done.contacts..],
        outcomes: &mut outcomes[done.contacts..],
        known: &mut of_contacts[done.contacts..],
    });
    let findings = done.findings.or(others);
    for (info, contact) in idle {
        contacts.sleeping.insert(&mut colliders.pieces, info, contact);
    }
    world.colliders.outlines.forget_changes();
    let Findings { any_leave, any_sleepers, any_idle, kept } = findings;
    Refreshed { any_sleepers, any_idle, any_leave, kept }
}

impl Chunk<'_> {
    /// Splits into chunks of `count` contacts.
    fn split(&mut self, count: usize) -> impl Iterator<Item = Chunk<'_>> {
        let chunks = self.infos.chunks_mut(count).zip(self.solver_contacts.chunks_mut(count));
        let chunks = chunks.zip(self.outcomes.chunks_mut(count));
        let chunks = chunks.zip(self.known.chunks_mut(count));
        (self.first..).step_by(count).zip(chunks).map(
            |(first, (((infos, solver_contacts), outcomes), known))| Chunk {
                first,
                infos,
                solver_contacts,
                outcomes,
                known,
            },
        )
    }
}

impl<'a> Surroundings<'a> {
    fn new(
        broad: &'a BroadPhase,
        colliders: &'a Colliders,
        motions: &'a [BodyPose],
        knocks: &'a ImpactReach,
        (rules, results): (PairRules<'a>, LaneResults<'a>),
        task: &'a Task,
    ) -> Self {
        let moving = rules.bodies.moving;
        let Colliders { pieces, outlines, seams, .. } = colliders;
        let any_changed = outlines.any_changed();
        Self {
            broad,
            pieces,
            outlines,
            seams,
            motions,
            knocks,
            moving,
            rules,
            results,
            any_changed,
            task,
        }
    }
}

impl Surroundings<'_> {
    fn refresh_all(&self, mut all: Chunk) -> Findings {
        #[cfg(feature = "parallel")]
        if worth_sharing(all.infos.len()) {
            let Chunk { first, infos, solver_contacts, outcomes, known } = all;
            let chunks = infos.par_chunks_mut(CHUNK).zip(solver_contacts.par_chunks_mut(CHUNK));
            let chunks = chunks.zip(outcomes.par_chunks_mut(CHUNK));
            let chunks = chunks.zip(known.par_chunks_mut(CHUNK));
            // Without this, rayon splits only what is stolen, and threads end unevenly.
            return chunks
                .enumerate()
                .with_max_len(1)
                .map(|(chunk, (((infos, solver_contacts), outcomes), known))| {
                    let first = first + chunk * CHUNK;
                    self.refresh_chunk(Chunk { first, infos, solver_contacts, outcomes, known })
                })
                .reduce(Findings::default, Findings::or);
        }
        let each = all.split(CHUNK).map(|chunk| self.refresh_chunk(chunk));
        each.fold(Findings::default(), Findings::or)
    }

    /// Refreshes up to [`CHUNK`] contacts.
    fn refresh_chunk(&self, mut chunk: Chunk) -> Findings {
        let mut findings = Findings::default();
        let mut groups = Groups::default();
        let start = chunk.first;
        for run in chunk.split(RUN) {
            self.refresh_run(run, start, &mut groups, &mut findings);
        }
        self.collide_groups(chunk, &groups);
        findings
    }

    /// Refreshes up to [`RUN`] contacts of a chunk, except those that are collided in batches: they
    /// go to `groups`. `start` is the index of the first contact of the chunk.
    fn refresh_run(&self, run: Chunk, start: usize, groups: &mut Groups, findings: &mut Findings) {
        let Chunk { first, infos, solver_contacts, outcomes, known } = run;
        let (mut approaches, mut recycling) = (Approaches::default(), Recycling::default());
        self.examine_contacts(infos, solver_contacts, &mut approaches, &mut recycling);
        for (index, (info, contact)) in infos.iter_mut().zip(solver_contacts).enumerate() {
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
                let approach = approaches.get(index);
                outcomes[index].changed |= self.collide_knocked(info, contact, &approach);
                continue;
            }
            let may_recycle = change < Change::All;
            if may_recycle && recycling.is_settled(index) {
                findings.kept += usize::from(contact.point_count > 0);
                known[index] = recycling.update(index, contact);
                continue;
            }
            let approach = approaches.get(index);
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
                Refresh::InPlace if may_recycle && recycling.is_kept(index) => {
                    findings.kept += usize::from(contact.point_count > 0);
                    known[index] = recycling.update(index, contact);
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
    fn way_to_refresh(
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
    fn collide_groups(&self, chunk: Chunk, groups: &Groups) {
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

    /// True if a pair is slow enough (below 0.9 m/s) for its manifold to be recycled in the next
    /// step. For others, recording the poses is not worth it.
    #[inline]
    fn is_slow(&self, speculative: Real) -> bool {
        speculative - self.task.speculative <= self.task.tolerance
    }

    fn poses_of(&self, pieces: [u32; 2]) -> [&PoseCache; 2] {
        pieces.map(|piece| &self.outlines.poses[piece as usize])
    }

    /// The motion of a body, awake or not.
    fn motion(&self, body: u32) -> &BodyPose {
        self.motions.get(body as usize).unwrap_or(&BodyPose::NONE)
    }

    fn is_asleep(&self, body: u32) -> bool {
        (self.motions.len()..self.moving).contains(&(body as usize))
    }

    /// The index that the solver uses: `FIXED` for bodies that are not awake.
    fn solver_index(&self, body: u32) -> u32 {
        if (body as usize) < self.motions.len() { body } else { FIXED }
    }
}

impl Findings {
    fn or(self, other: Self) -> Self {
        Self {
            any_leave: self.any_leave | other.any_leave,
            kept: self.kept + other.kept,
            any_sleepers: self.any_sleepers | other.any_sleepers,
            any_idle: self.any_idle | other.any_idle,
        }
    }
}
