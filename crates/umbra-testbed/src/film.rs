//! A scene as an SVG that moves: its bodies with their colours, and their poses as keyframes. No interface, no program.
//!
//! Poses that lie on a straight way between two others are left out. What is only a dot farther than a second is not
//! followed: a film of half a megabyte is worth it, one of five is not.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use umbra::prelude::*;
use umbra_scenes::Framing;

use crate::canvas::{Paint, Tints, ViewOptions, body_color};
use crate::framing;
use crate::session::{Source, World};

/// Settings of a film.
#[derive(Clone, Copy, Debug)]
pub struct Take {
    /// Length of the film, in seconds.
    pub seconds: Real,
    /// The width of the picture in pixels; the height follows from what is shown, within limits.
    pub width: Real,
    /// Height by width, at least and at most.
    pub aspect: [Real; 2],
    /// In dark colours.
    pub dark: bool,
    /// After how many steps it begins.
    pub from: u32,
}

impl Default for Take {
    fn default() -> Self {
        Self { seconds: 6.0, width: 480.0, aspect: [0.62, 0.62], dark: false, from: 0 }
    }
}

impl Take {
    fn steps(&self) -> u32 {
        (self.seconds * 60.0) as u32
    }
}

/// A pose is noted every third step.
const EVERY: u32 = 3;
/// How far a straight way may be off, in pixels and degrees.
const OFF: [Real; 2] = [0.6, 1.5];

/// A body with the shapes that it has for a while, and where it is, frame by frame: x and y in pixels, the angle in degrees,
/// clockwise; and whether it is there.
struct Actor {
    shapes: String,
    /// Lines to its hinges, as they were when it came.
    arms: String,
    track: Vec<[Real; 3]>,
    seen: Vec<bool>,
}

/// What of the world is where in the picture.
#[derive(Clone, Copy)]
struct Page {
    view: Aabb,
    scale: Real,
}

impl Page {
    fn place(self, at: Point) -> [Real; 2] {
        [(at.x - self.view.min.x) * self.scale, (self.view.max.y - at.y) * self.scale]
    }
}

/// The film of a scene.
///
/// # Errors
/// When the scene cannot be set up or stepped.
pub fn film(source: &Source, take: &Take) -> Result<String, umbra::Error> {
    let (mut world, paint) = (begin(source, take)?, Paint::new(take.dark));
    let (page, size) = page(view_of(source, take)?, take);
    let tints = Tints::for_scene(source.set_up()?.scene());
    let look = Look { paint: &paint, tints: &tints, page };
    let still = look.still(world.scene()) + &look.areas(world.scene())?;
    let mut cast = Cast::default();
    for now in 0..=take.steps() {
        if now % EVERY == 0 {
            cast.note(world.scene(), &look);
        }
        step(source, &mut world, take.from + now)?;
    }
    Ok(picture(&still, &cast.actors, size, take.seconds, &paint).unwrap_or_default())
}

/// The world where a film begins.
fn begin(source: &Source, take: &Take) -> Result<World, umbra::Error> {
    let mut world = source.set_up()?;
    for before in 0..take.from {
        step(source, &mut world, before)?;
    }
    Ok(world)
}

/// Does a step, with what a player would press.
fn step(source: &Source, world: &mut World, step: u32) -> Result<(), umbra::Error> {
    if let Some(def) = source.def() {
        world.press((def.demo)(step));
    }
    world.step()
}

/// What of the world is shown: what a window shows first, or the way of the body that it follows.
fn view_of(source: &Source, take: &Take) -> Result<Aabb, umbra::Error> {
    let Framing::Follow(width) = source.framing() else {
        let usual = Aabb { min: Point::new(-5.0, -5.0), max: Point::new(5.0, 5.0) };
        return Ok(framing::start_view(source).map_or(usual, |view| view.shown));
    };
    let (mut world, mut way) = (begin(source, take)?, Aabb::EMPTY);
    for now in 0..take.steps() {
        let marked = world.roles().marked.and_then(|key| world.scene().body(key).ok());
        if let Some(body) = marked {
            way = way.union(&Aabb { min: body.position(), max: body.position() });
        }
        step(source, &mut world, take.from + now)?;
    }
    Ok(way.grown(0.12 * width))
}

/// The part of the world that is shown, with a margin and within the limits of the aspect, and the size in pixels.
fn page(view: Aabb, take: &Take) -> (Page, [Real; 2]) {
    let half = view.half_extents() * 1.06;
    let aspect = (half.y / half.x.max(1e-6)).clamp(take.aspect[0], take.aspect[1]);
    let half_width = half.x.max(half.y / aspect);
    let half = Vector::new(half_width, half_width * aspect);
    let view = Aabb { min: view.center() - half, max: view.center() + half };
    let scale = take.width / (2.0 * half_width);
    (Page { view, scale }, [take.width, (take.width * aspect).round()])
}

/// All actors, and which of them a body is now.
#[derive(Default)]
struct Cast {
    actors: Vec<Actor>,
    now: BTreeMap<BodyKey, usize>,
    frames: usize,
}

impl Cast {
    /// Notes where everything is. What came, and what has got other shapes, is another actor from here on.
    fn note(&mut self, scene: &Scene, look: &Look<'_>) {
        for body in scene.bodies().filter_map(|key| scene.body(key).ok()) {
            if body.kind() == BodyKind::Fixed {
                continue;
            }
            let shapes = look.shapes(scene, &body);
            let known = self.now.get(&body.key()).map(|index| &self.actors[*index]);
            let before = known.and_then(|actor| actor.track.last().copied());
            let pose = frame(&body, &look.page, before);
            if known.is_none_or(|actor| actor.shapes != shapes) {
                let (track, seen) = (vec![pose; self.frames], vec![false; self.frames]);
                let arms = look.arms(scene, &body);
                self.now.insert(body.key(), self.actors.len());
                self.actors.push(Actor { shapes, arms, track, seen });
            }
            let actor = &mut self.actors[self.now[&body.key()]];
            actor.track.push(pose);
            actor.seen.push(body.is_enabled());
        }
        self.frames += 1;
        for actor in self.actors.iter_mut().filter(|actor| actor.track.len() < self.frames) {
            actor.track.extend(actor.track.last().copied());
            actor.seen.push(false);
        }
    }
}

/// What bodies look like, and where.
struct Look<'a> {
    paint: &'a Paint,
    tints: &'a Tints,
    page: Page,
}

impl Look<'_> {
    /// What stands still.
    fn still(&self, scene: &Scene) -> String {
        let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
        let fixed = bodies.filter(|body| body.kind() == BodyKind::Fixed);
        fixed.map(|body| self.shapes(scene, &body)).collect()
    }

    /// Where fields act, if none of them moves with a body.
    fn areas(&self, scene: &Scene) -> Result<String, umbra::Error> {
        let mut areas = Areas { page: self.page, markup: String::new() };
        let mut fields = scene.fields().filter_map(|key| scene.field(key).ok());
        if fields.any(|field| field.body().is_some()) {
            return Ok(areas.markup);
        }
        let view = Some(self.page.view);
        let palette = self.paint.palette;
        let options =
            DebugOptions { shapes: false, joints: false, view, palette, ..DebugOptions::default() };
        scene.debug_draw(&mut areas, options)?;
        Ok(areas.markup)
    }

    /// The shapes of a body: of what stands still in places of the picture, of what moves around its own origin.
    fn shapes(&self, scene: &Scene, body: &BodyRef<'_>) -> String {
        let view = ViewOptions { sleep: false, ..ViewOptions::default() };
        let color = hex(body_color(self.paint, body, &view, self.tints));
        let sensor = hex(crate::canvas::engine_color(self.paint.palette.sensor));
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

    fn arms(&self, scene: &Scene, body: &BodyRef<'_>) -> String {
        let color = hex(crate::canvas::engine_color(self.paint.palette.joint));
        let mut markup = String::new();
        arms(&mut markup, scene, body, &self.page, &color);
        markup
    }
}

/// Draws the outlines of areas, and nothing else.
struct Areas {
    page: Page,
    markup: String,
}

impl DebugDraw for Areas {
    fn segment(&mut self, a: Point, b: Point, color: DebugColor) {
        let [[x, y], [u, v]] = [a, b].map(|at| self.page.place(at).map(tenth));
        let color = hex(crate::canvas::engine_color(color));
        let _ = write!(self.markup, "<path d=\"M{x} {y}L{u} {v}\" stroke=\"{color}\"/>");
    }

    fn circle(&mut self, _: Point, _: Real, _: Rotation, _: DebugColor) {}
    fn capsule(&mut self, _: Point, _: Point, _: Real, _: DebugColor) {}
    fn polygon(&mut self, _: &[Point], _: Real, _: DebugColor) {}
    fn arrow(&mut self, _: Point, _: Vector, _: DebugColor) {}
    fn point(&mut self, _: Point, _: DebugColor) {}
    fn text(&mut self, _: Point, _: &str, _: DebugColor) {}
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
    match shape {
        Shape::Circle(circle) => {
            let ((x, y), r) = (at(Point::origin()), length(circle.radius()));
            let (u, v) = at(Point::new(circle.radius(), 0.0));
            let _ = write!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{color}\"/>\
                 <path d=\"M{x} {y}L{u} {v}\" stroke=\"#0006\"/>"
            );
        }
        Shape::Capsule(capsule) => {
            let [a, b] = [capsule.segment().a(), capsule.segment().b()];
            line(out, a, b, length(2.0 * capsule.radius()));
        }
        Shape::Segment(segment) => line(out, segment.a(), segment.b(), 2.0),
        Shape::ChainSegment(link) => line(out, link.segment().a(), link.segment().b(), 2.0),
        Shape::Polygon(polygon) => {
            let mut path = String::new();
            for (index, vertex) in polygon.vertices().iter().enumerate() {
                let (x, y) = at(*vertex);
                let _ = write!(path, "{}{x} {y}", if index == 0 { "M" } else { "L" });
            }
            let round = length(2.0 * polygon.radius());
            let edge = if round > 0.0 {
                format!(" stroke=\"{color}\" stroke-width=\"{round}\" stroke-linejoin=\"round\"")
            } else {
                " stroke=\"#0004\" stroke-width=\"1\"".to_owned()
            };
            let _ = write!(out, "<path d=\"{path}Z\" fill=\"{color}\"{edge}/>");
        }
    }
}

/// Where a body is in the picture. Angles go on beyond half a turn, so that nothing spins back between two frames.
fn frame(body: &BodyRef<'_>, page: &Page, before: Option<[Real; 3]>) -> [Real; 3] {
    let [x, y] = page.place(body.position());
    let angle = -body.angle().to_degrees();
    let turns = before.map_or(0.0, |before| ((before[2] - angle) / 360.0).round());
    [x, y, angle + 360.0 * turns]
}

fn picture(
    still: &str,
    actors: &[Actor],
    [width, height]: [Real; 2],
    seconds: Real,
    paint: &Paint,
) -> Result<String, std::fmt::Error> {
    let (mut styles, mut shapes) = (String::new(), String::new());
    for (index, actor) in actors.iter().enumerate() {
        let last = actor.track.len() - 1;
        let place = |frame: usize| actor.track[frame].map(tenth);
        let [x, y, angle] = place(0);
        let start = format!("translate({x} {y})rotate({angle})");
        let kept = simplified(&actor.track, &actor.seen);
        let is_still = kept.len() == 2 && place(0) == place(last) && actor.seen[0];
        let is_ever_seen = actor.seen.contains(&true);
        if !is_ever_seen {
            continue;
        }
        if is_still {
            writeln!(shapes, "<g transform=\"{start}\">{}{}</g>", actor.shapes, actor.arms)?;
            continue;
        }
        write!(styles, "@keyframes k{index}{{")?;
        for frame in kept {
            let ([x, y, angle], percent) = (place(frame), 100.0 * frame as Real / last as Real);
            let hidden = if actor.seen[frame] { "" } else { ";opacity:0" };
            let shown = if hidden.is_empty() && actor.seen.contains(&false) {
                ";opacity:1"
            } else {
                hidden
            };
            write!(
                styles,
                "{percent:.1}%{{transform:translate({x}px,{y}px)rotate({angle}deg){shown}}}"
            )?;
        }
        writeln!(styles, "}}#b{index}{{animation-name:k{index}}}")?;
        let hidden = if actor.seen[0] { "" } else { " opacity=\"0\"" };
        writeln!(
            shapes,
            "<g id=\"b{index}\" class=\"m\" transform=\"{start}\"{hidden}>{}{}</g>",
            actor.shapes, actor.arms
        )?;
    }
    let background = hex(paint.background);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>.m{{animation:{seconds}s linear infinite}}\n{styles}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>\n<g>{still}</g>\n{shapes}</svg>\n"
    ))
}

/// The frames that are needed so that straight motion between them is hardly off. A body that appears, goes, or is put
/// elsewhere has a frame before and after.
fn simplified(track: &[[Real; 3]], seen: &[bool]) -> Vec<usize> {
    let last_frame = track.len() - 1;
    let is_jump = |frame: usize| {
        let far = (0..2).any(|axis| (track[frame][axis] - track[frame - 1][axis]).abs() > 120.0);
        far || seen[frame] != seen[frame - 1]
    };
    let (mut kept, mut last) = (vec![0], 0);
    for end in 1..track.len() {
        let straight = !is_jump(end)
            && (last + 1..end).all(|frame| {
                let part = (frame - last) as Real / (end - last) as Real;
                let off = |axis: usize| {
                    let between = track[last][axis] + part * (track[end][axis] - track[last][axis]);
                    (between - track[frame][axis]).abs()
                };
                off(0) < OFF[0] && off(1) < OFF[0] && off(2) < OFF[1]
            });
        if !straight {
            if last != end - 1 {
                kept.push(end - 1);
            }
            last = end - 1;
            if is_jump(end) {
                kept.push(end);
                last = end;
            }
        }
    }
    if last != last_frame {
        kept.push(last_frame);
    }
    kept
}

/// To a tenth, without a negative nought.
fn tenth(number: Real) -> Real {
    (number * 10.0).round() / 10.0 + 0.0
}

fn hex(color: egui::Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r(), color.g(), color.b())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_moves_and_is_small() {
        let source = Source::from(umbra_scenes::find("pyramid").unwrap());
        let film = film(&source, &Take { seconds: 4.0, ..Take::default() }).unwrap();
        assert!(film.starts_with("<svg") && film.ends_with("</svg>\n"));
        assert!(film.matches("@keyframes").count() > 20);
        assert!(film.len() < 200_000, "{}", film.len());
        assert!(!film.contains("NaN") && !film.replace("infinite", "").contains("inf"));
    }

    #[test]
    fn what_comes_during_a_film_is_in_it() {
        for name in ["slicing", "glass_house"] {
            let source = Source::from(umbra_scenes::find(name).unwrap());
            let film = film(&source, &Take::default()).unwrap();
            // Hidden at first, and shown later.
            let comes = film.matches("opacity=\"0\"").count();
            assert!(comes > 3 && film.contains(";opacity:1"), "{name}: {comes}");
        }
    }

    #[test]
    fn straight_ways_need_no_frames_and_jumps_need_two() {
        let straight: Vec<[Real; 3]> = (0..50).map(|at| [at as Real * 2.0, 5.0, 0.0]).collect();
        assert_eq!(simplified(&straight, &[true; 50]), [0, 49]);
        let mut jump = straight.clone();
        jump[25..].iter_mut().for_each(|it| it[0] += 500.0);
        assert_eq!(simplified(&jump, &[true; 50]), [0, 24, 25, 49]);
        let mut seen = [true; 50];
        seen[..10].fill(false);
        assert_eq!(simplified(&straight, &seen), [0, 9, 10, 49]);
    }
}
