//! Ragdolls fall onto a flight of stairs and come to rest.
//!
//! `cargo run --release --example ragdoll -- --count 10` prints how far their joints gave way and when all slept, and
//! draws out/ragdoll.svg.
//!
//! All limits of a ragdoll are solved at once here ([`JointSolving::Trees`]). The default solves so small joints one
//! after the other, which is several times as fast and lets limits give way by 8 degrees in a fall.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::ragdoll::ragdolls_on_stairs;
use umbra_scenes::verdict::Verdict;

const DT: Real = 1.0 / 60.0;
/// The step by which all limits are kept.
const BENT: u32 = 10;
const USAGE: &str = "usage: ragdoll [--count N]
  N: ragdolls, 1 to 200; 10 by default";

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::help(USAGE);
    let count = arguments().unwrap_or_else(|message| {
        eprintln!("{message}\n{USAGE}");
        std::process::exit(2);
    });
    let solver = SolverConfig { joints: JointSolving::Trees, ..SolverConfig::default() };
    let mut scene = Scene::new(SceneConfig { solver, ..SceneConfig::default() })?;
    let joints = ragdolls_on_stairs(&mut scene, count, 2.0)?;

    let (mut gap, mut beyond, mut asleep, mut awake_for) = (0.0_f32, 0.0_f32, None, 0_u32);
    let view = Aabb { min: Point::new(-2.0, -4.0), max: Point::new(10.0, 4.0) };
    let mut picture = SvgDraw::new().view(view)?.scale(80.0)?.opacity(0.9)?;
    for step in 0..1800_u32 {
        scene.step(DT)?;
        for joint in joints.iter().filter_map(|key| scene.joint(*key).ok()) {
            gap = gap.max(joint.separation());
            // Straight knees are beyond their limit to begin with, and bend first.
            if step >= BENT {
                beyond = beyond.max(joint.angular_separation());
            }
        }
        if step == 75 {
            scene.debug_draw(&mut picture, DebugOptions::default())?;
        }
        let stats = scene.stats();
        if stats.awake_bodies > 0 {
            (asleep, awake_for) = (None, step);
        } else if asleep.is_none() {
            asleep = Some(step);
        }
    }
    picture.save("out/ragdoll.svg")?;
    println!("{count} ragdolls, {} joints; drawn in out/ragdoll.svg", joints.len());
    println!("the widest gap of a joint was {:.1} mm", 1000.0 * gap);
    let mut verdict = Verdict::default();
    verdict.at_most("beyond a limit", beyond.to_degrees(), 3.0, "degrees");
    verdict.at_most("asleep after", f64::from(awake_for) / 60.0, 10.0, "s");
    verdict.say(asleep.is_some(), "all sleep");
    Ok(verdict.exit_code())
}

/// How many, from the command line.
fn arguments() -> Result<u8, String> {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else { return Ok(10) };
    if name != "--count" {
        return Err(format!("{name} is not known"));
    }
    let value = arguments.next().ok_or("--count needs a value")?;
    let count = value.parse().ok().filter(|count| (1..=200).contains(count));
    count.ok_or(format!("--count: {value} is no number from 1 to 200"))
}
