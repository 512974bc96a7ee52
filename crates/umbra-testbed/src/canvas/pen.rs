//! Shapes and lines as triangles in one mesh.
//!
//! egui smooths edges of its own shapes by a border that fades out, because a window may have no
//! multisampling. The pen does the same: the outline of a shape is a ring that fades in, a ring of
//! the line's colour, and the inside. What is only a few pixels large has no rings.

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, Pos2, Vec2, vec2};
use umbra::prelude::*;

use super::Lens;
use super::outline::{Outline, Placed};
use super::paint::color;

/// Shapes that reach less far on the screen have no outline.
const SMALL: f32 = 2.5;
/// How wide lines are.
const LINE: f32 = 1.4;
/// The radius of a dot.
const DOT: f32 = 2.2;
/// The length of an arrow's head, at most.
const HEAD: f32 = 7.0;
/// With more vertices than these, lines and dots are drawn with hard edges and arrows without
/// heads: nobody sees the difference among 10,000 of them, and each then has a third of the
/// triangles.
const MANY: usize = 100_000;
/// More texts than these could not be read, and each costs as much as a hundred bodies.
const MOST_TEXTS: usize = 400;

/// A line of text that is centred above a place.
#[derive(Clone, Debug)]
pub struct Label {
    /// The place.
    pub at: Pos2,
    /// The text.
    pub text: String,
    /// Its colour.
    pub color: Color32,
    /// True if it needs a background of its own, because walls may lie behind it.
    pub is_over_walls: bool,
}

/// Draws into a mesh.
#[derive(Clone, Debug)]
pub struct Pen {
    /// Mesh of all shapes drawn so far.
    pub mesh: Mesh,
    /// Texts written so far.
    pub labels: Vec<Label>,
    /// Width of lines that the engine draws, and size of its dots.
    pub(super) line: f32,
    pub(super) dot: f32,
    lens: Lens,
    /// How wide a smooth edge is: a pixel.
    feather: f32,
    outline: Outline,
}

impl Pen {
    /// Draws what is seen through a lens, into the memory of an older mesh.
    pub fn new(lens: Lens, pixels_per_point: f32, mut mesh: Mesh) -> Self {
        mesh.vertices.clear();
        mesh.indices.clear();
        Self {
            mesh,
            labels: vec![],
            line: LINE,
            dot: DOT,
            lens,
            feather: 1.0 / pixels_per_point.max(0.1),
            outline: Outline::default(),
        }
    }

    /// The lens that is drawn for.
    pub fn lens(&self) -> &Lens {
        &self.lens
    }

    fn vertex(&mut self, pos: Pos2, color: Color32) {
        self.mesh.vertices.push(Vertex { pos, uv: WHITE_UV, color });
    }

    /// A shape of a body: its inside and the line around it.
    pub fn body_shape(&mut self, shape: &Shape, pose: &Pose, inside: Color32, line: Color32) {
        let placed = Placed::new(&self.lens, pose);
        let core = shape.core();
        let radius = self.lens.length(core.radius);
        match *core.vertices {
            [center] => self.disc(placed.point(center), radius, pose.rotation, inside, line),
            [a, b] if shape.line().is_some() => {
                self.line(placed.point(a), placed.point(b), LINE, line);
            }
            _ => {
                self.outline.shape(&core, placed, radius);
                self.fill(inside, line);
            }
        }
    }

    /// The line around a shape, and nothing else.
    pub fn around(&mut self, shape: &Shape, pose: &Pose, width: f32, line: Color32) {
        let placed = Placed::new(&self.lens, pose);
        if let Some(segment) = shape.line() {
            let [a, b] = [segment.a(), segment.b()].map(|end| placed.point(end));
            return self.line(a, b, width, line);
        }
        let core = shape.core();
        self.outline.shape(&core, placed, self.lens.length(core.radius));
        let outline = core::mem::take(&mut self.outline);
        let count = outline.points.len();
        for index in 0..count {
            self.line(outline.points[index], outline.points[(index + 1) % count], width, line);
        }
        self.outline = outline;
    }

    fn disc(&mut self, at: Pos2, radius: f32, turn: Rotation, inside: Color32, line: Color32) {
        self.outline.circle(at, radius);
        self.fill(inside, line);
        if radius > SMALL {
            // The spoke ends inside of the line around.
            let end = vec2(turn.re, -turn.im) * (radius - self.feather).max(0.0);
            self.line(at, at + end, LINE, line);
        }
    }

    /// The outline with its inside.
    fn fill(&mut self, inside: Color32, line: Color32) {
        let count = self.outline.points.len() as u32;
        let first = self.mesh.vertices.len() as u32;
        let (vertices, indices) = (&mut self.mesh.vertices, &mut self.mesh.indices);
        let corners = || self.outline.points.iter().zip(&self.outline.normals);
        let is_small = {
            let a = self.outline.points[0];
            let far = self.outline.points[count as usize / 2];
            (far - a).length_sq() < (2.0 * SMALL) * (2.0 * SMALL)
        };
        if is_small {
            vertices.extend(corners().map(|(pos, _)| Vertex {
                pos: *pos,
                uv: WHITE_UV,
                color: inside,
            }));
            indices.extend((2..count).flat_map(|i| [first, first + i - 1, first + i]));
            return;
        }
        let half = 0.5 * self.feather;
        for (offset, color) in [(half, Color32::TRANSPARENT), (-half, line), (-3.0 * half, inside)]
        {
            vertices.extend(corners().map(|(pos, normal)| Vertex {
                pos: *pos + *normal * offset,
                uv: WHITE_UV,
                color,
            }));
        }
        let inner = first + 2 * count;
        indices.reserve(15 * count as usize);
        indices.extend((2..count).flat_map(|i| [inner, inner + i - 1, inner + i]));
        for ring in [first, first + count] {
            let mut before = count - 1;
            for index in 0..count {
                let [a, b] = [ring + before, ring + index];
                indices.extend([a, b, a + count, b, b + count, a + count]);
                before = index;
            }
        }
    }

    /// A line of a width in points.
    pub fn line(&mut self, a: Pos2, b: Pos2, width: f32, color: Color32) {
        let along = b - a;
        let length = along.length();
        if length == 0.0 || !length.is_finite() {
            return;
        }
        let side = vec2(-along.y, along.x) / length;
        let [core, edge] = [0.5 * (width - self.feather), 0.5 * (width + self.feather)];
        let first = self.mesh.vertices.len() as u32;
        if self.has_many() {
            for offset in [0.5 * width, -0.5 * width] {
                self.vertex(a + side * offset, color);
                self.vertex(b + side * offset, color);
            }
            self.bands(first, 1);
            return;
        }
        if core <= 0.0 {
            // Thinner than a pixel: it fades from its middle.
            for (offset, color) in
                [(edge, Color32::TRANSPARENT), (0.0, color), (-edge, Color32::TRANSPARENT)]
            {
                self.vertex(a + side * offset, color);
                self.vertex(b + side * offset, color);
            }
            self.bands(first, 2);
            return;
        }
        let clear = Color32::TRANSPARENT;
        for (offset, color) in [(edge, clear), (core, color), (-core, color), (-edge, clear)] {
            self.vertex(a + side * offset, color);
            self.vertex(b + side * offset, color);
        }
        self.bands(first, 3);
    }

    fn has_many(&self) -> bool {
        self.mesh.vertices.len() > MANY
    }

    /// Triangles between pairs of vertices that follow one another.
    fn bands(&mut self, first: u32, count: u32) {
        for band in 0..count {
            let [a, b, c, d] = [0, 1, 2, 3].map(|corner| first + 2 * band + corner);
            self.mesh.indices.extend([a, b, c, b, d, c]);
        }
    }

    /// A dot of a radius in points.
    pub fn dot(&mut self, at: Pos2, radius: f32, color: Color32) {
        if self.has_many() {
            self.line(at - vec2(radius, 0.0), at + vec2(radius, 0.0), 2.0 * radius, color);
            return;
        }
        self.outline.circle(at, radius);
        self.fill(color, color);
    }

    /// A circle of a radius and a width in points.
    pub fn ring(&mut self, at: Pos2, radius: f32, width: f32, color: Color32) {
        self.outline.circle(at, radius);
        let outline = core::mem::take(&mut self.outline);
        let count = outline.points.len();
        for index in 0..count {
            self.line(outline.points[index], outline.points[(index + 1) % count], width, color);
        }
        self.outline = outline;
    }

    /// An arrow on the screen.
    pub fn arrow_on_screen(&mut self, from: Pos2, along: Vec2, color: Color32) {
        let length = along.length();
        if length < 0.5 || !length.is_finite() {
            return;
        }
        if self.has_many() {
            self.line(from, from + along, LINE, color);
            return;
        }
        let unit = along / length;
        let head = HEAD.min(0.5 * length);
        let side = vec2(-unit.y, unit.x) * (0.4 * head);
        let tip = from + along;
        let neck = tip - unit * head;
        self.line(from, neck, LINE, color);
        let first = self.mesh.vertices.len() as u32;
        for corner in [tip, neck + side, neck - side] {
            self.vertex(corner, color);
        }
        self.mesh.indices.extend([first, first + 1, first + 2]);
    }

    /// A line of text, centred above a place.
    pub fn write(&mut self, at: Pos2, text: String, color: Color32) {
        if self.labels.len() < MOST_TEXTS {
            self.labels.push(Label { at, text, color, is_over_walls: false });
        }
    }
}

/// What is drawn by way of the engine: everything but bodies. Their shapes are filled too if
/// somebody asks.
impl DebugDraw for Pen {
    fn circle(&mut self, center: Point, radius: Real, rotation: Rotation, tint: DebugColor) {
        let (at, radius) = (self.lens.to_screen(center), self.lens.length(radius));
        self.disc(at, radius, rotation, color(tint), color(tint));
    }

    fn capsule(&mut self, a: Point, b: Point, radius: Real, tint: DebugColor) {
        let [a, b] = [a, b].map(|end| self.lens.to_screen(end));
        self.outline.capsule(a, b, self.lens.length(radius));
        self.fill(color(tint), color(tint));
    }

    fn polygon(&mut self, vertices: &[Point], radius: Real, tint: DebugColor) {
        if vertices.len() > 2 {
            self.outline.corners(vertices, radius, &self.lens);
            self.fill(color(tint), color(tint));
        }
    }

    fn segment(&mut self, a: Point, b: Point, tint: DebugColor) {
        let [a, b] = [a, b].map(|end| self.lens.to_screen(end));
        self.line(a, b, self.line, color(tint));
    }

    fn arrow(&mut self, from: Point, along: Vector, tint: DebugColor) {
        let start = self.lens.to_screen(from);
        self.arrow_on_screen(start, self.lens.to_screen(from + along) - start, color(tint));
    }

    fn point(&mut self, at: Point, tint: DebugColor) {
        self.dot(self.lens.to_screen(at), self.dot, color(tint));
    }

    fn text(&mut self, at: Point, text: &str, tint: DebugColor) {
        self.write(self.lens.to_screen(at), text.to_owned(), color(tint));
    }
}

#[cfg(test)]
mod tests;
