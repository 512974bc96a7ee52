//! Scenes as files: saves those of this project, and loads them again.
//!
//! `cargo run --release -p umbra-replay --example save` writes every scene of up to 500 bodies after two seconds into
//! `out/saved/NAME.json` and `.bin`, loads it again, and tells how large the files are; `-- --all` also the large ones;
//! `-- FILE` loads one, steps it for five seconds and draws it into `out/loaded.svg`. A level that was written by hand is in
//! `examples/levels`.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::path::Path;

use umbra::prelude::*;
use umbra_replay::{Content, load, save};
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
        let mut sizes = [0; 2];
        for (size, ending) in sizes.iter_mut().zip(["json", "bin"]) {
            let path = folder.join(format!("{}.{ending}", scene.name));
            save(&path, &file)?;
            *size = std::fs::metadata(&path)?.len();
            // What was saved goes on as the scene itself does.
            let Content::Scene(loaded) = load(&path)? else { return Err("no scene".into()) };
            assert_eq!(loaded.state_hash(), running.scene.state_hash(), "{}", scene.name);
        }
        let [json, bin] = sizes;
        println!("{:24} {:>7} {json:>10} {bin:>10}", scene.name, running.scene.body_count());
    }
    Ok(())
}

fn show(path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let Content::Scene(mut scene) = load(path)? else { return Err("it is a recording".into()) };
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
