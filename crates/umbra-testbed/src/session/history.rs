//! The record: commands, hashes, and copies of the world to go back to.
//!
//! A copy of every step would be the simplest and costs too much: a pile of 10,000 bodies takes 20 MB. So a copy is made
//! every few steps, and the steps between are done again from the nearest copy with the recorded commands. When the
//! copies together take more than [`BUDGET`], every other one goes and the distance between them doubles.

use std::collections::VecDeque;

use super::{Command, World};

/// How far back one can go, in seconds.
pub const WINDOW: f32 = 30.0;
/// How much memory all copies may take together, roughly, in bytes.
pub const BUDGET: usize = if cfg!(target_arch = "wasm32") { 200 << 20 } else { 600 << 20 };
/// The distance between two copies at first, in steps.
const INTERVAL: u32 = 10;
/// What a copy takes, in bytes: about the most per body, contact and joint that was measured (`docs/benchmarks/scenes.md`).
const PER_SCENE: usize = 50_000;
const PER_BODY: usize = 800;
const PER_CONTACT: usize = 250;
const PER_JOINT: usize = 1_000;

/// A copy of the world, before the commands of its step.
#[derive(Clone, Debug)]
struct Snapshot {
    world: World,
    /// How many commands had been done.
    commands_done: usize,
}

/// Everything that has happened, and how to get back to it.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// Each with the number of the step before which it was given, in order.
    commands: Vec<(u32, Command)>,
    /// How many of them have been done to the world as it is.
    commands_done: usize,
    /// The hash after each number of steps.
    hashes: Vec<u64>,
    /// In order. The first is at or before the beginning of the window.
    snapshots: VecDeque<Snapshot>,
    /// A copy that is not needed any more: the next one reuses its memory.
    spare: Option<World>,
    interval: u32,
    /// How much memory all copies may take together.
    budget: usize,
    /// How far back one can go, in steps of the present length.
    window: u32,
    diverged: Option<u32>,
}

impl History {
    pub(super) fn new(world: &World) -> Self {
        let first = Snapshot { world: world.clone(), commands_done: 0 };
        Self {
            commands: vec![],
            commands_done: 0,
            hashes: vec![world.scene().state_hash()],
            snapshots: VecDeque::from([first]),
            spare: None,
            interval: INTERVAL,
            budget: BUDGET,
            window: window(world),
            diverged: None,
        }
    }

    /// Lets copies take less memory than usual, to see what becomes of a large scene without one.
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

    /// The number of steps recorded.
    pub(super) fn end(&self) -> u32 {
        self.hashes.len() as u32 - 1
    }

    /// The earliest step that can be gone back to.
    pub(super) fn earliest(&self) -> u32 {
        let first = self.snapshots.front().map_or(0, |first| first.world.step_count());
        first.max(self.end().saturating_sub(self.window))
    }

    /// Records a command that is given before this step, and forgets whatever was recorded for later.
    pub(super) fn record(&mut self, step: u32, command: Command) {
        self.commands.truncate(self.commands_done);
        self.hashes.truncate(step as usize + 1);
        while self.snapshots.back().is_some_and(|last| last.world.step_count() > step) {
            self.spare = self.snapshots.pop_back().map(|last| last.world);
        }
        self.commands.push((step, command));
        self.commands_done = self.commands.len();
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
    pub(super) fn note_step(&mut self, world: &World) {
        let (step, hash) = (world.step_count(), world.scene().state_hash());
        match self.hashes.get(step as usize) {
            None => self.hashes.push(hash),
            Some(recorded) if *recorded != hash => {
                self.diverged.get_or_insert(step);
            }
            Some(_) => {}
        }
        self.window = window(world);
        let is_new = self.snapshots.back().is_none_or(|last| last.world.step_count() < step);
        if is_new && step.is_multiple_of(self.interval) {
            self.keep(world);
        }
    }

    /// Makes a copy, and lets go of what is not needed any more.
    fn keep(&mut self, world: &World) {
        let start = world.step_count().saturating_sub(self.window);
        // The last one at or before the start of the window is where its first steps are reached from.
        while self.snapshots.get(1).is_some_and(|second| second.world.step_count() <= start) {
            self.spare = self.snapshots.pop_front().map(|first| first.world);
        }
        let copy = match self.spare.take() {
            Some(mut spare) => {
                spare.clone_from(world);
                spare
            }
            None => world.clone(),
        };
        self.snapshots.push_back(Snapshot { world: copy, commands_done: self.commands_done });
        let most = (self.budget / size_of_copy(world)).max(2);
        while self.snapshots.len() > most && self.interval < self.window {
            self.interval *= 2;
            let interval = self.interval;
            let mut index = 0;
            self.snapshots.retain(|snapshot| {
                index += 1;
                index == 1 || snapshot.world.step_count().is_multiple_of(interval)
            });
        }
    }

    /// Brings the world to the nearest known state at or before a step.
    pub(super) fn restore(&mut self, step: u32, world: &mut World) {
        let later = self.snapshots.partition_point(|kept| kept.world.step_count() <= step);
        let Some(kept) = later.checked_sub(1).and_then(|index| self.snapshots.get(index)) else {
            return;
        };
        // From where it is, if that is nearer.
        if (kept.world.step_count()..=step).contains(&world.step_count())
            && world.step_count() != step
        {
            return;
        }
        world.clone_from(&kept.world);
        self.commands_done = kept.commands_done;
    }
}

fn window(world: &World) -> u32 {
    (WINDOW * world.rate()).ceil() as u32
}

/// Roughly, in bytes.
fn size_of_copy(world: &World) -> usize {
    let scene = world.scene();
    let [bodies, contacts, joints] =
        [scene.bodies().count(), scene.contacts().count(), scene.joints().count()];
    PER_SCENE + PER_BODY * bodies + PER_CONTACT * contacts + PER_JOINT * joints
}
