//! The meshes of one scene.
//!
//! Sensors lie behind everything. Bodies are in two layers: those that do not move by themselves
//! (fixed, asleep, disabled), and all the rest. The first is kept until something about it changes:
//! the session's revision, a pose among them, the zoom, the colours, or the camera leaving the part
//! of the world that the mesh was built for, which is twice as wide and high as the canvas.

use std::sync::Arc;

use core::hash::{Hash as _, Hasher as _};
use core::time::Duration;

use egui::epaint::Mesh;
use egui::{Align2, FontId, Painter, Rect, Shape as Drawn, Vec2};
use umbra::prelude::*;
use web_time::Instant;

use super::paint::color;
use super::paint::slotmap_index;
use super::{Coloring, Lens, Paint, Pen, Tints, Trails, ViewOptions, write};
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
    /// True if labels are written.
    pub letters: bool,
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
        let session = shown.session;
        let view = shown.view.at_step(session.step_count(), session.world().rate());
        let shown = &Shown { view: &view, ..*shown };
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
        for label in labels?.into_iter().filter(|_| shown.letters) {
            let (at, align, text) = (label.at, Align2::CENTER_BOTTOM, label.text);
            if label.is_over_walls {
                write(painter, at, align, text, 12.0, label.color, shown.paint);
            } else {
                painter.text(at, align, text, FontId::proportional(11.0), label.color);
            }
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
            draw_body(&mut pen, scene, &body, &body.pose(), &built_for, shown, Layer::Sensors);
        }
        // What never moves lies behind the rest.
        for fixed in [true, false] {
            let is_wanted = |body: &BodyRef<'_>| (body.kind() == BodyKind::Fixed) == fixed;
            for body in still_bodies().filter(is_wanted) {
                draw_body(&mut pen, scene, &body, &body.pose(), &built_for, shown, Layer::Solids);
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
            draw_body(&mut behind, scene, &body, &pose, &view, shown, Layer::Sensors);
            draw_body(&mut pen, scene, &body, &pose, &view, shown, Layer::Solids);
        }
        // What is on its way through a portal is in two places.
        for (key, pose) in scene.images() {
            if let Ok(body) = scene.body(key) {
                draw_body(&mut pen, scene, &body, &pose, &view, shown, Layer::Solids);
            }
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
        let others = pen.labels.len();
        shown.session.draw_marks(&mut pen);
        for label in &mut pen.labels[others..] {
            label.is_over_walls = true;
            // Scenes write in grey, for any background.
            if label.color.r() == label.color.g() && label.color.g() == label.color.b() {
                label.color = shown.paint.text;
            }
        }
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
enum Layer {
    Solids,
    Sensors,
}

/// All bodies in their colours, by way of the engine's own drawing: sensors, then what never moves,
/// then the rest.
pub(crate) fn draw_bodies(
    drawer: &mut impl DebugDraw,
    scene: &Scene,
    view: &ViewOptions,
    paint: &Paint,
    tints: &Tints,
) {
    for layer in 0..3 {
        let places = scene.bodies().filter_map(|key| Some((key, scene.body(key).ok()?.pose())));
        for (key, pose) in places.chain(scene.images()) {
            let Ok(body) = scene.body(key) else { continue };
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
    part: Layer,
) {
    let (inside, line) = match part {
        Layer::Sensors => (shown.paint.of_sensor(body), shown.paint.line_around_sensor(body)),
        Layer::Solids => {
            let inside = shown.paint.of_body(body, shown.view, shown.tints);
            let line = if shown.view.outlines { shown.paint.line_around(inside) } else { inside };
            (inside, line)
        }
    };
    let is_part = |it: &ColliderRef<'_>| it.is_sensor() == (part == Layer::Sensors);
    for collider in body.colliders().filter_map(|key| scene.collider(key).ok()).filter(is_part) {
        for (shape, offset) in collider.local_shapes() {
            let pose = pose * offset;
            if view.overlaps(&shape.aabb(&pose)) {
                pen.body_shape(shape, &pose, inside, line);
            }
        }
    }
}

/// A number over everything about bodies at rest that is seen in a part of the world and does not
/// change the revision.
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
mod tests;
