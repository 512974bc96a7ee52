//! Towers and a pyramid: how much they drift, how deep they sink into one another, how long a
//! step takes.
//!
//! `cargo run --release --example stacking -- --solver classic:10` prints figures and draws the
//! scene into `out/stacking.svg`. `--solver` takes `default`, `soft`, `precise`, `fast`,
//! `projection` or `classic:n` with n iterations; `--base 100` makes the pyramid larger.

#![allow(clippy::print_stdout, reason = "printing is what this example is for")]

use std::time::Instant;

use umbra::prelude::*;

const STEPS: usize = 600;
const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (solver, base) = arguments()?;
    let mut scene = Scene::new(SceneConfig { solver, ..SceneConfig::default() })?;
    let ground = scene.add_body(Body::fixed().position([-5.0, -0.5]))?;
    scene.add_collider(ground, Collider::cuboid(0.5 * base as f32 + 8.5, 0.5))?;

    let mut bodies = Vec::new();
    for tower in 0..5 {
        let x = -0.5 * base as f32 - 3.0 - 2.0 * tower as f32;
        let tower: Vec<_> = (0..4 + 2 * tower).map(|row| [x, row as f32 + 0.5]).collect();
        bodies.push(("tower", build(&mut scene, &tower)?));
    }
    let mut places = Vec::new();
    for row in 0..base {
        let left = 0.5 * row as f32 - 0.5 * base as f32 + 0.5;
        places.extend((0..base - row).map(|column| [left + column as f32, row as f32 + 0.5]));
    }
    bodies.push(("pyramid", build(&mut scene, &places)?));

    let starts: Vec<Vec<Point>> = bodies.iter().map(|(_, keys)| positions(&scene, keys)).collect();
    let mut times = Vec::with_capacity(STEPS);
    for _ in 0..STEPS {
        let start = Instant::now();
        scene.step(DT)?;
        times.push(start.elapsed());
    }
    times.sort_unstable();

    println!("after {} s:", (STEPS as f32 * DT).round());
    for ((name, keys), start) in bodies.iter().zip(&starts) {
        let end = positions(&scene, keys);
        let most = |of: fn(Vector) -> f32| {
            end.iter().zip(start).map(|(end, start)| of(end - start)).fold(0.0, f32::max)
        };
        println!(
            "{name} of {}: drifts {:.1} mm sideways, sinks {:.1} mm",
            keys.len(),
            1000.0 * most(|moved| moved.x.abs()),
            1000.0 * most(|moved| -moved.y)
        );
    }
    let overlaps: Vec<f32> = scene
        .contacts()
        .flat_map(|contact| contact.points().collect::<Vec<_>>())
        .map(|point| (-point.separation).max(0.0))
        .collect();
    let deepest = overlaps.iter().fold(0.0, |a: f32, &b| a.max(b));
    let mean = overlaps.iter().sum::<f32>() / overlaps.len().max(1) as f32;
    println!("overlap: {:.2} mm at most, {:.2} mm on average", 1000.0 * deepest, 1000.0 * mean);
    let median = times[STEPS / 2].as_secs_f64() * 1000.0;
    let stats = scene.stats();
    println!("{} contacts, {median:.3} ms per step (median)", stats.touching_contacts);
    if base <= 30 {
        let mut picture = SvgDraw::new();
        scene.debug_draw(&mut picture, DebugOptions::default())?;
        picture.save("out/stacking.svg")?;
        println!("drawn in out/stacking.svg");
    }
    Ok(())
}

/// Unit boxes in these places.
fn build(scene: &mut Scene, places: &[[f32; 2]]) -> Result<Vec<BodyKey>, umbra::Error> {
    let mut keys = Vec::with_capacity(places.len());
    for place in places {
        let body = scene.add_body(Body::dynamic().position(*place))?;
        scene.add_collider(body, Collider::cuboid(0.5, 0.5))?;
        keys.push(body);
    }
    Ok(keys)
}

fn positions(scene: &Scene, keys: &[BodyKey]) -> Vec<Point> {
    keys.iter().filter_map(|key| scene.body(*key)).map(|body| body.position()).collect()
}

/// The solver to use and the pyramid's lowest row, from the command line.
fn arguments() -> Result<(SolverConfig, usize), String> {
    let (mut solver, mut base) = (SolverConfig::default(), 12);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(format!("{name} needs a value"))?;
        match name.as_str() {
            "--solver" => solver = preset(&value)?,
            "--base" => base = value.parse().map_err(|_| format!("{value} is no number"))?,
            _ => return Err(format!("{name} is not known; try --solver or --base")),
        }
    }
    Ok((solver, base))
}

fn preset(name: &str) -> Result<SolverConfig, String> {
    let with = |correction| SolverConfig { correction, ..SolverConfig::default() };
    match name.split_once(':').unwrap_or((name, "")) {
        ("default", _) => Ok(SolverConfig::default()),
        ("precise", _) => Ok(SolverConfig::precise()),
        ("fast", _) => Ok(SolverConfig::fast()),
        ("soft", _) => Ok(with(Correction::SOFT)),
        ("projection", _) => Ok(with(Correction::LINEAR_PROJECTION)),
        ("classic", iterations) => {
            iterations.parse().map(SolverConfig::classic).map_err(|_| "say classic:10".to_owned())
        }
        _ => Err(format!("{name} is no solver")),
    }
}
