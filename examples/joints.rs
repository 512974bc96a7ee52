//! One of each of the 15 kinds of joints, side by side.
//!
//! `cargo run --release --example joints` prints how far each joint gave way in 10 seconds, draws all of them after
//! 3 seconds into `out/joints.svg`, and each alone into `out/joints/KIND.svg`: the pictures of the guide.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::joints::{self, CELL, Cell};
use umbra_scenes::verdict::Verdict;

const STEPS_PER_SECOND: u16 = 60;
/// When the picture is taken, in steps.
const PICTURE: u16 = 3 * STEPS_PER_SECOND;
const END: u16 = 10 * STEPS_PER_SECOND;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments(
        "One of each kind of joint at work: prints how far they give way, draws out/joints.svg and out/joints/KIND.svg.",
    );
    let dt = 1.0 / Real::from(STEPS_PER_SECOND);
    let mut scene = Scene::new(SceneConfig::default())?;
    let cells = joints::fill(&mut scene)?;
    let mut trails: Vec<Vec<Point>> = vec![vec![]; cells.len()];
    let mut most = vec![[0.0_f32; 2]; cells.len()];

    for step in 0..END {
        for ((cell, trail), most) in cells.iter().zip(&mut trails).zip(&mut most) {
            if step <= PICTURE && step.is_multiple_of(3) {
                trail.extend(cell.tracked_point(&scene));
            }
            if let Ok(joint) = scene.joint(cell.joint) {
                *most = [most[0].max(joint.separation()), most[1].max(joint.angular_separation())];
            }
        }
        if step == PICTURE {
            draw(&scene, &cells, &trails)?;
        }
        joints::drive(&mut scene, Real::from(step + 1) * dt)?;
        scene.step(dt)?;
    }

    let mut verdict = Verdict::default();
    println!("       joint        after 10 s     at most in 10 s");
    for ((index, cell), most) in (1..).zip(&cells).zip(most) {
        let Ok(joint) = scene.joint(cell.joint) else { continue };
        let gap = joint.separation();
        let row = format!(
            "{index:2} {:10} {:8.3} mm {:8.3} mm {:7.3} degrees",
            cell.name,
            1000.0 * gap,
            1000.0 * most[0],
            most[1].to_degrees()
        );
        // The target follows its place as a spring does.
        verdict.say(gap < if cell.name == "target" { 0.05 } else { 0.005 }, &row);
    }
    println!("drawn in out/joints.svg");
    Ok(verdict.exit_code())
}

fn draw(
    scene: &Scene,
    cells: &[Cell],
    trails: &[Vec<Point>],
) -> Result<(), Box<dyn std::error::Error>> {
    let all = cells.iter().fold(Aabb::EMPTY, |all, cell| all.union(&cell.view()));
    let mut together = SvgDraw::new().view(all.grown(0.25))?.scale(50.0)?.opacity(0.9)?;
    for ((index, cell), trail) in (1..).zip(cells).zip(trails) {
        let mut alone = SvgDraw::new().view(cell.view())?.scale(50.0)?.opacity(0.9)?;
        let options = DebugOptions { view: Some(cell.view()), ..DebugOptions::default() };
        for picture in [&mut alone, &mut together] {
            for ends in trail.windows(2) {
                picture.segment(ends[0], ends[1], DebugColor::hex(0xe0b0b0));
            }
            scene.debug_draw(picture, options)?;
        }
        let caption = cell.center - Vector::new(0.0, CELL[1] + 0.2);
        together.text(caption, &format!("{index} {}", cell.name), DebugColor::hex(0x22223b));
        alone.save(format!("out/joints/{}.svg", cell.name))?;
    }
    together.save("out/joints.svg")?;
    Ok(())
}
