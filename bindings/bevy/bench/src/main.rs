//! Times the same headless scenes through `App::update`: bevy_umbra, Avian, bevy_rapier. Each update
//! is one step of 1/60 s. All engines run interleaved, each with its own defaults.
//!
//! `cargo run --release --ignore-rust-version`
mod avian;
mod rapier;
mod scenes;
mod umbra;

use std::time::{Duration, Instant};

use bevy::MinimalPlugins;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use scenes::{SCENES, Scene};

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

fn main() {
    println!("ms per App::update, median of {ROUNDS} runs of {STEPS} steps");
    println!("| scene | bodies | {} | ratio to the faster |", ENGINES.map(|(name, _)| name).join(" | "));
    println!("|---|---:|---:|---:|---:|---:|");
    for scene in SCENES {
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            for ((_, build), times) in ENGINES.iter().zip(&mut times) {
                times.push(run(*build, &scene));
            }
        }
        let [umbra, avian, rapier] = times.map(median);
        println!(
            "| {} | {} | {umbra:.3} | {avian:.3} | {rapier:.3} | {:.2} |",
            scene.name,
            (scene.bodies)().len(),
            avian.min(rapier) / umbra,
        );
    }
}

/// Milliseconds per update.
fn run(build: Build, scene: &Scene) -> f64 {
    let mut app = build(app(), scene);
    app.finish();
    app.cleanup();
    // The first updates spawn the bodies.
    for _ in 0..3 {
        app.update();
    }
    let start = Instant::now();
    for _ in 0..STEPS {
        app.update();
    }
    let took = start.elapsed();
    check(&mut app, scene);
    took.as_secs_f64() * 1e3 / STEPS as f64
}

/// All bodies are still somewhere sensible, and they have moved.
fn check(app: &mut App, scene: &Scene) {
    let world = app.world_mut();
    let mut transforms = world.query::<&Transform>();
    let lowest = transforms.iter(world).map(|at| at.translation.y).fold(f32::INFINITY, f32::min);
    assert!(lowest > -200.0, "{}: something fell out", scene.name);
    let _ = Duration::ZERO;
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
