//! A ball of a thousand times the mass of a link hangs on a chain of 60 and swings into a wall.
//!
//! `cargo run --release --example wrecking_ball` prints how far the chain stretched and draws out/wrecking_ball.svg.
//! `--rows` solves the joints one by one, and the chain falls apart.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;
use umbra_scenes::wrecking_ball::{self, WreckingBall};

/// How long the chain is.
const LENGTH: Real = 12.0;
const DT: Real = 1.0 / 60.0;
const SECONDS: u16 = 12;
const USAGE: &str = "usage: wrecking_ball [--rows]
  --rows: solves the joints one by one";

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::help(USAGE);
    let rows = std::env::args().skip(1).any(|argument| argument == "--rows");
    let joints = if rows { JointSolving::Rows } else { JointSolving::Auto };
    let solver = SolverConfig { joints, ..SolverConfig::default() };
    let mut scene = Scene::new(SceneConfig { solver, ..SceneConfig::default() })?;
    let WreckingBall { joints, ball, bricks } = wrecking_ball::build(&mut scene)?;

    let (mut reach, mut gap, mut picture) = (0.0_f32, 0.0_f32, SvgDraw::new());
    let view = Aabb { min: Point::new(-15.0, -1.0), max: Point::new(13.0, 16.0) };
    picture = picture.view(view)?.scale(40.0)?.opacity(0.9)?;
    let mut trail = vec![];
    for step in 0..SECONDS * 60 {
        scene.step(DT)?;
        let at = scene.body(ball).map(|ball| ball.position()).unwrap_or_default();
        trail.push(at);
        reach = reach.max((at - Point::new(0.0, 15.0)).norm());
        let gaps = joints.iter().filter_map(|key| scene.joint(*key).ok());
        gap = gaps.map(|joint| joint.separation()).fold(gap, Real::max);
        if step == 175 {
            for ends in trail.windows(2) {
                picture.segment(ends[0], ends[1], DebugColor::hex(0xe0b0b0));
            }
            scene.debug_draw(&mut picture, DebugOptions::default())?;
        }
    }
    picture.save("out/wrecking_ball.svg")?;

    let hit = bricks.iter().filter(|(key, at)| {
        scene.body(*key).is_ok_and(|brick| (brick.position() - at).norm() > 0.5)
    });
    println!(
        "{} of {} bricks were knocked down; drawn in out/wrecking_ball.svg",
        hit.count(),
        bricks.len()
    );
    let mut verdict = Verdict::default();
    verdict.at_most("stretch", 100.0 * (reach / LENGTH - 1.0), 0.1, "%");
    verdict.at_most("widest gap of a joint", 1000.0 * gap, 20.0, "mm");
    let thrown = scene
        .bodies()
        .filter_map(|key| scene.body(key).ok())
        .all(|body| body.position().coords.norm() < 40.0);
    verdict.say(thrown, "nothing flew away");
    Ok(verdict.exit_code())
}
