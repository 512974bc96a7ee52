//! A scene that is watched, handled and wound back, without a window.
//!
//! - `source.rs`: [`Source`], a scene of the catalogue or of a file, or a recording of a file;
//! - `command.rs`: [`Command`], everything that a hand or a knob can do to a scene, as data;
//! - `spawn.rs`: [`Spawn`], what can be put into a scene;
//! - `world.rs`: [`World`], the scene with what commands need to remember, and how commands act on
//!   it;
//! - `history.rs`: the commands given so far with the step of each, the hash of every step, and
//!   snapshots of the world to go back to;
//! - `check.rs`: [`Check`], a replay from the start that compares hashes;
//! - `flash.rs`: [`Flash`], what happened lately;
//! - `tape.rs`: commands as the text of a link;
//! - `measure.rs`: [`Sample`], the figures of one moment;
//! - this file: [`Session`], which keeps world and history together.
//!
//! The invariant: the world after `n` steps is what a fresh scene comes to that is given the
//! recorded commands before the steps at which they were given; while a recording is played, what
//! was recorded is given to it. So every moment can be reached again, and reaching it twice gives
//! the same bits. Nothing here may touch a scene except by way of a command.

mod check;
mod command;
mod flash;
mod history;
mod measure;
mod source;
mod spawn;
pub mod tape;
mod world;

pub use check::{Check, Outcome};
pub use command::{Command, Target};
pub use flash::{Flash, FlashKind, SHOWN as FLASH_STEPS};
pub use history::{BUDGET, WINDOW};
pub use measure::Sample;
pub use source::Source;
pub use spawn::Spawn;
pub use world::World;

use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;

use umbra::prelude::*;
use web_time::Instant;

use history::History;

/// Numbers that no two states of any session share.
static REVISIONS: AtomicU64 = AtomicU64::new(1);

/// A scene with its past.
#[derive(Clone, Debug)]
pub struct Session {
    source: Source,
    /// The configuration that the scene has by itself.
    original: SceneConfig,
    world: World,
    history: History,
    /// The step that is on its way to be shown, if it takes more than one frame to get there.
    goal: Option<u32>,
    revision: u64,
    /// How long a step took lately.
    step_time: Duration,
    flashes: flash::Flashes,
}

impl Session {
    /// The scene at its start.
    ///
    /// # Errors
    /// When the scene cannot be set up.
    pub fn new(source: impl Into<Source>) -> Result<Self, umbra::Error> {
        let source = source.into();
        let mut world = source.set_up()?;
        let mut session = Self {
            source,
            original: *world.scene().config(),
            history: History::new(&mut world)?,
            world,
            goal: None,
            revision: 0,
            step_time: Duration::ZERO,
            flashes: flash::Flashes::default(),
        };
        session.touch();
        Ok(session)
    }

    /// Source of the scene.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The scene, to be read.
    pub fn scene(&self) -> &Scene {
        self.world.scene()
    }

    /// The scene with what commands remember.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The configuration that the scene has by itself.
    pub fn original_config(&self) -> &SceneConfig {
        &self.original
    }

    /// Number of steps done.
    pub fn step_count(&self) -> u32 {
        self.world.step_count()
    }

    /// The last step that has been recorded: later than the present one after going back.
    pub fn end(&self) -> u32 {
        self.history.end()
    }

    /// The earliest step that can be gone back to.
    pub fn earliest(&self) -> u32 {
        self.history.earliest()
    }

    /// The commands recorded so far, and the number of the step before which each was given.
    pub fn commands(&self) -> &[(u32, Command)] {
        self.history.commands()
    }

    /// The first step that came to another state than when it was recorded: a defect of the engine,
    /// or a recording of another version.
    pub fn diverged(&self) -> Option<u32> {
        self.history.diverged()
    }

    /// The first body that came to be elsewhere in that step, if a recording tells.
    pub fn diverged_body(&self) -> Option<BodyKey> {
        let divergence = self.world.divergence()?;
        divergence.body.filter(|_| self.diverged() == Some(divergence.step))
    }

    /// Number of snapshots kept.
    pub fn snapshot_count(&self) -> usize {
        self.history.snapshot_count()
    }

    /// Memory of the snapshots, in bytes.
    pub fn snapshot_size(&self) -> usize {
        self.history.size()
    }

    /// Duration of a step, averaged over the last ones.
    pub fn step_time(&self) -> Duration {
        self.step_time
    }

    /// Changes with everything but a step that may move what does not move by itself: drawings of
    /// bodies at rest are kept for as long as it stays.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    fn touch(&mut self) {
        self.revision = REVISIONS.fetch_add(1, Ordering::Relaxed);
    }

    /// Does what the command says and records it. A future that had been recorded is forgotten: it
    /// was another one.
    ///
    /// # Errors
    /// When the engine refuses. What a command of several parts did before that stays done and is
    /// recorded, so a replay does the same.
    pub fn command(&mut self, command: Command) -> Result<(), umbra::Error> {
        if let Command::Configure(config) = &command {
            // A bad configuration would be refused by every later step.
            config.validate()?;
        }
        self.finish_seek()?;
        self.touch();
        let done = self.world.apply(&command);
        self.history.record(self.world.step_count(), command);
        done
    }

    /// Gives the session commands that are done before steps to come, as if they had been recorded:
    /// what somebody else's hands did.
    pub fn expect(&mut self, commands: Vec<(u32, Command)>) {
        self.history.expect(commands);
    }

    /// True if commands of a record are still to come.
    pub fn is_expecting(&self) -> bool {
        self.history.is_expecting()
    }

    /// Does a step, with the commands that were recorded for it.
    ///
    /// # Errors
    /// When the engine refuses.
    pub fn step(&mut self) -> Result<(), umbra::Error> {
        self.finish_seek()?;
        let start = Instant::now();
        self.step_recorded()?;
        self.step_time = start.elapsed();
        Ok(())
    }

    /// One step at the end of the record or within it.
    fn step_recorded(&mut self) -> Result<(), umbra::Error> {
        let mut commanded = false;
        while let Some(command) = self.history.next_command(self.world.step_count()) {
            commanded = true;
            // It was refused or not when it was given, and is now.
            let _ = self.world.apply(&command);
        }
        if commanded {
            self.touch();
        }
        self.world.step()?;
        self.flashes.note(self.world.scene(), self.world.step_count());
        self.history.note_step(&mut self.world)
    }

    /// Goes to a step of the record: at once when a snapshot of it is kept, else over several calls
    /// of [`work`](Self::work). Steps outside of what is kept become the nearest one that is.
    ///
    /// # Errors
    /// When the engine refuses to go back.
    pub fn seek(&mut self, step: u32) -> Result<(), umbra::Error> {
        let step = step.clamp(self.earliest(), self.end().max(self.earliest()));
        if step == self.step_count() && self.goal.is_none() {
            return Ok(());
        }
        self.history.restore(step, &mut self.world)?;
        self.goal = (self.world.step_count() < step).then_some(step);
        self.touch();
        Ok(())
    }

    /// The step that is on its way to be shown.
    pub fn goal(&self) -> Option<u32> {
        self.goal
    }

    /// Goes on towards the goal for at most this long, and does one step at least.
    ///
    /// # Errors
    /// When the engine refuses a step.
    pub fn work(&mut self, budget: Duration) -> Result<(), umbra::Error> {
        let start = Instant::now();
        while let Some(goal) = self.goal {
            if self.world.step_count() >= goal {
                self.goal = None;
                self.touch();
                break;
            }
            self.step_recorded()?;
            if start.elapsed() >= budget && self.world.step_count() < goal {
                break;
            }
        }
        Ok(())
    }

    fn finish_seek(&mut self) -> Result<(), umbra::Error> {
        self.work(Duration::MAX)
    }

    /// Sets the scene up anew with the present configuration, and begins a new record. A recording
    /// is played as it was recorded.
    ///
    /// # Errors
    /// When the scene cannot be set up.
    pub fn restart(&mut self) -> Result<(), umbra::Error> {
        let config = *self.scene().config();
        let rate = self.world.rate();
        let mut fresh = Self::new(self.source.clone())?;
        fresh.world.take_recorder_of(&mut self.world)?;
        *self = fresh;
        if self.world.has_recording() {
            return Ok(());
        }
        if *self.scene().config() != config {
            self.command(Command::Configure(config))?;
        }
        if self.world.rate() != rate {
            self.command(Command::Rate(rate))?;
        }
        Ok(())
    }

    /// A replay of the record from the start.
    ///
    /// # Errors
    /// When the scene cannot be set up.
    pub fn check(&self) -> Result<Check, umbra::Error> {
        Check::new(&self.source, self.history.commands().to_vec(), self.history.hashes().to_vec())
    }

    /// Begins to record the scene, for a file: steps, commands and ways back. Nothing while a
    /// recording is played.
    ///
    /// # Errors
    /// When the engine refuses.
    pub fn record(&mut self) -> Result<(), umbra::Error> {
        self.finish_seek()?;
        self.world.record()
    }

    /// True while the scene is recorded for a file.
    pub fn is_recording(&self) -> bool {
        self.world.is_recording()
    }

    /// Ends the recording; `None` if there was none.
    pub fn take_recording(&mut self) -> Option<Recording> {
        self.world.take_recording()
    }

    /// Draws what the scene wants to be seen besides its bodies.
    pub fn draw_marks(&self, drawer: &mut dyn DebugDraw) {
        if let Some(marks) = self.source.def().and_then(|def| def.marks) {
            marks(self.scene(), self.world.roles(), self.step_count(), drawer);
        }
    }

    /// Events of the last half second.
    pub fn flashes(&self) -> impl Iterator<Item = &Flash> {
        self.flashes.lately(self.step_count())
    }

    /// The figures of the present state.
    pub fn sample(&self) -> Sample {
        Sample::measure(self.scene(), self.step_count())
    }
}

#[cfg(test)]
mod tests;
