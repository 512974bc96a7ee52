//! A car drives over bumpy ground.
//!
//! `cargo run --release --example car` prints how far it came in 10 seconds at 60 and at 120 steps per second, and draws
//! out/car.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

const SECONDS: u32 = 10;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments(
        "A car drives over bumpy ground at 60 and at 120 steps per second; draws out/car.svg.",
    );
    let mut ways = vec![];
    for rate in [60, 120] {
        let mut scene = Scene::new(SceneConfig::default())?;
        ground(&mut scene)?;
        let car = car(&mut scene)?;
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

/// Waves that grow along the way.
fn ground(scene: &mut Scene) -> Result<(), umbra::Error> {
    let road = (-40..400_i16).map(|i| {
        let x = 0.5 * Real::from(i);
        let height = 0.004 * x.clamp(0.0, 80.0);
        Point::new(x, height * ((0.7 * x).sin() + (0.31 * x).sin()))
    });
    let ground = scene.add_body(Body::fixed())?;
    scene.add_collider(ground, Collider::chain(road).friction(1.0))?;
    Ok(())
}

/// A chassis on two sprung wheels, of which the rear one drives.
fn car(scene: &mut Scene) -> Result<BodyKey, umbra::Error> {
    let chassis = scene.add_body(Body::dynamic().position([0.0, 0.9]))?;
    let body = [[-1.3, -0.2], [1.3, -0.2], [1.3, 0.1], [0.4, 0.5], [-0.9, 0.5], [-1.3, 0.1]];
    scene.add_collider(chassis, Collider::polygon(body).mass(800.0))?;
    for (x, drives) in [(-0.9, true), (0.9, false)] {
        let wheel = scene.add_body(Body::dynamic().position([x, 0.4]))?;
        scene.add_collider(wheel, Collider::circle(0.38).mass(30.0).friction(1.2))?;
        let axle =
            Joint::wheel(chassis, wheel, [x, 0.4], [0.0, 1.0]).spring(2.5, 0.7).limits(-0.25, 0.25);
        let axle = if drives { axle.motor(-16.0, 900.0) } else { axle };
        scene.add_joint(axle)?;
    }
    Ok(chassis)
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
