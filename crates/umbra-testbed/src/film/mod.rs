//! A scene as an SVG that moves: its bodies with their colours, and their poses as keyframes. No
//! interface, no program.
//!
//! Poses that lie on a straight way between two others are left out. What is only a dot farther
//! than a second is not followed: a film of half a megabyte is worth it, one of five is not.
//!
//! - this file: [`Take`], and [`film`], which follows bodies, joints and marks through the steps;
//! - `ink.rs`: colours, for light pages, dark ones, or both; `look.rs`: how bodies and joints look;
//! - `marks.rs`: what a scene draws over itself, frame by frame; `write.rs`: all of it as text.

mod ink;
mod look;
mod marks;
mod write;

use std::collections::BTreeMap;

use umbra::prelude::*;
use umbra_scenes::Framing;

use crate::canvas::Tints;
use crate::framing;
use crate::session::{Source, World};

pub use ink::Colors;

use ink::Inks;
use look::{Look, lines_of};
use marks::Marks;

/// Settings of a film.
#[derive(Clone, Copy, Debug)]
pub struct Take {
    /// Length of the film, in seconds.
    pub seconds: Real,
    /// The width of the picture in pixels; the height follows from what is shown, within limits.
    pub width: Real,
    /// Height by width, at least and at most.
    pub aspect: [Real; 2],
    /// Light, dark, or what the page around it is.
    pub colors: Colors,
    /// After how many steps it begins.
    pub from: u32,
}

impl Default for Take {
    fn default() -> Self {
        let colors = Colors::default();
        Self { seconds: 6.0, width: 480.0, aspect: [0.62, 0.62], colors, from: 0 }
    }
}

impl Take {
    fn steps(&self) -> u32 {
        (self.seconds * 60.0) as u32
    }
}

/// A pose is noted every third step, and what a scene draws over itself every sixth.
const EVERY: u32 = 3;
const MARKS_EVERY: u32 = 6;
/// Strings and springs are drawn of scenes that have no more of them.
const MOST_LINES: usize = 60;

/// Pose in the picture: x and y in pixels, the angle in degrees, clockwise, and the length of what
/// is stretched.
type Place = [Real; 4];

/// A body with the shapes that it has for a while, or the line of a joint, and where it is, frame
/// by frame; and whether it is there.
struct Actor {
    shapes: String,
    /// Lines to its hinges, as they were when it came.
    arms: String,
    track: Vec<Place>,
    seen: Vec<bool>,
}

/// Part of the world that is shown, and its place in the picture.
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
    let mut world = begin(source, take)?;
    let (page, size) = page(view_of(source, take)?, take);
    let (tints, inks) = (Tints::for_scene(source.set_up()?.scene()), Inks::new(take.colors));
    let look = Look { inks: &inks, tints: &tints, page };
    let still = look.still(world.scene()) + &look.areas(world.scene())?;
    let (mut cast, mut marks) = (Cast::default(), Marks::default());
    for now in 0..=take.steps() {
        if now % EVERY == 0 {
            cast.note(world.scene(), &look);
        }
        if now % MARKS_EVERY == 0 && now < take.steps() {
            marks.note(source, &world, &look);
        }
        step(source, &mut world, take.from + now)?;
    }
    let film = write::Film { still, actors: cast.actors, marks, size, seconds: take.seconds };
    Ok(film.written(&inks))
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

/// Part of the world that is shown: what a window shows first, or the way of the body that it
/// follows.
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

/// The part of the world that is shown, with a margin and within the limits of the aspect, and the
/// size in pixels.
fn page(view: Aabb, take: &Take) -> (Page, [Real; 2]) {
    let half = view.half_extents() * 1.06;
    let aspect = (half.y / half.x.max(1e-6)).clamp(take.aspect[0], take.aspect[1]);
    let half_width = half.x.max(half.y / aspect);
    let half = Vector::new(half_width, half_width * aspect);
    let view = Aabb { min: view.center() - half, max: view.center() + half };
    let scale = take.width / (2.0 * half_width);
    (Page { view, scale }, [take.width, (take.width * aspect).round()])
}

/// All actors, and which of them a body or the line of a joint is now.
#[derive(Default)]
struct Cast {
    actors: Vec<Actor>,
    bodies: BTreeMap<BodyKey, usize>,
    lines: BTreeMap<(JointKey, usize), usize>,
    frames: usize,
}

impl Cast {
    /// Notes where everything is. What came, and what has got other shapes, is another actor from
    /// here on.
    fn note(&mut self, scene: &Scene, look: &Look<'_>) {
        self.note_lines(scene, look);
        for body in scene.bodies().filter_map(|key| scene.body(key).ok()) {
            if body.kind() == BodyKind::Fixed {
                continue;
            }
            let shapes = look.shapes(scene, &body);
            let known = self.bodies.get(&body.key()).map(|index| &self.actors[*index]);
            let before = known.and_then(|actor| actor.track.last().copied());
            let place = place_of(&body, &look.page, before);
            if known.is_none_or(|actor| actor.shapes != shapes) {
                let (track, seen) = (vec![place; self.frames], vec![false; self.frames]);
                let arms = look.arms(scene, &body);
                self.bodies.insert(body.key(), self.actors.len());
                self.actors.push(Actor { shapes, arms, track, seen });
            }
            let actor = &mut self.actors[self.bodies[&body.key()]];
            actor.track.push(place);
            actor.seen.push(body.is_enabled());
        }
        self.frames += 1;
        for actor in self.actors.iter_mut().filter(|actor| actor.track.len() < self.frames) {
            actor.track.extend(actor.track.last().copied());
            actor.seen.push(false);
        }
    }

    /// Notes where strings, springs and the ropes of pulleys are.
    fn note_lines(&mut self, scene: &Scene, look: &Look<'_>) {
        let joints = || scene.joints().filter_map(|key| scene.joint(key).ok());
        if joints().map(|joint| lines_of(&joint).len()).sum::<usize>() > MOST_LINES {
            return;
        }
        for joint in joints() {
            for (number, [from, to]) in lines_of(&joint).into_iter().enumerate() {
                let [[x, y], [u, v]] = [from, to].map(|at| look.page.place(at));
                let key = (joint.key(), number);
                let known = self.lines.get(&key).map(|index| &self.actors[*index]);
                let before = known.and_then(|actor| actor.track.last().copied());
                let (across, down) = (u - x, v - y);
                let angle = turned(libm::atan2f(down, across).to_degrees(), before);
                let place = [x, y, angle, libm::hypotf(across, down)];
                if known.is_none() {
                    let (track, seen) = (vec![place; self.frames], vec![false; self.frames]);
                    self.lines.insert(key, self.actors.len());
                    let (shapes, arms) = (look.line(), String::new());
                    self.actors.push(Actor { shapes, arms, track, seen });
                }
                let actor = &mut self.actors[self.lines[&key]];
                actor.track.push(place);
                actor.seen.push(joint.is_enabled());
            }
        }
    }
}

/// Place of a body in the picture.
fn place_of(body: &BodyRef<'_>, page: &Page, before: Option<Place>) -> Place {
    let [x, y] = page.place(body.position());
    [x, y, turned(-body.angle().to_degrees(), before), 1.0]
}

/// An angle that goes on beyond half a turn, so that nothing spins back between two frames.
fn turned(angle: Real, before: Option<Place>) -> Real {
    let turns = before.map_or(0.0, |before| ((before[2] - angle) / 360.0).round());
    angle + 360.0 * turns
}

/// To a tenth, without a negative nought.
fn tenth(number: Real) -> Real {
    (number * 10.0).round() / 10.0 + 0.0
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
    fn a_film_for_all_pages_has_both_colours_and_others_have_one() {
        let source = Source::from(umbra_scenes::find("hello").unwrap());
        let of = |colors| film(&source, &Take { seconds: 1.0, colors, ..Take::default() }).unwrap();
        let both = of(Colors::Both);
        assert!(both.contains("@media(prefers-color-scheme:dark)") && both.contains("var(--"));
        let [light, dark] = [Colors::Light, Colors::Dark].map(of);
        assert!(!light.contains("var(--") && !dark.contains("@media") && light != dark);
        for one in [&light, &dark] {
            let background = one.split("fill=\"").nth(1).unwrap().split('"').next().unwrap();
            assert!(both.contains(background), "{background}");
        }
    }

    #[test]
    fn rays_and_strings_and_names_are_in_films() {
        let of = |name: &str| {
            let source = Source::from(umbra_scenes::find(name).unwrap());
            film(&source, &Take { seconds: 2.0, ..Take::default() }).unwrap()
        };
        // A group of rays for each tenth of a second, and the count that stays.
        let lab = of("query_lab");
        assert!(lab.matches("class=\"f\"").count() > 15, "{}", lab.matches("class=\"f\"").count());
        assert!(lab.contains(">48 rays</text>"));
        // Five strings, of which the first moves from the first frame on.
        let cradle = of("newtons_cradle");
        assert_eq!(cradle.matches("H1\" ").count(), 5);
        assert!(cradle.contains("scale("));
        assert!(of("joint_museum").contains("pulley</text>"));
    }
}
