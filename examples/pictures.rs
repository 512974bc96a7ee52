//! Colliders from pictures: a level, a wall with a heart cut out of it, and bodies, all from
//! drawings made of letters.
//!
//! `cargo run --release --example pictures` prints what came to rest, and draws out/pictures.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::build::{MaskSettings, Outlines, outlines_from_mask_with};
use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

/// Ground with a cave, half a metre to a letter.
const LEVEL: &str = "\
#...............................................
##..............................................
###............................................#
####..........................................##
#####........................................###
######.....................................#####
########...............................#########
##########.........................#############
############....................################
##############..............####################
#################.......########################
########...#####################.......#########
######.......#################............######
######...........##########..............#######
#######..................................#######
##########........................##############
################################################";

const HEART: &str = "\
..####...####..
.######.######.
###############
###############
.#############.
..###########..
...#########...
....#######....
.....#####.....
......###......
.......#.......";

const RING: &str = "\
...######...
..########..
.####..####.
###......###
###......###
##........##
##........##
###......###
###......###
.####..####.
..########..
...######...";

const GHOST: &str = "\
....#####....
..#########..
.###########.
.###########.
###..###..###
##....#....##
##....#....##
###..###..###
#############
#############
#############
#############
##.###.###.##
#...#...#...#";

/// Outlines of a drawing in which `#` is solid.
fn outlines(drawing: &str, settings: &MaskSettings) -> Result<Outlines, umbra::Error> {
    let rows: Vec<&[u8]> = drawing.lines().map(str::as_bytes).collect();
    let width = rows.first().map_or(0, |row| row.len());
    let alpha = |x: usize, y: usize| if rows[y].get(x) == Some(&b'#') { 1.0 } else { 0.0 };
    outlines_from_mask_with([width, rows.len()], alpha, settings)
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments("Colliders from pictures; draws out/pictures.svg.");
    let mut scene = Scene::new(SceneConfig::default())?;
    let level = MaskSettings { pixel_size: 0.5, ..MaskSettings::default() };
    let level = outlines(LEVEL, &level)?;
    println!("The level has {} outlines.", level.outlines.len());
    scene.add(Body::fixed(), level.terrain())?;

    let sprite = |pixel_size: Real| MaskSettings {
        pixel_size,
        origin: [0.5, 0.5],
        ..MaskSettings::default()
    };
    let heart = outlines(HEART, &sprite(0.12))?;
    let wall = scene.add(
        Body::fixed().position([12.0, 7.2]),
        [Collider::cuboid(2.2, 0.9), Collider::cuboid(0.3, 1.4).at([0.0, -2.2])],
    )?;
    let pieces = heart.carve_body(&mut scene, wall, pose([12.0, 7.25], 0.0))?;
    println!("The wall is {} piece with a heart cut out.", pieces.len());

    let mut bodies = vec![];
    let ghost = outlines(GHOST, &sprite(0.12))?;
    for (x, angle) in [(8.0, 0.3), (15.5, -0.5), (17.5, 0.8)] {
        let ghost = ghost.concave()?.into_iter().map(|it| it.friction(0.8));
        bodies.push(scene.add(Body::dynamic().position([x, 9.0]).angle(angle), ghost)?);
    }
    let ring = outlines(RING, &sprite(0.12))?;
    for x in [6.0, 19.0] {
        let rolling = ring.concave()?.into_iter().map(|it| it.rolling_resistance(0.02));
        bodies.push(scene.add(Body::dynamic().position([x, 8.5]), rolling)?);
    }
    for x in [4.5, 7.0, 17.5] {
        // In the cave, as convex hulls.
        let body = Body::dynamic().position([x, 2.2]).angle(0.2 * x);
        bodies.push(scene.add(body, outlines(HEART, &sprite(0.06))?.convex()?)?);
    }
    for step in 0..1200 {
        scene.step(1.0 / 60.0)?;
        if step == 300 {
            draw(&scene)?;
        }
    }
    let mut verdict = Verdict::default();
    let lowest = bodies.iter().filter_map(|key| scene.body(*key).ok());
    let lowest = lowest.map(|it| it.position().y).fold(Real::MAX, Real::min);
    verdict.at_least("lowest body", lowest, 0.5, "m");
    let awake = scene.stats().awake_bodies;
    verdict.say(awake == 0, &format!("{awake} bodies are awake after 20 s"));
    verdict.say(pieces == [wall], "the wall is in one piece");
    Ok(verdict.exit_code())
}

fn draw(scene: &Scene) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: Point::new(-0.2, -0.2), max: Point::new(24.2, 9.2) };
    let mut picture = SvgDraw::new().view(view)?.scale(36.0)?.opacity(0.9)?;
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    picture.save("out/pictures.svg")?;
    println!("drawn in out/pictures.svg");
    Ok(())
}
