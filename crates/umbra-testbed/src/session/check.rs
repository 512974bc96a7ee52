//! A replay from the start that compares hashes: does the same history give the same bits?

use core::time::Duration;

use web_time::Instant;

use super::{Command, Source, World};

/// A replay on its way. It has a world of its own, so the one on the screen goes on.
#[derive(Clone, Debug)]
pub struct Check {
    world: World,
    commands: Vec<(u32, Command)>,
    commands_done: usize,
    hashes: Vec<u64>,
}

/// Result of a replay so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All steps so far came to the recorded hashes; there are more.
    Running {
        /// Number of compared steps.
        done: u32,
        /// Number of all steps.
        all: u32,
    },
    /// All steps came to the recorded hashes.
    Same {
        /// Number of all steps.
        steps: u32,
        /// The hash of the last one.
        hash: u64,
    },
    /// A step came to another hash.
    Different {
        /// The first such step.
        step: u32,
    },
}

impl Check {
    pub(super) fn new(
        source: &Source,
        commands: Vec<(u32, Command)>,
        hashes: Vec<u64>,
    ) -> Result<Self, umbra::Error> {
        Ok(Self { world: source.set_up()?, commands, commands_done: 0, hashes })
    }

    /// Goes on for at most this long, and does one step at least.
    ///
    /// # Errors
    /// When the engine refuses a step.
    pub fn work(&mut self, budget: Duration) -> Result<Outcome, umbra::Error> {
        let start = Instant::now();
        let mut has_stepped = false;
        loop {
            let step = self.world.step_count();
            let hash = self.world.scene().state_hash();
            if self.hashes.get(step as usize) != Some(&hash) {
                return Ok(Outcome::Different { step });
            }
            let all = self.hashes.len() as u32 - 1;
            if step == all {
                return Ok(Outcome::Same { steps: step, hash });
            }
            if has_stepped && start.elapsed() >= budget {
                return Ok(Outcome::Running { done: step, all });
            }
            while let Some((at, command)) = self.commands.get(self.commands_done)
                && *at <= step
            {
                // It was refused or not when it was given, and is now.
                let _ = self.world.apply(command);
                self.commands_done += 1;
            }
            self.world.step()?;
            has_stepped = true;
        }
    }
}
