//! Three charges go off in a quarry: one between two crates, one before a wall with crates behind it, one under a rock.
//!
//! `cargo run --release --example explosions` prints whom they threw how fast, and draws out/explosions.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::verdict::Verdict;
use umbra_scenes::{elements, examples};

const DT: Real = 1.0 / 60.0;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments("Charges go off in a quarry; draws out/explosions.svg.");
    let mut scene = Scene::new(SceneConfig::default())?;
    let quarry = elements::quarry(&mut scene)?;
    run(&mut scene, 60)?;
    let mut broken = 0;
    for charge in quarry.charges {
        let explosion = Explosion::new(charge, 6.0).impulse(14.0).core(0.5).shielded(true);
        let blown = scene.explode(explosion)?;
        broken += blown.iter().filter(|it| it.piece_of.is_some()).count();
        let crater: Vec<Point> = Polygon::regular(12, 0.9)?.vertices().to_vec();
        scene.carve_body(quarry.ground, crater.iter().map(|at| at + charge.coords))?;
    }
    let speed = |body: BodyKey| scene.body(body).map(|it| it.velocity());
    let [left, right] = [speed(quarry.twins[0])?, speed(quarry.twins[1])?];
    println!("the crates to the left and right of a charge fly at {left:.2?} and {right:.2?}");
    let mut verdict = Verdict::default();
    let unlike = 1e3 * (left.x + right.x).abs().max((left.y - right.y).abs()) / left.norm();
    verdict.at_most("difference of the two", unlike, 1.0, "in 1,000");
    let fastest = |bodies: &[BodyKey]| {
        bodies.iter().flat_map(|body| speed(*body)).map(|it| it.norm()).fold(0.0, Real::max)
    };
    verdict.at_least("the tower in the open", fastest(&quarry.tower), 3.0, "m/s");
    verdict.at_most("crates behind the wall", fastest(&quarry.sheltered), 0.05, "m/s");
    verdict.at_least("pieces of the rock", broken as Real, 4.0, "");
    run(&mut scene, 14)?;
    draw(&scene)?;
    run(&mut scene, 900)?;
    let awake = scene.stats().awake_bodies;
    verdict.say(awake == 0, &format!("{awake} bodies are awake in the end"));
    Ok(verdict.exit_code())
}

fn run(scene: &mut Scene, steps: u32) -> Result<(), umbra::Error> {
    (0..steps).try_for_each(|_| scene.step(DT))
}

fn draw(scene: &Scene) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: Point::new(-20.0, -1.6), max: Point::new(18.0, 5.0) };
    let mut picture = SvgDraw::new().view(view)?.scale(25.0)?.opacity(0.9)?;
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    picture.save("out/explosions.svg")?;
    println!("drawn in out/explosions.svg");
    Ok(())
}
