//! A truck drives over a bridge of 30 planks.
//!
//! `cargo run --release --example bridge` prints how far the joints gave way and draws out/bridge.svg. With
//! `--break FORCE` a joint breaks at that force in newtons; 12,000 is too little for the truck.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

const PLANKS: u16 = 30;
/// What a plank weighs; the truck weighs twenty times as much.
const PLANK: Real = 10.0;
/// How far its middle hangs.
const BOW: Real = 1.5;
const DT: Real = 1.0 / 60.0;
const STEPS: u32 = 20 * 60;
const USAGE: &str = "usage: bridge [--break FORCE]
  FORCE: newtons at which a joint breaks";

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::help(USAGE);
    let break_force = arguments().unwrap_or_else(|message| {
        eprintln!("{message}\n{USAGE}");
        std::process::exit(2);
    });
    let mut scene = Scene::new(SceneConfig::default())?;
    let joints = bridge(&mut scene, break_force)?;
    let truck = truck(&mut scene)?;

    let (mut gap, mut most_force, mut broken) = (0.0_f32, 0.0_f32, 0);
    let view = Aabb { min: Point::new(-22.0, -8.0), max: Point::new(22.0, 4.0) };
    let (mut picture, mut drawn) = (SvgDraw::new().view(view)?.scale(30.0)?, false);
    for step in 0..STEPS {
        scene.step(DT)?;
        for event in scene.joint_events() {
            if let JointEvent::Broken { joint, force, .. } = event {
                let number =
                    joints.iter().position(|key| key == joint).map_or(0, |index| index + 1);
                println!("joint {number} broke in step {step} at {:.0} N", force.norm());
                broken += 1;
            }
        }
        for joint in joints.iter().filter_map(|key| scene.joint(*key)) {
            gap = gap.max(joint.separation());
            most_force = most_force.max(joint.reaction_force().norm());
        }
        let is_half_way = scene.body(truck).is_some_and(|truck| truck.position().x > 2.0);
        if !drawn && (is_half_way || step + 1 == STEPS) {
            scene.debug_draw(&mut picture, DebugOptions::default())?;
            drawn = true;
        }
    }
    picture.save("out/bridge.svg")?;
    println!("drawn in out/bridge.svg; the greatest force was {most_force:.0} N");

    let mut verdict = Verdict::default();
    let x = scene.body(truck).map_or(0.0, |truck| truck.position().x);
    match break_force {
        None => {
            verdict.at_most("widest gap of a joint", 1000.0 * gap, 10.0, "mm");
            verdict.at_least("the truck comes to", x, 15.0, "m");
        }
        Some(force) => {
            verdict.at_least("greatest force", most_force, f64::from(force), "N");
            verdict.say((1..=2).contains(&broken), "one joint broke, or one at each bank");
        }
    }
    Ok(verdict.exit_code())
}

/// Planks from one bank to the other, in a bow.
fn bridge(scene: &mut Scene, break_force: Option<Real>) -> Result<Vec<JointKey>, umbra::Error> {
    let half = 0.5 * Real::from(PLANKS);
    let mut banks = vec![];
    for x in [-half - 4.0, half + 4.0] {
        let bank = scene.add_body(Body::fixed().position([x, -4.0]))?;
        scene.add_collider(bank, Collider::cuboid(4.0, 4.0))?;
        banks.push(bank);
    }
    let at = |i: u16| {
        let x = Real::from(i) - half;
        Point::new(x, -0.1 - BOW * (1.0 - (x / half) * (x / half)))
    };
    let (mut before, mut joints) = (banks[0], vec![]);
    for i in 0..=PLANKS {
        let next = if i == PLANKS {
            banks[1]
        } else {
            let (start, along) = (at(i), at(i + 1) - at(i));
            let plank = Body::dynamic().position(start + along * 0.5).angle(along.y.atan2(along.x));
            let plank = scene.add_body(plank)?;
            scene.add_collider(plank, Collider::cuboid(0.5 * along.norm(), 0.1).mass(PLANK))?;
            plank
        };
        let joint = Joint::revolute(before, next, at(i));
        let joint = match break_force {
            Some(force) => joint.break_force(force),
            None => joint,
        };
        joints.push(scene.add_joint(joint)?);
        before = next;
    }
    Ok(joints)
}

/// A chassis on two driven wheels, twenty times as heavy as a plank.
fn truck(scene: &mut Scene) -> Result<BodyKey, umbra::Error> {
    let chassis = scene.add_body(Body::dynamic().position([-18.0, 0.95]))?;
    scene.add_collider(chassis, Collider::rounded_cuboid(1.4, 0.25, 0.1).mass(16.0 * PLANK))?;
    for x in [-19.0, -17.0] {
        let wheel = scene.add_body(Body::dynamic().position([x, 0.4]))?;
        scene.add_collider(wheel, Collider::circle(0.4).mass(2.0 * PLANK).friction(1.2))?;
        let axle = Joint::wheel(chassis, wheel, [x, 0.4], [0.0, 1.0]);
        scene.add_joint(axle.spring(4.0, 0.7).motor(-8.0, 40.0 * PLANK))?;
    }
    Ok(chassis)
}

/// The force from the command line, if there is one.
fn arguments() -> Result<Option<Real>, String> {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else { return Ok(None) };
    if name != "--break" {
        return Err(format!("{name} is not known"));
    }
    let value = arguments.next().ok_or("--break needs a value")?;
    let force = value.parse().ok().filter(|force: &Real| force.is_finite() && *force > 0.0);
    Ok(Some(force.ok_or(format!("--break: {value} is no force above 0"))?))
}
