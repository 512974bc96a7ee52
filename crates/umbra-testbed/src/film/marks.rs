//! Marks in a film: what a scene draws over itself. What stays is drawn once; the rest is a group
//! for each frame, of which one is seen at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use umbra::prelude::*;

use super::look::Look;
use crate::session::{Source, World};

/// Half of the width of a letter, in pixels.
const LETTER: Real = 3.0;

/// Parts of a frame: how they are drawn, and the paths of all that are drawn like that. Texts have
/// no path.
type Frame = BTreeMap<String, String>;

/// Frames of marks.
#[derive(Default)]
pub(super) struct Marks(Vec<Frame>);

impl Marks {
    /// Notes what a scene draws over itself now.
    pub(super) fn note(&mut self, source: &Source, world: &World, look: &Look<'_>) {
        let Some(draw) = source.def().and_then(|def| def.marks) else { return };
        let mut paths = Paths { look, frame: Frame::new() };
        draw(world.scene(), world.roles(), world.step_count(), &mut paths);
        self.0.push(paths.frame);
    }

    /// Markup, and the rules of a style sheet for it.
    pub(super) fn written(&self, seconds: Real) -> (String, String) {
        let (mut markup, mut rules) = (String::new(), String::new());
        let Some(first) = self.0.first() else { return (markup, rules) };
        let is_kept =
            |part: &(&String, &String)| self.0.iter().all(|it| it.get(part.0) == Some(part.1));
        let kept: BTreeSet<String> =
            first.iter().filter(is_kept).map(|(how, _)| how.clone()).collect();
        for (how, path) in first.iter().filter(|(how, _)| kept.contains(*how)) {
            add(&mut markup, how, path);
        }
        let rest: Vec<String> = self
            .0
            .iter()
            .map(|frame| {
                let mut group = String::new();
                for (how, path) in frame.iter().filter(|(how, _)| !kept.contains(*how)) {
                    add(&mut group, how, path);
                }
                group
            })
            .collect();
        let (mut from, count) = (0, rest.len());
        while from < count {
            let length = rest[from..].iter().take_while(|it| **it == rest[from]).count();
            let percent = |frame: usize| 100.0 * frame as Real / count as Real;
            if !rest[from].is_empty() {
                let (start, end) = (percent(from), percent(from + length));
                let before = if from > 0 { "0%{opacity:0}" } else { "" };
                let _ = writeln!(
                    rules,
                    "@keyframes f{from}{{{before}{start:.2}%{{opacity:1}}{end:.2}%,100%{{opacity:0}}}}#f{from}{{animation-name:f{from}}}"
                );
                let hidden = if from > 0 { " opacity=\"0\"" } else { "" };
                let _ =
                    writeln!(markup, "<g id=\"f{from}\" class=\"f\"{hidden}>{}</g>", rest[from]);
            }
            from += length;
        }
        if !rules.is_empty() {
            rules = format!(".f{{animation:{seconds}s step-end infinite}}\n{rules}");
        }
        (markup, rules)
    }
}

fn add(markup: &mut String, how: &str, path: &str) {
    if path.is_empty() {
        markup.push_str(how);
    } else {
        let _ = write!(markup, "<path d=\"{path}\" {how}/>");
    }
}

/// Draws into a frame. Whole pixels are enough for what is seen for a tenth of a second.
struct Paths<'a> {
    look: &'a Look<'a>,
    frame: Frame,
}

impl Paths<'_> {
    fn at(&self, point: Point) -> [i32; 2] {
        self.look.page.place(point).map(|it| it.round() as i32)
    }

    fn add(&mut self, how: String, path: &str) {
        self.frame.entry(how).or_default().push_str(path);
    }

    fn stroke(&self, color: DebugColor) -> String {
        format!("stroke=\"{}\" fill=\"none\"", self.look.inks.engine(color))
    }
}

impl DebugDraw for Paths<'_> {
    fn segment(&mut self, a: Point, b: Point, color: DebugColor) {
        let ([x, y], [u, v]) = (self.at(a), self.at(b));
        self.add(self.stroke(color), &format!("M{x} {y}L{u} {v}"));
    }

    fn circle(&mut self, center: Point, radius: Real, _: Rotation, color: DebugColor) {
        let ([x, y], r) = (self.at(center), (radius * self.look.page.scale).round());
        let path = format!(
            "M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 {} 0",
            x as Real + r,
            -2.0 * r,
            2.0 * r
        );
        self.add(self.stroke(color), &path);
    }

    fn capsule(&mut self, a: Point, b: Point, radius: Real, color: DebugColor) {
        let width = 2.0 * (radius * self.look.page.scale).round();
        let ([x, y], [u, v]) = (self.at(a), self.at(b));
        let ink = self.look.inks.engine(color);
        let how = format!(
            "stroke=\"{ink}\" stroke-width=\"{width}\" stroke-opacity=\".5\" stroke-linecap=\"round\""
        );
        self.add(how, &format!("M{x} {y}L{u} {v}"));
    }

    fn polygon(&mut self, vertices: &[Point], _: Real, color: DebugColor) {
        let mut path = String::new();
        for (index, vertex) in vertices.iter().enumerate() {
            let [x, y] = self.at(*vertex);
            let _ = write!(path, "{}{x} {y}", if index == 0 { "M" } else { "L" });
        }
        self.add(self.stroke(color), &(path + "Z"));
    }

    fn arrow(&mut self, from: Point, along: Vector, color: DebugColor) {
        self.segment(from, from + along, color);
    }

    fn point(&mut self, at: Point, color: DebugColor) {
        let [x, y] = self.at(at);
        let ink = self.look.inks.engine(color);
        self.add(
            format!("stroke=\"{ink}\" stroke-width=\"4\" stroke-linecap=\"round\""),
            &format!("M{x} {y}h0"),
        );
    }

    fn text(&mut self, at: Point, text: &str, color: DebugColor) {
        let [x, y] = self.at(at);
        // Text is not cut off at the edges: half of a line is about so wide.
        let half = (LETTER * text.chars().count() as Real) as i32;
        let width = (2.0 * self.look.page.view.half_extents().x * self.look.page.scale) as i32;
        let x = x.min(width - half).max(half);
        let (ink, behind) =
            (self.look.inks.engine(color), self.look.inks.ink(|paint| paint.background));
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        // Letters stand before walls, too.
        let markup =
            format!("<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\" stroke=\"{behind}\">{text}</text>");
        self.add(markup, "");
    }
}
