//! Five ragdolls of growing strength are driven to poses, and hit by balls.
//!
//! `cargo run --release --example puppets` prints how upright they were in 20 seconds, and draws out/puppets.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::build::{Bone, RagdollPose};
use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::puppets::{act, stage, throw};
use umbra_scenes::verdict::Verdict;

const SECONDS: u32 = 20;
const DRAWN: u32 = 312;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments("Five ragdolls are driven to poses; draws out/puppets.svg.");
    let mut scene = Scene::new(SceneConfig::default())?;
    let puppets = stage(&mut scene)?;
    let mut upright = [0_u32; 5];
    for step in 0..SECONDS * 60 {
        throw(&mut scene, step)?;
        act(&mut scene, step)?;
        scene.step(1.0 / 60.0)?;
        for (doll, steps) in puppets.iter().zip(&mut upright) {
            let lean = RagdollPose::capture(&scene, doll)?.angle(Bone::Pelvis);
            *steps += u32::from(lean.abs() < 0.5);
        }
        if step == DRAWN {
            draw(&scene)?;
        }
    }
    let mut verdict = Verdict::default();
    for (puppet, steps) in upright.iter().enumerate() {
        println!("puppet {puppet} was upright for {} % of the time", 100 * steps / (SECONDS * 60));
    }
    verdict.say(upright[4] > 60 * SECONDS * 9 / 10, "the strongest is upright, but for a tenth");
    Ok(verdict.exit_code())
}

fn draw(scene: &Scene) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: Point::new(-6.2, -0.3), max: Point::new(6.2, 2.6) };
    let mut picture = SvgDraw::new().view(view)?.scale(70.0)?.opacity(0.9)?;
    let options = DebugOptions { view: Some(view), joints: false, ..DebugOptions::default() };
    scene.debug_draw(&mut picture, options)?;
    picture.save("out/puppets.svg")?;
    println!("drawn in out/puppets.svg");
    Ok(())
}
