//! The gain from a second thread, stage by stage: `cargo run --release -p umbra-versus --bin
//! scaling -- [--scenes NAMES] [--steps N] [--threads N] [--steps-before N]`.
//!
//! A scene and its copy take turns of ten steps, one on one thread and one on several, so that
//! other load on the machine slows both alike. The output has milliseconds of all steps, one thread
//! and several, and their ratio.

use umbra::prelude::*;
use umbra_scenes::{RunningScene, SceneDef, benchmark};
use umbra_versus::output::say;

const DT: Real = 1.0 / 60.0;
/// The number of steps in a turn.
const TURN: usize = 10;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let number = |name: &str, default: u32| {
        option(name).map_or(Ok(default), |text| text.parse().map_err(|_| format!("{name} {text}")))
    };
    let (steps, threads) = (number("--steps", 150)?, number("--threads", 2)?);
    let names = option("--scenes");
    let wanted: Vec<&str> = names.iter().flat_map(|names| names.split(',')).collect();
    let stages = Stage::ALL.map(|stage| format!(" {:>16}", format!("{stage:?}"))).concat();
    say(&format!("{:<14}{stages} {:>16}", "scene", "step"));
    let mut logarithms = Vec::new();
    for def in &benchmark::SCENES {
        if wanted.is_empty() || wanted.contains(&def.name) {
            let ratio = run(def, steps, threads as usize).map_err(|error| error.to_string())?;
            logarithms.push(ratio.ln());
        }
    }
    let mean = logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64;
    say(&format!("geometric mean {:.2}", mean.exp()));
    Ok(())
}

/// Steps a scene on one thread and on several in turn; returns the ratio of the times.
fn run(def: &SceneDef, steps: u32, threads: usize) -> Result<f64, Box<dyn core::error::Error>> {
    let pools =
        [1, threads].map(|count| rayon::ThreadPoolBuilder::new().num_threads(count).build());
    let [one, several] = pools;
    let pools = [one?, several?];
    let running = def.set_up(SceneConfig::default())?;
    let mut scenes = [running.clone(), running];
    let mut sums = [[0.0; Stage::ALL.len() + 1]; 2];
    let steps = steps.min(def.steps);
    for start in (0..steps).step_by(TURN) {
        for ((running, pool), sums) in scenes.iter_mut().zip(&pools).zip(&mut sums) {
            pool.install(|| {
                let mut turn = start..steps.min(start + TURN as u32);
                turn.try_for_each(|_| step(running, sums))
            })?;
        }
    }
    assert_eq!(scenes[0].scene.state_hash(), scenes[1].scene.state_hash(), "{}", def.name);
    let mut line = format!("{:<14}", def.name);
    for (one, several) in sums[0].iter().zip(&sums[1]) {
        line += &format!(" {:>16}", format!("{one:.0} {several:.0} {:.2}", one / several));
    }
    say(&line);
    Ok(sums[0][Stage::ALL.len()] / sums[1][Stage::ALL.len()])
}

fn step(
    running: &mut RunningScene,
    sums: &mut [f64; Stage::ALL.len() + 1],
) -> Result<(), umbra::Error> {
    running.step(DT)?;
    let profile = running.scene.profile();
    for (sum, (_, stage)) in sums.iter_mut().zip(profile.stages()) {
        *sum += 1e3 * stage.time.as_secs_f64();
    }
    sums[Stage::ALL.len()] += 1e3 * profile.total().as_secs_f64();
    Ok(())
}
