//! The meshes of one scene.
//!
//! Sensors lie behind everything. Bodies are in two layers: those that do not move by themselves (fixed, asleep,
//! disabled), and all the rest. The first is kept
//! until something about it changes: the session's revision, a pose among them, the zoom, the colours, or the camera
//! leaving the part of the world that the mesh was built for, which is twice as wide and high as the canvas.

use std::sync::Arc;

use core::hash::{Hash as _, Hasher as _};
use core::time::Duration;

use egui::epaint::Mesh;
use egui::{Align2, FontId, Painter, Rect, Shape as Drawn, Vec2};
use umbra::prelude::*;
use web_time::Instant;

use super::paint::color;
use super::paint::slotmap_index;
use super::{Coloring, Lens, Paint, Pen, Tints, Trails, ViewOptions};
use crate::session::{FLASH_STEPS, FlashKind, Session, Target};

/// More joints than these are not drawn.
const MOST_JOINTS: usize = 3000;
/// How wide lines and how large dots of joints are.
const THIN: (f32, f32) = (1.0, 1.6);

/// Parts of a session to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The session.
    pub session: &'a Session,
    /// The camera and the canvas.
    pub lens: Lens,
    /// Options of the canvas.
    pub view: &'a ViewOptions,
    /// In which colours.
    pub paint: &'a Paint,
    /// When, between the last two steps.
    pub alpha: Real,
    /// Marked body or joint.
    pub selected: Option<Target>,
    /// Colour of each body.
    pub tints: &'a Tints,
    /// Trails of bodies.
    pub trails: &'a Trails,
}

/// What a mesh of bodies at rest was built for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StillKey {
    revision: u64,
    /// Of all poses.
    fingerprint: u64,
    scale: f32,
    pixels_per_point: f32,
    shows_sleep: bool,
    coloring: Coloring,
    outlines: bool,
    dark: bool,
    size: Vec2,
}

/// A kept mesh.
#[derive(Clone, Debug)]
struct Still {
    key: StillKey,
    mesh: Arc<Mesh>,
    /// The part of the world that it shows.
    built_for: Aabb,
    /// A point of the world, and where it is in the mesh.
    anchor: (Point, Vec2),
}

/// The meshes of a scene, kept between frames.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    still: Option<Still>,
    /// The sensors of bodies that move.
    behind: Arc<Mesh>,
    moving: Arc<Mesh>,
    over: Arc<Mesh>,
    /// How long the last frame took to be built.
    time: Duration,
    /// How many meshes of bodies at rest have been built.
    builds: usize,
}

impl Layers {
    /// Time in which the meshes of the last frame were built.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Number of times that the mesh of resting bodies was built.
    pub fn builds(&self) -> usize {
        self.builds
    }

    /// Number of vertices of the last frame.
    pub fn vertex_count(&self) -> usize {
        let still = self.still.as_ref().map_or(0, |still| still.mesh.vertices.len());
        still + self.behind.vertices.len() + self.moving.vertices.len() + self.over.vertices.len()
    }

    /// Builds the meshes and paints them.
    ///
    /// # Errors
    /// When the engine refuses to draw.
    pub fn paint(&mut self, painter: &Painter, shown: &Shown<'_>) -> Result<(), umbra::Error> {
        let start = Instant::now();
        let pixels_per_point = painter.pixels_per_point();
        if shown.view.shapes {
            self.build_still(shown, pixels_per_point);
            self.build_moving(shown, pixels_per_point);
        }
        let labels = self.build_over(shown, pixels_per_point);
        self.time = start.elapsed();
        if shown.view.shapes {
            painter.add(Drawn::mesh(Arc::clone(&self.behind)));
            if let Some(still) = &self.still {
                painter.add(Drawn::mesh(Arc::clone(&still.mesh)));
            }
            painter.add(Drawn::mesh(Arc::clone(&self.moving)));
        }
        painter.add(Drawn::mesh(Arc::clone(&self.over)));
        for label in labels? {
            let font = FontId::proportional(11.0);
            painter.text(label.at, Align2::CENTER_BOTTOM, label.text, font, label.color);
        }
        Ok(())
    }

    fn build_still(&mut self, shown: &Shown<'_>, pixels_per_point: f32) {
        let lens = shown.lens;
        let view = lens.view();
        let rect = Rect::from_center_size(lens.rect.center(), 2.0 * lens.rect.size());
        let kept = self.still.as_ref().map(|still| still.built_for);
        let built_for = kept.filter(|kept| kept.contains(&view));
        let built_for = built_for.unwrap_or_else(|| Lens { rect, ..lens }.view());
        let mut key = StillKey {
            revision: shown.session.revision(),
            fingerprint: fingerprint(shown.session.scene(), &built_for),
            scale: lens.camera.scale,
            pixels_per_point,
            shows_sleep: shown.view.sleep,
            coloring: shown.view.coloring,
            outlines: shown.view.outlines,
            dark: shown.paint.dark,
            size: lens.rect.size(),
        };
        if let Some(still) = &mut self.still
            && still.key == key
            && still.built_for.contains(&view)
        {
            let (point, was) = still.anchor;
            let offset = lens.offset_of(point) - was;
            if offset != Vec2::ZERO {
                Arc::make_mut(&mut still.mesh).translate(offset);
                still.anchor.1 += offset;
            }
            return;
        }
        self.builds += 1;
        let built_for = Lens { rect, ..lens }.view();
        let memory = self.still.take().map(|still| taken(still.mesh)).unwrap_or_default();
        let mut pen = Pen::new(lens, pixels_per_point, memory);
        let scene = shown.session.scene();
        key.fingerprint = fingerprint(scene, &built_for);
        let still_bodies = || {
            scene.bodies().filter_map(|key| scene.body(key).ok()).filter(|body| !body.is_awake())
        };
        for body in still_bodies() {
            draw_body(&mut pen, scene, &body, &body.pose(), &built_for, shown, Part::Sensors);
        }
        // What never moves lies behind the rest.
        for fixed in [true, false] {
            let is_wanted = |body: &BodyRef<'_>| (body.kind() == BodyKind::Fixed) == fixed;
            for body in still_bodies().filter(is_wanted) {
                draw_body(&mut pen, scene, &body, &body.pose(), &built_for, shown, Part::Solids);
            }
        }
        let anchor = (lens.camera.center, lens.offset_of(lens.camera.center));
        self.still = Some(Still { key, mesh: Arc::new(pen.mesh), built_for, anchor });
    }

    fn build_moving(&mut self, shown: &Shown<'_>, pixels_per_point: f32) {
        let memory = [&mut self.behind, &mut self.moving].map(|mesh| taken(core::mem::take(mesh)));
        let [mut behind, mut pen] =
            memory.map(|memory| Pen::new(shown.lens, pixels_per_point, memory));
        let (scene, view) = (shown.session.scene(), shown.lens.view());
        let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
        for body in bodies.filter(BodyRef::is_awake) {
            let pose =
                if shown.alpha < 1.0 { body.interpolated_pose(shown.alpha) } else { body.pose() };
            draw_body(&mut behind, scene, &body, &pose, &view, shown, Part::Sensors);
            draw_body(&mut pen, scene, &body, &pose, &view, shown, Part::Solids);
        }
        self.behind = Arc::new(behind.mesh);
        self.moving = Arc::new(pen.mesh);
    }

    /// What lies over the bodies.
    fn build_over(
        &mut self,
        shown: &Shown<'_>,
        pixels_per_point: f32,
    ) -> Result<Vec<super::pen::Label>, umbra::Error> {
        let memory = taken(core::mem::take(&mut self.over));
        let mut pen = Pen::new(shown.lens, pixels_per_point, memory);
        let (scene, view) = (shown.session.scene(), shown.lens.view());
        let options = shown.view.debug_options(shown.paint, Some(view), shown.alpha);
        if shown.view.trails {
            shown.trails.draw(&mut pen, scene, shown.paint, shown.tints, shown.view.coloring);
        }
        let drawn = draw_joints(&mut pen, shown, &options).and_then(|()| {
            let options = DebugOptions { shapes: false, joints: false, ..options };
            scene.debug_draw(&mut pen, options)
        });
        if shown.view.joint_kinds {
            write_kinds(&mut pen, shown);
        }
        if shown.view.events {
            flash(&mut pen, shown);
        }
        shown.session.draw_marks(&mut pen);
        if shown.view.ids {
            write_numbers(&mut pen, shown);
        }
        if let Some(held) = shown.session.world().held() {
            let [a, b] = [held.anchor_a(), held.anchor_b()].map(|at| shown.lens.to_screen(at));
            pen.line(a, b, 2.0, shown.paint.accent);
            pen.dot(a, 4.0, shown.paint.accent);
        }
        if let Some(selected) = shown.selected {
            mark(&mut pen, shown, selected);
        }
        self.over = Arc::new(pen.mesh);
        drawn.map(|()| pen.labels)
    }
}

/// The memory of a mesh that nobody else uses any more.
fn taken(mesh: Arc<Mesh>) -> Mesh {
    Arc::try_unwrap(mesh).unwrap_or_default()
}

/// Which colliders of a body are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Solids,
    Sensors,
}

/// All bodies in their colours, by way of the engine's own drawing: sensors, then what never moves, then the rest.
pub(crate) fn draw_bodies(
    drawer: &mut impl DebugDraw,
    scene: &Scene,
    view: &ViewOptions,
    paint: &Paint,
    tints: &Tints,
) {
    for layer in 0..3 {
        for body in scene.bodies().filter_map(|key| scene.body(key).ok()) {
            let pose = body.pose();
            for collider in body.colliders().filter_map(|key| scene.collider(key).ok()) {
                let is_fixed = body.kind() == BodyKind::Fixed;
                let its = if collider.is_sensor() { 0 } else { 2 - u8::from(is_fixed) };
                if its != layer {
                    continue;
                }
                let color = match layer {
                    0 => paint.of_sensor(&body),
                    _ => paint.of_body(&body, view, tints),
                };
                let [red, green, blue, _] = color.to_array();
                let color = DebugColor { red, green, blue };
                for (shape, offset) in collider.local_shapes() {
                    drawer.shape(shape, &(pose * offset), color);
                }
            }
        }
    }
}

fn draw_body(
    pen: &mut Pen,
    scene: &Scene,
    body: &BodyRef<'_>,
    pose: &Pose,
    view: &Aabb,
    shown: &Shown<'_>,
    part: Part,
) {
    let (inside, line) = match part {
        Part::Sensors => (shown.paint.of_sensor(body), shown.paint.line_around_sensor(body)),
        Part::Solids => {
            let inside = shown.paint.of_body(body, shown.view, shown.tints);
            let line = if shown.view.outlines { shown.paint.line_around(inside) } else { inside };
            (inside, line)
        }
    };
    let is_part = |it: &ColliderRef<'_>| it.is_sensor() == (part == Part::Sensors);
    for collider in body.colliders().filter_map(|key| scene.collider(key).ok()).filter(is_part) {
        for (shape, offset) in collider.local_shapes() {
            let pose = pose * offset;
            if view.overlaps(&shape.aabb(&pose)) {
                pen.body_shape(shape, &pose, inside, line);
            }
        }
    }
}

/// A number over everything about bodies at rest that is seen in a part of the world and does not change the revision.
fn fingerprint(scene: &Scene, part: &Aabb) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bits: u64| {
        hash = (hash ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    };
    for body in
        scene.bodies().filter_map(|key| scene.body(key).ok()).filter(|body| !body.is_awake())
    {
        let (pose, kind) = (body.pose(), body.kind() as u64);
        let [x, y] = [pose.translation.x, pose.translation.y].map(|it| u64::from(it.to_bits()));
        add(u64::from(slotmap_index(body.key())) << 3 | kind << 1 | u64::from(body.is_enabled()));
        add(x << 32 | y);
        add(u64::from(pose.rotation.im.to_bits()) << 32 | u64::from(pose.rotation.re.to_bits()));
        // A scene's own script may switch sensors and fill cells.
        for collider in body.colliders().filter_map(|key| scene.collider(key).ok()) {
            add(u64::from(collider.is_sensor()));
            for ([x, y], tile) in collider.cells_in(part) {
                let mut cell = std::hash::DefaultHasher::new();
                (x, y, tile.cell).hash(&mut cell);
                add(cell.finish());
            }
        }
    }
    add(scene.colliders().count() as u64);
    hash
}

/// Joints in thin lines. Among thousands of them nothing else would be seen.
fn draw_joints(
    pen: &mut Pen,
    shown: &Shown<'_>,
    options: &DebugOptions,
) -> Result<(), umbra::Error> {
    let scene = shown.session.scene();
    if !shown.view.joints || scene.joints().count() > MOST_JOINTS {
        return Ok(());
    }
    let usual = (pen.line, pen.dot);
    (pen.line, pen.dot) = THIN;
    let joints = DebugOptions {
        shapes: false,
        fields: false,
        view: options.view,
        interpolation: options.interpolation,
        palette: options.palette,
        ..DebugOptions::default()
    };
    let drawn = scene.debug_draw(pen, joints);
    (pen.line, pen.dot) = usual;
    drawn
}

/// What each joint is called, between its anchors.
fn write_kinds(pen: &mut Pen, shown: &Shown<'_>) {
    let (scene, view) = (shown.session.scene(), shown.lens.view());
    for joint in scene.joints().filter_map(|key| scene.joint(key).ok()) {
        let at = joint.anchor_a() + (joint.anchor_b() - joint.anchor_a()) * 0.5;
        if view.contains_point(at) {
            let name = format!("{:?}", joint.kind()).to_lowercase();
            let above = shown.lens.to_screen(at) - Vec2::new(0.0, 3.0);
            pen.write(above, name, shown.paint.text);
        }
    }
}

/// Rings that grow and fade where something happened.
fn flash(pen: &mut Pen, shown: &Shown<'_>) {
    let now = shown.session.step_count();
    for it in shown.session.flashes() {
        let age = (now - it.step) as f32 / FLASH_STEPS as f32;
        let (engine, reach) = match it.kind {
            FlashKind::Contact => (shown.paint.palette.touching, 7.0),
            FlashKind::Hit => (shown.paint.palette.impulse, 16.0),
            FlashKind::Sensor => (shown.paint.palette.island, 18.0),
            FlashKind::Break => (shown.paint.palette.velocity, 28.0),
        };
        let color = color(engine).gamma_multiply(1.0 - age);
        pen.ring(shown.lens.to_screen(it.at), 2.0 + reach * age, 1.5, color);
    }
}

fn write_numbers(pen: &mut Pen, shown: &Shown<'_>) {
    let (scene, view) = (shown.session.scene(), shown.lens.view());
    for body in scene.bodies().filter_map(|key| scene.body(key).ok()) {
        let at = body.interpolated_pose(shown.alpha) * body.local_point(body.center_of_mass());
        if view.contains_point(at) {
            let number = slotmap_index(body.key());
            pen.write(shown.lens.to_screen(at), number.to_string(), shown.paint.text);
        }
    }
}

/// A line around what is selected.
fn mark(pen: &mut Pen, shown: &Shown<'_>, selected: Target) {
    let (scene, accent) = (shown.session.scene(), shown.paint.accent);
    let mut around = |key: ColliderKey| {
        let Ok(collider) = scene.collider(key) else { return };
        let Ok(body) = scene.body(collider.body()) else { return };
        let pose = body.interpolated_pose(shown.alpha);
        for (shape, offset) in collider.local_shapes() {
            pen.around(shape, &(pose * offset), 2.5, accent);
        }
    };
    match selected {
        Target::Body(key) => {
            scene.body(key).into_iter().flat_map(|body| body.colliders()).for_each(around);
        }
        Target::Collider(key) => around(key),
        Target::Joint(key) => {
            let Ok(joint) = scene.joint(key) else { return };
            let [a, b] = [joint.anchor_a(), joint.anchor_b()].map(|at| shown.lens.to_screen(at));
            pen.line(a, b, 2.5, accent);
            pen.dot(a, 4.5, accent);
            pen.dot(b, 4.5, accent);
        }
    }
}

#[cfg(test)]
mod tests {
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
        let clear = |mesh: &Mesh| {
            mesh.vertices.iter().filter(|it| (1..255).contains(&it.color.a())).count()
        };
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
}
