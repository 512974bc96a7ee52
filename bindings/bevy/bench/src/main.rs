//! Times the same headless scenes through `App::update`: bevy_umbra, Avian, bevy_rapier. Each update
//! is one step of 1/60 s. All engines run interleaved, each with its own defaults.
//!
//! `cargo run --release --ignore-rust-version`
mod avian;
mod rapier;
mod scenes;
mod umbra;

use std::time::Instant;

use bevy::MinimalPlugins;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use scenes::{SCENES, Scene};

/// Marks the bodies that are not fixed.
#[derive(Component)]
pub struct Moves;

const ROUNDS: usize = 5;
const STEPS: usize = 300;

/// A game without a window and without the physics.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

type Build = fn(App, &Scene) -> App;

const ENGINES: [(&str, Build); 3] =
    [("bevy_umbra", umbra::build), ("Avian", avian::build), ("bevy_rapier", rapier::build)];

/// Arguments: the number of rounds, and parts of the names of scenes.
fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds = arguments.next().map_or(ROUNDS, |rounds| rounds.parse().expect("a number"));
    let names: Vec<_> = arguments.collect();
    println!("ms per App::update, median of {rounds} runs of {STEPS} steps");
    println!(
        "| scene | bodies | {} | times the steps of the faster |",
        ENGINES.map(|(name, _)| name).join(" | ")
    );
    println!("|---|---:|---:|---:|---:|---:|");
    let is_asked =
        |scene: &Scene| names.is_empty() || names.iter().any(|name| scene.name.contains(name));
    for scene in SCENES.iter().filter(|scene| is_asked(scene)) {
        let mut times = [const { Vec::new() }; 3];
        let mut heights = [0.0; 3];
        for _ in 0..rounds {
            for (engine, (_, build)) in ENGINES.iter().enumerate() {
                let run = run(*build, scene);
                times[engine].push(run.time);
                heights[engine] = run.height;
            }
        }
        let [umbra, avian, rapier] = times.map(median);
        println!(
            "| {} | {} | {umbra:.3} | {avian:.3} | {rapier:.3} | {:.2} |",
            scene.name,
            (scene.bodies)().len(),
            avian.min(rapier) / umbra,
        );
        // All engines have simulated the same if these are alike.
        eprintln!("{}: mean heights at the end {heights:.2?}", scene.name);
    }
}

/// A run: milliseconds per update, and the mean height of all bodies at the end.
struct Run {
    time: f64,
    height: f32,
}

fn run(build: Build, scene: &Scene) -> Run {
    let mut app = build(app(), scene);
    app.finish();
    app.cleanup();
    // The first updates bring the bodies into the engines.
    for _ in 0..3 {
        app.update();
    }
    let start = Instant::now();
    for _ in 0..STEPS {
        app.update();
    }
    let took = start.elapsed();
    let height = height(&mut app, scene);
    Run { time: took.as_secs_f64() * 1e3 / STEPS as f64, height }
}

/// Mean height of all bodies that move. Fails if they did not move, or fell out.
fn height(app: &mut App, scene: &Scene) -> f32 {
    let bodies = (scene.bodies)();
    let moving: Vec<_> = bodies.iter().filter(|body| !body.is_fixed).collect();
    let at_start = moving.iter().map(|body| body.at[1]).sum::<f32>() / moving.len() as f32;
    let world = app.world_mut();
    let mut transforms = world.query_filtered::<&Transform, With<Moves>>();
    let heights: Vec<_> = transforms.iter(world).map(|at| at.translation.y).collect();
    assert_eq!(heights.len(), moving.len(), "{}: bodies are missing", scene.name);
    let lowest = heights.iter().copied().fold(f32::INFINITY, f32::min);
    assert!(lowest > -200.0, "{}: something fell out", scene.name);
    let height = heights.iter().sum::<f32>() / heights.len() as f32;
    assert!(height != at_start, "{}: nothing moved", scene.name);
    height
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
