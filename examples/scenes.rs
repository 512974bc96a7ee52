//! Any scene of the library: what it is about, how it holds, and a picture of its end.
//!
//! `cargo run --release --example scenes` lists them all;
//! `cargo run --release --example scenes -- arch` runs one and draws it into `out/arch.svg`;
//! `--solver classic:10` takes another solver, `--steps 60` stops early.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this program prints what happened")]

use std::time::Instant;

use umbra::prelude::*;
use umbra_scenes::{SceneDef, examples};

const USAGE: &str = "usage: scenes [NAME] [--solver SOLVER] [--steps N]
  NAME: a scene; without one, they are listed
  SOLVER: default, soft, precise, fast, projection or classic:N with N iterations
  N: steps of a sixtieth of a second";

fn main() -> Result<(), umbra::Error> {
    examples::help(USAGE);
    let (def, solver, steps) = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            std::process::exit(2);
        }
    };
    let Some(def) = def else {
        for def in umbra_scenes::all() {
            println!("{:18} {}", def.name, def.about);
        }
        return Ok(());
    };
    run(def, solver, steps.unwrap_or(def.steps))
}

fn run(def: &SceneDef, solver: SolverConfig, steps: u32) -> Result<(), umbra::Error> {
    let mut running = def.set_up(SceneConfig { solver, ..SceneConfig::default() })?;
    let place = |scene: &Scene, key: Option<BodyKey>| {
        key.and_then(|key| scene.body(key).ok()).map_or(Point::origin(), |body| body.position())
    };
    let start = place(&running.scene, running.roles.marked);
    let clock = Instant::now();
    for _ in 0..steps {
        running.step(1.0 / 60.0)?;
    }
    let time = clock.elapsed().as_secs_f64() * 1000.0 / f64::from(steps.max(1));
    let scene = &running.scene;
    let moved = place(scene, running.roles.marked) - start;
    let bodies = || scene.bodies().filter_map(|key| scene.body(key).ok());
    let fastest = bodies().map(|body| body.velocity().norm()).fold(0.0, Real::max);
    println!("{}: {}", def.name, def.about);
    println!("after {:.1} s, {time:.3} ms per step:", steps as Real / 60.0);
    println!("  the marked body moved by {:.4}, {:.4}", moved.x, moved.y);
    println!("  the fastest body moves at {fastest:.4} m/s");
    println!("  overlap of {:.2} mm at most", 1000.0 * examples::deepest_overlap(scene));
    let path = format!("out/{}.svg", def.name);
    let mut picture = SvgDraw::new();
    if let Some(view) = examples::view_of_moving(scene) {
        picture = picture.view(view)?;
    }
    scene.debug_draw(&mut picture, DebugOptions::default())?;
    match picture.save(&path) {
        Ok(()) => println!("drawn in {path}"),
        Err(error) => eprintln!("{path} cannot be written: {error}"),
    }
    Ok(())
}

type Arguments = (Option<&'static SceneDef>, SolverConfig, Option<u32>);

fn arguments() -> Result<Arguments, String> {
    let (mut def, mut solver, mut steps) = (None, SolverConfig::default(), None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--solver" => solver = examples::solver(&value()?)?,
            "--steps" => {
                let value = value()?;
                let count = value.parse().ok().filter(|steps| (1..=1_000_000).contains(steps));
                steps = Some(count.ok_or(format!("--steps: {value} is no number of steps"))?);
            }
            _ if argument.starts_with('-') => return Err(format!("{argument} is not known")),
            name => {
                def = Some(umbra_scenes::find(name).ok_or(format!("there is no scene {name}"))?);
            }
        }
    }
    Ok((def, solver, steps))
}
