//! A clock: a pendulum turns a wheel on by a tooth per swing, and gears drive the hands.
//!
//! `cargo run --release --example clock` runs three minutes, prints how exact the clock is and draws out/clock.svg.
//! How it works is said where it is built, in `umbra_scenes::clock`.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use core::f32::consts::TAU;
use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::clock::{self, TEETH, TOOTH};
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

const RATE: u16 = 60;
const MINUTES: u16 = 3;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments(
        "A clock with pendulum, ratchets, gears and a pulley: prints how exact it is, draws out/clock.svg.",
    );
    let mut scene = Scene::new(SceneConfig::default())?;
    let clock = clock::build(&mut scene)?;
    let angle =
        |scene: &Scene, joint| f64::from(scene.joint(joint).map_or(0.0, |view| view.angle()));

    let (mut swings, mut least_ticks, mut ticks) = (vec![], f64::MAX, 0.0);
    let mut pushes = u16::from(clock::push(&mut scene, clock.pendulum)?);
    let mut before = angle(&scene, clock.swing);
    for step in 1..=60 * MINUTES * RATE {
        scene.step(1.0 / Real::from(RATE))?;
        let now = angle(&scene, clock.swing);
        if before > 0.0 && now <= 0.0 {
            // When it passed the middle on its way left, to a part of a step.
            swings.push((f64::from(step) - now / (now - before)) / f64::from(RATE));
            pushes += u16::from(clock::push(&mut scene, clock.pendulum)?);
        }
        before = now;
        if step % (60 * RATE) == 0 {
            let all = angle(&scene, clock.seconds) / f64::from(TOOTH);
            least_ticks = f64::min(least_ticks, all - ticks);
            ticks = all;
            println!("after {} s the second hand shows {all:.2} s", step / RATE);
        }
    }
    draw(&scene)?;

    let [seconds, minutes, hours] =
        [clock.seconds, clock.minutes, clock.hours].map(|hand| angle(&scene, hand));
    let period = (swings[swings.len() - 1] - swings[0]) / (swings.len() - 1) as f64;
    println!("{} swings of {period:.4} s, {pushes} pushes", swings.len());
    let rope = scene.joint(clock.rope).map_or(0.0, |rope| rope.separation());
    let mut verdict = Verdict::default();
    verdict.at_most("error of the period", 100.0 * (period - 1.0).abs(), 0.5, "%");
    verdict.at_least("ticks of the worst minute", least_ticks, 59.0, "");
    let error = |fast: f64, slow: f64, ratio: f64| (fast / ratio - slow).to_degrees().abs();
    verdict.at_most("error of the minute hand", error(seconds, minutes, 60.0), 0.01, "degrees");
    verdict.at_most("error of the hour hand", error(minutes, hours, 12.0), 0.01, "degrees");
    verdict.at_most("stretch of the rope", 1000.0 * rope.abs(), 1.0, "mm");
    Ok(verdict.exit_code())
}

fn draw(scene: &Scene) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: Point::new(-1.7, -1.8), max: Point::new(1.7, 1.8) };
    let mut picture = SvgDraw::new().view(view)?.scale(180.0)?.opacity(0.9)?;
    for mark in 0..TEETH {
        let (sin, cos) = (TAU * Real::from(mark) / Real::from(TEETH)).sin_cos();
        let inner = if mark % 5 == 0 { 0.92 } else { 0.98 };
        let [from, to] = [inner, 1.02].map(|radius| Point::new(radius * cos, radius * sin));
        picture.segment(from, to, DebugColor::hex(0x404040));
    }
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    picture.save("out/clock.svg")?;
    println!("drawn in out/clock.svg");
    Ok(())
}
