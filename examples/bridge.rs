//! A truck drives over a bridge of 30 planks.
//!
//! `cargo run --release --example bridge` prints how far the joints gave way and draws out/bridge.svg. With
//! `--break FORCE` a joint breaks at that force in newtons; 12,000 is too little for the truck.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::bridge::{self, Bridge};
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

const DT: Real = 1.0 / 60.0;
const STEPS: u32 = 20 * 60;
const USAGE: &str = "usage: bridge [--break FORCE]
  FORCE: newtons at which a joint breaks";

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::help(USAGE);
    let break_force = arguments().unwrap_or_else(|message| {
        eprintln!("{message}\n{USAGE}");
        std::process::exit(2);
    });
    let mut scene = Scene::new(SceneConfig::default())?;
    let Bridge { joints, truck } = bridge::build(&mut scene, break_force)?;

    let (mut gap, mut most_force, mut broken) = (0.0_f32, 0.0_f32, 0);
    let view = Aabb { min: Point::new(-22.0, -8.0), max: Point::new(22.0, 4.0) };
    let (mut picture, mut drawn) = (SvgDraw::new().view(view)?.scale(30.0)?, false);
    for step in 0..STEPS {
        scene.step(DT)?;
        for event in scene.joint_events() {
            if let JointEvent::Broken { joint, force, .. } = event {
                let number =
                    joints.iter().position(|key| key == joint).map_or(0, |index| index + 1);
                println!("joint {number} broke in step {step} at {:.0} N", force.norm());
                broken += 1;
            }
        }
        for joint in joints.iter().filter_map(|key| scene.joint(*key).ok()) {
            gap = gap.max(joint.separation());
            most_force = most_force.max(joint.reaction_force().norm());
        }
        let is_half_way = scene.body(truck).is_ok_and(|truck| truck.position().x > 2.0);
        if !drawn && (is_half_way || step + 1 == STEPS) {
            scene.debug_draw(&mut picture, DebugOptions::default())?;
            drawn = true;
        }
    }
    picture.save("out/bridge.svg")?;
    println!("drawn in out/bridge.svg; the greatest force was {most_force:.0} N");

    let mut verdict = Verdict::default();
    let x = scene.body(truck).map_or(0.0, |truck| truck.position().x);
    match break_force {
        None => {
            verdict.at_most("widest gap of a joint", 1000.0 * gap, 10.0, "mm");
            verdict.at_least("the truck comes to", x, 15.0, "m");
        }
        Some(force) => {
            verdict.at_least("greatest force", most_force, f64::from(force), "N");
            verdict.say((1..=2).contains(&broken), "one joint broke, or one at each bank");
        }
    }
    Ok(verdict.exit_code())
}

/// The force from the command line, if there is one.
fn arguments() -> Result<Option<Real>, String> {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else { return Ok(None) };
    if name != "--break" {
        return Err(format!("{name} is not known"));
    }
    let value = arguments.next().ok_or("--break needs a value")?;
    let force = value.parse().ok().filter(|force: &Real| force.is_finite() && *force > 0.0);
    Ok(Some(force.ok_or(format!("--break: {value} is no force above 0"))?))
}
