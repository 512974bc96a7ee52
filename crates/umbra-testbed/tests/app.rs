//! The app without a window: scenes are chosen, switches tried, bodies dragged, time scrubbed.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use egui::{Key, Modifiers, PointerButton, Pos2, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use umbra::prelude::*;
use umbra_testbed::app::{App, Tab};
use umbra_testbed::canvas::ViewOptions;
use umbra_testbed::link::Link;
use umbra_testbed::session::{Outcome, Target};

/// A frame of the window.
const FRAME: f32 = 1.0 / 60.0;

type Bench = Harness<'static, App>;

fn open(link: &str) -> Bench {
    // With the panel on the right, which is closed at first.
    let (link, complaints) = Link::parse(&format!("panels=1&{link}"));
    assert_eq!(complaints, Vec::<String>::new());
    let mut bench = Harness::builder()
        .with_size(vec2(1200.0, 800.0))
        .with_step_dt(FRAME)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), App::new(&link).unwrap());
    bench.step();
    bench
}

fn frames(bench: &mut Bench, count: usize) {
    bench.run_steps(count);
}

fn scene(bench: &Bench) -> &Scene {
    bench.state().experiment().a().scene()
}

fn step_count(bench: &Bench) -> u32 {
    bench.state().experiment().a().step_count()
}

/// No body is at a place that is no number, and nothing was refused.
fn assert_sound(bench: &Bench, what: &str) {
    let complaints: Vec<_> = bench.state().complaints().collect();
    assert!(complaints.is_empty(), "{what}: {complaints:?}");
    for body in scene(bench).bodies().filter_map(|key| scene(bench).body(key).ok()) {
        let (at, velocity) = (body.position(), body.velocity());
        let numbers = [at.x, at.y, body.angle(), velocity.x, velocity.y, body.angular_velocity()];
        assert!(numbers.iter().all(|number| number.is_finite()), "{what}: {numbers:?}");
    }
}

fn press(bench: &mut Bench, key: Key) {
    bench.key_press(key);
    bench.step();
}

fn click(bench: &mut Bench, label: &str) {
    bench.get_by_label(label).click();
    bench.step();
    bench.step();
}

/// Clicks a box that is ticked.
fn tick(bench: &mut Bench, label: &str) {
    bench.get_by_role_and_label(egui::accesskit::Role::CheckBox, label).click();
    bench.step();
    bench.step();
}

fn pointer(bench: &mut Bench, at: Pos2, pressed: Option<bool>) {
    bench.event(egui::Event::PointerMoved(at));
    if let Some(pressed) = pressed {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        bench.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    bench.step();
}

/// Presses at a point, moves, and lets go.
fn drag(bench: &mut Bench, from: Pos2, by: Vec2) {
    pointer(bench, from, None);
    pointer(bench, from, Some(true));
    for part in 1..=20 {
        pointer(bench, from + by * (part as f32 / 20.0), None);
    }
    pointer(bench, from + by, Some(false));
}

fn marked_on_screen(bench: &Bench) -> (BodyKey, Pos2) {
    let key = bench.state().experiment().a().world().roles().marked.unwrap();
    let at = scene(bench).body(key).unwrap().center_of_mass();
    (key, bench.state().on_screen(at))
}

#[test]
fn every_scene_is_chosen_and_runs_for_60_frames() {
    // A step of these takes a second in a test build, where every link of the engine is checked: three frames do.
    const LARGE: [&str; 4] =
        ["grown_pyramid_200", "grown_pyramid_300", "tumbling_30000", "tumbling_100000"];
    let mut bench = open("scene=hello");
    for def in umbra_scenes::all() {
        bench.state_mut().open(def);
        let count = if LARGE.contains(&def.name) { 3 } else { 60 };
        frames(&mut bench, count);
        let steps = step_count(&bench);
        // A large scene does not get the time that all steps would take: its time goes more slowly, and goes on.
        let is_small = scene(&bench).bodies().count() < 100;
        let least = if is_small { count as u32 - 1 } else { 1 };
        assert!((least..=count as u32 + 1).contains(&steps), "{}: {steps}", def.name);
        assert_sound(&bench, def.name);
    }
}

#[test]
fn a_scene_is_found_and_chosen_by_its_label() {
    let mut bench = open("scene=hello&paused=1");
    bench.get_by_label("Search scenes").click();
    bench.step();
    bench.get_by_label("Search scenes").type_text("chain of links");
    frames(&mut bench, 3);
    assert!(bench.query_by_label("Billiards").is_none());
    click(&mut bench, "Wrecking ball");
    assert_eq!(bench.state().experiment().a().source().name(), "wrecking_ball");
    assert_sound(&bench, "search");
}

#[test]
fn all_that_can_be_shown_is_shown() {
    for name in ["joint_kinds", "zoo", "rain", "clock"] {
        let mut bench = open(&format!("scene={name}"));
        click(&mut bench, "View");
        for (label, _, _) in ViewOptions::SWITCHES {
            tick(&mut bench, label);
        }
        frames(&mut bench, 60);
        for (label, _, _) in ViewOptions::SWITCHES {
            tick(&mut bench, label);
        }
        frames(&mut bench, 5);
        assert_sound(&bench, name);
        // The picture has what the canvas has.
        assert!(bench.state().svg().unwrap().starts_with("<svg"));
    }
}

#[test]
fn tabs_and_themes_are_switched() {
    let mut bench = open("scene=bridge&theme=dark");
    for tab in Tab::ALL {
        click(&mut bench, tab.name());
        frames(&mut bench, 20);
    }
    for label in ["Light", "Dark", "Help", "Panel", "Panel", "Scenes", "Scenes", "A/B", "Link"] {
        click(&mut bench, label);
        frames(&mut bench, 3);
    }
    assert_sound(&bench, "bridge");
}

#[test]
fn a_body_is_dragged_and_thrown() {
    let mut bench = open("scene=hello");
    let (key, from) = marked_on_screen(&bench);
    let before = scene(&bench).body(key).unwrap().position();
    drag(&mut bench, from, vec2(150.0, -60.0));
    let body = scene(&bench).body(key).unwrap();
    let moved = body.position() - before;
    assert!(moved.x > 1.0 && body.velocity().x > 1.0, "{moved} {}", body.velocity());
    assert!(bench.state().experiment().a().world().held().is_none());
    assert_sound(&bench, "hello");
}

#[test]
fn a_body_is_taken_where_it_was_pressed_however_long_the_frame() {
    let mut bench = open("scene=hello");
    let (key, from) = marked_on_screen(&bench);
    let before = scene(&bench).body(key).unwrap().position();
    // Within one frame, a finger comes down on the body and is beside it.
    let (button, modifiers, to) =
        (PointerButton::Primary, Modifiers::NONE, from + vec2(150.0, -60.0));
    bench.input_mut().events.extend([
        egui::Event::PointerMoved(from),
        egui::Event::PointerButton { pos: from, button, pressed: true, modifiers },
        egui::Event::PointerMoved(to),
    ]);
    frames(&mut bench, 30);
    pointer(&mut bench, to, Some(false));
    let moved = scene(&bench).body(key).unwrap().position() - before;
    assert!(moved.x > 1.0, "{moved}");
    assert_sound(&bench, "hello");
}

#[test]
fn a_drag_beside_bodies_moves_the_picture_and_the_wheel_zooms() {
    let mut bench = open("scene=hello&paused=1");
    let empty = pos2(640.0, 200.0);
    let at = |bench: &Bench| bench.state().on_screen(Point::origin());
    let before = at(&bench);
    drag(&mut bench, empty, vec2(40.0, 25.0));
    assert!((at(&bench) - before - vec2(40.0, 25.0)).length() < 0.5);
    let cursor = pos2(600.0, 400.0);
    let length =
        |bench: &Bench| (bench.state().on_screen(Point::new(1.0, 0.0)) - at(bench)).length();
    let before = length(&bench);
    pointer(&mut bench, cursor, None);
    for _ in 0..3 {
        bench.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(0.0, 60.0),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        frames(&mut bench, 5);
    }
    assert!(length(&bench) > 1.2 * before);
    press(&mut bench, Key::F);
    frames(&mut bench, 2);
    assert_sound(&bench, "hello");
}

#[test]
fn every_tool_works_by_its_key() {
    let mut bench = open("scene=towers");
    let keys = [Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];
    for (index, key) in keys.into_iter().enumerate() {
        let before = scene(&bench).bodies().count();
        press(&mut bench, key);
        let at = pos2(450.0 + 70.0 * index as f32, 180.0);
        pointer(&mut bench, at, None);
        pointer(&mut bench, at, Some(true));
        pointer(&mut bench, at, Some(false));
        assert!(scene(&bench).bodies().count() > before, "{key:?}");
    }
    // A drawing.
    press(&mut bench, Key::Num7);
    let before = scene(&bench).bodies().count();
    let corners = [pos2(450.0, 120.0), pos2(560.0, 120.0), pos2(560.0, 200.0), pos2(450.0, 200.0)];
    pointer(&mut bench, corners[0], Some(true));
    for side in 0..4 {
        for part in 0..10 {
            let (a, b) = (corners[side], corners[(side + 1) % 4]);
            pointer(&mut bench, a + (b - a) * (part as f32 / 10.0), None);
        }
    }
    pointer(&mut bench, corners[0], Some(false));
    assert_eq!(scene(&bench).bodies().count(), before + 1);
    // Keys act where the pointer is.
    let (key, at) = marked_on_screen(&bench);
    pointer(&mut bench, at, None);
    press(&mut bench, Key::P);
    assert!(bench.state().experiment().a().world().is_pinned(key));
    press(&mut bench, Key::B);
    frames(&mut bench, 30);
    press(&mut bench, Key::Num9);
    let (key, at) = marked_on_screen(&bench);
    pointer(&mut bench, at, None);
    pointer(&mut bench, at, Some(true));
    pointer(&mut bench, at, Some(false));
    assert!(scene(&bench).body(key).is_err());
    assert_sound(&bench, "towers");
    bench.state_mut().begin_check();
    frames(&mut bench, 60);
    let outcome = bench.state().outcome();
    assert!(matches!(outcome, Some(Outcome::Same { .. })), "{outcome:?}");
}

#[test]
fn keys_play_step_back_and_restart() {
    let mut bench = open("scene=pyramid");
    frames(&mut bench, 40);
    press(&mut bench, Key::Space);
    let step = step_count(&bench);
    let hash = scene(&bench).state_hash();
    frames(&mut bench, 10);
    assert_eq!(step_count(&bench), step);
    press(&mut bench, Key::Comma);
    press(&mut bench, Key::Comma);
    assert_eq!(step_count(&bench), step - 2);
    press(&mut bench, Key::Period);
    press(&mut bench, Key::Period);
    assert_eq!((step_count(&bench), scene(&bench).state_hash()), (step, hash));
    press(&mut bench, Key::R);
    assert!(step_count(&bench) <= 1);
    for key in [Key::G, Key::G, Key::C, Key::C, Key::D, Key::D, Key::S, Key::S, Key::H, Key::Escape]
    {
        press(&mut bench, key);
        frames(&mut bench, 2);
    }
    assert_sound(&bench, "pyramid");
}

#[test]
fn time_is_scrubbed_and_played_on_to_the_same_hash() {
    let mut bench = open("scene=ragdoll");
    frames(&mut bench, 90);
    let (_, at) = (0, pos2(600.0, 300.0));
    pointer(&mut bench, at, None);
    press(&mut bench, Key::B);
    frames(&mut bench, 60);
    press(&mut bench, Key::Space);
    let (end, hash) = (step_count(&bench), scene(&bench).state_hash());
    for step in [end / 2, 3, end - 1, 70] {
        bench.state_mut().experiment_mut().seek(step).unwrap();
        frames(&mut bench, 30);
        assert_eq!(step_count(&bench), step);
    }
    while step_count(&bench) < end {
        press(&mut bench, Key::Period);
    }
    assert_eq!(scene(&bench).state_hash(), hash);
    assert_eq!(bench.state().experiment().a().diverged(), None);
    assert_sound(&bench, "ragdoll");
}

#[test]
fn everything_that_can_be_inspected_is_shown() {
    for name in ["joint_kinds", "zoo", "terrain", "clock", "sensors", "tiles", "one_way"] {
        let mut bench = open(&format!("scene={name}"));
        frames(&mut bench, 30);
        let scene = scene(&bench);
        let bodies = scene.bodies().take(25).map(Target::Body);
        let colliders = scene.colliders().take(40).map(Target::Collider);
        let targets: Vec<Target> =
            bodies.chain(colliders).chain(scene.joints().map(Target::Joint)).collect();
        for target in targets {
            bench.state_mut().select(Some(target));
            frames(&mut bench, 2);
        }
        assert_sound(&bench, name);
    }
}

#[test]
fn what_is_inspected_is_edited() {
    let mut bench = open("scene=hello&paused=1");
    let (key, at) = marked_on_screen(&bench);
    pointer(&mut bench, at, None);
    pointer(&mut bench, at, Some(true));
    pointer(&mut bench, at, Some(false));
    assert_eq!(bench.state().selected(), Some(Target::Body(key)));
    frames(&mut bench, 2);
    let set = |bench: &mut Bench, label: &str, value: &str| {
        let fields = bench
            .get_all_by_label(label)
            .filter(|node| node.accesskit_node().role() == egui::accesskit::Role::SpinButton);
        fields.collect::<Vec<_>>()[0].click();
        frames(bench, 2);
        bench.key_combination_modifiers(Modifiers::COMMAND, &[Key::A]);
        frames(bench, 1);
        bench.event(egui::Event::Text(value.to_owned()));
        frames(bench, 1);
        press(bench, Key::Enter);
        frames(bench, 2);
    };
    set(&mut bench, "Gravity scale", "-2");
    assert_eq!(scene(&bench).body(key).unwrap().gravity_scale(), -2.0);
    tick(&mut bench, "Rotation locked");
    assert!(scene(&bench).body(key).unwrap().is_rotation_locked());
    press(&mut bench, Key::Delete);
    assert!(scene(&bench).body(key).is_err());
    assert_eq!(bench.state().selected(), None);
}

#[test]
fn sensors_are_inspected_and_edited() {
    let mut bench = open("scene=sensors&paused=1&steps=120&tab=inspect");
    while scene(&bench).stats().overlaps == 0 {
        frames(&mut bench, 1);
    }
    let all = scene(&bench).colliders().filter_map(|key| scene(&bench).collider(key).ok());
    let sensor = all.filter(|it| it.overlaps().next().is_some()).map(|it| it.key()).next().unwrap();
    bench.state_mut().select(Some(Target::Collider(sensor)));
    frames(&mut bench, 2);
    let visitors = scene(&bench).collider(sensor).unwrap().overlaps().count();
    assert!(bench.query_by_label(&format!("{visitors} visitors")).is_some());
    tick(&mut bench, "Sees sensors");
    assert!(scene(&bench).collider(sensor).unwrap().sees_sensors());
    tick(&mut bench, "Sensor");
    assert!(!scene(&bench).collider(sensor).unwrap().is_sensor());
    let body = scene(&bench).collider(sensor).unwrap().body();
    bench.state_mut().select(Some(Target::Body(body)));
    frames(&mut bench, 2);
    tick(&mut bench, "Bullet");
    assert!(scene(&bench).body(body).unwrap().is_bullet());
    tick(&mut bench, "Drops through");
    assert!(scene(&bench).body(body).unwrap().drops_through());
    assert_sound(&bench, "sensors");
}

#[test]
fn the_timeline_is_dragged() {
    let mut bench = open("scene=pyramid&panels=0");
    frames(&mut bench, 120);
    press(&mut bench, Key::Space);
    let end = step_count(&bench);
    let slider = bench.get_by_role(egui::accesskit::Role::Slider).rect();
    let middle = slider.center();
    pointer(&mut bench, pos2(slider.right() - 5.0, middle.y), Some(true));
    pointer(&mut bench, middle, None);
    pointer(&mut bench, middle, Some(false));
    frames(&mut bench, 20);
    let step = step_count(&bench);
    assert!(step.abs_diff(end / 2) < 8, "{step} of {end}");
    assert_sound(&bench, "pyramid");
}

#[test]
fn figures_are_copied_as_a_table() {
    let mut bench = open("scene=billiards&tab=numbers");
    frames(&mut bench, 40);
    bench.state_mut().experiment_mut().playing = false;
    // As a keyboard does, since the button may have been scrolled out of sight.
    bench.get_by_label("Copy as CSV").click_accesskit();
    bench.step();
    let copied = |command: &egui::OutputCommand| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    };
    let table = bench.output().platform_output.commands.iter().find_map(copied).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines.len() > 30 && lines[0].starts_with("step,"), "{} lines", lines.len());
    let columns = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == columns));
}

#[test]
fn a_session_beside_another_gets_the_same_hands() {
    let mut bench = open("scene=towers&compare=1");
    frames(&mut bench, 10);
    let (_, at) = marked_on_screen(&bench);
    drag(&mut bench, at, vec2(60.0, -40.0));
    let both = |bench: &Bench| -> Vec<u64> {
        let sessions = bench.state().experiment().sessions();
        sessions.map(|(_, session)| session.scene().state_hash()).collect()
    };
    let hashes = both(&bench);
    assert!(hashes.len() == 2 && hashes[0] == hashes[1]);
    // The knobs of B are its own.
    bench.get_by_role_and_label(egui::accesskit::Role::Button, "B").click();
    frames(&mut bench, 2);
    click(&mut bench, "Fast");
    frames(&mut bench, 30);
    let hashes = both(&bench);
    assert_ne!(hashes[0], hashes[1]);
    assert_eq!(bench.state().experiment().a().scene().config().solver.substeps, 4);
    assert_sound(&bench, "towers");
}

#[test]
fn pictures_are_of_the_scene_alone_and_of_both_sides() {
    let mut bench = open("scene=towers&paused=1&tab=view");
    let one = bench.state().svg().unwrap();
    click(&mut bench, "A/B");
    let both = bench.state().svg().unwrap();
    assert_eq!((one.matches("<svg").count(), both.matches("<svg").count()), (1, 3));
    assert!(both.matches("<path").count() > one.matches("<path").count() * 3 / 2);
    assert!(both.contains("#5b9bd5") && both.contains("#f2a541"), "the colours of the canvas");
    // While pixels are awaited, nothing lies over the canvas.
    click(&mut bench, "Tool: Bomb");
    assert!(bench.query_by_label("Close").is_some());
    click(&mut bench, "Help");
    bench.get_by_label("Save PNG").click_accesskit();
    frames(&mut bench, 2);
    assert!(bench.query_by_label("Close").is_none());
}

#[test]
fn a_scene_is_set_up_with_other_numbers() {
    let mut bench = open("scene=castle_siege&towers=1&paused=1");
    let before = scene(&bench).bodies().count();
    assert_eq!(bench.state().link(), "scene=castle_siege&towers=1&paused=1");
    let fields = bench.get_all_by_label("Towers");
    let field =
        fields.filter(|node| node.accesskit_node().role() == egui::accesskit::Role::SpinButton);
    field.collect::<Vec<_>>()[0].click();
    frames(&mut bench, 2);
    bench.key_combination_modifiers(Modifiers::COMMAND, &[Key::A]);
    frames(&mut bench, 1);
    bench.event(egui::Event::Text("4".to_owned()));
    frames(&mut bench, 1);
    press(&mut bench, Key::Enter);
    frames(&mut bench, 3);
    assert!(scene(&bench).bodies().count() > before + 30);
    assert_eq!(bench.state().link(), "scene=castle_siege&towers=4&paused=1");
    press(&mut bench, Key::R);
    assert_eq!(bench.state().link(), "scene=castle_siege&towers=4&paused=1");
}

#[test]
fn a_refused_edit_is_explained_and_dismissed() {
    let mut bench = open("scene=hello&paused=1");
    let rate = umbra_testbed::session::Command::Rate(0.0);
    bench.state_mut().command(&rate);
    frames(&mut bench, 2);
    assert_eq!(bench.state().complaints().count(), 1);
    click(&mut bench, "Dismiss");
    assert_eq!(bench.state().complaints().count(), 0);
}
