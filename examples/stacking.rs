//! Towers and a pyramid: how much they drift, how deep they sink into one another, how long a
//! step takes.
//!
//! `cargo run --release --example stacking -- --solver classic:10` prints figures and draws the
//! scene into `out/stacking.svg`. `--solver` takes `default`, `soft`, `precise`, `fast`,
//! `projection` or `classic:n` with n iterations; `--base 100` makes the pyramid larger.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this program prints what happened")]

use std::time::{Duration, Instant};

use umbra::prelude::*;
use umbra_scenes::examples;

const STEPS: usize = 600;
const DT: f32 = 1.0 / 60.0;
const USAGE: &str = "usage: stacking [--solver SOLVER] [--base ROWS]
  SOLVER: default, soft, precise, fast, projection or classic:N with N iterations
  ROWS: boxes in the lowest row of the pyramid, 1 to 300";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    examples::help(USAGE);
    let (solver, base) = arguments().unwrap_or_else(|message| {
        eprintln!("{message}\n{USAGE}");
        std::process::exit(2);
    });
    let mut scene = Scene::new(SceneConfig { solver, ..SceneConfig::default() })?;
    let groups = examples::towers_and_pyramid(&mut scene, base)?;
    let starts: Vec<_> = groups.iter().map(|group| positions(&scene, &group.bodies)).collect();

    let mut time = Duration::ZERO;
    for _ in 0..STEPS {
        let start = Instant::now();
        scene.step(DT)?;
        time += start.elapsed();
    }

    println!("after {} s:", (STEPS as f32 * DT).round());
    for (group, start) in groups.iter().zip(&starts) {
        let end = positions(&scene, &group.bodies);
        let most = |of: fn(Vector) -> f32| {
            end.iter().zip(start).map(|(end, start)| of(end - start)).fold(0.0, f32::max)
        };
        println!(
            "{} of {}: drifts {:.1} mm sideways, sinks {:.1} mm",
            group.name,
            group.bodies.len(),
            1000.0 * most(|moved| moved.x.abs()),
            1000.0 * most(|moved| -moved.y)
        );
    }
    let overlaps: Vec<f32> = scene
        .contacts()
        .flat_map(|contact| contact.points().collect::<Vec<_>>())
        .map(|point| (-point.separation).max(0.0))
        .collect();
    let mean = overlaps.iter().sum::<f32>() / overlaps.len().max(1) as f32;
    let deepest = examples::deepest_overlap(&scene);
    println!("overlap: {:.2} mm at most, {:.2} mm on average", 1000.0 * deepest, 1000.0 * mean);
    let time = time.as_secs_f64() * 1e6 / STEPS as f64;
    let stats = scene.stats();
    println!("{} contacts, {time:.1} us per step in the mean", stats.touching_contacts);

    let mut picture = SvgDraw::new();
    scene.debug_draw(&mut picture, DebugOptions::default())?;
    picture.save("out/stacking.svg")?;
    println!("drawn in out/stacking.svg");
    Ok(())
}

fn positions(scene: &Scene, keys: &[BodyKey]) -> Vec<Point> {
    keys.iter().filter_map(|key| scene.body(*key).ok()).map(|body| body.position()).collect()
}

/// The solver to use and the pyramid's lowest row, from the command line.
fn arguments() -> Result<(SolverConfig, u32), String> {
    let (mut solver, mut base) = (SolverConfig::default(), 12);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{name} needs a value"));
        match name.as_str() {
            "--solver" => solver = examples::solver(&value()?)?,
            "--base" => {
                let value = value()?;
                let rows = value.parse().ok().filter(|rows| (1..=300).contains(rows));
                base = rows.ok_or(format!("--base: {value} is no number from 1 to 300"))?;
            }
            _ => return Err(format!("{name} is not known")),
        }
    }
    Ok((solver, base))
}
