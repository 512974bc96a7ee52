//! Steps by the width of registers:
//! `cargo run --release -p umbra-versus --bin widths -- [--docs FILE]`.
//!
//! Microseconds of a step on one thread, the least of the rounds, from a box to a pyramid of five
//! thousand: with each level that the machine has, and with none asked for. The results are the
//! same, which is checked.

use std::fmt::Write;
use std::time::Instant;

use umbra::{SceneConfig, SimdLevel};
use umbra_versus::options::Options;
use umbra_versus::output;
use umbra_versus::timing::DT;

/// Scenes, and the steps of each.
const SCENES: [(&str, u32); 8] = [
    ("pile_1", 6000),
    ("pile_10", 4000),
    ("pile_100", 1500),
    ("ragdoll", 300),
    ("pile_1000", 300),
    ("large_pyramid", 100),
    ("joint_grid", 60),
    ("spinner", 60),
];
const ROUNDS: usize = 5;

fn main() -> Result<(), String> {
    let options = Options::parse(std::env::args().skip(1)).unwrap_or_else(|message| {
        output::say(&message);
        std::process::exit(2);
    });
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let text = pool.map_err(|error| error.to_string())?.install(table)?;
    options.publish("widths", &text)
}

fn table() -> Result<String, String> {
    let levels: Vec<_> = [None].into_iter().chain(SimdLevel::available().map(Some)).collect();
    let names = levels.iter().map(|level| match level {
        None => " none asked for |".to_owned(),
        Some(level) => format!(" {} |", level.lanes()),
    });
    let mut text = format!("| us per step |{}\n", names.collect::<String>());
    let _ = writeln!(text, "|---|{}", "---:|".repeat(levels.len()));
    for (name, steps) in SCENES {
        let mut best = vec![f64::INFINITY; levels.len()];
        let mut hashes = vec![];
        for _ in 0..ROUNDS {
            for (level, best) in levels.iter().zip(&mut best) {
                let (time, hash) = run(name, *level, steps)?;
                *best = best.min(time);
                hashes.push(hash);
            }
        }
        hashes.dedup();
        if hashes.len() > 1 {
            return Err(format!("{name} comes to other bits at other widths"));
        }
        let times = best.iter().map(|time| format!(" {time:.1} |"));
        let _ = writeln!(text, "| {name} |{}", times.collect::<String>());
    }
    Ok(text)
}

/// Microseconds of a step, and the hash at the end.
fn run(name: &str, simd: Option<SimdLevel>, steps: u32) -> Result<(f64, u64), String> {
    let def = umbra_scenes::find(name).ok_or("a scene is gone")?;
    let config = SceneConfig { simd, ..SceneConfig::default() };
    let mut running = def.set_up(config).map_err(|error| error.to_string())?;
    let start = Instant::now();
    for _ in 0..steps {
        running.step(DT).map_err(|error| error.to_string())?;
    }
    let time = start.elapsed().as_secs_f64() * 1e6 / f64::from(steps);
    Ok((time, running.scene.state_hash()))
}
