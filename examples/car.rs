//! Cars: one made by hand on waves, one of `umbra::vehicle` on a course, and one seen from above.
//!
//! `cargo run --release --example car` prints how far they came at 60 and at 120 steps per second, and draws out/car.svg,
//! out/vehicle.svg and out/top-down.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra::vehicle::Controls;
use umbra_scenes::verdict::Verdict;
use umbra_scenes::{car, examples, vehicles};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const SECONDS: u32 = 10;

fn main() -> Result<ExitCode> {
    examples::no_arguments(
        "Cars on waves, on a course and seen from above, at 60 and at 120 steps per second; draws out/car.svg, \
         out/vehicle.svg and out/top-down.svg.",
    );
    let mut verdict = Verdict::default();
    by_hand(&mut verdict)?;
    on_the_course(&mut verdict)?;
    from_above(&mut verdict)?;
    Ok(verdict.exit_code())
}

fn by_hand(verdict: &mut Verdict) -> Result<()> {
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
            let end = trail.last().copied().unwrap_or_default();
            let view = Aabb { min: end - Vector::new(14.0, 3.0), max: end + Vector::new(6.0, 4.0) };
            draw(&scene, &trail, view, 50.0, "out/car.svg")?;
        }
        ways.push(f64::from(way));
    }
    verdict.at_most("difference", 100.0 * (ways[1] / ways[0] - 1.0).abs(), 2.0, "%");
    verdict.at_least("way", ways[0], 50.0, "m");
    Ok(())
}

/// The car of `umbra::vehicle`: over waves, up 30 degrees, and down from a ramp onto its wheels.
fn on_the_course(verdict: &mut Verdict) -> Result<()> {
    let mut ways = vec![];
    for rate in [60, 120] {
        let dt = 1.0 / rate as Real;
        let mut scene = Scene::new(SceneConfig::default())?;
        let mut car = vehicles::side(&mut scene)?;
        let (mut trail, mut in_the_air, mut drawn) = (vec![], 0, false);
        for _ in 0..18 * rate {
            let place = scene.body(car.chassis())?.position();
            let throttle = if place.x < vehicles::EDGE { vehicles::THROTTLE } else { 0.0 };
            car.drive(&mut scene, Controls { throttle, ..Controls::default() }, dt)?;
            scene.step(dt)?;
            trail.push(scene.body(car.chassis())?.position());
            let touches = car.wheels(&scene)?.iter().any(|wheel| wheel.contact);
            in_the_air += u32::from(place.x > vehicles::EDGE && !touches);
            if rate == 60 && !drawn && place.x > vehicles::EDGE + 2.5 {
                let view = Aabb { min: Point::new(30.0, -0.5), max: Point::new(100.0, 13.0) };
                draw(&scene, &trail, view, 14.0, "out/vehicle.svg")?;
                drawn = true;
            }
        }
        let chassis = scene.body(car.chassis())?;
        let way = chassis.position().x;
        println!("the course: {way:.2} m at {rate} steps per second");
        if rate == 60 {
            verdict.at_least("in the air", f64::from(in_the_air as Real * dt), 0.3, "s");
            let lands = car.wheels(&scene)?.iter().all(|wheel| wheel.contact);
            verdict.say(lands && chassis.angle().abs() < 0.2, "it lands on its wheels");
        }
        ways.push(f64::from(way));
    }
    verdict.at_least("way", ways[0], f64::from(vehicles::EDGE), "m");
    verdict.at_most("difference", 100.0 * (ways[1] / ways[0] - 1.0).abs(), 2.0, "%");
    Ok(())
}

/// The car seen from above: it follows its wheels through two bends, and comes around with the handbrake.
fn from_above(verdict: &mut Verdict) -> Result<()> {
    let mut ends = vec![];
    for rate in [60, 120] {
        let dt = 1.0 / rate as Real;
        let config = SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() };
        let mut scene = Scene::new(config)?;
        let mut car = vehicles::above(&mut scene, 12.0)?;
        let (mut trail, mut poses, mut drift): (Vec<Point>, _, Real) = (vec![], vec![], 0.0);
        let mut before_the_drift = Point::origin();
        for step in 0..9 * rate {
            let time = step as Real * dt;
            car.drive(&mut scene, vehicles::stunt(time), dt)?;
            scene.step(dt)?;
            let velocity = car.velocity(&scene)?;
            if velocity.norm() > 3.0 {
                drift = drift.max(velocity.y.abs() / velocity.norm());
            }
            trail.push(scene.body(car.body())?.position());
            if step % 20 == 0 {
                poses.push(scene.body(car.body())?.pose());
            }
            if time < 4.2 {
                before_the_drift = scene.body(car.body())?.position();
            }
        }
        if rate == 60 {
            verdict.at_least("drift, sideways by all of its speed", drift, 0.5, "");
            let stands = scene.body(car.body())?.velocity().norm();
            verdict.at_most("speed at the end", stands, 0.01, "m/s");
            let all = Aabb::around(trail.iter().copied()).grown(4.0);
            let mut picture = SvgDraw::new().view(all)?.scale(8.0)?.opacity(0.9)?;
            poses.iter().for_each(|pose| outline(&mut picture, pose));
            finish(&scene, picture, &trail, all, "out/top-down.svg")?;
        }
        ends.push(before_the_drift);
    }
    let apart = (ends[0] - ends[1]).norm() / ends[0].coords.norm();
    verdict.at_most("difference before the drift", 100.0 * apart, 2.0, "%");
    Ok(())
}

fn draw(scene: &Scene, trail: &[Point], view: Aabb, scale: Real, path: &str) -> Result<()> {
    finish(scene, SvgDraw::new().view(view)?.scale(scale)?.opacity(0.9)?, trail, view, path)
}

/// Draws a way, and the scene over it.
fn finish(
    scene: &Scene,
    mut picture: SvgDraw,
    trail: &[Point],
    view: Aabb,
    path: &str,
) -> Result<()> {
    for ends in trail.windows(2) {
        picture.segment(ends[0], ends[1], DebugColor::hex(0xe0b0b0));
    }
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    picture.save(path)?;
    println!("drawn in {path}");
    Ok(())
}

/// Where a car was.
fn outline(picture: &mut SvgDraw, pose: &Pose) {
    let corners = [[2.1, 0.9], [-2.1, 0.9], [-2.1, -0.9], [2.1, -0.9]];
    let corners = corners.map(|corner| pose * Point::from(corner));
    for (i, corner) in corners.iter().enumerate() {
        picture.segment(*corner, corners[(i + 1) % 4], DebugColor::hex(0xc8c8d0));
    }
}
