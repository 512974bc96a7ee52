//! Boats, crates and a raft in a basin with wind over it.
//!
//! `cargo run --release --example boats` prints how they float after 30 seconds, and draws out/boats.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::verdict::Verdict;
use umbra_scenes::{elements, examples};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments("Boats and crates in water and wind; draws out/boats.svg.");
    let mut scene = Scene::new(SceneConfig::default())?;
    let harbour = elements::harbour(&mut scene)?;
    for step in 0..1800 {
        if step == 1200 {
            scene.field_mut(harbour.wind)?.set_enabled(false); // the gale is over
        }
        scene.step(1.0 / 60.0)?;
        if step == 420 {
            draw(&scene)?;
        }
    }
    let mut verdict = Verdict::default();
    let raft = scene.submerged(harbour.water, harbour.raft)?.area;
    verdict.at_most(
        "the raft differs from half under water",
        100.0 * (raft / 0.72 - 1.0).abs(),
        1.0,
        "%",
    );
    for boat in &harbour.boats {
        let tilt = scene.body(*boat)?.angle().abs().to_degrees();
        verdict.at_most("a boat that had capsized tilts by", tilt, 5.0, "degrees");
    }
    let mut sunk = 0;
    for key in &harbour.crates {
        sunk += u32::from(scene.body(*key)?.position().y < -3.0);
    }
    verdict.say(sunk == 3, &format!("{sunk} of 6 crates are heavier than water, and sank"));
    let awake = scene.stats().awake_bodies;
    verdict.say(awake == 0, &format!("{awake} bodies are awake"));
    Ok(verdict.exit_code())
}

fn draw(scene: &Scene) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: Point::new(-15.2, -5.2), max: Point::new(15.2, 4.0) };
    let mut picture = SvgDraw::new().view(view)?.scale(36.0)?.opacity(0.9)?;
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    picture.save("out/boats.svg")?;
    println!("drawn in out/boats.svg");
    Ok(())
}
