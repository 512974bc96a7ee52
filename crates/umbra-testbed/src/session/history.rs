//! The record: commands, hashes, and snapshots of the world to go back to.
//!
//! A snapshot takes 0.5 to 0.8 KB a body. So one is kept every few steps, and the steps between are
//! done again from the nearest one with the recorded commands. When the snapshots together take
//! more than [`BUDGET`], every other one goes and the distance between them doubles.

use std::collections::VecDeque;

use umbra::Error;

use super::world::Moment;
use super::{Command, World};

/// Length of the history, in seconds.
pub const WINDOW: f32 = 60.0;
/// Limit on the memory of all snapshots together, roughly, in bytes.
pub const BUDGET: usize = if cfg!(target_arch = "wasm32") { 200 << 20 } else { 600 << 20 };
/// The distance between two snapshots at first, in steps: with a third of a second, a minute of the
/// 322 boxes of a pyramid takes less than 50 MB.
pub(super) const INTERVAL: u32 = 20;
/// A scene that is made of other things than the one before it is copied for its snapshot: about so
/// many times what the snapshot itself takes.
const COPY: usize = 3;

/// A moment of the world, before the commands of its step.
#[derive(Clone, Debug)]
struct Kept {
    moment: Moment,
    /// How many commands had been done.
    commands_done: usize,
}

impl Kept {
    fn step(&self) -> u32 {
        self.moment.step_count()
    }
}

/// Everything that has happened, and how to get back to it.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// Each with the number of the step before which it was given, in order.
    commands: Vec<(u32, Command)>,
    /// How many of them have been done to the world as it is.
    commands_done: usize,
    /// The hash after each number of steps: for a recording that is played, from the beginning.
    hashes: Vec<u64>,
    /// Whether the world is that of a recording, which can be gone back to from anywhere.
    has_recording: bool,
    /// In order. The first is at or before the beginning of the window. None of the steps that a
    /// recording has.
    snapshots: VecDeque<Kept>,
    /// One that is not needed any more: the next one reuses its memory.
    spare: Option<Moment>,
    interval: u32,
    /// How much memory all snapshots may take together.
    budget: usize,
    /// How far back one can go, in steps of the present length.
    window: u32,
    diverged: Option<u32>,
}

impl History {
    pub(super) fn new(world: &mut World) -> Result<Self, Error> {
        let mut snapshots = VecDeque::new();
        if !world.has_recording() {
            let mut moment = Moment::default();
            world.save_into(&mut moment)?;
            snapshots.push_back(Kept { moment, commands_done: 0 });
        }
        Ok(Self {
            commands: vec![],
            commands_done: 0,
            hashes: world.known_hashes(),
            has_recording: world.has_recording(),
            snapshots,
            spare: None,
            interval: INTERVAL,
            budget: BUDGET,
            window: window(world),
            diverged: None,
        })
    }

    /// Lets snapshots take less memory than usual, to see what becomes of a large scene without
    /// one.
    #[cfg(test)]
    pub(super) fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
    }

    pub(super) fn commands(&self) -> &[(u32, Command)] {
        &self.commands
    }

    pub(super) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    pub(super) fn diverged(&self) -> Option<u32> {
        self.diverged
    }

    pub(super) fn snapshot_count(&self) -> usize {
        self.snapshots.len()
    }

    /// Memory of all snapshots together, in bytes: their own memory, and about as much as copies of
    /// scenes take that several of them share.
    pub(super) fn size(&self) -> usize {
        let mut before = None;
        let sizes = self.snapshots.iter().map(|kept| {
            let scene = kept.moment.scene();
            let is_shared = before.replace(scene).is_some_and(|before| scene.shares_with(before));
            scene.size() * if is_shared { 1 } else { 1 + COPY }
        });
        sizes.sum()
    }

    /// The number of steps recorded.
    pub(super) fn end(&self) -> u32 {
        self.hashes.len() as u32 - 1
    }

    /// The earliest step that can be gone back to.
    pub(super) fn earliest(&self) -> u32 {
        if self.has_recording {
            return 0;
        }
        let first = self.snapshots.front().map_or(0, Kept::step);
        first.max(self.end().saturating_sub(self.window))
    }

    /// Records a command that is given before this step, and forgets whatever was recorded for
    /// later.
    pub(super) fn record(&mut self, step: u32, command: Command) {
        self.commands.truncate(self.commands_done);
        self.hashes.truncate(step as usize + 1);
        while self.snapshots.back().is_some_and(|last| last.step() > step) {
            self.spare = self.snapshots.pop_back().map(|last| last.moment);
        }
        self.commands.push((step, command));
        self.commands_done = self.commands.len();
    }

    /// Adds commands to the end of the record. They are in order, and none is for a step before the
    /// last one recorded.
    pub(super) fn expect(&mut self, commands: Vec<(u32, Command)>) {
        let last = self.commands.last().map_or(0, |(step, _)| *step);
        self.commands.extend(commands.into_iter().filter(|(step, _)| *step >= last));
    }

    pub(super) fn is_expecting(&self) -> bool {
        self.commands_done < self.commands.len()
    }

    /// The next command that was recorded for this step and is not done yet.
    pub(super) fn next_command(&mut self, step: u32) -> Option<Command> {
        let (at, command) = self.commands.get(self.commands_done)?;
        if *at > step {
            return None;
        }
        self.commands_done += 1;
        Some(command.clone())
    }

    /// Records what a step came to, or compares it with what was recorded.
    pub(super) fn note_step(&mut self, world: &mut World) -> Result<(), Error> {
        let (step, hash) = (world.step_count(), world.scene().state_hash());
        match self.hashes.get(step as usize) {
            None => self.hashes.push(hash),
            Some(recorded) if *recorded != hash => {
                self.diverged.get_or_insert(step);
            }
            Some(_) => {}
        }
        self.window = window(world);
        let is_new = self.snapshots.back().is_none_or(|last| last.step() < step);
        if is_new && !world.plays_recording() && step.is_multiple_of(self.interval) {
            self.keep(world)?;
        }
        Ok(())
    }

    /// Takes a snapshot, and lets go of what is not needed any more.
    fn keep(&mut self, world: &mut World) -> Result<(), Error> {
        let start = world.step_count().saturating_sub(self.window);
        // The last one at or before the start of the window is where its first steps are reached from.
        while self.snapshots.get(1).is_some_and(|second| second.step() <= start) {
            self.spare = self.snapshots.pop_front().map(|first| first.moment);
        }
        let mut moment = self.spare.take().unwrap_or_default();
        world.save_into(&mut moment)?;
        self.snapshots.push_back(Kept { moment, commands_done: self.commands_done });
        while self.snapshots.len() > 2 && self.interval < self.window && self.size() > self.budget {
            self.interval *= 2;
            let interval = self.interval;
            let mut index = 0;
            self.snapshots.retain(|kept| {
                index += 1;
                index == 1 || kept.step().is_multiple_of(interval)
            });
        }
        Ok(())
    }

    /// Brings the world to the nearest known state at or before a step.
    pub(super) fn restore(&mut self, step: u32, world: &mut World) -> Result<(), Error> {
        let later = self.snapshots.partition_point(|kept| kept.step() <= step);
        let Some(kept) = later.checked_sub(1).and_then(|index| self.snapshots.get(index)) else {
            return self.rewind(step, world);
        };
        // From where it is, if that is nearer.
        if (kept.step()..=step).contains(&world.step_count()) && world.step_count() != step {
            return Ok(());
        }
        world.restore(&kept.moment)?;
        self.commands_done = kept.commands_done;
        Ok(())
    }

    /// The same by way of the recording, as far as it was followed.
    fn rewind(&mut self, step: u32, world: &mut World) -> Result<(), Error> {
        let left = self.commands.first().map_or(step, |(at, _)| step.min(*at));
        let is_nearer = (world.keyframe_before(left)..step).contains(&world.step_count());
        if self.has_recording && !is_nearer {
            world.rewind(left)?;
            self.commands_done = 0;
        }
        Ok(())
    }
}

fn window(world: &World) -> u32 {
    (WINDOW * world.rate()).ceil() as u32
}
