//! Planets around a sun, a moon around a planet, and a belt of pebbles.
//!
//! `cargo run --release --example planets` prints how their orbits closed after ten turns, and draws out/planets.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::verdict::Verdict;
use umbra_scenes::{elements, examples};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments("Planets, a moon and pebbles on their orbits; draws out/planets.svg.");
    let mut scene = Scene::new(SceneConfig::default())?;
    let system = elements::planets(&mut scene)?;
    let mut trails = vec![Vec::new(); 4];
    let mut off = [0.0_f32; 2];
    let mut farthest = 0.0_f32;
    // Ten turns of the second planet: 2 pi sqrt(8^3 / 400) s each.
    for step in 0..4264 {
        scene.step(1.0 / 60.0)?;
        for ((key, radius), off) in system.planets.iter().zip(&mut off) {
            let distance = scene.body(*key)?.position().coords.norm();
            *off = off.max(100.0 * (distance / radius - 1.0).abs());
        }
        let keys = system.planets.iter().map(|(key, _)| *key).chain([system.moon]);
        for (trail, key) in trails.iter_mut().zip(keys) {
            if step < 700 && step % 6 == 0 {
                trail.push(scene.body(key)?.position());
            }
        }
        let home = scene.body(system.planets[2].0)?.position();
        farthest = farthest.max((scene.body(system.moon)?.position() - home).norm());
    }
    draw(&scene, &trails)?;
    let mut verdict = Verdict::default();
    verdict.at_most("the first planet leaves its circle by", off[0], 1.0, "%");
    verdict.at_most("the second planet leaves its circle by", off[1], 1.0, "%");
    verdict.at_most("the moon stays with its planet, within", farthest, 2.4, "m");
    Ok(verdict.exit_code())
}

fn draw(scene: &Scene, trails: &[Vec<Point>]) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: Point::new(-17.0, -17.0), max: Point::new(17.0, 17.0) };
    let mut picture = SvgDraw::new().view(view)?.scale(20.0)?.opacity(0.9)?;
    for ends in trails.iter().flat_map(|trail| trail.windows(2)) {
        picture.segment(ends[0], ends[1], DebugColor::hex(0xd0_8060));
    }
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    picture.save("out/planets.svg")?;
    println!("drawn in out/planets.svg");
    Ok(())
}
