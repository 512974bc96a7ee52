//! A ball is shot through a house of glass, whose panes break by themselves.
//!
//! `cargo run --release --example fracture` prints what became of it, and draws out/fracture.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::verdict::Verdict;
use umbra_scenes::{elements, examples};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments("A ball is shot through a house of glass; draws out/fracture.svg.");
    let mut scene = Scene::new(SceneConfig::default())?;
    elements::glass_house(&mut scene)?;
    let mass = |scene: &Scene| -> f64 {
        scene
            .bodies()
            .filter_map(|key| scene.body(key).ok())
            .map(|body| f64::from(body.mass()))
            .sum()
    };
    let before = mass(&scene);
    let (mut broken, mut shards, mut strongest) = (0, 0, 0.0_f32);
    for step in 0..1200 {
        scene.step(1.0 / 60.0)?;
        let mut last = None;
        for event in scene.fracture_events() {
            broken += u32::from(last != Some(event.body));
            last = Some(event.body);
            shards += 1;
            strongest = strongest.max(event.impulse);
        }
        if step == 40 {
            draw(&scene)?;
        }
    }
    println!(
        "{broken} bodies broke and gave {shards} more; the strongest impact had {strongest:.1} N s"
    );
    let mut verdict = Verdict::default();
    verdict.at_least("pieces", shards as Real, 20.0, "");
    let lost = 1e4 * (mass(&scene) / before - 1.0).abs();
    verdict.at_most("mass that was lost", lost as Real, 1.0, "in 10,000");
    let awake = scene.stats().awake_bodies;
    verdict.say(awake == 0, &format!("{awake} bodies are awake after 20 s"));
    Ok(verdict.exit_code())
}

fn draw(scene: &Scene) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: Point::new(-7.0, -0.5), max: Point::new(9.0, 8.5) };
    let mut picture = SvgDraw::new().view(view)?.scale(50.0)?.opacity(0.9)?;
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    picture.save("out/fracture.svg")?;
    println!("drawn in out/fracture.svg");
    Ok(())
}
