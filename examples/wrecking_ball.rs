//! A ball of a thousand times the mass of a link hangs on a chain of 60 and swings into a wall.
//!
//! `cargo run --release --example wrecking_ball` prints how far the chain stretched and draws out/wrecking_ball.svg.
//! `--rows` solves the joints one by one, and the chain falls apart.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

const LINKS: u16 = 60;
/// The length of a link.
const LINK: Real = 0.2;
const LENGTH: Real = 12.0;
const DT: Real = 1.0 / 60.0;
const SECONDS: u16 = 12;
const USAGE: &str = "usage: wrecking_ball [--rows]
  --rows: solves the joints one by one";

struct Chain {
    joints: Vec<JointKey>,
    ball: BodyKey,
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::help(USAGE);
    let rows = std::env::args().skip(1).any(|argument| argument == "--rows");
    let joints = if rows { JointSolving::Rows } else { JointSolving::Auto };
    let solver = SolverConfig { joints, ..SolverConfig::default() };
    let mut scene = Scene::new(SceneConfig { solver, ..SceneConfig::default() })?;
    let floor = scene.add_body(Body::fixed())?;
    let ground = Collider::cuboid(40.0, 1.0).offset(Pose::new([0.0, -1.0].into(), 0.0));
    scene.add_collider(floor, ground)?;
    let chain = hang(&mut scene, floor)?;
    let bricks = wall(&mut scene)?;

    let (mut reach, mut gap, mut picture) = (0.0_f32, 0.0_f32, SvgDraw::new());
    let view = Aabb { min: Point::new(-15.0, -1.0), max: Point::new(13.0, 16.0) };
    picture = picture.view(view)?.scale(40.0)?.opacity(0.9)?;
    let mut trail = vec![];
    for step in 0..SECONDS * 60 {
        scene.step(DT)?;
        let ball = scene.body(chain.ball).map(|ball| ball.position()).unwrap_or_default();
        trail.push(ball);
        reach = reach.max((ball - Point::new(0.0, 15.0)).norm());
        let gaps = chain.joints.iter().filter_map(|key| scene.joint(*key));
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
        scene.body(*key).is_some_and(|brick| (brick.position() - at).norm() > 0.5)
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
        .filter_map(|key| scene.body(key))
        .all(|body| body.position().coords.norm() < 40.0);
    verdict.say(thrown, "nothing flew away");
    Ok(verdict.exit_code())
}

/// The chain, held out to the left at a third of a right angle above the level.
fn hang(scene: &mut Scene, floor: BodyKey) -> Result<Chain, umbra::Error> {
    let top = Point::new(0.0, 15.0);
    let along = Rotation::new(core::f32::consts::PI * 0.95) * Vector::new(1.0, 0.0);
    let (mut before, mut joints) = (floor, vec![]);
    for i in 0..LINKS {
        let is_ball = i + 1 == LINKS;
        let start = top + along * (LINK * Real::from(i));
        // The ball's centre is where its link would end.
        let center = if is_ball { start + along * LINK } else { start + along * (0.5 * LINK) };
        let body = Body::dynamic().position(center).angle(along.y.atan2(along.x));
        let link = scene.add_body(body)?;
        // Links do not touch the wall, or one another.
        let filter = Filter { category: 2, mask: 0, ..Filter::default() };
        let collider = if is_ball {
            Collider::circle(0.9).mass(1000.0)
        } else {
            Collider::rounded_cuboid(0.5 * LINK, 0.04, 0.03).mass(1.0).filter(filter)
        };
        scene.add_collider(link, collider)?;
        joints.push(scene.add_joint(Joint::revolute(before, link, start))?);
        before = link;
    }
    Ok(Chain { joints, ball: before })
}

/// Boxes in a wall of ten layers, and where they were.
fn wall(scene: &mut Scene) -> Result<Vec<(BodyKey, Point)>, umbra::Error> {
    let mut bricks = vec![];
    for layer in 0..10_u8 {
        for column in 0..5_u8 {
            let shift = if layer % 2 == 0 { 0.0 } else { 0.4 };
            let x = 2.0 + 0.8 * Real::from(column) + shift;
            let at = Point::new(x, 0.25 + 0.5 * Real::from(layer));
            let brick = scene.add_body(Body::dynamic().position(at))?;
            scene.add_collider(brick, Collider::cuboid(0.4, 0.25).density(50.0))?;
            bricks.push((brick, at));
        }
    }
    Ok(bricks)
}
