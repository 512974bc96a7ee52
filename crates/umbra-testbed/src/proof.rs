//! Proof that results are the same everywhere: a scene is computed where the page is looked at, and
//! its state hash is compared with those of `golden.txt`, to which x86-64, i686 and aarch64 come.
//!
//! [`Proof`] is the scene and the comparison; `bin/umbra-proof.rs` puts it into a page of its own,
//! without the window.

use std::fmt::Write as _;

use umbra::prelude::*;
use umbra_scenes::{Framing, RunningScene, SceneDef, determinism};

use crate::canvas::{Paint, Tints, ViewOptions, draw_bodies};

/// Scene that is computed.
pub const SCENE: &str = "castle_siege";

/// A scene with the hashes that other machines came to.
#[derive(Debug)]
pub struct Proof {
    def: &'static SceneDef,
    running: RunningScene,
    tints: Tints,
    /// Steps and hashes of the golden file, in order.
    golden: Vec<(u32, u64)>,
    /// Number of those that came out the same.
    same: usize,
    differs: bool,
}

impl Proof {
    /// The scene at its start.
    ///
    /// # Errors
    /// When there is no such scene.
    pub fn new() -> Result<Self, String> {
        let def = umbra_scenes::find(SCENE).ok_or("there is no such scene")?;
        let running = def.set_up(SceneConfig::default()).map_err(|error| error.to_string())?;
        let line = |line: &str| {
            let mut words = line.strip_prefix(SCENE)?.split_whitespace();
            let step = words.next()?.parse().ok()?;
            Some((step, u64::from_str_radix(words.next()?, 16).ok()?))
        };
        let golden = determinism::GOLDEN.lines().filter_map(line).collect();
        let tints = Tints::for_scene(&running.scene);
        Ok(Self { def, running, tints, golden, same: 0, differs: false })
    }

    /// Does steps, at most as many as are left, and compares whenever the file has a hash.
    ///
    /// # Errors
    /// When the engine refuses a step.
    pub fn step(&mut self, count: u32) -> Result<(), String> {
        for _ in 0..count {
            if self.running.steps_done() >= self.last() {
                break;
            }
            self.running.controls = (self.def.demo)(self.running.steps_done());
            self.running.step(1.0 / 60.0).map_err(|error| error.to_string())?;
            let done = self.running.steps_done();
            if let Some((_, hash)) = self.golden.iter().find(|(step, _)| *step == done) {
                let is_same = *hash == self.running.scene.state_hash();
                self.same += usize::from(is_same);
                self.differs |= !is_same;
            }
        }
        Ok(())
    }

    fn last(&self) -> u32 {
        self.golden.last().map_or(0, |(step, _)| *step)
    }

    /// True if every hash came out as the file has it.
    pub fn is_proven(&self) -> bool {
        self.same == self.golden.len() && !self.golden.is_empty()
    }

    /// State of the comparison, as JSON.
    pub fn status(&self) -> String {
        let scene = &self.running.scene;
        format!(
            "{{\"scene\":\"{SCENE}\",\"step\":{},\"steps\":{},\"bodies\":{},\"hash\":\"{:016x}\",\"same\":{},\
             \"of\":{},\"differs\":{}}}",
            self.running.steps_done(),
            self.last(),
            scene.stats().bodies,
            scene.state_hash(),
            self.same,
            self.golden.len(),
            self.differs,
        )
    }

    /// Picture of the scene in a width of pixels: its height, then a line per colour: how it is
    /// drawn, and a path of SVG.
    pub fn draw(&self, width: Real, dark: bool) -> String {
        let Framing::View(view) = self.def.framing else { return String::new() };
        let scale = width / (2.0 * view.half_extents().x);
        let height = (2.0 * view.half_extents().y * scale).round();
        let mut paths = Paths { view, scale, lines: format!("{height}"), last: String::new() };
        let options = ViewOptions { sleep: false, ..ViewOptions::default() };
        draw_bodies(&mut paths, &self.running.scene, &options, &Paint::new(dark), &self.tints);
        paths.lines
    }
}

/// Draws into lines of text: `fill #rrggbb PATH` or `stroke #rrggbb PATH`.
struct Paths {
    view: Aabb,
    scale: Real,
    lines: String,
    /// Style of the last line: what looks the same goes on with it.
    last: String,
}

impl Paths {
    fn place(&self, at: Point) -> [Real; 2] {
        [at.x - self.view.min.x, self.view.max.y - at.y].map(|it| tenth(it * self.scale))
    }

    fn add(&mut self, how: &str, color: DebugColor, path: &str) {
        let DebugColor { red, green, blue } = color;
        let key = format!("{how} #{red:02x}{green:02x}{blue:02x} ");
        if key != self.last {
            self.lines += "\n";
            self.lines += &key;
            self.last = key;
        }
        self.lines += path;
    }
}

fn tenth(number: Real) -> Real {
    (number * 10.0).round() / 10.0
}

impl DebugDraw for Paths {
    fn segment(&mut self, a: Point, b: Point, color: DebugColor) {
        let [[x, y], [u, v]] = [a, b].map(|at| self.place(at));
        self.add("stroke", color, &format!("M{x} {y}L{u} {v}"));
    }

    fn circle(&mut self, center: Point, radius: Real, _: Rotation, color: DebugColor) {
        let ([x, y], r) = (self.place(center), tenth(radius * self.scale));
        let (left, right) = (x - r, x + r);
        let path = format!("M{right} {y}A{r} {r} 0 1 0 {left} {y}A{r} {r} 0 1 0 {right} {y}Z");
        self.add("fill", color, &path);
    }

    fn capsule(&mut self, a: Point, b: Point, radius: Real, color: DebugColor) {
        let along = (b - a).try_normalize(0.0).unwrap_or_else(Vector::x) * radius;
        let across = Vector::new(-along.y, along.x);
        let corners = [a + across, a - across, b - across, b + across];
        let [[p, q], [r, s], [t, u], [v, w]] = corners.map(|at| self.place(at));
        let round = tenth(radius * self.scale);
        let arc = format!("A{round} {round} 0 0 0 ");
        self.add("fill", color, &format!("M{p} {q}{arc}{r} {s}L{t} {u}{arc}{v} {w}Z"));
    }

    fn polygon(&mut self, vertices: &[Point], radius: Real, color: DebugColor) {
        let mut path = String::new();
        for (index, vertex) in vertices.iter().enumerate() {
            let [x, y] = self.place(*vertex);
            let _ = write!(path, "{}{x} {y}", if index == 0 { "M" } else { "L" });
        }
        self.add("fill", color, &(path + "Z"));
        for (from, to) in vertices.iter().zip(vertices.iter().cycle().skip(1)) {
            if radius > 0.0 {
                self.capsule(*from, *to, radius, color);
            }
        }
    }

    fn arrow(&mut self, _: Point, _: Vector, _: DebugColor) {}
    fn point(&mut self, _: Point, _: DebugColor) {}
    fn text(&mut self, _: Point, _: &str, _: DebugColor) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_comes_to_the_golden_hashes() {
        let mut proof = Proof::new().unwrap();
        assert!(!proof.is_proven());
        let picture = proof.draw(600.0, false);
        assert!(picture.lines().count() > 5 && picture.contains("\nfill #"), "{picture}");
        proof.step(1000).unwrap();
        assert!(proof.is_proven(), "{}", proof.status());
        let (_, last) = proof.golden.last().unwrap();
        let expected = "\"step\":600,\"steps\":600,";
        assert!(
            proof.status().contains(expected) && proof.status().contains(&format!("{last:016x}"))
        );
        assert!(proof.status().contains("\"same\":6,\"of\":6,\"differs\":false"));
        assert_ne!(proof.draw(600.0, false), picture);
    }
}
