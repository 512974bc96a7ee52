//! Contests: the engines take turns at the same scene.

use std::path::PathBuf;

use umbra::prelude::*;
use umbra_scenes::SceneDef;

use crate::contestant::Contestant;
use crate::description::Description;
use crate::engines::Kind;
use crate::quality::Quality;
use crate::timing::median;

/// The number of turns in a run; the scene is measured after each.
const TURNS: u32 = 25;

/// The parameters of a contest.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The engines.
    pub kinds: Vec<Kind>,
    /// The number of threads for each.
    pub threads: usize,
    /// The number of repetitions of the whole run; times are medians over them.
    pub repeat: usize,
    /// At most this many steps, if given.
    pub steps: Option<u32>,
    /// The number of substeps, if not that of the engines.
    pub substeps: Option<u32>,
    /// The folder of the programs with peers at their best.
    pub best: PathBuf,
}

/// The result of an engine with a scene.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The engine.
    pub kind: Kind,
    /// Milliseconds for each step: the median over the repetitions.
    pub times: Vec<f64>,
    /// The quality, in the last repetition.
    pub quality: Quality,
    /// The engine's remarks.
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

/// A contestant with its measurements in one repetition.
struct Entry {
    kind: Kind,
    contestant: Contestant,
    times: Vec<f64>,
    quality: Quality,
}

impl Contest {
    /// Runs a scene in every engine.
    ///
    /// # Errors
    /// When an engine cannot load the scene, or threads cannot be created.
    pub fn run(&self, def: &SceneDef) -> Result<Vec<Outcome>, String> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|error| error.to_string())?;
        // From within the pool, so that no step pays for a way into it.
        pool.install(|| {
            let mut runs = Vec::new();
            for repetition in 0..self.repeat.max(1) {
                runs.push(self.run_once(def, repetition)?);
            }
            Ok(self.outcomes(&runs))
        })
    }

    fn run_once(&self, def: &SceneDef, repetition: usize) -> Result<Vec<Entry>, String> {
        let (description, scene) = Description::from_def(def, SceneConfig::default())?;
        let mut entries = Vec::new();
        for &kind in &self.kinds {
            let mut contestant =
                Contestant::new(kind, &description, &scene, self.threads, &self.best)?;
            if let Some(substeps) = self.substeps {
                contestant.set_substeps(substeps)?;
            }
            let quality = Quality::new(&description, &contestant.bodies()?);
            entries.push(Entry { kind, contestant, times: Vec::new(), quality });
        }
        let steps = self.steps.map_or(def.steps, |most| most.min(def.steps));
        let turn = steps.div_ceil(TURNS).max(1);
        let count = entries.len();
        for (index, start) in (0..steps).step_by(turn as usize).enumerate() {
            // Who begins has the caches that the last one left; so all begin in turn.
            for place in 0..count {
                let entry = &mut entries[(index + place + repetition) % count];
                entry.times.extend(entry.contestant.play(start..steps.min(start + turn))?);
            }
            for entry in &mut entries {
                entry.quality.look(&description, &entry.contestant.bodies()?);
            }
        }
        Ok(entries)
    }

    fn outcomes(&self, runs: &[Vec<Entry>]) -> Vec<Outcome> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        for index in 0..self.kinds.len() {
            let entries: Vec<&Entry> = runs.iter().map(|run| &run[index]).collect();
            let Some(last) = entries.last() else { continue };
            let at = |step: usize| median(entries.iter().map(|entry| entry.times[step]).collect());
            outcomes.push(Outcome {
                kind: last.kind,
                times: (0..last.times.len()).map(at).collect(),
                quality: last.quality,
                remarks: last.contestant.remarks(),
            });
        }
        outcomes
    }
}
