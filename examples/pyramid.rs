//! A pyramid that is hit by three balls, as a picture that moves.
//!
//! `cargo run --release --example pyramid` writes `out/pyramid.svg`, which any browser plays in a loop. It shows how
//! to read poses after each step: the picture is written from them alone.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::fmt::Write as _;

use umbra::prelude::*;
use umbra_scenes::shots::{self, BALL, GROUND, HALF, Shots};

const DT: f32 = 1.0 / 60.0;
const SECONDS: u32 = 7;
/// A picture is taken every third step.
const STEPS_PER_FRAME: u32 = 3;
/// What the picture shows, in metres: from -WIDTH to WIDTH, from 0 to HEIGHT.
const WIDTH: f32 = 13.0;
const HEIGHT: f32 = 8.5;
/// Pixels per metre.
const SCALE: f32 = 30.0;

/// A body and its poses, frame by frame: x and y in pixels, angle in degrees, clockwise.
struct Actor {
    body: BodyKey,
    markup: String,
    track: Vec<[f32; 3]>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    umbra_scenes::examples::no_arguments(
        "A pyramid is hit by three balls: writes a picture that moves, out/pyramid.svg.",
    );
    let mut scene = Scene::new(SceneConfig::default())?;
    let mut actors = actors(&shots::build(&mut scene)?);
    for step in 0..SECONDS * 60 {
        shots::shoot(&mut scene, step)?;
        if step % STEPS_PER_FRAME == 0 {
            for actor in &mut actors {
                let Ok(body) = scene.body(actor.body) else { continue };
                actor.track.push(frame(&body, actor.track.last()));
            }
        }
        scene.step(DT)?;
    }

    let picture = picture(&actors)?;
    std::fs::create_dir_all("out")?;
    std::fs::write("out/pyramid.svg", &picture)?;
    let stats = scene.stats();
    println!("{} bodies, {} of them awake in the end", stats.moving_bodies, stats.awake_bodies);
    println!("{} bytes in out/pyramid.svg", picture.len());
    Ok(())
}

/// The boxes, coloured by rows, and the balls.
fn actors(shots: &Shots) -> Vec<Actor> {
    let colors = ["#5b9bd5", "#6d8fd1", "#8a7cc4", "#b06fae", "#d06a8c", "#e4756a", "#f2a541"];
    let brick = |(body, row): &(BodyKey, u16)| {
        let color = colors[usize::from(*row).min(colors.len() - 1)];
        let (from, side) = (-HALF * SCALE + 0.5, 2.0 * HALF * SCALE - 1.0);
        let markup = format!(
            "<rect x=\"{from}\" y=\"{from}\" width=\"{side}\" height=\"{side}\" rx=\"2\" fill=\"{color}\"/>"
        );
        Actor { body: *body, markup, track: vec![] }
    };
    let ball = |body: &BodyKey| Actor { body: *body, markup: disc(), track: vec![] };
    shots.boxes.iter().map(brick).chain(shots.balls.iter().map(ball)).collect()
}

/// A ball, with a line that shows how it turns.
fn disc() -> String {
    let r = BALL * SCALE;
    format!("<circle r=\"{r}\" fill=\"#33415c\"/><path d=\"M0 0H{r}\" stroke=\"#fff\"/>")
}

/// Where a body is in the picture. Angles go on beyond half a turn, so that nothing spins back between two frames.
fn frame(body: &BodyRef<'_>, before: Option<&[f32; 3]>) -> [f32; 3] {
    let (x, y) = (body.position().x + WIDTH, HEIGHT - body.position().y);
    let angle = -body.angle().to_degrees();
    let turns = before.map_or(0.0, |before| ((before[2] - angle) / 360.0).round());
    [x * SCALE, y * SCALE, angle + 360.0 * turns]
}

/// All poses as keyframes of CSS. What can be drawn straight between two others is left out.
fn picture(actors: &[Actor]) -> Result<String, std::fmt::Error> {
    let (width, height) = (2.0 * WIDTH * SCALE, HEIGHT * SCALE);
    let (top, ground) = (height - GROUND * SCALE, GROUND * SCALE);
    let (mut styles, mut shapes) = (String::new(), String::new());
    for (index, Actor { markup, track, .. }) in actors.iter().enumerate() {
        let kept = simplified(track);
        let place = |frame: usize| {
            let [x, y, angle] = track[frame].map(|number| (number * 10.0).round() / 10.0 + 0.0);
            (x, y, angle)
        };
        write!(styles, "@keyframes k{index}{{")?;
        for frame in &kept {
            let (x, y, angle) = place(*frame);
            let percent = 100.0 * *frame as f32 / (track.len() - 1) as f32;
            write!(styles, "{percent:.2}%{{transform:translate({x}px,{y}px)rotate({angle}deg)}}")?;
        }
        writeln!(styles, "}}#b{index}{{animation-name:k{index}}}")?;
        // Where nothing moves, the picture shows how it began.
        let (x, y, angle) = place(0);
        writeln!(
            shapes,
            "<g id=\"b{index}\" transform=\"translate({x} {y})rotate({angle})\">{markup}</g>"
        )?;
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <style>g{{animation:{SECONDS}s linear infinite}}\n{styles}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/>\n\
         <rect y=\"{top}\" width=\"{width}\" height=\"{ground}\" fill=\"#9aa0a6\"/>\n\
         {shapes}</svg>\n"
    ))
}

/// The frames that are needed so that straight motion between them is off by less than half a pixel or a degree.
fn simplified(track: &[[f32; 3]]) -> Vec<usize> {
    let mut kept = vec![0];
    let mut last = 0;
    for end in 1..track.len() {
        let straight = (last + 1..end).all(|frame| {
            let part = (frame - last) as f32 / (end - last) as f32;
            let off = |axis: usize| {
                let between = track[last][axis] + part * (track[end][axis] - track[last][axis]);
                (between - track[frame][axis]).abs()
            };
            off(0) < 0.5 && off(1) < 0.5 && off(2) < 1.0
        });
        if !straight {
            last = end - 1;
            kept.push(last);
        }
    }
    kept.push(track.len() - 1);
    kept
}
