//! A car drives over bumpy ground.
//!
//! `cargo run --release --example car` prints how far it came in 10 seconds at 60 and at 120 steps per second, and draws
//! out/car.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::verdict::Verdict;
use umbra_scenes::{car, examples};

const SECONDS: u32 = 10;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments(
        "A car drives over bumpy ground at 60 and at 120 steps per second; draws out/car.svg.",
    );
    let mut ways = vec![];
    for rate in [60, 120] {
        let mut scene = Scene::new(SceneConfig::default())?;
        let car = car::build(&mut scene)?;
        let mut trail = vec![];
        for _ in 0..SECONDS * rate {
            scene.step(1.0 / rate as Real)?;
            trail.extend(scene.body(car).map(|car| car.position()));
        }
        let way = trail.last().map_or(0.0, |end| end.x);
        println!("{way:.2} m in {SECONDS} s at {rate} steps per second");
        if rate == 60 {
            draw(&scene, &trail)?;
        }
        ways.push(f64::from(way));
    }
    let mut verdict = Verdict::default();
    verdict.at_most("difference", 100.0 * (ways[1] / ways[0] - 1.0).abs(), 2.0, "%");
    verdict.at_least("way", ways[0], 50.0, "m");
    Ok(verdict.exit_code())
}

fn draw(scene: &Scene, trail: &[Point]) -> Result<(), Box<dyn std::error::Error>> {
    let end = trail.last().copied().unwrap_or_default();
    let view = Aabb { min: end - Vector::new(14.0, 3.0), max: end + Vector::new(6.0, 4.0) };
    let mut picture = SvgDraw::new().view(view)?.scale(50.0)?.opacity(0.9)?;
    for ends in trail.windows(2) {
        picture.segment(ends[0], ends[1], DebugColor::hex(0xe0b0b0));
    }
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    picture.save("out/car.svg")?;
    println!("drawn in out/car.svg");
    Ok(())
}
