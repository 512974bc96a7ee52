//! The layout in windows of three sizes: nothing lies over anything else, everything can be
//! reached, thumbs find it.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use egui::{Key, Modifiers, PointerButton, Pos2, Rect, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use umbra::prelude::*;
use umbra_scenes::Button;
use umbra_testbed::app::{App, Layout};
use umbra_testbed::hands::Tool;
use umbra_testbed::link::Link;
use umbra_testbed::session::Command;

type Bench = Harness<'static, App>;

/// The harness leaves this much around what it shows.
const MARGIN: Vec2 = vec2(8.0, 8.0);

const DESKTOP: Vec2 = vec2(1280.0, 800.0);
const FLAT: Vec2 = vec2(844.0, 390.0);
const UPRIGHT: Vec2 = vec2(390.0, 844.0);
const SIZES: [Vec2; 5] = [DESKTOP, FLAT, UPRIGHT, vec2(500.0, 800.0), vec2(900.0, 640.0)];

fn open(link: &str, size: Vec2) -> Bench {
    let (link, complaints) = Link::parse(link);
    assert_eq!(complaints, Vec::<String>::new());
    let mut bench = Harness::builder()
        .with_size(size + 2.0 * MARGIN)
        .with_step_dt(1.0 / 60.0)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), App::new(&link).unwrap());
    bench.run_steps(3);
    bench
}

fn resize(bench: &mut Bench, size: Vec2) {
    bench.set_size(size + 2.0 * MARGIN);
}

/// Where a window of a size is.
fn window(size: Vec2) -> Rect {
    Rect::from_min_size(MARGIN.to_pos2(), size)
}

fn click(bench: &mut Bench, label: &str) {
    bench.get_by_label(label).click();
    bench.run_steps(3);
}

/// What reacts to a click or a drag, where it can be hit: not what holds others, as canvases and
/// windows do.
fn controls(bench: &Bench) -> Vec<Rect> {
    let mut all: Vec<Rect> = vec![];
    bench.ctx.viewport(|viewport| {
        for (_, widgets) in viewport.prev_pass.widgets.layers() {
            // Text that can be marked is no control.
            let reacts = |sense: egui::Sense| {
                (sense.senses_click() || sense.senses_drag()) && sense.is_focusable()
            };
            let seen = widgets.iter().filter(|it| reacts(it.sense) && it.enabled);
            all.extend(seen.map(|it| it.interact_rect).filter(Rect::is_positive));
        }
    });
    let holds = |outer: &Rect| {
        all.iter()
            .any(|it| it != outer && outer.contains_rect(*it) && it.area() < 0.9 * outer.area())
    };
    let is_edge = |it: &Rect| it.width().min(it.height()) < 12.0;
    let canvas = canvas(bench);
    let leafs = all.iter().filter(|it| **it != canvas && !holds(it) && !is_edge(it));
    leafs.copied().collect()
}

fn canvas(bench: &Bench) -> Rect {
    bench.state().canvas()
}

/// Nothing lies over another thing, and all of it is within the window.
fn assert_tidy(bench: &Bench, size: Vec2, what: &str) {
    let controls = controls(bench);
    assert!(controls.len() >= 4, "{what}: {} controls", controls.len());
    let whole = window(size).expand(0.5);
    for (index, a) in controls.iter().enumerate() {
        assert!(whole.contains_rect(*a), "{what}: {a} is outside of {size}");
        for b in &controls[index + 1..] {
            let both = a.intersect(*b);
            let is_apart = both.width() <= 1.0 || both.height() <= 1.0 || a == b;
            assert!(is_apart, "{what}: {a} lies over {b}");
        }
    }
}

/// What a thumb has to hit is as large as a thumb.
fn assert_large(bench: &Bench, what: &str) {
    for control in controls(bench) {
        let is_cut = control.height() < 44.0 && is_at_an_edge(bench, control);
        assert!(control.height() >= 43.5 || is_cut, "{what}: {control} is low");
        assert!(control.width() >= 36.0, "{what}: {control} is narrow");
    }
}

/// Whether a control is cut off by the end of what scrolls.
fn is_at_an_edge(bench: &Bench, control: Rect) -> bool {
    let mut all = vec![];
    bench.ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.layers();
        all.extend(
            widgets
                .flat_map(|(_, it)| it.iter())
                .filter(|it| it.interact_rect == control)
                .map(|it| it.rect),
        );
    });
    all.iter().any(|whole| whole.height() > control.height() + 0.5)
}

#[test]
fn nothing_lies_over_anything_else_in_any_window() {
    for size in SIZES {
        for scene in ["pyramid", "castle_siege"] {
            let bench = open(&format!("scene={scene}"), size);
            assert_tidy(&bench, size, &format!("{scene} in {size}"));
        }
    }
}

#[test]
fn a_desktop_begins_with_room_for_the_scene_and_has_all_controls() {
    let mut bench = open("scene=pyramid", DESKTOP);
    assert_eq!(bench.state().layout(), Layout::Wide);
    let part = canvas(&bench).area() / (DESKTOP.x * DESKTOP.y);
    assert!(part > 0.66, "the canvas has {part} of the window");
    // The knobs are closed, the timeline is there.
    assert!(bench.query_by_label("Reset").is_none());
    for label in ["Scenes", "Restart", "Pause", "A/B", "Link", "Help", "Panel", "Check replay"] {
        let place = bench.get_by_label(label).rect();
        assert!(window(DESKTOP).contains_rect(place), "{label}: {place}");
    }
    click(&mut bench, "Panel");
    for tab in ["Knobs", "Inspect", "View", "Numbers"] {
        click(&mut bench, tab);
        assert_tidy(&bench, DESKTOP, tab);
    }
}

#[test]
fn on_a_telephone_one_sheet_is_open_at_a_time_and_all_is_reached() {
    for size in [FLAT, UPRIGHT, vec2(500.0, 800.0)] {
        let mut bench = open("scene=hello", size);
        assert!(bench.state().layout().is_compact());
        let whole = canvas(&bench).area() / (size.x * size.y);
        assert!(whole > 0.8, "{size}: the canvas has {whole} of the window");
        assert_large(&bench, "bars");
        let reached = [
            ("Scenes", "Search scenes"),
            ("Tools", "Tool: Bomb"),
            ("Panel", "Numbers"),
            ("Time", "Check replay"),
            ("More", "A/B"),
        ];
        for (sheet, inside) in reached {
            click(&mut bench, sheet);
            let what = format!("{sheet} in {size}");
            assert_tidy(&bench, size, &what);
            assert_large(&bench, &what);
            let place = bench.get_by_label(inside).rect();
            assert!(
                place.left() >= MARGIN.x && place.right() <= size.x + MARGIN.x,
                "{what}: {inside} at {place}"
            );
            // One at a time, and the scene is still seen.
            for (_, other) in reached.iter().filter(|(it, _)| *it != sheet) {
                assert!(bench.query_by_label(other).is_none(), "{what}: {other} is there");
            }
            let left = canvas(&bench);
            assert!(left.width() >= 380.0 && left.height() >= 300.0, "{what}: {left}");
            click(&mut bench, sheet);
        }
        assert_eq!(canvas(&bench).area() / (size.x * size.y), whole);
    }
}

#[test]
fn a_sheet_closes_after_a_choice() {
    let mut bench = open("scene=hello", UPRIGHT);
    let whole = canvas(&bench);
    click(&mut bench, "Tools");
    assert!(canvas(&bench).height() < whole.height());
    click(&mut bench, "Tool: Bomb");
    assert_eq!(canvas(&bench), whole);
    click(&mut bench, "Scenes");
    click(&mut bench, "Search scenes");
    bench.get_by_label("Search scenes").type_text("wrecking");
    bench.run_steps(3);
    click(&mut bench, "Wrecking ball");
    assert_eq!(bench.state().experiment().a().source().name(), "wrecking_ball");
    assert_eq!(canvas(&bench), whole);
    click(&mut bench, "More");
    click(&mut bench, "A/B");
    assert!(bench.state().experiment().is_compared());
    assert_eq!(canvas(&bench), whole);
}

#[test]
fn panels_are_chosen_anew_when_the_window_changes() {
    let mut bench = open("scene=pyramid", DESKTOP);
    for (size, layout) in [
        (UPRIGHT, Layout::Upright),
        (vec2(900.0, 640.0), Layout::Medium),
        (FLAT, Layout::Flat),
        (DESKTOP, Layout::Wide),
    ] {
        resize(&mut bench, size);
        bench.run_steps(3);
        assert_eq!(bench.state().layout(), layout);
        assert_tidy(&bench, size, &format!("{size}"));
        assert!(canvas(&bench).width() > 380.0);
    }
    // Where there is room for one panel, the other one closes.
    resize(&mut bench, vec2(900.0, 640.0));
    bench.run_steps(3);
    click(&mut bench, "Panel");
    assert!(bench.query_by_label("Search scenes").is_none());
    click(&mut bench, "Scenes");
    assert!(bench.query_by_label("Numbers").is_none());
}

#[test]
fn the_picture_is_fitted_again_until_somebody_moves_it() {
    let mut bench = open("scene=pyramid&paused=1", DESKTOP);
    let inside = |bench: &Bench| {
        let view = bench.state().start_view().unwrap();
        let canvas = canvas(bench);
        [view.min, view.max]
            .iter()
            .all(|at| canvas.expand(1.0).contains(bench.state().on_screen(*at)))
    };
    assert!(inside(&bench));
    for size in [UPRIGHT, FLAT, vec2(900.0, 640.0), DESKTOP] {
        resize(&mut bench, size);
        bench.run_steps(3);
        assert!(inside(&bench), "{size}");
    }
    click(&mut bench, "Panel");
    assert!(inside(&bench));
    // Two sides have half of the width each.
    let width = |bench: &Bench| {
        (bench.state().on_screen(Point::new(1.0, 0.0)) - bench.state().on_screen(Point::origin())).x
    };
    let one = width(&bench);
    click(&mut bench, "A/B");
    assert!(width(&bench) < 0.7 * one);
    click(&mut bench, "A/B");
    assert_eq!(width(&bench), one);
    // Moved once, it stays.
    let at = canvas(&bench).left_top() + vec2(200.0, 60.0);
    let event = |pos: Pos2, pressed: bool| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    bench.event(egui::Event::PointerMoved(at));
    bench.event(event(at, true));
    bench.step();
    bench.event(egui::Event::PointerMoved(at + vec2(60.0, 30.0)));
    bench.step();
    bench.event(event(at + vec2(60.0, 30.0), false));
    bench.run_steps(2);
    let moved = bench.state().on_screen(Point::origin());
    resize(&mut bench, vec2(1150.0, 800.0));
    bench.run_steps(3);
    assert_eq!(width(&bench), one);
    // `F` shows the start again, then everything, then the start.
    resize(&mut bench, DESKTOP);
    bench.key_press(Key::F);
    bench.run_steps(3);
    assert!(inside(&bench) && bench.state().on_screen(Point::origin()) != moved);
    let start = bench.state().on_screen(Point::origin());
    bench.key_press(Key::F);
    bench.run_steps(3);
    assert_ne!(bench.state().on_screen(Point::origin()), start);
    bench.key_press(Key::F);
    bench.run_steps(3);
    assert_eq!(bench.state().on_screen(Point::origin()), start);
}

#[test]
fn the_settings_of_a_tool_are_beside_it() {
    let mut bench = open("scene=hello", DESKTOP);
    for tool in Tool::all() {
        click(&mut bench, &format!("Tool: {}", tool.name()));
        assert_tidy(&bench, DESKTOP, tool.name());
    }
    click(&mut bench, "Tool: Bomb");
    let (button, slider) =
        (bench.get_by_label("Tool: Bomb").rect(), bench.get_by_label("Close").rect());
    assert!((slider.center().y - button.center().y).abs() < 60.0, "{button} {slider}");
    assert!(slider.left() > button.right() && slider.left() < button.right() + 220.0);
    click(&mut bench, "Close");
    assert!(bench.query_by_label("Close").is_none());
}

#[test]
fn without_interface_there_is_the_scene_alone() {
    let bench = open("scene=pyramid&ui=0", DESKTOP);
    assert_eq!(canvas(&bench), window(DESKTOP));
    assert!(bench.query_by_label("Restart").is_none());
}

#[test]
fn a_scene_is_played_by_keys_by_the_mouse_and_by_two_fingers() {
    let mut bench = open("scene=play_pinball", UPRIGHT);
    let held =
        |bench: &Bench, button| bench.state().experiment().a().world().controls().is_down(button);
    bench.key_down(Key::ArrowLeft);
    bench.run_steps(2);
    assert!(held(&bench, Button::Left) && !held(&bench, Button::Right));
    bench.key_up(Key::ArrowLeft);
    bench.run_steps(2);
    assert!(!held(&bench, Button::Left));
    let place = |bench: &Bench, button| {
        let places = bench.state().buttons_on_screen();
        places.iter().find(|(it, _)| *it == button).unwrap().1
    };
    let screen = window(UPRIGHT);
    for button in [Button::Left, Button::Right, Button::Down] {
        let place = place(&bench, button);
        assert!(screen.contains_rect(place) && place.width() >= 44.0 && place.height() >= 44.0);
    }
    let touch = |bench: &mut Bench, id: u64, phase, pos| {
        let (device_id, id) = (egui::TouchDeviceId(1), egui::TouchId(id));
        bench.event(egui::Event::Touch { device_id, id, phase, pos, force: None });
    };
    let [left, right] = [Button::Left, Button::Right].map(|button| place(&bench, button).center());
    touch(&mut bench, 1, egui::TouchPhase::Start, left);
    touch(&mut bench, 2, egui::TouchPhase::Start, right);
    bench.run_steps(2);
    assert!(held(&bench, Button::Left) && held(&bench, Button::Right));
    touch(&mut bench, 1, egui::TouchPhase::End, left);
    bench.run_steps(2);
    assert!(!held(&bench, Button::Left) && held(&bench, Button::Right));
    touch(&mut bench, 2, egui::TouchPhase::End, right);
    bench.run_steps(2);
    assert!(!held(&bench, Button::Right));
    // All that was pressed is on the record, and a link carries it.
    assert!(bench.state().link().contains("&hands="), "{}", bench.state().link());
    assert!(bench.state().complaints().next().is_none());
}

#[test]
fn the_link_follows_what_is_shown() {
    let mut bench = open("scene=hello&paused=1", DESKTOP);
    assert_eq!(bench.state().link(), "scene=hello&paused=1");
    bench.state_mut().open(umbra_scenes::find("bridge").unwrap());
    bench.run_steps(2);
    assert_eq!(bench.state().link(), "scene=bridge&paused=1");
    click(&mut bench, "A/B");
    assert_eq!(bench.state().link(), "scene=bridge&compare=1&paused=1");
    let (link, complaints) =
        Link::parse("scene=bridge&compare=1&camera=2,3,10&colors=island&show=trails&hide=grid");
    assert!(complaints.is_empty());
    let mut app = App::new(&link).unwrap();
    assert!(app.changed_link().is_none());
    let looks = "scene=bridge&camera=2,3,10&colors=island&show=trails&hide=grid&paused=1";
    let mut bench = open(looks, DESKTOP);
    let text = bench.state().link();
    assert_eq!(text, "scene=bridge&show=trails&hide=grid&colors=island&camera=2,3,10&paused=1");
    // It is written now and then, and only when it has changed.
    let mut written = vec![];
    for frame in 0..300 {
        bench.step();
        if frame == 100 {
            bench.state_mut().open(umbra_scenes::find("hello").unwrap());
        }
        written.extend(bench.state_mut().changed_link());
    }
    assert_eq!(written.len(), 1, "{written:?}");
    assert!(written[0].starts_with("scene=hello&show=trails"), "{written:?}");
    // What is done at once is told, too.
    let mut bench = open("scene=bridge", DESKTOP);
    assert!(bench.state_mut().changed_link().is_none());
    bench.state_mut().open(umbra_scenes::find("hello").unwrap());
    let mut written = vec![];
    for _ in 0..100 {
        bench.step();
        written.extend(bench.state_mut().changed_link());
    }
    assert_eq!(written, ["scene=hello"]);
}

/// Address of a page after so many frames of a length, after a bomb.
fn addresses(frames: usize, length: f32) -> Vec<String> {
    let app = App::new(&Link::parse("scene=towers").0).unwrap();
    let mut bench = Harness::builder()
        .with_size(DESKTOP)
        .with_step_dt(length)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    bench.run_steps(2);
    assert!(bench.state_mut().changed_link().is_none());
    let bomb = Command::Bomb { at: Point::new(0.0, 0.5), radius: 5.0, speed: 5.0 };
    bench.state_mut().command(&bomb);
    let mut written = vec![];
    for _ in 0..frames {
        bench.step();
        written.extend(bench.state_mut().changed_link());
    }
    written
}

#[test]
fn the_address_follows_by_time_and_leads_to_the_moment() {
    // Three seconds, in many frames and in few.
    for (frames, length) in [(180, 1.0 / 60.0), (20, 0.15)] {
        let written = addresses(frames, length);
        assert!((3..=5).contains(&written.len()), "{frames}: {written:?}");
        assert!(written.iter().all(|it| it.contains("&hands=") && it.contains("&at=")));
    }
    let mut bench = open("scene=towers", DESKTOP);
    let bomb = Command::Bomb { at: Point::new(0.0, 0.5), radius: 5.0, speed: 5.0 };
    bench.state_mut().command(&bomb);
    bench.run_steps(60);
    let link = bench.state().link();
    let session = bench.state().experiment().a();
    let (step, hash) = (session.step_count(), session.scene().state_hash());
    assert!(link.contains(&format!("&at={step}")) && !link.contains("paused"), "{link}");
    let mut other = App::new(&Link::parse(&link).0).unwrap();
    while other.experiment().ahead() > 0 {
        other.experiment_mut().frame(0.0).unwrap();
    }
    let session = other.experiment().a();
    assert_eq!((session.step_count(), session.scene().state_hash()), (step, hash));
    assert!(other.experiment().playing);
}

#[test]
fn the_slider_of_time_is_within_the_screen_of_every_telephone() {
    for size in [vec2(320.0, 568.0), vec2(568.0, 320.0), vec2(360.0, 640.0), UPRIGHT, FLAT] {
        let mut bench = open("scene=hello&steps=200", size);
        bench.run_steps(30);
        click(&mut bench, "Time");
        let slider = bench.get_by_role(egui::accesskit::Role::Slider).rect();
        assert!(window(size).contains_rect(slider), "{size}: {slider}");
        assert!(slider.width() > 180.0, "{size}: {slider}");
    }
}

#[test]
fn the_source_of_a_scene_is_shown_and_files_are_listed() {
    for size in [DESKTOP, UPRIGHT] {
        let mut bench = open("scene=castle_siege", size);
        if size == UPRIGHT {
            click(&mut bench, "Scenes");
        }
        click(&mut bench, "Source of Castle siege");
        let source = bench.state().shown_source().unwrap();
        assert!(source.contains("fn fill(scene: &mut Scene") && source.contains("fn play("));
        assert_eq!(bench.state().experiment().a().source().name(), "castle_siege");
    }
    let mut bench = open("scene=hello", DESKTOP);
    click(&mut bench, "Open");
    let about = "A scene or a recording: .json, .ron or .bin";
    assert!(bench.query_all_by_label(about).next().is_some());
    let mut bench = open("scene=hello", UPRIGHT);
    click(&mut bench, "More");
    click(&mut bench, "Open");
    assert!(bench.query_all_by_label(about).next().is_some());
}

#[test]
fn no_rings_are_drawn_in_a_game_until_they_are_asked_for() {
    let mut bench = open("scene=play_pinball&tab=view", DESKTOP);
    let is_on = |bench: &Bench| {
        let role = egui::accesskit::Role::CheckBox;
        bench.get_by_role_and_label(role, "Events").accesskit_node().toggled()
            == Some(egui::accesskit::Toggled::True)
    };
    assert!(!is_on(&bench));
    bench.state_mut().open(umbra_scenes::find("castle_siege").unwrap());
    bench.run_steps(3);
    assert!(!is_on(&bench));
    click(&mut bench, "Events");
    assert!(is_on(&bench) && bench.state().link().contains("&show=events"));
}

#[test]
fn sixty_frames_are_sixty_steps() {
    let mut bench = open("scene=pyramid", DESKTOP);
    let steps = |bench: &Bench| bench.state().experiment().a().step_count();
    let before = steps(&bench);
    bench.run_steps(60);
    let done = steps(&bench) - before;
    assert!((59..=61).contains(&done), "{done}");
}
