//! A shooting range, and thousands of single shots with each setting of continuous collision.
//!
//! `cargo run --release --example bullets` prints how many shots failed to do what they should, and draws out/bullets.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::bullets::{self, Mark, Range, SETTINGS};
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

const DT: Real = 1.0 / 60.0;
/// Shots for each cell of the table.
const SHOTS: u32 = 10_000;
const STEPS: u32 = 10 * 60;
/// When the picture is taken, and for how long before it trails are drawn, in steps.
const PICTURE: u32 = 175;
const TRAIL: u32 = 60;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments(
        "Shoots thousands of bodies with each setting: prints how many failed, draws out/bullets.svg.",
    );
    let mut verdict = Verdict::default();
    println!("of {SHOTS} shots at 100 to 400 m/s, these failed:\n");
    print!("{:30}", "");
    SETTINGS.iter().for_each(|setting| print!("  {:>14}", setting.name));
    println!();
    let (mut uncertain, mut failed) = (0, 0);
    for mark in Mark::ALL {
        print!("{:30}", mark.about());
        for setting in &SETTINGS {
            let failures = bullets::failures(mark, setting, 0..SHOTS)?;
            print!("  {failures:>14}");
            let count = if mark.is_certain(setting) { &mut failed } else { &mut uncertain };
            *count += failures;
        }
        println!();
    }
    println!();
    verdict.at_most("failed although the setting forbids it", failed, 0.0, "shots");
    verdict.at_least("failed where nothing forbids it", uncertain, 10_000.0, "shots");

    let (shot, counted, any_passed) = range()?;
    println!("\na range, {shot} shots in ten seconds; drawn in out/bullets.svg");
    verdict.say(counted == shot, &format!("the sensor at the muzzle counted {counted}"));
    verdict.say(!any_passed, "none came through the wall of 5 cm behind it all");
    Ok(verdict.exit_code())
}

/// Shoots on the range: how many shots there were, how many the sensor counted, and whether one came through the wall.
fn range() -> Result<(u32, u32, bool), Box<dyn std::error::Error>> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let range = bullets::build(&mut scene)?;
    let Range { shots, counter } = &range;
    let mut picture = SvgDraw::new().view(bullets::VIEW)?.scale(50.0)?;
    // Whom the sensor saw since the shot was last shot: what bounces back is seen again.
    let (mut fired, mut counted, mut any_passed) = (0, 0, false);
    let mut seen = vec![];
    for step in 0..STEPS {
        if let Some(shot) = bullets::fire(&mut scene, step)? {
            fired += 1;
            seen.retain(|key| *key != shot);
        }
        let places = |scene: &Scene| -> Vec<_> {
            shots.iter().map(|key| scene.body(*key).map(|body| body.position())).collect()
        };
        let before = places(&scene);
        scene.step(DT)?;
        for event in scene.sensor_events() {
            let [sensor, shot] = event.bodies();
            if sensor == *counter && shots.contains(&shot) && !seen.contains(&shot) {
                seen.push(shot);
                counted += 1;
            }
        }
        any_passed |= range.any_passed(&scene);
        if (PICTURE - TRAIL..PICTURE).contains(&step) {
            for (from, to) in before.into_iter().zip(places(&scene)) {
                if let (Ok(from), Ok(to)) = (from, to) {
                    picture.segment(from, to, DebugColor::hex(0xe0a0a0));
                }
            }
        }
        if step == PICTURE {
            scene.debug_draw(&mut picture, DebugOptions::default())?;
        }
    }
    picture.save("out/bullets.svg")?;
    Ok((fired, counted, any_passed))
}
