//! Outlines of shapes on the screen: points, and how a line at each is offset outwards.

use core::f32::consts::TAU;
use std::sync::LazyLock;

use egui::{Pos2, Vec2, vec2};
use umbra::geom::ConvexCore;
use umbra::prelude::*;

use super::Lens;

/// How far a circle may be off its polygon, in points of the screen.
const TOLERANCE: f32 = 0.15;
/// In how many parts circles may be divided. All are multiples of four.
const DIVISIONS: [usize; 6] = [8, 12, 20, 32, 48, 80];
/// A corner is moved outwards by this many line widths at most, or sharp ones would become spikes.
const MITRE: f32 = 3.0;

/// The directions from the middle of a circle to its corners, for every division.
static CIRCLES: LazyLock<[Vec<Vec2>; DIVISIONS.len()]> = LazyLock::new(|| {
    DIVISIONS.map(|count| {
        (0..count).map(|index| Vec2::angled(-TAU * index as f32 / count as f32)).collect()
    })
});

/// The corners of a circle of this radius on the screen, counter-clockwise in the world.
fn circle(radius: f32) -> &'static [Vec2] {
    let needed = core::f32::consts::PI / (2.0 * TOLERANCE / radius.max(1.0)).sqrt();
    let index = DIVISIONS.iter().position(|count| *count as f32 >= needed);
    &CIRCLES[index.unwrap_or(DIVISIONS.len() - 1)]
}

/// Pose in screen coordinates.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    origin: Pos2,
    turn: Vec2,
    scale: f32,
}

impl Placed {
    pub(super) fn new(lens: &Lens, pose: &Pose) -> Self {
        Self {
            origin: lens.to_screen(Point::from(pose.translation.vector)),
            turn: vec2(pose.rotation.re, pose.rotation.im),
            scale: lens.camera.scale,
        }
    }

    fn vector(&self, v: Vector) -> Vec2 {
        let (cos, sin) = (self.turn.x, self.turn.y);
        vec2(cos * v.x - sin * v.y, -(sin * v.x + cos * v.y))
    }

    pub(super) fn point(&self, p: Point) -> Pos2 {
        self.origin + self.vector(p.coords) * self.scale
    }
}

/// The outline of a convex shape. Kept and filled again, so that drawing allocates nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    pub(super) points: Vec<Pos2>,
    /// Displacement of each point when the outline grows by one.
    pub(super) normals: Vec<Vec2>,
}

impl Outline {
    fn clear(&mut self) {
        self.points.clear();
        self.normals.clear();
    }

    fn push(&mut self, point: Pos2, normal: Vec2) {
        self.points.push(point);
        self.normals.push(normal);
    }

    pub(super) fn circle(&mut self, center: Pos2, radius: f32) {
        self.clear();
        for direction in circle(radius) {
            self.push(center + *direction * radius, *direction);
        }
    }

    pub(super) fn capsule(&mut self, a: Pos2, b: Pos2, radius: f32) {
        self.clear();
        let along = (b - a).normalized();
        let directions = circle(radius);
        let half = directions.len() / 2;
        // Directions begin at x and go counter-clockwise; those of the end B are within a quarter of its axis.
        let turned = |d: Vec2| vec2(d.x * along.x - d.y * along.y, d.x * along.y + d.y * along.x);
        for (center, start) in [(b, directions.len() - half / 2), (a, half / 2)] {
            for index in 0..=half {
                let direction = turned(directions[(start + index) % directions.len()]);
                self.push(center + direction * radius, direction);
            }
        }
    }

    /// The line around a shape with an inside; `radius` is that of its disc on the screen.
    pub(super) fn shape(&mut self, core: &ConvexCore<'_>, placed: Placed, radius: f32) {
        match *core.vertices {
            [center] => self.circle(placed.point(center), radius),
            [a, b] => self.capsule(placed.point(a), placed.point(b), radius),
            _ => self.polygon(core, placed, radius),
        }
    }

    fn polygon(&mut self, core: &ConvexCore<'_>, placed: Placed, radius: f32) {
        let normals = core.normals;
        self.clear();
        let mut before = placed.vector(normals[normals.len() - 1]);
        for (vertex, normal) in core.vertices.iter().zip(normals) {
            let after = placed.vector(*normal);
            self.corner(placed.point(*vertex), before, after, radius);
            before = after;
        }
    }

    /// A polygon that is given by its corners, counter-clockwise in the world.
    pub(super) fn corners(&mut self, corners: &[Point], radius: Real, lens: &Lens) {
        self.clear();
        let at = |index: usize| lens.to_screen(corners[index % corners.len()]);
        let outwards = |a: Pos2, b: Pos2| {
            let along = (b - a).normalized();
            vec2(-along.y, along.x)
        };
        for index in 0..corners.len() {
            let (last, here, next) = (at(index + corners.len() - 1), at(index), at(index + 1));
            self.corner(here, outwards(last, here), outwards(here, next), lens.length(radius));
        }
    }

    fn corner(&mut self, at: Pos2, before: Vec2, after: Vec2, radius: f32) {
        let cosine = before.dot(after);
        if radius <= 0.0 {
            let mitre = (before + after) / (1.0 + cosine).max(1.0 / MITRE);
            self.push(at, mitre);
            return;
        }
        // One more point for every part of a circle that the corner turns by.
        let part = TAU / circle(radius).len() as f32;
        let steps = (cosine.clamp(-1.0, 1.0).acos() / part).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let fraction = step as f32 / steps as f32;
            let normal = (before * (1.0 - fraction) + after * fraction).normalized();
            self.push(at + normal * radius, normal);
        }
    }
}
