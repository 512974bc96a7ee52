//! A small level of a platform game: cells with slopes, one-way platforms, a lift, a ferry, belts, crates, a door and coins.
//!
//! `cargo run --release --example platformer` plays it twice with a scripted player, prints a verdict on each thing that such
//! a game relies on, and draws the level and the player's way into out/platformer.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::verdict::Verdict;
use umbra_scenes::{examples, platformer};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments(
        "A level of a platform game, played twice by a scripted player; draws out/platformer.svg.",
    );
    let (report, again) = (platformer::play()?, platformer::play()?);
    draw(&report.trail)?;
    let mut verdict = Verdict::default();
    report.judge(&mut verdict);
    let is_same = (report.goal, report.hash) == (again.goal, again.hash);
    verdict.say(is_same, &format!("a second run ends in the same state, {:016x}", report.hash));
    Ok(verdict.exit_code())
}

/// What stands beside the things of the level.
const LABELS: [(Real, Real, &str); 13] = [
    (12.2, 4.8, "45 degrees"),
    (19.0, 4.2, "1 in 2"),
    (25.6, 4.3, "halves"),
    (31.6, 2.8, "crates"),
    (37.6, 5.2, "one-way cells"),
    (45.0, 1.15, "belt"),
    (55.2, 4.0, "opens the door"),
    (73.4, 5.0, "lift"),
    (62.5, 6.3, "ferry"),
    (49.2, 10.2, "one-way shelf"),
    (36.8, 6.0, "belt of cells"),
    (2.0, 10.0, "goal"),
    (4.6, 2.6, "coins"),
];

/// The level as it is at first, and the way through it.
fn draw(trail: &[Point]) -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::new(SceneConfig::default())?;
    platformer::build(&mut scene)?;
    let view = Aabb::new([-0.2, -0.2], [78.2, 11.7])?;
    let mut picture = SvgDraw::new().view(view)?.scale(20.0)?;
    scene.debug_draw(&mut picture, DebugOptions::default())?;
    for ends in examples::corners(trail).windows(2) {
        picture.segment(ends[0], ends[1], DebugColor::hex(0xd06060));
    }
    let moves = [([47.0, 1.25], [4.0, 0.0]), ([41.0, 7.25], [-4.0, 0.0])];
    let ways = [([75.5, 2.0], [0.0, 5.0]), ([66.0, 7.25], [-6.0, 0.0])];
    for (from, along) in moves.into_iter().chain(ways) {
        picture.arrow(from.into(), along.into(), DebugColor::hex(0x4060a0));
    }
    for (x, y, label) in LABELS {
        picture.text(Point::new(x, y), label, DebugColor::hex(0x303030));
    }
    picture.save("out/platformer.svg")?;
    println!("drawn in out/platformer.svg");
    Ok(())
}
