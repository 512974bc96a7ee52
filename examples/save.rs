//! Scenes as files: saves those of this project, and loads them again.
//!
//! `cargo run --release -p umbra-replay --example save` writes every scene of up to 500 bodies after two seconds into
//! `out/saved/NAME.json` and `.bin`, loads it again, and tells how large the files are; `-- --all` also the large ones;
//! `-- FILE` loads one, steps it for five seconds and draws it into `out/loaded.svg`. A level that was written by hand is in
//! `examples/levels`.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::path::Path;

use umbra::SceneFile;
use umbra::prelude::*;
use umbra_scenes::examples;

const DT: f32 = 1.0 / 60.0;
/// Larger scenes are saved only if that is asked for.
const MANY: usize = 500;
const USAGE: &str = "usage: save [--all | FILE]
  without FILE: saves scenes into out/saved; with --all those of more than 500 bodies, too
  FILE: a scene to load, .json, .ron or .bin";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    examples::help(USAGE);
    match std::env::args().nth(1) {
        Some(all) if all == "--all" => save_all(usize::MAX),
        Some(file) => show(Path::new(&file)),
        None => save_all(MANY),
    }
}

fn save_all(most: usize) -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new("out/saved");
    std::fs::create_dir_all(folder)?;
    println!("{:24} {:>7} {:>10} {:>10}", "scene", "bodies", "json", "bin");
    for scene in umbra_scenes::all() {
        let mut running = scene.set_up(SceneConfig::default())?;
        if running.scene.body_count() > most {
            continue;
        }
        for _ in 0..120 {
            running.step(DT)?;
        }
        let file = running.scene.to_file();
        let (json, bin) = (serde_json::to_string(&file)?, postcard::to_allocvec(&file)?);
        std::fs::write(folder.join(format!("{}.json", scene.name)), &json)?;
        std::fs::write(folder.join(format!("{}.bin", scene.name)), &bin)?;
        let bodies = running.scene.body_count();
        println!("{:24} {bodies:>7} {:>10} {:>10}", scene.name, json.len(), bin.len());
        // What was saved goes on as the scene itself does.
        let loaded = Scene::from_file(&postcard::from_bytes::<SceneFile>(&bin)?)?;
        assert_eq!(loaded.state_hash(), running.scene.state_hash(), "{}", scene.name);
    }
    Ok(())
}

/// Loads a scene by the ending of its file's name.
fn load(path: &Path) -> Result<Scene, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(path)?;
    let file: SceneFile = match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => serde_json::from_slice(&bytes)?,
        Some("ron") => ron::de::from_bytes(&bytes)?,
        _ => postcard::from_bytes(&bytes)?,
    };
    Ok(Scene::from_file(&file)?)
}

fn show(path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = load(path)?;
    let (bodies, joints) = (scene.body_count(), scene.joint_count());
    println!("{bodies} bodies, {joints} joints, hash {:016x}", scene.state_hash());
    for _ in 0..300 {
        scene.step(DT)?;
    }
    println!("after 5 s: hash {:016x}", scene.state_hash());
    let mut picture = SvgDraw::new();
    scene.debug_draw(&mut picture, DebugOptions::default())?;
    picture.save("out/loaded.svg")?;
    println!("drawn in out/loaded.svg");
    Ok(())
}
