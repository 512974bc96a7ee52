//! A level that was written by hand, in a file: loaded, played for a while, saved, and loaded again.
//!
//! `cargo run --release -p umbra-replay --example level` loads `examples/levels/courtyard.json` and draws it into
//! `out/level.svg`. The file has bodies with shapes and joints and nothing else; what it leaves out is what it usually is.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use umbra::SceneFile;
use umbra::prelude::*;
use umbra_scenes::examples;

const DT: f32 = 1.0 / 60.0;
const LEVEL: &str = include_str!("levels/courtyard.json");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    examples::no_arguments(
        "level: loads a level from a file, plays it, saves it and loads it again",
    );
    let mut scene = Scene::from_file(&serde_json::from_str(LEVEL)?)?;
    println!("{} bodies, {} joints", scene.body_count(), scene.joint_count());
    // What a game has to find again has a number of its own.
    let goal =
        scene.colliders().find(|key| scene.collider(*key).is_ok_and(|it| it.user_data() == 7));

    let (mut visitors, mut hits) = (0, 0);
    for _ in 0..300 {
        scene.step(DT)?;
        hits += scene
            .contact_events()
            .iter()
            .filter(|it| matches!(it, ContactEvent::Hit { .. }))
            .count();
        for event in scene.sensor_events() {
            let begins = matches!(event, SensorEvent::Begin { .. });
            visitors += usize::from(begins && Some(event.sensor()) == goal);
        }
    }
    println!("after 5 s: {hits} hits of the ball, {visitors} came to the goal");

    let file = scene.to_file();
    let (json, bin) = (serde_json::to_string(&file)?, postcard::to_allocvec(&file)?);
    println!("saved: {} bytes as JSON, {} as postcard", json.len(), bin.len());
    let mut loaded = Scene::from_file(&postcard::from_bytes::<SceneFile>(&bin)?)?;
    for _ in 0..300 {
        scene.step(DT)?;
        loaded.step(DT)?;
    }
    println!(
        "5 s on: {:016x} here, {:016x} where it was loaded",
        scene.state_hash(),
        loaded.state_hash()
    );

    let mut picture = SvgDraw::new();
    scene.debug_draw(&mut picture, DebugOptions::default())?;
    picture.save("out/level.svg")?;
    println!("drawn in out/level.svg");
    Ok(())
}
