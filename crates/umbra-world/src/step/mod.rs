//! The stages of a step, in the order in which they run; each has a module or a function of its
//! own.
//!
//! `docs/design/step.md` says of each what it reads and writes and why it runs when it does.
//!
//! 1. *Apply changes* of the configuration, gravity and forces; find the seams of colliders that
//!    stand side by side; update the predicted boxes of bodies that were added or moved.
//! 2. *Find pairs* of colliders whose boxes begin to overlap, also where impacts may send discs.
//! 3. *Collide*: pairs that have come near become contacts. Contacts find their points anew and
//!    carry impulses over; those that have hardly moved keep their points.
//! 4. *Ask hooks*, if there are any, about each contact with points.
//! 5. *Wake* sleeping bodies that are about to be touched.
//! 6. *Build the structure* of islands and colours, if the contacts with points, the joints or the
//!    awake bodies changed.
//! 7. *Solve* velocities and positions.
//! 8. *Finish bodies*: colliders and their boxes follow; bodies that are not finite are disabled.
//! 9. *Events*: colliders that began to touch, stopped touching, or hit; joints that broke.
//! 10. *Sensors*: colliders that began and ceased to overlap sensors.
//! 11. *Sleep*: islands that have been still for long enough fall asleep.

mod changes;
mod collide;
mod continuous;
mod decisions;
mod events;
mod fields;
mod finish;
#[cfg(feature = "serde")]
mod hook_name;
mod hooks;
mod impacts;
mod joints;
mod knocks;
#[cfg(feature = "parallel")]
mod pace;
mod pair_rules;
mod pairs;
pub(crate) mod portals;
mod predict;
mod seams;
mod sensors;
mod sleep;
mod structure;

pub use decisions::{Asked, Decisions};
pub use events::note as note_contact;
pub use fields::gravity_at;
pub(crate) use joints::list_if_changed as list_joints;
pub use seams::{
    concerned as concerned_by_seams, find as find_seams, take_changes as take_changed_seams,
};
pub(crate) use structure::rebuild_if_changed as rebuild_structure;

use collide::Refreshed;
use finish::Finished;
use structure::Followed;
use umbra_geom::Real;
#[cfg(feature = "parallel")]
use umbra_lanes::threads::alone;
use umbra_solver::{Known, StepArrays};

use crate::profile::{Clock, Profile};
#[cfg(feature = "parallel")]
use crate::threads;
use crate::tuning::LONGEST_STEP;
use crate::{Error, Stage, World, check};

/// Stepper of a world, with the working memory of its stages. It is not part of the state of a
/// scene: a copy starts without it.
#[derive(Debug, Default)]
pub struct Stepper {
    collide: collide::Buffers,
    /// Discs that impacts may send off their course.
    knocks: knocks::ImpactReach,
    /// Forces that a step with hooks consumes.
    forces: Vec<changes::Applied>,
    /// Contacts that hooks edited in this step, as they were before.
    edits: Vec<hooks::Edit>,
    finish: finish::Buffers,
    events: events::Buffers,
    sensors: sensors::SensorScratch,
    island_finder: sleep::IslandFinder,
    /// Decisions of hooks in this step, if they are recorded.
    decisions: Option<Decisions>,
    #[cfg(feature = "parallel")]
    pace: pace::Pace,
    profile: Profile,
    /// Stages are not timed, which takes a fortieth of a step of a few bodies.
    is_untimed: bool,
}

impl Clone for Stepper {
    fn clone(&self) -> Self {
        Self { profile: self.profile, ..Self::default() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.profile = source.profile;
    }
}

impl Stepper {
    /// One that does not time the stages: for those who do not ask.
    pub fn untimed() -> Self {
        Self { is_untimed: true, ..Self::default() }
    }

    /// Durations of the stages of the last step.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Notes the decisions of hooks in the next step, if `notes` is true.
    pub fn note_decisions(&mut self, notes: bool) {
        self.decisions = notes.then(Decisions::default);
    }

    /// The decisions of hooks in the last step, if they were noted.
    pub fn take_decisions(&mut self) -> Option<Decisions> {
        self.decisions.take()
    }

    /// Checks `dt` and the configuration, and puts the latter into effect. Returns false if `dt` is
    /// so small that there is nothing to do.
    ///
    /// # Errors
    /// When `dt` is negative, not finite or more than ten seconds, or a value of the configuration
    /// makes no sense.
    pub fn begin(&self, world: &mut World, dt: Real) -> Result<bool, Error> {
        check::range("dt", dt, 0.0, LONGEST_STEP)?;
        changes::apply_config(world)?;
        Ok(dt >= Real::MIN_POSITIVE)
    }

    /// Advances a world by `dt` seconds, deciding about contacts and overlaps as `hooks` say. Comes
    /// after [`begin`](Self::begin).
    ///
    /// # Errors
    /// When a hook panics, or there are too many contacts or joints for the solver.
    pub fn step(
        &mut self,
        world: &mut World,
        dt: Real,
        hooks: Option<Asked<'_>>,
    ) -> Result<(), Error> {
        #[cfg(feature = "parallel")]
        if threads::worth_sharing(world.contacts.awake_len()) {
            return self.step_with_threads(world, dt, hooks);
        }
        self.run(world, dt, hooks)
    }

    /// Takes a step by one thread or by several, whichever was faster lately.
    #[cfg(feature = "parallel")]
    fn step_with_threads(
        &mut self,
        world: &mut World,
        dt: Real,
        hooks: Option<Asked<'_>>,
    ) -> Result<(), Error> {
        let contacts = world.contacts.awake_len();
        let result = if self.pace.is_alone() {
            alone(|| self.run(world, dt, hooks))
        } else if hooks.is_none() && threads::calls_from_outside(contacts) {
            rayon::scope(|_| self.run(world, dt, None))
        } else {
            self.run(world, dt, hooks)
        };
        self.pace.note(self.profile.total(), contacts);
        result
    }

    fn run(&mut self, world: &mut World, dt: Real, hooks: Option<Asked<'_>>) -> Result<(), Error> {
        let result = self.stages(world, dt, hooks);
        if result.is_err() {
            // Contacts may have found other points, which neither solver nor structure has seen.
            world.solver.forget_contacts();
            world.pending.structure = true;
        }
        // A step that was broken off still tells what it has dropped.
        events::settle_open_ends(world, &mut self.events);
        result
    }

    fn stages(
        &mut self,
        world: &mut World,
        dt: Real,
        hooks: Option<Asked<'_>>,
    ) -> Result<(), Error> {
        let Self {
            collide,
            knocks,
            forces,
            edits,
            finish,
            events,
            sensors,
            island_finder,
            decisions,
            profile,
            is_untimed,
            ..
        } = self;
        world.events.forget();
        world.pending.disabled_pairs.clear();
        // Stage 1 consumes applied forces; a hook that panics gives them back.
        if hooks.is_some() {
            changes::note_forces(world, forces);
        }
        #[cfg(feature = "parallel")]
        let _helpers = threads::Helpers::call(world.contacts.awake_len());
        let clock = &mut if *is_untimed { Clock::STOPPED } else { Clock::start() };
        let mut end_stage = |world: &World, stage, had_work: bool, count| {
            profile.note(stage, count, had_work.then_some(&mut *clock));
            world.check_after(stage);
        };
        portals::prepare(world);
        fields::apply(world, dt);
        changes::apply_forces(world, &mut collide.motions, dt);
        portals::pull_images(world);
        let task = collide::prepare(world, collide, dt, hooks.is_some());
        seams::note_starts_and_stops(world);
        predict::update_redirected_boxes(world, &mut finish.followed.box_updates, dt);
        world.follow_tile_maps(dt);
        if !world.pending.redirected.is_empty() {
            // Maps that move got pieces.
            predict::pieces(world, dt);
            predict::update_redirected_boxes(world, &mut finish.followed.box_updates, dt);
        }
        seams::update(world);
        end_stage(world, Stage::Changes, true, world.bodies.awake);
        let before = world.contacts.candidates.len();
        knocks.clear();
        // Cells of maps have pieces near predicted boxes only.
        if knocks::may_be(world) && world.colliders.maps.is_empty() {
            pairs::find(world, knocks, collide, None);
            let updates = &mut finish.followed.box_updates;
            knocks::find(world, knocks, &mut collide.motions, updates, dt);
        }
        collide::prepare_resting(world, knocks, collide, hooks.is_some());
        let first_new = world.contacts.candidates.len();
        let done = pairs::find(world, knocks, collide, Some(&task));
        knocks::drop_known_pairs(world, knocks, first_new);
        let new_pairs = world.contacts.candidates.len().saturating_sub(before);
        end_stage(world, Stage::Pairs, true, new_pairs);
        let Refreshed { any_sleepers, any_idle, any_leave, kept } =
            collide::refresh(world, knocks, collide, &task, &done);
        events.leaving.clear();
        if any_leave {
            events::drop_leaving(world, &collide.outcomes, events);
            collide.rests.drop(&events.leaving);
        }
        world.contacts.forget_lost();
        end_stage(world, Stage::Collide, true, world.contacts.awake_len());
        if let Some(Err(error)) =
            hooks.map(|hooks| hooks::ask(world, edits, decisions.as_mut(), hooks))
        {
            changes::give_back(world, forces);
            return Err(error);
        }
        end_stage(world, Stage::Hooks, hooks.is_some(), 0);
        let may_wake = any_sleepers
            || !world.pending.to_wake.is_empty()
            || !world.pending.added_asleep.is_empty();
        if may_wake && (any_idle || !world.pending.added_asleep.is_empty()) {
            // Contacts are put to sleep, or have parted.
            let World { solver, structure, contacts, .. } = &mut *world;
            let contacts = &mut contacts.solver_contacts;
            collide.write_contacts(solver, structure, contacts, &events.leaving);
        }
        let outcomes = &collide.outcomes;
        let woken =
            if may_wake { sleep::wake_touched(world, outcomes, any_sleepers, dt) } else { 0 };
        end_stage(world, Stage::Wake, may_wake, woken);
        joints::list_if_changed(world);
        joints::follow_bodies(world, dt);
        let Followed { had_work, keeps, solved } =
            structure::follow(world, collide, &events.leaving)?;
        end_stage(world, Stage::Structure, had_work, solved);
        // The structure goes by whole masses: it may be rebuilt between two steps.
        let shares = portals::share_masses(world);
        // Hooks edit contacts after they are found to be unchanged.
        let keeps = keeps && hooks.is_none();
        // Where few contacts are unchanged, all blocks have others.
        let are_many = hooks.is_none() && 2 * kept > solved;
        let known = if keeps && (are_many || world.solver.holds_results()) {
            &collide.known[..]
        } else {
            &[]
        };
        let result = solve(world, dt, known, are_many);
        portals::give_masses_back(world, shares);
        result?;
        collide.rests.decide([kept, solved], world.solver.last_step(), keeps);
        end_stage(world, Stage::Solve, true, solved);
        let Finished { grown_boxes, any_disabled } = finish::follow_bodies(world, finish, dt);
        end_stage(world, Stage::Finish, true, grown_boxes);
        events::report(world, events, any_disabled, dt);
        let count = world.events.contacts.next.len();
        end_stage(world, Stage::Events, count > 0, count);
        let followed = &finish.followed.sensors;
        let sensed = sensors::update(world, followed, sensors, decisions.as_mut(), hooks, dt);
        let count = world.events.sensors.next.len();
        end_stage(world, Stage::Sensors, !world.sensors.is_empty(), count);
        // Contacts name bodies by index, and those have changed when a body was disabled.
        joints::finish(world, dt);
        let fallen_asleep =
            if any_disabled { 0 } else { sleep::fall_asleep(world, island_finder, dt) };
        end_stage(world, Stage::Sleep, world.config.sleep.enabled, fallen_asleep);
        world.events.tell();
        world.pending.removed.clear();
        world.pending.disabled_pairs.clear();
        sensed
    }
}

impl World {
    /// Checks all links in the engine's own tests.
    fn check_after(&self, stage: Stage) {
        if crate::CHECKS_ITSELF {
            let solver_contacts = matches!(stage, Stage::Wake | Stage::Structure | Stage::Solve);
            let checked = self.validate_links();
            let checked = checked.and_then(|()| {
                if solver_contacts { self.validate_solver_contacts() } else { Ok(()) }
            });
            assert_eq!(checked, Ok(()), "after {stage:?}");
        }
    }
}

/// Moves bodies. The results of contacts stay in their lanes if they may.
fn solve(world: &mut World, dt: Real, known: &[Known], may_stay: bool) -> Result<(), Error> {
    let config = world.config.scaled_solver();
    let bodies = &mut world.bodies.states[..world.bodies.awake];
    let thresholds = events::thresholds(&world.config);
    let solver_contacts = &mut world.contacts.solver_contacts[..];
    let joints = &mut world.joints.constraints[..];
    let arrays = StepArrays { bodies, contacts: solver_contacts, known, joints };
    world.solver.step_in_lanes(&config, dt, &world.structure, arrays, thresholds)?;
    if !(may_stay && world.portals.is_idle()) {
        world.write_contacts();
    }
    Ok(())
}
