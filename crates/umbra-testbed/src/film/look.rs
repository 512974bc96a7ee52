//! Look of bodies, joints and fields in a film.

use std::fmt::Write as _;

use umbra::prelude::*;

use super::ink::Inks;
use super::{Page, tenth};
use crate::canvas::{Tints, ViewOptions, body_color, engine_color};
use crate::framing;

/// Look and places of bodies.
pub(super) struct Look<'a> {
    pub(super) inks: &'a Inks,
    pub(super) tints: &'a Tints,
    pub(super) page: Page,
}

impl Look<'_> {
    /// Shapes of all that stands still.
    pub(super) fn still(&self, scene: &Scene) -> String {
        let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
        let fixed = bodies.filter(|body| body.kind() == BodyKind::Fixed);
        fixed.map(|body| self.shapes(scene, &body)).collect()
    }

    /// Areas of fields, if none of them moves with a body.
    pub(super) fn areas(&self, scene: &Scene) -> Result<String, umbra::Error> {
        let mut areas = Areas { look: self, markup: String::new() };
        let mut fields = scene.fields().filter_map(|key| scene.field(key).ok());
        if fields.any(|field| field.body().is_some()) {
            return Ok(areas.markup);
        }
        let view = Some(self.page.view);
        let palette = self.inks.palette();
        let options =
            DebugOptions { shapes: false, joints: false, view, palette, ..DebugOptions::default() };
        scene.debug_draw(&mut areas, options)?;
        Ok(areas.markup)
    }

    /// Shapes of a body: of what stands still in places of the picture, of what moves around its
    /// own origin.
    pub(super) fn shapes(&self, scene: &Scene, body: &BodyRef<'_>) -> String {
        let view = ViewOptions { sleep: false, ..ViewOptions::default() };
        let color = self.inks.ink(|paint| body_color(paint, body, &view, self.tints));
        let sensor = self.inks.ink(|paint| engine_color(paint.palette.sensor));
        let is_fixed = body.kind() == BodyKind::Fixed;
        let mut markup = String::new();
        for collider in body.colliders().filter_map(|key| scene.collider(key).ok()) {
            let color = if collider.is_sensor() { &sensor } else { &color };
            for (shape, offset) in collider.local_shapes() {
                let offset = if is_fixed { body.pose() * offset } else { offset };
                draw(&mut markup, shape, &offset, &self.page, is_fixed, color);
            }
        }
        markup
    }

    pub(super) fn arms(&self, scene: &Scene, body: &BodyRef<'_>) -> String {
        let mut markup = String::new();
        arms(&mut markup, scene, body, &self.page, &self.joint());
        markup
    }

    fn joint(&self) -> String {
        self.inks.ink(|paint| engine_color(paint.palette.joint))
    }

    /// A line of length 1, which is stretched to where it ends.
    pub(super) fn line(&self) -> String {
        format!(
            "<path d=\"M0 0H1\" stroke=\"{}\" vector-effect=\"non-scaling-stroke\"/>",
            self.joint()
        )
    }
}

/// Draws the outlines of areas, and nothing else.
struct Areas<'a> {
    look: &'a Look<'a>,
    markup: String,
}

impl DebugDraw for Areas<'_> {
    fn segment(&mut self, a: Point, b: Point, color: DebugColor) {
        let [[x, y], [u, v]] = [a, b].map(|at| self.look.page.place(at).map(tenth));
        let color = self.look.inks.engine(color);
        let _ = write!(self.markup, "<path d=\"M{x} {y}L{u} {v}\" stroke=\"{color}\"/>");
    }

    fn circle(&mut self, _: Point, _: Real, _: Rotation, _: DebugColor) {}
    fn capsule(&mut self, _: Point, _: Point, _: Real, _: DebugColor) {}
    fn polygon(&mut self, _: &[Point], _: Real, _: DebugColor) {}
    fn arrow(&mut self, _: Point, _: Vector, _: DebugColor) {}
    fn point(&mut self, _: Point, _: DebugColor) {}
    fn text(&mut self, _: Point, _: &str, _: DebugColor) {}
}

/// Lines of a joint between two points: strings, springs, and the rope of a pulley.
pub(super) fn lines_of(joint: &JointRef<'_>) -> Vec<[Point; 2]> {
    let (a, b) = (joint.anchor_a(), joint.anchor_b());
    match (joint.kind(), joint.grounds()) {
        (JointKind::Distance | JointKind::Rope | JointKind::Spring, _) => vec![[a, b]],
        (JointKind::Pulley, Some([c, d])) => vec![[a, c], [c, d], [d, b]],
        _ => vec![],
    }
}

/// Thin lines from the middle of a body to its hinges outside of it: strings of pendulums.
fn arms(out: &mut String, scene: &Scene, body: &BodyRef<'_>, page: &Page, color: &str) {
    let reach = framing::box_of(scene, body).map_or(0.0, |it| it.half_extents().norm());
    for joint in body.joints().filter_map(|key| scene.joint(key).ok()) {
        if !matches!(joint.kind(), JointKind::Revolute | JointKind::Ratchet) {
            continue;
        }
        let anchor = if joint.body_a() == body.key() { joint.anchor_a() } else { joint.anchor_b() };
        let [from, to] = [body.center_of_mass(), anchor].map(|at| body.local_point(at));
        if (to - from).norm() > 1.2 * reach {
            let [x, y, u, v] = [from.x, -from.y, to.x, -to.y].map(|it| tenth(it * page.scale));
            let _ = write!(out, "<path d=\"M{x} {y}L{u} {v}\" stroke=\"{color}\"/>");
        }
    }
}

/// A shape: of what stands still in places of the picture, of what moves around its own origin.
fn draw(out: &mut String, shape: &Shape, pose: &Pose, page: &Page, fixed: bool, color: &str) {
    let at = |point: Point| {
        let world = pose * point;
        let [x, y] =
            if fixed { page.place(world) } else { [world.x * page.scale, -world.y * page.scale] };
        (tenth(x), tenth(y))
    };
    let length = |meters: Real| tenth(meters * page.scale);
    let line = |out: &mut String, a: Point, b: Point, width: Real| {
        let ((x, y), (u, v)) = (at(a), at(b));
        let width = width.max(1.5);
        let _ = write!(
            out,
            "<path d=\"M{x} {y}L{u} {v}\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
        );
    };
    let core = shape.core();
    match *core.vertices {
        [center] => {
            let ((x, y), r) = (at(center), length(core.radius));
            let (u, v) = at(center + Vector::new(core.radius, 0.0));
            let _ = write!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{color}\"/>\
                 <path d=\"M{x} {y}L{u} {v}\" stroke=\"#0006\"/>"
            );
        }
        [a, b] if shape.line().is_some() => line(out, a, b, 2.0),
        [a, b] => line(out, a, b, length(2.0 * core.radius)),
        _ => {
            let mut path = String::new();
            for (index, vertex) in core.vertices.iter().enumerate() {
                let (x, y) = at(*vertex);
                let _ = write!(path, "{}{x} {y}", if index == 0 { "M" } else { "L" });
            }
            let round = length(2.0 * core.radius);
            let edge = if round > 0.0 {
                format!(" stroke=\"{color}\" stroke-width=\"{round}\" stroke-linejoin=\"round\"")
            } else {
                " stroke=\"#0004\" stroke-width=\"1\"".to_owned()
            };
            let _ = write!(out, "<path d=\"{path}Z\" fill=\"{color}\"{edge}/>");
        }
    }
}
