//! The step: its stages in the order in which they run, one file each.
//!
//! `docs/step.md` says of each what it reads and writes and why it runs when it does.

mod changes;
mod collide;
mod events;
mod finish;
mod hooks;
mod pairs;
mod structure;

pub(crate) use changes::broad_phase;
pub(crate) use collide::Motion;

use umbra_geom::Real;

use crate::{Error, Hooks, Scene, check};

/// A longer step than this, in seconds, is taken for a mistake.
const LONGEST_STEP: Real = 10.0;

impl Scene {
    /// Moves the scene on by `dt` seconds. A `dt` of 0 does nothing.
    ///
    /// 1. *Apply changes*: a changed configuration, gravity, forces.
    /// 2. *Find pairs*: colliders whose boxes have come to overlap become contacts.
    /// 3. *Collide*: every contact finds its points anew, and takes over the impulses of those it
    ///    had. Contacts whose boxes have parted go.
    /// 4. *Ask hooks*, if there are any, about each contact with points.
    /// 5. *Build the structure* of islands and colours, if the contacts with points, or the bodies
    ///    that move, are not those of the step before.
    /// 6. *Solve*: velocities and positions.
    /// 7. *Finish bodies*: colliders and their boxes follow; what is not finite is taken back.
    /// 8. *Events*: what came to touch, what parted, what hit.
    ///
    /// Every step computes the same bits from the same scene, whatever the number of threads and
    /// the width of vector registers.
    ///
    /// # Errors
    /// When `dt` is negative, not finite or more than ten seconds, or a value of the configuration
    /// makes no sense. The scene is unchanged then.
    pub fn step(&mut self, dt: Real) -> Result<(), Error> {
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
        self.contact_events.clear();
        self.body_events.clear();
        if dt < Real::MIN_POSITIVE {
            return Ok(());
        }
        changes::apply_forces(self);
        pairs::find(self);
        collide::refresh(self, dt, hooks.is_some());
        if let Some(hooks) = hooks {
            self.contacts.mix_all = true;
            hooks::ask(self, hooks)?;
        }
        structure::rebuild_if_changed(self, hooks.is_some())?;
        self.solve(dt)?;
        finish::follow_bodies(self, dt);
        events::report(self);
        Ok(())
    }

    fn solve(&mut self, dt: Real) -> Result<(), Error> {
        let config = self.config.solver.scaled(self.config.length_unit);
        let bodies = &mut self.bodies.states[..self.bodies.awake];
        Ok(self.solver.step(&config, dt, &self.structure, bodies, &mut self.contacts.rows)?)
    }
}
