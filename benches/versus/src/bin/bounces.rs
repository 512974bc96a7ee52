//! Cost of crowds that bounce, by their number and restitution: Umbra beside Box2D, interleaved.
//!
//! `--quick` measures a few of the scenes; a scene that takes an engine too long is stopped early,
//! with a note. Names choose scenes whose title has them: `bounces balls gas`.

use std::fmt::Write;
use std::time::Instant;

use umbra::Error;
use umbra::prelude::*;
use umbra_scenes::bouncing::{Crowd, SIZE, gas, pit};
use umbra_versus::description::Description;
use umbra_versus::engines::{Engine, Kind};
use umbra_versus::output;
use umbra_versus::quality::{Look, Quality};
use umbra_versus::timing::{DT, median};

const KINDS: [Kind; 2] = [Kind::Umbra, Kind::Box2d];
/// The number of steps between measurements of the scene.
const LOOK: usize = 10;
/// An engine that takes longer, in seconds, is stopped.
const LONGEST: f64 = 20.0;

/// Fills an empty scene.
type Fill = Box<dyn Fn(&mut Scene) -> Result<(), Error>>;

/// One scene, and its number of measured steps.
struct Case {
    title: String,
    steps: usize,
    fill: Fill,
}

/// Result of one engine. Times are milliseconds.
struct Run {
    mean: f64,
    median: f64,
    worst: f64,
    steps: usize,
    /// The energy at the end, as a fraction of that at the start.
    energy: f64,
    /// The deepest overlap of all measurements, in radii.
    overlap: f64,
    lost: usize,
}

fn main() -> Result<(), String> {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let is_quick = names.iter().any(|name| name == "--quick");
    names.retain(|name| name != "--quick");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| error.to_string())?.install(|| {
        output::say(
            "| scene | Umbra, ms | median | worst | Box2D, ms | median | worst | times | energy | Box2D | \
             overlap | Box2D |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
        );
        for case in cases(is_quick) {
            if names.is_empty() || names.iter().any(|name| case.title.contains(name)) {
                output::say(&row(&case)?);
            }
        }
        Ok(())
    })
}

fn cases(is_quick: bool) -> Vec<Case> {
    let counts: &[u32] = if is_quick { &[300] } else { &[100, 300, 1_000, 3_000] };
    let restitutions: &[Real] =
        if is_quick { &[0.5, 0.9] } else { &[0.3, 0.49, 0.5, 0.7, 0.9, 1.0] };
    let mut cases = vec![];
    for (name, crowd) in [("balls", Crowd::Balls), ("boxes", Crowd::Boxes), ("both", Crowd::Both)] {
        for count in counts {
            for restitution in restitutions {
                let (count, restitution) = (*count, *restitution);
                cases.push(Case {
                    title: format!("{count} {name}, {restitution}"),
                    steps: 400,
                    fill: Box::new(move |scene| pit(scene, crowd, count, restitution).map(drop)),
                });
            }
        }
    }
    for (count, speed) in [(3_000, 30.0), (1_000, 75.0), (2_000, 200.0), (300, 10.0)] {
        cases.push(Case {
            title: format!("gas of {count} at {speed} m/s"),
            steps: 200,
            fill: Box::new(move |scene| gas(scene, count, speed).map(drop)),
        });
    }
    cases
}

fn row(case: &Case) -> Result<String, String> {
    let mut scene = Scene::new(SceneConfig::default()).map_err(|error| error.to_string())?;
    (case.fill)(&mut scene).map_err(|error| error.to_string())?;
    let everywhere = Aabb { min: [-60.0, -60.0].into(), max: [60.0, 500.0].into() };
    let description = Description::read("bounces", &scene, everywhere)?;
    let mut engines = KINDS
        .iter()
        .map(|kind| kind.load(&description, &scene, 1))
        .collect::<Result<Vec<_>, _>>()?;
    let runs = play(&mut engines, &description, case.steps);
    let [ours, theirs] = [&runs[0], &runs[1]];
    let mut text = format!("| {} ", case.title);
    for run in [ours, theirs] {
        let _ = write!(text, "| {:.3} | {:.3} | {:.2} ", run.mean, run.median, run.worst);
    }
    let _ = write!(text, "| {:.2} ", ours.mean / theirs.mean);
    for run in [ours, theirs] {
        let _ = write!(text, "| {:.3} ", run.energy);
    }
    for run in [ours, theirs] {
        let _ = write!(text, "| {:.3} ", run.overlap);
    }
    text.push('|');
    for (run, name) in [(ours, "Umbra"), (theirs, "Box2D")] {
        if run.steps < case.steps {
            let _ = write!(text, " {name} cut short after {} steps", run.steps);
        }
        if run.lost > 0 {
            let _ = write!(text, " {name} lost {}", run.lost);
        }
    }
    Ok(text)
}

fn play(engines: &mut [Box<dyn Engine>], description: &Description, steps: usize) -> Vec<Run> {
    let mut times = vec![Vec::new(); engines.len()];
    let qualities = engines.iter().map(|engine| Quality::new(description, &engine.bodies()));
    let mut qualities: Vec<Quality> = qualities.collect();
    let start = Look::at(description, &engines[0].bodies()).energy;
    for turn in 0..steps.div_ceil(LOOK) {
        for (index, engine) in engines.iter_mut().enumerate() {
            if times[index].iter().sum::<f64>() > 1e3 * LONGEST {
                continue;
            }
            for _ in turn * LOOK..steps.min((turn + 1) * LOOK) {
                let start = Instant::now();
                engine.step(DT);
                times[index].push(start.elapsed().as_secs_f64() * 1e3);
            }
            qualities[index].look(description, &engine.bodies());
        }
    }
    let of = |(times, quality): (Vec<f64>, Quality)| Run {
        mean: times.iter().sum::<f64>() / times.len() as f64,
        worst: times.iter().copied().fold(0.0, f64::max),
        steps: times.len(),
        median: median(times),
        energy: quality.last.energy / start,
        overlap: quality.worst / f64::from(SIZE),
        lost: quality.last.lost,
    };
    times.into_iter().zip(qualities).map(of).collect()
}
