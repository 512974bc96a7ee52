//! Processor time of a frame by part: steps, meshes, panels, triangles for the graphics card.
//!
//! `cargo run --release -p umbra-testbed --example frame_times` prints the tables of
//! `docs/benchmarks/testbed.md`. There is no window: what is measured is all that the program does
//! before the driver gets the triangles.
#![allow(clippy::print_stdout, reason = "this program prints what it measured")]

use std::time::{Duration, Instant};

use egui::{Context, Event, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, RawInput, Rect};
use egui::{TouchPhase, pos2, vec2};
use umbra_testbed::app::App;
use umbra_testbed::link::Link;

/// Frames before it counts, and frames that count.
const WARM_UP: usize = 20;
const FRAMES: usize = 120;
const FRAME: f32 = 1.0 / 60.0;
/// A window of this size, in points that are pixels.
const WINDOW: [f32; 2] = [1920.0, 1080.0];

/// The times of a frame.
#[derive(Clone, Copy, Default)]
struct Times {
    steps: Duration,
    meshes: Duration,
    /// Panels and everything else of the user interface.
    panels: Duration,
    triangles: Duration,
}

struct Case {
    what: &'static str,
    link: &'static str,
    /// How much closer than the whole scene, and whether the picture is moved.
    zoom: f32,
    pans: bool,
}

const CASES: [Case; 12] = [
    case("1,000 moving, whole scene", "scene=tumbling_1000", 1.0),
    case("10,000 moving, whole scene", "scene=tumbling_10000", 1.0),
    case("20,100 in a pyramid, whole scene", "scene=grown_pyramid_200", 1.0),
    case("1,000 moving, 3 times closer", "scene=tumbling_1000", 3.0),
    case("10,000 moving, 3 times closer", "scene=tumbling_10000", 3.0),
    case("20,100 in a pyramid, 3 times closer", "scene=grown_pyramid_200", 3.0),
    case("1,000 moving, no panels", "scene=tumbling_1000&panels=0", 1.0),
    case("10,000 moving, no panels", "scene=tumbling_10000&panels=0", 1.0),
    case("20,100 in a pyramid, no panels", "scene=grown_pyramid_200&panels=0", 1.0),
    case("10,000 at rest, kept mesh", "scene=strewn_boxes", 1.0),
    Case { pans: true, ..case("10,000 at rest, picture moved", "scene=strewn_boxes", 1.0) },
    case(
        "10,000 moving, contacts, normals, boxes",
        "scene=tumbling_10000&show=contacts,normals,boxes",
        1.0,
    ),
];

const fn case(what: &'static str, link: &'static str, zoom: f32) -> Case {
    Case { what, link, zoom, pans: false }
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    println!(
        "| bodies | step, ms | meshes, ms | panels, ms | triangles, ms | drawing, ms | vertices |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for case in &CASES {
        let (times, vertices) = measure(case)?;
        let middle = |of: fn(&Times) -> Duration| {
            let mut all: Vec<Duration> = times.iter().map(of).collect();
            all.sort_unstable();
            all[all.len() / 2].as_secs_f64() * 1e3
        };
        println!(
            "| {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {vertices} |",
            case.what,
            middle(|it| it.steps),
            middle(|it| it.meshes),
            middle(|it| it.panels),
            middle(|it| it.triangles),
            middle(|it| it.meshes + it.panels + it.triangles),
        );
    }
    Ok(())
}

/// The times of each frame, and how many vertices the last one had.
fn measure(case: &Case) -> Result<(Vec<Times>, usize), umbra::Error> {
    let (link, _) = Link::parse(case.link);
    let mut app = App::new(&link)?;
    let context = Context::default();
    let middle = pos2(0.5 * WINDOW[0], 0.5 * WINDOW[1]);
    let (mut all, mut vertices) = (vec![], 0);
    for frame in 0..WARM_UP + FRAMES {
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, WINDOW.into())),
            time: Some(f64::from(FRAME) * frame as f64),
            predicted_dt: FRAME,
            ..RawInput::default()
        };
        match frame {
            2 => input.events.extend([Event::PointerMoved(middle), wheel(case.zoom)]),
            // Away from the canvas, so that nothing follows the pointer.
            12 => input.events.push(Event::PointerGone),
            _ => {}
        }
        if case.pans && frame > WARM_UP {
            let at = middle + vec2(frame as f32, 0.0);
            let (button, modifiers) = (egui::PointerButton::Secondary, Modifiers::NONE);
            let pressed = Event::PointerButton { pos: at, button, pressed: true, modifiers };
            input.events.extend([Event::PointerMoved(at), pressed]);
        }
        let mut output = context.run_ui(input, |ui| app.ui(ui));
        output.textures_delta.clear();
        let start = Instant::now();
        let triangles = context.tessellate(output.shapes, output.pixels_per_point);
        let [steps, meshes, whole] = app.times();
        let times = Times {
            steps,
            meshes,
            panels: whole.saturating_sub(steps + meshes),
            triangles: start.elapsed(),
        };
        if frame >= WARM_UP {
            all.push(times);
            let count = |primitive: &egui::epaint::Primitive| match primitive {
                egui::epaint::Primitive::Mesh(mesh) => mesh.vertices.len(),
                egui::epaint::Primitive::Callback(_) => 0,
            };
            vertices = triangles.iter().map(|clipped| count(&clipped.primitive)).sum();
        }
    }
    Ok((all, vertices))
}

/// A turn of the wheel that zooms by a factor.
fn wheel(factor: f32) -> Event {
    Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, factor.ln() / 0.0025),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    }
}
