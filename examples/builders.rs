//! What `umbra::build` makes: a rope, a bridge, a chain between two crates, cloth, a ragdoll, and soft bodies.
//!
//! `cargo run --release --example builders` prints how they held in 20 seconds, and draws out/builders.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::builders::workshop;
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

const SECONDS: u32 = 20;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments(
        "Ropes, a bridge, cloth, a ragdoll and soft bodies for 20 seconds; draws out/builders.svg.",
    );
    let mut scene = Scene::new(SceneConfig::default())?;
    let shop = workshop(&mut scene)?;
    let areas = [shop.soft[0].area(&scene)?, shop.soft[1].area(&scene)?];
    let peg = Point::new(-12.0, 5.5);
    let (mut stretch, mut change, mut beyond): (Real, Real, Real) = (0.0, 0.0, 0.0);
    for step in 0..SECONDS * 60 {
        scene.step(1.0 / 60.0)?;
        let length = (scene.body(shop.load)?.position() - peg).norm();
        stretch = stretch.max(100.0 * (length / 4.0 - 1.0));
        for (soft, area) in shop.soft.iter().zip(areas) {
            change = change.max(100.0 * (soft.area(&scene)? / area - 1.0).abs());
        }
        for joint in &shop.ragdoll.joints {
            beyond = beyond.max(scene.joint(*joint)?.angular_separation().to_degrees());
        }
        if step == 75 {
            draw(&scene)?;
        }
    }
    let mut verdict = Verdict::default();
    verdict.at_most("stretch of the rope, 100 times its link at the end", stretch, 1.0, "%");
    verdict.at_most("change of area of the soft bodies", change, 2.0, "%");
    verdict.at_most("beyond a limit of the ragdoll", beyond, 8.0, "degrees");
    for (what, bodies) in [("cloth", &shop.cloth.bodies), ("ragdoll", &shop.ragdoll.bodies)] {
        let awake = |key: &BodyKey| scene.body(*key).is_ok_and(|body| body.is_awake());
        verdict.say(!bodies.iter().any(awake), &format!("{what} sleeps"));
    }
    let open = shop.bridge.joints.iter().chain(&shop.chain.joints);
    let open = open.map(|key| scene.joint(*key).map_or(1.0, |joint| joint.separation()));
    verdict.at_most("open joints of bridge and chain", open.fold(0.0, Real::max), 0.02, "m");
    Ok(verdict.exit_code())
}

fn draw(scene: &Scene) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: Point::new(-16.0, -0.4), max: Point::new(17.5, 6.2) };
    let mut picture = SvgDraw::new().view(view)?.scale(36.0)?.opacity(0.9)?;
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    picture.save("out/builders.svg")?;
    println!("drawn in out/builders.svg");
    Ok(())
}
