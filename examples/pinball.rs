//! A pinball table: a game of three balls, and 10,000 balls shot at a flipper.
//!
//! `cargo run --release --example pinball` prints the score and how many balls came through the flipper, and draws
//! out/pinball.svg with the way of the first ball.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::flippers::{Flipper, Tally};
use umbra_scenes::pinball::{self, Score};
use umbra_scenes::verdict::Verdict;

const DT: Real = 1.0 / 60.0;
/// A game that lasts longer is given up, in steps.
const LONGEST: u32 = 10 * 60 * 60;
/// When the picture is taken, if the first ball is not lost before.
const PICTURE: u32 = 900;
const SHOTS: u32 = 10_000;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments(
        "Plays pinball and shoots 10,000 balls at a flipper: prints what happened, draws out/pinball.svg.",
    );
    let mut picture = SvgDraw::new().view(pinball::VIEW)?.scale(900.0)?;
    let (score, steps, hash) = game(Some(&mut picture))?;
    let again = game(None)?;
    picture.save("out/pinball.svg")?;
    println!(
        "{} points with {} balls in {:.0} s; drawn in out/pinball.svg\n",
        score.points,
        score.lost,
        f64::from(steps) / 60.0
    );

    let mut verdict = Verdict::default();
    verdict.say(score.is_over(), "the game comes to its end");
    verdict.at_least("points", score.points as f64, 1000.0, "");
    verdict.say(again == (score, steps, hash), "a second game is the same to the last bit");

    let (mut passed, mut passed_without) = (0, 0);
    println!("\n{SHOTS} balls, 0.5 to 20 m/s, at a flipper that swings at 20 rad/s:");
    println!(
        "flipper                 continuous   passed  touched  came back  widest gap of the pivot"
    );
    for (name, size, mass, continuous) in [
        ("7.5 cm, 1 kg", 1.0, 1.0, Continuous::Fixed),
        ("7.5 cm, 0.2 kg", 1.0, 0.2, Continuous::Fixed),
        ("75 cm, all times ten", 10.0, 1.0, Continuous::Fixed),
        ("7.5 cm, 1 kg", 1.0, 1.0, Continuous::Off),
    ] {
        let build = Flipper { size, mass, ..Flipper::new(1.0) };
        let tally =
            Tally::run(build, SceneConfig { continuous, ..SceneConfig::default() }, 0..SHOTS)?;
        println!(
            "{name:22}  {:10}  {:7}  {:7}  {:9}  {:.2} of the ball's radius",
            format!("{continuous:?}"),
            tally.passed.len(),
            tally.touched,
            tally.returned,
            tally.gap
        );
        let count = if continuous == Continuous::Off { &mut passed_without } else { &mut passed };
        *count += tally.passed.len() as u32;
    }
    println!();
    verdict.at_most("came through with continuous collision", passed, 0.0, "balls");
    verdict.at_least("came through without", passed_without, 1000.0, "balls");
    Ok(verdict.exit_code())
}

/// Plays a game: its score, how many steps it took, and the hash of the state at its end.
fn game(
    mut picture: Option<&mut SvgDraw>,
) -> Result<(Score, u32, u64), Box<dyn std::error::Error>> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let ball = pinball::build(&mut scene)?;
    let mut trail = vec![];
    for step in 0..LONGEST {
        pinball::play(&mut scene, step)?;
        let score = Score::read(&scene);
        if let Some(picture) = picture.take_if(|_| score.lost > 0 || step == PICTURE) {
            for ends in trail.windows(2) {
                picture.segment(ends[0], ends[1], DebugColor::hex(0xe0a0a0));
            }
            scene.debug_draw(picture, DebugOptions::default())?;
        }
        if score.is_over() {
            return Ok((score, step, scene.state_hash()));
        }
        scene.step(DT)?;
        trail.push(scene.body(ball).map(|ball| ball.position()).unwrap_or_default());
    }
    Ok((Score::read(&scene), LONGEST, scene.state_hash()))
}
