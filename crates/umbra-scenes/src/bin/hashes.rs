//! Prints the state hashes of the determinism scenes and of the interactive ones, one line per
//! scene and hundred steps.
//!
//! Every build of it, for any platform, has to print `golden.txt` of this crate. After a change
//! that is meant to change results, rewrite that file:
//! `cargo run --release -p umbra-scenes --bin hashes > crates/umbra-scenes/golden.txt`.
#![allow(clippy::print_stdout, reason = "that is what it is for")]

use umbra::SceneConfig;
use umbra_scenes::determinism;

fn main() -> Result<(), umbra::Error> {
    for def in &determinism::SCENES {
        let mut running = def.set_up(SceneConfig::default())?;
        for line in determinism::hashes(def.name, &mut running)? {
            println!("{line}");
        }
    }
    for line in determinism::played(SceneConfig::default())? {
        println!("{line}");
    }
    Ok(())
}
