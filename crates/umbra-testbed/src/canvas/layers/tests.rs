use super::*;
use crate::canvas::Camera;
use egui::{pos2, vec2};

/// Paints a session as a frame does, and returns how often bodies at rest were built.
fn paint(layers: &mut Layers, session: &Session, camera: Camera) -> usize {
    let context = egui::Context::default();
    let (view, paint) = (ViewOptions::default(), Paint::new(false));
    let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
    let lens = Lens { camera, rect };
    let (tints, trails) = (Tints::default(), Trails::default());
    let shown = Shown {
        session,
        lens,
        view: &view,
        paint: &paint,
        alpha: 0.5,
        selected: None,
        tints: &tints,
        trails: &trails,
        letters: true,
    };
    let mut output = context.run_ui(egui::RawInput::default(), |ui| {
        layers.paint(ui.painter(), &shown).unwrap();
    });
    output.textures_delta.clear();
    layers.builds()
}

#[test]
fn bodies_at_rest_are_built_once() {
    let mut session = Session::new(umbra_scenes::find("towers").unwrap()).unwrap();
    let camera = Camera { center: Point::new(0.0, 5.0), scale: 20.0 };
    let mut layers = Layers::default();
    assert_eq!(paint(&mut layers, &session, camera), 1);
    session.step().unwrap();
    assert_eq!(paint(&mut layers, &session, camera), 1, "a step moves nothing at rest");
    let panned = Camera { center: Point::new(0.5, 5.0), ..camera };
    assert_eq!(paint(&mut layers, &session, panned), 1, "a mesh moves with the camera");
    let zoomed = Camera { scale: 21.0, ..panned };
    assert_eq!(paint(&mut layers, &session, zoomed), 2);
    let far = Camera { center: Point::new(90.0, 5.0), ..zoomed };
    assert_eq!(paint(&mut layers, &session, far), 3, "what was not in view is built now");
    while session.scene().stats().awake_bodies > 0 && session.step_count() < 600 {
        session.step().unwrap();
    }
    assert_eq!(session.scene().stats().awake_bodies, 0);
    assert_eq!(paint(&mut layers, &session, far), 4, "what fell asleep is at rest");
    session.step().unwrap();
    assert_eq!(paint(&mut layers, &session, far), 4);
}

#[test]
fn a_sensor_lies_behind_everything_and_is_seen_through() {
    let mut session = Session::new(umbra_scenes::find("hello").unwrap()).unwrap();
    let camera = Camera { center: Point::new(0.0, 5.0), scale: 20.0 };
    let mut layers = Layers::default();
    paint(&mut layers, &session, camera);
    assert!(layers.behind.is_empty() && !layers.moving.is_empty());
    let still = layers.still.as_ref().unwrap().mesh.clone();
    let opaque = |mesh: &Mesh| mesh.vertices.iter().filter(|it| it.color.a() == 255).count();
    let clear =
        |mesh: &Mesh| mesh.vertices.iter().filter(|it| (1..255).contains(&it.color.a())).count();
    assert!(opaque(&still) > 0 && clear(&still) == 0);
    let scene = session.scene();
    let all: Vec<_> = scene.colliders().collect();
    for key in all {
        let edit = ColliderEdit::Sensor(true);
        let edit = Edit::Collider(key, edit);
        session.command(crate::session::Command::Edit(Box::new(edit))).unwrap();
    }
    paint(&mut layers, &session, camera);
    assert!(layers.moving.is_empty() && clear(&layers.behind) > 0);
    assert!(clear(&layers.still.as_ref().unwrap().mesh) > 0);
}

#[test]
fn a_cell_that_a_script_fills_is_drawn() {
    let mut session = Session::new(umbra_scenes::find("tiles").unwrap()).unwrap();
    let camera = Camera { center: Point::new(16.0, 6.0), scale: 20.0 };
    let mut layers = Layers::default();
    (0..290).for_each(|_| session.step().unwrap());
    let before = paint(&mut layers, &session, camera);
    (0..8).for_each(|_| session.step().unwrap());
    assert_eq!(paint(&mut layers, &session, camera), before, "nothing is dug yet");
    (0..8).for_each(|_| session.step().unwrap());
    assert_eq!(paint(&mut layers, &session, camera), before + 1);
}

#[test]
fn a_kept_mesh_that_moved_is_the_one_that_would_be_built() {
    let session = Session::new(umbra_scenes::find("strewn_boxes").unwrap()).unwrap();
    let camera = Camera { center: Point::new(500.0, 500.0), scale: 8.0 };
    let panned = Camera { center: Point::new(503.0, 498.0), ..camera };
    let (mut kept, mut built) = (Layers::default(), Layers::default());
    paint(&mut kept, &session, camera);
    paint(&mut kept, &session, panned);
    paint(&mut built, &session, panned);
    let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
    let corners = |layers: &Layers| {
        let mesh = &layers.still.as_ref().unwrap().mesh;
        let inside = mesh.vertices.iter().map(|v| v.pos).filter(|at| rect.contains(*at));
        inside.fold((0, Vec2::ZERO), |(n, sum), at| (n + 1, sum + at.to_vec2() * 1e-3))
    };
    let ((a, sum_a), (b, sum_b)) = (corners(&kept), corners(&built));
    assert!(a > 100 && a == b && (sum_a - sum_b).length() < 0.1, "{a} {b} {sum_a} {sum_b}");
}
