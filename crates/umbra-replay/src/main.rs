//! Inspects files of scenes and recordings.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this program prints what it finds")]

use std::path::Path;
use std::process::ExitCode;

use umbra::prelude::*;
use umbra_replay::{Content, first_difference, load, save};

const USAGE: &str = "usage: umbra-replay COMMAND
  check FILE           tells what is in it; plays a recording, and names the first step and body that go another way
  compare A B          the first step after which two recordings came to different bits
  draw FILE STEP OUT   draws a scene, or a recording after so many steps, as OUT.svg
  convert FILE OUT     the same in another format: .json, .ron, or a binary one
  hashes FOLDER        the hashes of all scenes in it, as loaded and after 120 steps
Scenes and recordings are read by the ending of their names: .json, .ron, anything else is binary.";

type Outcome = Result<ExitCode, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["check", file] => check(Path::new(file)),
        ["compare", a, b] => compare(Path::new(a), Path::new(b)),
        ["draw", file, step, out] => draw(Path::new(file), step, Path::new(out)),
        ["convert", file, out] => convert(Path::new(file), Path::new(out)),
        ["hashes", folder] => hashes(Path::new(folder)),
        ["--help" | "-h"] => {
            println!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("umbra-replay: {error}");
        ExitCode::FAILURE
    })
}

fn describe(scene: &Scene) {
    let (bodies, joints, hash) = (scene.body_count(), scene.joint_count(), scene.state_hash());
    println!("{bodies} bodies, {} colliders, {joints} joints", scene.collider_count());
    println!("hash {hash:016x}");
}

fn check(path: &Path) -> Outcome {
    let recording = match load(path)? {
        Content::Scene(scene) => {
            describe(&scene);
            return Ok(ExitCode::SUCCESS);
        }
        Content::Recording(recording) => recording,
    };
    println!("a recording of {} steps", recording.steps());
    let mut replay = Replay::new(*recording)?;
    describe(replay.scene());
    let outcome = replay.check();
    match outcome {
        Ok(()) => println!("plays to the same bits; at the end:"),
        Err(divergence) => {
            println!("{divergence}");
            if let Some(body) = divergence.body {
                println!("the first body that is elsewhere: {body:?}");
            }
        }
    }
    describe(replay.scene());
    Ok(if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn recording_of(path: &Path) -> Result<Box<Recording>, Box<dyn std::error::Error>> {
    match load(path)? {
        Content::Recording(recording) => Ok(recording),
        Content::Scene(_) => Err(format!("{} is a scene, not a recording", path.display()).into()),
    }
}

fn compare(a: &Path, b: &Path) -> Outcome {
    let [a, b] = [recording_of(a)?, recording_of(b)?];
    match first_difference(&a, &b) {
        None => {
            println!("{} steps, all to the same bits", a.steps());
            Ok(ExitCode::SUCCESS)
        }
        Some(step) => {
            println!("the first step that comes to other bits: {step}");
            Ok(ExitCode::FAILURE)
        }
    }
}

fn draw(path: &Path, step: &str, out: &Path) -> Outcome {
    let step: u32 = step.parse().map_err(|_| format!("{step} is no number of steps"))?;
    let scene = match load(path)? {
        Content::Scene(mut scene) => {
            for _ in 0..step {
                scene.step(1.0 / 60.0)?;
            }
            scene
        }
        Content::Recording(recording) => {
            let mut replay = Replay::new(*recording)?;
            replay.seek(step)?;
            Box::new(replay.scene().clone())
        }
    };
    let mut picture = SvgDraw::new();
    scene.debug_draw(&mut picture, DebugOptions::default())?;
    picture.save(out)?;
    Ok(ExitCode::SUCCESS)
}

fn convert(path: &Path, out: &Path) -> Outcome {
    match load(path)? {
        Content::Scene(scene) => save(out, &scene.to_file())?,
        Content::Recording(recording) => save(out, &*recording)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn hashes(folder: &Path) -> Outcome {
    let mut names: Vec<_> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    names.retain(|path| path.extension().is_some_and(|ending| ending != "txt"));
    names.sort();
    for path in names {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Content::Scene(mut scene) = load(&path)? else { continue };
        let loaded = scene.state_hash();
        for _ in 0..120 {
            scene.step(1.0 / 60.0)?;
        }
        println!("{name} {loaded:016x} {:016x}", scene.state_hash());
    }
    Ok(ExitCode::SUCCESS)
}
