//! The step: its stages in the order in which they run. Each has a module or a function of its own.
//!
//! `docs/step.md` says of each what it reads and writes and why it runs when it does.

mod ahead;
mod changes;
mod collide;
mod events;
mod finish;
#[cfg(feature = "parallel")]
mod helpers;
mod hold;
mod hooks;
mod pairs;
mod scratch;
mod sleep;
mod structure;

pub(crate) use changes::broad_phase;
pub(crate) use scratch::Scratch;
pub(crate) use sleep::IslandFinder;

use umbra_geom::Real;

use crate::profile::Clock;
use crate::{Error, Hooks, Scene, Stage, check};

/// A longer step than this, in seconds, is taken for a mistake.
const LONGEST_STEP: Real = 10.0;

impl Scene {
    /// Moves the scene on by `dt` seconds. A `dt` of 0 does nothing: events of the step before stay.
    ///
    /// 1. *Apply changes*: a changed configuration, gravity, forces; and boxes of bodies that were added or
    ///    set in motion look ahead.
    /// 2. *Find pairs*: colliders whose boxes have come to overlap.
    /// 3. *Collide*: pairs that have come near become contacts. Every contact finds its points
    ///    anew and takes over the impulses of those it had; one that has hardly moved keeps its points.
    /// 4. *Ask hooks*, if there are any, about each contact with points.
    /// 5. *Wake* what sleeps and is about to be touched.
    /// 6. *Build the structure* of islands and colours, if the contacts with points, or the bodies
    ///    that move, are not those of the step before.
    /// 7. *Solve*: velocities and positions.
    /// 8. *Finish bodies*: colliders and their boxes follow; what is not finite is taken back.
    /// 9. *Events*: what came to touch, what parted, what hit.
    /// 10. *Sleep*: islands that have been still for long enough fall asleep.
    ///
    /// Every step computes the same bits from the same scene, whatever the number of threads and
    /// the width of vector registers.
    ///
    /// # Errors
    /// When `dt` is negative, not finite or more than ten seconds, or a value of the configuration
    /// makes no sense. The scene is unchanged then.
    pub fn step(&mut self, dt: Real) -> Result<(), Error> {
        #[cfg(feature = "parallel")]
        if helpers::calls_from_outside(self.contacts.awake_len()) {
            return rayon::scope(|_| self.run(dt, None));
        }
        self.run(dt, None)
    }

    /// [`step`](Self::step), asking `hooks` about every contact.
    ///
    /// # Errors
    /// As [`step`](Self::step); and when a hook panics. Contacts are up to date then, but no body
    /// has moved, and the next step goes on from there.
    pub fn step_with(&mut self, dt: Real, hooks: &impl Hooks) -> Result<(), Error> {
        self.run(dt, Some(hooks))
    }

    fn run(&mut self, dt: Real, hooks: Option<&dyn Hooks>) -> Result<(), Error> {
        check::range("dt", dt, 0.0, LONGEST_STEP)?;
        changes::apply_config(self)?;
        if dt < Real::MIN_POSITIVE {
            return Ok(());
        }
        if !self.called_off {
            self.contact_events.clear();
        }
        self.body_events.clear();
        self.scratch.let_pass.clear();
        self.called_off = false;
        // Spent by the first stage, and given back if a hook calls the step off.
        let forces = hooks.map_or_else(Vec::new, |_| changes::forces(self));
        #[cfg(feature = "parallel")]
        let _helpers = helpers::Helpers::call(self.contacts.awake_len());
        let clock = &mut Clock::start();
        changes::apply_forces(self);
        let task = collide::prepare(self, dt, hooks.is_some());
        ahead::look_where_redirected(self);
        self.end_stage(Stage::Changes, true, self.bodies.awake, clock);
        let (new_pairs, known) = pairs::find(self, &task);
        self.end_stage(Stage::Pairs, true, new_pairs, clock);
        let met = collide::refresh(self, &task, &known);
        self.end_stage(Stage::Collide, true, self.contacts.awake_len(), clock);
        if let Some(hooks) = hooks {
            if let Err(error) = hooks::ask(self, hooks) {
                changes::give_back(self, forces);
                self.called_off = true;
                return Err(error);
            }
        }
        self.end_stage(Stage::Hooks, hooks.is_some(), 0, clock);
        let any_wakes = met || !self.startled.is_empty() || !self.laid.is_empty();
        let woken = if any_wakes { sleep::wake_what_is_met(self, met, dt) } else { 0 };
        self.end_stage(Stage::Wake, any_wakes, woken, clock);
        let changed = self.structure_changed;
        let solved = structure::rebuild_if_changed(self)?;
        self.end_stage(Stage::Structure, changed, solved, clock);
        self.solve(dt)?;
        self.end_stage(Stage::Solve, true, solved, clock);
        let grown_boxes = finish::follow_bodies(self, dt);
        self.end_stage(Stage::Finish, true, grown_boxes, clock);
        events::report(self);
        let events = self.contact_events.len();
        self.end_stage(Stage::Events, events > 0, events, clock);
        let fallen_asleep = sleep::fall_asleep(self, dt);
        self.end_stage(Stage::Sleep, self.config.sleep.enabled, fallen_asleep, clock);
        self.body_events.append(&mut self.coming_events);
        self.colliders.removed.clear();
        Ok(())
    }

    /// Notes what a stage did, and how long it took if there was anything to do: to ask the clock
    /// takes longer than to find that out. In debug builds, checks that all was left in order.
    fn end_stage(&mut self, stage: Stage, had_work: bool, count: usize, clock: &mut Clock) {
        self.profile.note(stage, count, had_work.then_some(clock));
        #[cfg(debug_assertions)]
        {
            let rows = matches!(stage, Stage::Wake | Stage::Structure | Stage::Solve);
            let checked = self.validate_links();
            let checked = checked.and_then(|()| if rows { self.validate_rows() } else { Ok(()) });
            assert_eq!(checked, Ok(()), "after {stage:?}");
        }
    }

    fn solve(&mut self, dt: Real) -> Result<(), Error> {
        let config = self.config.scaled_solver();
        let bodies = &mut self.bodies.states[..self.bodies.awake];
        let sight = events::Sight::of(&self.config);
        let rows = &mut self.contacts.rows[..];
        let is_news = |row: &_| sight.is_news(row);
        Ok(self.solver.step_and_note(&config, dt, &self.structure, bodies, rows, is_news)?)
    }
}

/// Does two things that do not disturb one another: at the same time if there are so many contacts
/// that it pays and there is a thread for it.
#[cfg_attr(not(feature = "parallel"), allow(unused_variables))]
pub(crate) fn both<A: Send, B: Send>(
    contacts: usize,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "parallel")]
    if helpers::worth_sharing(contacts) {
        return rayon::join(one, other);
    }
    (one(), other())
}
