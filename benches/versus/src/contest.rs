//! The engines take turns at the same scene.

use std::path::PathBuf;
use std::time::Instant;

use umbra::prelude::*;
use umbra_scenes::Plan;

use crate::description::Description;
use crate::engines::Kind;
use crate::player::Player;
use crate::quality::Quality;

/// The length of a step.
pub const DT: Real = 1.0 / 60.0;
/// Into how many turns a run is divided; the scene is looked at after each.
const TURNS: u32 = 25;

/// What is to be run.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The engines.
    pub kinds: Vec<Kind>,
    /// How many threads each may use.
    pub threads: usize,
    /// How often the whole run is repeated; times are medians over the repetitions.
    pub repeat: usize,
    /// At most this many steps, if given.
    pub steps: Option<u32>,
    /// Where the programs with peers at their best are.
    pub best: PathBuf,
}

/// What an engine did with a scene.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The engine.
    pub kind: Kind,
    /// Milliseconds for each step: the median over the repetitions.
    pub times: Vec<f64>,
    /// How well it did it, in the last repetition.
    pub quality: Quality,
    /// What the engine had to say.
    pub remarks: String,
}

impl Outcome {
    /// Milliseconds per step: the mean over all steps.
    pub fn mean(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len().max(1) as f64
    }

    /// Milliseconds per step: the mean over the second half of the steps.
    pub fn late_mean(&self) -> f64 {
        let late = &self.times[self.times.len() / 2..];
        late.iter().sum::<f64>() / late.len().max(1) as f64
    }

    /// Milliseconds per step: the median of all steps.
    pub fn median(&self) -> f64 {
        median(self.times.clone())
    }

    /// Milliseconds that 99 of 100 steps do not exceed.
    pub fn slowest(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        times.get(times.len() * 99 / 100).copied().unwrap_or(0.0)
    }
}

/// The middle one of `numbers`; 0 if there are none.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// Milliseconds that `work` takes: the median of `rounds`.
pub fn timed(rounds: usize, mut work: impl FnMut()) -> f64 {
    let mut once = || {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e3
    };
    median((0..rounds).map(|_| once()).collect())
}

/// A player's place at the table.
struct Seat {
    kind: Kind,
    player: Player,
    times: Vec<f64>,
    quality: Quality,
}

impl Contest {
    /// Runs a plan's scene in every engine.
    ///
    /// # Errors
    /// When an engine cannot be given the scene, or threads cannot be had.
    pub fn run(&self, plan: &Plan) -> Result<Vec<Outcome>, String> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|error| error.to_string())?;
        // From within the pool, so that no step pays for a way into it.
        pool.install(|| {
            let mut runs = Vec::new();
            for repetition in 0..self.repeat.max(1) {
                runs.push(self.run_once(plan, repetition)?);
            }
            Ok(self.outcomes(&runs))
        })
    }

    fn run_once(&self, plan: &Plan, repetition: usize) -> Result<Vec<Seat>, String> {
        let (description, scene) = Description::of(plan, SceneConfig::default())?;
        let mut seats = Vec::new();
        for &kind in &self.kinds {
            let mut player = Player::new(kind, &description, &scene, self.threads, &self.best)?;
            let quality = Quality::new(&description, &player.bodies()?);
            seats.push(Seat { kind, player, times: Vec::new(), quality });
        }
        let steps = self.steps.map_or(plan.steps, |most| most.min(plan.steps));
        let turn = steps.div_ceil(TURNS).max(1);
        let count = seats.len();
        for (index, start) in (0..steps).step_by(turn as usize).enumerate() {
            // Who begins has the caches that the last one left; so all begin in turn.
            for place in 0..count {
                let seat = &mut seats[(index + place + repetition) % count];
                seat.times.extend(seat.player.play(start..steps.min(start + turn))?);
            }
            for seat in &mut seats {
                seat.quality.look(&description, &seat.player.bodies()?);
            }
        }
        Ok(seats)
    }

    fn outcomes(&self, runs: &[Vec<Seat>]) -> Vec<Outcome> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        for index in 0..self.kinds.len() {
            let seats: Vec<&Seat> = runs.iter().map(|run| &run[index]).collect();
            let Some(last) = seats.last() else { continue };
            let at = |step: usize| median(seats.iter().map(|seat| seat.times[step]).collect());
            outcomes.push(Outcome {
                kind: last.kind,
                times: (0..last.times.len()).map(at).collect(),
                quality: last.quality,
                remarks: last.player.remarks(),
            });
        }
        outcomes
    }
}
