//! What the solver's knobs do: one stack of boxes, solved in many ways.
//!
//! `cargo run --release --example tuning` prints a grid of substeps and iterations for both
//! corrections, then one knob at a time; `--height 30` takes a higher stack. Overlap and drift are
//! those of the end of ten seconds; the fastest body is that of the last second. The time is that of a
//! step of a pyramid of 20 rows. Nothing sleeps. It draws the stacks of the grid into
//! `out/tuning.svg`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this program prints what happened")]

use std::time::Instant;

use umbra::prelude::*;
use umbra_scenes::{examples, place};

const STEPS: u32 = 600;
const USAGE: &str = "usage: tuning [--height BOXES]
  BOXES: how many boxes the stack has, 1 to 200";

/// How a stack fared.
struct Outcome {
    /// The deepest overlap, in metres.
    overlap: f32,
    /// How far the top box is from where it started, sideways and down, in metres.
    drift: [f32; 2],
    /// The fastest body in the last second, in metres per second.
    speed: f32,
    /// The median step of a pyramid of 20 rows, in microseconds.
    micros: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    examples::help(USAGE);
    let height = arguments().unwrap_or_else(|message| {
        eprintln!("{message}\n{USAGE}");
        std::process::exit(2);
    });
    let mut picture = SvgDraw::new().scale(12.0)?;
    println!("A crooked stack of {height} boxes of 1 m, {STEPS} steps of a sixtieth of a second.");

    for (at, (name, correction)) in
        [("soft", Correction::SOFT), ("projection", Correction::LINEAR_PROJECTION)]
            .into_iter()
            .enumerate()
    {
        println!("\n{name}: substeps x velocity iterations");
        print_head();
        for (row, substeps) in [1, 2, 4, 8].into_iter().enumerate() {
            for (column, velocity_iterations) in [1, 2, 4, 10].into_iter().enumerate() {
                let with = SolverConfig { substeps, velocity_iterations, ..Default::default() };
                let solver = SolverConfig { correction, ..with };
                let (scene, outcome) = run(height, SceneConfig { solver, ..Default::default() })?;
                print_row(&format!("{substeps} x {velocity_iterations}"), &outcome);
                let x = 5.0 * (4 * row + column) as f32 + 2.0 * row as f32;
                let y = -(height as f32 + 5.5) * at as f32;
                draw(&scene, &mut picture, Vector::new(x, y))?;
                let label = Point::new(x, y - 2.2);
                picture.text(label, &format!("{substeps}x{velocity_iterations}"), INK);
            }
        }
        let y = height as f32 + 0.8 - (height as f32 + 5.5) * at as f32;
        let middle = Point::new(40.0, y);
        picture.text(middle, &format!("{name}: substeps x velocity iterations"), INK);
    }

    println!("\none knob at a time");
    print_head();
    for (name, config) in knobs() {
        print_row(name, &run(height, config)?.1);
    }
    picture.save("out/tuning.svg")?;
    println!("\ndrawn in out/tuning.svg");
    Ok(())
}

const INK: DebugColor = DebugColor::hex(0x33_3333);

/// The defaults with one thing changed each.
fn knobs() -> Vec<(&'static str, SceneConfig)> {
    let solver = |solver| SceneConfig { solver, ..SceneConfig::default() };
    let with = |correction| solver(SolverConfig { correction, ..SolverConfig::default() });
    let soft = |hertz, damping_ratio, push_speed| {
        with(Correction::Soft { hertz, damping_ratio, push_speed })
    };
    let project =
        |fraction, slop| with(Correction::LinearProjection { fraction, slop, max_correction: 0.2 });
    vec![
        ("default", SceneConfig::default()),
        ("fast()", solver(SolverConfig::fast())),
        ("precise()", solver(SolverConfig::precise())),
        ("classic(5)", solver(SolverConfig::classic(5))),
        ("classic(10)", solver(SolverConfig::classic(10))),
        ("classic(20)", solver(SolverConfig::classic(20))),
        ("no warm starting", solver(SolverConfig { warm_starting: false, ..Default::default() })),
        (
            "2 relaxing passes",
            solver(SolverConfig { position_iterations: 2, ..Default::default() }),
        ),
        ("soft, 15 Hz", soft(15.0, 10.0, 3.0)),
        ("soft, 30 Hz", soft(30.0, 10.0, 3.0)),
        ("soft, 60 Hz", soft(60.0, 10.0, 3.0)),
        ("soft, 120 Hz", soft(120.0, 10.0, 3.0)),
        ("soft, damping 1", soft(40.0, 1.0, 3.0)),
        ("soft, damping 5", soft(40.0, 5.0, 3.0)),
        ("soft, push 0.3 m/s", soft(40.0, 10.0, 0.3)),
        ("projection, 20 %", project(0.2, 0.005)),
        ("projection, 40 %", project(0.4, 0.005)),
        ("projection, 80 %", project(0.8, 0.005)),
        ("projection, slop 0", project(0.4, 0.0)),
        ("projection, slop 2 cm", project(0.4, 0.02)),
    ]
}

fn run(height: u32, mut config: SceneConfig) -> Result<(Scene, Outcome), umbra::Error> {
    config.sleep.enabled = false;
    let mut scene = Scene::new(config)?;
    place(&mut scene, Body::fixed().position([0.0, -1.0]), Collider::cuboid(100.0, 1.0))?;
    let mut top = None;
    for row in 0..height {
        // Not quite straight, as no stack is that a player builds.
        let at = [0.02 * (row % 2) as f32, row as f32 + 0.5];
        top = Some(place(&mut scene, Body::dynamic().position(at), Collider::cuboid(0.5, 0.5))?);
    }
    let top_of = |scene: &Scene| {
        top.and_then(|key| scene.body(key).ok()).map_or(Point::origin(), |body| body.position())
    };
    let start = top_of(&scene);
    let mut speed = 0.0_f32;
    for step in 0..STEPS {
        scene.step(1.0 / 60.0)?;
        if step + 60 >= STEPS {
            let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
            speed = bodies.map(|body| body.velocity().norm()).fold(speed, f32::max);
        }
    }
    let moved = top_of(&scene) - start;
    let overlap = examples::deepest_overlap(&scene);
    let micros = time(config)?;
    Ok((scene, Outcome { overlap, drift: [moved.x.abs(), -moved.y], speed, micros }))
}

/// How long a step of a pyramid takes: a stack alone is too small to measure.
fn time(config: SceneConfig) -> Result<f64, umbra::Error> {
    let mut scene = Scene::new(config)?;
    umbra_scenes::benchmark::pyramid(&mut scene, 20)?;
    let mut times = Vec::new();
    for _ in 0..120 {
        let clock = Instant::now();
        scene.step(1.0 / 60.0)?;
        times.push(clock.elapsed());
    }
    times.sort_unstable();
    Ok(times[times.len() / 2].as_secs_f64() * 1e6)
}

fn print_head() {
    println!("  {:22} overlap mm  aside mm   sinks mm  fastest m/s  us/step of pyramid", "");
}

fn print_row(name: &str, outcome: &Outcome) {
    let Outcome { overlap, drift: [aside, down], speed, micros } = outcome;
    // The top of what has fallen lies somewhere else; its figures mean nothing then.
    let fallen = if *aside > 0.5 { "  fell" } else { "" };
    println!(
        "  {name:22} {:10.2} {:9.2} {:10.2} {speed:12.4} {micros:12.0}{fallen}",
        1000.0 * overlap,
        1000.0 * aside,
        1000.0 * down
    );
}

/// What of the stack is where it started, more or less, moved to its place in the picture.
fn draw(scene: &Scene, picture: &mut SvgDraw, by: Vector) -> Result<(), umbra::Error> {
    let palette = DebugPalette::default();
    let ground = Polygon::cuboid(2.0, 0.25)?.into();
    let below = Pose::from_parts((by - Vector::new(0.0, 0.25)).into(), Rotation::identity());
    picture.shape(&ground, &below, palette.fixed);
    for collider in scene.colliders().filter_map(|key| scene.collider(key).ok()) {
        let Ok(body) = scene.body(collider.body()) else { continue };
        if body.kind() == BodyKind::Fixed || body.position().x.abs() > 2.0 {
            continue;
        }
        for (shape, pose) in collider.shapes() {
            let at = (pose.translation.vector + by).into();
            picture.shape(shape, &Pose::from_parts(at, pose.rotation), palette.awake);
        }
    }
    Ok(())
}

/// How many boxes there are in the stack, from the command line.
fn arguments() -> Result<u32, String> {
    let mut height = 15;
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if name != "--height" {
            return Err(format!("{name} is not known"));
        }
        let value = arguments.next().ok_or("--height needs a value")?;
        let boxes = value.parse().ok().filter(|boxes| (1..=200).contains(boxes));
        height = boxes.ok_or(format!("--height: {value} is no number from 1 to 200"))?;
    }
    Ok(height)
}
