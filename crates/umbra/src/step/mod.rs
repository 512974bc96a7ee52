//! The stages of a step, in the order in which they run; each has a module or a function of its own.
//!
//! `docs/design/step.md` says of each what it reads and writes and why it runs when it does.

mod changes;
mod collide;
mod continuous;
mod events;
mod fields;
mod finish;
mod hooks;
mod impacts;
mod joints;
mod knocks;
mod pairs;
mod predict;
mod scratch;
mod seams;
mod sensors;
mod sleep;
mod structure;

pub(crate) use events::note as note_contact;
pub(crate) use fields::{
    gravity_at, placed_field, pose_of as pose_of_field, wake_in as wake_in_field,
};
#[cfg(feature = "serde")]
pub(crate) use hooks::HOOKS;
pub(crate) use joints::list_if_changed as list_joints;
pub(crate) use scratch::Scratch;
pub(crate) use seams::{
    concerned as concerned_by_seams, find as find_seams, slack as seam_slack,
    tolerance as seam_tolerance,
};
pub(crate) use structure::rebuild_if_changed as rebuild_structure;

use finish::Finished;
use umbra_geom::Real;
use umbra_solver::StepArrays;

use crate::profile::Clock;
use crate::record::Asked;
#[cfg(feature = "parallel")]
use crate::threads;
use crate::tuning::LONGEST_STEP;
use crate::{Error, Hooks, Scene, Stage, check};

impl Scene {
    /// Advances the scene by `dt` seconds. A `dt` of 0 does nothing: the events of the last step stay.
    ///
    /// 1. *Apply changes* of the configuration, gravity and forces; find the seams of what stands side by side; update
    ///    the predicted boxes of bodies that were added or moved.
    /// 2. *Find pairs* of colliders whose boxes begin to overlap, also where impacts may send discs.
    /// 3. *Collide*: pairs that have come near become contacts. Contacts find their points anew and carry
    ///    impulses over; those that have hardly moved keep their points.
    /// 4. *Ask hooks*, if there are any, about each contact with points.
    /// 5. *Wake* sleeping bodies that are about to be touched.
    /// 6. *Build the structure* of islands and colours, if the contacts with points, the joints or the awake bodies
    ///    changed.
    /// 7. *Solve* velocities and positions.
    /// 8. *Finish bodies*: colliders and their boxes follow; bodies that are not finite are disabled.
    /// 9. *Events*: which colliders began to touch, stopped touching, or hit; which joints broke.
    /// 10. *Sensors*: which colliders began and ceased to overlap sensors.
    /// 11. *Sleep*: islands that have been still for long enough fall asleep.
    ///
    /// Every step computes the same bits from the same scene, whatever the number of threads and
    /// the width of vector registers.
    ///
    /// # Errors
    /// When `dt` is negative, not finite or more than ten seconds, or a value of the configuration
    /// makes no sense. The scene is unchanged then.
    pub fn step(&mut self, dt: Real) -> Result<(), Error> {
        self.noted_step(dt, false, |scene| {
            #[cfg(feature = "parallel")]
            if threads::calls_from_outside(scene.contacts.awake_len()) {
                return rayon::scope(|_| scene.run(dt, None));
            }
            scene.run(dt, None)
        })
    }

    /// [`step`](Self::step), asking `hooks` about every contact.
    ///
    /// # Errors
    /// As [`step`](Self::step); and when a hook panics. Contacts are up to date then, but no body has moved unless the
    /// hook is `should_sense`, which is asked last. The next step goes on from there.
    pub fn step_with(&mut self, dt: Real, hooks: &impl Hooks) -> Result<(), Error> {
        self.noted_step(dt, true, |scene| scene.run(dt, Some(Asked::Hooks(hooks))))
    }

    /// A step in which contacts and overlaps are decided so.
    pub(crate) fn step_as(&mut self, dt: Real, asked: Option<Asked<'_>>) -> Result<(), Error> {
        self.run(dt, asked)
    }

    fn run(&mut self, dt: Real, hooks: Option<Asked<'_>>) -> Result<(), Error> {
        check::range("dt", dt, 0.0, LONGEST_STEP)?;
        changes::apply_config(self)?;
        if dt < Real::MIN_POSITIVE {
            return Ok(());
        }
        self.break_bodies();
        self.events.forget();
        self.moves.forget();
        self.scratch.disabled_pairs.clear();
        // Stage 1 consumes applied forces; a hook that panics gives them back.
        let forces = hooks.map_or_else(Vec::new, |_| changes::forces(self));
        #[cfg(feature = "parallel")]
        let _helpers = threads::Helpers::call(self.contacts.awake_len());
        let clock = &mut Clock::start();
        fields::apply(self, dt);
        changes::apply_forces(self);
        let task = collide::prepare(self, dt, hooks.is_some());
        seams::note_starts_and_stops(self);
        predict::update_redirected_boxes(self, dt);
        self.follow_tile_maps(dt);
        if !self.pending.redirected.is_empty() {
            // Maps that move got pieces.
            collide::predict(self, dt);
            predict::update_redirected_boxes(self, dt);
        }
        seams::update(self);
        self.end_stage(Stage::Changes, true, self.bodies.awake, clock);
        let before = self.contacts.candidates.len();
        self.scratch.knocks.clear();
        // Cells of maps have pieces near predicted boxes only.
        if knocks::may_be(self) && self.colliders.maps.is_empty() {
            pairs::find(self, None);
            knocks::find(self, dt);
        }
        let first_new = self.contacts.candidates.len();
        let known = pairs::find(self, Some(&task));
        knocks::drop_known_pairs(self, first_new);
        let new_pairs = self.contacts.candidates.len().saturating_sub(before);
        self.end_stage(Stage::Pairs, true, new_pairs, clock);
        let any_sleepers = collide::refresh(self, &task, &known);
        self.end_stage(Stage::Collide, true, self.contacts.awake_len(), clock);
        if let Some(Err(error)) = hooks.map(|hooks| hooks::ask(self, hooks)) {
            changes::give_back(self, forces);
            return Err(error);
        }
        self.end_stage(Stage::Hooks, hooks.is_some(), 0, clock);
        let may_wake = any_sleepers
            || !self.pending.to_wake.is_empty()
            || !self.pending.added_asleep.is_empty();
        let woken = if may_wake { sleep::wake_touched(self, any_sleepers, dt) } else { 0 };
        self.end_stage(Stage::Wake, may_wake, woken, clock);
        joints::list_if_changed(self);
        joints::follow_bodies(self, dt);
        let changed = self.pending.structure;
        let solved = structure::rebuild_if_changed(self)?;
        self.end_stage(Stage::Structure, changed, solved, clock);
        self.solve(dt)?;
        self.end_stage(Stage::Solve, true, solved, clock);
        let Finished { grown_boxes, any_disabled } = finish::follow_bodies(self, dt);
        self.end_stage(Stage::Finish, true, grown_boxes, clock);
        events::report(self, any_disabled, dt);
        let events = self.events.contacts.coming.len();
        self.end_stage(Stage::Events, events > 0, events, clock);
        let sensed = sensors::update(self, hooks, dt);
        let events = self.events.sensors.coming.len();
        self.end_stage(Stage::Sensors, !self.sensors.is_empty(), events, clock);
        // Contacts name bodies by index, and those have changed when a body was disabled.
        joints::finish(self, dt);
        let fallen_asleep = if any_disabled { 0 } else { sleep::fall_asleep(self, dt) };
        self.end_stage(Stage::Sleep, self.config.sleep.enabled, fallen_asleep, clock);
        self.events.tell();
        self.pending.removed.clear();
        sensed
    }

    /// Records what a stage did, and its time if it had work: asking the clock takes longer than finding
    /// that out. In the engine's own tests, all links are checked.
    fn end_stage(&mut self, stage: Stage, had_work: bool, count: usize, clock: &mut Clock) {
        self.profile.note(stage, count, had_work.then_some(clock));
        if crate::CHECKS_ITSELF {
            let solver_contacts = matches!(stage, Stage::Wake | Stage::Structure | Stage::Solve);
            let checked = self.validate_links();
            let checked = checked.and_then(|()| {
                if solver_contacts { self.validate_solver_contacts() } else { Ok(()) }
            });
            assert_eq!(checked, Ok(()), "after {stage:?}");
        }
    }

    fn solve(&mut self, dt: Real) -> Result<(), Error> {
        let config = self.config.scaled_solver();
        let bodies = &mut self.bodies.states[..self.bodies.awake];
        let thresholds = events::EventThresholds::of(&self.config);
        let solver_contacts = &mut self.contacts.solver_contacts[..];
        let is_event_candidate = |contact: &_| thresholds.is_event_candidate(contact);
        let joints = &mut self.joints.constraints[..];
        let arrays = StepArrays { bodies, contacts: solver_contacts, joints };
        Ok(self.solver.step_and_select(&config, dt, &self.structure, arrays, is_event_candidate)?)
    }
}
