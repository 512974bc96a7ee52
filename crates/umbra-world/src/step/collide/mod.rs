//! Stage 3, the narrow phase: candidate pairs that have come near become contacts, and contacts
//! that have moved find their points anew.
//!
//! - `mod.rs`: the stage as others see it; `contacts.rs`: the loop over contacts, and what is
//!   decided for each;
//! - `candidates.rs`: the loop over candidate pairs;
//! - `groups.rs`: batches of pairs of equal forms;
//! - `body_pose.rs`: the poses of bodies;
//! - `approach.rs`: predicted approach;
//! - `recycle.rs`: manifold recycling;
//! - `resting.rs`: contacts whose bodies hardly move;
//! - `flush.rs`: contacts with what stands side by side;
//! - `one_way.rs`: platforms that bodies pass in one direction;
//! - `swept.rs`: fast pairs; `aside.rs`: corners that pass one another;
//! - `reserve.rs`: pairs that impacts may drive into one another;
//! - `results.rs`: impulses that contacts have in their lanes;
//! - `solver_contact.rs`: manifolds become solver contacts; `settle.rs`: what each contact keeps;
//!   `outcome.rs`: whether it stays.
//!
//! Contacts are independent of each other here, so threads share them. Dropping contacts and
//! reporting their ends depends on order, and follows in one loop.

mod approach;
mod aside;
mod body_pose;
mod candidates;
mod contacts;
mod flush;
mod groups;
mod one_way;
mod outcome;
mod recycle;
mod reserve;
mod resting;
mod results;
mod settle;
mod solver_contact;
mod swept;

use umbra_broad::BroadPhase;
use umbra_geom::Real;
use umbra_lanes::Level;
use umbra_solver::{FIXED, Known};

use crate::World;
use crate::results::LaneResults;
use crate::store::{Colliders, Contacts, Piece, PieceCache, PoseCache, SeamList};

use super::knocks::ImpactReach;
use super::pair_rules::PairRules;
use super::predict;
#[cfg(feature = "parallel")]
use crate::threads::worth_sharing;
pub(super) use body_pose::BodyPose;
use body_pose::note_surprises;
use candidates::Leaving;
use contacts::Chunk;
pub(super) use outcome::{Outcome, OutcomeKind};
use resting::Rests;

/// The contacts of a chunk: some 5 us of work for a thread.
const CHUNK: usize = 256;

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
    /// Rows that tell whether contacts rest.
    pub(super) rests: Rests,
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

/// Makes ready to find the contacts that rest, once all changes of pieces before the refresh are
/// known.
pub(super) fn prepare_resting(
    world: &World,
    knocks: &ImpactReach,
    buffers: &mut Buffers,
    has_hooks: bool,
) {
    let Buffers { motions, rests, .. } = buffers;
    if has_hooks || !world.portals.is_idle() {
        // Contacts may be edited, and images be pulled, after rows are written.
        rests.forget();
    }
    // Otherwise bodies have other numbers, or something has changed that has no motion to tell it.
    let may_be_used = !world.pending.structure
        && rests.are_right_after(world.solver.last_step())
        && note_surprises(motions, &world.colliders.outlines, knocks.pieces());
    if !may_be_used {
        rests.rows.clear();
    }
    rests.fit(world.contacts.infos.len());
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
    let Buffers { outcomes, known, rests, .. } = buffers;
    let (contacts, candidates) = (infos.len(), candidates.len());
    let all = Chunk { first: 0, infos, solver_contacts, outcomes, known, rows: &mut rests.rows };
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
    let Buffers { motions, leaving, outcomes, known: of_contacts, rests, .. } = buffers;
    let World { broad, colliders, bodies, contacts, joints, portals, solver, structure, .. } =
        world;
    let rules = PairRules { poses: &colliders.outlines.poses, bodies, joints, portals };
    let results = LaneResults { solver, structure };
    let surroundings = Surroundings::new(broad, colliders, motions, knocks, (rules, results), task);
    surroundings.find_leaving(&contacts.candidates[done.candidates..], done.candidates, leaving);
    let idle = candidates::apply_leaving(contacts, &colliders.pieces, leaving);
    outcomes.resize(contacts.infos.len(), Outcome::KEPT);
    of_contacts.resize(contacts.infos.len(), Known::NOTHING);
    rests.fit(contacts.infos.len());
    let rows = rests.rows.get_mut(done.contacts..).unwrap_or_default();
    let others = surroundings.refresh_all(Chunk {
        first: done.contacts,
        infos: &mut contacts.infos[done.contacts..],
        solver_contacts: &mut contacts.solver_contacts[done.contacts..],
        outcomes: &mut outcomes[done.contacts..],
        known: &mut of_contacts[done.contacts..],
        rows,
    });
    let findings = done.findings.or(others);
    for (info, contact) in idle {
        contacts.sleeping.insert(&mut colliders.pieces, info, contact);
    }
    world.colliders.outlines.forget_changes();
    let Findings { any_leave, any_sleepers, any_idle, kept } = findings;
    Refreshed { any_sleepers, any_idle, any_leave, kept }
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
