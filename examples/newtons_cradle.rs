//! Five balls hang side by side; the first is let go.
//!
//! `cargo run --release --example newtons_cradle` prints how high the balls rise in turn and draws out/newtons_cradle.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::cradle::{self, STRING};
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

const RATE: u16 = 60;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments(
        "Newton's cradle: prints how high the balls rise in turn, draws out/newtons_cradle.svg.",
    );
    let mut scene = Scene::new(SceneConfig::default())?;
    let balls = cradle::build(&mut scene)?;
    let height = |scene: &Scene, ball: usize| {
        scene.body(balls[ball]).map_or(0.0, |ball| ball.position().y + STRING)
    };
    let start = height(&scene, 0);

    // The first swings down, the last one up and back: one and a half seconds each.
    let (mut last, mut others, mut first) = (0.0_f32, 0.0_f32, 0.0_f32);
    let view = Aabb { min: Point::new(-2.2, -2.5), max: Point::new(3.2, 0.3) };
    let mut picture = SvgDraw::new().view(view)?.scale(120.0)?.opacity(0.9)?;
    for step in 0..3 * RATE {
        scene.step(1.0 / Real::from(RATE))?;
        if step < 3 * RATE / 2 {
            last = last.max(height(&scene, 4));
            if height(&scene, 4) > 0.5 * start {
                others = (0..4).map(|ball| height(&scene, ball)).fold(others, Real::max);
            }
        } else {
            first = first.max(height(&scene, 0));
        }
        if step == 7 * RATE / 6 {
            scene.debug_draw(&mut picture, DebugOptions::default())?;
        }
    }
    picture.save("out/newtons_cradle.svg")?;
    println!("drawn in out/newtons_cradle.svg");
    let mut verdict = Verdict::default();
    let part = |height: Real| f64::from(100.0 * height / start);
    verdict.at_least("the last ball rises", part(last), 99.0, "% as high as the first");
    verdict.at_most("the others rise meanwhile", part(others), 0.1, "%");
    verdict.at_least("the first ball rises again", part(first), 99.0, "%");
    Ok(verdict.exit_code())
}
