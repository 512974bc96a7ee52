//! Steps all worlds of a batch, and begins new episodes.
use std::any::Any;

use umbra::{Batch, Error, Scene};

use super::random::Random;
use super::task::{Outcome, Sizes, Task};

/// When a world whose episode is over begins a new one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Autoreset {
    /// In the step after the last one, instead of an action.
    NextStep,
    /// In the last step: its observation and info are kept beside the new ones.
    SameStep,
    /// When the caller says so.
    Disabled,
}

/// Rows of what a step of all worlds gives back.
#[derive(Default)]
pub struct Rows {
    pub observations: Vec<f64>,
    pub infos: Vec<f64>,
    pub rewards: Vec<f64>,
    pub terminated: Vec<bool>,
    pub truncated: Vec<bool>,
    /// Last observations and infos of episodes that ended with `SameStep`; empty otherwise.
    pub last_observations: Vec<f64>,
    pub last_infos: Vec<f64>,
}

/// An environment with any task.
pub trait Environment: Send + Sync {
    fn sizes(&self) -> Sizes;

    fn seed(&mut self, index: usize, random: Random);

    /// True if an episode of this world has begun and is not over.
    fn is_running(&self, index: usize) -> bool;

    /// True if this world has been reset at least once.
    fn has_started(&self, index: usize) -> bool;

    fn check(&self, action: &[f64]) -> Result<(), &'static str>;

    /// A world without its generator: see `fill`.
    fn world(&self, index: usize) -> Box<dyn Any + Send>;

    /// Makes all worlds this one, each with the generator that it has. False if it is one of
    /// another environment.
    fn fill(&mut self, world: &dyn Any) -> bool;

    /// Begins new episodes where `which` is true; other rows are left as they are.
    fn reset(&mut self, batch: &mut Batch, which: &[bool], rows: &mut Rows) -> Result<(), Error>;

    fn step(
        &mut self,
        batch: &mut Batch,
        actions: &[f64],
        mode: Autoreset,
        rows: &mut Rows,
    ) -> Result<(), Error>;
}

/// What a world has beside its scene.
#[derive(Clone, Default)]
struct Slot<W> {
    world: W,
    random: Random,
    steps: u32,
    started: bool,
    over: bool,
}

/// All worlds of one task.
pub struct Runner<T: Task> {
    task: T,
    slots: Vec<Slot<T::World>>,
    /// Steps after which an episode is truncated.
    most_steps: u32,
}

/// The rows of one world.
struct Row<'a, W> {
    slot: &'a mut Slot<W>,
    out: Outcome<'a>,
    truncated: &'a mut bool,
    ended: &'a mut bool,
    reward: &'a mut f64,
    last: Option<[&'a mut [f64]; 2]>,
}

/// Rows of a slice, `count` of them, also if they are empty.
fn rows_of(numbers: &mut [f64], count: usize) -> Vec<&mut [f64]> {
    let width = numbers.len() / count.max(1);
    if width == 0 {
        return (0..count).map(|_| <&mut [f64]>::default()).collect();
    }
    numbers.chunks_exact_mut(width).collect()
}

impl<T: Task> Runner<T> {
    pub fn new(task: T, count: usize, most_steps: u32) -> Self {
        Self { task, slots: vec![Slot::default(); count], most_steps }
    }

    fn rows<'a>(slots: &'a mut [Slot<T::World>], rows: &'a mut Rows) -> Vec<Row<'a, T::World>> {
        let count = slots.len();
        let keeps = !rows.last_observations.is_empty();
        let observations = rows_of(&mut rows.observations, count);
        let infos = rows_of(&mut rows.infos, count);
        let last_observations = rows_of(&mut rows.last_observations, count);
        let last = last_observations.into_iter().zip(rows_of(&mut rows.last_infos, count));
        let ends = rows.terminated.iter_mut().zip(&mut rows.truncated).zip(&mut rows.rewards);
        let outs = observations.into_iter().zip(infos);
        let all = slots.iter_mut().zip(outs).zip(ends).zip(last);
        all.map(|(((slot, (observation, info)), ((ended, truncated), reward)), last)| Row {
            slot,
            out: Outcome { observation, info, reward: 0.0, terminated: false },
            truncated,
            ended,
            reward,
            last: keeps.then_some([last.0, last.1]),
        })
        .collect()
    }
}

/// A new episode.
fn begin<T: Task>(task: &T, row: &mut Row<'_, T::World>, scene: &mut Scene) -> Result<(), Error> {
    let slot = &mut *row.slot;
    task.reset(&mut slot.world, &mut slot.random, scene, &mut row.out)?;
    (slot.steps, slot.started, slot.over) = (0, true, false);
    Ok(())
}

/// A step of an episode.
fn advance<T: Task>(
    task: &T,
    most_steps: u32,
    row: &mut Row<'_, T::World>,
    scene: &mut Scene,
    action: &[f64],
) -> Result<(), Error> {
    let slot = &mut *row.slot;
    task.step(&mut slot.world, &mut slot.random, scene, action, &mut row.out)?;
    slot.steps += 1;
    *row.reward = row.out.reward;
    *row.ended = row.out.terminated;
    *row.truncated = slot.steps >= most_steps;
    slot.over = *row.ended || *row.truncated;
    Ok(())
}

impl<T: Task> Environment for Runner<T> {
    fn sizes(&self) -> Sizes {
        Sizes { action: self.task.action_length(), ..T::SIZES }
    }

    fn seed(&mut self, index: usize, random: Random) {
        self.slots[index].random = random;
    }

    fn is_running(&self, index: usize) -> bool {
        self.slots[index].started && !self.slots[index].over
    }

    fn has_started(&self, index: usize) -> bool {
        self.slots[index].started
    }

    fn world(&self, index: usize) -> Box<dyn Any + Send> {
        Box::new(self.slots[index].clone())
    }

    fn fill(&mut self, world: &dyn Any) -> bool {
        let Some(source) = world.downcast_ref::<Slot<T::World>>() else { return false };
        for slot in &mut self.slots {
            *slot = Slot { random: slot.random, ..source.clone() };
        }
        true
    }

    fn check(&self, action: &[f64]) -> Result<(), &'static str> {
        self.task.check(action)
    }

    fn reset(&mut self, batch: &mut Batch, which: &[bool], rows: &mut Rows) -> Result<(), Error> {
        let Self { task, slots, .. } = self;
        let items = Self::rows(slots, rows).into_iter().zip(which);
        batch.each_with(
            items,
            |(mut row, chosen), scene| {
                if *chosen { begin(task, &mut row, scene) } else { Ok(()) }
            },
        )
    }

    fn step(
        &mut self,
        batch: &mut Batch,
        actions: &[f64],
        mode: Autoreset,
        rows: &mut Rows,
    ) -> Result<(), Error> {
        let Self { task, slots, most_steps } = self;
        let (task, most_steps, width) = (&*task, *most_steps, task.action_length());
        let items = Self::rows(slots, rows).into_iter().zip(actions.chunks_exact(width));
        batch.each_with(items, |(mut row, action), scene| {
            if row.slot.over && mode == Autoreset::NextStep {
                return begin(task, &mut row, scene);
            }
            advance(task, most_steps, &mut row, scene, action)?;
            if row.slot.over
                && let Some([observation, info]) = row.last.take()
            {
                observation.copy_from_slice(row.out.observation);
                info.copy_from_slice(row.out.info);
                begin(task, &mut row, scene)?;
            }
            Ok(())
        })
    }
}
