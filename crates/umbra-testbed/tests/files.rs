//! Scenes and recordings are saved, opened and played; bad files change nothing.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use umbra::Replay;
use umbra::prelude::*;
use umbra_replay::Content;
use umbra_testbed::app::App;
use umbra_testbed::experiment::Experiment;
use umbra_testbed::link::Link;
use umbra_testbed::session::{Command, Outcome, Session, Source, Spawn};

fn app(scene: &str) -> App {
    App::new(&Link::parse(&format!("scene={scene}&paused=1")).0).unwrap()
}

fn run(app: &mut App, steps: u32) {
    (0..steps).for_each(|_| app.experiment_mut().step().unwrap());
}

fn seek(app: &mut App, step: u32) {
    app.experiment_mut().seek(step).unwrap();
    while app.experiment().a().goal().is_some() {
        app.experiment_mut().frame(0.0).unwrap();
    }
    assert_eq!(app.experiment().a().step_count(), step);
}

fn session(app: &App) -> &Session {
    app.experiment().a()
}

fn hash(app: &App) -> u64 {
    session(app).scene().state_hash()
}

fn bomb(x: Real) -> Command {
    Command::Bomb { at: Point::new(x, 0.2), radius: 6.0, speed: 8.0 }
}

/// What hands do while a recording is under way: also going back, another future, and a restart.
fn handle(app: &mut App) {
    let body = session(app).scene().bodies().last().unwrap();
    let at = session(app).scene().body(body).unwrap().position();
    app.command(&Command::Grab { body, at, strength: 100.0 });
    for step in 0..20 {
        app.command(&Command::Drag(at + Vector::new(0.1, 0.2) * step as Real));
        run(app, 1);
    }
    app.command(&Command::Release);
    let (what, at) = (Spawn::Ragdoll, Point::new(0.0, 9.0));
    app.command(&Command::Spawn { what, at, velocity: Vector::zeros() });
    run(app, 40);
    let there = session(app).step_count() - 27;
    seek(app, there);
    run(app, 3);
    app.command(&bomb(-3.0));
    run(app, 25);
    let mut config = *session(app).scene().config();
    config.solver.substeps = 2;
    app.command(&Command::Configure(config));
    run(app, 10);
    app.restart();
    run(app, 10);
    app.command(&Command::Edit(Box::new(Edit::Body(body, BodyEdit::GravityScale(-7.59375)))));
    run(app, 30);
}

/// A recording of more than 130 steps, as a file.
fn recorded() -> Vec<u8> {
    let mut app = app("towers");
    run(&mut app, 15);
    app.record();
    handle(&mut app);
    assert_eq!(app.complaints().count(), 0);
    let (name, bytes) = app.recording_file().unwrap().unwrap();
    assert_eq!(name, "towers-40.bin");
    assert!(app.recording_file().is_none());
    bytes
}

fn recording(bytes: &[u8]) -> Recording {
    match umbra_replay::read(Path::new("x.bin"), bytes).unwrap() {
        Content::Recording(recording) => *recording,
        Content::Scene(_) => panic!("a scene"),
    }
}

#[test]
fn a_scene_that_was_saved_goes_on_as_it_would_have() {
    let mut saved = app("ragdoll");
    run(&mut saved, 40);
    saved.command(&bomb(0.0));
    run(&mut saved, 10);
    let (name, json) = saved.scene_file().unwrap();
    assert_eq!(name, "ragdoll-50.json");
    let write = |name| umbra_replay::write(Path::new(name), session(&saved).scene()).unwrap();
    let files = [("a.json", json), ("b.ron", write("b.ron")), ("c.bin", write("c.bin"))];
    let start = hash(&saved);
    run(&mut saved, 60);
    for (name, bytes) in files {
        let mut opened = app("hello");
        opened.open_file(Path::new(name), Ok(bytes));
        assert_eq!(opened.complaints().collect::<Vec<_>>(), Vec::<&str>::new());
        assert_eq!((session(&opened).step_count(), hash(&opened)), (0, start), "{name}");
        run(&mut opened, 60);
        assert_eq!(hash(&opened), hash(&saved), "{name}");
        // Its timeline is that of any scene.
        seek(&mut opened, 31);
        run(&mut opened, 29);
        assert_eq!(hash(&opened), hash(&saved), "{name}");
        let outcome = session(&opened).check().unwrap().work(Duration::MAX).unwrap();
        assert!(matches!(outcome, Outcome::Same { steps: 60, .. }), "{outcome:?}");
        opened.restart();
        assert_eq!((session(&opened).step_count(), hash(&opened)), (0, start), "{name}");
    }
}

#[test]
fn a_recording_of_hands_plays_to_the_same_bits() {
    let bytes = recorded();
    let recording = recording(&bytes);
    let all = recording.steps();
    assert_eq!(Replay::new(recording.clone()).unwrap().check(), Ok(()));
    let mut app = app("hello");
    app.open_file(Path::new("hands.bin"), Ok(bytes));
    assert_eq!((session(&app).source().name(), session(&app).end()), ("hands", all));
    for step in 1..=all {
        run(&mut app, 1);
        assert_eq!(Some(hash(&app)), recording.hash_after(step), "{step}");
    }
    // It stops at its end.
    app.experiment_mut().playing = true;
    app.experiment_mut().frame(0.1).unwrap();
    assert_eq!((session(&app).step_count(), app.experiment().playing), (all, false));
    for step in [3, 70, all - 1, 59, 61] {
        seek(&mut app, step);
        assert_eq!(Some(hash(&app)), recording.hash_after(step), "{step}");
    }
    assert_eq!(session(&app).diverged(), None);
    let outcome = session(&app).check().unwrap().work(Duration::MAX).unwrap();
    assert!(matches!(outcome, Outcome::Same { steps, .. } if steps == all), "{outcome:?}");
}

#[test]
fn a_recording_that_is_played_can_be_left_and_gone_back_to() {
    let bytes = recorded();
    let recording = recording(&bytes);
    let mut app = app("hello");
    app.open_file(Path::new("hands.bin"), Ok(bytes));
    seek(&mut app, 70);
    app.command(&bomb(3.0));
    assert_eq!((session(&app).end(), session(&app).world().plays_recording()), (70, false));
    // What follows is the world's own, and can be recorded.
    app.record();
    run(&mut app, 75);
    let hashes: Vec<u64> = [85, 100, 145]
        .map(|step| {
            seek(&mut app, step);
            hash(&app)
        })
        .to_vec();
    seek(&mut app, 65);
    assert!(session(&app).world().plays_recording());
    assert_eq!(Some(hash(&app)), recording.hash_after(65));
    for (step, hash_then) in [85, 100, 145].into_iter().zip(hashes) {
        seek(&mut app, step);
        assert_eq!(hash(&app), hash_then, "{step}");
    }
    seek(&mut app, 30);
    run(&mut app, 115);
    assert_eq!(session(&app).diverged(), None);
    let outcome = session(&app).check().unwrap().work(Duration::MAX).unwrap();
    assert!(matches!(outcome, Outcome::Same { steps: 145, .. }), "{outcome:?}");
    let bytes = app.recording_file().unwrap().unwrap().1;
    assert_eq!(Replay::new(self::recording(&bytes)).unwrap().check(), Ok(()));
    app.restart();
    assert_eq!((session(&app).end(), session(&app).step_count()), (recording.steps(), 0));
    assert!(session(&app).world().plays_recording());
}

#[test]
fn step_and_body_of_a_divergence_are_shown() {
    let recording = recording(&recorded());
    let text = umbra_replay::write(Path::new("x.json"), &recording).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.matches("-7.59375").count(), 1);
    let bytes = text.replace("-7.59375", "-7.5").into_bytes();
    let expected = Replay::new(recording_of_json(&bytes)).unwrap().check().unwrap_err();
    let mut bench = Harness::builder()
        .with_size(egui::vec2(1600.0, 800.0))
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app("hello"));
    bench.state_mut().open_file(Path::new("other.json"), Ok(bytes));
    run(bench.state_mut(), recording.steps());
    bench.run_steps(2);
    let session = session(bench.state());
    assert_eq!(session.diverged(), Some(expected.step));
    assert!(expected.body.is_some() && session.diverged_body() == expected.body);
    let index = expected.body.unwrap().index();
    let says = format!("step {} came out differently, body {index} first", expected.step);
    bench.get_by_label(&says);
}

fn recording_of_json(bytes: &[u8]) -> Recording {
    match umbra_replay::read(Path::new("x.json"), bytes).unwrap() {
        Content::Recording(recording) => *recording,
        Content::Scene(_) => panic!("a scene"),
    }
}

#[test]
fn ragdolls_of_a_file_and_those_that_are_spawned_collide() {
    let spawn = |app: &mut App| {
        let (what, at) = (Spawn::Ragdoll, Point::new(0.0, 9.0));
        app.command(&Command::Spawn { what, at, velocity: Vector::zeros() });
    };
    let mut app = app("hello");
    spawn(&mut app);
    let (name, bytes) = app.scene_file().unwrap();
    app.open_file(Path::new(&name), Ok(bytes));
    spawn(&mut app);
    let scene = session(&app).scene();
    let groups = scene.colliders().map(|key| scene.collider(key).unwrap().filter().group);
    let mut groups: Vec<i32> = groups.filter(|group| *group != 0).collect();
    groups.dedup();
    assert_eq!(groups.len(), 2, "{groups:?}");
}

#[test]
fn a_damaged_file_is_refused_and_changes_nothing() {
    let mut app = app("towers");
    run(&mut app, 20);
    let (_, json) = app.scene_file().unwrap();
    let recording = recorded();
    let before = hash(&app);
    let half = |bytes: &[u8]| Ok(bytes[..bytes.len() / 2].to_vec());
    let wrong = String::from_utf8(json.clone()).unwrap().replace("\"bodies\"", "\"beings\"");
    let files = [
        ("half.json", half(&json)),
        ("half.bin", half(&recording)),
        ("scene.bin", Ok(json)),
        ("recording.ron", Ok(recording)),
        ("wrong.json", Ok(wrong.into_bytes())),
        ("empty.bin", Ok(vec![])),
        ("gone.json", Err("it is not there".to_owned())),
    ];
    for (count, (name, bytes)) in files.into_iter().enumerate() {
        app.open_file(Path::new(name), bytes);
        let last = app.complaints().last().unwrap();
        assert!(last.starts_with(&format!("{name}: ")) && last.len() < 500, "{count}: {last}");
        assert_eq!((session(&app).source().name(), hash(&app)), ("towers", before), "{name}");
    }
    run(&mut app, 1);
    assert_eq!(session(&app).step_count(), 21);
}

/// A file that is dropped.
#[derive(Debug)]
struct File(Vec<u8>);

impl egui::DroppedFile for File {
    fn path(&self) -> &Path {
        Path::new("/some/where/dropped.json")
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Ok(self.0.clone())
    }
}

#[test]
fn what_is_dropped_onto_the_window_is_opened() {
    let mut experiment = Experiment::new(umbra_scenes::find("towers").unwrap()).unwrap();
    (0..30).for_each(|_| experiment.step().unwrap());
    let scene = experiment.a().scene();
    let bytes = umbra_replay::write(Path::new("x.json"), scene).unwrap();
    let mut bench = Harness::builder()
        .with_size(egui::vec2(1200.0, 800.0))
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app("hello"));
    bench.input_mut().dropped_files.push(Arc::new(File(bytes)));
    bench.run_steps(2);
    let session = session(bench.state());
    assert!(matches!(session.source(), Source::Scene(..)));
    assert_eq!((session.source().name(), session.step_count()), ("dropped", 0));
    assert_eq!(session.scene().state_hash(), scene.state_hash());
    // The buttons of the View tab.
    bench.get_by_label("Panel").click();
    bench.run_steps(2);
    bench.get_by_label("View").click();
    bench.run_steps(2);
    bench.get_by_label("Record").click();
    bench.run_steps(2);
    assert!(self::session(bench.state()).is_recording());
    bench.get_by_label("Stop and save");
    bench.get_by_label("recording");
}
