//! Three rooms with portals, and rocks in a world that wraps around.
//!
//! `cargo run --release --example portals` prints what went through in 20 seconds, and draws out/portals.svg and out/asteroids.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::portals::{asteroids, stage};
use umbra_scenes::verdict::Verdict;

const SECONDS: u32 = 20;
const DRAWN: u32 = 384;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments("Bodies go through portals; draws out/portals.svg and asteroids.svg.");
    let mut verdict = Verdict::default();
    rooms(&mut verdict)?;
    space(&mut verdict)?;
    Ok(verdict.exit_code())
}

/// The rooms: a ball keeps its height, and a chain its links.
fn rooms(verdict: &mut Verdict) -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let things = stage(&mut scene)?;
    let (mut throws, mut top, mut gap, mut was_left): (u32, Real, Real, bool) = (0, 0.0, 0.0, true);
    for step in 0..SECONDS * 60 {
        scene.step(1.0 / 60.0)?;
        let ball = scene.body(things.thrown)?.position();
        let is_left = ball.x < -1.2;
        throws += u32::from(is_left != was_left);
        was_left = is_left;
        // Of the last second.
        top = if step > (SECONDS - 4) * 60 { top.max(ball.y) } else { 0.0 };
        for joint in &things.joints {
            gap = gap.max(scene.joint(*joint)?.separation());
        }
        if step == DRAWN {
            draw(&scene, [[-12.6, -0.7], [12.6, 7.9]], 36.0, "out/portals.svg")?;
        }
    }
    println!("a ball that fell from 4.5 m was thrown {throws} times, in the end {top:.2} m high");
    println!("the joints of the chain opened by {:.2} mm at most", 1000.0 * gap);
    verdict.say((top - 4.5).abs() < 0.05, "the ball keeps its height");
    verdict.say(gap < 0.01, "the chain holds in both rooms");
    let end = scene.body(things.load)?.position();
    verdict.say(end.x > 9.0 && end.y < 6.5, "its end hangs in the other room");
    Ok(())
}

/// The rocks: their momentum is kept.
fn space(verdict: &mut Verdict) -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let rocks = asteroids(&mut scene)?;
    let momentum = |scene: &Scene| -> Result<Vector, umbra::Error> {
        let mut sum = Vector::zeros();
        for rock in &rocks {
            let rock = scene.body(*rock)?;
            sum += rock.velocity() * rock.mass();
        }
        Ok(sum)
    };
    let start = momentum(&scene)?;
    for step in 0..SECONDS * 60 {
        scene.step(1.0 / 60.0)?;
        if step == DRAWN {
            draw(&scene, [[-10.5, -6.4], [10.5, 6.4]], 36.0, "out/asteroids.svg")?;
        }
    }
    let off = (momentum(&scene)? - start).norm() / start.norm();
    println!("40 rocks kept their momentum to {:.4} %", 100.0 * off);
    verdict.say(off < 1e-3, "momentum is kept");
    Ok(())
}

fn draw(
    scene: &Scene,
    [min, max]: [[Real; 2]; 2],
    scale: Real,
    path: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: min.into(), max: max.into() };
    let mut picture = SvgDraw::new().view(view)?.scale(scale)?.opacity(0.9)?;
    let options = DebugOptions { view: Some(view), joints: false, ..DebugOptions::default() };
    scene.debug_draw(&mut picture, options)?;
    picture.save(path)?;
    println!("drawn in {path}");
    Ok(())
}
